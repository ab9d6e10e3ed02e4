// Kernels that reach only what is theirs.
=== last_element
__global__ void k(float *x) {
  if (threadIdx.x + 1 < 64) x[threadIdx.x + 1] = 1;
}
=== guarded grid=2 args=float:100,float:100,100
__global__ void k(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
=== early_return grid=2 args=float:100,float:100,100
__global__ void k(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = 2 * x[i];
}
=== rows_and_columns grid=2,2 block=8,8 args=float:130,13,10
__global__ void k(float *x, int width, int height) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < width && row < height) x[row * width + col] *= 2;
}
=== grid_stride grid=3 args=float:1000,1000
__global__ void k(float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] += 1;
}
=== float4 block=16
__global__ void k(float *x) {
  float4 *p = (float4 *)x;
  float4 v = p[threadIdx.x];
  v.x += v.y + v.z + v.w;
  p[threadIdx.x] = v;
}
=== dynamic_shared shared=256
__global__ void k(float *x) {
  extern __shared__ float s[];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = s[63 - threadIdx.x];
}
=== two_dynamic_arrays shared=512
__global__ void k(float *x) {
  extern __shared__ float s[];
  float *a = s, *b = s + 64;
  a[threadIdx.x] = x[threadIdx.x];
  b[threadIdx.x] = 2;
  __syncthreads();
  x[threadIdx.x] = a[63 - threadIdx.x] * b[threadIdx.x ^ 5];
}
=== edges_clamped args=float:64,float:64,64
__global__ void k(const float *x, float *y, int n) {
  int i = threadIdx.x, left = max(i - 1, 0), right = min(i + 1, n - 1);
  y[i] = x[left] + x[i] + x[right];
}
=== condition_before_access args=float:64,float:64
__global__ void k(const float *x, float *y) {
  int i = threadIdx.x;
  y[i] = (i > 0 ? x[i - 1] : 0) + (i < 63 ? x[i + 1] : 0);
}
=== short_circuit args=float:64
__global__ void k(float *x) {
  int i = threadIdx.x;
  if (i + 1 < 64 && x[i + 1] < 0) x[i + 1] = 0;
}
=== pointer_walks
__global__ void k(float *x) {
  const float *p = x, *end = x + 64;
  float sum = 0;
  while (p != end) sum += *p++;
  if (sum < 0) x[threadIdx.x] = sum;
}
=== one_past_end_is_not_read
__global__ void k(float *x) {
  float *end = x + 64;
  *(end - 1 - threadIdx.x) = 1;
}
=== struct_array args=float:128
struct Point { float x, y; };
__global__ void k(float *x) {
  Point *p = (Point *)x;
  p[threadIdx.x].y = p[threadIdx.x].x;
}
=== doubles args=double:64
__global__ void k(double *x) { x[threadIdx.x] = sqrt(x[threadIdx.x]); }
=== bytes args=uchar:64
__global__ void k(unsigned char *x) { x[threadIdx.x] = 255 - x[threadIdx.x]; }
=== constant_weights args=float:64,float:62 block=62
__constant__ float weights[3] = {0.25f, 0.5f, 0.25f};
__global__ void k(const float *x, float *y) {
  float sum = 0;
  for (int j = 0; j < 3; j++) sum += weights[j] * x[threadIdx.x + j];
  y[threadIdx.x] = sum;
}
=== null_is_tested
__global__ void k(float *x) {
  float *p = threadIdx.x < 8 ? x : nullptr;
  if (p) p[threadIdx.x] = 1;
}
=== partial_warp block=40
__global__ void k(float *x) { x[threadIdx.x] += x[threadIdx.x]; }
=== copy_bytes_one_by_one args=float:64,float:64
__global__ void k(const float *x, float *y) {
  const char *from = (const char *)(x + threadIdx.x);
  char *to = (char *)(y + threadIdx.x);
  for (int i = 0; i < 4; i++) to[i] = from[i];
}
