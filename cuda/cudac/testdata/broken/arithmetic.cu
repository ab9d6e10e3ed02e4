// Integer division by zero.
=== divide args=int:64,0
__global__ void k(int *x, int n) {
  x[threadIdx.x] = 10 / n; // here
}
=== remainder_of_one_thread args=int:64
__global__ void k(int *x) {
  x[threadIdx.x] = 10 % (int)(threadIdx.x - 40); // here
}
