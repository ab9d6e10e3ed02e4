package cpu

import (
	"errors"

	"gputour/engine/device"
	"gputour/engine/device/cpu/along"
	"gputour/engine/device/cpu/vec"
	"gputour/engine/device/cpu/walk"
	"gputour/engine/device/cpu/window"
)

// ErrZeroDivision is the cause of an integer division by zero.
var ErrZeroDivision = errors.New("ZeroDivisionError")

// maxStaged bounds what a kernel copies of an operand that is larger than its memory.
const maxStaged = 1 << 31

// staged is the bytes of an input that strides of 0 make larger than its memory, where no
// result is as large: kernels of whole lanes and products copy it.
func staged(l *device.Launch) int {
	for i := l.Outs; i < len(l.Args); i++ {
		in := &l.Args[i]
		n := in.Numel()
		if bytes := n * in.DType.Size(); bytes > maxStaged && bytes > 2*len(in.Mem) && l.Args[0].Numel() < n {
			return bytes
		}
	}
	return 0
}

// Run executes a launch whose operands' Mem is set, in the calling goroutine and, for
// large work, on the other cores too. Any device with host-reachable memory may call it.
// It ends early when the launch is stopped.
func Run(l *device.Launch) error {
	err := run(l)
	if err == nil && l.Stopped() {
		err = &device.Error{Op: "launch " + l.Op.String(), Code: device.Stopped, Device: "cpu"}
	}
	return err
}

func run(l *device.Launch) error {
	if bytes := staged(l); bytes > maxStaged {
		return outOfMemory("launch "+l.Op.String(), bytes)
	}
	k, err := choose(l)
	switch {
	case err != nil:
		return err
	case k != nil:
		walk.Apply(l, k)
		return nil
	}
	done := false
	switch l.Op.Family() {
	case device.Reduce:
		done = along.Reduce(l)
	case device.Scan:
		done = along.Scan(l)
	case device.Order:
		done = along.Order(l)
	case device.Softmax:
		done = along.Softmax(l)
	case device.Index:
		done, err = runIndex(l)
	case device.Matrix:
		done = window.Multiply(l)
	case device.Window:
		done = window.Slide(l)
	case device.Norm:
		done = along.Norm(l)
	case device.Move:
		done = runMove(l)
	case device.Step:
		done = runStep(l)
	}
	if err == nil && !done {
		err = &device.Error{Op: "launch " + l.Op.String(), Code: device.Unsupported, Device: "cpu"}
	}
	return err
}

// choose finds the kernel of an elementwise launch; none for the other families.
func choose(l *device.Launch) (*walk.Kernel, error) {
	if l.Op < device.NumOps && l.Compute < device.NumDTypes && len(l.F) == 0 && len(l.I) == 0 {
		if k := fixed[l.Op][l.Compute]; k != nil {
			if k.Divides && dividesByZero(l) {
				return nil, zeroDivision(l)
			}
			return k, nil
		}
	}
	k := kernelOf(l)
	if k != nil && k.Divides && dividesByZero(l) {
		return nil, zeroDivision(l)
	}
	return k, nil
}

func zeroDivision(l *device.Launch) error {
	return &device.Error{Op: "launch " + l.Op.String(), Code: device.Failed, Device: "cpu", Err: ErrZeroDivision, Text: "ZeroDivisionError"}
}

func kernelOf(l *device.Launch) *walk.Kernel {
	var k *walk.Kernel
	switch l.Op.Family() {
	case device.Unary:
		k = unaryKernel(l)
	case device.Predicate:
		k = predicateKernel(l)
	case device.Binary:
		k = binaryKernel(l)
	case device.Compare:
		k = compareKernel(l)
	case device.Ternary:
		k = ternaryKernel(l)
	}
	if k != nil {
		k.Finite = finiteTest(k.Types[0])
		switch l.Op {
		case device.OpTruncDivide, device.OpFloorDivide, device.OpRemainder, device.OpFmod:
			k.Divides = l.Compute.IsIntegral()
		}
	}
	return k
}

func finiteTest(d device.DType) func(out []byte) bool {
	switch d {
	case device.Float32, device.Complex64:
		return func(out []byte) bool { return vec.Finite(device.Slice[float32](out)) }
	case device.Float64, device.Complex128:
		return func(out []byte) bool { return vec.Finite(device.Slice[float64](out)) }
	}
	return nil
}

// fixed holds the kernels of elementwise ops called without parameters: finding one
// costs a small operation no allocation.
var fixed = func() (table [device.NumOps][device.NumDTypes]*walk.Kernel) {
	for op := device.Op(1); op < device.NumOps; op++ {
		if parametric[op] != nil && op != device.OpRound || op == device.OpAddcmul || op == device.OpAddcdiv || op == device.OpClamp || op == device.OpLeakyRelu {
			continue
		}
		for _, d := range device.DTypes() {
			if d != device.Float16 && d != device.BFloat16 || op == device.OpWhere {
				table[op][d] = kernelOf(&device.Launch{Op: op, Compute: d})
			}
		}
	}
	return table
}()
