void kernel(const float *a, const float *b, float *out, int n) {
  for (int y = 1; y < n - 1; y++)
    for (int x = 1; x < n - 1; x++) {
      float sum = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) sum += a[(y + dy) * n + x + dx];
      out[y * n + x] = sum / 9;
    }
}
