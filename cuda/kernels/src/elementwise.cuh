// Elementwise kernels: one thread computes four elements that lie side by side, or one
// element of strided operands.
//
// The planner has merged dimensions that continue each other and put the fastest one first.
// Where all operands are dense along it or have one value for all of it, and the dtypes are
// common ones, operands are packed: they are read and written 16 bytes at a time, which is
// what saturates memory. A thread finds its coordinates by dividing its number by the
// sizes, with multiplications in place of divisions (T. Granlund, P. Montgomery, "Division
// by Invariant Integers using Multiplication", 1994).
#pragma once
#include "elements.cuh"

const int maxDims = 8;

// Divider divides numbers below 2³¹ by d.
struct Divider {
	u32 d, magic, shift;
	DEVICE u32 quotient(const Divider &s, u32 n) { return (highProduct(n, s.magic) + n) >> s.shift; }
};

struct Operand {
	u8 *data; // null: an immediate
	union {
		double real, parts[2];
		i64 integer;
	} value;
	i64 dtype;
	i64 strides[maxDims]; // in bytes
};

// Scalars are an op's parameters.
struct Scalars {
	double f[3];
	i64 i[2];
};

template <int N> struct Elementwise {
	u32 count, dims;
	u32 pack; // elements of a thread: 4 where operands are packed, else 1
	u32 unused;
	Divider sizes[maxDims];
	Scalars scalars;
	Operand args[N];
};

template <class T> struct Immediate {
	DEVICE T of(const Operand &o) { return (T)o.value.real; }
};
template <> struct Immediate<i64> {
	DEVICE i64 of(const Operand &o) { return o.value.integer; }
};
template <> struct Immediate<complex128> {
	DEVICE complex128 of(const Operand &o) { return complex128{o.value.parts[0], o.value.parts[1]}; }
};

// apply calls an op with the operands it takes. R is what it answers.
template <class Op, class R, class T> DEVICE R apply(T (&v)[1], const Scalars &s) { return Op::of(v[0], s); }
template <class Op, class R, class T> DEVICE R apply(T (&v)[2], const Scalars &s) { return Op::of(v[0], v[1], s); }
template <class Op, class R, class T> DEVICE R apply(T (&v)[3], const Scalars &s) { return Op::of(v[0], v[1], v[2], s); }

// element computes one element, of operands at byte offsets.
template <class Op, class R, class T, int N> DEVICE void element(const Elementwise<N> &p, const i64 (&at)[N]) {
	T v[N - 1];
	UNROLL for (int a = 1; a < N; a++) {
		const Operand &o = p.args[a];
		v[a - 1] = o.data ? Elements<T>::load(o.data + at[a], o.dtype) : Immediate<T>::of(o);
	}
	Elements<R>::store(p.args[0].data + at[0], p.args[0].dtype, apply<Op, R>(v, p.scalars));
}

// four computes four neighbours along the fastest dimension.
template <class Op, class R, class T, int N> DEVICE void four(const Elementwise<N> &p, const i64 (&at)[N]) {
	T v[N - 1][4];
	UNROLL for (int a = 1; a < N; a++) {
		const Operand &o = p.args[a];
		if (o.strides[0]) {
			Packs<T>::load(v[a - 1], o.data + at[a], o.dtype);
		} else {
			T one = o.data ? Elements<T>::load(o.data + at[a], o.dtype) : Immediate<T>::of(o);
			UNROLL for (int k = 0; k < 4; k++) v[a - 1][k] = one;
		}
	}
	R r[4];
	UNROLL for (int k = 0; k < 4; k++) {
		T x[N - 1];
		UNROLL for (int a = 1; a < N; a++) x[a - 1] = v[a - 1][k];
		r[k] = apply<Op, R>(x, p.scalars);
	}
	Packs<R>::store(p.args[0].data + at[0], p.args[0].dtype, r);
}

// placeOf finds the operands' offsets at element i.
template <int N> DEVICE void placeOf(const Elementwise<N> &p, u32 i, i64 (&at)[N]) {
	UNROLL for (int a = 0; a < N; a++) at[a] = 0;
	for (u32 d = 0; d < p.dims; d++) {
		u32 q = Divider::quotient(p.sizes[d], i), k = i - q * p.sizes[d].d;
		UNROLL for (int a = 0; a < N; a++) at[a] += k * p.args[a].strides[d];
		i = q;
	}
}

// elementwise is the body of a kernel: op Op of N−1 operands read as T, its results written
// as R. Ops that compute much more than they move do without four, to keep code short.
template <class Op, class R, class T, int N, bool wide = true> DEVICE void elementwise(const Elementwise<N> &p) {
	u32 width = blockWidth(), first = blockX() * width * p.pack, end = first + width * p.pack;
	i64 at[N];
	if (wide && p.pack == 4 && end <= p.count) {
		placeOf(p, first + threadX() * 4, at);
		four<Op, R, T>(p, at);
		return;
	}
	for (u32 i = first + threadX(); i < minOf(end, p.count); i += width) {
		placeOf(p, i, at);
		element<Op, R, T>(p, at);
	}
}
