// Kernels that read what nobody has written.
=== shared_never_written
__global__ void k(float *x) {
  __shared__ float s[64];
  x[threadIdx.x] = s[threadIdx.x]; // here
}
=== shared_half_written
__global__ void k(float *x) {
  __shared__ float s[64];
  if (threadIdx.x < 32) s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[63 - threadIdx.x]; // here
}
=== shared_bins_not_cleared args=int:64
__global__ void k(int *x) {
  __shared__ int bins[8];
  atomicAdd(&bins[x[threadIdx.x] % 8], 1); // here
}
=== halo_not_loaded
__global__ void k(float *x) {
  __shared__ float s[66];
  int t = threadIdx.x;
  s[t + 1] = x[t];
  __syncthreads();
  float sum = s[t] + s[t + 1] + s[t + 2]; // here
  x[t] = sum;
}
=== local_array
__global__ void k(float *x) {
  float a[4], sum = 0;
  a[0] = x[threadIdx.x];
  for (int i = 0; i < 4; i++)
    sum += a[i]; // here
  x[threadIdx.x] = sum;
}
=== accumulator
__global__ void k(float *x) {
  float sum;
  for (int i = 0; i < 4; i++)
    sum += x[i]; // here
  x[threadIdx.x + 0] = sum;
}
=== set_in_a_branch
__global__ void k(float *x) {
  int sign;
  if (threadIdx.x % 2 == 0) sign = 1;
  x[threadIdx.x] *= sign; // here
}
=== struct_member
struct Point { float x, y; };
__global__ void k(float *x) {
  Point p;
  p.x = x[threadIdx.x];
  x[threadIdx.x] = p.x + p.y; // here
}
=== global_buffer args=float:64,float:64!raw
__global__ void k(float *x, float *y) {
  y[threadIdx.x] += x[threadIdx.x]; // here
}
=== global_buffer_half_written args=float:64!raw,float:64
__global__ void k(float *x, float *y) {
  if (threadIdx.x % 2 == 0) x[threadIdx.x] = 1;
  __syncthreads();
  y[threadIdx.x] = x[threadIdx.x]; // here
}
=== global_atomic args=int:1!raw
__global__ void k(int *count) {
  atomicAdd(count, 1); // here
}
=== halo_nobody_loads block=16 args=float:16
__global__ void k(float *x) {
  __shared__ float s[18];
  int t = threadIdx.x;
  s[t + 1] = x[t];
  if (t == 0) s[0] = 0;
  __syncthreads();
  x[t] = s[t] + s[t + 2]; // here
}
=== last_tile_not_full block=32 args=float:48,float:48,20
__global__ void k(const float *x, float *y, int n) {
  __shared__ float s[32];
  if (threadIdx.x < n) s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 32; i++) sum += s[i]; // here
  y[threadIdx.x] = sum;
}
=== sums_that_begin_with_nothing args=float:64
__global__ void k(float *x) {
  float sum[2];
  for (int i = 0; i < 4; i++) sum[i % 2] += x[threadIdx.x]; // here
  x[threadIdx.x] = sum[0] + sum[1];
}
=== shuffle_from_who_set_nothing block=32 args=int:32
__global__ void k(int *x) {
  int v;
  if (threadIdx.x > 0) v = x[threadIdx.x];
  x[threadIdx.x] = __shfl_sync(0xffffffff, v, 0); // here
}
=== reads_what_a_later_block_writes grid=2 args=int:2!raw,int:4
__global__ void k(int *p, int *q) {
  if (threadIdx.x == 0 && blockIdx.x == 1) p[0] = 1;
  if (threadIdx.x == 0 && blockIdx.x == 0 && q[1]) q[0] = q[0] + 1;
  if (threadIdx.x == 0 && blockIdx.x == 0) q[2] = p[0]; // here
}
