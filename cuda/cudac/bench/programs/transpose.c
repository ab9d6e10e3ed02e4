void kernel(const float *a, const float *b, float *out, int n) {
  for (int by = 0; by < n; by += 32)
    for (int bx = 0; bx < n; bx += 32)
      for (int y = by; y < by + 32; y++)
        for (int x = bx; x < bx + 32; x++) out[x * n + y] = a[y * n + x];
}
