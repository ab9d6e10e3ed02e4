// cublas_v2.h against plain loops: products with and without transposition, batches, half precision, vectors.
#include <cmath>
#include <cstdio>
#include <cublas_v2.h>
#include <cublasXt.h>
#include <cuda_fp16.h>
float at(const float *a, int ld, bool t, int i, int j) { return t ? a[i * ld + j] : a[j * ld + i]; }
int main() {
	const int m = 3, n = 4, k = 5, count = 2;
	float a[count * m * k], b[count * k * n], c[count * m * n], want[count * m * n];
	for (int i = 0; i < count * m * k; i++) a[i] = i % 7 - 3;
	for (int i = 0; i < count * k * n; i++) b[i] = i % 5 - 1.5f;
	float *da, *db, *dc;
	cudaMalloc(&da, sizeof a);
	cudaMalloc(&db, sizeof b);
	cudaMalloc(&dc, sizeof c);
	cublasHandle_t h;
	cublasCreate(&h);
	cublasSetVector(count * m * k, sizeof(float), a, 1, da, 1);
	cublasSetVector(count * k * n, sizeof(float), b, 1, db, 1);
	for (int ta = 0; ta < 2; ta++)
		for (int tb = 0; tb < 2; tb++) {
			for (int i = 0; i < count * m * n; i++) c[i] = i;
			cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
			float alpha = 2, beta = 0.5f;
			int lda = ta ? k : m, ldb = tb ? n : k;
			cublasSgemmStridedBatched(h, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha, da, lda, m * k, db, ldb, k * n, &beta, dc, m, m * n, count);
			for (int q = 0; q < count; q++)
				for (int j = 0; j < n; j++)
					for (int i = 0; i < m; i++) {
						float sum = 0;
						for (int p = 0; p < k; p++) sum += at(a + q * m * k, lda, ta, i, p) * at(b + q * k * n, ldb, tb, p, j);
						want[q * m * n + j * m + i] = 2 * sum + 0.5f * c[q * m * n + j * m + i];
					}
			cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
			float worst = 0;
			for (int i = 0; i < count * m * n; i++) worst = fmaxf(worst, fabsf(c[i] - want[i]));
			printf("gemm %d%d: %g\n", ta, tb, worst);
		}
	float dot, norm, sum, alpha = 3, zero = 0;
	int most;
	cublasSdot(h, 10, da, 1, db, 2, &dot);
	float d = 0, s = 0, t = 0;
	int at = 0;
	for (int i = 0; i < 10; i++) { d += a[i] * b[2 * i]; s += a[i] * a[i]; t += fabsf(a[i]); if (fabsf(a[i]) > fabsf(a[at])) at = i; }
	cublasSnrm2(h, 10, da, 1, &norm);
	cublasSasum(h, 10, da, 1, &sum);
	cublasIsamax(h, 10, da, 1, &most);
	printf("%g %g %g %d\n", dot - d, norm - sqrtf(s), sum - t, most - at);
	cublasSgemv(h, CUBLAS_OP_T, 3, 4, &alpha, da, 3, db, 1, &zero, dc, 1);
	cublasGetVector(4, 4, dc, 1, c, 1);
	for (int j = 0; j < 4; j++) { float w = 0; for (int i = 0; i < 3; i++) w += a[3 * j + i] * b[i]; printf("%g ", c[j] - 3 * w); }
	cublasSaxpy(h, 5, &alpha, da, 1, db, 1);
	cublasSscal(h, 5, &alpha, da, 1);
	cublasGetVector(5, 4, db, 1, c, 1);
	cublasGetVector(5, 4, da, 1, want, 1);
	for (int i = 0; i < 5; i++) printf("%g ", c[i] - b[i] - want[i]);
	printf("\n%d\n", cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &alpha, da, 3, db, 4, &zero, dc, 4) == CUBLAS_STATUS_INVALID_VALUE);
	half x[4] = {__float2half(1), __float2half(2), __float2half(3), __float2half(4)};
	cudaMemcpy(da, x, sizeof x, cudaMemcpyHostToDevice);
	alpha = 1;
	cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, da, CUDA_R_16F, 2, da, CUDA_R_16F, 2, &zero, dc, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
	cublasGetMatrix(2, 2, sizeof(float), dc, 2, c, 2);
	printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
	cublasXtHandle_t xt;
	int devices[1] = {0};
	cublasXtCreate(&xt);
	printf("%d %d\n", cublasXtDeviceSelect(xt, 1, devices), cublasXtDeviceSelect(xt, 0, devices) != 0);
	double left[6] = {1, 2, 3, 4, 5, 6}, right[6] = {1, -1, 2, 0, 1, 3}, both[6] = {1, 1, 99, 1, 1, 99}, two = 2, half_ = 0.5; // both has a place of space behind each column
	cublasXtDgemm(xt, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 3, &two, left, 2, right, 2, &half_, both, 3);
	for (int j = 0; j < 2; j++)
		for (int i = 0; i < 2; i++) {
			double w = 0;
			for (int k = 0; k < 3; k++) w += left[i + 2 * k] * right[j + 2 * k];
			printf("%g ", both[i + 3 * j] - 2 * w - 0.5);
		}
	printf("%g %g\n", both[2], both[5]);
	cublasXtDestroy(xt);
	cublasDestroy(h);
	cudaFree(da);
	cudaFree(db);
	cudaFree(dc);
	return 0;
}
