package torch

import (
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file has what an operation may say of itself in its row: what autocast does to its
// operands, and that they lie on one device.

// oneDevice is an operation made of others, or of Go, whose parts would take operands of
// several devices.
func oneDevice(fn operation) operation {
	return func(c *call) (object.Value, error) {
		if err := c.sameDevice(); err != nil {
			return object.Value{}, err
		}
		return fn(c)
	}
}

// autocast is an operation under a policy of autocast; in-place forms have none.
func autocast(policy device.Autocast, fn operation) operation {
	switch policy {
	case device.Narrow:
		return narrowed(fn)
	case device.Widen:
		return widened(fn)
	}
	return fn
}

// narrowed is an operation that autocast runs in its smaller type.
func narrowed(fn operation) operation { return casting((*state).halve, fn) }

// widened is an operation that autocast runs in float32 on GPUs.
func widened(fn operation) operation {
	return casting(func(s *state, v object.Value) (object.Value, error) { return s.widen(v, false) }, fn)
}

// widenedLoss is an operation that autocast runs in float32 on every device.
func widenedLoss(fn operation) operation {
	return casting(func(s *state, v object.Value) (object.Value, error) { return s.widen(v, true) }, fn)
}

func casting(cast func(s *state, v object.Value) (object.Value, error), fn operation) operation {
	return func(c *call) (object.Value, error) {
		if (c.autocastGPU != tensor.NoDType || c.autocastCPU != tensor.NoDType) && !c.inplace {
			if err := c.castOperands(cast); err != nil {
				return object.Value{}, err
			}
		}
		return fn(c)
	}
}

// halve casts a float32 tensor to autocast's type on its device; anything else stays.
func (s *state) halve(v object.Value) (object.Value, error) {
	x, ok := AsTensor(v)
	if !ok || x.DType() != tensor.Float32 {
		return v, nil
	}
	d := s.autocastGPU
	if x.IsCPU() {
		d = s.autocastCPU
	}
	return s.cast(v, x, d)
}

// widen casts a tensor of autocast's type to float32, on a CPU for losses only.
func (s *state) widen(v object.Value, loss bool) (object.Value, error) {
	x, ok := AsTensor(v)
	if !ok || !x.DType().IsHalf() || x.IsCPU() && (s.autocastCPU == tensor.NoDType || !loss) || !x.IsCPU() && s.autocastGPU == tensor.NoDType {
		return v, nil
	}
	return s.cast(v, x, tensor.Float32)
}

// cast is x, which v holds, in another type, if one is given.
func (s *state) cast(v object.Value, x *tensor.Tensor, d tensor.DType) (object.Value, error) {
	if d == tensor.NoDType {
		return v, nil
	}
	y, err := s.tape.Cast(x, d)
	if err != nil {
		return v, err
	}
	return wrap(y), nil
}

// castOperands casts the tensors among the arguments.
func (c *call) castOperands(cast func(s *state, v object.Value) (object.Value, error)) error {
	for i, v := range c.args {
		if v.IsNil() {
			continue
		}
		w, err := cast(c.state, v)
		if err != nil {
			return err
		}
		c.args[i] = w
	}
	if c.self != nil {
		w, err := cast(c.state, object.Of(c.self))
		if err != nil {
			return err
		}
		c.self = w.Object().(*Tensor)
	}
	return nil
}

// sameDevice checks that the tensors among the arguments are on one device.
func (c *call) sameDevice() error {
	var names []string
	var list []*tensor.Tensor
	add := func(name string, v object.Value) {
		if v.IsNil() {
			return
		}
		if x, ok := AsTensor(v); ok {
			names, list = append(names, name), append(list, x)
			return
		}
		items, _ := sequenceItems(v)
		for _, item := range items {
			if x, ok := AsTensor(item); ok {
				names, list = append(names, name), append(list, x)
			}
		}
	}
	if c.self != nil {
		add("self", object.Of(c.self))
	}
	for i := range c.o.params {
		if p := &c.o.params[i]; p.typ == typTensor || p.typ == typTensors {
			add(strings.Replace(p.name, "input", "self", 1), c.args[i])
		}
	}
	if err := tensor.SameDevice(c.o.name, names, list...); err != nil {
		return c.raise(err)
	}
	return nil
}
