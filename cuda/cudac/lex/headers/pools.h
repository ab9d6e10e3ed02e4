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
struct __memPool { unsigned long long threshold; int reuse[4]; };
typedef __memPool *cudaMemPool_t;
cudaMemPool_t __defaultPool = nullptr, __currentPool = nullptr;
unsigned long long __pooled(int high, int reset);

inline cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *props) {
	*pool = (cudaMemPool_t)__newQuiet(sizeof(__memPool));
	(*pool)->threshold = 0;
	for (int i = 0; i < 4; i++) (*pool)->reuse[i] = 1;
	return cudaSuccess;
}
inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
	if (pool == __currentPool) __currentPool = nullptr;
	__delete(pool, 2);
	return cudaSuccess;
}
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
	if (!__defaultPool) cudaMemPoolCreate(&__defaultPool, nullptr);
	*pool = __defaultPool;
	return cudaSuccess;
}
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
	if (!__currentPool) cudaDeviceGetDefaultMemPool(&__currentPool, device);
	*pool = __currentPool;
	return cudaSuccess;
}
inline cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) { __currentPool = pool; return cudaSuccess; }
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
inline cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *list, size_t n) { return cudaSuccess; }
inline cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *where) { *flags = cudaMemAccessFlagsProtReadWrite; return cudaSuccess; }
inline cudaError_t cudaMallocFromPoolAsync(void **p, size_t n, cudaMemPool_t pool, cudaStream_t s) { return cudaMallocAsync(p, n, s); }
template <class T> cudaError_t cudaMallocFromPoolAsync(T **p, size_t n, cudaMemPool_t pool, cudaStream_t s) { return cudaMallocAsync(p, n, s); }
template <class T> cudaError_t cudaMallocAsync(T **p, size_t n, cudaMemPool_t pool, cudaStream_t s) { return cudaMallocAsync(p, n, s); }
inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, cudaMemLocation where, unsigned flags, cudaStream_t s = 0) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void *p, size_t n, int advice, cudaMemLocation where) { return cudaSuccess; }
