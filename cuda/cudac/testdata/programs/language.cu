#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <vector>
#include <string>
#include <iostream>
#include <algorithm>
struct Matrix {
  int rows, cols;
  float *data;
  Matrix(int r, int c) : rows(r), cols(c) { data = new float[r * c]; std::fill(data, data + r * c, 0.0f); }
  ~Matrix() { delete[] data; }
  float &operator()(int i, int j) { return data[i * cols + j]; }
  float operator()(int i, int j) const { return data[i * cols + j]; }
};
Matrix *product(const Matrix &a, const Matrix &b) {
  Matrix *c = new Matrix(a.rows, b.cols);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.cols; ++j) {
      float s = 0;
      for (int k = 0; k < a.cols; ++k) s += a(i, k) * b(k, j);
      (*c)(i, j) = s;
    }
  return c;
}
struct List { struct Item { int v; Item *next; } *head = nullptr; int n = 0;
  void add(int v) { Item *i = new Item; i->v = v; i->next = head; head = i; n++; }
  ~List() { while (head) { Item *t = head->next; delete head; head = t; } }
};
class Animal { protected: int legs; public: Animal(int l) : legs(l) {} int count() const { return legs; } };
class Dog : public Animal { int age; public: Dog(int a) : Animal(4), age(a) {} int sum() const { return legs + age; } };
template <typename T, typename U> auto add(T a, U b) { return a + b; }
template <int N> struct Power { static constexpr int value = 2 * Power<N - 1>::value; };
template <> struct Power<0> { static constexpr int value = 1; };
template <typename T> struct Pair { T a, b; Pair(T x, T y) : a(x), b(y) {} T max() const { return a > b ? a : b; } template <typename F> T apply(F f) const { return f(a, b); } };
struct Adder { int k; int operator()(int x, int y) const { return x + y + k; } };
int global = 5; static const double PI = 3.14159; const char *const NAMES[] = {"x", "y", "z"};
int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
struct Config { int n = 3; float f = 1.5f; bool on = true; } config;
void modify(int *p, int (&arr)[3], int &r) { *p += 1; arr[1] = 7; r *= 2; }
int isPrime(unsigned n) { if (n < 2) return 0; for (unsigned i = 2; i * i <= n; i++) if (n % i == 0) return 0; return 1; }
bool even(int n); bool odd(int n) { return n == 0 ? false : even(n - 1); } bool even(int n) { return n == 0 ? true : odd(n - 1); }
void hanoi(int n, int a, int b, int c, int &moves) { if (n == 0) return; hanoi(n - 1, a, c, b, moves); moves++; hanoi(n - 1, c, b, a, moves); }
struct V { float x, y; V operator-() const { return {-x, -y}; } bool operator==(const V &o) const { return x == o.x && y == o.y; } V &operator*=(float k) { x *= k; y *= k; return *this; } V operator++(int) { V t = *this; x++; return t; } V &operator++() { x++; return *this; } operator float() const { return x; } };
long long gcd(long long a, long long b) { return b ? gcd(b, a % b) : a; }
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + (unsigned char)*s++; return h; }
int main() {
  Matrix a(2, 3), b(3, 2);
  for (int i = 0; i < 6; i++) { a.data[i] = i; b.data[i] = i + 1; }
  Matrix *c = product(a, b);
  printf("%.1f %.1f %.1f %.1f\n", (*c)(0, 0), (*c)(0, 1), (*c)(1, 0), (*c)(1, 1));
  delete c;
  { List l; for (int i = 0; i < 4; i++) l.add(i * 3); printf("%d %d\n", l.n, l.head->next->v); }
  Dog d(3); printf("%d %d\n", d.count(), d.sum());
  printf("%g %d\n", add(1, 2.5), Power<10>::value);
  Pair<int> p(3, 9); Adder ad = {100}; printf("%d %d\n", p.max(), p.apply(ad));
  printf("%d %.2f %s %d\n", global, PI, NAMES[2], table[1][2]);
  printf("%d %g %d\n", config.n, config.f, config.on);
  int x = 1, arr[3] = {1, 2, 3}, r = 21; modify(&x, arr, r); printf("%d %d %d\n", x, arr[1], r);
  int primes = 0; for (unsigned i = 0; i < 100; i++) primes += isPrime(i); printf("%d\n", primes);
  printf("%d %d\n", even(10), odd(7));
  int moves = 0; hanoi(6, 0, 1, 2, moves); printf("%d\n", moves);
  V v = {1, 2}; V w = -v; v *= 3; V old = v++; ++v; printf("%g %g %g %d %g\n", w.x, v.x, old.x, v == w, (float)v);
  printf("%lld %u\n", gcd(1071, 462), hash("hello"));
  unsigned char uc = 250; uc += 10; signed char sc = 127; sc++; short sh = 32767; sh++; printf("%d %d %d\n", uc, sc, sh);
  unsigned u = 1; u -= 2; printf("%u %d %lu\n", u, (int)u, (unsigned long)u);
  float f = 16777216.0f; f += 1; printf("%.1f %.9g %g\n", f, 0.1f, 1e20);
  int i = 0; i = i++ + ++i; int q = 5; q += q++ * 0; int t = (q > 3) ? q < 10 ? 1 : 2 : 3; printf("%d\n", t);
  for (int j = 0, k = 10; j < k; j++, k--) { if (j == 2) continue; if (j == 4) break; printf("%d:%d ", j, k); } printf("\n");
  int n = 0; while (true) { if (++n > 5) break; } do n--; while (n > 2); printf("%d\n", n);
  char s[20] = "abc"; strcat(s, "def"); printf("%s %zu %d\n", s, strlen(s), strcmp(s, "abcdef")); char *e = s; *e = 'X'; e[1]++; printf("%s\n", s);
  double m[2][2] = {{1, 2}, {3, 4}}; double (*pm)[2] = m; printf("%g %g\n", pm[1][0], *(*(pm + 1) + 1));
  int *pp = arr, **ppp = &pp; (*ppp)++; printf("%d %td\n", **ppp, pp - arr);
  printf("%s\n", sizeof(int) == 4 && sizeof(char) == 1 && sizeof(double) == 8 && sizeof(void *) == 8 ? "sizes" : "?");
  printf("%5d|%-5d|%05d|%+d|% d|%x|%X|%o|%c|%%|%e|%G|%10.3f|%-10s|%.2s\n", 42, 42, 42, 42, 42, 255, 255, 8, 'A', 12345.678, 1e-10, 3.14159, "hi", "hello");
  printf("%g %g %g %g %a\n", 100000.0, 1000000.0, 0.0001, 0.00001, 1.0); printf("%*d|%-*d|%.*f\n", 6, 1, 4, 2, 2, 3.14159);
  std::cout << "sum " << 1 + 2 << ' ' << 2.5 << ' ' << 1e10 << ' ' << true << ' ' << 'c' << ' ' << (void *)0 << std::endl;
  std::vector<std::string> words; words.push_back("one"); words.push_back("two"); for (const auto &word : words) std::cout << word << ","; std::cout << words.size() << "\n";
  std::vector<float> vf(5); for (size_t k = 0; k < vf.size(); ++k) vf[k] = k * 0.5f; float total = 0; for (float y : vf) total += y; printf("%g %g\n", total, *std::max_element(vf.begin(), vf.end()));
  union { float f; unsigned u; } bits; bits.f = -2.0f; printf("%x\n", bits.u); struct { int a, b; } anon = {3, 4}; printf("%d\n", anon.a * anon.b);
  printf("%d %d %d %d\n", 7 / -2, -7 % 3, -7 >> 1, 1 << 10); printf("%.3f %.3f %.3f %.3f\n", sin(1.0), pow(2, 0.5), exp(1.0f), fabs(-2.5)); printf("%d %d\n", (int)floor(-1.5), (int)round(2.5)); printf("%g %g %g\n", fmod(7.5, 2), sqrt(2.0f), std::max(3.0, 2.0)); printf("%d %d\n", abs(-4), std::min(3, 4));
  enum { A = 1, B, C = 10 }; switch (B) { case A: puts("A"); break; case B: { int z = 3; printf("B%d\n", z); } case C: puts("C"); break; default: puts("D"); }
  static int st = 9; auto lam = st; const auto &ref = lam; printf("%d\n", ref); bool flag = !!5; flag = flag && (st = 3); printf("%d %d\n", flag, st); unsigned long long big = 0xFFFFFFFFFFFFFFFFull; printf("%llu %lld %d\n", big, (long long)big, big == ~0ull); printf("%d\n", -1 < 0u); printf("%f %d\n", 1 / 3.0, 1 / 3); int comma = (1, 2, 3); printf("%d\n", comma); int arr2[] = {1, 2, 3, 4, 5}; printf("%zu\n", sizeof(arr2) / sizeof(*arr2)); return 0;
}
