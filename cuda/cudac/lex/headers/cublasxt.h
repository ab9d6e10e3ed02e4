// cublasXt.h: products of matrices that may lie with the host, as one device computes them.

#include <cublas_v2.h>

typedef struct cublasXtContext *cublasXtHandle_t;
enum cublasXtPinnedMemMode_t { CUBLASXT_PINNING_DISABLED = 0, CUBLASXT_PINNING_ENABLED = 1 };
inline cublasStatus_t cublasXtCreate(cublasXtHandle_t *h) { *h = (cublasXtHandle_t)__newQuiet(16); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasXtDestroy(cublasXtHandle_t h) { __delete(h, 2); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t h, int n, int *devices) {
	int count = 0;
	cudaGetDeviceCount(&count);
	for (int i = 0; i < n; i++) if (devices[i] < 0 || devices[i] >= count) return CUBLAS_STATUS_INVALID_VALUE;
	return n > 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
inline cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t h, int n) { return n > 0 ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE; }
inline cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t h, int *n) { *n = 2048; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t h, cublasXtPinnedMemMode_t mode) { return CUBLAS_STATUS_SUCCESS; }
// A copy of a matrix with the device, without the space between its columns.
template <class T> T *__xtCopy(const T *a, size_t rows, size_t columns, size_t ld) {
	T *p = nullptr;
	if (cudaMalloc(&p, rows * columns * sizeof(T) + 8) == cudaSuccess) cudaMemcpy2D(p, rows * sizeof(T), a, ld * sizeof(T), rows * sizeof(T), columns, cudaMemcpyDefault);
	return p;
}
#define __XT(S, T) \
	inline cublasStatus_t cublasXt##S##gemm(cublasXtHandle_t h, cublasOperation_t ta, cublasOperation_t tb, size_t m, size_t n, size_t k, const T *alpha, const T *a, size_t lda, const T *b, size_t ldb, const T *beta, T *c, size_t ldc) { \
		size_t rowsA = ta ? k : m, rowsB = tb ? n : k; \
		T *x = __xtCopy(a, rowsA, ta ? m : k, lda), *y = __xtCopy(b, rowsB, tb ? k : n, ldb), *z = nullptr; \
		if (*beta != 0) z = __xtCopy((const T *)c, m, n, ldc); \
		else cudaMalloc(&z, m * n * sizeof(T) + 8); \
		cublasStatus_t s = x && y && z ? cublas##S##gemm(nullptr, ta, tb, (int)m, (int)n, (int)k, alpha, x, (int)rowsA, y, (int)rowsB, beta, z, (int)m) : CUBLAS_STATUS_ALLOC_FAILED; \
		if (s == CUBLAS_STATUS_SUCCESS) cudaMemcpy2D(c, ldc * sizeof(T), z, m * sizeof(T), m * sizeof(T), n, cudaMemcpyDefault); \
		cudaFree(x); cudaFree(y); cudaFree(z); \
		return s; \
	}
__XT(S, float)
__XT(D, double)
#undef __XT
