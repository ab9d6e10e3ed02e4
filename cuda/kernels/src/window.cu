// Pooling and resampling of planes of one to three dimensions. A thread computes one element.
// Gradients of average pooling gather, so that results repeat; those of maximum pooling and
// of resampling add atomically where windows overlap.
#include "elementwise.cuh"
#include "math64.cuh"

struct Pool {
	u8 *out, *positions;
	const u8 *x;
	u32 planes, unused;
	u32 in[3], size[3], kernel[3], stride[3], pad[3], dilation[3]; // size: of the pooled planes
	u32 inputs, outputs, adaptive, padded;                         // padded: padding counts
	i64 divisor;                                                   // 0: the window's size
	Divider perInputs, perOutputs, perIn[2], perSize[2];
};

struct Place {
	u32 at[3];
};
DEVICE Place placeOf(u32 n, const Divider (&by)[2]) {
	u32 q = Divider::quotient(by[1], n), r = Divider::quotient(by[0], q);
	return Place{{r, q - r * by[0].d, n - q * by[1].d}};
}

template <class T> DEVICE void maxPool(const Pool &p) {
	u32 n = blockX() * blockWidth() + threadX();
	if (n >= p.planes * p.outputs) return;
	u32 plane = Divider::quotient(p.perOutputs, n);
	Place o = placeOf(n - plane * p.outputs, p.perSize);
	const T *x = (const T *)p.x + (i64)plane * p.inputs;
	i32 best = -1;
	T top = 0;
	for (u32 a = 0; a < p.kernel[0]; a++)
		for (u32 b = 0; b < p.kernel[1]; b++)
			for (u32 c = 0; c < p.kernel[2]; c++) {
				u32 i = o.at[0] * p.stride[0] + a * p.dilation[0] - p.pad[0];
				u32 j = o.at[1] * p.stride[1] + b * p.dilation[1] - p.pad[1];
				u32 k = o.at[2] * p.stride[2] + c * p.dilation[2] - p.pad[2];
				if (i >= p.in[0] || j >= p.in[1] || k >= p.in[2]) continue; // below zero they wrap around
				i32 at = (i * p.in[1] + j) * p.in[2] + k;
				T v = x[at];
				if (best < 0 || v > top || v != v) best = at, top = v;
			}
	if (best >= 0) ((T *)p.out)[n] = top, ((i64 *)p.positions)[n] = best;
}

// maxPoolGrad gives each output's gradient (x) to the input it came from; out is zero before.
template <class T> DEVICE void maxPoolGrad(const Pool &p) {
	u32 n = blockX() * blockWidth() + threadX();
	if (n >= p.planes * p.outputs) return;
	i64 plane = Divider::quotient(p.perOutputs, n), at = ((const i64 *)p.positions)[n];
	if (at >= 0 && at < p.inputs) atomicAdd((T *)p.out + plane * p.inputs + at, ((const T *)p.x)[n]);
}

// Span is what of the input lies under a window along one dimension; full counts padding.
struct Span {
	i32 first, last, full;
};
DEVICE Span spanOf(const Pool &p, int d, u32 o) {
	if (p.adaptive) {
		i32 first = (i32)((u64)o * p.in[d] / p.size[d]);
		i32 last = (i32)(((u64)(o + 1) * p.in[d] + p.size[d] - 1) / p.size[d]);
		return Span{first, last, last - first};
	}
	i32 low = (i32)(o * p.stride[d]) - (i32)p.pad[d];
	i32 high = minOf(low + (i32)p.kernel[d], (i32)(p.in[d] + p.pad[d]));
	return Span{maxOf(low, 0), minOf(high, (i32)p.in[d]), high - low};
}

template <class T> DEVICE T shareOf(const Pool &p, const Span (&s)[3]) {
	i64 inside = 1, full = 1;
	UNROLL for (int d = 0; d < 3; d++) inside *= maxOf(s[d].last - s[d].first, 0), full *= s[d].full;
	return T(maxOf(p.divisor != 0 ? p.divisor : p.padded ? full : inside, (i64)1));
}

template <class T> DEVICE void avgPool(const Pool &p) {
	u32 n = blockX() * blockWidth() + threadX();
	if (n >= p.planes * p.outputs) return;
	u32 plane = Divider::quotient(p.perOutputs, n);
	Place o = placeOf(n - plane * p.outputs, p.perSize);
	Span s[3] = {spanOf(p, 0, o.at[0]), spanOf(p, 1, o.at[1]), spanOf(p, 2, o.at[2])};
	const T *x = (const T *)p.x + (i64)plane * p.inputs;
	T sum = 0;
	for (i32 i = s[0].first; i < s[0].last; i++)
		for (i32 j = s[1].first; j < s[1].last; j++)
			for (i32 k = s[2].first; k < s[2].last; k++) sum += x[(i * p.in[1] + j) * p.in[2] + k];
	((T *)p.out)[n] = sum / shareOf<T>(p, s);
}

// covering is the range of outputs whose window may hold an input.
DEVICE void covering(const Pool &p, int d, u32 i, u32 *first, u32 *last) {
	if (p.adaptive) {
		*first = (u32)((u64)i * p.size[d] / p.in[d]);
		*last = minOf((u32)(((u64)(i + 1) * p.size[d] + p.in[d] - 1) / p.in[d]), p.size[d]);
		return;
	}
	i32 low = (i32)(i + p.pad[d]) - (i32)p.kernel[d] + 1;
	*first = low <= 0 ? 0 : ((u32)low + p.stride[d] - 1) / p.stride[d];
	*last = minOf((i + p.pad[d]) / p.stride[d] + 1, p.size[d]);
}

template <class T> DEVICE void avgPoolGrad(const Pool &p) {
	u32 n = blockX() * blockWidth() + threadX();
	if (n >= p.planes * p.inputs) return;
	u32 plane = Divider::quotient(p.perInputs, n), first[3], last[3];
	Place at = placeOf(n - plane * p.inputs, p.perIn);
	UNROLL for (int d = 0; d < 3; d++) covering(p, d, at.at[d], &first[d], &last[d]);
	const T *g = (const T *)p.x + (i64)plane * p.outputs;
	T sum = 0;
	for (u32 a = first[0]; a < last[0]; a++)
		for (u32 b = first[1]; b < last[1]; b++)
			for (u32 c = first[2]; c < last[2]; c++) {
				Span s[3] = {spanOf(p, 0, a), spanOf(p, 1, b), spanOf(p, 2, c)};
				bool under = true;
				UNROLL for (int d = 0; d < 3; d++) under = under && (i32)at.at[d] >= s[d].first && (i32)at.at[d] < s[d].last;
				if (under) sum += g[(a * p.size[1] + b) * p.size[2] + c] / shareOf<T>(p, s);
			}
	((T *)p.out)[n] = sum;
}

KERNEL(max_pool_f32, Pool) { maxPool<float>(p); }
KERNEL(max_pool_f64, Pool) { maxPool<double>(p); }
KERNEL(max_pool_i64, Pool) { maxPool<i64>(p); }
KERNEL(max_pool_grad_f32, Pool) { maxPoolGrad<float>(p); }
KERNEL(max_pool_grad_f64, Pool) { maxPoolGrad<double>(p); }
KERNEL(avg_pool_f32, Pool) { avgPool<float>(p); }
KERNEL(avg_pool_f64, Pool) { avgPool<double>(p); }
KERNEL(avg_pool_grad_f32, Pool) { avgPoolGrad<float>(p); }
KERNEL(avg_pool_grad_f64, Pool) { avgPoolGrad<double>(p); }

// Resampling reads, along each dimension, up to four inputs with weights (R. Keys, "Cubic
// Convolution Interpolation", 1981, with a = −0.75 for mode 2).
struct Upsample {
	u8 *out; // the large planes, or the gradient's small ones
	const u8 *x;
	u32 planes, mode, align, unused;
	u32 small[3], large[3];
	double step[3]; // from one output to the next, in inputs
	Divider perLarge, perSize[2];
	u32 smalls, larges;
};

struct Taps {
	i32 count, at[4];
	double weight[4];
};

DEVICE Taps tapsOf(const Upsample &p, int d, u32 o) {
	i32 last = (i32)p.small[d] - 1;
	Taps t;
	t.count = 1, t.weight[0] = 1;
	if (p.mode == 0) {
		t.at[0] = minOf((i32)((float)o * (float)p.step[d]), last);
		return t;
	}
	double center = p.align ? p.step[d] * o : p.step[d] * (o + 0.5) - 0.5;
	if (p.mode == 1) {
		center = center > 0 ? center : 0;
		i32 i = minOf((i32)center, last);
		double f = center - i;
		f = f < 0 ? 0 : f > 1 ? 1 : f;
		t.count = 2, t.at[0] = i, t.at[1] = minOf(i + 1, last);
		t.weight[0] = 1 - f, t.weight[1] = f;
		return t;
	}
	const double a = -0.75;
	double whole = floorOf(center), f = center - whole;
	t.count = 4;
	UNROLL for (int k = 0; k < 4; k++) {
		double x = k == 0 ? f + 1 : k == 1 ? f : k == 2 ? 1 - f : 2 - f;
		t.at[k] = minOf(maxOf((i32)whole - 1 + k, 0), last);
		t.weight[k] = k == 0 || k == 3 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : ((a + 2) * x - (a + 3)) * x * x + 1;
	}
	return t;
}

template <class T, bool back> DEVICE void upsample(const Upsample &p) {
	u32 n = blockX() * blockWidth() + threadX();
	if (n >= p.planes * p.larges) return;
	u32 plane = Divider::quotient(p.perLarge, n);
	Place o = placeOf(n - plane * p.larges, p.perSize);
	Taps a = tapsOf(p, 0, o.at[0]), b = tapsOf(p, 1, o.at[1]), c = tapsOf(p, 2, o.at[2]);
	T *out = (T *)p.out + (i64)plane * p.smalls;
	const T *x = (const T *)p.x + (i64)plane * p.smalls;
	double sum = 0;
	for (i32 i = 0; i < a.count; i++)
		for (i32 j = 0; j < b.count; j++)
			for (i32 k = 0; k < c.count; k++) {
				i32 at = (a.at[i] * (i32)p.small[1] + b.at[j]) * (i32)p.small[2] + c.at[k];
				double weight = a.weight[i] * b.weight[j] * c.weight[k];
				if (back) atomicAdd(out + at, T(weight * (double)((const T *)p.x)[n]));
				else sum += weight * (double)x[at];
			}
	if (!back) ((T *)p.out)[n] = T(sum);
}

KERNEL(upsample_f32, Upsample) { upsample<float, false>(p); }
KERNEL(upsample_f64, Upsample) { upsample<double, false>(p); }
KERNEL(upsample_grad_f32, Upsample) { upsample<float, true>(p); }
KERNEL(upsample_grad_f64, Upsample) { upsample<double, true>(p); }
