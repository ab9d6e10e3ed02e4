__global__ void k(float *x, int n) {
  assert(threadIdx.x < 40); // here
}
