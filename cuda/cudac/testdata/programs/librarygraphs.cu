// Calls of libraries in a graph: scalars of the host are those of the capture, scalars of the device those of the launch.
#include <cstdio>
#include <cublas_v2.h>
#include <cusparse.h>

void show(const char *what, const float *p, int n) {
	float v[8];
	cudaMemcpy(v, p, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("%s:", what);
	for (int i = 0; i < n; i++) printf(" %g", v[i]);
	printf("\n");
}

int main() {
	const int n = 4;
	float x[n] = {1, 2, 3, 4}, y[n] = {10, 20, 30, 40}, values[5] = {1, 2, 3, 4, 5};
	int offsets[n + 1] = {0, 2, 3, 3, 5}, columns[5] = {0, 3, 1, 0, 2};
	float *dx, *dy, *dz, *dot, *factor, *dv;
	int *doff, *dcol;
	cudaMalloc(&dx, sizeof x); cudaMalloc(&dy, sizeof y); cudaMalloc(&dz, sizeof y);
	cudaMalloc(&dot, sizeof(float)); cudaMalloc(&factor, sizeof(float));
	cudaMalloc(&dv, sizeof values); cudaMalloc(&doff, sizeof offsets); cudaMalloc(&dcol, sizeof columns);
	cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
	cudaMemcpy(dy, y, sizeof y, cudaMemcpyHostToDevice);
	cudaMemset(dz, 0, sizeof y);
	cudaMemcpy(dv, values, sizeof values, cudaMemcpyHostToDevice);
	cudaMemcpy(doff, offsets, sizeof offsets, cudaMemcpyHostToDevice);
	cudaMemcpy(dcol, columns, sizeof columns, cudaMemcpyHostToDevice);
	float two = 2;
	cudaMemcpy(factor, &two, sizeof(float), cudaMemcpyHostToDevice);

	cudaStream_t s;
	cudaStreamCreate(&s);
	cublasHandle_t blas;
	cublasCreate(&blas);
	cublasSetStream(blas, s);
	cusparseHandle_t sparse;
	cusparseCreate(&sparse);
	cusparseSetStream(sparse, s);
	cusparseSpMatDescr_t a;
	cusparseDnVecDescr_t vy, vz;
	cusparseCreateCsr(&a, n, n, 5, doff, dcol, dv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
	cusparseCreateDnVec(&vy, n, dy, CUDA_R_32F);
	cusparseCreateDnVec(&vz, n, dz, CUDA_R_32F);

	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	float alpha = 3, one = 1, zero = 0;
	cublasSaxpy(blas, n, &alpha, dx, 1, dy, 1); // y += 3x
	cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vy, &zero, vz, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr); // z = A y
	cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSscal(blas, n, factor, dx, 1); // x *= factor
	cublasSdot(blas, n, dx, 1, dz, 1, dot);
	cudaGraph_t graph;
	cudaStreamEndCapture(s, &graph);
	alpha = 1000;
	show("after the capture, y", dy, n);
	show("x", dx, n);

	cudaGraphExec_t work;
	cudaGraphInstantiate(&work, graph, 0);
	for (int i = 0; i < 2; i++) {
		cudaGraphLaunch(work, s);
		cudaStreamSynchronize(s);
		show("y", dy, n);
		show("z", dz, n);
		show("x", dx, n);
		show("x·z", dot, 1);
		float half = 0.5f;
		cudaMemcpy(factor, &half, sizeof(float), cudaMemcpyHostToDevice);
	}

	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); // a call that is wrong says so when it is recorded, and the graph is without it
	cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST);
	printf("wrong: %d", cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, -1, 2, 2, &one, dx, 2, dy, 2, &zero, dz, 2));
	printf(" %d", cublasSgemm(blas, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 3, &one, dx, 2, dy, 3, &zero, dz, 2));
	printf(" %d", cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, dx, CUDA_C_32F, 2, dy, CUDA_R_32F, 2, &zero, dz, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
	printf(" %d", cublasSaxpy(blas, n, &one, dx, 0, dy, 1));
	printf(" %d\n", cublasSgeam(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, -1, &one, dx, 2, &one, dy, 2, dz, 2));
	cudaStreamEndCapture(s, &graph);
	size_t nodes = 9;
	cudaGraphGetNodes(graph, nullptr, &nodes);
	printf("nodes: %d\n", (int)nodes);
	return 0;
}
