// What kernels that were written in Triton call: random numbers, as triton/language/random.py makes them with Philox4x32.

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <gputour/python.h>

struct __philox_words { unsigned int a, b; };
__device__ __philox_words __philox(unsigned long long seed, unsigned int offset, int rounds) {
	unsigned int c0 = offset, c1 = 0, c2 = 0, c3 = 0, k0 = (unsigned int)seed, k1 = (unsigned int)(seed >> 32);
	for (int i = 0; i < rounds; i++) {
		unsigned int a = c0, b = c2;
		c0 = __umulhi(0xCD9E8D57u, b) ^ c1 ^ k0;
		c2 = __umulhi(0xD2511F53u, a) ^ c3 ^ k1;
		c1 = 0xCD9E8D57u * b;
		c3 = 0xD2511F53u * a;
		k0 += 0x9E3779B9u;
		k1 += 0xBB67AE85u;
	}
	__philox_words w;
	w.a = c0;
	w.b = c1;
	return w;
}
__device__ float __triton_uniform(unsigned int x) {
	int i = (int)x;
	if (i < 0) i = -i - 1;
	return i * 4.6566127342e-10f;
}
__device__ unsigned int __triton_randint(unsigned long long seed, unsigned int offset, int rounds) { return __philox(seed, offset, rounds).a; }
__device__ float __triton_rand(unsigned long long seed, unsigned int offset, int rounds) { return __triton_uniform(__philox(seed, offset, rounds).a); }
__device__ float __triton_randn(unsigned long long seed, unsigned int offset, int rounds) {
	__philox_words w = __philox(seed, offset, rounds);
	float u = fmaxf(1.0e-7f, __triton_uniform(w.a));
	return sqrtf(-2.0f * logf(u)) * cosf(6.283185307179586f * __triton_uniform(w.b));
}
