__global__ void k(float *x, int n) {
  while (true) { // here
  }
}
