package numeric

import (
	"math"

	"gputour/engine/libm"
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// This file holds the functions of module math that reduce many numbers to one.

func reals(t *object.Thread, v object.Value) ([]float64, error) {
	var list []float64
	err := object.ForEach(t, v, func(item object.Value) error {
		x, err := binding.Real(t, item)
		if err == nil {
			list, err = append(list, x), t.Charge(8)
		}
		return err
	})
	return list, err
}

// norm is the Euclidean length, scaled against overflow, as accurate as the sum allows.
func norm(x []float64) float64 {
	top := 0.0
	for _, v := range x {
		switch {
		case math.IsInf(v, 0):
			return math.Inf(1)
		case math.IsNaN(v):
			top = v
		case !math.IsNaN(top):
			top = math.Max(top, math.Abs(v))
		}
	}
	if top == 0 || math.IsNaN(top) {
		return top
	}
	if len(x) == 2 {
		return libm.Hypot(x[0], x[1])
	}
	_, exp := math.Frexp(top)
	var sum accurate
	for _, v := range x {
		v = math.Ldexp(v, -exp)
		hi := v * v
		sum.add(hi)
		sum.add(math.FMA(v, v, -hi))
	}
	return math.Ldexp(math.Sqrt(sum.value()), exp)
}

func mathHypot(t *object.Thread, a []object.Value) (object.Value, error) {
	x, err := reals(t, a[0])
	return object.Float(norm(x)), err
}

func mathDist(t *object.Thread, a []object.Value) (object.Value, error) {
	p, err := reals(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	q, err := reals(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if len(p) != len(q) {
		return object.Value{}, object.Raise(object.ValueError, "both points must have the same number of dimensions")
	}
	for i := range p {
		p[i] -= q[i]
	}
	return object.Float(norm(p)), nil
}

// accurate sums floats exactly, as non-overlapping partial sums (Shewchuk 1997).
type accurate struct {
	partials []float64
	special  float64 // the sum of infinities and NaNs
	infinite float64 // the sum of infinities
	odd      bool    // there were infinities or NaNs
	over     bool    // a partial sum was too large
}

func (s *accurate) add(x float64) {
	if !isFinite(x) {
		s.special, s.odd = s.special+x, true
		if math.IsInf(x, 0) {
			s.infinite += x
		}
		return
	}
	kept := 0
	for _, y := range s.partials {
		if math.Abs(x) < math.Abs(y) {
			x, y = y, x
		}
		hi := x + y
		lo := y - (hi - x)
		if lo != 0 {
			s.partials[kept] = lo
			kept++
		}
		x = hi
	}
	s.over = s.over || math.IsInf(x, 0)
	s.partials = append(s.partials[:kept], x)
}

// value rounds the exact sum once, halves to even.
func (s *accurate) value() float64 {
	if s.odd {
		return s.special
	}
	n := len(s.partials)
	if n == 0 {
		return 0
	}
	n--
	hi, lo := s.partials[n], 0.0
	for n > 0 {
		x := hi
		n--
		y := s.partials[n]
		hi = x + y
		lo = y - (hi - x)
		if lo != 0 {
			break
		}
	}
	if n > 0 && (lo < 0) == (s.partials[n-1] < 0) && lo != 0 && s.partials[n-1] != 0 {
		y := lo * 2
		x := hi + y
		if y == x-hi {
			hi = x
		}
	}
	return hi
}

func mathFsum(t *object.Thread, a []object.Value) (object.Value, error) {
	var sum accurate
	err := object.ForEach(t, a[0], func(item object.Value) error {
		x, err := binding.Real(t, item)
		sum.add(x)
		return err
	})
	if err != nil {
		return object.Value{}, err
	}
	y := sum.value()
	if math.IsNaN(sum.infinite) {
		return object.Value{}, object.Raise(object.ValueError, "-inf + inf in fsum")
	}
	if sum.over || math.IsInf(y, 0) && !sum.odd {
		return object.Value{}, object.Raise(object.OverflowError, "intermediate overflow in fsum")
	}
	return object.Float(y), nil
}

func mathProd(t *object.Thread, a []object.Value) (object.Value, error) {
	product := a[1]
	err := object.ForEach(t, a[0], func(item object.Value) (err error) {
		product, err = object.Binary(t, object.Mul, product, item)
		return err
	})
	return product, err
}
