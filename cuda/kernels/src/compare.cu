// Elementwise kernels that compare two operands or choose between them. The form of all of
// them is in elementwise.cuh.
#include "elementwise.cuh"
#include "math64.cuh"

#define COMPARE(NAME, EXPRESSION)                                                                  \
	struct op_##NAME {                                                                             \
		template <class T> DEVICE bool of(T a, T b, const Scalars &) { return EXPRESSION; }        \
	};                                                                                             \
	KERNEL(NAME##_f32, Elementwise<3>) { elementwise<op_##NAME, bool, float>(p); }                 \
	KERNEL(NAME##_f64, Elementwise<3>) { elementwise<op_##NAME, bool, double>(p); }                \
	KERNEL(NAME##_i64, Elementwise<3>) { elementwise<op_##NAME, bool, i64>(p); }

COMPARE(eq, a == b)
COMPARE(ne, a != b)
COMPARE(lt, a < b)
COMPARE(le, a <= b)
COMPARE(gt, a > b)
COMPARE(ge, a >= b)
COMPARE(logical_and, a != 0 && b != 0)
COMPARE(logical_or, a != 0 || b != 0)
COMPARE(logical_xor, (a != 0) != (b != 0))

#define TERNARY(NAME, EXPRESSION)                                                                  \
	struct op_##NAME {                                                                             \
		template <class T> DEVICE T of(T a, T b, T c, const Scalars &s) { return EXPRESSION; }     \
	};                                                                                             \
	KERNEL(NAME##_f32, Elementwise<4>) { elementwise<op_##NAME, float, float>(p); }                \
	KERNEL(NAME##_f64, Elementwise<4>) { elementwise<op_##NAME, double, double>(p); }

template <class T> DEVICE T clampedTo(T x, T low, T high) {
	if (x != x) return x;
	if (low != low || high != high) return low != low ? low : high;
	x = x > low ? x : low;
	return x < high ? x : high;
}

TERNARY(addcmul, fusedOf(T(s.f[0]) * b, c, a))
TERNARY(addcdiv, fusedOf(T(s.f[0]), b / c, a))
TERNARY(lerp, c < T(0.5) ? fusedOf(c, b - a, a) : b - (b - a) * (1 - c))
TERNARY(clamp_tensor, clampedTo(a, b, c))
TERNARY(where, a != 0 ? b : c)

#define TERNARY_INTEGER(NAME, EXPRESSION)                                                          \
	struct op_##NAME##_integer {                                                                   \
		DEVICE i64 of(i64 a, i64 b, i64 c, const Scalars &s) { return EXPRESSION; }                \
	};                                                                                             \
	KERNEL(NAME##_i64, Elementwise<4>) { elementwise<op_##NAME##_integer, i64, i64>(p); }

TERNARY_INTEGER(addcmul, a + (i64)s.f[0] * b * c)
TERNARY_INTEGER(clamp_tensor, minOf(maxOf(a, b), c))
TERNARY_INTEGER(where, a ? b : c)
