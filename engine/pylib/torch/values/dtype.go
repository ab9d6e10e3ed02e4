package values

import (
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// DType is a torch.dtype; there is one object for each element type, and one for each type of quantised tensors.
type DType struct {
	object.Head
	D         tensor.DType
	Quantised string // its name, where D are integers that stand for numbers by a scale and a zero point; "" otherwise
}

// String is "torch.float32".
func (d *DType) String() string {
	if d.Quantised != "" {
		return "torch." + d.Quantised
	}
	return d.D.String()
}

// Layout is a torch.layout, memoryFormat a torch.memory_format, qscheme a torch.qscheme.
type (
	Layout struct {
		object.Head
		Name string
	}
	MemoryFormat struct {
		object.Head
		name string
	}
	qscheme struct {
		object.Head
		name string
	}
)

// The classes torch.dtype, torch.layout, torch.memory_format and torch.qscheme.
var (
	DTypeClass        = object.NewBuiltin("torch.dtype")
	LayoutClass       = object.NewBuiltin("torch.layout")
	MemoryFormatClass = object.NewBuiltin("torch.memory_format")
	QSchemeClass      = object.NewBuiltin("torch.qscheme")
)

// DTypes are the objects of element types, Quantised those of other types by their names, Strided is the layout of every tensor.
var (
	DTypes    = map[tensor.DType]object.Value{}
	Quantised = map[string]object.Value{}
	Strided   object.Value
)

// quantisedNames are the types of quantised tensors (torch._quantized), and the integers that they keep.
var quantisedNames = map[string]tensor.DType{"qint8": tensor.Int8, "quint8": tensor.Uint8, "qint32": tensor.Int32}

// Complex32 is the type of complex numbers of two halves. Programs name it in lists of types; no tensor has it here.
const Complex32 = "complex32"

// DTypeNames are the names of element types in module torch, aliases included.
var DTypeNames = map[string]tensor.DType{
	"float32": tensor.Float32, "float": tensor.Float32, "float64": tensor.Float64, "double": tensor.Float64,
	"float16": tensor.Float16, "half": tensor.Float16, "bfloat16": tensor.BFloat16,
	"uint8": tensor.Uint8, "int8": tensor.Int8, "int16": tensor.Int16, "short": tensor.Int16,
	"int32": tensor.Int32, "int": tensor.Int32, "int64": tensor.Int64, "long": tensor.Int64, "bool": tensor.Bool,
	"complex64": tensor.Complex64, "cfloat": tensor.Complex64, "complex128": tensor.Complex128, "cdouble": tensor.Complex128,
	"float8_e4m3fn": tensor.Float8E4M3, "float8_e5m2": tensor.Float8E5M2,
}

// Layouts, MemoryFormats and QSchemes are layouts, memory formats and schemes of quantisation by their names in module torch.
var (
	layoutNames       = []string{"strided", "sparse_coo", "sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc", "_mkldnn"}
	memoryFormatNames = []string{"contiguous_format", "channels_last", "channels_last_3d", "preserve_format"}
	qschemeNames      = []string{"per_tensor_affine", "per_tensor_symmetric", "per_channel_affine", "per_channel_symmetric", "per_channel_affine_float_qparams"}
	Layouts           = map[string]object.Value{}
	MemoryFormats     = map[string]object.Value{}
	QSchemes          = map[string]object.Value{}
)

func init() {
	DTypeClass.Define(object.Spec{
		Doc:           "The type of a tensor's elements, such as torch.float32.",
		NoConstructor: true, Qualified: true,
		Slots: object.Slots{Repr: func(_ *object.Thread, v object.Value) (string, error) {
			return v.Object().(*DType).String(), nil
		}},
		Props: []object.Prop{
			{Name: "is_floating_point", Get: dtypeTest(tensor.DType.IsFloat)},
			{Name: "is_complex", Get: dtypeTest(tensor.DType.IsComplex)},
			{Name: "is_signed", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if d := v.Object().(*DType); d.Quantised != "" && d.Quantised != Complex32 {
					return object.Value{}, object.Raise(object.RuntimeError, "isSignedType not supported for quantized types")
				}
				return object.Bool(v.Object().(*DType).D.IsSigned()), nil
			}},
			{Name: "itemsize", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if v.Object().(*DType).Quantised == Complex32 {
					return object.Int(4), nil
				}
				return object.Int(int64(v.Object().(*DType).D.Size())), nil
			}},
		},
		Methods: []object.Method{{Sig: "__reduce__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.NewStr(a[0].Object().(*DType).String()[len("torch."):]), nil
		}}},
	})
	for _, d := range device.DTypes() {
		DTypes[d] = object.Adopt(&DType{D: d}, DTypeClass)
	}
	for name, d := range quantisedNames {
		Quantised[name] = object.Adopt(&DType{D: d, Quantised: name}, DTypeClass)
	}
	Quantised[Complex32] = object.Adopt(&DType{D: tensor.Complex64, Quantised: Complex32}, DTypeClass)
	Quantised["chalf"] = Quantised[Complex32]
	named := func(c *object.Class, doc string, name func(object.Value) string) {
		c.Define(object.Spec{Doc: doc, NoConstructor: true, Slots: object.Slots{
			Repr: func(_ *object.Thread, v object.Value) (string, error) { return "torch." + name(v), nil },
		}, Methods: []object.Method{{Sig: "__reduce__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.NewStr(name(a[0])), nil
		}}}})
	}
	named(LayoutClass, "How a tensor lies in memory: torch.strided, or a sparse layout.", func(v object.Value) string { return v.Object().(*Layout).Name })
	named(MemoryFormatClass, "In which order the dimensions lie in memory, such as torch.channels_last.", func(v object.Value) string { return v.Object().(*MemoryFormat).name })
	named(QSchemeClass, "How quantised numbers stand for real ones, such as torch.per_tensor_affine.", func(v object.Value) string { return v.Object().(*qscheme).name })
	for _, name := range qschemeNames {
		QSchemes[name] = object.Adopt(&qscheme{name: name}, QSchemeClass)
	}
	for _, name := range layoutNames {
		Layouts[name] = object.Adopt(&Layout{Name: name}, LayoutClass)
	}
	Strided = Layouts["strided"]
	for _, name := range memoryFormatNames {
		MemoryFormats[name] = object.Adopt(&MemoryFormat{name: name}, MemoryFormatClass)
	}
}

func dtypeTest(test func(tensor.DType) bool) func(*object.Thread, object.Value) (object.Value, error) {
	return func(_ *object.Thread, v object.Value) (object.Value, error) {
		return object.Bool(test(v.Object().(*DType).D)), nil
	}
}

// DTypeOf reads a torch.dtype, other than those of quantised tensors, or one of Python's number types.
func DTypeOf(v object.Value) (tensor.DType, bool) {
	if d, ok := v.Object().(*DType); ok {
		return d.D, d.Quantised == ""
	}
	return PythonDType(v)
}

// PythonDType maps float, int, bool and complex to dtypes.
func PythonDType(v object.Value) (tensor.DType, bool) {
	c, ok := v.Object().(*object.Class)
	if !ok {
		return tensor.NoDType, false
	}
	switch c {
	case object.FloatClass:
		return tensor.Float64, true
	case object.IntClass:
		return tensor.Int64, true
	case object.BoolClass:
		return tensor.Bool, true
	case object.ComplexClass:
		return tensor.Complex128, true
	}
	return tensor.NoDType, false
}

// Preserves reports the format that keeps the order of another tensor's dimensions.
func (f *MemoryFormat) Preserves() bool { return f.name == "preserve_format" }
