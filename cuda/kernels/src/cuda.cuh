// What the kernels use of CUDA C++: built-in variables, barriers, shuffles, atomics. There
// is no CUDA toolkit behind it: clang compiles device code to PTX by itself, and every
// name is an LLVM builtin or one PTX instruction. Under a host compiler the same names
// come from emulation/emulate.h, so that the kernels run, slowly, on a CPU.
// Sources: "CUDA C++ Programming Guide" chapter 10; "PTX ISA" 7.0.
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;

#ifndef __CUDA__
#include "emulate.h"
#else

#define DEVICE static __attribute__((device)) inline __attribute__((always_inline))
#define OUTLINE static __attribute__((device)) __attribute__((noinline))
#define TABLE static __attribute__((device)) const
#define SHARED __attribute__((shared)) __attribute__((aligned(16)))
#define UNROLL _Pragma("unroll")
#define UNROLL4 _Pragma("unroll 4") // so that four loads are under way at once
#define UNROLL16 _Pragma("unroll 16")
// KERNEL begins the definition of a kernel with one parameter, p.
#define KERNEL(name, Params) extern "C" __attribute__((global)) void name(const Params p)
// KERNEL_OF promises how many threads a block has at most, so that each gets more registers.
#define KERNEL_OF(threads, name, Params) \
	extern "C" __attribute__((global)) __attribute__((launch_bounds(threads))) void name(const Params p)

struct Index3 { u32 x, y, z; };
DEVICE u32 threadX() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE u32 threadY() { return __nvvm_read_ptx_sreg_tid_y(); }
DEVICE u32 blockX() { return __nvvm_read_ptx_sreg_ctaid_x(); }
DEVICE u32 blockY() { return __nvvm_read_ptx_sreg_ctaid_y(); }
DEVICE u32 blockZ() { return __nvvm_read_ptx_sreg_ctaid_z(); }
DEVICE u32 blockWidth() { return __nvvm_read_ptx_sreg_ntid_x(); }
DEVICE u32 blockHeight() { return __nvvm_read_ptx_sreg_ntid_y(); }
DEVICE u32 gridWidth() { return __nvvm_read_ptx_sreg_nctaid_x(); }
DEVICE u32 gridHeight() { return __nvvm_read_ptx_sreg_nctaid_y(); }

DEVICE void barrier() { __syncthreads(); }
DEVICE void warpBarrier() { asm volatile("bar.warp.sync 0xffffffff;" ::: "memory"); }

// Dynamic shared memory, sized by the launch.
extern __attribute__((shared)) __attribute__((aligned(128))) u8 dynamicShared[];
DEVICE u8 *sharedBytes() { return dynamicShared; }

// shuffleDown and shuffleXor exchange 32-bit words between the 32 lanes of a warp, all of
// which take part; shuffle reads the word of one lane, shuffleUp of a lower one (lanes
// without a partner keep their own).
DEVICE u32 shuffleXor(u32 v, int mask) {
	u32 r;
	asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(r) : "r"(v), "r"(mask));
	return r;
}
DEVICE u32 shuffleUp(u32 v, int by) {
	u32 r;
	asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(r) : "r"(v), "r"(by));
	return r;
}
DEVICE u32 shuffle(u32 v, int lane) {
	u32 r;
	asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(r) : "r"(v), "r"(lane));
	return r;
}

DEVICE u32 bitsOf(float f) { return __nvvm_bitcast_f2i(f); }
DEVICE float floatOf(u32 b) { return __nvvm_bitcast_i2f(b); }
DEVICE u64 bitsOf(double f) { return __nvvm_bitcast_d2ll(f); }
DEVICE double doubleOf(u64 b) { return __nvvm_bitcast_ll2d(b); }
DEVICE u32 highProduct(u32 a, u32 b) { return __nvvm_mulhi_ui(a, b); }
DEVICE u64 highProduct(u64 a, u64 b) { return __nvvm_mulhi_ull(a, b); }
DEVICE int leadingZeros(u64 v) { return v ? __builtin_clzll(v) : 64; }

DEVICE float halfToFloat(u16 h) {
	float f;
	asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
	return f;
}
DEVICE u16 floatToHalf(float f) {
	u16 h;
	asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(f));
	return h;
}

// compareAndSwap replaces the word when it is old and returns what it was.
DEVICE u32 compareAndSwap(u32 *at, u32 old, u32 v) {
	u32 r;
	asm volatile("atom.cas.b32 %0, [%1], %2, %3;" : "=r"(r) : "l"(at), "r"(old), "r"(v) : "memory");
	return r;
}
DEVICE u64 compareAndSwap(u64 *at, u64 old, u64 v) {
	u64 r;
	asm volatile("atom.cas.b64 %0, [%1], %2, %3;" : "=l"(r) : "l"(at), "l"(old), "l"(v) : "memory");
	return r;
}
DEVICE void atomicAdd(float *at, float v) { asm volatile("red.add.f32 [%0], %1;" ::"l"(at), "f"(v) : "memory"); }
DEVICE void atomicAdd(double *at, double v) { asm volatile("red.add.f64 [%0], %1;" ::"l"(at), "d"(v) : "memory"); }
DEVICE void atomicAdd(u32 *at, u32 v) { asm volatile("red.add.u32 [%0], %1;" ::"l"(at), "r"(v) : "memory"); }
DEVICE void atomicAdd(u64 *at, u64 v) { asm volatile("red.add.u64 [%0], %1;" ::"l"(at), "l"(v) : "memory"); }

#endif

// Vectors are loaded and stored in one instruction; their address must be a multiple of
// their size.
template <class T, int N> struct alignas(sizeof(T) * N) Vector {
	T at[N];
};

// shuffleXor and shuffleUp of values that are made of several words.
template <class T> DEVICE T exchangeXor(T v, int mask) {
	union { T v; u32 w[sizeof(T) / 4]; } a;
	a.v = v;
	UNROLL for (int k = 0; k < (int)(sizeof(T) / 4); k++) a.w[k] = shuffleXor(a.w[k], mask);
	return a.v;
}
template <class T> DEVICE T exchangeUp(T v, int by) {
	union { T v; u32 w[sizeof(T) / 4]; } a;
	a.v = v;
	UNROLL for (int k = 0; k < (int)(sizeof(T) / 4); k++) a.w[k] = shuffleUp(a.w[k], by);
	return a.v;
}

DEVICE u64 minOf(u64 a, u64 b) { return a < b ? a : b; }
DEVICE i64 minOf(i64 a, i64 b) { return a < b ? a : b; }
DEVICE i64 maxOf(i64 a, i64 b) { return a > b ? a : b; }
DEVICE u32 minOf(u32 a, u32 b) { return a < b ? a : b; }
DEVICE i32 minOf(i32 a, i32 b) { return a < b ? a : b; }
DEVICE i32 maxOf(i32 a, i32 b) { return a > b ? a : b; }
