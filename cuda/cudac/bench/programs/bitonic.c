void kernel(const int *a, const int *b, int *out, int n) {
  for (int from = 0; from < n; from += 512) {
    int *s = out + from;
    for (int i = 0; i < 512; i++) s[i] = a[from + i];
    for (int size = 2; size <= 512; size *= 2)
      for (int k = size / 2; k > 0; k /= 2)
        for (int t = 0; t < 256; t++) {
          int i = 2 * t - (t & (k - 1)), j = i + k, up = (i & size) == 0;
          if (s[i] > s[j] == up) {
            int x = s[i];
            s[i] = s[j];
            s[j] = x;
          }
        }
  }
}
