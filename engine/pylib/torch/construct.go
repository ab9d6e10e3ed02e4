package torch

import (
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// torch.tensor and the other ways to make a tensor of data, the legacy classes among them.

var (
	tensorParser = newParser(asFunction, "tensor",
		"tensor(object data, *, ScalarType? dtype=None, Device? device=None, bool pin_memory=False, bool requires_grad=False, Dimname[]? names=None)")
	asTensorParser = newParser(asFunction, "as_tensor",
		"as_tensor(object data, *, ScalarType? dtype=None, Device? device=None)")
	asarrayParser = newParser(asFunction, "asarray",
		"asarray(object obj, *, ScalarType? dtype=None, Device? device=None, bool? copy=None, bool requires_grad=False)")
	newTensorParser = newParser(asFunction, "new_tensor",
		"new_tensor(object data, *, ScalarType? dtype=None, Device? device=None, bool requires_grad=False)")
)

func init() {
	moduleFunctions = append(moduleFunctions,
		special(tensorParser, torchTensor), special(asTensorParser, torchAsTensor), special(asarrayParser, torchAsTensor),
		object.DefRaw("from_numpy", fromNumpy, ""),
	)
}

// special makes a function that is in no table, from a parser of its own.
func special(p *parser, fn operation) *object.Builtin {
	b := &binding{name: p.name, parser: p, fn: fn}
	return b.function()
}

// torchTensor copies data into a new tensor that is a leaf.
func torchTensor(c *call) (object.Value, error) {
	data := c.arg("data")
	if x, ok := data.Object().(*Tensor); ok {
		c.warn("UserWarning", "To copy construct from a tensor, it is recommended to use sourceTensor.clone().detach() "+
			"or sourceTensor.clone().detach().requires_grad_(True), rather than torch.tensor(sourceTensor).")
		_ = x
	}
	o := c.options()
	if c.err != nil {
		return object.Value{}, c.err
	}
	x, err := c.nested(c.t, data, o, "tensor")
	return c.made(x, err)
}

// torchAsTensor shares the data where it can.
func torchAsTensor(c *call) (object.Value, error) {
	data := c.arg("data")
	if data.IsNone() {
		data = c.arg("obj")
	}
	o := c.options()
	if c.err != nil {
		return object.Value{}, c.err
	}
	x, ok := AsTensor(data)
	if !ok {
		var err error
		if x, ok, err = c.fromArray(c.t, data); err != nil {
			return object.Value{}, err
		}
	}
	if !ok {
		y, err := c.nested(c.t, data, o, "as_tensor")
		return c.made(y, err)
	}
	y, err := c.tape.To(x, o.Or(x), c.arg("copy") == object.True, false)
	return c.made(y, err)
}

func newTensor(c *call) (object.Value, error) {
	x, err := c.nested(c.t, c.arg("data"), c.options(), "new_tensor")
	if err == nil && !c.given("dtype") {
		x, err = c.tape.To(x, c.options().Or(c.self.T), false, false)
	}
	return c.made(x, err)
}

func fromNumpy(t *object.Thread, a object.Args) (object.Value, error) {
	if len(a.Pos) != 1 {
		return object.Value{}, typeError("from_numpy() takes exactly one argument (%d given)", len(a.Pos))
	}
	s := stateOf(t)
	x, ok, err := s.fromArray(t, a.Pos[0])
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	if !ok {
		return object.Value{}, typeError("expected np.ndarray (got %s)", typeName(a.Pos[0]))
	}
	return wrap(x), nil
}

// legacyNew is torch.Tensor(2, 3), torch.Tensor([1, 2]) and the like: sizes, or data.
func (s *state) legacyNew(t *object.Thread, a object.Args, o tensor.Options) (*tensor.Tensor, error) {
	for _, k := range a.Kw {
		if k.Name != "device" {
			return nil, typeError("new() got an unexpected keyword argument '%s'", k.Name)
		}
		dev, err := s.deviceArg(t, k.Value)
		if err != nil {
			return nil, err
		}
		o.Device = dev
	}
	if o.DType == tensor.NoDType {
		o.DType = s.tape.DefaultDType
	}
	if len(a.Pos) == 0 {
		return s.made(s.tape.Empty([]int{0}, o))
	}
	first := a.Pos[0]
	if _, size := sizeOf(first); len(a.Pos) == 1 && !size {
		return s.legacyData(t, first, o)
	}
	sizes := make([]int, len(a.Pos))
	for i, v := range a.Pos {
		n, ok := sizeOf(v)
		if !ok {
			return nil, typeError("new(): argument 'size' must be tuple of ints, but found element of type %s at pos %d", typeName(v), i+1)
		}
		sizes[i] = int(n)
	}
	return s.made(s.tape.Empty(sizes, o))
}

// sizeOf reads an int, Python's or numpy's, that is no bool of Python's.
func sizeOf(v object.Value) (int64, bool) {
	if o, ok := v.Object().(Numeric); ok {
		n, ok := o.Number()
		return n.I, ok && n.IsIntegral()
	}
	n, ok := object.AsInt(v)
	return n, ok && isInt(v)
}

func (s *state) made(x *tensor.Tensor, err error) (*tensor.Tensor, error) {
	if err != nil {
		return nil, s.raise(err)
	}
	return x, nil
}

func (s *state) legacyData(t *object.Thread, v object.Value, o tensor.Options) (*tensor.Tensor, error) {
	switch x := v.Object().(type) {
	case *Tensor:
		if x.T.DType() != o.DType {
			return nil, typeError("expected %s (got %s)", legacyName(o.DType), legacyName(x.T.DType()))
		}
		return s.tape.Detach(x.T)
	case *object.Tuple:
		if v.Class() == SizeClass {
			shape := make([]int, len(x.Items))
			for i, n := range x.Items {
				shape[i] = int(n.SmallInt())
			}
			return s.made(s.tape.Empty(shape, o))
		}
	}
	if _, text := object.AsStr(v); !text && (v.Object() == nil || v.Class().Slots.Len == nil || v.Class().Slots.GetItem == nil || isDict(v)) {
		return nil, typeError("new(): data must be a sequence (got %s)", typeName(v))
	}
	return s.nested(t, v, o, "new")
}

// legacyName is torch.FloatTensor for float32.
func legacyName(d tensor.DType) string { return "torch." + d.Legacy() }

// legacyType is torch.FloatTensor or torch.cuda.FloatTensor: a class that makes
// tensors of one type and recognizes them.
type legacyType struct {
	object.Head
	d    tensor.DType
	cuda bool
}

var legacyClass = object.NewBuiltin("torch.tensortype")

func init() {
	legacyClass.Define(object.Spec{
		NoConstructor: true,
		Slots: object.Slots{
			Repr: func(_ *object.Thread, v object.Value) (string, error) {
				return "<class '" + v.Object().(*legacyType).String() + "'>", nil
			},
			Call: func(t *object.Thread, v object.Value, a object.Args) (object.Value, error) {
				l, s := v.Object().(*legacyType), stateOf(t)
				o := tensor.Options{DType: l.d}
				if l.cuda {
					dev, err := s.gpuAt(t, -1)
					if err != nil {
						return object.Value{}, err
					}
					o.Device = dev
				}
				x, err := s.legacyNew(t, a, o)
				if err != nil {
					return object.Value{}, err
				}
				return wrap(x), nil
			},
		},
		Props: []object.Prop{
			{Name: "dtype", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return dtypes[v.Object().(*legacyType).d], nil
			}},
			{Name: "is_cuda", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Bool(v.Object().(*legacyType).cuda), nil
			}},
			{Name: "__name__", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr(v.Object().(*legacyType).d.Legacy()), nil
			}},
			{Name: "__module__", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if v.Object().(*legacyType).cuda {
					return object.NewStr("torch.cuda"), nil
				}
				return object.NewStr("torch"), nil
			}},
		},
		Methods: []object.Method{{Sig: "__instancecheck__(self, x, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			l := a[0].Object().(*legacyType)
			x, ok := AsTensor(a[1])
			return object.Bool(ok && x.DType() == l.d && x.IsCPU() != l.cuda), nil
		}}},
	})
	for _, d := range device.DTypes() {
		if d.IsComplex() {
			continue
		}
		legacyTypes[d] = object.Adopt(&legacyType{d: d}, legacyClass)
		cudaTypes[d] = object.Adopt(&legacyType{d: d, cuda: true}, legacyClass)
	}
}

// legacyTypes are torch.FloatTensor and so on, cudaTypes those of torch.cuda.
var legacyTypes, cudaTypes = map[tensor.DType]object.Value{}, map[tensor.DType]object.Value{}

func (l *legacyType) String() string {
	if l.cuda {
		return "torch.cuda." + l.d.Legacy()
	}
	return legacyName(l.d)
}

// typeText is the name that Tensor.type() answers.
func typeText(x *tensor.Tensor) string {
	if x.IsCPU() {
		return legacyName(x.DType())
	}
	return "torch.cuda." + x.DType().Legacy()
}
