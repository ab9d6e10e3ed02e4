// Kernels that write before they read.
=== local_array
__global__ void k(float *x) {
  float a[4], sum = 0;
  for (int i = 0; i < 4; i++) a[i] = x[threadIdx.x] * i;
  for (int i = 0; i < 4; i++) sum += a[i];
  x[threadIdx.x] = sum;
}
=== list_fills_the_rest
__global__ void k(float *x) {
  float a[8] = {1, 2};
  x[threadIdx.x] = a[threadIdx.x % 8];
}
=== set_in_both_branches
__global__ void k(float *x) {
  int sign;
  if (threadIdx.x % 2 == 0) sign = 1;
  else sign = -1;
  x[threadIdx.x] *= sign;
}
=== declared_first
__global__ void k(float *x) {
  float a, b;
  int i;
  for (i = 0; i < 3; i++) { a = x[threadIdx.x]; b = a + i; }
  x[threadIdx.x] = a + b;
}
=== struct_copied
struct Point { float x, y; };
__device__ Point mirrored(Point p) { Point q; q.x = p.y; q.y = p.x; return q; }
__global__ void k(float *x) {
  Point p;
  p.x = x[threadIdx.x]; p.y = 1;
  Point q = mirrored(p);
  x[threadIdx.x] = q.x * q.y;
}
=== shared_cleared args=int:64
__global__ void k(int *x) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[x[threadIdx.x] % 8], 1);
  __syncthreads();
  x[threadIdx.x] = bins[threadIdx.x % 8];
}
=== global_written_first args=float:64!raw,float:64
__global__ void k(float *x, float *y) {
  x[threadIdx.x] = 3;
  y[threadIdx.x] = x[threadIdx.x];
}
=== set_through_a_pointer
__device__ void both(float v, float *a, float *b) { *a = v; *b = 2 * v; }
__global__ void k(float *x) {
  float a, b;
  both(x[threadIdx.x], &a, &b);
  x[threadIdx.x] = a + b;
}
=== set_through_a_reference
__device__ void half(float v, float &out) { out = v / 2; }
__global__ void k(float *x) {
  float h;
  half(x[threadIdx.x], h);
  x[threadIdx.x] = h;
}
=== chars_make_words
__global__ void k(float *x) {
  __shared__ int s[64];
  char *c = (char *)&s[threadIdx.x];
  for (int i = 0; i < 4; i++) c[i] = i;
  x[threadIdx.x] = s[threadIdx.x];
}
