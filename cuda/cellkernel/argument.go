// This file checks the arguments of a launch against the kernel's parameters.

package cellkernel

import (
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// dtypes are the element types that may lie behind a pointer to a kind.
var dtypes = map[word.Kind]tensor.DType{
	word.Bool: tensor.Bool, word.U8: tensor.Uint8, word.I8: tensor.Int8, word.I16: tensor.Int16, word.I32: tensor.Int32,
	word.U32: tensor.Int32, word.F16: tensor.Float16, word.BF16: tensor.BFloat16, word.I64: tensor.Int64, word.U64: tensor.Int64, word.F32: tensor.Float32, word.F64: tensor.Float64,
}

// argument checks one argument against its parameter.
func (b *bound) argument(t *object.Thread, gpu gpu, p simt.Param, v object.Value) (simt.Arg, *tensor.Tensor, error) {
	var none simt.Arg
	if p.Type.Kind != word.Pointer {
		n, err := b.number(t, p, v)
		return n, nil, err
	}
	x, err := b.pointer(gpu, p, v)
	if err != nil || x == nil {
		return none, nil, err
	}
	mem, err := gpu.Bytes(&x.Storage().Buffer)
	if err != nil {
		return none, nil, object.Raise(object.RuntimeError, "%s", err)
	}
	offset := x.Offset() * x.DType().Size()
	return simt.Arg{Buffer: &simt.Buffer{Name: p.Name, Data: mem}, Offset: offset}, x, nil
}

// number is the argument for a parameter that is no pointer.
func (b *bound) number(t *object.Thread, p simt.Param, v object.Value) (simt.Arg, error) {
	var none simt.Arg
	if _, isTensor := values.AsTensor(v); isTensor {
		return none, object.Raise(object.TypeError, "%s: argument '%s' is a %s, got a tensor; pass a number, such as x.item()", b.kernel.Name, p.Name, p.Type)
	}
	v = plainNumber(t, v)
	if object.IsInteger(v) {
		n, ok := object.AsInt(v)
		if !ok {
			return none, object.Raise(object.OverflowError, "%s: argument '%s' does not fit into 64 bits", b.kernel.Name, p.Name)
		}
		return simt.Number(p.Type, 0, n, false), nil
	}
	if v.IsFloat() {
		return simt.Number(p.Type, v.Float64(), 0, true), nil
	}
	return none, object.Raise(object.TypeError, "%s: argument '%s' must be a number (%s)", b.kernel.Name, p.Name, p.Type)
}

// plainNumber turns what has __index__ or __float__, such as NumPy's scalars, into an int
// or a float; other values come back as they are.
func plainNumber(t *object.Thread, v object.Value) object.Value {
	if i, err := object.Index(t, v); err == nil {
		return i
	}
	if f, err := object.ToFloat(t, v); err == nil {
		return object.Float(f)
	}
	return v
}

// pointer is the tensor that a pointer parameter gets; nil for a null pointer.
func (b *bound) pointer(gpu device.Device, p simt.Param, v object.Value) (*tensor.Tensor, error) {
	if v.IsNone() {
		return nil, nil // nullptr
	}
	x, isTensor := values.AsTensor(v)
	if !isTensor {
		return nil, object.Raise(object.TypeError, "%s: argument '%s' must be a CUDA tensor for '%s'", b.kernel.Name, p.Name, p.Type)
	}
	if x.IsCPU() {
		return nil, object.Raise(object.ValueError, "%s: argument '%s' is a tensor on cpu; a kernel reaches the memory of its GPU only: pass %s.cuda()", b.kernel.Name, p.Name, p.Name)
	}
	if x.Device() != gpu {
		return nil, object.Raise(object.ValueError, "%s: argument '%s' is on %s, other arguments are on %s", b.kernel.Name, p.Name, x.Device().Info(), gpu.Info())
	}
	elem := p.Type.Elem
	if elem.Kind == word.Struct && len(elem.Members()) > 0 {
		elem = elem.Members()[0].Type
	}
	if want, ok := dtypes[elem.Kind]; ok && want != x.DType() {
		return nil, object.Raise(object.TypeError, "%s: argument '%s' is '%s', which needs a tensor of %s, got %s", b.kernel.Name, p.Name, p.Type, want, x.DType())
	}
	if !b.strided && !x.IsContiguous() {
		return nil, object.Raise(object.ValueError, "%s: argument '%s' is not contiguous; pass %s.contiguous()", b.kernel.Name, p.Name, p.Name)
	}
	return x, nil
}
