__global__ void kernel(const int *a, const int *b, int *out, int n) {
  __shared__ int s[512];
  int t = threadIdx.x, from = blockIdx.x * 512;
  s[t] = a[from + t];
  s[t + 256] = a[from + t + 256];
  for (int size = 2; size <= 512; size *= 2)
    for (int k = size / 2; k > 0; k /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (k - 1)), j = i + k;
      bool up = (i & size) == 0;
      if (s[i] > s[j] == up) {
        int x = s[i];
        s[i] = s[j];
        s[j] = x;
      }
    }
  __syncthreads();
  out[from + t] = s[t];
  out[from + t + 256] = s[t + 256];
}
