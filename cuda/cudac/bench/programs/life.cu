__global__ void kernel(const int *a, const int *b, int *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, count = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx != 0 || dy != 0) count += a[(y + dy + n) % n * n + (x + dx + n) % n] & 1;
  out[y * n + x] = count == 3 || count == 2 && a[y * n + x] & 1;
}
