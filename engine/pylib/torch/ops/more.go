package ops

import (
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/tensor"
)

// Operations that few programs use.

var moreRows = []row{
	{"polar", dispatch.WideOnCPU(dispatch.OneDevice(func(c *dispatch.Call) (object.Value, error) {
		return c.One(c.Tape.Polar(c.Tensor("abs"), c.Tensor("angle")))
	}))},
	{"isreal", opIsreal}, {"is_nonzero", opIsNonzero}, {"resize_as_", opResizeAs},
}

func opIsreal(c *dispatch.Call) (object.Value, error) {
	if x := c.Input(); x.DType().IsComplex() {
		parts, err := c.Tape.ViewAsReal(x)
		if err == nil {
			parts, err = c.Tape.Select(parts, -1, 1)
		}
		if err != nil {
			return object.Value{}, err
		}
		return c.One(c.Tape.Compare(device.OpEq, parts, c.Tape.Wrap(tensor.Int(0))))
	}
	return c.One(c.Tape.Ones(c.Input().Shape(), tensor.Options{DType: tensor.Bool, Device: c.Input().Device()}))
}

func opIsNonzero(c *dispatch.Call) (object.Value, error) {
	if c.Input().Numel() == 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "Boolean value of Tensor with no values is ambiguous")
	}
	if c.Input().Numel() != 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "Boolean value of Tensor with more than one value is ambiguous")
	}
	ok, err := c.Tape.IsTrue(c.Input())
	return object.Bool(ok), err
}

func opResizeAs(c *dispatch.Call) (object.Value, error) {
	return c.Into(c.Tape.Resize(c.Input(), c.Tensor("the_template").Shape()))
}
