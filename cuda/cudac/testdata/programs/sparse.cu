// cuSPARSE against sums of the host: products, systems and conversions of a matrix by rows, by columns and by entries.
#include <cstdio>
#include <cusparse.h>
#include <vector>

#define OK(call) do { cusparseStatus_t s_ = (call); if (s_ != CUSPARSE_STATUS_SUCCESS) printf("%s in line %d\n", cusparseGetErrorString(s_), __LINE__); } while (0)

const int rows = 37, cols = 23, wide = 11;

template <class T> T *given(const std::vector<T> &v) {
	T *p;
	cudaMalloc(&p, v.size() * sizeof(T) + 8);
	cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
	return p;
}
template <class T> std::vector<T> taken(const T *p, size_t n) {
	std::vector<T> v(n);
	cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
	return v;
}
template <class T> void compare(const char *what, const std::vector<T> &got, const std::vector<T> &want) {
	int wrong = got.size() != want.size();
	for (size_t i = 0; i < want.size() && i < got.size(); i++) wrong += got[i] != want[i];
	printf("%s: %d wrong of %d\n", what, wrong, (int)want.size());
}

// Whole numbers, so that sums are exact in any order; column 0 and row 5 are empty.
float entry(int i, int j) { return i == 5 || j == 0 || (i * 7 + j * 3) % 5 != 0 ? 0 : (i * 13 + j * 5) % 9 - 4.5f; }

struct Matrix {
	std::vector<int> offsets, columns, rowOf, columnOffsets, rowsByColumn;
	std::vector<float> values, byColumn, dense;
	Matrix(int base) : dense(rows * cols) {
		for (int i = 0; i < rows; i++) {
			offsets.push_back((int)values.size() + base);
			for (int j = 0; j < cols; j++) {
				float v = dense[i + j * rows] = entry(i, j);
				if (v == 0) continue;
				columns.push_back(j + base);
				rowOf.push_back(i + base);
				values.push_back(v);
			}
		}
		offsets.push_back((int)values.size() + base);
		for (int j = 0; j < cols; j++) {
			columnOffsets.push_back((int)byColumn.size() + base);
			for (int i = 0; i < rows; i++)
				if (entry(i, j) != 0) { rowsByColumn.push_back(i + base); byColumn.push_back(entry(i, j)); }
		}
		columnOffsets.push_back((int)byColumn.size() + base);
	}
};

void products(cusparseHandle_t handle, int base) {
	Matrix m(base);
	int n = (int)m.values.size();
	cusparseIndexBase_t b = (cusparseIndexBase_t)base;
	cusparseSpMatDescr_t a[3];
	OK(cusparseCreateCsr(&a[0], rows, cols, n, given(m.offsets), given(m.columns), given(m.values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, CUDA_R_32F));
	OK(cusparseCreateCsc(&a[1], rows, cols, n, given(m.columnOffsets), given(m.rowsByColumn), given(m.byColumn), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, CUDA_R_32F));
	OK(cusparseCreateCoo(&a[2], rows, cols, n, given(m.rowOf), given(m.columns), given(m.values), CUSPARSE_INDEX_32I, b, CUDA_R_32F));
	for (int format = 0; format < 3; format++)
		for (int op = 0; op < 2; op++) {
			int in = op ? rows : cols, out = op ? cols : rows;
			std::vector<float> x(in * wide), y(out * wide), want(out * wide);
			for (size_t i = 0; i < x.size(); i++) x[i] = (int)i % 7 - 3;
			for (size_t i = 0; i < y.size(); i++) y[i] = (int)i % 5;
			float alpha = 2, beta = -1;
			for (int j = 0; j < wide; j++)
				for (int i = 0; i < out; i++) {
					float s = 0;
					for (int k = 0; k < in; k++) s += (op ? entry(k, i) : entry(i, k)) * x[k * wide + j];
					want[i + j * out] = alpha * s + beta * y[i + j * out];
				}
			float *dx = given(x), *dy = given(y);
			cusparseDnMatDescr_t dense, result;
			OK(cusparseCreateDnMat(&dense, in, wide, wide, dx, CUDA_R_32F, CUSPARSE_ORDER_ROW));
			OK(cusparseCreateDnMat(&result, out, wide, out, dy, CUDA_R_32F, CUSPARSE_ORDER_COL));
			size_t room = 0;
			void *buffer;
			OK(cusparseSpMM_bufferSize(handle, (cusparseOperation_t)op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a[format], dense, &beta, result, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &room));
			cudaMalloc(&buffer, room);
			OK(cusparseSpMM(handle, (cusparseOperation_t)op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a[format], dense, &beta, result, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, buffer));
			compare(op ? "transposed by a matrix" : "by a matrix", taken(dy, y.size()), want);

			std::vector<float> one(in), sum(out);
			for (int k = 0; k < in; k++) one[k] = x[k * wide];
			for (int i = 0; i < out; i++) sum[i] = want[i] + y[i];
			dx = given(one);
			std::vector<float> unset(out);
			dy = given(unset);
			beta = 0;
			cusparseDnVecDescr_t vx, vy;
			OK(cusparseCreateDnVec(&vx, in, dx, CUDA_R_32F));
			OK(cusparseCreateDnVec(&vy, out, dy, CUDA_R_32F));
			OK(cusparseSpMV(handle, (cusparseOperation_t)op, &alpha, a[format], vx, &beta, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
			compare(op ? "transposed by a vector" : "by a vector", taken(dy, out), sum);
			OK(cusparseDestroyDnVec(vx));
			OK(cusparseDestroyDnVec(vy));
		}
	for (int format = 0; format < 3; format++) {
		float *full = given(std::vector<float>(rows * cols, 1));
		cusparseDnMatDescr_t dense;
		OK(cusparseCreateDnMat(&dense, rows, cols, rows, full, CUDA_R_32F, CUSPARSE_ORDER_COL));
		OK(cusparseSparseToDense(handle, a[format], dense, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
		compare("to dense", taken(full, rows * cols), m.dense);
		int outer = format == 1 ? cols : rows;
		int *offsets = given(std::vector<int>(format == 2 ? n : outer + 1)), *indices = given(std::vector<int>(n));
		float *values = given(std::vector<float>(n));
		cusparseSpMatDescr_t back;
		if (format == 0) OK(cusparseCreateCsr(&back, rows, cols, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, CUDA_R_32F));
		if (format == 1) OK(cusparseCreateCsc(&back, rows, cols, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, CUDA_R_32F));
		if (format == 2) OK(cusparseCreateCoo(&back, rows, cols, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, b, CUDA_R_32F));
		OK(cusparseDenseToSparse_analysis(handle, dense, back, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
		long long r, c, count;
		OK(cusparseSpMatGetSize(back, &r, &c, &count));
		OK(cusparseCsrSetPointers(back, offsets, indices, values));
		OK(cusparseDenseToSparse_convert(handle, dense, back, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
		printf("%lld of %lld, ", count, r * c);
		compare("offsets", taken(offsets, format == 2 ? n : outer + 1), format == 0 ? m.offsets : format == 1 ? m.columnOffsets : m.rowOf);
		compare("indices", taken(indices, n), format == 1 ? m.rowsByColumn : m.columns);
		compare("values", taken(values, n), format == 1 ? m.byColumn : m.values);
	}
	int *converted = given(std::vector<int>(rows + 1)), *expanded = given(std::vector<int>(n));
	OK(cusparseXcoo2csr(handle, given(m.rowOf), n, rows, converted, b));
	compare("coo2csr", taken(converted, rows + 1), m.offsets);
	OK(cusparseXcsr2coo(handle, converted, n, rows, expanded, b));
	compare("csr2coo", taken(expanded, n), m.rowOf);
	int *toOffsets = given(std::vector<int>(cols + 1)), *toRows = given(std::vector<int>(n));
	float *to = given(std::vector<float>(n));
	OK(cusparseCsr2cscEx2(handle, rows, cols, n, given(m.values), given(m.offsets), given(m.columns), to, toOffsets, toRows, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC, b, CUSPARSE_CSR2CSC_ALG1, nullptr));
	compare("csr2csc offsets", taken(toOffsets, cols + 1), m.columnOffsets);
	compare("csr2csc rows", taken(toRows, n), m.rowsByColumn);
	compare("csr2csc values", taken(to, n), m.byColumn);
}

// A square matrix with a large diagonal: its triangles are solved for what they were multiplied with, and its factors multiplied.
void systems(cusparseHandle_t handle) {
	const int n = 16;
	std::vector<long long> offsets, columns;
	std::vector<double> values, full(n * n);
	for (int i = 0; i < n; i++) {
		offsets.push_back((long long)values.size());
		for (int j = 0; j < n; j++) {
			double v = i == j ? 4 : (i + j) % 3 == 0 ? (i * j) % 5 - 2 : 0;
			full[i * n + j] = v;
			if (i == j || v != 0) { columns.push_back(j); values.push_back(v); }
		}
	}
	offsets.push_back((long long)values.size());
	cusparseSpMatDescr_t a;
	OK(cusparseCreateCsr(&a, n, n, values.size(), given(offsets), given(columns), given(values), CUSPARSE_INDEX_64I, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
	for (int kind = 0; kind < 8; kind++) {
		int op = kind & 1;
		cusparseFillMode_t fill = kind & 2 ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
		cusparseDiagType_t diag = kind & 4 ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
		OK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
		OK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
		std::vector<double> want(n), x(n);
		for (int i = 0; i < n; i++) want[i] = i % 4 - 1;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				int r = op ? j : i, c = op ? i : j;
				double v = r == c ? (diag == CUSPARSE_DIAG_TYPE_UNIT ? 1 : full[r * n + c]) : (c > r) == (fill == CUSPARSE_FILL_MODE_UPPER) ? full[r * n + c] : 0;
				x[i] += v * want[j];
			}
		double alpha = 1, *dx = given(x), *dy = given(std::vector<double>(n));
		cusparseDnVecDescr_t vx, vy;
		OK(cusparseCreateDnVec(&vx, n, dx, CUDA_R_64F));
		OK(cusparseCreateDnVec(&vy, n, dy, CUDA_R_64F));
		cusparseSpSVDescr_t d;
		OK(cusparseSpSV_createDescr(&d));
		OK(cusparseSpSV_analysis(handle, (cusparseOperation_t)op, &alpha, a, vx, vy, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, d, nullptr));
		OK(cusparseSpSV_solve(handle, (cusparseOperation_t)op, &alpha, a, vx, vy, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, d));
		OK(cusparseSpSV_destroyDescr(d));
		std::vector<double> y = taken(dy, n);
		for (int i = 0; i < n; i++) if (y[i] - want[i] < 1e-9 && want[i] - y[i] < 1e-9) y[i] = want[i];
		compare("system", y, want);
	}

	cusparseSpMatDescr_t product;
	long long *outOffsets = given(std::vector<long long>(n + 1));
	OK(cusparseCreateCsr(&product, n, n, 0, outOffsets, nullptr, nullptr, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
	cusparseSpGEMMDescr_t d;
	OK(cusparseSpGEMM_createDescr(&d));
	double alpha = 1, beta = 0;
	size_t room = 0;
	void *buffer;
	OK(cusparseSpGEMM_compute(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, a, &beta, product, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, d, &room, nullptr));
	cudaMalloc(&buffer, room);
	OK(cusparseSpGEMM_compute(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, a, &beta, product, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, d, &room, buffer));
	long long r, c, count;
	OK(cusparseSpMatGetSize(product, &r, &c, &count));
	long long *outColumns = given(std::vector<long long>(count));
	double *outValues = given(std::vector<double>(count));
	OK(cusparseCsrSetPointers(product, outOffsets, outColumns, outValues));
	OK(cusparseSpGEMM_copy(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, a, &beta, product, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, d));
	std::vector<long long> o = taken(outOffsets, n + 1), k = taken(outColumns, count);
	std::vector<double> v = taken(outValues, count), got(n * n), want(n * n);
	for (int i = 0; i < n; i++) for (long long e = o[i]; e < o[i + 1]; e++) got[i * n + k[e]] = v[e];
	for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int l = 0; l < n; l++) want[i * n + j] += full[i * n + l] * full[l * n + j];
	compare("square", got, want);
}

// The values of older functions, which take the arrays themselves; a matrix whose factors have no fill: three diagonals.
void older(cusparseHandle_t handle) {
	const int n = 12;
	std::vector<float> full(n * n);
	for (int i = 0; i < n; i++) {
		full[i + i * n] = 2;
		if (i > 0) full[i + (i - 1) * n] = full[i - 1 + i * n] = -1;
	}
	cusparseMatDescr_t d;
	OK(cusparseCreateMatDescr(&d));
	OK(cusparseSetMatIndexBase(d, CUSPARSE_INDEX_BASE_ONE));
	float *dense = given(full), *values = given(std::vector<float>(3 * n)), *x = given(std::vector<float>(n, 1)), *y = given(std::vector<float>(n, 5));
	int *counts = given(std::vector<int>(n)), *offsets = given(std::vector<int>(n + 1)), *columns = given(std::vector<int>(3 * n)), total = 0;
	OK(cusparseSnnz(handle, CUSPARSE_DIRECTION_ROW, n, n, d, dense, n, counts, &total));
	printf("%d:", total);
	for (int c : taken(counts, n)) printf(" %d", c);
	printf("\n");
	OK(cusparseSdense2csr(handle, n, n, d, dense, n, counts, values, offsets, columns));
	for (int o : taken(offsets, n + 1)) printf(" %d", o);
	printf("\n");
	float alpha = 1, beta = 1;
	OK(cusparseScsrmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, n, n, total, &alpha, d, values, offsets, columns, x, &beta, y));
	for (float v : taken(y, n)) printf(" %g", v);
	printf("\n");
	csrilu02Info_t info;
	OK(cusparseCreateCsrilu02Info(&info));
	OK(cusparseScsrilu02(handle, n, total, d, values, offsets, columns, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
	int at = -2;
	OK(cusparseXcsrilu02_zeroPivot(handle, info, &at));
	OK(cusparseScsr2dense(handle, n, n, d, values, offsets, columns, dense, n));
	std::vector<float> lu = taken(dense, n * n);
	int wrong = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			float s = 0;
			for (int k = 0; k <= i && k <= j; k++) s += (k == i ? 1 : lu[i + k * n]) * lu[k + j * n];
			wrong += s - full[i + j * n] > 1e-6f || full[i + j * n] - s > 1e-6f;
		}
	printf("factors: %d wrong, pivot %d\n", wrong, at);

	int *r = given(std::vector<int>{3, 0, 2, 0, 1}), *c = given(std::vector<int>{1, 2, 0, 1, 4}), *p = given(std::vector<int>(5));
	OK(cusparseCreateIdentityPermutation(handle, 5, p));
	OK(cusparseXcoosortByRow(handle, 4, 5, 5, r, c, p, nullptr));
	for (int i = 0; i < 5; i++) printf(" (%d, %d) %d", taken(r, 5)[i], taken(c, 5)[i], taken(p, 5)[i]);
	printf("\n");
	cusparseSpVecDescr_t sparse;
	cusparseDnVecDescr_t vec;
	float *sv = given(std::vector<float>{10, 20, 30});
	OK(cusparseCreateSpVec(&sparse, n, 3, given(std::vector<int>{1, 4, 7}), sv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	OK(cusparseCreateDnVec(&vec, n, y, CUDA_R_32F));
	alpha = 2;
	beta = 0.5f;
	float dot = 0;
	OK(cusparseAxpby(handle, &alpha, sparse, &beta, vec));
	OK(cusparseSpVV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, sparse, vec, &dot, CUDA_R_32F, nullptr));
	for (float v : taken(y, n)) printf(" %g", v);
	OK(cusparseGather(handle, vec, sparse));
	for (float v : taken(sv, 3)) printf(" %g", v);
	printf(" %g\n", dot);
}

int main() {
	cusparseHandle_t handle;
	OK(cusparseCreate(&handle));
	products(handle, 0);
	products(handle, 1);
	systems(handle);
	older(handle);
	OK(cusparseDestroy(handle));
	return 0;
}
