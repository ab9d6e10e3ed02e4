__global__ void kernel(const float *a, const float *b, float *out, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + t;
  s[t] = a[i] + a[i + blockDim.x];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 32; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t < 32) {
    float v = s[t] + s[t + 32];
    for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
    if (t == 0) out[blockIdx.x] = v;
  }
}
