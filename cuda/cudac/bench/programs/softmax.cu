__global__ void kernel(const float *a, const float *b, float *out, int n) {
  __shared__ float s[256];
  const float *row = a + blockIdx.x * n;
  int t = threadIdx.x;
  float m = -INFINITY, sum = 0;
  for (int i = t; i < n; i += 256) m = fmaxf(m, row[i]);
  s[t] = m;
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k) s[t] = fmaxf(s[t], s[t + k]);
    __syncthreads();
  }
  m = s[0];
  __syncthreads();
  for (int i = t; i < n; i += 256) sum += expf(row[i] - m);
  s[t] = sum;
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  for (int i = t; i < n; i += 256) out[blockIdx.x * n + i] = expf(row[i] - m) / s[0];
}
