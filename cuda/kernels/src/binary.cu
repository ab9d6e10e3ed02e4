// Elementwise kernels of two operands: out = f(a, b), for float, double and integers; bool is
// an integer of one bit. Parameters are s.f[0] and s.i[0], as engine/device/ops.md says. The
// form of all of them is in elementwise.cuh.
#include "elementwise.cuh"
#include "math32.cuh"

#define BINARY(NAME, EXPRESSION) BINARY_AS(NAME, true, EXPRESSION)
#define BINARY_LONG(NAME, EXPRESSION) BINARY_AS(NAME, false, EXPRESSION)
#define BINARY_AS(NAME, WIDE, EXPRESSION)                                                          \
	struct op_##NAME {                                                                             \
		template <class F> DEVICE F of(F a, F b, const Scalars &s) { return EXPRESSION; }          \
	};                                                                                             \
	KERNEL(NAME##_f32, Elementwise<3>) { elementwise<op_##NAME, float, float, 3, WIDE>(p); }       \
	KERNEL(NAME##_f64, Elementwise<3>) { elementwise<op_##NAME, double, double, 3, WIDE>(p); }

// remainderOf has the sign of the divisor, as Python's.
template <class F> DEVICE F remainderOf(F a, F b) {
	F m = fmodOf(a, b);
	return m != 0 && (b < 0) != (m < 0) ? m + b : m;
}

// floorDivide is Python's: the quotient of the exact remainder, corrected.
template <class F> DEVICE F floorDivide(F a, F b) {
	if (b == 0) return a / b;
	F m = fmodOf(a, b), q = (a - m) / b;
	if (m != 0 && (b < 0) != (m < 0)) q -= 1;
	if (q == 0) return copySign(F(0), a / b);
	F f = floorOf(q);
	return q - f > F(0.5) ? f + 1 : f;
}

// power has short ways for the exponents learners use.
template <class F> DEVICE F power(F a, F b) {
	if (b == 2) return a * a;
	if (b == F(0.5)) return sqrtOf(a);
	if (b == 3) return a * a * a;
	if (b == -1) return 1 / a;
	if (b == F(-0.5)) return 1 / sqrtOf(a);
	return powOf(a, b);
}

template <class F> DEVICE F logAddExp(F a, F b) {
	if (a == b && isInfinite(a)) return a;
	return (a > b || a != a ? a : b) + log1pOf(expOf(-absOf(a - b)));
}
template <class F> DEVICE F logAddExp2(F a, F b) {
	if (a == b && isInfinite(a)) return a;
	return (a > b || a != a ? a : b) + log2Of(1 + exp2Of(-absOf(a - b)));
}

BINARY(add, fusedOf(F(s.f[0]), b, a))
BINARY(sub, fusedOf(F(-s.f[0]), b, a))
BINARY(mul, a *b)
BINARY(div, a / b)
BINARY_LONG(floor_divide, floorDivide(a, b))
BINARY(trunc_divide, truncOf(a / b))
BINARY_LONG(remainder, remainderOf(a, b))
BINARY_LONG(fmod, fmodOf(a, b))
BINARY(pow, power(a, b))
BINARY(maximum, a != a || a > b ? a : b)
BINARY(minimum, a != a || a < b ? a : b)
BINARY(fmax, a != a || b > a ? b : a)
BINARY(fmin, a != a || b < a ? b : a)
BINARY_LONG(atan2, atan2Of(a, b))
BINARY_LONG(hypot, hypotOf(a, b))
BINARY(copysign, copySign(a, b))
BINARY_LONG(nextafter, nextAfter(a, b))
BINARY_LONG(logaddexp, logAddExp(a, b))
BINARY_LONG(logaddexp2, logAddExp2(a, b))
BINARY_LONG(xlogy, a == 0 && b == b ? 0 : a * logOf(b))
BINARY(heaviside, a == 0 ? b : a > 0)
BINARY(relu_grad, b > F(s.f[0]) ? a : 0)
BINARY(sigmoid_grad, a *(1 - b) * b)
BINARY(tanh_grad, a *(1 - b * b))

#define BINARY_INTEGER(NAME, EXPRESSION)                                                           \
	struct op_##NAME##_integer {                                                                   \
		DEVICE i64 of(i64 a, i64 b, const Scalars &s) { return EXPRESSION; }                       \
	};                                                                                             \
	KERNEL(NAME##_i64, Elementwise<3>) { elementwise<op_##NAME##_integer, i64, i64>(p); }

// quotient of integers truncates. Over zero it is −1, all bits set, as GPUs answer.
DEVICE i64 quotient(i64 a, i64 b) { return b == 0 ? -1 : b == -1 ? -a : a / b; }
DEVICE i64 rest(i64 a, i64 b) { return b == 0 ? -1 : b == -1 ? 0 : a % b; }
DEVICE i64 floorQuotient(i64 a, i64 b) {
	return quotient(a, b) - (b != 0 && rest(a, b) != 0 && (a < 0) != (b < 0));
}
DEVICE i64 floorRest(i64 a, i64 b) {
	i64 m = rest(a, b);
	return b != 0 && m != 0 && (m < 0) != (b < 0) ? m + b : m;
}
DEVICE i64 integerPower(i64 a, i64 b) {
	if (b < 0) return a == 1 ? 1 : a == -1 ? (b & 1 ? -1 : 1) : 0;
	u64 r = 1, x = a;
	for (; b > 0; b >>= 1, x *= x)
		if (b & 1) r *= x;
	return r;
}
DEVICE i64 divisor(i64 a, i64 b) {
	while (b != 0) {
		i64 m = rest(a, b);
		a = b, b = m;
	}
	return a < 0 ? -a : a;
}
DEVICE i64 multiple(i64 a, i64 b) {
	if (a == 0 || b == 0) return 0;
	i64 v = quotient(a, divisor(a, b)) * b;
	return v < 0 ? -v : v;
}

BINARY_INTEGER(add, a + s.i[0] * b)
BINARY_INTEGER(sub, a - s.i[0] * b)
BINARY_INTEGER(mul, a *b)
BINARY_INTEGER(trunc_divide, quotient(a, b))
BINARY_INTEGER(floor_divide, floorQuotient(a, b))
BINARY_INTEGER(fmod, rest(a, b))
BINARY_INTEGER(remainder, floorRest(a, b))
BINARY_INTEGER(pow, integerPower(a, b))
BINARY_INTEGER(maximum, maxOf(a, b))
BINARY_INTEGER(minimum, minOf(a, b))
BINARY_INTEGER(bitwise_and, a &b)
BINARY_INTEGER(bitwise_or, a | b)
BINARY_INTEGER(bitwise_xor, a ^ b)
BINARY_INTEGER(left_shift, (u64)b > 63 ? 0 : (i64)((u64)a << b))
BINARY_INTEGER(right_shift, a >> ((u64)b > 63 ? 63 : b))
BINARY_INTEGER(gcd, divisor(a, b))
BINARY_INTEGER(lcm, multiple(a, b))
BINARY_INTEGER(heaviside, a == 0 ? b : a > 0)
BINARY_INTEGER(relu_grad, b > 0 ? a : 0)
