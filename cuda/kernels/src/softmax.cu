// Softmax, its logarithm and the gradients of both, along the last dimension.
//
// A team of threads (team.cuh) takes a row. A row of up to 16 elements a thread is read once
// and kept in registers, so that memory is read and written once and no more. A longer one is
// kept in shared memory, each thread its own elements, or, where it does not fit, read again
// for each pass. Exponents are taken below the row's largest element, so that they cannot
// overflow.
#include "math32.cuh"
#include "team.cuh"

struct Line { // an operand: rows by a walk, elements of a row by one stride
	u8 *data;
	i64 dtype, stride;
	Walk rows;

	DEVICE u8 *row(const Line &l, u32 row, u32 rows) {
		return l.data + Walk::offset(l.rows, minOf(row, rows - 1)) * sizeOf(l.dtype);
	}
	template <class T> DEVICE T load(const Line &l, const u8 *row, u32 i) {
		return Own<T>::load(row + i * l.stride * sizeOf(l.dtype), l.dtype);
	}
	template <class T> DEVICE void store(const Line &l, u8 *row, u32 i, T v) {
		Own<T>::store(row + i * l.stride * sizeOf(l.dtype), l.dtype, v);
	}
};

struct Softmax {
	Line out, a, b; // a: the input, or the gradient; b: the result, for gradients
	u32 rows, width, along;
	u32 shared; // whether long rows are kept in shared memory
};

const u32 kept = 16; // elements a thread keeps

// Row gives a thread its elements of a row, and keeps what it makes of them.
template <class T, bool whole> struct Row {
	T v[whole ? kept : 1];
	const u8 *at;
	T *shared; // null: read again
};

// open reads the row of an operand; slot counts the rows that a block keeps.
template <class T, bool whole> DEVICE void open(Row<T, whole> &r, const Softmax &p, const Line &l, u32 row, u32 slot) {
	r.at = Line::row(l, row, p.rows);
	r.shared = !whole && p.shared ? (T *)sharedBytes() + slot * p.width : nullptr;
	u32 lane = teamLane(p.along);
	for (u32 first = lane; first < p.width; first += kept * p.along) {
		T v[kept]; // all under way before the first is used
		UNROLL for (u32 k = 0; k < kept; k++) {
			u32 i = first + k * p.along;
			v[k] = i < p.width ? Line::load<T>(l, r.at, i) : T(0);
		}
		UNROLL for (u32 k = 0; k < kept; k++) {
			u32 i = first + k * p.along;
			if (whole) r.v[whole ? k : 0] = v[k];
			else if (r.shared && i < p.width) r.shared[i] = v[k];
		}
		if (whole || !r.shared) break;
	}
}

// EACH visits a thread's elements of a row: number k, at place i.
#define EACH(p)                                                                                    \
	UNROLL16 for (u32 k = 0, i = teamLane(p.along); whole ? k < kept : i < p.width; k++, i += p.along) \
		if (i < p.width)

template <class T, bool whole> DEVICE T at(const Row<T, whole> &r, const Line &l, u32 k, u32 i) {
	if (whole) return r.v[whole ? k : 0];
	return r.shared ? r.shared[i] : Line::load<T>(l, r.at, i);
}

// keep replaces an element, where the row is kept.
template <class T, bool whole> DEVICE void keep(Row<T, whole> &r, u32 k, u32 i, T v) {
	if (whole) r.v[whole ? k : 0] = v;
	else if (r.shared) r.shared[i] = v;
}

template <class T, bool whole, bool logarithm> DEVICE void forward(const Softmax &p, u32 row) {
	Row<T, whole> x;
	open(x, p, p.a, row, 0);
	T top = -T(INFINITE), sum = 0;
	EACH(p) top = Larger::of(top, at(x, p.a, k, i));
	top = together<Larger>(p.along, top);
	EACH(p) {
		T e = expOf(at(x, p.a, k, i) - top);
		if (!logarithm) keep(x, k, i, e);
		sum += e;
	}
	sum = together<Total>(p.along, sum);
	if (row >= p.rows) return;
	u8 *out = Line::row(p.out, row, p.rows);
	T scale = 1 / sum, shift = logOf(sum);
	EACH(p) {
		T v = at(x, p.a, k, i);
		if (logarithm) v = v - top - shift;
		else v = (whole || x.shared ? v : expOf(v - top)) * scale;
		Line::store<T>(p.out, out, i, v);
	}
}

template <class T, bool whole, bool logarithm> DEVICE void backward(const Softmax &p, u32 row) {
	Row<T, whole> g, y;
	open(g, p, p.a, row, 0);
	open(y, p, p.b, row, 1);
	T sum = 0;
	EACH(p) sum += logarithm ? at(g, p.a, k, i) : at(g, p.a, k, i) * at(y, p.b, k, i);
	sum = together<Total>(p.along, sum);
	if (row >= p.rows) return;
	u8 *out = Line::row(p.out, row, p.rows);
	EACH(p) {
		T gv = at(g, p.a, k, i), yv = at(y, p.b, k, i);
		Line::store<T>(p.out, out, i, logarithm ? gv - expOf(yv) * sum : (gv - sum) * yv);
	}
}

// SOFTMAX makes two kernels: rows kept in registers, and rows of any length. Threads whose
// row does not exist work on the last one, up to the store.
#define SOFTMAX(NAME, T, BODY, LOGARITHM)                                                          \
	KERNEL_OF(256, NAME, Softmax) { BODY<T, true, LOGARITHM>(p, teamRow(p.along)); }               \
	KERNEL_OF(256, NAME##_long, Softmax) { BODY<T, false, LOGARITHM>(p, teamRow(p.along)); }

SOFTMAX(softmax_f32, float, forward, false)
SOFTMAX(softmax_f64, double, forward, false)
SOFTMAX(log_softmax_f32, float, forward, true)
SOFTMAX(log_softmax_f64, double, forward, true)
SOFTMAX(softmax_grad_f32, float, backward, false)
SOFTMAX(softmax_grad_f64, double, backward, false)
SOFTMAX(log_softmax_grad_f32, float, backward, true)
SOFTMAX(log_softmax_grad_f64, double, backward, true)
