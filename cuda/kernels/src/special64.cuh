// Special functions in double precision: the error function and its inverse, the gamma
// function's logarithm and its derivative, the Bessel function of order zero. Sources and
// errors are in math64.cuh.
//
// Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a
// Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this
// software is freely granted, provided that this notice is preserved.
#pragma once
#include "math64.cuh"

// erfTail is erfc(x) for x ≥ 1.25.
DEVICE double erfTail(double x) {
	if (x >= 28) return 0;
	double s = 1 / (x * x), r, q;
	if (x < 1 / 0.35) {
		r = polynomial(s, -9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01,
			-6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02,
			-8.12874355063065934246e+01, -9.81432934416914548592e+00);
		q = polynomial(s, 1.0, 1.96512716674392571292e+01, 1.37657754143519042600e+02, 4.34565877475229228821e+02,
			6.45387271733267880336e+02, 4.29008140027567833386e+02, 1.08635005541779435134e+02,
			6.57024977031928170135e+00, -6.04244152148580987438e-02);
	} else {
		r = polynomial(s, -9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01,
			-1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03,
			-4.83519191608651397019e+02);
		q = polynomial(s, 1.0, 3.03380607434824582924e+01, 3.25792512996573918826e+02, 1.53672958608443695994e+03,
			3.19985821950859553908e+03, 2.55305040643316442583e+03, 4.74528541206955367215e+02,
			-2.24409524465858183362e+01);
	}
	double z = doubleOf(bitsOf(x) & 0xffffffff00000000ULL); // 20 bits: its square is exact
	return expOf(-z * z - 0.5625) * expOf((z - x) * (z + x) + r / q) / x;
}

// erfMiddle is erf(x) − 0.845… for x in [0.84375, 1.25).
DEVICE double erfMiddle(double x) {
	double s = x - 1;
	return polynomial(s, -2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01,
		3.18346619901161753674e-01, -1.10894694282396677476e-01, 3.54783043256182359371e-02,
		-2.16637559486879084300e-03) /
		polynomial(s, 1.0, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02,
			1.26171219808761642112e-01, 1.36370839120290507362e-02, 1.19844998467991074170e-02);
}

// erfSlope is erf(x)/x − 1 for x below 0.84375.
DEVICE double erfSlope(double x) {
	double z = x * x;
	return polynomial(z, 1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02,
		-5.77027029648944159157e-03, -2.37630166566501626084e-05) /
		polynomial(z, 1.0, 3.97917223959155352819e-01, 6.50222499887672944485e-02, 5.08130628187576562776e-03,
			1.32494738004321644526e-04, -3.96022827877536812320e-06);
}

OUTLINE double erfOf(double x) {
	double a = absOf(x);
	if (a < 0.84375) return x + x * erfSlope(a);
	if (a < 1.25) return copySign(8.45062911510467529297e-01 + erfMiddle(a), x);
	return isNaN(x) ? x : copySign(a >= 6 ? 1 : 1 - erfTail(a), x);
}

OUTLINE double erfcOf(double x) {
	double a = absOf(x);
	if (a < 0.25) return 1 - (x + x * erfSlope(a));
	if (a < 0.84375) return x > 0 ? 1 - (0.5 + (a * erfSlope(a) + (a - 0.5))) : 1 + (a + a * erfSlope(a));
	if (a < 1.25) return x > 0 ? 1 - 8.45062911510467529297e-01 - erfMiddle(a) : 1 + (8.45062911510467529297e-01 +
		erfMiddle(a));
	if (isNaN(x)) return x;
	return x > 0 ? erfTail(a) : 2 - (a > 6 ? 0 : erfTail(a));
}

OUTLINE double erfinvOf(double x) {
	double a = absOf(x), y;
	if (!(a < 1)) return a == 1 ? copySign(INFINITE, x) : NOT_A_NUMBER;
	if (a <= 0.85) {
		double r = 0.180625 - 0.25 * a * a;
		y = a * polynomial(r, 1.1975323115670912564578e0, 4.7072688112383978012285e1, 6.9706266534389598238465e2,
			4.8548868893843886794648e3, 1.6235862515167575384252e4, 2.3782041382114385731252e4,
			1.1819493347062294404278e4, 8.8709406962545514830200e2) /
			polynomial(r, 1.0000000000000000000e0, 4.2313330701600911252e1, 6.8718700749205790830e2,
				5.3941960214247511077e3, 2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
				5.2264952788528545610e3);
	} else {
		double r = sqrtOf(0.69314718055994530942 - logOf(1.0 - a));
		if (r <= 5) {
			r -= 1.6;
			y = polynomial(r, 1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
				3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
				2.27238449892691845833e-2, 7.74545014278341407640e-4) /
				polynomial(r, 1.4142135623730950488016887e0, 2.9036514445419946173133295e0,
					2.3707661626024532365971225e0, 9.7547832001787427186894837e-1, 2.0945065210512749128288442e-1,
					2.1494160384252876777097297e-2, 7.7441459065157709165577218e-4, 1.4859850019840355905497876e-9);
		} else {
			r -= 5;
			y = polynomial(r, 6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
				2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
				2.71155556874348757815e-5, 2.01033439929228813265e-7) /
				polynomial(r, 1.414213562373095048801689e0, 8.482908416595164588112026e-1,
					1.936480946950659106176712e-1, 2.103693768272068968719679e-2, 1.112800997078859844711555e-3,
					2.611088405080593625138020e-5, 2.010321207683943062279931e-7, 2.891024605872965461538222e-15);
		}
	}
	return copySign(y, x);
}

// sinPi is sin(πx) for x ≥ 0.
DEVICE double sinPi(double x) {
	double y = x - 2 * floorOf(0.5 * x); // exact, in [0, 2)
	double sign = y >= 1 ? -1 : 1;
	if (y >= 1) y -= 1;
	if (y > 0.5) y = 1 - y;
	return sign * (y > 0.25 ? cosOf(3.14159265358979323846 * (0.5 - y)) : sinOf(3.14159265358979323846 * y));
}

// lgammaNear is log Γ(x) for x in (0, 2), around its minimum and its zeros.
DEVICE double lgammaNear(double x) {
	const double least = 1.461632144968362245;
	double sum = 0, at = x;
	if (x <= 0.9) sum = -logOf(x), at = x + 1;
	if (at >= least + 0.27) {
		double y = x <= 0.9 ? 1 - x : 2 - x, z = y * y;
		double p1 = polynomial(z, 7.72156649015328655494e-02, 6.73523010531292681824e-02, 7.38555086081402883957e-03,
			1.19270763183362067845e-03, 2.20862790713908385557e-04, 2.52144565451257326939e-05);
		double p2 = z * polynomial(z, 3.22467033424113591611e-01, 2.05808084325167332806e-02,
			2.89051383673415629091e-03, 5.10069792153511336608e-04, 1.08011567247583939954e-04,
			4.48640949618915160150e-05);
		return sum + (y * p1 + p2 - 0.5 * y);
	}
	if (at >= least - 0.27) {
		double y = x <= 0.9 ? x - (least - 1) : x - least, z = y * y, w = z * y;
		double p1 = polynomial(w, 4.83836122723810047042e-01, -3.27885410759859649565e-02,
			6.10053870246291332635e-03, -1.40346469989232843813e-03, 3.15632070903625950361e-04);
		double p2 = polynomial(w, -1.47587722994593911752e-01, 1.79706750811820387126e-02,
			-3.68452016781138256760e-03, 8.81081882437654011382e-04, -3.12754168375120860518e-04);
		double p3 = polynomial(w, 6.46249402391333854778e-02, -1.03142241298341437450e-02,
			2.25964780900612472250e-03, -5.38595305356740546715e-04, 3.35529192635519073543e-04);
		return sum + (-1.21486290535849611461e-01 + (z * p1 - (-3.63867699703950536541e-18 - w * (p2 + y * p3))));
	}
	double y = x <= 0.9 ? x : x - 1;
	double p1 = y * polynomial(y, -7.72156649015328655494e-02, 6.32827064025093366517e-01,
		1.45492250137234768737e+00, 9.77717527963372745603e-01, 2.28963728064692451092e-01,
		1.33810918536787660377e-02);
	double p2 = polynomial(y, 1.0, 2.45597793713041134822e+00, 2.12848976379893395361e+00,
		7.69285150456672783825e-01, 1.04222645593369134254e-01, 3.21709242282423911810e-03);
	return sum + (-0.5 * y + p1 / p2);
}

OUTLINE double lgammaOf(double v) {
	double x = absOf(v), adjust = 0, r;
	if (isNaN(v) || x == INFINITE) return x;
	if (x < 0x1p-70) return -logOf(x);
	if (v < 0) {
		double t = x >= 0x1p52 ? 0 : sinPi(x);
		if (t == 0) return INFINITE;
		adjust = logOf(3.14159265358979323846 / absOf(t * x));
	}
	if (x == 1 || x == 2) {
		r = 0;
	} else if (x < 2) {
		r = lgammaNear(x);
	} else if (x < 8) {
		double i = floorOf(x), y = x - i, z = 1;
		double p = y * polynomial(y, -7.72156649015328655494e-02, 2.14982415960608852501e-01,
			3.25778796408930981787e-01, 1.46350472652464452805e-01, 2.66422703033638609560e-02,
			1.84028451407337715652e-03, 3.19475326584100867617e-05);
		double q = polynomial(y, 1.0, 1.39200533467621045958e+00, 7.21935547567138069525e-01,
			1.71933865632803078993e-01, 1.86459191715652901344e-02, 7.77942496381893596434e-04,
			7.32668430744625636189e-06);
		for (; i > 2; i--) z *= y + (i - 1);
		r = 0.5 * y + p / q + logOf(z);
	} else if (x < 0x1p58) {
		double z = 1 / x, y = z * z;
		r = (x - 0.5) * (logOf(x) - 1) + (4.18938533204672725052e-01 + z * polynomial(y, 8.33333333333329678849e-02,
			-2.77777777728775536470e-03, 7.93650558643019558500e-04, -5.95187557450339963135e-04,
			8.36339918996282139126e-04, -1.63092934096575273989e-03));
	} else {
		r = x * (logOf(x) - 1);
	}
	return v < 0 ? adjust - r : r;
}

// digammaOf: reflection, recurrence up to 10, then the asymptotic series (Abramowitz and
// Stegun 6.3.18).
OUTLINE double digammaOf(double x) {
	double reflected = 0, sum = 0;
	if (x == 0) return copySign(INFINITE, -x);
	if (x < 0) {
		if (x == truncOf(x)) return NOT_A_NUMBER;
		reflected = 3.14159265358979323846 / tanOf(3.14159265358979323846 * x);
		x = 1 - x;
	}
	for (; x < 10; x += 1) sum -= 1 / x;
	double z = 1 / (x * x);
	double series = z * polynomial(z, 1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132, -691.0 / 32760,
		1.0 / 12);
	return sum + logOf(x) - 0.5 / x - series - reflected;
}

// besselI0Of: the power series, and above 30 the asymptotic one (Abramowitz and Stegun 9.6.12,
// 9.7.1).
OUTLINE double besselI0Of(double x) {
	double a = absOf(x), term = 1, sum = 1;
	if (a > 30) {
		for (double k = 1; k < 20; k++) term *= (2 * k - 1) * (2 * k - 1) / (8 * a * k), sum += term;
		return expOf(a) / sqrtOf(6.28318530717958647693 * a) * sum;
	}
	for (double k = 1; term > sum * 1e-17; k++) term *= a * a / (4 * k * k), sum += term;
	return isNaN(x) ? x : sum;
}
