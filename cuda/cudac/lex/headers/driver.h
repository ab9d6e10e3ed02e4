// cuda.h: the driver API, as far as devices, contexts, modules, memory, streams, events and launches go. There is one context a device.

enum cudaError_enum {
	CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_NOT_INITIALIZED = 3, CUDA_ERROR_DEINITIALIZED = 4,
	CUDA_ERROR_NO_DEVICE = 100, CUDA_ERROR_INVALID_DEVICE = 101, CUDA_ERROR_INVALID_IMAGE = 200, CUDA_ERROR_INVALID_CONTEXT = 201, CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
	CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217, CUDA_ERROR_INVALID_PTX = 218, CUDA_ERROR_INVALID_SOURCE = 300, CUDA_ERROR_FILE_NOT_FOUND = 301, CUDA_ERROR_INVALID_HANDLE = 400, CUDA_ERROR_NOT_FOUND = 500, CUDA_ERROR_NOT_READY = 600,
	CUDA_ERROR_ILLEGAL_ADDRESS = 700, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705, CUDA_ERROR_ASSERT = 710, CUDA_ERROR_LAUNCH_FAILED = 719,
	CUDA_ERROR_NOT_PERMITTED = 800, CUDA_ERROR_NOT_SUPPORTED = 801, CUDA_ERROR_UNKNOWN = 999
};
typedef cudaError_enum CUresult;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
struct CUuuid { char bytes[16]; };
struct CUctxCreateParams { void *execAffinityParams; int numExecAffinityParams; void *cigParams; };
enum CUdevice_attribute {
	CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
	CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9, CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10, CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12, CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
	CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17, CU_DEVICE_ATTRIBUTE_INTEGRATED = 18, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20, CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31, CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
	CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34, CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
	CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
	CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97, CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115, CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = 107
};
enum CUfunction_attribute { CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3, CU_FUNC_ATTRIBUTE_NUM_REGS = 4, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 };
enum CUfunc_cache { CU_FUNC_CACHE_PREFER_NONE = 0, CU_FUNC_CACHE_PREFER_SHARED = 1, CU_FUNC_CACHE_PREFER_L1 = 2, CU_FUNC_CACHE_PREFER_EQUAL = 3 };
enum CUjit_option { CU_JIT_MAX_REGISTERS = 0, CU_JIT_THREADS_PER_BLOCK = 1, CU_JIT_WALL_TIME = 2, CU_JIT_INFO_LOG_BUFFER = 3, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4, CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6, CU_JIT_OPTIMIZATION_LEVEL = 7, CU_JIT_TARGET_FROM_CUCONTEXT = 8, CU_JIT_TARGET = 9, CU_JIT_LOG_VERBOSE = 12 };
#define CUDA_VERSION 12000
#define CU_CTX_SCHED_AUTO 0
#define CU_CTX_SCHED_SPIN 1
#define CU_CTX_SCHED_YIELD 2
#define CU_CTX_SCHED_BLOCKING_SYNC 4
#define CU_CTX_MAP_HOST 8
#define CU_STREAM_DEFAULT 0
#define CU_STREAM_NON_BLOCKING 1
#define CU_EVENT_DEFAULT 0
#define CU_EVENT_BLOCKING_SYNC 1
#define CU_EVENT_DISABLE_TIMING 2
#define CU_MEM_ATTACH_GLOBAL 1
#define CU_MEM_ATTACH_HOST 2
#define CU_MEMHOSTALLOC_PORTABLE 1
#define CU_MEMHOSTALLOC_DEVICEMAP 2
#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)

inline CUresult cuInit(unsigned flags) { return CUDA_SUCCESS; }
inline CUresult cuDriverGetVersion(int *v) { *v = CUDA_VERSION; return CUDA_SUCCESS; }
inline CUresult cuGetErrorName(CUresult code, const char **s) { *s = code ? cudaGetErrorName((int)code) : "CUDA_SUCCESS"; return CUDA_SUCCESS; }
inline CUresult cuGetErrorString(CUresult code, const char **s) { *s = cudaGetErrorString((int)code); return CUDA_SUCCESS; }
inline CUresult cuDeviceGetCount(int *n) { return (CUresult)cudaGetDeviceCount(n); }
inline CUresult cuDeviceGet(CUdevice *d, int n) {
	if (n < 0 || n >= __deviceAttribute(1002)) return CUDA_ERROR_INVALID_DEVICE;
	*d = n;
	return CUDA_SUCCESS;
}
inline CUresult cuDeviceGetName(char *name, int n, CUdevice d) { __deviceName(name, n); return CUDA_SUCCESS; }
inline CUresult cuDeviceTotalMem(size_t *n, CUdevice d) { *n = __deviceAttribute(1001); return CUDA_SUCCESS; }
inline CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute what, CUdevice d) {
	if (what == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED) { *value = 1; return CUDA_SUCCESS; }
	return (CUresult)cudaDeviceGetAttribute(value, (int)what, d);
}
inline CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice d) { *major = (int)__deviceAttribute(75); *minor = (int)__deviceAttribute(76); return CUDA_SUCCESS; }
inline CUresult cuDeviceGetUuid(CUuuid *id, CUdevice d) { memset(id, 0, sizeof(CUuuid)); id->bytes[15] = (char)d; return CUDA_SUCCESS; }
inline CUresult cuDeviceCanAccessPeer(int *can, CUdevice a, CUdevice b) { return (CUresult)cudaDeviceCanAccessPeer(can, a, b); }

inline CUcontext __context(CUdevice d) { return (CUcontext)(size_t)(d + 1); }
inline CUresult cuCtxCreate(CUcontext *c, unsigned flags, CUdevice d) { *c = __context(d); return (CUresult)cudaSetDevice(d); }
inline CUresult cuCtxCreate(CUcontext *c, CUctxCreateParams *p, unsigned flags, CUdevice d) { return cuCtxCreate(c, flags, d); }
inline CUresult cuCtxDestroy(CUcontext c) { return CUDA_SUCCESS; }
inline CUresult cuCtxDetach(CUcontext c) { return CUDA_SUCCESS; }
inline CUresult cuCtxSetCurrent(CUcontext c) { return c ? (CUresult)cudaSetDevice((int)(size_t)c - 1) : CUDA_SUCCESS; }
inline CUresult cuCtxPushCurrent(CUcontext c) { return cuCtxSetCurrent(c); }
inline CUresult cuCtxGetCurrent(CUcontext *c) { *c = __context(__currentDevice()); return CUDA_SUCCESS; }
inline CUresult cuCtxPopCurrent(CUcontext *c) { if (c) *c = __context(__currentDevice()); return CUDA_SUCCESS; }
inline CUresult cuCtxGetDevice(CUdevice *d) { *d = __currentDevice(); return CUDA_SUCCESS; }
inline CUresult cuCtxGetApiVersion(CUcontext c, unsigned *v) { *v = CUDA_VERSION; return CUDA_SUCCESS; }
inline CUresult cuCtxSynchronize() {
	cudaError_t code = cudaDeviceSynchronize();
	if (code != cudaSuccess) cudaPeekAtLastError(); // who waits has heard it
	return (CUresult)code;
}
inline CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice d) { *c = __context(d); return CUDA_SUCCESS; }
inline CUresult cuDevicePrimaryCtxRelease(CUdevice d) { return CUDA_SUCCESS; }
inline CUresult cuDevicePrimaryCtxReset(CUdevice d) { return CUDA_SUCCESS; }
inline CUresult cuCtxEnablePeerAccess(CUcontext c, unsigned flags) { return (CUresult)cudaDeviceEnablePeerAccess((int)(size_t)c - 1, 0); }

int __moduleFile(const char *name);
int __moduleData(const char *text);
int __moduleLoad(int image);
void *__moduleFunction(int module, const char *name);
int __moduleGlobal(int module, const char *name, unsigned long long *at, size_t *n);
cudaError_t __launchPacked(void *f, const dim3 *grid, const dim3 *block, void *args, size_t shared, cudaStream_t s);
int __memoryRange(const void *p, unsigned long long *begin, size_t *n);
inline CUresult __loadImage(CUmodule *m, int image) { *m = (CUmodule)(size_t)image; return (CUresult)__moduleLoad(image); }
inline CUresult cuModuleLoadData(CUmodule *m, const void *image) {
	int n = __moduleData((const char *)image);
	if (n) return __loadImage(m, n);
	fprintf(stderr, "note: cuModuleLoadData takes what nvrtcGetPTX and nvrtcGetCUBIN give, or a file that is built of one of the session's: PTX and machine code are not read\n");
	return CUDA_ERROR_INVALID_IMAGE;
}
inline CUresult cuModuleLoadDataEx(CUmodule *m, const void *image, unsigned n, CUjit_option *options, void **values) { return cuModuleLoadData(m, image); }
inline CUresult cuModuleLoadFatBinary(CUmodule *m, const void *image) { return cuModuleLoadData(m, image); }
inline CUresult cuModuleLoad(CUmodule *m, const char *name) {
	int n = __moduleFile(name);
	return n ? __loadImage(m, n) : CUDA_ERROR_FILE_NOT_FOUND;
}
inline CUresult cuModuleUnload(CUmodule m) { return CUDA_SUCCESS; }
inline CUresult cuModuleGetFunction(CUfunction *f, CUmodule m, const char *name) { *f = (CUfunction)__moduleFunction((int)(size_t)m, name); return *f ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND; }
inline CUresult cuModuleGetGlobal(CUdeviceptr *p, size_t *n, CUmodule m, const char *name) {
	CUdeviceptr at = 0;
	size_t bytes = 0;
	CUresult code = (CUresult)__moduleGlobal((int)(size_t)m, name, &at, &bytes);
	if (p) *p = at;
	if (n) *n = bytes;
	return code;
}
inline CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, CUstream s, void **args, void **extra) {
	dim3 grid(gx, gy, gz), block(bx, by, bz);
	if (!extra) return (CUresult)__launchPointers((void *)f, &grid, &block, args, shared, s, 0);
	void *buffer = nullptr;
	for (int i = 0; extra[i] != CU_LAUNCH_PARAM_END; i += 2) if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = extra[i + 1];
	return (CUresult)__launchPacked((void *)f, &grid, &block, buffer, shared, s);
}
inline CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, CUstream s, void **args) {
	dim3 grid(gx, gy, gz), block(bx, by, bz);
	return (CUresult)__launchPointers((void *)f, &grid, &block, args, shared, s, 1);
}
inline CUresult cuFuncGetAttribute(int *value, CUfunction_attribute what, CUfunction f) {
	const int ours[5] = {3, 0, 1, 2, 4};
	*value = __kernelAttribute((void *)f, what == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ? 5 : ours[(int)what % 5]);
	return CUDA_SUCCESS;
}
inline CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute what, int value) { return what == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES ? (CUresult)__sharedLimit((void *)f, value) : CUDA_SUCCESS; }
inline CUresult cuFuncSetCacheConfig(CUfunction f, CUfunc_cache c) { return CUDA_SUCCESS; }
inline CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int block, size_t shared) { *blocks = __kernelBlocks((void *)f, block, shared); return CUDA_SUCCESS; }
inline CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction f, size_t (*sharedOf)(int), size_t shared, int limit) { return (CUresult)cudaOccupancyMaxPotentialBlockSize(grid, block, (void *)f, shared, limit); }

inline CUresult cuMemAlloc(CUdeviceptr *p, size_t n) { return (CUresult)__cudaMalloc((void **)p, n, 1); }
inline CUresult cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned element) { *pitch = (width + 511) / 512 * 512; return cuMemAlloc(p, *pitch * height); }
inline CUresult cuMemFree(CUdeviceptr p) { return (CUresult)__cudaFree((void *)p, 1); }
inline CUresult cuMemAllocHost(void **p, size_t n) { return (CUresult)__cudaMalloc(p, n, 2); }
inline CUresult cuMemHostAlloc(void **p, size_t n, unsigned flags) { return (CUresult)__cudaMalloc(p, n, 2); }
inline CUresult cuMemFreeHost(void *p) { return (CUresult)__cudaFree(p, 2); }
inline CUresult cuMemHostGetDevicePointer(CUdeviceptr *p, void *host, unsigned flags) { *p = (CUdeviceptr)host; return CUDA_SUCCESS; }
inline CUresult cuMemAllocManaged(CUdeviceptr *p, size_t n, unsigned flags) { return (CUresult)__cudaMalloc((void **)p, n, 3); }
inline CUresult cuMemGetInfo(size_t *free, size_t *total) { return (CUresult)cudaMemGetInfo(free, total); }
inline CUresult cuMemGetAddressRange(CUdeviceptr *begin, size_t *n, CUdeviceptr p) {
	CUdeviceptr at = 0;
	size_t bytes = 0;
	CUresult code = (CUresult)__memoryRange((void *)p, &at, &bytes);
	if (begin) *begin = at;
	if (n) *n = bytes;
	return code;
}
inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t n) { return (CUresult)__cudaMemcpy((void *)to, from, n, 1, 0, 0); }
inline CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n) { return (CUresult)__cudaMemcpy(to, (void *)from, n, 2, 0, 0); }
inline CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t n) { return (CUresult)__cudaMemcpy((void *)to, (void *)from, n, 3, 0, 0); }
inline CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t n, CUstream s) { return (CUresult)__cudaMemcpy((void *)to, from, n, 1, s, 1); }
inline CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t n, CUstream s) { return (CUresult)__cudaMemcpy(to, (void *)from, n, 2, s, 1); }
inline CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s) { return (CUresult)__cudaMemcpy((void *)to, (void *)from, n, 3, s, 1); }
inline CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t n) { return (CUresult)__cudaMemcpy((void *)to, (void *)from, n, 4, 0, 0); }
inline CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s) { return (CUresult)__cudaMemcpy((void *)to, (void *)from, n, 4, s, 1); }
inline CUresult cuMemsetD8(CUdeviceptr p, unsigned char v, size_t n) { return (CUresult)__cudaMemset((void *)p, v, n, 0, 0); }
inline CUresult cuMemsetD8Async(CUdeviceptr p, unsigned char v, size_t n, CUstream s) { return (CUresult)__cudaMemset((void *)p, v, n, s, 1); }
__global__ inline void __fillWords(unsigned *p, unsigned v, size_t n) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; if (i < n) p[i] = v; }
inline CUresult cuMemsetD32(CUdeviceptr p, unsigned v, size_t n) { if (n) __fillWords<<<(unsigned)((n + 255) / 256), 256>>>((unsigned *)p, v, n); return CUDA_SUCCESS; }
inline CUresult cuMemPrefetchAsync(CUdeviceptr p, size_t n, CUdevice d, CUstream s) { return CUDA_SUCCESS; }
inline CUresult cuStreamCreate(CUstream *s, unsigned flags) { return (CUresult)__cudaStreamCreate(s); }
inline CUresult cuStreamDestroy(CUstream s) { return CUDA_SUCCESS; }
inline CUresult cuStreamSynchronize(CUstream s) { return (CUresult)cudaStreamSynchronize(s); }
inline CUresult cuStreamQuery(CUstream s) { return (CUresult)cudaStreamQuery(s); }
inline CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags) { return (CUresult)cudaStreamWaitEvent(s, e, flags); }
inline CUresult cuEventCreate(CUevent *e, unsigned flags) { return (CUresult)__cudaEventCreate(e); }
inline CUresult cuEventRecord(CUevent e, CUstream s) { return (CUresult)cudaEventRecord(e, s); }
inline CUresult cuEventSynchronize(CUevent e) { return (CUresult)cudaEventSynchronize(e); }
inline CUresult cuEventQuery(CUevent e) { return (CUresult)cudaEventQuery(e); }
inline CUresult cuEventElapsedTime(float *ms, CUevent a, CUevent b) { return (CUresult)cudaEventElapsedTime(ms, a, b); }
inline CUresult cuEventDestroy(CUevent e) { return CUDA_SUCCESS; }

// Memory by pages: what is reserved is there at once, and a handle is mapped in one place.
typedef unsigned long long CUmemGenericAllocationHandle;
enum CUmemAllocationType { CU_MEM_ALLOCATION_TYPE_INVALID = 0, CU_MEM_ALLOCATION_TYPE_PINNED = 1 };
enum CUmemLocationType { CU_MEM_LOCATION_TYPE_INVALID = 0, CU_MEM_LOCATION_TYPE_DEVICE = 1 };
enum CUmemAllocationHandleType { CU_MEM_HANDLE_TYPE_NONE = 0, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1 };
enum CUmemAccess_flags { CU_MEM_ACCESS_FLAGS_PROT_NONE = 0, CU_MEM_ACCESS_FLAGS_PROT_READ = 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3 };
enum CUmemAllocationGranularity_flags { CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1 };
enum CUmemAllocationCompType { CU_MEM_ALLOCATION_COMP_NONE = 0, CU_MEM_ALLOCATION_COMP_GENERIC = 1 };
struct CUmemLocation { CUmemLocationType type; int id; };
struct __CUallocFlags { unsigned char compressionType, gpuDirectRDMACapable; unsigned short usage; };
struct CUmemAllocationProp { CUmemAllocationType type; CUmemAllocationHandleType requestedHandleTypes; CUmemLocation location; void *win32HandleMetaData; __CUallocFlags allocFlags; };
struct CUmemAccessDesc { CUmemLocation location; CUmemAccess_flags flags; };
inline CUresult cuMemGetAllocationGranularity(size_t *n, const CUmemAllocationProp *p, CUmemAllocationGranularity_flags f) { *n = 2 << 20; return CUDA_SUCCESS; }
inline CUresult cuMemAddressReserve(CUdeviceptr *p, size_t n, size_t align, CUdeviceptr near, unsigned long long flags) { return n % (2 << 20) ? CUDA_ERROR_INVALID_VALUE : cuMemAlloc(p, n); }
inline CUresult cuMemAddressFree(CUdeviceptr p, size_t n) { return cuMemFree(p); }
inline CUresult cuMemCreate(CUmemGenericAllocationHandle *h, size_t n, const CUmemAllocationProp *p, unsigned long long flags) {
	if (n % (2 << 20)) return CUDA_ERROR_INVALID_VALUE;
	int *mapped = (int *)__newQuiet(sizeof(int));
	*mapped = 0;
	*h = (CUmemGenericAllocationHandle)mapped;
	return CUDA_SUCCESS;
}
inline CUresult cuMemMap(CUdeviceptr p, size_t n, size_t offset, CUmemGenericAllocationHandle h, unsigned long long flags) {
	int *mapped = (int *)h;
	if (*mapped) return CUDA_ERROR_NOT_SUPPORTED;
	*mapped = 1;
	return CUDA_SUCCESS;
}
inline CUresult cuMemUnmap(CUdeviceptr p, size_t n) { return CUDA_SUCCESS; }
inline CUresult cuMemRelease(CUmemGenericAllocationHandle h) { return CUDA_SUCCESS; }
inline CUresult cuMemSetAccess(CUdeviceptr p, size_t n, const CUmemAccessDesc *d, size_t count) { return CUDA_SUCCESS; }
inline CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *p, CUmemGenericAllocationHandle h) { memset(p, 0, sizeof(CUmemAllocationProp)); p->type = CU_MEM_ALLOCATION_TYPE_PINNED; return CUDA_SUCCESS; }
inline CUresult cuProfilerStart() { return CUDA_SUCCESS; }
inline CUresult cuProfilerStop() { return CUDA_SUCCESS; }
