// Constants of other constants, auto outside of functions, and what templates are told by signatures and values.
#include <cstdio>
#include <map>
#include <vector>
#include <algorithm>
#include <random>
typedef unsigned char uchar;
const uchar letters[] = "abc";
constexpr double A = 360.0; constexpr double B = A / 8; static const float C = B * 2;
static constexpr auto D = .5; auto start = 7; 
constexpr unsigned E((3 - 1) / 1); int F(-4);
std::uniform_real_distribution<float> dist(-1.f, 1.f);
template <class T> __host__ __device__ T convert(float a); template <> __host__ __device__ int convert(float a) { return (int)a; } template <> __host__ __device__ double convert(float a) { return a * 2; }
struct O { void add(const char *n, int k, int l = 3); }; void O::add(const char *n, int k, int l) { printf("%s %d %d\n", n, k, l); }
template <typename T, typename std::enable_if<sizeof(T) == 4, int>::type = 0> int only(T t) { return 4; }
__global__ void k(double *p) { *p = B + C + D + A + convert<int>(3.7f) + convert<double>(1.5f) + E; }
template <typename T> struct Most { __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
template <template <typename> class Op, typename T> __device__ T warp(T v) {
  for (int mask = 16; mask > 0; mask /= 2) v = Op<T>()(v, __shfl_xor_sync(0xffffffff, v, mask));
  return v;
}
template <template <typename> class Op, typename T> __global__ void reduce(T *out) {
  T v = warp<Op>((T)threadIdx.x / 2);
  if (threadIdx.x == 0) *out = v;
}
int main() {
  printf("%s %zu %d %d %d\n", (const char *)letters, sizeof(letters), start, E, F);
  double *d; cudaMallocManaged(&d, 8); k<<<1,1>>>(d); cudaDeviceSynchronize(); printf("%g\n", *d);
  reduce<Most><<<1, 32>>>(d); cudaDeviceSynchronize(); printf("%g\n", *d);
  O().add("x", 1); O o; o.add("y", 2, 5); printf("%d\n", only(3));
  std::multimap<int, int> mm; std::vector<int> v = {1,2,3}; auto it = v.begin(); int sum = 0;
  std::for_each(it, v.end(), [&sum](decltype(*it) x) { sum += x; }); printf("%d\n", sum);
}
