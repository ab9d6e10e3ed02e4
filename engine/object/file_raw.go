package object

import (
	"io"
	"strings"
)

// This file lets buffered and text files stand on what the program gives them: a binary
// file, a BytesIO, or an object of a class of its own that reads and writes.

// pythonFile reads and writes by the methods of a Python object.
type pythonFile struct {
	t     *Thread // of the call that is under way
	v     Value
	ahead []byte // read from v, and given back
}

func (p *pythonFile) call(name string, args ...Value) (Value, error) {
	return CallAttr(p.t, p.v, name, args...)
}

func (p *pythonFile) Read(b []byte) (int, error) {
	if len(p.ahead) > 0 {
		n := copy(b, p.ahead)
		p.ahead = p.ahead[n:]
		return n, nil
	}
	if len(b) == 0 {
		return 0, nil
	}
	var got []byte
	if into := NewByteArray(make([]byte, len(b))); RawIOBaseClass.Is(p.v) {
		n, err := p.call("readinto", into)
		if err != nil || n.IsNone() {
			return 0, orEnd(err)
		}
		size, err := IndexInt(p.t, n)
		if err != nil {
			return 0, err
		}
		if size < 0 || size > len(b) {
			return 0, Raise(OSError, "raw readinto() returned invalid length %d (should have been between 0 and %d)", size, len(b))
		}
		got = into.Object().(*ByteArray).B[:size]
	} else {
		method := "read"
		if _, ok, err := GetAttrOpt(p.t, p.v, "read1"); ok && err == nil {
			method = "read1"
		}
		x, err := p.call(method, Int(int64(len(b))))
		if err != nil || x.IsNone() {
			return 0, orEnd(err)
		}
		var ok bool
		if got, ok = bufferOf(x); !ok {
			return 0, Raise(TypeError, "underlying %s() should have returned a bytes-like object, not '%s'", method, TypeName(x))
		}
	}
	n := copy(b, got)
	p.ahead = append(p.ahead, got[n:]...)
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func orEnd(err error) error {
	if err == nil {
		return io.EOF
	}
	return err
}

func (p *pythonFile) Write(b []byte) (int, error) {
	for sent := 0; sent < len(b); {
		v, err := p.call("write", NewBytes(append([]byte(nil), b[sent:]...)))
		if err != nil {
			return sent, err
		}
		if v.IsNone() {
			break
		}
		n, err := IndexInt(p.t, v)
		if err != nil {
			return sent, err
		}
		if n <= 0 || n > len(b)-sent {
			return sent, Raise(OSError, "raw write() returned invalid length %d (should have been between 0 and %d)", n, len(b)-sent)
		}
		sent += n
	}
	return len(b), nil
}

func (p *pythonFile) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekCurrent {
		offset -= int64(len(p.ahead))
	}
	p.ahead = nil
	v, err := p.call("seek", Int(offset), Int(int64(whence)))
	if err != nil {
		return 0, err
	}
	n, err := IndexInt(p.t, v)
	if err == nil && n < 0 {
		err = Raise(OSError, "Raw stream returned invalid position %d", n)
	}
	return int64(n), err
}

func (p *pythonFile) Truncate(size int64) error {
	_, err := p.call("truncate", Int(size))
	return err
}

func (p *pythonFile) Close() error {
	_, err := p.call("close")
	return err
}

// lend lets a raw file of Python's call on t.
func lend(t *Thread, raw rawFile) {
	if p, ok := raw.(*pythonFile); ok {
		p.t = t
	}
}

// giveBack moves a raw file back before bytes that were read.
func giveBack(raw rawFile, b []byte) error {
	if p, ok := raw.(*pythonFile); ok {
		p.ahead = append(append([]byte(nil), b...), p.ahead...)
		return nil
	}
	if _, err := raw.Seek(int64(-len(b)), io.SeekCurrent); err != nil {
		return FileError(err, "")
	}
	return nil
}

// rawOver is what a file that stands on v reads and writes.
func rawOver(t *Thread, v Value) rawFile {
	switch o := v.Object().(type) {
	case *BytesIO:
		if o.class == BytesIOClass {
			return &memoryFile{o}
		}
	case *BinaryFile:
		if o.raw != nil && o.class.Builtin {
			lend(t, o.raw)
			return o.raw
		}
	}
	return &pythonFile{t: t, v: v}
}

// able asks whether v is readable, writable or seekable.
func able(t *Thread, v Value, what string) (bool, error) {
	answer, err := CallAttr(t, v, what)
	if err != nil {
		return false, err
	}
	return ToBool(t, answer)
}

// buffered makes the __init__ of a class of buffered files.
func buffered(mode fileMode, needs ...string) func(*Thread, Value, []Value) error {
	return func(t *Thread, self Value, a []Value) error {
		size, err := IndexInt(t, a[1])
		if err != nil {
			return err
		}
		for _, what := range needs {
			if ok, err := able(t, a[0], what); err != nil {
				return err
			} else if !ok {
				return unsupportedIO("File or stream is not " + what + ".")
			}
		}
		if size <= 0 {
			return Raise(ValueError, "buffer size must be strictly positive")
		}
		f := binaryFile(self)
		*f = BinaryFile{Head: f.Head, raw: rawOver(t, a[0]), name: None, mode: mode, under: a[0]}
		if under, ok := a[0].Object().(*BinaryFile); ok {
			f.stream, f.name, f.mode.text = under.stream, under.name, under.mode.text
		}
		return nil
	}
}

// fileIOInit is FileIO.__init__.
func fileIOInit(t *Thread, self Value, a []Value) error {
	text, ok := AsStr(a[1])
	if !ok {
		return Raise(TypeError, "FileIO() argument 'mode' must be str, not %s", ArgName(a[1]))
	}
	if strings.ContainsAny(text, "t") {
		return Raise(ValueError, "invalid mode: %s", QuoteString(text))
	}
	mode, err := parseMode(strings.ReplaceAll(text, "b", "") + "b")
	if err != nil {
		if strings.Trim(text, "abrwx+") != "" {
			return Raise(ValueError, "invalid mode: %s", text)
		}
		return Raise(ValueError, "Must have exactly one of create/read/write/append mode and at most one plus")
	}
	name, err := FSPath(t, a[0])
	if err != nil {
		return err
	}
	raw, err := t.Session.openRaw(name, mode)
	if err != nil {
		return err
	}
	f := binaryFile(self)
	mode.text = rawMode(mode)
	*f = BinaryFile{Head: f.Head, raw: raw, name: a[0], mode: mode}
	return nil
}

// rawMode is the mode as a FileIO says it.
func rawMode(m fileMode) string {
	letter := "r"
	switch {
	case m.create:
		letter = "x"
	case m.append:
		letter = "a"
	case m.write && m.plus:
		return "rb+"
	case m.write:
		letter = "w"
	}
	if m.plus {
		return letter + "b+"
	}
	return letter + "b"
}

// The methods that the base classes of files have for their subclasses.
var (
	rawIOMethods = []Method{
		{"read(self, size=-1, /)", rawIORead, ""},
		{"readall(self, /)", rawIOReadAll, "Read until EOF, using multiple read() call."},
	}
	bufferedIOMethods = []Method{
		refused("read(self, size=-1, /)", "Read and return up to n bytes."),
		refused("read1(self, size=-1, /)", "Read and return up to n bytes, with at most one read() call"),
		refused("write(self, b, /)", "Write the given buffer to the IO stream."),
		refused("detach(self, /)", "Disconnect this buffer from its underlying raw stream and return it."),
		{"readinto(self, buffer, /)", readInto("read"), ""},
		{"readinto1(self, buffer, /)", readInto("read1"), ""},
	}
	textIOMethods = []Method{
		refused("read(self, size=-1, /)", "Read at most n characters from stream."),
		refused("readline(self, size=-1, /)", "Read until newline or EOF."),
		refused("write(self, s, /)", "Write string to stream."),
		refused("detach(self, /)", "Separate the underlying buffer from the TextIOBase and return it."),
	}
)

// refused is a method that subclasses are to have.
func refused(sig, doc string) Method {
	name, _, _ := strings.Cut(sig, "(")
	return Method{sig, func(*Thread, []Value) (Value, error) { return Value{}, unsupportedIO(name) }, doc}
}

func rawIORead(t *Thread, a []Value) (Value, error) {
	n, err := optionalSize(t, a[1])
	if err != nil {
		return Value{}, err
	}
	if n < 0 {
		return CallAttr(t, a[0], "readall")
	}
	if err := t.Charge(n); err != nil {
		return Value{}, err
	}
	into := NewByteArray(make([]byte, n))
	got, err := CallAttr(t, a[0], "readinto", into)
	if err != nil || got.IsNone() {
		return got, err
	}
	size, err := IndexInt(t, got)
	if err == nil && (size < 0 || size > n) {
		err = Raise(ValueError, "readinto returned %d outside buffer size %d", size, n)
	}
	if err != nil {
		return Value{}, err
	}
	return NewBytes(into.Object().(*ByteArray).B[:size]), nil
}

func rawIOReadAll(t *Thread, a []Value) (Value, error) {
	var all []byte
	for {
		x, err := CallAttr(t, a[0], "read", Int(8192))
		if err != nil {
			return Value{}, err
		}
		b, ok := bufferOf(x)
		switch {
		case x.IsNone() && len(all) == 0:
			return None, nil
		case !x.IsNone() && !ok:
			return Value{}, Raise(TypeError, "read() should return bytes")
		case len(b) == 0:
			return NewBytes(all), nil
		}
		if err := t.Charge(len(b)); err != nil {
			return Value{}, err
		}
		all = append(all, b...)
	}
}

// readInto fills a buffer by another method of the file.
func readInto(method string) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		to, err := writeBuffer(a[1])
		if err != nil {
			return Value{}, err
		}
		x, err := CallAttr(t, a[0], method, Int(int64(len(to))))
		if err != nil {
			return Value{}, err
		}
		b, ok := bufferOf(x)
		if !ok {
			return Value{}, Raise(TypeError, "%s() should return bytes", method)
		}
		if len(b) > len(to) {
			return Value{}, Raise(ValueError, "%s() returned too much data: %d bytes requested, %d returned", method, len(to), len(b))
		}
		return Int(int64(copy(to, b))), nil
	}
}

// writeBuffer is the bytes of an object that may be written, for readinto.
func writeBuffer(v Value) ([]byte, error) {
	b, ok := WriteBuffer(v)
	if !ok {
		return nil, Raise(TypeError, "readinto() argument must be read-write bytes-like object, not %s", TypeName(v))
	}
	return b, nil
}

// ioBaseReadLine is IOBase.readline: byte by byte, or as far as peek sees.
func ioBaseReadLine(t *Thread, a []Value) (Value, error) {
	limit, err := optionalSize(t, a[1])
	if err != nil {
		return Value{}, err
	}
	var line []byte
	for limit < 0 || len(line) < limit {
		x, err := CallAttr(t, a[0], "read", Int(1))
		if err != nil {
			return Value{}, err
		}
		b, ok := bufferOf(x)
		if !ok {
			return Value{}, Raise(OSError, "read() should have returned a bytes object, not '%s'", TypeName(x))
		}
		if line = append(line, b...); len(b) == 0 || b[len(b)-1] == '\n' {
			break
		}
	}
	return NewBytes(line), nil
}
