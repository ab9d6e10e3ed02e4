// cufft.h and cufftXt.h: plans of one to three dimensions, many of one size, for one device

#include <cuComplex.h>

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
enum cufftResult { CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3, CUFFT_INVALID_VALUE = 4, CUFFT_INTERNAL_ERROR = 5, CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7, CUFFT_INVALID_SIZE = 8, CUFFT_UNALIGNED_DATA = 9, CUFFT_INVALID_DEVICE = 11, CUFFT_NO_WORKSPACE = 13, CUFFT_NOT_IMPLEMENTED = 14, CUFFT_NOT_SUPPORTED = 16 };
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

inline cufftResult cufftCreate(cufftHandle *h) { if (__fftCount >= 63) return CUFFT_ALLOC_FAILED; *h = ++__fftCount; __fftPlans[*h].made = 0; return CUFFT_SUCCESS; }
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
inline cufftResult __fftRun(cufftHandle h, cufftType t, const void *in, void *out, int direction) {
	if (h < 1 || h > 63 || !__fftPlans[h].made) return CUFFT_INVALID_PLAN;
	if (__fftPlans[h].type != t) return CUFFT_INVALID_TYPE;
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
	cufftType t = from == CUDA_C_32F ? to == CUDA_C_32F ? CUFFT_C2C : CUFFT_C2R : from == CUDA_R_32F ? CUFFT_R2C : from == CUDA_C_64F ? to == CUDA_C_64F ? CUFFT_Z2Z : CUFFT_Z2D : CUFFT_D2Z;
	if (from == CUDA_R_16F || from == CUDA_C_16F) return CUFFT_NOT_SUPPORTED;
	return cufftMakePlanMany(h, rank, size, inembed ? in : nullptr, (int)istride, (int)idist, onembed ? out : nullptr, (int)ostride, (int)odist, t, (int)batch, work);
}
inline cufftResult cufftXtExec(cufftHandle h, void *in, void *out, int direction) {
	if (h < 1 || h > 63 || !__fftPlans[h].made) return CUFFT_INVALID_PLAN;
	return __fftRun(h, (cufftType)__fftPlans[h].type, in, out, direction);
}
