package dispatch

import (
	"strconv"
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Call is one call of an operation: its overload and its bound arguments. Operations
// read arguments by the names of parameters; the names differ between overloads, so
// Given tells which one was chosen. What cannot be read leaves Err and a zero value: an operation may
// go on, and its result is dropped. A Call is used again after the operation has returned, so nobody keeps it.
type Call struct {
	*state.Session
	Thread   *object.Thread
	Overload *overload
	Args     []object.Value // by parameter of Overload; zero where nothing was given
	Self     *values.Tensor // of a method
	Err      error          // the first argument that could not be read

	inplace bool // the result replaces the first operand
}

// Operation runs a call whose arguments have been bound.
type Operation func(c *Call) (object.Value, error)

// Arg returns the argument of a parameter, None if it was not given. The names
// "input" and "self" mean the object of a method.
func (c *Call) Arg(name string) object.Value {
	for i := range c.Overload.Params {
		if c.Overload.Params[i].Name == name {
			if v := c.Args[i]; !v.IsNil() {
				return v
			}
			return object.None
		}
	}
	if c.Self != nil && (name == "input" || name == "self") {
		return object.Of(c.Self)
	}
	return object.None
}

// Given reports whether a parameter has an argument that is not None.
func (c *Call) Given(name string) bool { return !c.Arg(name).IsNone() }

// Has reports whether the overload has the parameter.
func (c *Call) Has(name string) bool { return c.Overload.Find(name) >= 0 }

// TakesInt reports whether the overload wants one int for a parameter, TakesText whether it wants a text.
func (c *Call) TakesInt(name string) bool  { return c.takes(name, typInt) }
func (c *Call) TakesText(name string) bool { return c.takes(name, typString) }

func (c *Call) takes(name string, typ paramType) bool {
	i := c.Overload.Find(name)
	return i >= 0 && c.Overload.Params[i].typ == typ
}

// def is the default of a parameter, as written.
func (c *Call) def(name string) string {
	if i := c.Overload.Find(name); i >= 0 {
		return c.Overload.Params[i].def
	}
	return ""
}

// fail keeps the first error of reading arguments.
func (c *Call) fail(err error) {
	if c.Err == nil {
		c.Err = err
	}
}

// Input is the tensor that the operation works on: by that name, or the first.
func (c *Call) Input() *tensor.Tensor {
	if c.Self == nil && !c.Has("input") && len(c.Overload.Params) > 0 {
		return c.Tensor(c.Overload.Params[0].Name)
	}
	return c.Tensor("input")
}

// Tensor returns a tensor argument; nil when it was not given. A number becomes a
// Tensor that yields in promotion.
func (c *Call) Tensor(name string) *tensor.Tensor {
	if c.Self != nil && name == "input" && c.Overload.Find(name) < 0 {
		return c.Self.T
	}
	v := c.Arg(name)
	if v.IsNone() {
		return nil
	}
	if x, ok := v.Object().(*values.Tensor); ok {
		if err := usable(c.Thread, x); err != nil {
			c.fail(err)
		}
		return x.T
	}
	if s, ok := values.ScalarOf(v); ok {
		return c.Tape.Wrap(s)
	}
	c.fail(object.Raise(object.TypeError, "%s(): argument '%s' must be Tensor, not %s", c.Overload.Name, name, values.TypeName(v)))
	return nil
}

// Tensors returns the tensors of a list argument.
func (c *Call) Tensors(name string) []*tensor.Tensor {
	items, _ := values.Items(c.Arg(name))
	list := make([]*tensor.Tensor, len(items))
	for i, item := range items {
		x, ok := item.Object().(*values.Tensor)
		if !ok {
			c.fail(object.Raise(object.TypeError, "expected Tensor as element %d in argument %d, but got %s", i, max(c.Overload.Find(name), 0), values.TypeName(item)))
			return nil
		}
		list[i] = x.T
	}
	return list
}

// Scalar returns a number argument, or its default.
func (c *Call) Scalar(name string) tensor.Scalar {
	v := c.Arg(name)
	if v.IsNone() {
		return defaultScalar(c.def(name))
	}
	if s, ok := values.ScalarOf(v); ok {
		return s
	}
	if x, ok := v.Object().(*values.Tensor); ok {
		s, err := c.Tape.Item(x.T)
		if err != nil {
			c.fail(err)
		}
		return s
	}
	if object.IsInteger(v) {
		c.fail(object.Raise(object.RuntimeError, "Overflow when unpacking long"))
	}
	return tensor.Scalar{}
}

func defaultScalar(text string) tensor.Scalar {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return tensor.Int(n)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return tensor.Float(f)
	}
	if text == "True" || text == "False" {
		return tensor.Boolean(text == "True")
	}
	return tensor.Int(0)
}

// Float returns a float argument, or its default.
func (c *Call) Float(name string) float64 { return c.Scalar(name).Float64() }

// Int returns an int argument, or its default. A default that is a word is 0, as in PyTorch's parser, which reads
// it with atol: so torch.kl_div(x, y), whose reduction is "Mean", reduces nothing.
func (c *Call) Int(name string) int {
	v := c.Arg(name)
	if v.IsNone() {
		n, _ := strconv.Atoi(c.def(name))
		return n
	}
	n, err := c.toInt(v)
	if err != nil {
		c.fail(err)
	}
	return n
}

// OptInt returns an int argument, or nil.
func (c *Call) OptInt(name string) *int {
	if !c.Given(name) {
		return nil
	}
	n := c.Int(name)
	return &n
}

// toInt reads an int, a tensor of one or anything with __index__.
func (c *Call) toInt(v object.Value) (int, error) {
	if v.IsInt() {
		return int(v.SmallInt()), nil
	}
	if x, ok := v.Object().(*values.Tensor); ok {
		s, err := c.Tape.Item(x.T)
		return int(s.Int64()), err
	}
	if object.IsInteger(v) {
		n, ok := object.AsInt(v)
		if !ok {
			return 0, object.Raise(object.RuntimeError, "Overflow when unpacking long")
		}
		return int(n), nil
	}
	n, err := object.IndexInt(c.Thread, v)
	return n, err
}

// Bool returns a bool argument, or its default.
func (c *Call) Bool(name string) bool {
	v := c.Arg(name)
	if v.IsNone() {
		return c.def(name) == "True"
	}
	return v.SmallInt() != 0
}

// Text returns a string argument, or its default.
func (c *Call) Text(name string) string {
	if s, ok := object.AsStr(c.Arg(name)); ok {
		return s
	}
	def := c.def(name)
	if def == "None" {
		return ""
	}
	return strings.Trim(def, `"'`)
}

// Ints returns a list of ints; one int stands for as many as the parameter wants. nil
// when it was not given and has no default.
func (c *Call) Ints(name string) []int {
	i := c.Overload.Find(name)
	if i < 0 {
		return nil
	}
	p, v := &c.Overload.Params[i], c.Args[i]
	if v.IsNil() {
		return p.defaultInts()
	}
	items, ok := values.Items(v)
	if !ok {
		n, err := c.toInt(v)
		if err != nil {
			c.fail(err)
		}
		return Repeated(n, max(p.size, 1))
	}
	out := make([]int, len(items))
	for k, item := range items {
		n, err := c.toInt(item)
		if err != nil || isNoIndex(item) {
			c.fail(object.Raise(object.TypeError, "%s(): argument '%s' must be %s, but found element of type %s at pos %d",
				c.Overload.Name, name, p.word, values.TypeName(item), k+1))
			return out
		}
		out[k] = n
	}
	return out
}

// isNoIndex reports what is no integer where one is wanted.
func isNoIndex(v object.Value) bool {
	return v.IsFloat()
}

// Repeated is a list of the same number.
func Repeated(n, times int) []int {
	out := make([]int, times)
	for i := range out {
		out[i] = n
	}
	return out
}

func (p *param) defaultInts() []int {
	text := strings.Trim(p.def, "[]")
	if p.def == "" || p.def == "None" || p.none && text == "" {
		return nil
	}
	if n, err := strconv.Atoi(p.def); err == nil {
		return Repeated(n, max(p.size, 1))
	}
	out := []int{}
	for _, field := range strings.Split(text, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(field)); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// Dims is ints for the dimensions of a reduction: an empty list means all of them.
func (c *Call) Dims(name string) []int {
	if !c.Given(name) {
		return nil
	}
	if list := c.Ints(name); len(list) > 0 {
		return list
	}
	return nil
}

// Floats returns a list of floats.
func (c *Call) Floats(name string) []float64 {
	items, _ := values.Items(c.Arg(name))
	out := make([]float64, len(items))
	for i, item := range items {
		s, ok := values.ScalarOf(item)
		if !ok {
			c.fail(object.Raise(object.TypeError, "%s(): argument '%s' must be tuple of floats, but found element of type %s at pos %d",
				c.Overload.Name, name, values.TypeName(item), i+1))
		}
		out[i] = s.Float64()
	}
	return out
}

// Dtype returns a dtype argument; NoDType when it was not given.
func (c *Call) Dtype(name string) tensor.DType {
	v := c.Arg(name)
	if v.IsNone() {
		return tensor.NoDType
	}
	d, ok := values.DTypeOf(v)
	if x, is := v.Object().(*values.DType); is && x.Quantised == values.Complex32 {
		c.fail(object.Raise(object.RuntimeError, "\"%s\" not implemented for 'ComplexHalf' (complex64 is)", c.Overload.Name))
	} else if is && x.Quantised != "" {
		c.fail(object.Raise(object.RuntimeError, "empty_strided not supported on quantized tensors yet see https://github.com/pytorch/pytorch/issues/74540 "+
			"(torch.quantize_per_tensor and torch.quantize_per_channel make %s)", x))
	}
	if ok && d == tensor.Float64 {
		if _, python := v.Object().(*object.Class); python {
			return tensor.Float64
		}
	}
	return d
}

// Options returns the dtype and device of a factory's result.
func (c *Call) Options() tensor.Options {
	o := tensor.Options{DType: c.Dtype("dtype")}
	if v := c.Arg("device"); !v.IsNone() {
		dev, err := c.DeviceArg(c.Thread, v)
		if err != nil {
			c.fail(err)
		}
		o.Device = dev
	} else if n := len(c.DefaultDevices); n > 0 && c.DefaultDevices[n-1] != nil && c.Self == nil && !c.Has("input") {
		dev, err := c.DeviceArg(c.Thread, object.Of(c.DefaultDevices[n-1]))
		if err != nil {
			c.fail(err)
		}
		o.Device = dev
	} else if c.DefaultCUDA && c.Self == nil && !c.Has("input") {
		dev, err := c.GPUAt(c.Thread, -1)
		if err != nil {
			c.fail(err)
		}
		o.Device = dev
	}
	if v := c.Arg("pin_memory"); !v.IsNone() && v.SmallInt() != 0 {
		o.Pinned = true
	}
	return o
}

// Generator returns a generator argument, or nil for the device's own.
func (c *Call) Generator() *tensor.Generator {
	if g, ok := c.Arg("generator").Object().(*values.Generator); ok {
		return g.G
	}
	return nil
}

// IntOrInts reads a list of ints or one of them.
func (c *Call) IntOrInts(name string) []int {
	if i := c.Overload.Find(name); i >= 0 && c.Overload.Params[i].typ == typInt {
		return []int{c.Int(name)}
	}
	return c.Ints(name)
}

// Number reads a number, or a tensor of one, as an operand.
func (c *Call) Number(name string) *tensor.Tensor {
	if values.IsTensor(c.Arg(name)) {
		return c.Tensor(name)
	}
	return c.Tape.Wrap(c.Scalar(name))
}

// Alpha is the factor of the second operand, 1 where the overload has none.
func (c *Call) Alpha() tensor.Scalar {
	if !c.Given("alpha") {
		return tensor.Int(1)
	}
	return c.Scalar("alpha")
}

// OptFloat returns a float argument, or nil.
func (c *Call) OptFloat(name string) *float64 {
	if !c.Given(name) {
		return nil
	}
	f := c.Float(name)
	return &f
}

// OptScalar returns a number argument, or nil.
func (c *Call) OptScalar(name string) *tensor.Scalar {
	if !c.Given(name) {
		return nil
	}
	s := c.Scalar(name)
	return &s
}

// Warn shows a Python warning once.
func (c *Call) Warn(category, text string) { c.Session.Warn(c.Thread, category, text) }

// Second is the other operand, by whichever name the overload has for it.
func (c *Call) Second() *tensor.Tensor {
	for _, name := range [...]string{"other", "exponent", "tensor2", "vec2"} {
		if v := c.Arg(name); !v.IsNone() {
			return c.Tensor(name)
		}
	}
	return nil
}

// TensorOrWrapped reads a tensor, or a number as an operand.
func (c *Call) TensorOrWrapped(name string) *tensor.Tensor {
	if values.IsTensor(c.Arg(name)) {
		return c.Tensor(name)
	}
	return c.Tape.Wrap(tensor.Float(c.Float(name)))
}

// OutDType is the type that a reduction computes in: dtype=, or that of out= for sums.
func (c *Call) OutDType() tensor.DType {
	d := c.Dtype("dtype")
	if out, ok := values.AsTensor(c.Arg("out")); ok && d == tensor.NoDType && c.Overload.Name == "sum" {
		return out.DType()
	}
	return d
}

// TensorOrNumber reads a tensor, or a number as a tensor of a dtype.
func (c *Call) TensorOrNumber(name string, d tensor.DType) *tensor.Tensor {
	if values.IsTensor(c.Arg(name)) {
		return c.Tensor(name)
	}
	x, err := c.Tape.Full(nil, c.Scalar(name), tensor.Options{DType: d})
	if err != nil {
		c.fail(c.Raise(err))
	}
	return x
}

// Step is the step of a range, 1 where the overload has none.
func (c *Call) Step() tensor.Scalar {
	if !c.Given("step") {
		return tensor.Int(1)
	}
	return c.Scalar("step")
}

// OutOptions are the options of out=, which decide, or those that were given.
func (c *Call) OutOptions() tensor.Options {
	if out, ok := values.AsTensor(c.Arg("out")); ok {
		return out.Like()
	}
	return c.Options()
}

// usable refuses parameters of lazy modules that have no shape yet: classes that
// define __torch_function__ answer for the operation themselves.
func usable(t *object.Thread, x *values.Tensor) error {
	c := x.Class()
	if c == values.TensorClass || c.Builtin {
		return nil
	}
	if _, ok := c.Lookup("cls_to_become"); ok && state.Of(t).Plain == 0 {
		return object.Raise(object.ValueError, "Attempted to use an uninitialized parameter in %s. "+
			"This error happens when you are using a `LazyModule` or explicitly manipulating `torch.nn.parameter.%s` "+
			"objects. When using LazyModules Call `forward` with a dummy batch to initialize the parameters before "+
			"calling torch functions", "<built-in function>", c.Name)
	}
	return nil
}
