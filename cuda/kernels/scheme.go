package kernels

import (
	"sync"

	"gputour/engine/device"
)

// This file chooses the kernel of an elementwise launch or a copy.

// kernelNames has the kernel of each op and class, where there is one: its name is the op's
// and the class's, "exp_f32".
var kernelNames = sync.OnceValue(func() *[device.NumOps][numClasses]string {
	var names [device.NumOps][numClasses]string
	for op := device.Op(1); op < device.NumOps; op++ {
		for c := range numClasses {
			if name := op.String() + classNames[c]; has(name) {
				names[op][c] = name
			}
		}
	}
	return &names
})

// sameOnIntegers are ops that leave an integer, or a bool, as it is.
var sameOnIntegers = map[device.Op]bool{device.OpFloor: true, device.OpCeil: true, device.OpTrunc: true,
	device.OpRound: true, device.OpConj: true, device.OpReal: true}

// sameOnBools adds ops that do nothing to one bit.
var sameOnBools = map[device.Op]bool{device.OpAbs: true, device.OpSign: true, device.OpSquare: true,
	device.OpConj: true, device.OpReal: true}

// onIntegers and onBools name the op that computes another op on integers and bools.
var (
	onIntegers = map[device.Op]device.Op{device.OpDiv: device.OpTruncDivide, device.OpFmax: device.OpMaximum, device.OpFmin: device.OpMinimum}
	onBools    = map[device.Op]device.Op{
		device.OpBitwiseNot: device.OpLogicalNot,
		device.OpAdd:        device.OpBitwiseOr, device.OpMaximum: device.OpBitwiseOr, device.OpFmax: device.OpBitwiseOr,
		device.OpHeaviside: device.OpBitwiseOr, device.OpBitwiseOr: device.OpBitwiseOr,
		device.OpMul: device.OpBitwiseAnd, device.OpMinimum: device.OpBitwiseAnd, device.OpFmin: device.OpBitwiseAnd,
		device.OpReluGrad: device.OpBitwiseAnd, device.OpBitwiseAnd: device.OpBitwiseAnd, device.OpBitwiseXor: device.OpBitwiseXor,
	}
)

// elementwiseScheme chooses how to compute an elementwise launch; not ok where no kernel does.
func elementwiseScheme(l *device.Launch) (s scheme, ok bool) {
	op, compute := l.Op, l.Compute
	if compute.IsHalf() && op != device.OpWhere {
		return s, false // half precision is computed in float32
	}
	s.class = classOf(compute)
	switch {
	case op == device.OpWhere:
		return whereScheme(l, s)
	case op == device.OpConj && !compute.IsComplex(), op == device.OpReal && !compute.IsComplex():
		return copyScheme(l, s), true
	case compute == device.Bool && op.Family() == device.Unary && sameOnBools[op], compute.IsIntegral() && sameOnIntegers[op]:
		return copyScheme(l, s), true
	case compute == device.Bool && (op.Family() == device.Unary || op.Family() == device.Binary):
		op = onBools[op]
	case compute.IsIntegral() && onIntegers[op] != 0:
		op = onIntegers[op]
	}
	s.kernel = kernelNames()[op][s.class]
	return s, s.kernel != ""
}

// whereScheme moves elements as bits where all have the output's dtype.
func whereScheme(l *device.Launch, s scheme) (scheme, bool) {
	d := l.Args[0].DType
	s.kernel = kernelNames()[device.OpWhere][s.class]
	if kernel := moves(whereKernels, d); kernel != "" && l.Args[1].DType == device.Bool && l.Args[2].DType == d && l.Args[3].DType == d {
		s.kernel, s.bits = kernel, true
	}
	return s, s.kernel != ""
}

// copyScheme moves elements as bits where the dtype stays, and else converts in the class
// that holds both dtypes' values.
func copyScheme(l *device.Launch, s scheme) scheme {
	out, in := l.Args[0].DType, l.Args[1].DType
	small := func(d device.DType) bool { return d.IsHalf() || d == device.Float32 }
	switch {
	case out == in && moves(moveKernels, out) != "":
		return scheme{kernel: moves(moveKernels, out), bits: true}
	case out.IsComplex() || in.IsComplex():
		s.class = inComplex
	case small(out) && (small(in) || in == device.Bool || in == device.Uint8):
		s.class = inFloat
	case in.IsFloat():
		s.class = inDouble
	default:
		s.class = inInteger
	}
	return scheme{kernel: kernelNames()[device.OpCopy][s.class], class: s.class}
}

// moves is the kernel that moves elements of a dtype's size; none for the largest.
func moves(names [17]string, d device.DType) string { return names[d.Size()] }

// Kernels by the size of the elements that they move.
var (
	moveKernels      = [17]string{1: "move_1", 2: "move_2", 4: "move_4", 8: "move_8"}
	whereKernels     = [17]string{1: "where_1", 2: "where_2", 4: "where_4", 8: "where_8"}
	transposeKernels = [17]string{1: "transpose_1", 2: "transpose_2", 4: "transpose_4", 8: "transpose_8"}
)

// boolKernels are those whose results are truth values.
var boolKernels = sync.OnceValue(func() map[string]bool {
	kernels := map[string]bool{}
	for op := device.Op(1); op < device.NumOps; op++ {
		if f := op.Family(); f == device.Predicate || f == device.Compare {
			for _, name := range kernelNames()[op] {
				kernels[name] = true
			}
		}
	}
	return kernels
})
