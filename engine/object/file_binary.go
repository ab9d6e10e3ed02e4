package object

import (
	"bytes"
	"fmt"
	"io"
)

// BinaryFile is a binary file of the session: io.BufferedReader, BufferedWriter
// or BufferedRandom, or the bytes below a standard stream.
type BinaryFile struct {
	Head
	raw    rawFile
	stream io.Writer
	under  Value // what the class was given to stand on; none for a file of open()
	name   Value
	mode   fileMode
	closed bool
}

// The classes of binary files.
var (
	BufferedReaderClass = NewBuiltin("_io.BufferedReader")
	BufferedWriterClass = NewBuiltin("_io.BufferedWriter")
	BufferedRandomClass = NewBuiltin("_io.BufferedRandom")
	FileIOClass         = NewBuiltin("_io.FileIO")
)

func newBinaryFile(raw rawFile, name Value, m fileMode) Value {
	class := BufferedWriterClass
	switch {
	case m.plus:
		class = BufferedRandomClass
	case m.read:
		class = BufferedReaderClass
	}
	return Adopt(&BinaryFile{raw: raw, name: name, mode: m}, class)
}

func initBinaryFile() {
	prop := func(name string, get func(f *BinaryFile) Value) Prop {
		return Prop{Name: name, Get: func(_ *Thread, v Value) (Value, error) { return get(binaryFile(v)), nil }}
	}
	flag := func(name string, get func(f *BinaryFile) bool) Method {
		return Method{name + "(self, /)", func(_ *Thread, a []Value) (Value, error) { return Bool(get(binaryFile(a[0]))), nil }, ""}
	}
	for _, c := range []struct {
		class, base *Class
		signature   string
		init        func(*Thread, Value, []Value) error
	}{
		{BufferedReaderClass, BufferedIOBaseClass, "BufferedReader(raw, buffer_size=8192)", buffered(fileMode{text: "rb", read: true}, "readable")},
		{BufferedWriterClass, BufferedIOBaseClass, "BufferedWriter(raw, buffer_size=8192)", buffered(fileMode{text: "wb", write: true}, "writable")},
		{BufferedRandomClass, BufferedIOBaseClass, "BufferedRandom(raw, buffer_size=8192)", buffered(fileMode{text: "rb+", read: true, plus: true}, "seekable", "readable", "writable")},
		{FileIOClass, RawIOBaseClass, "FileIO(file, mode='r', closefd=True, opener=None)", fileIOInit},
	} {
		c.class.Define(Spec{
			Bases: []*Class{c.base}, Qualified: true, OwnLayout: true, HasDict: true, Signature: c.signature,
			Alloc: func(c *Class) Value { return Adopt(&BinaryFile{name: None, closed: true}, c) }, Init: c.init,
			Slots: Slots{Iter: selfIter, Next: binaryNext, Repr: func(t *Thread, v Value) (string, error) {
				if f := binaryFile(v); f.name.IsNone() {
					return "<" + TypeName(v) + ">", nil
				}
				name, err := Repr(t, binaryFile(v).name)
				return fmt.Sprintf("<%s name=%s>", TypeName(v), name), err
			}},
			Methods: []Method{
				{"read(self, size=-1, /)", binaryRead, "Read and return up to n bytes."},
				{"read1(self, size=-1, /)", binaryRead, "Read and return up to n bytes."},
				{"readline(self, size=-1, /)", binaryReadLine, "Read and return a line from the stream."},
				{"readinto(self, buffer, /)", binaryReadInto, "Read bytes into a bytearray."},
				{"readinto1(self, buffer, /)", binaryReadInto, "Read bytes into a bytearray."},
				{"readall(self, /)", func(t *Thread, a []Value) (Value, error) { return binaryRead(t, []Value{a[0], None}) }, "Read all data from the file, returned as bytes."},
				{"detach(self, /)", binaryDetach, "Disconnect this buffer from its underlying raw stream and return it."},
				{"flush(self, /)", binaryFlush, "Flush write buffers, if applicable."},
				{"peek(self, size=0, /)", binaryPeek, "Return bytes without moving on."},
				{"write(self, buffer, /)", binaryWrite, "Write the given bytes."},
				{"seek(self, target, whence=0, /)", binarySeek, "Change stream position."},
				{"tell(self, /)", func(t *Thread, a []Value) (Value, error) { return binarySeek(t, []Value{a[0], Int(0), Int(1)}) }, "Return current stream position."},
				{"truncate(self, pos=None, /)", binaryTruncate, "Truncate file to size bytes."},
				{"close(self, /)", binaryClose, "Flush and close the IO object."},
				flag("readable", func(f *BinaryFile) bool { return f.readable() }),
				flag("writable", func(f *BinaryFile) bool { return f.writable() }),
				flag("seekable", func(f *BinaryFile) bool { return f.raw != nil }),
			},
			Props: []Prop{
				prop("name", func(f *BinaryFile) Value { return f.name }),
				prop("mode", func(f *BinaryFile) Value { return NewStr(f.mode.text) }),
				prop("closed", func(f *BinaryFile) Value { return Bool(f.closed) }),
				{Name: "raw", Get: func(_ *Thread, v Value) (Value, error) {
					if f := binaryFile(v); !f.under.IsNil() {
						return f.under, nil
					}
					f := *binaryFile(v)
					f.mode.text = rawMode(f.mode)
					return Adopt(&f, FileIOClass), nil
				}},
			},
		})
	}
}

func binaryFile(v Value) *BinaryFile { return v.Object().(*BinaryFile) }

func (f *BinaryFile) readable() bool { return f.raw != nil && (f.mode.read || f.mode.plus) }
func (f *BinaryFile) writable() bool {
	return f.stream != nil || f.raw != nil && (!f.mode.read || f.mode.plus)
}

func (f *BinaryFile) check(t *Thread, read bool) error {
	lend(t, f.raw)
	switch {
	case f.closed:
		if read {
			return Raise(ValueError, "read of closed file")
		}
		return Raise(ValueError, "write to closed file")
	case read && !f.readable():
		return unsupportedIO("read")
	case !read && !f.writable():
		return unsupportedIO("write")
	}
	return nil
}

func (f *BinaryFile) read(t *Thread, n int) ([]byte, error) {
	if err := f.check(t, true); err != nil {
		return nil, err
	}
	var b []byte
	var err error
	if n < 0 {
		b, err = io.ReadAll(f.raw)
	} else {
		if err := t.Charge(n); err != nil {
			return nil, err
		}
		b, err = io.ReadAll(io.LimitReader(f.raw, int64(n)))
	}
	if err != nil {
		return nil, FileError(err, "")
	}
	return b, t.Charge(len(b))
}

func binaryRead(t *Thread, a []Value) (Value, error) {
	n, err := optionalSize(t, a[1])
	if err != nil {
		return Value{}, err
	}
	b, err := binaryFile(a[0]).read(t, n)
	if err != nil {
		return Value{}, err
	}
	return NewBytes(b), nil
}

// line reads up to and including the next newline.
func (f *BinaryFile) line(t *Thread) ([]byte, error) {
	var line []byte
	for {
		chunk, err := f.read(t, 512)
		if err != nil {
			return nil, err
		}
		i := bytes.IndexByte(chunk, '\n')
		if i < 0 && len(chunk) == 512 {
			line = append(line, chunk...)
			continue
		}
		if i >= 0 {
			if err := giveBack(f.raw, chunk[i+1:]); err != nil {
				return nil, err
			}
			chunk = chunk[:i+1]
		}
		return append(line, chunk...), nil
	}
}

func binaryReadLine(t *Thread, a []Value) (Value, error) {
	f := binaryFile(a[0])
	limit, err := optionalSize(t, a[1])
	if err != nil {
		return Value{}, err
	}
	b, err := f.line(t)
	if err != nil {
		return Value{}, err
	}
	if limit >= 0 && limit < len(b) {
		err = giveBack(f.raw, b[limit:])
		b = b[:limit]
	}
	return NewBytes(b), err
}

func binaryNext(t *Thread, v Value) (Value, bool, error) {
	b, err := binaryFile(v).line(t)
	return NewBytes(b), len(b) > 0 && err == nil, err
}

func binaryReadInto(t *Thread, a []Value) (Value, error) {
	to, err := writeBuffer(a[1])
	if err != nil {
		return Value{}, err
	}
	b, err := binaryFile(a[0]).read(t, len(to))
	copy(to, b)
	return Int(int64(len(b))), err
}

func binaryPeek(t *Thread, a []Value) (Value, error) {
	f := binaryFile(a[0])
	b, err := f.read(t, 8192)
	if err != nil {
		return Value{}, err
	}
	return NewBytes(b), giveBack(f.raw, b)
}

func binaryWrite(t *Thread, a []Value) (Value, error) {
	f := binaryFile(a[0])
	if err := f.check(t, false); err != nil {
		return Value{}, err
	}
	b, err := Buffer(a[1])
	if err != nil {
		return Value{}, err
	}
	var w io.Writer = f.raw
	if f.stream != nil {
		w = f.stream
	} else if f.mode.append {
		if _, err := f.raw.Seek(0, io.SeekEnd); err != nil {
			return Value{}, FileError(err, "")
		}
	}
	if err := t.Charge(len(b)); err != nil {
		return Value{}, err
	}
	if _, err := w.Write(b); err != nil {
		return Value{}, FileError(err, "")
	}
	return Int(int64(len(b))), nil
}

func binarySeek(t *Thread, a []Value) (Value, error) {
	f := binaryFile(a[0])
	at, err := IndexInt(t, a[1])
	if err != nil {
		return Value{}, err
	}
	whence, err := IndexInt(t, a[2])
	switch {
	case err != nil:
		return Value{}, err
	case f.closed:
		return Value{}, Raise(ValueError, "seek of closed file")
	case f.raw == nil:
		return Value{}, unsupportedIO("underlying stream is not seekable")
	case whence < 0 || whence > 2:
		return Value{}, Raise(ValueError, "whence value %d unsupported", whence)
	}
	lend(t, f.raw)
	pos, err := seekRaw(t, f.raw, int64(at), whence)
	return Int(pos), err
}

func binaryTruncate(t *Thread, a []Value) (Value, error) {
	f := binaryFile(a[0])
	if err := f.check(t, false); err != nil {
		return Value{}, err
	}
	return truncateRaw(t, f.raw, a[1])
}

// binaryDetach gives what the file stands on back, and is unusable from then on.
func binaryDetach(_ *Thread, a []Value) (Value, error) {
	f := binaryFile(a[0])
	if f.under.IsNil() {
		return Value{}, unsupportedIO("detach")
	}
	under := f.under
	f.raw, f.under, f.closed = nil, Value{}, true
	return under, nil
}

// binaryFlush: what is written is not kept back, but what the file stands on may do so.
func binaryFlush(t *Thread, a []Value) (Value, error) {
	f := binaryFile(a[0])
	if f.closed {
		return Value{}, Raise(ValueError, "flush of closed file")
	}
	if p, ok := f.raw.(*pythonFile); ok {
		lend(t, p)
		_, _, err := CallMethod(t, p.v, "flush")
		return None, err
	}
	return None, nil
}

func binaryClose(t *Thread, a []Value) (Value, error) {
	f := binaryFile(a[0])
	if f.raw != nil && !f.closed {
		f.closed = true
		lend(t, f.raw)
		if err := f.raw.Close(); err != nil {
			return Value{}, FileError(err, "")
		}
	}
	f.closed = true
	return None, nil
}
