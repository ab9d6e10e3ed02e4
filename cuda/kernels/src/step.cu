// Optimiser steps over many tensors in one launch. A block works on blockElements elements of one
// tensor; which one its number says. The arithmetic is that of the single operations, with
// their roundings, in the order of torch.optim.
#include "elements.cuh"
#include "math32.cuh"

const int most = 32;           // tensors of a launch
const int blockElements = 1024; // 4 of each of 256 threads

struct Step {
	u8 *parameter[most], *first[most], *second[most], *gradient[most];
	i64 count[most];
	u32 start[most + 1]; // number of a tensor's first block
	i32 tensors;
	double f[7];
	i32 flags[4];
};

// find is the tensor that a block works on.
DEVICE int find(const Step &p) {
	int k = 0;
	while (k + 1 < p.tensors && p.start[k + 1] <= (u32)blockX()) k++;
	return k;
}

template <class F> DEVICE F gradientOf(F g, F x, bool maximize, F decay) {
	if (maximize) g = -g;
	return decay != 0 ? fusedOf(decay, x, g) : g;
}

template <class F> DEVICE void sgd(const Step &p) {
	int k = find(p);
	F lr = F(-p.f[0]), momentum = F(p.f[1]), dampening = F(1 - p.f[2]), decay = F(p.f[3]);
	F *x = (F *)p.parameter[k], *buffer = (F *)p.first[k];
	const F *grad = (const F *)p.gradient[k];
	i64 from = (i64)(blockX() - p.start[k]) * blockElements + threadX();
	for (int n = 0; n < 4; n++) {
		i64 i = from + n * 256;
		if (i >= p.count[k]) return;
		F g = gradientOf(grad[i], x[i], p.flags[1] != 0, decay);
		if (momentum != 0) {
			F b = p.flags[2] ? g : fusedOf(dampening, g, buffer[i] * momentum);
			buffer[i] = b;
			g = p.flags[0] ? fusedOf(momentum, b, g) : b;
		}
		x[i] = fusedOf(lr, g, x[i]);
	}
}

template <class F> DEVICE void adam(const Step &p) {
	int k = find(p);
	bool decoupled = p.flags[0] != 0;
	F size = F(-p.f[0]), beta1 = F(p.f[1]), beta2 = F(p.f[2]), rest1 = F(1 - p.f[1]), rest2 = F(1 - p.f[2]);
	F correction = F(p.f[3]), eps = F(p.f[4]), decay = decoupled ? F(0) : F(p.f[5]), keep = F(1 - p.f[6] * p.f[5]);
	F *x = (F *)p.parameter[k], *m = (F *)p.first[k], *v = (F *)p.second[k];
	const F *grad = (const F *)p.gradient[k];
	i64 from = (i64)(blockX() - p.start[k]) * blockElements + threadX();
	for (int n = 0; n < 4; n++) {
		i64 i = from + n * 256;
		if (i >= p.count[k]) return;
		F old = decoupled ? x[i] * keep : x[i];
		F g = gradientOf(grad[i], old, p.flags[1] != 0, decay);
		F mean = fusedOf(rest1, g, m[i] * beta1), square = fusedOf(rest2 * g, g, v[i] * beta2);
		m[i] = mean;
		v[i] = square;
		x[i] = fusedOf(size, mean / (sqrtOf(square) / correction + eps), old);
	}
}

KERNEL(step_sgd_f32, Step) { sgd<float>(p); }
KERNEL(step_sgd_f64, Step) { sgd<double>(p); }
KERNEL(step_adam_f32, Step) { adam<float>(p); }
KERNEL(step_adam_f64, Step) { adam<double>(p); }
