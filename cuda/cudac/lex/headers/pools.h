// Memory pools, which cudaMallocAsync takes memory from and cudaFreeAsync gives it back to.

enum cudaMemAllocationType { cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1, cudaMemAllocationTypeMax = 0x7fffffff };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1, cudaMemHandleTypeWin32 = 2, cudaMemHandleTypeFabric = 8 };
enum cudaMemLocationType { cudaMemLocationTypeInvalid = 0, cudaMemLocationTypeDevice = 1, cudaMemLocationTypeHost = 2, cudaMemLocationTypeHostNuma = 3, cudaMemLocationTypeHostNumaCurrent = 4 };
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone = 0, cudaMemAccessFlagsProtRead = 1, cudaMemAccessFlagsProtReadWrite = 3 };
enum cudaMemPoolAttr {
	cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic = 2, cudaMemPoolReuseAllowInternalDependencies = 3, cudaMemPoolAttrReleaseThreshold = 4,
	cudaMemPoolAttrReservedMemCurrent = 5, cudaMemPoolAttrReservedMemHigh = 6, cudaMemPoolAttrUsedMemCurrent = 7, cudaMemPoolAttrUsedMemHigh = 8
};
struct cudaMemLocation { cudaMemLocationType type; int id; };
struct cudaMemAccessDesc { cudaMemLocation location; cudaMemAccessFlags flags; };
struct cudaMemPoolProps { cudaMemAllocationType allocType; cudaMemAllocationHandleType handleTypes; cudaMemLocation location; void *win32SecurityAttributes; size_t maxSize; unsigned char reserved[56]; };
struct __memPool { unsigned long long threshold; int reuse[4], device; };
typedef __memPool *cudaMemPool_t;
cudaMemPool_t __defaultPools[32], __currentPools[32]; // of each device
unsigned long long __pooled(int high, int reset);

inline cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *props) {
	*pool = (cudaMemPool_t)__newQuiet(sizeof(__memPool));
	(*pool)->threshold = 0;
	(*pool)->device = props ? props->location.id : __currentDevice();
	for (int i = 0; i < 4; i++) (*pool)->reuse[i] = 1;
	return cudaSuccess;
}
inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
	for (int i = 0; i < 32; i++) if (pool == __currentPools[i]) __currentPools[i] = nullptr;
	__delete(pool, 2);
	return cudaSuccess;
}
inline bool __noDevice(int device) { return device < 0 || device >= __deviceAttribute(1002) || device >= 32; }
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
	if (__noDevice(device)) return __cudaFail(cudaErrorInvalidDevice);
	if (!__defaultPools[device]) {
		cudaMemPoolCreate(&__defaultPools[device], nullptr);
		__defaultPools[device]->device = device;
	}
	*pool = __defaultPools[device];
	return cudaSuccess;
}
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
	if (__noDevice(device)) return __cudaFail(cudaErrorInvalidDevice);
	if (!__currentPools[device]) cudaDeviceGetDefaultMemPool(&__currentPools[device], device);
	*pool = __currentPools[device];
	return cudaSuccess;
}
inline cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
	if (__noDevice(device)) return __cudaFail(cudaErrorInvalidDevice);
	__currentPools[device] = pool;
	return cudaSuccess;
}
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, int what, void *value) {
	if (what >= 1 && what <= 3) pool->reuse[what] = *(int *)value;
	else if (what == cudaMemPoolAttrReleaseThreshold) pool->threshold = *(unsigned long long *)value;
	else if (what == cudaMemPoolAttrUsedMemHigh || what == cudaMemPoolAttrReservedMemHigh) __pooled(1, 1);
	else return __cudaFail(cudaErrorInvalidValue);
	return cudaSuccess;
}
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, int what, void *value) {
	if (what >= 1 && what <= 3) *(int *)value = pool->reuse[what];
	else if (what == cudaMemPoolAttrReleaseThreshold) *(unsigned long long *)value = pool->threshold;
	else if (what >= 5 && what <= 8) *(unsigned long long *)value = __pooled(what % 2 == 0, 0);
	else return __cudaFail(cudaErrorInvalidValue);
	return cudaSuccess;
}
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep) { return cudaSuccess; }
// Who may reach a pool may reach its device here.
inline bool __noPoolPlace(const cudaMemLocation *where) { return where->type != cudaMemLocationTypeDevice || __noDevice(where->id); }
inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *list, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (__noPoolPlace(&list[i].location)) return __cudaFail(cudaErrorInvalidValue);
	int current = __currentDevice();
	for (size_t i = 0; i < n; i++) {
		int device = list[i].location.id, on = list[i].flags != cudaMemAccessFlagsProtNone;
		if (device == pool->device || __peerState(device, pool->device) == on) continue;
		cudaSetDevice(device);
		__peerAccess(pool->device, on);
	}
	cudaSetDevice(current);
	return cudaSuccess;
}
inline cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *where) {
	if (__noPoolPlace(where)) return __cudaFail(cudaErrorInvalidValue);
	*flags = where->id == pool->device || __peerState(where->id, pool->device) ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
	return cudaSuccess;
}
inline cudaError_t cudaMallocFromPoolAsync(void **p, size_t n, cudaMemPool_t pool, cudaStream_t s) { return cudaMallocAsync(p, n, s); }
template <class T> cudaError_t cudaMallocFromPoolAsync(T **p, size_t n, cudaMemPool_t pool, cudaStream_t s) { return cudaMallocAsync(p, n, s); }
template <class T> cudaError_t cudaMallocAsync(T **p, size_t n, cudaMemPool_t pool, cudaStream_t s) { return cudaMallocAsync(p, n, s); }
inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, cudaMemLocation where, unsigned flags, cudaStream_t s = 0) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void *p, size_t n, int advice, cudaMemLocation where) { return cudaSuccess; }
