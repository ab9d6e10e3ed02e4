void kernel(const int *x, int *unused, int *bins, int n) {
  for (int i = 0; i < n; i++) bins[x[i]]++;
}
