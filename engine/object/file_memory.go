package object

import (
	"bytes"
	"strings"
)

// StringIO is io.StringIO, BytesIO is io.BytesIO.
type (
	StringIO struct {
		Head
		text    strings.Builder // while writes go to the end
		runes   []rune          // otherwise
		edited  bool            // runes hold the content
		n       int             // characters in text
		pos     int
		newline Value
		closed  bool
	}
	BytesIO struct {
		Head
		b      []byte
		pos    int
		closed bool
	}
)

// StringIOClass is io.StringIO, BytesIOClass io.BytesIO.
var (
	StringIOClass = NewBuiltin("_io.StringIO")
	BytesIOClass  = NewBuiltin("_io.BytesIO")
)

func initMemoryFiles() {
	yes := func(name string) Method {
		return Method{name + "(self, /)", func(_ *Thread, a []Value) (Value, error) { return True, memoryOpen(a[0]) }, ""}
	}
	closed := Prop{Name: "closed", Get: func(_ *Thread, v Value) (Value, error) { return Bool(memoryOpen(v) != nil), nil }}
	StringIOClass.Define(Spec{
		Doc:   "Text I/O implementation using an in-memory buffer.",
		Bases: []*Class{TextIOBaseClass}, Qualified: true, Signature: "StringIO(initial_value='', newline='\n')",
		Alloc: func(c *Class) Value { return Adopt(&StringIO{newline: None}, c) }, Init: stringIOInit, HasDict: true,
		Slots: Slots{Iter: selfIter, Next: stringIONext},
		Methods: []Method{
			{"getvalue(self, /)", memoryMethod(func(_ *Thread, a []Value) (Value, error) { return NewStr(stringIO(a).content()), nil }), "Retrieve the entire contents of the object."},
			{"read(self, size=-1, /)", memoryMethod(stringIORead), "Read at most size characters, returned as a string."},
			{"readline(self, size=-1, /)", memoryMethod(stringIOReadLine), "Read until newline or EOF."},
			{"write(self, s, /)", memoryMethod(stringIOWrite), "Write string to file."},
			{"seek(self, pos, whence=0, /)", memoryMethod(stringIOSeek), "Change stream position."},
			{"tell(self, /)", memoryMethod(func(_ *Thread, a []Value) (Value, error) { return Int(int64(stringIO(a).pos)), nil }), "Tell the current file position."},
			{"truncate(self, pos=None, /)", memoryMethod(stringIOTruncate), "Truncate size to pos."},
			{"close(self, /)", func(_ *Thread, a []Value) (Value, error) { stringIO(a).closed = true; return None, nil }, "Close the IO object."},
			yes("readable"), yes("writable"), yes("seekable"),
		},
		Props: []Prop{closed,
			{Name: "newlines", Get: func(_ *Thread, _ Value) (Value, error) { return None, nil }},
			{Name: "line_buffering", Get: func(_ *Thread, _ Value) (Value, error) { return False, nil }},
		},
	})
	BytesIOClass.Define(Spec{
		Doc:   "Buffered I/O implementation using an in-memory bytes buffer.",
		Bases: []*Class{BufferedIOBaseClass}, Qualified: true, Signature: "BytesIO(initial_bytes=b'')",
		Alloc: func(c *Class) Value { return Adopt(&BytesIO{}, c) }, Init: bytesIOInit, HasDict: true,
		Methods: []Method{
			{"getvalue(self, /)", memoryMethod(func(_ *Thread, a []Value) (Value, error) { return NewBytes(append([]byte(nil), bytesIO(a).b...)), nil }), "Retrieve the entire contents of the BytesIO object."},
			{"getbuffer(self, /)", memoryMethod(func(_ *Thread, a []Value) (Value, error) { return newMemoryView(NewByteArray(bytesIO(a).b)) }), "Get a read-write view over the contents of the BytesIO object."},
			{"read(self, size=-1, /)", memoryMethod(bytesIORead), "Read at most size bytes, returned as a bytes object."},
			{"read1(self, size=-1, /)", memoryMethod(bytesIORead), "Read at most size bytes, returned as a bytes object."},
			{"readline(self, size=-1, /)", memoryMethod(bytesIOReadLine), "Next line from the file, as a bytes object."},
			{"readinto(self, buffer, /)", memoryMethod(bytesIOReadInto), "Read bytes into buffer."},
			{"write(self, b, /)", memoryMethod(bytesIOWrite), "Write bytes to file."},
			{"seek(self, pos, whence=0, /)", memoryMethod(bytesIOSeek), "Change stream position."},
			{"tell(self, /)", memoryMethod(func(_ *Thread, a []Value) (Value, error) { return Int(int64(bytesIO(a).pos)), nil }), "Current file position, an integer."},
			{"truncate(self, size=None, /)", memoryMethod(bytesIOTruncate), "Truncate the file to at most size bytes."},
			{"close(self, /)", func(_ *Thread, a []Value) (Value, error) { bytesIO(a).closed = true; return None, nil }, "Disable all I/O operations."},
			yes("readable"), yes("writable"), yes("seekable"),
		},
		Props: []Prop{closed},
	})
}

func stringIO(a []Value) *StringIO { return a[0].Object().(*StringIO) }
func bytesIO(a []Value) *BytesIO   { return a[0].Object().(*BytesIO) }

func memoryOpen(v Value) error {
	closed := false
	switch o := v.Object().(type) {
	case *StringIO:
		closed = o.closed
	case *BytesIO:
		closed = o.closed
	}
	if closed {
		return Raise(ValueError, "I/O operation on closed file")
	}
	return nil
}

func memoryMethod(f GoFunc) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		if err := memoryOpen(a[0]); err != nil {
			return Value{}, err
		}
		return f(t, a)
	}
}

func stringIOInit(t *Thread, self Value, a []Value) error {
	o := self.Object().(*StringIO)
	*o = StringIO{Head: o.Head, newline: a[1]}
	if err := checkNewline(t, a[1]); err != nil {
		return err
	}
	if a[0].IsNone() {
		return nil
	}
	if _, ok := AsStr(a[0]); !ok {
		return Raise(TypeError, "initial_value must be str or None, not %s", TypeName(a[0]))
	}
	_, err := stringIOWrite(t, []Value{self, a[0]})
	o.pos = 0
	return err
}

func checkNewline(t *Thread, v Value) error {
	if v.IsNone() {
		return nil
	}
	text, ok := AsStr(v)
	if !ok {
		return Raise(TypeError, "newline must be str or None, not %s", TypeName(v))
	}
	switch text {
	case "", "\n", "\r", "\r\n":
		return nil
	}
	return Raise(ValueError, "illegal newline value: %s", mustRepr(t, v))
}

func (o *StringIO) content() string {
	if o.edited {
		return stringOf(o.runes)
	}
	return o.text.String()
}

// edit makes the content a slice of characters, for anything but appending.
func (o *StringIO) edit() []rune {
	if !o.edited {
		o.runes, o.edited = runesOf(o.text.String(), o.n), true
		o.text.Reset()
	}
	return o.runes
}

func stringIOWrite(t *Thread, a []Value) (Value, error) {
	o := stringIO(a)
	s, ok := a[1].Object().(*Str)
	if !ok {
		return Value{}, Raise(TypeError, "string argument expected, got '%s'", TypeName(a[1]))
	}
	if err := t.Charge(len(s.s)); err != nil {
		return Value{}, err
	}
	if s.s == "" {
		return Int(0), nil
	}
	text := s.s
	nl, _ := AsStr(o.newline)
	switch {
	case o.newline.IsNone() && strings.Contains(text, "\r"):
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	case nl == "\r" || nl == "\r\n":
		text = strings.ReplaceAll(text, "\n", nl)
	}
	if !o.edited && o.pos == o.n {
		o.text.WriteString(text)
		o.n += runeCount(text)
		o.pos = o.n
		return Int(int64(s.n)), nil
	}
	runes, add := o.edit(), runesOf(text, runeCount(text))
	for len(runes) < o.pos+len(add) {
		runes = append(runes, 0)
	}
	copy(runes[o.pos:], add)
	o.runes = runes
	o.pos += len(add)
	return Int(int64(s.n)), nil
}

func stringIORead(t *Thread, a []Value) (Value, error) {
	o := stringIO(a)
	n, err := optionalSize(t, a[1])
	if err != nil {
		return Value{}, err
	}
	runes := o.edit()
	start := min(o.pos, len(runes))
	end := len(runes)
	if n >= 0 {
		end = min(start+n, end)
	}
	o.pos = max(end, o.pos)
	return NewStrRunes(runes[start:end]), nil
}

func stringIOReadLine(t *Thread, a []Value) (Value, error) {
	o := stringIO(a)
	n, err := optionalSize(t, a[1])
	if err != nil {
		return Value{}, err
	}
	return o.line(n), nil
}

// line reads a line of at most n characters, or of any length if n is negative.
func (o *StringIO) line(n int) Value {
	runes := o.edit()
	start := min(o.pos, len(runes))
	end := start
	for end < len(runes) && (n < 0 || end-start < n) {
		end++
		if c := runes[end-1]; (c == '\n' || c == '\r') && o.endsLine(runes, start, end) {
			break
		}
	}
	o.pos = max(end, o.pos)
	return NewStrRunes(runes[start:end])
}

// stringIONext is the next line; a subclass may have a readline of its own.
func stringIONext(t *Thread, v Value) (Value, bool, error) {
	if v.head.class != StringIOClass {
		return ioBaseNext(t, v)
	}
	if err := memoryOpen(v); err != nil {
		return Value{}, false, err
	}
	s := v.head.object.(*StringIO).line(-1)
	return s, s.head.object.(*Str).n > 0, nil
}

// endsLine reports whether runes[start:end] is a line, by what newline says.
func (o *StringIO) endsLine(runes []rune, start, end int) bool {
	last := runes[end-1]
	nl, _ := AsStr(o.newline)
	switch {
	case o.newline.IsNone() || nl == "\n":
		return last == '\n'
	case nl == "":
		return last == '\n' || last == '\r' && (end == len(runes) || runes[end] != '\n')
	case nl == "\r":
		return last == '\r'
	}
	return last == '\n' && end-start > 1 && runes[end-2] == '\r'
}

func stringIOSeek(t *Thread, a []Value) (Value, error) {
	o := stringIO(a)
	pos, err := IndexInt(t, a[1])
	if err != nil {
		return Value{}, err
	}
	whence, err := IndexInt(t, a[2])
	switch {
	case err != nil:
		return Value{}, err
	case whence != 0 && pos != 0:
		return Value{}, Raise(OSError, "Can't do nonzero cur-relative seeks")
	case whence == 1:
		pos = o.pos
	case whence == 2:
		pos = len(o.edit())
	case pos < 0:
		return Value{}, Raise(ValueError, "Negative seek position %d", pos)
	}
	o.pos = pos
	return Int(int64(pos)), t.ChargeItems(pos, 4)
}

func stringIOTruncate(t *Thread, a []Value) (Value, error) {
	o := stringIO(a)
	size := o.pos
	if !a[1].IsNone() {
		var err error
		if size, err = IndexInt(t, a[1]); err != nil {
			return Value{}, err
		}
	}
	if size < 0 {
		return Value{}, Raise(ValueError, "Negative size value %d", size)
	}
	runes := o.edit()
	o.runes = runes[:min(size, len(runes))]
	return Int(int64(size)), nil
}

func bytesIOInit(t *Thread, self Value, a []Value) error {
	o := self.Object().(*BytesIO)
	if a[0].IsNone() {
		return nil
	}
	b, err := Buffer(a[0])
	o.b, o.pos = append([]byte(nil), b...), 0
	return err
}

func bytesIORead(t *Thread, a []Value) (Value, error) {
	o := bytesIO(a)
	n, err := optionalSize(t, a[1])
	if err != nil {
		return Value{}, err
	}
	start, end := min(o.pos, len(o.b)), len(o.b)
	if n >= 0 {
		end = min(start+n, end)
	}
	o.pos = max(end, o.pos)
	return NewBytes(append([]byte(nil), o.b[start:end]...)), nil
}

func bytesIOReadLine(t *Thread, a []Value) (Value, error) {
	o := bytesIO(a)
	n := len(o.b) - min(o.pos, len(o.b))
	if i := bytes.IndexByte(o.b[min(o.pos, len(o.b)):], '\n'); i >= 0 {
		n = i + 1
	}
	size, err := optionalSize(t, a[1])
	if err != nil {
		return Value{}, err
	}
	if size >= 0 {
		n = min(n, size)
	}
	return bytesIORead(t, []Value{a[0], Int(int64(n))})
}

func bytesIOReadInto(t *Thread, a []Value) (Value, error) {
	to, err := writeBuffer(a[1])
	if err != nil {
		return Value{}, err
	}
	o := bytesIO(a)
	n := copy(to, o.b[min(o.pos, len(o.b)):])
	o.pos += n
	return Int(int64(n)), nil
}

func bytesIOWrite(t *Thread, a []Value) (Value, error) {
	o := bytesIO(a)
	b, err := Buffer(a[1])
	if err != nil {
		return Value{}, err
	}
	if err := t.Charge(len(b) + max(o.pos-len(o.b), 0)); err != nil {
		return Value{}, err
	}
	for len(o.b) < o.pos {
		o.b = append(o.b, 0)
	}
	n := copy(o.b[o.pos:], b)
	o.b = append(o.b, b[n:]...)
	o.pos += len(b)
	return Int(int64(len(b))), nil
}

func bytesIOSeek(t *Thread, a []Value) (Value, error) {
	o := bytesIO(a)
	pos, err := IndexInt(t, a[1])
	if err != nil {
		return Value{}, err
	}
	whence, err := IndexInt(t, a[2])
	switch {
	case err != nil:
		return Value{}, err
	case whence == 1:
		pos = max(pos+o.pos, 0)
	case whence == 2:
		pos = max(pos+len(o.b), 0)
	case pos < 0:
		return Value{}, Raise(ValueError, "negative seek value %d", pos)
	}
	o.pos = pos
	return Int(int64(pos)), nil
}

func bytesIOTruncate(t *Thread, a []Value) (Value, error) {
	o := bytesIO(a)
	size := o.pos
	if !a[1].IsNone() {
		var err error
		if size, err = IndexInt(t, a[1]); err != nil {
			return Value{}, err
		}
	}
	if size < 0 {
		return Value{}, Raise(ValueError, "negative size value %d", size)
	}
	o.b = o.b[:min(size, len(o.b))]
	return Int(int64(size)), nil
}
