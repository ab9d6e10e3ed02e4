package numpy

import (
	"slices"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/tensor"
)

// Array is numpy.ndarray: a strided view of a tensor's storage. Unlike a tensor it
// may have negative strides. Shape and strides are in elements.
type Array struct {
	object.Head
	// x is the tensor of this very layout, or, where a stride is negative, any
	// tensor over the same storage with the same dtype.
	x       *tensor.Tensor
	shape   []int
	strides []int
	offset  int
	base    *Array  // the array that this one is a view of
	locked  bool    // not writeable
	dom     *domain // what the elements are, where x holds no numbers
	fresh   bool    // the ufunc that returned it just now made it
	hold    object.Hold
}

// arrayClass is numpy.ndarray.
var arrayClass = object.NewBuiltin("numpy.ndarray")

// envOf is the tensor settings of the session that t runs in.
func envOf(t *object.Thread) *tensor.Env { return state.TapeOf(t.Session).Env }

// arrayOf makes an array over the memory of a CPU tensor.
func arrayOf(x *tensor.Tensor) *Array {
	a := &Array{x: x, shape: x.Shape(), strides: x.Strides(), offset: x.Offset()}
	if x.Handle == nil {
		x.Handle = a
	}
	object.Adopt(a, arrayClass)
	return a
}

// Hold implements object.Temporary.
func (a *Array) Hold() *object.Hold { return &a.hold }

// Fresh implements object.Temporary.
func (a *Array) Fresh() bool {
	fresh := a.fresh
	a.fresh = false
	return fresh
}

// Kept implements object.Temporary.
func (a *Array) Kept(result object.Value) bool {
	switch r := result.Object().(type) {
	case nil:
		return false
	case *Array:
		return r.base != nil || r.x.Storage() == a.x.Storage()
	}
	return true
}

// End gives a's memory back.
func (a *Array) End() { a.x.Release() }

// view makes another array over a's storage.
func (a *Array) view(env *tensor.Env, shape, strides []int, offset int) (*Array, error) {
	v := &Array{x: a.x, shape: shape, strides: strides, offset: offset, base: a, locked: a.locked, dom: a.dom}
	object.Adopt(v, arrayClass)
	if v.reversed() {
		a.x.Share()
		return v, nil
	}
	x, err := env.AsStrided(a.x, shape, strides, offset)
	if err != nil {
		return nil, fail(err)
	}
	v.x = x
	return v, nil
}

// reversed reports a negative stride, which tensors do not have.
func (a *Array) reversed() bool {
	return slices.ContainsFunc(a.strides, func(s int) bool { return s < 0 })
}

func (a *Array) dtype() tensor.DType { return a.x.DType() }

// itemsize is the bytes that NumPy says an element takes; elementSize what it takes here.
func (a *Array) itemsize() int { return a.info().size }

func (a *Array) elementSize() int { return a.dtype().Size() }

func (a *Array) size() int { return product(a.shape) }

func product(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

// overlaps reports that an element of a is an element of b.
func (a *Array) overlaps(b *Array) bool {
	if a.x.Storage() != b.x.Storage() || a.size() == 0 || b.size() == 0 {
		return false
	}
	if max(a.size(), b.size()) > 1<<20 { // as NumPy where the exact answer takes too long
		low, high := a.extent()
		from, to := b.extent()
		return low <= to && from <= high
	}
	seen := make(map[int]bool, a.size())
	for _, at := range offsets(a.shape, a.strides, a.offset) {
		seen[at] = true
	}
	return slices.ContainsFunc(offsets(b.shape, b.strides, b.offset), func(at int) bool { return seen[at] })
}

// extent is the first and the last position in a.
func (a *Array) extent() (low, high int) {
	low, high = a.offset, a.offset
	for d, n := range a.shape {
		if step := a.strides[d] * (n - 1); step < 0 {
			low += step
		} else {
			high += step
		}
	}
	return low, high
}

// memory is the whole storage that a looks at.
func (a *Array) memory() []byte { return a.x.Storage().Host }

// contiguous reports row-major order without gaps.
func (a *Array) contiguous() bool { return contiguousIn(a.shape, a.strides) }

// fortran reports column-major order without gaps.
func (a *Array) fortran() bool {
	shape, strides := slices.Clone(a.shape), slices.Clone(a.strides)
	slices.Reverse(shape)
	slices.Reverse(strides)
	return contiguousIn(shape, strides)
}

func contiguousIn(shape, strides []int) bool {
	if product(shape) == 0 {
		return true
	}
	want := 1
	for d := len(shape) - 1; d >= 0; d-- {
		if shape[d] != 1 && strides[d] != want {
			return false
		}
		want *= shape[d]
	}
	return true
}

// rowMajor are the strides of a contiguous array.
func rowMajor(shape []int) []int {
	strides := make([]int, len(shape))
	n := 1
	for d := len(shape) - 1; d >= 0; d-- {
		strides[d] = n
		n *= max(shape[d], 1)
	}
	return strides
}

// tensor is a as a tensor: over the same memory, or a copy where a stride is negative.
func (a *Array) tensor(env *tensor.Env) (*tensor.Tensor, error) {
	if a.dom != nil && a.dom.listed() {
		return nil, typeError("cannot compute with an array of dtype %s", a.dom.info.text())
	}
	if !a.reversed() {
		return a.x, nil
	}
	c, err := a.copy(env)
	if err != nil {
		return nil, err
	}
	return c.x, nil
}

// copy is a new contiguous array with a's values.
func (a *Array) copy(env *tensor.Env) (*Array, error) {
	c, err := a.sibling(env, a.shape)
	if err == nil {
		copyElements(c, a)
	}
	return c, err
}

// laidOut is a in the memory order that an order argument asks for: C, F, or A and K,
// which keep columns where a has them. It is a copy where that is asked for or needed.
func (a *Array) laidOut(env *tensor.Env, order object.Value, copied bool) (*Array, error) {
	name, _ := object.AsStr(order)
	columns := name == "F" || (name == "A" || name == "K") && a.fortran() && !a.contiguous()
	fits := name != "F" && name != "C" || name == "F" && a.fortran() || name == "C" && a.contiguous()
	if fits && !copied {
		return a, nil
	}
	if !columns {
		return a.copy(env)
	}
	turned, err := a.transposed(env, nil)
	if err == nil {
		turned, err = turned.copy(env)
	}
	if err == nil {
		turned, err = turned.transposed(env, nil)
	}
	if err == nil {
		turned.base = nil
	}
	return turned, err
}

// sibling makes an array of unspecified values of a's kind.
func (a *Array) sibling(env *tensor.Env, shape []int) (*Array, error) {
	c, err := newArray(env, a.dtype(), shape)
	if err == nil {
		c.dom = a.dom
	}
	return c, err
}

// newArray makes a contiguous array of unspecified values.
func newArray(env *tensor.Env, d tensor.DType, shape []int) (*Array, error) {
	if err := checkShape(shape); err != nil {
		return nil, err
	}
	x, err := env.Empty(shape, tensor.Options{DType: d, Device: env.CPU})
	if err != nil {
		return nil, fail(err)
	}
	return arrayOf(x), nil
}

func checkShape(shape []int) error {
	if slices.ContainsFunc(shape, func(n int) bool { return n < 0 }) {
		return object.Raise(object.ValueError, "negative dimensions are not allowed")
	}
	return nil
}

// cast is a with another dtype; a itself where that is its dtype already.
func (a *Array) cast(env *tensor.Env, d tensor.DType) (*Array, error) {
	if a.dtype() == d && (a.dom == nil || !a.dom.listed()) {
		return a, nil
	}
	x, err := a.tensor(env)
	if err != nil {
		return nil, err
	}
	y, err := env.Cast(x, d)
	if err != nil {
		return nil, fail(err)
	}
	return arrayOf(y), nil
}

// broadcast is a view of a with the given shape, its values repeated.
func (a *Array) broadcast(env *tensor.Env, shape []int) (*Array, error) {
	if slices.Equal(a.shape, shape) {
		return a, nil
	}
	lead := len(shape) - len(a.shape)
	if lead < 0 {
		return nil, errBroadcast
	}
	strides := make([]int, len(shape))
	for d, n := range a.shape {
		switch {
		case n == shape[lead+d]:
			strides[lead+d] = a.strides[d]
		case n != 1:
			return nil, errBroadcast
		}
	}
	return a.view(env, shape, strides, a.offset)
}

// assign writes b's values into a, broadcast and cast; b has been accepted by a.
func (a *Array) assign(env *tensor.Env, b *Array) error {
	if a.locked {
		return object.Raise(object.ValueError, "assignment destination is read-only")
	}
	from := b.shape
	for len(b.shape) > len(a.shape) && b.shape[0] == 1 {
		v, err := b.view(env, b.shape[1:], b.strides[1:], b.offset)
		if err != nil {
			return err
		}
		b = v
	}
	c := b
	if a.dom == nil {
		var err error
		if c, err = b.cast(env, a.dtype()); err != nil {
			return err
		}
	}
	var err error
	if c.x.Storage() == a.x.Storage() {
		if c, err = c.copy(env); err != nil {
			return err
		}
	}
	if c, err = c.broadcast(env, a.shape); err == errBroadcast {
		return object.Raise(object.ValueError, "could not broadcast input array from shape %s into shape %s", shapeText(from), shapeText(a.shape))
	}
	if err == nil {
		copyElements(a, c)
	}
	return err
}

// copyElements copies src to dst, which have one shape and dtype.
func copyElements(dst, src *Array) {
	n, size := dst.size(), dst.elementSize()
	to, from := dst.memory(), src.memory()
	if n == 0 {
		return
	}
	if dst.contiguous() && src.contiguous() {
		copy(to[dst.offset*size:(dst.offset+n)*size], from[src.offset*size:])
		return
	}
	if !dst.reversed() && !src.reversed() {
		l := &device.Launch{}
		l.Reset(device.OpCopy)
		for _, a := range []*Array{dst, src} {
			*l.Add() = device.Operand{DType: a.dtype(), Shape: dst.shape, Strides: a.strides, Offset: a.offset, Buffer: &a.x.Storage().Buffer}
		}
		if dst.x.Device().Launch(l) == nil {
			return
		}
	}
	switch size {
	case 1:
		copyWalk(dst, src, to, from)
	case 2:
		copyWalk(dst, src, device.Slice[int16](to), device.Slice[int16](from))
	case 4:
		copyWalk(dst, src, device.Slice[int32](to), device.Slice[int32](from))
	case 8:
		copyWalk(dst, src, device.Slice[int64](to), device.Slice[int64](from))
	default:
		copyWalk(dst, src, device.Slice[complex128](to), device.Slice[complex128](from))
	}
}

// copyWalk copies elements one by one.
func copyWalk[T any](dst, src *Array, to, from []T) {
	for w := newWalk(dst.shape, dst.offset, dst.strides, src.offset, src.strides); w.ok; w.next() {
		p, q, stepP, stepQ := w.at[0], w.at[1], w.run(0), w.run(1)
		for range w.n {
			to[p] = from[q]
			p, q = p+stepP, q+stepQ
		}
	}
}

// walk steps through the rows (runs along the last axis) of one or two layouts of
// the same shape.
type walk struct {
	ok      bool
	n       int // length of a run
	shape   []int
	index   []int
	strides [2][]int
	at      [2]int // where the runs begin
}

func newWalk(shape []int, offset int, strides []int, offset2 int, strides2 []int) *walk {
	w := &walk{ok: product(shape) > 0, n: 1, shape: shape, strides: [2][]int{strides, strides2}, at: [2]int{offset, offset2}}
	if len(shape) > 0 {
		w.n = shape[len(shape)-1]
		w.index = make([]int, len(shape)-1)
	}
	return w
}

// run is the stride along a run of layout k.
func (w *walk) run(k int) int {
	if s := w.strides[k]; len(s) > 0 {
		return s[len(s)-1]
	}
	return 1
}

func (w *walk) next() {
	for d := len(w.index) - 1; d >= 0; d-- {
		w.index[d]++
		w.at[0] += w.strides[0][d]
		w.at[1] += w.strides[1][d]
		if w.index[d] < w.shape[d] {
			return
		}
		w.at[0] -= w.strides[0][d] * w.shape[d]
		w.at[1] -= w.strides[1][d] * w.shape[d]
		w.index[d] = 0
	}
	w.ok = false
}

// offsets lists the position of every element of a layout in row-major order.
func offsets(shape, strides []int, offset int) []int {
	list := make([]int, 0, product(shape))
	for w := newWalk(shape, offset, strides, 0, make([]int, len(shape))); w.ok; w.next() {
		for i := range w.n {
			list = append(list, w.at[0]+i*w.run(0))
		}
	}
	return list
}
