// Sobol sequences for curand.h and curand_kernel.h, of the dimensions whose numbers are here.

#include <curand_kernel.h>
#include <curand.h>

typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
enum curandDirectionVectorSet_t { CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102, CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104 };
typedef curandDirectionVectorSet_t curandDirectionVectorSet;
void __sobolDirections(void *to, int size);
int __sobolDimensions();
inline curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **to, int set) {
	if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6) return CURAND_STATUS_TYPE_ERROR;
	*to = (curandDirectionVectors32_t *)__newQuiet(__sobolDimensions() * sizeof(curandDirectionVectors32_t));
	__sobolDirections(*to, 4);
	return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t **to, int set) {
	if (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6) return CURAND_STATUS_TYPE_ERROR;
	*to = (curandDirectionVectors64_t *)__newQuiet(__sobolDimensions() * sizeof(curandDirectionVectors64_t));
	__sobolDirections(*to, 8);
	return CURAND_STATUS_SUCCESS;
}

struct curandStateSobol32 { unsigned i, x, c, direction_vectors[32]; };
typedef curandStateSobol32 curandStateSobol32_t;
struct curandStateSobol64 { unsigned long long i, x, c, direction_vectors[64]; };
typedef curandStateSobol64 curandStateSobol64_t;

__device__ inline void skipahead(unsigned n, curandStateSobol32 *s) {
	s->i += n;
	s->x = s->c;
	unsigned g = s->i ^ (s->i >> 1);
	for (int k = 0; k < 32; k++) if (g >> k & 1) s->x ^= s->direction_vectors[k];
}
__device__ inline void skipahead(unsigned long long n, curandStateSobol64 *s) {
	s->i += n;
	s->x = s->c;
	unsigned long long g = s->i ^ (s->i >> 1);
	for (int k = 0; k < 64; k++) if (g >> k & 1) s->x ^= s->direction_vectors[k];
}
__device__ inline void curand_init(unsigned *directions, unsigned offset, curandStateSobol32 *s) {
	for (int k = 0; k < 32; k++) s->direction_vectors[k] = directions[k];
	s->i = s->c = 0;
	skipahead(offset, s);
}
__device__ inline void curand_init(unsigned long long *directions, unsigned long long offset, curandStateSobol64 *s) {
	for (int k = 0; k < 64; k++) s->direction_vectors[k] = directions[k];
	s->i = s->c = 0;
	skipahead(offset, s);
}
__device__ inline unsigned curand(curandStateSobol32 *s) {
	unsigned r = s->x;
	s->x ^= s->direction_vectors[(__ffs(~s->i) - 1) & 31];
	s->i++;
	return r;
}
__device__ inline unsigned long long curand(curandStateSobol64 *s) {
	unsigned long long r = s->x;
	s->x ^= s->direction_vectors[(__ffsll(~s->i) - 1) & 63];
	s->i++;
	return r;
}
__device__ inline float curand_uniform(curandStateSobol32 *s) { return __uniform(curand(s)); }
__device__ inline float curand_uniform(curandStateSobol64 *s) { return __uniform((unsigned)(curand(s) >> 32)); }
__device__ inline double curand_uniform_double(curandStateSobol32 *s) { return curand(s) * 2.3283064365386963e-10 + 1.1641532182693481e-10; }
__device__ inline double curand_uniform_double(curandStateSobol64 *s) { return (curand(s) >> 11) * 1.1102230246251565e-16 + 5.551115123125783e-17; }
__device__ inline float curand_normal(curandStateSobol32 *s) { return normcdfinvf(curand_uniform(s)); }
__device__ inline float curand_normal(curandStateSobol64 *s) { return normcdfinvf(curand_uniform(s)); }
__device__ inline double curand_normal_double(curandStateSobol32 *s) { return normcdfinv(curand_uniform_double(s)); }
__device__ inline double curand_normal_double(curandStateSobol64 *s) { return normcdfinv(curand_uniform_double(s)); }
