enum { TILE = 16 };

void kernel(const float *a, const float *b, float *out, int n) {
  static float as[TILE][TILE], bs[TILE][TILE];
  for (int by = 0; by < n; by += TILE)
    for (int bx = 0; bx < n; bx += TILE) {
      float sum[TILE][TILE] = {0};
      for (int t = 0; t < n; t += TILE) {
        for (int y = 0; y < TILE; y++)
          for (int x = 0; x < TILE; x++) {
            as[y][x] = a[(by + y) * n + t + x];
            bs[y][x] = b[(t + y) * n + bx + x];
          }
        for (int y = 0; y < TILE; y++)
          for (int x = 0; x < TILE; x++)
            for (int k = 0; k < TILE; k++) sum[y][x] += as[y][k] * bs[k][x];
      }
      for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++) out[(by + y) * n + bx + x] = sum[y][x];
    }
}
