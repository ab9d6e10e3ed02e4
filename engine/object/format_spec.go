package object

import (
	"strconv"
	"unicode/utf8"
)

// formatSpec is a parsed format specification
// (https://docs.python.org/3.11/library/string.html#formatspec).
type formatSpec struct {
	fill      rune
	align     byte // '<', '>', '^' or '='
	sign      byte // '+', '-', ' '; 0 where not given
	noNegZero bool // z
	alt       bool // #
	width     int  // -1 where not given
	group     byte // ',' or '_'; 0 for none
	precision int  // -1 where not given
	kind      byte // presentation type; 0 where not given
	kindRune  rune
}

// parseFormatSpec reads spec; typeName is the type of the value, for messages,
// and align how it is aligned by default.
func parseFormatSpec(spec, typeName string, align byte) (formatSpec, error) {
	f := formatSpec{fill: ' ', width: -1, precision: -1}
	s, filled, aligned := spec, false, true
	if r, size := utf8.DecodeRuneInString(s); size > 0 && size < len(s) && isAlign(s[size]) {
		f.fill, f.align, filled = r, s[size], true
		s = s[size+1:]
	} else if s != "" && isAlign(s[0]) {
		f.align = s[0]
		s = s[1:]
	} else {
		f.align, aligned = align, false
	}
	if s != "" && (s[0] == '+' || s[0] == '-' || s[0] == ' ') {
		f.sign = s[0]
		s = s[1:]
	}
	if s != "" && s[0] == 'z' {
		f.noNegZero = true
		s = s[1:]
	}
	if s != "" && s[0] == '#' {
		f.alt = true
		s = s[1:]
	}
	if s != "" && s[0] == '0' && !filled {
		f.fill = '0'
		if !aligned && align == '>' {
			f.align = '='
		}
		s = s[1:]
	}
	var err error
	if s, f.width, err = takeNumber(s); err != nil {
		return f, err
	}
	if s, err = f.takeGroup(s); err != nil {
		return f, err
	}
	if s != "" && s[0] == '.' {
		if s, f.precision, err = takeNumber(s[1:]); err != nil {
			return f, err
		}
		if f.precision < 0 {
			return f, Raise(ValueError, "Format specifier missing precision")
		}
	}
	return f, f.takeKind(s, spec, typeName)
}

func isAlign(c byte) bool { return c == '<' || c == '>' || c == '=' || c == '^' }

func takeNumber(s string) (rest string, n int, err error) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == 0 {
		return s, -1, nil
	}
	n, e := strconv.Atoi(s[:i])
	if e != nil {
		return "", 0, Raise(ValueError, "Too many decimal digits in format string")
	}
	return s[i:], n, nil
}

func (f *formatSpec) takeGroup(s string) (string, error) {
	if s != "" && s[0] == ',' {
		f.group = ','
		s = s[1:]
	}
	if s != "" && s[0] == '_' {
		if f.group != 0 {
			return s, Raise(ValueError, "Cannot specify both ',' and '_'.")
		}
		f.group = '_'
		s = s[1:]
	}
	if s != "" && s[0] == ',' {
		if f.group == '_' {
			return s, Raise(ValueError, "Cannot specify both ',' and '_'.")
		}
		return s, Raise(ValueError, "Cannot specify ',' with ','.")
	}
	return s, nil
}

func (f *formatSpec) takeKind(s, spec, typeName string) error {
	if s == "" {
		return nil
	}
	r, size := utf8.DecodeRuneInString(s)
	if size < len(s) {
		return Raise(ValueError, "Invalid format specifier '%s' for object of type '%s'", spec, typeName)
	}
	f.kindRune = r
	f.kind = 0xff // some other character
	if r < 0x80 {
		f.kind = byte(r)
	}
	if f.group == 0 {
		return nil
	}
	switch f.kind {
	case 'd', 'e', 'f', 'g', 'E', 'G', '%', 'F':
		return nil
	case 'b', 'o', 'x', 'X':
		if f.group == '_' {
			return nil
		}
	}
	return Raise(ValueError, "Cannot specify '%c' with '%c'.", f.group, r)
}

// unknownKind is the error for a presentation type that a value does not have.
func (f *formatSpec) unknownKind(typeName string) error {
	if f.kindRune > 32 && f.kindRune < 128 {
		return Raise(ValueError, "Unknown format code '%c' for object of type '%s'", f.kindRune, typeName)
	}
	return Raise(ValueError, "Unknown format code '\\x%x' for object of type '%s'", f.kindRune, typeName)
}

// checkSize refuses widths and precisions that would take all memory.
func (f *formatSpec) checkSize(t *Thread) error {
	if err := t.ChargeItems(max(f.width, 0), utf8.UTFMax); err != nil {
		return err
	}
	return t.Charge(max(f.precision, 0))
}
