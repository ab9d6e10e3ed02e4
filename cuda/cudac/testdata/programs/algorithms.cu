#include <cstdio>
#include <cstdlib>
#include <vector>
#include <string>
#include <cstring>
#include <iostream>
#include <algorithm>
using namespace std;
template <typename T> struct Vec { T x, y; Vec(T a, T b) : x(a), y(b) {} template <typename U> Vec<U> as() const { return Vec<U>((U)x, (U)y); } };
template <typename T> Vec<T> operator+(const Vec<T> &a, const Vec<T> &b) { return Vec<T>(a.x + b.x, a.y + b.y); }
template <typename T> void bubble(T *a, int n) { for (int i = 0; i < n; i++) for (int j = 0; j + 1 < n - i; j++) if (a[j] > a[j + 1]) swap(a[j], a[j + 1]); }
struct Shape { enum Kind { CIRCLE, SQUARE } kind; double size; double area() const { switch (kind) { case CIRCLE: return 3.0 * size * size; case SQUARE: return size * size; } return 0; } };
struct Grid { int w, h; vector<int> cells; Grid(int w, int h) : w(w), h(h), cells(w * h, 0) {} int &at(int x, int y) { return cells[y * w + x]; } int sum() const { int s = 0; for (int c : cells) s += c; return s; } };
class Counter { static const int LIMIT = 3; int n; public: Counter() : n(0) {} bool next() { return ++n <= LIMIT; } int value() const { return n; } };
void fillRandom(vector<float> &v, unsigned seed) { unsigned s = seed; for (auto &x : v) { s = s * 1664525u + 1013904223u; x = (s >> 8) / 16777216.0f; } }
vector<int> sieve(int n) { vector<bool> no(n + 1, false); vector<int> out; for (int i = 2; i <= n; i++) { if (no[i]) continue; out.push_back(i); for (int j = 2 * i; j <= n; j += i) no[j] = true; } return out; }
long long power(long long b, int e, long long m) { long long r = 1; while (e) { if (e & 1) r = r * b % m; b = b * b % m; e >>= 1; } return r; }
string repeat(const string &s, int n) { string r; for (int i = 0; i < n; i++) r += s; return r; }
int binary(const int *a, int n, int key) { int lo = 0, hi = n - 1; while (lo <= hi) { int mid = lo + (hi - lo) / 2; if (a[mid] == key) return mid; else if (a[mid] < key) lo = mid + 1; else hi = mid - 1; } return -1; }
void permute(char *s, int l, int r, int &count) { if (l == r) { count++; return; } for (int i = l; i <= r; i++) { swap(s[l], s[i]); permute(s, l + 1, r, count); swap(s[l], s[i]); } }
int collatz(unsigned long long n) { int c = 0; for (; n != 1; c++) n = n % 2 ? 3 * n + 1 : n / 2; return c; }
struct Matrix2 { float m[2][2]; Matrix2 operator*(const Matrix2 &o) const { Matrix2 r = {}; for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) r.m[i][j] += m[i][k] * o.m[k][j]; return r; } };
struct Tree { struct Node { int k; Node *l, *r; Node(int k) : k(k), l(nullptr), r(nullptr) {} }; Node *root = nullptr; void insert(int k) { root = put(root, k); } Node *put(Node *n, int k) { if (!n) return new Node(k); if (k < n->k) n->l = put(n->l, k); else n->r = put(n->r, k); return n; } int height(Node *n) { return n ? 1 + max(height(n->l), height(n->r)) : 0; } void walk(Node *n) { if (!n) return; walk(n->l); cout << n->k << ' '; walk(n->r); } };
int main(int argc, char *argv[]) {
  Vec<int> a(1, 2); Vec<float> f = (a + a).as<float>(); printf("%g\n", f.y);
  double d[] = {3.5, -1, 2}; bubble(d, 3); printf("%g %g %g\n", d[0], d[1], d[2]);
  Shape s = {Shape::SQUARE, 3}; printf("%g %d\n", s.area(), s.kind == Shape::SQUARE);
  Grid g(3, 2); g.at(1, 1) = 5; g.at(2, 0) += 2; printf("%d %zu\n", g.sum(), g.cells.size());
  Counter c; while (c.next()) {} printf("%d\n", c.value());
  vector<float> v(4); fillRandom(v, 7); printf("%.6f %.6f\n", v[0], v[3]);
  vector<int> p = sieve(30); for (size_t i = 0; i < p.size(); i++) cout << p[i] << (i + 1 < p.size() ? "," : "\n");
  printf("%lld %s %d\n", power(3, 200, 1000007), repeat("ab", 3).c_str(), binary(p.data(), (int)p.size(), 23));
  char word[] = "abcd"; int count = 0; permute(word, 0, 3, count); printf("%d %s\n", count, word);
  printf("%d\n", collatz(27));
  Matrix2 m = {{{1, 1}, {1, 0}}}, r = m; for (int i = 0; i < 8; i++) r = r * m; printf("%g\n", r.m[0][0]);
  Tree t; int keys[] = {5, 2, 8, 1, 9, 3}; for (int k : keys) t.insert(k); t.walk(t.root); cout << t.height(t.root) << endl;
  int table[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}; int trace = 0, total = 0; for (int i = 0; i < 3; i++) { trace += table[i][i]; for (int j = 0; j < 3; j++) total += table[i][j]; } printf("%d %d\n", trace, total);
  int **jag = (int **)malloc(3 * sizeof(int *)); for (int i = 0; i < 3; i++) { jag[i] = (int *)calloc(i + 1, sizeof(int)); jag[i][i] = i * i; } printf("%d %d\n", jag[2][2], jag[2][0]); for (int i = 0; i < 3; i++) free(jag[i]); free(jag);
  unsigned char bytes[4] = {0x12, 0x34, 0x56, 0x78}; unsigned word32; memcpy(&word32, bytes, 4); printf("%x %d\n", word32, memcmp(bytes, "\x12\x34", 2)); const char *msg = "a\tb\\n\"q\" \x41 \101"; puts(msg);
  float x = 0.1f + 0.2f; double y = 0.1 + 0.2; printf("%.9f %.17f %d %d\n", x, y, x == 0.3f, y == 0.3); printf("%d %d %d\n", 'a' + 1, '\n', sizeof('a') == 1);
  int n = 10; n += n++ ; n = -n; n >>= 1; printf("%d %d\n", n, n % 4); unsigned sh = 0x80000000u; printf("%u %d\n", sh >> 31, (int)sh >> 31); long big = 1L << 40; printf("%ld %d\n", big, (int)big); short q = (short)70000; printf("%d\n", q);
  vector<string> names = {"delta", "alpha", "charlie", "bravo"}; sort(names.begin(), names.end()); for (const string &nm : names) cout << nm << " "; cout << endl; vector<int> copy = p; copy[0] = 99; cout << p[0] << " " << copy.back() << " " << *min_element(copy.begin(), copy.end()) << endl; cout.precision(3); cout << 3.14159 << " " << 1e-7 << " " << 123456789.0 << " " << 42u << " " << -7L << endl;
  for (int i = 0;; i++) { if (i % 2) continue; if (i > 6) break; printf("%d", i); } printf("\n"); int i = 5; do { if (i == 2) break; printf("%d", i); } while (--i); printf("\n"); bool b = i; b |= 4; printf("%d %d\n", b, !b); printf("%s\n", argc > 5 ? "many" : "few"); return 0;
}
