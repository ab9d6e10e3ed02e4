package object

import (
	"strings"
	"unicode/utf8"

	"gputour/engine/object/char"
	"gputour/engine/object/numeral"
)

// This file implements the % operator of str and bytes
// (https://docs.python.org/3.11/library/stdtypes.html#printf-style-string-formatting).

// percent is one use of the operator.
type percent struct {
	t       *Thread
	args    []Value
	next    int
	mapping Value // zero where the right side is no mapping
	bytes   bool
}

// percentSpec is one %[(name)][flags][width][.precision]kind.
type percentSpec struct {
	left, plus, space, zero, alt bool
	width, precision             int
	kind                         byte
}

func newPercent(t *Thread, arg Value) *percent {
	p := &percent{t: t, args: []Value{arg}}
	if tuple, ok := arg.Object().(*Tuple); ok {
		p.args = tuple.Items
		return p
	}
	if _, isStr := arg.Object().(*Str); !isStr && arg.Class().Slots.GetItem != nil {
		p.mapping = arg
	}
	return p
}

func strPercent(t *Thread, a, b Value) (Value, error) {
	s, ok := a.Object().(*Str)
	if !ok {
		return NotImplemented, nil
	}
	text, err := newPercent(t, b).run(s.s)
	if err != nil {
		return Value{}, err
	}
	return NewStr(text), nil
}

func (p *percent) run(s string) (string, error) {
	b := text{t: p.t}
	for i := 0; i < len(s); {
		j := strings.IndexByte(s[i:], '%')
		if j < 0 {
			b.WriteString(s[i:])
			break
		}
		b.WriteString(s[i : i+j])
		shown, next, err := p.field(s, i+j+1)
		if err != nil {
			return "", err
		}
		if err := b.add(shown); err != nil {
			return "", err
		}
		if err := p.t.Poll(); err != nil {
			return "", err
		}
		i = next
	}
	if p.next < len(p.args) && p.mapping.head == nil {
		what := "string"
		if p.bytes {
			what = "bytes"
		}
		return "", Raise(TypeError, "not all arguments converted during %s formatting", what)
	}
	return b.String(), nil
}

// field formats the field whose text begins at i, after the %.
func (p *percent) field(s string, i int) (text string, next int, err error) {
	if i < len(s) && s[i] == '%' {
		return "%", i + 1, nil
	}
	spec := percentSpec{width: -1, precision: -1}
	var v Value
	if i < len(s) && s[i] == '(' {
		if v, i, err = p.named(s, i+1); err != nil {
			return
		}
	}
	for ; i < len(s) && spec.flag(s[i]); i++ {
	}
	if spec.width, i, err = p.number(s, i); err != nil {
		return
	}
	if spec.width < -1 {
		spec.left, spec.width = true, -spec.width
	}
	if i < len(s) && s[i] == '.' {
		if spec.precision, i, err = p.number(s, i+1); err != nil {
			return
		}
		spec.precision = max(spec.precision, 0)
	}
	if i < len(s) && strings.IndexByte("hlL", s[i]) >= 0 {
		i++
	}
	if i >= len(s) {
		return "", 0, Raise(ValueError, "incomplete format")
	}
	spec.kind = s[i]
	if v.head == nil {
		if v, err = p.arg(); err != nil {
			return
		}
	}
	text, err = p.format(spec, v, s, i)
	return text, i + 1, err
}

func (f *percentSpec) flag(c byte) bool {
	switch c {
	case '-':
		f.left = true
	case '+':
		f.plus = true
	case ' ':
		f.space = true
	case '#':
		f.alt = true
	case '0':
		f.zero = true
	default:
		return false
	}
	return true
}

// named looks up %(name).
func (p *percent) named(s string, i int) (Value, int, error) {
	if p.mapping.head == nil {
		return Value{}, 0, Raise(TypeError, "format requires a mapping")
	}
	depth, j := 1, i
	for ; j < len(s); j++ {
		if s[j] == '(' {
			depth++
		} else if s[j] == ')' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if j >= len(s) {
		return Value{}, 0, Raise(ValueError, "incomplete format key")
	}
	key := NewStr(s[i:j])
	if p.bytes {
		key = NewBytes(fromLatin1(s[i:j]))
	}
	p.next = len(p.args)
	v, err := GetItem(p.t, p.mapping, key)
	return v, j + 1, err
}

// number reads digits or `*`; -1 where there are none.
func (p *percent) number(s string, i int) (n, next int, err error) {
	if i < len(s) && s[i] == '*' {
		v, err := p.arg()
		if err != nil {
			return 0, 0, err
		}
		k, ok := AsInt(v)
		if !ok {
			return 0, 0, Raise(TypeError, "* wants int")
		}
		return int(k), i + 1, nil
	}
	rest, n, err := numeral.LeadingNumber(s[i:])
	if err != nil {
		return 0, 0, Raise(ValueError, "width too big")
	}
	return n, len(s) - len(rest), nil
}

func (p *percent) arg() (Value, error) {
	if p.next >= len(p.args) {
		return Value{}, Raise(TypeError, "not enough arguments for format string")
	}
	p.next++
	return p.args[p.next-1], nil
}

func (p *percent) format(f percentSpec, v Value, s string, at int) (string, error) {
	if err := p.t.ChargeItems(max(f.width, 0), utf8.UTFMax); err != nil {
		return "", err
	}
	if err := p.t.Charge(max(f.precision, 0)); err != nil {
		return "", err
	}
	switch f.kind {
	case 's', 'r', 'a', 'b':
		if f.kind == 'b' && !p.bytes {
			break
		}
		text, err := p.text(f, v)
		return f.pad("", text), err
	case 'c':
		text, err := p.char(v)
		return f.pad("", text), err
	case 'd', 'i', 'u', 'o', 'x', 'X':
		return p.integer(f, v)
	case 'e', 'E', 'f', 'F', 'g', 'G':
		return p.float(f, v)
	}
	r, _ := utf8.DecodeRuneInString(s[at:])
	shown := "?"
	if r > 31 && r < 128 {
		shown = string(r)
	}
	return "", Raise(ValueError, "unsupported format character '%s' (0x%x) at index %d", shown, r, char.Count(s[:at]))
}

func (p *percent) text(f percentSpec, v Value) (text string, err error) {
	switch {
	case f.kind == 'a' || f.kind == 'r' && p.bytes:
		text, err = Ascii(p.t, v)
	case f.kind == 'r':
		text, err = Repr(p.t, v)
	case p.bytes:
		text, err = p.bytesText(v)
	default:
		text, err = ToStr(p.t, v)
	}
	if err != nil || f.precision < 0 {
		return text, err
	}
	if p.bytes {
		return latin1(fromLatin1(text)[:min(f.precision, char.Count(text))]), nil
	}
	if runes := char.Runes(text, len(text)); len(runes) > f.precision {
		text = char.String(runes[:f.precision])
	}
	return text, nil
}

func (p *percent) bytesText(v Value) (string, error) {
	if b, ok := bufferOf(v); ok {
		return latin1(b), nil
	}
	res, ok, err := CallMethod(p.t, v, "__bytes__")
	if err != nil {
		return "", err
	}
	if !ok {
		return "", Raise(TypeError, "%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'", TypeName(v))
	}
	b, _ := bufferOf(res)
	return latin1(b), nil
}

func (p *percent) char(v Value) (string, error) {
	if p.bytes {
		if b, ok := bufferOf(v); ok && len(b) == 1 {
			return latin1(b), nil
		}
		if n, ok := AsInt(v); ok {
			if n < 0 || n > 255 {
				return "", Raise(OverflowError, "%%c arg not in range(256)")
			}
			return string(rune(n)), nil
		}
		if IsInteger(v) {
			return "", Raise(OverflowError, "%%c arg not in range(256)")
		}
		return "", Raise(TypeError, "%%c requires an integer in range(256) or a single byte")
	}
	if s, ok := v.Object().(*Str); ok && s.n == 1 {
		return s.s, nil
	}
	if v.Class().Slots.Index == nil {
		return "", Raise(TypeError, "%%c requires int or char")
	}
	x, err := Index(p.t, v)
	if err != nil {
		return "", err
	}
	n, ok := AsInt(x)
	if !ok || n < 0 || n > utf8.MaxRune {
		return "", Raise(OverflowError, "%%c arg not in range(0x110000)")
	}
	return string(char.Append(nil, rune(n))), nil
}

// whole turns the argument of an integer field into an int.
func (p *percent) whole(f percentSpec, v Value) (Value, error) {
	if IsInteger(v) {
		return v, nil
	}
	s := v.Class().Slots
	_, isText := textOf(v)
	switch f.kind {
	case 'o', 'x', 'X':
		if s.Index == nil {
			return Value{}, Raise(TypeError, "%%%c format: an integer is required, not %s", f.kind, TypeName(v))
		}
		return Index(p.t, v)
	}
	if isText || s.Int == nil && s.Index == nil {
		return Value{}, Raise(TypeError, "%%%c format: a real number is required, not %s", f.kind, TypeName(v))
	}
	return ToInt(p.t, v)
}

func (p *percent) integer(f percentSpec, v Value) (string, error) {
	v, err := p.whole(f, v)
	if err != nil {
		return "", err
	}
	base, prefix := 10, ""
	switch f.kind {
	case 'o':
		base, prefix = 8, "0o"
	case 'x':
		base, prefix = 16, "0x"
	case 'X':
		base, prefix = 16, "0X"
	}
	digits, neg, err := intDigits(p.t, v, base)
	if err != nil {
		return "", err
	}
	if f.kind == 'X' {
		digits = strings.ToUpper(digits)
	}
	if n := f.precision - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	sign := f.sign(neg)
	if f.alt {
		sign += prefix
	}
	return f.pad(sign, digits), nil
}

func (f *percentSpec) sign(neg bool) string {
	switch {
	case neg:
		return "-"
	case f.plus:
		return "+"
	case f.space:
		return " "
	}
	return ""
}

func (p *percent) float(f percentSpec, v Value) (string, error) {
	x, err := ToFloat(p.t, v)
	if err != nil {
		return "", err
	}
	spec := numeral.Spec{Kind: f.kind, Precision: f.precision, Alt: f.alt}
	text := spec.FloatText(x)
	neg := strings.HasPrefix(text, "-")
	return f.pad(f.sign(neg), strings.TrimPrefix(text, "-")), nil
}

// pad aligns sign and text in the width; zeros go after the sign.
func (f *percentSpec) pad(sign, text string) string {
	n := f.width - len(sign) - char.Count(text)
	switch {
	case n <= 0:
		return sign + text
	case f.left:
		return sign + text + strings.Repeat(" ", n)
	case f.zero && strings.IndexByte("diuoxXeEfFgG", f.kind) >= 0:
		return sign + strings.Repeat("0", n) + text
	}
	return strings.Repeat(" ", n) + sign + text
}
