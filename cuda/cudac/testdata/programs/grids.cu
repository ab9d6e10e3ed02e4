// Kernels that launch kernels, kernels that meet in grid.sync(), and launches by pointer.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void child(int *p, int from) { p[from + threadIdx.x] += from + threadIdx.x; }
__global__ void halve(int *p, int from, int n, int depth) {
	if (threadIdx.x == 0) atomicAdd(&p[depth], n);
	if (n > 1 && threadIdx.x == 0) {
		halve<<<1, 32>>>(p, from, n / 2, depth + 1);
		halve<<<1, 32>>>(p, from + n / 2, n - n / 2, depth + 1);
	}
}
__global__ void parent(int *p) {
	if (threadIdx.x == 0) child<<<1, 4>>>(p, 4 * blockIdx.x);
}
struct Shape { int n, scale; };
__global__ void sums(int *in, int *out, Shape s) {
	cg::grid_group grid = cg::this_grid();
	__shared__ int part[64];
	unsigned i = grid.thread_rank();
	part[threadIdx.x] = i < s.n ? in[i] * s.scale : 0;
	for (int step = blockDim.x / 2; step > 0; step /= 2) {
		__syncthreads();
		if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
	}
	if (threadIdx.x == 0) out[blockIdx.x] = part[0];
	grid.sync();
	if (i == 0) {
		for (int b = 1; b < gridDim.x; b++) out[0] += out[b];
	}
	grid.sync();
	in[i] = out[0] + i;
}
int main() {
	int h[256], *d, *e;
	cudaMalloc(&d, sizeof h);
	cudaMalloc(&e, 4 * sizeof(int));
	cudaMemset(d, 0, sizeof h);
	parent<<<3, 32>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 13; i++) printf("%d ", h[i]);
	cudaMemset(d, 0, sizeof h);
	halve<<<1, 32>>>(d, 0, 10, 0);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 6; i++) printf("%d ", h[i]);
	printf("\n");
	for (int i = 0; i < 256; i++) h[i] = i;
	cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
	Shape s = {200, 2};
	void *args[] = {&d, &e, &s};
	printf("%d\n", cudaLaunchCooperativeKernel((void *)sums, dim3(4), dim3(64), args, 0, 0));
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[255]);
	printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel((void *)sums, dim3(100000), dim3(64), args)));
	cudaGetLastError();
	int from = 8;
	void *two[] = {&d, &from};
	cudaLaunchKernel((void *)child, dim3(1), dim3(2), two, 0, 0);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h[8], h[9], h[10]);
	cudaFree(d);
	cudaFree(e);
	return 0;
}
