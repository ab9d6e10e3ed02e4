package numpy

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file has subscripts. Integers and slices make views; arrays of integers and
// masks pick copies.

// pick is an array subscript: positions along one axis of the view.
type pick struct {
	axis  int
	index *Array // int64
}

// selection is what a subscript comes to: a view, and picks along its axes.
type selection struct {
	view  *Array
	picks []pick
	ahead bool  // the picked dimensions go first
	at    int   // where they go otherwise
	shape []int // of the picks together
	exact bool  // every axis had an integer: the result is a scalar
}

func keyItems(key object.Value) []object.Value {
	if tuple, ok := key.Object().(*object.Tuple); ok {
		return tuple.Items
	}
	return []object.Value{key}
}

var errSubscript = "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices"

// selector builds a selection axis by axis.
type selector struct {
	t              *object.Thread
	a              *Array
	axis           int // the next axis of a
	shape, strides []int
	offset         int
	picks          []pick
	order          []int // the item number of each pick
	exact          bool
}

func (a *Array) selection(t *object.Thread, key object.Value) (*selection, error) {
	if hit, ok := truth(key); ok {
		return a.whole(t, hit)
	}
	items, err := subscripts(t, a, keyItems(key))
	if err != nil {
		return nil, err
	}
	s := &selector{t: t, a: a, offset: a.offset, exact: true}
	fancy := slices.ContainsFunc(items, func(v object.Value) bool { _, ok := v.Object().(*Array); return ok })
	for i, item := range items {
		if err := s.add(i, item, fancy); err != nil {
			return nil, err
		}
	}
	return s.finish(items)
}

// subscripts expands the ellipsis and turns lists and masks into arrays of integers.
func subscripts(t *object.Thread, a *Array, items []object.Value) ([]object.Value, error) {
	var out []object.Value
	used, ellipsis := 0, -1
	for _, item := range items {
		switch {
		case item.IsNone():
			out = append(out, item)
		case item == object.Ellipsis:
			if ellipsis >= 0 {
				return nil, object.Raise(object.IndexError, "an index can only have a single ellipsis ('...')")
			}
			ellipsis = len(out)
		default:
			list, err := expand(t, a, item, used)
			if err != nil {
				return nil, err
			}
			used += len(list)
			out = append(out, list...)
		}
	}
	if used > len(a.shape) {
		return nil, object.Raise(object.IndexError, "too many indices for array: array is %d-dimensional, but %d were indexed", len(a.shape), used)
	}
	if ellipsis < 0 {
		ellipsis = len(out)
	}
	all := object.NewSlice(object.None, object.None, object.None)
	return slices.Insert(out, ellipsis, slices.Repeat([]object.Value{all}, len(a.shape)-used)...), nil
}

// expand turns one subscript into the subscripts of the axes it stands for.
func expand(t *object.Thread, a *Array, item object.Value, axis int) ([]object.Value, error) {
	if _, ok := item.Object().(*object.Slice); ok || item.IsInt() {
		return []object.Value{item}, nil
	}
	if s, d, ok := number(item); ok {
		if d == tensor.Bool {
			return nil, object.Raise(object.IndexError, "boolean scalars are not supported as an index")
		}
		if kindOf(d) == 1 {
			return []object.Value{object.Int(s.Int64())}, nil
		}
		return nil, object.Raise(object.IndexError, "%s", errSubscript)
	}
	if _, ok := item.Object().(*object.Str); ok {
		return nil, object.Raise(object.IndexError, "%s", errSubscript)
	}
	x, err := asArray(t, item, 0)
	if err != nil {
		return nil, object.Raise(object.IndexError, "%s", errSubscript)
	}
	switch {
	case x.dtype() == tensor.Bool:
		return maskPositions(t, a, x, axis)
	case kindOf(x.dtype()) == 1 && (x.dom == nil || x.isKind("u")):
	case x.size() == 0 && item.Object() != object.Object(x):
	default:
		return nil, object.Raise(object.IndexError, "arrays used as indices must be of integer (or boolean) type")
	}
	if len(x.shape) == 0 {
		return []object.Value{object.Int(load(x.memory(), x.dtype(), x.offset).Int64())}, nil
	}
	if x, err = x.cast(envOf(t), tensor.Int64); err != nil {
		return nil, err
	}
	return []object.Value{object.Of(x)}, nil
}

func (s *selector) add(i int, item object.Value, fancy bool) error {
	if item.IsNone() {
		s.exact = false
		s.shape, s.strides = append(s.shape, 1), append(s.strides, 0)
		return nil
	}
	n, stride := s.a.shape[s.axis], s.a.strides[s.axis]
	axis := s.axis
	s.axis++
	switch o := item.Object().(type) {
	case *object.Slice:
		start, _, step, count, err := o.Indices(s.t, n)
		if err != nil {
			return err
		}
		if count > 0 {
			s.offset += start * stride
		}
		s.exact = false
		s.shape, s.strides = append(s.shape, count), append(s.strides, stride*step)
		return nil
	case *Array:
		s.exact = false
		return s.addPick(i, axis, o)
	}
	k := int(item.SmallInt())
	if k < -n || k >= n {
		return object.Raise(object.IndexError, "index %d is out of bounds for axis %d with size %d", k, axis, n)
	}
	if k < 0 {
		k += n
	}
	s.offset += k * stride
	if fancy {
		s.order = append(s.order, i) // an integer beside arrays counts as one of them
	}
	return nil
}

func (s *selector) addPick(i, axis int, index *Array) error {
	n := s.a.shape[axis]
	positions, err := s.within(index, axis, n)
	if err != nil {
		return err
	}
	s.picks, s.order = append(s.picks, pick{len(s.shape), positions}), append(s.order, i)
	s.shape, s.strides = append(s.shape, n), append(s.strides, s.a.strides[axis])
	return nil
}

// within is index with what counts from the end counted from the start; itself where
// nothing does.
func (s *selector) within(index *Array, axis, n int) (*Array, error) {
	if index.contiguous() && index.size() > 0 {
		list := device.Slice[int64](index.memory())[index.offset : index.offset+index.size()]
		if vec.MinOf(list) >= 0 && vec.MaxOf(list) < int64(n) {
			return index, nil
		}
	}
	list := index.ints()
	for j, k := range list {
		if k < -n || k >= n {
			return nil, object.Raise(object.IndexError, "index %d is out of bounds for axis %d with size %d", k, axis, n)
		}
		if k < 0 {
			list[j] = k + n
		}
	}
	return intArray(envOf(s.t), list, index.shape...)
}

func (s *selector) finish(items []object.Value) (*selection, error) {
	view, err := s.a.view(envOf(s.t), s.shape, s.strides, s.offset)
	if err != nil {
		return nil, err
	}
	sel := &selection{view: view, picks: s.picks, exact: s.exact}
	if len(s.picks) == 0 {
		return sel, nil
	}
	var list []*Array
	for _, p := range s.picks {
		list = append(list, p.index)
		if sel.shape, err = broadcastShape(sel.shape, p.index.shape); err != nil {
			for _, q := range s.picks[len(list):] {
				list = append(list, q.index)
			}
			return nil, object.Raise(object.IndexError, "shape mismatch: indexing arrays could not be broadcast together with shapes %s", shapeTexts(list))
		}
	}
	for k := 1; k < len(s.order); k++ {
		sel.ahead = sel.ahead || s.order[k] != s.order[k-1]+1
	}
	sel.at = s.picks[0].axis
	if sel.ahead {
		sel.at = 0
	}
	return sel, nil
}

// layout lists what the picked result consists of: the shape, and the positions of the
// elements before, in and after the picked dimensions.
func (sel *selection) layout(env *tensor.Env) (shape, before, picked, after []int, err error) {
	v := sel.view
	isPick := map[int]bool{}
	if err := env.Room(product(sel.shape), 8); err != nil {
		return nil, nil, nil, nil, fail(err)
	}
	picked = make([]int, product(sel.shape))
	for _, p := range sel.picks {
		isPick[p.axis] = true
		b, err := p.index.broadcast(env, sel.shape)
		if err != nil {
			return nil, nil, nil, nil, err
		}
		for i, k := range b.ints() {
			picked[i] += k * v.strides[p.axis]
		}
	}
	var lead, tail, leadStrides, tailStrides []int
	for d, n := range v.shape {
		switch {
		case isPick[d]:
		case !sel.ahead && d < sel.at:
			lead, leadStrides = append(lead, n), append(leadStrides, v.strides[d])
		default:
			tail, tailStrides = append(tail, n), append(tailStrides, v.strides[d])
		}
	}
	shape = slices.Concat(lead, sel.shape, tail)
	return shape, offsets(lead, leadStrides, v.offset), picked, offsets(tail, tailStrides, 0), nil
}

// each calls f with the number of every picked element and its position.
func each(before, picked, after []int, f func(i, at int)) {
	i := 0
	for _, b := range before {
		for _, p := range picked {
			for _, q := range after {
				f(i, b+p+q)
				i++
			}
		}
	}
}

// line is the positions picked from an array of one dimension, nil for other picks.
func (sel *selection) line() []int64 {
	if v := sel.view; len(sel.picks) == 1 && len(v.shape) == 1 && v.strides[0] == 1 && sel.picks[0].index.contiguous() {
		p := sel.picks[0].index
		return device.Slice[int64](p.memory())[p.offset : p.offset+p.size()]
	}
	return nil
}

func (sel *selection) gather(env *tensor.Env) (*Array, error) {
	if list := sel.line(); list != nil && sel.view.elementSize() == 8 {
		out, err := sel.view.sibling(env, sel.shape)
		if err != nil {
			return nil, err
		}
		to, from := device.Slice[int64](out.memory())[out.offset:], device.Slice[int64](sel.view.memory())[sel.view.offset:]
		vec.For(len(list), parallelFrom, func(lo, hi int) {
			for i, k := range list[lo:hi] {
				to[lo+i] = from[k]
			}
		})
		return out, nil
	}
	shape, before, picked, after, err := sel.layout(env)
	if err != nil {
		return nil, err
	}
	out, err := sel.view.sibling(env, shape)
	if err != nil {
		return nil, err
	}
	moveElements(out.elementSize(), out.memory(), sel.view.memory(), func(move func(to, from int)) {
		each(before, picked, after, func(i, at int) { move(out.offset+i, at) })
	})
	return out, nil
}

// moveElements copies elements of a size between two memories; list calls its argument
// with the positions of each.
func moveElements(size int, to, from []byte, list func(func(to, from int))) {
	switch size {
	case 1:
		list(func(i, k int) { to[i] = from[k] })
	case 4:
		x, y := device.Slice[int32](to), device.Slice[int32](from)
		list(func(i, k int) { x[i] = y[k] })
	case 8:
		x, y := device.Slice[int64](to), device.Slice[int64](from)
		list(func(i, k int) { x[i] = y[k] })
	default:
		list(func(i, k int) { copy(to[i*size:i*size+size], from[k*size:]) })
	}
}

func (sel *selection) scatter(env *tensor.Env, value *Array) error {
	shape, before, picked, after, err := sel.layout(env)
	if err != nil {
		return err
	}
	if sel.view.dom == nil {
		if value, err = value.cast(env, sel.view.dtype()); err != nil {
			return err
		}
	}
	whole, err := value.broadcast(env, shape)
	if err == errBroadcast {
		if len(sel.shape) == 1 && len(value.shape) == 1 && len(shape) == 1 {
			return sel.mismatch(value, shape)
		}
		return valueError("shape mismatch: value array of shape %s could not be broadcast to indexing result of shape %s", shapeText(value.shape)+" ", shapeText(shape))
	}
	if err != nil {
		return err
	}
	if whole, err = whole.copy(env); err != nil {
		return err
	}
	moveElements(whole.elementSize(), sel.view.memory(), whole.memory(), func(move func(to, from int)) {
		each(before, picked, after, func(i, at int) { move(at, whole.offset+i) })
	})
	return nil
}

func (sel *selection) mismatch(value *Array, shape []int) error {
	return valueError("NumPy boolean array indexing assignment cannot assign %d input values to the %d output values where the mask is true", value.size(), product(shape))
}

// viewBytes is about what a view of an array takes.
const viewBytes = 1 << 10

// getItem is v[key]: a view, or an object that others may hold (see object.Temporary).
func getItem(t *object.Thread, v, key object.Value) (object.Value, error) {
	item, err := v.Object().(*Array).item(t, key)
	if err == nil {
		if r, ok := item.Object().(*Array); ok {
			r.fresh = false
		}
	}
	return item, err
}

func (a *Array) item(t *object.Thread, key object.Value) (object.Value, error) {
	if key.IsInt() && len(a.shape) > 0 {
		return a.at(envOf(t), int(key.SmallInt()))
	}
	sel, err := a.selection(t, key)
	if err != nil {
		return object.Value{}, err
	}
	if sel.exact && len(sel.view.shape) == 0 && key != object.Ellipsis {
		return unbox(sel.view), nil
	}
	if len(sel.picks) == 0 {
		return object.Of(sel.view), t.Charge(viewBytes)
	}
	out, err := sel.gather(envOf(t))
	return result(out, err)
}

// at is a[k].
func (a *Array) at(env *tensor.Env, k int) (object.Value, error) {
	n := a.shape[0]
	if k < -n || k >= n {
		return object.Value{}, object.Raise(object.IndexError, "index %d is out of bounds for axis 0 with size %d", k, n)
	}
	if k < 0 {
		k += n
	}
	at := a.offset + k*a.strides[0]
	if len(a.shape) == 1 {
		return a.element(at), nil
	}
	v, err := a.view(env, a.shape[1:], a.strides[1:], at)
	return result(v, err)
}

// setNumber is a[k] = x for a number in one dimension; done is false for anything else.
func (a *Array) setNumber(key, x object.Value) (done bool) {
	if !key.IsInt() || len(a.shape) != 1 || a.dom != nil || a.locked {
		return false
	}
	n, k := a.shape[0], int(key.SmallInt())
	s, own, ok := number(x)
	if !ok || k < -n || k >= n || kindOf(own) > kindOf(a.dtype()) {
		return false
	}
	if k < 0 {
		k += n
	}
	store(a.memory(), a.dtype(), a.offset+k*a.strides[0], s)
	return true
}

func setItem(t *object.Thread, v, key, x object.Value) error {
	if x.IsNil() {
		return valueError("cannot delete array elements")
	}
	a := v.Object().(*Array)
	if a.setNumber(key, x) {
		return nil
	}
	sel, err := a.selection(t, key)
	if err != nil {
		return err
	}
	if a.isKind("O") && len(sel.view.shape) == 0 && sel.exact {
		mem, d := sel.view.memory(), sel.view.dtype()
		store(mem, d, sel.view.offset, tensor.Int(a.dom.add(x)))
		return nil
	}
	value, err := asArray(t, x, tensor.NoDType)
	if err == nil {
		value, err = a.accept(t, value)
	}
	if err != nil {
		return err
	}
	if len(sel.view.shape) == 0 && len(value.shape) > 0 && sel.exact && value.size() != 1 {
		return valueError("setting an array element with a sequence.")
	}
	if len(sel.picks) == 0 {
		return sel.view.assign(envOf(t), value)
	}
	if a.locked {
		return valueError("assignment destination is read-only")
	}
	return sel.scatter(envOf(t), value)
}
