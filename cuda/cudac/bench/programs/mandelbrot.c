void kernel(const float *a, const float *b, float *out, int n) {
  for (int y = 0; y < n; y++)
  for (int x = 0; x < n; x++) {
    float cr = 3.0f * x / n - 2, ci = 2.0f * y / n - 1, r = 0, i = 0;
    int k = 0;
    while (k < 100 && r * r + i * i < 4) {
      float t = r * r - i * i + cr;
      i = 2 * r * i + ci;
      r = t;
      k++;
    }
    out[y * n + x] = k;
  }
}
