package file

import (
	"bytes"
	"slices"
	"strings"

	"gputour/engine/object"
	"gputour/engine/object/char"
)

// StringIO is io.StringIO, BytesIO is io.BytesIO.
type (
	StringIO struct {
		object.Head
		text    strings.Builder // while writes go to the end
		runes   []rune          // otherwise
		edited  bool            // runes hold the content
		n       int             // characters in text
		pos     int
		newline object.Value
		closed  bool
	}
	BytesIO struct {
		object.Head
		b      []byte
		pos    int
		closed bool
	}
)

// StringIOClass is io.StringIO, BytesIOClass io.BytesIO.
var (
	StringIOClass = object.NewBuiltin("_io.StringIO")
	BytesIOClass  = object.NewBuiltin("_io.BytesIO")
)

func initMemory() {
	yes := func(name string) object.Method {
		return object.Method{Sig: name + "(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.True, memoryOpen(a[0])
		}}
	}
	closed := object.Prop{Name: "closed", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		return object.Bool(memoryOpen(v) != nil), nil
	}}
	StringIOClass.Define(object.Spec{
		Doc:   "Text I/O implementation using an in-memory buffer.",
		Bases: []*object.Class{TextIOBaseClass}, Qualified: true, Signature: "StringIO(initial_value='', newline='\n')",
		Alloc: func(c *object.Class) object.Value { return object.Adopt(&StringIO{newline: object.None}, c) }, Init: stringIOInit, HasDict: true,
		Slots: object.Slots{Iter: openIter, Next: stringIONext},
		Methods: append(stateMethods(stringIOState, stringIOFill), []object.Method{
			{Sig: "getvalue(self, /)", Fn: memoryMethod(func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.NewStr(stringIO(a).content()), nil
			}), Doc: "Retrieve the entire contents of the object."},
			{Sig: "read(self, size=-1, /)", Fn: memoryMethod(stringIORead), Doc: "Read at most size characters, returned as a string."},
			{Sig: "readline(self, size=-1, /)", Fn: memoryMethod(stringIOReadLine), Doc: "Read until newline or EOF."},
			{Sig: "write(self, s, /)", Fn: memoryMethod(stringIOWrite), Doc: "Write string to file."},
			{Sig: "seek(self, pos, whence=0, /)", Fn: memoryMethod(stringIOSeek), Doc: "Change stream position."},
			{Sig: "tell(self, /)", Fn: memoryMethod(func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.Int(int64(stringIO(a).pos)), nil
			}), Doc: "Tell the current file position."},
			{Sig: "truncate(self, pos=None, /)", Fn: memoryMethod(stringIOTruncate), Doc: "Truncate size to pos."},
			{Sig: "close(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				stringIO(a).closed = true
				return object.None, nil
			}, Doc: "Close the IO object."},
			yes("readable"), yes("writable"), yes("seekable"),
		}...),
		Props: []object.Prop{closed,
			{Name: "newlines", Get: func(_ *object.Thread, _ object.Value) (object.Value, error) { return object.None, nil }},
			{Name: "line_buffering", Get: func(_ *object.Thread, _ object.Value) (object.Value, error) { return object.False, nil }},
		},
	})
	BytesIOClass.Define(object.Spec{
		Doc:   "Buffered I/O implementation using an in-memory bytes buffer.",
		Bases: []*object.Class{BufferedIOBaseClass}, Qualified: true, Signature: "BytesIO(initial_bytes=b'')",
		Alloc: func(c *object.Class) object.Value { return object.Adopt(&BytesIO{}, c) }, Init: bytesIOInit, HasDict: true,
		Methods: append(stateMethods(bytesIOState, bytesIOFill), []object.Method{
			{Sig: "getvalue(self, /)", Fn: memoryMethod(func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.NewBytes(append([]byte(nil), bytesIO(a).b...)), nil
			}), Doc: "Retrieve the entire contents of the BytesIO object."},
			{Sig: "getbuffer(self, /)", Fn: memoryMethod(func(t *object.Thread, a []object.Value) (object.Value, error) {
				return object.Call(t, object.MemoryViewClass.Value(), object.NewByteArray(bytesIO(a).b))
			}), Doc: "Get a read-write view over the contents of the BytesIO object."},
			{Sig: "read(self, size=-1, /)", Fn: memoryMethod(bytesIORead), Doc: "Read at most size bytes, returned as a bytes object."},
			{Sig: "read1(self, size=-1, /)", Fn: memoryMethod(bytesIORead), Doc: "Read at most size bytes, returned as a bytes object."},
			{Sig: "readline(self, size=-1, /)", Fn: memoryMethod(bytesIOReadLine), Doc: "Next line from the file, as a bytes object."},
			{Sig: "readinto(self, buffer, /)", Fn: memoryMethod(bytesIOReadInto), Doc: "Read bytes into buffer."},
			{Sig: "write(self, b, /)", Fn: memoryMethod(bytesIOWrite), Doc: "Write bytes to file."},
			{Sig: "seek(self, pos, whence=0, /)", Fn: memoryMethod(bytesIOSeek), Doc: "Change stream position."},
			{Sig: "tell(self, /)", Fn: memoryMethod(func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.Int(int64(bytesIO(a).pos)), nil
			}), Doc: "Current file position, an integer."},
			{Sig: "truncate(self, size=None, /)", Fn: memoryMethod(bytesIOTruncate), Doc: "Truncate the file to at most size bytes."},
			{Sig: "close(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				bytesIO(a).closed = true
				return object.None, nil
			}, Doc: "Disable all I/O operations."},
			yes("readable"), yes("writable"), yes("seekable"),
		}...),
		Props: []object.Prop{closed},
	})
}

func stringIO(a []object.Value) *StringIO { return a[0].Object().(*StringIO) }
func bytesIO(a []object.Value) *BytesIO   { return a[0].Object().(*BytesIO) }

func memoryOpen(v object.Value) error {
	closed, end := false, ""
	switch o := v.Object().(type) {
	case *StringIO:
		closed = o.closed
	case *BytesIO:
		closed, end = o.closed, "."
	}
	if closed {
		return object.Raise(object.ValueError, "I/O operation on closed file%s", end)
	}
	return nil
}

func memoryMethod(f object.GoFunc) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		if err := memoryOpen(a[0]); err != nil {
			return object.Value{}, err
		}
		return f(t, a)
	}
}

func stringIOInit(t *object.Thread, self object.Value, a []object.Value) error {
	o := self.Object().(*StringIO)
	*o = StringIO{Head: o.Head, newline: a[1]}
	if err := checkNewline(t, a[1]); err != nil {
		return err
	}
	if a[0].IsNone() {
		return nil
	}
	if _, ok := object.AsStr(a[0]); !ok {
		return object.Raise(object.TypeError, "initial_value must be str or None, not %s", object.TypeName(a[0]))
	}
	_, err := stringIOWrite(t, []object.Value{self, a[0]})
	o.pos = 0
	return err
}

func checkNewline(t *object.Thread, v object.Value) error {
	if v.IsNone() {
		return nil
	}
	text, ok := object.AsStr(v)
	if !ok {
		return object.Raise(object.TypeError, "newline must be str or None, not %s", object.TypeName(v))
	}
	switch text {
	case "", "\n", "\r", "\r\n":
		return nil
	}
	return object.Raise(object.ValueError, "illegal newline value: %s", char.Quote(text))
}

func (o *StringIO) content() string {
	if o.edited {
		s, _ := object.AsStr(object.NewStrRunes(o.runes))
		return s
	}
	return o.text.String()
}

// runesOf are the characters of text, to be changed.
func runesOf(text string) []rune {
	return slices.Clone(object.NewStr(text).Object().(*object.Str).Runes())
}

// edit makes the content a slice of characters, for anything but appending.
func (o *StringIO) edit() []rune {
	if !o.edited {
		o.runes, o.edited = runesOf(o.text.String()), true
		o.text.Reset()
	}
	return o.runes
}

func stringIOWrite(t *object.Thread, a []object.Value) (object.Value, error) {
	o := stringIO(a)
	s, ok := a[1].Object().(*object.Str)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "string argument expected, got '%s'", object.TypeName(a[1]))
	}
	if err := t.Charge(len(s.String())); err != nil {
		return object.Value{}, err
	}
	if s.Len() == 0 {
		return object.Int(0), nil
	}
	text := s.String()
	nl, _ := object.AsStr(o.newline)
	switch {
	case o.newline.IsNone() && strings.Contains(text, "\r"):
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	case nl == "\r" || nl == "\r\n":
		text = strings.ReplaceAll(text, "\n", nl)
	}
	if !o.edited && o.pos == o.n {
		o.text.WriteString(text)
		o.n += count(text)
		o.pos = o.n
		return object.Int(int64(s.Len())), nil
	}
	runes, add := o.edit(), runesOf(text)
	for len(runes) < o.pos+len(add) {
		runes = append(runes, 0)
	}
	copy(runes[o.pos:], add)
	o.runes = runes
	o.pos += len(add)
	return object.Int(int64(s.Len())), nil
}

func stringIORead(t *object.Thread, a []object.Value) (object.Value, error) {
	o := stringIO(a)
	n, err := size(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	runes := o.edit()
	start := min(o.pos, len(runes))
	end := len(runes)
	if n >= 0 {
		end = min(start+n, end)
	}
	o.pos = max(end, o.pos)
	return object.NewStrRunes(runes[start:end]), nil
}

func stringIOReadLine(t *object.Thread, a []object.Value) (object.Value, error) {
	o := stringIO(a)
	n, err := size(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	return o.line(n), nil
}

// line reads a line of at most n characters, or of any length if n is negative.
func (o *StringIO) line(n int) object.Value {
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
	return object.NewStrRunes(runes[start:end])
}

// stringIONext is the next line; a subclass may have a readline of its own.
func stringIONext(t *object.Thread, v object.Value) (object.Value, bool, error) {
	if v.Class() != StringIOClass {
		return nextLine(t, v)
	}
	if err := memoryOpen(v); err != nil {
		return object.Value{}, false, err
	}
	s := v.Object().(*StringIO).line(-1)
	return s, s.Object().(*object.Str).Len() > 0, nil
}

// endsLine reports whether runes[start:end] is a line, by what newline says.
func (o *StringIO) endsLine(runes []rune, start, end int) bool {
	last := runes[end-1]
	nl, _ := object.AsStr(o.newline)
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

func stringIOSeek(t *object.Thread, a []object.Value) (object.Value, error) {
	o := stringIO(a)
	pos, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	whence, err := object.IndexInt(t, a[2])
	switch {
	case err != nil:
		return object.Value{}, err
	case whence != 0 && pos != 0:
		return object.Value{}, object.Raise(object.OSError, "Can't do nonzero cur-relative seeks")
	case whence == 1:
		pos = o.pos
	case whence == 2:
		pos = len(o.edit())
	case pos < 0:
		return object.Value{}, object.Raise(object.ValueError, "Negative seek position %d", pos)
	}
	o.pos = pos
	return object.Int(int64(pos)), t.ChargeItems(pos, 4)
}

func stringIOTruncate(t *object.Thread, a []object.Value) (object.Value, error) {
	o := stringIO(a)
	size := o.pos
	if !a[1].IsNone() {
		var err error
		if size, err = object.IndexInt(t, a[1]); err != nil {
			return object.Value{}, err
		}
	}
	if size < 0 {
		return object.Value{}, object.Raise(object.ValueError, "Negative size value %d", size)
	}
	runes := o.edit()
	o.runes = runes[:min(size, len(runes))]
	return object.Int(int64(size)), nil
}

func bytesIOInit(t *object.Thread, self object.Value, a []object.Value) error {
	o := self.Object().(*BytesIO)
	if a[0].IsNone() {
		return nil
	}
	b, err := object.Buffer(a[0])
	o.b, o.pos = append([]byte(nil), b...), 0
	return err
}

func bytesIORead(t *object.Thread, a []object.Value) (object.Value, error) {
	o := bytesIO(a)
	n, err := size(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	start, end := min(o.pos, len(o.b)), len(o.b)
	if n >= 0 {
		end = min(start+n, end)
	}
	o.pos = max(end, o.pos)
	return object.NewBytes(append([]byte(nil), o.b[start:end]...)), nil
}

func bytesIOReadLine(t *object.Thread, a []object.Value) (object.Value, error) {
	o := bytesIO(a)
	n := len(o.b) - min(o.pos, len(o.b))
	if i := bytes.IndexByte(o.b[min(o.pos, len(o.b)):], '\n'); i >= 0 {
		n = i + 1
	}
	limit, err := size(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if limit >= 0 {
		n = min(n, limit)
	}
	return bytesIORead(t, []object.Value{a[0], object.Int(int64(n))})
}

func bytesIOReadInto(t *object.Thread, a []object.Value) (object.Value, error) {
	to, err := writeBuffer(a[1])
	if err != nil {
		return object.Value{}, err
	}
	o := bytesIO(a)
	n := copy(to, o.b[min(o.pos, len(o.b)):])
	o.pos += n
	return object.Int(int64(n)), nil
}

func bytesIOWrite(t *object.Thread, a []object.Value) (object.Value, error) {
	o := bytesIO(a)
	b, err := object.Buffer(a[1])
	if err != nil {
		return object.Value{}, err
	}
	if err := t.Charge(len(b) + max(o.pos-len(o.b), 0)); err != nil {
		return object.Value{}, err
	}
	for len(o.b) < o.pos {
		o.b = append(o.b, 0)
	}
	n := copy(o.b[o.pos:], b)
	o.b = append(o.b, b[n:]...)
	o.pos += len(b)
	return object.Int(int64(len(b))), nil
}

func bytesIOSeek(t *object.Thread, a []object.Value) (object.Value, error) {
	o := bytesIO(a)
	pos, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	whence, err := object.IndexInt(t, a[2])
	switch {
	case err != nil:
		return object.Value{}, err
	case whence == 1:
		pos = max(pos+o.pos, 0)
	case whence == 2:
		pos = max(pos+len(o.b), 0)
	case pos < 0:
		return object.Value{}, object.Raise(object.ValueError, "negative seek value %d", pos)
	}
	o.pos = pos
	return object.Int(int64(pos)), nil
}

func bytesIOTruncate(t *object.Thread, a []object.Value) (object.Value, error) {
	o := bytesIO(a)
	size := o.pos
	if !a[1].IsNone() {
		var err error
		if size, err = object.IndexInt(t, a[1]); err != nil {
			return object.Value{}, err
		}
	}
	if size < 0 {
		return object.Value{}, object.Raise(object.ValueError, "negative size value %d", size)
	}
	o.b = o.b[:min(size, len(o.b))]
	return object.Int(int64(size)), nil
}
