// What kernels that were written in Triton call: random numbers, as triton/language/random.py makes them with Philox4x32.

#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <gputour/python.h>

struct __philox_words { unsigned int a, b, c, d; };
__device__ __philox_words __philox(unsigned long long seed, unsigned long long offset, int rounds) {
	unsigned int c0 = (unsigned int)offset, c1 = (unsigned int)(offset >> 32), c2 = 0, c3 = 0, k0 = (unsigned int)seed, k1 = (unsigned int)(seed >> 32);
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
	w.c = c2;
	w.d = c3;
	return w;
}
__device__ unsigned int __triton_randint(unsigned long long seed, unsigned long long offset, int rounds, int word) {
	__philox_words w = __philox(seed, offset, rounds);
	return word == 0 ? w.a : word == 1 ? w.b : word == 2 ? w.c : w.d;
}
__device__ float __triton_uniform(unsigned int x) {
	int i = (int)x;
	if (i < 0) i = -i - 1;
	return i * 4.6566127342e-10f;
}
__device__ float __triton_rand(unsigned long long seed, unsigned long long offset, int rounds, int word) {
	return __triton_uniform(__triton_randint(seed, offset, rounds, word));
}
__device__ float __triton_randn(unsigned long long seed, unsigned long long offset, int rounds, int word) {
	__philox_words w = __philox(seed, offset, rounds);
	float u = fmaxf(1.0e-7f, __triton_uniform(word < 2 ? w.a : w.c)), th = 6.283185307179586f * __triton_uniform(word < 2 ? w.b : w.d);
	return sqrtf(-2.0f * logf(u)) * (word % 2 ? sinf(th) : cosf(th));
}
