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
=== waits_for_a_plain_flag grid=2 args=int:4 steps=20000
__global__ void k(int *flag) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 1) flag[0] = 1;
  else while (flag[0] == 0) // here
      flag[1]++;
}
