package numpy

import (
	"slices"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file writes the results of ufuncs to arrays that are there already.

// intoEach writes several results to a tuple of out arguments, of which some may be None.
func (f *ufunc) intoEach(t *object.Thread, out object.Value, results []object.Value, where object.Value, unsafe bool) (object.Value, error) {
	outs, ok := out.Object().(*object.Tuple)
	if !ok {
		return object.Value{}, typeError("'out' must be a tuple of arrays")
	}
	items := slices.Clone(results)
	for i, o := range outs.Items {
		if i >= len(items) || o.IsNone() {
			continue
		}
		var err error
		if items[i], err = f.write(t, o, results[i], where, unsafe); err != nil {
			return object.Value{}, err
		}
	}
	return object.NewTuple(items...), nil
}

// into writes a result to the out argument, where the mask allows.
func (f *ufunc) into(t *object.Thread, out, v, where object.Value) (object.Value, error) {
	return f.write(t, out, v, where, false)
}

// write is into; unsafe allows results of any kind.
func (f *ufunc) write(t *object.Thread, out, v, where object.Value, unsafe bool) (object.Value, error) {
	if tuple, ok := out.Object().(*object.Tuple); ok && len(tuple.Items) == 1 {
		out = tuple.Items[0]
	}
	dst, ok := out.Object().(*Array)
	if !ok {
		return object.Value{}, typeError("return arrays must be of ArrayType")
	}
	src, err := asArray(t, v, 0)
	if err != nil {
		return object.Value{}, err
	}
	if !unsafe && kindOf(src.dtype()) > kindOf(dst.dtype()) {
		return object.Value{}, castError(f.name, src.dtype(), dst.dtype())
	}
	if both, err := broadcastShape(dst.shape, src.shape); err == nil && !slices.Equal(both, dst.shape) {
		return object.Value{}, valueError("non-broadcastable output operand with shape %s doesn't match the broadcast shape %s", shapeText(dst.shape), shapeText(both))
	} else if err != nil {
		return object.Value{}, valueError("operands could not be broadcast together with shapes %s", shapeTexts([]*Array{src, dst}))
	}
	if where == object.True {
		return out, dst.assignFrom(t, src)
	}
	mask, err := asArray(t, where, tensor.Bool)
	if err != nil {
		return object.Value{}, err
	}
	picked, err := choose(t, mask, object.Of(src), object.Of(dst))
	if err != nil {
		return object.Value{}, err
	}
	return out, dst.assignFrom(t, picked)
}

func castError(name string, from, to tensor.DType) error {
	return object.Raise(ufuncTypeError, "Cannot cast ufunc '%s' output from dtype('%s') to dtype('%s') with casting rule 'same_kind'", name, infoOf[from].name, infoOf[to].name)
}

var ufuncTypeError = object.NewBuiltin("numpy.core._exceptions.UFuncTypeError")
