// Memory that threads take from the device's heap, which lives until it is freed.
#include <cstdio>
struct Node { int value; Node *next; __device__ Node(int v, Node *n) : value(v), next(n) {} __device__ ~Node() { value = -1; } };
struct Shape { __device__ virtual float area() = 0; __device__ virtual ~Shape() {} };
struct Square : Shape { float a; __device__ Square(float s) : a(s) {} __device__ float area() { return a * a; } };
__device__ Node *lists[64];
__device__ int *kept;
__global__ void build(int n) {
	Node *list = nullptr;
	for (int i = 0; i < n; i++) list = new Node(i * threadIdx.x, list);
	lists[threadIdx.x] = list;
}
__global__ void fold(int *sums) {
	int sum = 0;
	for (Node *p = lists[threadIdx.x]; p;) {
		Node *next = p->next;
		sum += p->value;
		delete p;
		p = next;
	}
	sums[threadIdx.x] = sum;
}
__global__ void block(int *out) {
	__shared__ int *data;
	if (threadIdx.x == 0) data = (int *)malloc(blockDim.x * sizeof(int));
	__syncthreads();
	data[threadIdx.x] = threadIdx.x * blockIdx.x;
	__syncthreads();
	if (threadIdx.x == 0) {
		int sum = 0;
		for (int i = 0; i < blockDim.x; i++) sum += data[i];
		out[blockIdx.x] = sum;
		free(data);
	}
}
__global__ void make() { kept = new int[10]; for (int i = 0; i < 10; i++) kept[i] = i * i; }
__global__ void use(int *out) { out[threadIdx.x] = kept[threadIdx.x]; if (threadIdx.x == 9) delete[] kept; }
__global__ void areas(float *out) { Shape *s = new Square(threadIdx.x + 0.5f); out[threadIdx.x] = s->area(); delete s; }
__global__ void toomuch(int *out) { char *p = (char *)malloc(1 << 30); out[threadIdx.x] = p == nullptr; free(p); }
int main() {
	int *d, h[64];
	float *f, g[4];
	cudaMalloc(&d, sizeof h);
	cudaMalloc(&f, sizeof g);
	cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
	build<<<1, 64>>>(9);
	fold<<<1, 64>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h[0], h[1], h[63]);
	block<<<8, 32>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h[0], h[1], h[7]);
	make<<<1, 1>>>();
	use<<<1, 10>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[3], h[9]);
	areas<<<1, 4>>>(f);
	cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
	printf("%g %g\n", g[0], g[3]);
	toomuch<<<1, 2>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[0], h[1]);
	for (int i = 0; i < 100; i++) block<<<60, 32>>>(d + i % 2);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
