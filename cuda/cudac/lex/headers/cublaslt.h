// cublasLt.h: products of matrices whose order, batches and epilogue are described, on top of those of cuBLAS.

#include <cublas_v2.h>

enum cublasLtMatmulDescAttributes_t {
	CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0, CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1, CUBLASLT_MATMUL_DESC_POINTER_MODE = 2, CUBLASLT_MATMUL_DESC_TRANSA = 3, CUBLASLT_MATMUL_DESC_TRANSB = 4, CUBLASLT_MATMUL_DESC_TRANSC = 5,
	CUBLASLT_MATMUL_DESC_EPILOGUE = 7, CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
};
enum cublasLtEpilogue_t {
	CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU = 2, CUBLASLT_EPILOGUE_RELU_AUX = 130, CUBLASLT_EPILOGUE_BIAS = 4, CUBLASLT_EPILOGUE_RELU_BIAS = 6, CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134, CUBLASLT_EPILOGUE_DRELU = 136,
	CUBLASLT_EPILOGUE_GELU = 32, CUBLASLT_EPILOGUE_GELU_AUX = 160, CUBLASLT_EPILOGUE_GELU_BIAS = 36, CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164, CUBLASLT_EPILOGUE_DGELU = 192, CUBLASLT_EPILOGUE_BGRADA = 256, CUBLASLT_EPILOGUE_BGRADB = 512
};
enum cublasLtMatrixLayoutAttribute_t {
	CUBLASLT_MATRIX_LAYOUT_TYPE = 0, CUBLASLT_MATRIX_LAYOUT_ORDER = 1, CUBLASLT_MATRIX_LAYOUT_ROWS = 2, CUBLASLT_MATRIX_LAYOUT_COLS = 3, CUBLASLT_MATRIX_LAYOUT_LD = 4, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
	CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6
};
enum cublasLtOrder_t { CUBLASLT_ORDER_COL = 0, CUBLASLT_ORDER_ROW = 1 };
enum cublasLtMatmulPreferenceAttributes_t { CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1 };

// Attributes stand under their numbers; what a call sets is copied into the one that it names.
struct cublasLtMatmulDescOpaque_t { long long at[32]; };
struct cublasLtMatrixLayoutOpaque_t { long long at[8]; };
struct cublasLtMatmulPreferenceOpaque_t { long long at[16]; };
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;
struct cublasLtMatmulAlgo_t { unsigned long long data[8]; };
struct cublasLtMatmulHeuristicResult_t { cublasLtMatmulAlgo_t algo; size_t workspaceSize; cublasStatus_t state; float wavesCount; int reserved[4]; };

inline cublasStatus_t __ltSet(long long *at, int what, int most, const void *from, size_t n) {
	if (what < 0 || what >= most || n > 8) return CUBLAS_STATUS_INVALID_VALUE;
	at[what] = 0;
	memcpy(at + what, from, n);
	return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t __ltGet(const long long *at, int what, int most, void *to, size_t n, size_t *written) {
	if (what < 0 || what >= most || n > 8) return CUBLAS_STATUS_INVALID_VALUE;
	memcpy(to, at + what, n);
	if (written) *written = n;
	return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t d, int compute, int scale) {
	memset(d, 0, sizeof(*d));
	d->at[CUBLASLT_MATMUL_DESC_COMPUTE_TYPE] = compute;
	d->at[CUBLASLT_MATMUL_DESC_SCALE_TYPE] = scale;
	d->at[CUBLASLT_MATMUL_DESC_EPILOGUE] = CUBLASLT_EPILOGUE_DEFAULT;
	d->at[CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE] = -1;
	return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *d, int compute, int scale) { *d = (cublasLtMatmulDesc_t)__newQuiet(sizeof(cublasLtMatmulDescOpaque_t)); return cublasLtMatmulDescInit(*d, compute, scale); }
inline cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t d) { __delete(d, 2); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t d, int what, const void *from, size_t n) { return __ltSet(d->at, what, 32, from, n); }
inline cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t d, int what, void *to, size_t n, size_t *written) { return __ltGet(d->at, what, 32, to, n, written); }
inline cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t m, int type, unsigned long long rows, unsigned long long columns, long long ld) {
	memset(m, 0, sizeof(*m));
	m->at[CUBLASLT_MATRIX_LAYOUT_TYPE] = type;
	m->at[CUBLASLT_MATRIX_LAYOUT_ROWS] = rows;
	m->at[CUBLASLT_MATRIX_LAYOUT_COLS] = columns;
	m->at[CUBLASLT_MATRIX_LAYOUT_LD] = ld;
	m->at[CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT] = 1;
	return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *m, int type, unsigned long long rows, unsigned long long columns, long long ld) { *m = (cublasLtMatrixLayout_t)__newQuiet(sizeof(cublasLtMatrixLayoutOpaque_t)); return cublasLtMatrixLayoutInit(*m, type, rows, columns, ld); }
inline cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t m) { __delete(m, 2); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t m, int what, const void *from, size_t n) { return __ltSet(m->at, what, 8, from, n); }
inline cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t m, int what, void *to, size_t n, size_t *written) { return __ltGet(m->at, what, 8, to, n, written); }
inline cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t p) { memset(p, 0, sizeof(*p)); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *p) { *p = (cublasLtMatmulPreference_t)__newQuiet(sizeof(cublasLtMatmulPreferenceOpaque_t)); return cublasLtMatmulPreferenceInit(*p); }
inline cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t p) { __delete(p, 2); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t p, int what, const void *from, size_t n) { return __ltSet(p->at, what, 16, from, n); }
inline cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t h, cublasLtMatmulDesc_t d, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t out, cublasLtMatmulPreference_t p, int asked, cublasLtMatmulHeuristicResult_t *list, int *found) {
	memset(list, 0, asked * sizeof(cublasLtMatmulHeuristicResult_t));
	*found = asked > 0; // there is one way
	return CUBLAS_STATUS_SUCCESS;
}

// The numbers of an epilogue, on the way through the host.
inline float __ltNumber(const void *p, int type, size_t i) { return type == CUDA_R_16F ? __half2float(((const __half *)p)[i]) : type == CUDA_R_16BF ? __bfloat162float(((const __nv_bfloat16 *)p)[i]) : type == CUDA_R_64F ? (float)((const double *)p)[i] : ((const float *)p)[i]; }
inline void __ltStore(void *p, int type, size_t i, float v) {
	if (type == CUDA_R_16F) ((__half *)p)[i] = __float2half(v);
	else if (type == CUDA_R_16BF) ((__nv_bfloat16 *)p)[i] = __float2bfloat16(v);
	else if (type == CUDA_R_64F) ((double *)p)[i] = v;
	else ((float *)p)[i] = v;
}
inline size_t __ltSize(int type) { return type == CUDA_R_64F ? 8 : type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : type == CUDA_R_8I || type == CUDA_R_8U ? 1 : 4; }
inline void __ltEpilogue(cublasLtMatmulDesc_t d, cublasLtMatrixLayout_t m, char *at) {
	int kind = (int)d->at[CUBLASLT_MATMUL_DESC_EPILOGUE], type = (int)m->at[CUBLASLT_MATRIX_LAYOUT_TYPE], biasType = (int)d->at[CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE];
	bool across = m->at[CUBLASLT_MATRIX_LAYOUT_ORDER] == CUBLASLT_ORDER_ROW;
	long long rows = m->at[CUBLASLT_MATRIX_LAYOUT_ROWS], columns = m->at[CUBLASLT_MATRIX_LAYOUT_COLS], ld = m->at[CUBLASLT_MATRIX_LAYOUT_LD], auxLd = d->at[CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD];
	if (biasType < 0) biasType = type;
	long long length = across ? columns : rows, lines = across ? rows : columns;
	size_t size = __ltSize(type);
	char *line = (char *)__newQuiet(length * size), *bias = (char *)__newQuiet(rows * __ltSize(biasType));
	if (kind & 4) cudaMemcpy(bias, (const void *)d->at[CUBLASLT_MATMUL_DESC_BIAS_POINTER], rows * __ltSize(biasType), cudaMemcpyDeviceToHost);
	for (long long j = 0; j < lines; j++) {
		cudaMemcpy(line, at + j * ld * size, length * size, cudaMemcpyDeviceToHost);
		if (kind & 4)
			for (long long i = 0; i < length; i++) __ltStore(line, type, i, __ltNumber(line, type, i) + __ltNumber(bias, biasType, across ? j : i));
		if (kind & 128) cudaMemcpy((char *)d->at[CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER] + j * auxLd * size, line, length * size, cudaMemcpyHostToDevice);
		for (long long i = 0; i < length; i++) {
			float v = __ltNumber(line, type, i);
			if (kind & 2) v = v > 0 ? v : 0;
			if (kind & 32) v = 0.5f * v * (1 + tanhf(0.7978845608f * (v + 0.044715f * v * v * v)));
			if (kind & 34) __ltStore(line, type, i, v);
		}
		cudaMemcpy(at + j * ld * size, line, length * size, cudaMemcpyHostToDevice);
	}
	__delete(line, 2);
	__delete(bias, 2);
}
inline cublasStatus_t cublasLtMatmul(cublasLtHandle_t h, cublasLtMatmulDesc_t d, const void *alpha, const void *a, cublasLtMatrixLayout_t ma, const void *b, cublasLtMatrixLayout_t mb, const void *beta, const void *c, cublasLtMatrixLayout_t mc, void *out, cublasLtMatrixLayout_t mo, const cublasLtMatmulAlgo_t *algorithm, void *workspace, size_t n, cudaStream_t s) {
	int kind = (int)d->at[CUBLASLT_MATMUL_DESC_EPILOGUE], scale = (int)d->at[CUBLASLT_MATMUL_DESC_SCALE_TYPE];
	if (kind != CUBLASLT_EPILOGUE_DEFAULT && (kind & ~166 || kind == 128)) return CUBLAS_STATUS_NOT_SUPPORTED;
	long long la = ma->at[CUBLASLT_MATRIX_LAYOUT_LD], lb = mb->at[CUBLASLT_MATRIX_LAYOUT_LD], lo = mo->at[CUBLASLT_MATRIX_LAYOUT_LD], count = mo->at[CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT];
	int ta = (d->at[CUBLASLT_MATMUL_DESC_TRANSA] != 0) != (ma->at[CUBLASLT_MATRIX_LAYOUT_ORDER] == CUBLASLT_ORDER_ROW), tb = (d->at[CUBLASLT_MATMUL_DESC_TRANSB] != 0) != (mb->at[CUBLASLT_MATRIX_LAYOUT_ORDER] == CUBLASLT_ORDER_ROW);
	int rows = (int)mo->at[CUBLASLT_MATRIX_LAYOUT_ROWS], columns = (int)mo->at[CUBLASLT_MATRIX_LAYOUT_COLS];
	int k = (int)ma->at[d->at[CUBLASLT_MATMUL_DESC_TRANSA] ? CUBLASLT_MATRIX_LAYOUT_ROWS : CUBLASLT_MATRIX_LAYOUT_COLS];
	if (k != (int)mb->at[d->at[CUBLASLT_MATMUL_DESC_TRANSB] ? CUBLASLT_MATRIX_LAYOUT_COLS : CUBLASLT_MATRIX_LAYOUT_ROWS] || mc->at[CUBLASLT_MATRIX_LAYOUT_ORDER] != mo->at[CUBLASLT_MATRIX_LAYOUT_ORDER]) return CUBLAS_STATUS_INVALID_VALUE;
	bool across = mo->at[CUBLASLT_MATRIX_LAYOUT_ORDER] == CUBLASLT_ORDER_ROW;
	int typeA = (int)ma->at[0], typeB = (int)mb->at[0], typeO = (int)mo->at[0];
	long long sa = ma->at[CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET], sb = mb->at[CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET], so = mo->at[CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET];
	size_t size = __ltSize(typeO);
	if (c != out && c)
		for (long long i = 0; i < count; i++)
			cudaMemcpy2D((char *)out + i * so * size, lo * size, (const char *)c + i * mc->at[CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET] * size, mc->at[CUBLASLT_MATRIX_LAYOUT_LD] * size, (across ? columns : rows) * size, across ? rows : columns, cudaMemcpyDeviceToDevice);
	cublasStatus_t status = across ? __product(!tb, !ta, columns, rows, k, alpha, scale, b, typeB, (int)lb, sb, a, typeA, (int)la, sa, beta, out, typeO, (int)lo, so, (int)count)
		: __product(ta, tb, rows, columns, k, alpha, scale, a, typeA, (int)la, sa, b, typeB, (int)lb, sb, beta, out, typeO, (int)lo, so, (int)count);
	if (status == CUBLAS_STATUS_SUCCESS && kind != CUBLASLT_EPILOGUE_DEFAULT)
		for (long long i = 0; i < count; i++) __ltEpilogue(d, mo, (char *)out + i * so * size);
	return status;
}
