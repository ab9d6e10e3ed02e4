package torch

import (
	"cmp"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/dispatch"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// torch.tensor and the other ways to make a tensor of data, the legacy classes among them.

var (
	tensorParser = dispatch.NewParser(dispatch.Function, "tensor",
		"tensor(object data, *, ScalarType? dtype=None, Device? device=None, bool pin_memory=False, bool requires_grad=False, Dimname[]? names=None)")
	asTensorParser = dispatch.NewParser(dispatch.Function, "as_tensor",
		"as_tensor(object data, *, ScalarType? dtype=None, Device? device=None)")
	newTensorParser = dispatch.NewParser(dispatch.Function, "new_tensor",
		"new_tensor(object data, *, ScalarType? dtype=None, Device? device=None, bool requires_grad=False)")
)

func init() {
	moduleFunctions = append(moduleFunctions,
		special(tensorParser, torchTensor), special(asTensorParser, torchAsTensor), special(asarrayParser, torchAsArray), special(frombufferParser, torchFromBuffer),
		object.DefRaw("from_numpy", fromNumpy, ""),
	)
}

// special makes a function that is in no table, from a parser of its own.
func special(p *dispatch.Parser, fn dispatch.Operation) *object.Builtin {
	b := &dispatch.Binding{Name: p.Name, Parser: p, Fn: fn}
	return b.Function()
}

// torchTensor copies data into a new tensor that is a leaf.
func torchTensor(c *dispatch.Call) (object.Value, error) {
	data := c.Arg("data")
	if x, ok := data.Object().(*values.Tensor); ok {
		c.Warn("UserWarning", "To copy construct from a tensor, it is recommended to use sourceTensor.clone().detach() "+
			"or sourceTensor.clone().detach().requires_grad_(True), rather than torch.tensor(sourceTensor).")
		_ = x
	}
	o := c.Options()
	if c.Err != nil {
		return object.Value{}, c.Err
	}
	if _, storage := data.Object().(*values.Storage); storage {
		x, err := overStorage(c.Session, data, cmp.Or(o.DType, c.Tape.DefaultDType))
		return c.Made(x, err)
	}
	x, err := fromNested(c.Session, c.Thread, data, o, "tensor")
	return c.Made(x, err)
}

// torchAsTensor shares the data where it can.
func torchAsTensor(c *dispatch.Call) (object.Value, error) {
	data := c.Arg("data")
	o := c.Options()
	if c.Err != nil {
		return object.Value{}, c.Err
	}
	x, ok := values.AsTensor(data)
	if !ok {
		var err error
		if x, ok, err = fromArray(c.Session, c.Thread, data); err != nil {
			return object.Value{}, err
		}
	}
	if !ok {
		y, err := fromNested(c.Session, c.Thread, data, o, "as_tensor")
		return c.Made(y, err)
	}
	y, err := c.Tape.To(x, o.Or(x), false, false)
	return c.Made(y, err)
}

func newTensor(c *dispatch.Call) (object.Value, error) {
	x, err := fromNested(c.Session, c.Thread, c.Arg("data"), c.Options(), "new_tensor")
	if err == nil && !c.Given("dtype") {
		x, err = c.Tape.To(x, c.Options().Or(c.Self.T), false, false)
	}
	return c.Made(x, err)
}

func fromNumpy(t *object.Thread, a object.Args) (object.Value, error) {
	if len(a.Pos) != 1 {
		return object.Value{}, object.Raise(object.TypeError, "from_numpy() takes exactly one argument (%d given)", len(a.Pos))
	}
	s := state.Of(t)
	x, ok, err := fromArray(s, t, a.Pos[0])
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "expected np.ndarray (got %s)", values.TypeName(a.Pos[0]))
	}
	return values.Wrap(x), nil
}

// legacyNew is torch.Tensor(2, 3), torch.Tensor([1, 2]) and the like: sizes, or data.
func legacyNew(s *state.Session, t *object.Thread, a object.Args, o tensor.Options) (*tensor.Tensor, error) {
	for _, k := range a.Kw {
		if k.Name != "device" {
			return nil, object.Raise(object.TypeError, "new() got an unexpected keyword argument '%s'", k.Name)
		}
		dev, err := s.DeviceArg(t, k.Value)
		if err != nil {
			return nil, err
		}
		o.Device = dev
	}
	if o.DType == tensor.NoDType {
		o.DType = s.Tape.DefaultDType
	}
	if len(a.Pos) == 0 {
		x, err := s.Tape.Empty([]int{0}, o)
		return madeBy(s, x, err)
	}
	first := a.Pos[0]
	if _, size := sizeOf(first); len(a.Pos) == 1 && !size {
		return legacyData(s, t, first, o)
	}
	sizes := make([]int, len(a.Pos))
	for i, v := range a.Pos {
		n, ok := sizeOf(v)
		if !ok {
			return nil, object.Raise(object.TypeError, "new(): argument 'size' must be tuple of ints, but found element of type %s at pos %d", values.TypeName(v), i+1)
		}
		sizes[i] = int(n)
	}
	x, err := s.Tape.Empty(sizes, o)
	return madeBy(s, x, err)
}

// sizeOf reads an int, Python's or numpy's, that is no bool of Python's.
func sizeOf(v object.Value) (int64, bool) {
	if o, ok := v.Object().(values.Numeric); ok {
		n, ok := o.Number()
		return n.I, ok && n.IsIntegral()
	}
	n, ok := object.AsInt(v)
	return n, ok && values.IsInt(v)
}

func madeBy(s *state.Session, x *tensor.Tensor, err error) (*tensor.Tensor, error) {
	if err != nil {
		return nil, s.Raise(err)
	}
	return x, nil
}

func legacyData(s *state.Session, t *object.Thread, v object.Value, o tensor.Options) (*tensor.Tensor, error) {
	switch x := v.Object().(type) {
	case *values.Tensor:
		if x.T.DType() != o.DType {
			return nil, object.Raise(object.TypeError, "expected %s (got %s)", legacyName(o.DType), legacyName(x.T.DType()))
		}
		return s.Tape.Detach(x.T)
	case *values.Storage:
		if v.Class() != values.UntypedClass && x.T.DType() != o.DType {
			return nil, storageFits(v, o.DType, o.DType.Scalar(), " for argument 1 'storage'")
		}
		return overStorage(s, v, o.DType)
	case *object.Tuple:
		if v.Class() == values.SizeClass {
			shape := make([]int, len(x.Items))
			for i, n := range x.Items {
				shape[i] = int(n.SmallInt())
			}
			x, err := s.Tape.Empty(shape, o)
			return madeBy(s, x, err)
		}
	}
	if _, text := object.AsStr(v); !text && (v.Object() == nil || v.Class().Slots.Len == nil || v.Class().Slots.GetItem == nil || isDict(v)) {
		return nil, object.Raise(object.TypeError, "new(): data must be a sequence (got %s)", values.TypeName(v))
	}
	return fromNested(s, t, v, o, "new")
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
				l, s := v.Object().(*legacyType), state.Of(t)
				o := tensor.Options{DType: l.d}
				if l.cuda {
					dev, err := s.GPUAt(t, -1)
					if err != nil {
						return object.Value{}, err
					}
					o.Device = dev
				}
				x, err := legacyNew(s, t, a, o)
				if err != nil {
					return object.Value{}, err
				}
				return values.Wrap(x), nil
			},
		},
		Props: []object.Prop{
			{Name: "dtype", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return values.DTypes[v.Object().(*legacyType).d], nil
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
			x, ok := values.AsTensor(a[1])
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

// tensorNew is x.new(…): the legacy constructor for x's own type and device.
func tensorNew(t *object.Thread, x *values.Tensor, a object.Args) (object.Value, error) {
	y, err := legacyNew(state.Of(t), t, a, x.T.Like())
	if err != nil {
		return object.Value{}, err
	}
	return values.Wrap(y), nil
}
