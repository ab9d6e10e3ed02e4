// Kernels whose threads wait for each other where they must.
=== reverse
__global__ void k(float *x) {
  __shared__ float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[63 - threadIdx.x];
}
=== reduction
__global__ void k(float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int n = 32; n > 0; n /= 2) {
    if (t < n) s[t] += s[t + n];
    __syncthreads();
  }
  if (t == 0) x[0] = s[0];
}
=== last_warp_with_syncwarp
__global__ void k(float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    __syncwarp();
    for (int n = 16; n > 0; n /= 2) {
      float v = s[t] + s[t + n];
      __syncwarp();
      s[t] = v;
      __syncwarp();
    }
  }
  if (t == 0) x[0] = s[0];
}
=== last_warp_volatile
__device__ void finish(volatile float *s, int t) {
  s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1];
}
__global__ void k(float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  if (t < 32) finish(s, t);
  if (t == 0) x[0] = s[0];
}
=== shuffles args=float:64,float:2
__global__ void k(const float *x, float *sums) {
  float v = x[threadIdx.x];
  for (int n = 16; n > 0; n /= 2) v += __shfl_down_sync(0xffffffff, v, n);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
}
=== atomic_counter grid=4 args=float:1,float:256
__global__ void k(float *sum, const float *x) {
  atomicAdd(sum, x[blockIdx.x * blockDim.x + threadIdx.x]);
}
=== shared_then_global_atomics grid=4 args=int:256,int:8
__global__ void k(const int *x, int *bins) {
  __shared__ int local[8];
  if (threadIdx.x < 8) local[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&local[x[blockIdx.x * blockDim.x + threadIdx.x] % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
=== double_buffered_scan
__global__ void k(float *x) {
  __shared__ float s[2][64];
  int t = threadIdx.x, in = 0;
  s[0][t] = x[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    s[1 - in][t] = t >= d ? s[in][t] + s[in][t - d] : s[in][t];
    in = 1 - in;
    __syncthreads();
  }
  x[t] = s[in][t];
}
=== tiles args=float:256,float:64
__global__ void k(const float *x, float *y) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 4; i++) {
    s[t] = x[i * 64 + t];
    __syncthreads();
    sum += s[(t + 32) % 64];
    __syncthreads();
  }
  y[t] = sum;
}
=== agreed_value
__global__ void k(float *x) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (x[threadIdx.x] > 10) found = 1;
  __syncthreads();
  x[threadIdx.x] = found;
}
=== agreed_flag_of_all_blocks grid=4 args=int:1,float:256
__global__ void k(int *changed, const float *x) {
  if (x[blockIdx.x * blockDim.x + threadIdx.x] > 3) *changed = 1;
}
=== last_block_with_fence grid=4 args=float:4,int:1,float:1,float:256
__device__ bool unused;
__global__ void k(float *partial, int *count, float *out, const float *x) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = x[blockIdx.x];
    __threadfence();
    last = atomicAdd(count, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += partial[i];
    *out = sum;
  }
}
=== own_elements_in_place grid=4 args=float:256
__global__ void k(float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = x[i] * 2 + 1;
  x[i] -= 1;
}
=== own_rows grid=2 block=4 args=float:64
__global__ void k(float *x) {
  float *row = x + (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  for (int i = 1; i < 8; i++) row[i] += row[i - 1];
}
=== global_scratch_with_barrier args=float:64,float:64
__global__ void k(float *x, float *y) {
  x[threadIdx.x] = threadIdx.x;
  __syncthreads();
  y[threadIdx.x] = x[63 - threadIdx.x];
}
=== neighbours_to_another_buffer grid=2 args=float:130,float:130
__global__ void k(float *x, float *y) {
  int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i - 1] + x[i] + x[i + 1];
}
=== lock_by_one_thread grid=4 args=int:1,int:1
__device__ int lock;
__global__ void k(int *count, int *unused) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {}
    __threadfence();
    count[0] += 1;
    __threadfence();
    atomicExch(&lock, 0);
  }
}
=== warp_waits_for_a_flag steps=10000000
__global__ void k(float *x) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (ready == 0) {}
    x[0] = 7;
  } else if (threadIdx.x == 32) {
    ready = 1;
  }
}
=== byte_flags args=uchar:64
__global__ void k(unsigned char *x) {
  __shared__ unsigned char seen[64];
  seen[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = seen[63 - threadIdx.x];
}
=== members_of_one_struct block=2 args=float:4
__global__ void k(float *x) {
  float2 *p = (float2 *)x;
  if (threadIdx.x == 0) p[0].x = 1;
  else p[0].y = 2;
}
=== tickets grid=4 args=int:1,float:4
__global__ void k(int *next, float *out) {
  if (threadIdx.x == 0) out[atomicAdd(next, 1)] = blockIdx.x;
}
=== own_words_read_twice block=32 args=float:32
__global__ void k(float *x) {
  __shared__ float s[64];
  int a = 2 * threadIdx.x, b = a + 1;
  s[a] = 1;
  s[b] = x[threadIdx.x];
  float left = s[a];
  s[a] = s[b];
  s[b] += left;
  x[threadIdx.x] = s[b];
}
=== compare_and_swap_loop grid=2 args=float:1,float:128
__device__ float atomicLargest(float *to, float v) {
  int *p = (int *)to, old = *p, assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __float_as_int(fmaxf(v, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}
__global__ void k(float *out, const float *x) {
  atomicLargest(out, x[blockIdx.x * blockDim.x + threadIdx.x]);
}
=== lock_that_lanes_may_take grid=2 args=int:1
__device__ int lock;
__global__ void k(int *count) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      count[0] += 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}
=== look_before_the_atomic grid=2 args=int:1,int:128
__global__ void k(int *largest, const int *x) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > 1000) atomicMax(largest, v);
  else if (threadIdx.x == 0) atomicMax(largest, v);
}

=== look_in_the_condition_of_a_loop args=int:64
__global__ void look_in_the_condition_of_a_loop(int *x) {
  __shared__ int taken;
  if (threadIdx.x == 0) taken = 0;
  __syncthreads();
  while (taken < 100) x[threadIdx.x] = atomicAdd(&taken, 1);
}

=== look_in_a_method_before_the_atomic grid=2 args=int:192
struct Stack {
  int top;
  __device__ bool pop(int &v) {
    if (top >= 0) {
      int i = atomicSub(&this->top, 1);
      if (i >= 0) { v = i; return true; }
    }
    return false;
  }
};
__device__ Stack stack = {1000};
__global__ void look_in_a_method_before_the_atomic(int *x) {
  int v = -1;
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  if (stack.pop(v)) x[blockIdx.x * 96 + t] = v;
}
