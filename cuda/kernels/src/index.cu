// Reading and writing at positions that int64 operands give: index, index_put, gather, scatter.
//
// A thread moves one element. It finds the position, checks it against the size, and copies
// so many bytes, or combines with atomic operations where positions may repeat and results
// add up. A position that does not exist is written down (Fault) for the host to report, and
// its element left alone. Where positions repeat, the order of additions, and which plain
// write comes last, is not defined.
#include "math64.cuh"
#include "walk.cuh"

// Fault is the first position found that does not exist.
struct Fault {
	i64 index, size;
	i32 operand, hit;
};

DEVICE bool inside(Fault *fault, i64 index, i64 size, i32 operand) {
	if (index >= 0 && index < size) return true;
	if (compareAndSwap((u32 *)&fault->hit, 0u, 1u) == 0) {
		fault->index = index, fault->size = size, fault->operand = operand;
	}
	return false;
}

// Ways to combine elements: those of scatter_reduce, and none.
enum How { Sum, Product, Largest, Smallest, Replace };

template <class T> DEVICE T joined(int how, T a, T b) {
	switch (how) {
	case Sum: return a + b;
	case Product: return a * b;
	case Largest: return b > a || b != b ? b : a;
	default: return b < a || b != b ? b : a;
	}
}

// Number reads the T that an element holds, and makes the element of one.
template <class E> struct Number {
	typedef E T;
	DEVICE T of(E e) { return e; }
	DEVICE E from(T v) { return v; }
};
struct Half { u16 bits; };
struct BHalf { u16 bits; };
struct Truth { u8 bits; };
template <> struct Number<Half> {
	typedef float T;
	DEVICE T of(Half e) { return halfToFloat(e.bits); }
	DEVICE Half from(T v) { return Half{floatToHalf(v)}; }
};
template <> struct Number<BHalf> {
	typedef float T;
	DEVICE T of(BHalf e) { return bfloatToFloat(e.bits); }
	DEVICE BHalf from(T v) { return BHalf{floatToBFloat(v)}; }
};
template <> struct Number<Truth> {
	typedef int T;
	DEVICE T of(Truth e) { return e.bits; }
	DEVICE Truth from(T v) { return Truth{v != 0}; }
};

// join combines atomically: the word around the element is replaced until nobody has been
// faster.
template <class E> DEVICE void join(u8 *at, int how, const u8 *from) {
	typedef Number<E> N;
	u8 *base = (u8 *)((u64)at & ~(u64)3);
	u32 shift = (u32)((u64)at & 3) * 8, mask = sizeof(E) == 4 ? ~0u : ((1u << (sizeof(E) * 8 & 31)) - 1) << shift;
	union { E e; u32 w; } a, b;
	u32 word = *(u32 *)base, seen;
	do {
		seen = word;
		a.w = (seen & mask) >> shift, b.w = 0;
		b.e = N::from(joined(how, N::of(a.e), N::of(*(const E *)from)));
		word = compareAndSwap((u32 *)base, seen, (seen & ~mask) | b.w << shift);
	} while (word != seen);
}
template <class E> DEVICE void joinWide(u8 *at, int how, const u8 *from) {
	union { E e; u64 w; } a, b;
	u64 word = *(u64 *)at, seen;
	do {
		seen = a.w = word;
		b.e = joined(how, a.e, *(const E *)from);
		word = compareAndSwap((u64 *)at, seen, b.w);
	} while (word != seen);
}

OUTLINE void combine(u8 *at, int dtype, int how, const u8 *from) {
	switch (dtype) {
	case Bool: join<Truth>(at, Sum, from); break;
	case Uint8: join<u8>(at, how, from); break;
	case Int8: join<i8>(at, how, from); break;
	case Int16: join<i16>(at, how, from); break;
	case Int32: join<i32>(at, how, from); break;
	case Int64: joinWide<i64>(at, how, from); break;
	case Float16: join<Half>(at, how, from); break;
	case BFloat16: join<BHalf>(at, how, from); break;
	case Float32:
		if (how == Sum) atomicAdd((float *)at, *(const float *)from);
		else join<float>(at, how, from);
		break;
	case Float64:
		if (how == Sum) atomicAdd((double *)at, *(const double *)from);
		else joinWide<double>(at, how, from);
		break;
	case Complex64:
		atomicAdd((float *)at, *(const float *)from);
		atomicAdd((float *)at + 1, ((const float *)from)[1]);
		break;
	default:
		atomicAdd((double *)at, *(const double *)from);
		atomicAdd((double *)at + 1, ((const double *)from)[1]);
	}
}

DEVICE void copyElement(u8 *to, const u8 *from, int size) {
	switch (size) {
	case 1: *to = *from; break;
	case 2: *(u16 *)to = *(const u16 *)from; break;
	case 4: *(u32 *)to = *(const u32 *)from; break;
	case 8: *(u64 *)to = *(const u64 *)from; break;
	default: *(complex128 *)to = *(const complex128 *)from;
	}
}

DEVICE void deliver(u8 *to, const u8 *from, int dtype, int how) {
	if (how == Replace) copyElement(to, from, sizeOf(dtype));
	else combine(to, dtype, how, from);
}

const int maxIndices = 4;

// Index moves between picked, which has a place for each position and the rest of the
// dimensions, and x, whose first dimensions the positions address.
struct Index {
	u8 *picked, *x;
	Fault *fault;
	const i64 *index[maxIndices];
	i64 size[maxIndices], step[maxIndices]; // of x's indexed dimensions, in elements
	i64 dtype;
	u32 positions, rest, indices, how;
	Divider perPosition; // divides by rest
	u32 toX;
	Walk pickedLead, indexLead[maxIndices], pickedRest, xRest;
};

KERNEL(index, Index) {
	u32 n = blockX() * blockWidth() + threadX();
	if (n >= p.positions * p.rest) return;
	u32 position = Divider::quotient(p.perPosition, n), rest = n - position * p.rest;
	i64 at = Walk::offset(p.xRest, rest);
	for (u32 k = 0; k < p.indices; k++) {
		i64 i = p.index[k][Walk::offset(p.indexLead[k], position)];
		if (!inside(p.fault, i < 0 && i >= -p.size[k] ? i + p.size[k] : i, p.size[k], k)) return;
		at += (i < 0 ? i + p.size[k] : i) * p.step[k];
	}
	int size = sizeOf(p.dtype);
	u8 *x = p.x + at * size;
	u8 *picked = p.picked + (Walk::offset(p.pickedLead, position) + Walk::offset(p.pickedRest, rest)) * size;
	if (p.toX) deliver(x, picked, p.dtype, p.how);
	else copyElement(picked, x, size);
}

// Gather moves between side, which has the shape of index, and the place of x with the same
// coordinates but one, which the index gives.
struct Gather {
	u8 *side, *x;
	Fault *fault;
	const i64 *index;
	i64 size, step; // of x's dimension that is indexed
	i64 dtype;
	u32 count, how, toX, unused;
	Walk indexWalk, sideWalk, xWalk;
};

KERNEL(gather, Gather) {
	u32 n = blockX() * blockWidth() + threadX();
	if (n >= p.count) return;
	i64 i = p.index[Walk::offset(p.indexWalk, n)];
	if (!inside(p.fault, i, p.size, 0)) return;
	int size = sizeOf(p.dtype);
	u8 *side = p.side + Walk::offset(p.sideWalk, n) * size;
	u8 *x = p.x + (Walk::offset(p.xWalk, n) + i * p.step) * size;
	if (p.toX) deliver(x, side, p.dtype, p.how);
	else copyElement(side, x, size);
}
