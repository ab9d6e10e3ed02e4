__global__ void k(float *x, int n) {
  float left = x[(int)threadIdx.x - 1]; // here
  x[threadIdx.x] = left;
}
