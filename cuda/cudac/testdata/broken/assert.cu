// Assertions that do not hold.
=== thread_number
__global__ void k(float *x) {
  assert(threadIdx.x < 40); // here
}
=== in_a_function
__device__ float root(float v) {
  assert(v >= 0); // here
  return sqrtf(v);
}
__global__ void k(float *x) {
  x[threadIdx.x] = root(x[threadIdx.x] - 5);
}
