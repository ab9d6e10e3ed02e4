__global__ void k(float *x, int n) {
  x[0] = 10 / n; // here
}
