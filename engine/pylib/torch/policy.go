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

// Which policies an operation has on GPUs and on the CPU, PyTorch's lists say
// (autocast_mode.cpp); an operation without a wrapper keeps its operands on both.
const (
	keep   = device.Keep
	narrow = device.Narrow
	widen  = device.Widen
)

// narrowed is an operation that autocast runs in its smaller type on every device, widened
// one that it runs in float32.
func narrowed(fn operation) operation { return autocast(narrow, narrow, fn) }
func widened(fn operation) operation  { return autocast(widen, widen, fn) }

// wideOnGPU and wideOnCPU are operations that autocast runs in float32 there and leaves alone
// elsewhere.
func wideOnGPU(fn operation) operation { return autocast(widen, keep, fn) }
func wideOnCPU(fn operation) operation { return autocast(keep, widen, fn) }

// autocast is an operation under autocast's policies for GPUs and for the CPU; in-place forms
// have none.
func autocast(gpu, cpu device.Autocast, fn operation) operation {
	if gpu == keep && cpu == keep {
		return fn
	}
	return func(c *call) (object.Value, error) {
		if (c.autocastGPU != tensor.NoDType || c.autocastCPU != tensor.NoDType) && !c.inplace {
			if err := c.castOperands(gpu, cpu); err != nil {
				return object.Value{}, err
			}
			defer c.withoutAutocast()()
		}
		return fn(c)
	}
}

// withoutAutocast switches autocast off, for an operation that is made of others, until the
// function it returns is called.
func (s *state) withoutAutocast() (restore func()) {
	gpu, cpu := s.autocastGPU, s.autocastCPU
	s.autocastGPU, s.autocastCPU = tensor.NoDType, tensor.NoDType
	return func() { s.autocastGPU, s.autocastCPU = gpu, cpu }
}

// halve casts a float32 tensor to autocast's type on its device; anything else stays.
func (s *state) halve(v object.Value) (object.Value, error) { return s.under(narrow, narrow, v) }

// under casts a tensor as a policy says for its device; anything else stays.
func (s *state) under(gpu, cpu device.Autocast, v object.Value) (object.Value, error) {
	x, ok := AsTensor(v)
	if !ok {
		return v, nil
	}
	policy, d := gpu, s.autocastGPU
	if x.IsCPU() {
		policy, d = cpu, s.autocastCPU
	}
	switch {
	case d == tensor.NoDType:
	case policy == narrow && x.DType() == tensor.Float32:
		return s.cast(v, x, d)
	case policy == widen && x.DType().IsHalf():
		return s.cast(v, x, tensor.Float32)
	}
	return v, nil
}

// cast is x, which v holds, in another type.
func (s *state) cast(v object.Value, x *tensor.Tensor, d tensor.DType) (object.Value, error) {
	y, err := s.tape.Cast(x, d)
	if err != nil {
		return v, err
	}
	return wrap(y), nil
}

// castOperands casts the tensors among the arguments, and in lists among them.
func (c *call) castOperands(gpu, cpu device.Autocast) error {
	for i, v := range c.args {
		if v.IsNil() {
			continue
		}
		if items, ok := sequenceItems(v); ok && c.o.params[i].typ == typTensors {
			list := make([]object.Value, len(items))
			for k, item := range items {
				w, err := c.under(gpu, cpu, item)
				if err != nil {
					return err
				}
				list[k] = w
			}
			c.args[i] = object.NewList(list)
			continue
		}
		w, err := c.under(gpu, cpu, v)
		if err != nil {
			return err
		}
		c.args[i] = w
	}
	if c.self != nil {
		w, err := c.under(gpu, cpu, object.Of(c.self))
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
