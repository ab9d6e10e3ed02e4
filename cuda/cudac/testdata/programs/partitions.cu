// Groups of the threads that say the same, and types that are compared.
#include <cooperative_groups.h>
#include <cstdio>
#include <typeinfo>
namespace cg = cooperative_groups;
template <class T> const char *name() { return typeid(T) == typeid(double) ? "double" : typeid(T) == typeid(float) ? "float" : "other"; }
__global__ void k(int *o) {
  auto w = cg::tiled_partition<32>(cg::this_thread_block());
  auto half = cg::binary_partition(w, w.thread_rank() % 3 == 0);
  auto same = cg::labeled_partition(w, w.thread_rank() / 5);
  o[threadIdx.x] = half.size() * 10000 + half.thread_rank() * 100 + same.size() * 10 + same.thread_rank();
}
int main() { int *o; cudaMallocManaged(&o, 128); k<<<1, 32>>>(o); cudaDeviceSynchronize(); printf("%d %d %d %d\n", o[0], o[1], o[9], o[31]); printf("%s %s %s\n", name<double>(), name<float>(), name<int>()); }
