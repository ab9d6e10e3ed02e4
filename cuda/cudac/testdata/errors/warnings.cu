=== divergent_barrier
__global__ void k(float *x) {
  if (threadIdx.x < 16) {
    x[threadIdx.x] = 1;
    __syncthreads();
  }
}
//~ 4:5: warning: __syncthreads() in divergent code: whether a thread comes here depends on its index (line 2) | move the barrier out of the if, so that every thread of the block reaches it
=== divergent_barrier_in_a_function
__device__ void wait() { __syncthreads(); }
__global__ void k(float *x) {
  int t = threadIdx.x;
  while (t-- > 0) wait();
}
//~ 4:19: warning: __syncthreads() in divergent code: whether a thread comes here depends on its index (line 4) | move the barrier out of the while, so that every thread of the block reaches it
=== barrier_in_a_uniform_loop
__global__ void k(float *x, int n) {
  for (int i = 0; i < n; i++) __syncthreads();
  x[0] = 1;
}
=== read_before_barrier
__global__ void k(float *x) {
  __shared__ float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = s[63 - threadIdx.x];
}
//~ 4:21: warning: 's' is read here, and other threads may not have written it yet (line 3): no __syncthreads() stands between | put __syncthreads() between
=== own_element_needs_no_barrier
__global__ void k(float *x) {
  __shared__ float s[64];
  s[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = s[threadIdx.x];
}
=== one_thread_writes_all_read
__global__ void k(float *x) {
  __shared__ float total;
  if (threadIdx.x == 0) total = 1;
  x[threadIdx.x] = total;
}
//~ 4:20: warning: 'total' is read here, and other threads may not have written it yet (line 3): no __syncthreads() stands between | put __syncthreads() between
=== no_bounds_check
__global__ void k(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 1;
}
//~ 3:4: warning: no bounds check: the index of 'x' is not compared with 'n' | write if (… < n) around it: the last block may have more threads than there are elements
=== bounds_check_by_return
__global__ void k(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] = 1;
}
=== grid_stride_loop
__global__ void k(float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) x[i] = 1;
}
=== integer_division
__global__ void k(float *x, int n) {
  float half = n / 2;
  float third = 1 / 3 * x[0];
  float whole = 4 / 2;
  x[0] = half + third + whole;
}
//~ 2:18: warning: integer division: the fraction is dropped before the result becomes a float | make one side a float: (float)n / …
//~ 3:19: warning: integer division: the fraction is dropped before the result becomes a float | make one side a float: (float)(…) / …
=== countdown_of_unsigned
__global__ void k(float *x) {
  for (unsigned i = 4; i >= 0; i--) x[i] = 1;
}
//~ 2:26: warning: an unsigned value is compared >= 0, which is always true | use a signed type to count down
=== signed_and_unsigned
__global__ void k(float *x, int n) {
  if (n - 1 < blockDim.x) x[0] = 1;
}
//~ 2:13: warning: comparison of signed and unsigned: a negative value would count as a huge one | cast the unsigned side to int
=== unused_result
__global__ void k(float *x) {
  x[0] == 1;
  x[0] + 1;
  *x++;
}
//~ 2:8: warning: the result of the comparison is not used | write = to assign
//~ 3:8: warning: expression result unused
//~ 4:3: warning: expression result unused | write (*p)++ to change what it points to
=== unused_variable
__global__ void k(float *x) {
  int i = threadIdx.x;
  x[0] = 1;
}
//~ 2:7: warning: unused variable 'i'
=== shadowed_variable
__global__ void k(float *x) {
  int i = threadIdx.x;
  for (int i = 0; i < 4; i++) x[i] = 1;
  x[i] = 2;
}
=== assignment_as_condition
__global__ void k(float *x, int n) {
  if (n = 3) x[0] = 1;
}
//~ 2:9: warning: an assignment is used as a condition | write == to compare
=== formats
__global__ void k(float *x, int n, long long m) {
  printf("%d %f %s %d\n", x[0], n, n, m);
  printf("%d %d\n", n);
  printf("%d\n", n, n);
  printf("%lld %5.2f %c %x %p %%\n", m, x[0], n, n, x);
}
//~ 2:28: warning: format '%d' expects an integer, but the argument is a floating-point number | write %f or %g
//~ 2:33: warning: format '%f' expects a floating-point number, but the argument is of type 'int' | write %d, or cast it to float
//~ 2:36: warning: format '%s' expects a string, but the argument is of type 'int'
//~ 2:39: warning: format '%d' expects 4 bytes, but the argument is of type 'long long' | write %ld
//~ 3:3: warning: format '%d' has no argument
//~ 4:21: warning: more arguments than the format has conversions
=== no_return
__device__ int f(int a) { if (a > 0) return 1; }
__global__ void k(int *x) { x[0] = f(1); }
//~ 1:16: warning: not every path through 'f' returns a value
=== host_pointer --run
__global__ void k(int *x) { x[0] = 1; }
int main() {
  int h[4];
  int *p = (int *)malloc(16);
  k<<<1, 1>>>(h);
  k<<<1, 1>>>(p);
  free(p);
  return 0;
}
//~ 5:15: warning: host array 'h' is passed to kernel 'k' | copy it to memory of cudaMalloc with cudaMemcpy
//~ 6:15: warning: host pointer 'p' is passed to kernel 'k' | copy it to memory of cudaMalloc with cudaMemcpy
=== host_code --run
__global__ void k(int *x) { x[0] = 1; }
__device__ int g;
int main() {
  k(nullptr);
  k<<<1, 1>>>();
  g = 3;
  threadIdx.x;
  __syncthreads();
  cudaMaloc(nullptr, 3);
  return 0;
}
//~ 4:3: error: the kernel 'k' is called without a launch configuration | write k<<<grid, block>>>(…)
//~ 5:3: error: no matching call to 'k': it takes 1 argument, 0 are given | it is k(int *)
//~ 6:3: error: device variable 'g' cannot be read or written in host code | copy it with cudaMemcpyFromSymbol or cudaMemcpyToSymbol
//~ 7:3: error: use of undeclared identifier 'threadIdx' | it exists in kernels and __device__ functions only
//~ 8:3: error: '__syncthreads' can only be called from device code | call it in a kernel or a __device__ function
//~ 9:3: error: use of undeclared identifier 'cudaMaloc' | did you mean 'cudaMalloc'?
=== no_main --run
__global__ void k(int *x) { x[0] = 1; }
//~ 1:1: error: the program has no main function | write int main() { … }, or leave --run away to launch its kernels from Python
