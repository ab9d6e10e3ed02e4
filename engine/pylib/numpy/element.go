package numpy

import (
	"encoding/binary"
	"math"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file moves single elements between memory, scalars and Python's values.

var order = binary.LittleEndian

// load reads element i of memory.
func load(mem []byte, d tensor.DType, i int) tensor.Scalar {
	mem = mem[i*d.Size():]
	switch d {
	case tensor.Bool:
		return tensor.Boolean(mem[0] != 0)
	case tensor.Uint8:
		return tensor.Int(int64(mem[0]))
	case tensor.Int8:
		return tensor.Int(int64(int8(mem[0])))
	case tensor.Int16:
		return tensor.Int(int64(int16(order.Uint16(mem))))
	case tensor.Int32:
		return tensor.Int(int64(int32(order.Uint32(mem))))
	case tensor.Int64:
		return tensor.Int(int64(order.Uint64(mem)))
	case tensor.Float16:
		return tensor.Float(float64(device.HalfToFloat(order.Uint16(mem))))
	case tensor.Float32:
		return tensor.Float(float64(float32At(mem)))
	case tensor.Complex64:
		return tensor.Complex(complex(float64(float32At(mem)), float64(float32At(mem[4:]))))
	case tensor.Complex128:
		return tensor.Complex(complex(float64At(mem), float64At(mem[8:])))
	}
	return tensor.Float(float64At(mem))
}

func float32At(mem []byte) float32 { return math.Float32frombits(order.Uint32(mem)) }
func float64At(mem []byte) float64 { return math.Float64frombits(order.Uint64(mem)) }

// store writes element i of memory.
func store(mem []byte, d tensor.DType, i int, s tensor.Scalar) {
	mem = mem[i*d.Size():]
	switch d {
	case tensor.Bool:
		mem[0] = 0
		if s.IsTrue() {
			mem[0] = 1
		}
	case tensor.Uint8, tensor.Int8:
		mem[0] = byte(s.Int64())
	case tensor.Int16:
		order.PutUint16(mem, uint16(s.Int64()))
	case tensor.Int32:
		order.PutUint32(mem, uint32(s.Int64()))
	case tensor.Int64:
		order.PutUint64(mem, uint64(s.Int64()))
	case tensor.Float16:
		order.PutUint16(mem, device.FloatToHalf(float32(s.Float64())))
	case tensor.Float32:
		order.PutUint32(mem, math.Float32bits(float32(s.Float64())))
	case tensor.Float64:
		order.PutUint64(mem, math.Float64bits(s.Float64()))
	case tensor.Complex64:
		c := s.Complex128()
		order.PutUint32(mem, math.Float32bits(float32(real(c))))
		order.PutUint32(mem[4:], math.Float32bits(float32(imag(c))))
	case tensor.Complex128:
		c := s.Complex128()
		order.PutUint64(mem, math.Float64bits(real(c)))
		order.PutUint64(mem[8:], math.Float64bits(imag(c)))
	}
}

// number reads a Python or NumPy number; the dtype is its own.
func number(v object.Value) (tensor.Scalar, tensor.DType, bool) {
	switch {
	case v.IsNil():
		return tensor.Scalar{}, 0, false
	case v.IsBool():
		return tensor.Boolean(v.SmallInt() != 0), tensor.Bool, true
	case v.IsInt():
		return tensor.Int(v.SmallInt()), tensor.Int64, true
	}
	switch o := v.Object().(type) {
	case *Scalar:
		return o.s, o.d, true
	case *object.Complex:
		return tensor.Complex(o.C), tensor.Complex128, true
	}
	if f, ok := object.AsFloat(v); ok {
		return tensor.Float(f), tensor.Float64, true
	}
	if object.IsInteger(v) {
		if n, ok := object.AsInt(v); ok {
			return tensor.Int(n), tensor.Int64, true
		}
		f, _ := object.ToFloat(nil, v)
		return tensor.Float(f), tensor.Float64, true
	}
	return tensor.Scalar{}, 0, false
}

// element is one element of a as NumPy's scalar.
func (a *Array) element(at int) object.Value {
	if a.dom != nil {
		return a.dom.object(load(a.memory(), a.dtype(), at).I)
	}
	return newScalar(a.dtype(), load(a.memory(), a.dtype(), at))
}

// unbox is the scalar of an array without dimensions, and any other array itself.
func unbox(a *Array) object.Value {
	if len(a.shape) == 0 {
		return a.element(a.offset)
	}
	return object.Of(a)
}

// boxed makes an array without dimensions.
func boxed(env *tensor.Env, d tensor.DType, s tensor.Scalar) (*Array, error) {
	a, err := newArray(env, d, nil)
	if err == nil {
		store(a.memory(), d, a.offset, s)
	}
	return a, err
}

// scalars lists a's elements in row-major order.
func (a *Array) scalars() []tensor.Scalar {
	list := make([]tensor.Scalar, 0, a.size())
	mem, d := a.memory(), a.dtype()
	for _, at := range offsets(a.shape, a.strides, a.offset) {
		list = append(list, load(mem, d, at))
	}
	return list
}

// float64s lists a's elements as floats in row-major order.
func (a *Array) float64s() []float64 {
	list := make([]float64, 0, a.size())
	for _, s := range a.scalars() {
		list = append(list, s.Float64())
	}
	return list
}

// ints lists a's elements as ints in row-major order.
func (a *Array) ints() []int {
	list := make([]int, 0, a.size())
	if a.dtype() == tensor.Int64 && a.contiguous() {
		for _, n := range device.Slice[int64](a.memory())[a.offset : a.offset+a.size()] {
			list = append(list, int(n))
		}
		return list
	}
	for _, s := range a.scalars() {
		list = append(list, int(s.Int64()))
	}
	return list
}

// result is a as a value, unless making it failed.
func result(a *Array, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, err
	}
	return object.Of(a), nil
}
