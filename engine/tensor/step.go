package tensor

import "gputour/engine/device"

// This file lets an optimiser change many tensors in one launch.

// Step launches an optimiser step, operands and parameters as engine/device/ops.md has them: kinds of
// tensors, each with one for every parameter, of which all but the last, the gradients, are changed in place.
// It answers false, having done nothing, where they are not all dense, of one device and of one dtype that steps
// are computed in.
func (e *Env) Step(op device.Op, kinds [][]*Tensor, f []float64, i []int) (done bool, err error) {
	first := kinds[0][0]
	if first.dtype != Float32 && first.dtype != Float64 {
		return false, nil
	}
	for _, list := range kinds {
		for k, x := range list {
			if x.dtype != first.dtype || x.storage.Device != first.storage.Device || x.numel != kinds[0][k].numel || !x.IsContiguous() {
				return false, nil
			}
		}
	}
	var l device.Launch
	l.Reset(op)
	l.Compute, l.Outs = first.dtype, len(kinds[0])*(len(kinds)-1)
	l.F, l.I = append(l.F, f...), append(append(l.I, len(kinds[0])), i...)
	sizes := make([]int, len(kinds[0]))
	for k, x := range kinds[0] {
		sizes[k] = x.numel
	}
	one := []int{1}
	for _, list := range kinds {
		for k, x := range list {
			*l.Add() = device.Operand{DType: x.dtype, Shape: sizes[k : k+1], Strides: one, Offset: x.offset, Buffer: &x.storage.Buffer}
		}
	}
	l.Stop = e.stop
	if err := e.obey(first.storage.Device, &l); err != nil {
		return false, err
	}
	for _, list := range kinds[:len(kinds)-1] {
		for _, x := range list {
			x.Bump()
		}
	}
	return true, nil
}
