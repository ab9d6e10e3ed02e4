// Parameter packs of function templates: expansions, folds, sizeof..., forwarding.
#include <cstdio>
#include <utility>
template <typename... A> int count(A... a) { return (int)sizeof...(a); }
template <typename... A> auto sum(A... a) { return (a + ...); }
template <typename... A> double weighted(double w, A... a) { return (w + ... + (a * w)); }
template <typename... A> bool all(A... a) { return (... && a); }
void show() { printf("\n"); }
template <typename T, typename... R> void show(T first, R... rest) { printf("%g ", (double)first); if constexpr (sizeof...(rest) > 0) show(rest...); else show(); }
template <typename... A> void each(A &&...a) { ((a = a * 2), ...); }
template <class F, class... A> auto call(F f, A &&...a) { return f(std::forward<A>(a)...); }
int add3(int a, int b, int c) { return a + 10 * b + 100 * c; }
template <int... N> int total() { return (N + ... + 0); }
template <typename... T> int sizes() { int s[] = {(int)sizeof(T)...}; int t = 0; for (int v : s) t = t * 10 + v; return t; }
int main() {
  printf("%d %d\n", count(), count(1, 2.0, 'c'));
  printf("%g %d\n", sum(1, 2.5, 3), sum(4));
  printf("%g\n", weighted(2, 1, 2, 3));
  printf("%d %d\n", all(true, 1, 2), all(true, 0));
  show(1, 2.5, 3.0f);
  int x = 1, y = 2; each(x, y); printf("%d %d\n", x, y);
  printf("%d\n", call(add3, 1, y, 3));
  printf("%d %d\n", total<1, 2, 3>(), sizes<int, char, double>());
}
