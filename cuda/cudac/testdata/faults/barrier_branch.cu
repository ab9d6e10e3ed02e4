__global__ void k(float *x, int n) {
  if (threadIdx.x < 7)
    __syncthreads(); // here
  x[0] = 1;
}
