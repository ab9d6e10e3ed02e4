package libm

import (
	"math"
	"math/big"
)

const (
	trigStep = 64 // tables at multiples of 1/64
	trigSize = 52 // up to pi/4 and a little
	trigHuge = 1 << 20
)

var (
	halfPi     = pair{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}
	halfPiTail = -0x1.f1976b7ed8fbcp-110
	pi         = pair{2 * halfPi.hi, 2 * halfPi.lo}
)

// reduce returns x - n*pi/2 in [-pi/4, pi/4] and n mod 4.
func reduce(x float64) (pair, int) {
	if math.Abs(x) > trigHuge {
		return reduceBig(x)
	}
	n := math.RoundToEven(x * (2 / math.Pi))
	r := sum(x, 0).add(product(-n, halfPi.hi)).add(product(-n, halfPi.lo)).plus(-n * halfPiTail)
	return r, int(n) & 3
}

// reduceBig does the same for huge arguments, in enough bits for any of them.
func reduceBig(x float64) (pair, int) {
	v := new(big.Float).SetPrec(1400).SetFloat64(x)
	q := new(big.Float).SetPrec(1400).Quo(v, bigHalfPi())
	half := big.NewFloat(0.5)
	if x < 0 {
		half.Neg(half)
	}
	n, _ := q.Add(q, half).Int(nil)
	v.Sub(v, new(big.Float).SetPrec(1400).Mul(new(big.Float).SetPrec(1400).SetInt(n), bigHalfPi()))
	return toPair(v), int(new(big.Int).And(n, big.NewInt(3)).Int64())
}

// sinCos returns the sine and cosine of a reduced angle.
func sinCos(r pair) (s, c pair) {
	negative := r.hi < 0
	if negative {
		r = r.neg()
	}
	i := int(r.hi*trigStep + 0.5)
	d := r.plus(-float64(i) / trigStep)
	z := d.mul(d)
	x, y := d.hi, z.hi
	tailS := x * y * y * (1.0/120 + y*(-1.0/5040+y*(1.0/362880)))
	smallS := d.add(d.mul(z).div(pair{-6, 0})).plus(tailS)
	tailC := y * y * (1.0/24 + y*(-1.0/720+y*(1.0/40320)))
	smallC := pair{-z.hi / 2, -z.lo / 2}.plus(tailC) // cos - 1
	S, C := sinTable[i], cosTable[i]
	s = S.add(S.mul(smallC)).add(C.mul(smallS))
	c = C.add(C.mul(smallC)).add(S.mul(smallS).neg())
	if negative {
		s = s.neg()
	}
	return s, c
}

// Sin returns the sine of x radians.
func Sin(x float64) float64 {
	if !isFinite(x) || math.Abs(x) < 0x1p-27 {
		return math.Sin(x)
	}
	r, n := reduce(x)
	s, c := sinCos(r)
	return [4]float64{s.value(), c.value(), -s.value(), -c.value()}[n]
}

// Cos returns the cosine of x radians.
func Cos(x float64) float64 {
	if !isFinite(x) {
		return math.Cos(x)
	}
	r, n := reduce(x)
	s, c := sinCos(r)
	return [4]float64{c.value(), -s.value(), -c.value(), s.value()}[n]
}

// Tan returns the tangent of x radians.
func Tan(x float64) float64 {
	if !isFinite(x) || math.Abs(x) < 0x1p-27 {
		return math.Tan(x)
	}
	r, n := reduce(x)
	s, c := sinCos(r)
	if n&1 != 0 {
		return -c.div(s).value()
	}
	return s.div(c).value()
}

// atanPair returns the arc tangent of y/x; x > 0, y >= 0.
func atanPair(y, x pair) pair {
	if y.hi > x.hi {
		return halfPi.add(atanPair(x, y).neg())
	}
	i := int(y.hi/x.hi*trigStep + 0.5)
	c := float64(i) / trigStep
	// atan(q) = atan(c) + atan((q-c)/(1+q*c)), with q = y/x.
	d := y.add(x.times(-c)).div(x.add(y.times(c)))
	z := d.mul(d)
	t := z.hi
	tail := d.hi * t * t * (1.0/5 + t*(-1.0/7+t*(1.0/9+t*(-1.0/11))))
	third := d.mul(z).div(pair{-3, 0})
	return atanTable[i].add(d).add(third).plus(tail)
}

// Atan returns the arc tangent.
func Atan(x float64) float64 {
	if !isFinite(x) || math.Abs(x) < 0x1p-27 || math.Abs(x) > 1e17 {
		return math.Atan(x)
	}
	return math.Copysign(atanPair(pair{math.Abs(x), 0}, pair{1, 0}).value(), x)
}

// Atan2 returns the angle of the point (x, y).
func Atan2(y, x float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	if !isFinite(x) || !isFinite(y) || x == 0 || y == 0 || ax < 1e-150 || ay < 1e-150 || ax > 1e150 || ay > 1e150 {
		return math.Copysign(math.Atan2(ay, x), y) // by itself it loses the sign of a y far below x
	}
	a := atanPair(pair{ay, 0}, pair{ax, 0})
	if x < 0 {
		a = pi.add(a.neg())
	}
	return math.Copysign(a.value(), y)
}

// Asin returns the arc sine.
func Asin(x float64) float64 {
	a := math.Abs(x)
	if !isFinite(x) || a >= 1 || a < 0x1p-27 {
		return math.Asin(x)
	}
	return math.Copysign(atanPair(pair{a, 0}, cathetus(a)).value(), x)
}

// Acos returns the arc cosine.
func Acos(x float64) float64 {
	a := math.Abs(x)
	if !isFinite(x) || a >= 1 {
		return math.Acos(x)
	}
	angle := halfPi
	if a > 0 {
		angle = atanPair(cathetus(a), pair{a, 0})
	}
	if x < 0 {
		angle = pi.add(angle.neg())
	}
	return angle.value()
}

// cathetus returns sqrt(1 - a²).
func cathetus(a float64) pair { return sum(1, -a).mul(sum(1, a)).sqrt() }

// Hypot returns sqrt(x² + y²).
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	top := max(x, y)
	if !isFinite(x) || !isFinite(y) || top == 0 || top > 1e150 || min(x, y) < 1e-150 {
		return math.Hypot(x, y)
	}
	return product(x, x).add(product(y, y)).sqrt().value()
}

// Cbrt returns the cube root by glibc's polynomial and one step of Halley's
// iteration (sysdeps/ieee754/dbl-64/s_cbrt.c).
func Cbrt(x float64) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	root2, root4 := 1.2599210498948731648, 1.5874010519681994748 // the quotients below are rounded twice, as in C
	factor := [5]float64{1 / root4, 1 / root2, 1, root2, root4}
	m, e := math.Frexp(math.Abs(x))
	p := 0.784932344976639262 - float64(0.145263899385486367*m)
	p = 1.83469277483613086 - float64(p*m)
	p = 2.44693122563534430 - float64(p*m)
	p = 2.11499494167371287 - float64(p*m)
	p = 1.50819193781584896 - float64(p*m)
	u := 0.354895765043919860 + float64(p*m)
	t := u * u * u
	y := u * (t + float64(2*m)) / (float64(2*t) + m) * factor[2+e%3]
	return math.Ldexp(math.Copysign(y, x), e/3)
}
