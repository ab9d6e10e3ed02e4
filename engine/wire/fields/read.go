package fields

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth bounds the nesting of a text, as encoding/json does.
const maxDepth = 10000

// Read sets an object's fields to what a text says of them. A value that a field cannot hold is
// left out and is the error, a *TypeError, when the rest has been read. strict refuses names
// that the object does not have.
func Read(text string, into Object, strict bool) error { return read(text, into, strict) }

// ReadInto is Read for what Field.At may be.
func ReadInto(text string, at any) error { return read(text, at, false) }

// Parse reads a value of any kind: nil, bool, float64, string, []any or map[string]any.
func Parse(text string) (any, error) {
	var v any
	err := read(text, &v, false)
	return v, err
}

// Valid reports whether a text is JSON.
func Valid(text string) bool { return check(text) == nil }

func check(text string) error {
	d := &decoder{text: text}
	d.skip()
	return d.end()
}

// end is the mistake, if there is one or something follows.
func (d *decoder) end() error {
	if d.space(); d.at < len(d.text) {
		d.fail()
	}
	if d.broken {
		return &SyntaxError{d.offset}
	}
	return nil
}

func read(text string, at any, strict bool) error {
	d := &decoder{text: text, strict: strict}
	d.value(at)
	if err := d.end(); err != nil {
		return err
	}
	return d.wrong
}

// decoder goes through a text once. After a mistake in it nothing is left to read.
type decoder struct {
	text   string
	at     int
	depth  int
	strict bool
	field  string // whose value is read
	wrong  error  // the first value that had no place
	broken bool
	offset int // of the mistake
}

func (d *decoder) fail() {
	if !d.broken {
		d.broken, d.offset, d.at = true, d.at, len(d.text)
	}
}

func (d *decoder) space() {
	for d.at < len(d.text) {
		switch d.text[d.at] {
		case ' ', '\n', '\t', '\r':
			d.at++
		default:
			return
		}
	}
}

// peek is the next byte that is no space; 0 at the end.
func (d *decoder) peek() byte {
	d.space()
	if d.at == len(d.text) {
		return 0
	}
	return d.text[d.at]
}

// take reads a byte that must come next.
func (d *decoder) take(c byte) {
	if d.peek() != c || d.broken {
		d.fail()
		return
	}
	d.at++
}

func (d *decoder) word(w string) {
	if !strings.HasPrefix(d.text[d.at:], w) {
		d.fail()
		return
	}
	d.at += len(w)
}

// enter begins an object or a list, and reports whether it has anything.
func (d *decoder) enter(open, close byte) bool {
	d.take(open)
	if d.depth++; d.depth > maxDepth {
		d.fail()
	}
	if d.peek() == close {
		d.leave()
		return false
	}
	return !d.broken
}

func (d *decoder) leave() {
	d.at = min(d.at+1, len(d.text))
	d.depth--
}

// more reports whether another element follows, and goes to it, or behind the end.
func (d *decoder) more(close byte) bool {
	switch {
	case d.peek() == close && !d.broken:
		d.leave()
		return false
	case d.broken:
		return false
	}
	d.take(',')
	return !d.broken
}

// members calls each with the names of an object; it reads or skips the value.
func (d *decoder) members(each func(name string)) {
	if d.peek() != '{' {
		d.misfit()
		return
	}
	if !d.enter('{', '}') {
		return
	}
	outer := d.field
	for ok := true; ok; ok = d.more('}') {
		if d.peek() != '"' {
			d.fail()
			break
		}
		name := d.quoted()
		if d.take(':'); d.broken {
			break
		}
		d.field = name
		each(name)
	}
	d.field = outer
}

// elements calls each for the elements of a list; it reads or skips the value.
func (d *decoder) elements(each func(i int)) {
	if d.peek() != '[' {
		d.misfit()
		return
	}
	i := 0
	for ok := d.enter('[', ']'); ok; ok = d.more(']') {
		each(i)
		i++
	}
}

// misfit skips a value that has no place where it stands.
func (d *decoder) misfit() {
	kind, from := kinds[d.peek()], d.at
	d.skip()
	if kind == "" {
		kind = "number " + d.text[from:d.at]
	}
	if d.wrong == nil {
		d.wrong = &TypeError{d.field, kind}
	}
}

var kinds = map[byte]string{'{': "object", '[': "array", '"': "string", 't': "bool", 'f': "bool"}

// value reads a value to where it belongs; see Field.At.
func (d *decoder) value(at any) {
	if d.peek() == 'n' {
		if d.word("null"); !d.broken {
			drop(at)
		}
		return
	}
	switch p := at.(type) {
	case Object:
		d.object(p)
	case *Sequence:
		p.read(d)
	case *Table:
		p.read(d)
	case *[]string:
		List(p, func(s *string) any { return s }).read(d)
	case *any:
		*p = d.any()
	case Unmarshaler:
		from := d.at
		if d.skip(); !d.broken && p.UnmarshalJSON([]byte(d.text[from:d.at])) != nil {
			d.wrong = &TypeError{d.field, "value of that kind"}
		}
	default:
		if c := d.peek(); !d.scalar(c, at) {
			d.misfit()
		}
	}
}

// drop is what null does.
func drop(at any) {
	switch p := at.(type) {
	case *Sequence:
		p.reset(false)
	case *Table:
		p.reset(false)
	case *[]string:
		*p = nil
	case *any:
		*p = nil
	case Unmarshaler:
		_ = p.UnmarshalJSON([]byte("null"))
	}
}

func (d *decoder) object(o Object) {
	var list []Field
	if d.peek() == '{' {
		list = o.JSONFields()
	}
	d.members(func(name string) {
		for i := range list {
			if list[i].Name == name {
				d.value(list[i].At)
				return
			}
		}
		if d.strict && d.wrong == nil {
			d.wrong = &UnknownError{name}
		}
		d.skip()
	})
}

// scalar reads a text, a number or a truth, and reports whether one stands there that fits.
func (d *decoder) scalar(c byte, at any) bool {
	switch p := at.(type) {
	case *string:
		if c == '"' {
			*p = d.quoted()
		}
		return c == '"'
	case *bool:
		if c == 't' || c == 'f' {
			*p = d.truth()
		}
		return c == 't' || c == 'f'
	}
	if c != '-' && (c < '0' || c > '9') {
		return false
	}
	from := d.at
	text := d.number()
	if d.broken || setNumber(at, text) {
		return true
	}
	d.at = from
	return false
}

func setNumber(at any, text string) bool {
	switch p := at.(type) {
	case *int:
		n, err := strconv.ParseInt(text, 10, 0)
		return set(p, int(n), err)
	case *int64:
		n, err := strconv.ParseInt(text, 10, 64)
		return set(p, n, err)
	case *uint64:
		n, err := strconv.ParseUint(text, 10, 64)
		return set(p, n, err)
	case *uint32:
		n, err := strconv.ParseUint(text, 10, 32)
		return set(p, uint32(n), err)
	case *float64:
		f, err := strconv.ParseFloat(text, 64)
		return set(p, f, err)
	}
	return false
}

func set[T any](p *T, v T, err error) bool {
	if err == nil {
		*p = v
	}
	return err == nil
}

func (d *decoder) truth() bool {
	if d.text[d.at] == 't' {
		d.word("true")
		return true
	}
	d.word("false")
	return false
}

// number reads the text of a number.
func (d *decoder) number() string {
	from := d.at
	digits := func() {
		start := d.at
		for d.at < len(d.text) && d.text[d.at] >= '0' && d.text[d.at] <= '9' {
			d.at++
		}
		if d.at == start {
			d.fail()
		}
	}
	if d.text[d.at] == '-' {
		d.at++
	}
	if d.at < len(d.text) && d.text[d.at] == '0' {
		d.at++
	} else {
		digits()
	}
	if d.at < len(d.text) && d.text[d.at] == '.' {
		d.at++
		digits()
	}
	if d.at < len(d.text) && d.text[d.at]|' ' == 'e' {
		if d.at++; d.at < len(d.text) && (d.text[d.at] == '+' || d.text[d.at] == '-') {
			d.at++
		}
		digits()
	}
	return d.text[from:d.at]
}

// quoted reads a string.
func (d *decoder) quoted() string {
	d.at++
	from := d.at
	for d.at < len(d.text) {
		switch c := d.text[d.at]; {
		case c == '"':
			s := d.text[from:d.at]
			d.at++
			if utf8.ValidString(s) {
				return strings.Clone(s) // else a word would keep its whole message
			}
			return strings.ToValidUTF8(oneByOne(s), "\uFFFD")
		case c == '\\':
			return d.escaped(from)
		case c < ' ':
			d.fail()
			return ""
		}
		d.at++
	}
	d.fail()
	return ""
}

// oneByOne puts a replacement for each byte that is no UTF-8; ToValidUTF8 has one for a run of them.
func oneByOne(s string) string { return string([]rune(s)) }

// skipQuoted is quoted for a string that nobody wants.
func (d *decoder) skipQuoted() {
	for d.at++; d.at < len(d.text); d.at++ {
		switch c := d.text[d.at]; {
		case c == '"':
			d.at++
			return
		case c == '\\':
			d.at++
			d.escape(nil)
			d.at--
		case c < ' ':
			d.fail()
			return
		}
	}
	d.fail()
}

const escapes, meant = `"\/bfnrt`, "\"\\/\b\f\n\r\t"

// escaped goes on with a string at its first escape.
func (d *decoder) escaped(from int) string {
	b := []byte(d.text[from:d.at])
	for d.at < len(d.text) {
		switch c := d.text[d.at]; {
		case c == '"':
			d.at++
			return oneByOne(string(b))
		case c < ' ':
			d.fail()
			return ""
		case c != '\\':
			b = append(b, c)
			d.at++
		default:
			d.at++
			b = d.escape(b)
		}
	}
	d.fail()
	return ""
}

func (d *decoder) escape(b []byte) []byte {
	if d.at == len(d.text) {
		d.fail()
		return b
	}
	c := d.text[d.at]
	if c == 'u' {
		r := d.unit()
		if utf16.IsSurrogate(r) {
			before := d.at
			if strings.HasPrefix(d.text[d.at:], `\u`) {
				d.at++
				if both := utf16.DecodeRune(r, d.unit()); both != utf8.RuneError {
					return utf8.AppendRune(b, both)
				}
			}
			if !d.broken {
				d.at = before
			}
			r = utf8.RuneError
		}
		return utf8.AppendRune(b, r)
	}
	i := strings.IndexByte(escapes, c)
	if i < 0 {
		d.fail()
		return b
	}
	d.at++
	return append(b, meant[i])
}

// unit reads the u and the four digits of an escape.
func (d *decoder) unit() rune {
	if len(d.text)-d.at < 5 {
		d.fail()
		return 0
	}
	n, err := strconv.ParseUint(d.text[d.at+1:d.at+5], 16, 16)
	if err != nil {
		d.fail()
		return 0
	}
	d.at += 5
	return rune(n)
}

// skip reads a value that nobody wants.
func (d *decoder) skip() {
	switch c := d.peek(); {
	case c == '{':
		field := d.field
		d.members(func(string) { d.skip() })
		d.field = field
	case c == '[':
		d.elements(func(int) { d.skip() })
	case c == '"':
		d.skipQuoted()
	case c == 't' || c == 'f':
		d.truth()
	case c == 'n':
		d.word("null")
	case c == '-' || c >= '0' && c <= '9':
		d.number()
	default:
		d.fail()
	}
}

// any reads a value of any kind.
func (d *decoder) any() any {
	switch c := d.peek(); c {
	case '{':
		m := map[string]any{}
		d.members(func(name string) {
			var v any
			d.value(&v)
			m[name] = v
		})
		return m
	case '[':
		list := []any{}
		d.elements(func(int) {
			var v any
			d.value(&v)
			list = append(list, v)
		})
		return list
	case '"':
		return d.quoted()
	case 't', 'f':
		return d.truth()
	default:
		var f float64
		if !d.scalar(c, &f) {
			d.misfit()
			return nil
		}
		return f
	}
}
