// What cuBLAS does with symmetric, triangular, packed and banded matrices, with rotations and diagonals. Products of
// order three are gemm's, of dense copies; what is left is done on the host, element by element.

template <class T> struct __Room { // of the host, or of the device
	T *p;
	bool device;
	__Room(size_t n, bool device = false) : p(nullptr), device(device) { if (device) cudaMalloc((void **)&p, (n ? n : 1) * sizeof(T)); else p = (T *)malloc((n ? n : 1) * sizeof(T)); }
	~__Room() { if (device) cudaFree(p); else free(p); }
	T &operator[](size_t i) { return p[i]; }
};
template <class T> cublasStatus_t __get(T *to, const T *from, size_t n) {
	if (cudaDeviceSynchronize() != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
	return __blasCopied(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDefault));
}
template <class T> cublasStatus_t __set(T *to, const T *from, size_t n) { return __blasCopied(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDefault)); }
// The elements of a vector, the first one first.
inline size_t __span(int n, int inc) { return n > 0 ? (size_t)(n - 1) * (inc < 0 ? -inc : inc) + 1 : 0; }
inline size_t __place(int i, int n, int inc) { return (size_t)(inc < 0 ? (long)(i - n + 1) * inc : (long)i * inc); }

enum { __full, __packed, __banded };
// How n × n elements lie in memory: of a band k is how far it reaches.
struct __Shape {
	int storage, upper, n, k, ld;
	bool has(int i, int j) const { return (upper ? i <= j : i >= j) && (storage != __banded || (upper ? j - i : i - j) <= k); }
	size_t at(int i, int j) const {
		if (storage == __packed) return upper ? i + (size_t)j * (j + 1) / 2 : i + (size_t)j * (2 * n - j - 1) / 2;
		return (storage == __full ? i : upper ? k + i - j : i - j) + (size_t)j * ld;
	}
	size_t size() const { return n <= 0 ? 0 : storage == __packed ? (size_t)n * (n + 1) / 2 : (size_t)(n - 1) * ld + (storage == __full ? n : k + 1); }
	bool wrong() const { return n < 0 || k < 0 || storage == __full && ld < (n > 1 ? n : 1) || storage == __banded && ld <= k; }
};
inline __Shape __shape(int storage, int uplo, int n, int k, int ld) { __Shape s = {storage, uplo == CUBLAS_FILL_MODE_UPPER, n, k, ld}; return s; }
// The whole of a symmetric or triangular matrix, n × n on the host.
template <class T> cublasStatus_t __expand(const __Shape &s, bool symmetric, bool unit, const T *a, T *to) {
	if (s.wrong()) return CUBLAS_STATUS_INVALID_VALUE;
	__Room<T> kept(s.size());
	cublasStatus_t status = __get(kept.p, a, s.size());
	if (status) return status;
	for (int j = 0; j < s.n; j++)
		for (int i = 0; i < s.n; i++) {
			T v = 0;
			if (unit && i == j) v = 1;
			else if (s.has(i, j)) v = kept[s.at(i, j)];
			else if (symmetric && s.has(j, i)) v = kept[s.at(j, i)];
			to[i + (size_t)j * s.n] = v;
		}
	return CUBLAS_STATUS_SUCCESS;
}
template <class T> cublasStatus_t __gemm(int type, int ta, int tb, int m, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) { return __product(ta, tb, m, n, k, alpha, type, a, type, lda, 0, b, type, ldb, 0, beta, c, type, ldc, 0, 1); }
// y = alpha A x + beta y, of a symmetric A.
template <class T> cublasStatus_t __symmetricVector(const __Shape &s, const T *alpha, const T *a, const T *x, int incx, const T *beta, T *y, int incy) {
	if (s.wrong() || !incx || !incy) return CUBLAS_STATUS_INVALID_VALUE;
	__Room<T> whole((size_t)s.n * s.n), old(__span(s.n, incy)), in(__span(s.n, incx));
	cublasStatus_t status = __expand(s, true, false, a, whole.p);
	T by[2];
	if (!status) status = __get(by, alpha, 1);
	if (!status) status = __get(by + 1, beta, 1);
	if (!status) status = __get(in.p, x, __span(s.n, incx));
	if (!status) status = __get(old.p, y, __span(s.n, incy));
	if (status) return status;
	for (int i = 0; i < s.n; i++) {
		T sum = 0;
		for (int j = 0; j < s.n; j++) sum += whole[i + (size_t)j * s.n] * in[__place(j, s.n, incx)];
		T &to = old[__place(i, s.n, incy)];
		to = by[0] * sum + (by[1] == 0 ? (T)0 : by[1] * to);
	}
	return __set(y, old.p, __span(s.n, incy));
}
// x = op(A) x, or what x was before that, of a triangular A.
template <class T> cublasStatus_t __triangularVector(bool solve, const __Shape &s, int op, int diag, const T *a, T *x, int incx) {
	if (s.wrong() || !incx) return CUBLAS_STATUS_INVALID_VALUE;
	int n = s.n;
	__Room<T> whole((size_t)n * n), v(__span(n, incx)), out(n);
	cublasStatus_t status = __expand(s, false, diag == CUBLAS_DIAG_UNIT, a, whole.p);
	if (!status) status = __get(v.p, x, __span(n, incx));
	if (status) return status;
	bool upper = s.upper != (op != 0);
	for (int k = 0; k < n; k++) {
		int i = solve && upper ? n - 1 - k : k;
		T sum = 0;
		for (int j = upper ? i + solve : 0; j < (upper ? n : i + 1 - solve); j++) sum += (op ? whole[j + (size_t)i * n] : whole[i + (size_t)j * n]) * (solve ? out[j] : v[__place(j, n, incx)]);
		out[i] = solve ? (v[__place(i, n, incx)] - sum) / whole[i + (size_t)i * n] : sum;
	}
	for (int i = 0; i < n; i++) v[__place(i, n, incx)] = out[i];
	return __set(x, v.p, __span(n, incx));
}
// A += alpha (x yᵀ + y xᵀ), or x xᵀ where there is no y, in one triangle.
template <class T> cublasStatus_t __rankUpdate(const __Shape &s, const T *alpha, const T *x, int incx, const T *y, int incy, T *a) {
	if (s.wrong() || !incx || y && !incy) return CUBLAS_STATUS_INVALID_VALUE;
	__Room<T> kept(s.size()), u(__span(s.n, incx)), w(__span(s.n, incy));
	T by;
	cublasStatus_t status = __get(&by, alpha, 1);
	if (!status) status = __get(kept.p, (const T *)a, s.size());
	if (!status) status = __get(u.p, x, __span(s.n, incx));
	if (!status && y) status = __get(w.p, y, __span(s.n, incy));
	if (status) return status;
	for (int j = 0; j < s.n; j++)
		for (int i = 0; i < s.n; i++) {
			if (!s.has(i, j)) continue;
			T ui = u[__place(i, s.n, incx)], uj = u[__place(j, s.n, incx)];
			kept[s.at(i, j)] += by * (y ? ui * w[__place(j, s.n, incy)] + w[__place(i, s.n, incy)] * uj : ui * uj);
		}
	return __set(a, kept.p, s.size());
}
// A symmetric or triangular matrix on the side of a general one: C = alpha A B + beta C, or with B A.
template <class T> cublasStatus_t __sided(int type, bool symmetric, int side, int uplo, int op, int diag, int m, int n, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) {
	int order = side == CUBLAS_SIDE_LEFT ? m : n;
	__Shape s = __shape(__full, uplo, order, 0, lda);
	if (m < 0 || n < 0 || s.wrong() || ldb < (m > 1 ? m : 1) || ldc < (m > 1 ? m : 1)) return CUBLAS_STATUS_INVALID_VALUE;
	__Room<T> whole((size_t)order * order), dense((size_t)order * order, true), from((size_t)ldb * n, true);
	cublasStatus_t status = __expand(s, symmetric, diag == CUBLAS_DIAG_UNIT, a, whole.p);
	if (!status) status = __set(dense.p, whole.p, (size_t)order * order);
	if (!status && n > 0) status = __set(from.p, b, (size_t)ldb * (n - 1) + m); // trmm may write where it reads
	if (status) return status;
	if (side == CUBLAS_SIDE_LEFT) return __gemm(type, op, 0, m, n, m, alpha, dense.p, order, from.p, ldb, beta, c, ldc);
	return __gemm(type, 0, op, m, n, n, alpha, from.p, ldb, dense.p, order, beta, c, ldc);
}
// C = alpha op(A) op(B)ᵀ + beta C in one triangle; the sum with B and A exchanged where twice is said.
template <class T> cublasStatus_t __rankProduct(int type, bool twice, int uplo, int op, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) {
	__Shape s = __shape(__full, uplo, n, 0, ldc);
	if (s.wrong() || k < 0) return CUBLAS_STATUS_INVALID_VALUE;
	__Room<T> sum((size_t)n * n, true), got((size_t)n * n), kept(s.size());
	T by, one = 1, none = 0;
	int other = op ? 0 : 1, first = op ? 1 : 0;
	cublasStatus_t status = __gemm(type, first, other, n, n, k, alpha, a, lda, b, ldb, &none, sum.p, n);
	if (!status && twice) status = __gemm(type, first, other, n, n, k, alpha, b, ldb, a, lda, &one, sum.p, n);
	if (!status) status = __get(&by, beta, 1);
	if (!status) status = __get(got.p, (const T *)sum.p, (size_t)n * n);
	if (!status) status = __get(kept.p, (const T *)c, s.size());
	if (status) return status;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			if (s.has(i, j)) kept[s.at(i, j)] = got[i + (size_t)j * n] + (by == 0 ? (T)0 : by * kept[s.at(i, j)]);
	return __set(c, kept.p, s.size());
}
// B = alpha op(A)⁻¹ B, or alpha B op(A)⁻¹, of a triangular A.
template <class T> cublasStatus_t __solve(int side, int uplo, int op, int diag, int m, int n, const T *alpha, const T *a, int lda, T *b, int ldb) {
	int order = side == CUBLAS_SIDE_LEFT ? m : n, lines = side == CUBLAS_SIDE_LEFT ? n : m;
	__Shape s = __shape(__full, uplo, order, 0, lda);
	if (m < 0 || n < 0 || s.wrong() || ldb < (m > 1 ? m : 1)) return CUBLAS_STATUS_INVALID_VALUE;
	if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
	size_t size = (size_t)ldb * (n - 1) + m, along = side == CUBLAS_SIDE_LEFT ? 1 : ldb, across = side == CUBLAS_SIDE_LEFT ? ldb : 1;
	__Room<T> whole((size_t)order * order), x(size);
	T by;
	cublasStatus_t status = __expand(s, false, diag == CUBLAS_DIAG_UNIT, a, whole.p);
	if (!status) status = __get(&by, alpha, 1);
	if (!status) status = __get(x.p, (const T *)b, size);
	if (status) return status;
	bool turned = (op != 0) != (side == CUBLAS_SIDE_RIGHT), upper = s.upper != turned;
	for (int l = 0; l < lines; l++)
		for (int k = 0; k < order; k++) {
			int i = upper ? order - 1 - k : k;
			T sum = by * x[i * along + l * across];
			for (int j = upper ? i + 1 : 0; j < (upper ? order : i); j++) sum -= (turned ? whole[j + (size_t)i * order] : whole[i + (size_t)j * order]) * x[j * along + l * across];
			x[i * along + l * across] = sum / whole[i + (size_t)i * order];
		}
	return __set(b, x.p, size);
}
// One triangle from one storage into another.
template <class T> cublasStatus_t __repack(const __Shape &from, const T *a, const __Shape &to, T *b) {
	if (from.wrong() || to.wrong()) return CUBLAS_STATUS_INVALID_VALUE;
	__Room<T> in(from.size()), out(to.size());
	cublasStatus_t status = __get(in.p, a, from.size());
	if (!status) status = __get(out.p, (const T *)b, to.size());
	if (status) return status;
	for (int j = 0; j < from.n; j++)
		for (int i = 0; i < from.n; i++)
			if (from.has(i, j)) out[to.at(i, j)] = in[from.at(i, j)];
	return __set(b, out.p, to.size());
}
// A rotation of two vectors, and the one that makes b nothing.
template <class T> cublasStatus_t __rotate(int n, T *x, int incx, T *y, int incy, const T *c, const T *s) {
	__Room<T> u(__span(n, incx)), w(__span(n, incy));
	T by[2];
	cublasStatus_t status = __get(by, c, 1);
	if (!status) status = __get(by + 1, s, 1);
	if (!status) status = __get(u.p, (const T *)x, __span(n, incx));
	if (!status) status = __get(w.p, (const T *)y, __span(n, incy));
	if (status) return status;
	for (int i = 0; i < n; i++) {
		T &a = u[__place(i, n, incx)], &b = w[__place(i, n, incy)], old = a;
		a = by[0] * old + by[1] * b;
		b = by[0] * b - by[1] * old;
	}
	status = __set(x, u.p, __span(n, incx));
	return status ? status : __set(y, w.p, __span(n, incy));
}
template <class T> cublasStatus_t __rotation(T *a, T *b, T *c, T *s) {
	T v[2];
	cublasStatus_t status = __get(v, (const T *)a, 1);
	if (!status) status = __get(v + 1, (const T *)b, 1);
	if (status) return status;
	T size = fabs(v[0]) + fabs(v[1]), out[4] = {0, 0, 1, 0};
	if (size != 0) {
		T p = v[0] / size, q = v[1] / size, r = size * sqrt(p * p + q * q);
		if ((fabs(v[0]) > fabs(v[1]) ? v[0] : v[1]) < 0) r = -r;
		out[0] = r; out[2] = v[0] / r; out[3] = v[1] / r;
		out[1] = fabs(v[0]) > fabs(v[1]) ? out[3] : out[2] != 0 ? 1 / out[2] : (T)1;
	}
	T *to[4] = {a, b, c, s};
	for (int i = 0; i < 4 && !status; i++) status = __set(to[i], (const T *)out + i, 1);
	return status;
}
// A matrix whose rows or columns a vector multiplies.
template <class T> cublasStatus_t __diagonal(int side, int m, int n, const T *a, int lda, const T *x, int incx, T *c, int ldc) {
	if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || ldc < (m > 1 ? m : 1)) return CUBLAS_STATUS_INVALID_VALUE;
	if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
	int length = side == CUBLAS_SIDE_LEFT ? m : n;
	__Room<T> in((size_t)lda * (n - 1) + m), out((size_t)ldc * (n - 1) + m), v(__span(length, incx));
	cublasStatus_t status = __get(in.p, a, (size_t)lda * (n - 1) + m);
	if (!status) status = __get(out.p, (const T *)c, (size_t)ldc * (n - 1) + m);
	if (!status) status = __get(v.p, x, __span(length, incx));
	if (status) return status;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++) out[i + (size_t)j * ldc] = in[i + (size_t)j * lda] * v[__place(side == CUBLAS_SIDE_LEFT ? i : j, length, incx)];
	return __set(c, out.p, (size_t)ldc * (n - 1) + m);
}
template <class T> cublasStatus_t __solveMany(int side, int uplo, int op, int diag, int m, int n, const T *alpha, const T *const *a, int lda, T *const *b, int ldb, int count) {
	cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
	for (int i = 0; i < count && !status; i++) {
		T *one, *other;
		status = __get(&one, (T *const *)a + i, 1);
		if (!status) status = __get(&other, b + i, 1);
		if (!status) status = __solve(side, uplo, op, diag, m, n, alpha, (const T *)one, lda, other, ldb);
	}
	return status;
}

#define __MATRICES(S, T, type) \
	inline cublasStatus_t cublas##S##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const T *c, const T *s) { return __rotate(n, x, incx, y, incy, c, s); } \
	inline cublasStatus_t cublas##S##rotg(cublasHandle_t h, T *a, T *b, T *c, T *s) { return __rotation(a, b, c, s); } \
	inline cublasStatus_t cublas##S##dgmm(cublasHandle_t h, int side, int m, int n, const T *a, int lda, const T *x, int incx, T *c, int ldc) { return __diagonal(side, m, n, a, lda, x, incx, c, ldc); } \
	inline cublasStatus_t cublas##S##trsmBatched(cublasHandle_t h, int side, int uplo, int op, int diag, int m, int n, const T *alpha, const T *const *a, int lda, T *const *b, int ldb, int count) { return __solveMany(side, uplo, op, diag, m, n, alpha, a, lda, b, ldb, count); } \
	inline cublasStatus_t cublas##S##symv(cublasHandle_t h, int uplo, int n, const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) { return __symmetricVector(__shape(__full, uplo, n, 0, lda), alpha, a, x, incx, beta, y, incy); } \
	inline cublasStatus_t cublas##S##sbmv(cublasHandle_t h, int uplo, int n, int k, const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) { return __symmetricVector(__shape(__banded, uplo, n, k, lda), alpha, a, x, incx, beta, y, incy); } \
	inline cublasStatus_t cublas##S##spmv(cublasHandle_t h, int uplo, int n, const T *alpha, const T *a, const T *x, int incx, const T *beta, T *y, int incy) { return __symmetricVector(__shape(__packed, uplo, n, 0, 0), alpha, a, x, incx, beta, y, incy); } \
	inline cublasStatus_t cublas##S##trmv(cublasHandle_t h, int uplo, int op, int diag, int n, const T *a, int lda, T *x, int incx) { return __triangularVector(false, __shape(__full, uplo, n, 0, lda), op, diag, a, x, incx); } \
	inline cublasStatus_t cublas##S##tbmv(cublasHandle_t h, int uplo, int op, int diag, int n, int k, const T *a, int lda, T *x, int incx) { return __triangularVector(false, __shape(__banded, uplo, n, k, lda), op, diag, a, x, incx); } \
	inline cublasStatus_t cublas##S##tpmv(cublasHandle_t h, int uplo, int op, int diag, int n, const T *a, T *x, int incx) { return __triangularVector(false, __shape(__packed, uplo, n, 0, 0), op, diag, a, x, incx); } \
	inline cublasStatus_t cublas##S##trsv(cublasHandle_t h, int uplo, int op, int diag, int n, const T *a, int lda, T *x, int incx) { return __triangularVector(true, __shape(__full, uplo, n, 0, lda), op, diag, a, x, incx); } \
	inline cublasStatus_t cublas##S##tbsv(cublasHandle_t h, int uplo, int op, int diag, int n, int k, const T *a, int lda, T *x, int incx) { return __triangularVector(true, __shape(__banded, uplo, n, k, lda), op, diag, a, x, incx); } \
	inline cublasStatus_t cublas##S##tpsv(cublasHandle_t h, int uplo, int op, int diag, int n, const T *a, T *x, int incx) { return __triangularVector(true, __shape(__packed, uplo, n, 0, 0), op, diag, a, x, incx); } \
	inline cublasStatus_t cublas##S##syr(cublasHandle_t h, int uplo, int n, const T *alpha, const T *x, int incx, T *a, int lda) { return __rankUpdate(__shape(__full, uplo, n, 0, lda), alpha, x, incx, (const T *)nullptr, 1, a); } \
	inline cublasStatus_t cublas##S##spr(cublasHandle_t h, int uplo, int n, const T *alpha, const T *x, int incx, T *a) { return __rankUpdate(__shape(__packed, uplo, n, 0, 0), alpha, x, incx, (const T *)nullptr, 1, a); } \
	inline cublasStatus_t cublas##S##syr2(cublasHandle_t h, int uplo, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) { return __rankUpdate(__shape(__full, uplo, n, 0, lda), alpha, x, incx, y, incy, a); } \
	inline cublasStatus_t cublas##S##spr2(cublasHandle_t h, int uplo, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a) { return __rankUpdate(__shape(__packed, uplo, n, 0, 0), alpha, x, incx, y, incy, a); } \
	inline cublasStatus_t cublas##S##symm(cublasHandle_t h, int side, int uplo, int m, int n, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) { return __sided(type, true, side, uplo, 0, 0, m, n, alpha, a, lda, b, ldb, beta, c, ldc); } \
	inline cublasStatus_t cublas##S##trmm(cublasHandle_t h, int side, int uplo, int op, int diag, int m, int n, const T *alpha, const T *a, int lda, const T *b, int ldb, T *c, int ldc) { T none = 0; return __sided(type, false, side, uplo, op, diag, m, n, alpha, a, lda, b, ldb, (const T *)&none, c, ldc); } \
	inline cublasStatus_t cublas##S##trsm(cublasHandle_t h, int side, int uplo, int op, int diag, int m, int n, const T *alpha, const T *a, int lda, T *b, int ldb) { return __solve(side, uplo, op, diag, m, n, alpha, a, lda, b, ldb); } \
	inline cublasStatus_t cublas##S##syrk(cublasHandle_t h, int uplo, int op, int n, int k, const T *alpha, const T *a, int lda, const T *beta, T *c, int ldc) { return __rankProduct(type, false, uplo, op, n, k, alpha, a, lda, a, lda, beta, c, ldc); } \
	inline cublasStatus_t cublas##S##syrkx(cublasHandle_t h, int uplo, int op, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) { return __rankProduct(type, false, uplo, op, n, k, alpha, a, lda, b, ldb, beta, c, ldc); } \
	inline cublasStatus_t cublas##S##syr2k(cublasHandle_t h, int uplo, int op, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) { return __rankProduct(type, true, uplo, op, n, k, alpha, a, lda, b, ldb, beta, c, ldc); } \
	inline cublasStatus_t cublas##S##trttp(cublasHandle_t h, int uplo, int n, const T *a, int lda, T *packed) { return __repack(__shape(__full, uplo, n, 0, lda), a, __shape(__packed, uplo, n, 0, 0), packed); } \
	inline cublasStatus_t cublas##S##tpttr(cublasHandle_t h, int uplo, int n, const T *packed, T *a, int lda) { return __repack(__shape(__packed, uplo, n, 0, 0), packed, __shape(__full, uplo, n, 0, lda), a); }
__MATRICES(S, float, 0)
__MATRICES(D, double, 1)
#undef __MATRICES
