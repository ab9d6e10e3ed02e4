package file

import (
	"fmt"
	"io"
	"strings"

	"gputour/engine/object"
)

// FileIO is io.FileIO: a file of the session without a buffer.
type FileIO struct {
	object.Head
	in     handle
	name   object.Value
	mode   fileMode
	reads  bool
	writes bool
	closed bool
}

// FileIOClass is io.FileIO.
var FileIOClass = object.NewBuiltin("_io.FileIO")

func initRaw() {
	file := func(f func(t *object.Thread, r *FileIO, a []object.Value) (object.Value, error)) object.GoFunc {
		return func(t *object.Thread, a []object.Value) (object.Value, error) {
			r := fileIO(a[0])
			if err := r.check(); err != nil {
				return object.Value{}, err
			}
			return f(t, r, a)
		}
	}
	flag := func(name string, get func(r *FileIO) bool) object.Method {
		return object.Method{Sig: name + "(self, /)", Fn: file(func(_ *object.Thread, r *FileIO, _ []object.Value) (object.Value, error) {
			return object.Bool(get(r)), nil
		})}
	}
	FileIOClass.Define(object.Spec{
		Bases: []*object.Class{RawIOBaseClass}, Qualified: true, OwnLayout: true, HasDict: true,
		Signature: "FileIO(file, mode='r', closefd=True, opener=None)",
		Alloc:     func(c *object.Class) object.Value { return object.Adopt(&FileIO{closed: true}, c) }, Init: fileIOInit,
		Slots: object.Slots{Repr: fileIORepr},
		Methods: []object.Method{
			{Sig: "read(self, size=-1, /)", Fn: file(fileIORead), Doc: "Read at most size bytes, returned as bytes."},
			{Sig: "readall(self, /)", Fn: file(func(t *object.Thread, r *FileIO, _ []object.Value) (object.Value, error) {
				b, err := r.readAll(t, nil)
				return object.NewBytes(b), err
			}), Doc: "Read all data from the file, returned as bytes."},
			{Sig: "readinto(self, buffer, /)", Fn: file(func(t *object.Thread, r *FileIO, a []object.Value) (object.Value, error) {
				to, err := writeBuffer(a[1])
				if err != nil {
					return object.Value{}, err
				}
				n, err := r.read(t, to)
				return object.Int(int64(n)), err
			}), Doc: "Same as RawIOBase.readinto()."},
			{Sig: "write(self, b, /)", Fn: file(func(t *object.Thread, r *FileIO, a []object.Value) (object.Value, error) {
				b, err := object.Buffer(a[1])
				if err != nil {
					return object.Value{}, err
				}
				return object.Int(int64(len(b))), r.write(t, b)
			}), Doc: "Write buffer b to file, return number of bytes written."},
			{Sig: "seek(self, pos, whence=0, /)", Fn: file(func(t *object.Thread, r *FileIO, a []object.Value) (object.Value, error) {
				at, whence, err := seekArgs(t, a)
				if err != nil {
					return object.Value{}, err
				}
				pos, err := r.seek(t, at, whence)
				return object.Int(pos), err
			}), Doc: "Move to new file position and return the file position."},
			{Sig: "tell(self, /)", Fn: file(func(t *object.Thread, r *FileIO, _ []object.Value) (object.Value, error) {
				pos, err := r.seek(t, 0, io.SeekCurrent)
				return object.Int(pos), err
			}), Doc: "Current file position."},
			{Sig: "truncate(self, size=None, /)", Fn: file(func(t *object.Thread, r *FileIO, a []object.Value) (object.Value, error) {
				return r.truncate(t, a[1])
			}), Doc: "Truncate the file to at most size bytes and return the truncated size."},
			{Sig: "close(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				_, err := baseClose(t, a)
				if failed := fileIO(a[0]).close(); err == nil {
					err = failed
				}
				return object.None, err
			}, Doc: "Close the file."},
			flag("readable", func(r *FileIO) bool { return r.reads }),
			flag("writable", func(r *FileIO) bool { return r.writes }),
			flag("seekable", func(r *FileIO) bool { _, err := r.in.Seek(0, io.SeekCurrent); return err == nil }),
			flag("isatty", func(*FileIO) bool { return false }),
			{Sig: "fileno(self, /)", Fn: file(func(*object.Thread, *FileIO, []object.Value) (object.Value, error) {
				return object.Value{}, unsupported("fileno")
			}), Doc: "Return the underlying file descriptor (an integer)."},
		},
		Props: []object.Prop{
			{Name: "closed", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Bool(fileIO(v).closed), nil
			}},
			{Name: "closefd", Get: func(*object.Thread, object.Value) (object.Value, error) { return object.True, nil }},
			{Name: "mode", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr(rawMode(fileIO(v).mode)), nil
			}},
			stored("name", func(v object.Value) *object.Value { return &fileIO(v).name }),
		},
	})
}

// stored is an attribute that the program may set and delete, and that is not there before.
func stored(name string, field func(v object.Value) *object.Value) object.Prop {
	absent := func(v object.Value) error {
		return object.Raise(object.AttributeError, "'%s' object has no attribute '%s'", object.TypeName(v), name)
	}
	return object.Prop{Name: name,
		Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			if x := *field(v); !x.IsNil() {
				return x, nil
			}
			return object.Value{}, absent(v)
		},
		Set: func(_ *object.Thread, v, x object.Value) error {
			if x.IsNil() && field(v).IsNil() {
				return absent(v)
			}
			*field(v) = x
			return nil
		},
	}
}

func fileIO(v object.Value) *FileIO { return v.Object().(*FileIO) }

func newFileIO(in handle, name object.Value, m fileMode) *FileIO {
	return &FileIO{in: in, name: name, mode: m, reads: m.read || m.plus, writes: !m.read || m.plus}
}

// fileIOInit is FileIO.__init__.
func fileIOInit(t *object.Thread, self object.Value, a []object.Value) error {
	text, ok := object.AsStr(a[1])
	if !ok {
		return object.Raise(object.TypeError, "FileIO() argument 'mode' must be str, not %s", object.ArgName(a[1]))
	}
	if strings.Trim(text, "abrwx+") != "" {
		return object.Raise(object.ValueError, "invalid mode: %s", text)
	}
	mode, err := parseMode(strings.ReplaceAll(text, "b", "") + "b")
	if err != nil {
		return object.Raise(object.ValueError, "Must have exactly one of create/read/write/append mode and at most one plus")
	}
	return fileIO(self).open(t, a[0], mode, a[2])
}

func (r *FileIO) open(t *object.Thread, name object.Value, m fileMode, closefd object.Value) error {
	text, err := object.FSPath(t, name)
	if err != nil {
		return err
	}
	if keeps, err := object.ToBool(t, closefd); err != nil {
		return err
	} else if !keeps {
		return object.Raise(object.ValueError, "Cannot use closefd=False with file name")
	}
	in, err := openHandle(t.Session, text, m)
	if err != nil {
		return err
	}
	head := r.Head
	*r = *newFileIO(in, name, m)
	r.Head = head
	return nil
}

func fileIORepr(t *object.Thread, v object.Value) (string, error) {
	r := fileIO(v)
	if r.closed {
		return "<" + object.TypeName(v) + " [closed]>", nil
	}
	name, err := nameRepr(t, v)
	return fmt.Sprintf("<%s%s mode='%s' closefd=True>", object.TypeName(v), name, rawMode(r.mode)), err
}

// nameRepr is " name=…" for the repr of a file that has a name.
func nameRepr(t *object.Thread, v object.Value) (string, error) {
	name, ok, err := object.GetAttrOpt(t, v, "name")
	if err != nil {
		if object.Catch(err, object.ValueError) { // it is detached
			return "", nil
		}
		return "", err
	}
	if !ok {
		return "", nil
	}
	if !t.EnterRepr(v) {
		return "", object.Raise(object.RuntimeError, "reentrant call inside %s.__repr__", object.TypeName(v))
	}
	defer t.LeaveRepr()
	text, err := object.Repr(t, name)
	return " name=" + text, err
}

func (r *FileIO) check() error {
	if r.closed {
		return object.Raise(object.ValueError, "I/O operation on closed file")
	}
	return nil
}

func fileIORead(t *object.Thread, r *FileIO, a []object.Value) (object.Value, error) {
	n, err := size(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if n < 0 {
		b, err := r.readAll(t, nil)
		return object.NewBytes(b), err
	}
	b, err := r.upTo(t, n)
	return object.NewBytes(b), err
}

// upTo reads n bytes, or as many as there are.
func (r *FileIO) upTo(t *object.Thread, n int) ([]byte, error) {
	var b []byte
	for len(b) < n {
		part := make([]byte, min(n-len(b), maxChunk))
		k, err := r.read(t, part)
		if err != nil {
			return nil, err
		}
		if err := keep(t, k); err != nil {
			return nil, err
		}
		if b == nil {
			b = part[:k]
		} else {
			b = append(b, part[:k]...)
		}
		if k < len(part) {
			break
		}
	}
	return b, nil
}

// maxChunk is what is read at once where much is asked for.
const maxChunk = 1 << 18

// read fills p as far as there is something.
func (r *FileIO) read(t *object.Thread, p []byte) (int, error) {
	if err := r.check(); err != nil {
		return 0, err
	}
	if !r.reads {
		return 0, unsupported("File not open for reading")
	}
	n := 0
	for n < len(p) {
		k, err := r.in.Read(t, p[n:])
		n += k
		if err == io.EOF || k == 0 && err == nil {
			break
		}
		if err != nil {
			return n, object.FileError(err, "")
		}
		if r.in.Piecewise() {
			break
		}
	}
	return n, nil
}

// readAll appends what is left of the file to b.
func (r *FileIO) readAll(t *object.Thread, b []byte) ([]byte, error) {
	for step := chunkSize; ; step = min(2*step, maxChunk) {
		if len(b)+step > cap(b) {
			b = append(make([]byte, 0, max(2*cap(b), len(b)+step)), b...)
		}
		n, err := r.read(t, b[len(b):len(b)+step])
		if err == nil {
			err = keep(t, n)
		}
		if err != nil {
			return nil, err
		}
		if b = b[:len(b)+n]; n == 0 || r.in.Piecewise() {
			return b, nil
		}
	}
}

func (r *FileIO) write(t *object.Thread, b []byte) error {
	if err := r.check(); err != nil {
		return err
	}
	if !r.writes {
		return unsupported("File not open for writing")
	}
	if r.mode.append {
		if _, err := r.in.Seek(0, io.SeekEnd); err != nil {
			return object.FileError(err, "")
		}
	}
	if err := t.Charge(len(b)); err != nil {
		return err
	}
	if _, err := r.in.Write(b); err != nil {
		return object.FileError(err, "")
	}
	return nil
}

// seek moves the position. One beyond the end is charged for: files are kept in
// memory, and the next write fills the gap.
func (r *FileIO) seek(t *object.Thread, at int64, whence int) (int64, error) {
	if err := r.check(); err != nil {
		return 0, err
	}
	here, err := r.in.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, object.NewOSError(29, "")
	}
	if at == 0 && whence == io.SeekCurrent {
		return here, nil
	}
	size, err := r.in.Seek(0, io.SeekEnd)
	if err != nil || whence < 0 || whence > 2 {
		return 0, object.NewOSError(22, "")
	}
	to := at + []int64{0, here, size}[whence]
	if err := chargeGap(t, to-size); err != nil {
		return 0, err
	}
	if to < 0 {
		to = here
		err = object.NewOSError(22, "")
	}
	if _, failed := r.in.Seek(to, io.SeekStart); failed != nil {
		return 0, object.NewOSError(22, "")
	}
	return to, err
}

// chargeGap charges n bytes of a file that are not written yet.
func chargeGap(t *object.Thread, n int64) error {
	if n <= 0 {
		return nil
	}
	if n > t.Session.Limits.Alloc {
		return object.NewOSError(27, "")
	}
	return t.Charge(int(n))
}

func (r *FileIO) truncate(t *object.Thread, size object.Value) (object.Value, error) {
	if !r.writes {
		return object.Value{}, unsupported("File not open for writing")
	}
	pos, err := r.in.Seek(0, io.SeekCurrent)
	if err != nil {
		return object.Value{}, object.NewOSError(22, "")
	}
	if !size.IsNone() {
		n, err := object.IndexInt(t, size)
		if err != nil {
			return object.Value{}, err
		}
		pos = int64(n)
	}
	if pos < 0 {
		return object.Value{}, object.NewOSError(22, "")
	}
	if err := chargeGap(t, pos); err != nil {
		return object.Value{}, err
	}
	if err := r.in.Truncate(pos); err != nil {
		return object.Value{}, object.FileError(err, "")
	}
	return object.Int(pos), nil
}

func (r *FileIO) close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	if err := r.in.Close(); err != nil {
		return object.FileError(err, "")
	}
	return nil
}
