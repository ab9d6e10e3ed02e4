// Kernels that reach memory that is not theirs. A chunk begins with its name and how it is
// launched; the line that must be reported bears the word here.
=== past_end
__global__ void k(float *x) {
  x[threadIdx.x + 1] = 1; // here
}
=== negative
__global__ void k(float *x) {
  float left = x[(int)threadIdx.x - 1]; // here
  x[threadIdx.x] = left;
}
=== unsigned_underflow args=float:64,float:64
__global__ void k(const float *x, float *y) {
  unsigned i = threadIdx.x;
  y[i] = x[i - 1]; // here
}
=== local_array
__global__ void k(float *x) {
  float a[4];
  for (int i = 0; i <= 4; i++)
    a[i] = i; // here
  x[threadIdx.x] = a[0];
}
=== local_array_negative
__global__ void k(float *x) {
  float a[4] = {1, 2, 3, 4};
  x[threadIdx.x] = a[3 - (int)threadIdx.x]; // here
}
=== missing_guard grid=2 args=float:100,float:100,100
__global__ void k(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2 * x[i]; // here
}
=== guard_off_by_one grid=2 args=float:100,float:100,100
__global__ void k(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    y[i] = 2 * x[i]; // here
}
=== guard_of_other_dimension grid=1 block=16,8 args=float:80,10,8
__global__ void k(float *x, int width, int height) {
  int col = threadIdx.x, row = threadIdx.y;
  if (col < 16 && row < height)
    x[row * width + col + 16] = 0; // here
}
=== loop_to_n_inclusive args=float:64,64
__global__ void k(float *x, int n) {
  for (int i = threadIdx.x; i <= n; i += blockDim.x)
    x[i] += 1; // here
}
=== null_pointer
__global__ void k(float *x) {
  float *p = nullptr;
  *p = x[0]; // here
}
=== wild_pointer
__global__ void k(float *x) {
  float *p = (float *)0x1234;
  x[threadIdx.x] = p[threadIdx.x]; // here
}
=== misaligned_int
__global__ void k(float *x) {
  int *p = (int *)((char *)x + 1);
  p[threadIdx.x % 8] = 3; // here
}
=== misaligned_float4 block=8
__global__ void k(float *x) {
  float4 *p = (float4 *)(x + 1);
  float4 v = p[threadIdx.x]; // here
  x[threadIdx.x] = v.x;
}
=== shared_past_end
__global__ void k(float *x) {
  __shared__ float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x + 1]; // here
}
=== shared_row_past_end block=16,16 args=float:256
__global__ void k(float *x) {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x + 1] = x[threadIdx.y * 16 + threadIdx.x]; // here
}
=== dynamic_shared_too_small shared=128
__global__ void k(float *x) {
  extern __shared__ float s[];
  s[threadIdx.x] = x[threadIdx.x]; // here
}
=== dynamic_shared_forgotten
__global__ void k(float *x) {
  extern __shared__ float s[];
  s[threadIdx.x] = x[threadIdx.x]; // here
}
=== transposed_index block=16,8 args=float:96,float:96,12,8
__global__ void k(const float *x, float *y, int width, int height) {
  int col = threadIdx.x, row = threadIdx.y;
  if (col < width && row < height)
    y[col * width + row] = x[row * width + col]; // here
}
=== index_overflows
__global__ void k(float *x) {
  int i = (threadIdx.x + 1) * 1000003 * 100000;
  x[i] = 1; // here
}
=== constant_array
__constant__ float weights[3] = {0.25f, 0.5f, 0.25f};
__global__ void k(float *x) {
  float sum = 0;
  for (int j = 0; j <= 3; j++)
    sum += weights[j]; // here
  x[threadIdx.x] = sum;
}
=== device_array
__device__ int counts[8];
__global__ void k(float *x) {
  atomicAdd(&counts[threadIdx.x / 4], 1); // here
}
=== stencil_edge grid=1 args=float:64,float:64,64
__global__ void k(const float *x, float *y, int n) {
  int i = threadIdx.x;
  if (i < n - 1)
    y[i] = x[i - 1] + x[i] + x[i + 1]; // here
}
=== histogram_value_too_large args=int:64,int:32
__global__ void k(const int *x, int *bins) {
  atomicAdd(&bins[x[threadIdx.x]], 1); // here
}
=== pointer_walks_past_end
__global__ void k(float *x) {
  float *p = x + threadIdx.x, sum = 0;
  for (int i = 0; i < 3; i++)
    sum += *p++; // here
  if (sum == 0) x[threadIdx.x] = 1;
}
=== freed args=float:64!freed
__global__ void k(float *x) {
  x[threadIdx.x] = 1; // here
}
=== struct_past_end args=float:32
struct Point { float x, y; };
__global__ void k(float *x) {
  Point *p = (Point *)x;
  p[threadIdx.x].y = 1; // here
}
=== shared_atomic_past_end
__global__ void k(float *x) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(bins + threadIdx.x, 1); // here
}
=== inlined_function
__device__ float at(const float *x, int row, int col) {
  return x[row * 16 + col]; // here
}
__global__ void k(float *x) {
  x[threadIdx.x] = at(x, threadIdx.x / 8, threadIdx.x % 8);
}
=== shuffle_of_absent_lane
__global__ void k(float *x) {
  float v = x[threadIdx.x];
  v += __shfl_down_sync(0xffff, v, 8); // here
  x[threadIdx.x] = v;
}
=== grid_too_large_in_y grid=2,2 block=8,8 args=float:192,16,12
__global__ void k(float *x, int width, int height) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < width)
    x[row * width + col] *= 2; // here
}
=== double_as_float args=double:32,float:64
__global__ void k(const double *x, float *y) {
  y[threadIdx.x] = (float)x[threadIdx.x]; // here
}
=== into_the_next_shared_array
__global__ void k(int *x) {
  __shared__ int a[32], b[64];
  b[threadIdx.x] = 0;
  a[threadIdx.x] = 1; // here
  x[threadIdx.x] = b[threadIdx.x];
}
=== index_beyond_31_bits args=float:64
__global__ void k(float *x) {
  int i = (threadIdx.x + 1) * 1000000000;
  if (threadIdx.x == 2) x[i] = 1; // here
}
=== one_before_the_first args=float:64
__global__ void k(float *x) {
  int i = threadIdx.x;
  x[i] = x[i - 1]; // here
}
=== unsigned_below_zero args=float:64,float:64
__global__ void k(const float *x, float *y) {
  y[threadIdx.x] = x[threadIdx.x - 1]; // here
}
=== float4_from_an_odd_place block=4 args=float:64
__global__ void k(float *x) {
  float4 *p = reinterpret_cast<float4 *>(x + 1);
  p[threadIdx.x] = make_float4(1, 2, 3, 4); // here
}
=== halo_past_the_end block=16 grid=4 args=float:64,float:64
__global__ void k(const float *x, float *y) {
  __shared__ float s[18];
  int i = blockIdx.x * 16 + threadIdx.x;
  s[threadIdx.x + 1] = x[i];
  if (threadIdx.x == 0 && i > 0) s[0] = x[i - 1];
  if (threadIdx.x == 15) s[17] = x[i + 1]; // here
  __syncthreads();
  y[i] = s[threadIdx.x + 2];
}
=== width_for_height block=8,4 args=float:32
__global__ void k(float *x) {
  int height = 8, width = 4;
  x[threadIdx.x * height + threadIdx.y] = width; // here
}
=== row_pointer_of_a_local_array args=int:64
__global__ void k(int *x) {
  int a[4][4];
  for (int i = 0; i < 16; i++) a[i / 4][i % 4] = i;
  int r = threadIdx.x % 5;
  x[threadIdx.x] = a[r][0]; // here
}
=== index_that_another_block_moves grid=3 args=int:64
__global__ void k(int *p) {
  if (threadIdx.x == 0) {
    int i = p[0];
    p[i + blockIdx.x * 1000] = 1; // here
    p[0] = i + 1;
  }
}
=== matrix_between_lines
#include <mma.h>
__global__ void k(float *x) {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> f;
  nvcuda::wmma::load_matrix_sync(f, x + 1, 16, nvcuda::wmma::mem_row_major); // here
}
=== matrix_rows_apart
#include <mma.h>
__global__ void k(float *x) {
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> f;
  nvcuda::wmma::load_matrix_sync(f, x, 15, nvcuda::wmma::mem_row_major); // here
}
