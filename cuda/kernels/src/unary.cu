// Elementwise kernels of one operand: out = f(x). One line of a table makes the kernels of an
// op, for float and double. Parameters are s.f[0], s.f[1] …, as engine/device/ops.md says.
// The form of all of them is in elementwise.cuh.
#include "elementwise.cuh"
#include "math32.cuh"

template <class T> DEVICE T sigmoidOf(T x) { return 1 / (1 + expOf(-x)); }
template <class T> DEVICE T softplusOf(T x) { return x > 20 ? x : log1pOf(expOf(x)); }
// clamped is high where low is above it.
template <class T> DEVICE T clamped(T x, T low, T high) {
	x = x < low ? low : x;
	return x > high ? high : x;
}

// roundDecimals rounds to s.f[0] decimals.
DEVICE double roundDecimals(double x, const Scalars &s) {
	if (s.f[0] == 0) return roundOf(x);
	double scale = 1;
	for (double k = absOf(s.f[0]); k > 0; k--) scale *= 10;
	return s.f[0] < 0 ? roundOf(x / scale) * scale : roundOf(x * scale) / scale;
}
DEVICE float roundDecimals(float x, const Scalars &s) {
	return s.f[0] == 0 ? roundOf(x) : (float)roundDecimals((double)x, s);
}

// UNARY makes kernels of an op whose result has the operand's type; F is that type. UNARY_LONG
// is for long expressions.
#define UNARY(NAME, EXPRESSION) UNARY_AS(NAME, true, EXPRESSION)
#define UNARY_LONG(NAME, EXPRESSION) UNARY_AS(NAME, false, EXPRESSION)
#define UNARY_AS(NAME, WIDE, EXPRESSION)                                                                    \
	struct op_##NAME {                                                                                  \
		template <class F> DEVICE F of(F x, const Scalars &s) { return EXPRESSION; }               \
	};                                                                                             \
	KERNEL(NAME##_f32, Elementwise<2>) { elementwise<op_##NAME, float, float, 2, WIDE>(p); }                     \
	KERNEL(NAME##_f64, Elementwise<2>) { elementwise<op_##NAME, double, double, 2, WIDE>(p); }

UNARY(neg, -x)
UNARY(abs, absOf(x))
UNARY(sign, x > 0 ? 1 : x < 0 ? -1 : 0)
UNARY(square, x *x)
UNARY(sqrt, sqrtOf(x))
UNARY(rsqrt, 1 / sqrtOf(x))
UNARY(reciprocal, 1 / x)
UNARY(exp, expOf(x))
UNARY_LONG(exp2, exp2Of(x))
UNARY_LONG(expm1, expm1Of(x))
UNARY(log, logOf(x))
UNARY_LONG(log2, log2Of(x))
UNARY_LONG(log10, log10Of(x))
UNARY_LONG(log1p, log1pOf(x))
UNARY(sin, sinOf(x))
UNARY(cos, cosOf(x))
UNARY_LONG(tan, tanOf(x))
UNARY_LONG(asin, asinOf(x))
UNARY_LONG(acos, acosOf(x))
UNARY_LONG(atan, atanOf(x))
UNARY_LONG(sinh, sinhOf(x))
UNARY_LONG(cosh, coshOf(x))
UNARY(tanh, tanhOf(x))
UNARY_LONG(asinh, asinhOf(x))
UNARY_LONG(acosh, acoshOf(x))
UNARY_LONG(atanh, atanhOf(x))
UNARY(sigmoid, sigmoidOf(x))
UNARY_LONG(log_sigmoid, (x < 0 ? x : x != x ? x : 0) - log1pOf(expOf(-absOf(x))))
UNARY(erf, erfOf(x))
UNARY_LONG(erfc, erfcOf(x))
UNARY_LONG(erfinv, erfinvOf(x))
UNARY_LONG(lgamma, lgammaOf(x))
UNARY_LONG(digamma, digammaOf(x))
UNARY(floor, floorOf(x))
UNARY(ceil, ceilOf(x))
UNARY_LONG(round, roundDecimals(x, s))
UNARY(trunc, truncOf(x))
UNARY(frac, x - truncOf(x))
UNARY(relu, x != x || x > 0 ? x : 0)
UNARY(gelu, F(0.5) * x * (1 + erfOf(x * F(0.70710678118654752440))))
UNARY(gelu_tanh, F(0.5) * x * (1 + tanhOf(F(0.79788456080286535588) * (x + F(0.044715) * x * x * x))))
UNARY(silu, x / (1 + expOf(-x)))
UNARY_LONG(mish, x *tanhOf(softplusOf(x)))
UNARY(softplus, x *F(s.f[0]) > F(s.f[1]) ? x : log1pOf(expOf(x * F(s.f[0]))) / F(s.f[0]))
UNARY_LONG(elu, x <= 0 ? expm1Of(x * F(s.f[2])) * F(s.f[0]) * F(s.f[1]) : x * F(s.f[1]))
UNARY(leaky_relu, x > 0 ? x : x * F(s.f[0]))
UNARY(hardswish, x *clamped<F>(x + 3, 0, 6) / 6)
UNARY(hardsigmoid, clamped<F>(x + 3, 0, 6) / 6)
UNARY(clamp, clamped<F>(x, F(s.f[0]), F(s.f[1])))
UNARY(nan_to_num, x != x ? F(s.f[0]) : x == F(INFINITE) ? F(s.f[1]) : x == -F(INFINITE) ? F(s.f[2]) : x)
UNARY(threshold, x <= F(s.f[0]) ? F(s.f[1]) : x)
UNARY_LONG(sinc, x == 0 ? 1 : sinOf(F(3.14159265358979323846) * x) / (F(3.14159265358979323846) * x))
UNARY_LONG(i0, besselI0Of(x))
UNARY(angle, x < 0 ? F(3.14159265358979323846) : x != x ? x : 0)

// Integers, whatever their width, are computed in 64 bits, of which the store keeps the low
// ones.
#define UNARY_INTEGER(NAME, EXPRESSION)                                                            \
	struct op_##NAME##_integer {                                                                        \
		DEVICE i64 of(i64 x, const Scalars &s) { return EXPRESSION; }                              \
	};                                                                                             \
	KERNEL(NAME##_i64, Elementwise<2>) { elementwise<op_##NAME##_integer, i64, i64>(p); }

UNARY_INTEGER(neg, -x)
UNARY_INTEGER(abs, x < 0 ? -x : x)
UNARY_INTEGER(sign, x > 0 ? 1 : x < 0 ? -1 : 0)
UNARY_INTEGER(square, x *x)
UNARY_INTEGER(bitwise_not, ~x)
UNARY_INTEGER(relu, x > 0 ? x : 0)
UNARY_INTEGER(clamp, minOf(maxOf(x, s.i[0]), s.i[1]))

// PREDICATE makes kernels that answer a bool.
#define PREDICATE(NAME, EXPRESSION)                                                                \
	struct op_##NAME {                                                                                  \
		template <class F> DEVICE bool of(F x, const Scalars &s) { return EXPRESSION; }            \
	};                                                                                             \
	KERNEL(NAME##_f32, Elementwise<2>) { elementwise<op_##NAME, bool, float>(p); }                      \
	KERNEL(NAME##_f64, Elementwise<2>) { elementwise<op_##NAME, bool, double>(p); }

PREDICATE(logical_not, x == 0)
PREDICATE(isnan, x != x)
PREDICATE(isinf, absOf(x) == F(INFINITE))
PREDICATE(isfinite, x - x == 0)
PREDICATE(isposinf, x == F(INFINITE))
PREDICATE(isneginf, x == -F(INFINITE))
PREDICATE(signbit, signOf(x))

struct logical_not_integer {
	DEVICE bool of(i64 x, const Scalars &) { return x == 0; }
};
KERNEL(logical_not_i64, Elementwise<2>) { elementwise<logical_not_integer, bool, i64>(p); }
struct signbit_integer {
	DEVICE bool of(i64 x, const Scalars &) { return x < 0; }
};
KERNEL(signbit_i64, Elementwise<2>) { elementwise<signbit_integer, bool, i64>(p); }
