package file

import (
	"io"

	"gputour/engine/object"
)

// Buffered is a buffer over a raw file: io.BufferedReader, BufferedWriter or BufferedRandom.
//
// What is written to a file of the session goes on at once, since nothing tells here when the
// program has dropped a file that it did not close. Writes to a raw file of the program's own
// gather in out as in CPython.
type Buffered struct {
	object.Head
	raw   object.Value
	file  *FileIO // raw, where the program has not made a class of its own of it
	size  int
	buf   []byte // of size, once something was read
	at    int    // buf[at:end] is read and not given out
	end   int
	out   []byte
	state state
}

// state says whether an object over another can be used.
type state uint8

const (
	unmade state = iota
	ready
	detached
)

// chunkSize is io.DEFAULT_BUFFER_SIZE.
const chunkSize = 8192

// The classes of buffers.
var (
	BufferedReaderClass = object.NewBuiltin("_io.BufferedReader")
	BufferedWriterClass = object.NewBuiltin("_io.BufferedWriter")
	BufferedRandomClass = object.NewBuiltin("_io.BufferedRandom")
)

func initBuffered() {
	shared := []object.Method{
		{Sig: "detach(self, /)", Fn: bufferedDetach, Doc: "Disconnect this buffer from its underlying raw stream and return it."},
		{Sig: "seek(self, target, whence=0, /)", Fn: bufferedSeek, Doc: "Change stream position."},
		{Sig: "tell(self, /)", Fn: bufferedTell, Doc: "Return current stream position."},
		{Sig: "truncate(self, pos=None, /)", Fn: bufferedTruncate, Doc: "Truncate file to size bytes."},
		{Sig: "close(self, /)", Fn: bufferedClose, Doc: "Flush and close the IO object."},
		asks(rawOf, "seekable"), asks(rawOf, "isatty"), asks(rawOf, "fileno"),
	}
	reading := []object.Method{
		{Sig: "read(self, size=-1, /)", Fn: bufferedRead, Doc: "Read and return up to n bytes."},
		{Sig: "read1(self, size=-1, /)", Fn: bufferedRead1, Doc: "Read and return up to n bytes, with at most one read() call to the raw stream."},
		{Sig: "readline(self, size=-1, /)", Fn: bufferedReadLine, Doc: "Read and return a line from the stream."},
		{Sig: "readinto(self, buffer, /)", Fn: bufferedReadInto(false), Doc: "Read bytes into buffer."},
		{Sig: "readinto1(self, buffer, /)", Fn: bufferedReadInto(true), Doc: "Read bytes into buffer, with at most one read() call."},
		{Sig: "peek(self, size=0, /)", Fn: bufferedPeek, Doc: "Return bytes without moving on."},
		asks(rawOf, "readable"),
	}
	writing := []object.Method{
		{Sig: "write(self, buffer, /)", Fn: bufferedWrite, Doc: "Write buffer b to the IO stream."},
		asks(rawOf, "writable"),
	}
	flushing := object.Method{Sig: "flush(self, /)", Fn: bufferedFlush, Doc: "Flush write buffers, if applicable."}
	join := func(tables ...[]object.Method) (all []object.Method) {
		for _, m := range tables {
			all = append(all, m...)
		}
		return all
	}
	for _, c := range []struct {
		class   *object.Class
		needs   []string
		methods []object.Method
	}{
		{BufferedReaderClass, []string{"readable"}, join(shared, reading, []object.Method{{Sig: "flush(self, /)", Fn: readerFlush, Doc: "Flush write buffers, if applicable."}})},
		{BufferedWriterClass, []string{"writable"}, join(shared, writing, []object.Method{flushing})},
		{BufferedRandomClass, []string{"seekable", "readable", "writable"}, join(shared, reading, writing, []object.Method{flushing})},
	} {
		c.class.Define(object.Spec{
			Bases: []*object.Class{BufferedIOBaseClass}, Qualified: true, OwnLayout: true, HasDict: true,
			Signature: c.class.Name + "(raw, buffer_size=8192)",
			Alloc:     func(c *object.Class) object.Value { return object.Adopt(&Buffered{}, c) }, Init: bufferedInit(c.needs),
			Slots: object.Slots{Iter: openIter, Next: bufferedNext, Repr: func(t *object.Thread, v object.Value) (string, error) {
				name, err := nameRepr(t, v)
				return "<" + object.TypeName(v) + name + ">", err
			}},
			Methods: c.methods,
			Props: []object.Prop{
				looksUp(rawOf, "name"), looksUp(rawOf, "mode"), looksUp(rawOf, "closed"),
				{Name: "raw", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
					if b := buffered(v); !b.raw.IsNil() {
						return b.raw, nil
					}
					return object.None, nil
				}},
			},
		})
	}
}

func buffered(v object.Value) *Buffered { return v.Object().(*Buffered) }

// rawOf is the raw file of a buffer that has one.
func rawOf(v object.Value) (object.Value, error) {
	b := buffered(v)
	return b.raw, b.check()
}

// bufferedInit makes the __init__ of a class of buffers.
func bufferedInit(needs []string) func(*object.Thread, object.Value, []object.Value) error {
	return func(t *object.Thread, self object.Value, a []object.Value) error {
		b := buffered(self)
		b.state = unmade
		size, err := object.IndexInt(t, a[1])
		if err != nil {
			return err
		}
		for _, what := range needs {
			if err := mustBe(what)(t, a[0]); err != nil {
				return err
			}
		}
		if size <= 0 {
			return object.Raise(object.ValueError, "buffer size must be strictly positive")
		}
		if err := t.Charge(size); err != nil {
			return err
		}
		b.stand(a[0], size)
		return nil
	}
}

// stand puts b over a raw file.
func (b *Buffered) stand(raw object.Value, size int) {
	*b = Buffered{Head: b.Head, raw: raw, size: size, state: ready}
	if raw.Class() == FileIOClass {
		b.file = fileIO(raw)
	}
}

// bufferOver is the buffer that open() puts over a raw file.
func bufferOver(raw object.Value, m fileMode, size int) object.Value {
	class := BufferedWriterClass
	switch {
	case m.plus:
		class = BufferedRandomClass
	case m.read:
		class = BufferedReaderClass
	}
	if size <= 1 {
		size = chunkSize
	}
	b := &Buffered{}
	v := object.Adopt(b, class)
	b.stand(raw, size)
	return v
}

// check refuses a buffer without a raw file.
func (b *Buffered) check() error {
	switch b.state {
	case unmade:
		return object.Raise(object.ValueError, "I/O operation on uninitialized object")
	case detached:
		return object.Raise(object.ValueError, "raw stream has been detached")
	}
	return nil
}

func (b *Buffered) closed(t *object.Thread) (bool, error) {
	if b.file != nil {
		return b.file.closed, nil
	}
	return isClosed(t, b.raw)
}

// open is nil if b can be used; what names the operation.
func (b *Buffered) open(t *object.Thread, what string) error {
	if err := b.check(); err != nil {
		return err
	}
	closed, err := b.closed(t)
	if err == nil && closed {
		err = object.Raise(object.ValueError, "%s", what)
	}
	return err
}

// position is where the raw file stands.
func (b *Buffered) position(t *object.Thread) (int64, error) {
	if b.file != nil {
		return b.file.seek(t, 0, io.SeekCurrent)
	}
	v, err := object.CallAttr(t, b.raw, "tell")
	return b.checkPosition(t, v, err)
}

func (b *Buffered) checkPosition(t *object.Thread, v object.Value, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	n, err := object.IndexInt(t, v)
	if err == nil && n < 0 {
		err = object.Raise(object.OSError, "Raw stream returned invalid position %d", n)
	}
	return int64(n), err
}

func (b *Buffered) rawSeek(t *object.Thread, at int64, whence int) (int64, error) {
	if b.file != nil {
		return b.file.seek(t, at, whence)
	}
	v, err := object.CallAttr(t, b.raw, "seek", object.Int(at), object.Int(int64(whence)))
	return b.checkPosition(t, v, err)
}

// rewind moves the raw file back to before what was read and not given out.
func (b *Buffered) rewind(t *object.Thread) error {
	if b.at == b.end {
		b.at, b.end = 0, 0
		return nil
	}
	_, err := b.rawSeek(t, int64(b.at-b.end), io.SeekCurrent)
	if err == nil {
		b.at, b.end = 0, 0
	}
	return err
}

func bufferedTell(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.check(); err != nil {
		return object.Value{}, err
	}
	pos, err := b.tell(t)
	return object.Int(pos), err
}

func (b *Buffered) tell(t *object.Thread) (int64, error) {
	pos, err := b.position(t)
	return max(pos-int64(b.end-b.at)+int64(len(b.out)), 0), err
}

func bufferedSeek(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.check(); err != nil {
		return object.Value{}, err
	}
	whence, err := object.IndexInt(t, a[2])
	if err == nil && (whence < 0 || whence > 2) {
		err = object.Raise(object.ValueError, "whence value %d unsupported", whence)
	}
	if err == nil {
		err = b.open(t, "seek of closed file")
	}
	if err == nil && b.file == nil {
		err = mustBe("seekable")(t, b.raw)
	}
	if err != nil {
		return object.Value{}, err
	}
	at, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	pos, err := b.seek(t, int64(at), whence)
	return object.Int(pos), err
}

func (b *Buffered) seek(t *object.Thread, at int64, whence int) (int64, error) {
	if whence != io.SeekEnd && b.end > 0 && len(b.out) == 0 {
		here, err := b.position(t)
		if err != nil {
			return 0, err
		}
		to := at
		if whence == io.SeekCurrent {
			to += here - int64(b.end-b.at)
		}
		if first := here - int64(b.end); to >= first && to <= here {
			b.at = int(to - first)
			return to, nil
		}
	}
	if err := b.flush(t); err != nil {
		return 0, err
	}
	if whence == io.SeekCurrent {
		at -= int64(b.end - b.at)
	}
	b.at, b.end = 0, 0
	return b.rawSeek(t, at, whence)
}

func bufferedTruncate(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.open(t, "truncate of closed file"); err != nil {
		return object.Value{}, err
	}
	if ok, err := able(t, object.Of(b), "writable"); err != nil {
		return object.Value{}, err
	} else if !ok {
		return object.Value{}, unsupported("truncate")
	}
	if err := b.flush(t); err != nil {
		return object.Value{}, err
	}
	if err := b.rewind(t); err != nil {
		return object.Value{}, err
	}
	return object.CallAttr(t, b.raw, "truncate", a[1])
}

// bufferedDetach gives the raw file back; the buffer is unusable from then on.
func bufferedDetach(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.check(); err != nil {
		return object.Value{}, err
	}
	if _, err := object.CallAttr(t, a[0], "flush"); err != nil {
		return object.Value{}, err
	}
	raw := b.raw
	*b = Buffered{Head: b.Head, state: detached}
	return raw, nil
}

func bufferedClose(t *object.Thread, a []object.Value) (object.Value, error) {
	b := buffered(a[0])
	if err := b.check(); err != nil {
		return object.Value{}, err
	}
	return object.None, closeOver(t, a[0], b.raw)
}

// closeOver flushes v and closes what is below it, which is closed whatever flush says.
func closeOver(t *object.Thread, v, below object.Value) error {
	if closed, err := isClosed(t, v); err != nil || closed {
		return err
	}
	_, err := object.CallAttr(t, v, "flush")
	_, failed := object.CallAttr(t, below, "close")
	if failed == nil {
		return err
	}
	if e, ok := object.AsException(failed); ok && err != nil {
		if first, ok := object.AsException(err); ok {
			e.SetContext(first)
		}
	}
	return failed
}
