package object

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// TextFile is a text file of the session (io.TextIOWrapper), or one of its
// standard streams.
type TextFile struct {
	Head
	stream   io.Writer // of sys.stdout and sys.stderr; nil otherwise
	flush    func()
	raw      rawFile
	name     Value
	mode     fileMode
	buffer   Value // what TextIOWrapper() was given
	encoding string
	errors   string
	newline  Value  // None: universal; else "", "\n", "\r" or "\r\n"
	ahead    []byte // read from raw, not yet given out
	closed   bool
	stdin    bool
}

// TextFileClass is io.TextIOWrapper.
var TextFileClass = NewBuiltin("_io.TextIOWrapper")

func newTextFile(raw rawFile, name Value, m fileMode, encoding, handler, newline Value) (Value, error) {
	f := &TextFile{raw: raw, name: name, mode: m, encoding: "UTF-8", errors: "strict", newline: newline}
	if !encoding.IsNone() {
		enc, ok := AsStr(encoding)
		if !ok {
			return Value{}, Raise(TypeError, "open() argument 'encoding' must be str or None, not %s", TypeName(encoding))
		}
		if _, err := findCodec(enc); err != nil {
			return Value{}, err
		}
		f.encoding = enc
	}
	if s, ok := AsStr(handler); ok {
		f.errors = s
	}
	if s, ok := AsStr(newline); ok && s != "" && s != "\n" && s != "\r" && s != "\r\n" {
		return Value{}, Raise(ValueError, "illegal newline value: %s", QuoteString(s))
	}
	return Adopt(f, TextFileClass), nil
}

// openStreams puts stdin, stdout and stderr into sys. Their writers are looked up
// at each write, so that a session may change them.
func (s *Session) openStreams() {
	out := &TextFile{stream: writerFunc(func(b []byte) (int, error) { return s.Stdout.Write(b) }), name: newASCII("<stdout>"), mode: fileMode{text: "w", write: true}, encoding: "utf-8", errors: "strict"}
	out.flush = func() {
		if s.Flush != nil {
			s.Flush()
		}
	}
	errs := &TextFile{stream: writerFunc(func(b []byte) (int, error) { return s.Stderr.Write(b) }), name: newASCII("<stderr>"), mode: fileMode{text: "w", write: true}, encoding: "utf-8", errors: "backslashreplace", flush: out.flush}
	in := &TextFile{stdin: true, name: newASCII("<stdin>"), mode: fileMode{text: "r", read: true}, encoding: "utf-8", errors: "strict"}
	for name, f := range map[string]*TextFile{"stdout": out, "stderr": errs, "stdin": in} {
		f.newline = None
		v := Adopt(f, TextFileClass)
		s.Sys.Set(name, v)
		s.Sys.Set("__"+name+"__", v)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func initTextFile() {
	prop := func(name string, get func(f *TextFile) Value) Prop {
		return Prop{Name: name, Get: func(_ *Thread, v Value) (Value, error) { return get(textFile(v)), nil }}
	}
	flag := func(name string, get func(f *TextFile) bool) Method {
		return Method{name + "(self, /)", func(_ *Thread, a []Value) (Value, error) {
			if textFile(a[0]).closed {
				return Value{}, closedError()
			}
			return Bool(get(textFile(a[0]))), nil
		}, ""}
	}
	TextFileClass.Define(Spec{
		Bases: []*Class{TextIOBaseClass}, Qualified: true, OwnLayout: true, Signature: textFileSignature,
		Alloc: func(c *Class) Value { return Adopt(&TextFile{name: None, newline: None}, c) }, Init: textFileInit, HasDict: true,
		Slots: Slots{Repr: textFileRepr, Iter: selfIter, Next: textFileNext},
		Methods: []Method{
			{"read(self, size=-1, /)", textRead, "Read at most n characters from stream."},
			{"readline(self, size=-1, /)", textReadLine, "Read until newline or EOF."},
			{"write(self, text, /)", textWrite, "Write string to stream."},
			{"seek(self, cookie, whence=0, /)", textSeek, "Change stream position."},
			{"tell(self, /)", textTell, "Return current stream position."},
			{"truncate(self, pos=None, /)", textTruncate, "Truncate file to size bytes."},
			{"flush(self, /)", textFlush, "Flush write buffers, if applicable."},
			{"close(self, /)", textClose, "Flush and close the IO object."},
			{"detach(self, /)", func(t *Thread, a []Value) (Value, error) { return GetAttr(t, a[0], "buffer") }, "Return the underlying buffer."},
			{"reconfigure(self, /, **kwargs)", func(_ *Thread, _ []Value) (Value, error) { return None, nil }, "Reconfigure the text stream with new parameters."},
			flag("readable", func(f *TextFile) bool { return f.readable() }),
			flag("writable", func(f *TextFile) bool { return f.writable() }),
			flag("seekable", func(f *TextFile) bool { return f.raw != nil }),
		},
		Props: []Prop{
			prop("name", func(f *TextFile) Value { return f.name }),
			prop("mode", func(f *TextFile) Value { return NewStr(f.mode.text) }),
			prop("encoding", func(f *TextFile) Value { return NewStr(f.encoding) }),
			prop("errors", func(f *TextFile) Value { return NewStr(f.errors) }),
			prop("closed", func(f *TextFile) Value { return Bool(f.closed) }),
			prop("newlines", func(f *TextFile) Value { return None }),
			prop("line_buffering", func(f *TextFile) Value { return False }),
			{Name: "buffer", Get: func(_ *Thread, v Value) (Value, error) {
				f := textFile(v)
				if !f.buffer.IsNil() {
					return f.buffer, nil
				}
				return Adopt(&BinaryFile{raw: f.raw, stream: f.stream, name: f.name, mode: f.mode}, BufferedWriterClass), nil
			}},
		},
	})
}

func textFile(v Value) *TextFile { return v.Object().(*TextFile) }

func (f *TextFile) readable() bool { return f.stdin || f.raw != nil && (f.mode.read || f.mode.plus) }
func (f *TextFile) writable() bool {
	return f.stream != nil || f.raw != nil && (!f.mode.read || f.mode.plus)
}

func textFileRepr(t *Thread, v Value) (string, error) {
	f := textFile(v)
	name, err := Repr(t, f.name)
	return fmt.Sprintf("<_io.TextIOWrapper name=%s mode='%s' encoding='%s'>", name, f.mode.text, f.encoding), err
}

// emit writes to a standard stream.
func (f *TextFile) emit(s string) error {
	if f.closed {
		return closedError()
	}
	if _, err := io.WriteString(f.stream, s); err != nil {
		if stop, ok := err.(*Stopped); ok {
			return stop
		}
		return NewOSError(5, "")
	}
	return nil
}

// fill reads the rest of the file into ahead.
func (f *TextFile) fill(t *Thread) error {
	switch {
	case f.closed:
		return closedError()
	case !f.readable():
		return unsupportedIO("not readable")
	case f.stdin:
		return f.fillStdin(t)
	}
	lend(t, f.raw)
	rest, err := io.ReadAll(f.raw)
	if err != nil {
		return FileError(err, "")
	}
	if err := t.Charge(len(rest)); err != nil {
		return err
	}
	if f.newline.IsNone() && bytes.IndexByte(rest, '\r') >= 0 {
		rest = bytes.ReplaceAll(bytes.ReplaceAll(rest, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	}
	f.ahead = append(f.ahead, rest...)
	return nil
}

func (f *TextFile) fillStdin(t *Thread) error {
	if len(f.ahead) > 0 || t.Session.Input == nil {
		return nil
	}
	line, err := t.Session.Input(t, "")
	if err == io.EOF {
		return nil
	}
	f.ahead = append(f.ahead, line+"\n"...)
	return err
}

// take decodes the first n bytes of ahead and drops them.
func (f *TextFile) take(t *Thread, n int) (Value, error) {
	v, err := Decode(t, f.ahead[:n], f.encoding, f.errors)
	if err == nil {
		f.ahead = f.ahead[n:]
	}
	return v, err
}

func textRead(t *Thread, a []Value) (Value, error) {
	f := textFile(a[0])
	size, err := optionalSize(t, a[1])
	if err != nil {
		return Value{}, err
	}
	if err := f.fill(t); err != nil {
		return Value{}, err
	}
	if size < 0 {
		return f.take(t, len(f.ahead))
	}
	all, err := Decode(t, f.ahead, f.encoding, f.errors)
	if err != nil {
		return Value{}, err
	}
	s := all.Object().(*Str)
	part := s.slice(0, min(size, s.n))
	used, err := Encode(t, part, f.encoding, f.errors)
	f.ahead = f.ahead[min(len(used), len(f.ahead)):]
	return part, err
}

func textReadLine(t *Thread, a []Value) (Value, error) {
	f := textFile(a[0])
	size, err := optionalSize(t, a[1])
	if err != nil {
		return Value{}, err
	}
	if bytes.IndexByte(f.ahead, '\n') < 0 || f.closed {
		if err := f.fill(t); err != nil {
			return Value{}, err
		}
	}
	end := "\n"
	if s, ok := AsStr(f.newline); ok && s != "" {
		end = s
	}
	n := len(f.ahead)
	if i := bytes.Index(f.ahead, []byte(end)); i >= 0 {
		n = i + len(end)
	}
	if size >= 0 {
		n = min(n, size)
	}
	return f.take(t, n)
}

func textFileNext(t *Thread, v Value) (Value, bool, error) {
	line, err := textReadLine(t, []Value{v, Int(-1)})
	if err != nil {
		return Value{}, false, err
	}
	return line, line.Object().(*Str).n > 0, nil
}

func textWrite(t *Thread, a []Value) (Value, error) {
	f := textFile(a[0])
	s, ok := a[1].Object().(*Str)
	switch {
	case !ok:
		return Value{}, Raise(TypeError, "write() argument must be str, not %s", TypeName(a[1]))
	case f.closed:
		return Value{}, closedError()
	case !f.writable():
		return Value{}, unsupportedIO("not writable")
	case f.stream != nil:
		return Int(int64(s.n)), f.emit(s.s)
	}
	lend(t, f.raw)
	if err := f.settle(); err != nil {
		return Value{}, err
	}
	text := s
	if nl, ok := AsStr(f.newline); ok && nl != "" && nl != "\n" {
		text = NewStr(strings.ReplaceAll(s.s, "\n", nl)).Object().(*Str)
	}
	b, err := Encode(t, Of(text), f.encoding, f.errors)
	if err != nil {
		return Value{}, err
	}
	if f.mode.append {
		if _, err := f.raw.Seek(0, io.SeekEnd); err != nil {
			return Value{}, NewOSError(5, "")
		}
	}
	if _, err := f.raw.Write(b); err != nil {
		return Value{}, FileError(err, "")
	}
	return Int(int64(s.n)), nil
}

// settle moves the file's position back to what has been given out.
func (f *TextFile) settle() error {
	if len(f.ahead) > 0 {
		if err := giveBack(f.raw, f.ahead); err != nil {
			return NewOSError(22, "")
		}
		f.ahead = nil
	}
	return nil
}

func textSeek(t *Thread, a []Value) (Value, error) {
	f := textFile(a[0])
	at, err := IndexInt(t, a[1])
	if err != nil {
		return Value{}, err
	}
	whence, err := IndexInt(t, a[2])
	switch {
	case err != nil:
		return Value{}, err
	case f.closed:
		return Value{}, closedError()
	case f.raw == nil:
		return Value{}, unsupportedIO("underlying stream is not seekable")
	case whence == 1 && at != 0:
		return Value{}, unsupportedIO("can't do nonzero cur-relative seeks")
	case whence == 2 && at != 0:
		return Value{}, unsupportedIO("can't do nonzero end-relative seeks")
	case whence < 0 || whence > 2:
		return Value{}, Raise(ValueError, "invalid whence (%d, should be 0, 1 or 2)", whence)
	case at < 0:
		return Value{}, Raise(ValueError, "negative seek position %d", at)
	}
	lend(t, f.raw)
	if err := f.settle(); err != nil {
		return Value{}, err
	}
	pos, err := seekRaw(t, f.raw, int64(at), whence)
	return Int(pos), err
}

// seekRaw moves a file's position. One beyond the end is charged for: files are kept in
// memory, and the next write fills the gap.
func seekRaw(t *Thread, raw rawFile, at int64, whence int) (int64, error) {
	if p, ok := raw.(*pythonFile); ok {
		return p.Seek(at, whence)
	}
	here, err := raw.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, NewOSError(22, "")
	}
	size, err := raw.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, NewOSError(22, "")
	}
	to := at + []int64{0, here, size}[whence]
	if err := chargeGap(t, to-size); err != nil {
		return 0, err
	}
	if to < 0 {
		to = here
		err = NewOSError(22, "")
	}
	if _, failed := raw.Seek(to, io.SeekStart); failed != nil {
		return 0, NewOSError(22, "")
	}
	return to, err
}

// chargeGap charges n bytes of a file that are not written yet.
func chargeGap(t *Thread, n int64) error {
	if n <= 0 {
		return nil
	}
	if n > t.Session.Limits.Alloc {
		return NewOSError(27, "")
	}
	return t.Charge(int(n))
}

func textTell(t *Thread, a []Value) (Value, error) {
	f := textFile(a[0])
	switch {
	case f.closed:
		return Value{}, closedError()
	case f.raw == nil:
		return Value{}, unsupportedIO("underlying stream is not seekable")
	}
	lend(t, f.raw)
	pos, err := f.raw.Seek(0, io.SeekCurrent)
	if err != nil {
		return Value{}, FileError(err, "")
	}
	return Int(pos - int64(len(f.ahead))), nil
}

func textTruncate(t *Thread, a []Value) (Value, error) {
	f := textFile(a[0])
	if f.closed {
		return Value{}, closedError()
	}
	if !f.writable() || f.raw == nil {
		return Value{}, unsupportedIO("File not open for writing")
	}
	lend(t, f.raw)
	if err := f.settle(); err != nil {
		return Value{}, err
	}
	return truncateRaw(t, f.raw, a[1])
}

func truncateRaw(t *Thread, raw rawFile, size Value) (Value, error) {
	pos, err := raw.Seek(0, io.SeekCurrent)
	if err != nil {
		return Value{}, NewOSError(22, "")
	}
	if !size.IsNone() {
		n, err := IndexInt(t, size)
		if err != nil {
			return Value{}, err
		}
		pos = int64(n)
	}
	if pos < 0 {
		return Value{}, NewOSError(22, "")
	}
	if err := chargeGap(t, pos); err != nil {
		return Value{}, err
	}
	if err := raw.Truncate(pos); err != nil {
		return Value{}, FileError(err, "")
	}
	return Int(pos), nil
}

func textFlush(t *Thread, a []Value) (Value, error) {
	f := textFile(a[0])
	if f.closed {
		return Value{}, closedError()
	}
	if f.flush != nil {
		f.flush()
	}
	if p, ok := f.raw.(*pythonFile); ok {
		_, _, err := CallMethod(t, p.v, "flush")
		return None, err
	}
	return None, nil
}

func textClose(t *Thread, a []Value) (Value, error) {
	f := textFile(a[0])
	if f.raw != nil && !f.closed {
		lend(t, f.raw)
		if err := f.raw.Close(); err != nil {
			return Value{}, FileError(err, "")
		}
	}
	f.closed = true
	return None, nil
}
