// Package json is Python's module _json: the hot half of reading and writing JSON.
package json

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gputour/engine/object"
)

// Module _json: the scanner of json.loads, and the string encoder. The dumps side
// is in json_encode.go.

func Init(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_json", "The hot parts of json.")
	m.AddFuncs(
		object.Def("scan(text, object_hook, parse_float, parse_int, parse_constant, strict, object_pairs_hook, start, /)", jsonScan,
			"Decodes the value at start: (value, end)."),
		object.Def("skip(text, start, /)", jsonSkip, "Where the white space at start ends."),
		object.Def("encode_basestring_ascii(string, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return jsonString(a[0], true)
		}, "A JSON string in ASCII."),
		object.Def("encode_basestring(string, /)", func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return jsonString(a[0], false)
		}, "A JSON string."),
		object.Def("encode(obj, default, skipkeys, ensure_ascii, check_circular, allow_nan, indent, item_separator, key_separator, sort_keys, /)", jsonEncode,
			"Encodes a value."),
	)
	return m, nil
}

// jsonDecoder reads one text. Errors are *jsonError, turned into JSONDecodeError by json.decoder.
type jsonDecoder struct {
	t                                        *object.Thread
	s                                        string
	i                                        int
	hook, float, integer, constant, pairHook object.Value
	strict                                   bool
	waiting                                  []object.Value // of the containers that are being read
	names                                    []jsonName     // the latest names of properties, by what they look like
	ascii                                    bool           // the text is
}

type jsonName struct {
	name string
	key  object.Value
}

func jsonSkip(t *object.Thread, a []object.Value) (object.Value, error) {
	s, ok := object.AsStr(a[0])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "expected string or bytes-like object, got '%s'", object.TypeName(a[0]))
	}
	start, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	d := jsonDecoder{s: s}
	d.i = byteOffset(s, start)
	from := d.i
	d.space()
	return object.Int(int64(start + d.i - from)), nil
}

func jsonScan(t *object.Thread, a []object.Value) (object.Value, error) {
	s, ok := object.AsStr(a[0])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "first argument must be a string, not %s", object.TypeName(a[0]))
	}
	start, err := object.IndexInt(t, a[7])
	if err != nil {
		return object.Value{}, err
	}
	strict, err := object.ToBool(t, a[5])
	if err != nil {
		return object.Value{}, err
	}
	d := &jsonDecoder{t: t, s: s, i: byteOffset(s, start), ascii: len(s) == a[0].Object().(*object.Str).Len(), hook: a[1], float: a[2], integer: a[3], constant: a[4],
		strict: strict, pairHook: a[6], waiting: make([]object.Value, 0, 16)}
	v, err := d.value()
	if err != nil {
		return object.Value{}, err
	}
	return object.NewTuple(v, object.Int(d.place(d.i))), nil
}

// place is how many code points lie before byte i.
func (d *jsonDecoder) place(i int) int64 {
	if d.ascii {
		return int64(i)
	}
	return int64(utf8.RuneCountInString(d.s[:i]))
}

// byteOffset turns an index of code points into one of bytes.
func byteOffset(s string, n int) int {
	if n == 0 {
		return 0
	}
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// stopAt raises the private exception that json.decoder turns into its own, or
// StopIteration(index) where no value starts.
func (d *jsonDecoder) stopAt(i int) error {
	e := object.NewException(object.StopIteration, object.Int(d.place(i)))
	return e
}

func (d *jsonDecoder) fail(msg string, i int) error {
	e := object.NewException(object.StopIteration, object.NewStr(msg), object.Int(d.place(min(i, len(d.s)))))
	return e
}

func (d *jsonDecoder) space() {
	for d.i < len(d.s) {
		if c := d.s[d.i]; c > ' ' || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return
		}
		d.i++
	}
}

func (d *jsonDecoder) value() (object.Value, error) {
	if err := d.t.Enter(" while decoding a JSON object from a unicode string"); err != nil {
		return object.Value{}, err
	}
	v, err := d.any()
	d.t.Leave()
	return v, err
}

// any is value at a depth that has been counted.
func (d *jsonDecoder) any() (object.Value, error) {
	if d.i >= len(d.s) {
		return object.Value{}, d.stopAt(d.i)
	}
	rest := d.s[d.i:]
	switch c := rest[0]; {
	case c == '"':
		d.i++
		s, ascii, err := d.str()
		if ascii {
			return object.NewASCIIText(s), err
		}
		return object.NewStr(strings.Clone(s)), err
	case c == '{':
		return d.object()
	case c == '[':
		return d.array()
	case c >= '0' && c <= '9':
		return d.number()
	}
	for _, w := range jsonWords {
		if strings.HasPrefix(rest, w.text) {
			d.i += len(w.text)
			if w.constant {
				if !d.constant.IsNone() {
					return object.Call(d.t, d.constant, object.NewStr(w.text))
				}
			}
			return w.value, nil
		}
	}
	return d.number()
}

var jsonWords = []struct {
	text     string
	value    object.Value
	constant bool // parse_constant sees it
}{
	{"null", object.None, false}, {"true", object.True, false}, {"false", object.False, false},
	{"NaN", object.Float(math.NaN()), true}, {"Infinity", object.Float(math.Inf(1)), true}, {"-Infinity", object.Float(math.Inf(-1)), true},
}

func (d *jsonDecoder) number() (object.Value, error) {
	start, i, s := d.i, d.i, d.s
	digits := func() bool {
		from := i
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		return i > from
	}
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if !digits() {
		return object.Value{}, d.stopAt(start)
	}
	isFloat := false
	if i+1 < len(s) && s[i] == '.' && '0' <= s[i+1] && s[i+1] <= '9' {
		i++
		digits()
		isFloat = true
	}
	if mark := i; i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if digits() {
			isFloat = true
		} else {
			i = mark
		}
	}
	d.i = i
	return d.convert(s[start:i], isFloat)
}

func (d *jsonDecoder) convert(text string, isFloat bool) (object.Value, error) {
	if isFloat {
		if !d.float.IsNone() {
			return object.Call(d.t, d.float, object.NewStr(text))
		}
		x, _ := strconv.ParseFloat(text, 64) // out of range is infinite, as in CPython
		return object.Float(x), nil
	}
	if !d.integer.IsNone() {
		return object.Call(d.t, d.integer, object.NewStr(text))
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return object.Int(n), nil
	}
	if len(text) > 4300 {
		return object.Value{}, object.Raise(object.ValueError, "Exceeds the limit (4300 digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", len(text))
	}
	n, _ := new(big.Int).SetString(text, 10)
	return object.NewBig(n), nil
}

// str reads the rest of a string whose opening quote has been read. The text may be part
// of the document.
func (d *jsonDecoder) str() (text string, ascii bool, err error) {
	begin := d.i - 1
	rest := d.s[d.i:]
	var seen byte
	for i := range len(rest) {
		c := rest[i]
		if c == '"' {
			d.i += i + 1
			return rest[:i], seen < utf8.RuneSelf, nil
		}
		if c == '\\' || c < ' ' {
			break
		}
		seen |= c
	}
	text, err = d.unescaped(begin)
	return text, false, err
}

// unescaped is str for a string with escapes, or with something wrong.
func (d *jsonDecoder) unescaped(begin int) (string, error) {
	var b strings.Builder
	for {
		if d.i >= len(d.s) {
			return "", d.fail("Unterminated string starting at", begin)
		}
		c := d.s[d.i]
		switch {
		case c == '"':
			d.i++
			return b.String(), nil
		case c == '\\':
			if err := d.escape(&b, begin); err != nil {
				return "", err
			}
		case c < 0x20 && d.strict:
			return "", d.fail("Invalid control character at", d.i)
		default:
			b.WriteByte(c)
			d.i++
		}
	}
}

var jsonEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (d *jsonDecoder) escape(b *strings.Builder, begin int) error {
	if d.i+1 >= len(d.s) {
		return d.fail("Unterminated string starting at", begin)
	}
	c := d.s[d.i+1]
	if plain, ok := jsonEscapes[c]; ok {
		b.WriteByte(plain)
		d.i += 2
		return nil
	}
	if c != 'u' {
		return d.fail("Invalid \\escape", d.i)
	}
	r, ok := d.hex4(d.i + 2)
	if !ok {
		return d.fail("Invalid \\uXXXX escape", d.i+1)
	}
	d.i += 6
	if utf16.IsSurrogate(r) && strings.HasPrefix(d.s[d.i:], `\u`) {
		if low, ok := d.hex4(d.i + 2); ok {
			if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
				r = both
				d.i += 6
			}
		}
	}
	b.WriteString(runeText(r))
	return nil
}

// runeText encodes a rune as UTF-8, lone surrogates too.
func runeText(r rune) string {
	if 0xd800 <= r && r < 0xe000 {
		return string([]byte{0xe0 | byte(r>>12), 0x80 | byte(r>>6)&0x3f, 0x80 | byte(r)&0x3f})
	}
	return string(r)
}

func (d *jsonDecoder) hex4(i int) (rune, bool) {
	if i+4 > len(d.s) {
		return 0, false
	}
	n, err := strconv.ParseUint(d.s[i:i+4], 16, 32)
	return rune(n), err == nil
}

func (d *jsonDecoder) array() (object.Value, error) {
	d.i++
	first := len(d.waiting)
	d.space()
	if d.i < len(d.s) && d.s[d.i] == ']' {
		d.i++
		return object.NewList(nil), nil
	}
	for {
		v, err := d.element()
		if err != nil {
			return object.Value{}, err
		}
		d.waiting = append(d.waiting, v)
		d.space()
		if d.i < len(d.s) && d.s[d.i] == ']' {
			d.i++
			return object.NewList(slices.Clone(d.taken(first))), nil
		}
		if d.i >= len(d.s) || d.s[d.i] != ',' {
			return object.Value{}, d.fail("Expecting ',' delimiter", d.i)
		}
		d.i++
		d.space()
	}
}

// taken takes off the values from first on; they stay valid until the next value is read.
func (d *jsonDecoder) taken(first int) []object.Value {
	values := d.waiting[first:]
	d.waiting = d.waiting[:first]
	return values
}

// key is the str of a property's name, mostly the same for all of that name.
func (d *jsonDecoder) key(name string, ascii bool) object.Value {
	if d.names == nil {
		d.names = make([]jsonName, 1<<min(max(bits.Len(uint(len(d.s)/64)), 3), 8))
	}
	near := &d.names[0]
	if n := len(name); n > 0 {
		near = &d.names[(n*7+int(name[0])*3+int(name[n-1])*5+int(name[n/2]))%len(d.names)]
	}
	if near.name != name || near.key.IsNil() {
		if ascii {
			near.key = object.NewASCIIText(name)
		} else {
			near.key = object.NewStr(strings.Clone(name))
		}
		near.name = name
	}
	return near.key
}

// element reads a value inside a container; none there is an error at its place.
func (d *jsonDecoder) element() (object.Value, error) {
	if err := d.t.Charge(16); err != nil {
		return object.Value{}, err
	}
	v, err := d.value()
	if e, ok := object.AsException(err); ok && e.Class() == object.StopIteration && len(e.Args.Items) == 1 {
		err = object.NewException(object.StopIteration, object.NewStr("Expecting value"), e.Args.Items[0])
	}
	return v, err
}

func (d *jsonDecoder) object() (object.Value, error) {
	d.i++
	first := len(d.waiting)
	d.space()
	if d.i < len(d.s) && d.s[d.i] == '}' {
		d.i++
		return d.finish(nil)
	}
	for {
		if d.i >= len(d.s) || d.s[d.i] != '"' {
			return object.Value{}, d.fail("Expecting property name enclosed in double quotes", d.i)
		}
		d.i++
		name, ascii, err := d.str()
		if err != nil {
			return object.Value{}, err
		}
		key := d.key(name, ascii)
		d.space()
		if d.i >= len(d.s) || d.s[d.i] != ':' {
			return object.Value{}, d.fail("Expecting ':' delimiter", d.i)
		}
		d.i++
		d.space()
		v, err := d.element()
		if err != nil {
			return object.Value{}, err
		}
		d.waiting = append(d.waiting, key, v)
		d.space()
		if d.i < len(d.s) && d.s[d.i] == '}' {
			d.i++
			return d.finish(d.taken(first))
		}
		if d.i >= len(d.s) || d.s[d.i] != ',' {
			return object.Value{}, d.fail("Expecting ',' delimiter", d.i)
		}
		d.i++
		d.space()
	}
}

// finish makes an object of its names and values.
func (d *jsonDecoder) finish(values []object.Value) (object.Value, error) {
	if !d.pairHook.IsNone() {
		pairs := make([]object.Value, len(values)/2)
		for i := range pairs {
			pairs[i] = object.CopyTuple(values[2*i : 2*i+2])
		}
		return object.Call(d.t, d.pairHook, object.NewList(pairs))
	}
	made := object.NewDict()
	made.Reserve(len(values) / 2)
	for i := 0; i < len(values); i += 2 {
		if err := made.Set(d.t, values[i], values[i+1]); err != nil {
			return object.Value{}, err
		}
	}
	if !d.hook.IsNone() {
		return object.Call(d.t, d.hook, object.Of(made))
	}
	return object.Of(made), nil
}
