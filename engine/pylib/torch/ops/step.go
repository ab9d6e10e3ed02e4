package ops

import (
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file offers optimiser steps over many tensors at once to torch.optim.

func init() {
	for name, op := range map[string]device.Op{"_step_sgd_": device.OpStepSGD, "_step_adam_": device.OpStepAdam} {
		Functions = append(Functions, object.Def(name+"(kinds, numbers, flags, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
			return stepTogether(t, op, a)
		}, "Steps all parameters in one launch; False where that cannot be."))
	}
}

func stepTogether(t *object.Thread, op device.Op, a []object.Value) (object.Value, error) {
	var kinds [][]*tensor.Tensor
	lists, _ := values.Items(a[0])
	for _, list := range lists {
		items, _ := values.Items(list)
		var kind []*tensor.Tensor
		for _, v := range items {
			x, ok := values.AsTensor(v)
			if !ok || x.Storage() == nil {
				return object.False, nil
			}
			kind = append(kind, x)
		}
		if len(kind) == 0 {
			return object.True, nil
		}
		kinds = append(kinds, kind)
	}
	var numbers []float64
	var flags []int
	items, _ := values.Items(a[1])
	for _, v := range items {
		f, err := object.ToFloat(t, v)
		if err != nil {
			return object.Value{}, err
		}
		numbers = append(numbers, f)
	}
	items, _ = values.Items(a[2])
	for _, v := range items {
		n, err := object.IndexInt(t, v)
		if err != nil {
			return object.Value{}, err
		}
		flags = append(flags, n)
	}
	s := state.Of(t)
	done, err := s.Tape.Step(op, kinds, numbers, flags)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return object.Bool(done), nil
}
