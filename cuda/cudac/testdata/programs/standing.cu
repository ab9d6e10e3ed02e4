// Loops over what stands in memory: vectors, members, what a reference or a pointer names.
#include <vector>
#include <cstdio>
#include <cmath>
#include <cstdlib>
#include <algorithm>
struct M { int w, h; float *e; };
int n; float total;
void init(M m, float f) { for (int i = 0; i < m.w * m.h; i++) m.e[i] = f + i % 7; }
void mul(const M *a, const M &b, M c) {
  for (int y = 0; y < a->h; y++) for (int x = 0; x < b.w; x++) {
    float s = 0;
    for (int k = 0; k < a->w; k++) s += a->e[y * a->w + k] * b.e[k * b.w + x];
    c.e[y * c.w + x] = s;
  }
}
void fill(std::vector<float> &v, float x) { for (size_t i = 0; i < v.size(); i++) v[i] = x * i; }
int main() {
  sscanf("5", "%d", &n);
  n *= 100;
  std::vector<float> v(n), u(n); std::vector<int> q(300);
  fill(v, 1.5f); fill(u, 2);
  for (int i = 0; i < n; i++) u[i] += v[i] * n;
  for (int i = 0; i < (int)q.size(); ++i) q[i] = i * i;
  float worst = 0; double sum = 0; int mx = -1; int &ref = mx;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(u[i] - v[i]));
  for (int i = 0; i < n; i++) worst = std::max(worst, fabsf(u[i] - 3 * v[i]));
  for (int i = 0; i < n; i++) sum = sum + u[i] * v[i];
  for (int i = 0; i < n; i++) total += u[i];
  for (int i = 0; i < 300; i++) mx = std::max(q[i] % 97, mx);
  printf("%g %g %g %d %d\n", worst, sum, total, mx, ref);
  for (int i = 0; i < n; i++) n = 400;
  for (int i = 0; i < n; i++) v[i] = v[n - 1 - i];
  printf("%d %g %g\n", n, v[3], v[390]);
  M a{80, 90, (float *)malloc(7200 * 4)}, b{70, 80, (float *)malloc(5600 * 4)}, c{70, 90, (float *)malloc(6300 * 4)};
  init(a, 1), init(b, 2);
  mul(&a, b, c);
  double t = 0;
  for (int i = 0; i < c.w * c.h; i++) t += c.e[i] * (i % 5);
  printf("%g\n", t);
  M *p = &c;
  for (int i = 0; i < 6300; i++) p->e[i] = p->w;
  printf("%g\n", c.e[6299]);
  int sizes[100]; 
  for (int i = 0; i < 100; i++) sizes[i] = i; 
  for (int i = 0; i < 100; i++) { sizes[i] = sizes[5] + i; }
  printf("%d %d\n", sizes[5], sizes[99]);
  struct { int n; int data[200]; } s; s.n = 200;
  for (int i = 0; i < s.n; i++) s.data[i] = s.n - i;
  printf("%d\n", s.data[199]);
}
