package numpy

import (
	"reflect"
	"slices"

	"gputour/engine/object"
	"gputour/engine/tensor"
)

// viewCodes are the struct codes of the types whose memory memoryview shows.
var viewCodes = map[tensor.DType]string{
	tensor.Bool: "?", tensor.Uint8: "B", tensor.Int8: "b", tensor.Int16: "h", tensor.Int32: "i", tensor.Int64: "l",
	tensor.Float16: "e", tensor.Float32: "f", tensor.Float64: "d", tensor.Complex64: "Zf", tensor.Complex128: "Zd",
}

// View is what memoryview(array) looks at: the array's own memory.
func (a *Array) View() (b []byte, format string, shape []int, readonly bool, err error) {
	format = viewCodes[a.x.DType()]
	switch {
	case a.dom != nil || format == "":
		return nil, "", nil, false, object.Raise(object.ValueError, "cannot include this dtype in a buffer that memoryview shows; tobytes() copies")
	case !a.contiguous():
		return nil, "", nil, false, object.Raise(object.ValueError, "ndarray is not C-contiguous")
	}
	a.x.Share()
	size := a.elementSize()
	from, to := a.offset*size, (a.offset+a.size())*size
	return a.memory()[from:to:to], format, slices.Clone(a.shape), a.locked, nil
}

// fromView is an array over what a memoryview shows, or of its items where they lie apart.
func fromView(t *object.Thread, m *object.MemoryView) (*Array, error) {
	b, format, shape, readonly, err := m.View()
	if err != nil {
		if b, format, shape, err = m.Items(); err != nil {
			return nil, err
		}
	}
	for d, code := range viewCodes {
		if code == format {
			return overMemory(envOf(t), b, d, shape, readonly), nil
		}
	}
	return nil, nil // read as the sequence it is
}

// overMemory is an array in row-major order over the first bytes of b, which others see.
func overMemory(env *tensor.Env, b []byte, d tensor.DType, shape []int, locked bool) *Array {
	strides, n := make([]int, len(shape)), 1
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = n
		n *= shape[i]
	}
	a := arrayOf(env.FromMemory(b, d, shape, strides, 0))
	a.locked = locked
	return a
}

// fromBuffer is numpy.frombuffer: an array over the memory of another object.
func fromBuffer(t *object.Thread, a []object.Value) (object.Value, error) {
	if _, err := object.Buffer(a[0]); err != nil {
		return object.Value{}, err
	}
	b, readonly, err := object.Memory(a[0])
	if err != nil {
		return object.Value{}, err
	}
	d, err := dtypeFrom(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	count, err := object.IndexInt(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	offset, err := object.IndexInt(t, a[3])
	if err != nil {
		return object.Value{}, err
	}
	if offset < 0 || offset > len(b) {
		return object.Value{}, valueError("offset must be non-negative and no greater than buffer length (%d)", len(b))
	}
	b = b[offset:]
	switch {
	case count < 0 && len(b)%d.Size() != 0:
		return object.Value{}, valueError("buffer size must be a multiple of element size")
	case count > len(b)/d.Size():
		return object.Value{}, valueError("buffer is smaller than requested size")
	case count < 0:
		count = len(b) / d.Size()
	}
	return object.Of(overMemory(envOf(t), b, d, []int{count}, readonly)), nil
}

// memoryInterface is __array_interface__: where the elements are and how they lie.
func memoryInterface(_ *object.Thread, v object.Value) (object.Value, error) {
	a := self(v)
	a.x.Share()
	at, strides := int64(0), object.None
	if b := a.memory(); len(b) > 0 {
		at = int64(reflect.ValueOf(b).Pointer()) + int64(a.offset*a.elementSize())
	}
	if !a.contiguous() {
		strides = byteStrides(a)
	}
	d := object.NewDict()
	code := object.NewStr(a.info().code())
	d.SetStr("data", object.NewTuple(object.Int(at), object.Bool(a.locked)))
	d.SetStr("strides", strides)
	d.SetStr("descr", object.NewList([]object.Value{object.NewTuple(object.NewStr(""), code)}))
	d.SetStr("typestr", code)
	d.SetStr("shape", intTuple(a.shape))
	d.SetStr("version", object.Int(3))
	return object.Of(d), nil
}
