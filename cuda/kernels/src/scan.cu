// Scans along the last dimension: each element becomes the combination of those before it and
// itself.
//
// A block takes a row, 256 elements at a time. Within a warp, values are combined with the
// one 1, 2, 4, 8 and 16 lanes below (W. D. Hillis, G. Steele, "Data Parallel Algorithms", 1986);
// then the warps' totals are combined in front, and what all earlier elements made is carried
// on. Floats are summed in double.
#include "math32.cuh"
#include "walk.cuh"

struct Scan {
	u8 *out, *positions, *in; // positions: int64, for cummax and cummin
	i64 outDtype, inDtype;
	i64 outStride, positionStride, inStride; // along the row, in elements
	u32 rows, width;
	Walk outRows, positionRows, inRows;
};

const u32 blockThreads = 256, warps = blockThreads / 32;

template <class Op, class T> DEVICE void scan(const Scan &p) {
	typedef typename Op::State State;
	SHARED u64 room[warps * sizeof(State) / 8];
	State *totals = (State *)room;
	u32 row = blockX(), t = threadX();
	u8 *out = p.out + Walk::offset(p.outRows, row) * sizeOf(p.outDtype);
	const u8 *in = p.in + Walk::offset(p.inRows, row) * sizeOf(p.inDtype);
	State carry = Op::identity();
	for (u32 from = 0; from < p.width; from += blockThreads) {
		u32 i = from + t;
		State s = Op::identity();
		if (i < p.width) s = Op::first(Elements<T>::load(in + i * p.inStride * sizeOf(p.inDtype), p.inDtype), i);
		for (u32 by = 1; by < 32; by *= 2) {
			State below = exchangeUp(s, by);
			if (t % 32 >= by) s = Op::combine(below, s);
		}
		if (t % 32 == 31) totals[t / 32] = s;
		barrier();
		State before = carry;
		for (u32 w = 0; w < warps; w++) {
			if (w == t / 32) before = carry;
			carry = Op::combine(carry, totals[w]);
		}
		barrier();
		if (i >= p.width) continue;
		s = Op::combine(before, s);
		Elements<typename Op::Result>::store(out + i * p.outStride * sizeOf(p.outDtype), p.outDtype, Op::value(s));
		if (p.positions) ((i64 *)p.positions)[Walk::offset(p.positionRows, row) + i * p.positionStride] = Op::position(s);
	}
}

template <class S> struct Plain {
	typedef S State;
	typedef S Result;
	template <class T> DEVICE S first(T x, u32) { return x; }
	DEVICE S value(S s) { return s; }
	DEVICE i64 position(S) { return 0; }
};
template <class S> struct Sum : Plain<S> {
	DEVICE S identity() { return 0; }
	DEVICE S combine(S a, S b) { return a + b; }
};
template <class S> struct Product : Plain<S> {
	DEVICE S identity() { return 1; }
	DEVICE S combine(S a, S b) { return a * b; }
};
struct LogSumExp : Plain<double> {
	DEVICE double identity() { return -INFINITE; }
	DEVICE double combine(double a, double b) {
		if (a != a || b != b) return a + b;
		double high = a > b ? a : b, low = a > b ? b : a;
		return low == -INFINITE || high == INFINITE ? high : high + log1pOf(expOf(low - high));
	}
};

// Extreme keeps the last largest (sign 1) or smallest element; NaN, once met, stays, each
// new one with its own position.
template <class T, int sign> struct Extreme {
	struct State {
		T v;
		i32 i; // −1: none yet
	};
	typedef T Result;
	DEVICE State identity() { return State{0, -1}; }
	DEVICE State first(T x, u32 i) { return State{x, (i32)i}; }
	DEVICE State combine(State a, State b) {
		bool later = a.i < 0 || (b.i >= 0 && (b.v != b.v || (a.v == a.v && (sign > 0 ? b.v >= a.v : b.v <= a.v))));
		return State{later ? b.v : a.v, later ? b.i : a.i};
	}
	DEVICE T value(State s) { return s.v; }
	DEVICE i64 position(State s) { return s.i; }
};

#define SCAN(NAME, T, ...) \
	KERNEL_OF(256, NAME, Scan) { scan<__VA_ARGS__, T>(p); }

SCAN(cumsum_f32, float, Sum<double>)
SCAN(cumsum_f64, double, Sum<double>)
SCAN(cumsum_i64, i64, Sum<i64>)
SCAN(cumprod_f32, float, Product<double>)
SCAN(cumprod_f64, double, Product<double>)
SCAN(cumprod_i64, i64, Product<i64>)
SCAN(logcumsumexp_f32, float, LogSumExp)
SCAN(logcumsumexp_f64, double, LogSumExp)
SCAN(cummax_f32, float, Extreme<float, 1>)
SCAN(cummax_f64, double, Extreme<double, 1>)
SCAN(cummax_i64, i64, Extreme<i64, 1>)
SCAN(cummin_f32, float, Extreme<float, -1>)
SCAN(cummin_f64, double, Extreme<double, -1>)
SCAN(cummin_i64, i64, Extreme<i64, -1>)
