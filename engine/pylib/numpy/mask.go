package numpy

import (
	"bytes"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file has subscripts that are masks.

// truth reads a subscript that is one boolean.
func truth(key object.Value) (hit, ok bool) {
	if x, array := key.Object().(*Array); array && len(x.shape) == 0 && x.dtype() == tensor.Bool && x.dom == nil {
		return load(x.memory(), tensor.Bool, x.offset).IsTrue(), true
	}
	s, d, ok := number(key)
	return s.IsTrue(), ok && d == tensor.Bool
}

// whole is a[True] or a[False]: all of a, or nothing, in a new first dimension.
func (a *Array) whole(t *object.Thread, hit bool) (*selection, error) {
	rows, err := a.view(envOf(t), append([]int{1}, a.shape...), append([]int{0}, a.strides...), a.offset)
	if err != nil {
		return nil, err
	}
	picks := []int{0}
	if !hit {
		picks = nil
	}
	index, err := intArray(envOf(t), picks, len(picks))
	if err != nil {
		return nil, err
	}
	return rows.selection(t, object.Of(index))
}

// maskPositions turns a mask into one array of positions for each of its axes.
func maskPositions(t *object.Thread, a, mask *Array, axis int) ([]object.Value, error) {
	if len(mask.shape)+axis > len(a.shape) {
		return nil, object.Raise(object.IndexError, "too many indices for array: array is %d-dimensional, but %d were indexed", len(a.shape), len(mask.shape)+axis)
	}
	for d, n := range mask.shape {
		if n != a.shape[axis+d] {
			return nil, object.Raise(object.IndexError, "boolean index did not match indexed array along dimension %d; dimension is %d but corresponding boolean dimension is %d", axis+d, a.shape[axis+d], n)
		}
	}
	lists, err := mask.nonzero(envOf(t))
	if err != nil {
		return nil, err
	}
	out := make([]object.Value, len(lists))
	for i, l := range lists {
		out[i] = object.Of(l)
	}
	return out, nil
}

// nonzero lists the positions of true elements, one array for each axis.
func (a *Array) nonzero(env *tensor.Env) ([]*Array, error) {
	flat, err := a.trueAt(env)
	if err != nil {
		return nil, err
	}
	if len(a.shape) == 1 {
		return []*Array{flat}, nil
	}
	positions := device.Slice[int64](flat.memory())[flat.offset : flat.offset+flat.size()]
	out := make([]*Array, len(a.shape))
	below := int64(1)
	for d := len(a.shape) - 1; d >= 0; d-- {
		if out[d], err = newArray(env, tensor.Int64, flat.shape); err != nil {
			return nil, err
		}
		list, n := device.Slice[int64](out[d].memory())[out[d].offset:], int64(a.shape[d])
		for i, f := range positions {
			list[i] = f / below % n
		}
		below *= n
	}
	return out, nil
}

// trueAt lists the numbers, in row-major order, of a's true elements.
func (a *Array) trueAt(env *tensor.Env) (*Array, error) {
	mask := a
	if a.dtype() != tensor.Bool {
		x, err := a.plain().tensor(env)
		if err == nil {
			x, err = env.Cast(x, tensor.Bool)
		}
		if err != nil {
			return nil, fail(err)
		}
		mask = arrayOf(x)
	}
	if !mask.contiguous() {
		var err error
		if mask, err = mask.copy(env); err != nil {
			return nil, err
		}
	}
	hits := mask.memory()[mask.offset : mask.offset+mask.size()]
	flat, err := newArray(env, tensor.Int64, []int{bytes.Count(hits, []byte{1})})
	if err != nil || flat.size() == 0 {
		return flat, err
	}
	list, k := device.Slice[int64](flat.memory())[flat.offset:flat.offset+flat.size()], 0
	for i, hit := range hits { // without a branch that would often be foretold wrongly
		list[min(k, len(list)-1)] = int64(i)
		k += int(hit)
		if k == len(list) {
			break
		}
	}
	return flat, nil
}

// intArray makes an int64 array.
func intArray(env *tensor.Env, list []int, shape ...int) (*Array, error) {
	a, err := newArray(env, tensor.Int64, shape)
	if err != nil {
		return nil, err
	}
	mem := a.memory()
	for i, n := range list {
		order.PutUint64(mem[(a.offset+i)*8:], uint64(n))
	}
	return a, nil
}

// floatArray makes a float64 array.
func floatArray(env *tensor.Env, list []float64, shape ...int) (*Array, error) {
	a, err := newArray(env, tensor.Float64, shape)
	if err != nil {
		return nil, err
	}
	mem := a.memory()
	for i, f := range list {
		store(mem, tensor.Float64, a.offset+i, tensor.Float(f))
	}
	return a, nil
}
