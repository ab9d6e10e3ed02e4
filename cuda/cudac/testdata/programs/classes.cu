#include <cstdio>
#include <cstring>
#include <vector>
#include <iostream>
#include <iomanip>
#include <string>
#include <algorithm>
#include <chrono>
#include <numeric>
using namespace std;
struct Vec3 {
  float x, y, z;
  __host__ __device__ Vec3(float a = 0, float b = 0, float c = 0) : x(a), y(b), z(c) {}
  __host__ __device__ Vec3 operator+(const Vec3 &o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
  __host__ __device__ Vec3 operator*(float s) const { return {x * s, y * s, z * s}; }
  __host__ __device__ Vec3 &operator+=(const Vec3 &o) { x += o.x; y += o.y; z += o.z; return *this; }
  __host__ __device__ float dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
  __host__ __device__ float &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
};
__host__ __device__ Vec3 operator*(float s, const Vec3 &v) { return v * s; }
ostream &operator<<(ostream &o, const Vec3 &v) { o << "(" << v.x << ", " << v.y << ", " << v.z << ")"; return o; }
template <typename T> class Stack {
  T items[16];
  int n = 0;
public:
  void push(const T &v) { items[n++] = v; }
  T pop() { return items[--n]; }
  bool empty() const { return n == 0; }
  int size() const;
};
template <typename T, int N> struct Fixed { T data[N]; int size() const { return N; } T &operator[](int i) { return data[i]; } };
union Bits { float f; unsigned u; };
enum Color { RED, GREEN = 5, BLUE };
enum class Mode : int { Fast, Slow };
template <typename T> T biggest(T a, T b) { return a > b ? a : b; }
template <typename T> T sum(const vector<T> &v) { T s = 0; for (const auto &x : v) s += x; return s; }
static int counter() { static int n = 0; return ++n; }
void swapInts(int &a, int &b) { int t = a; a = b; b = t; }
struct Node { int value; Node *next; };
int depth(const Node *n) { return n ? 1 + depth(n->next) : 0; }
void quicksort(int *a, int lo, int hi) {
  if (lo >= hi) return;
  int p = a[(lo + hi) / 2], i = lo, j = hi;
  while (i <= j) {
    while (a[i] < p) i++;
    while (a[j] > p) j--;
    if (i <= j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; }
  }
  quicksort(a, lo, j);
  quicksort(a, i, hi);
}
namespace math { float square(float x) { return x * x; } namespace deep { const int answer = 42; } }
typedef unsigned long long u64;
int main() {
  Vec3 a(1, 2, 3), b = {4, 5, 6};
  Vec3 c = a + b * 2;
  c += Vec3(1, 1, 1);
  cout << c << " " << a.dot(b) << endl;
  c[1] = 9;
  cout << 2.0f * c << endl;
  Stack<int> s;
  for (int i = 0; i < 5; i++) s.push(i * i);
  while (!s.empty()) printf("%d ", s.pop());
  printf("\n");
  Fixed<double, 4> f;
  for (int i = 0; i < f.size(); i++) f[i] = i * 0.5;
  printf("%g %d\n", f[3], (int)sizeof(f));
  Bits u; u.f = 1.0f; printf("%08x\n", u.u);
  printf("%d %d %d\n", RED, BLUE, (int)Mode::Slow);
  vector<int> v = {3, 1, 2};
  v.push_back(7);
  sort(v.begin(), v.end());
  for (int x : v) cout << x << ' ';
  cout << "| " << sum(v) << " " << v.size() << "\n";
  vector<vector<int>> grid(3, vector<int>(4, 1));
  grid[1][2] = 8;
  int total = 0;
  for (auto &row : grid) for (auto x : row) total += x;
  cout << total << endl;
  counter(); counter(); printf("%d\n", counter());
  int p = 1, q = 2; swapInts(p, q); printf("%d %d\n", p, q);
  Node n3 = {3, nullptr}, n2 = {2, &n3}, n1 = {1, &n2};
  printf("depth %d %d\n", depth(&n1), n1.next->next->value);
  int arr[] = {5, 2, 9, 1, 7, 3};
  quicksort(arr, 0, 5);
  for (int i = 0; i < 6; i++) printf("%d%c", arr[i], i == 5 ? '\n' : ' ');
  printf("%.2f %d %s\n", math::square(1.5f), math::deep::answer, biggest(string("abc"), string("abd")).c_str());
  string name = "GPU"; name += "s"; cout << name + "!" << " " << name.size() << endl;
  cout << fixed << setprecision(3) << 3.14159 << " " << setw(8) << 2.5f << endl;
  auto t0 = chrono::high_resolution_clock::now();
  auto t1 = chrono::high_resolution_clock::now();
  double ms = chrono::duration<double, std::milli>(t1 - t0).count();
  long us = chrono::duration_cast<chrono::microseconds>(t1 - t0).count();
  printf("%d %d\n", ms >= 0, us >= 0);
  int m[3][4]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = i * 4 + j;
  int (*row)[4] = m; printf("%d %d\n", row[2][1], (int)(sizeof(m) / sizeof(m[0])));
  char buf[32]; snprintf(buf, sizeof(buf), "%05d|%-6s|%+.1e", 42, "ab", 12345.678); puts(buf);
  u64 big = 1ull << 40; printf("%llu %lld %x %#o %5.1f%% %c %p\n", big, -5LL, 255, 8, 99.5, 'x', (void *)0);
  switch (q) { case 1: printf("one\n"); case 2: printf("two\n"); break; default: printf("other\n"); }
  do { p--; } while (p > 0);
  const char *words[] = {"alpha", "beta"}; printf("%s %s %zu\n", words[0], words[1], strlen(words[1]));
  int *dyn = new int[10]; for (int i = 0; i < 10; i++) dyn[i] = i; printf("%d\n", accumulate(dyn, dyn + 10, 0)); delete[] dyn;
  Vec3 *pv = new Vec3(1, 2, 3); printf("%g\n", pv->z); delete pv;
  float x = 7; x /= 2; int k = (int)x; k <<= 3; k |= 1; k ^= 3; printf("%d %d\n", k, ~k & 0xff);
  printf("%d\n", (1, 2, 3));
  return 0;
}
