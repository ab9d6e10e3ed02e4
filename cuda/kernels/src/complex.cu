// Elementwise kernels of complex numbers. Both complex types are computed in double, as device
// cpu does. The form of all of them is in elementwise.cuh.
#include "elementwise.cuh"
#include "math32.cuh"

typedef complex128 C;

DEVICE C operator+(C a, C b) { return C{a.re + b.re, a.im + b.im}; }
DEVICE C operator-(C a, C b) { return C{a.re - b.re, a.im - b.im}; }
DEVICE C operator*(C a, C b) { return C{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
DEVICE C operator*(double a, C b) { return C{a * b.re, a * b.im}; }
// R. Smith, "Algorithm 116: Complex division", 1962.
DEVICE C operator/(C a, C b) {
	if (absOf(b.re) >= absOf(b.im)) {
		double r = b.im / b.re, d = b.re + b.im * r;
		return C{(a.re + a.im * r) / d, (a.im - a.re * r) / d};
	}
	double r = b.re / b.im, d = b.re * r + b.im;
	return C{(a.re * r + a.im) / d, (a.im * r - a.re) / d};
}
DEVICE bool operator==(C a, C b) { return a.re == b.re && a.im == b.im; }
DEVICE bool isZero(C a) { return a.re == 0 && a.im == 0; }

DEVICE double sizeOfComplex(C z) { return hypotOf(z.re, z.im); }
DEVICE C expOf(C z) {
	double e = expOf(z.re);
	return z.im == 0 ? C{e, z.im} : C{e * cosOf(z.im), e * sinOf(z.im)};
}
DEVICE C logOf(C z) { return C{logOf(sizeOfComplex(z)), atan2Of(z.im, z.re)}; }
DEVICE C sqrtOf(C z) {
	if (isZero(z)) return C{0, z.im};
	double r = sqrtOf(0.5 * (sizeOfComplex(z) + absOf(z.re))), s = z.im / (2 * r);
	return z.re >= 0 ? C{r, s} : C{absOf(s), copySign(r, z.im)};
}
DEVICE C sinOf(C z) { return C{sinOf(z.re) * coshOf(z.im), cosOf(z.re) * sinhOf(z.im)}; }
DEVICE C cosOf(C z) { return C{cosOf(z.re) * coshOf(z.im), -sinOf(z.re) * sinhOf(z.im)}; }
DEVICE C sinhOf(C z) { return C{sinhOf(z.re) * cosOf(z.im), coshOf(z.re) * sinOf(z.im)}; }
DEVICE C coshOf(C z) { return C{coshOf(z.re) * cosOf(z.im), sinhOf(z.re) * sinOf(z.im)}; }
DEVICE C powOf(C a, C b) {
	if (isZero(a)) return isZero(b) ? C{1, 0} : C{0, 0};
	return expOf(b * logOf(a));
}
DEVICE C sincOf(C z) {
	C w = 3.14159265358979323846 * z;
	return isZero(z) ? C{1, 0} : sinOf(w) / w;
}

#define COMPLEX(NAME, N, RESULT, PARAMETERS, EXPRESSION)                                           \
	struct op_##NAME {                                                                             \
		DEVICE RESULT of PARAMETERS { return EXPRESSION; }                                         \
	};                                                                                             \
	KERNEL(NAME##_c128, Elementwise<N>) { elementwise<op_##NAME, RESULT, C, N, false>(p); }
#define UNARY(NAME, EXPRESSION) COMPLEX(NAME, 2, C, (C z, const Scalars &), EXPRESSION)
#define PART(NAME, EXPRESSION) COMPLEX(NAME, 2, double, (C z, const Scalars &), EXPRESSION)
#define PREDICATE(NAME, EXPRESSION) COMPLEX(NAME, 2, bool, (C z, const Scalars &), EXPRESSION)
#define BINARY(NAME, EXPRESSION) COMPLEX(NAME, 3, C, (C a, C b, const Scalars &s), EXPRESSION)
#define COMPARE(NAME, EXPRESSION) COMPLEX(NAME, 3, bool, (C a, C b, const Scalars &), EXPRESSION)
#define TERNARY(NAME, EXPRESSION) COMPLEX(NAME, 4, C, (C a, C b, C c, const Scalars &s), EXPRESSION)

UNARY(neg, (C{-z.re, -z.im}))
UNARY(conj, (C{z.re, -z.im}))
UNARY(square, z *z)
UNARY(sqrt, sqrtOf(z))
UNARY(reciprocal, (C{1, 0} / z))
UNARY(rsqrt, (C{1, 0} / sqrtOf(z)))
UNARY(exp, expOf(z))
UNARY(log, logOf(z))
UNARY(log10, (1 / 2.30258509299404568402) * logOf(z))
UNARY(log2, (1 / 0.69314718055994530942) * logOf(z))
UNARY(sin, sinOf(z))
UNARY(cos, cosOf(z))
UNARY(tan, sinOf(z) / cosOf(z))
UNARY(sinh, sinhOf(z))
UNARY(cosh, coshOf(z))
UNARY(tanh, sinhOf(z) / coshOf(z))
UNARY(sigmoid, (C{1, 0} / (C{1, 0} + expOf(C{-z.re, -z.im}))))
UNARY(sign, isZero(z) ? z : (1 / sizeOfComplex(z)) * z)
UNARY(sinc, sincOf(z))

PART(abs, sizeOfComplex(z))
PART(angle, atan2Of(z.im, z.re))
PART(real, z.re)
PART(imag, z.im)

PREDICATE(logical_not, isZero(z))
PREDICATE(isnan, z.re != z.re || z.im != z.im)
PREDICATE(isinf, isInfinite(z.re) || isInfinite(z.im))
PREDICATE(isfinite, z.re - z.re == 0 && z.im - z.im == 0)

BINARY(add, a + (C{s.f[0], s.f[1]}) * b)
BINARY(sub, a - (C{s.f[0], s.f[1]}) * b)
BINARY(mul, a *b)
BINARY(div, a / b)
BINARY(pow, b.re == 2 && b.im == 0 ? a * a : powOf(a, b))

COMPARE(eq, a == b)
COMPARE(ne, !(a == b))
COMPARE(logical_and, !isZero(a) && !isZero(b))
COMPARE(logical_or, !isZero(a) || !isZero(b))

TERNARY(where, isZero(a) ? c : b)
TERNARY(addcmul, a + (C{s.f[0], s.f[1]}) * b * c)
TERNARY(addcdiv, a + (C{s.f[0], s.f[1]}) * b / c)
TERNARY(lerp, sizeOfComplex(c) < 0.5 ? a + c * (b - a) : b - (b - a) * (C{1, 0} - c))

// complex makes a complex number of two real ones.
struct op_complex {
	template <class F> DEVICE C of(F a, F b, const Scalars &) { return C{a, b}; }
};
KERNEL(complex_f32, Elementwise<3>) { elementwise<op_complex, C, float, 3, false>(p); }
KERNEL(complex_f64, Elementwise<3>) { elementwise<op_complex, C, double, 3, false>(p); }
