// Kernels that make elements: arithmetic sequences, triangles, random numbers. Outputs are
// contiguous.
#include "elements.cuh"
#include "math64.cuh"

struct Sequence {
	u8 *out;
	i64 dtype, count;
	double start, step; // linspace: start, end
	i64 first, by;      // of integers
};

DEVICE i64 position() { return (i64)blockX() * blockWidth() + threadX(); }

KERNEL(arange, Sequence) {
	i64 i = position();
	if (i >= p.count) return;
	u8 *at = p.out + i * sizeOf(p.dtype);
	if (p.dtype >= Uint8 && p.dtype <= Int64) storeInteger(at, p.dtype, p.first + i * p.by);
	else storeDouble(at, p.dtype, p.start + (double)i * p.step);
}

// linspace counts from both ends, in the output's precision, so that it is symmetric.
KERNEL(linspace, Sequence) {
	i64 i = position();
	if (i >= p.count) return;
	bool low = i < p.count / 2;
	double v, from = low ? p.start : p.step, steps = (double)(low ? i : p.count - i - 1);
	if (p.count == 1) {
		v = p.start;
	} else if (p.dtype == Float64 || p.dtype >= Complex64) {
		double step = (p.step - p.start) / (double)(p.count - 1);
		v = low ? from + step * steps : from - step * steps;
	} else if (p.dtype >= Uint8 && p.dtype <= Int64) {
		float step = (float)((i64)p.step - (i64)p.start) / (float)(p.count - 1);
		v = truncOf((double)(low ? (float)from + step * (float)steps : (float)from - step * (float)steps));
	} else {
		float first = (float)p.start, last = (float)p.step, step = (last - first) / (float)(p.count - 1);
		v = (double)(float)((double)(low ? step : -step) * (double)(float)steps + (double)(low ? first : last));
	}
	storeDouble(p.out + i * sizeOf(p.dtype), p.dtype, v);
}

// Triangle zeroes what lies outside a triangle of the last two dimensions.
struct Triangle {
	u8 *out;
	i64 count, rows, columns, diagonal;
	i32 upper, size;
};

KERNEL(tri, Triangle) {
	i64 i = position();
	if (i >= p.count) return;
	i64 column = i % p.columns, row = i / p.columns % p.rows;
	bool keep = p.upper ? column - row >= p.diagonal : column - row <= p.diagonal;
	if (!keep)
		for (int k = 0; k < p.size; k++) p.out[i * p.size + k] = 0;
}

// Random numbers: Philox 4x32-10 (J. Salmon et al., "Parallel random numbers: as easy as 1, 2,
// 3", 2011), dealt to elements as PyTorch does: thread i of a grid of a stated size draws four
// at a time for elements i, i + grid, i + 2·grid … Bits equal those of a simulated GPU.
struct Random {
	u8 *out;
	i64 dtype, count, threads;
	u64 seed, offset;
	double a, b; // parameters of the distribution
	i64 base;
	u64 span;
	i64 kind;
};

enum Distribution { Uniform, Normal, Integers, Bernoulli, Exponential, Cauchy, LogNormal, Geometric };

struct Philox {
	u32 key[2], counter[4];
};

// next is ten rounds at the counter, which moves on by one.
DEVICE void next(Philox &g, u32 c[4]) {
	u32 k0 = g.key[0], k1 = g.key[1];
	UNROLL for (int i = 0; i < 4; i++) c[i] = g.counter[i];
	for (int round = 0; round < 10; round++) {
		u64 a = (u64)c[0] * 0xD2511F53, b = (u64)c[2] * 0xCD9E8D57;
		u32 c1 = c[1], c3 = c[3];
		c[0] = (u32)(b >> 32) ^ c1 ^ k0, c[1] = (u32)b;
		c[2] = (u32)(a >> 32) ^ c3 ^ k1, c[3] = (u32)a;
		k0 += 0x9E3779B9, k1 += 0xBB67AE85;
	}
	if (++g.counter[0] == 0 && ++g.counter[1] == 0 && ++g.counter[2] == 0) ++g.counter[3];
}

// Uniform numbers in (0, 1] from 32 bits and from 64, as cuRAND makes them.
DEVICE float unitOf(u32 x) { return (float)x * 2.3283064e-10f + (float)(2.3283064e-10 / 2); }
DEVICE double unitOf(u32 x, u32 y) {
	u64 z = (u64)x ^ (u64)y << 21;
	return (double)z * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2;
}

// draw makes what one call of the generator gives a thread: four values, two of double.
DEVICE int draw(const u32 r[4], bool wide, bool normal, double v[4]) {
	if (wide) {
		v[0] = unitOf(r[0], r[1]), v[1] = unitOf(r[2], r[3]);
		if (normal) {
			double radius = sqrtOf(-2 * logOf(v[0])), angle = 6.28318530717958647693 * v[1];
			v[0] = radius * sinOf(angle), v[1] = radius * cosOf(angle);
		}
		return 2;
	}
	UNROLL for (int i = 0; i < 4; i++) v[i] = unitOf(r[i]);
	if (!normal) return 4;
	UNROLL for (int i = 0; i < 4; i += 2) { // G. Box, M. Muller, 1958
		float angle = (float)r[i + 1] * 2.3283064e-10f * 2.0f * 3.14159265358979323846f +
			(float)(2.3283064e-10 * 3.14159265358979323846);
		float radius = (float)sqrtOf((double)(-2.0f * (float)logOf((double)unitOf(r[i]))));
		v[i] = radius * (float)sinOf((double)angle), v[i + 1] = radius * (float)cosOf((double)angle);
	}
	return 4;
}

// shaped turns a uniform or normal value into one of the distribution.
DEVICE double shaped(const Random &p, double v) {
	switch (p.kind) {
	case Uniform: // (0, 1] becomes [0, 1)
		if (p.dtype == Float64) {
			double x = v * (p.b - p.a) + p.a;
			return x == p.b ? p.a : x;
		} else {
			float from = (float)p.a, to = (float)p.b, x = (float)v * (to - from) + from;
			return x == to ? from : x;
		}
	case Normal: return v * p.b + p.a;
	case Bernoulli: return v <= p.a;
	case Exponential: return v == 1 ? 5.960464477539063e-08 / p.a : -logOf(v) / p.a;
	case Cauchy: return p.a + p.b * tanOf(3.14159265358979323846 * (v - 0.5));
	case LogNormal: return expOf(v * p.b + p.a);
	default: return ceilOf(logOf(v) / log1pOf(-p.a));
	}
}

KERNEL(random, Random) {
	i64 thread = position();
	if (thread >= p.threads) return;
	u64 block = p.offset / 4;
	Philox g = {{(u32)p.seed, (u32)(p.seed >> 32)}, {(u32)block, (u32)(block >> 32), (u32)thread, (u32)((u64)thread >> 32)}};
	int size = sizeOf(p.dtype);
	bool pairs = p.kind == Integers && p.span > 1ULL << 32;
	for (i64 at = thread; at < p.count;) {
		u32 r[4];
		double v[4];
		next(g, r);
		int n = pairs ? 2 : 4;
		if (p.kind != Integers) n = draw(r, p.dtype == Float64, p.kind == Normal || p.kind == LogNormal, v);
		UNROLL for (int i = 0; i < 4; i++) {
			if (i >= n) continue;
			if (at < p.count) {
				u64 x = pairs ? (u64)r[i * 2 & 3] << 32 | r[(i * 2 & 3) + 1] : r[i];
				if (p.kind == Integers) storeInteger(p.out + at * size, p.dtype, (i64)(x % p.span) + p.base);
				else storeDouble(p.out + at * size, p.dtype, shaped(p, v[i]));
			}
			at += p.threads;
		}
	}
}
