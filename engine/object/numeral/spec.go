package numeral

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Spec is a parsed format specification
// (https://docs.python.org/3.11/library/string.html#formatspec).
type Spec struct {
	Fill      rune
	Align     byte // '<', '>', '^' or '='
	Sign      byte // '+', '-', ' '; 0 where not given
	NoNegZero bool // z
	Alt       bool // #
	Width     int  // -1 where not given
	Group     byte // ',' or '_'; 0 for none
	Precision int  // -1 where not given
	Kind      byte // presentation type; 0 where not given
	kindRune  rune
}

// ParseSpec reads spec; typeName is the type of the value, for messages, and align how it is aligned by default.
// The error is the text of Python's ValueError.
func ParseSpec(spec, typeName string, align byte) (Spec, error) {
	f := Spec{Fill: ' ', Width: -1, Precision: -1}
	s, filled, aligned := spec, false, true
	if r, size := utf8.DecodeRuneInString(s); size > 0 && size < len(s) && isAlign(s[size]) {
		f.Fill, f.Align, filled = r, s[size], true
		s = s[size+1:]
	} else if s != "" && isAlign(s[0]) {
		f.Align = s[0]
		s = s[1:]
	} else {
		f.Align, aligned = align, false
	}
	if s != "" && (s[0] == '+' || s[0] == '-' || s[0] == ' ') {
		f.Sign = s[0]
		s = s[1:]
	}
	if s != "" && s[0] == 'z' {
		f.NoNegZero = true
		s = s[1:]
	}
	if s != "" && s[0] == '#' {
		f.Alt = true
		s = s[1:]
	}
	if s != "" && s[0] == '0' && !filled {
		f.Fill = '0'
		if !aligned && align == '>' {
			f.Align = '='
		}
		s = s[1:]
	}
	var err error
	if s, f.Width, err = LeadingNumber(s); err != nil {
		return f, err
	}
	if s, err = f.takeGroup(s); err != nil {
		return f, err
	}
	if s != "" && s[0] == '.' {
		if s, f.Precision, err = LeadingNumber(s[1:]); err != nil {
			return f, err
		}
		if f.Precision < 0 {
			return f, errors.New("Format specifier missing precision")
		}
	}
	return f, f.takeKind(s, spec, typeName)
}

func isAlign(c byte) bool { return c == '<' || c == '>' || c == '=' || c == '^' }

// LeadingNumber reads the decimal digits that s begins with; n is -1 where there are none.
func LeadingNumber(s string) (rest string, n int, err error) {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == 0 {
		return s, -1, nil
	}
	n, e := strconv.Atoi(s[:i])
	if e != nil {
		return "", 0, errors.New("Too many decimal digits in format string")
	}
	return s[i:], n, nil
}

func (f *Spec) takeGroup(s string) (string, error) {
	if s != "" && s[0] == ',' {
		f.Group = ','
		s = s[1:]
	}
	if s != "" && s[0] == '_' {
		if f.Group != 0 {
			return s, errors.New("Cannot specify both ',' and '_'.")
		}
		f.Group = '_'
		s = s[1:]
	}
	if s != "" && s[0] == ',' {
		if f.Group == '_' {
			return s, errors.New("Cannot specify both ',' and '_'.")
		}
		return s, errors.New("Cannot specify ',' with ','.")
	}
	return s, nil
}

func (f *Spec) takeKind(s, spec, typeName string) error {
	if s == "" {
		return nil
	}
	r, size := utf8.DecodeRuneInString(s)
	if size < len(s) {
		return fmt.Errorf("Invalid format specifier '%s' for object of type '%s'", spec, typeName)
	}
	f.kindRune = r
	f.Kind = 0xff // some other character
	if r < 0x80 {
		f.Kind = byte(r)
	}
	if f.Group == 0 {
		return nil
	}
	switch f.Kind {
	case 'd', 'e', 'f', 'g', 'E', 'G', '%', 'F':
		return nil
	case 'b', 'o', 'x', 'X':
		if f.Group == '_' {
			return nil
		}
	}
	return fmt.Errorf("Cannot specify '%c' with '%c'.", f.Group, r)
}

// UnknownKind is the error for a presentation type that a value does not have.
func (f *Spec) UnknownKind(typeName string) error {
	if f.kindRune > 32 && f.kindRune < 128 {
		return fmt.Errorf("Unknown format code '%c' for object of type '%s'", f.kindRune, typeName)
	}
	return fmt.Errorf("Unknown format code '\\x%x' for object of type '%s'", f.kindRune, typeName)
}
