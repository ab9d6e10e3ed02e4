package numpy

import (
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file holds an array's attributes; methods.go its methods.

// kept is an attribute's setter that refuses del, which comes to it as no value.
func kept(what string, set func(t *object.Thread, v, x object.Value) error) func(t *object.Thread, v, x object.Value) error {
	return func(t *object.Thread, v, x object.Value) error {
		if x.IsNil() {
			return object.Raise(object.AttributeError, "Cannot delete array %s", what)
		}
		return set(t, v, x)
	}
}

var arrayProps = []object.Prop{
	{Name: "shape", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return intTuple(self(v).shape), nil },
		Set: kept("shape", func(t *object.Thread, v, x object.Value) error {
			shape, err := shapeArg(t, x)
			if err != nil {
				return err
			}
			r, err := self(v).reshape(envOf(t), shape, false)
			if err == nil && r.x.Storage() != self(v).x.Storage() {
				return object.Raise(object.AttributeError, "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape.")
			}
			if err == nil {
				self(v).shape, self(v).strides, self(v).offset, self(v).x = r.shape, r.strides, r.offset, r.x
			}
			return err
		})},
	{Name: "dtype", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return self(v).info().value, nil
	}},
	{Name: "ndim", Get: intProp(func(a *Array) int { return len(a.shape) })},
	{Name: "size", Get: intProp((*Array).size)},
	{Name: "itemsize", Get: intProp((*Array).itemsize)},
	{Name: "nbytes", Get: intProp(func(a *Array) int { return a.size() * a.itemsize() })},
	{Name: "_offset", Get: intProp(func(a *Array) int { return a.offset })},
	{Name: "strides", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return byteStrides(self(v)), nil }},
	{Name: "__array_interface__", Get: memoryInterface},
	{Name: "T", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
		r, err := self(v).transposed(envOf(t), nil)
		return result(r, err)
	}},
	{Name: "base", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		b := self(v).base
		if b == nil {
			return object.None, nil
		}
		for b.base != nil {
			b = b.base
		}
		return object.Of(b), nil
	}},
	{Name: "flat", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
		r, err := self(v).reshape(envOf(t), []int{-1}, false)
		return result(r, err)
	}, Set: kept("flat iterator", func(t *object.Thread, v, x object.Value) error {
		_, err := callNumpy(t, "_set_flat", object.Args{Pos: []object.Value{v, x}})
		return err
	})},
	{Name: "real", Get: realPart, Set: kept("real part", intoPart(realPart))},
	{Name: "imag", Get: imagPart, Set: kept("imaginary part", intoPart(imagPart))},
	{Name: "data", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil }},
	{Name: "flags", Get: func(t *object.Thread, v object.Value) (object.Value, error) {
		a := self(v)
		return callNumpy(t, "_flags", object.Args{Pos: []object.Value{object.Bool(a.contiguous()), object.Bool(a.fortran()), object.Bool(a.base == nil), object.Bool(!a.locked), v}})
	}},
}

// byteStrides is how many bytes lie between neighbours, as NumPy counts them.
func byteStrides(a *Array) object.Value {
	bytes := make([]int, len(a.strides))
	for i, s := range a.strides {
		bytes[i] = s * a.itemsize()
	}
	return intTuple(bytes)
}

// intoPart assigns to the real or imaginary parts.
func intoPart(get func(*object.Thread, object.Value) (object.Value, error)) func(t *object.Thread, v, x object.Value) error {
	return func(t *object.Thread, v, x object.Value) error {
		p, err := get(t, v)
		if err != nil {
			return err
		}
		return setItem(t, p, object.Ellipsis, x)
	}
}

func part(f func(env *tensor.Env, x *tensor.Tensor) (*tensor.Tensor, error)) func(*object.Thread, object.Value) (object.Value, error) {
	return func(t *object.Thread, v object.Value) (object.Value, error) {
		x, err := self(v).tensor(envOf(t))
		if err != nil {
			return object.Value{}, err
		}
		y, err := f(envOf(t), x)
		if err != nil {
			return object.Value{}, fail(err)
		}
		return object.Of(arrayOf(y)), nil
	}
}

func intProp(f func(*Array) int) func(*object.Thread, object.Value) (object.Value, error) {
	return func(_ *object.Thread, v object.Value) (object.Value, error) {
		return object.Int(int64(f(self(v)))), nil
	}
}
