package dispatch

import (
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file has what an operation may say of itself in its row: what autocast does to its
// operands, and that they lie on one device.

// OneDevice is an operation made of others, or of Go, whose parts would take operands of
// several devices.
func OneDevice(fn Operation) Operation {
	return func(c *Call) (object.Value, error) {
		if err := c.sameDevice(); err != nil {
			return object.Value{}, err
		}
		return fn(c)
	}
}

// Which policies an operation has on GPUs and on the CPU, PyTorch's lists say
// (autocast_mode.cpp); an operation without a wrapper keeps its operands on both.

// Narrowed is an operation that autocast runs in its smaller type on every device, Widened
// one that it runs in float32.
func Narrowed(fn Operation) Operation { return Autocast(device.Narrow, device.Narrow, fn) }
func Widened(fn Operation) Operation  { return Autocast(device.Widen, device.Widen, fn) }

// WideOnGPU and WideOnCPU are operations that autocast runs in float32 there and leaves alone
// elsewhere.
func WideOnGPU(fn Operation) Operation { return Autocast(device.Widen, device.Keep, fn) }
func WideOnCPU(fn Operation) Operation { return Autocast(device.Keep, device.Widen, fn) }

// Autocast is an operation under autocast's policies for GPUs and for the CPU; in-place forms
// have none.
func Autocast(gpu, cpu device.Autocast, fn Operation) Operation {
	if gpu == device.Keep && cpu == device.Keep {
		return fn
	}
	return func(c *Call) (object.Value, error) {
		if (c.AutocastGPU != tensor.NoDType || c.AutocastCPU != tensor.NoDType) && !c.inplace {
			if err := c.castOperands(gpu, cpu); err != nil {
				return object.Value{}, err
			}
			defer c.WithoutAutocast()()
		}
		return fn(c)
	}
}

// castOperands casts the tensors among the arguments, and in lists among them.
func (c *Call) castOperands(gpu, cpu device.Autocast) error {
	for i, v := range c.Args {
		if v.IsNil() {
			continue
		}
		if items, ok := values.Items(v); ok && c.Overload.Params[i].typ == typTensors {
			list := make([]object.Value, len(items))
			for k, item := range items {
				w, err := c.Under(gpu, cpu, item)
				if err != nil {
					return err
				}
				list[k] = w
			}
			c.Args[i] = object.NewList(list)
			continue
		}
		w, err := c.Under(gpu, cpu, v)
		if err != nil {
			return err
		}
		c.Args[i] = w
	}
	if c.Self != nil {
		w, err := c.Under(gpu, cpu, object.Of(c.Self))
		if err != nil {
			return err
		}
		c.Self = w.Object().(*values.Tensor)
	}
	return nil
}

// sameDevice checks that the tensors among the arguments are on one device.
func (c *Call) sameDevice() error {
	var names []string
	var list []*tensor.Tensor
	add := func(name string, v object.Value) {
		if v.IsNil() {
			return
		}
		if x, ok := values.AsTensor(v); ok {
			names, list = append(names, name), append(list, x)
			return
		}
		items, _ := values.Items(v)
		for _, item := range items {
			if x, ok := values.AsTensor(item); ok {
				names, list = append(names, name), append(list, x)
			}
		}
	}
	if c.Self != nil {
		add("self", object.Of(c.Self))
	}
	for i := range c.Overload.Params {
		if p := &c.Overload.Params[i]; p.typ == typTensor || p.typ == typTensors {
			add(strings.Replace(p.Name, "input", "self", 1), c.Args[i])
		}
	}
	if err := tensor.SameDevice(c.Overload.Name, names, list...); err != nil {
		return c.Raise(err)
	}
	return nil
}
