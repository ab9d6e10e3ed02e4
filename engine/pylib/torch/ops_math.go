package torch

import (
	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Elementwise operations.

// mathRows are those that do more than an op of the table does.
var mathRows = []row{
	{"sgn", simple((*autograd.Tape).Sgn)},
	{"round", opRound},
	{"deg2rad", simple((*autograd.Tape).Deg2rad)}, {"rad2deg", simple((*autograd.Tape).Rad2deg)},
	{"nan_to_num", opNanToNum}, {"logit special_logit", opLogit}, {"positive", opPositive},
	{"add", opAdd}, {"sub subtract", opSub}, {"rsub", opRsub}, {"add_", opAddInPlace}, {"sub_ subtract_", opSubInPlace},
	{"mul_ multiply_", inPlaceBinary(device.OpMul)},
	{"div divide", opDiv}, {"div_", opDivInPlace},
	{"remainder", opRemainder},
	{"pow", wideOnGPU(opPow)}, {"float_power", opFloatPower},
	{"copysign", opCopysign},
	{"xlogy special_xlogy", opXlogy}, {"heaviside", opHeaviside},
	{"ldexp", opLdexp}, {"complex", oneDevice(opComplex)},
	{"where", opWhere}, {"clamp clip", opClamp}, {"clamp_min", opClampMin}, {"clamp_max", opClampMax},
	{"lerp", opLerp}, {"addcmul", opAddcmul}, {"addcdiv", opAddcdiv},
	{"addcmul_", opAddcmulInPlace}, {"addcdiv_", opAddcdivInPlace},
	{"isclose", opIsclose}, {"allclose", opAllclose}, {"equal", opEqual},
	{"fill_ fill", opFillInPlace}, {"zero_", opZeroInPlace}, {"copy_", opCopyInPlace},
	{"threshold", opThreshold},
}

func opPositive(c *call) (object.Value, error) {
	if c.input().DType() == tensor.Bool {
		return object.Value{}, object.Raise(object.RuntimeError, "The `+` operator, on a bool tensor is not supported.")
	}
	return c.one(c.input(), nil)
}

func opAdd(c *call) (object.Value, error) {
	return c.one(c.tape.Add(c.input(), c.tensor("other"), c.alpha()))
}

func opSub(c *call) (object.Value, error) {
	return c.one(c.tape.Sub(c.input(), c.tensor("other"), c.alpha()))
}

func opRsub(c *call) (object.Value, error) {
	return c.one(c.tape.Sub(c.tensor("other"), c.input(), c.alpha()))
}

// alpha is the factor of the second operand, 1 where the overload has none.
func (c *call) alpha() tensor.Scalar {
	if !c.given("alpha") {
		return tensor.Int(1)
	}
	return c.scalar("alpha")
}

// into runs an in-place operation and returns its object.
func (c *call) into(err error) (object.Value, error) {
	if c.self != nil {
		return object.Of(c.self), err
	}
	return c.args[0], err
}

func opAddInPlace(c *call) (object.Value, error) {
	return c.into(c.tape.AddInPlace(c.input(), c.tensor("other"), c.alpha()))
}

func opSubInPlace(c *call) (object.Value, error) {
	return c.into(c.tape.SubInPlace(c.input(), c.tensor("other"), c.alpha()))
}

func inPlaceBinary(op device.Op) operation {
	return func(c *call) (object.Value, error) {
		return c.into(c.tape.BinaryInPlace(op, c.input(), c.second()))
	}
}

// divOp is the operation that a rounding mode asks for.
func (c *call) divOp() (device.Op, error) {
	if !c.given("rounding_mode") {
		return device.OpDiv, nil
	}
	switch mode := c.text("rounding_mode"); mode {
	case "floor":
		return device.OpFloorDivide, nil
	case "trunc":
		return device.OpTruncDivide, nil
	default:
		return 0, object.Raise(object.RuntimeError, "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '%s'", mode)
	}
}

func opDiv(c *call) (object.Value, error) {
	if !c.given("rounding_mode") {
		return c.one(c.tape.Div(c.input(), c.tensor("other")))
	}
	return c.one(c.tape.DivMode(c.input(), c.tensor("other"), c.text("rounding_mode")))
}

func opDivInPlace(c *call) (object.Value, error) {
	op, err := c.divOp()
	if err != nil {
		return object.Value{}, err
	}
	return c.into(c.tape.BinaryInPlace(op, c.input(), c.tensor("other")))
}

// first is the left operand, which some overloads call self and take as a number.
func (c *call) first() *tensor.Tensor {
	if c.o.find("self") >= 0 {
		return c.tensor("self")
	}
	return c.input()
}

func opCopysign(c *call) (object.Value, error) {
	y, err := c.tape.Binary(device.OpCopysign, c.input(), c.second())
	if err == nil && !isTensor(c.arg("other")) {
		c.tape.Rename("CopysignBackward1", y)
	}
	return c.one(y, err)
}

func opRemainder(c *call) (object.Value, error) {
	return c.one(c.tape.Binary(device.OpRemainder, c.first(), c.tensor("other")))
}

func opPow(c *call) (object.Value, error) {
	return c.one(c.tape.Binary(device.OpPow, c.first(), c.tensor("exponent")))
}

func opFloatPower(c *call) (object.Value, error) {
	x, y := c.first(), c.tensor("exponent")
	wide := tensor.Float64
	if x.DType().IsComplex() || y.DType().IsComplex() {
		wide = tensor.Complex128
	}
	x, err := c.tape.Cast(x, wide)
	if err == nil {
		y, err = c.tape.Cast(y, wide)
	}
	if err != nil {
		return object.Value{}, err
	}
	return c.one(c.tape.Binary(device.OpPow, x, y))
}

func opXlogy(c *call) (object.Value, error) {
	return c.one(c.tape.Binary(device.OpXlogy, c.first(), c.tensor("other")))
}

func opHeaviside(c *call) (object.Value, error) {
	return c.one(c.tape.Binary(device.OpHeaviside, c.input(), c.tensor("values")))
}

func opLdexp(c *call) (object.Value, error) {
	power, err := c.tape.Binary(device.OpPow, c.tape.Wrap(tensor.Float(2)), c.tensor("other"))
	if err != nil {
		return object.Value{}, err
	}
	return c.one(c.tape.Mul(c.input(), power))
}

func opComplex(c *call) (object.Value, error) {
	return c.one(c.tape.Complex(c.tensor("real"), c.tensor("imag")))
}

func opRound(c *call) (object.Value, error) {
	return c.one(c.tape.Round(c.input(), c.int("decimals")))
}

func opNanToNum(c *call) (object.Value, error) {
	return c.one(c.tape.NanToNum(c.input(), c.optFloat("nan"), c.optFloat("posinf"), c.optFloat("neginf")))
}

// optFloat returns a float argument, or nil.
func (c *call) optFloat(name string) *float64 {
	if !c.given(name) {
		return nil
	}
	f := c.float(name)
	return &f
}

// optScalar returns a number argument, or nil.
func (c *call) optScalar(name string) *tensor.Scalar {
	if !c.given(name) {
		return nil
	}
	s := c.scalar(name)
	return &s
}

func opLogit(c *call) (object.Value, error) {
	var eps *float64
	if c.given("eps") {
		e := c.float("eps")
		eps = &e
	}
	return c.one(c.tape.Logit(c.input(), eps))
}

func opThreshold(c *call) (object.Value, error) {
	return c.one(c.tape.Threshold(c.input(), c.float("threshold"), c.float("value")))
}

func opWhere(c *call) (object.Value, error) {
	cond := c.tensor("condition")
	if c.self != nil {
		return c.one(c.tape.Where(cond, c.self.T, c.tensor("other")))
	}
	if !c.has("other") {
		list, err := c.tape.NonzeroTuple(cond)
		return c.many(list, err)
	}
	return c.one(c.tape.Where(cond, c.first(), c.tensor("other")))
}

func opClamp(c *call) (object.Value, error) {
	if !c.given("min") && !c.given("max") {
		return object.Value{}, object.Raise(object.RuntimeError, "torch.clamp: At least one of 'min' or 'max' must not be None")
	}
	if isTensor(c.arg("min")) || isTensor(c.arg("max")) {
		return c.one(c.tape.ClampTensor(c.input(), c.tensor("min"), c.tensor("max")))
	}
	return c.one(c.tape.Clamp(c.input(), c.optScalar("min"), c.optScalar("max")))
}

func opClampMin(c *call) (object.Value, error) {
	if isTensor(c.arg("min")) {
		return c.one(c.tape.ClampTensor(c.input(), c.tensor("min"), nil))
	}
	return c.one(c.tape.ClampMin(c.input(), c.scalar("min")))
}

func opClampMax(c *call) (object.Value, error) {
	if isTensor(c.arg("max")) {
		return c.one(c.tape.ClampTensor(c.input(), nil, c.tensor("max")))
	}
	return c.one(c.tape.ClampMax(c.input(), c.scalar("max")))
}

func opLerp(c *call) (object.Value, error) {
	x, end := c.input(), c.tensor("end")
	if c.err == nil && !x.DType().Differentiable() && x.DType() == end.DType() {
		return object.Value{}, object.Raise(object.RuntimeError, "\"lerp_kernel_scalar\" not implemented for '%s'", x.DType().Scalar())
	}
	return c.one(c.tape.Lerp(x, end, c.tensor("weight")))
}

// value is the factor of addcmul and addcdiv.
func (c *call) value() tensor.Scalar {
	if !c.given("value") {
		return tensor.Int(1)
	}
	return c.scalar("value")
}

func opAddcmul(c *call) (object.Value, error) {
	return c.one(c.tape.Addcmul(c.input(), c.tensor("tensor1"), c.tensor("tensor2"), c.value()))
}

func opAddcdiv(c *call) (object.Value, error) {
	return c.one(c.tape.Addcdiv(c.input(), c.tensor("tensor1"), c.tensor("tensor2"), c.value()))
}

func opAddcmulInPlace(c *call) (object.Value, error) {
	return c.into(c.tape.AddcmulInPlace(c.input(), c.tensor("tensor1"), c.tensor("tensor2"), c.value()))
}

func opAddcdivInPlace(c *call) (object.Value, error) {
	return c.into(c.tape.AddcdivInPlace(c.input(), c.tensor("tensor1"), c.tensor("tensor2"), c.value()))
}

func opFillInPlace(c *call) (object.Value, error) {
	if isTensor(c.arg("value")) {
		v := c.tensor("value")
		if v.Dim() != 0 {
			return object.Value{}, object.Raise(object.RuntimeError,
				"fill_ only supports 0-dimension value tensor but got tensor with %d dimensions.", v.Dim())
		}
		return c.into(c.tape.CopyInPlace(c.input(), v, false))
	}
	return c.into(c.tape.FillInPlace(c.input(), c.scalar("value")))
}

func opZeroInPlace(c *call) (object.Value, error) { return c.into(c.tape.ZeroInPlace(c.input())) }

func opCopyInPlace(c *call) (object.Value, error) {
	return c.into(c.tape.CopyInPlace(c.input(), c.tensor("src"), c.bool("non_blocking")))
}

func opEqual(c *call) (object.Value, error) {
	x, y := c.input(), c.tensor("other")
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
	eq, err := c.tape.Compare(device.OpEq, x, y)
	return c.allTrue(eq, err)
}

func (c *call) allTrue(x *tensor.Tensor, err error) (object.Value, error) {
	if err == nil {
		x, err = c.tape.All(x, nil, false)
	}
	if err != nil {
		return object.Value{}, err
	}
	ok, err := c.tape.IsTrue(x)
	return object.Bool(ok), err
}

func opIsclose(c *call) (object.Value, error) {
	return c.one(isclose(c.tape, c.input(), c.tensor("other"), c.float("rtol"), c.float("atol"), c.bool("equal_nan")))
}

func opAllclose(c *call) (object.Value, error) {
	near, err := isclose(c.tape, c.input(), c.tensor("other"), c.float("rtol"), c.float("atol"), c.bool("equal_nan"))
	return c.allTrue(near, err)
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
