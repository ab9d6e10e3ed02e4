// Kernels launched by kernels run when the grid that launched them has ended, or is waited for.
#include <cstdio>
__global__ void fold(int *data, int *out, int stride, int width) {
	int *mine = data + blockIdx.x * width;
	if (stride == 1) {
		if (threadIdx.x == 0) out[blockIdx.x] = mine[0] + mine[1];
		return;
	}
	mine[threadIdx.x] += mine[threadIdx.x + stride];
	if (threadIdx.x == 0 && blockIdx.x == 0) fold<<<gridDim.x, stride / 2>>>(data, out, stride / 2, width);
}
__global__ void add(int *p, int n) { p[threadIdx.x] += n; }
__global__ void waits(int *p) {
	__shared__ int before;
	if (threadIdx.x == 0) {
		before = p[0];
		add<<<1, 4>>>(p, 10);
		cudaDeviceSynchronize();
		p[4] = p[0] - before;
		add<<<1, 4>>>(p, 100);
		p[5] = p[1] - before;
	}
}
__global__ void order(int *p, int depth, int n) {
	p[atomicAdd(&p[0], 1) + 1] = n;
	if (depth > 0) for (int i = 1; i <= 2; i++) order<<<1, 1>>>(p, depth - 1, 10 * n + i);
}
// A wait with an end by the clock comes to it, though nobody sets the flag.
__global__ void patient(volatile int *flag, long long ticks, int *out) {
	long long start = clock64();
	while (!*flag) if (clock64() - start > ticks) break;
	*out = *flag + 7;
}
dim3 many, few(2), list[2];
__global__ void delay(long long ticks, long long *took) {
	long long start = clock64(), end = start + ticks;
	while (clock64() < end) {}
	*took = clock64() - start;
}
int main() {
	const int blocks = 5, width = 64;
	int h[blocks * width], sums[blocks], *d, *o;
	for (int i = 0; i < blocks * width; i++) h[i] = i % 7;
	cudaMalloc(&d, sizeof h);
	cudaMalloc(&o, sizeof h);
	cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
	fold<<<blocks, width / 2>>>(d, o, width / 2, width);
	cudaMemcpy(sums, o, sizeof sums, cudaMemcpyDeviceToHost);
	for (int b = 0; b < blocks; b++) {
		int sum = 0;
		for (int i = 0; i < width; i++) sum += h[b * width + i];
		printf("%d ", sums[b] - sum);
	}
	cudaMemset(d, 0, sizeof h);
	waits<<<1, 32>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("\n%d %d %d %d\n", h[0], h[3], h[4], h[5]);
	cudaMemset(d, 0, sizeof h);
	order<<<1, 1>>>(d, 2, 0);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i <= h[0]; i++) printf("%d ", h[i]);
	int *flag;
	cudaMallocHost(&flag, sizeof(int));
	*flag = 0;
	patient<<<1, 1>>>(flag, 200000, o);
	cudaMemcpy(h, o, sizeof(int), cudaMemcpyDeviceToHost);
	printf("\n%d\n", h[0]);
	long long *took;
	cudaMallocManaged(&took, sizeof(long long));
	delay<<<many, list[1]>>>(20000000000ll, took);
	cudaDeviceSynchronize();
	printf("%d %d %d %d\n", *took >= 20000000000ll, *took < 21000000000ll, few.x, few.z);
}
