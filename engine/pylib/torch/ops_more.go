package torch

import (
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Operations that few programs use.

var moreRows = []row{
	{"polar", wideOnCPU(oneDevice(func(c *call) (object.Value, error) { return c.one(c.tape.Polar(c.tensor("abs"), c.tensor("angle"))) }))},
	{"isreal", opIsreal}, {"is_nonzero", opIsNonzero}, {"resize_as_", opResizeAs},
}

func opIsreal(c *call) (object.Value, error) {
	if x := c.input(); x.DType().IsComplex() {
		parts, err := c.tape.ViewAsReal(x)
		if err == nil {
			parts, err = c.tape.Select(parts, -1, 1)
		}
		if err != nil {
			return object.Value{}, err
		}
		return c.one(c.tape.Compare(device.OpEq, parts, c.tape.Wrap(tensor.Int(0))))
	}
	return c.one(c.tape.Ones(c.input().Shape(), tensor.Options{DType: tensor.Bool, Device: c.input().Device()}))
}

func opIsNonzero(c *call) (object.Value, error) {
	if c.input().Numel() == 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "Boolean value of Tensor with no values is ambiguous")
	}
	if c.input().Numel() != 1 {
		return object.Value{}, object.Raise(object.RuntimeError, "Boolean value of Tensor with more than one value is ambiguous")
	}
	ok, err := c.tape.IsTrue(c.input())
	return object.Bool(ok), err
}

func opResizeAs(c *call) (object.Value, error) {
	return c.into(c.tape.Resize(c.input(), c.tensor("the_template").Shape()))
}

// tensorNew is x.new(…): the legacy constructor for x's own type and device.
func tensorNew(t *object.Thread, x *Tensor, a object.Args) (object.Value, error) {
	y, err := stateOf(t).legacyNew(t, a, x.T.Like())
	if err != nil {
		return object.Value{}, err
	}
	return wrap(y), nil
}
