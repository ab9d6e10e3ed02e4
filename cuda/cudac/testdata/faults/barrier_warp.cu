__global__ void k(float *x, int n) {
  if (threadIdx.x < 32) {
    __syncthreads(); // here
  }
  x[threadIdx.x] = 1;
}
