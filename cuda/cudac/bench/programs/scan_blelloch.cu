__global__ void kernel(const float *a, const float *b, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncthreads();
  for (int k = 1; k < 256; k *= 2) {
    int j = (t + 1) * k * 2 - 1;
    if (j < 256) s[j] += s[j - k];
    __syncthreads();
  }
  for (int k = 64; k > 0; k /= 2) {
    int j = (t + 1) * k * 2 - 1;
    if (j + k < 256) s[j + k] += s[j];
    __syncthreads();
  }
  out[i] = s[t];
}
