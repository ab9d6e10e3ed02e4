package torch

import (
	"fmt"

	"gputour/engine/autograd"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Conversions: to, cuda, cpu, float and its like, type, numpy, copies.

var (
	toDeviceParser = dispatch.NewParser(dispatch.Method, "to",
		"to(Device? device=None, ScalarType? dtype=None, bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None)",
		"to(ScalarType dtype, bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None)",
		"to(Tensor tensor, bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None)")
	cudaParser = dispatch.NewParser(dispatch.Method, "cuda",
		"cuda(Device? device=None, bool non_blocking=False, *, MemoryFormat? memory_format=None)")
	cpuParser    = dispatch.NewParser(dispatch.Method, "cpu", "cpu(*, MemoryFormat? memory_format=None)")
	typeParser   = dispatch.NewParser(dispatch.Method, "type", "type(object dtype=None, bool non_blocking=False, *, MemoryFormat? memory_format=None)")
	typeAsParser = dispatch.NewParser(dispatch.Method, "type_as", "type_as(Tensor other)")
	castMethods  = map[string]tensor.DType{
		"float": tensor.Float32, "double": tensor.Float64, "half": tensor.Float16, "bfloat16": tensor.BFloat16,
		"long": tensor.Int64, "int": tensor.Int32, "short": tensor.Int16, "char": tensor.Int8, "byte": tensor.Uint8,
		"bool": tensor.Bool, "cfloat": tensor.Complex64, "cdouble": tensor.Complex128,
	}
)

// castRows are float(), long() and their like.
func castRows() []rawRow {
	var rows []rawRow
	for name, d := range castMethods {
		p := dispatch.NewParser(dispatch.Method, name, name+"(*, MemoryFormat? memory_format=None)")
		rows = append(rows, rawRow{p, func(c *dispatch.Call) (object.Value, error) {
			return converted(c, tensor.Options{DType: d}, false, false)
		}})
	}
	return rows
}

// converted is self as another type or on another device; self where nothing changes.
func converted(c *dispatch.Call, o tensor.Options, always, nonBlocking bool) (object.Value, error) {
	x := c.Self.T
	y, err := c.Tape.To(x, o.Or(x), always, nonBlocking)
	if err != nil {
		return object.Value{}, err
	}
	if y == x {
		return object.Of(c.Self), nil
	}
	return values.Wrap(y), nil
}

func methodTo(c *dispatch.Call) (object.Value, error) {
	o := tensor.Options{DType: c.Dtype("dtype")}
	if other := c.Arg("tensor"); !other.IsNone() {
		o = c.Tensor("tensor").Like()
	}
	if v := c.Arg("device"); !v.IsNone() {
		dev, err := c.DeviceArg(c.Thread, v)
		if err != nil {
			return object.Value{}, err
		}
		o.Device = sameKind(c, v, dev)
	}
	return converted(c, o, c.Bool("copy"), c.Bool("non_blocking"))
}

// sameKind keeps a GPU tensor where it is when the device asked for has no index:
// x.to("cuda") means the current GPU only for tensors of the CPU.
func sameKind(c *dispatch.Call, v object.Value, dev device.Device) device.Device {
	d, err := values.ParseDevice(c.Thread, v)
	if err == nil && d.Type == "cuda" && d.Index < 0 && c.Self != nil && !c.Self.T.IsCPU() {
		return dev
	}
	return dev
}

func methodCUDA(c *dispatch.Call) (object.Value, error) {
	index := -1
	if v := c.Arg("device"); !v.IsNone() {
		d, err := values.ParseDevice(c.Thread, v)
		if err != nil {
			return object.Value{}, err
		}
		if d.Type != "cuda" {
			return object.Value{}, object.Raise(object.RuntimeError, "Invalid device, must be cuda device")
		}
		index = d.Index
	}
	dev, err := c.GPUAt(c.Thread, index)
	if err != nil {
		return object.Value{}, err
	}
	return converted(c, tensor.Options{Device: dev}, false, c.Bool("non_blocking"))
}

func methodCPU(c *dispatch.Call) (object.Value, error) {
	return converted(c, tensor.Options{Device: c.Tape.CPU}, false, false)
}

func methodTypeAs(c *dispatch.Call) (object.Value, error) {
	return converted(c, c.Tensor("other").Like(), false, false)
}

// methodType is x.type(): the name of the type, or a conversion to a type given by
// its class, its name or its dtype.
func methodType(c *dispatch.Call) (object.Value, error) {
	v := c.Arg("dtype")
	if v.IsNone() {
		return object.NewStr(typeText(c.Self.T)), nil
	}
	if d, ok := values.DTypeOf(v); ok {
		return converted(c, tensor.Options{DType: d}, false, c.Bool("non_blocking"))
	}
	l, ok := v.Object().(*legacyType)
	if !ok {
		name, text := object.AsStr(v)
		if class, isClass := v.Object().(*object.Class); isClass && class == values.TensorClass {
			name, text = legacyName(c.Tape.DefaultDType), true
		}
		if !text {
			return object.Value{}, object.Raise(object.TypeError, "dtype must be a type, str, or dtype object")
		}
		if l = legacyNamed(name); l == nil {
			return object.Value{}, object.Raise(object.ValueError, "invalid type: '%s'", name)
		}
	}
	o := tensor.Options{DType: l.d, Device: c.Tape.CPU}
	if l.cuda {
		dev, err := c.GPUAt(c.Thread, -1)
		if err != nil {
			return object.Value{}, err
		}
		if o.Device = dev; !c.Self.T.IsCPU() {
			o.Device = c.Self.T.Device()
		}
	}
	return converted(c, o, false, c.Bool("non_blocking"))
}

// legacyNamed finds a legacy type by its name.
func legacyNamed(name string) *legacyType {
	for _, table := range []map[tensor.DType]object.Value{legacyTypes, cudaTypes} {
		for _, v := range table {
			if l := v.Object().(*legacyType); l.String() == name {
				return l
			}
		}
	}
	return nil
}

// parseTo is torch._C._nn._parse_to: what Module.to was asked for.
func parseTo(t *object.Thread, a object.Args) (object.Value, error) {
	s := state.Of(t)
	o, args, err := toDeviceParser.Parse(nil, a)
	if err != nil {
		return object.Value{}, err
	}
	c := &dispatch.Call{Session: s, Thread: t, Overload: o, Args: args}
	dev, dt, format := object.None, object.None, object.None
	if v := c.Arg("device"); !v.IsNone() {
		d, err := values.ParseDevice(t, v)
		if err != nil {
			return object.Value{}, err
		}
		dev = values.NewDevice(d.Type, d.Index)
	}
	if d := c.Dtype("dtype"); d != tensor.NoDType {
		dt = values.DTypes[d]
	}
	if c.Given("tensor") {
		x := c.Tensor("tensor")
		dev, dt = values.DeviceOf(x.Device()), values.DTypes[x.DType()]
	}
	if v := c.Arg("memory_format"); !v.IsNone() {
		format = v
	}
	return object.NewTuple(dev, dt, object.Bool(c.Bool("non_blocking")), format), nil
}

func tensorNumpy(t *object.Thread, a []object.Value) (object.Value, error) {
	s, x := state.Of(t), values.TensorOf(a[0])
	if a[1] != object.True {
		if autograd.RequiresGrad(x) {
			return object.Value{}, s.Raise(&tensor.Error{Text: "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
				Reason: tensor.TracksGrad, Tensors: []*tensor.Tensor{x}})
		}
		if !x.IsCPU() {
			return object.Value{}, s.Raise(&tensor.Error{Kind: tensor.TypeError, Reason: tensor.OnGPU, Tensors: []*tensor.Tensor{x},
				Text: fmt.Sprintf("can't convert %s device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.", x.Device().Info())})
		}
	}
	if x.DType() == tensor.BFloat16 || x.DType().IsFloat8() {
		return object.Value{}, object.Raise(object.TypeError, "Got unsupported ScalarType %s", x.DType().Scalar())
	}
	if s.Arrays.ToArray == nil {
		return object.Value{}, object.Raise(object.RuntimeError, "Numpy is not available")
	}
	x, err := s.Tape.Env.To(x, tensor.Options{DType: x.DType(), Device: s.Tape.CPU}, false, false)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	return s.Arrays.ToArray(t, x)
}

func tensorArray(t *object.Thread, a []object.Value) (object.Value, error) {
	v, err := tensorNumpy(t, []object.Value{a[0], object.False})
	if err != nil || a[1].IsNone() {
		return v, err
	}
	return object.CallAttr(t, v, "astype", a[1])
}

// tensorDeepCopy copies a leaf and what it holds.
// copyStorage is x over a copy of its storage, which memo keeps under "torch": tensors that
// share a storage share its copy.
func copyStorage(s *state.Session, t *object.Thread, x *tensor.Tensor, memo *object.Dict) (*tensor.Tensor, error) {
	if memo == nil || x.Numel() == 0 {
		return s.Tape.Env.Clone(x)
	}
	name := object.NewStr("torch")
	kept, ok, err := memo.Get(t, name)
	if err != nil {
		return nil, err
	}
	var copies *object.Dict
	if ok {
		copies, _ = kept.Object().(*object.Dict)
	}
	if copies == nil {
		copies = object.NewDict()
		if err := memo.Set(t, name, object.Of(copies)); err != nil {
			return nil, err
		}
	}
	key := object.Int(addressOf(s, x))
	made, ok, err := copies.Get(t, key)
	if err != nil {
		return nil, err
	}
	if !ok {
		whole, err := storageOf(s, x)
		if err != nil {
			return nil, err
		}
		o := whole.Object().(*values.Storage)
		if o.T, err = s.Tape.Env.Clone(o.T); err != nil {
			return nil, err
		}
		if err := copies.Set(t, key, whole); err != nil {
			return nil, err
		}
		made = whole
	}
	flat := made.Object().(*values.Storage).T
	if flat.DType() != x.DType() {
		if flat, err = s.Tape.Env.ViewDType(flat, x.DType()); err != nil {
			return nil, err
		}
	}
	return s.Tape.Env.AsStrided(flat, x.Shape(), x.Strides(), x.Offset())
}

func tensorDeepCopy(t *object.Thread, a []object.Value) (object.Value, error) {
	s, x := state.Of(t), values.TensorOf(a[0])
	if !s.Tape.IsLeaf(x) {
		return object.Value{}, object.Raise(object.RuntimeError, "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment")
	}
	memo, _ := a[1].Object().(*object.Dict)
	key := object.Int(object.ID(a[0]))
	if memo != nil {
		if v, ok, err := memo.Get(t, key); ok || err != nil {
			return v, err
		}
	}
	v, err := deepCopied(s, t, a[0], memo)
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	y := values.TensorOf(v)
	if autograd.RequiresGrad(x) {
		err = s.Tape.SetRequiresGrad(y, true)
	}
	if g := s.Tape.Grad(x); err == nil && g != nil {
		var copied object.Value
		if copied, err = tensorDeepCopy(t, []object.Value{values.Wrap(g), a[1]}); err == nil {
			err = s.Tape.SetGrad(y, values.TensorOf(copied))
		}
	}
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	if memo != nil {
		if err := memo.Set(t, key, v); err != nil {
			return v, err
		}
	}
	return v, copyAttributes(t, a[0], v, a[1])
}

// deepCopied is a tensor of the same class over copied memory; of a class that wraps what has
// none of its own, what the class's clone gives.
func deepCopied(s *state.Session, t *object.Thread, v object.Value, memo *object.Dict) (object.Value, error) {
	x := values.TensorOf(v)
	if v.Class() != values.TensorClass && (x.Device().Info().Kind == device.Meta || x.Numel() == 0) {
		return dispatch.ViaPython("torch._tensor", "_cloned")(t, []object.Value{v})
	}
	y, err := copyStorage(s, t, x, memo)
	if err != nil {
		return object.Value{}, err
	}
	return values.WrapAs(y, v.Class()), nil
}

// copyAttributes gives the copy what a program has set on the tensor.
func copyAttributes(t *object.Thread, v, copied, memo object.Value) error {
	attributes, err := object.GetAttr(t, v, "__dict__")
	if err != nil {
		return err
	}
	if d, ok := attributes.Object().(*object.Dict); ok && d.Len() == 0 && v.Class() == values.TensorClass {
		return nil
	}
	_, err = dispatch.ViaPython("torch._tensor", "_copy_attributes")(t, []object.Value{v, copied, memo})
	return err
}
