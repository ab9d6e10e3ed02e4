// Package libm holds elementary functions that round as the C library does.
//
// Go's math package may be off by a unit in the last place, which Python's repr
// shows: 1.05**10 would print another last digit than CPython's. The functions
// here compute in double-double (an unevaluated sum of two float64, about 100
// bits) after a table-driven reduction, so the rounded result is the correct one
// but for about one argument in 2^15, and glibc's (whose bound is 0.52 ulp) nearly
// always. Special values and huge arguments go to package math.
//
// Sources: P. Tang's table-driven methods (ACM TOMS 15, 1989; 16, 1990); T. J.
// Dekker's double-double arithmetic (Numerische Mathematik 18, 1971).
package libm

import "math"

// pair is an unevaluated sum hi + lo with |lo| at most half an ulp of hi.
type pair struct{ hi, lo float64 }

// fastSum returns a + b exactly; |a| >= |b|.
func fastSum(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// sum returns a + b exactly.
func sum(a, b float64) pair {
	s := a + b
	v := s - a
	return pair{s, (a - (s - v)) + (b - v)}
}

// product returns a * b exactly.
func product(a, b float64) pair {
	p := a * b
	return pair{p, math.FMA(a, b, -p)}
}

func (a pair) add(b pair) pair {
	s := sum(a.hi, b.hi)
	return fastSum(s.hi, s.lo+a.lo+b.lo)
}

func (a pair) plus(b float64) pair {
	s := sum(a.hi, b)
	return fastSum(s.hi, s.lo+a.lo)
}

func (a pair) neg() pair { return pair{-a.hi, -a.lo} }

func (a pair) mul(b pair) pair {
	p := product(a.hi, b.hi)
	return fastSum(p.hi, p.lo+(a.hi*b.lo+a.lo*b.hi))
}

func (a pair) times(b float64) pair {
	p := product(a.hi, b)
	return fastSum(p.hi, p.lo+a.lo*b)
}

func (a pair) div(b pair) pair {
	q := a.hi / b.hi
	r := a.add(b.times(q).neg())
	q2 := r.hi / b.hi
	r = r.add(b.times(q2).neg())
	return fastSum(q, q2).plus(r.hi / b.hi)
}

// sqrt returns the root of a positive pair.
func (a pair) sqrt() pair {
	r := math.Sqrt(a.hi)
	e := a.add(product(r, r).neg())
	return fastSum(r, e.hi/(2*r))
}

func (a pair) value() float64 { return a.hi + a.lo }

func isFinite(x float64) bool { return x-x == 0 }
