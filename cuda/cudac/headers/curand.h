// curand_kernel.h: the XORWOW generator (G. Marsaglia, "Xorshift RNGs", 2003). The numbers
// are not those of the real library.

struct curandStateXORWOW { unsigned d, v[5]; int has_spare; float spare; };
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandStateXORWOW_t;

__device__ inline unsigned __curand_mix(unsigned long long *z) {
	*z += 0x9e3779b97f4a7c15ull;
	unsigned long long x = *z;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return (unsigned)(x >> 31);
}
__device__ inline unsigned curand(curandState *s) {
	unsigned t = s->v[0] ^ (s->v[0] >> 2);
	s->v[0] = s->v[1]; s->v[1] = s->v[2]; s->v[2] = s->v[3]; s->v[3] = s->v[4];
	s->v[4] = (s->v[4] ^ (s->v[4] << 4)) ^ (t ^ (t << 1));
	s->d += 362437;
	return s->d + s->v[4];
}
__device__ inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandState *s) {
	unsigned long long z = seed * 0x2545f4914f6cdd1dull ^ (sequence + 1) * 0x9e3779b97f4a7c15ull;
	s->d = __curand_mix(&z);
	for (int i = 0; i < 5; i++) s->v[i] = __curand_mix(&z) | 1u;
	s->has_spare = 0;
	s->spare = 0.0f;
	for (unsigned long long i = 0; i < offset; i++) curand(s);
}
__device__ inline float curand_uniform(curandState *s) { return curand(s) * 2.3283064365386963e-10f + 1.16415321826934814453e-10f; }
__device__ inline double curand_uniform_double(curandState *s) { return (curand(s) + 0.5) * 2.3283064365386963e-10; }
__device__ inline float2 curand_normal2(curandState *s) {
	float r = sqrtf(-2.0f * logf(curand_uniform(s))), a = 6.2831853071795865f * curand_uniform(s);
	return make_float2(r * sinf(a), r * cosf(a));
}
__device__ inline float curand_normal(curandState *s) {
	if (s->has_spare) {
		s->has_spare = 0;
		return s->spare;
	}
	float2 two = curand_normal2(s);
	s->has_spare = 1;
	s->spare = two.y;
	return two.x;
}
__device__ inline float curand_log_normal(curandState *s, float mean, float deviation) { return expf(mean + deviation * curand_normal(s)); }
