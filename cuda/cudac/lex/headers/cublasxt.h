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
template <class T> cudaError_t __xtCopy(T **p, const T *a, size_t rows, size_t columns, size_t ld) {
	cudaError_t code = cudaMalloc(p, rows * columns * sizeof(T) + 8);
	return code ? code : cudaMemcpy2D(*p, rows * sizeof(T), a, ld * sizeof(T), rows * sizeof(T), columns, cudaMemcpyDefault);
}
inline cublasStatus_t __xtStatus(cudaError_t code) { return code == cudaSuccess ? CUBLAS_STATUS_SUCCESS : code == cudaErrorMemoryAllocation ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_EXECUTION_FAILED; }
#define __XT(S, T) \
	inline cublasStatus_t cublasXt##S##gemm(cublasXtHandle_t h, cublasOperation_t ta, cublasOperation_t tb, size_t m, size_t n, size_t k, const T *alpha, const T *a, size_t lda, const T *b, size_t ldb, const T *beta, T *c, size_t ldc) { \
		size_t rowsA = ta ? k : m, rowsB = tb ? n : k; \
		T *x = nullptr, *y = nullptr, *z = nullptr; \
		cudaError_t code = __xtCopy(&x, a, rowsA, ta ? m : k, lda); \
		if (!code) code = __xtCopy(&y, b, rowsB, tb ? k : n, ldb); \
		if (!code) code = *beta != 0 ? __xtCopy(&z, (const T *)c, m, n, ldc) : cudaMalloc(&z, m * n * sizeof(T) + 8); \
		cublasStatus_t s = __xtStatus(code); \
		if (!s) s = cublas##S##gemm(nullptr, ta, tb, (int)m, (int)n, (int)k, alpha, x, (int)rowsA, y, (int)rowsB, beta, z, (int)m); \
		if (!s) s = __xtStatus(cudaMemcpy2D(c, ldc * sizeof(T), z, m * sizeof(T), m * sizeof(T), n, cudaMemcpyDefault)); \
		cudaFree(x); cudaFree(y); cudaFree(z); \
		return s; \
	}
__XT(S, float)
__XT(D, double)
#undef __XT
