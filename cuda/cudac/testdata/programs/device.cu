#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <curand_kernel.h>
namespace cg = cooperative_groups;
using namespace cooperative_groups;
struct Params { float scale; int n; float *out; };
__global__ void scaleAll(Params p) { int i = threadIdx.x; if (i < p.n) p.out[i] = i * p.scale; }
__global__ void halves(const __half *a, __half *b, __half2 *c, int n) {
  int i = threadIdx.x;
  if (i < n) {
    __half x = a[i];
    b[i] = __hadd(x, __float2half(1.0f)) * x;
    c[i] = __hfma2(__half2half2(x), __floats2half2_rn(2.0f, 3.0f), __float2half2_rn(0.5f));
  }
}
__global__ void bf(float *out) { __nv_bfloat16 x = __float2bfloat16(3.14159f); out[0] = __bfloat162float(x); out[1] = __bfloat162float(x * x); half h = half(0.1f); out[2] = (float)h; out[3] = h > half(0.05f); }
__device__ int groupTotal(thread_group g, int *room, int mine) {
  unsigned me = g.thread_rank();
  room[me] = mine;
  g.sync();
  for (unsigned half = g.size() >> 1; half; half >>= 1) {
    int other = me < half ? room[me + half] : 0;
    g.sync();
    if (me < half) room[me] += other;
    g.sync();
  }
  return room[0];
}
__global__ void totalOf(int *total, const int *x, int n) {
  extern __shared__ int room[];
  auto block = this_thread_block();
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += x[i];
  int sum = groupTotal(block, room, mine);
  if (block.thread_rank() == 0) atomicAdd(total, sum);
}
__global__ void tiles(int *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<8> small = cg::tiled_partition<8>(block);
  int v = threadIdx.x;
  for (int i = warp.size() / 2; i > 0; i /= 2) v += warp.shfl_down(v, i);
  int r = cg::reduce(small, (int)threadIdx.x, cg::plus<int>());
  if (warp.thread_rank() == 0) out[warp.meta_group_rank()] = v;
  if (small.thread_rank() == 0) out[8 + small.meta_group_rank()] = r;
  if (threadIdx.x % 3 == 0) {
    auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0 && threadIdx.x == 0) out[30] = active.size();
  }
  block.sync();
}
__global__ void votes(int *out) {
  int t = threadIdx.x;
  int c = __syncthreads_count(t % 2);
  int a = __syncthreads_and(t < 1000), o = __syncthreads_or(t == 5);
  unsigned b = __ballot_sync(0xffffffff, t & 1);
  if (t == 0) { out[0] = c; out[1] = a; out[2] = o; out[3] = b; out[4] = __any_sync(1, 1); }
}
__device__ int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
__device__ int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
__global__ void rec(int *out) { out[threadIdx.x] = fact(threadIdx.x); if (threadIdx.x == 0) out[40] = ack(2, 3); }
template <typename T, int BS> __global__ void tmpl(T *out, T v) { __shared__ T s[BS]; s[threadIdx.x] = v * (T)threadIdx.x; __syncthreads(); out[threadIdx.x] = s[BS - 1 - threadIdx.x]; }
__global__ void rnd(float *out, unsigned long long seed) { curandState st; curand_init(seed, threadIdx.x, 0, &st); float s = 0; for (int i = 0; i < 100; i++) s += curand_uniform(&st); out[threadIdx.x] = s / 100; }
template <typename T> struct Pool { __device__ operator T *() { extern __shared__ int words[]; return (T *)words; } };
template <class T> __global__ void red(const T *x, T *y) {
  T *s = Pool<T>();
  unsigned t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (unsigned k = blockDim.x >> 1; k; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (!t) y[0] = s[0];
}
__global__ void vec4(float4 *v) { int i = threadIdx.x; float4 f = v[i]; f.x *= 2; f = make_float4(f.x, f.y + 1, f.z, f.w); v[i] = f; }
__device__ float counter = 0; __managed__ int total;
__global__ void bump() { atomicAdd(&counter, 1.0f); atomicAdd(&total, 2); }
__global__ void two(float **rows, int n) { rows[blockIdx.x][threadIdx.x] = blockIdx.x * 10 + threadIdx.x; }
int main() {
  float *f; cudaMallocManaged(&f, 1024);
  int *d; cudaMallocManaged(&d, 4096);
  Params p = {0.5f, 8, f}; scaleAll<<<1, 32>>>(p); cudaDeviceSynchronize(); printf("%g %g\n", f[3], f[7]);
  __half *a, *b; __half2 *c; cudaMallocManaged(&a, 64); cudaMallocManaged(&b, 64); cudaMallocManaged(&c, 128);
  for (int i = 0; i < 8; i++) a[i] = __float2half(i * 0.25f);
  halves<<<1, 32>>>(a, b, c, 8); cudaDeviceSynchronize();
  for (int i = 0; i < 8; i++) printf("%g %g,%g | ", __half2float(b[i]), __low2float(c[i]), __high2float(c[i])); printf("\n");
  bf<<<1, 1>>>(f); cudaDeviceSynchronize(); printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
  int *in; cudaMallocManaged(&in, 4000); for (int i = 0; i < 1000; i++) in[i] = i; d[0] = 0;
  totalOf<<<4, 64, 64 * sizeof(int)>>>(d, in, 1000); cudaDeviceSynchronize(); printf("%d\n", d[0]);
  tiles<<<1, 64>>>(d); cudaDeviceSynchronize(); printf("%d %d %d %d %d\n", d[0], d[1], d[8], d[15], d[30]);
  votes<<<1, 64>>>(d); cudaDeviceSynchronize(); printf("%d %d %d %x %d\n", d[0], d[1], d[2], d[3], d[4]);
  rec<<<1, 11>>>(d); cudaDeviceSynchronize(); printf("%d %d %d\n", d[5], d[10], d[40]);
  tmpl<float, 32><<<1, 32>>>(f, 1.5f); cudaDeviceSynchronize(); printf("%g %g\n", f[0], f[31]);
  tmpl<int, 32><<<1, 32>>>(d, 2); cudaDeviceSynchronize(); printf("%d\n", d[0]);
  rnd<<<1, 4>>>(f, 42); cudaDeviceSynchronize(); printf("%d\n", f[0] > 0.3f && f[0] < 0.7f && f[0] != f[1]);
  for (int i = 0; i < 64; i++) f[i] = 1; red<<<1, 64, 64 * sizeof(float)>>>(f, f + 100); cudaDeviceSynchronize(); printf("%g\n", f[100]);
  float4 *v; cudaMalloc(&v, 2 * sizeof(float4)); float4 hv[2] = {{1, 2, 3, 4}, make_float4(5, 6, 7, 8)};
  cudaMemcpy(v, hv, sizeof hv, cudaMemcpyHostToDevice); vec4<<<1, 2>>>(v); cudaMemcpy(hv, v, sizeof hv, cudaMemcpyDeviceToHost); printf("%g %g %g\n", hv[0].x, hv[1].y, hv[1].w);
  bump<<<2, 32>>>(); cudaDeviceSynchronize(); float hc; cudaMemcpyFromSymbol(&hc, counter, sizeof(float)); printf("%g\n", hc);
  float *rows[2]; for (int i = 0; i < 2; i++) cudaMalloc(&rows[i], 16); float **dr; cudaMalloc(&dr, sizeof rows); cudaMemcpy(dr, rows, sizeof rows, cudaMemcpyHostToDevice);
  two<<<2, 4>>>(dr, 2); float back[4]; cudaMemcpy(back, rows[1], 16, cudaMemcpyDeviceToHost); printf("%g\n", back[3]);
  cudaStream_t s; cudaStreamCreate(&s); float *pin; cudaMallocHost(&pin, 64); cudaMemcpyAsync(pin, f, 64, cudaMemcpyDefault, s); cudaStreamSynchronize(s); printf("%g\n", pin[0]); cudaStreamDestroy(s);
  printf("%d\n", total);
}
