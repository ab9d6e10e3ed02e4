// Templates of templates.
#include <cstdio>
#include <algorithm>
#include <cstdint>
#include <vector>
#include <list>

template <typename T> struct Sum { __host__ __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct Max { __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; } };

template <template <typename> class Op, typename T, int width = 32> T warp(const T *v) {
  T all = v[0];
  for (int i = 1; i < width; i++) all = Op<T>()(all, v[i]);
  return all;
}
template <template <typename> class Op, typename T> T twice(const T *v) { return Op<T>{}(warp<Op, T>(v), warp<Op>(v)); }

template <typename T> struct Plain { typedef T *Pointer; enum { bytes = sizeof(T) }; };
template <typename T, template <typename U> class Traits = Plain, typename Index = int> struct Accessor {
  typedef typename Traits<T>::Pointer Pointer;
  Pointer p;
  __host__ __device__ Accessor(Pointer q) : p(q) {}
  __host__ __device__ T &operator[](Index i) { return p[i]; }
  template <template <typename> class Op> T fold(Index n) { T v = p[0]; for (Index i = 1; i < n; i++) v = Op<T>()(v, p[i]); return v; }
};
template <typename T> struct Backwards { struct Pointer { T *end; __host__ __device__ T &operator[](int i) const { return end[-1 - i]; } }; };

template <template <class> class Image, typename Format> struct Filter { Image<Format> in; int size() { return sizeof(in.data); } };
template <typename F> struct Picture { F data[4]; };
template <template <class> class Image, typename Format> Format first(const Image<Format> &i) { return i.data[0]; }
template <template <class...> class Container, typename T> int length(const Container<T> &c) { return (int)c.size(); }

template <typename T> struct Depth { static const int value = 0; };
template <template <class> class Box, typename T> struct Depth<Box<T>> { static const int value = 1 + Depth<T>::value; };

template <typename T> using Alias = Picture<T>;
template <template <typename> class W> struct Holder { W<int> ints; W<double> doubles; };

template <int N> struct Sizes { static constexpr int size = N * 4; typedef float Value; };
template <int N> int area() { using S = Sizes<N>; constexpr int s = S::size; typename S::Value x[S::size]; x[0] = 1; return s * S::size + (int)x[0]; }

int main() {
  float in[32];
  for (int i = 0; i < 32; i++) in[i] = i;
  printf("%g %g\n", twice<Sum>(in), twice<Max, float>(in));
  int a[] = {3, 9, 4};
  Accessor<int> forward(a);
  printf("%d %d %d\n", forward[1], forward.fold<Sum>(3), forward.fold<Max>(3));
  Accessor<int, Backwards> backward({a + 3});
  printf("%d %d\n", backward[0], backward[2]);
  Filter<Picture, short> f; Picture<int> p = {{7, 8}};
  printf("%d %d\n", f.size(), first(p));
  std::vector<int> v = {1, 2, 3}; std::list<double> l = {1, 2};
  printf("%d %d\n", length(v), length(l));
  printf("%d %d %d\n", Depth<int>::value, Depth<Picture<int>>::value, Depth<Picture<Sum<int>>>::value);
  Holder<Alias> h; h.doubles.data[3] = 2.5; h.ints.data[0] = 1;
  printf("%g %d %zu\n", h.doubles.data[3], h.ints.data[0], sizeof(h));
  long n = 70000;
  printf("%d %d %ld %g\n", area<3>(), std::max<int>(1, std::min<int64_t>((n + 255) / 256, 32 * n)), std::max<long>(1, n), std::min<double>(n, 2.5));
}
