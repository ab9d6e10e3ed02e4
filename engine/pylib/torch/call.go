package torch

import (
	"strconv"
	"strings"

	"gputour/engine/autograd"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// call is one call of an operation: its overload and its bound arguments. Operations
// read arguments by the names of parameters; the names differ between overloads, so
// given tells which one was chosen.
type call struct {
	*state
	t    *object.Thread
	o    *overload
	args []object.Value
	self *Tensor // of a method
	err  error   // the first argument that could not be read

	inplace bool // the result replaces the first operand
}

// operation runs a call whose arguments have been bound.
type operation func(c *call) (object.Value, error)

// arg returns the argument of a parameter, None if it was not given. The names
// "input" and "self" mean the object of a method.
func (c *call) arg(name string) object.Value {
	for i := range c.o.params {
		if c.o.params[i].name == name {
			if v := c.args[i]; !v.IsNil() {
				return v
			}
			return object.None
		}
	}
	if c.self != nil && (name == "input" || name == "self") {
		return object.Of(c.self)
	}
	return object.None
}

// given reports whether a parameter has an argument that is not None.
func (c *call) given(name string) bool { return !c.arg(name).IsNone() }

// has reports whether the overload has the parameter.
func (c *call) has(name string) bool { return c.o.find(name) >= 0 }

// def is the default of a parameter, as written.
func (c *call) def(name string) string {
	if i := c.o.find(name); i >= 0 {
		return c.o.params[i].def
	}
	return ""
}

// fail keeps the first error of reading arguments.
func (c *call) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// input is the tensor that the operation works on: by that name, or the first.
func (c *call) input() *tensor.Tensor {
	if c.self == nil && !c.has("input") && len(c.o.params) > 0 {
		return c.tensor(c.o.params[0].name)
	}
	return c.tensor("input")
}

// tensor returns a tensor argument; nil when it was not given. A number becomes a
// tensor that yields in promotion.
func (c *call) tensor(name string) *tensor.Tensor {
	if c.self != nil && name == "input" && c.o.find(name) < 0 {
		return c.self.T
	}
	v := c.arg(name)
	if v.IsNone() {
		return nil
	}
	if x, ok := v.Object().(*Tensor); ok {
		if err := usable(c.t, x); err != nil {
			c.fail(err)
		}
		return x.T
	}
	if s, ok := scalarOf(v); ok {
		return c.tape.Wrap(s)
	}
	c.fail(typeError("%s(): argument '%s' must be Tensor, not %s", c.o.name, name, typeName(v)))
	return nil
}

// tensors returns the tensors of a list argument.
func (c *call) tensors(name string) []*tensor.Tensor {
	items, _ := sequenceItems(c.arg(name))
	list := make([]*tensor.Tensor, len(items))
	for i, item := range items {
		x, ok := item.Object().(*Tensor)
		if !ok {
			c.fail(typeError("expected Tensor as element %d in argument %d, but got %s", i, max(c.o.find(name), 0), typeName(item)))
			return nil
		}
		list[i] = x.T
	}
	return list
}

// scalar returns a number argument, or its default.
func (c *call) scalar(name string) tensor.Scalar {
	v := c.arg(name)
	if v.IsNone() {
		return defaultScalar(c.def(name))
	}
	if s, ok := scalarOf(v); ok {
		return s
	}
	if x, ok := v.Object().(*Tensor); ok {
		s, err := c.tape.Item(x.T)
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

// float returns a float argument, or its default.
func (c *call) float(name string) float64 { return c.scalar(name).Float64() }

// defaultInts are defaults that are names.
var defaultInts = map[string]int{"Mean": 0, "long": 0, "None": 0, "": 0}

// int returns an int argument, or its default.
func (c *call) int(name string) int {
	v := c.arg(name)
	if v.IsNone() {
		if n, ok := defaultInts[c.def(name)]; ok {
			return n
		}
		n, _ := strconv.Atoi(c.def(name))
		return n
	}
	n, err := c.toInt(v)
	if err != nil {
		c.fail(err)
	}
	return n
}

// optInt returns an int argument, or nil.
func (c *call) optInt(name string) *int {
	if !c.given(name) {
		return nil
	}
	n := c.int(name)
	return &n
}

// toInt reads an int, a tensor of one or anything with __index__.
func (c *call) toInt(v object.Value) (int, error) {
	if v.IsInt() {
		return int(v.SmallInt()), nil
	}
	if x, ok := v.Object().(*Tensor); ok {
		s, err := c.tape.Item(x.T)
		return int(s.Int64()), err
	}
	if object.IsInteger(v) {
		n, ok := object.AsInt(v)
		if !ok {
			return 0, object.Raise(object.RuntimeError, "Overflow when unpacking long")
		}
		return int(n), nil
	}
	n, err := object.IndexInt(c.t, v)
	return n, err
}

// bool returns a bool argument, or its default.
func (c *call) bool(name string) bool {
	v := c.arg(name)
	if v.IsNone() {
		return c.def(name) == "True"
	}
	return v.SmallInt() != 0
}

// text returns a string argument, or its default.
func (c *call) text(name string) string {
	if s, ok := object.AsStr(c.arg(name)); ok {
		return s
	}
	def := c.def(name)
	if def == "None" {
		return ""
	}
	return strings.Trim(def, `"'`)
}

// ints returns a list of ints; one int stands for as many as the parameter wants. nil
// when it was not given and has no default.
func (c *call) ints(name string) []int {
	i := c.o.find(name)
	if i < 0 {
		return nil
	}
	p, v := &c.o.params[i], c.args[i]
	if v.IsNil() {
		return p.defaultInts()
	}
	items, ok := sequenceItems(v)
	if !ok {
		n, err := c.toInt(v)
		if err != nil {
			c.fail(err)
		}
		return repeated(n, max(p.size, 1))
	}
	out := make([]int, len(items))
	for k, item := range items {
		n, err := c.toInt(item)
		if err != nil || isNoIndex(item) {
			c.fail(typeError("%s(): argument '%s' must be %s, but found element of type %s at pos %d",
				c.o.name, name, p.word, typeName(item), k+1))
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

func repeated(n, times int) []int {
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
		return repeated(n, max(p.size, 1))
	}
	out := []int{}
	for _, field := range strings.Split(text, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(field)); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// dims is ints for the dimensions of a reduction: an empty list means all of them.
func (c *call) dims(name string) []int {
	if !c.given(name) {
		return nil
	}
	if list := c.ints(name); len(list) > 0 {
		return list
	}
	return nil
}

// floats returns a list of floats.
func (c *call) floats(name string) []float64 {
	items, _ := sequenceItems(c.arg(name))
	out := make([]float64, len(items))
	for i, item := range items {
		s, ok := scalarOf(item)
		if !ok {
			c.fail(typeError("%s(): argument '%s' must be tuple of floats, but found element of type %s at pos %d",
				c.o.name, name, typeName(item), i+1))
		}
		out[i] = s.Float64()
	}
	return out
}

// dtype returns a dtype argument; NoDType when it was not given.
func (c *call) dtype(name string) tensor.DType {
	v := c.arg(name)
	if v.IsNone() {
		return tensor.NoDType
	}
	d, ok := dtypeOf(v)
	if x, is := v.Object().(*dtype); is && x.quantised == complex32 {
		c.fail(object.Raise(object.RuntimeError, "\"%s\" not implemented for 'ComplexHalf' (complex64 is)", c.o.name))
	} else if is && x.quantised != "" {
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

// options returns the dtype and device of a factory's result.
func (c *call) options() tensor.Options {
	o := tensor.Options{DType: c.dtype("dtype")}
	if v := c.arg("device"); !v.IsNone() {
		dev, err := c.deviceArg(c.t, v)
		if err != nil {
			c.fail(err)
		}
		o.Device = dev
	} else if n := len(c.defaultDevices); n > 0 && c.defaultDevices[n-1] != nil && c.self == nil && !c.has("input") {
		dev, err := c.deviceArg(c.t, object.Of(c.defaultDevices[n-1]))
		if err != nil {
			c.fail(err)
		}
		o.Device = dev
	} else if c.defaultCUDA && c.self == nil && !c.has("input") {
		dev, err := c.gpuAt(c.t, -1)
		if err != nil {
			c.fail(err)
		}
		o.Device = dev
	}
	if v := c.arg("pin_memory"); !v.IsNone() && v.SmallInt() != 0 {
		o.Pinned = true
	}
	return o
}

// generator returns a generator argument, or nil for the device's own.
func (c *call) generator() *tensor.Generator {
	if g, ok := c.arg("generator").Object().(*generator); ok {
		return g.G
	}
	return nil
}

// one wraps a result.
func (c *call) one(x *tensor.Tensor, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, c.raise(err)
	}
	return wrap(x), nil
}

// two wraps two results as a tuple.
func (c *call) two(x, y *tensor.Tensor, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, c.raise(err)
	}
	return object.NewTuple(wrap(x), wrap(y)), nil
}

// many wraps results as a tuple.
func (c *call) many(list []*tensor.Tensor, err error) (object.Value, error) {
	if err != nil {
		return object.Value{}, c.raise(err)
	}
	return object.NewTuple(wrapAll(list)...), nil
}

// made wraps the result of a factory, which may ask for gradients.
func (c *call) made(x *tensor.Tensor, err error) (object.Value, error) {
	if err == nil && c.arg("requires_grad") == object.True {
		if !x.DType().Differentiable() {
			return object.Value{}, object.Raise(object.RuntimeError, "Only Tensors of floating point and complex dtype can require gradients")
		}
		err = c.tape.SetRequiresGrad(x, true)
	}
	return c.one(x, err)
}

// Numeric is a number of another package, such as numpy.float32.
type Numeric interface {
	Number() (tensor.Scalar, bool)
	DType() tensor.DType
}

// scalarOf reads a Python number or one of numpy's.
func scalarOf(v object.Value) (tensor.Scalar, bool) {
	switch {
	case v.IsFloat():
		return tensor.Float(v.Float64()), true
	case v.IsInt():
		return tensor.Int(v.SmallInt()), true
	case v.IsBool():
		return tensor.Boolean(v.SmallInt() != 0), true
	}
	switch o := v.Object().(type) {
	case *object.Complex:
		return tensor.Complex(o.C), true
	case Numeric:
		return o.Number()
	}
	if n, ok := object.AsInt(v); ok && isInt(v) {
		return tensor.Int(n), true
	}
	if isFloatSubclass(v) {
		if f, ok := object.AsFloat(v); ok {
			return tensor.Float(f), true
		}
	}
	return tensor.Scalar{}, false
}

// Number is a scalar as a Python number.
func Number(s tensor.Scalar) object.Value {
	switch s.DType {
	case tensor.Bool:
		return object.Bool(s.I != 0)
	case tensor.Int64:
		return object.Int(s.I)
	case tensor.Complex128:
		return object.NewComplex(s.C)
	}
	return object.Float(s.F)
}

// tapeOf is shorthand for slots, which have no call.
func tapeOf(t *object.Thread) *autograd.Tape { return stateOf(t).tape }
