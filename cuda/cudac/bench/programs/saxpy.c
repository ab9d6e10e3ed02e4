void kernel(const float *a, const float *b, float *out, int n) {
  for (int i = 0; i < n; i++) out[i] = 2.5f * a[i] + out[i];
}
