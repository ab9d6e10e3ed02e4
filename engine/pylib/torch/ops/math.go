package ops

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Elementwise operations.

// mathRows are those that do more than an op of the table does.
var mathRows = []row{
	{"sgn", dispatch.Simple((*autograd.Tape).Sgn)},
	{"round", opRound},
	{"deg2rad", dispatch.Simple((*autograd.Tape).Deg2rad)}, {"rad2deg", dispatch.Simple((*autograd.Tape).Rad2deg)},
	{"nan_to_num", opNanToNum}, {"logit special_logit", opLogit}, {"positive", opPositive},
	{"add", opAdd}, {"sub subtract", opSub}, {"rsub", opRsub}, {"add_", opAddInPlace}, {"sub_ subtract_", opSubInPlace},
	{"mul_ multiply_", inPlaceBinary(device.OpMul)},
	{"div divide", opDiv}, {"div_", opDivInPlace},
	{"remainder", opRemainder},
	{"pow", dispatch.WideOnGPU(opPow)}, {"float_power", opFloatPower},
	{"copysign", opCopysign},
	{"xlogy special_xlogy", opXlogy}, {"heaviside", opHeaviside},
	{"ldexp", opLdexp}, {"complex", dispatch.OneDevice(opComplex)},
	{"where", opWhere}, {"clamp clip", opClamp}, {"clamp_min", opClampMin}, {"clamp_max", opClampMax},
	{"lerp", opLerp}, {"addcmul", opAddcmul}, {"addcdiv", opAddcdiv},
	{"addcmul_", opAddcmulInPlace}, {"addcdiv_", opAddcdivInPlace},
	{"isclose", opIsclose}, {"allclose", opAllclose}, {"equal", opEqual},
	{"fill_ fill", opFillInPlace}, {"zero_", opZeroInPlace}, {"copy_", opCopyInPlace},
	{"threshold", opThreshold},
}

func opPositive(c *dispatch.Call) (object.Value, error) {
	if c.Input().DType() == tensor.Bool {
		return object.Value{}, object.Raise(object.RuntimeError, "The `+` operator, on a bool tensor is not supported.")
	}
	return c.One(c.Input(), nil)
}

func opAdd(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Add(c.Input(), c.Tensor("other"), c.Alpha()))
}

func opSub(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Sub(c.Input(), c.Tensor("other"), c.Alpha()))
}

func opRsub(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Sub(c.Tensor("other"), c.Input(), c.Alpha()))
}

func opAddInPlace(c *dispatch.Call) (object.Value, error) {
	return c.Into(c.Tape.AddInPlace(c.Input(), c.Tensor("other"), c.Alpha()))
}

func opSubInPlace(c *dispatch.Call) (object.Value, error) {
	return c.Into(c.Tape.SubInPlace(c.Input(), c.Tensor("other"), c.Alpha()))
}

func inPlaceBinary(op device.Op) dispatch.Operation {
	return func(c *dispatch.Call) (object.Value, error) {
		return c.Into(c.Tape.BinaryInPlace(op, c.Input(), c.Second()))
	}
}

// divOp is the operation that a rounding mode asks for.
func divOp(c *dispatch.Call) (device.Op, error) {
	if !c.Given("rounding_mode") {
		return device.OpDiv, nil
	}
	switch mode := c.Text("rounding_mode"); mode {
	case "floor":
		return device.OpFloorDivide, nil
	case "trunc":
		return device.OpTruncDivide, nil
	default:
		return 0, object.Raise(object.RuntimeError, "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%s'", mode)
	}
}

func opDiv(c *dispatch.Call) (object.Value, error) {
	if !c.Given("rounding_mode") {
		return c.One(c.Tape.Div(c.Input(), c.Tensor("other")))
	}
	return c.One(c.Tape.DivMode(c.Input(), c.Tensor("other"), c.Text("rounding_mode")))
}

func opDivInPlace(c *dispatch.Call) (object.Value, error) {
	op, err := divOp(c)
	if err != nil {
		return object.Value{}, err
	}
	return c.Into(c.Tape.BinaryInPlace(op, c.Input(), c.Tensor("other")))
}

// firstOperand is the left operand, which some overloads call self and take as a number.
func firstOperand(c *dispatch.Call) *tensor.Tensor {
	if c.Overload.Find("self") >= 0 {
		return c.Tensor("self")
	}
	return c.Input()
}

func opCopysign(c *dispatch.Call) (object.Value, error) {
	y, err := c.Tape.Binary(device.OpCopysign, c.Input(), c.Second())
	if err == nil && !values.IsTensor(c.Arg("other")) {
		c.Tape.Rename("CopysignBackward1", y)
	}
	return c.One(y, err)
}

func opRemainder(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Binary(device.OpRemainder, firstOperand(c), c.Tensor("other")))
}

func opPow(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Binary(device.OpPow, firstOperand(c), c.Tensor("exponent")))
}

func opFloatPower(c *dispatch.Call) (object.Value, error) {
	x, y := firstOperand(c), c.Tensor("exponent")
	wide := tensor.Float64
	if x.DType().IsComplex() || y.DType().IsComplex() {
		wide = tensor.Complex128
	}
	x, err := c.Tape.Cast(x, wide)
	if err == nil {
		y, err = c.Tape.Cast(y, wide)
	}
	if err != nil {
		return object.Value{}, err
	}
	return c.One(c.Tape.Binary(device.OpPow, x, y))
}

func opXlogy(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Binary(device.OpXlogy, firstOperand(c), c.Tensor("other")))
}

func opHeaviside(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Binary(device.OpHeaviside, c.Input(), c.Tensor("values")))
}

func opLdexp(c *dispatch.Call) (object.Value, error) {
	power, err := c.Tape.Binary(device.OpPow, c.Tape.Wrap(tensor.Float(2)), c.Tensor("other"))
	if err != nil {
		return object.Value{}, err
	}
	return c.One(c.Tape.Mul(c.Input(), power))
}

func opComplex(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Complex(c.Tensor("real"), c.Tensor("imag")))
}

func opRound(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Round(c.Input(), c.Int("decimals")))
}

func opNanToNum(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.NanToNum(c.Input(), c.OptFloat("nan"), c.OptFloat("posinf"), c.OptFloat("neginf")))
}

func opLogit(c *dispatch.Call) (object.Value, error) {
	var eps *float64
	if c.Given("eps") {
		e := c.Float("eps")
		eps = &e
	}
	return c.One(c.Tape.Logit(c.Input(), eps))
}

func opThreshold(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Threshold(c.Input(), c.Float("threshold"), c.Float("value")))
}

func opWhere(c *dispatch.Call) (object.Value, error) {
	cond := c.Tensor("condition")
	if c.Self != nil {
		return c.One(c.Tape.Where(cond, c.Self.T, c.Tensor("other")))
	}
	if !c.Has("other") {
		list, err := c.Tape.NonzeroTuple(cond)
		return c.Many(list, err)
	}
	return c.One(c.Tape.Where(cond, firstOperand(c), c.Tensor("other")))
}

func opClamp(c *dispatch.Call) (object.Value, error) {
	if !c.Given("min") && !c.Given("max") {
		return object.Value{}, object.Raise(object.RuntimeError, "torch.clamp: At least one of 'min' or 'max' must not be None")
	}
	if values.IsTensor(c.Arg("min")) || values.IsTensor(c.Arg("max")) {
		return c.One(c.Tape.ClampTensor(c.Input(), c.Tensor("min"), c.Tensor("max")))
	}
	return c.One(c.Tape.Clamp(c.Input(), c.OptScalar("min"), c.OptScalar("max")))
}

func opClampMin(c *dispatch.Call) (object.Value, error) {
	if values.IsTensor(c.Arg("min")) {
		return c.One(c.Tape.ClampTensor(c.Input(), c.Tensor("min"), nil))
	}
	return c.One(c.Tape.ClampMin(c.Input(), c.Scalar("min")))
}

func opClampMax(c *dispatch.Call) (object.Value, error) {
	if values.IsTensor(c.Arg("max")) {
		return c.One(c.Tape.ClampTensor(c.Input(), nil, c.Tensor("max")))
	}
	return c.One(c.Tape.ClampMax(c.Input(), c.Scalar("max")))
}

func opLerp(c *dispatch.Call) (object.Value, error) {
	x, end := c.Input(), c.Tensor("end")
	if c.Err == nil && !x.DType().Differentiable() && x.DType() == end.DType() {
		return object.Value{}, object.Raise(object.RuntimeError, "\"lerp_kernel_scalar\" not implemented for '%s'", x.DType().Scalar())
	}
	return c.One(c.Tape.Lerp(x, end, c.Tensor("weight")))
}

// factorOf is the factor of addcmul and addcdiv.
func factorOf(c *dispatch.Call) tensor.Scalar {
	if !c.Given("value") {
		return tensor.Int(1)
	}
	return c.Scalar("value")
}

func opAddcmul(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Addcmul(c.Input(), c.Tensor("tensor1"), c.Tensor("tensor2"), factorOf(c)))
}

func opAddcdiv(c *dispatch.Call) (object.Value, error) {
	return c.One(c.Tape.Addcdiv(c.Input(), c.Tensor("tensor1"), c.Tensor("tensor2"), factorOf(c)))
}

func opAddcmulInPlace(c *dispatch.Call) (object.Value, error) {
	return c.Into(c.Tape.AddcmulInPlace(c.Input(), c.Tensor("tensor1"), c.Tensor("tensor2"), factorOf(c)))
}

func opAddcdivInPlace(c *dispatch.Call) (object.Value, error) {
	return c.Into(c.Tape.AddcdivInPlace(c.Input(), c.Tensor("tensor1"), c.Tensor("tensor2"), factorOf(c)))
}

func opFillInPlace(c *dispatch.Call) (object.Value, error) {
	if values.IsTensor(c.Arg("value")) {
		v := c.Tensor("value")
		if v.Dim() != 0 {
			return object.Value{}, object.Raise(object.RuntimeError,
				"fill_ only supports 0-dimension value tensor but got tensor with %d dimensions.", v.Dim())
		}
		return c.Into(c.Tape.CopyInPlace(c.Input(), v, false))
	}
	return c.Into(c.Tape.FillInPlace(c.Input(), c.Scalar("value")))
}

func opZeroInPlace(c *dispatch.Call) (object.Value, error) {
	return c.Into(c.Tape.ZeroInPlace(c.Input()))
}

func opCopyInPlace(c *dispatch.Call) (object.Value, error) {
	return c.Into(c.Tape.CopyInPlace(c.Input(), c.Tensor("src"), c.Bool("non_blocking")))
}

func opEqual(c *dispatch.Call) (object.Value, error) {
	x, y := c.Input(), c.Tensor("other")
	if len(x.Shape()) != len(y.Shape()) {
		return object.False, nil
	}
	for i, n := range x.Shape() {
		if y.Shape()[i] != n {
			return object.False, nil
		}
	}
	if x.DType() != y.DType() {
		return object.Value{}, object.Raise(object.RuntimeError, "Expected object of data type %s but got data type %s for argument #2 'other' in call to equal",
			x.DType(), y.DType())
	}
	eq, err := c.Tape.Compare(device.OpEq, x, y)
	return allTrue(c, eq, err)
}

func allTrue(c *dispatch.Call, x *tensor.Tensor, err error) (object.Value, error) {
	if err == nil {
		x, err = c.Tape.All(x, nil, false)
	}
	if err != nil {
		return object.Value{}, err
	}
	ok, err := c.Tape.IsTrue(x)
	return object.Bool(ok), err
}

func opIsclose(c *dispatch.Call) (object.Value, error) {
	return c.One(isclose(c.Tape, c.Input(), c.Tensor("other"), c.Float("rtol"), c.Float("atol"), c.Bool("equal_nan")))
}

func opAllclose(c *dispatch.Call) (object.Value, error) {
	near, err := isclose(c.Tape, c.Input(), c.Tensor("other"), c.Float("rtol"), c.Float("atol"), c.Bool("equal_nan"))
	return allTrue(c, near, err)
}

// isclose is |x - y| <= atol + rtol·|y|, or x == y, or both NaN if they count as equal.
func isclose(p *autograd.Tape, x, y *tensor.Tensor, rtol, atol float64, equalNaN bool) (*tensor.Tensor, error) {
	for _, tolerance := range []struct {
		name  string
		value float64
	}{{"rtol", rtol}, {"atol", atol}} {
		if tolerance.value < 0 {
			return nil, object.Raise(object.RuntimeError, "%s must be greater than or equal to zero, but got %v", tolerance.name, tolerance.value)
		}
	}
	if x.DType() != y.DType() {
		return nil, object.Raise(object.RuntimeError, "%s did not match %s", capitalLower(x.DType()), capitalLower(y.DType()))
	}
	e := p.Env
	close, err := e.Compare(device.OpEq, x, y)
	if err != nil {
		return nil, err
	}
	if equalNaN && (x.DType().IsFloat() || x.DType().IsComplex()) {
		nx, err1 := e.Unary(device.OpIsnan, x)
		ny, err2 := e.Unary(device.OpIsnan, y)
		if err1 != nil || err2 != nil {
			return nil, err1
		}
		both, err := e.Compare(device.OpLogicalAnd, nx, ny)
		if err != nil {
			return nil, err
		}
		if close, err = e.Compare(device.OpLogicalOr, close, both); err != nil {
			return nil, err
		}
	}
	if rtol == 0 && atol == 0 || !x.DType().IsFloat() && !x.DType().IsComplex() && !x.DType().IsIntegral() {
		return close, nil
	}
	allowed, err := e.Unary(device.OpAbs, y)
	if err != nil {
		return nil, err
	}
	if allowed, err = e.Mul(allowed, e.Wrap(tensor.Float(rtol))); err != nil {
		return nil, err
	}
	if allowed, err = e.Add(allowed, e.Wrap(tensor.Float(atol)), tensor.Int(1)); err != nil {
		return nil, err
	}
	diff, err := e.Sub(x, y, tensor.Int(1))
	if err != nil {
		return nil, err
	}
	if diff, err = e.Unary(device.OpAbs, diff); err != nil {
		return nil, err
	}
	finite, err := e.Unary(device.OpIsfinite, diff)
	if err != nil {
		return nil, err
	}
	within, err := e.Compare(device.OpLe, diff, allowed)
	if err == nil {
		within, err = e.Compare(device.OpLogicalAnd, finite, within)
	}
	if err != nil {
		return nil, err
	}
	return e.Compare(device.OpLogicalOr, close, within)
}

// capitalLower is "Float" for float32: the C++ name with a capital.
func capitalLower(d tensor.DType) string { return d.Scalar() }
