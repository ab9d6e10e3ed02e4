// cusparse.h: sparse matrices by rows, by columns and by entries, with products, triangular systems and conversions. Sums are kept in double.

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <algorithm>
#include <library_types.h>

enum cusparseStatus_t { CUSPARSE_STATUS_SUCCESS = 0, CUSPARSE_STATUS_NOT_INITIALIZED = 1, CUSPARSE_STATUS_ALLOC_FAILED = 2, CUSPARSE_STATUS_INVALID_VALUE = 3, CUSPARSE_STATUS_ARCH_MISMATCH = 4, CUSPARSE_STATUS_MAPPING_ERROR = 5, CUSPARSE_STATUS_EXECUTION_FAILED = 6, CUSPARSE_STATUS_INTERNAL_ERROR = 7, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSPARSE_STATUS_ZERO_PIVOT = 9, CUSPARSE_STATUS_NOT_SUPPORTED = 10, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11 };
enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE = 0, CUSPARSE_OPERATION_TRANSPOSE = 1, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2 };
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 };
enum cusparseMatrixType_t { CUSPARSE_MATRIX_TYPE_GENERAL = 0, CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1, CUSPARSE_MATRIX_TYPE_HERMITIAN = 2, CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3 };
enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 };
enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 };
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 };
enum cusparseFormat_t { CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3 };
enum cusparseSpMatAttribute_t { CUSPARSE_SPMAT_FILL_MODE = 0, CUSPARSE_SPMAT_DIAG_TYPE = 1 };
enum cusparseDirection_t { CUSPARSE_DIRECTION_ROW = 0, CUSPARSE_DIRECTION_COLUMN = 1 };
enum cusparseAction_t { CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1 };
enum cusparseSolvePolicy_t { CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0, CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1 };
enum cusparseSpMVAlg_t { CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_SPMV_ALG_DEFAULT = 0, CUSPARSE_COOMV_ALG = 1, CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_CSRMV_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG1 = 2, CUSPARSE_CSRMV_ALG2 = 3, CUSPARSE_SPMV_CSR_ALG2 = 3, CUSPARSE_SPMV_COO_ALG2 = 4 };
enum cusparseSpMMAlg_t { CUSPARSE_MM_ALG_DEFAULT = 0, CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_COO_ALG2 = 2, CUSPARSE_SPMM_COO_ALG3 = 3, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_COO_ALG4 = 5, CUSPARSE_SPMM_CSR_ALG2 = 6, CUSPARSE_SPMM_CSR_ALG3 = 12 };
enum cusparseSpSVAlg_t { CUSPARSE_SPSV_ALG_DEFAULT = 0 };
enum cusparseSpSMAlg_t { CUSPARSE_SPSM_ALG_DEFAULT = 0 };
enum cusparseSpGEMMAlg_t { CUSPARSE_SPGEMM_DEFAULT = 0, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1, CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2, CUSPARSE_SPGEMM_ALG1 = 3, CUSPARSE_SPGEMM_ALG2 = 4, CUSPARSE_SPGEMM_ALG3 = 5 };
enum cusparseSDDMMAlg_t { CUSPARSE_SDDMM_ALG_DEFAULT = 0 };
enum cusparseDenseToSparseAlg_t { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 };
enum cusparseSparseToDenseAlg_t { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 };
enum cusparseCsr2CscAlg_t { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 = 2 };

struct __sparseHandle { int mode; cudaStream_t stream; };
typedef __sparseHandle *cusparseHandle_t;
struct __sparseForm { int type, fill, diag, base; };
typedef __sparseForm *cusparseMatDescr_t;
struct __sparse { // a matrix; that by columns is its transpose by rows
	long long rows, cols, n, offsetStride, stride;
	const void *offsets, *columns;
	void *values;
	int wideOffsets, wideColumns, base, type, format, fill, diag, count;
};
typedef __sparse *cusparseSpMatDescr_t;
typedef const __sparse *cusparseConstSpMatDescr_t;
struct __dense { long long rows, cols, ld, stride; void *values; int type, order, count; };
typedef __dense *cusparseDnMatDescr_t;
typedef const __dense *cusparseConstDnMatDescr_t;
typedef __dense *cusparseDnVecDescr_t;
typedef const __dense *cusparseConstDnVecDescr_t;
struct __sparseVector { long long size, n; void *indices, *values; int wide, base, type; };
typedef __sparseVector *cusparseSpVecDescr_t;
typedef const __sparseVector *cusparseConstSpVecDescr_t;
struct __sparseProduct { long long rows, n; long long *offsets, *columns; double *values; };
typedef __sparseProduct *cusparseSpGEMMDescr_t;
typedef struct __sparseNothing *cusparseSpSVDescr_t;
typedef struct __sparseNothing *cusparseSpSMDescr_t;
struct __sparsePivot { int at; };
typedef __sparsePivot *csrilu02Info_t;
typedef __sparsePivot *csric02Info_t;
#define __SPARSE_DONE return CUSPARSE_STATUS_SUCCESS
#define __SPARSE_SIZE(n) { *(n) = 8; __SPARSE_DONE; }

inline cusparseStatus_t cusparseCreate(cusparseHandle_t *h) { *h = (cusparseHandle_t)__newQuiet(sizeof(__sparseHandle)); (*h)->mode = 0; (*h)->stream = 0; __SPARSE_DONE; }
inline cusparseStatus_t cusparseDestroy(cusparseHandle_t h) { __delete(h, 2); __SPARSE_DONE; }
inline cusparseStatus_t cusparseSetStream(cusparseHandle_t h, cudaStream_t s) { h->stream = s; __SPARSE_DONE; }
inline cusparseStatus_t cusparseGetStream(cusparseHandle_t h, cudaStream_t *s) { *s = h->stream; __SPARSE_DONE; }
inline cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t h, cusparsePointerMode_t mode) { h->mode = mode; __SPARSE_DONE; }
inline cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t h, cusparsePointerMode_t *mode) { *mode = (cusparsePointerMode_t)h->mode; __SPARSE_DONE; }
inline cusparseStatus_t cusparseGetVersion(cusparseHandle_t h, int *v) { *v = 12000; __SPARSE_DONE; }
inline const char *__sparseStatus(int s, int text) {
	const char *names[12] = {"CUSPARSE_STATUS_SUCCESS", "CUSPARSE_STATUS_NOT_INITIALIZED", "CUSPARSE_STATUS_ALLOC_FAILED", "CUSPARSE_STATUS_INVALID_VALUE", "CUSPARSE_STATUS_ARCH_MISMATCH", "CUSPARSE_STATUS_MAPPING_ERROR", "CUSPARSE_STATUS_EXECUTION_FAILED", "CUSPARSE_STATUS_INTERNAL_ERROR", "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "CUSPARSE_STATUS_ZERO_PIVOT", "CUSPARSE_STATUS_NOT_SUPPORTED", "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES"};
	const char *texts[12] = {"success", "initialization error", "out of memory", "invalid value", "architecture mismatch", "texture memory mapping error", "kernel launch failure", "internal error", "matrix type not supported", "zero pivot", "operation not supported", "insufficient resources"};
	return s < 0 || s > 11 ? "unknown error" : text ? texts[s] : names[s];
}
inline const char *cusparseGetErrorString(cusparseStatus_t s) { return __sparseStatus(s, 1); }
inline const char *cusparseGetErrorName(cusparseStatus_t s) { return __sparseStatus(s, 0); }
inline cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *d) { *d = (cusparseMatDescr_t)__newQuiet(sizeof(__sparseForm)); memset(*d, 0, sizeof(__sparseForm)); __SPARSE_DONE; }
inline cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t d) { __delete(d, 2); __SPARSE_DONE; }
#define __SPARSE_FORM(Name, T, field) \
	inline cusparseStatus_t cusparseSetMat##Name(cusparseMatDescr_t d, T v) { d->field = v; __SPARSE_DONE; } \
	inline T cusparseGetMat##Name(const cusparseMatDescr_t d) { return (T)d->field; }
__SPARSE_FORM(Type, cusparseMatrixType_t, type)
__SPARSE_FORM(FillMode, cusparseFillMode_t, fill)
__SPARSE_FORM(DiagType, cusparseDiagType_t, diag)
__SPARSE_FORM(IndexBase, cusparseIndexBase_t, base)
#undef __SPARSE_FORM

// What describes vectors and matrices.
inline int __sparseSize(int type) { return type == CUDA_R_64F || type == CUDA_C_32F ? 8 : type == CUDA_R_32F || type == CUDA_R_32I ? 4 : type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : type == CUDA_C_64F ? 16 : 1; }
inline bool __sparseTakes(int type) { return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_R_32I; }
inline cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *d, long long rows, long long cols, long long ld, void *values, cudaDataType type, cusparseOrder_t order) {
	if (!__sparseTakes(type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
	*d = (cusparseDnMatDescr_t)__newQuiet(sizeof(__dense));
	(*d)->rows = rows; (*d)->cols = cols; (*d)->ld = ld; (*d)->stride = 0; (*d)->values = values; (*d)->type = type; (*d)->order = order; (*d)->count = 1;
	__SPARSE_DONE;
}
inline cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *d, long long rows, long long cols, long long ld, const void *values, cudaDataType type, cusparseOrder_t order) { return cusparseCreateDnMat((cusparseDnMatDescr_t *)d, rows, cols, ld, (void *)values, type, order); }
inline cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t d) { __delete((void *)d, 2); __SPARSE_DONE; }
inline cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t d, int count, long long stride) { d->count = count; d->stride = stride; __SPARSE_DONE; }
inline cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t d, void **values) { *values = d->values; __SPARSE_DONE; }
inline cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t d, void *values) { d->values = values; __SPARSE_DONE; }
inline cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *d, long long n, void *values, cudaDataType type) { return cusparseCreateDnMat(d, n, 1, n, values, type, CUSPARSE_ORDER_COL); }
inline cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *d, long long n, const void *values, cudaDataType type) { return cusparseCreateDnMat((cusparseDnMatDescr_t *)d, n, 1, n, (void *)values, type, CUSPARSE_ORDER_COL); }
inline cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t d) { __delete((void *)d, 2); __SPARSE_DONE; }
inline cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t d, void **values) { *values = d->values; __SPARSE_DONE; }
inline cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t d, void *values) { d->values = values; __SPARSE_DONE; }
inline cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *d, long long size, long long n, void *indices, void *values, cusparseIndexType_t wide, cusparseIndexBase_t base, cudaDataType type) {
	if (!__sparseTakes(type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
	*d = (cusparseSpVecDescr_t)__newQuiet(sizeof(__sparseVector));
	(*d)->size = size; (*d)->n = n; (*d)->indices = indices; (*d)->values = values; (*d)->wide = wide == CUSPARSE_INDEX_64I; (*d)->base = base; (*d)->type = type;
	__SPARSE_DONE;
}
inline cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t d) { __delete((void *)d, 2); __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t d, void **values) { *values = d->values; __SPARSE_DONE; }
inline __sparse __sparseOf(int format, long long rows, long long cols, long long n, const void *offsets, const void *columns, const void *values, int wideOffsets, int wideColumns, int base, int type) {
	__sparse a;
	a.rows = rows; a.cols = cols; a.n = n; a.offsets = offsets; a.columns = columns; a.values = (void *)values; a.wideOffsets = wideOffsets == CUSPARSE_INDEX_64I; a.wideColumns = wideColumns == CUSPARSE_INDEX_64I;
	a.base = base; a.type = type; a.format = format; a.fill = a.diag = 0; a.count = 1; a.offsetStride = a.stride = 0;
	return a;
}
inline cusparseStatus_t __newSparse(cusparseSpMatDescr_t *d, __sparse a) {
	if (!__sparseTakes(a.type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
	*d = (cusparseSpMatDescr_t)__newQuiet(sizeof(__sparse));
	**d = a;
	__SPARSE_DONE;
}
inline cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *d, long long rows, long long cols, long long n, void *offsets, void *columns, void *values, cusparseIndexType_t wideOffsets, cusparseIndexType_t wideColumns, cusparseIndexBase_t base, cudaDataType type) { return __newSparse(d, __sparseOf(CUSPARSE_FORMAT_CSR, rows, cols, n, offsets, columns, values, wideOffsets, wideColumns, base, type)); }
inline cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *d, long long rows, long long cols, long long n, const void *offsets, const void *columns, const void *values, cusparseIndexType_t wideOffsets, cusparseIndexType_t wideColumns, cusparseIndexBase_t base, cudaDataType type) { return __newSparse((cusparseSpMatDescr_t *)d, __sparseOf(CUSPARSE_FORMAT_CSR, rows, cols, n, offsets, columns, values, wideOffsets, wideColumns, base, type)); }
inline cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *d, long long rows, long long cols, long long n, void *offsets, void *columns, void *values, cusparseIndexType_t wideOffsets, cusparseIndexType_t wideColumns, cusparseIndexBase_t base, cudaDataType type) { return __newSparse(d, __sparseOf(CUSPARSE_FORMAT_CSC, rows, cols, n, offsets, columns, values, wideOffsets, wideColumns, base, type)); }
inline cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *d, long long rows, long long cols, long long n, void *rowsOf, void *columns, void *values, cusparseIndexType_t wide, cusparseIndexBase_t base, cudaDataType type) { return __newSparse(d, __sparseOf(CUSPARSE_FORMAT_COO, rows, cols, n, rowsOf, columns, values, wide, wide, base, type)); }
inline cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t d) { __delete((void *)d, 2); __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t a, long long *rows, long long *cols, long long *n) { *rows = a->rows; *cols = a->cols; *n = a->n; __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t a, cusparseFormat_t *f) { *f = (cusparseFormat_t)a->format; __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t a, void **values) { *values = a->values; __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t a, void *values) { a->values = values; __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t a, cusparseSpMatAttribute_t what, const void *v, size_t n) { if (what == CUSPARSE_SPMAT_FILL_MODE) a->fill = *(const int *)v; else a->diag = *(const int *)v; __SPARSE_DONE; }
inline cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t a, void *offsets, void *columns, void *values) { a->offsets = offsets; a->columns = columns; a->values = values; __SPARSE_DONE; }
#define cusparseCscSetPointers cusparseCsrSetPointers
#define cusparseCooSetPointers cusparseCsrSetPointers
inline cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t a, int count, long long offsets, long long values) { a->count = count; a->offsetStride = offsets; a->stride = values; __SPARSE_DONE; }
inline cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t a, int count, long long stride) { return cusparseCsrSetStridedBatch(a, count, stride, stride); }

// Elements, whatever they are of.
struct __scalar { double value; const void *at; int type; };
__host__ __device__ inline long long __indexAt(const void *p, int wide, long long i) { return wide ? ((const long long *)p)[i] : (long long)((const int *)p)[i]; }
__host__ __device__ inline void __setIndex(const void *p, int wide, long long i, long long v) { if (wide) ((long long *)p)[i] = v; else ((int *)p)[i] = (int)v; }
__host__ __device__ inline double __valueAt(const void *p, int type, long long i) {
	if (type == CUDA_R_32F) return ((const float *)p)[i];
	if (type == CUDA_R_64F) return ((const double *)p)[i];
	if (type == CUDA_R_16F) return __half2float(((const __half *)p)[i]);
	if (type == CUDA_R_16BF) return __bfloat162float(((const __nv_bfloat16 *)p)[i]);
	return ((const int *)p)[i];
}
__host__ __device__ inline void __setValue(void *p, int type, long long i, double v) {
	if (type == CUDA_R_32F) ((float *)p)[i] = (float)v;
	else if (type == CUDA_R_64F) ((double *)p)[i] = v;
	else if (type == CUDA_R_16F) ((__half *)p)[i] = __float2half((float)v);
	else if (type == CUDA_R_16BF) ((__nv_bfloat16 *)p)[i] = __float2bfloat16((float)v);
	else ((int *)p)[i] = (int)v;
}
inline __scalar __scalarAt(cusparseHandle_t h, const void *p, int type) {
	__scalar s;
	s.type = type; s.at = h->mode ? p : nullptr; s.value = h->mode ? 0 : __valueAt(p, type, 0);
	return s;
}
__device__ inline double __scalarOf(const __scalar &s) { return s.at ? __valueAt(s.at, s.type, 0) : s.value; }
__device__ inline void __addScaled(void *p, int type, long long i, double v, double beta) { __setValue(p, type, i, beta == 0 ? v : v + beta * __valueAt(p, type, i)); }
__host__ __device__ inline long long __elementOf(const __dense &d, long long i, long long j) { return d.order == CUSPARSE_ORDER_ROW ? i * d.ld + j : i + j * d.ld; }
// Where a row begins: entries lie by rows, and are looked through.
__device__ inline long long __rowAt(const __sparse &a, const char *offsets, long long r) {
	if (a.format != CUSPARSE_FORMAT_COO) return __indexAt(offsets, a.wideOffsets, r) - a.base;
	long long low = 0, high = a.n;
	while (low < high) {
		long long mid = (low + high) / 2;
		if (__indexAt(offsets, a.wideOffsets, mid) - a.base < r) low = mid + 1;
		else high = mid;
	}
	return low;
}
inline __sparse __byRows(const __sparse *a, int *op) { // that by columns is the transpose, by rows
	__sparse t = *a;
	if (t.format == CUSPARSE_FORMAT_CSC) {
		t.format = CUSPARSE_FORMAT_CSR;
		t.rows = a->cols; t.cols = a->rows;
		*op = *op == 0;
	}
	return t;
}
__global__ inline void __scaleDense(__dense y, __scalar beta) {
	long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x, j = blockIdx.y;
	if (i >= y.rows) return;
	char *values = (char *)y.values + blockIdx.z * y.stride * (y.type == CUDA_R_64F ? 8 : y.type == CUDA_R_32F || y.type == CUDA_R_32I ? 4 : 2);
	double b = __scalarOf(beta);
	long long at = __elementOf(y, i, j);
	__setValue(values, y.type, at, b == 0 ? 0 : b * __valueAt(values, y.type, at));
}
__device__ inline int __bytesOf(int type) { return type == CUDA_R_64F ? 8 : type == CUDA_R_32F || type == CUDA_R_32I ? 4 : 2; }
// One thread for a row of A and a column of B.
__global__ inline void __sparseTimesDense(__sparse a, __dense b, int transposedB, __dense c, __scalar alpha, __scalar beta) {
	long long r = blockIdx.x * (long long)blockDim.x + threadIdx.x, j = blockIdx.y, z = blockIdx.z;
	if (r >= a.rows) return;
	const char *offsets = (const char *)a.offsets + z * a.offsetStride * (a.wideOffsets ? 8 : 4), *columns = (const char *)a.columns + z * a.stride * (a.wideColumns ? 8 : 4);
	const char *values = (const char *)a.values + z * a.stride * __bytesOf(a.type), *from = (const char *)b.values + z * b.stride * __bytesOf(b.type);
	double s = 0;
	long long end = __rowAt(a, offsets, r + 1);
	for (long long k = __rowAt(a, offsets, r); k < end; k++) {
		long long col = __indexAt(columns, a.wideColumns, k) - a.base;
		s += __valueAt(values, a.type, k) * __valueAt(from, b.type, transposedB ? __elementOf(b, j, col) : __elementOf(b, col, j));
	}
	__addScaled((char *)c.values + z * c.stride * __bytesOf(c.type), c.type, __elementOf(c, r, j), __scalarOf(alpha) * s, __scalarOf(beta));
}
// The transpose of A: a block sums as many rows of C as its shared memory holds, and its threads go through the rows of A.
#define __SPARSE_SUMS 4096
__global__ inline void __transposedTimesDense(__sparse a, __dense b, int transposedB, __dense c, __scalar alpha, __scalar beta) {
	__shared__ double sums[__SPARSE_SUMS];
	long long first = blockIdx.x * (long long)__SPARSE_SUMS, j = blockIdx.y, z = blockIdx.z, rows = c.rows - first < __SPARSE_SUMS ? c.rows - first : __SPARSE_SUMS;
	const char *offsets = (const char *)a.offsets + z * a.offsetStride * (a.wideOffsets ? 8 : 4), *columns = (const char *)a.columns + z * a.stride * (a.wideColumns ? 8 : 4);
	const char *values = (const char *)a.values + z * a.stride * __bytesOf(a.type), *from = (const char *)b.values + z * b.stride * __bytesOf(b.type);
	for (int i = threadIdx.x; i < rows; i += blockDim.x) sums[i] = 0;
	__syncthreads();
	for (long long r = threadIdx.x; r < a.rows; r += blockDim.x) {
		double factor = __valueAt(from, b.type, transposedB ? __elementOf(b, j, r) : __elementOf(b, r, j));
		long long end = __rowAt(a, offsets, r + 1);
		for (long long k = __rowAt(a, offsets, r); k < end; k++) {
			long long i = __indexAt(columns, a.wideColumns, k) - a.base - first;
			if (i >= 0 && i < rows) atomicAdd(&sums[i], __valueAt(values, a.type, k) * factor);
		}
	}
	__syncthreads();
	for (int i = threadIdx.x; i < rows; i += blockDim.x)
		__addScaled((char *)c.values + z * c.stride * __bytesOf(c.type), c.type, __elementOf(c, first + i, j), __scalarOf(alpha) * sums[i], __scalarOf(beta));
}
// The usual case: entries of one type by rows with indices of 32 bits, one thread for a column of B.
template <class T> __global__ void __rowTimesDense(const int *offsets, const int *columns, const T *values, int base, const T *b, long long rowOfB, long long columnOfB, T *c, long long rowOfC, long long columnOfC, int n, __scalar alpha, __scalar beta) {
	int j = blockIdx.y * blockDim.x + threadIdx.x, r = blockIdx.x;
	if (j >= n) return;
	double s = 0, keep = __scalarOf(beta);
	int end = offsets[r + 1] - base;
	for (int k = offsets[r] - base; k < end; k++) s += (double)values[k] * b[(columns[k] - base) * rowOfB + j * columnOfB];
	T *to = c + r * rowOfC + j * columnOfC;
	*to = (T)(__scalarOf(alpha) * s + (keep == 0 ? 0 : keep * *to));
}
template <class T> bool __byColumnsOfB(cusparseHandle_t h, const __sparse &a, int opB, const __dense *b, const __dense *c, __scalar alpha, __scalar beta) {
	if (a.format != CUSPARSE_FORMAT_CSR || a.wideOffsets || a.wideColumns || a.count > 1 || c->count > 1 || c->cols < 8 || b->type != a.type || c->type != a.type) return false;
	long long rowOfB = b->order == CUSPARSE_ORDER_ROW ? b->ld : 1, columnOfB = b->order == CUSPARSE_ORDER_ROW ? 1 : b->ld;
	dim3 grid((unsigned)a.rows, (unsigned)((c->cols + 127) / 128));
	__rowTimesDense<T><<<grid, 128, 0, h->stream>>>((const int *)a.offsets, (const int *)a.columns, (const T *)a.values, a.base, (const T *)b->values, opB ? columnOfB : rowOfB, opB ? rowOfB : columnOfB, (T *)c->values, c->order == CUSPARSE_ORDER_ROW ? c->ld : 1, c->order == CUSPARSE_ORDER_ROW ? 1 : c->ld, (int)c->cols, alpha, beta);
	return true;
}
inline cusparseStatus_t __sparseMultiply(cusparseHandle_t h, int op, int opB, const void *alpha, const __sparse *a, const __dense *b, const void *beta, const __dense *c, int type) {
	if (!__sparseTakes(type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
	__sparse t = __byRows(a, &op);
	long long outer = op ? t.cols : t.rows, inner = op ? t.rows : t.cols;
	if (outer != c->rows || inner != (opB ? b->cols : b->rows) || c->cols != (opB ? b->rows : b->cols)) return CUSPARSE_STATUS_INVALID_VALUE;
	if (c->rows == 0 || c->cols == 0) __SPARSE_DONE;
	__scalar scale = __scalarAt(h, alpha, type), keep = __scalarAt(h, beta, type);
	int count = c->count > t.count ? c->count : t.count, each = op ? __SPARSE_SUMS : 128;
	dim3 grid((unsigned)((outer + each - 1) / each), (unsigned)c->cols, count);
	if (op) __transposedTimesDense<<<grid, 256, 0, h->stream>>>(t, *b, opB != 0, *c, scale, keep);
	else if (t.type == CUDA_R_32F && __byColumnsOfB<float>(h, t, opB, b, c, scale, keep)) __SPARSE_DONE;
	else if (t.type == CUDA_R_64F && __byColumnsOfB<double>(h, t, opB, b, c, scale, keep)) __SPARSE_DONE;
	else __sparseTimesDense<<<grid, 128, 0, h->stream>>>(t, *b, opB != 0, *c, scale, keep);
	__SPARSE_DONE;
}
inline cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseConstDnVecDescr_t y, cudaDataType type, int algorithm, size_t *n) __SPARSE_SIZE(n)
inline cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseConstDnVecDescr_t y, cudaDataType type, int algorithm, void *buffer) { __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpMV(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseConstDnVecDescr_t y, cudaDataType type, int algorithm, void *buffer) { return __sparseMultiply(h, op, 0, alpha, a, x, beta, y, type); }
inline cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseConstDnMatDescr_t c, cudaDataType type, int algorithm, size_t *n) __SPARSE_SIZE(n)
inline cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseConstDnMatDescr_t c, cudaDataType type, int algorithm, void *buffer) { __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpMM(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseConstDnMatDescr_t c, cudaDataType type, int algorithm, void *buffer) { return __sparseMultiply(h, op, opB, alpha, a, b, beta, c, type); }

// Products of dense matrices where C has entries: one thread for a row.
__global__ inline void __sampledProduct(__sparse c, __dense a, int ta, __dense b, int tb, long long inner, __scalar alpha, __scalar beta) {
	long long r = blockIdx.x * (long long)blockDim.x + threadIdx.x, z = blockIdx.y;
	if (r >= c.rows) return;
	const char *offsets = (const char *)c.offsets + z * c.offsetStride * (c.wideOffsets ? 8 : 4), *columns = (const char *)c.columns + z * c.stride * (c.wideColumns ? 8 : 4);
	char *values = (char *)c.values + z * c.stride * __bytesOf(c.type);
	const char *left = (const char *)a.values + z * a.stride * __bytesOf(a.type), *right = (const char *)b.values + z * b.stride * __bytesOf(b.type);
	long long end = __rowAt(c, offsets, r + 1);
	for (long long k = __rowAt(c, offsets, r); k < end; k++) {
		long long col = __indexAt(columns, c.wideColumns, k) - c.base;
		double s = 0;
		for (long long i = 0; i < inner; i++) s += __valueAt(left, a.type, ta ? __elementOf(a, i, r) : __elementOf(a, r, i)) * __valueAt(right, b.type, tb ? __elementOf(b, col, i) : __elementOf(b, i, col));
		__addScaled(values, c.type, k, __scalarOf(alpha) * s, __scalarOf(beta));
	}
}
inline cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType type, int algorithm, size_t *n) __SPARSE_SIZE(n)
inline cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType type, int algorithm, void *buffer) { __SPARSE_DONE; }
inline cusparseStatus_t cusparseSDDMM(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType type, int algorithm, void *buffer) {
	if (c->format != CUSPARSE_FORMAT_CSR) return CUSPARSE_STATUS_NOT_SUPPORTED;
	dim3 grid((unsigned)((c->rows + 127) / 128), c->count);
	__sampledProduct<<<grid, 128, 0, h->stream>>>(*c, *a, ta != 0, *b, tb != 0, ta ? a->rows : a->cols, __scalarAt(h, alpha, type), __scalarAt(h, beta, type));
	__SPARSE_DONE;
}

// Sparse vectors.
__global__ inline void __sparseVectors(int what, __sparseVector x, __dense y, __scalar a, __scalar b) {
	long long k = blockIdx.x * (long long)blockDim.x + threadIdx.x;
	if (k >= x.n) return;
	long long i = __indexAt(x.indices, x.wide, k) - x.base;
	if (what == 0) __setValue(y.values, y.type, i, __valueAt(y.values, y.type, i) + __scalarOf(a) * __valueAt(x.values, x.type, k));
	if (what == 1) __setValue(x.values, x.type, k, __valueAt(y.values, y.type, i));
	if (what == 2) __setValue(y.values, y.type, i, __valueAt(x.values, x.type, k));
	if (what == 3) {
		double c = __scalarOf(a), s = __scalarOf(b), u = __valueAt(x.values, x.type, k), v = __valueAt(y.values, y.type, i);
		__setValue(x.values, x.type, k, c * u + s * v);
		__setValue(y.values, y.type, i, c * v - s * u);
	}
}
inline cusparseStatus_t __eachEntry(cusparseHandle_t h, int what, const __sparseVector *x, const __dense *y, __scalar a, __scalar b) { if (x->n) __sparseVectors<<<(unsigned)((x->n + 127) / 128), 128, 0, h->stream>>>(what, *x, *y, a, b); __SPARSE_DONE; }
inline cusparseStatus_t cusparseAxpby(cusparseHandle_t h, const void *alpha, cusparseConstSpVecDescr_t x, const void *beta, cusparseDnVecDescr_t y) {
	dim3 grid((unsigned)((y->rows + 127) / 128));
	__scaleDense<<<grid, 128, 0, h->stream>>>(*y, __scalarAt(h, beta, y->type));
	return __eachEntry(h, 0, x, y, __scalarAt(h, alpha, y->type), __scalarAt(h, beta, y->type));
}
inline __scalar __noScalar() { __scalar s; s.value = 0; s.at = nullptr; s.type = 0; return s; }
inline cusparseStatus_t cusparseGather(cusparseHandle_t h, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x) { return __eachEntry(h, 1, x, y, __noScalar(), __noScalar()); }
inline cusparseStatus_t cusparseScatter(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y) { return __eachEntry(h, 2, x, y, __noScalar(), __noScalar()); }
inline cusparseStatus_t cusparseRot(cusparseHandle_t h, const void *c, const void *s, cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) { return __eachEntry(h, 3, x, y, __scalarAt(h, c, y->type), __scalarAt(h, s, y->type)); }

// What goes entry by entry is done by the host, on copies.
int __sparseFailed; // a copy of the function that runs did; what it should have fetched is zero
inline void __sparseCopy(void *to, const void *from, size_t bytes) { if (bytes && cudaMemcpy(to, from, bytes, cudaMemcpyDefault) != cudaSuccess) __sparseFailed = 1; }
inline cusparseStatus_t __sparseCopied() {
	int failed = __sparseFailed;
	__sparseFailed = 0;
	return failed ? CUSPARSE_STATUS_EXECUTION_FAILED : CUSPARSE_STATUS_SUCCESS;
}
inline void *__fetched(const void *p, size_t bytes) {
	void *q = __newQuiet(bytes ? bytes : 1);
	__sparseCopy(q, p, bytes);
	if (__sparseFailed) memset(q, 0, bytes);
	return q;
}
inline long long *__indices(const void *p, int wide, long long n, int base) {
	void *raw = __fetched(p, n * (wide ? 8 : 4));
	if (__sparseFailed) base = 0;
	long long *q = (long long *)__newQuiet(n * 8 + 8);
	for (long long i = 0; i < n; i++) q[i] = __indexAt(raw, wide, i) - base;
	__delete(raw, 2);
	return q;
}
inline void __giveIndices(const long long *q, const void *p, int wide, long long n, int base) {
	void *raw = __newQuiet(n * (wide ? 8 : 4) + 8);
	for (long long i = 0; i < n; i++) __setIndex(raw, wide, i, q[i] + base);
	__sparseCopy((void *)p, raw, n * (wide ? 8 : 4));
	__delete(raw, 2);
}
inline double *__numbers(const void *p, int type, long long n) {
	void *raw = __fetched(p, n * __sparseSize(type));
	double *q = (double *)__newQuiet(n * 8 + 8);
	for (long long i = 0; i < n; i++) q[i] = __valueAt(raw, type, i);
	__delete(raw, 2);
	return q;
}
inline void __giveNumbers(const double *q, void *p, int type, long long n) {
	void *raw = __newQuiet(n * __sparseSize(type) + 8);
	for (long long i = 0; i < n; i++) __setValue(raw, type, i, q[i]);
	__sparseCopy(p, raw, n * __sparseSize(type));
	__delete(raw, 2);
}
// From a matrix's first element to its last: a part of another matrix owns no more, and the whole may end there.
inline long long __denseRoom(const __dense *d) { return d->rows && d->cols ? __elementOf(*d, d->rows - 1, d->cols - 1) + 1 : 0; }
inline double __numberAt(cusparseHandle_t h, const void *p, int type) {
	if (h->mode == 0) return __valueAt(p, type, 0);
	double *q = __numbers(p, type, 1), v = q[0];
	__delete(q, 2);
	return v;
}
struct __rows { // a matrix of the host, by rows
	long long rows, cols, n, *offsets, *columns;
	double *values;
	__rows(const __sparse *a, bool valued = true) {
		rows = a->rows; cols = a->cols; n = a->n;
		columns = __indices(a->columns, a->wideColumns, n, a->base);
		values = valued ? __numbers(a->values, a->type, n) : nullptr;
		if (a->format != CUSPARSE_FORMAT_COO) { offsets = __indices(a->offsets, a->wideOffsets, rows + 1, a->base); return; }
		long long *of = __indices(a->offsets, a->wideOffsets, n, a->base);
		offsets = (long long *)__newQuiet((rows + 1) * 8);
		for (long long r = 0, k = 0; r <= rows; r++) { while (k < n && of[k] < r) k++; offsets[r] = k; }
		__delete(of, 2);
	}
	void drop() { __delete(offsets, 2); __delete(columns, 2); if (values) __delete(values, 2); }
};
// Solves op(T) y = x for one side, in place.
inline void __triangular(const __rows &t, int op, int upper, int unit, double *y) {
	bool backwards = upper != (op != 0);
	for (long long i = 0; i < t.rows; i++) {
		long long r = backwards ? t.rows - 1 - i : i;
		double d = 1, s = y[r];
		for (long long k = t.offsets[r]; k < t.offsets[r + 1]; k++) {
			long long c = t.columns[k];
			if (c == r && !unit) d = t.values[k];
			else if (!op && c != r && (c > r) == (upper != 0)) s -= t.values[k] * y[c];
		}
		y[r] = s / d;
		for (long long k = t.offsets[r]; op && k < t.offsets[r + 1]; k++) {
			long long c = t.columns[k];
			if (c != r && (c > r) == (upper != 0)) y[c] -= t.values[k] * y[r];
		}
	}
}
inline cusparseStatus_t __sparseSolve(cusparseHandle_t h, int op, int opB, const void *alpha, const __sparse *a, const __dense *b, const __dense *c, int type) {
	int flipped = op;
	__sparse t = __byRows(a, &flipped);
	int upper = flipped != (op != 0) && t.format != a->format ? !t.fill : t.fill;
	__rows rows(&t);
	double scale = __numberAt(h, alpha, type), *from = __numbers(b->values, b->type, __denseRoom(b)), *y = (double *)__newQuiet(t.rows * 8 + 8);
	long long room = __denseRoom(c);
	double *to = (double *)__newQuiet(room * 8 + 8);
	if (room != c->rows * c->cols) { __delete(to, 2); to = __numbers(c->values, c->type, room); }
	for (long long j = 0; j < c->cols; j++) {
		for (long long i = 0; i < t.rows; i++) y[i] = scale * from[opB ? __elementOf(*b, j, i) : __elementOf(*b, i, j)];
		__triangular(rows, flipped, upper, t.diag, y);
		for (long long i = 0; i < t.rows; i++) to[__elementOf(*c, i, j)] = y[i];
	}
	__giveNumbers(to, c->values, c->type, room);
	__delete(from, 2); __delete(to, 2); __delete(y, 2);
	rows.drop();
	return __sparseCopied();
}
#define __SPARSE_NOTHING(Kind) \
	inline cusparseStatus_t cusparse##Kind##_createDescr(cusparse##Kind##Descr_t *d) { *d = (cusparse##Kind##Descr_t)__newQuiet(8); __SPARSE_DONE; } \
	inline cusparseStatus_t cusparse##Kind##_destroyDescr(cusparse##Kind##Descr_t d) { __delete(d, 2); __SPARSE_DONE; }
__SPARSE_NOTHING(SpSV)
__SPARSE_NOTHING(SpSM)
#undef __SPARSE_NOTHING
inline cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType type, int algorithm, cusparseSpSVDescr_t d, size_t *n) __SPARSE_SIZE(n)
inline cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType type, int algorithm, cusparseSpSVDescr_t d, void *buffer) { __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y, cudaDataType type, int algorithm, cusparseSpSVDescr_t d) { return __sparseSolve(h, op, 0, alpha, a, x, y, type); }
inline cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType type, int algorithm, cusparseSpSMDescr_t d, size_t *n) __SPARSE_SIZE(n)
inline cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType type, int algorithm, cusparseSpSMDescr_t d, void *buffer) { __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t h, cusparseOperation_t op, cusparseOperation_t opB, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType type, int algorithm, cusparseSpSMDescr_t d) { return __sparseSolve(h, op, opB, alpha, a, b, c, type); }
inline cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, const void *result, cudaDataType type, size_t *n) __SPARSE_SIZE(n)
inline cusparseStatus_t cusparseSpVV(cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void *result, cudaDataType type, void *buffer) {
	long long *at = __indices(x->indices, x->wide, x->n, x->base);
	double *u = __numbers(x->values, x->type, x->n), *v = __numbers(y->values, y->type, y->rows), s = 0;
	for (long long k = 0; k < x->n; k++) s += u[k] * v[at[k]];
	__giveNumbers(&s, result, type, 1);
	__delete(at, 2); __delete(u, 2); __delete(v, 2);
	return __sparseCopied();
}

// The product of two sparse matrices: rows are gathered in a dense row.
inline void __sparseCombine(__sparseProduct *p, const __rows &a, const __rows &b, double alpha) {
	double *sum = (double *)__newQuiet(b.cols * 8 + 8);
	long long *seen = (long long *)__newQuiet(b.cols * 8 + 8), room = 1;
	for (long long j = 0; j < b.cols; j++) { sum[j] = 0; seen[j] = -1; }
	p->rows = a.rows; p->n = 0;
	p->offsets = (long long *)__newQuiet((a.rows + 1) * 8);
	for (long long r = 0; r < a.rows; r++)
		for (long long k = a.offsets[r]; k < a.offsets[r + 1]; k++) room += b.offsets[a.columns[k] + 1] - b.offsets[a.columns[k]];
	p->columns = (long long *)__newQuiet(room * 8); p->values = (double *)__newQuiet(room * 8);
	for (long long r = 0; r < a.rows; r++) {
		long long from = p->n;
		p->offsets[r] = from;
		for (long long k = a.offsets[r]; k < a.offsets[r + 1]; k++) {
			long long i = a.columns[k];
			for (long long l = b.offsets[i]; l < b.offsets[i + 1]; l++) {
				long long j = b.columns[l];
				if (seen[j] != r) { seen[j] = r; sum[j] = 0; p->columns[p->n++] = j; }
				sum[j] += alpha * a.values[k] * b.values[l];
			}
		}
		std::sort(p->columns + from, p->columns + p->n);
		for (long long k = from; k < p->n; k++) p->values[k] = sum[p->columns[k]];
	}
	p->offsets[a.rows] = p->n;
	__delete(sum, 2); __delete(seen, 2);
}
inline void __dropProduct(__sparseProduct *p) { if (p->offsets) { __delete(p->offsets, 2); __delete(p->columns, 2); __delete(p->values, 2); } p->offsets = nullptr; }
inline cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *d) { *d = (cusparseSpGEMMDescr_t)__newQuiet(sizeof(__sparseProduct)); memset(*d, 0, sizeof(__sparseProduct)); __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t d) { __dropProduct(d); __delete(d, 2); __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType type, int algorithm, cusparseSpGEMMDescr_t d, size_t *n, void *buffer) { if (!buffer) *n = 8; __SPARSE_DONE; }
inline cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType type, int algorithm, cusparseSpGEMMDescr_t d, size_t *n, void *buffer) {
	if (ta || tb || a->format != CUSPARSE_FORMAT_CSR || b->format != CUSPARSE_FORMAT_CSR) return CUSPARSE_STATUS_NOT_SUPPORTED;
	if (!buffer) { *n = 8; __SPARSE_DONE; }
	__rows left(a), right(b);
	__dropProduct(d);
	__sparseCombine(d, left, right, __numberAt(h, alpha, type));
	c->n = d->n;
	left.drop(); right.drop();
	return __sparseCopied();
}
inline cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t h, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType type, int algorithm, cusparseSpGEMMDescr_t d) {
	double keep = __numberAt(h, beta, type), *old = keep != 0 ? __numbers(c->values, c->type, d->n) : nullptr;
	for (long long k = 0; old && k < d->n; k++) d->values[k] += keep * old[k];
	if (old) __delete(old, 2);
	__giveIndices(d->offsets, c->offsets, c->wideOffsets, d->rows + 1, c->base);
	__giveIndices(d->columns, c->columns, c->wideColumns, d->n, c->base);
	__giveNumbers(d->values, c->values, c->type, d->n);
	return __sparseCopied();
}

// Dense to sparse and back.
inline double __denseAt(const double *v, const __dense *d, bool turned, long long i, long long j) { return v[turned ? __elementOf(*d, j, i) : __elementOf(*d, i, j)]; }
inline void __giveEntries(const double *v, const __dense *a, __sparse *b, bool turned, long long outer, long long inner) {
	long long *at = (long long *)__newQuiet(b->n * 8 + 8), *of = (long long *)__newQuiet(b->n * 8 + 8), n = 0;
	double *kept = (double *)__newQuiet(b->n * 8 + 8);
	for (long long i = 0; i < outer; i++)
		for (long long j = 0; j < inner; j++) {
			double x = __denseAt(v, a, turned, i, j);
			if (x != 0) { at[n] = j; of[n] = i; kept[n++] = x; }
		}
	if (b->format == CUSPARSE_FORMAT_COO) __giveIndices(of, b->offsets, b->wideOffsets, n, b->base);
	__giveIndices(at, b->columns, b->wideColumns, n, b->base);
	__giveNumbers(kept, b->values, b->type, n);
	__delete(at, 2); __delete(of, 2); __delete(kept, 2);
}
inline cusparseStatus_t __compress(const __dense *a, cusparseSpMatDescr_t b, bool convert) {
	bool turned = b->format == CUSPARSE_FORMAT_CSC;
	double *v = __numbers(a->values, a->type, __denseRoom(a));
	long long outer = turned ? a->cols : a->rows, inner = turned ? a->rows : a->cols, n = 0, *offsets = (long long *)__newQuiet((outer + 1) * 8);
	for (long long i = 0; i < outer; i++) {
		offsets[i] = n;
		for (long long j = 0; j < inner; j++) n += __denseAt(v, a, turned, i, j) != 0;
	}
	offsets[outer] = n;
	bool fits = !convert || n <= b->n;
	if (fits && !__sparseFailed) {
		b->n = n;
		if (b->format != CUSPARSE_FORMAT_COO) __giveIndices(offsets, b->offsets, b->wideOffsets, outer + 1, b->base);
		if (convert) __giveEntries(v, a, b, turned, outer, inner);
	}
	__delete(v, 2); __delete(offsets, 2);
	return fits ? __sparseCopied() : CUSPARSE_STATUS_INVALID_VALUE;
}
inline cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b, int algorithm, size_t *n) __SPARSE_SIZE(n)
inline cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b, int algorithm, void *buffer) { return __compress(a, b, false); }
inline cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t h, cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b, int algorithm, void *buffer) { return __compress(a, b, true); }
inline cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t h, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b, int algorithm, size_t *n) __SPARSE_SIZE(n)
__global__ inline void __spread(__sparse a, int transposed, __dense b) {
	long long r = blockIdx.x * (long long)blockDim.x + threadIdx.x;
	if (r >= a.rows) return;
	long long end = __rowAt(a, (const char *)a.offsets, r + 1);
	for (long long k = __rowAt(a, (const char *)a.offsets, r); k < end; k++) {
		long long c = __indexAt(a.columns, a.wideColumns, k) - a.base;
		__setValue(b.values, b.type, transposed ? __elementOf(b, c, r) : __elementOf(b, r, c), __valueAt(a.values, a.type, k));
	}
}
inline cusparseStatus_t cusparseSparseToDense(cusparseHandle_t h, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b, int algorithm, void *buffer) {
	int op = 0;
	__sparse t = __byRows(a, &op);
	dim3 all((unsigned)((b->rows + 127) / 128), (unsigned)b->cols), grid((unsigned)((t.rows + 127) / 128));
	__scaleDense<<<all, 128, 0, h->stream>>>(*b, __noScalar());
	__spread<<<grid, 128, 0, h->stream>>>(t, op, *b);
	__SPARSE_DONE;
}

// The functions of older versions, each for a type.
inline cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t h, const int *rows, int n, int m, int *offsets, cusparseIndexBase_t base) {
	__sparse a = __sparseOf(CUSPARSE_FORMAT_COO, m, m, n, rows, rows, rows, 2, 2, base, CUDA_R_32I);
	__rows r(&a, false);
	__giveIndices(r.offsets, offsets, 0, m + 1, base);
	r.drop();
	return __sparseCopied();
}
inline cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t h, const int *offsets, int n, int m, int *rows, cusparseIndexBase_t base) {
	long long *q = __indices(offsets, 0, m + 1, base), *of = (long long *)__newQuiet(n * 8 + 8);
	for (long long r = 0; r < m; r++) for (long long k = q[r]; k < q[r + 1]; k++) of[k] = r;
	__giveIndices(of, rows, 0, n, base);
	__delete(q, 2); __delete(of, 2);
	return __sparseCopied();
}
inline cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t h, int m, int n, int nnz, const void *values, const int *offsets, const int *columns, void *to, int *toOffsets, int *toRows, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base, int algorithm, size_t *size) __SPARSE_SIZE(size)
inline cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t h, int m, int n, int nnz, const void *values, const int *offsets, const int *columns, void *to, int *toOffsets, int *toRows, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base, int algorithm, void *buffer) {
	__sparse a = __sparseOf(CUSPARSE_FORMAT_CSR, m, n, nnz, offsets, columns, values, 2, 2, base, type);
	__rows r(&a, action == CUSPARSE_ACTION_NUMERIC);
	long long *begin = (long long *)__newQuiet((n + 2) * 8), *of = (long long *)__newQuiet(nnz * 8 + 8);
	double *v = (double *)__newQuiet(nnz * 8 + 8);
	for (long long j = 0; j < n + 2; j++) begin[j] = 0;
	for (long long k = 0; k < nnz; k++) begin[r.columns[k] + 2]++;
	for (long long j = 2; j < n + 2; j++) begin[j] += begin[j - 1];
	for (long long i = 0; i < m; i++)
		for (long long k = r.offsets[i]; k < r.offsets[i + 1]; k++) {
			long long at = begin[r.columns[k] + 1]++;
			of[at] = i;
			if (r.values) v[at] = r.values[k];
		}
	__giveIndices(begin, toOffsets, 0, n + 1, base);
	__giveIndices(of, toRows, 0, nnz, base);
	if (r.values) __giveNumbers(v, to, type, nnz);
	__delete(begin, 2); __delete(of, 2); __delete(v, 2);
	r.drop();
	return __sparseCopied();
}
inline cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t h, int n, int *p) {
	long long *q = (long long *)__newQuiet(n * 8 + 8);
	for (long long i = 0; i < n; i++) q[i] = i;
	__giveIndices(q, p, 0, n, 0);
	__delete(q, 2);
	return __sparseCopied();
}
// Entries in the order of two keys; the permutation that is given goes along.
struct __sparseKey { long long a, b, at; bool operator<(const __sparseKey &o) const { return a != o.a ? a < o.a : b != o.b ? b < o.b : at < o.at; } };
inline cusparseStatus_t __sortEntries(int n, int *first, int *second, int *p) {
	__sparseKey *keys = (__sparseKey *)__newQuiet(n * sizeof(__sparseKey) + 8);
	long long *a = __indices(first, 0, n, 0), *b = __indices(second, 0, n, 0), *old = p ? __indices(p, 0, n, 0) : nullptr, *to = (long long *)__newQuiet(n * 8 + 8);
	for (long long i = 0; i < n; i++) { keys[i].a = a[i]; keys[i].b = b[i]; keys[i].at = i; }
	std::sort(keys, keys + n);
	for (long long i = 0; i < n; i++) { a[i] = keys[i].a; b[i] = keys[i].b; if (old) to[i] = old[keys[i].at]; }
	__giveIndices(a, first, 0, n, 0);
	__giveIndices(b, second, 0, n, 0);
	if (old) { __giveIndices(to, p, 0, n, 0); __delete(old, 2); }
	__delete(keys, 2); __delete(a, 2); __delete(b, 2); __delete(to, 2);
	return __sparseCopied();
}
inline cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t h, int m, int n, int nnz, const int *rows, const int *columns, size_t *size) __SPARSE_SIZE(size)
inline cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t h, int m, int n, int nnz, int *rows, int *columns, int *p, void *buffer) { return __sortEntries(nnz, rows, columns, p); }
inline cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t h, int m, int n, int nnz, int *rows, int *columns, int *p, void *buffer) { return __sortEntries(nnz, columns, rows, p); }
inline cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t h, int m, int n, int nnz, const int *offsets, const int *columns, size_t *size) __SPARSE_SIZE(size)
inline cusparseStatus_t cusparseXcsrsort(cusparseHandle_t h, int m, int n, int nnz, const cusparseMatDescr_t d, const int *offsets, int *columns, int *p, void *buffer) {
	int *rows = (int *)__newQuiet(nnz * sizeof(int) + 8);
	cusparseStatus_t s = cusparseXcsr2coo(h, offsets, nnz, m, rows, (cusparseIndexBase_t)d->base);
	if (s == CUSPARSE_STATUS_SUCCESS) s = __sortEntries(nnz, rows, columns, p);
	__delete(rows, 2);
	return s;
}
inline cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *i) { *i = (csrilu02Info_t)__newQuiet(sizeof(__sparsePivot)); (*i)->at = -1; __SPARSE_DONE; }
inline cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t i) { __delete(i, 2); __SPARSE_DONE; }
inline cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t h, csrilu02Info_t i, int *at) { *at = i->at; return i->at < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT; }
inline cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t *i) { return cusparseCreateCsrilu02Info(i); }
inline cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t i) { return cusparseDestroyCsrilu02Info(i); }
inline cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t h, csric02Info_t i, int *at) { return cusparseXcsrilu02_zeroPivot(h, i, at); }
inline double *__entryAt(const __rows &r, long long i, long long j) {
	for (long long k = r.offsets[i]; k < r.offsets[i + 1]; k++) if (r.columns[k] == j) return r.values + k;
	return nullptr;
}
// Factors without fill, in place: L and U, or the L of Cholesky.
inline cusparseStatus_t __factors(__sparse a, __sparsePivot *info, bool cholesky) {
	__rows r(&a);
	info->at = -1;
	for (long long i = 0; i < r.rows; i++) {
		for (long long k = r.offsets[i]; k < r.offsets[i + 1]; k++) {
			long long j = r.columns[k];
			if (j > i && cholesky) continue;
			double s = r.values[k];
			for (long long l = r.offsets[i]; l < r.offsets[i + 1]; l++) {
				long long c = r.columns[l];
				if (c >= j || c >= i) continue;
				double *other = cholesky ? __entryAt(r, j, c) : __entryAt(r, c, j);
				if (other) s -= r.values[l] * *other;
			}
			double *d = j < i ? __entryAt(r, j, j) : nullptr;
			if (j == i && (s == 0 || cholesky && s < 0) && info->at < 0) info->at = (int)i + a.base;
			r.values[k] = d ? s / *d : j == i && cholesky ? sqrt(s) : s;
		}
	}
	__giveNumbers(r.values, a.values, a.type, a.n);
	r.drop();
	return __sparseCopied();
}
inline __dense __byColumns(long long rows, long long cols, long long ld, const void *values, int type) {
	__dense d;
	d.rows = rows; d.cols = cols; d.ld = ld; d.stride = 0; d.values = (void *)values; d.type = type; d.order = CUSPARSE_ORDER_COL; d.count = 1;
	return d;
}
#define __SPARSE_TYPED(S, T, type) \
	inline cusparseStatus_t cusparse##S##nnz(cusparseHandle_t h, cusparseDirection_t by, int m, int n, const cusparseMatDescr_t d, const T *a, int lda, int *counts, int *total) { \
		__dense dense = __byColumns(m, n, lda, a, type); \
		double *v = __numbers(a, type, __denseRoom(&dense)); \
		long long outer = by == CUSPARSE_DIRECTION_ROW ? m : n, sum = 0, *q = (long long *)__newQuiet(outer * 8 + 8); \
		for (long long i = 0; i < outer; i++) q[i] = 0; \
		for (long long j = 0; j < n; j++) for (long long i = 0; i < m; i++) if (v[i + j * lda] != 0) { q[by == CUSPARSE_DIRECTION_ROW ? i : j]++; sum++; } \
		__giveIndices(q, counts, 0, outer, 0); \
		if (h->mode == 0) *total = (int)sum; else __giveIndices(&sum, total, 0, 1, 0); \
		__delete(v, 2); __delete(q, 2); \
		return __sparseCopied(); \
	} \
	inline cusparseStatus_t cusparse##S##dense2csr(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, const T *a, int lda, const int *counts, T *values, int *offsets, int *columns) { \
		__dense dense = __byColumns(m, n, lda, a, type); \
		__sparse b = __sparseOf(CUSPARSE_FORMAT_CSR, m, n, (long long)m * n, offsets, columns, values, 2, 2, d->base, type); \
		return __compress(&dense, &b, true); \
	} \
	inline cusparseStatus_t cusparse##S##csr2dense(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, const T *values, const int *offsets, const int *columns, T *a, int lda) { \
		__dense dense = __byColumns(m, n, lda, a, type); \
		__sparse b = __sparseOf(CUSPARSE_FORMAT_CSR, m, n, 0, offsets, columns, values, 2, 2, d->base, type); \
		return cusparseSparseToDense(h, &b, &dense, 0, nullptr); \
	} \
	inline cusparseStatus_t cusparse##S##csrmm(cusparseHandle_t h, cusparseOperation_t op, int m, int n, int k, int nnz, const T *alpha, const cusparseMatDescr_t d, const T *values, const int *offsets, const int *columns, const T *b, int ldb, const T *beta, T *c, int ldc) { \
		__sparse a = __sparseOf(CUSPARSE_FORMAT_CSR, m, k, nnz, offsets, columns, values, 2, 2, d->base, type); \
		__dense from = __byColumns(op ? m : k, n, ldb, b, type), to = __byColumns(op ? k : m, n, ldc, c, type); \
		return __sparseMultiply(h, op, 0, alpha, &a, &from, beta, &to, type); \
	} \
	inline cusparseStatus_t cusparse##S##csrmv(cusparseHandle_t h, cusparseOperation_t op, int m, int n, int nnz, const T *alpha, const cusparseMatDescr_t d, const T *values, const int *offsets, const int *columns, const T *x, const T *beta, T *y) { \
		return cusparse##S##csrmm(h, op, m, 1, n, nnz, alpha, d, values, offsets, columns, x, op ? m : n, beta, y, op ? n : m); \
	} \
	inline cusparseStatus_t cusparse##S##csrilu02_bufferSize(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, T *values, const int *offsets, const int *columns, csrilu02Info_t info, int *size) __SPARSE_SIZE(size) \
	inline cusparseStatus_t cusparse##S##csrilu02_analysis(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, const T *values, const int *offsets, const int *columns, csrilu02Info_t info, cusparseSolvePolicy_t policy, void *buffer) { __SPARSE_DONE; } \
	inline cusparseStatus_t cusparse##S##csrilu02(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, T *values, const int *offsets, const int *columns, csrilu02Info_t info, cusparseSolvePolicy_t policy, void *buffer) { return __factors(__sparseOf(CUSPARSE_FORMAT_CSR, m, m, n, offsets, columns, values, 2, 2, d->base, type), info, false); } \
	inline cusparseStatus_t cusparse##S##csric02_bufferSize(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, T *values, const int *offsets, const int *columns, csric02Info_t info, int *size) __SPARSE_SIZE(size) \
	inline cusparseStatus_t cusparse##S##csric02_analysis(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, const T *values, const int *offsets, const int *columns, csric02Info_t info, cusparseSolvePolicy_t policy, void *buffer) { __SPARSE_DONE; } \
	inline cusparseStatus_t cusparse##S##csric02(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, T *values, const int *offsets, const int *columns, csric02Info_t info, cusparseSolvePolicy_t policy, void *buffer) { return __factors(__sparseOf(CUSPARSE_FORMAT_CSR, m, m, n, offsets, columns, values, 2, 2, d->base, type), info, true); }
__SPARSE_TYPED(S, float, CUDA_R_32F)
__SPARSE_TYPED(D, double, CUDA_R_64F)
#undef __SPARSE_TYPED
#undef __SPARSE_SUMS
#undef __SPARSE_SIZE
#undef __SPARSE_DONE
