package numpy

import (
	"math"
	"math/bits"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// Scalar is an instance of a scalar type such as numpy.float32. numpy.float64 is a
// subclass of float and has float's representation.
type Scalar struct {
	object.Head
	d    tensor.DType
	s    tensor.Scalar
	info *typeInfo // of a domain, else nil
}

// Number and DType are what torch knows of a scalar. Dates and text are no numbers.
func (s *Scalar) Number() (tensor.Scalar, bool) {
	return s.s, s.info == nil || s.info.kind == 'u' && s.s.I >= 0
}

// DType is the scalar's type as a tensor's.
func (s *Scalar) DType() tensor.DType { return s.d }

func newScalar(d tensor.DType, s tensor.Scalar) object.Value {
	class := infoOf[d].class
	if d == tensor.Float64 {
		return object.Adopt(&object.FloatObject{F: s.Float64()}, class)
	}
	return object.Adopt(&Scalar{d: d, s: rounded(d, s)}, class)
}

// infoOfScalar is what NumPy knows of a scalar's type.
func infoOfScalar(v object.Value) *typeInfo {
	if s, ok := v.Object().(*Scalar); ok && s.info != nil {
		return s.info
	}
	if s, ok := v.Object().(*object.Str); ok {
		return textInfo(max(1, s.Len()))
	}
	_, d, _ := number(v)
	return infoOf[d]
}

// pythonOf is a scalar as Python's own number.
func pythonOf(v object.Value) object.Value {
	if o, ok := v.Object().(*Scalar); ok && o.info != nil && o.info.kind == 'u' {
		return unsignedInt(o.info, o.s.I)
	}
	s, _, _ := number(v)
	return values.Number(s)
}

// rounded is s as an element of d holds it.
func rounded(d tensor.DType, s tensor.Scalar) tensor.Scalar {
	var mem [16]byte
	store(mem[:], d, 0, s)
	return load(mem[:], d, 0)
}

func initScalars() {
	define := func(c, base *object.Class, doc string) {
		c.Define(object.Spec{Doc: doc, Bases: []*object.Class{base}, NoConstructor: true, Qualified: true})
	}
	genericClass.Define(object.Spec{Doc: "Base class for numpy scalar types.", NoConstructor: true, Qualified: true, Slots: scalarSlots(), Methods: scalarMethods, Props: scalarProps})
	define(numberClass, genericClass, "Abstract base class of all numeric scalar types.")
	define(integerClass, numberClass, "Abstract base class of all integer scalar types.")
	define(signedClass, integerClass, "Abstract base class of all signed integer scalar types.")
	define(unsignedClass, integerClass, "Abstract base class of all unsigned integer scalar types.")
	define(inexactClass, numberClass, "Abstract base class of all numeric scalar types with a (potentially) inexact representation.")
	define(floatingClass, inexactClass, "Abstract base class of all floating-point scalar types.")
	define(complexClass, inexactClass, "Abstract base class of all complex number scalar types.")
	for _, i := range types {
		s := object.Spec{Doc: i.doc(), Bases: []*object.Class{i.base}, Slots: scalarSlots(), Qualified: true, Signature: i.class.Name + "(x=0, /)", Make: scalarMake(i)}
		if i.d == tensor.Float64 {
			s.Bases = []*object.Class{i.base, object.FloatClass}
		}
		if i.kind == 'i' || i.kind == 'u' || i.kind == 'b' {
			s.Slots.Index = func(t *object.Thread, v object.Value) (object.Value, error) {
				n, _, _ := number(v)
				return object.Int(n.Int64()), nil
			}
		}
		i.class.Define(s)
	}
}

func scalarMake(i *typeInfo) func(*object.Thread, *object.Class, []object.Value) (object.Value, error) {
	return func(t *object.Thread, _ *object.Class, a []object.Value) (object.Value, error) {
		if text, ok := object.AsStr(a[0]); ok {
			f, err := object.Call(t, object.Of(object.FloatClass), object.NewStr(text))
			if err != nil {
				return object.Value{}, err
			}
			a = []object.Value{f}
		}
		x, err := asArray(t, a[0], i.d)
		if err != nil {
			return object.Value{}, err
		}
		if i.kind != 'f' && i.kind != 'c' && i.kind != 'b' {
			if s, _, ok := number(a[0]); ok && s.IsFloating() && (math.IsNaN(s.F) || math.IsInf(s.F, 0)) {
				_, err := object.IntFromFloat(s.F)
				return object.Value{}, err
			}
		}
		return unbox(x), nil
	}
}

func scalarSlots() object.Slots {
	s := object.Slots{
		Repr: func(_ *object.Thread, v object.Value) (string, error) {
			s, d, _ := number(v)
			return scalarText(d, s), nil
		},
		Hash: func(t *object.Thread, v object.Value) (int64, error) {
			return object.Hash(t, pythonOf(v))
		},
		Bool: func(_ *object.Thread, v object.Value) (bool, error) {
			s, _, _ := number(v)
			return s.IsTrue(), nil
		},
		Int: func(_ *object.Thread, v object.Value) (object.Value, error) {
			s, _, _ := number(v)
			if s.IsFloating() {
				return object.IntFromFloat(s.F)
			}
			return object.Int(s.Int64()), nil
		},
		Float: func(_ *object.Thread, v object.Value) (object.Value, error) {
			s, _, _ := number(v)
			return object.Float(s.Float64()), nil
		},
		GetAttr: scalarAttr,
		Compare: compareSlot,
		GetItem: scalarItem,
	}
	s.Str = s.Repr
	operatorSlots(&s)
	return s
}

// scalarItem is x[()] and x[...], all that a scalar can be subscripted with.
func scalarItem(t *object.Thread, v, key object.Value) (object.Value, error) {
	if tuple, ok := key.Object().(*object.Tuple); ok && len(tuple.Items) == 0 {
		return v, nil
	}
	if key != object.Ellipsis && !key.IsNone() {
		return object.Value{}, object.Raise(object.IndexError, "invalid index to scalar variable.")
	}
	a, err := asArray(t, v, 0)
	if err != nil {
		return object.Value{}, err
	}
	return getItem(t, object.Of(a), key)
}

// scalarAttr looks in the class, then at the array without dimensions.
func scalarAttr(t *object.Thread, v object.Value, name string) (object.Value, error) {
	x, err := object.GenericGetAttr(t, v, name)
	if err == nil || !object.Catch(err, object.AttributeError) || len(name) > 1 && name[:2] == "__" {
		return x, err
	}
	a, err2 := asArray(t, v, 0)
	if err2 != nil {
		return x, err
	}
	if y, ok, err2 := object.GetAttrOpt(t, object.Of(a), name); ok && err2 == nil {
		return y, nil
	}
	return x, err
}

var scalarMethods = []object.Method{
	{Sig: "bit_count(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		s, _, _ := number(a[0])
		n := s.Int64()
		if n < 0 {
			n = -n
		}
		return object.Int(int64(bits.OnesCount64(uint64(n)))), nil
	}},
	{Sig: "is_integer(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		s, _, _ := number(a[0])
		f := s.Float64()
		return object.Bool(f == math.Trunc(f) && !math.IsInf(f, 0)), nil
	}},
	{Sig: "as_integer_ratio(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		s, _, _ := number(a[0])
		return object.CallAttr(t, object.Float(s.Float64()), "as_integer_ratio")
	}},
	{Sig: "item(self, *args)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return pythonOf(a[0]), nil
	}},
	{Sig: "tolist(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return pythonOf(a[0]), nil
	}},
	{Sig: "__format__(self, spec, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		spec, _ := object.AsStr(a[1])
		if spec == "" {
			text, err := object.ToStr(t, a[0])
			return object.NewStr(text), err
		}
		text, err := object.Format(t, pythonOf(a[0]), spec)
		return object.NewStr(text), err
	}},
	{Sig: "__round__(self, ndigits=None)", Fn: scalarRound},
	{Sig: "__reduce__(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		return object.NewTuple(object.Of(a[0].Class()), object.NewTuple(pythonOf(a[0]))), nil
	}},
	{Sig: "__complex__(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
		s, _, _ := number(a[0])
		return object.NewComplex(s.Complex128()), nil
	}},
}

func scalarRound(t *object.Thread, a []object.Value) (object.Value, error) {
	s, d, _ := number(a[0])
	if a[1].IsNone() {
		return object.CallAttr(t, values.Number(s), "__round__")
	}
	v, err := object.CallAttr(t, values.Number(s), "__round__", a[1])
	if err != nil {
		return v, err
	}
	n, _, _ := number(v)
	return newScalar(d, n), nil
}

var scalarProps = []object.Prop{
	{Name: "dtype", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return infoOfScalar(v).value, nil
	}},
	{Name: "shape", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return object.EmptyTuple, nil }},
	{Name: "ndim", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return object.Int(0), nil }},
	{Name: "size", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return object.Int(1), nil }},
	{Name: "T", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil }},
	{Name: "real", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		s, d, _ := number(v)
		if s.DType == tensor.Complex128 {
			return newScalar(d.Real(), tensor.Float(real(s.C))), nil
		}
		return v, nil
	}},
	{Name: "imag", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		s, d, _ := number(v)
		if s.DType == tensor.Complex128 {
			return newScalar(d.Real(), tensor.Float(imag(s.C))), nil
		}
		return newScalar(d, tensor.Int(0)), nil
	}},
}
