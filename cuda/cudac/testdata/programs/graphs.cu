// Graphs: captured from a stream, made of nodes, launched again and again.
#include <cstdio>
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
__global__ void times(int *p, int v) { p[threadIdx.x] *= v; }
void said(void *data) { printf("host %d\n", *(int *)data); }
int main() {
	int h[4] = {1, 2, 3, 4}, *d, seen = 7;
	cudaMalloc(&d, sizeof h);
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaGraph_t g;
	cudaGraphExec_t e;
	cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	add<<<1, 4, 0, s>>>(d, 1);
	times<<<1, 4, 0, s>>>(d, 2);
	cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);
	cudaLaunchHostFunc(s, said, &seen);
	cudaStreamEndCapture(s, &g);
	printf("%d %d\n", h[0], h[3]);
	size_t n;
	cudaGraphGetNodes(g, NULL, &n);
	cudaGraphInstantiate(&e, g, NULL, NULL, 0);
	for (int i = 0; i < 3; i++) cudaGraphLaunch(e, s);
	cudaStreamSynchronize(s);
	printf("%d nodes: %d %d\n", (int)n, h[0], h[3]);
	cudaGraphExecDestroy(e);
	cudaGraphDestroy(g);
	cudaGraphCreate(&g, 0);
	cudaGraphNode_t a, b, c;
	cudaMemsetParams m = {};
	m.dst = d; m.value = 0; m.elementSize = 4; m.width = 4; m.height = 1;
	cudaGraphAddMemsetNode(&a, g, NULL, 0, &m);
	cudaKernelNodeParams k = {};
	int five = 5;
	void *args[] = {&d, &five};
	k.func = (void *)add; k.gridDim = dim3(1); k.blockDim = dim3(4); k.kernelParams = args;
	cudaGraphAddKernelNode(&b, g, &a, 1, &k);
	five = 6; // the node has its own copy
	cudaGraphAddMemcpyNode1D(&c, g, &b, 1, h, d, sizeof h, cudaMemcpyDeviceToHost);
	cudaGraphInstantiate(&e, g, 0);
	cudaGraphLaunch(e, s);
	cudaGraphLaunch(e, s);
	cudaStreamSynchronize(s);
	printf("%d %d\n", h[0], h[3]);
	// An update takes work of the same kind at the same places only (CUDA's document on cudaGraphExecUpdate).
	cudaGraph_t other;
	cudaGraphNode_t x, y, z;
	cudaGraphExecUpdateResult result;
	cudaGraphCreate(&other, 0);
	cudaGraphAddKernelNode(&x, other, NULL, 0, &k);
	printf("%d", cudaGraphExecUpdate(e, other, NULL, &result));
	printf(" %d\n", result);
	cudaGraphAddKernelNode(&y, other, &x, 1, &k);
	cudaGraphAddMemcpyNode1D(&z, other, &y, 1, h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d", cudaGraphExecUpdate(e, other, NULL, &result));
	printf(" %d\n", result);
	printf("%d %d\n", cudaGraphExecKernelNodeSetParams(e, a, &k), cudaGraphExecKernelNodeSetParams(e, b, &k));
	cudaGraphLaunch(e, s);
	cudaStreamSynchronize(s);
	printf("%d %d\n", h[0], h[3]);
	cudaStreamDestroy(s);
	cudaFree(d);
	return 0;
}
