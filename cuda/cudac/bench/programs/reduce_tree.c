void kernel(const float *a, const float *b, float *out, int n) {
  static float s[256];
  for (int i = 0; i < n; i += 256) {
    for (int t = 0; t < 256; t++) s[t] = a[i + t];
    for (int k = 128; k > 0; k /= 2)
      for (int t = 0; t < k; t++) s[t] += s[t + k];
    out[i / 256] = s[0];
  }
}
