// Kernels that look as if something were wrong with them.
=== tile_loop block=8,8 grid=2,2 args=float:256,float:256,float:256,16
__global__ void k(const float *a, const float *b, float *c, int n) {
  __shared__ float ta[8][8], tb[8][8];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
  float sum = 0;
  for (int t = 0; t < n; t += 8) {
    ta[y][x] = a[row * n + t + x];
    tb[y][x] = b[(t + y) * n + col];
    __syncthreads();
    for (int i = 0; i < 8; i++) sum += ta[y][i] * tb[i][x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
=== warp_reduction_in_step block=32
__global__ void k(float *x) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncwarp();
  for (int n = 16; n > 0; n /= 2) {
    float v = t < n ? s[t + n] : 0;
    __syncwarp();
    s[t] += v;
    __syncwarp();
  }
  x[t] = s[0];
}
=== volatile_warp block=64
__global__ void k(float *x) {
  __shared__ float data[64];
  volatile float *s = data;
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1];
  }
  if (t == 0) x[0] = s[0];
}
=== halo_of_both_sides block=16 grid=4 args=float:64,float:64,64
__global__ void k(const float *x, float *y, int n) {
  __shared__ float s[18];
  int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
  s[t] = i < n ? x[i] : 0;
  if (threadIdx.x == 0) s[0] = i > 0 ? x[i - 1] : 0;
  if (threadIdx.x == blockDim.x - 1) s[t + 1] = i + 1 < n ? x[i + 1] : 0;
  __syncthreads();
  if (i < n) y[i] = s[t - 1] + s[t] + s[t + 1];
}
=== counter_set_by_one_thread
__global__ void k(int *x) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (x[threadIdx.x] % 3 == 0) atomicAdd(&count, 1);
  __syncthreads();
  x[threadIdx.x] = count;
}
=== last_block_sums grid=4 block=32 args=float:128,float:4,int:1
__global__ void k(const float *x, volatile float *part, int *done) {
  __shared__ float s[32];
  __shared__ bool last;
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 32 + t];
  for (int n = 16; n > 0; n /= 2) {
    __syncthreads();
    if (t < n) s[t] += s[t + n];
  }
  if (t == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    float sum = 0;
    for (int i = 0; i < 4; i++) sum += part[i];
    part[0] = sum;
  }
}
=== barrier_in_a_loop_of_the_block grid=3 args=int:64
__global__ void k(int *x) {
  __shared__ int s[64];
  int n = blockIdx.x + 2;
  for (int i = 0; i < n; i++) {
    s[threadIdx.x] = i;
    __syncthreads();
    if (blockIdx.x == 0) x[threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
  }
}
=== until_all_agree args=int:64
__global__ void k(int *x) {
  int v = x[threadIdx.x];
  while (__syncthreads_or(v > 0)) v /= 2;
  x[threadIdx.x] = v;
}
=== ends_early_without_a_barrier grid=2 args=float:100,100
__global__ void k(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] *= 2;
}
=== struct_in_shared
struct Pair { float value; int index; };
__global__ void k(float *x) {
  __shared__ Pair s[64];
  int t = threadIdx.x;
  s[t].value = x[t];
  s[t].index = t;
  __syncthreads();
  for (int n = 32; n > 0; n /= 2) {
    if (t < n && s[t + n].value > s[t].value) s[t] = s[t + n];
    __syncthreads();
  }
  if (t == 0) x[0] = s[0].index;
}
=== bits_of_a_float
union Bits { float f; unsigned u; };
__global__ void k(float *x) {
  Bits b;
  b.f = x[threadIdx.x];
  b.u ^= 0x80000000u;
  x[threadIdx.x] = b.f;
}
=== ping_pong_in_global block=64 args=int:64,int:64
__global__ void k(int *a, int *b) {
  int t = threadIdx.x;
  for (int n = 1; n < 64; n *= 2) {
    b[t] = t >= n ? a[t] + a[t - n] : a[t];
    __syncthreads();
    int *c = a;
    a = b;
    b = c;
  }
}
=== leader_allocates_for_its_warp grid=2 args=int:128,int:1
__global__ void k(int *out, int *next) {
  int lane = threadIdx.x % 32, start;
  if (lane == 0) start = atomicAdd(next, 32);
  start = __shfl_sync(0xffffffff, start, 0);
  out[start + lane] = lane;
}
=== half_a_warp_shuffles block=32 args=int:32
__global__ void k(int *x) {
  int t = threadIdx.x;
  if (t < 16) x[t] = __shfl_down_sync(0xffff, x[t], 1, 16);
}
=== shared_array_of_the_launch shared=512 args=float:64
__global__ void k(float *x) {
  extern __shared__ char raw[];
  float *f = (float *)raw;
  int *n = (int *)(f + 64);
  f[threadIdx.x] = x[threadIdx.x];
  n[threadIdx.x] = threadIdx.x;
  __syncthreads();
  x[threadIdx.x] = f[63 - n[threadIdx.x]];
}
=== compare_and_swap_of_a_double grid=2 args=double:1,double:128
__device__ void add(double *to, double v) {
  unsigned long long *p = (unsigned long long *)to, old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, __double_as_longlong(v + __longlong_as_double(seen)));
  } while (old != seen);
}
__global__ void k(double *sum, const double *x) { add(sum, x[blockIdx.x * blockDim.x + threadIdx.x]); }
=== all_write_the_same grid=2 args=int:1,float:128
__global__ void k(int *found, const float *x) {
  if (x[blockIdx.x * blockDim.x + threadIdx.x] > 3) *found = 1;
}
=== odd_even_sort block=32 args=int:64
__global__ void k(int *x) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = x[63 - t];
  s[t + 32] = x[31 - t];
  for (int phase = 0; phase < 64; phase++) {
    __syncthreads();
    int i = 2 * t + phase % 2;
    if (i + 1 < 64 && s[i] > s[i + 1]) {
      int v = s[i];
      s[i] = s[i + 1];
      s[i + 1] = v;
    }
  }
  __syncthreads();
  x[t] = s[t];
  x[t + 32] = s[t + 32];
}
=== neighbours_through_registers block=32
__global__ void k(float *x) {
  float v = x[threadIdx.x];
  float left = __shfl_up_sync(0xffffffff, v, 1);
  x[threadIdx.x] = threadIdx.x > 0 ? v - left : v;
}
=== local_table args=int:64
__global__ void k(int *x) {
  int count[8] = {};
  for (int i = 0; i < 16; i++) count[(x[threadIdx.x] + i) % 8]++;
  int sum = 0;
  for (int n : count) sum += n;
  x[threadIdx.x] = sum;
}
