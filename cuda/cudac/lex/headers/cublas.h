// cublas_v2.h, as far as programs of courses call it: vectors, matrices in columns, products of all of cuBLAS's types.

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <library_types.h>

typedef struct cublasContext *cublasHandle_t;
typedef struct cublasLtContext *cublasLtHandle_t;
enum cublasStatus_t { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16 };
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 };
enum cublasMath_t { CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3, CUBLAS_FP32_EMULATED_BF16X9_MATH = 4, CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16 };
enum cublasComputeType_t { CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78, CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79 };
enum cublasGemmAlgo_t { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 };

struct __blasArguments { long long n[16]; const void *p[6]; };
int __blas(int what, __blasArguments *a);

inline cublasStatus_t cublasCreate(cublasHandle_t *h) { *h = (cublasHandle_t)__newQuiet(16); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasDestroy(cublasHandle_t h) { __delete(h, 2); return CUBLAS_STATUS_SUCCESS; }
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
inline cublasStatus_t cublasSetStream(cublasHandle_t h, cudaStream_t s) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetMathMode(cublasHandle_t h, int mode) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetPointerMode(cublasHandle_t h, int mode) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetWorkspace(cublasHandle_t h, void *p, size_t n) { return CUBLAS_STATUS_SUCCESS; }
// Emulated arithmetic is at least as exact as what it stands for, which is what computes here.
typedef cudaEmulationStrategy cublasEmulationStrategy_t;
enum { CUBLAS_EMULATION_STRATEGY_DEFAULT = 0, CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1, CUBLAS_EMULATION_STRATEGY_EAGER = 2 };
inline cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t h, int strategy) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetFixedPointEmulationMantissaControl(cublasHandle_t h, int control) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t h, int bits) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t h, int bits) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasGetVersion(cublasHandle_t h, int *v) { *v = 120000; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *h) { *h = (cublasLtHandle_t)__newQuiet(16); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t h) { __delete(h, 2); return CUBLAS_STATUS_SUCCESS; }
inline const char *cublasGetStatusString(int s) { return s == 0 ? "success" : "the call failed"; }
inline cublasStatus_t __blasCopied(cudaError_t code) { return code == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR; }
inline cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy) {
	if (incx == 1 && incy == 1) return __blasCopied(cudaMemcpy(y, x, (size_t)n * size, cudaMemcpyHostToDevice));
	return __blasCopied(cudaMemcpy2D(y, (size_t)incy * size, x, (size_t)incx * size, size, n, cudaMemcpyHostToDevice));
}
inline cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy) {
	if (incx == 1 && incy == 1) return __blasCopied(cudaMemcpy(y, x, (size_t)n * size, cudaMemcpyDeviceToHost));
	return __blasCopied(cudaMemcpy2D(y, (size_t)incy * size, x, (size_t)incx * size, size, n, cudaMemcpyDeviceToHost));
}
inline cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb) {
	return __blasCopied(cudaMemcpy2D(b, (size_t)ldb * size, a, (size_t)lda * size, (size_t)rows * size, columns, cudaMemcpyHostToDevice));
}
inline cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb) {
	return __blasCopied(cudaMemcpy2D(b, (size_t)ldb * size, a, (size_t)lda * size, (size_t)rows * size, columns, cudaMemcpyDeviceToHost));
}
inline cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy, cudaStream_t s) { return cublasSetVector(n, size, x, incx, y, incy); }
inline cublasStatus_t cublasGetVectorAsync(int n, int size, const void *x, int incx, void *y, int incy, cudaStream_t s) { return cublasGetVector(n, size, x, incx, y, incy); }
inline cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *a, int lda, void *b, int ldb, cudaStream_t s) { return cublasSetMatrix(rows, columns, size, a, lda, b, ldb); }
inline cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *a, int lda, void *b, int ldb, cudaStream_t s) { return cublasGetMatrix(rows, columns, size, a, lda, b, ldb); }

// Vectors: type, n, increments; x, y, the scalar or the result.
inline cublasStatus_t __blas1(int what, int type, int n, const void *x, int incx, const void *y, int incy, const void *s) {
	__blasArguments a;
	a.n[0] = type; a.n[1] = n; a.n[2] = incx; a.n[3] = incy;
	a.p[0] = x; a.p[1] = y; a.p[2] = s;
	return (cublasStatus_t)__blas(what, &a);
}
#define __VECTORS(S, I, T, type) \
	inline cublasStatus_t cublas##S##axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int incx, T *y, int incy) { return __blas1(0, type, n, x, incx, y, incy, alpha); } \
	inline cublasStatus_t cublas##S##dot(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy, T *result) { return __blas1(1, type, n, x, incx, y, incy, result); } \
	inline cublasStatus_t cublas##S##scal(cublasHandle_t h, int n, const T *alpha, T *x, int incx) { return __blas1(2, type, n, x, incx, x, incx, alpha); } \
	inline cublasStatus_t cublas##S##copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy) { return __blas1(3, type, n, x, incx, y, incy, nullptr); } \
	inline cublasStatus_t cublas##S##nrm2(cublasHandle_t h, int n, const T *x, int incx, T *result) { return __blas1(4, type, n, x, incx, x, incx, result); } \
	inline cublasStatus_t cublas##S##asum(cublasHandle_t h, int n, const T *x, int incx, T *result) { return __blas1(5, type, n, x, incx, x, incx, result); } \
	inline cublasStatus_t cublas##S##swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy) { return __blas1(6, type, n, x, incx, y, incy, nullptr); } \
	inline cublasStatus_t cublasI##I##amax(cublasHandle_t h, int n, const T *x, int incx, int *result) { return __blas1(7, type, n, x, incx, x, incx, result); } \
	inline cublasStatus_t cublasI##I##amin(cublasHandle_t h, int n, const T *x, int incx, int *result) { return __blas1(8, type, n, x, incx, x, incx, result); } \
	inline cublasStatus_t cublas##S##gemv(cublasHandle_t h, int t, int m, int n, const T *alpha, const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy) { return __product(t, incx == 1 ? 0 : 1, t ? n : m, 1, t ? m : n, alpha, type, a, type, lda, 0, x, type, incx == 1 ? t ? m : n : incx, 0, beta, y, type, incy == 1 ? t ? n : m : -incy, 0, 1); } \
	inline cublasStatus_t cublas##S##ger(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a, int lda) { T one = 1; return __product(incx == 1 ? 0 : 1, incy == 1 ? 1 : 0, m, n, 1, alpha, type, x, type, incx == 1 ? m : incx, 0, y, type, incy == 1 ? n : incy, 0, &one, a, type, lda, 0, 1); } \
	inline cublasStatus_t cublas##S##geam(cublasHandle_t h, int ta, int tb, int m, int n, const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c, int ldc) { \
		__blasArguments q; \
		q.n[0] = type; q.n[1] = m; q.n[2] = n; q.n[3] = ta; q.n[4] = tb; q.n[5] = lda; q.n[6] = ldb; q.n[7] = ldc; \
		q.p[0] = a; q.p[1] = b; q.p[2] = c; q.p[3] = alpha; q.p[4] = beta; \
		return (cublasStatus_t)__blas(11, &q); \
	}
inline cublasStatus_t __product(int ta, int tb, int m, int n, int k, const void *alpha, int scalar, const void *a, int typeA, int lda, long long sa, const void *b, int typeB, int ldb, long long sb, const void *beta, void *c, int typeC, int ldc, long long sc, int count) {
	__blasArguments q;
	q.n[0] = scalar; q.n[1] = ta; q.n[2] = tb; q.n[3] = m; q.n[4] = n; q.n[5] = k; q.n[6] = typeA; q.n[7] = lda; q.n[8] = sa; q.n[9] = typeB; q.n[10] = ldb; q.n[11] = sb; q.n[12] = typeC; q.n[13] = ldc; q.n[14] = sc; q.n[15] = count;
	q.p[0] = a; q.p[1] = b; q.p[2] = c; q.p[3] = alpha; q.p[4] = beta;
	return (cublasStatus_t)__blas(10, &q);
}
__VECTORS(S, s, float, 0)
__VECTORS(D, d, double, 1)
#undef __VECTORS
#define __PRODUCTS(S, T, type) \
	inline cublasStatus_t cublas##S##gemm(cublasHandle_t h, int ta, int tb, int m, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) { return __product(ta, tb, m, n, k, alpha, type, a, type, lda, 0, b, type, ldb, 0, beta, c, type, ldc, 0, 1); } \
	inline cublasStatus_t cublas##S##gemmStridedBatched(cublasHandle_t h, int ta, int tb, int m, int n, int k, const T *alpha, const T *a, int lda, long long sa, const T *b, int ldb, long long sb, const T *beta, T *c, int ldc, long long sc, int count) { return __product(ta, tb, m, n, k, alpha, type, a, type, lda, sa, b, type, ldb, sb, beta, c, type, ldc, sc, count); } \
	inline cublasStatus_t cublas##S##gemmBatched(cublasHandle_t h, int ta, int tb, int m, int n, int k, const T *alpha, const T *const *a, int lda, const T *const *b, int ldb, const T *beta, T *const *c, int ldc, int count) { \
		cublasStatus_t s = CUBLAS_STATUS_SUCCESS; \
		for (int i = 0; i < count && !s; i++) { \
			T *x[3]; \
			const void *from[3] = {a + i, b + i, c + i}; \
			for (int j = 0; j < 3 && !s; j++) s = __blasCopied(cudaMemcpy(&x[j], from[j], sizeof(T *), cudaMemcpyDeviceToHost)); \
			if (!s) s = __product(ta, tb, m, n, k, alpha, type, x[0], type, lda, 0, x[1], type, ldb, 0, beta, x[2], type, ldc, 0, 1); \
		} \
		return s; \
	}
__PRODUCTS(S, float, 0)
__PRODUCTS(D, double, 1)
__PRODUCTS(H, __half, 2)
#undef __PRODUCTS
inline cublasStatus_t cublasDotEx(cublasHandle_t h, int n, const void *x, int typeX, int incx, const void *y, int typeY, int incy, void *result, int typeOf, int compute) { return typeX == typeY && typeX == typeOf ? __blas1(1, typeX, n, x, incx, y, incy, result) : CUBLAS_STATUS_NOT_SUPPORTED; }
#define cublasDotcEx cublasDotEx // of real numbers
inline cublasStatus_t cublasNrm2Ex(cublasHandle_t h, int n, const void *x, int typeX, int incx, void *result, int typeOf, int compute) { return typeX == typeOf ? __blas1(4, typeX, n, x, incx, x, incx, result) : CUBLAS_STATUS_NOT_SUPPORTED; }
inline cublasStatus_t cublasScalEx(cublasHandle_t h, int n, const void *alpha, int typeAlpha, void *x, int typeX, int incx, int compute) { return typeX == typeAlpha ? __blas1(2, typeX, n, x, incx, x, incx, alpha) : CUBLAS_STATUS_NOT_SUPPORTED; }
inline cublasStatus_t cublasAxpyEx(cublasHandle_t h, int n, const void *alpha, int typeAlpha, const void *x, int typeX, int incx, void *y, int typeY, int incy, int compute) { return typeX == typeAlpha && typeX == typeY ? __blas1(0, typeX, n, x, incx, y, incy, alpha) : CUBLAS_STATUS_NOT_SUPPORTED; }
inline int __scalarOf(int compute) { return compute == 64 || compute == 65 || compute == 2 ? 2 : compute == 70 || compute == 71 || compute == 79 || compute == 1 ? 1 : compute == 72 || compute == 73 ? 10 : 0; }
inline cublasStatus_t cublasGemmEx(cublasHandle_t h, int ta, int tb, int m, int n, int k, const void *alpha, const void *a, int typeA, int lda, const void *b, int typeB, int ldb, const void *beta, void *c, int typeC, int ldc, int compute, int algorithm) {
	return __product(ta, tb, m, n, k, alpha, __scalarOf(compute), a, typeA, lda, 0, b, typeB, ldb, 0, beta, c, typeC, ldc, 0, 1);
}
inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, int ta, int tb, int m, int n, int k, const void *alpha, const void *a, int typeA, int lda, long long sa, const void *b, int typeB, int ldb, long long sb, const void *beta, void *c, int typeC, int ldc, long long sc, int count, int compute, int algorithm) {
	return __product(ta, tb, m, n, k, alpha, __scalarOf(compute), a, typeA, lda, sa, b, typeB, ldb, sb, beta, c, typeC, ldc, sc, count);
}

// Matrices that BLAS keeps as one triangle, packed or in bands: they are made dense for products, and taken apart again.
#include <__blasmatrices.h>
