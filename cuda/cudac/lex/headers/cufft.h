// cufft.h and cufftXt.h: plans of one to three dimensions, many of one size, with callbacks, and for arrays that lie on several devices

#include <cuComplex.h>

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
enum cufftResult { CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3, CUFFT_INVALID_VALUE = 4, CUFFT_INTERNAL_ERROR = 5, CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7, CUFFT_INVALID_SIZE = 8, CUFFT_UNALIGNED_DATA = 9, CUFFT_INVALID_DEVICE = 11, CUFFT_NO_WORKSPACE = 13, CUFFT_NOT_IMPLEMENTED = 14, CUFFT_LICENSE_ERROR = 15, CUFFT_NOT_SUPPORTED = 16 };
typedef cufftResult cufftResult_t;
enum cufftType { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
#define CUFFT_COMPATIBILITY_FFTW_PADDING 1

// What __fft takes: type, rank, n[3], batch, and for both sides the embedding [3], stride and distance.
struct __fftPlan { long long type, rank, n[3], batch, in[3], istride, idist, out[3], ostride, odist, made; };
__fftPlan __fftPlans[64];
int __fftCount = 0;
int __fft(const __fftPlan *p, const void *in, void *out, int direction);

inline void __fftClear(int h);
inline cufftResult cufftCreate(cufftHandle *h) { if (__fftCount >= 63) return CUFFT_ALLOC_FAILED; *h = ++__fftCount; __fftPlans[*h].made = 0; __fftClear(*h); return CUFFT_SUCCESS; }
inline cufftResult cufftDestroy(cufftHandle h) { if (h < 1 || h > 63) return CUFFT_INVALID_PLAN; __fftPlans[h].made = 0; if (h == __fftCount) __fftCount--; return CUFFT_SUCCESS; }
inline cufftResult cufftMakePlanMany(cufftHandle h, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType type, int batch, size_t *work) {
	if (h < 1 || h > 63) return CUFFT_INVALID_PLAN;
	if (rank < 1 || rank > 3 || batch < 1) return CUFFT_INVALID_SIZE;
	__fftPlan *p = &__fftPlans[h];
	p->type = type; p->rank = rank; p->batch = batch;
	bool half_ = type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_D2Z || type == CUFFT_Z2D;
	bool fromReal = type == CUFFT_R2C || type == CUFFT_D2Z;
	long long all = 1, packed = 1;
	for (int i = 0; i < 3; i++) {
		p->n[i] = i < rank ? n[i] : 1;
		if (p->n[i] < 1) return CUFFT_INVALID_SIZE;
		long long few = half_ && i == rank - 1 ? p->n[i] / 2 + 1 : p->n[i];
		p->in[i] = half_ && !fromReal ? few : p->n[i];
		p->out[i] = half_ && fromReal ? few : p->n[i];
		all *= p->in[i];
		packed *= p->out[i];
	}
	p->istride = p->ostride = 1;
	p->idist = all;
	p->odist = packed;
	if (inembed && onembed) {
		for (int i = 0; i < rank; i++) { p->in[i] = inembed[i]; p->out[i] = onembed[i]; }
		p->istride = istride; p->idist = idist; p->ostride = ostride; p->odist = odist;
	}
	p->made = 1;
	if (work) *work = 0;
	return CUFFT_SUCCESS;
}
inline cufftResult cufftMakePlan1d(cufftHandle h, int nx, cufftType t, int batch, size_t *work) { int n[1] = {nx}; return cufftMakePlanMany(h, 1, n, nullptr, 1, 0, nullptr, 1, 0, t, batch, work); }
inline cufftResult cufftMakePlan2d(cufftHandle h, int nx, int ny, cufftType t, size_t *work) { int n[2] = {nx, ny}; return cufftMakePlanMany(h, 2, n, nullptr, 1, 0, nullptr, 1, 0, t, 1, work); }
inline cufftResult cufftMakePlan3d(cufftHandle h, int nx, int ny, int nz, cufftType t, size_t *work) { int n[3] = {nx, ny, nz}; return cufftMakePlanMany(h, 3, n, nullptr, 1, 0, nullptr, 1, 0, t, 1, work); }
inline cufftResult cufftPlanMany(cufftHandle *h, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType t, int batch) {
	cufftResult r = cufftCreate(h);
	return r != CUFFT_SUCCESS ? r : cufftMakePlanMany(*h, rank, n, inembed, istride, idist, onembed, ostride, odist, t, batch, nullptr);
}
inline cufftResult cufftPlan1d(cufftHandle *h, int nx, cufftType t, int batch) { int n[1] = {nx}; return cufftPlanMany(h, 1, n, nullptr, 1, 0, nullptr, 1, 0, t, batch); }
inline cufftResult cufftPlan2d(cufftHandle *h, int nx, int ny, cufftType t) { int n[2] = {nx, ny}; return cufftPlanMany(h, 2, n, nullptr, 1, 0, nullptr, 1, 0, t, 1); }
inline cufftResult cufftPlan3d(cufftHandle *h, int nx, int ny, int nz, cufftType t) { int n[3] = {nx, ny, nz}; return cufftPlanMany(h, 3, n, nullptr, 1, 0, nullptr, 1, 0, t, 1); }
// Callbacks read the input, and write the output, element by element: kernels call them before and behind the transform.
enum cufftXtCallbackType { CUFFT_CB_LD_COMPLEX = 0, CUFFT_CB_LD_COMPLEX_DOUBLE = 1, CUFFT_CB_LD_REAL = 2, CUFFT_CB_LD_REAL_DOUBLE = 3, CUFFT_CB_ST_COMPLEX = 4, CUFFT_CB_ST_COMPLEX_DOUBLE = 5, CUFFT_CB_ST_REAL = 6, CUFFT_CB_ST_REAL_DOUBLE = 7 };
#define __FFT_CALLBACKS(LOAD, STORE, E) \
	typedef E (*LOAD)(void *, size_t, void *, void *); \
	typedef void (*STORE)(void *, size_t, E, void *, void *); \
	__global__ inline void __fftLoad(LOAD f, void *from, E *to, size_t n, void *info) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; if (i < n) to[i] = f(from, i, info, nullptr); } \
	__global__ inline void __fftStore(STORE f, void *to, const E *from, size_t n, void *info) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; if (i < n) f(to, i, from[i], info, nullptr); } \
	inline void __fftLoaded(void *f, void *from, void *to, size_t n, void *info, E *) { __fftLoad<<<(unsigned)((n + 255) / 256), 256>>>((LOAD)f, from, (E *)to, n, info); } \
	inline void __fftStored(void *f, void *to, void *from, size_t n, void *info, E *) { __fftStore<<<(unsigned)((n + 255) / 256), 256>>>((STORE)f, to, (const E *)from, n, info); }
__FFT_CALLBACKS(cufftCallbackLoadC, cufftCallbackStoreC, cufftComplex)
__FFT_CALLBACKS(cufftCallbackLoadZ, cufftCallbackStoreZ, cufftDoubleComplex)
__FFT_CALLBACKS(cufftCallbackLoadR, cufftCallbackStoreR, cufftReal)
__FFT_CALLBACKS(cufftCallbackLoadD, cufftCallbackStoreD, cufftDoubleReal)
#undef __FFT_CALLBACKS
struct __fftHooks { void *load, *store, *loads, *stores; };
__fftHooks __fftHooked[64];
inline void __fftClear(int h) { __fftHooked[h].load = __fftHooked[h].store = nullptr; }
inline cufftResult cufftXtSetCallback(cufftHandle h, void **f, cufftXtCallbackType type, void **info) {
	if (h < 1 || h > 63 || !__fftPlans[h].made) return CUFFT_INVALID_PLAN;
	const int in[4] = {CUFFT_C2C, CUFFT_Z2Z, CUFFT_R2C, CUFFT_D2Z}, alsoIn[2] = {CUFFT_C2R, CUFFT_Z2D}, out[4] = {CUFFT_C2C, CUFFT_Z2Z, CUFFT_C2R, CUFFT_Z2D}, alsoOut[2] = {CUFFT_R2C, CUFFT_D2Z};
	int kind = (int)type % 4, plan = __fftPlans[h].type;
	bool load = type < CUFFT_CB_ST_COMPLEX;
	if (plan != (load ? in[kind] : out[kind]) && !(kind < 2 && plan == (load ? alsoIn[kind] : alsoOut[kind]))) return CUFFT_INVALID_TYPE;
	if (load) { __fftHooked[h].load = *f; __fftHooked[h].loads = info ? *info : nullptr; }
	else { __fftHooked[h].store = *f; __fftHooked[h].stores = info ? *info : nullptr; }
	return CUFFT_SUCCESS;
}
inline cufftResult cufftXtClearCallback(cufftHandle h, cufftXtCallbackType type) {
	if (h < 1 || h > 63) return CUFFT_INVALID_PLAN;
	if (type < CUFFT_CB_ST_COMPLEX) __fftHooked[h].load = nullptr; else __fftHooked[h].store = nullptr;
	return CUFFT_SUCCESS;
}
template <class In, class Out> cufftResult __fftWithHooks(cufftHandle h, In *in, Out *out, int direction) {
	__fftPlan *p = &__fftPlans[h];
	__fftHooks *k = &__fftHooked[h];
	size_t ni = p->batch * p->idist, no = p->batch * p->odist;
	In *from = in;
	Out *to = out;
	if (k->load) {
		if (__cudaMalloc((void **)&from, ni * sizeof(In), 1) != cudaSuccess) return CUFFT_ALLOC_FAILED;
		__fftLoaded(k->load, in, from, ni, k->loads, from);
	}
	if (k->store && __cudaMalloc((void **)&to, no * sizeof(Out), 1) != cudaSuccess) return CUFFT_ALLOC_FAILED;
	cufftResult r = (cufftResult)__fft(p, from, to, direction);
	if (k->store) {
		__fftStored(k->store, out, to, no, k->stores, to);
		__cudaFree(to, 1);
	}
	if (k->load) __cudaFree(from, 1);
	return r;
}
inline cufftResult __fftRun(cufftHandle h, cufftType t, const void *in, void *out, int direction) {
	if (h < 1 || h > 63 || !__fftPlans[h].made) return CUFFT_INVALID_PLAN;
	if (__fftPlans[h].type != t) return CUFFT_INVALID_TYPE;
	if (__fftHooked[h].load || __fftHooked[h].store) {
		if (t == CUFFT_C2C) return __fftWithHooks(h, (cufftComplex *)in, (cufftComplex *)out, direction);
		if (t == CUFFT_Z2Z) return __fftWithHooks(h, (cufftDoubleComplex *)in, (cufftDoubleComplex *)out, direction);
		if (t == CUFFT_R2C) return __fftWithHooks(h, (cufftReal *)in, (cufftComplex *)out, direction);
		if (t == CUFFT_D2Z) return __fftWithHooks(h, (cufftDoubleReal *)in, (cufftDoubleComplex *)out, direction);
		if (t == CUFFT_C2R) return __fftWithHooks(h, (cufftComplex *)in, (cufftReal *)out, direction);
		return __fftWithHooks(h, (cufftDoubleComplex *)in, (cufftDoubleReal *)out, direction);
	}
	return (cufftResult)__fft(&__fftPlans[h], in, out, direction);
}
inline cufftResult cufftExecC2C(cufftHandle h, cufftComplex *in, cufftComplex *out, int direction) { return __fftRun(h, CUFFT_C2C, in, out, direction); }
inline cufftResult cufftExecZ2Z(cufftHandle h, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction) { return __fftRun(h, CUFFT_Z2Z, in, out, direction); }
inline cufftResult cufftExecR2C(cufftHandle h, cufftReal *in, cufftComplex *out) { return __fftRun(h, CUFFT_R2C, in, out, -1); }
inline cufftResult cufftExecD2Z(cufftHandle h, cufftDoubleReal *in, cufftDoubleComplex *out) { return __fftRun(h, CUFFT_D2Z, in, out, -1); }
inline cufftResult cufftExecC2R(cufftHandle h, cufftComplex *in, cufftReal *out) { return __fftRun(h, CUFFT_C2R, in, out, 1); }
inline cufftResult cufftExecZ2D(cufftHandle h, cufftDoubleComplex *in, cufftDoubleReal *out) { return __fftRun(h, CUFFT_Z2D, in, out, 1); }
inline cufftResult cufftSetStream(cufftHandle h, cudaStream_t s) { return CUFFT_SUCCESS; }
inline cufftResult cufftGetVersion(int *v) { *v = 11000; return CUFFT_SUCCESS; }
inline cufftResult cufftGetSize(cufftHandle h, size_t *n) { *n = 0; return CUFFT_SUCCESS; }
inline cufftResult cufftSetAutoAllocation(cufftHandle h, int yes) { return CUFFT_SUCCESS; }
inline cufftResult cufftSetWorkArea(cufftHandle h, void *p) { return CUFFT_SUCCESS; }
inline cufftResult cufftEstimate1d(int nx, cufftType t, int batch, size_t *n) { *n = 0; return CUFFT_SUCCESS; }
#include <library_types.h>
inline cufftResult cufftXtMakePlanMany(cufftHandle h, int rank, long long *n, long long *inembed, long long istride, long long idist, cudaDataType from, long long *onembed, long long ostride, long long odist, cudaDataType to, long long batch, size_t *work, cudaDataType inside) {
	int size[3], in[3], out[3];
	if (rank < 1 || rank > 3) return CUFFT_INVALID_SIZE;
	for (int i = 0; i < rank; i++) { size[i] = (int)n[i]; if (inembed) in[i] = (int)inembed[i]; if (onembed) out[i] = (int)onembed[i]; }
	const struct { cudaDataType from, to, inside; cufftType t; } offered[] = {
		{CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R}, {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C},
		{CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z}, {CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D}, {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z},
	};
	int k = 0;
	while (k < 6 && (offered[k].from != from || offered[k].to != to || offered[k].inside != inside)) k++;
	if (k == 6) return CUFFT_NOT_SUPPORTED; // halves and mixed widths
	cufftType t = offered[k].t;
	return cufftMakePlanMany(h, rank, size, inembed ? in : nullptr, (int)istride, (int)idist, onembed ? out : nullptr, (int)ostride, (int)odist, t, (int)batch, work);
}
inline cufftResult cufftXtExec(cufftHandle h, void *in, void *out, int direction) {
	if (h < 1 || h > 63 || !__fftPlans[h].made) return CUFFT_INVALID_PLAN;
	return __fftRun(h, (cufftType)__fftPlans[h].type, in, out, direction);
}

// Arrays that lie on several devices: each has a part, in the array's order; the transform is of the whole.
#define MAX_CUDA_DESCRIPTOR_GPUS 64
struct cudaXtDesc { int version, nGPUs, GPUs[MAX_CUDA_DESCRIPTOR_GPUS]; void *data[MAX_CUDA_DESCRIPTOR_GPUS]; size_t size[MAX_CUDA_DESCRIPTOR_GPUS]; void *cudaXtState; };
struct cudaLibXtDesc { int version; cudaXtDesc *descriptor; int library, subFormat; void *libDescriptor; };
enum cufftXtSubFormat { CUFFT_XT_FORMAT_INPUT = 0, CUFFT_XT_FORMAT_OUTPUT = 1, CUFFT_XT_FORMAT_INPLACE = 2, CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3, CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4 };
enum cufftXtCopyType { CUFFT_COPY_HOST_TO_DEVICE = 0, CUFFT_COPY_DEVICE_TO_HOST = 1, CUFFT_COPY_DEVICE_TO_DEVICE = 2, CUFFT_COPY_UNDEFINED = 3 };
typedef cufftXtSubFormat cufftXtSubFormat_t;
typedef cufftXtCopyType cufftXtCopyType_t;
struct __fftDevices { int n, gpu[16]; };
__fftDevices __fftOn[64];
inline cufftResult cufftXtSetGPUs(cufftHandle h, int n, int *gpus) {
	if (h < 1 || h > 63) return CUFFT_INVALID_PLAN;
	if (n < 1 || n > 16) return CUFFT_INVALID_DEVICE;
	for (int i = 0; i < n; i++) {
		if (gpus[i] < 0 || gpus[i] >= __deviceAttribute(1002)) return CUFFT_INVALID_DEVICE;
		__fftOn[h].gpu[i] = gpus[i];
	}
	__fftOn[h].n = n;
	return CUFFT_SUCCESS;
}
inline cufftResult cufftXtMalloc(cufftHandle h, cudaLibXtDesc **d, cufftXtSubFormat format) {
	if (h < 1 || h > 63 || !__fftPlans[h].made || !__fftOn[h].n) return CUFFT_INVALID_PLAN;
	__fftPlan *p = &__fftPlans[h];
	if (p->type != CUFFT_C2C && p->type != CUFFT_Z2Z) return CUFFT_NOT_SUPPORTED;
	cudaLibXtDesc *lib = (cudaLibXtDesc *)__newQuiet(sizeof(cudaLibXtDesc));
	cudaXtDesc *x = lib->descriptor = (cudaXtDesc *)__newQuiet(sizeof(cudaXtDesc));
	lib->subFormat = format;
	x->nGPUs = __fftOn[h].n;
	size_t rows = p->batch > 1 ? p->batch : p->n[0], row = p->batch * p->idist / rows * (p->type == CUFFT_C2C ? 8 : 16);
	int current = __currentDevice();
	cufftResult r = CUFFT_SUCCESS;
	for (int i = 0; i < x->nGPUs; i++) {
		size_t few = rows / x->nGPUs + (i < (int)(rows % x->nGPUs));
		x->GPUs[i] = __fftOn[h].gpu[i];
		x->size[i] = few * row;
		cudaSetDevice(x->GPUs[i]);
		if (__cudaMalloc(&x->data[i], x->size[i], 1) != cudaSuccess) r = CUFFT_ALLOC_FAILED;
	}
	cudaSetDevice(current);
	*d = lib;
	return r;
}
inline cufftResult cufftXtFree(cudaLibXtDesc *d) {
	for (int i = 0; i < d->descriptor->nGPUs; i++) __cudaFree(d->descriptor->data[i], 1);
	__delete(d->descriptor, 2);
	__delete(d, 2);
	return CUFFT_SUCCESS;
}
inline void __fftParts(cudaXtDesc *x, char *whole, int kind, bool in) {
	for (int i = 0; i < x->nGPUs; i++) {
		if (in) __cudaMemcpy(x->data[i], whole, x->size[i], kind, 0, 0); else __cudaMemcpy(whole, x->data[i], x->size[i], kind, 0, 0);
		whole += x->size[i];
	}
}
inline cufftResult cufftXtMemcpy(cufftHandle h, void *to, void *from, cufftXtCopyType type) {
	if (type == CUFFT_COPY_HOST_TO_DEVICE) __fftParts(((cudaLibXtDesc *)to)->descriptor, (char *)from, 1, true);
	else if (type == CUFFT_COPY_DEVICE_TO_HOST) __fftParts(((cudaLibXtDesc *)from)->descriptor, (char *)to, 2, false);
	else if (type == CUFFT_COPY_DEVICE_TO_DEVICE) {
		cudaXtDesc *a = ((cudaLibXtDesc *)to)->descriptor, *b = ((cudaLibXtDesc *)from)->descriptor;
		for (int i = 0; i < a->nGPUs; i++) __cudaMemcpy(a->data[i], b->data[i], a->size[i], 3, 0, 0);
	} else return CUFFT_INVALID_VALUE;
	return CUFFT_SUCCESS;
}
inline cufftResult __fftSpread(cufftHandle h, cufftType t, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction) {
	size_t n = 0;
	for (int i = 0; i < in->descriptor->nGPUs; i++) n += in->descriptor->size[i];
	void *whole;
	if (__cudaMalloc(&whole, n, 1) != cudaSuccess) return CUFFT_ALLOC_FAILED;
	__fftParts(in->descriptor, (char *)whole, 3, false);
	cufftResult r = __fftRun(h, t, whole, whole, direction);
	__fftParts(out->descriptor, (char *)whole, 3, true);
	__cudaFree(whole, 1);
	return r;
}
inline cufftResult cufftXtExecDescriptorC2C(cufftHandle h, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction) { return __fftSpread(h, CUFFT_C2C, in, out, direction); }
inline cufftResult cufftXtExecDescriptorZ2Z(cufftHandle h, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction) { return __fftSpread(h, CUFFT_Z2Z, in, out, direction); }
