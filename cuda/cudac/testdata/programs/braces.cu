// Lists in braces whose inner braces are left out, and members that are named in them.
#include <cstdio>
#include <cstdint>
struct P { int x; float y = 2.5f; int z[2]; };
struct Q { P p; int k; };
union U { int i; float f; };
int main() {
  int a[2][3] = {1, 2, 3, 4, 5};
  int b[][2] = {1, 2, 3, 4, {5}};
  P p = {.x = 3, .z = {1, 2}}; P q{.y = 1.5f};
  Q r = {.p = {.x = 9}, .k = 4};
  U u = {.f = 1.0f};
  struct { int c, d; } list[2] = {1, 2, 3, 4};
  printf("%d %d %d | %zu %d | %d %g %d | %d %g | %d %g %d | %x | %d %d\n", a[0][2], a[1][0], a[1][2], sizeof(b) / sizeof(b[0]), b[2][0], p.x, p.y, p.z[1], q.x, q.y, r.p.x, r.p.y, r.k, (unsigned)u.i, list[1].c, list[0].d);
  alignas(alignof(double)) char c[alignof(double)];
  printf("%zu\n", sizeof(c));
}
