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
	case f.kind != 0 && f.kind != 's':
		return "", f.unknownKind(name)
	case f.group != 0:
		return "", Raise(ValueError, "Cannot specify '%c' with 's'.", f.group)
	case f.sign == ' ':
		return "", Raise(ValueError, "Space not allowed in string format specifier")
	case f.sign != 0:
		return "", Raise(ValueError, "Sign not allowed in string format specifier")
	case f.noNegZero:
		return "", Raise(ValueError, "Negative zero coercion (z) not allowed in string format specifier")
	case f.alt:
		return "", Raise(ValueError, "Alternate form (#) not allowed in string format specifier")
	case f.align == '=':
		return "", Raise(ValueError, "'=' alignment not allowed in string format specifier")
	}
	if err := t.ChargeItems(max(f.width, 0), utf8.UTFMax); err != nil {
		return "", err
	}
	text := v.s
	if f.precision >= 0 && f.precision < v.n {
		text, _ = AsStr(v.slice(0, f.precision))
	}
	return f.pad("", text), nil
}

// pad aligns sign (or prefix) and text in the width.
func (f *formatSpec) pad(sign, text string) string {
	n := f.width - char.Count(text) - len(sign)
	if n <= 0 {
		return sign + text
	}
	var before, between, after int
	switch f.align {
	case '<':
		after = n
	case '^':
		before, after = n/2, n-n/2
	case '=':
		between = n
	default:
		before = n
	}
	b := make([]byte, 0, len(sign)+len(text)+n*len(string(f.fill)))
	b = append(f.fillIn(b, before), sign...)
	b = append(f.fillIn(b, between), text...)
	return string(f.fillIn(b, after))
}

// fillIn appends n times the fill character.
func (f *formatSpec) fillIn(b []byte, n int) []byte {
	for range n {
		b = char.Append(b, f.fill)
	}
	return b
}

func formatInt(t *Thread, v Value, spec, name string) (string, error) {
	f, err := parseFormatSpec(spec, name, '>')
	if err != nil {
		return "", err
	}
	switch f.kind {
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		x, err := bigToFloat(bigOf(v))
		if err != nil {
			return "", err
		}
		return f.formatFloat(t, x, name)
	case 0, 'd', 'n', 'b', 'o', 'x', 'X', 'c':
	default:
		return "", f.unknownKind(name)
	}
	if f.precision >= 0 {
		return "", Raise(ValueError, "Precision not allowed in integer format specifier")
	}
	if f.noNegZero {
		return "", Raise(ValueError, "Negative zero coercion (z) not allowed in integer format specifier")
	}
	if err := f.checkSize(t); err != nil {
		return "", err
	}
	if f.kind == 'c' {
		return f.formatChar(v)
	}
	return f.formatDigits(t, v)
}

func (f *formatSpec) formatChar(v Value) (string, error) {
	switch {
	case f.sign != 0:
		return "", Raise(ValueError, "Sign not allowed with integer format specifier 'c'")
	case f.alt:
		return "", Raise(ValueError, "Alternate form (#) not allowed with integer format specifier 'c'")
	}
	n, ok := AsInt(v)
	if !ok {
		return "", Raise(OverflowError, "Python int too large to convert to C long")
	}
	if n < 0 || n > utf8.MaxRune {
		return "", Raise(OverflowError, "%%c arg not in range(0x110000)")
	}
	return f.pad("", string(char.Append(nil, rune(n)))), nil
}

func (f *formatSpec) formatDigits(t *Thread, v Value) (string, error) {
	base, prefix := 10, ""
	switch f.kind {
	case 'b':
		base, prefix = 2, "0b"
	case 'o':
		base, prefix = 8, "0o"
	case 'x':
		base, prefix = 16, "0x"
	case 'X':
		base, prefix = 16, "0X"
	}
	digits, neg, err := intDigits(t, v, base)
	if err != nil {
		return "", err
	}
	if f.kind == 'X' {
		digits = strings.ToUpper(digits)
	}
	sign := f.signText(neg)
	if f.alt {
		sign += prefix
	}
	size := 3
	if base != 10 {
		size = 4
	}
	return f.padNumber(sign, digits, "", size), nil
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

func (f *formatSpec) signText(neg bool) string {
	switch {
	case neg:
		return "-"
	case f.sign == '+':
		return "+"
	case f.sign == ' ':
		return " "
	}
	return ""
}

// padNumber groups the digits before the point and pads; with '=' and zeros the
// groups go on into the padding.
func (f *formatSpec) padNumber(sign, digits, rest string, size int) string {
	if f.group == 0 {
		return f.pad(sign, digits+rest)
	}
	width := 0
	if f.align == '=' && f.fill == '0' {
		width = f.width - len(sign) - len(rest)
	}
	return f.pad(sign, numeral.Group(digits, f.group, size, width)+rest)
}

func formatFloatSpec(t *Thread, x float64, spec, name string) (string, error) {
	f, err := parseFormatSpec(spec, name, '>')
	if err != nil {
		return "", err
	}
	switch f.kind {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%':
		return f.formatFloat(t, x, name)
	}
	return "", f.unknownKind(name)
}

func (f *formatSpec) formatFloat(t *Thread, x float64, name string) (string, error) {
	if err := f.checkSize(t); err != nil {
		return "", err
	}
	text := f.floatText(x)
	neg := strings.HasPrefix(text, "-")
	text = strings.TrimPrefix(text, "-")
	if neg && f.noNegZero && strings.Trim(text, "0.eE+-%") == "" {
		neg = false
	}
	if f.group == 0 {
		return f.pad(f.signText(neg), text), nil
	}
	i := 0
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	if i == 0 { // inf and nan are not grouped
		return f.pad(f.signText(neg), text), nil
	}
	return f.padNumber(f.signText(neg), text[:i], text[i:], 3), nil
}

// floatText writes x by kind and precision, with its sign but without padding.
func (f *formatSpec) floatText(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		s := numeral.Float(x)
		if f.kind >= 'A' && f.kind <= 'Z' {
			s = strings.ToUpper(s)
		}
		if f.kind == '%' {
			s += "%"
		}
		return s
	}
	p := f.precision
	switch f.kind {
	case 0:
		if p < 0 {
			return numeral.AltPoint(numeral.Float(x), f.alt)
		}
		return numeral.G(x, max(p, 1), f.alt, true)
	case '%':
		if p < 0 {
			p = 6
		}
		return numeral.AltPoint(strconv.FormatFloat(x*100, 'f', p, 64), f.alt) + "%"
	}
	return numeral.C(x, f.kind, p, f.alt)
}

func formatComplex(t *Thread, c complex128, spec, name string) (string, error) {
	if spec == "" {
		return numeral.Complex(c), nil
	}
	f, err := parseFormatSpec(spec, name, '>')
	if err != nil {
		return "", err
	}
	switch f.kind {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n':
	default:
		return "", f.unknownKind(name)
	}
	if f.fill == '0' {
		return "", Raise(ValueError, "Zero padding is not allowed in complex format specifier")
	}
	if f.align == '=' {
		return "", Raise(ValueError, "'=' alignment flag is not allowed in complex format specifier")
	}
	if err := f.checkSize(t); err != nil {
		return "", err
	}
	part := f
	part.width = -1
	if f.kind == 0 && f.precision >= 0 {
		part.kind = 'g'
	}
	re, err := part.formatFloat(t, real(c), name)
	if err != nil {
		return "", err
	}
	part.sign = '+'
	im, err := part.formatFloat(t, imag(c), name)
	if err != nil {
		return "", err
	}
	if f.kind != 0 {
		return f.pad("", re+im+"j"), nil
	}
	return f.pad("", f.complexText(c, re, im)), nil
}

// complexText is the form without a type: as repr, without ".0", in brackets.
func (f *formatSpec) complexText(c complex128, re, im string) string {
	im = strings.TrimSuffix(im, ".0")
	if real(c) == 0 && !math.Signbit(real(c)) {
		if f.sign != '+' {
			im = strings.TrimPrefix(im, "+")
		}
		return im + "j"
	}
	return "(" + strings.TrimSuffix(re, ".0") + im + "j)"
}
