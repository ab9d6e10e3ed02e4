// Elementary functions in single precision, where single precision must be fast; the rest go
// through double (math64.cuh, special64.cuh).
//
// exp is SLEEF's (N. Shibata, F. Petrogalli, 2020); log, sin, cos and erf are N. Juffa's
// ("njuffa", answers on forums.developer.nvidia.com and stackoverflow.com, BSD licence): a
// reduction, one polynomial by Horner's rule in fused multiply-adds, no table.
//
// Errors, as accuracy_test.go finds them: at most 1 ulp for exp, log and erf, 1.5 for expm1, log1p,
// sin and cos, 2 for the others, 2.5 for log10 and sigmoid. Functions that go through double
// are within 0.5.
#pragma once
#include "special64.cuh"

// exp2Scaled is 2^q·(1 + p), for q from −160 to 128.
DEVICE float powerOfTwo(int q) { return floatOf((u32)(127 + q) << 23); }

// expPolynomial is e^s − 1 for |s| ≤ ln2/2.
DEVICE float expPolynomial(float s) {
	float u = polynomial(s, 0.5f, 0.166666671633720397949219f, 0.0416664853692054748535156f, 0.00833336077630519866943359f,
		0.00139304355252534151077271f, 0.000198527617612853646278381f);
	return fusedOf(s * s, u, s);
}

// rounded is the nearest whole number of a small one; adding 1.5·2²³ drops the fraction.
DEVICE float rounded(float x) { return (x + 12582912.0f) - 12582912.0f; }

DEVICE float expOf(float x) {
	float n = rounded(x * 1.44269504f);
	float s = fusedOf(n, -0.693145751953125f, x);
	s = fusedOf(n, -1.428606765330187045e-06f, s);
	float u = expPolynomial(s) + 1;
	int q = (int)n, half = q >> 1; // in two steps: subnormal results round once
	u = u * powerOfTwo(half) * powerOfTwo(q - half);
	u = x < -104 ? 0 : u;
	return x > 100 ? (float)INFINITE : u;
}

DEVICE float exp2Of(float x) {
	float n = rounded(x);
	float u = expPolynomial((x - n) * 0.693147181f) + 1;
	int q = (int)n, half = q >> 1;
	u = u * powerOfTwo(half) * powerOfTwo(q - half);
	u = x < -151 ? 0 : u;
	return x > 129 ? (float)INFINITE : u;
}

DEVICE float expm1Of(float x) {
	float n = rounded(x * 1.44269504f);
	float s = fusedOf(n, -0.693145751953125f, x);
	s = fusedOf(n, -1.428606765330187045e-06f, s);
	float t = powerOfTwo((int)n - 1);
	float r = n == 0 ? expPolynomial(s) : 2 * fusedOf(t, expPolynomial(s), t - 0.5f);
	r = x == 0 ? x : r;
	r = x < -17 ? -1 : r;
	return x > 88.8f ? (float)INFINITE : r;
}

// logMantissa is log(1 + m) for m in [−1/3, 1/3].
DEVICE float logMantissa(float m) {
	float s = m * m;
	float r = fusedOf(fusedOf(-0.130310059f, s, -0.121484190f), s, -0.166846052f);
	float t = fusedOf(fusedOf(0.140869141f, s, 0.139814854f), s, 0.200120345f);
	r = fusedOf(r, s, -0.249996200f);
	r = fusedOf(t, m, r);
	r = fusedOf(r, m, 0.333331972f);
	r = fusedOf(r, m, -0.5f);
	return fusedOf(r, s, m);
}

// logParts splits x into 2^e·(1 + m); false for what has no finite logarithm.
DEVICE bool logParts(float x, float *m, float *e) {
	*e = 0;
	if (x < 0x1p-126f) x *= 0x1p23f, *e = -23;
	u32 shift = (bitsOf(x) - 0x3f2aaaab) & 0xff800000;
	*m = floatOf(bitsOf(x) - shift) - 1;
	*e = fusedOf((float)(int)shift, 0x1p-23f, *e);
	return x > 0 && x < (float)INFINITE;
}
DEVICE float logEdge(float x) { return x == 0 ? -(float)INFINITE : x < 0 ? (float)NOT_A_NUMBER : x; }

DEVICE float logOf(float x) {
	float m, e;
	if (!logParts(x, &m, &e)) return logEdge(x);
	return fusedOf(e, 0.693147182f, logMantissa(m));
}
DEVICE float log2Of(float x) {
	float m, e;
	if (!logParts(x, &m, &e)) return logEdge(x);
	float l = logMantissa(m);
	return e + fusedOf(l, 1.44269502f, l * 1.92596299e-8f);
}
DEVICE float log10Of(float x) {
	float m, e;
	if (!logParts(x, &m, &e)) return logEdge(x);
	float l = logMantissa(m);
	return fusedOf(e, 0.301029987f, fusedOf(l, 0.434294492f, l * -1.01008e-8f));
}
// log1pOf corrects log of the rounded sum (W. Kahan).
DEVICE float log1pOf(float x) {
	float u = 1 + x;
	if (!(u > 0) || u == (float)INFINITE) return logEdge(u);
	float r = logOf(u) + (x - (u - 1)) / u;
	return x == 0 ? x : r;
}

// reducedOf is x less the multiple q of π/2 that is nearest. Beyond 48039 double takes over.
DEVICE float reducedOf(float x, int *q) {
	float j = rounded(x * 0.636619747f);
	*q = (int)j;
	float r = fusedOf(j, -1.57079601e+00f, x);
	r = fusedOf(j, -3.13916473e-07f, r);
	return fusedOf(j, -5.39030253e-15f, r);
}
// sinOrCos is sin of a reduced argument for even q, cos for odd.
DEVICE float sinOrCos(float r, int q) {
	float s = r * r, c, y;
	c = polynomial(s, 1.0f, -0.5f, 4.16666567e-2f, -1.38877297e-3f, 2.44677067e-5f);
	y = polynomial(s, -1.66666672e-1f, 8.33338592e-3f, -1.98559923e-4f, 2.86567956e-6f);
	y = fusedOf(y, r * s, r);
	y = q & 1 ? c : y;
	return q & 2 ? -y : y;
}
DEVICE float sinOf(float x) {
	if (!(absOf(x) < 48039)) return (float)sinOf((double)x);
	int q;
	float r = reducedOf(x, &q);
	return x == 0 ? x : sinOrCos(r, q);
}
DEVICE float cosOf(float x) {
	if (!(absOf(x) < 48039)) return (float)cosOf((double)x);
	int q;
	float r = reducedOf(x, &q);
	return sinOrCos(r, q + 1);
}

DEVICE float tanhOf(float x) {
	float a = absOf(x), e = expm1Of(2 * a);
	return isNaN(x) ? x : copySign(a > 10 ? 1 : e / (e + 2), x);
}
DEVICE float sinhOf(float x) {
	float a = absOf(x);
	if (a > 88) return copySign(expOf(a * 0.5f) * 0.5f * expOf(a * 0.5f), x);
	float e = expm1Of(a);
	return copySign(0.5f * (e + e / (e + 1)), x);
}
DEVICE float coshOf(float x) {
	float a = absOf(x);
	if (a > 88) return expOf(a * 0.5f) * 0.5f * expOf(a * 0.5f);
	float e = expOf(a);
	return 0.5f * (e + 1 / e);
}

DEVICE float erfOf(float x) {
	float t = absOf(x), s = x * x;
	if (t > 0.927734375f) { // 1 − e^polynomial
		float r = fusedOf(-1.72853470e-5f, t, 3.83197126e-4f), u = fusedOf(-3.88396438e-3f, t, 2.42546219e-2f);
		r = fusedOf(r, s, u);
		r = fusedOf(r, t, -1.06777877e-1f);
		r = fusedOf(r, t, -6.34846687e-1f);
		r = fusedOf(r, t, -1.28717512e-1f);
		r = fusedOf(r, t, -t);
		return t > 4 ? copySign(1.0f, x) : copySign(1.0f - expOf(r), x);
	}
	float r = polynomial(s, 1.28379166e-1f, -3.76125336e-1f, 1.12819925e-1f, -2.67681349e-2f, 4.99119423e-3f, -5.96761703e-4f);
	return fusedOf(r, x, x);
}

#define THROUGH_DOUBLE(name) \
	DEVICE float name(float x) { return (float)name((double)x); }
THROUGH_DOUBLE(tanOf)
THROUGH_DOUBLE(atanOf)
THROUGH_DOUBLE(asinOf)
THROUGH_DOUBLE(acosOf)
THROUGH_DOUBLE(asinhOf)
THROUGH_DOUBLE(acoshOf)
THROUGH_DOUBLE(atanhOf)
THROUGH_DOUBLE(erfcOf)
THROUGH_DOUBLE(erfinvOf)
THROUGH_DOUBLE(lgammaOf)
THROUGH_DOUBLE(digammaOf)
THROUGH_DOUBLE(besselI0Of)
#undef THROUGH_DOUBLE

DEVICE float powOf(float x, float y) { return (float)powOf((double)x, (double)y); }
DEVICE float fmodOf(float x, float y) { return (float)fmodOf((double)x, (double)y); }
DEVICE float hypotOf(float x, float y) { return (float)hypotOf((double)x, (double)y); }
DEVICE float atan2Of(float y, float x) { return (float)atan2Of((double)y, (double)x); }
DEVICE float nextAfter(float a, float b) {
	if (isNaN(a) || isNaN(b)) return (float)NOT_A_NUMBER;
	if (a == b) return b;
	if (a == 0) return copySign(floatOf(1), b);
	return floatOf(bitsOf(a) + ((b > a) == (a > 0) ? 1 : -1));
}
