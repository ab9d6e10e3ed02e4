package ops

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// BinaryOp computes one binary operator.
type BinaryOp func(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error)

// family makes a tensorOp of an elementwise operation.
func family(op device.Op) BinaryOp {
	return func(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) { return p.Binary(op, a, b) }
}

// Operators are the binary operators of Python.
var Operators = map[object.BinaryOp]BinaryOp{
	object.Add:      func(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) { return p.Add(a, b, tensor.Int(1)) },
	object.Sub:      subtract,
	object.Mul:      func(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) { return p.Mul(a, b) },
	object.TrueDiv:  divide,
	object.FloorDiv: family(device.OpFloorDivide),
	object.Mod:      family(device.OpRemainder),
	object.Pow:      family(device.OpPow),
	object.And:      family(device.OpBitwiseAnd),
	object.Or:       family(device.OpBitwiseOr),
	object.Xor:      family(device.OpBitwiseXor),
	object.LShift:   family(device.OpLeftShift),
	object.RShift:   family(device.OpRightShift),
	object.MatMul:   func(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) { return p.Matmul(a, b) },
}

// subtract and divide have gradients of their own for a number on the left.
func subtract(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	if a.IsWrapped() {
		return p.Rsub(b, a)
	}
	return p.Sub(a, b, tensor.Int(1))
}

func divide(p *autograd.Tape, a, b *tensor.Tensor) (*tensor.Tensor, error) {
	if !a.IsWrapped() {
		return p.Div(a, b)
	}
	inverse, err := p.Unary(device.OpReciprocal, b)
	if err != nil {
		return nil, err
	}
	return p.Mul(inverse, a)
}
