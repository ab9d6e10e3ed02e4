package object

import (
	"strconv"
	"strings"

	"gputour/engine/object/numeral"
)

// This file implements str.format and str.format_map
// (https://docs.python.org/3.11/library/string.html#format-string-syntax).

// formatter is one call of str.format.
type formatter struct {
	t       *Thread
	args    []Value
	mapping Value // keywords, or what format_map got
	isMap   bool
	auto    int // next automatic field number
	mode    int // 0 undecided, 1 automatic, 2 by hand
}

func strFormat(t *Thread, a []Value) (Value, error) {
	f := &formatter{t: t, args: a[1].Object().(*Tuple).Items, mapping: a[2]}
	return f.run(strArg(a).s)
}

func strFormatMap(t *Thread, a []Value) (Value, error) {
	f := &formatter{t: t, mapping: a[1], isMap: true}
	return f.run(strArg(a).s)
}

func (f *formatter) run(s string) (Value, error) {
	text, err := f.expand(s, 2)
	if err != nil {
		return Value{}, err
	}
	return NewStr(text), nil
}

// expand replaces the fields of s; depth says how deep fields may nest.
func (f *formatter) expand(s string, depth int) (string, error) {
	if depth == 0 {
		return "", Raise(ValueError, "Max string recursion exceeded")
	}
	b := text{t: f.t}
	for i := 0; i < len(s); {
		j := strings.IndexAny(s[i:], "{}")
		if j < 0 {
			b.WriteString(s[i:])
			break
		}
		b.WriteString(s[i : i+j])
		i += j
		if i+1 < len(s) && s[i+1] == s[i] {
			b.WriteByte(s[i])
			i += 2
			continue
		}
		if s[i] == '}' {
			return "", Raise(ValueError, "Single '}' encountered in format string")
		}
		if i+1 >= len(s) {
			return "", Raise(ValueError, "Single '{' encountered in format string")
		}
		field, next, err := cutField(s, i+1)
		if err != nil {
			return "", err
		}
		shown, err := f.field(field, depth)
		if err != nil {
			return "", err
		}
		if err := b.add(shown); err != nil {
			return "", err
		}
		if err := f.t.Poll(); err != nil {
			return "", err
		}
		i = next
	}
	return b.String(), nil
}

// cutField returns the text of the field that begins at i and where it ends.
func cutField(s string, i int) (string, int, error) {
	depth, bracket := 1, false
	for j := i; j < len(s); j++ {
		switch s[j] {
		case '[':
			bracket = true
		case ']':
			bracket = false
		case '{':
			if !bracket || depth > 1 {
				depth++
			}
		case '}':
			if bracket && depth == 1 {
				continue
			}
			if depth--; depth == 0 {
				return s[i:j], j + 1, nil
			}
		}
	}
	return "", 0, Raise(ValueError, "expected '}' before end of string")
}

// splitField divides "name!conversion:spec".
func splitField(field string) (name string, conv byte, spec string, err error) {
	bracket := false
	for i := 0; i < len(field); i++ {
		switch c := field[i]; {
		case c == '[':
			bracket = true
		case c == ']':
			bracket = false
		case c == '{' && !bracket:
			return "", 0, "", Raise(ValueError, "unexpected '{' in field name")
		case c == ':' && !bracket:
			return field[:i], 0, field[i+1:], nil
		case c == '!' && !bracket:
			rest := field[i+1:]
			if rest == "" {
				return "", 0, "", Raise(ValueError, "unmatched '{' in format spec")
			}
			if len(rest) > 1 && rest[1] != ':' {
				return "", 0, "", Raise(ValueError, "expected ':' after conversion specifier")
			}
			if len(rest) > 1 {
				spec = rest[2:]
			}
			return field[:i], rest[0], spec, nil
		}
	}
	return field, 0, "", nil
}

func (f *formatter) field(field string, depth int) (string, error) {
	name, conv, spec, err := splitField(field)
	if err != nil {
		return "", err
	}
	v, err := f.lookup(name)
	if err != nil {
		return "", err
	}
	if conv != 0 {
		if v, err = convert(f.t, v, conv); err != nil {
			return "", err
		}
	}
	if strings.ContainsAny(spec, "{}") {
		if spec, err = f.expand(spec, depth-1); err != nil {
			return "", err
		}
	}
	return Format(f.t, v, spec)
}

// convert applies !r, !s or !a.
func convert(t *Thread, v Value, conv byte) (Value, error) {
	var s string
	var err error
	switch conv {
	case 'r':
		s, err = Repr(t, v)
	case 's':
		s, err = ToStr(t, v)
	case 'a':
		s, err = Ascii(t, v)
	default:
		if conv > 32 && conv < 127 {
			return Value{}, Raise(ValueError, "Unknown conversion specifier %c", conv)
		}
		return Value{}, Raise(ValueError, "Unknown conversion specifier \\x%x", conv)
	}
	if err != nil {
		return Value{}, err
	}
	return NewStr(s), nil
}

// lookup resolves "0", "name", "a.b[c]" and the empty name.
func (f *formatter) lookup(name string) (Value, error) {
	end := strings.IndexAny(name, ".[")
	if end < 0 {
		end = len(name)
	}
	v, err := f.first(name[:end])
	if err != nil {
		return Value{}, err
	}
	for rest := name[end:]; rest != ""; {
		if rest[0] == '.' {
			n := strings.IndexAny(rest[1:], ".[") + 1
			if n == 0 {
				n = len(rest)
			}
			if n == 1 {
				return Value{}, Raise(ValueError, "Empty attribute in format string")
			}
			if v, err = GetAttr(f.t, v, rest[1:n]); err != nil {
				return Value{}, err
			}
			rest = rest[n:]
			continue
		}
		if rest[0] != '[' {
			return Value{}, Raise(ValueError, "Only '.' or '[' may follow ']' in format field specifier")
		}
		n := strings.IndexByte(rest, ']')
		if n < 0 {
			return Value{}, Raise(ValueError, "Missing ']' in format string")
		}
		if n == 1 {
			return Value{}, Raise(ValueError, "Empty attribute in format string")
		}
		if v, err = GetItem(f.t, v, fieldKey(rest[1:n])); err != nil {
			return Value{}, err
		}
		rest = rest[n+1:]
	}
	return v, nil
}

// fieldKey is a subscript: an int where it is all digits, else a str.
func fieldKey(s string) Value {
	if numeral.AllDigits(s, 10) {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return Int(n)
		}
	}
	return NewStr(s)
}

func (f *formatter) first(name string) (Value, error) {
	index := -1
	switch {
	case name == "":
		if f.mode == 2 {
			return Value{}, Raise(ValueError, "cannot switch from manual field specification to automatic field numbering")
		}
		f.mode, index = 1, f.auto
		f.auto++
	case numeral.AllDigits(name, 10):
		n, err := strconv.Atoi(name)
		if err != nil {
			return Value{}, Raise(ValueError, "Too many decimal digits in format string")
		}
		if f.mode == 1 {
			return Value{}, Raise(ValueError, "cannot switch from automatic field numbering to manual field specification")
		}
		f.mode, index = 2, n
	}
	switch {
	case index < 0 && f.isMap:
		return GetItem(f.t, f.mapping, NewStr(name))
	case index < 0:
		v, ok := f.mapping.Object().(*Dict).GetStr(name)
		if !ok {
			return Value{}, NewException(KeyError, NewStr(name))
		}
		return v, nil
	case f.isMap:
		return Value{}, Raise(ValueError, "Format string contains positional fields")
	case index >= len(f.args):
		return Value{}, Raise(IndexError, "Replacement index %d out of range for positional args tuple", index)
	}
	return f.args[index], nil
}
