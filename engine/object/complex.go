package object

import (
	"math"
	"math/cmplx"

	"gputour/engine/object/numeral"
)

// Complex is complex.
type Complex struct {
	Head
	C complex128
}

// ComplexClass is complex.
var ComplexClass = bare("complex")

// NewComplex returns the complex number c.
func NewComplex(c complex128) Value { return Adopt(&Complex{C: c}, ComplexClass) }

func initComplex() {
	slots := Slots{
		Repr: func(_ *Thread, v Value) (string, error) { return numeral.Complex(complexOf(v)), nil },
		Hash: func(_ *Thread, v Value) (int64, error) {
			c := complexOf(v)
			h := floatHash(real(c), v.head) + 1000003*floatHash(imag(c), v.head)
			if h == -1 {
				h = -2
			}
			return h, nil
		},
		Compare: complexCompare,
		Bool:    func(_ *Thread, v Value) (bool, error) { return complexOf(v) != 0, nil },
		Unary: [numUnary]func(*Thread, Value) (Value, error){
			Neg: func(_ *Thread, v Value) (Value, error) {
				c := complexOf(v)
				return NewComplex(complex(-real(c), -imag(c))), nil
			},
			Pos: func(_ *Thread, v Value) (Value, error) { return NewComplex(complexOf(v)), nil },
			Abs: complexAbs,
		},
	}
	for _, op := range []BinaryOp{Add, Sub, Mul, TrueDiv, Pow} {
		slots.Binary[op] = complexSlot(op)
		slots.Reflected[op] = slots.Binary[op]
	}
	ComplexClass.Define(Spec{
		Doc:       "Create a complex number from a real part and an optional imaginary part.\n\nThis is equivalent to (real + imag*1j) where imag defaults to 0.",
		Signature: "complex(real=?, imag=?)", Make: complexMake, Slots: slots,
		Methods: []Method{
			{"conjugate(self, /)", func(_ *Thread, a []Value) (Value, error) { return NewComplex(cmplx.Conj(complexOf(a[0]))), nil }, "Return the complex conjugate of its argument. (3-4j).conjugate() == 3+4j."},
			{"__format__(self, format_spec, /)", formatMethod, "Convert to a string according to format_spec."},
			{"__complex__(self, /)", func(_ *Thread, a []Value) (Value, error) { return NewComplex(complexOf(a[0])), nil }, "Convert this value to exact type complex."},
			{"__getnewargs__(self, /)", func(_ *Thread, a []Value) (Value, error) {
				c := complexOf(a[0])
				return NewTuple(Float(real(c)), Float(imag(c))), nil
			}, ""},
		},
		Props: []Prop{
			{Name: "real", Field: true, Get: func(_ *Thread, v Value) (Value, error) { return Float(real(complexOf(v))), nil }},
			{Name: "imag", Field: true, Get: func(_ *Thread, v Value) (Value, error) { return Float(imag(complexOf(v))), nil }},
		},
	})
}

func complexOf(v Value) complex128 { return v.Object().(*Complex).C }

// ToComplex converts a number to complex; ok is false for anything else.
func ToComplex(t *Thread, v Value) (c complex128, ok bool, err error) {
	if o, isC := v.head.object.(*Complex); isC {
		return o.C, true, nil
	}
	f, ok, err := floatOperand(v)
	return complex(f, 0), ok, err
}

func complexCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	if op != Eq && op != Ne {
		return NotImplemented, nil
	}
	x := complexOf(a)
	if o, ok := b.Object().(*Complex); ok {
		return Bool((x == o.C) == (op == Eq)), nil
	}
	if _, isFloat := AsFloat(b); !isFloat && !IsInteger(b) {
		return NotImplemented, nil
	}
	if imag(x) != 0 {
		return Bool(op == Ne), nil
	}
	return floatCompare(t, op, Float(real(x)), b)
}

func complexAbs(_ *Thread, v Value) (Value, error) {
	c := complexOf(v)
	r := math.Hypot(real(c), imag(c))
	if math.IsInf(r, 0) && !cmplx.IsInf(c) {
		return Value{}, Raise(OverflowError, "absolute value too large")
	}
	return Float(r), nil
}

func complexSlot(op BinaryOp) binaryFunc {
	return func(t *Thread, a, b Value) (Value, error) {
		x, ok, err := ToComplex(t, a)
		if !ok || err != nil {
			return NotImplemented, err
		}
		y, ok, err := ToComplex(t, b)
		if !ok || err != nil {
			return NotImplemented, err
		}
		switch op {
		case Add:
			return NewComplex(x + y), nil
		case Sub:
			return NewComplex(x - y), nil
		case Mul:
			return NewComplex(complex(real(x)*real(y)-imag(x)*imag(y), real(x)*imag(y)+imag(x)*real(y))), nil
		case TrueDiv:
			return complexDiv(x, y)
		}
		return complexPow(x, y)
	}
}

// complexDiv divides by Smith's method, as CPython does.
func complexDiv(a, b complex128) (Value, error) {
	br, bi := real(b), imag(b)
	switch {
	case br == 0 && bi == 0:
		return Value{}, Raise(ZeroDivisionError, "complex division by zero")
	case math.Abs(br) >= math.Abs(bi):
		ratio := bi / br
		denom := br + bi*ratio
		return NewComplex(complex((real(a)+imag(a)*ratio)/denom, (imag(a)-real(a)*ratio)/denom)), nil
	case math.Abs(bi) >= math.Abs(br):
		ratio := br / bi
		denom := br*ratio + bi
		return NewComplex(complex((real(a)*ratio+imag(a))/denom, (imag(a)*ratio-real(a))/denom)), nil
	}
	return NewComplex(complex(math.NaN(), math.NaN())), nil
}

// complexPow multiplies for small whole exponents and goes by polar form otherwise.
func complexPow(a, b complex128) (Value, error) {
	var r complex128
	n := real(b)
	switch {
	case b == 0:
		r = 1
	case a == 0:
		if imag(b) != 0 || n < 0 {
			return Value{}, Raise(ZeroDivisionError, "0.0 to a negative or complex power")
		}
	case imag(b) == 0 && n == math.Floor(n) && math.Abs(n) <= 100:
		r = complexPowInt(a, int(n))
	default:
		r = complexPowPolar(a, b)
	}
	if cmplx.IsInf(r) && !cmplx.IsInf(a) && !cmplx.IsInf(b) {
		return Value{}, Raise(OverflowError, "complex exponentiation")
	}
	return NewComplex(r), nil
}

func complexPowInt(a complex128, n int) complex128 {
	if n < 0 {
		v, err := complexDiv(1, complexPowInt(a, -n))
		if err != nil {
			return cmplx.Inf()
		}
		return complexOf(v)
	}
	r := complex(1, 0)
	for mask := 1; mask > 0 && n >= mask; mask <<= 1 {
		if n&mask != 0 {
			r = complexMul(r, a)
		}
		a = complexMul(a, a)
	}
	return r
}

func complexMul(x, y complex128) complex128 {
	return complex(real(x)*real(y)-imag(x)*imag(y), real(x)*imag(y)+imag(x)*real(y))
}

func complexPowPolar(a, b complex128) complex128 {
	vabs := math.Hypot(real(a), imag(a))
	length := cPow(vabs, real(b))
	at := cAtan2(imag(a), real(a))
	phase := at * real(b)
	if imag(b) != 0 {
		length *= cExp(-at * imag(b))
		phase += imag(b) * cLog(vabs)
	}
	return complex(length*cCos(phase), length*cSin(phase))
}

func complexMake(t *Thread, c *Class, a []Value) (Value, error) {
	if c == ComplexClass && a[0].head != nil && a[0].Class() == ComplexClass && a[1].head == nil {
		return a[0], nil
	}
	z, err := complexFrom(t, a[0], a[1])
	if err != nil {
		return Value{}, err
	}
	return Adopt(&Complex{C: z}, c), nil
}

func complexFrom(t *Thread, x, y Value) (complex128, error) {
	if x.head == nil {
		x = Int(0)
	}
	if text, ok := AsStr(x); ok {
		if y.head != nil {
			return 0, Raise(TypeError, "complex() can't take second arg if first is a string")
		}
		z, ok := numeral.ParseComplex(text)
		if !ok {
			return 0, Raise(ValueError, "complex() arg is a malformed string")
		}
		return z, nil
	}
	if y.head != nil {
		if _, ok := AsStr(y); ok {
			return 0, Raise(TypeError, "complex() second arg can't be a string")
		}
	}
	re, err := complexArg(t, x, "first argument must be a string or a number")
	if err != nil || y.head == nil {
		return re, err
	}
	im, err := complexArg(t, y, "second argument must be a number")
	if imag(re) == 0 { // adding zero would lose the sign of -0.0
		return complex(real(re)-imag(im), real(im)), err
	}
	return complex(real(re)-imag(im), imag(re)+real(im)), err
}

func complexArg(t *Thread, v Value, must string) (complex128, error) {
	if o, ok := v.Object().(*Complex); ok {
		return o.C, nil
	}
	if z, ok, err := CallMethod(t, v, "__complex__"); ok {
		if err != nil {
			return 0, err
		}
		o, isC := z.Object().(*Complex)
		if !isC {
			return 0, Raise(TypeError, "__complex__ returned non-complex (type %s)", TypeName(z))
		}
		return o.C, nil
	}
	s := v.head.class.Slots
	if s.Float == nil && s.Index == nil {
		return 0, Raise(TypeError, "complex() %s, not '%s'", must, TypeName(v))
	}
	f, err := ToFloat(t, v)
	return complex(f, 0), err
}
