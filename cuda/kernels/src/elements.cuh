// Elements of any dtype, read and written as one of four types to compute in: float for
// the 16- and 32-bit floats, double, i64 for every integer and bool, complex for both
// complex types. Operands of the computing type take the short way; the rest go through
// functions that are shared by all kernels of a module.
#pragma once
#include "cuda.cuh"

// The dtypes, numbered as in engine/device/dtype.go.
enum DType { NoDType, Bool, Uint8, Int8, Int16, Int32, Int64, Float16, BFloat16, Float32, Float64, Complex64, Complex128 };

struct complex64 {
	float re, im;
};
struct complex128 {
	double re, im;
};

DEVICE float bfloatToFloat(u16 h) { return floatOf((u32)h << 16); }
// floatToBFloat rounds to nearest, ties to even.
DEVICE u16 floatToBFloat(float f) {
	u32 b = bitsOf(f);
	if ((b & 0x7fffffff) > 0x7f800000) return 0x7fc0;
	return (u16)((b + 0x7fff + (b >> 16 & 1)) >> 16);
}

// truncated is what x86 makes of a float that is stored as an integer, and so PyTorch on a
// CPU: what does not fit 64 bits becomes the smallest integer, narrower types go through
// 32 bits and keep the low ones.
DEVICE i64 truncated(double f, int to) {
	const i64 smallest = -0x7fffffffffffffffLL - 1;
	if (to == Int64) return f >= -0x1p63 && f < 0x1p63 ? (i64)f : smallest;
	if (f > -0x1p31 - 1 && f < 0x1p31) return (i32)f;
	if (to == Int32 || f != f) return (i32)0x80000000;
	return f >= -0x1p63 && f < 0x1p63 ? (i64)f : smallest;
}

OUTLINE i64 loadInteger(const void *at, int dtype) {
	switch (dtype) {
	case Bool:
	case Uint8: return *(const u8 *)at;
	case Int8: return *(const i8 *)at;
	case Int16: return *(const i16 *)at;
	case Int32: return *(const i32 *)at;
	case Int64: return *(const i64 *)at;
	case Float16: return truncated(halfToFloat(*(const u16 *)at), Int64);
	case BFloat16: return truncated(bfloatToFloat(*(const u16 *)at), Int64);
	case Float32: return truncated(*(const float *)at, Int64);
	case Complex64: return truncated(*(const float *)at, Int64);
	default: return truncated(*(const double *)at, Int64);
	}
}

OUTLINE double loadDouble(const void *at, int dtype) {
	switch (dtype) {
	case Float16: return halfToFloat(*(const u16 *)at);
	case BFloat16: return bfloatToFloat(*(const u16 *)at);
	case Float32:
	case Complex64: return *(const float *)at;
	case Float64:
	case Complex128: return *(const double *)at;
	default: return (double)loadInteger(at, dtype);
	}
}

OUTLINE float loadFloat(const void *at, int dtype) {
	switch (dtype) {
	case Float64:
	case Complex128: return (float)*(const double *)at;
	case Float32:
	case Complex64: return *(const float *)at;
	default: return (float)loadInteger(at, dtype);
	}
}

OUTLINE void storeInteger(void *at, int dtype, i64 v) {
	switch (dtype) {
	case Bool: *(u8 *)at = v != 0; break;
	case Uint8:
	case Int8: *(u8 *)at = (u8)v; break;
	case Int16: *(i16 *)at = (i16)v; break;
	case Int32: *(i32 *)at = (i32)v; break;
	case Int64: *(i64 *)at = v; break;
	case Float16: *(u16 *)at = floatToHalf((float)v); break;
	case BFloat16: *(u16 *)at = floatToBFloat((float)v); break;
	case Float32: *(float *)at = (float)v; break;
	case Float64: *(double *)at = (double)v; break;
	case Complex64: *(complex64 *)at = complex64{(float)v, 0}; break;
	default: *(complex128 *)at = complex128{(double)v, 0};
	}
}

OUTLINE void storeDouble(void *at, int dtype, double v) {
	switch (dtype) {
	case Bool: *(u8 *)at = v != 0; break;
	case Float16: *(u16 *)at = floatToHalf((float)v); break;
	case BFloat16: *(u16 *)at = floatToBFloat((float)v); break;
	case Float32: *(float *)at = (float)v; break;
	case Float64: *(double *)at = v; break;
	case Complex64: *(complex64 *)at = complex64{(float)v, 0}; break;
	case Complex128: *(complex128 *)at = complex128{v, 0}; break;
	default: storeInteger(at, dtype, truncated(v, dtype));
	}
}

// Elements<T> reads and writes elements of any dtype as values of type T.
template <class T> struct Elements;

template <> struct Elements<float> {
	DEVICE float load(const void *at, int dtype) {
		if (dtype == Float32) return *(const float *)at;
		if (dtype == Float16) return halfToFloat(*(const u16 *)at);
		if (dtype == BFloat16) return bfloatToFloat(*(const u16 *)at);
		if (dtype <= Uint8) return *(const u8 *)at;
		return loadFloat(at, dtype);
	}
	DEVICE void store(void *at, int dtype, float v) {
		if (dtype == Float32) *(float *)at = v;
		else if (dtype == Float16) *(u16 *)at = floatToHalf(v);
		else if (dtype == BFloat16) *(u16 *)at = floatToBFloat(v);
		else storeDouble(at, dtype, v);
	}
};

template <> struct Elements<double> {
	DEVICE double load(const void *at, int dtype) {
		if (dtype == Float64) return *(const double *)at;
		return dtype <= Uint8 ? *(const u8 *)at : loadDouble(at, dtype);
	}
	DEVICE void store(void *at, int dtype, double v) {
		if (dtype == Float64) *(double *)at = v;
		else storeDouble(at, dtype, v);
	}
};

template <> struct Elements<i64> {
	DEVICE i64 load(const void *at, int dtype) {
		if (dtype == Int64) return *(const i64 *)at;
		if (dtype == Int32) return *(const i32 *)at;
		return dtype <= Uint8 ? *(const u8 *)at : loadInteger(at, dtype);
	}
	DEVICE void store(void *at, int dtype, i64 v) {
		if (dtype == Int64) *(i64 *)at = v;
		else if (dtype == Int32) *(i32 *)at = (i32)v;
		else storeInteger(at, dtype, v);
	}
};

template <> struct Elements<complex128> {
	DEVICE complex128 load(const void *at, int dtype) {
		if (dtype == Complex128) return *(const complex128 *)at;
		if (dtype != Complex64) return complex128{loadDouble(at, dtype), 0};
		complex64 v = *(const complex64 *)at;
		return complex128{v.re, v.im};
	}
	DEVICE void store(void *at, int dtype, complex128 v) {
		if (dtype == Complex128) *(complex128 *)at = v;
		else if (dtype == Complex64) *(complex64 *)at = complex64{(float)v.re, (float)v.im};
		else if (dtype == Bool) *(u8 *)at = v.re != 0 || v.im != 0;
		else storeDouble(at, dtype, v.re);
	}
};

// Truth values are only stored.
template <> struct Elements<bool> {
	DEVICE void store(void *at, int dtype, bool v) {
		if (dtype == Bool) *(u8 *)at = v;
		else storeInteger(at, dtype, v);
	}
};

// ownDType is the dtype whose elements are of the computing type.
DEVICE int ownDType(float) { return Float32; }
DEVICE int ownDType(double) { return Float64; }
DEVICE int ownDType(i64) { return Int64; }

// Own reads and writes elements of the dtypes that are computed as T without a change of
// kind: the short way only.
template <class T> struct Own {
	DEVICE T load(const void *at, int dtype) { return *(const T *)at; }
	DEVICE void store(void *at, int dtype, T v) { *(T *)at = v; }
};
template <> struct Own<float> {
	DEVICE float load(const void *at, int dtype) {
		if (dtype == Float32) return *(const float *)at;
		u16 h = *(const u16 *)at;
		return dtype == Float16 ? halfToFloat(h) : bfloatToFloat(h);
	}
	DEVICE void store(void *at, int dtype, float v) {
		if (dtype == Float32) *(float *)at = v;
		else *(u16 *)at = dtype == Float16 ? floatToHalf(v) : floatToBFloat(v);
	}
};

DEVICE int sizeOf(int dtype) {
	// one hexadecimal digit per dtype: log2 of its size
	return 1 << (0x4332113210000ULL >> 4 * dtype & 15);
}

// Packs reads and writes four neighbours at once; their place is a multiple of four
// elements. The planner packs operands of these dtypes only.
template <class T> struct Packs {
	DEVICE void load(T v[4], const u8 *at, int dtype) {
		if (sizeof(T) == 8 && dtype > Uint8) {
			UNROLL for (int h = 0; h < 2; h++) {
				Vector<T, 2> a = ((const Vector<T, 2> *)at)[h];
				v[2 * h] = a.at[0], v[2 * h + 1] = a.at[1];
			}
			return;
		}
		Vector<u8, 4> a = *(const Vector<u8, 4> *)at;
		UNROLL for (int k = 0; k < 4; k++) v[k] = (T)a.at[k];
	}
	DEVICE void store(u8 *at, int dtype, const T v[4]) {
		UNROLL for (int h = 0; h < 2; h++) ((Vector<T, 2> *)at)[h] = Vector<T, 2>{{v[2 * h], v[2 * h + 1]}};
	}
};

template <> struct Packs<complex128> {
	DEVICE void load(complex128 v[4], const u8 *at, int dtype) {
		UNROLL for (int k = 0; k < 4; k++) v[k] = Elements<complex128>::load(at + k * 16, Complex128);
	}
	DEVICE void store(u8 *at, int dtype, const complex128 v[4]) {
		UNROLL for (int k = 0; k < 4; k++) Elements<complex128>::store(at + k * 16, Complex128, v[k]);
	}
};

template <> struct Packs<float> {
	DEVICE void load(float v[4], const u8 *at, int dtype) {
		if (dtype == Float32) {
			Vector<float, 4> a = *(const Vector<float, 4> *)at;
			UNROLL for (int k = 0; k < 4; k++) v[k] = a.at[k];
		} else if (dtype <= Uint8) {
			Vector<u8, 4> a = *(const Vector<u8, 4> *)at;
			UNROLL for (int k = 0; k < 4; k++) v[k] = a.at[k];
		} else {
			Vector<u16, 4> a = *(const Vector<u16, 4> *)at;
			if (dtype == Float16) UNROLL for (int k = 0; k < 4; k++) v[k] = halfToFloat(a.at[k]);
			else UNROLL for (int k = 0; k < 4; k++) v[k] = bfloatToFloat(a.at[k]);
		}
	}
	DEVICE void store(u8 *at, int dtype, const float v[4]) {
		if (dtype == Float32) {
			*(Vector<float, 4> *)at = Vector<float, 4>{{v[0], v[1], v[2], v[3]}};
			return;
		}
		Vector<u16, 4> a;
		if (dtype == Float16) UNROLL for (int k = 0; k < 4; k++) a.at[k] = floatToHalf(v[k]);
		else UNROLL for (int k = 0; k < 4; k++) a.at[k] = floatToBFloat(v[k]);
		*(Vector<u16, 4> *)at = a;
	}
};

template <> struct Packs<bool> {
	DEVICE void store(u8 *at, int dtype, const bool v[4]) {
		*(Vector<u8, 4> *)at = Vector<u8, 4>{{v[0], v[1], v[2], v[3]}};
	}
};
