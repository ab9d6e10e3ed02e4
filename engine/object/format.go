package object

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"gputour/engine/object/char"
	"gputour/engine/object/numeral"
)

// This file formats values by a format specification: format(), str.format and f-strings.

// Format returns format(v, spec).
func Format(t *Thread, v Value, spec string) (string, error) {
	c := v.head.class
	if spec == "" && c.Builtin {
		switch {
		case c == StrClass:
			return v.Object().(*Str).s, nil
		case c == IntClass || c == FloatClass || c == BoolClass:
			return ToStr(t, v)
		}
	}
	if c.Builtin {
		if s, ok, err := formatBuiltin(t, v, spec); ok {
			return s, err
		}
	}
	res, ok, err := CallMethod(t, v, "__format__", NewStr(spec))
	if err != nil {
		return "", err
	}
	text, isStr := AsStr(orNone(res))
	if !ok || !isStr {
		return "", Raise(TypeError, "__format__ must return a str, not %s", TypeName(orNone(res)))
	}
	return text, nil
}

// formatMethod is __format__ of the built-in types that have a specification.
func formatMethod(t *Thread, a []Value) (Value, error) {
	spec, ok := AsStr(a[1])
	if !ok {
		return Value{}, Raise(TypeError, "__format__() argument must be str, not %s", ArgName(a[1]))
	}
	s, _, err := formatBuiltin(t, a[0], spec)
	if err != nil {
		return Value{}, err
	}
	return NewStr(s), nil
}

// formatBuiltin formats numbers and strings; ok is false for any other value.
func formatBuiltin(t *Thread, v Value, spec string) (s string, ok bool, err error) {
	if spec == "" {
		if _, isStr := AsStr(v); isStr || IsInteger(v) {
			s, err = ToStr(t, v)
			return s, true, err
		}
	}
	name := TypeName(v)
	switch o := v.Object().(type) {
	case *Str:
		s, err = formatStr(t, o, spec, name)
		return s, true, err
	case *Complex:
		s, err = formatComplex(t, o.C, spec, name)
		return s, true, err
	}
	if f, isFloat := AsFloat(v); isFloat {
		if spec == "" {
			s, err = ToStr(t, v)
			return s, true, err
		}
		s, err = formatFloatSpec(t, f, spec, name)
		return s, true, err
	}
	if IsInteger(v) {
		s, err = formatInt(t, v, spec, name)
		return s, true, err
	}
	return "", false, nil
}

func formatStr(t *Thread, v *Str, spec, name string) (string, error) {
	f, err := parseFormatSpec(spec, name, '<')
	if err != nil {
		return "", err
	}
	switch {
	case f.Kind != 0 && f.Kind != 's':
		return "", Raise(ValueError, "%s", f.UnknownKind(name))
	case f.Group != 0:
		return "", Raise(ValueError, "Cannot specify '%c' with 's'.", f.Group)
	case f.Sign == ' ':
		return "", Raise(ValueError, "Space not allowed in string format specifier")
	case f.Sign != 0:
		return "", Raise(ValueError, "Sign not allowed in string format specifier")
	case f.NoNegZero:
		return "", Raise(ValueError, "Negative zero coercion (z) not allowed in string format specifier")
	case f.Alt:
		return "", Raise(ValueError, "Alternate form (#) not allowed in string format specifier")
	case f.Align == '=':
		return "", Raise(ValueError, "'=' alignment not allowed in string format specifier")
	}
	if err := t.ChargeItems(max(f.Width, 0), utf8.UTFMax); err != nil {
		return "", err
	}
	text := v.s
	if f.Precision >= 0 && f.Precision < v.n {
		text, _ = AsStr(v.slice(0, f.Precision))
	}
	return f.Pad("", text), nil
}

func formatInt(t *Thread, v Value, spec, name string) (string, error) {
	f, err := parseFormatSpec(spec, name, '>')
	if err != nil {
		return "", err
	}
	switch f.Kind {
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		x, err := bigToFloat(bigOf(v))
		if err != nil {
			return "", err
		}
		return writeFloat(t, &f, x)
	case 0, 'd', 'n', 'b', 'o', 'x', 'X', 'c':
	default:
		return "", Raise(ValueError, "%s", f.UnknownKind(name))
	}
	if f.Precision >= 0 {
		return "", Raise(ValueError, "Precision not allowed in integer format specifier")
	}
	if f.NoNegZero {
		return "", Raise(ValueError, "Negative zero coercion (z) not allowed in integer format specifier")
	}
	if err := checkSize(t, &f); err != nil {
		return "", err
	}
	if f.Kind == 'c' {
		return formatChar(&f, v)
	}
	return writeInt(t, &f, v)
}

// writeInt writes an integer by f.
func writeInt(t *Thread, f *numeral.Spec, v Value) (string, error) {
	digits, neg, err := intDigits(t, v, f.Base())
	if err != nil {
		return "", err
	}
	return f.Digits(digits, neg), nil
}

func formatChar(f *numeral.Spec, v Value) (string, error) {
	switch {
	case f.Sign != 0:
		return "", Raise(ValueError, "Sign not allowed with integer format specifier 'c'")
	case f.Alt:
		return "", Raise(ValueError, "Alternate form (#) not allowed with integer format specifier 'c'")
	}
	n, ok := AsInt(v)
	if !ok {
		return "", Raise(OverflowError, "Python int too large to convert to C long")
	}
	if n < 0 || n > utf8.MaxRune {
		return "", Raise(OverflowError, "%%c arg not in range(0x110000)")
	}
	return f.Pad("", string(char.Append(nil, rune(n)))), nil
}

// intDigits writes |v|; decimal text is limited in length.
func intDigits(t *Thread, v Value, base int) (digits string, neg bool, err error) {
	if n, ok := AsInt(v); ok && n != math.MinInt64 {
		if n < 0 {
			n, neg = -n, true
		}
		return strconv.FormatInt(n, base), neg, nil
	}
	n := bigOf(v)
	if base == 10 {
		digits, err = intRepr(t, v)
		return strings.TrimPrefix(digits, "-"), n.Sign() < 0, err
	}
	return new(big.Int).Abs(n).Text(base), n.Sign() < 0, nil
}

// writeFloat is f.Float, if there is memory for it.
func writeFloat(t *Thread, f *numeral.Spec, x float64) (string, error) {
	if err := checkSize(t, f); err != nil {
		return "", err
	}
	return f.Float(x), nil
}

func formatFloatSpec(t *Thread, x float64, spec, name string) (string, error) {
	f, err := parseFormatSpec(spec, name, '>')
	if err != nil {
		return "", err
	}
	switch f.Kind {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%':
		return writeFloat(t, &f, x)
	}
	return "", Raise(ValueError, "%s", f.UnknownKind(name))
}

func formatComplex(t *Thread, c complex128, spec, name string) (string, error) {
	if spec == "" {
		return numeral.Complex(c), nil
	}
	f, err := parseFormatSpec(spec, name, '>')
	if err != nil {
		return "", err
	}
	switch f.Kind {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n':
	default:
		return "", Raise(ValueError, "%s", f.UnknownKind(name))
	}
	if f.Fill == '0' {
		return "", Raise(ValueError, "Zero padding is not allowed in complex format specifier")
	}
	if f.Align == '=' {
		return "", Raise(ValueError, "'=' alignment flag is not allowed in complex format specifier")
	}
	if err := checkSize(t, &f); err != nil {
		return "", err
	}
	return f.Complex(c), nil
}

// parseFormatSpec is numeral.ParseSpec with Python's error.
func parseFormatSpec(spec, typeName string, align byte) (numeral.Spec, error) {
	f, err := numeral.ParseSpec(spec, typeName, align)
	if err != nil {
		return f, Raise(ValueError, "%s", err)
	}
	return f, nil
}

// checkSize refuses widths and precisions that would take all memory.
func checkSize(t *Thread, f *numeral.Spec) error {
	if err := t.ChargeItems(max(f.Width, 0), utf8.UTFMax); err != nil {
		return err
	}
	return t.Charge(max(f.Precision, 0))
}
