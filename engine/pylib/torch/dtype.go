package torch

import (
	"math"
	"strconv"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// dtype is a torch.dtype; there is one object for each element type, and one for each type of quantised tensors.
type dtype struct {
	object.Head
	D         tensor.DType
	quantised string // its name, where D are integers that stand for numbers by a scale and a zero point; "" otherwise
}

func (d *dtype) String() string {
	if d.quantised != "" {
		return "torch." + d.quantised
	}
	return d.D.String()
}

// layout is a torch.layout, memoryFormat a torch.memory_format, qscheme a torch.qscheme.
type (
	layout struct {
		object.Head
		name string
	}
	memoryFormat struct {
		object.Head
		name string
	}
	qscheme struct {
		object.Head
		name string
	}
)

var (
	dtypeClass        = object.NewBuiltin("torch.dtype")
	layoutClass       = object.NewBuiltin("torch.layout")
	memoryFormatClass = object.NewBuiltin("torch.memory_format")
	qschemeClass      = object.NewBuiltin("torch.qscheme")

	dtypes    = map[tensor.DType]object.Value{}
	quantised = map[string]object.Value{}
	strided   object.Value
)

// quantisedNames are the types of quantised tensors (torch._quantized), and the integers that they keep.
var quantisedNames = map[string]tensor.DType{"qint8": tensor.Int8, "quint8": tensor.Uint8, "qint32": tensor.Int32}

// complex32 is the type of complex numbers of two halves. Programs name it in lists of types; no tensor has it here.
const complex32 = "complex32"

// dtypeNames are the names of element types in module torch, aliases included.
var dtypeNames = map[string]tensor.DType{
	"float32": tensor.Float32, "float": tensor.Float32, "float64": tensor.Float64, "double": tensor.Float64,
	"float16": tensor.Float16, "half": tensor.Float16, "bfloat16": tensor.BFloat16,
	"uint8": tensor.Uint8, "int8": tensor.Int8, "int16": tensor.Int16, "short": tensor.Int16,
	"int32": tensor.Int32, "int": tensor.Int32, "int64": tensor.Int64, "long": tensor.Int64, "bool": tensor.Bool,
	"complex64": tensor.Complex64, "cfloat": tensor.Complex64, "complex128": tensor.Complex128, "cdouble": tensor.Complex128,
	"float8_e4m3fn": tensor.Float8E4M3, "float8_e5m2": tensor.Float8E5M2,
}

// layouts, memory formats and schemes of quantisation by their names in module torch.
var (
	layoutNames       = []string{"strided", "sparse_coo", "sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc", "_mkldnn"}
	memoryFormatNames = []string{"contiguous_format", "channels_last", "channels_last_3d", "preserve_format"}
	qschemeNames      = []string{"per_tensor_affine", "per_tensor_symmetric", "per_channel_affine", "per_channel_symmetric", "per_channel_affine_float_qparams"}
	layouts           = map[string]object.Value{}
	memoryFormats     = map[string]object.Value{}
	qschemes          = map[string]object.Value{}
)

func init() {
	dtypeClass.Define(object.Spec{
		Doc:           "The type of a tensor's elements, such as torch.float32.",
		NoConstructor: true, Qualified: true,
		Slots: object.Slots{Repr: func(_ *object.Thread, v object.Value) (string, error) {
			return v.Object().(*dtype).String(), nil
		}},
		Props: []object.Prop{
			{Name: "is_floating_point", Get: dtypeTest(tensor.DType.IsFloat)},
			{Name: "is_complex", Get: dtypeTest(tensor.DType.IsComplex)},
			{Name: "is_signed", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if d := v.Object().(*dtype); d.quantised != "" && d.quantised != complex32 {
					return object.Value{}, object.Raise(object.RuntimeError, "isSignedType not supported for quantized types")
				}
				return object.Bool(v.Object().(*dtype).D.IsSigned()), nil
			}},
			{Name: "itemsize", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if v.Object().(*dtype).quantised == complex32 {
					return object.Int(4), nil
				}
				return object.Int(int64(v.Object().(*dtype).D.Size())), nil
			}},
		},
		Methods: []object.Method{{Sig: "__reduce__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.NewStr(a[0].Object().(*dtype).String()[len("torch."):]), nil
		}}},
	})
	for _, d := range device.DTypes() {
		dtypes[d] = object.Adopt(&dtype{D: d}, dtypeClass)
	}
	for name, d := range quantisedNames {
		quantised[name] = object.Adopt(&dtype{D: d, quantised: name}, dtypeClass)
	}
	quantised[complex32] = object.Adopt(&dtype{D: tensor.Complex64, quantised: complex32}, dtypeClass)
	quantised["chalf"] = quantised[complex32]
	named := func(c *object.Class, doc string, name func(object.Value) string) {
		c.Define(object.Spec{Doc: doc, NoConstructor: true, Slots: object.Slots{
			Repr: func(_ *object.Thread, v object.Value) (string, error) { return "torch." + name(v), nil },
		}, Methods: []object.Method{{Sig: "__reduce__(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.NewStr(name(a[0])), nil
		}}}})
	}
	named(layoutClass, "How a tensor lies in memory: torch.strided, or a sparse layout.", func(v object.Value) string { return v.Object().(*layout).name })
	named(memoryFormatClass, "In which order the dimensions lie in memory, such as torch.channels_last.", func(v object.Value) string { return v.Object().(*memoryFormat).name })
	named(qschemeClass, "How quantised numbers stand for real ones, such as torch.per_tensor_affine.", func(v object.Value) string { return v.Object().(*qscheme).name })
	for _, name := range qschemeNames {
		qschemes[name] = object.Adopt(&qscheme{name: name}, qschemeClass)
	}
	for _, name := range layoutNames {
		layouts[name] = object.Adopt(&layout{name: name}, layoutClass)
	}
	strided = layouts["strided"]
	for _, name := range memoryFormatNames {
		memoryFormats[name] = object.Adopt(&memoryFormat{name: name}, memoryFormatClass)
	}
	initInfo()
}

func dtypeTest(test func(tensor.DType) bool) func(*object.Thread, object.Value) (object.Value, error) {
	return func(_ *object.Thread, v object.Value) (object.Value, error) {
		return object.Bool(test(v.Object().(*dtype).D)), nil
	}
}

// dtypeOf reads a torch.dtype, other than those of quantised tensors, or one of Python's number types.
func dtypeOf(v object.Value) (tensor.DType, bool) {
	if d, ok := v.Object().(*dtype); ok {
		return d.D, d.quantised == ""
	}
	return pythonDType(v)
}

// info is a torch.finfo or torch.iinfo.
type info struct {
	object.Head
	D tensor.DType
}

var (
	finfoClass = object.NewBuiltin("torch.finfo")
	iinfoClass = object.NewBuiltin("torch.iinfo")
)

// limits are the figures of a float type: bits, eps, largest, smallest normal, decimals.
type limits struct {
	bits                int
	eps, max, tiny, dec float64
}

var floatLimits = map[tensor.DType]limits{
	tensor.Float16:  {16, 0.0009765625, 65504, 6.103515625e-05, 0.001},
	tensor.BFloat16: {16, 0.0078125, 3.3895313892515355e38, 1.1754943508222875e-38, 0.01},
	tensor.Float32:  {32, 1.1920928955078125e-07, math.MaxFloat32, 1.1754943508222875e-38, 1e-06},
	// https://pytorch.org/docs/2.6/type_info.html; the resolution of a type without a whole decimal digit is 1.
	tensor.Float8E4M3: {8, 0.125, 448, 0.015625, 1}, tensor.Float8E5M2: {8, 0.25, 57344, 6.103515625e-05, 1},
	tensor.Float64: {64, 2.220446049250313e-16, math.MaxFloat64, 2.2250738585072014e-308, 1e-15},
}

var intLimits = map[tensor.DType][2]int64{
	tensor.Uint8: {0, 255}, tensor.Int8: {-128, 127}, tensor.Int16: {math.MinInt16, math.MaxInt16},
	tensor.Int32: {math.MinInt32, math.MaxInt32}, tensor.Int64: {math.MinInt64, math.MaxInt64},
}

func initInfo() {
	finfoClass.Define(object.Spec{
		Doc:       "The limits of a floating-point type: its largest number, its precision.",
		Signature: "finfo(type=?)",
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			d := stateOf(t).tape.DefaultDType
			if !a[0].IsNil() {
				var ok bool
				if d, ok = dtypeOf(a[0]); !ok {
					return object.Value{}, typeError("finfo(): argument 'type' (position 1) must be torch.dtype, not %s", typeName(a[0]))
				}
			}
			if d.IsComplex() {
				d = d.Real()
			}
			if _, ok := floatLimits[d]; !ok {
				return object.Value{}, typeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle '%s'", "torch.finfo")
			}
			return object.Adopt(&info{D: d}, c), nil
		},
		Slots: object.Slots{Repr: finfoRepr},
		Props: []object.Prop{
			floatProp("eps", func(l limits) float64 { return l.eps }), floatProp("max", func(l limits) float64 { return l.max }),
			floatProp("min", func(l limits) float64 { return -l.max }), floatProp("tiny", func(l limits) float64 { return l.tiny }),
			floatProp("smallest_normal", func(l limits) float64 { return l.tiny }),
			floatProp("resolution", func(l limits) float64 { return l.dec }), bitsProp, infoDType,
		},
	})
	iinfoClass.Define(object.Spec{
		Doc:       "The limits of an integer type: its smallest and its largest number.",
		Signature: "iinfo(type)",
		Make: func(_ *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			d, ok := dtypeOf(a[0])
			if x, is := a[0].Object().(*dtype); is {
				d, ok = x.D, true // those of quantised tensors are integers, too
			}
			if !ok {
				return object.Value{}, typeError("iinfo(): argument 'type' (position 1) must be torch.dtype, not %s", typeName(a[0]))
			}
			if _, ok := intLimits[d]; !ok {
				return object.Value{}, typeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle '%s'", "torch.iinfo")
			}
			return object.Adopt(&info{D: d}, c), nil
		},
		Slots: object.Slots{Repr: iinfoRepr},
		Props: []object.Prop{
			{Name: "min", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Int(intLimits[v.Object().(*info).D][0]), nil
			}},
			{Name: "max", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Int(intLimits[v.Object().(*info).D][1]), nil
			}}, bitsProp, infoDType,
		},
	})
}

func floatProp(name string, get func(limits) float64) object.Prop {
	return object.Prop{Name: name, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return object.Float(get(floatLimits[v.Object().(*info).D])), nil
	}}
}

var bitsProp = object.Prop{Name: "bits", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
	return object.Int(int64(8 * v.Object().(*info).D.Size())), nil
}}

var infoDType = object.Prop{Name: "dtype", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
	return object.NewStr(v.Object().(*info).D.Name()), nil
}}

func finfoRepr(t *object.Thread, v object.Value) (string, error) {
	d := v.Object().(*info).D
	l := floatLimits[d]
	text := "finfo("
	for i, f := range []struct {
		name string
		x    float64
	}{{"resolution", l.dec}, {"min", -l.max}, {"max", l.max}, {"eps", l.eps}, {"smallest_normal", l.tiny}, {"tiny", l.tiny}} {
		if i > 0 {
			text += ", "
		}
		text += f.name + "=" + formatG(f.x)
	}
	return text + ", dtype=" + d.Name() + ")", nil
}

func iinfoRepr(t *object.Thread, v object.Value) (string, error) {
	d := v.Object().(*info).D
	l := intLimits[d]
	return "iinfo(min=" + strconv.FormatInt(l[0], 10) + ", max=" + strconv.FormatInt(l[1], 10) + ", dtype=" + d.Name() + ")", nil
}

// formatG writes a float as C's %g does.
func formatG(f float64) string {
	s := strconv.FormatFloat(f, 'g', 6, 64)
	return s
}
