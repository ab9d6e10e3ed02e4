package numpy

import (
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/tensor"
)

// einsum is _einsum(equation, *arrays), by way of the tensor library.
func einsum(t *object.Thread, v []object.Value) (object.Value, error) {
	equation, _ := object.AsStr(v[0])
	var list []*Array
	d := tensor.NoDType
	for _, item := range v[1].Object().(*object.Tuple).Items {
		a, err := asArray(t, item, 0)
		if err != nil {
			return object.Value{}, err
		}
		list, d = append(list, a), promote(d, a.dtype())
	}
	x, err := tensorsIn(envOf(t), d, list...)
	if err != nil {
		return object.Value{}, err
	}
	y, err := state.TapeOf(t.Session).Einsum(equation, x)
	if err != nil {
		return object.Value{}, fail(err)
	}
	return unbox(arrayOf(y)), nil
}
