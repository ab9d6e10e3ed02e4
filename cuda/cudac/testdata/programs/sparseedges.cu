// cuSPARSE where it is easily wrong: long sums in half precision, matrices without rows, parts of matrices, and too little room.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cusparse.h>
#include <vector>

template <class T> T *given(const std::vector<T> &v) {
	T *p;
	cudaMalloc(&p, v.size() * sizeof(T) + 8);
	cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
	return p;
}
template <class T> void show(const char *what, const T *p, int n) {
	std::vector<T> v(n);
	cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
	printf("%s:", what);
	for (T x : v) printf(" %g", (double)(float)x);
	printf("\n");
}
const cusparseOperation_t same = CUSPARSE_OPERATION_NON_TRANSPOSE, transposed = CUSPARSE_OPERATION_TRANSPOSE;
const cusparseIndexType_t narrow = CUSPARSE_INDEX_32I;
float zero = 0, one = 1, two = 2;

// A column of ones, once by rows and transposed, once as the row that it is by columns.
template <class T> void longSums(cusparseHandle_t h, cudaDataType type) {
	const int n = 4096;
	std::vector<int> offsets(n + 1);
	for (int i = 0; i <= n; i++) offsets[i] = i;
	T *ones = given(std::vector<T>(n, T(1.0f)));
	T *y = given(std::vector<T>(1, T(16.0f)));
	int *where = given(offsets), *columns = given(std::vector<int>(n));
	cusparseSpMatDescr_t byRows, byColumns;
	cusparseCreateCsr(&byRows, n, 1, n, where, columns, ones, narrow, narrow, CUSPARSE_INDEX_BASE_ZERO, type);
	cusparseCreateCsc(&byColumns, 1, n, n, where, columns, ones, narrow, narrow, CUSPARSE_INDEX_BASE_ZERO, type);
	cusparseDnVecDescr_t vx, vy;
	cusparseCreateDnVec(&vx, n, ones, type);
	cusparseCreateDnVec(&vy, 1, y, type);
	cusparseSpMV(h, transposed, &one, byRows, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
	show("transposed", y, 1);
	cusparseSpMV(h, same, &one, byColumns, vx, &one, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
	show("by columns, added", y, 1);
}

// More rows of the result than a block has sums for.
void wide(cusparseHandle_t h) {
	const int n = 10000;
	std::vector<int> columns(3 * n), offsets(n + 1);
	for (int i = 0; i < n; i++) {
		offsets[i + 1] = 3 * (i + 1);
		for (int k = 0; k < 3; k++) columns[3 * i + k] = (i * 7 + k * 3331) % n;
	}
	std::vector<float> x(n), want(n), got(n);
	for (int i = 0; i < n; i++) x[i] = i % 10;
	for (int i = 0; i < 3 * n; i++) want[columns[i]] += x[i / 3];
	float *y = given(std::vector<float>(n));
	cusparseSpMatDescr_t a;
	cusparseCreateCsr(&a, n, n, 3 * n, given(offsets), given(columns), given(std::vector<float>(3 * n, 1)), narrow, narrow, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
	cusparseDnVecDescr_t vx, vy;
	cusparseCreateDnVec(&vx, n, given(x), CUDA_R_32F);
	cusparseCreateDnVec(&vy, n, y, CUDA_R_32F);
	cusparseSpMV(h, transposed, &one, a, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
	cudaMemcpy(got.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
	int wrong = 0;
	for (int i = 0; i < n; i++) wrong += got[i] != want[i];
	printf("%d wrong of %d\n", wrong, n);
}

void noRows(cusparseHandle_t h) {
	float *y = given(std::vector<float>(4, 3));
	cusparseSpMatDescr_t a;
	cusparseCreateCsr(&a, 0, 4, 0, given(std::vector<int>(1)), nullptr, nullptr, narrow, narrow, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
	cusparseDnVecDescr_t nothing, four, three;
	cusparseCreateDnVec(&nothing, 0, y, CUDA_R_32F);
	cusparseCreateDnVec(&four, 4, y, CUDA_R_32F);
	cusparseCreateDnVec(&three, 3, y, CUDA_R_32F);
	printf("%d ", cusparseSpMV(h, transposed, &one, a, nothing, &two, four, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
	show("doubled", y, 4);
	printf("%d ", cusparseSpMV(h, transposed, &one, a, nothing, &zero, four, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
	show("nothing", y, 4);
	printf("%d", cusparseSpMV(h, transposed, &one, a, nothing, &zero, three, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
	printf(" %d", cusparseSpMV(h, transposed, &one, a, three, &zero, four, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
	printf(" %d\n", cusparseSpMV(h, same, &one, a, four, &zero, nothing, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
}

// The lower right block of a matrix, which ends where the matrix does; its ones lie on both sides of the diagonal.
void part(cusparseHandle_t h, cusparseOrder_t order) {
	const int n = 4, k = 2;
	std::vector<float> whole(n * n, 1);
	for (int i = 0; i < n; i++) whole[i * n + i] = 2;
	float *full = given(whole), *block = full + k + k * n;
	int *offsets = given(std::vector<int>(k + 1)), *columns = given(std::vector<int>(4));
	float *values = given(std::vector<float>(4));
	cusparseDnMatDescr_t dense, right;
	cusparseCreateDnMat(&dense, k, k, n, block, CUDA_R_32F, order);
	cusparseSpMatDescr_t a;
	cusparseCreateCsr(&a, k, k, 0, offsets, columns, values, narrow, narrow, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
	printf("without room: %d\n", cusparseDenseToSparse_convert(h, dense, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
	printf("%d ", cusparseDenseToSparse_analysis(h, dense, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
	printf("%d ", cusparseDenseToSparse_convert(h, dense, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
	show("a part", values, 4);
	int total = 0;
	cusparseMatDescr_t form;
	cusparseCreateMatDescr(&form);
	printf("%d ", cusparseSnnz(h, CUSPARSE_DIRECTION_ROW, k, k, form, block, n, columns + 2, &total));
	printf("%d entries\n", total);
	show("columns", columns, 2);
	cusparseSpSMDescr_t d;
	cusparseSpSM_createDescr(&d);
	columns = given(std::vector<int>{0, 1, 0, 1});
	cusparseCsrSetPointers(a, offsets, columns, values);
	printf("%d ", cusparseSpSM_solve(h, same, same, &one, a, dense, dense, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, d));
	show("solved", full, n * n);
}

int main() {
	cusparseHandle_t h;
	cusparseCreate(&h);
	longSums<__half>(h, CUDA_R_16F);
	longSums<__nv_bfloat16>(h, CUDA_R_16BF);
	wide(h);
	noRows(h);
	part(h, CUSPARSE_ORDER_COL);
	part(h, CUSPARSE_ORDER_ROW);
	return 0;
}
