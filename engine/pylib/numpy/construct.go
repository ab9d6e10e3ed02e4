package numpy

import (
	"errors"
	"strings"
	"unsafe"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file makes arrays of Python's values.

// asArray reads anything that np.asarray takes. d may be NoDType. An array of that
// dtype is handed back itself.
func asArray(t *object.Thread, v object.Value, d tensor.DType) (*Array, error) {
	env := envOf(t)
	a, err := existing(t, v)
	if err != nil {
		return nil, err
	}
	if a != nil {
		switch {
		case d == tensor.NoDType:
			return a, nil
		case a.dom != nil:
			return a.convert(t, infoOf[d])
		}
		return a.cast(env, d)
	}
	if s, ok := v.Object().(*Scalar); ok && s.info != nil {
		a, err := boxed(env, s.d, s.s)
		if err != nil || d != tensor.NoDType {
			return a, err
		}
		return a.within(newDomain(s.info)), nil
	}
	if s, own, ok := number(v); ok {
		if d == tensor.NoDType {
			d = own
		}
		return boxed(env, d, s)
	}
	return fromNested(t, v, d)
}

// existing is v as an array where its memory is one already.
func existing(t *object.Thread, v object.Value) (*Array, error) {
	if a, ok := v.Object().(*Array); ok {
		return a, nil
	}
	if _, ok := values.AsTensor(v); ok {
		shared, err := object.CallAttr(t, v, "numpy")
		if err != nil {
			return nil, err
		}
		return shared.Object().(*Array), nil
	}
	if _, number, ok := number(v); ok && number != 0 {
		return nil, nil
	}
	switch o := v.Object().(type) {
	case *object.MemoryView:
		return fromView(t, o)
	case *object.List, *object.Tuple, *object.Range, *object.Str, nil:
		return nil, nil
	}
	if fn, ok, err := object.GetAttrOpt(t, v, "__array__"); ok && err == nil {
		made, err := object.Call(t, fn)
		if err != nil {
			return nil, err
		}
		if a, ok := made.Object().(*Array); ok {
			return a, nil
		}
	}
	return nil, nil
}

// errNoNumber says that a member is no number.
var errNoNumber = errors.New("no number")

// nest collects nested sequences into one flat list of numbers.
type nest struct {
	t     *object.Thread
	shape []int
	flat  []tensor.Scalar
	d     tensor.DType
}

func fromNested(t *object.Thread, v object.Value, d tensor.DType) (*Array, error) {
	n := &nest{t: t}
	if err := n.measure(v, 0); err != nil {
		return nil, err
	}
	if err := n.fill(v, 0); err == errNoNumber {
		a, err := domainNested(t, v, nil)
		if err == nil && d != tensor.NoDType {
			a, err = a.numbers(t, infoOf[d])
		}
		return a, err
	} else if err != nil {
		return nil, err
	}
	if d == tensor.NoDType {
		if d = n.d; d == tensor.NoDType {
			d = tensor.Float64
		}
	}
	a, err := newArray(envOf(t), d, n.shape)
	if err != nil {
		return nil, err
	}
	mem := a.memory()
	for i, s := range n.flat {
		store(mem, d, a.offset+i, s)
		if kindOf(d) == 1 && s.DType == tensor.Int64 && !holds(d, s.I) {
			if _, err := callNumpy(t, "_warn_bounds", object.Args{Pos: []object.Value{object.Int(s.I), object.NewStr(infoOf[d].name)}}); err != nil {
				return nil, err
			}
		}
	}
	return a, nil
}

// items lists the members of a sequence; ok is false for what is none.
func (n *nest) items(v object.Value) (items []object.Value, ok bool, err error) {
	switch o := v.Object().(type) {
	case *object.List:
		return o.Items, true, nil
	case *object.Tuple:
		return o.Items, true, nil
	case *object.Range:
		items, err = object.Collect(n.t, v)
		return items, true, err
	case *object.Str, *object.Dict, *object.Set, nil:
		return nil, false, nil
	}
	if _, sized, err := object.GetAttrOpt(n.t, v, "__getitem__"); !sized || err != nil {
		return nil, false, nil
	}
	items, err = object.Collect(n.t, v)
	return items, err == nil, err
}

// measure finds the shape along the first members.
func (n *nest) measure(v object.Value, depth int) error {
	if a, err := existing(n.t, v); a != nil || err != nil {
		if err == nil {
			n.shape = append(n.shape, a.shape...)
		}
		return err
	}
	if _, _, ok := number(v); ok {
		return nil
	}
	items, ok, err := n.items(v)
	if err != nil || !ok {
		return err
	}
	if depth >= 32 {
		return valueError("setting an array element with a sequence. The requested array would exceed the maximum number of dimension of 32.")
	}
	if n.shape = append(n.shape, len(items)); len(items) == 0 {
		return nil
	}
	return n.measure(items[0], depth+1)
}

func (n *nest) ragged(depth int) error {
	return valueError("setting an array element with a sequence. The requested array has an inhomogeneous shape after %d dimensions. The detected shape was %s + inhomogeneous part.", depth, tupleText(n.shape[:depth]))
}

func (n *nest) fill(v object.Value, depth int) error {
	if s, ok := v.Object().(*Scalar); ok && s.info != nil {
		return errNoNumber
	}
	if s, d, ok := number(v); ok {
		if depth != len(n.shape) {
			return n.ragged(depth)
		}
		n.flat, n.d = append(n.flat, s), promote(n.d, d)
		return nil
	}
	a, err := existing(n.t, v)
	if err != nil {
		return err
	}
	if a != nil {
		if len(a.shape) != len(n.shape)-depth || product(a.shape) != product(n.shape[depth:]) {
			return n.ragged(depth)
		}
		if a.dom != nil {
			return errNoNumber
		}
		if err := n.t.ChargeItems(a.size(), grownBytes); err != nil {
			return err
		}
		n.flat, n.d = append(n.flat, a.scalars()...), promote(n.d, a.dtype())
		return nil
	}
	items, ok, err := n.items(v)
	switch {
	case err != nil:
		return err
	case !ok:
		return errNoNumber
	case depth >= len(n.shape) || len(items) != n.shape[depth]:
		return n.ragged(min(depth, len(n.shape)))
	}
	if depth == len(n.shape)-1 {
		if err := n.t.ChargeItems(len(items), grownBytes); err != nil {
			return err
		}
	}
	for i, item := range items {
		if i%pollEvery == 0 {
			if err := n.t.Poll(); err != nil {
				return err
			}
		}
		if err := n.fill(item, depth+1); err != nil {
			return err
		}
	}
	return nil
}

const (
	// grownBytes is what a number takes in a list that grows by doubling.
	grownBytes = 2 * int(unsafe.Sizeof(tensor.Scalar{}))
	// pollEvery is how many members are read between two looks at whether to go on.
	pollEvery = 1 << 12
)

// shapeArg reads a shape: an int or a sequence of ints.
func shapeArg(t *object.Thread, v object.Value) ([]int, error) {
	if n, ok := object.AsInt(v); ok {
		return []int{int(n)}, nil
	}
	if a, ok := v.Object().(*Array); ok {
		return a.ints(), nil
	}
	if _, ok := v.Object().(*Scalar); ok {
		n, err := object.IndexInt(t, v)
		return []int{int(n)}, err
	}
	items, err := object.Collect(t, v)
	if err != nil {
		return nil, err
	}
	shape := make([]int, len(items))
	for i, item := range items {
		n, err := object.IndexInt(t, item)
		if err != nil {
			return nil, err
		}
		shape[i] = int(n)
	}
	return shape, nil
}

// tupleText writes ints as Python's tuple.
func tupleText(list []int) string {
	return strings.ReplaceAll(strings.ReplaceAll(shapeText(list), ",", ", "), ", )", ",)")
}

func intTuple(list []int) object.Value {
	items := make([]object.Value, len(list))
	for i, n := range list {
		items[i] = object.Int(int64(n))
	}
	return object.NewTuple(items...)
}
