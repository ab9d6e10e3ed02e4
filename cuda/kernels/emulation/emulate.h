// CUDA on a CPU: the names of cuda.cuh over host memory, one thread of one block after
// another. A thread that meets a barrier or a shuffle is suspended as a fiber until its
// partners have come; threads that meet none cost no switch. Every operation of the
// kernels is correctly rounded IEEE arithmetic, so results are the GPU's to the bit,
// except where the order of atomics matters.
#pragma once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEVICE static inline
#define OUTLINE static __attribute__((noinline, unused))
#define TABLE static const
#define SHARED static __attribute__((aligned(16)))
#define UNROLL
#define UNROLL4
#define UNROLL16
#define KERNEL_OF(threads, name, Params) KERNEL(name, Params)
#define KERNEL(name, Params)                                                                       \
	static void name##_kernel(const Params p);                                                     \
	static void name##_run(const void *p) { name##_kernel(*(const Params *)p); }                   \
	static emulation::Registration name##_registration(#name, sizeof(Params), name##_run);         \
	static void name##_kernel(const Params p)

namespace emulation {

struct Registration {
	const char *name;
	unsigned long bytes;
	void (*run)(const void *params);
	Registration *next;
	Registration(const char *name, unsigned long bytes, void (*run)(const void *));
};

// The thread that runs now.
struct Place {
	u32 thread[3], block[3], blockSize[3], gridSize[3];
};
extern Place now;
extern u8 dynamicShared[];

void waitBlock();
u32 exchange(u32 v, int lane); // the word that a lane of the warp gives; own when there is none

} // namespace emulation

DEVICE u32 threadX() { return emulation::now.thread[0]; }
DEVICE u32 threadY() { return emulation::now.thread[1]; }
DEVICE u32 blockX() { return emulation::now.block[0]; }
DEVICE u32 blockY() { return emulation::now.block[1]; }
DEVICE u32 blockZ() { return emulation::now.block[2]; }
DEVICE u32 blockWidth() { return emulation::now.blockSize[0]; }
DEVICE u32 blockHeight() { return emulation::now.blockSize[1]; }
DEVICE u32 gridWidth() { return emulation::now.gridSize[0]; }
DEVICE u32 gridHeight() { return emulation::now.gridSize[1]; }
DEVICE u32 laneNow() { return (threadY() * blockWidth() + threadX()) & 31; }

DEVICE void barrier() { emulation::waitBlock(); }
DEVICE void warpBarrier() { emulation::exchange(0, 0); }
DEVICE u8 *sharedBytes() { return emulation::dynamicShared; }
DEVICE u32 shuffleXor(u32 v, int mask) { return emulation::exchange(v, laneNow() ^ mask); }
DEVICE u32 shuffleUp(u32 v, int by) {
	int from = (int)laneNow() - by;
	return emulation::exchange(v, from < 0 ? (int)laneNow() : from);
}
DEVICE u32 shuffle(u32 v, int lane) { return emulation::exchange(v, lane & 31); }

template <class A, class B> DEVICE A cast(B b) {
	A a;
	memcpy(&a, &b, sizeof a);
	return a;
}
DEVICE u32 bitsOf(float f) { return cast<u32>(f); }
DEVICE float floatOf(u32 b) { return cast<float>(b); }
DEVICE u64 bitsOf(double f) { return cast<u64>(f); }
DEVICE double doubleOf(u64 b) { return cast<double>(b); }
DEVICE u32 highProduct(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
DEVICE u64 highProduct(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }
DEVICE int leadingZeros(u64 v) { return v ? __builtin_clzll(v) : 64; }

DEVICE float halfToFloat(u16 h) {
	u32 sign = (u32)(h >> 15) << 31, exp = h >> 10 & 31, frac = h & 0x3ff;
	if (exp == 0) return floatOf(bitsOf((float)frac * 0x1p-24f) | sign);
	if (exp == 31) return floatOf(sign | 0x7f800000 | frac << 13);
	return floatOf(sign | (exp + 112) << 23 | frac << 13);
}
DEVICE u16 floatToHalf(float f) {
	u32 b = bitsOf(f), sign = b >> 16 & 0x8000;
	b &= 0x7fffffff;
	if (b > 0x7f800000) return 0x7fff;
	if (b >= 0x477ff000) return sign | 0x7c00;
	if (b < 0x38800000) return sign | (bitsOf(floatOf(b) + 0.5f) - bitsOf(0.5f));
	return sign | ((b - (112u << 23) + 0xfff + (b >> 13 & 1)) >> 13);
}

DEVICE u32 compareAndSwap(u32 *at, u32 old, u32 v) {
	u32 was = *at;
	if (was == old) *at = v;
	return was;
}
DEVICE u64 compareAndSwap(u64 *at, u64 old, u64 v) {
	u64 was = *at;
	if (was == old) *at = v;
	return was;
}
template <class T> DEVICE void atomicAdd(T *at, T v) { *at += v; }

// Matrix instructions. A fragment of an operand is where it lies; each lane reads all of it
// and computes the 8 elements of a product that it holds: half a row.
typedef u64 Part;

template <class Convert> struct Fragments {
	static const int parts = 3;
	template <bool column> DEVICE void left(Part *f, const u16 *from, u32 stride) { f[0] = (u64)from, f[1] = stride; }
	template <bool column> DEVICE void right(Part *f, const u16 *from, u32 stride) { f[0] = (u64)from, f[1] = stride; }
	template <bool ca, bool cb> DEVICE void multiply(float *c, const Part *a, const Part *b) {
		const u16 *as = (const u16 *)a[0], *bs = (const u16 *)b[0];
		u32 row = laneNow() / 2, column = laneNow() % 2 * 8;
		for (u32 j = 0; j < 8; j++)
			for (u32 k = 0; k < 16; k++)
				c[j] += Convert::of(as[ca ? k * a[1] + row : row * a[1] + k]) *
					Convert::of(bs[cb ? (column + j) * b[1] + k : k * b[1] + column + j]);
	}
};
struct FromHalf {
	DEVICE float of(u16 h) { return halfToFloat(h); }
};
struct FromBFloat {
	DEVICE float of(u16 h) { return floatOf((u32)h << 16); }
};
struct F16 : Fragments<FromHalf> {
	static const int dtype = 7;
};
struct BF16 : Fragments<FromBFloat> {
	static const int dtype = 8;
};
DEVICE void putFragment(float *to, const float *c, u32 stride) {
	for (u32 j = 0; j < 8; j++) to[laneNow() / 2 * stride + laneNow() % 2 * 8 + j] = c[j];
}

// Copies arrive at once: a kernel that does not wait for them is not found out.
DEVICE void copyAsync(void *to, const void *from, bool any) {
	if (any) memcpy(to, from, 16);
	else memset(to, 0, 16);
}
DEVICE void commitCopies() {}
template <int n> DEVICE void awaitCopies() {}
