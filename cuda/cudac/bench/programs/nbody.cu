__global__ void kernel(const float *a, const float *b, float *out, int n) {
  __shared__ float xs[256], ys[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = a[i], y = b[n - 1 - i], fx = 0, fy = 0;
  for (int t = 0; t < n; t += 256) {
    xs[threadIdx.x] = a[t + threadIdx.x];
    ys[threadIdx.x] = b[n - 1 - t - threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 256; j++) {
      float dx = xs[j] - x, dy = ys[j] - y;
      float r = rsqrtf(dx * dx + dy * dy + 0.01f), w = r * r * r;
      fx += dx * w;
      fy += dy * w;
    }
    __syncthreads();
  }
  out[i] = fx * fx + fy * fy;
}
