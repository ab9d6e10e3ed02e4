package numpy

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// ufunc is a numpy.ufunc: an elementwise function with broadcasting and promotion.
type ufunc struct {
	object.Head
	name string
	nin  int
	nout int // 1 unless said otherwise
	op   device.Op
	rule rule
	via  string // the function of module numpy behind it, where there is no kernel
}

// rule says in which dtype a ufunc computes.
type rule uint8

const (
	numeric  rule = iota // in the promoted dtype
	floating             // integers compute in floats
	dividing             // integers and booleans compute in float64
	integral             // booleans and integers only
	counting             // numeric, but booleans compute in int8
	logical              // the result is bool
)

var ufuncClass = object.NewBuiltin("numpy.ufunc")

// ufuncs are the functions that are kernels of their own.
var ufuncs = []*ufunc{
	{name: "add", nin: 2, op: device.OpAdd}, {name: "subtract", nin: 2, op: device.OpSub},
	{name: "multiply", nin: 2, op: device.OpMul}, {name: "divide", nin: 2, op: device.OpDiv, rule: dividing},
	{name: "floor_divide", nin: 2, op: device.OpFloorDivide, rule: counting},
	{name: "remainder", nin: 2, op: device.OpRemainder, rule: counting}, {name: "fmod", nin: 2, op: device.OpFmod, rule: counting},
	{name: "power", nin: 2, op: device.OpPow, rule: counting},
	{name: "maximum", nin: 2, op: device.OpMaximum}, {name: "minimum", nin: 2, op: device.OpMinimum},
	{name: "fmax", nin: 2, op: device.OpFmax}, {name: "fmin", nin: 2, op: device.OpFmin},
	{name: "arctan2", nin: 2, op: device.OpAtan2, rule: floating}, {name: "hypot", nin: 2, op: device.OpHypot, rule: floating},
	{name: "logaddexp", nin: 2, op: device.OpLogaddexp, rule: floating}, {name: "logaddexp2", nin: 2, op: device.OpLogaddexp2, rule: floating},
	{name: "copysign", nin: 2, op: device.OpCopysign, rule: floating}, {name: "nextafter", nin: 2, op: device.OpNextafter, rule: floating},
	{name: "heaviside", nin: 2, op: device.OpHeaviside, rule: floating},
	{name: "bitwise_and", nin: 2, op: device.OpBitwiseAnd, rule: integral}, {name: "bitwise_or", nin: 2, op: device.OpBitwiseOr, rule: integral},
	{name: "bitwise_xor", nin: 2, op: device.OpBitwiseXor, rule: integral},
	{name: "left_shift", nin: 2, op: device.OpLeftShift, rule: integral}, {name: "right_shift", nin: 2, op: device.OpRightShift, rule: integral},
	{name: "gcd", nin: 2, op: device.OpGcd, rule: integral}, {name: "lcm", nin: 2, op: device.OpLcm, rule: integral},
	{name: "equal", nin: 2, op: device.OpEq, rule: logical}, {name: "not_equal", nin: 2, op: device.OpNe, rule: logical},
	{name: "less", nin: 2, op: device.OpLt, rule: logical}, {name: "less_equal", nin: 2, op: device.OpLe, rule: logical},
	{name: "greater", nin: 2, op: device.OpGt, rule: logical}, {name: "greater_equal", nin: 2, op: device.OpGe, rule: logical},
	{name: "logical_and", nin: 2, op: device.OpLogicalAnd, rule: logical}, {name: "logical_or", nin: 2, op: device.OpLogicalOr, rule: logical},
	{name: "logical_xor", nin: 2, op: device.OpLogicalXor, rule: logical},

	{name: "negative", nin: 1, op: device.OpNeg}, {name: "absolute", nin: 1, op: device.OpAbs}, {name: "sign", nin: 1, op: device.OpSign},
	{name: "square", nin: 1, op: device.OpSquare, rule: counting}, {name: "reciprocal", nin: 1, op: device.OpReciprocal, rule: counting},
	{name: "conjugate", nin: 1, op: device.OpConj, rule: counting}, {name: "invert", nin: 1, op: device.OpBitwiseNot, rule: integral},
	{name: "sqrt", nin: 1, op: device.OpSqrt, rule: floating}, {name: "exp", nin: 1, op: device.OpExp, rule: floating},
	{name: "exp2", nin: 1, op: device.OpExp2, rule: floating}, {name: "expm1", nin: 1, op: device.OpExpm1, rule: floating},
	{name: "log", nin: 1, op: device.OpLog, rule: floating}, {name: "log2", nin: 1, op: device.OpLog2, rule: floating},
	{name: "log10", nin: 1, op: device.OpLog10, rule: floating}, {name: "log1p", nin: 1, op: device.OpLog1p, rule: floating},
	{name: "sin", nin: 1, op: device.OpSin, rule: floating}, {name: "cos", nin: 1, op: device.OpCos, rule: floating},
	{name: "tan", nin: 1, op: device.OpTan, rule: floating}, {name: "arcsin", nin: 1, op: device.OpAsin, rule: floating},
	{name: "arccos", nin: 1, op: device.OpAcos, rule: floating}, {name: "arctan", nin: 1, op: device.OpAtan, rule: floating},
	{name: "sinh", nin: 1, op: device.OpSinh, rule: floating}, {name: "cosh", nin: 1, op: device.OpCosh, rule: floating},
	{name: "tanh", nin: 1, op: device.OpTanh, rule: floating}, {name: "arcsinh", nin: 1, op: device.OpAsinh, rule: floating},
	{name: "arccosh", nin: 1, op: device.OpAcosh, rule: floating}, {name: "arctanh", nin: 1, op: device.OpAtanh, rule: floating},
	{name: "fabs", nin: 1, op: device.OpAbs, rule: floating}, {name: "floor", nin: 1, op: device.OpFloor, rule: floating},
	{name: "ceil", nin: 1, op: device.OpCeil, rule: floating}, {name: "rint", nin: 1, op: device.OpRound, rule: floating},
	{name: "trunc", nin: 1, op: device.OpTrunc, rule: floating},
	{name: "logical_not", nin: 1, op: device.OpLogicalNot, rule: logical}, {name: "isnan", nin: 1, op: device.OpIsnan, rule: logical},
	{name: "isinf", nin: 1, op: device.OpIsinf, rule: logical}, {name: "isfinite", nin: 1, op: device.OpIsfinite, rule: logical},
	{name: "signbit", nin: 1, op: device.OpSignbit, rule: logical},

	{name: "positive", nin: 1, via: "_positive"}, {name: "degrees", nin: 1, via: "_degrees"}, {name: "radians", nin: 1, via: "_radians"},
	{name: "rad2deg", nin: 1, via: "_degrees"}, {name: "deg2rad", nin: 1, via: "_radians"}, {name: "cbrt", nin: 1, via: "_cbrt"},
	{name: "spacing", nin: 1, via: "_spacing"}, {name: "isnat", nin: 1, via: "_isnat", rule: logical},
	{name: "float_power", nin: 2, via: "_float_power"}, {name: "ldexp", nin: 2, via: "_ldexp"},
	{name: "divmod", nin: 2, nout: 2, via: "_divmod"}, {name: "modf", nin: 1, nout: 2, via: "_modf"}, {name: "frexp", nin: 1, nout: 2, via: "_frexp"},
}

// ufuncNamed finds a ufunc, ufuncAliases are its other names.
var (
	ufuncNamed   = map[string]*ufunc{}
	ufuncAliases = map[string]string{
		"true_divide": "divide", "mod": "remainder", "abs": "absolute", "conj": "conjugate", "bitwise_not": "invert",
	}
)

func initUfuncs() {
	ufuncClass.Define(object.Spec{
		Doc: "Functions that operate element by element on whole arrays.", NoConstructor: true,
		Slots: object.Slots{
			GetAttr: func(t *object.Thread, v object.Value, name string) (object.Value, error) {
				if name == "__doc__" { // the class has one of its own
					return object.NewStr(v.Object().(*ufunc).doc()), nil
				}
				return object.GenericGetAttr(t, v, name)
			},
			Repr: func(_ *object.Thread, v object.Value) (string, error) {
				return "<ufunc '" + v.Object().(*ufunc).name + "'>", nil
			},
			Call: func(t *object.Thread, v object.Value, a object.Args) (object.Value, error) {
				return v.Object().(*ufunc).call(t, a)
			},
		},
		Props: []object.Prop{
			{Name: "__name__", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr(v.Object().(*ufunc).name), nil
			}},
			{Name: "nin", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Int(int64(v.Object().(*ufunc).nin)), nil
			}},
			{Name: "nout", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Int(int64(v.Object().(*ufunc).outs())), nil
			}},
			{Name: "nargs", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				f := v.Object().(*ufunc)
				return object.Int(int64(f.nin + f.outs())), nil
			}},
			{Name: "signature", Get: func(*object.Thread, object.Value) (object.Value, error) { return object.None, nil }},
			{Name: "identity", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if x, ok := identities[v.Object().(*ufunc).name]; ok {
					return x, nil
				}
				return object.None, nil
			}},
		},
		Methods: []object.Method{
			{Sig: "__reduce__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.NewStr(a[0].Object().(*ufunc).name), nil
			}},
			{Sig: "outer(self, a, b, /)", Fn: ufuncOuter},
			{Sig: "reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True)", Fn: viaPython("_ufunc_reduce")},
			{Sig: "accumulate(self, array, axis=0, dtype=None, out=None)", Fn: viaPython("_ufunc_accumulate")},
			{Sig: "reduceat(self, array, indices, axis=0, dtype=None, out=None)", Fn: viaPython("_ufunc_reduceat")},
			{Sig: "at(self, a, indices, b=None, /)", Fn: viaPython("_ufunc_at")},
		},
	})
	ufuncClass.Makes = true
	for _, f := range ufuncs {
		object.Adopt(f, ufuncClass)
		ufuncNamed[f.name] = f
	}
	for alias, name := range ufuncAliases {
		ufuncNamed[alias] = ufuncNamed[name]
	}
}

// identities are what reductions of nothing give.
var identities = map[string]object.Value{
	"add": object.Int(0), "multiply": object.Int(1), "logical_and": object.True, "logical_or": object.False, "logical_xor": object.False,
	"bitwise_and": object.Int(-1), "bitwise_or": object.Int(0), "bitwise_xor": object.Int(0), "hypot": object.Int(0), "lcm": object.None,
	"gcd": object.Int(0), "logaddexp": object.Float(math.Inf(-1)), "logaddexp2": object.Float(math.Inf(-1)),
}

// outs is the number of results.
func (f *ufunc) outs() int { return max(1, f.nout) }

func ufuncOuter(t *object.Thread, a []object.Value) (object.Value, error) {
	x, err := asArray(t, a[1], 0)
	if err != nil {
		return object.Value{}, err
	}
	y, err := asArray(t, a[2], 0)
	if err != nil {
		return object.Value{}, err
	}
	shape, strides := append([]int{}, x.shape...), append([]int{}, x.strides...)
	for range y.shape {
		shape, strides = append(shape, 1), append(strides, 0)
	}
	if x, err = x.view(envOf(t), shape, strides, x.offset); err != nil {
		return object.Value{}, err
	}
	return a[0].Object().(*ufunc).apply(t, object.Of(x), object.Of(y))
}

// call is f(a, b, out=None, where=True, dtype=None).
func (f *ufunc) call(t *object.Thread, a object.Args) (object.Value, error) {
	args, out, where, d, unsafe := a.Pos, object.None, object.True, tensor.NoDType, false
	for _, kw := range a.Kw {
		switch kw.Name {
		case "out":
			out = kw.Value
		case "where":
			where = kw.Value
		case "dtype", "sig", "signature":
			var err error
			if d, err = dtypeArg(t, kw.Value); err != nil {
				return object.Value{}, err
			}
		case "casting":
			rule, _ := object.AsStr(kw.Value)
			unsafe = rule == "unsafe"
		case "order", "subok":
		default:
			return object.Value{}, typeError("%s() got an unexpected keyword argument '%s'", f.name, kw.Name)
		}
	}
	if n := f.outs(); len(args) > f.nin && len(args) <= f.nin+n {
		args, out = args[:f.nin], object.NewTuple(args[f.nin:]...)
	}
	if len(args) != f.nin {
		return object.Value{}, typeError("%s() takes from %d to %d positional arguments but %d were given", f.name, f.nin, f.nin+f.outs(), len(args))
	}
	if d != tensor.NoDType {
		cast := make([]object.Value, len(args))
		for i, v := range args {
			x, err := asArray(t, v, d)
			if err != nil {
				return object.Value{}, err
			}
			cast[i] = object.Of(x)
		}
		args = cast
	}
	v, err := f.apply(t, args...)
	if err != nil || out.IsNone() && where == object.True {
		return v, err
	}
	if pair, ok := v.Object().(*object.Tuple); ok {
		return f.intoEach(t, out, pair.Items, where, unsafe)
	}
	if out.IsNone() {
		like, err := asArray(t, v, 0)
		if err == nil {
			like, err = like.sibling(envOf(t), like.shape)
		}
		if err != nil {
			return v, err
		}
		clear(like.memory())
		out = object.Of(like)
	}
	return f.write(t, out, v, where, unsafe)
}

// operandOf reads an argument of a ufunc.
func operandOf(t *object.Thread, v object.Value) (operand, error) {
	if x, ok := v.Object().(*Scalar); !ok || x.info == nil {
		if s, d, ok := number(v); ok {
			return operand{s: s, d: d}, nil
		}
	}
	a, err := asArray(t, v, tensor.NoDType)
	if err != nil {
		return operand{}, err
	}
	return operand{a: a, d: a.dtype()}, nil
}

// apply computes f of the arguments.
func (f *ufunc) apply(t *object.Thread, args ...object.Value) (object.Value, error) {
	return f.run(t, false, args)
}

// run is apply for a call or an operator.
func (f *ufunc) run(t *object.Thread, operator bool, args []object.Value) (object.Value, error) {
	if f.via != "" {
		return callNumpy(t, f.via, object.Args{Pos: args})
	}
	var room [2]operand
	list := room[:0]
	for _, v := range args {
		o, err := operandOf(t, v)
		if err != nil {
			return object.Value{}, err
		}
		list = append(list, o)
	}
	if hasDomain(list) {
		return f.applyDomain(t, list)
	}
	env, watch := envOf(t), &faultKey.Get(t.Session).watch
	made := env.Made()
	watch.Of, env.Watch = nil, watch
	a, err := f.compute(env, list)
	env.Watch = nil
	if err == nil && (watch.Of != &a.x.Storage().Buffer || watch.Odd.Load()) {
		err = f.check(t, list, a, operator)
	}
	if err != nil {
		return object.Value{}, err
	}
	a.fresh = a.x.MadeSince(made)
	return unbox(a), nil
}

// computeType is the dtype that operands of dtype d are cast to.
func (f *ufunc) computeType(d tensor.DType) (tensor.DType, error) {
	switch f.rule {
	case floating:
		if d == tensor.Bool {
			return tensor.Float16, nil
		}
		return floatFor(d), nil
	case dividing:
		if kindOf(d) < 2 {
			return tensor.Float64, nil
		}
	case integral:
		if kindOf(d) > 1 {
			return 0, typeError("ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''", f.name)
		}
		if d == tensor.Bool && (f.op == device.OpLeftShift || f.op == device.OpRightShift) {
			return tensor.Int8, nil
		}
	case counting:
		if d == tensor.Bool {
			return tensor.Int8, nil
		}
	case numeric:
		if d == tensor.Bool && f.op == device.OpSub {
			return 0, typeError("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.")
		}
		if d == tensor.Bool && f.op == device.OpSign {
			return 0, object.Raise(ufuncTypeError, "ufunc 'sign' did not contain a loop with signature matching types <class 'numpy.dtype[bool_]'> -> None")
		}
		if d == tensor.Bool && f.op == device.OpNeg {
			return 0, typeError("The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.")
		}
	}
	return d, nil
}

func (f *ufunc) compute(env *tensor.Env, list []operand) (*Array, error) {
	d, err := f.computeType(resultType(list...))
	if err != nil {
		return nil, err
	}
	work := d
	if d == tensor.Float16 && f.rule == floating {
		work = tensor.Float32
	}
	xs := make([]*tensor.Tensor, len(list))
	for i, o := range list {
		if xs[i], err = o.tensorIn(env, work, len(list) == 2 && !list[1-i].valued()); err != nil {
			return nil, err
		}
	}
	if err := f.fits(list); err != nil {
		return nil, err
	}
	y, err := f.launch(env, xs, work)
	if err != nil {
		return nil, fail(err)
	}
	if work != d && y.DType() == work {
		if y, err = env.Cast(y, d); err != nil {
			return nil, fail(err)
		}
	}
	return arrayOf(y), nil
}

// fits checks that the shapes of two operands broadcast.
func (f *ufunc) fits(list []operand) error {
	if len(list) < 2 || list[0].a == nil || list[1].a == nil {
		return nil
	}
	if _, err := broadcastShape(list[0].a.shape, list[1].a.shape); err != nil {
		return valueError("operands could not be broadcast together with shapes %s", shapeTexts([]*Array{list[0].a, list[1].a}))
	}
	return nil
}

func (f *ufunc) launch(env *tensor.Env, xs []*tensor.Tensor, d tensor.DType) (*tensor.Tensor, error) {
	if len(xs) == 1 {
		return f.launchUnary(env, xs[0], d)
	}
	switch {
	case f.op == device.OpPow && kindOf(d) == 1:
		low, err := arrayOf(xs[1]).least(env)
		if err != nil {
			return nil, err
		}
		if low < 0 {
			return nil, valueError("Integers to negative integer powers are not allowed.")
		}
	case (f.op == device.OpFloorDivide || f.op == device.OpRemainder || f.op == device.OpFmod) && kindOf(d) == 1:
		return divideInts(env, f.op, xs[0], xs[1])
	}
	return env.Binary(f.op, xs[0], xs[1])
}

func (f *ufunc) launchUnary(env *tensor.Env, x *tensor.Tensor, d tensor.DType) (*tensor.Tensor, error) {
	switch {
	case d == tensor.Bool && f.op == device.OpAbs:
		return x, nil
	case kindOf(d) == 1 && f.op == device.OpReciprocal:
		return wholeReciprocal(env, x, d)
	}
	return env.Unary(f.op, x)
}

// wholeReciprocal is 1/x of integers, cut to whole numbers; of zero it is the least int32 or int64.
func wholeReciprocal(env *tensor.Env, x *tensor.Tensor, d tensor.DType) (*tensor.Tensor, error) {
	y, err := env.Cast(x, tensor.Float64)
	if err == nil {
		y, err = env.Unary(device.OpReciprocal, y)
	}
	if err == nil {
		y, err = env.Cast(y, d)
	}
	return y, err
}

// divideInts divides integers; a division by zero gives zero.
func divideInts(env *tensor.Env, op device.Op, x, y *tensor.Tensor) (*tensor.Tensor, error) {
	if y.Numel() == 1 {
		if s, err := env.Item(y); err == nil && s.Int64() != 0 {
			return env.Binary(op, x, y)
		}
	}
	zero, err := env.Binary(device.OpEq, y, env.Wrap(tensor.Int(0)))
	if err != nil {
		return nil, err
	}
	any, err := env.Any(zero, nil, false)
	if err != nil {
		return nil, err
	}
	if hit, err := env.IsTrue(any); err != nil || !hit {
		if err != nil {
			return nil, err
		}
		return env.Binary(op, x, y)
	}
	if y, err = env.Where(zero, env.Wrap(tensor.Int(1)), y); err != nil {
		return nil, err
	}
	z, err := env.Binary(op, x, y)
	if err != nil {
		return nil, err
	}
	return env.Where(zero, env.Wrap(tensor.Int(0)), z)
}

// least is the smallest element; 0 for none.
func (a *Array) least(env *tensor.Env) (int64, error) {
	low := int64(0)
	for i, s := range a.scalars() {
		if n := s.Int64(); i == 0 || n < low {
			low = n
		}
	}
	return low, nil
}

// tensorIn is the operand as a tensor of dtype d. A number beside an array stays a
// number: the kernel reads it as an immediate.
func (o operand) tensorIn(env *tensor.Env, d tensor.DType, besideArray bool) (*tensor.Tensor, error) {
	if o.a == nil {
		s := o.s
		if besideArray && kindOf(s.DType) == kindOf(d) {
			return env.Wrap(s), nil
		}
		a, err := boxed(env, d, s)
		if err != nil {
			return nil, err
		}
		return a.x, nil
	}
	a, err := o.a.cast(env, d)
	if err != nil {
		return nil, err
	}
	return a.tensor(env)
}

// broadcastShape is the shape that both shapes stretch to.
func broadcastShape(a, b []int) ([]int, error) {
	if len(a) < len(b) {
		a, b = b, a
	}
	shape := append([]int{}, a...)
	for i, n := range b {
		switch at := len(a) - len(b) + i; {
		case shape[at] == 1:
			shape[at] = n
		case n != 1 && n != shape[at]:
			return nil, errBroadcast
		}
	}
	return shape, nil
}

func init() {
	ufuncTypeError.Define(object.Spec{Doc: "A ufunc's output could not be cast.", Bases: []*object.Class{object.TypeError}})
}
