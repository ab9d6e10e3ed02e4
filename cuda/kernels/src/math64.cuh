// Elementary functions in double precision.
//
// The NVIDIA compiler links libdevice for these; here they are our own. Algorithms and
// coefficients are those of FreeBSD's msun (exp, log, log1p, expm1, erf, lgamma), S. Moshier's
// Cephes (sin, cos, tan, atan) and M. Wichura's AS 241 (erfinv), in the form of Go's package
// math; arguments of any size are reduced by M. Payne and R. Hanek's method.
// logOf, sinOf and cosOf use no fused operations, so that random numbers made with them
// have the same bits as on a simulated GPU.
//
// Errors, as accuracy_test.go finds them: at most 1 ulp for exp, expm1, log, log1p, cos, atan, erf
// and pow, 2 for log2, sin, tan, asin, acos and the inverse hyperbolic functions, 3 for log10
// and tanh, 4 for erfc, 6 for erfinv, where the result is not near a zero of the function.
//
// Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a
// Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this
// software is freely granted, provided that this notice is preserved.
#pragma once
#include "cuda.cuh"

#define INFINITE (__builtin_inf())
#define NOT_A_NUMBER (__builtin_nan(""))

template <class T> DEVICE bool isNaN(T x) { return x != x; }
DEVICE double absOf(double x) { return __builtin_fabs(x); }
DEVICE float absOf(float x) { return __builtin_fabsf(x); }
template <class T> DEVICE bool isInfinite(T x) { return absOf(x) == (T)INFINITE; }
DEVICE double fusedOf(double a, double b, double c) { return __builtin_fma(a, b, c); }
DEVICE float fusedOf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
DEVICE double sqrtOf(double x) { return __builtin_sqrt(x); }
DEVICE float sqrtOf(float x) { return __builtin_sqrtf(x); }
DEVICE double floorOf(double x) { return __builtin_floor(x); }
DEVICE float floorOf(float x) { return __builtin_floorf(x); }
DEVICE double ceilOf(double x) { return __builtin_ceil(x); }
DEVICE float ceilOf(float x) { return __builtin_ceilf(x); }
DEVICE double truncOf(double x) { return __builtin_trunc(x); }
DEVICE float truncOf(float x) { return __builtin_truncf(x); }
DEVICE bool signOf(double x) { return bitsOf(x) >> 63; }
DEVICE bool signOf(float x) { return bitsOf(x) >> 31; }
DEVICE double copySign(double x, double sign) {
	return doubleOf((bitsOf(x) & 0x7fffffffffffffffULL) | (bitsOf(sign) & 0x8000000000000000ULL));
}
DEVICE float copySign(float x, float sign) { return floatOf((bitsOf(x) & 0x7fffffff) | (bitsOf(sign) & 0x80000000)); }

// roundOf rounds half to even: adding 2⁵² leaves no room for a fraction.
DEVICE double roundOf(double x) {
	double big = copySign(0x1p52, x);
	return absOf(x) < 0x1p52 ? copySign((x + big) - big, x) : x;
}
DEVICE float roundOf(float x) {
	float big = copySign(0x1p23f, x);
	return absOf(x) < 0x1p23f ? copySign((x + big) - big, x) : x;
}

// polynomial is c0 + c1·x + c2·x² + …, by Horner's rule.
template <class T> DEVICE T polynomial(T x, T c) { return c; }
template <class T, class... Rest> DEVICE T polynomial(T x, T c, Rest... rest) {
	return fusedOf(x, polynomial(x, rest...), c);
}

// scaled is x·2^k.
DEVICE double scaled(double x, int k) {
	if (k > 1000) x *= 0x1p1000, k -= 1000;
	if (k < -1000) return x * 0x1p-1000 * doubleOf((u64)(1023 + maxOf(k + 1000, -1022)) << 52);
	return x * doubleOf((u64)(1023 + minOf(k, 1023)) << 52);
}

// expReduced is 2^k·e^(hi−lo).
DEVICE double expReduced(double hi, double lo, int k) {
	double r = hi - lo, t = r * r;
	double c = r - t * polynomial(t, 1.66666666666666657415e-01, -2.77777777770155933842e-03,
		6.61375632143793436117e-05, -1.65339022054652515390e-06, 4.13813679705723846039e-08);
	return scaled(1 - ((lo - (r * c) / (2 - c)) - hi), k);
}

OUTLINE double expOf(double x) {
	if (isNaN(x)) return x;
	if (x > 7.09782712893383973096e+02) return INFINITE;
	if (x < -7.45133219101941108420e+02) return 0;
	double k = roundOf(1.44269504088896338700e+00 * x);
	return expReduced(x - k * 6.93147180369123816490e-01, k * 1.90821492927058770002e-10, (int)k);
}

OUTLINE double exp2Of(double x) {
	if (isNaN(x)) return x;
	if (x >= 1024) return INFINITE;
	if (x < -1075) return 0;
	double k = roundOf(x), t = x - k;
	return expReduced(t * 6.93147180369123816490e-01, -t * 1.90821492927058770002e-10, (int)k);
}

// mantissaOf splits a positive x into m·2^k with m in [√½, √2).
DEVICE double mantissaOf(double x, int *k) {
	int extra = 0;
	if (x < 0x1p-1022) x *= 0x1p54, extra = 54;
	u64 b = bitsOf(x);
	*k = (int)(b >> 52) - 1022 - extra;
	double m = doubleOf((b & 0xfffffffffffffULL) | 0x3fe0000000000000ULL);
	if (m < 7.07106781186547524401e-01) m *= 2, --*k;
	return m;
}

OUTLINE double logOf(double x) {
	if (isNaN(x) || x == INFINITE) return x;
	if (x <= 0) return x == 0 ? -INFINITE : NOT_A_NUMBER;
	int e;
	double f = mantissaOf(x, &e) - 1, k = e;
	double s = f / (2 + f), s2 = s * s, s4 = s2 * s2;
	double t1 = s2 * (6.666666666666735130e-01 + s4 * (2.857142874366239149e-01 + s4 * (1.818357216161805012e-01 +
		s4 * 1.479819860511658591e-01)));
	double t2 = s4 * (3.999999999940941908e-01 + s4 * (2.222219843214978396e-01 + s4 * 1.531383769920937332e-01));
	double r = t1 + t2, half = 0.5 * f * f;
	return k * 6.93147180369123816490e-01 - ((half - (s * (half + r) + k * 1.90821492927058770002e-10)) - f);
}

// logScaled is log(x)/log(base) from the base's reciprocal logarithm; powers of two are exact.
DEVICE double logScaled(double x, double factor, double perBit) {
	if (!(x > 0) || x == INFINITE) return logOf(x);
	int e;
	double m = mantissaOf(x, &e);
	return fusedOf(e, perBit, logOf(m) * factor);
}
DEVICE double log2Of(double x) { return logScaled(x, 1.44269504088896338700, 1); }
DEVICE double log10Of(double x) { return logOf(x) * (1 / 2.30258509299404568402); }

OUTLINE double log1pOf(double x) {
	if (x < -1 || isNaN(x)) return NOT_A_NUMBER;
	if (x == -1) return -INFINITE;
	if (x == INFINITE || absOf(x) < 0x1p-54) return x;
	double u = 1 + x, c = 0;
	int k = 0;
	double f = x;
	if (x < -2.928932188134524755992e-01 || x > 4.142135623730950488017e-01) {
		u = mantissaOf(u, &k);
		c = x < 0x1p53 ? (x >= 1 ? 1 - ((1 + x) - x) : x - ((1 + x) - 1)) / (1 + x) : 0;
		f = u - 1;
	}
	double half = 0.5 * f * f, s = f / (2 + f), z = s * s, dk = k;
	double r = z * polynomial(z, 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
		2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01);
	if (k == 0 && c == 0) return f - (half - s * (half + r));
	return dk * 6.93147180369123816490e-01 - ((half - (s * (half + r) + (dk * 1.90821492927058770002e-10 + c))) - f);
}

OUTLINE double expm1Of(double x) {
	if (isNaN(x) || absOf(x) < 0x1p-54) return x;
	if (x > 7.09782712893383973096e+02) return INFINITE;
	if (x < -56 * 0.6931471805599453) return -1;
	double k = absOf(x) > 0.34657359 ? roundOf(x * 1.44269504088896338700) : 0, c = 0;
	if (k != 0) {
		double hi = x - k * 6.93147180369123816490e-01, lo = k * 1.90821492927058770002e-10;
		x = hi - lo;
		c = (hi - x) - lo;
	}
	double hfx = 0.5 * x, hxs = x * hfx;
	double r1 = polynomial(hxs, 1.0, -3.33333333333331316428e-02, 1.58730158725481460165e-03,
		-7.93650757867487942473e-05, 4.00821782732936239552e-06, -2.01099218183624371326e-07);
	double t = 3 - r1 * hfx, e = hxs * ((r1 - t) / (6.0 - x * t));
	if (k == 0) return x - (x * e - hxs);
	e = x * (e - c) - c - hxs;
	if (k == -1) return 0.5 * (x - e) - 0.5;
	if (k == 1) return x < -0.25 ? -2 * (e - (x + 0.5)) : 1 + 2 * (x - e);
	if (k <= -2 || k > 56) return scaled(1 - (e - x), (int)k) - 1;
	double small = doubleOf((u64)(1023 - (int)k) << 52); // 2^−k
	if (k < 20) return scaled((1 - small) - (e - x), (int)k);
	return scaled(x - (e + small) + 1, (int)k);
}

TABLE u64 fourOverPi[20] = {0x0000000000000001ULL, 0x45f306dc9c882a53ULL, 0xf84eafa3ea69bb81ULL,
	0xb6c52b3278872083ULL, 0xfca2c757bd778ac3ULL, 0x6e48dc74849ba5c0ULL, 0x0c925dd413a32439ULL,
	0xfc3bd63962534e7dULL, 0xd1046bea5d768909ULL, 0xd338e04d68befc82ULL, 0x7323ac7306a673e9ULL,
	0x3908bf177bf25076ULL, 0x3ff12fffbc0b301fULL, 0xde5e2316b414da3eULL, 0xda6cfd9e4f96136eULL,
	0x9e8c7ecd3cbfd45aULL, 0xea4f758fd7cbe2f6ULL, 0x7a0e73ef14a525d4ULL, 0xd7f6bf623f1aba10ULL,
	0xac06608df8f6d757ULL};

// Quadrant is an argument as octant and rest: x = octant·π/4 + rest; the octant is even.
struct Quadrant {
	u64 octant;
	double rest;
};

// reducedFar is for x ≥ 2²⁹: it multiplies by as many bits of 4/π as matter.
OUTLINE Quadrant reducedFar(double x) {
	u64 ix = bitsOf(x);
	int exp = (int)(ix >> 52) - 1023 - 52;
	ix = (ix & 0xfffffffffffffULL) | 1ULL << 52;
	u32 digit = (u32)(exp + 61) / 64, shift = (u32)(exp + 61) % 64;
	u64 z[3];
	for (int k = 0; k < 3; k++) {
		z[k] = fourOverPi[digit + k] << shift;
		if (shift) z[k] |= fourOverPi[digit + k + 1] >> (64 - shift);
	}
	u64 z2hi = highProduct(z[2], ix), z1hi = highProduct(z[1], ix), z1lo = z[1] * ix;
	u64 lo = z1lo + z2hi, hi = z[0] * ix + z1hi + (lo < z1lo);
	u64 j = hi >> 61;
	hi = hi << 3 | lo >> 61;
	int lead = leadingZeros(hi) + 1;
	u64 e = 1023 - lead;
	hi = lead < 64 ? hi << lead | lo >> (64 - lead) : lo;
	double rest = doubleOf(hi >> 12 | e << 52);
	if (j & 1) j = (j + 1) & 7, rest -= 1;
	return Quadrant{j, rest * 0.78539816339744830962};
}

DEVICE Quadrant reduced(double x) {
	if (x >= 0x1p29) return reducedFar(x);
	u64 j = (u64)(x * 1.27323954473516268615);
	j += j & 1;
	double y = (double)j;
	return Quadrant{j & 7,
		((x - y * 7.85398125648498535156e-1) - y * 3.77489470793079817668e-8) - y * 2.69515142907905952645e-15};
}

DEVICE double sinNear(double z) {
	double zz = z * z;
	return z + z * zz * ((((((1.58962301576546568060e-10 * zz) + -2.50507477628578072866e-8) * zz +
		2.75573136213857245213e-6) * zz + -1.98412698295895385996e-4) * zz + 8.33333333332211858878e-3) * zz +
		-1.66666666666666307295e-1);
}
DEVICE double cosNear(double z) {
	double zz = z * z;
	return 1.0 - 0.5 * zz + zz * zz * ((((((-1.13585365213876817300e-11 * zz) + 2.08757008419747316778e-9) * zz +
		-2.75573141792967388112e-7) * zz + 2.48015872888517045348e-5) * zz + -1.38888888888730564116e-3) * zz +
		4.16666666666665929218e-2);
}

OUTLINE double sinOf(double x) {
	if (isNaN(x) || x == 0) return x;
	if (isInfinite(x)) return NOT_A_NUMBER;
	Quadrant q = reduced(absOf(x));
	double y = q.octant & 2 ? cosNear(q.rest) : sinNear(q.rest);
	return (q.octant > 3) != (x < 0) ? -y : y;
}

OUTLINE double cosOf(double x) {
	if (isNaN(x) || isInfinite(x)) return NOT_A_NUMBER;
	Quadrant q = reduced(absOf(x));
	double y = q.octant & 2 ? sinNear(q.rest) : cosNear(q.rest);
	return (q.octant > 3) != ((q.octant & 3) > 1) ? -y : y;
}

OUTLINE double tanOf(double x) {
	if (isNaN(x) || x == 0) return x;
	if (isInfinite(x)) return NOT_A_NUMBER;
	Quadrant q = reduced(absOf(x));
	double zz = q.rest * q.rest, y = q.rest;
	if (zz > 1e-14) {
		double top = polynomial(zz, -1.79565251976484877988e7, 1.15351664838587416140e6, -1.30936939181383777646e4);
		double bottom = polynomial(zz, -5.38695755929454629881e7, 2.50083801823357915839e7,
			-1.32089234440210967447e6, 1.36812963470692954678e4, 1.0);
		y = q.rest + q.rest * (zz * top / bottom);
	}
	if (q.octant & 2) y = -1 / y;
	return x < 0 ? -y : y;
}

DEVICE double atanNear(double x) {
	double z = x * x;
	z = z * polynomial(z, -6.485021904942025371773e+01, -1.228866684490136173410e+02, -7.500855792314704667340e+01,
		-1.615753718733365076637e+01, -8.750608600031904122785e-01) /
		polynomial(z, 1.945506571482613964425e+02, 4.853903996359136964868e+02, 4.328810604912902668951e+02,
			1.650270098316988542046e+02, 2.485846490142306297962e+01, 1.0);
	return x * z + x;
}

OUTLINE double atanOf(double x) {
	const double more = 6.123233995736765886130e-17; // π/2 beyond its 53 bits
	double a = absOf(x), y;
	if (a <= 0.66) y = atanNear(a);
	else if (a > 2.41421356237309504880) y = 1.57079632679489661923 - atanNear(1 / a) + more;
	else y = 0.78539816339744830962 + atanNear((a - 1) / (a + 1)) + 0.5 * more;
	return copySign(y, x);
}

OUTLINE double asinOf(double x) {
	double a = absOf(x);
	if (!(a <= 1)) return NOT_A_NUMBER;
	double rest = sqrtOf((1 - a) * (1 + a));
	return copySign(a > 0.7 ? 1.57079632679489661923 - atanOf(rest / a) : atanOf(a / rest), x);
}

// acosOf near 1 is twice the angle whose tangent is √((1−x)/(1+x)).
DEVICE double acosOf(double x) {
	if (!(absOf(x) <= 1)) return NOT_A_NUMBER;
	return 2 * atanOf(sqrtOf((1 - x) / (1 + x)));
}

DEVICE double sinhOf(double x) {
	double a = absOf(x);
	if (a > 21) return copySign(a > 709 ? expOf(a * 0.5) * 0.5 * expOf(a * 0.5) : expOf(a) * 0.5, x);
	double e = expm1Of(a);
	return copySign(0.5 * (a < 1 ? 2 * e - e * e / (e + 1) : e + e / (e + 1)), x);
}
DEVICE double coshOf(double x) {
	double a = absOf(x);
	if (a > 709) return expOf(a * 0.5) * 0.5 * expOf(a * 0.5);
	double e = expOf(a);
	return 0.5 * (e + 1 / e);
}
DEVICE double tanhOf(double x) {
	double a = absOf(x);
	if (a > 22) return copySign(1.0, x);
	double e = expm1Of(2 * a);
	return isNaN(x) ? x : copySign(a > 1 ? 1 - 2 / (e + 2) : e / (e + 2), x);
}
DEVICE double asinhOf(double x) {
	double a = absOf(x);
	if (a > 0x1p28) return copySign(logOf(a) + 0.69314718055994530942, x);
	return copySign(a > 2 ? logOf(2 * a + 1 / (sqrtOf(a * a + 1) + a)) : log1pOf(a + a * a / (1 + sqrtOf(1 +
		a * a))), x);
}
DEVICE double acoshOf(double x) {
	if (!(x >= 1)) return NOT_A_NUMBER;
	if (x > 0x1p28) return logOf(x) + 0.69314718055994530942;
	double t = x - 1;
	return x > 2 ? logOf(2 * x - 1 / (x + sqrtOf(x * x - 1))) : log1pOf(t + sqrtOf(2 * t + t * t));
}
DEVICE double atanhOf(double x) {
	double a = absOf(x);
	return copySign(a < 0.5 ? 0.5 * log1pOf(2 * a + 2 * a * a / (1 - a)) : 0.5 * log1pOf(2 * a / (1 - a)), x);
}

// fmodOf is the exact remainder with x's sign: y times powers of two is taken off until less
// than y is left.
OUTLINE double fmodOf(double x, double y) {
	double a = absOf(x), b = absOf(y);
	if (!(a < INFINITE) || !(b > 0)) return NOT_A_NUMBER;
	if (b == INFINITE || isNaN(b)) return isNaN(b) ? b : x;
	while (a >= b) {
		double step = b;
		int gap = (int)(bitsOf(a) >> 52) - (int)(bitsOf(b) >> 52);
		if (gap > 0) step = scaled(b, gap);
		if (step > a) step *= 0.5;
		a -= step;
	}
	return copySign(a, x);
}

DEVICE double hypotOf(double a, double b) {
	a = absOf(a), b = absOf(b);
	if (a == INFINITE || b == INFINITE) return INFINITE;
	double hi = a > b ? a : b, lo = a > b ? b : a;
	if (isNaN(a) || isNaN(b)) return NOT_A_NUMBER;
	return hi == 0 ? 0 : hi * sqrtOf(1 + (lo / hi) * (lo / hi));
}

OUTLINE double atan2Of(double y, double x) {
	const double pi = 3.14159265358979323846;
	if (isNaN(x) || isNaN(y)) return NOT_A_NUMBER;
	double a = absOf(x), b = absOf(y), r;
	if (b == 0) r = 0;
	else if (a == 0) r = pi / 2;
	else if (isInfinite(x) && isInfinite(y)) r = pi / 4;
	else r = atanOf(b / a);
	return copySign(signOf(x) ? pi - r : r, y);
}

// logPair is log(x) as a sum of two numbers, with about 70 bits: enough to multiply it by a
// large exponent.
struct Pair {
	double hi, lo;
};
DEVICE Pair productOf(double a, double b) {
	double p = a * b;
	return Pair{p, fusedOf(a, b, -p)};
}
DEVICE Pair sumOf(double a, double b) { // |a| ≥ |b|
	double s = a + b;
	return Pair{s, b - (s - a)};
}
DEVICE Pair logPair(double x) {
	int e;
	double f = mantissaOf(x, &e) - 1, k = e;
	// s = f/(2+f) and what its rounding lost
	double s = f / (2 + f);
	Pair below = sumOf(2, f);
	double lost = fusedOf(-s, below.hi, f);
	lost = fusedOf(-s, below.lo, lost) / below.hi;
	// 2·artanh(s) = 2s + s³·(2/3 + 2/5·s² + …)
	double z = s * s;
	Pair cube = productOf(z, s);
	cube.lo = fusedOf(fusedOf(s, s, -z), s, cube.lo) + 3 * z * lost;
	Pair third = productOf(cube.hi, 0.66666666666666662966);
	third.lo += cube.hi * 3.70074341541719e-17 + cube.lo * 0.66666666666666662966;
	double tail = cube.hi * z * polynomial(z, 0.4, 2.0 / 7, 2.0 / 9, 2.0 / 11, 2.0 / 13, 2.0 / 15, 2.0 / 17,
		2.0 / 19, 2.0 / 21);
	Pair r = sumOf(2 * s, third.hi);
	r.lo += 2 * lost + third.lo + tail;
	if (e == 0) return sumOf(r.hi, r.lo);
	Pair t = sumOf(k * 6.93147180369123816490e-01, r.hi);
	t.lo += r.lo + k * 1.90821492927058770002e-10;
	return sumOf(t.hi, t.lo);
}

// isOdd reports an odd whole number.
DEVICE bool isOdd(double y) { return absOf(y) < 0x1p53 && truncOf(y) == y && ((i64)y & 1); }

OUTLINE double powOf(double x, double y) {
	if (y == 0 || x == 1) return 1;
	if (isNaN(x) || isNaN(y)) return NOT_A_NUMBER;
	double a = absOf(x);
	bool negative = signOf(x) && isOdd(y);
	if (a == 0 || a == INFINITE) {
		double r = (a == 0) == (y < 0) ? INFINITE : 0;
		return negative ? -r : r;
	}
	if (isInfinite(y)) return a == 1 ? 1 : (a < 1) == (y > 0) ? 0 : INFINITE;
	if (x < 0 && truncOf(y) != y) return NOT_A_NUMBER;
	if (absOf(y) > 0x1p65) return a == 1 ? 1 : (a < 1) == (y > 0) ? 0 : INFINITE;
	Pair l = logPair(a), p = productOf(l.hi, y);
	p.lo = fusedOf(l.lo, y, p.lo);
	double r = p.hi > 709.8 ? INFINITE : p.hi < -745.2 ? 0 : 1;
	if (r == 1) {
		r = expOf(p.hi);
		r = fusedOf(r, p.lo, r);
	}
	return negative ? -r : r;
}

OUTLINE double nextAfter(double a, double b) {
	if (isNaN(a) || isNaN(b)) return NOT_A_NUMBER;
	if (a == b) return b;
	if (a == 0) return copySign(doubleOf((u64)1), b);
	return doubleOf(bitsOf(a) + ((b > a) == (a > 0) ? 1 : -1));
}
