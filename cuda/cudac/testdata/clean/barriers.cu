// Kernels all of whose threads reach their barriers.
=== in_a_uniform_branch args=float:64,1
__global__ void k(float *x, int on) {
  if (on) __syncthreads();
  x[threadIdx.x] = 1;
}
=== in_a_uniform_loop
__global__ void k(float *x) {
  for (int i = 0; i < 5; i++) { x[threadIdx.x] += 1; __syncthreads(); }
}
=== guarded_work_not_barrier
__global__ void k(float *x) {
  __shared__ float s[64];
  int i = threadIdx.x;
  if (i < 50) s[i] = x[i];
  __syncthreads();
  if (i < 50) x[i] = s[49 - i];
}
=== in_a_function
__device__ void together(float *s, int t, float v) { s[t] = v; __syncthreads(); }
__global__ void k(float *x) {
  __shared__ float s[64];
  together(s, threadIdx.x, x[threadIdx.x]);
  x[threadIdx.x] = s[63 - threadIdx.x];
}
=== blocks_that_differ grid=2 args=float:128
__global__ void k(float *x) {
  if (blockIdx.x == 0) __syncthreads();
  x[blockIdx.x * 64 + threadIdx.x] = 1;
}
=== long_loop_that_ends steps=1000000
__global__ void k(float *x) {
  float v = x[threadIdx.x];
  for (int i = 0; i < 10000; i++) v = v * 0.5f + 1;
  x[threadIdx.x] = v;
}
=== divisor_tested args=int:64
__global__ void k(int *x) {
  int d = x[threadIdx.x];
  x[threadIdx.x] = d != 0 ? 100 / d : 0;
}
=== assertion_that_holds
__global__ void k(float *x) { assert(threadIdx.x < 64); x[threadIdx.x] = 0; }
=== shuffle_with_the_mask_of_a_branch
__global__ void k(float *x) {
  float v = x[threadIdx.x];
  unsigned mask = __ballot_sync(0xffffffff, threadIdx.x % 32 < 16);
  if (threadIdx.x % 32 < 16) v += __shfl_xor_sync(mask, v, 8);
  x[threadIdx.x] = v;
}
=== shuffle_of_a_partial_warp block=48 args=float:48
__global__ void k(float *x) {
  float v = x[threadIdx.x];
  v += __shfl_down_sync(0xffffffff, v, 1);
  x[threadIdx.x] = v;
}
=== long_loop_behind_an_atomic grid=2 block=64 steps=3000000 args=int:64
__global__ void k(int *x) {
  int n = 0;
  atomicAdd(&x[threadIdx.x], 1);
  for (int i = 0; i < 20000; i++) n = n * 5 + i;
  if (n == 7) atomicAdd(&x[threadIdx.x], 1);
}
