// curand_kernel.h: XORWOW and Philox4x32-10, whose integers are cuRAND's. What goes through
// logf and sincosf may differ from a GPU's in the last bits.

struct curandStateXORWOW {
	unsigned d, v[5];
	int boxmuller_flag;
	float boxmuller_extra;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

__device__ void __xorwowSkip(unsigned *v, unsigned long long n, int sequences);

__device__ inline unsigned curand(curandStateXORWOW *s) {
	unsigned t = s->v[0] ^ (s->v[0] >> 2);
	s->v[0] = s->v[1]; s->v[1] = s->v[2]; s->v[2] = s->v[3]; s->v[3] = s->v[4];
	s->v[4] = (s->v[4] ^ (s->v[4] << 4)) ^ (t ^ (t << 1));
	s->d += 362437;
	return s->v[4] + s->d;
}
__device__ inline void skipahead(unsigned long long n, curandStateXORWOW *s) { __xorwowSkip(s->v, n, 0); s->d += 362437u * (unsigned)n; }
__device__ inline void skipahead_sequence(unsigned long long n, curandStateXORWOW *s) { __xorwowSkip(s->v, n, 1); }
__device__ inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW *s) {
	unsigned t0 = 1099087573u * ((unsigned)seed ^ 0xaad26b49u), t1 = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
	s->d = 6615241u + t1 + t0;
	s->v[0] = 123456789u + t0;
	s->v[1] = 362436069u ^ t0;
	s->v[2] = 521288629u + t1;
	s->v[3] = 88675123u ^ t1;
	s->v[4] = 5783321u + t0;
	s->boxmuller_flag = 0;
	s->boxmuller_extra = 0.0f;
	if (sequence) skipahead_sequence(sequence, s);
	if (offset) skipahead(offset, s);
}

struct curandStatePhilox4_32_10 {
	uint4 ctr, output;
	uint2 key;
	unsigned STATE;
	int boxmuller_flag;
	float boxmuller_extra;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

__device__ inline void __philox(curandStatePhilox4_32_10 *s) {
	uint4 c = s->ctr;
	unsigned k0 = s->key.x, k1 = s->key.y;
	for (int i = 0; i < 10; i++) {
		unsigned h0 = __umulhi(0xd2511f53u, c.x), l0 = 0xd2511f53u * c.x, h1 = __umulhi(0xcd9e8d57u, c.z), l1 = 0xcd9e8d57u * c.z;
		c = make_uint4(h1 ^ c.y ^ k0, l1, h0 ^ c.w ^ k1, l0);
		k0 += 0x9e3779b9u;
		k1 += 0xbb67ae85u;
	}
	s->output = c;
}
__device__ inline void __philoxAdd(unsigned long long n, curandStatePhilox4_32_10 *s) {
	unsigned long long lo = (unsigned long long)s->ctr.y << 32 | s->ctr.x, sum = lo + n;
	s->ctr.x = (unsigned)sum;
	s->ctr.y = (unsigned)(sum >> 32);
	if (sum < lo && ++s->ctr.z == 0) ++s->ctr.w;
}
__device__ inline void skipahead(unsigned long long n, curandStatePhilox4_32_10 *s) {
	s->STATE += (unsigned)(n & 3);
	n /= 4;
	if (s->STATE > 3) { n++; s->STATE -= 4; }
	__philoxAdd(n, s);
	__philox(s);
}
__device__ inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *s) {
	unsigned long long sum = ((unsigned long long)s->ctr.w << 32 | s->ctr.z) + n;
	s->ctr.z = (unsigned)sum;
	s->ctr.w = (unsigned)(sum >> 32);
	__philox(s);
}
__device__ inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10 *s) {
	s->ctr = make_uint4(0, 0, 0, 0);
	s->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
	s->STATE = 0;
	s->boxmuller_flag = 0;
	s->boxmuller_extra = 0.0f;
	skipahead_sequence(sequence, s);
	skipahead(offset, s);
}
__device__ inline unsigned curand(curandStatePhilox4_32_10 *s) {
	unsigned r = s->STATE == 0 ? s->output.x : s->STATE == 1 ? s->output.y : s->STATE == 2 ? s->output.z : s->output.w;
	if (++s->STATE == 4) {
		__philoxAdd(1, s);
		__philox(s);
		s->STATE = 0;
	}
	return r;
}
__device__ inline uint4 curand4(curandStatePhilox4_32_10 *s) {
	uint4 a = s->output;
	__philoxAdd(1, s);
	__philox(s);
	uint4 b = s->output;
	switch (s->STATE) {
	case 1: return make_uint4(a.y, a.z, a.w, b.x);
	case 2: return make_uint4(a.z, a.w, b.x, b.y);
	case 3: return make_uint4(a.w, b.x, b.y, b.z);
	}
	return a;
}

__device__ inline float __uniform(unsigned x) { return x * 2.3283064e-10f + (2.3283064e-10f / 2.0f); }
__device__ inline double __uniformDouble(unsigned x, unsigned y) {
	unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << (53 - 32));
	return z * 1.1102230246251565e-16 + (1.1102230246251565e-16 / 2.0);
}
__device__ inline float2 __boxMuller(unsigned x, unsigned y) {
	float u = x * 2.3283064e-10f + (2.3283064e-10f / 2.0f), v = y * (2.3283064e-10f * 6.2831855f) + (2.3283064e-10f * 6.2831855f / 2.0f);
	float s = sqrtf(-2.0f * logf(u));
	return make_float2(sinf(v) * s, cosf(v) * s);
}
template <class S> __device__ float curand_uniform(S *s) { return __uniform(curand(s)); }
template <class S> __device__ double curand_uniform_double(S *s) { unsigned x = curand(s), y = curand(s); return __uniformDouble(x, y); }
template <class S> __device__ float2 curand_normal2(S *s) { unsigned x = curand(s), y = curand(s); return __boxMuller(x, y); }
template <class S> __device__ float curand_normal(S *s) {
	if (s->boxmuller_flag) {
		s->boxmuller_flag = 0;
		return s->boxmuller_extra;
	}
	float2 two = curand_normal2(s);
	s->boxmuller_flag = 1;
	s->boxmuller_extra = two.y;
	return two.x;
}
template <class S> __device__ double curand_normal_double(S *s) {
	double u = curand_uniform_double(s), v = curand_uniform_double(s);
	return sqrt(-2.0 * log(u)) * sin(6.283185307179586 * v);
}
template <class S> __device__ float curand_log_normal(S *s, float mean, float deviation) { return expf(mean + deviation * curand_normal(s)); }
template <class S> __device__ unsigned curand_poisson(S *s, double lambda) {
	double least = exp(-lambda), p = 1.0;
	unsigned n = 0;
	while ((p *= curand_uniform_double(s)) > least) n++;
	return n;
}
__device__ inline float4 curand_uniform4(curandStatePhilox4_32_10 *s) { uint4 r = curand4(s); return make_float4(__uniform(r.x), __uniform(r.y), __uniform(r.z), __uniform(r.w)); }
__device__ inline float4 curand_normal4(curandStatePhilox4_32_10 *s) {
	uint4 r = curand4(s);
	float2 a = __boxMuller(r.x, r.y), b = __boxMuller(r.z, r.w);
	return make_float4(a.x, a.y, b.x, b.y);
}
