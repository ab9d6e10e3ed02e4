// CUDA graphs: what a stream captures or nodes say is done when the graph is launched.

typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal = 0, cudaStreamCaptureModeThreadLocal = 1, cudaStreamCaptureModeRelaxed = 2 };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone = 0, cudaStreamCaptureStatusActive = 1, cudaStreamCaptureStatusInvalidated = 2 };
struct cudaKernelNodeParams { void *func; dim3 gridDim, blockDim; unsigned sharedMemBytes; void **kernelParams, **extra; };
struct cudaMemsetParams { void *dst; size_t pitch; unsigned value, elementSize; size_t width, height; };
typedef void (*cudaHostFn_t)(void *);
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
struct cudaMemAllocNodeParams { cudaMemPoolProps poolProps; const cudaMemAccessDesc *accessDescs; size_t accessDescCount, bytesize; void *dptr; };
enum cudaGraphMemAttributeType { cudaGraphMemAttrUsedMemCurrent = 0, cudaGraphMemAttrUsedMemHigh = 1, cudaGraphMemAttrReservedMemCurrent = 2, cudaGraphMemAttrReservedMemHigh = 3 };
enum cudaGraphInstantiateFlags { cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, cudaGraphInstantiateFlagUpload = 2, cudaGraphInstantiateFlagDeviceLaunch = 4, cudaGraphInstantiateFlagUseNodePriority = 8 };
enum cudaGraphExecUpdateResult {
	cudaGraphExecUpdateSuccess = 0, cudaGraphExecUpdateError = 1, cudaGraphExecUpdateErrorTopologyChanged = 2, cudaGraphExecUpdateErrorNodeTypeChanged = 3, cudaGraphExecUpdateErrorFunctionChanged = 4,
	cudaGraphExecUpdateErrorParametersChanged = 5, cudaGraphExecUpdateErrorNotSupported = 6, cudaGraphExecUpdateErrorUnsupportedFunctionChange = 7, cudaGraphExecUpdateErrorAttributesChanged = 8
};
int __graphReplace(unsigned long long e, int i, unsigned long long g);
int __graphNew();
void __graphInto(unsigned long long g);
int __graphCopy(unsigned long long g);
void __graphAppend(unsigned long long g);
int __graphSize(unsigned long long g);
int __graphHost(unsigned long long g, int i, void **fn, void **data);
void __graphRun(unsigned long long g, int i);
#define __GRAPH(g) ((unsigned long long)(g))
unsigned long long __captured = 0;
inline cudaError_t cudaStreamBeginCapture(cudaStream_t s, int mode) { __captured = __graphNew(); __graphInto(__captured); return cudaSuccess; }
inline cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *g) { __graphInto(0); *g = (cudaGraph_t)__captured; __captured = 0; return cudaSuccess; }
inline cudaError_t cudaStreamIsCapturing(cudaStream_t s, cudaStreamCaptureStatus *status) { *status = __captured ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone; return cudaSuccess; }
inline cudaError_t cudaGraphCreate(cudaGraph_t *g, unsigned flags) { *g = (cudaGraph_t)(unsigned long long)__graphNew(); return cudaSuccess; }
inline cudaError_t cudaGraphDestroy(cudaGraph_t g) { if (!g) return __cudaFail(cudaErrorInvalidValue); return cudaSuccess; }
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t g) { if (!g) return __cudaFail(cudaErrorInvalidValue); return cudaSuccess; }
inline cudaError_t cudaGraphClone(cudaGraph_t *to, cudaGraph_t g) { if (!g) return __cudaFail(cudaErrorInvalidValue); *to = (cudaGraph_t)(unsigned long long)__graphCopy(__GRAPH(g)); return cudaSuccess; }
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long flags = 0) { if (!g) return __cudaFail(cudaErrorInvalidValue); *e = (cudaGraphExec_t)(unsigned long long)__graphCopy(__GRAPH(g)); return cudaSuccess; }
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *e, cudaGraph_t g, cudaGraphNode_t *node, char *log, size_t n) { if (!g) return __cudaFail(cudaErrorInvalidValue); return cudaGraphInstantiate(e, g); }
inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *e, cudaGraph_t g, unsigned long long flags) { if (!g) return __cudaFail(cudaErrorInvalidValue); return cudaGraphInstantiate(e, g); }
inline cudaError_t cudaGraphUpload(cudaGraphExec_t e, cudaStream_t s) { if (!e) return __cudaFail(cudaErrorInvalidValue); return cudaSuccess; }
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t e, cudaStream_t s) {
	if (!e) return __cudaFail(cudaErrorInvalidValue);
	for (int i = 0, n = __graphSize(__GRAPH(e)); i < n; i++) {
		void *fn, *data;
		if (__graphHost(__GRAPH(e), i, &fn, &data)) ((cudaHostFn_t)fn)(data);
		else __graphRun(__GRAPH(e), i);
	}
	return cudaSuccess;
}
inline cudaGraphNode_t __graphNode(cudaGraph_t g) { return (cudaGraphNode_t)(__GRAPH(g) << 20 | __graphSize(__GRAPH(g))); }
inline cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n) { if (!g) return __cudaFail(cudaErrorInvalidValue); *n = __graphSize(__GRAPH(g)); return cudaSuccess; }
inline cudaError_t cudaGraphGetRootNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n) { if (!g) return __cudaFail(cudaErrorInvalidValue); *n = 1; return cudaSuccess; }
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t n) { if (!g) return __cudaFail(cudaErrorInvalidValue); return cudaSuccess; }
inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n, const cudaKernelNodeParams *p) {
	if (!g) return __cudaFail(cudaErrorInvalidValue);
	__graphInto(__GRAPH(g));
	cudaError_t code = __launchPointers(p->func, &p->gridDim, &p->blockDim, p->kernelParams, p->sharedMemBytes, 0, 0);
	__graphInto(__captured);
	*node = __graphNode(g);
	return code;
}
inline cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n, void *to, const void *from, size_t bytes, int kind) {
	if (!g) return __cudaFail(cudaErrorInvalidValue);
	__graphInto(__GRAPH(g));
	cudaError_t code = __cudaMemcpy(to, from, bytes, kind, 0, 1);
	__graphInto(__captured);
	*node = __graphNode(g);
	return code;
}
inline cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n, const cudaMemcpy3DParms *p) {
	if (!g) return __cudaFail(cudaErrorInvalidValue);
	__graphInto(__GRAPH(g));
	cudaError_t code = cudaMemcpy3D(p);
	__graphInto(__captured);
	*node = __graphNode(g);
	return code;
}
inline cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n, const cudaMemsetParams *p) {
	if (!g) return __cudaFail(cudaErrorInvalidValue);
	__graphInto(__GRAPH(g));
	for (size_t y = 0; y < p->height; y++) __cudaMemset((char *)p->dst + y * p->pitch, p->value, p->width * p->elementSize, 0, 1);
	__graphInto(__captured);
	*node = __graphNode(g);
	return cudaSuccess;
}
inline cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n, const cudaHostNodeParams *p) {
	if (!g) return __cudaFail(cudaErrorInvalidValue);
	__graphInto(__GRAPH(g));
	__graphAddHost((void *)p->fn, p->userData);
	__graphInto(__captured);
	*node = __graphNode(g);
	return cudaSuccess;
}
inline cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n) { if (!g) return __cudaFail(cudaErrorInvalidValue); *node = __graphNode(g); return cudaSuccess; }
inline cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n, cudaGraph_t child) {
	if (!g || !child || child == g) return __cudaFail(cudaErrorInvalidValue);
	__graphInto(__GRAPH(g));
	__graphAppend(__GRAPH(child));
	__graphInto(__captured);
	*node = __graphNode(g);
	return cudaSuccess;
}
// Memory of a graph is there as long as the program runs: what a free node frees comes back with the next launch.
inline cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n, cudaMemAllocNodeParams *p) {
	if (!g) return __cudaFail(cudaErrorInvalidValue);
	cudaError_t code = __cudaMalloc(&p->dptr, p->bytesize, 1);
	if (code == cudaSuccess) {
		__fromPool(p->dptr);
		__graphInto(__GRAPH(g));
		__cudaFree(p->dptr, 3);
		__graphInto(__captured);
	}
	*node = __graphNode(g);
	return code;
}
inline cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *deps, size_t n, void *p) { if (!g) return __cudaFail(cudaErrorInvalidValue); *node = __graphNode(g); return cudaSuccess; }
inline cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams *p) { if (!node) return __cudaFail(cudaErrorInvalidValue); return __cudaFail(cudaErrorNotSupported); }
inline cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType what, void *value) { *(unsigned long long *)value = __pooled(what % 2, 0); return cudaSuccess; }
inline cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType what, void *value) { __pooled(1, 1); return cudaSuccess; }
inline cudaError_t cudaDeviceGraphMemTrim(int device) { return cudaSuccess; }
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphNode_t *node, cudaGraphExecUpdateResult *result) {
	if (!e || !g) return __cudaFail(cudaErrorInvalidValue);
	*result = (cudaGraphExecUpdateResult)__graphReplace(__GRAPH(e), -1, __GRAPH(g));
	return *result == cudaGraphExecUpdateSuccess ? cudaSuccess : __cudaFail(cudaErrorGraphExecUpdateFailure);
}
struct cudaGraphExecUpdateResultInfo { cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode, errorFromNode; };
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t e, cudaGraph_t g, cudaGraphExecUpdateResultInfo *info) { if (!e || !g) return __cudaFail(cudaErrorInvalidValue); return cudaGraphExecUpdate(e, g, &info->errorNode, &info->result); }
inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t e, cudaGraphNode_t node, const cudaKernelNodeParams *p) {
	if (!e || !node) return __cudaFail(cudaErrorInvalidValue);
	unsigned long long one = __graphNew();
	__graphInto(one);
	cudaError_t code = __launchPointers(p->func, &p->gridDim, &p->blockDim, p->kernelParams, p->sharedMemBytes, 0, 0);
	__graphInto(__captured);
	if (code == cudaSuccess && __graphReplace(__GRAPH(e), (int)(__GRAPH(node) & 0xfffff) - 1, one)) return __cudaFail(cudaErrorInvalidValue);
	return code;
}
