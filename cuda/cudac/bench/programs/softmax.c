#include <math.h>

void kernel(const float *a, const float *b, float *out, int n) {
  for (int y = 0; y < n; y++) {
    const float *row = a + y * n;
    float m = row[0], sum = 0;
    for (int i = 1; i < n; i++) m = fmaxf(m, row[i]);
    for (int i = 0; i < n; i++) sum += expf(row[i] - m);
    for (int i = 0; i < n; i++) out[y * n + i] = expf(row[i] - m) / sum;
  }
}
