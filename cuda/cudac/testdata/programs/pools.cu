// Memory pools, graphs that take memory and are updated, and other calls of the runtime.
#include <cstdio>
#include <vector>
#include <map>
#include <list>
#include <nvToolsExt.h>
struct counts { int a, b; };
struct counts *counts;
__global__ void add(int *p, int n) { p[threadIdx.x] += n; }
__global__ void tell(int code) { printf("%s: %s\n", cudaGetErrorName((cudaError_t)code), cudaGetErrorString((cudaError_t)code)); }
__global__ void own(int *out) {
	int *p;
	out[threadIdx.x] = cudaMalloc(&p, 8) == cudaSuccess;
	*p = threadIdx.x;
	out[threadIdx.x] += *p;
	cudaFree(p);
}
int show(int *d) { int h[4]; cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); printf("%d %d\n", h[0], h[3]); return h[3]; }
void pools(cudaStream_t s) {
	cudaMemPool_t pool, mine;
	unsigned long long keep = 1 << 20, used = 0, high = 0;
	cudaDeviceGetDefaultMemPool(&pool, 0);
	cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
	keep = 0;
	cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
	int *a, *b;
	cudaMallocAsync(&a, 16, s);
	cudaMallocAsync((void **)&b, 400, s);
	cudaMemsetAsync(a, 0, 16, s);
	add<<<1, 4, 0, s>>>(a, 5);
	cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
	printf("%llu %llu\n", keep, used);
	show(a);
	cudaFreeAsync(b, s);
	cudaFreeAsync(a, s);
	cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
	cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high);
	cudaMemPoolProps props = {};
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	printf("%llu %llu %d\n", used, high, cudaMemPoolCreate(&mine, &props));
	cudaMallocFromPoolAsync(&a, 16, mine, s);
	cudaFreeAsync(a, s);
	cudaMemPoolTrimTo(mine, 0);
	cudaMemPoolDestroy(mine);
}
void graphs(cudaStream_t s, int *d) {
	cudaGraph_t g;
	cudaGraphExec_t e = nullptr;
	for (int i = 1; i < 4; i++) {
		cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
		int *t;
		cudaMallocAsync(&t, 16, s);
		cudaMemsetAsync(t, 0, 16, s);
		add<<<1, 4, 0, s>>>(t, 100 * i);
		cudaMemcpyAsync(d, t, 16, cudaMemcpyDeviceToDevice, s);
		cudaFreeAsync(t, s);
		cudaStreamEndCapture(s, &g);
		cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
		if (!e) cudaGraphInstantiate(&e, g, NULL, NULL, 0);
		else printf("%d ", cudaGraphExecUpdate(e, g, NULL, &result));
		cudaGraphLaunch(e, s);
		cudaGraphLaunch(e, s);
		show(d);
	}
	cudaGraphNode_t take, zero, kernel, give;
	cudaMemAllocNodeParams memory = {};
	memory.bytesize = 16;
	memory.poolProps.location.type = cudaMemLocationTypeDevice;
	cudaGraphCreate(&g, 0);
	cudaGraphAddMemAllocNode(&take, g, NULL, 0, &memory);
	cudaMemsetParams fill = {memory.dptr, 16, 0, 1, 16, 1};
	cudaGraphAddMemsetNode(&zero, g, &take, 1, &fill);
	int n = 7;
	void *args[] = {&memory.dptr, &n};
	cudaKernelNodeParams launch = {(void *)add, dim3(1), dim3(4), 0, args, NULL};
	cudaGraphAddKernelNode(&kernel, g, &zero, 1, &launch);
	cudaGraphInstantiate(&e, g, NULL, NULL, 0);
	cudaGraphLaunch(e, s);
	show((int *)memory.dptr);
	cudaFreeAsync(memory.dptr, s);
	n = 9;
	cudaGraphExecKernelNodeSetParams(e, kernel, &launch);
	cudaGraphLaunch(e, s);
	show((int *)memory.dptr);
	cudaGraphAddMemFreeNode(&give, g, &kernel, 1, memory.dptr);
}
int main() {
	cudaStream_t s;
	int *d;
	cudaStreamCreate(&s);
	cudaMalloc(&d, 16);
	pools(s);
	graphs(s, d);
	own<<<1, 4>>>(d);
	show(d);
	tell<<<1, 1>>>(2);
	cudaDeviceSynchronize();
	cudaStreamAttrValue attribute;
	attribute.accessPolicyWindow.base_ptr = d;
	attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	printf("%d\n", cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &attribute));
	cudaMallocHost(&counts, sizeof(*counts));
	counts->a = __sync_lock_test_and_set(&counts->b, 4);
	__sync_fetch_and_or(&counts->b, 3);
	printf("%d %d\n", __sync_val_compare_and_swap(&counts->b, 7, 1), counts->b);
	int both[2] = {3, 4}; // a device reaches pinned memory: it may stand where a copy wants the device's
	cudaMemcpy(counts, both, sizeof both, cudaMemcpyHostToDevice);
	printf("%d %d ", counts->a, counts->b);
	cudaMemset(counts, 0, sizeof both);
	printf("%d %d\n", counts->a, counts->b);
	std::multimap<int, int> many;
	for (int i = 0; i < 6; i++) many.insert(std::make_pair(i % 2, i));
	auto range = many.equal_range(1);
	for (auto p = range.first; p != range.second; ++p) printf("%d ", p->second);
	std::list<int> list;
	for (int i = 0; i < 3; i++) list.push_back(i);
	for (std::list<int>::const_reverse_iterator r = list.rbegin(); r != list.rend(); ++r) printf("%d ", *r);
	auto last = [](decltype(range) p) { return (p.second - 1)->second; };
	nvtxRangePushA("nobody looks");
	printf("%d\n", last(range));
	nvtxRangePop();
}
