package numpy

import (
	"slices"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file has what changes an array's shape and leaves its values.

// reshape gives a another shape: a view where the layout allows it.
func (a *Array) reshape(env *tensor.Env, shape []int, columns bool) (*Array, error) {
	shape = slices.Clone(shape)
	hole, n := -1, 1
	for i, s := range shape {
		if s >= 0 {
			n *= s
			continue
		}
		if hole >= 0 {
			return nil, valueError("can only specify one unknown dimension")
		}
		hole = i
	}
	bad := valueError("cannot reshape array of size %d into shape %s", a.size(), shapeText(shape))
	if hole >= 0 {
		if n == 0 || a.size()%n != 0 {
			return nil, bad
		}
		shape[hole] = a.size() / n
	} else if n != a.size() {
		return nil, bad
	}
	if columns {
		return a.reshapeColumns(env, shape)
	}
	if strides, ok := a.restride(shape); ok {
		return a.view(env, shape, strides, a.offset)
	}
	c, err := a.copy(env)
	if err != nil {
		return nil, err
	}
	return c.view(env, shape, rowMajor(shape), c.offset)
}

// flat is a in one dimension, in the order that an order argument asks for.
func (a *Array) flat(env *tensor.Env, order object.Value) (*Array, error) {
	name, _ := object.AsStr(order)
	if name == "K" && !a.reversed() {
		axes := make([]int, len(a.shape))
		for d := range axes {
			axes[d] = d
		}
		slices.SortStableFunc(axes, func(i, j int) int { return a.strides[j] - a.strides[i] })
		turned, err := a.transposed(env, axes)
		if err != nil {
			return nil, err
		}
		return turned.reshape(env, []int{-1}, false)
	}
	return a.reshape(env, []int{-1}, name == "F" || name == "A" && a.fortran() && !a.contiguous())
}

// reshapeColumns reads and writes in column-major order.
func (a *Array) reshapeColumns(env *tensor.Env, shape []int) (*Array, error) {
	turned, err := a.transposed(env, nil)
	if err != nil {
		return nil, err
	}
	back := slices.Clone(shape)
	slices.Reverse(back)
	r, err := turned.reshape(env, back, false)
	if err != nil {
		return nil, err
	}
	return r.transposed(env, nil)
}

// restride finds strides for a new shape over the same memory.
func (a *Array) restride(shape []int) ([]int, bool) {
	if a.contiguous() {
		return rowMajor(shape), true
	}
	if a.size() == 0 {
		return rowMajor(shape), true
	}
	old, oldStrides := []int{}, []int{}
	for d, n := range a.shape {
		if n != 1 {
			old, oldStrides = append(old, n), append(oldStrides, a.strides[d])
		}
	}
	strides := make([]int, len(shape))
	d, left, next := len(shape)-1, 1, 1
	for k := len(old) - 1; k >= 0; k-- {
		left *= old[k]
		if k > 0 && oldStrides[k-1] == old[k]*oldStrides[k] {
			if next == 1 && left == old[k] {
				next = oldStrides[k]
			}
			continue
		}
		if left == old[k] {
			next = oldStrides[k]
		}
		for d >= 0 && (left > 1 || shape[d] == 1) {
			if left%shape[d] != 0 {
				return nil, false
			}
			strides[d] = next
			next *= shape[d]
			left /= shape[d]
			d--
		}
		if left != 1 {
			return nil, false
		}
		next = 1
	}
	return strides, true
}

// transposed permutes the axes; nil reverses them.
func (a *Array) transposed(env *tensor.Env, axes []int) (*Array, error) {
	n := len(a.shape)
	if axes == nil {
		for d := n - 1; d >= 0; d-- {
			axes = append(axes, d)
		}
	}
	if len(axes) != n {
		return nil, valueError("axes don't match array")
	}
	shape, strides, seen := make([]int, n), make([]int, n), make([]bool, n)
	for i, d := range axes {
		d, err := axisIn(d, n)
		if err != nil {
			return nil, err
		}
		if seen[d] {
			return nil, valueError("repeated axis in transpose")
		}
		seen[d] = true
		shape[i], strides[i] = a.shape[d], a.strides[d]
	}
	return a.view(env, shape, strides, a.offset)
}

// ints reads *args that are one tuple or several ints.
func intsArg(t *object.Thread, v object.Value) ([]int, error) {
	items := v.Object().(*object.Tuple).Items
	if len(items) == 1 {
		return shapeArg(t, items[0])
	}
	return shapeArg(t, v)
}

func methodReshape(t *object.Thread, v []object.Value) (object.Value, error) {
	shape, err := intsArg(t, v[1])
	if err != nil {
		return object.Value{}, err
	}
	order, _ := object.AsStr(v[2])
	r, err := v[0].Object().(*Array).reshape(envOf(t), shape, order == "F")
	return result(r, err)
}

func methodTranspose(t *object.Thread, v []object.Value) (object.Value, error) {
	var axes []int
	if items := v[1].Object().(*object.Tuple).Items; len(items) > 0 && !items[0].IsNone() {
		var err error
		if axes, err = intsArg(t, v[1]); err != nil {
			return object.Value{}, err
		}
	}
	r, err := v[0].Object().(*Array).transposed(envOf(t), axes)
	return result(r, err)
}

func methodSqueeze(t *object.Thread, v []object.Value) (object.Value, error) {
	a := v[0].Object().(*Array)
	axes, all, err := axesArg(t, v[1], len(a.shape))
	if err != nil {
		return object.Value{}, err
	}
	var shape, strides []int
	for d, n := range a.shape {
		named := slices.Contains(axes, d)
		if named && n != 1 && !all {
			return object.Value{}, valueError("cannot select an axis to squeeze out which has size not equal to one")
		}
		if !named || n != 1 {
			shape, strides = append(shape, n), append(strides, a.strides[d])
		}
	}
	r, err := a.view(envOf(t), shape, strides, a.offset)
	return result(r, err)
}

// fromLayout is _strided(a, shape, strides, offset): a view with strides in elements.
func fromLayout(t *object.Thread, v []object.Value) (object.Value, error) {
	a, err := asArray(t, v[0], 0)
	if err != nil {
		return object.Value{}, err
	}
	shape, err := shapeArg(t, v[1])
	if err != nil {
		return object.Value{}, err
	}
	strides, err := shapeArg(t, v[2])
	if err != nil {
		return object.Value{}, err
	}
	low, high := a.offset, a.offset
	for d, n := range shape {
		if n > 0 {
			low, high = low+min(0, strides[d]*(n-1)), high+max(0, strides[d]*(n-1))
		}
	}
	if len(shape) != len(strides) || low < 0 || (high+1)*a.elementSize() > len(a.memory()) {
		return object.Value{}, valueError("strides reach beyond the array's memory")
	}
	r, err := a.view(envOf(t), shape, strides, a.offset)
	return result(r, err)
}

// broadcastTo is np.broadcast_to(a, shape).
func broadcastTo(t *object.Thread, v []object.Value) (object.Value, error) {
	a, err := asArray(t, v[0], 0)
	if err != nil {
		return object.Value{}, err
	}
	shape, err := shapeArg(t, v[1])
	if err != nil {
		return object.Value{}, err
	}
	r, err := a.broadcast(envOf(t), shape)
	if err == errBroadcast {
		return object.Value{}, valueError("operands could not be broadcast together with remapped shapes [original->remapped]: %s  and requested shape %s", shapeText(a.shape), shapeText(shape))
	}
	return result(r, err)
}

// concatenate is np.concatenate(arrays, axis=0).
func concatenate(t *object.Thread, v []object.Value) (object.Value, error) {
	r, err := concatenated(t, v)
	if err != nil {
		return r, err
	}
	if info, err := typeArg(t, v[3]); err != nil {
		return r, err
	} else if info != nil {
		if r, err = object.CallAttr(t, r, "astype", info.value); err != nil {
			return r, err
		}
	}
	if v[2].IsNone() {
		return r, nil
	}
	return (&ufunc{name: "concatenate"}).into(t, v[2], r, object.True)
}

func concatenated(t *object.Thread, v []object.Value) (object.Value, error) {
	env := envOf(t)
	items, err := object.Collect(t, v[0])
	if err != nil {
		return object.Value{}, err
	}
	if len(items) == 0 {
		return object.Value{}, valueError("need at least one array to concatenate")
	}
	list, d := make([]*Array, len(items)), tensor.NoDType
	for i, item := range items {
		a, err := asArray(t, item, 0)
		if err != nil {
			return object.Value{}, err
		}
		if v[1].IsNone() {
			if a, err = a.reshape(env, []int{-1}, false); err != nil {
				return object.Value{}, err
			}
		}
		list[i], d = a, promote(d, a.dtype())
	}
	axis := 0
	if !v[1].IsNone() {
		if axis, err = object.IndexInt(t, v[1]); err != nil {
			return object.Value{}, err
		}
	}
	if len(list[0].shape) == 0 {
		return object.Value{}, valueError("zero-dimensional arrays cannot be concatenated")
	}
	if axis, err = axisIn(axis, len(list[0].shape)); err != nil {
		return object.Value{}, err
	}
	out, err := joined(t, list, axis, d)
	return result(out, err)
}

func joined(t *object.Thread, list []*Array, axis int, d tensor.DType) (*Array, error) {
	shape := slices.Clone(list[0].shape)
	shape[axis] = 0
	for i, a := range list {
		if len(a.shape) != len(shape) {
			return nil, valueError("all the input arrays must have same number of dimensions, but the array at index 0 has %d dimension(s) and the array at index %d has %d dimension(s)", len(shape), i, len(a.shape))
		}
		for k, n := range a.shape {
			if k != axis && n != shape[k] {
				return nil, valueError("all the input array dimensions except for the concatenation axis must match exactly, but along dimension %d, the array at index 0 has size %d and the array at index %d has size %d", k, shape[k], i, n)
			}
		}
		shape[axis] += a.shape[axis]
	}
	env := envOf(t)
	out, err := newArray(env, d, shape)
	if err != nil {
		return nil, err
	}
	if info := commonType(list); info != nil {
		if out, err = newArray(env, info.d, shape); err != nil {
			return nil, err
		}
		if info.isDomain() {
			out.dom = newDomain(info)
		}
	}
	at := out.offset
	for _, a := range list {
		part, err := out.view(env, a.shape, out.strides, at)
		if err == nil {
			err = part.assignFrom(t, a)
		}
		if err != nil {
			return nil, err
		}
		at += a.shape[axis] * out.strides[axis]
	}
	return out, nil
}

// choose is np.where with three arguments.
func choose(t *object.Thread, mask *Array, a, b object.Value) (*Array, error) {
	env := envOf(t)
	x, err := operandOf(t, a)
	if err != nil {
		return nil, err
	}
	y, err := operandOf(t, b)
	if err != nil {
		return nil, err
	}
	if hasDomain([]operand{x, y}) {
		return chooseDomain(t, mask, a, b)
	}
	d := resultType(x, y)
	xa, err := asArray(t, a, d)
	if err != nil {
		return nil, err
	}
	ya, err := asArray(t, b, d)
	if err != nil {
		return nil, err
	}
	if mask, err = mask.cast(env, tensor.Bool); err != nil {
		return nil, err
	}
	var ts [3]*tensor.Tensor
	var shape []int
	for i, o := range []*Array{mask, xa, ya} {
		if shape, err = broadcastShape(shape, o.shape); err != nil {
			return nil, valueError("operands could not be broadcast together with shapes %s", shapeTexts([]*Array{mask, xa, ya}))
		}
		if ts[i], err = o.tensor(env); err != nil {
			return nil, err
		}
	}
	r, err := env.Where(ts[0], ts[1], ts[2])
	if err != nil {
		return nil, fail(err)
	}
	return arrayOf(r), nil
}
