package cpu

import (
	"errors"

	"gputour/engine/device"
)

// ErrZeroDivision is the cause of an integer division by zero.
var ErrZeroDivision = errors.New("ZeroDivisionError")

// Run executes a launch whose operands' Mem is set, in the calling goroutine and, for
// large work, on the other cores too. Any device with host-reachable memory may call it.
func Run(l *device.Launch) error {
	k, err := choose(l)
	switch {
	case err != nil:
		return err
	case k != nil:
		runElementwise(l, k)
		return nil
	}
	done := false
	switch l.Op.Family() {
	case device.Reduce:
		done = runReduce(l)
	case device.Scan:
		done = runScan(l)
	case device.Order:
		done = runOrder(l)
	case device.Softmax:
		done = runSoftmax(l)
	case device.Index:
		done, err = runIndex(l)
	case device.Matrix:
		done = runMatrix(l)
	case device.Window:
		done = runWindow(l)
	case device.Norm:
		done = runNorm(l)
	case device.Move:
		done = runMove(l)
	}
	if err == nil && !done {
		err = &device.Error{Op: "launch " + l.Op.String(), Code: device.Unsupported, Device: "cpu"}
	}
	return err
}

// choose finds the kernel of an elementwise launch; none for the other families.
func choose(l *device.Launch) (*elementwise, error) {
	switch l.Op.Family() {
	case device.Unary:
		return unaryKernel(l), nil
	case device.Predicate:
		return predicateKernel(l), nil
	case device.Binary:
		if dividesByZero(l) {
			return nil, &device.Error{Op: "launch " + l.Op.String(), Code: device.Failed, Device: "cpu", Err: ErrZeroDivision, Text: "ZeroDivisionError"}
		}
		return binaryKernel(l), nil
	case device.Compare:
		return compareKernel(l), nil
	case device.Ternary:
		return ternaryKernel(l), nil
	}
	return nil, nil
}
