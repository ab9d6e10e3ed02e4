package torch

import (
	"fmt"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// Conversions: to, cuda, cpu, float and its like, type, numpy, copies.

var (
	toDeviceParser = newParser(asMethod, "to",
		"to(Device? device=None, ScalarType? dtype=None, bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None)",
		"to(ScalarType dtype, bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None)",
		"to(Tensor tensor, bool non_blocking=False, bool copy=False, *, MemoryFormat? memory_format=None)")
	cudaParser = newParser(asMethod, "cuda",
		"cuda(Device? device=None, bool non_blocking=False, *, MemoryFormat? memory_format=None)")
	cpuParser    = newParser(asMethod, "cpu", "cpu(*, MemoryFormat? memory_format=None)")
	typeParser   = newParser(asMethod, "type", "type(object dtype=None, bool non_blocking=False, *, MemoryFormat? memory_format=None)")
	typeAsParser = newParser(asMethod, "type_as", "type_as(Tensor other)")
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
		p := newParser(asMethod, name, name+"(*, MemoryFormat? memory_format=None)")
		rows = append(rows, rawRow{p, func(c *call) (object.Value, error) {
			return c.convert(tensor.Options{DType: d}, false, false)
		}})
	}
	return rows
}

// convert is self as another type or on another device; self where nothing changes.
func (c *call) convert(o tensor.Options, always, nonBlocking bool) (object.Value, error) {
	x := c.self.T
	y, err := c.tape.To(x, o.Or(x), always, nonBlocking)
	if err != nil {
		return object.Value{}, err
	}
	if y == x {
		return object.Of(c.self), nil
	}
	return wrap(y), nil
}

func methodTo(c *call) (object.Value, error) {
	o := tensor.Options{DType: c.dtype("dtype")}
	if other := c.arg("tensor"); !other.IsNone() {
		o = c.tensor("tensor").Like()
	}
	if v := c.arg("device"); !v.IsNone() {
		dev, err := c.deviceArg(c.t, v)
		if err != nil {
			return object.Value{}, err
		}
		o.Device = c.sameKind(v, dev)
	}
	return c.convert(o, c.bool("copy"), c.bool("non_blocking"))
}

// sameKind keeps a GPU tensor where it is when the device asked for has no index:
// x.to("cuda") means the current GPU only for tensors of the CPU.
func (c *call) sameKind(v object.Value, dev device.Device) device.Device {
	d, err := parseDevice(c.t, v)
	if err == nil && d.Type == "cuda" && d.Index < 0 && c.self != nil && !c.self.T.IsCPU() {
		return dev
	}
	return dev
}

func methodCUDA(c *call) (object.Value, error) {
	index := -1
	if v := c.arg("device"); !v.IsNone() {
		d, err := parseDevice(c.t, v)
		if err != nil {
			return object.Value{}, err
		}
		if d.Type != "cuda" {
			return object.Value{}, object.Raise(object.RuntimeError, "Invalid device, must be cuda device")
		}
		index = d.Index
	}
	dev, err := c.gpuAt(c.t, index)
	if err != nil {
		return object.Value{}, err
	}
	return c.convert(tensor.Options{Device: dev}, false, c.bool("non_blocking"))
}

func methodCPU(c *call) (object.Value, error) {
	return c.convert(tensor.Options{Device: c.tape.CPU}, false, false)
}

func methodTypeAs(c *call) (object.Value, error) {
	return c.convert(c.tensor("other").Like(), false, false)
}

// methodType is x.type(): the name of the type, or a conversion to a type given by
// its class, its name or its dtype.
func methodType(c *call) (object.Value, error) {
	v := c.arg("dtype")
	if v.IsNone() {
		return object.NewStr(typeText(c.self.T)), nil
	}
	if d, ok := dtypeOf(v); ok {
		return c.convert(tensor.Options{DType: d}, false, c.bool("non_blocking"))
	}
	l, ok := v.Object().(*legacyType)
	if !ok {
		name, text := object.AsStr(v)
		if class, isClass := v.Object().(*object.Class); isClass && class == TensorClass {
			name, text = legacyName(c.tape.DefaultDType), true
		}
		if !text {
			return object.Value{}, typeError("dtype must be a type, str, or dtype object")
		}
		if l = legacyNamed(name); l == nil {
			return object.Value{}, object.Raise(object.ValueError, "invalid type: '%s'", name)
		}
	}
	o := tensor.Options{DType: l.d, Device: c.tape.CPU}
	if l.cuda {
		dev, err := c.gpuAt(c.t, -1)
		if err != nil {
			return object.Value{}, err
		}
		if o.Device = dev; !c.self.T.IsCPU() {
			o.Device = c.self.T.Device()
		}
	}
	return c.convert(o, false, c.bool("non_blocking"))
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
	s := stateOf(t)
	o, args, err := toDeviceParser.parse(nil, a)
	if err != nil {
		return object.Value{}, err
	}
	c := &call{state: s, t: t, o: o, args: args}
	dev, dt, format := object.None, object.None, object.None
	if v := c.arg("device"); !v.IsNone() {
		d, err := parseDevice(t, v)
		if err != nil {
			return object.Value{}, err
		}
		dev = newDevice(d.Type, d.Index)
	}
	if d := c.dtype("dtype"); d != tensor.NoDType {
		dt = dtypes[d]
	}
	if c.given("tensor") {
		x := c.tensor("tensor")
		dev, dt = deviceValue(x.Device()), dtypes[x.DType()]
	}
	if v := c.arg("memory_format"); !v.IsNone() {
		format = v
	}
	return object.NewTuple(dev, dt, object.Bool(c.bool("non_blocking")), format), nil
}

func tensorNumpy(t *object.Thread, a []object.Value) (object.Value, error) {
	s, x := stateOf(t), self(a[0])
	if a[1] != object.True {
		if requiresGrad(x) {
			return object.Value{}, s.raise(&tensor.Error{Text: "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
				Reason: tensor.TracksGrad, Tensors: []*tensor.Tensor{x}})
		}
		if !x.IsCPU() {
			return object.Value{}, s.raise(&tensor.Error{Kind: tensor.TypeError, Reason: tensor.OnGPU, Tensors: []*tensor.Tensor{x},
				Text: fmt.Sprintf("can't convert %s device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.", x.Device().Info())})
		}
	}
	if x.DType() == tensor.BFloat16 || x.DType().IsFloat8() {
		return object.Value{}, typeError("Got unsupported ScalarType %s", x.DType().Scalar())
	}
	if s.arrays.ToArray == nil {
		return object.Value{}, object.Raise(object.RuntimeError, "Numpy is not available")
	}
	x, err := s.tape.Env.To(x, tensor.Options{DType: x.DType(), Device: s.tape.CPU}, false, false)
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	return s.arrays.ToArray(t, x)
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
func (s *state) copyStorage(t *object.Thread, x *tensor.Tensor, memo *object.Dict) (*tensor.Tensor, error) {
	if memo == nil || x.Numel() == 0 {
		return s.tape.Env.Clone(x)
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
	key := object.Int(s.address(x))
	made, ok, err := copies.Get(t, key)
	if err != nil {
		return nil, err
	}
	if !ok {
		whole, err := storageOf(s, x)
		if err != nil {
			return nil, err
		}
		o := whole.Object().(*storage)
		if o.x, err = s.tape.Env.Clone(o.x); err != nil {
			return nil, err
		}
		if err := copies.Set(t, key, whole); err != nil {
			return nil, err
		}
		made = whole
	}
	flat := made.Object().(*storage).x
	if flat.DType() != x.DType() {
		if flat, err = s.tape.Env.ViewDType(flat, x.DType()); err != nil {
			return nil, err
		}
	}
	return s.tape.Env.AsStrided(flat, x.Shape(), x.Strides(), x.Offset())
}

func tensorDeepCopy(t *object.Thread, a []object.Value) (object.Value, error) {
	s, x := stateOf(t), self(a[0])
	if !s.tape.IsLeaf(x) {
		return object.Value{}, object.Raise(object.RuntimeError, "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment")
	}
	memo, _ := a[1].Object().(*object.Dict)
	key := object.Int(object.ID(a[0]))
	if memo != nil {
		if v, ok, err := memo.Get(t, key); ok || err != nil {
			return v, err
		}
	}
	y, err := s.copyStorage(t, x, memo)
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	v := wrapAs(y, a[0].Class())
	if requiresGrad(x) {
		err = s.tape.SetRequiresGrad(y, true)
	}
	if g := s.tape.Grad(x); err == nil && g != nil {
		var copied *tensor.Tensor
		if copied, err = s.tape.Env.Clone(g); err == nil {
			err = s.tape.SetGrad(y, copied)
		}
	}
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	if memo != nil {
		err = memo.Set(t, key, v)
	}
	return v, err
}
