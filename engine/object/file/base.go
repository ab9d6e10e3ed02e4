package file

import (
	"errors"
	"strings"

	"gputour/engine/object"
)

// IOBaseClass is _io._IOBase; RawIOBaseClass, BufferedIOBaseClass and TextIOBaseClass are below it. Module io makes abstract
// classes of them.
var (
	IOBaseClass         = object.NewBuiltin("_io._IOBase")
	RawIOBaseClass      = object.NewBuiltin("_io._RawIOBase")
	BufferedIOBaseClass = object.NewBuiltin("_io._BufferedIOBase")
	TextIOBaseClass     = object.NewBuiltin("_io._TextIOBase")
)

// UnsupportedOperation is io.UnsupportedOperation.
var UnsupportedOperation = object.NewBuiltin("io.UnsupportedOperation")

// unsupported is io.UnsupportedOperation with a text.
func unsupported(text string) error { return object.Raise(UnsupportedOperation, "%s", text) }

func closedError() error {
	return object.Raise(object.ValueError, "I/O operation on closed file.")
}

func initBase() {
	UnsupportedOperation.Define(object.Spec{Bases: []*object.Class{object.OSError, object.ValueError}})
	IOBaseClass.Define(object.Spec{HasDict: true, Slots: object.Slots{Iter: openIter, Next: nextLine}, Methods: []object.Method{
		{Sig: "__enter__(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) { return a[0], mustBeOpen(t, a[0]) }, Doc: ""},
		{Sig: "__exit__(self, /, *args)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			_, err := object.CallAttr(t, a[0], "close")
			return object.None, err
		}, Doc: ""},
		{Sig: "writelines(self, lines, /)", Fn: writeLines, Doc: "Write a list of lines to stream."},
		{Sig: "readline(self, size=-1, /)", Fn: baseReadLine, Doc: "Read and return a line from the stream."},
		{Sig: "readlines(self, hint=-1, /)", Fn: readLines, Doc: "Return a list of lines from the stream."},
		refused("seek(self, offset, whence=0, /)", "Change stream position."),
		refused("truncate(self, pos=None, /)", "Truncate file to size bytes."),
		refused("fileno(self, /)", "Return underlying file descriptor if one exists."),
		{Sig: "tell(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			return object.CallAttr(t, a[0], "seek", object.Int(0), object.Int(1))
		}, Doc: "Return current stream position."},
		{Sig: "isatty(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			return object.False, mustBeOpen(t, a[0])
		}, Doc: "Return whether this is an 'interactive' stream."},
		{Sig: "flush(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			if marked(a[0]) {
				return object.Value{}, closedError()
			}
			return object.None, nil
		}, Doc: "Flush write buffers, if applicable."},
		{Sig: "__del__(self, /)", Fn: baseDel, Doc: ""},
		{Sig: "close(self, /)", Fn: baseClose, Doc: "Flush and close the IO object."},
		isNot("readable"), isNot("writable"), isNot("seekable"),
		must("_checkClosed", mustBeOpen), must("_checkReadable", mustBe("readable")), must("_checkWritable", mustBe("writable")), must("_checkSeekable", mustBe("seekable")),
	}, Props: []object.Prop{
		{Name: "closed", Get: func(_ *object.Thread, v object.Value) (object.Value, error) { return object.Bool(marked(v)), nil }},
	}})
	none := func(name string) object.Prop {
		return object.Prop{Name: name, Get: func(*object.Thread, object.Value) (object.Value, error) { return object.None, nil }}
	}
	RawIOBaseClass.Define(object.Spec{Bases: []*object.Class{IOBaseClass}, Methods: []object.Method{
		{Sig: "read(self, size=-1, /)", Fn: rawRead, Doc: ""},
		{Sig: "readall(self, /)", Fn: rawReadAll, Doc: "Read until EOF, using multiple read() call."},
		notImplemented("readinto(self, b, /)"), notImplemented("write(self, b, /)"),
	}})
	BufferedIOBaseClass.Define(object.Spec{Bases: []*object.Class{IOBaseClass}, Methods: []object.Method{
		refused("read(self, size=-1, /)", "Read and return up to n bytes."),
		refused("read1(self, size=-1, /)", "Read and return up to n bytes, with at most one read() call"),
		refused("write(self, b, /)", "Write the given buffer to the IO stream."),
		refused("detach(self, /)", "Disconnect this buffer from its underlying raw stream and return it."),
		{Sig: "readinto(self, buffer, /)", Fn: readInto("read"), Doc: ""},
		{Sig: "readinto1(self, buffer, /)", Fn: readInto("read1"), Doc: ""},
	}})
	TextIOBaseClass.Define(object.Spec{Bases: []*object.Class{IOBaseClass}, Methods: []object.Method{
		refused("read(self, size=-1, /)", "Read at most n characters from stream."),
		refused("readline(self, size=-1, /)", "Read until newline or EOF."),
		refused("write(self, s, /)", "Write string to stream."),
		refused("detach(self, /)", "Separate the underlying buffer from the TextIOBase and return it."),
	}, Props: []object.Prop{none("encoding"), none("newlines"), none("errors")}})
}

// refused is a method that subclasses are to have.
func refused(sig, doc string) object.Method {
	name, _, _ := strings.Cut(sig, "(")
	return object.Method{Sig: sig, Fn: func(*object.Thread, []object.Value) (object.Value, error) { return object.Value{}, unsupported(name) }, Doc: doc}
}

func notImplemented(sig string) object.Method {
	return object.Method{Sig: sig, Fn: func(*object.Thread, []object.Value) (object.Value, error) {
		return object.Value{}, object.NewException(object.NotImplementedError)
	}}
}

func isNot(name string) object.Method {
	return object.Method{Sig: name + "(self, /)", Fn: func(*object.Thread, []object.Value) (object.Value, error) { return object.False, nil }}
}

// must is a method that gives None, or raises.
func must(name string, check func(t *object.Thread, v object.Value) error) object.Method {
	return object.Method{Sig: name + "(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		return object.None, check(t, a[0])
	}}
}

// mustBe checks what a file says that it can do.
func mustBe(what string) func(*object.Thread, object.Value) error {
	return func(t *object.Thread, v object.Value) error {
		ok, err := able(t, v, what)
		if err == nil && !ok {
			err = unsupported("File or stream is not " + what + ".")
		}
		return err
	}
}

// able asks whether v is readable, writable or seekable.
func able(t *object.Thread, v object.Value, what string) (bool, error) {
	answer, err := object.CallAttr(t, v, what)
	if err != nil {
		return false, err
	}
	return object.ToBool(t, answer)
}

// closedMark is the attribute that tells that IOBase.close was called, as in CPython.
const closedMark = "__IOBase_closed"

func marked(v object.Value) bool {
	attrs := object.AttrsOf(v)
	if attrs == nil {
		return false
	}
	_, closed := attrs.Get(closedMark)
	return closed
}

// baseDel closes a file that nobody holds any more. What goes wrong then has nobody to tell.
func baseDel(t *object.Thread, a []object.Value) (object.Value, error) {
	closed, err := object.GetAttr(t, a[0], "closed")
	if err == nil {
		if yes, err := object.ToBool(t, closed); !yes && err == nil {
			_, err = object.CallAttr(t, a[0], "close")
			return object.None, onlyStops(err)
		}
	}
	return object.None, onlyStops(err)
}

// onlyStops is err if it ends the run, and nil if it is an exception.
func onlyStops(err error) error {
	var e *object.Exception
	if errors.As(err, &e) {
		return nil
	}
	return err
}

func baseClose(t *object.Thread, a []object.Value) (object.Value, error) {
	if marked(a[0]) {
		return object.None, nil
	}
	_, err := object.CallAttr(t, a[0], "flush")
	if failed := object.SetAttr(t, a[0], closedMark, object.True); err == nil {
		err = failed
	}
	return object.None, err
}

// isClosed asks v whether it is closed.
func isClosed(t *object.Thread, v object.Value) (bool, error) {
	closed, err := object.GetAttr(t, v, "closed")
	if err != nil {
		return false, err
	}
	return object.ToBool(t, closed)
}

func mustBeOpen(t *object.Thread, v object.Value) error {
	closed, err := isClosed(t, v)
	if err == nil && closed {
		err = closedError()
	}
	return err
}

func openIter(t *object.Thread, v object.Value) (object.Value, error) { return v, mustBeOpen(t, v) }

// nextLine is the next line, by the readline of v's class.
func nextLine(t *object.Thread, v object.Value) (object.Value, bool, error) {
	line, err := object.CallAttr(t, v, "readline")
	if err != nil {
		return object.Value{}, false, err
	}
	n, err := object.Len(t, line)
	return line, n > 0 && err == nil, err
}

func writeLines(t *object.Thread, a []object.Value) (object.Value, error) {
	if err := mustBeOpen(t, a[0]); err != nil {
		return object.Value{}, err
	}
	return object.None, object.ForEach(t, a[1], func(x object.Value) error {
		_, err := object.CallAttr(t, a[0], "write", x)
		return err
	})
}

func readLines(t *object.Thread, a []object.Value) (object.Value, error) {
	hint, err := size(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	it, err := object.Iter(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	var lines []object.Value
	for read := 0; ; {
		line, ok, err := object.Next(t, it)
		if err != nil {
			return object.Value{}, err
		}
		if !ok {
			return object.NewList(lines), nil
		}
		lines = append(lines, line)
		if hint > 0 {
			n, err := object.Len(t, line)
			if err != nil {
				return object.Value{}, err
			}
			if read += n; read > hint {
				return object.NewList(lines), nil
			}
		}
	}
}

// maxSize is more than any file holds, and can be added to a position.
const maxSize = 1 << 48

// size reads a size argument: None and negative mean everything.
func size(t *object.Thread, v object.Value) (int, error) {
	if v.IsNone() {
		return -1, nil
	}
	if v.Class().Slots.Index == nil {
		return 0, object.Raise(object.TypeError, "argument should be integer or None, not '%s'", object.TypeName(v))
	}
	n, err := object.IndexInt(t, v)
	return min(n, maxSize), err
}

// baseReadLine is IOBase.readline: byte by byte, or as far as peek sees.
func baseReadLine(t *object.Thread, a []object.Value) (object.Value, error) {
	limit, err := size(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	peek, peeks, err := object.GetAttrOpt(t, a[0], "peek")
	if err != nil {
		return object.Value{}, err
	}
	var line []byte
	for limit < 0 || len(line) < limit {
		n := 1
		if peeks {
			if n, err = seen(t, peek); err != nil {
				return object.Value{}, err
			}
			if limit >= 0 {
				n = min(n, limit-len(line))
			}
		}
		x, err := object.CallAttr(t, a[0], "read", object.Int(int64(n)))
		if err != nil {
			return object.Value{}, err
		}
		b, ok := x.Object().(*object.Bytes)
		if !ok {
			return object.Value{}, object.Raise(object.OSError, "read() should have returned a bytes object, not '%s'", object.TypeName(x))
		}
		if err := t.Charge(len(b.B)); err != nil {
			return object.Value{}, err
		}
		if line = append(line, b.B...); len(b.B) == 0 || b.B[len(b.B)-1] == '\n' {
			break
		}
		if err := t.Poll(); err != nil {
			return object.Value{}, err
		}
	}
	return object.NewBytes(line), nil
}

// seen is how many bytes of the line a peek shows, one at least.
func seen(t *object.Thread, peek object.Value) (int, error) {
	x, err := object.Call(t, peek, object.Int(1))
	if err != nil {
		return 0, err
	}
	b, ok := x.Object().(*object.Bytes)
	if !ok {
		return 0, object.Raise(object.OSError, "peek() should have returned a bytes object, not '%s'", object.TypeName(x))
	}
	return max(1, lineLength(b.B)), nil
}

// lineLength is the length of the line that b begins with.
func lineLength(b []byte) int {
	for i, c := range b {
		if c == '\n' {
			return i + 1
		}
	}
	return len(b)
}

func rawRead(t *object.Thread, a []object.Value) (object.Value, error) {
	n, err := size(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if n < 0 {
		return object.CallAttr(t, a[0], "readall")
	}
	if err := t.Charge(n); err != nil {
		return object.Value{}, err
	}
	into := object.NewByteArray(make([]byte, n))
	got, err := object.CallAttr(t, a[0], "readinto", into)
	if err != nil || got.IsNone() {
		return got, err
	}
	size, err := object.IndexInt(t, got)
	if err == nil && (size < 0 || size > n) {
		err = object.Raise(object.ValueError, "readinto returned %d outside buffer size %d", size, n)
	}
	if err != nil {
		return object.Value{}, err
	}
	return object.NewBytes(into.Object().(*object.ByteArray).B[:size]), nil
}

func rawReadAll(t *object.Thread, a []object.Value) (object.Value, error) {
	var all []byte
	for {
		x, err := object.CallAttr(t, a[0], "read", object.Int(chunkSize))
		if err != nil {
			return object.Value{}, err
		}
		b, ok := object.AsBytes(x)
		switch {
		case x.IsNone() && len(all) == 0:
			return object.None, nil
		case !x.IsNone() && !ok:
			return object.Value{}, object.Raise(object.TypeError, "read() should return bytes")
		case len(b) == 0:
			return object.NewBytes(all), nil
		}
		if err := keep(t, len(b)); err != nil {
			return object.Value{}, err
		}
		all = append(all, b...)
	}
}

// keep charges n bytes that are about to be kept, and hears Stop.
func keep(t *object.Thread, n int) error {
	if err := t.Charge(n); err != nil {
		return err
	}
	return t.Poll()
}

// readInto fills a buffer by another method of the file.
func readInto(method string) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		to, err := writeBuffer(a[1])
		if err != nil {
			return object.Value{}, err
		}
		x, err := object.CallAttr(t, a[0], method, object.Int(int64(len(to))))
		if err != nil {
			return object.Value{}, err
		}
		b, ok := x.Object().(*object.Bytes)
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "%s() should return bytes", method)
		}
		if len(b.B) > len(to) {
			return object.Value{}, object.Raise(object.ValueError, "%s() returned too much data: %d bytes requested, %d returned", method, len(to), len(b.B))
		}
		return object.Int(int64(copy(to, b.B))), nil
	}
}

// writeBuffer is the bytes of an object that may be written, for readinto.
func writeBuffer(v object.Value) ([]byte, error) {
	b, ok := object.WriteBuffer(v)
	if !ok {
		return nil, object.Raise(object.TypeError, "readinto() argument must be read-write bytes-like object, not %s", object.TypeName(v))
	}
	return b, nil
}

// layer is what a file stands on, or why there is nothing.
type layer func(v object.Value) (object.Value, error)

// asks is a method that the layer below answers.
func asks(below layer, name string) object.Method {
	return object.Method{Sig: name + "(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
		under, err := below(a[0])
		if err != nil {
			return object.Value{}, err
		}
		return object.CallAttr(t, under, name)
	}}
}

// looksUp is an attribute of the layer below.
func looksUp(below layer, name string) object.Prop {
	return object.Prop{Name: name, Get: func(t *object.Thread, v object.Value) (object.Value, error) {
		under, err := below(v)
		if err != nil {
			return object.Value{}, err
		}
		return object.GetAttr(t, under, name)
	}}
}
