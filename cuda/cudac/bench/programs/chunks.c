void kernel(const float *a, const float *b, float *out, int n) {
  for (int i = 0; i < n; i += 256) {
    float sum = 0;
    for (int j = i; j < i + 256; j++) sum += a[j];
    out[i / 256] = sum;
  }
}
