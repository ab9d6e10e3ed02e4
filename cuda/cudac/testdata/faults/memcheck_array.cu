__global__ void k(float *x, int n) {
  float a[4];
  for (int i = 0; i <= 4; i++)
    a[i] = i; // here
  x[0] = a[0];
}
