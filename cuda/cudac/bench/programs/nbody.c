#include <math.h>

void kernel(const float *a, const float *b, float *out, int n) {
  for (int i = 0; i < n; i++) {
    float x = a[i], y = b[n - 1 - i], fx = 0, fy = 0;
    for (int j = 0; j < n; j++) {
      float dx = a[j] - x, dy = b[n - 1 - j] - y;
      float r = 1 / sqrtf(dx * dx + dy * dy + 0.01f), w = r * r * r;
      fx += dx * w;
      fy += dy * w;
    }
    out[i] = fx * fx + fy * fy;
  }
}
