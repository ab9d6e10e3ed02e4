package object

import "slices"

// This file gives memoryview its dimensions.

// dims is the shape, always.
func (m *MemoryView) dims() []int {
	if m.shape != nil {
		return m.shape
	}
	return []int{m.n}
}

// strides is how many bytes lie between neighbours of each dimension.
func (m *MemoryView) strides() []int {
	if m.shape == nil {
		return []int{m.step * m.size}
	}
	out := make([]int, len(m.shape))
	step := m.size
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = step
		step *= m.shape[i]
	}
	return out
}

// reshape sets the dimensions that cast was asked for.
func (m *MemoryView) reshape(t *Thread, shape Value) error {
	var items []Value
	switch o := shape.Object().(type) {
	case *Tuple:
		items = o.Items
	case *List:
		items = o.Items
	default:
		return Raise(TypeError, "shape must be a list or a tuple")
	}
	dims, total := make([]int, len(items)), 1
	for i, x := range items {
		n, ok := AsInt(x)
		switch {
		case !ok:
			return Raise(TypeError, "memoryview.cast(): elements of shape must be integers")
		case n <= 0 || n > int64(m.n):
			return Raise(ValueError, "memoryview.cast(): elements of shape must be integers > 0")
		}
		dims[i] = int(n)
		if total *= int(n); total > m.n {
			break
		}
	}
	if total != m.n {
		return Raise(TypeError, "memoryview: product(shape) * itemsize != buffer size")
	}
	if len(dims) != 1 {
		m.shape = dims
	}
	return nil
}

// getShaped is m[key]: an item, or the rows that a slice without step takes.
func (m *MemoryView) getShaped(t *Thread, key Value) (Value, error) {
	s, ok := key.Object().(*Slice)
	if !ok {
		i, err := m.place(t, key)
		if err != nil {
			return Value{}, err
		}
		return m.load(i), nil
	}
	start, _, step, n, err := s.Indices(t, m.shape[0])
	switch {
	case err != nil:
		return Value{}, err
	case step != 1:
		return Value{}, errMultiSlice()
	}
	part := m.derive()
	part.start += start * m.strides()[0]
	part.n = m.n / m.shape[0] * n
	part.shape = append([]int{n}, m.shape[1:]...)
	return part.lookAt(), nil
}

// place is the item that a tuple of indices means.
func (m *MemoryView) place(t *Thread, key Value) (int, error) {
	tuple, ok := key.Object().(*Tuple)
	if !ok {
		if _, slice := key.Object().(*Slice); slice {
			return 0, errMultiSlice()
		}
		return 0, Raise(NotImplementedError, "multi-dimensional sub-views are not implemented")
	}
	shape := m.dims()
	switch n := len(tuple.Items); {
	case n > 0 && allSlices(tuple.Items):
		return 0, errMultiSlice()
	case n < len(shape):
		return 0, Raise(NotImplementedError, "sub-views are not implemented")
	case n > len(shape):
		return 0, Raise(TypeError, "cannot index %d-dimension view with %d-element tuple", len(shape), n)
	}
	at := 0
	for d, x := range tuple.Items {
		i, err := IndexInt(t, x)
		if err != nil {
			return 0, err
		}
		if i < 0 {
			i += shape[d]
		}
		if i < 0 || i >= shape[d] {
			return 0, Raise(IndexError, "index out of bounds on dimension %d", d+1)
		}
		at = at*shape[d] + i
	}
	return at, nil
}

func errMultiSlice() error {
	return Raise(NotImplementedError, "multi-dimensional slicing is not implemented")
}

func allSlices(items []Value) bool {
	return !slices.ContainsFunc(items, func(v Value) bool { return v.Class() != SliceClass })
}

func allHaveIndex(items []Value) bool {
	return !slices.ContainsFunc(items, func(v Value) bool { return v.Class().Slots.Index == nil })
}

// nested is the items from item at on as lists inside lists.
func (m *MemoryView) nested(at int, dims []int) Value {
	if len(dims) == 0 {
		return m.load(at)
	}
	inner := 1
	for _, n := range dims[1:] {
		inner *= n
	}
	items := make([]Value, dims[0])
	for i := range items {
		items[i] = m.nested(at+i*inner, dims[1:])
	}
	return NewList(items)
}

func intTuple(ns []int) Value {
	items := make([]Value, len(ns))
	for i, n := range ns {
		items[i] = Int(int64(n))
	}
	return NewTuple(items...)
}
