// Reductions: one element out of many, for each of many outputs.
//
// A block of 256 threads works on some outputs at once. Threads of an output take every
// along-th of its elements, one after another, into a state; then states are combined in a
// tree, by shuffles within a warp and through shared memory beyond (M. Harris, "Optimizing
// Parallel Reduction in CUDA", 2007). Where elements of an output lie side by side (rows),
// neighbours in a warp work on the same output; where outputs do, on different ones: either
// way a warp reads neighbouring memory. Few outputs of many elements are split over blocks,
// whose states a second kernel combines. The order of operations depends on shapes only, so
// that results repeat. Sums of floats are kept in double.
#include "math32.cuh"
#include "walk.cuh"

struct Reduce {
	u8 *out, *positions; // null: not wanted
	const u8 *in;
	u8 *states; // states[split][output], or null: the only split writes the result
	i64 outDtype, inDtype;
	u32 outputs, length; // length: elements of an output
	u32 along;           // threads of an output
	u32 rows;            // whether neighbours in a warp share an output
	u32 chunk, splits;   // elements of a split
	u32 pack, mode;
	double parameter;
	Walk outputIn, outputOut, outputPosition, elements;
};

const u32 blockThreads = 256;

// A reduction R has a State, its identity, and how an element is taken in, how two states are
// combined (in any order) and what to make of the last one.
template <class R> DEVICE void finish(const Reduce &p, u32 output, const typename R::State &s) {
	if (p.out) {
		u8 *at = p.out + Walk::offset(p.outputOut, output) * sizeOf(p.outDtype);
		Elements<typename R::Result>::store(at, p.outDtype, R::value(s, p));
	}
	if (p.positions) ((i64 *)p.positions)[Walk::offset(p.outputPosition, output)] = R::position(s);
}

// gathered folds a lane's elements of one split.
template <class R, class T> DEVICE typename R::State gathered(const Reduce &p, u32 output, u32 lane) {
	typename R::State s = R::identity(p);
	u32 from = blockY() * p.chunk, to = minOf(from + p.chunk, p.length);
	if (output >= p.outputs || from >= to) return s;
	int size = sizeOf(p.inDtype);
	const u8 *base = p.in + Walk::offset(p.outputIn, output) * size;
	T origin = R::shifted ? Elements<T>::load(base, p.inDtype) : T(0);
	u32 i = from + lane;
	if (p.pack == 4) { // four neighbours at a time
		for (i = from + lane * 4; i + 4 <= to; i += p.along * 4) {
			T v[4];
			Packs<T>::load(v, base + (i64)i * size, p.inDtype);
			UNROLL for (int k = 0; k < 4; k++) s = R::take(s, v[k] - origin, i + k, p);
		}
		i = to - to % 4 + lane; // what is left
	}
	if (p.inDtype == ownDType(T(0)) && p.elements.dims == 1) { // without a choice of dtype loads overlap
		i64 stride = p.elements.strides[0];
		UNROLL4 for (; i < to; i += p.along) s = R::take(s, ((const T *)base)[i * stride] - origin, i, p);
		return s;
	}
	for (; i < to; i += p.along)
		s = R::take(s, Elements<T>::load(base + Walk::offset(p.elements, i) * size, p.inDtype) - origin, i, p);
	return s;
}

template <class R, class T> DEVICE void reduce(const Reduce &p) {
	typedef typename R::State State;
	SHARED u64 room[blockThreads * sizeof(State) / 8 + 1];
	State *all = (State *)room;
	u32 t = threadX(), side = blockThreads / p.along;
	u32 lane = p.rows ? t % p.along : t / side, slot = p.rows ? t / p.along : t % side;
	u32 output = blockX() * side + slot;
	State s = gathered<R, T>(p, output, lane);
	if (p.rows) {
		for (u32 mask = minOf(p.along, 32u) / 2; mask > 0; mask /= 2) s = R::combine(s, exchangeXor(s, mask));
	}
	all[t] = s;
	barrier();
	u32 step = p.rows ? 1 : side; // between the states of two lanes
	for (u32 k = p.along / 2; k >= (p.rows ? 32 : 1); k /= 2) {
		if (lane < k) all[t] = R::combine(all[t], all[t + k * step]);
		barrier();
	}
	if (lane != 0 || output >= p.outputs) return;
	if (p.states) ((State *)p.states)[blockY() * p.outputs + output] = all[t];
	else finish<R>(p, output, all[t]);
}

// combined is the second kernel: a warp combines the splits of an output.
template <class R> DEVICE void combined(const Reduce &p) {
	typename R::State s = R::identity(p);
	const typename R::State *states = (const typename R::State *)p.states + blockX();
	for (u32 k = threadX(); k < p.splits; k += 32) s = R::combine(s, states[(i64)k * p.outputs]);
	for (u32 mask = 16; mask > 0; mask /= 2) s = R::combine(s, exchangeXor(s, mask));
	if (threadX() == 0) finish<R>(p, blockX(), s);
}

// Folding is a reduction whose state is one number.
template <class S, class T> struct Folding {
	typedef S State;
	typedef S Result;
	static const bool shifted = false;
	DEVICE S value(S s, const Reduce &) { return s; }
	DEVICE i64 position(S) { return 0; }
};

template <class S, class T> struct Sum : Folding<S, T> {
	DEVICE S identity(const Reduce &) { return 0; }
	DEVICE S take(S s, T x, u32, const Reduce &) { return s + x; }
	DEVICE S combine(S a, S b) { return a + b; }
};
template <class S, class T> struct Nansum : Sum<S, T> {
	DEVICE S take(S s, T x, u32, const Reduce &) { return x == x ? s + x : s; }
};
template <class S, class T> struct Prod : Folding<S, T> {
	DEVICE S identity(const Reduce &) { return 1; }
	DEVICE S take(S s, T x, u32, const Reduce &) { return s * x; }
	DEVICE S combine(S a, S b) { return a * b; }
};
template <class T> struct Count : Folding<i64, T> {
	DEVICE i64 identity(const Reduce &) { return 0; }
	DEVICE i64 take(i64 s, T x, u32, const Reduce &) { return s + (x != 0); }
	DEVICE i64 combine(i64 a, i64 b) { return a + b; }
	// how many, whether any, whether all
	DEVICE i64 value(i64 s, const Reduce &p) { return p.mode == 0 ? s : p.mode == 1 ? s > 0 : s == p.length; }
};

// Norm of order p.parameter: mode 0 any, 1 counts, 2 sums magnitudes, 3 squares, 4 takes the
// largest, 5 the smallest.
template <class T> struct Norm : Folding<double, T> {
	DEVICE double identity(const Reduce &p) { return p.mode == 5 && p.length > 0 ? INFINITE : 0; }
	DEVICE double take(double s, T v, u32, const Reduce &p) {
		double x = absOf((double)v);
		switch (p.mode) {
		case 0: return s + powOf(x, p.parameter);
		case 1: return s + (x != 0);
		case 2: return s + x;
		case 3: return s + x * x;
		case 4: return larger(s, x);
		default: return -larger(-s, -x);
		}
	}
	DEVICE double larger(double a, double b) { return a != a || a > b ? a : b; }
};
template <class T> struct NormSum : Norm<T> {
	DEVICE double combine(double a, double b) { return a + b; }
	DEVICE double value(double s, const Reduce &p) {
		return p.mode == 0 ? powOf(s, 1 / p.parameter) : p.mode == 3 ? sqrtOf(s) : s;
	}
};
template <class T> struct NormLargest : Norm<T> {
	DEVICE double combine(double a, double b) { return Norm<T>::larger(a, b); }
};
template <class T> struct NormSmallest : Norm<T> {
	DEVICE double combine(double a, double b) { return -Norm<T>::larger(-a, -b); }
};

// Extreme finds the first largest or, with sign −1, smallest element; NaN comes before all.
template <class T, int sign> struct Extreme {
	struct State {
		T v;
		i32 i; // −1: none yet
	};
	typedef T Result;
	static const bool shifted = false;
	DEVICE State identity(const Reduce &) { return State{0, -1}; }
	DEVICE State take(State s, T x, u32 i, const Reduce &) { return combine(s, State{x, (i32)i}); }
	DEVICE State combine(State a, State b) {
		bool keep = a.i >= 0 && (b.i < 0 || before(a, b));
		return State{keep ? a.v : b.v, keep ? a.i : b.i};
	}
	DEVICE bool before(State a, State b) {
		bool first = a.i < b.i;
		if (a.v != a.v || b.v != b.v) return a.v != a.v && (b.v == b.v || first);
		if (a.v == b.v) return first;
		return (sign > 0) == (a.v > b.v);
	}
	DEVICE T value(State s, const Reduce &) { return s.v; }
	DEVICE i64 position(State s) { return s.i; }
};

// Var sums what elements, and their squares, are beyond the output's first element, which
// keeps cancellation small.
template <class T> struct Var {
	struct State {
		double sum, squares;
	};
	typedef double Result;
	static const bool shifted = true;
	DEVICE State identity(const Reduce &) { return State{0, 0}; }
	DEVICE State take(State s, T v, u32, const Reduce &) {
		double x = v;
		return State{s.sum + x, fusedOf(x, x, s.squares)};
	}
	DEVICE State combine(State a, State b) { return State{a.sum + b.sum, a.squares + b.squares}; }
	DEVICE double value(State s, const Reduce &p) {
		double n = p.length, over = n - p.parameter;
		return (s.squares - s.sum * (s.sum / n)) / (over > 0 ? over : 0);
	}
	DEVICE i64 position(State) { return 0; }
};

// LogSumExp keeps the largest element and the sum of exponentials below it.
template <class T> struct LogSumExp {
	struct State {
		double top, sum;
	};
	typedef double Result;
	static const bool shifted = false;
	DEVICE State identity(const Reduce &) { return State{-INFINITE, 0}; }
	DEVICE State take(State s, T x, u32, const Reduce &) {
		return combine(s, State{(double)x, x == -(T)INFINITE ? 0.0 : 1.0});
	}
	DEVICE State combine(State a, State b) {
		if (a.top != a.top || b.top != b.top) return a.top != a.top ? a : b;
		if (a.top < b.top) {
			State c = a;
			a = b, b = c;
		}
		if (b.sum == 0) return a;
		T below = (T)(b.top - a.top);
		return State{a.top, a.sum + (b.top == a.top ? b.sum : b.sum * expOf(below))};
	}
	DEVICE double value(State s, const Reduce &) { return isInfinite(s.top) ? s.top : s.top + logOf(s.sum); }
	DEVICE i64 position(State) { return 0; }
};

#define REDUCTION(NAME, T, ...)                                                                    \
	KERNEL_OF(256, NAME, Reduce) { reduce<__VA_ARGS__, T>(p); }                                    \
	KERNEL_OF(32, NAME##_combined, Reduce) { combined<__VA_ARGS__>(p); }

REDUCTION(sum_f32, float, Sum<double, float>)
REDUCTION(sum_f64, double, Sum<double, double>)
REDUCTION(sum_i64, i64, Sum<i64, i64>)
REDUCTION(nansum_f32, float, Nansum<double, float>)
REDUCTION(nansum_f64, double, Nansum<double, double>)
REDUCTION(prod_f32, float, Prod<double, float>)
REDUCTION(prod_f64, double, Prod<double, double>)
REDUCTION(prod_i64, i64, Prod<i64, i64>)
REDUCTION(count_nonzero_f32, float, Count<float>)
REDUCTION(count_nonzero_f64, double, Count<double>)
REDUCTION(count_nonzero_i64, i64, Count<i64>)
REDUCTION(norm_f32, float, NormSum<float>)
REDUCTION(norm_f64, double, NormSum<double>)
REDUCTION(norm_largest_f32, float, NormLargest<float>)
REDUCTION(norm_largest_f64, double, NormLargest<double>)
REDUCTION(norm_smallest_f32, float, NormSmallest<float>)
REDUCTION(norm_smallest_f64, double, NormSmallest<double>)
REDUCTION(var_f32, float, Var<float>)
REDUCTION(var_f64, double, Var<double>)
REDUCTION(logsumexp_f32, float, LogSumExp<float>)
REDUCTION(logsumexp_f64, double, LogSumExp<double>)
REDUCTION(amax_f32, float, Extreme<float, 1>)
REDUCTION(amax_f64, double, Extreme<double, 1>)
REDUCTION(amax_i64, i64, Extreme<i64, 1>)
REDUCTION(amin_f32, float, Extreme<float, -1>)
REDUCTION(amin_f64, double, Extreme<double, -1>)
REDUCTION(amin_i64, i64, Extreme<i64, -1>)
