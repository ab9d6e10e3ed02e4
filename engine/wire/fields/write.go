package fields

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// Text is the JSON text of what Field.At may be, or of what Parse returns with int, []string and Raw
// besides. A number that JSON does not have is null.
func Text(v any) string {
	e := &encoder{}
	e.value(v)
	return string(e.out)
}

// Indented is Text with each element on a line of its own, indented by so many spaces a level.
func Indented(v any, spaces int) string {
	e := &encoder{spaces: spaces}
	e.value(v)
	return string(e.out)
}

type encoder struct {
	out    []byte
	spaces int // a level; 0: all on one line
	depth  int
}

func (e *encoder) word(w string) { e.out = append(e.out, w...) }

func (e *encoder) open(c byte) {
	e.out = append(e.out, c)
	e.depth++
}

// close ends an object or list of n elements.
func (e *encoder) close(c byte, n int) {
	e.depth--
	if n > 0 {
		e.line()
	}
	e.out = append(e.out, c)
}

// next comes before element i.
func (e *encoder) next(i int) {
	if i > 0 {
		e.out = append(e.out, ',')
	}
	e.line()
}

func (e *encoder) line() {
	if e.spaces > 0 {
		e.out = append(e.out, '\n')
		for range e.spaces * e.depth {
			e.out = append(e.out, ' ')
		}
	}
}

func (e *encoder) name(s string) {
	e.text(s)
	if e.out = append(e.out, ':'); e.spaces > 0 {
		e.out = append(e.out, ' ')
	}
}

func (e *encoder) value(v any) {
	switch v := v.(type) {
	case Object:
		e.object(v)
	case *Sequence:
		v.write(e)
	case *Table:
		v.write(e)
	case *[]string:
		e.texts(*v)
	case []string:
		e.texts(v)
	case *Raw:
		e.raw(*v)
	case Raw:
		e.raw(v)
	case *any:
		e.value(*v)
	case map[string]any:
		Map(&v, func(x *any) any { return x }).write(e)
	case []any:
		List(&v, func(x *any) any { return x }).write(e)
	default:
		e.scalar(v)
	}
}

func (e *encoder) scalar(v any) {
	switch v := v.(type) {
	case *string:
		e.text(*v)
	case string:
		e.text(v)
	case *bool:
		e.out = strconv.AppendBool(e.out, *v)
	case bool:
		e.out = strconv.AppendBool(e.out, v)
	case *int:
		e.out = strconv.AppendInt(e.out, int64(*v), 10)
	case int:
		e.out = strconv.AppendInt(e.out, int64(v), 10)
	case *int64:
		e.out = strconv.AppendInt(e.out, *v, 10)
	case *uint64:
		e.out = strconv.AppendUint(e.out, *v, 10)
	case *uint32:
		e.out = strconv.AppendUint(e.out, uint64(*v), 10)
	case *float64:
		e.float(*v)
	case float64:
		e.float(v)
	default:
		e.word("null")
	}
}

func (e *encoder) texts(list []string) {
	List(&list, func(s *string) any { return s }).write(e)
}

// raw writes a JSON text, on lines if all is.
func (e *encoder) raw(r Raw) {
	switch {
	case len(r) == 0:
		e.word("null")
	case e.spaces == 0:
		e.out = append(e.out, r...)
	default:
		e.lay(string(r))
	}
}

// Indent is a JSON text with each element on a line of its own, as Indented.
func Indent(text string, spaces int) (string, error) {
	if err := check(text); err != nil {
		return "", err
	}
	e := &encoder{spaces: spaces}
	e.lay(text)
	return string(e.out), nil
}

// lay writes the tokens of a JSON text.
func (e *encoder) lay(text string) {
	d := &decoder{text: text}
	for d.peek() != 0 {
		from := d.at
		switch c := d.peek(); c {
		case '{', '[':
			d.at++
			if e.open(c); d.peek() == c+2 { // the closing one
				e.close(c+2, 0)
				d.at++
			} else {
				e.line()
			}
		case '}', ']':
			e.close(c, 1)
			d.at++
		case ',':
			e.next(1)
			d.at++
		case ':':
			e.word(": ")
			d.at++
		default:
			d.skip()
			e.word(text[from:d.at])
		}
	}
}

func (e *encoder) object(o Object) {
	e.open('{')
	n := 0
	for _, f := range o.JSONFields() {
		if f.Omit && isEmpty(f.At) {
			continue
		}
		e.next(n)
		e.name(f.Name)
		e.value(f.At)
		n++
	}
	e.close('}', n)
}

func isEmpty(at any) bool {
	switch p := at.(type) {
	case *Sequence:
		return p.size() <= 0
	case *Table:
		return len(p.names()) == 0
	case *string:
		return *p == ""
	case *bool:
		return !*p
	case *int:
		return *p == 0
	case *int64:
		return *p == 0
	case *uint64:
		return *p == 0
	case *uint32:
		return *p == 0
	case *float64:
		return *p == 0
	case *[]string:
		return len(*p) == 0
	case *Raw:
		return len(*p) == 0
	}
	return false // an Object is never empty
}

// float writes a number as ECMAScript does.
func (e *encoder) float(f float64) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		e.word("null")
		return
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	e.out = strconv.AppendFloat(e.out, f, format, -1, 64)
	if n := len(e.out); format == 'e' && n >= 4 && e.out[n-4] == 'e' && (e.out[n-3] == '-' || e.out[n-3] == '+') && e.out[n-2] == '0' {
		e.out[n-2] = e.out[n-1] // e-09 is e-9
		e.out = e.out[:n-1]
	}
}

const hex = "0123456789abcdef"

// text writes a string so that it can stand in HTML, too.
func (e *encoder) text(s string) {
	b := append(e.out, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' {
				i++
				continue
			}
			b = append(b, s[from:i]...)
			b = appendEscape(b, c)
			i++
			from = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(append(b, s[from:i]...), `\ufffd`...)
			from = i + n
		case r == '\u2028' || r == '\u2029':
			b = append(append(append(b, s[from:i]...), `\u202`...), hex[r&15])
			from = i + n
		}
		i += n
	}
	e.out = append(append(b, s[from:]...), '"')
}

func appendEscape(b []byte, c byte) []byte {
	for i := range len(meant) {
		if meant[i] == c && c != '/' {
			return append(b, '\\', escapes[i])
		}
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}
