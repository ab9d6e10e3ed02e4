__global__ void kernel(const float *a, const float *b, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = a[i];
  __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) {
    float v = 0;
    if (t >= k) v = s[t - k];
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  out[i] = s[t];
}
