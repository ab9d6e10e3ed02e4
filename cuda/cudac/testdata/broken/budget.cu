// Kernels that do not end.
=== forever
__global__ void k(float *x) {
  while (true) { // here
  }
}
=== wrong_way
__global__ void k(float *x) {
  for (int i = 0; i < 10; i -= 0) // here
    x[threadIdx.x] += 1;
}
=== unsigned_never_negative
__global__ void k(float *x) {
  for (unsigned i = 3; i >= 0; i--) // here
    x[threadIdx.x] += 1;
}
=== plain_flag args=int:1
__global__ void k(int *flag) {
  while (*flag != 5) { // here
  }
}
