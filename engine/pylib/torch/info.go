package torch

import (
	"math"
	"strconv"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

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

func init() {
	finfoClass.Define(object.Spec{
		Doc:       "The limits of a floating-point type: its largest number, its precision.",
		Signature: "finfo(type=?)",
		Make: func(t *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
			d := state.Of(t).Tape.DefaultDType
			if !a[0].IsNil() {
				var ok bool
				if d, ok = values.DTypeOf(a[0]); !ok {
					return object.Value{}, object.Raise(object.TypeError, "finfo(): argument 'type' (position 1) must be torch.dtype, not %s", values.TypeName(a[0]))
				}
			}
			if d.IsComplex() {
				d = d.Real()
			}
			if _, ok := floatLimits[d]; !ok {
				return object.Value{}, object.Raise(object.TypeError, "torch.finfo() requires a floating point input type. Use torch.iinfo to handle '%s'", "torch.finfo")
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
			d, ok := values.DTypeOf(a[0])
			if x, is := a[0].Object().(*values.DType); is {
				d, ok = x.D, true // those of quantised tensors are integers, too
			}
			if !ok {
				return object.Value{}, object.Raise(object.TypeError, "iinfo(): argument 'type' (position 1) must be torch.dtype, not %s", values.TypeName(a[0]))
			}
			if _, ok := intLimits[d]; !ok {
				return object.Value{}, object.Raise(object.TypeError, "torch.iinfo() requires an integer input type. Use torch.finfo to handle '%s'", "torch.iinfo")
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
