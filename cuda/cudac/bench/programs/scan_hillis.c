void kernel(const float *a, const float *b, float *out, int n) {
  static float s[256];
  for (int i = 0; i < n; i += 256) {
    for (int t = 0; t < 256; t++) s[t] = a[i + t];
    for (int k = 1; k < 256; k *= 2)
      for (int t = 255; t >= k; t--) s[t] += s[t - k];
    for (int t = 0; t < 256; t++) out[i + t] = s[t];
  }
}
