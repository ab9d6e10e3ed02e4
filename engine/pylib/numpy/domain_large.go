package numpy

import (
	"math"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file computes with uint64 elements of 2⁶³ and more, which int64 arithmetic takes for
// negative numbers. Sums, differences and products need no care: they wrap around alike.

// large reports a uint64 element that does not fit int64.
func large(arrays []*Array) bool {
	for _, a := range arrays {
		if a.info() != infoNamed["uint64"] {
			continue
		}
		for _, s := range a.plain().scalars() {
			if s.I < 0 {
				return true
			}
		}
	}
	return false
}

// exact are the functions of two unsigned numbers that differ from those of signed ones.
var exact = map[string]func(x, y uint64) uint64{
	"floor_divide": func(x, y uint64) uint64 {
		if y == 0 {
			return 0
		}
		return x / y
	},
	"right_shift": func(x, y uint64) uint64 { return x >> y },
	"remainder":   modulo, "fmod": modulo,
	"maximum": func(x, y uint64) uint64 { return max(x, y) }, "fmax": func(x, y uint64) uint64 { return max(x, y) },
	"minimum": func(x, y uint64) uint64 { return min(x, y) }, "fmin": func(x, y uint64) uint64 { return min(x, y) },
}

func modulo(x, y uint64) uint64 {
	if y == 0 {
		return 0
	}
	return x % y
}

// large is f where an element is: exactly where f is known here, in float64 where the
// result is one or mixed operands ask for it; not ok means that int64 arithmetic serves.
func (f *ufunc) large(t *object.Thread, arrays []*Array, mixed bool) (v object.Value, ok bool, err error) {
	apply := exact[f.name]
	switch {
	case f.rule == logical && !mixed:
		v, err = f.onPlain(t, arrays, func(n int64) tensor.Scalar { return tensor.Int(n ^ math.MinInt64) }, tensor.Int64)
		return v, true, err
	case f.rule == logical || f.rule == floating || f.rule == dividing || mixed:
		v, err = f.onPlain(t, arrays, func(n int64) tensor.Scalar { return tensor.Float(float64(uint64(n))) }, tensor.Float64)
		return v, true, err
	case f.name == "absolute" && len(arrays) == 1:
		return object.Of(arrays[0]), true, nil
	case apply == nil || len(arrays) != 2:
		return v, false, nil
	}
	shape, err := broadcastShape(arrays[0].shape, arrays[1].shape)
	if err != nil {
		return v, true, err
	}
	r, err := newArray(envOf(t), tensor.Int64, shape)
	if err != nil {
		return v, true, err
	}
	sides := [2][]tensor.Scalar{}
	for i, a := range arrays {
		wide, err := a.plain().broadcast(envOf(t), shape)
		if err != nil {
			return v, true, err
		}
		sides[i] = wide.scalars()
	}
	for i := range sides[0] {
		n := apply(uint64(sides[0][i].Int64()), uint64(sides[1][i].Int64()))
		store(r.memory(), tensor.Int64, r.offset+i, tensor.Int(int64(n)))
	}
	v, err = r.wrapped(t, infoNamed["uint64"])
	return v, true, err
}

// onPlain applies f to arrays whose unsigned elements have become others.
func (f *ufunc) onPlain(t *object.Thread, arrays []*Array, become func(int64) tensor.Scalar, d tensor.DType) (object.Value, error) {
	plain := make([]object.Value, len(arrays))
	for i, a := range arrays {
		p := a.plain()
		if a.info().kind == 'u' || d == tensor.Int64 {
			var err error
			if p, err = a.mapped(envOf(t), d, become); err != nil {
				return object.Value{}, err
			}
		}
		plain[i] = object.Of(p)
	}
	return f.apply(t, plain...)
}

// largeReduced is a reduction of a where an element is large: of float64 values, or for the
// order of numbers of int64 values in their order.
func (a *Array) largeReduced(t *object.Thread, name string, plain func(x *Array) (object.Value, error)) (v object.Value, ok bool, err error) {
	ordered := name == "max" || name == "min" || name == "argmax" || name == "argmin"
	if !ordered && name != "mean" && name != "std" && name != "var" {
		return v, false, nil
	}
	d, become := tensor.Float64, func(n int64) tensor.Scalar { return tensor.Float(float64(uint64(n))) }
	if ordered {
		d, become = tensor.Int64, func(n int64) tensor.Scalar { return tensor.Int(n ^ math.MinInt64) }
	}
	x, err := a.mapped(envOf(t), d, become)
	if err != nil {
		return v, true, err
	}
	if v, err = plain(x); err != nil || name != "max" && name != "min" {
		return v, true, err
	}
	r, err := asArray(t, v, tensor.Int64)
	if err != nil {
		return v, true, err
	}
	if r, err = r.mapped(envOf(t), tensor.Int64, become); err != nil {
		return v, true, err
	}
	v, err = r.wrapped(t, infoNamed["uint64"])
	return v, true, err
}

// mapped is an array of dtype d of what the integers of a become.
func (a *Array) mapped(env *tensor.Env, d tensor.DType, become func(int64) tensor.Scalar) (*Array, error) {
	r, err := newArray(env, d, a.shape)
	if err != nil {
		return nil, err
	}
	for at, s := range a.plain().scalars() {
		store(r.memory(), d, r.offset+at, become(s.Int64()))
	}
	return r, nil
}
