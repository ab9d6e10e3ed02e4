// What a whole program knows without an #include: the CUDA runtime and C's library.

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
FILE *__file(int n);
#define stdin __file(0)
#define stdout __file(1)
#define stderr __file(2)
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaStreamPerThread ((cudaStream_t)0)
#define cudaStreamLegacy ((cudaStream_t)0)
#define cudaDeviceMapHost 8
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceBlockingSync 4
#define cudaDeviceLmemResizeToMax 16
#define cudaDeviceMask 31
#define CUDART_CB
#define CUDART_VERSION 12000
#define cudaMemAttachHost 2
#define cudaMemAttachSingle 4
#define cudaCpuDeviceId ((int)-1)
#define cudaMemAttachGlobal 1

enum cudaError {
	cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInitializationError = 3, cudaErrorInvalidConfiguration = 9,
	cudaErrorInvalidPitchValue = 12, cudaErrorInvalidSymbol = 13, cudaErrorInvalidDevicePointer = 17, cudaErrorInvalidMemcpyDirection = 21,
	cudaErrorCudartUnloading = 4, cudaErrorProfilerDisabled = 5, cudaErrorInvalidHostPointer = 16, cudaErrorInvalidTexture = 18, cudaErrorInsufficientDriver = 35, cudaErrorMissingConfiguration = 52,
	cudaErrorPeerAccessAlreadyEnabled = 704, cudaErrorPeerAccessNotEnabled = 705, cudaErrorHostMemoryAlreadyRegistered = 712, cudaErrorHostMemoryNotRegistered = 713, cudaErrorAssert = 710, cudaErrorLaunchTimeout = 702,
	cudaErrorPeerAccessUnsupported = 217, cudaErrorNotSupported = 801, cudaErrorNotPermitted = 800, cudaErrorCooperativeLaunchTooLarge = 720, cudaErrorNotMappedAsArray = 212, cudaErrorInvalidKernelImage = 200, cudaErrorNoKernelImageForDevice = 209,
	cudaErrorMisalignedAddress = 716, cudaErrorInvalidAddressSpace = 717, cudaErrorInvalidPc = 718, cudaErrorIllegalInstruction = 715, cudaErrorHardwareStackError = 714, cudaErrorSymbolNotFound = 500, cudaErrorStreamCaptureUnsupported = 900, cudaErrorGraphExecUpdateFailure = 910,
	cudaErrorInvalidDeviceFunction = 98, cudaErrorNoDevice = 100, cudaErrorInvalidDevice = 101, cudaErrorInvalidResourceHandle = 400,
	cudaErrorProfilerNotInitialized = 6, cudaErrorProfilerAlreadyStarted = 7, cudaErrorProfilerAlreadyStopped = 8, cudaErrorInvalidTextureBinding = 19, cudaErrorInvalidChannelDescriptor = 20, cudaErrorAddressOfConstant = 22, cudaErrorTextureFetchFailed = 23, cudaErrorTextureNotBound = 24, cudaErrorSynchronizationError = 25,
	cudaErrorInvalidFilterSetting = 26, cudaErrorInvalidNormSetting = 27, cudaErrorMixedDeviceExecution = 28, cudaErrorNotYetImplemented = 31, cudaErrorMemoryValueTooLarge = 32, cudaErrorStubLibrary = 34, cudaErrorCallRequiresNewerDriver = 36,
	cudaErrorInvalidSurface = 37, cudaErrorDuplicateVariableName = 43, cudaErrorDuplicateTextureName = 44, cudaErrorDuplicateSurfaceName = 45, cudaErrorDevicesUnavailable = 46, cudaErrorIncompatibleDriverContext = 49, cudaErrorPriorLaunchFailure = 53,
	cudaErrorLaunchMaxDepthExceeded = 65, cudaErrorLaunchFileScopedTex = 66, cudaErrorLaunchFileScopedSurf = 67, cudaErrorSyncDepthExceeded = 68, cudaErrorLaunchPendingCountExceeded = 69, cudaErrorDeviceNotLicensed = 102,
	cudaErrorSoftwareValidityNotEstablished = 103, cudaErrorStartupFailure = 127, cudaErrorDeviceUninitialized = 201, cudaErrorMapBufferObjectFailed = 205, cudaErrorUnmapBufferObjectFailed = 206, cudaErrorArrayIsMapped = 207, cudaErrorAlreadyMapped = 208,
	cudaErrorAlreadyAcquired = 210, cudaErrorNotMapped = 211, cudaErrorNotMappedAsPointer = 213, cudaErrorECCUncorrectable = 214, cudaErrorUnsupportedLimit = 215, cudaErrorDeviceAlreadyInUse = 216, cudaErrorInvalidPtx = 218,
	cudaErrorInvalidGraphicsContext = 219, cudaErrorNvlinkUncorrectable = 220, cudaErrorJitCompilerNotFound = 221, cudaErrorUnsupportedPtxVersion = 222, cudaErrorJitCompilationDisabled = 223, cudaErrorInvalidSource = 300, cudaErrorFileNotFound = 301,
	cudaErrorSharedObjectSymbolNotFound = 302, cudaErrorSharedObjectInitFailed = 303, cudaErrorOperatingSystem = 304, cudaErrorIllegalState = 401, cudaErrorLaunchIncompatibleTexturing = 703, cudaErrorSetOnActiveProcess = 708,
	cudaErrorContextIsDestroyed = 709, cudaErrorTooManyPeers = 711, cudaErrorSystemNotReady = 802, cudaErrorSystemDriverMismatch = 803, cudaErrorCompatNotSupportedOnDevice = 804, cudaErrorApiFailureBase = 10000,
	cudaErrorNotReady = 600, cudaErrorIllegalAddress = 700, cudaErrorLaunchOutOfResources = 701, cudaErrorLaunchFailure = 719, cudaErrorUnknown = 999
};
typedef cudaError cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost = 0, cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3, cudaMemcpyDefault = 4 };
enum cudaDeviceAttr {
	cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3, cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6, cudaDevAttrMaxGridDimZ = 7,
	cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10, cudaDevAttrMaxPitch = 11, cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13,
	cudaDevAttrMultiProcessorCount = 16, cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19, cudaDevAttrComputeMode = 20, cudaDevAttrConcurrentKernels = 31,
	cudaDevAttrMemoryClockRate = 36, cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38, cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrAsyncEngineCount = 40, cudaDevAttrUnifiedAddressing = 41,
	cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76, cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrMaxRegistersPerMultiprocessor = 82, cudaDevAttrManagedMemory = 83,
	cudaDevAttrGpuOverlap = 15, cudaDevAttrKernelExecTimeout = 17, cudaDevAttrStreamPrioritiesSupported = 78, cudaDevAttrGlobalL1CacheSupported = 79, cudaDevAttrLocalL1CacheSupported = 80, cudaDevAttrHostNativeAtomicSupported = 86, cudaDevAttrSingleToDoublePrecisionPerfRatio = 87, cudaDevAttrComputePreemptionSupported = 90, cudaDevAttrMemoryPoolsSupported = 115, cudaDevAttrTccDriver = 35, cudaDevAttrEccEnabled = 32, cudaDevAttrPciBusId = 33, cudaDevAttrPciDeviceId = 34, cudaDevAttrTextureAlignment = 14, cudaDevAttrIsMultiGpuBoard = 84,
	cudaDevAttrPageableMemoryAccess = 88, cudaDevAttrConcurrentManagedAccess = 89, cudaDevAttrCooperativeLaunch = 95, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97, cudaDevAttrMaxBlocksPerMultiprocessor = 106
};
enum cudaLimit { cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2, cudaLimitDevRuntimeSyncDepth = 3, cudaLimitDevRuntimePendingLaunchCount = 4, cudaLimitMaxL2FetchGranularity = 5, cudaLimitPersistingL2CacheSize = 6 };
enum cudaComputeMode { cudaComputeModeDefault = 0, cudaComputeModeExclusive = 1, cudaComputeModeProhibited = 2, cudaComputeModeExclusiveProcess = 3 };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault = 0, cudaSharedMemBankSizeFourByte = 1, cudaSharedMemBankSizeEightByte = 2 };
enum cudaDeviceP2PAttr { cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported = 2, cudaDevP2PAttrNativeAtomicSupported = 3, cudaDevP2PAttrCudaArrayAccessSupported = 4 };
enum cudaFuncCache { cudaFuncCachePreferNone = 0, cudaFuncCachePreferShared = 1, cudaFuncCachePreferL1 = 2, cudaFuncCachePreferEqual = 3 };

struct cudaDeviceProp {
	char name[256];
	size_t totalGlobalMem, sharedMemPerBlock;
	int regsPerBlock, warpSize;
	size_t memPitch;
	int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
	size_t totalConstMem;
	int major, minor, multiProcessorCount, memoryClockRate, memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor;
	size_t sharedMemPerMultiprocessor;
	int regsPerMultiprocessor, maxBlocksPerMultiProcessor, concurrentKernels, asyncEngineCount, unifiedAddressing, managedMemory, canMapHostMemory, integrated, ECCEnabled, pciBusID, pciDeviceID, pciDomainID;
	int deviceOverlap, kernelExecTimeoutEnabled, computeMode, cooperativeLaunch, cooperativeMultiDeviceLaunch, pageableMemoryAccess, concurrentManagedAccess, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
	int hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, computePreemptionSupported, tccDriver, isMultiGpuBoard, maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemap, maxTexture1DLinear, maxTexture2DLinear[3], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
	int canUseHostPointerForRegisteredMem, directManagedMemAccessFromHost, pageableMemoryAccessUsesHostPageTables, persistingL2CacheMaxSize, accessPolicyMaxWindowSize, multiGpuBoardGroupID, memoryPoolsSupported, deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, hostRegisterSupported;
	char uuid[16], luid[8];
	size_t textureAlignment, texturePitchAlignment, surfaceAlignment, sharedMemPerBlockOptin, reservedSharedMemPerBlock;
};
struct cudaPointerAttributes { int type, device; void *devicePointer, *hostPointer; };
struct cudaFuncAttributes { size_t sharedSizeBytes, constSizeBytes, localSizeBytes; int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, maxDynamicSharedSizeBytes; };
enum cudaSharedCarveout { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxShared = 100, cudaSharedmemCarveoutMaxL1 = 0 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly = 2, cudaMemAdviseSetPreferredLocation = 3, cudaMemAdviseUnsetPreferredLocation = 4, cudaMemAdviseSetAccessedBy = 5, cudaMemAdviseUnsetAccessedBy = 6 };
struct cudaExtent { size_t width, height, depth; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
enum cudaMemoryType { cudaMemoryTypeUnregistered = 0, cudaMemoryTypeHost = 1, cudaMemoryTypeDevice = 2, cudaMemoryTypeManaged = 3 };

long long __deviceAttribute(int what);
void __deviceName(char *to, int n);
cudaError_t __cudaFail(int code);
cudaError_t __cudaMalloc(void **p, size_t n, int side);
cudaError_t __cudaFree(void *p, int side);
cudaError_t __cudaMemcpy(void *to, const void *from, size_t n, int kind, cudaStream_t stream, int async);
cudaError_t __cudaMemset(void *to, int value, size_t n, cudaStream_t stream, int async);
cudaError_t __cudaStreamCreate(cudaStream_t *s);
cudaError_t __cudaStreamDestroy(cudaStream_t s);
int __streamFree(cudaStream_t s);
cudaError_t __cudaEventCreate(cudaEvent_t *e);

__host__ __device__ void *malloc(size_t n);
__host__ __device__ void free(void *p);
__host__ __device__ cudaError_t cudaMalloc(void **p, size_t n) { // on the device, of its heap
	if constexpr (__onHost) return __cudaMalloc(p, n, 1);
	else return (*p = malloc(n)) ? cudaSuccess : cudaErrorMemoryAllocation;
}
template <class T> __host__ __device__ cudaError_t cudaMalloc(T **p, size_t n) {
	if constexpr (__onHost) return __cudaMalloc((void **)p, n, 1);
	else return (*p = (T *)malloc(n)) ? cudaSuccess : cudaErrorMemoryAllocation;
}
cudaError_t cudaMallocHost(void **p, size_t n) { return __cudaMalloc(p, n, 2); }
template <class T> cudaError_t cudaMallocHost(T **p, size_t n, unsigned flags) { return __cudaMalloc((void **)p, n, 2); }
template <class T> cudaError_t cudaMallocHost(T **p, size_t n) { return __cudaMalloc((void **)p, n, 2); }
cudaError_t cudaHostAlloc(void **p, size_t n, unsigned flags) { return __cudaMalloc(p, n, 2); }
template <class T> cudaError_t cudaHostAlloc(T **p, size_t n, unsigned flags) { return __cudaMalloc((void **)p, n, 2); }
cudaError_t cudaMallocManaged(void **p, size_t n, unsigned flags = 1) { return __cudaMalloc(p, n, 3); }
template <class T> cudaError_t cudaMallocManaged(T **p, size_t n, unsigned flags = 1) { return __cudaMalloc((void **)p, n, 3); }
void __fromPool(void *p);
template <class T> cudaError_t cudaMallocAsync(T **p, size_t n, cudaStream_t s) {
	cudaError_t code = __cudaMalloc((void **)p, n, 1);
	if (code == cudaSuccess) __fromPool((void *)*p);
	return code;
}
template <class T> cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) { *pitch = (width + 511) / 512 * 512; return __cudaMalloc((void **)p, *pitch * height, 1); }
cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) { cudaExtent e; e.width = w; e.height = h; e.depth = d; return e; }
cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t w, size_t h) { cudaPitchedPtr q; q.ptr = p; q.pitch = pitch; q.xsize = w; q.ysize = h; return q; }
cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent e) {
	p->pitch = (e.width + 511) / 512 * 512;
	p->xsize = e.width;
	p->ysize = e.height;
	return __cudaMalloc(&p->ptr, p->pitch * e.height * e.depth, 1);
}
cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent e) {
	for (size_t z = 0; z < e.depth * e.height; z++) __cudaMemset((char *)p.ptr + z * p.pitch, value, e.width, 0, 0);
	return cudaSuccess;
}
cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) {
	for (size_t y = 0; y < height; y++) __cudaMemset((char *)p + y * pitch, value, width, 0, 0);
	return cudaSuccess;
}
template <class T> cudaError_t cudaHostGetDevicePointer(T **p, void *host, unsigned flags) { *p = (T *)host; return cudaSuccess; }
cudaError_t cudaHostRegister(void *p, size_t n, unsigned flags) { return cudaSuccess; }
cudaError_t cudaHostUnregister(void *p) { return cudaSuccess; }
__host__ __device__ cudaError_t cudaFree(void *p) {
	if constexpr (__onHost) return __cudaFree(p, 1);
	else { free(p); return cudaSuccess; }
}
cudaError_t cudaFreeAsync(void *p, cudaStream_t s) { return __cudaFree(p, 3); }
cudaError_t cudaFreeHost(void *p) { return __cudaFree(p, 2); }
cudaError_t cudaMemcpy(void *to, const void *from, size_t n, int kind) { return __cudaMemcpy(to, from, n, kind, 0, 0); }
__host__ __device__ inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, int kind, cudaStream_t s = 0) {
	if constexpr (__onHost) return __cudaMemcpy(to, from, n, kind, s, 1);
	else { memcpy(to, from, n); return cudaSuccess; }
}
cudaError_t cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, int kind) {
	cudaError_t code = cudaSuccess;
	for (size_t y = 0; y < height && code == cudaSuccess; y++) code = __cudaMemcpy((char *)to + y * toPitch, (const char *)from + y * fromPitch, width, kind, 0, 0);
	return code;
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height, int kind, cudaStream_t s = 0) {
	cudaError_t code = cudaSuccess;
	for (size_t y = 0; y < height && code == cudaSuccess; y++) code = __cudaMemcpy((char *)to + y * toPitch, (const char *)from + y * fromPitch, width, kind, s, 1);
	return code;
}
cudaError_t cudaMemset(void *to, int value, size_t n) { return __cudaMemset(to, value, n, 0, 0); }
cudaError_t cudaMemsetAsync(void *to, int value, size_t n, cudaStream_t s = 0) { return __cudaMemset(to, value, n, s, 1); }
cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int device, cudaStream_t s = 0) { return cudaSuccess; }
cudaError_t cudaMemAdvise(const void *p, size_t n, int advice, int device) { return cudaSuccess; }
template <class T> cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t n, size_t offset = 0, int kind = 1) { return __cudaMemcpy((char *)&symbol + offset, from, n, kind, 0, 0); }
template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t n, size_t offset, int kind, cudaStream_t s = 0) { return __cudaMemcpy((char *)&symbol + offset, from, n, kind, s, 1); }
template <class T> cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t n, size_t offset, int kind, cudaStream_t s = 0) { return __cudaMemcpy(to, (const char *)&symbol + offset, n, kind, s, 1); }
template <class T> cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t n, size_t offset = 0, int kind = 2) { return __cudaMemcpy(to, (const char *)&symbol + offset, n, kind, 0, 0); }
template <class T> cudaError_t cudaGetSymbolAddress(void **p, const T &symbol) { *p = (void *)&symbol; return cudaSuccess; }
template <class T> cudaError_t cudaGetSymbolSize(size_t *n, const T &symbol) { *n = sizeof(symbol); return cudaSuccess; }

__host__ __device__ cudaError_t cudaDeviceSynchronize();
__host__ __device__ cudaError_t cudaGetLastError();
__host__ __device__ cudaError_t cudaPeekAtLastError();
__host__ __device__ const char *cudaGetErrorString(int code);
__host__ __device__ const char *cudaGetErrorName(int code);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
cudaError_t __deviceReset();
cudaError_t cudaDeviceReset() { return __deviceReset(); }
__host__ __device__ int __currentDevice();
int __pointerDevice(const void *p);
cudaError_t __peerAccess(int peer, int on);
int __peerState(int device, int peer);
cudaError_t cudaGetDeviceCount(int *n) { *n = (int)__deviceAttribute(1002); return cudaSuccess; }
cudaError_t cudaSetDevice(int device);
__host__ __device__ cudaError_t cudaGetDevice(int *device) { *device = __currentDevice(); return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int *v) { *v = 12000; return cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *v) { *v = 12000; return cudaSuccess; }
size_t __heapLimit(size_t n, int set);
cudaError_t cudaDeviceGetLimit(size_t *value, int limit) { *value = limit == 2 ? __heapLimit(0, 0) : limit == 1 ? 1048576 : 1024; return cudaSuccess; }
cudaError_t cudaSetDeviceFlags(unsigned flags) { return cudaSuccess; }
cudaError_t cudaDeviceCanAccessPeer(int *can, int a, int b) {
	int n = (int)__deviceAttribute(1002);
	if (a < 0 || a >= n || b < 0 || b >= n) return __cudaFail(cudaErrorInvalidDevice);
	*can = a != b;
	return cudaSuccess;
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }
int __pointerSide(const void *p);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *a, const void *p) {
	a->type = __pointerSide(p);
	a->device = __pointerDevice(p);
	a->devicePointer = a->type >= 2 ? (void *)p : nullptr;
	a->hostPointer = a->type == 1 || a->type == 3 ? (void *)p : nullptr;
	return cudaSuccess;
}
int __kernelBlocks(void *f, int block, size_t shared);
int __kernelAttribute(void *f, int what);
template <class F> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F f, int block, size_t shared) { *blocks = __kernelBlocks((void *)f, block, shared); return cudaSuccess; }
template <class F> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F f, size_t shared = 0, int limit = 0) {
	int most = __kernelAttribute((void *)f, 3), best = 0;
	if (limit > 0 && limit < most) most = limit;
	*grid = 0;
	*block = 0;
	for (int n = most / 32 * 32; n > 0; n -= 32) {
		int blocks = __kernelBlocks((void *)f, n, shared);
		if (blocks * n > best) {
			best = blocks * n;
			*block = n;
			*grid = blocks * (int)__deviceAttribute(16);
		}
	}
	return cudaSuccess;
}
cudaError_t __launchPointers(void *f, const dim3 *grid, const dim3 *block, void **args, size_t shared, cudaStream_t s, int together);
template <class F> cudaError_t cudaLaunchKernel(F f, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t s = 0) { return __launchPointers((void *)f, &grid, &block, args, shared, s, 0); }
template <class F> cudaError_t cudaLaunchCooperativeKernel(F f, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t s = 0) { return __launchPointers((void *)f, &grid, &block, args, shared, s, 1); }
template <class F> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, F f, int block, size_t shared, unsigned flags) { *blocks = __kernelBlocks((void *)f, block, shared); return cudaSuccess; }
template <class F> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F f) {
	a->sharedSizeBytes = __kernelAttribute((void *)f, 0);
	a->constSizeBytes = 0;
	a->localSizeBytes = __kernelAttribute((void *)f, 2);
	a->maxThreadsPerBlock = __kernelAttribute((void *)f, 3);
	a->numRegs = __kernelAttribute((void *)f, 4);
	a->ptxVersion = a->binaryVersion = (int)(10 * __deviceAttribute(75) + __deviceAttribute(76));
	a->maxDynamicSharedSizeBytes = (int)__kernelAttribute((void *)f, 5);
	return cudaSuccess;
}
cudaError_t __sharedLimit(void *kernel, int bytes);
template <class F> cudaError_t cudaFuncSetAttribute(F f, int what, int value) { return what == cudaFuncAttributeMaxDynamicSharedMemorySize ? __sharedLimit((void *)f, value) : cudaSuccess; }
template <class F> cudaError_t cudaFuncSetCacheConfig(F f, int config) { return cudaSuccess; }
cudaError_t cudaDeviceSetLimit(int limit, size_t value) { return limit == cudaLimitMallocHeapSize && __heapLimit(value, 1) != value ? __cudaFail(cudaErrorInvalidValue) : cudaSuccess; }
cudaError_t cudaDeviceSetCacheConfig(int config) { return cudaSuccess; }
cudaError_t cudaDeviceGetAttribute(int *value, int what, int device) {
	if (device < 0 || device >= __deviceAttribute(1002)) return __cudaFail(cudaErrorInvalidDevice);
	*value = what == cudaDevAttrPciDeviceId ? device : (int)__deviceAttribute(what);
	return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
	if (device < 0 || device >= __deviceAttribute(1002)) return __cudaFail(cudaErrorInvalidDevice);
	memset(p, 0, sizeof(cudaDeviceProp));
	p->pciDeviceID = device;
	__deviceName(p->name, 256);
	p->totalGlobalMem = __deviceAttribute(1001);
	p->sharedMemPerBlock = __deviceAttribute(8);
	p->regsPerBlock = p->regsPerMultiprocessor = 65536;
	p->warpSize = 32;
	p->memPitch = 2147483647;
	p->maxThreadsPerBlock = __deviceAttribute(1);
	p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024; p->maxThreadsDim[2] = 64;
	p->maxGridSize[0] = 2147483647; p->maxGridSize[1] = p->maxGridSize[2] = 65535;
	p->clockRate = __deviceAttribute(13);
	p->totalConstMem = 65536;
	p->major = __deviceAttribute(75); p->minor = __deviceAttribute(76);
	p->multiProcessorCount = __deviceAttribute(16);
	p->memoryClockRate = __deviceAttribute(36); p->memoryBusWidth = __deviceAttribute(37); p->l2CacheSize = __deviceAttribute(38);
	p->maxThreadsPerMultiProcessor = __deviceAttribute(39);
	p->sharedMemPerMultiprocessor = __deviceAttribute(81);
	p->maxBlocksPerMultiProcessor = __deviceAttribute(106);
	p->sharedMemPerBlockOptin = __deviceAttribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
	p->textureAlignment = p->surfaceAlignment = 512; p->texturePitchAlignment = 32;
	p->deviceOverlap = p->streamPrioritiesSupported = p->globalL1CacheSupported = p->localL1CacheSupported = p->concurrentManagedAccess = 1;
	p->singleToDoublePrecisionPerfRatio = 2;
	p->persistingL2CacheMaxSize = p->major >= 8 ? p->l2CacheSize / 4 * 3 : 0;
	p->accessPolicyMaxWindowSize = p->major >= 8 ? 134213632 : 0;
	p->cooperativeLaunch = p->memoryPoolsSupported = 1;
	p->concurrentKernels = p->asyncEngineCount = p->unifiedAddressing = p->managedMemory = p->canMapHostMemory = 1;
	return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *s) { return __cudaStreamCreate(s); }
__host__ __device__ inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags) {
	if constexpr (__onHost) {
		cudaError_t code = __cudaStreamCreate(s);
		if (code == cudaSuccess && flags == cudaStreamNonBlocking) __streamFree(*s);
		return code;
	} else { *s = nullptr; return cudaSuccess; } // a kernel's kernels run at once
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags, int priority) { return cudaStreamCreateWithFlags(s, flags); }
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { *least = 0; *greatest = -5; return cudaSuccess; }
__host__ __device__ inline cudaError_t cudaStreamDestroy(cudaStream_t s) {
	if constexpr (__onHost) return __cudaStreamDestroy(s);
	else return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t s);
cudaError_t cudaStreamQuery(cudaStream_t s);
cudaError_t cudaStreamAddCallback(cudaStream_t s, void (*f)(cudaStream_t, cudaError_t, void *), void *data, unsigned flags) { cudaStreamSynchronize(s); f(s, cudaSuccess, data); return cudaSuccess; }
int __graphAddHost(void *fn, void *data);
cudaError_t cudaLaunchHostFunc(cudaStream_t s, void (*f)(void *), void *data) { if (__graphAddHost((void *)f, data)) return cudaSuccess; cudaStreamSynchronize(s); f(data); return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags = 0);
cudaError_t cudaEventCreate(cudaEvent_t *e) { return __cudaEventCreate(e); }
cudaError_t cudaEventCreate(cudaEvent_t *e, unsigned flags) { return __cudaEventCreate(e); }
cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s = 0, unsigned flags = 0) { return cudaEventRecord(e, s); }
enum cudaAccessProperty { cudaAccessPropertyNormal = 0, cudaAccessPropertyStreaming = 1, cudaAccessPropertyPersisting = 2 };
struct cudaAccessPolicyWindow { void *base_ptr; size_t num_bytes; float hitRatio; cudaAccessProperty hitProp, missProp; };
enum cudaLaunchAttributeID { cudaLaunchAttributeIgnore = 0, cudaLaunchAttributeAccessPolicyWindow = 1, cudaLaunchAttributeCooperative = 2, cudaLaunchAttributeSynchronizationPolicy = 3, cudaLaunchAttributeClusterDimension = 4, cudaLaunchAttributePriority = 8 };
union cudaLaunchAttributeValue { char pad[64]; cudaAccessPolicyWindow accessPolicyWindow; int cooperative, syncPolicy, priority; };
typedef cudaLaunchAttributeID cudaStreamAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
cudaError_t cudaStreamSetAttribute(cudaStream_t s, int what, const cudaStreamAttrValue *value) { return cudaSuccess; }
cudaError_t cudaStreamGetAttribute(cudaStream_t s, int what, cudaStreamAttrValue *value) { memset(value, 0, sizeof(*value)); return cudaSuccess; }
cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }
cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned *flags) { *flags = 0; return cudaSuccess; }
cudaError_t cudaStreamGetPriority(cudaStream_t s, int *priority) { *priority = 0; return cudaSuccess; }
cudaError_t cudaStreamAttachMemAsync(cudaStream_t s, void *p, size_t n = 0, unsigned flags = 4) { return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(int config) { return cudaSuccess; }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) { *config = cudaSharedMemBankSizeFourByte; return cudaSuccess; }
template <class F> cudaError_t cudaFuncSetSharedMemConfig(F f, int config) { return cudaSuccess; }
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) { return __peerAccess(peer, 1); }
cudaError_t cudaDeviceDisablePeerAccess(int peer) { return __peerAccess(peer, 0); }
cudaError_t cudaDeviceGetP2PAttribute(int *value, int what, int a, int b) {
	cudaError_t code = cudaDeviceCanAccessPeer(value, a, b);
	if (code == cudaSuccess && what == cudaDevP2PAttrPerformanceRank) *value = 0;
	return code;
}
cudaError_t cudaDeviceGetPCIBusId(char *id, int n, int device) { snprintf(id, n, "0000:00:%02x.0", device); return cudaSuccess; }
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *p) { *device = 0; return cudaSuccess; }
cudaError_t cudaThreadExit() { return cudaSuccess; }
cudaError_t cudaGetDeviceFlags(unsigned *flags) { *flags = 0; return cudaSuccess; }
cudaError_t cudaMemcpyPeer(void *to, int a, const void *from, int b, size_t n) { return __cudaMemcpy(to, from, n, 4, 0, 0); }
cudaError_t cudaMemcpyPeerAsync(void *to, int a, const void *from, int b, size_t n, cudaStream_t s = 0) { return __cudaMemcpy(to, from, n, 4, s, 1); }
cudaError_t cudaMemcpy2DFromSymbol() { return cudaErrorNotSupported; }
struct cudaPos { size_t x, y, z; };
inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { cudaPos p; p.x = x; p.y = y; p.z = z; return p; }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned flags) { return __cudaEventCreate(e); }
cudaError_t cudaEventDestroy(cudaEvent_t e) { return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t e);
cudaError_t cudaEventQuery(cudaEvent_t e);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop);

__host__ __device__ void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t n);
__host__ __device__ void free(void *p);
void *__new(size_t n);
void __delete(void *p, int many);
void exit(int code);
void abort();
int rand();
struct div_t { int quot, rem; };
struct ldiv_t { long quot, rem; };
inline div_t div(int a, int b) { div_t d; d.quot = a / b; d.rem = a % b; return d; }
inline ldiv_t ldiv(long a, long b) { ldiv_t d; d.quot = a / b; d.rem = a % b; return d; }
void srand(unsigned seed);
inline void srandom(unsigned seed) { srand(seed); }
inline long random() { return rand(); }
double drand48();
inline long lrand48() { return (long)(drand48() * 2147483648.0); }
void srand48(long seed);
void *__newQuiet(size_t n);
void __sleep(long long nanos);
long long __nanoseconds();
inline int rand_r(unsigned *seed) { // as in glibc
	unsigned next = *seed * 1103515245u + 12345u;
	int result = (int)(next / 65536u % 2048u);
	next = next * 1103515245u + 12345u;
	result = result << 10 ^ (int)(next / 65536u % 1024u);
	next = next * 1103515245u + 12345u;
	result = result << 10 ^ (int)(next / 65536u % 1024u);
	*seed = next;
	return result;
}
inline int usleep(unsigned micros) { __sleep(micros * 1000ll); return 0; }
inline unsigned sleep(unsigned seconds) { __sleep(seconds * 1000000000ll); return 0; }
struct timeval { long tv_sec, tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
struct timespec { long tv_sec, tv_nsec; };
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
inline int gettimeofday(timeval *t, void *zone) { long long n = __nanoseconds(); t->tv_sec = 1700000000 + n / 1000000000; t->tv_usec = n % 1000000000 / 1000; return 0; }
inline int clock_gettime(int which, timespec *t) { long long n = __nanoseconds(); t->tv_sec = n / 1000000000; t->tv_nsec = n % 1000000000; return 0; }
clock_t clock();
time_t time(time_t *t);
int atoi(const char *s);
long long atol(const char *s);
long long atoll(const char *s) { return atol(s); }
double atof(const char *s);
int puts(const char *s);
int putchar(int c);
int fputs(const char *s, FILE *f);
int fflush(FILE *f);
FILE *fopen(const char *name, const char *mode);
int fclose(FILE *f);
size_t fread(void *to, size_t size, size_t n, FILE *f);
size_t fwrite(const void *from, size_t size, size_t n, FILE *f);
int fgetc(FILE *f);
char *fgets(char *to, int n, FILE *f);
int feof(FILE *f);
int fseek(FILE *f, long offset, int from);
long ftell(FILE *f);
int remove(const char *name);
inline int ferror(FILE *f) { return 0; }
inline int ungetc(int c, FILE *f) { return c == -1 || fseek(f, -1, 1) ? -1 : c; } // what was read last
inline long getline(char **line, size_t *room, FILE *f) {
	size_t n = 0;
	for (int c = 0; c != '\n' && (c = fgetc(f)) != -1;) {
		if (!*line || n + 2 > *room) {
			size_t more = *line && *room > 60 ? 2 * *room : 120;
			char *bigger = (char *)realloc(*line, more);
			*line = bigger;
			*room = more;
		}
		(*line)[n++] = (char)c;
		(*line)[n] = 0;
	}
	return n ? (long)n : -1;
}
inline void rewind(FILE *f) { fseek(f, 0, 0); }
inline int fputc(int c, FILE *f) { char b = (char)c; fwrite(&b, 1, 1, f); return c; }
inline int getchar() { return -1; }
#define getc fgetc
#define putc fputc
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define EOF (-1)
#define BUFSIZ 8192
#define PATH_MAX 4096
inline void setbuf(FILE *f, char *b) {}
inline int setvbuf(FILE *f, char *b, int mode, size_t n) { return 0; }
#define _IONBF 2
#define _IOLBF 1
#define _IOFBF 0
inline double strtod(const char *s, char **end) { return atof(s); }
inline float strtof(const char *s, char **end) { return (float)atof(s); }
long long __strtol(const char *s, int base);
inline long strtol(const char *s, char **end, int base) { return __strtol(s, base); }
inline unsigned long strtoul(const char *s, char **end, int base) { return __strtol(s, base); }
inline unsigned long long strtoull(const char *s, char **end, int base) { return __strtol(s, base); }
inline long long strtoll(const char *s, char **end, int base) { return __strtol(s, base); }
inline int atexit(void (*f)()) { return 0; }
inline int system(const char *command) { return -1; }
inline int getpid() { return 1; }
int errno = 0;
inline char *strerror(int code) { return (char *)"error"; }
inline void *memalign(size_t a, size_t n) { return malloc(n); }
inline void *aligned_alloc(size_t a, size_t n) { return malloc(n); }
inline int posix_memalign(void **p, size_t a, size_t n) { *p = malloc(n); return *p ? 0 : 12; }
char *getenv(const char *name) { return nullptr; }
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 "ld"
#define PRIdPTR "ld"
#define PRIdMAX "ld"
#define PRIi8 "i"
#define PRIi16 "i"
#define PRIi32 "i"
#define PRIi64 "li"
#define PRIiPTR "li"
#define PRIiMAX "li"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 "lu"
#define PRIuPTR "lu"
#define PRIuMAX "lu"
#define PRIo8 "o"
#define PRIo16 "o"
#define PRIo32 "o"
#define PRIo64 "lo"
#define PRIoPTR "lo"
#define PRIoMAX "lo"
#define PRIx8 "x"
#define PRIx16 "x"
#define PRIx32 "x"
#define PRIx64 "lx"
#define PRIxPTR "lx"
#define PRIxMAX "lx"
#define PRIX8 "X"
#define PRIX16 "X"
#define PRIX32 "X"
#define PRIX64 "lX"
#define PRIXPTR "lX"
#define PRIXMAX "lX"
#define INT64_C(n) n##ll
#define UINT64_C(n) n##ull
#define INT32_C(n) n
#define UINT32_C(n) n##u
inline void bzero(void *p, size_t n) { memset(p, 0, n); }
inline void timersub(timeval *a, timeval *b, timeval *r) {
	r->tv_sec = a->tv_sec - b->tv_sec; r->tv_usec = a->tv_usec - b->tv_usec;
	if (r->tv_usec < 0) { r->tv_sec--; r->tv_usec += 1000000; }
}
inline int setenv(const char *name, const char *value, int over) { return 0; }
inline int ffs(int v) { for (int i = 0; i < 32; i++) if (v >> i & 1) return i + 1; return 0; }
template <class T> T __sync_fetch_and_add(T *p, int v) { T old = *p; *p = old + v; return old; }
template <class T> T __sync_add_and_fetch(T *p, int v) { return *p += v; }
template <class T> T __sync_fetch_and_sub(T *p, int v) { T old = *p; *p = old - v; return old; }
template <class T> T __sync_sub_and_fetch(T *p, int v) { return *p -= v; }
template <class T> T __sync_fetch_and_and(T *p, int v) { T old = *p; *p = old & v; return old; }
template <class T> T __sync_fetch_and_or(T *p, int v) { T old = *p; *p = old | v; return old; }
template <class T> T __sync_fetch_and_xor(T *p, int v) { T old = *p; *p = old ^ v; return old; }
template <class T> T __sync_lock_test_and_set(T *p, int v) { T old = *p; *p = v; return old; }
template <class T> void __sync_lock_release(T *p) { *p = 0; }
template <class T> T __sync_val_compare_and_swap(T *p, int a, int b) { T old = *p; if (old == a) *p = b; return old; }
inline void __sync_synchronize() {}
template <class T> bool __sync_bool_compare_and_swap(T *p, T a, T b) { bool same = *p == a; if (same) *p = b; return same; }
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strcpy(char *to, const char *from) { char *p = to; while ((*p++ = *from++)) {} return to; }
char *strncpy(char *to, const char *from, size_t n) { size_t i = 0; for (; i < n && from[i]; i++) to[i] = from[i]; for (; i < n; i++) to[i] = 0; return to; }
char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
const char *strchr(const char *s, int c) { for (; *s; s++) if (*s == c) return s; return c == 0 ? s : nullptr; }
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
	char *a = (char *)base, *spare = (char *)__newQuiet(size);
	for (size_t gap = n / 2; gap > 0; gap /= 2)
		for (size_t i = gap; i < n; i++) {
			memcpy(spare, a + i * size, size);
			size_t j = i;
			for (; j >= gap && compare(a + (j - gap) * size, spare) > 0; j -= gap) memcpy(a + j * size, a + (j - gap) * size, size);
			memcpy(a + j * size, spare, size);
		}
	__delete(spare, 2);
}
char *strncat(char *to, const char *from, size_t n) { size_t at = strlen(to), i = 0; for (; i < n && from[i]; i++) to[at + i] = from[i]; to[at + i] = 0; return to; }
char *strchr(char *s, int c) { for (; *s; s++) if (*s == c) return s; return c == 0 ? s : nullptr; }
const char *strrchr(const char *s, int c) { const char *found = nullptr; for (; *s; s++) if (*s == c) found = s; return c == 0 ? s : found; }
#define rindex strrchr
char *strrchr(char *s, int c) { char *found = nullptr; for (; *s; s++) if (*s == c) found = s; return c == 0 ? s : found; }
const char *strstr(const char *s, const char *what) { size_t n = strlen(what); for (; *s; s++) if (strncmp(s, what, n) == 0) return s; return n == 0 ? s : nullptr; }
char *strstr(char *s, const char *what) { size_t n = strlen(what); for (; *s; s++) if (strncmp(s, what, n) == 0) return s; return n == 0 ? s : nullptr; }
inline int __lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int strncasecmp(const char *a, const char *b, size_t n) {
	for (; n > 0; a++, b++, n--) if (__lower(*a) != __lower(*b) || *a == 0) return __lower(*a) - __lower(*b);
	return 0;
}
int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, (size_t)-1); }
char *strdup(const char *s) { char *p = (char *)malloc(strlen(s) + 1); strcpy(p, s); return p; }
char *__tokenAt = nullptr;
char *strtok(char *s, const char *stops) {
	if (s) __tokenAt = s;
	if (!__tokenAt) return nullptr;
	char *p = __tokenAt;
	while (*p && strchr(stops, *p)) p++;
	if (!*p) { __tokenAt = nullptr; return nullptr; }
	char *end = p;
	while (*end && !strchr(stops, *end)) end++;
	if (*end) { *end = 0; __tokenAt = end + 1; } else __tokenAt = nullptr;
	return p;
}
inline void perror(const char *s) { fprintf(stderr, "%s\n", s); }
inline int isalnum(int c) { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; }
inline int isupper(int c) { return c >= 'A' && c <= 'Z'; }
inline int islower(int c) { return c >= 'a' && c <= 'z'; }
inline int isprint(int c) { return c >= 32 && c < 127; }
inline int isdigit(int c) { return c >= '0' && c <= '9'; }
inline int isalpha(int c) { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'; }
inline int isspace(int c) { return c == ' ' || c >= 9 && c <= 13; }
inline int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
inline int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
