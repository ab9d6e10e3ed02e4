// Convolutions of one to three dimensions and their gradients, as products of matrices that
// are never written down (S. Chetlur et al., "cuDNN: Efficient Primitives for Deep Learning",
// 2014): gemm.cuh asks for elements, and these problems say which element of the image, or
// zero, that is.
//
// In each group: the output is filters × (channels·taps) times (channels·taps) × (images·outputs).
// The input's gradient is channels × (filters·taps) times (filters·taps) × (images·inputs),
// where a tap finds the output that it fed the input to, if any. The weight's gradient is
// filters × (images·outputs) times (images·outputs) × (channels·taps).
#include "gemm.cuh"

struct Conv {
	u8 *x, *weight, *y; // images, filters, outputs; one of them is written
	u32 rows, columns, depth, batches; // of the product; batches are groups
	u32 aAlong, bAlong;
	Split split;
	u32 channels, filters, groups, images; // channels and filters of one group
	u32 in[3], out[3], kernel[3], stride[3], pad[3], dilation[3];
	u32 inputs, outputs, taps, unused;
	Divider perInputs, perOutputs, perTaps, perIn[2], perOut[2], perKernel[2], perStride[3]; // of the last two dimensions
};

// Place is a position in three dimensions.
struct Place {
	u32 at[3];
};
DEVICE Place placeOf(u32 n, const Divider (&by)[2]) {
	u32 q = Divider::quotient(by[1], n), r = Divider::quotient(by[0], q);
	return Place{{r, q - r * by[0].d, n - q * by[1].d}};
}

// inputAt is the number of the input under a tap of an output; −1 in the padding.
DEVICE i32 inputAt(const Conv &p, const Place &output, u32 tap) {
	Place k = placeOf(tap, p.perKernel);
	u32 n = 0;
	UNROLL for (int d = 0; d < 3; d++) {
		u32 i = output.at[d] * p.stride[d] + k.at[d] * p.dilation[d] - p.pad[d];
		if (i >= p.in[d]) return -1; // below zero too: it has wrapped around
		n = n * p.in[d] + i;
	}
	return (i32)n;
}

// outputAt is the number of the output that has an input under a tap; −1 where none has.
DEVICE i32 outputAt(const Conv &p, const Place &input, u32 tap) {
	Place k = placeOf(tap, p.perKernel);
	u32 n = 0;
	UNROLL for (int d = 0; d < 3; d++) {
		i32 i = (i32)(input.at[d] + p.pad[d]) - (i32)(k.at[d] * p.dilation[d]);
		if (i < 0) return -1;
		u32 o = Divider::quotient(p.perStride[d], i);
		if (o * p.stride[d] != (u32)i || o >= p.out[d]) return -1;
		n = n * p.out[d] + o;
	}
	return (i32)n;
}


template <class T> struct Forward : Conv {
	typedef const T *Row; // a filter
	struct Column {
		const T *x; // the image's channels of the group
		Place output;
	};
	DEVICE Row row(const Forward &p, u32 group, u32 row) {
		return (const T *)p.weight + (i64)(group * p.rows + row) * p.depth;
	}
	DEVICE Column column(const Forward &p, u32 group, u32 column) {
		u32 image = Divider::quotient(p.perOutputs, column);
		return Column{(const T *)p.x + (i64)(image * p.groups + group) * p.channels * p.inputs,
			placeOf(column - image * p.outputs, p.perOut)};
	}
	DEVICE T left(const Forward &p, Row r, u32 k) { return r[k]; }
	DEVICE T right(const Forward &p, const Column &c, u32 k) {
		u32 channel = Divider::quotient(p.perTaps, k);
		i32 i = inputAt(p, c.output, k - channel * p.taps);
		return i < 0 ? T(0) : c.x[channel * p.inputs + i];
	}
	DEVICE void store(const Forward &p, u32 group, u32 row, u32 column, T v) {
		u32 image = Divider::quotient(p.perOutputs, column);
		((T *)p.y)[((i64)(image * p.groups + group) * p.rows + row) * p.outputs + column - image * p.outputs] = v;
	}
};

template <class T> struct GradInput : Conv {
	typedef const T *Row; // a channel of the group's filters
	struct Column {
		const T *y;
		Place input;
	};
	DEVICE Row row(const GradInput &p, u32 group, u32 row) {
		return (const T *)p.weight + ((i64)group * p.filters * p.channels + row) * p.taps;
	}
	DEVICE Column column(const GradInput &p, u32 group, u32 column) {
		u32 image = Divider::quotient(p.perInputs, column);
		return Column{(const T *)p.y + (i64)(image * p.groups + group) * p.filters * p.outputs,
			placeOf(column - image * p.inputs, p.perIn)};
	}
	DEVICE T left(const GradInput &p, Row r, u32 k) {
		u32 filter = Divider::quotient(p.perTaps, k);
		return r[(i64)filter * p.channels * p.taps + k - filter * p.taps];
	}
	DEVICE T right(const GradInput &p, const Column &c, u32 k) {
		u32 filter = Divider::quotient(p.perTaps, k);
		i32 o = outputAt(p, c.input, k - filter * p.taps);
		return o < 0 ? T(0) : c.y[filter * p.outputs + o];
	}
	DEVICE void store(const GradInput &p, u32 group, u32 row, u32 column, T v) {
		u32 image = Divider::quotient(p.perInputs, column);
		((T *)p.x)[((i64)(image * p.groups + group) * p.rows + row) * p.inputs + column - image * p.inputs] = v;
	}
};

template <class T> struct GradWeight : Conv {
	struct Row {
		const T *y; // the filter's outputs of the first image
	};
	struct Column {
		const T *x; // the channel of the first image
		u32 tap;
	};
	DEVICE Row row(const GradWeight &p, u32 group, u32 row) {
		return Row{(const T *)p.y + (i64)(group * p.rows + row) * p.outputs};
	}
	DEVICE Column column(const GradWeight &p, u32 group, u32 column) {
		u32 channel = Divider::quotient(p.perTaps, column);
		return Column{(const T *)p.x + (i64)(group * p.channels + channel) * p.inputs, column - channel * p.taps};
	}
	DEVICE T left(const GradWeight &p, Row r, u32 k) {
		u32 image = Divider::quotient(p.perOutputs, k);
		return r.y[(i64)image * p.groups * p.rows * p.outputs + k - image * p.outputs];
	}
	DEVICE T right(const GradWeight &p, const Column &c, u32 k) {
		u32 image = Divider::quotient(p.perOutputs, k);
		i32 i = inputAt(p, placeOf(k - image * p.outputs, p.perOut), c.tap);
		return i < 0 ? T(0) : c.x[(i64)image * p.groups * p.channels * p.inputs + i];
	}
	DEVICE void store(const GradWeight &p, u32 group, u32 row, u32 column, T v) {
		((T *)p.weight)[(i64)(group * p.rows + row) * p.columns + column] = v;
	}
};

GEMM(conv_f32, float, Forward<float>)
GEMM(conv_f64, double, Forward<double>)
GEMM(conv_grad_input_f32, float, GradInput<float>)
GEMM(conv_grad_input_f64, double, GradInput<double>)
GEMM(conv_grad_weight_f32, float, GradWeight<float>)
GEMM(conv_grad_weight_f64, double, GradWeight<double>)
