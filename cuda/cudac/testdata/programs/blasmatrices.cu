// cuBLAS's symmetric, triangular, packed and banded matrices beside loops that follow their definitions. All numbers are small
// integers, or their quotients by powers of two: what differs is wrong.
#include <cstdio>
#include <vector>
#include <cublas_api.h>
typedef double T;
const int n = 4, k = 1, m = 3;
T *give(const std::vector<T> &v) { T *p; cudaMallocManaged(&p, v.size() * sizeof(T)); for (size_t i = 0; i < v.size(); i++) p[i] = v[i]; return p; }
int failed = 0;
void check(const char *what, int code, const T *got, const std::vector<T> &want) {
  bool same = code == 0;
  for (size_t i = 0; i < want.size(); i++) same &= got[i] == want[i];
  if (!same) { failed++; printf("%s: %d:", what, code); for (size_t i = 0; i < want.size(); i++) printf(" %g(%g)", got[i], want[i]); printf("\n"); }
}
// The element i, j of what the triangle, packed or banded storage holds; garbage elsewhere.
struct Kept {
  std::vector<T> full, packed, band;
  std::vector<T> symmetric, triangle, symmetricBand, triangleBand;
  Kept(bool upper, bool unit) : full(n * n, 99), packed(n * (n + 1) / 2), band(n * (k + 1), 77), symmetric(n * n), triangle(n * n), symmetricBand(n * n), triangleBand(n * n) {
    int at = 0;
    for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) {
      if (upper ? i > j : i < j) continue;
      T v = i == j ? 2 : i + 2 * j + 1;
      full[i + j * n] = packed[at++] = v;
      bool near = i - j <= k && j - i <= k;
      if (near) band[(upper ? k + i - j : i - j) + j * (k + 1)] = v;
      symmetric[i + j * n] = symmetric[j + i * n] = v;
      symmetricBand[i + j * n] = symmetricBand[j + i * n] = near ? v : 0;
      triangle[i + j * n] = i == j && unit ? 1 : v;
      triangleBand[i + j * n] = near ? triangle[i + j * n] : 0;
    }
  }
};
std::vector<T> times(const std::vector<T> &a, bool turned, const std::vector<T> &x) {
  std::vector<T> y(n);
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) y[i] += (turned ? a[j + i * n] : a[i + j * n]) * x[j];
  return y;
}
int main() {
  cublasHandle_t h; cublasCreate(&h);
  T two = 2, three = 3, none = 0;
  std::vector<T> x = {1, 2, 3, 4}, y = {5, 6, 7, 8}, spread = {4, 0, 3, 0, 2, 0, 1}; // x backwards, every other one
  for (int upper = 0; upper < 2; upper++) for (int unit = 0; unit < 2; unit++) for (int op = 0; op < 2; op++) {
    Kept a(upper, unit);
    T *full = give(a.full), *packed = give(a.packed), *band = give(a.band);
    auto vector = [&](const std::vector<T> &whole) { std::vector<T> w = times(whole, false, x); for (int i = 0; i < n; i++) w[i] = 2 * w[i] + 3 * y[i]; return w; };
    T *from = give(spread), *to = give(y);
    check("symv", cublasDsymv(h, upper, n, &two, full, n, from, -2, &three, to, 1), to, vector(a.symmetric));
    to = give(y); check("spmv", cublasDspmv(h, upper, n, &two, packed, from, -2, &three, to, 1), to, vector(a.symmetric));
    to = give(y); check("sbmv", cublasDsbmv(h, upper, n, k, &two, band, k + 1, from, -2, &three, to, 1), to, vector(a.symmetricBand));
    to = give(x); check("trmv", cublasDtrmv(h, upper, op, unit, n, full, n, to, 1), to, times(a.triangle, op, x));
    check("trsv", cublasDtrsv(h, upper, op, unit, n, full, n, to, 1), to, x);
    to = give(x); check("tpmv", cublasDtpmv(h, upper, op, unit, n, packed, to, 1), to, times(a.triangle, op, x));
    check("tpsv", cublasDtpsv(h, upper, op, unit, n, packed, to, 1), to, x);
    to = give(x); check("tbmv", cublasDtbmv(h, upper, op, unit, n, k, band, k + 1, to, 1), to, times(a.triangleBand, op, x));
    check("tbsv", cublasDtbsv(h, upper, op, unit, n, k, band, k + 1, to, 1), to, x);

    std::vector<T> one = a.full, both = a.full, onePacked = a.packed, bothPacked = a.packed;
    int at = 0;
    for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) if (upper ? i <= j : i >= j) {
      one[i + j * n] += 2 * x[i] * x[j]; onePacked[at] += 2 * x[i] * x[j];
      both[i + j * n] += 2 * (x[i] * y[j] + y[i] * x[j]); bothPacked[at++] += 2 * (x[i] * y[j] + y[i] * x[j]);
    }
    T *other = give(y);
    to = give(a.full); check("syr", cublasDsyr(h, upper, n, &two, from, -2, to, n), to, one);
    to = give(a.full); check("syr2", cublasDsyr2(h, upper, n, &two, from, -2, other, 1, to, n), to, both);
    to = give(a.packed); check("spr", cublasDspr(h, upper, n, &two, from, -2, to), to, onePacked);
    to = give(a.packed); check("spr2", cublasDspr2(h, upper, n, &two, from, -2, other, 1, to), to, bothPacked);
    to = give(std::vector<T>(a.packed.size())); check("trttp", cublasDtrttp(h, upper, n, full, n, to), to, a.packed);
    to = give(std::vector<T>(n * n, 99)); check("tpttr", cublasDtpttr(h, upper, n, packed, to, n), to, a.full);

    for (int right = 0; right < 2; right++) {
      int rows = right ? m : n, columns = right ? n : m;
      std::vector<T> b(n * m), c(n * m), sym(n * m), tri(n * m);
      for (int i = 0; i < n * m; i++) { b[i] = i % 5 - 1; c[i] = i; }
      for (int j = 0; j < columns; j++) for (int i = 0; i < rows; i++) {
        T s = 0, t = 0;
        for (int l = 0; l < n; l++) {
          T by = right ? b[i + l * rows] : b[l + j * rows];
          int p = right ? l : i, q = right ? j : l;
          s += by * a.symmetric[p + q * n];
          t += by * (op ? a.triangle[q + p * n] : a.triangle[p + q * n]);
        }
        sym[i + j * rows] = 2 * s + 3 * c[i + j * rows];
        tri[i + j * rows] = 2 * t;
      }
      T *in = give(b), *out = give(c);
      check("symm", cublasDsymm(h, right, upper, rows, columns, &two, full, n, in, rows, &three, out, rows), out, sym);
      check("trmm", cublasDtrmm(h, right, upper, op, unit, rows, columns, &two, full, n, in, rows, in, rows), in, tri);
      T half = 0.5;
      check("trsm", cublasDtrsm(h, right, upper, op, unit, rows, columns, &half, full, n, in, rows), in, b);
    }
    std::vector<T> p(n * m), q(n * m), rank = a.full, rankx = a.full, rank2 = a.full;
    for (int i = 0; i < n * m; i++) { p[i] = i % 4; q[i] = i % 3 - 1; }
    for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) if (upper ? i <= j : i >= j) {
      auto at = [&](const std::vector<T> &v, int r, int l) { return op ? v[l + r * m] : v[r + l * n]; };
      T pp = 0, pq = 0, qp = 0;
      for (int l = 0; l < m; l++) { pp += at(p, i, l) * at(p, j, l); pq += at(p, i, l) * at(q, j, l); qp += at(q, i, l) * at(p, j, l); }
      T was = 3 * a.full[i + j * n];
      rank[i + j * n] = 2 * pp + was; rankx[i + j * n] = 2 * pq + was; rank2[i + j * n] = 2 * (pq + qp) + was;
    }
    T *dp = give(p), *dq = give(q);
    int ld = op ? m : n;
    to = give(a.full); check("syrk", cublasDsyrk(h, upper, op, n, m, &two, dp, ld, &three, to, n), to, rank);
    to = give(a.full); check("syrkx", cublasDsyrkx(h, upper, op, n, m, &two, dp, ld, dq, ld, &three, to, n), to, rankx);
    to = give(a.full); check("syr2k", cublasDsyr2k(h, upper, op, n, m, &two, dp, ld, dq, ld, &three, to, n), to, rank2);
  }
  std::vector<T> g = {1, 2, 3, 4, 5, 6};
  T *a = give(g), *v = give({2, 3, 4}), *c = give(std::vector<T>(6));
  check("dgmm", cublasDdgmm(h, CUBLAS_SIDE_LEFT, 2, 3, a, 2, v, 1, c, 2), c, {2, 6, 6, 12, 10, 18});
  check("dgmm", cublasDdgmm(h, CUBLAS_SIDE_RIGHT, 2, 3, a, 2, v, 1, c, 2), c, {2, 4, 9, 12, 20, 24});
  T *p = give({1, 2}), *q = give({3, 4}), cosine = 2, sine = 5;
  check("rot", cublasDrot(h, 2, p, 1, q, 1, &cosine, &sine), p, {17, 24}); check("rot", 0, q, {1, -2});
  T r[4] = {-3, -4, 0, 0}; cublasDrotg(h, r, r + 1, r + 2, r + 3); printf("%.12g %.12g %.12g %.12g\n", r[0], r[1], r[2], r[3]);
  T z[4] = {0, 0, 9, 9}; cublasDrotg(h, z, z + 1, z + 2, z + 3); printf("%g %g %g %g\n", z[0], z[1], z[2], z[3]);
  T **list, **right; cudaMallocManaged(&list, 16); cudaMallocManaged(&right, 16);
  list[0] = give({2, 1, 0, 4}); list[1] = give({1, 0, 0, 2}); right[0] = give({4, 10}); right[1] = give({3, 8});
  check("trsmBatched", cublasDtrsmBatched(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 1, &(two = 1), list, 2, right, 2, 2), right[0], {2, 2}); check("trsmBatched", 0, right[1], {3, 4});
  printf("%d %d %d\n", cublasDsymv(h, 0, 4, &two, a, 3, a, 1, &none, c, 1), cublasDtrsv(h, 0, 0, 0, -1, a, 1, c, 1), cublasDtbmv(h, 0, 0, 0, 2, 2, a, 2, c, 1));
  printf("%d differ\n", failed);
}
