// Normalisation: of rows (layer_norm) and of channels (batch_norm), and the gradients of both
// with respect to the input.
//
// A team of threads (team.cuh) takes a row, or a block a channel. Means and variances are
// summed in double: one pass for the mean, one for the squares of what is left. Operands are
// contiguous; weights and biases may be one number for all.
#include "math32.cuh"
#include "team.cuh"

struct Parameter {
	const u8 *data; // null: value holds for all
	u64 value; // the bits of a double
	template <class T> DEVICE T at(const Parameter &o, u32 i) {
		return o.data ? ((const T *)o.data)[i] : T(doubleOf(o.value));
	}
};

struct LayerNorm {
	u8 *out, *mean, *rstd; // mean and rstd are read by the gradient
	const u8 *x, *grad;
	Parameter weight, bias;
	u32 rows, width, along, unused;
	double epsilon;
};

template <class T> DEVICE void layerNorm(const LayerNorm &p) {
	u32 row = minOf(teamRow(p.along), p.rows - 1), lane = teamLane(p.along);
	const T *x = (const T *)p.x + (i64)row * p.width;
	T *out = (T *)p.out + (i64)row * p.width;
	double sum = 0, squares = 0;
	UNROLL4 for (u32 i = lane; i < p.width; i += p.along) sum += x[i];
	double mean = together<Total>(p.along, sum) / p.width;
	UNROLL4 for (u32 i = lane; i < p.width; i += p.along) squares += (x[i] - mean) * (x[i] - mean);
	T rstd = T(1 / sqrtOf(together<Total>(p.along, squares) / p.width + p.epsilon)), shift = -rstd * T(mean);
	if (teamRow(p.along) >= p.rows) return;
	if (lane == 0) ((T *)p.mean)[row] = T(mean), ((T *)p.rstd)[row] = rstd;
	UNROLL4 for (u32 i = lane; i < p.width; i += p.along)
		out[i] = fusedOf(fusedOf(x[i], rstd, shift), Parameter::at<T>(p.weight, i), Parameter::at<T>(p.bias, i));
}

// dx = rstd·(gw − mean(gw) − x̂·mean(gw·x̂)) with gw = grad·weight and x̂ the normalised x.
template <class T> DEVICE void layerNormGrad(const LayerNorm &p) {
	u32 row = minOf(teamRow(p.along), p.rows - 1), lane = teamLane(p.along);
	const T *x = (const T *)p.x + (i64)row * p.width, *g = (const T *)p.grad + (i64)row * p.width;
	T *out = (T *)p.out + (i64)row * p.width, mean = ((const T *)p.mean)[row], rstd = ((const T *)p.rstd)[row];
	double sum = 0, dot = 0;
	UNROLL4 for (u32 i = lane; i < p.width; i += p.along) {
		T gw = g[i] * Parameter::at<T>(p.weight, i);
		sum += gw;
		dot += (double)gw * ((x[i] - mean) * rstd);
	}
	T a = T(together<Total>(p.along, sum) / p.width), b = T(together<Total>(p.along, dot) / p.width);
	if (teamRow(p.along) >= p.rows) return;
	UNROLL4 for (u32 i = lane; i < p.width; i += p.along)
		out[i] = rstd * (g[i] * Parameter::at<T>(p.weight, i) - a - (x[i] - mean) * rstd * b);
}

// BatchNorm is for operands of shape (images, channels, length).
struct BatchNorm {
	u8 *out;
	const u8 *x, *grad;
	Parameter mean, invstd, weight, bias;
	u32 images, channels, length, training;
};

template <class T> DEVICE void batchNorm(const BatchNorm &p) {
	i64 i = (i64)blockX() * blockThreads + threadX();
	if (i >= (i64)p.images * p.channels * p.length) return;
	u32 c = (u32)(i / p.length % p.channels);
	T alpha = Parameter::at<T>(p.invstd, c) * Parameter::at<T>(p.weight, c);
	T beta = Parameter::at<T>(p.bias, c) - Parameter::at<T>(p.mean, c) * alpha;
	((T *)p.out)[i] = ((const T *)p.x)[i] * alpha + beta;
}

// A block takes a channel. In training the statistics depend on the input too.
template <class T> DEVICE void batchNormGrad(const BatchNorm &p) {
	u32 c = blockX(), count = p.images * p.length;
	T mean = Parameter::at<T>(p.mean, c), invstd = Parameter::at<T>(p.invstd, c), weight = Parameter::at<T>(p.weight, c);
	const T *x = (const T *)p.x, *g = (const T *)p.grad;
	T a = 0, b = 0;
	if (p.training) {
		double sum = 0, dot = 0;
		UNROLL4 for (u32 k = threadX(); k < count; k += blockThreads) {
			i64 i = ((i64)(k / p.length) * p.channels + c) * p.length + k % p.length;
			sum += g[i];
			dot += (double)g[i] * (x[i] - mean);
		}
		a = T(together<Total>(blockThreads, sum) / count);
		b = T(together<Total>(blockThreads, dot) / count * invstd * invstd);
	}
	UNROLL4 for (u32 k = threadX(); k < count; k += blockThreads) {
		i64 i = ((i64)(k / p.length) * p.channels + c) * p.length + k % p.length;
		((T *)p.out)[i] = (g[i] - a - (x[i] - mean) * b) * invstd * weight;
	}
}

KERNEL_OF(256, layer_norm_f32, LayerNorm) { layerNorm<float>(p); }
KERNEL_OF(256, layer_norm_f64, LayerNorm) { layerNorm<double>(p); }
KERNEL_OF(256, layer_norm_grad_f32, LayerNorm) { layerNormGrad<float>(p); }
KERNEL_OF(256, layer_norm_grad_f64, LayerNorm) { layerNormGrad<double>(p); }
KERNEL_OF(256, batch_norm_f32, BatchNorm) { batchNorm<float>(p); }
KERNEL_OF(256, batch_norm_f64, BatchNorm) { batchNorm<double>(p); }
KERNEL_OF(256, batch_norm_grad_f32, BatchNorm) { batchNormGrad<float>(p); }
KERNEL_OF(256, batch_norm_grad_f64, BatchNorm) { batchNormGrad<double>(p); }
