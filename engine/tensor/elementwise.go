package tensor

import (
	"errors"
	"math"

	"gputour/engine/device"
)

// This file runs elementwise operations: promotion, broadcasting, outputs and the
// device check are decided here, once for all of them.

// spec says what an elementwise operation makes.
type spec struct {
	op      device.Op
	compute DType      // of the operands, after promotion
	result  DType      // of a new output
	out     *Tensor    // nil: make one
	f       [4]float64 // the first nf are Launch.F
	i       [2]int     // the first ni are Launch.I
	nf, ni  int
}

// apply runs an elementwise operation over its inputs.
func (e *Env) apply(s *spec, ins ...*Tensor) (*Tensor, error) {
	dev, err := e.deviceOf(s.out, ins)
	if err != nil {
		return nil, err
	}
	shape := ins[0].shape
	for _, t := range ins[1:] {
		if shape, err = broadcast(shape, t.shape); err != nil {
			return nil, Because(err, Broadcasting, err.(*Error).At, ins...)
		}
	}
	out := s.out
	if out == nil {
		if out, err = e.output(shape, s.result, dev, ins); err != nil {
			return nil, err
		}
	} else if err = checkOutput(out, shape, s.result, ins); err != nil {
		return nil, err
	}
	if out.numel == 0 {
		return out, nil
	}
	l := e.start(s.op)
	l.Compute = s.compute.Compute()
	l.F = append(l.F, s.f[:s.nf]...)
	l.I = append(l.I, s.i[:s.ni]...)
	arg(l, out)
	e.scratch = e.scratch[:0]
	for k, t := range ins {
		e.input(l, t, out.shape, s, k)
	}
	if err := e.run(dev, l); err != nil {
		return nil, launchErr(err, s.op, s.compute)
	}
	return out, nil
}

// launchErr gives a device's failure the words PyTorch has for it.
func launchErr(err error, op device.Op, d DType) error {
	var failure *device.Error
	if !errors.As(err, &failure) {
		return err
	}
	switch {
	case failure.Code == device.Unsupported:
		return notImplemented(op.Row().KernelName(), d)
	case failure.Text == "ZeroDivisionError":
		return runtimeErr("ZeroDivisionError")
	}
	return err
}

// Unary applies an elementwise op with its parameters F.
func (e *Env) Unary(op device.Op, x *Tensor, f ...float64) (*Tensor, error) {
	return e.UnaryInto(nil, op, x, f...)
}

// UnaryInto is Unary that writes into out; nil makes a new tensor.
func (e *Env) UnaryInto(out *Tensor, op device.Op, x *Tensor, f ...float64) (*Tensor, error) {
	s := spec{op: op, compute: x.dtype, result: x.dtype, out: out}
	s.nf = copy(s.f[:], f)
	row := op.Row()
	if err := refuse(row, x.dtype); err != nil {
		return nil, err
	}
	switch {
	case row.Family == device.Predicate:
		s.result = Bool
	case row.Widens.Has(x.dtype):
		s.compute, s.result = e.DefaultDType, e.DefaultDType
	case x.dtype.IsComplex():
		if op == device.OpAbs || op == device.OpAngle || op == device.OpReal || op == device.OpImag {
			s.result = x.dtype.Real()
		}
	case x.dtype >= Float16:
	case op == device.OpThreshold && x.dtype != Bool:
		return e.thresholdInt(&s, x)
	case op == device.OpNanToNum:
		return e.Clone(x)
	case op == device.OpClamp:
		s.ni = 2
		s.i = [2]int{clampBound(f[0], math.MinInt64), clampBound(f[1], math.MaxInt64)}
	}
	return e.apply(&s, x)
}

func (e *Env) thresholdInt(s *spec, x *Tensor) (*Tensor, error) {
	above, err := e.Compare(device.OpGt, x, e.Wrap(Float(s.f[0])))
	if err != nil {
		return nil, err
	}
	return e.Where(above, x, e.Wrap(Int(int64(s.f[1]))))
}

func clampBound(f float64, none int) int {
	if math.IsInf(f, 0) {
		return none
	}
	return int(truncInt(f))
}

// Binary applies an elementwise op of two operands.
func (e *Env) Binary(op device.Op, a, b *Tensor) (*Tensor, error) { return e.BinaryInto(nil, op, a, b) }

// BinaryInto is Binary that writes into out; nil makes a new tensor.
func (e *Env) BinaryInto(out *Tensor, op device.Op, a, b *Tensor) (*Tensor, error) {
	if op.Family() == device.Compare {
		return e.compareInto(out, op, a, b)
	}
	s := spec{op: op, out: out}
	s.compute = e.commonType(a, b)
	if op == device.OpHeaviside && a.dtype != b.dtype {
		return nil, runtimeErr("heaviside is not yet implemented for tensors with different dtypes.")
	}
	if err := e.binaryType(&s, op); err != nil {
		return nil, err
	}
	return e.apply(&s, a, b)
}

// commonType is the type that an op of two operands computes in: that of both, also of two
// Python numbers, or what they promote to.
func (e *Env) commonType(a, b *Tensor) DType {
	if a.dtype == b.dtype && a.wrapped == b.wrapped {
		return a.dtype
	}
	return e.ResultType(a, b)
}

// binaryType settles the compute type of ops that not every type has.
func (e *Env) binaryType(s *spec, op device.Op) error {
	row := op.Row()
	if err := refuse(row, s.compute); err != nil {
		return err
	}
	if row.Widens.Has(s.compute) {
		s.compute = e.DefaultDType
	}
	s.result = s.compute
	return nil
}

// Compare applies a comparison; the result is bool.
func (e *Env) Compare(op device.Op, a, b *Tensor) (*Tensor, error) {
	return e.compareInto(nil, op, a, b)
}

func (e *Env) compareInto(out *Tensor, op device.Op, a, b *Tensor) (*Tensor, error) {
	s := spec{op: op, result: Bool, compute: e.ResultType(a, b), out: out}
	if op == device.OpLogicalXor && s.compute.IsComplex() {
		s.compute = Bool // which is what the other kernels ask of complex numbers, too
	}
	if err := refuse(op.Row(), s.compute); err != nil {
		return nil, err
	}
	return e.apply(&s, a, b)
}

// Add is a + alpha·b.
func (e *Env) Add(a, b *Tensor, alpha Scalar) (*Tensor, error) {
	return e.AddInto(nil, device.OpAdd, a, b, alpha)
}

// Sub is a − alpha·b.
func (e *Env) Sub(a, b *Tensor, alpha Scalar) (*Tensor, error) {
	return e.AddInto(nil, device.OpSub, a, b, alpha)
}

// One is the alpha of a plain sum.
var One = Int(1)

// AddInto is Add or Sub that writes into out; nil makes a new tensor.
func (e *Env) AddInto(out *Tensor, op device.Op, a, b *Tensor, alpha Scalar) (*Tensor, error) {
	s := spec{op: op, out: out}
	s.compute = e.commonType(a, b)
	s.result = s.compute
	if op == device.OpSub && (a.dtype == Bool || b.dtype == Bool) {
		return nil, subtractBool(a, b)
	}
	if alpha.DType != Int64 || alpha.I != 1 {
		if err := s.alpha(alpha); err != nil {
			return nil, err
		}
	}
	return e.apply(&s, a, b)
}

func subtractBool(a, b *Tensor) error {
	if a.dtype == Bool && b.dtype == Bool {
		return runtimeErr("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.")
	}
	return runtimeErr("Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.")
}

func (s *spec) alpha(alpha Scalar) error {
	switch {
	case alpha.DType == Bool && s.compute != Bool:
		return runtimeErr("Boolean alpha only supported for Boolean results.")
	case s.compute < Float16 && !alpha.IsIntegral():
		return runtimeErr("For integral input tensors, argument alpha must not be a floating point number.")
	case alpha.DType == Complex128 && !s.compute.IsComplex():
		return runtimeErr("For non-complex input tensors, argument alpha must not be a complex number.")
	}
	switch {
	case s.compute < Float16:
		s.i[0], s.ni = int(alpha.Int64()), 1
	case s.compute.IsComplex():
		c := alpha.Complex128()
		s.f[0], s.f[1], s.nf = real(c), imag(c), 2
	default:
		s.f[0], s.nf = alpha.Float64(), 1
	}
	return nil
}

// Mul is a·b.
func (e *Env) Mul(a, b *Tensor) (*Tensor, error) { return e.BinaryInto(nil, device.OpMul, a, b) }

// Div is true division.
func (e *Env) Div(a, b *Tensor) (*Tensor, error) { return e.BinaryInto(nil, device.OpDiv, a, b) }

// Where picks from a where cond holds and from b elsewhere.
func (e *Env) Where(cond, a, b *Tensor) (*Tensor, error) { return e.WhereInto(nil, cond, a, b) }

// WhereInto is Where that writes into out; nil makes a new tensor.
func (e *Env) WhereInto(out *Tensor, cond, a, b *Tensor) (*Tensor, error) {
	if cond.dtype != Bool && cond.dtype != Uint8 {
		return nil, runtimeErr("where expected condition to be a boolean tensor, but got a tensor with dtype %s", cond.dtype.Scalar())
	}
	d := e.ResultType(a, b)
	s := spec{op: device.OpWhere, compute: d, result: d, out: out}
	return e.apply(&s, cond, a, b)
}

// Ternary applies addcmul, addcdiv (value F), lerp or clamp_tensor.
func (e *Env) Ternary(op device.Op, a, b, c *Tensor, value Scalar) (*Tensor, error) {
	return e.TernaryInto(nil, op, a, b, c, value)
}

// TernaryInto is Ternary that writes into out; nil makes a new tensor.
func (e *Env) TernaryInto(out *Tensor, op device.Op, a, b, c *Tensor, value Scalar) (*Tensor, error) {
	d := e.ResultType(a, b, c)
	if err := refuse(op.Row(), d); err != nil {
		return nil, err
	}
	s := spec{op: op, compute: d, result: d, out: out, nf: 1}
	if s.f[0] = value.Float64(); d.IsComplex() {
		s.f[1], s.nf = imag(value.Complex128()), 2
	}
	if op == device.OpLerp && (a.dtype != b.dtype) {
		return nil, runtimeErr("expected dtype %s for `end` but got dtype %s", lowerScalar(a.dtype), lowerScalar(b.dtype))
	}
	return e.apply(&s, a, b, c)
}

// lowerScalar is the C++ name of a type as some messages spell it.
func lowerScalar(d DType) string {
	switch d {
	case Float32:
		return "float"
	case Float64:
		return "double"
	case Int64:
		return "long int"
	case Int32:
		return "int"
	case Float16:
		return "c10::Half"
	}
	return d.Name()
}
