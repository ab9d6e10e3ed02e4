// Kernels whose threads touch the same memory without waiting for each other.
=== reverse
__global__ void k(float *x) {
  __shared__ float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = s[63 - threadIdx.x]; // here
}
=== reduction_without_barrier
__global__ void k(float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int n = 32; n > 0; n /= 2)
    if (t < n) s[t] += s[t + n]; // here
  if (t == 0) x[0] = s[0];
}
=== shared_counter
__global__ void k(int *x) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  count++; // here
  __syncthreads();
  x[threadIdx.x] = count;
}
=== global_counter grid=2 args=float:1,float:128
__global__ void k(float *sum, const float *x) {
  *sum += x[blockIdx.x * blockDim.x + threadIdx.x]; // here
}
=== global_sum_by_blocks grid=4 block=1 args=float:1,float:4
__global__ void k(float *sum, const float *x) {
  sum[0] += x[blockIdx.x]; // here
}
=== shift_in_place block=33 args=float:34
__global__ void k(float *x) {
  int i = threadIdx.x;
  x[i] = x[i + 1]; // here
}
=== stencil_in_place grid=2 args=float:130
__global__ void k(float *x) {
  int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  float sum = x[i - 1] + x[i] + x[i + 1]; // here
  __syncthreads();
  x[i] = sum;
}
=== histogram_without_atomics args=int:64,int:8
__global__ void k(const int *x, int *bins) {
  bins[x[threadIdx.x] % 8]++; // here
}
=== tile_overwritten_too_early args=float:256,float:64
__global__ void k(const float *x, float *y) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 4; i++) {
    s[t] = x[i * 64 + t];
    __syncthreads();
    sum += s[(t + 32) % 64]; // here
  }
  y[t] = sum;
}
=== lanes_without_syncwarp block=32 args=float:32
__global__ void k(float *x) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = x[t];
  x[t] = s[t ^ 1]; // here
}
=== scan_in_place
__global__ void k(float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    if (t >= d) s[t] += s[t - d]; // here
    __syncthreads();
  }
  x[t] = s[t];
}
=== broadcast_without_barrier
__global__ void k(float *x) {
  __shared__ float scale;
  if (threadIdx.x == 0) scale = x[0];
  x[threadIdx.x] *= scale; // here
}
=== counter_read_too_early args=int:64
__global__ void k(int *x) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  x[threadIdx.x] = count; // here
}
=== two_values
__global__ void k(float *x) {
  __shared__ int who;
  who = threadIdx.x; // here
  __syncthreads();
  x[threadIdx.x] = who;
}
=== everybody_writes grid=2 args=float:64
__global__ void k(float *x) {
  x[threadIdx.x] = blockIdx.x; // here
}
=== byte_flags args=uchar:64
__global__ void k(unsigned char *x) {
  __shared__ unsigned char seen[64];
  seen[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = seen[63 - threadIdx.x]; // here
}
=== transpose_in_place block=8,8 args=float:64
__global__ void k(float *x) {
  int i = threadIdx.y * 8 + threadIdx.x, j = threadIdx.x * 8 + threadIdx.y;
  float v = x[j];
  x[i] = v; // here
}
=== last_block_without_fence grid=4 args=float:4,int:1,float:1,float:256
__device__ bool isLast;
__global__ void k(float *partial, int *count, float *out, const float *x) {
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = x[blockIdx.x];
    if (atomicAdd(count, 1) == gridDim.x - 1) {
      float sum = 0;
      for (int i = 0; i < gridDim.x; i++)
        sum += partial[i]; // here
      *out = sum;
    }
  }
}
=== device_variable grid=2
__device__ int ticket;
__global__ void k(float *x) {
  if (threadIdx.x == 0) ticket = ticket + 1; // here
}
=== swapped_pairs_across_blocks grid=2 block=32 args=float:64
__global__ void k(float *x) {
  int i = blockIdx.x * 32 + threadIdx.x;
  float v = x[63 - i]; // here
  x[i] = v;
}
=== tile_loop_without_second_barrier block=8,8 args=float:256,float:256,float:256,16 grid=2,2
__global__ void k(const float *a, const float *b, float *c, int n) {
  __shared__ float ta[8][8], tb[8][8];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
  float sum = 0;
  for (int t = 0; t < n; t += 8) {
    ta[y][x] = a[row * n + t + x]; // here
    tb[y][x] = b[(t + y) * n + col];
    __syncthreads();
    for (int i = 0; i < 8; i++) sum += ta[y][i] * tb[i][x];
  }
  c[row * n + col] = sum;
}
=== warp_reduction_without_syncwarp block=32
__global__ void k(float *x) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncwarp();
  for (int n = 16; n > 0; n /= 2) s[t] += s[(t + n) & 31]; // here
  x[t] = s[0];
}
=== neighbour_of_another_block grid=4 block=16
__global__ void k(float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float left = i > 0 ? x[i - 1] : 0; // here
  __syncthreads();
  x[i] = left + 1;
}
=== reset_beside_an_atomic
__global__ void k(int *x) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  atomicAdd(&count, 1); // here
  __syncthreads();
  x[threadIdx.x] = count;
}
=== atomic_then_plain_store grid=2 args=int:1
__global__ void k(int *sum) {
  atomicAdd(sum, 1);
  if (threadIdx.x == 5) *sum = 0; // here
}
=== double_buffer_read_too_early
__global__ void k(float *x) {
  __shared__ float s[2][64];
  int t = threadIdx.x, now = 0;
  s[0][t] = x[t];
  __syncthreads();
  for (int i = 1; i < 64; i *= 2) {
    s[1 - now][t] = t >= i ? s[now][t] + s[now][t - i] : s[now][t]; // here
    now = 1 - now;
  }
  x[t] = s[now][t];
}
=== scan_in_place
__global__ void k(float *x) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  for (int i = 1; i < 64; i *= 2) {
    __syncthreads();
    if (t >= i) s[t] += s[t - i]; // here
  }
  x[t] = s[t];
}
=== last_block_without_a_fence grid=4 block=1 args=float:4,int:1
__global__ void k(volatile float *part, int *done) {
  *(float *)&part[blockIdx.x] = blockIdx.x;
  if (atomicAdd(done, 1) == 3) {
    float sum = 0;
    for (int i = 0; i < 4; i++) sum += ((float *)part)[i]; // here
    *(float *)part = sum;
  }
}
=== transpose_in_place block=8,8
__global__ void k(float *x) {
  float v = x[threadIdx.y * 8 + threadIdx.x];
  x[threadIdx.x * 8 + threadIdx.y] = v; // here
}
=== maximum_by_comparison grid=2 args=float:1,float:128
__global__ void k(float *most, const float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (*most < x[i] + i) *most = x[i] + i; // here
}
=== sum_that_begins_in_the_kernel grid=2 args=int:1
__global__ void k(int *sum) {
  if (threadIdx.x == 0 && blockIdx.x == 0) *sum = 0;
  __syncthreads();
  atomicAdd(sum, 1); // here
}
=== printed_while_others_write grid=4 args=int:64
__global__ void k(int *p) {
  if (threadIdx.x == 0) {
    p[1 + blockIdx.x] = p[blockIdx.x] + 1; // here
    printf("block %d sees %d\n", blockIdx.x, p[0]);
  }
}

=== look_behind_the_atomic args=int:64
__global__ void look_behind_the_atomic(int *x) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (count < 100) atomicAdd(&count, 1);
  if (count > 5) x[threadIdx.x] = 1; // here
}

=== condition_of_another_element args=int:64
__global__ void condition_of_another_element(int *x) {
  __shared__ int count[2];
  if (threadIdx.x < 2) count[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&count[0], 1);
  if (count[0] < 100) atomicAdd(&count[1], 1); // here
  x[threadIdx.x] = 1;
}
