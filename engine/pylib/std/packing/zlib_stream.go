package packing

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"iter"
	"runtime"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// Objects of zlib that take their data in pieces.

// Modes of flush.
const zlibFinish = 4

// deflater writes one of the formats that wbits stands for.
type deflater interface {
	io.WriteCloser
	Flush() error
}

// newDeflater returns a writer of raw data (wbits negative), of gzip (above 15) or of zlib.
func newDeflater(w io.Writer, level, wbits int, dict []byte) (deflater, error) {
	switch {
	case wbits < 0:
		return flate.NewWriterDict(w, level, dict)
	case wbits > 15:
		return gzip.NewWriterLevel(w, level)
	}
	return zlib.NewWriterLevelDict(w, level, dict)
}

// newInflater returns a reader of what newDeflater writes; wbits above 47 tells zlib from gzip by the data.
func newInflater(r byteSource, wbits int, dict []byte) (io.Reader, error) {
	isGzip := wbits > 15
	if wbits >= 32 {
		first, err := r.ReadByte()
		if err != nil {
			return nil, err
		}
		r.UnreadByte()
		isGzip = first == 0x1f
	}
	switch {
	case wbits < 0:
		return flate.NewReaderDict(r, dict), nil
	case isGzip:
		z, err := gzip.NewReader(r)
		if err == nil {
			z.Multistream(false)
		}
		return z, err
	}
	return zlib.NewReaderDict(r, dict)
}

type byteSource interface {
	io.Reader
	io.ByteScanner
}

// compressor is a zlib.Compress object.
type compressor struct {
	object.Head
	w      deflater
	out    bytes.Buffer
	closed bool
}

// decompressor is a zlib.Decompress object. Go's readers want their data when they want
// it, so each runs as a coroutine that is left whenever the data so far is used up.
type decompressor struct {
	object.Head
	inflation    *inflation
	unused, tail []byte
	eof          bool
}

type inflation struct {
	in    []byte                        // not read yet
	i     int                           // how much of it has been
	ask   func() bool                   // leaves the coroutine for more data; false ends it
	next  func() (inflated, bool)       // goes on
	ready []byte                        // inflated and not handed out
	begin func() (r io.Reader, e error) // opens the reader, which may ask for data
}

// inflated is what a coroutine is left with: some data, an error at the end, or nothing where it wants more.
type inflated struct {
	data []byte
	err  error
}

func (s *inflation) Read(b []byte) (int, error) {
	if err := s.fill(); err != nil {
		return 0, err
	}
	n := copy(b, s.in[s.i:])
	s.i += n
	return n, nil
}

func (s *inflation) ReadByte() (byte, error) {
	if err := s.fill(); err != nil {
		return 0, err
	}
	s.i++
	return s.in[s.i-1], nil
}

func (s *inflation) UnreadByte() error {
	s.i--
	return nil
}

// fill waits for data.
func (s *inflation) fill() error {
	for s.i == len(s.in) {
		if !s.ask() {
			return io.ErrUnexpectedEOF
		}
	}
	return nil
}

// run is the coroutine.
func (s *inflation) run(yield func(inflated) bool) {
	s.ask = func() bool { return yield(inflated{}) }
	r, err := s.begin()
	buffer := make([]byte, 1<<15)
	for err == nil {
		var n int
		n, err = r.Read(buffer)
		if n > 0 && !yield(inflated{data: buffer[:n]}) {
			return
		}
	}
	yield(inflated{err: err})
}

func newDecompressor(wbits int, dict []byte) object.Value {
	s := &inflation{}
	s.begin = func() (io.Reader, error) { return newInflater(s, wbits, dict) }
	next, stop := iter.Pull(s.run)
	s.next = next
	d := &decompressor{inflation: s}
	runtime.AddCleanup(d, func(stop func()) { stop() }, stop)
	return object.Adopt(d, decompressClass)
}

// inflate takes data and returns at most limit bytes; a limit of 0 is none.
func (d *decompressor) inflate(t *object.Thread, data []byte, limit int) ([]byte, error) {
	s := d.inflation
	if d.eof {
		d.unused = append(bytes.Clone(d.unused), data...)
		return nil, nil
	}
	s.in, s.i = append(bytes.Clone(s.in[s.i:]), data...), 0
	var failed error
	for !d.eof && failed == nil && (limit == 0 || len(s.ready) < limit) {
		got, ok := s.next()
		switch {
		case errors.Is(got.err, io.EOF):
			d.eof = true
		case got.err != nil:
			failed = inflateError(got.err)
		case !ok || got.data == nil:
			failed = io.EOF // until more comes
		default:
			s.ready = append(s.ready, got.data...)
			failed = t.Charge(len(got.data))
		}
	}
	if failed != nil && failed != io.EOF {
		return nil, failed
	}
	out := s.ready
	if limit > 0 {
		out = out[:min(limit, len(out))]
	}
	s.ready = bytes.Clone(s.ready[len(out):])
	d.tail = nil
	switch rest := s.in[s.i:]; {
	case d.eof:
		d.unused = bytes.Clone(rest)
	case limit > 0 && len(out) == limit:
		d.tail = bytes.Clone(rest)
		s.in, s.i = nil, 0
	}
	return bytes.Clone(out), nil
}

// inflateError is zlib.error for what a reader says.
func inflateError(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return object.Raise(zlibError, "Error -5 while decompressing data: incomplete or truncated stream")
	case errors.Is(err, zlib.ErrHeader), errors.Is(err, gzip.ErrHeader):
		return object.Raise(zlibError, "Error -3 while decompressing data: incorrect header check")
	case errors.Is(err, zlib.ErrChecksum), errors.Is(err, gzip.ErrChecksum):
		return object.Raise(zlibError, "Error -3 while decompressing data: incorrect data check")
	case errors.Is(err, zlib.ErrDictionary):
		return object.Raise(zlibError, "Error 2 while decompressing data: need dictionary")
	}
	return object.Raise(zlibError, "Error -3 while decompressing data: invalid data")
}

var (
	zlibError       = binding.Class("zlib.error")
	compressClass   = binding.Class("zlib.Compress")
	decompressClass = binding.Class("zlib.Decompress")
)

func init() {
	zlibError.Define(object.Spec{Bases: []*object.Class{object.ExceptionClass}})
	compressClass.Define(object.Spec{NoConstructor: true, OwnLayout: true, Methods: []object.Method{
		{Sig: "compress(self, data, /)", Fn: compressPiece, Doc: "Takes data; returns what is ready of the compressed data."},
		{Sig: "flush(self, mode=4, /)", Fn: compressFlush, Doc: "Returns the rest of the compressed data."},
	}})
	bytesProp := func(name string, get func(d *decompressor) []byte) object.Prop {
		return object.Prop{Name: name, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.NewBytes(get(v.Object().(*decompressor))), nil
		}}
	}
	decompressClass.Define(object.Spec{NoConstructor: true, OwnLayout: true,
		Methods: []object.Method{
			{Sig: "decompress(self, data, /, max_length=0)", Fn: decompressPiece, Doc: "Takes compressed data; returns what it stands for."},
			{Sig: "flush(self, length=16384, /)", Fn: decompressFlush, Doc: "Returns the rest."},
		},
		Props: []object.Prop{
			bytesProp("unused_data", func(d *decompressor) []byte { return d.unused }),
			bytesProp("unconsumed_tail", func(d *decompressor) []byte { return d.tail }),
			{Name: "eof", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Bool(v.Object().(*decompressor).eof), nil
			}},
		}})
}

// zlibDict returns the bytes of a dictionary that may be missing.
func zlibDict(v object.Value) ([]byte, error) {
	if v.IsNil() || v.IsNone() {
		return nil, nil
	}
	return object.Buffer(v)
}

func makeCompressor(t *object.Thread, a []object.Value) (object.Value, error) {
	level, err := object.IndexInt(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	wbits, err := object.IndexInt(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	dict, err := zlibDict(a[5])
	if err != nil {
		return object.Value{}, err
	}
	c := &compressor{}
	if c.w, err = newDeflater(&c.out, level, wbits, dict); err != nil {
		return object.Value{}, object.Raise(object.ValueError, "Invalid initialization option")
	}
	return object.Adopt(c, compressClass), nil
}

func makeDecompressor(t *object.Thread, a []object.Value) (object.Value, error) {
	wbits, err := object.IndexInt(t, a[0])
	if err != nil {
		return object.Value{}, err
	}
	dict, err := zlibDict(a[1])
	if err != nil {
		return object.Value{}, err
	}
	return newDecompressor(wbits, dict), nil
}

// taken returns what a compressor has written.
func (c *compressor) taken(t *object.Thread) (object.Value, error) {
	b := bytes.Clone(c.out.Bytes())
	c.out.Reset()
	return object.NewBytes(b), t.Charge(len(b))
}

func compressPiece(t *object.Thread, a []object.Value) (object.Value, error) {
	c := a[0].Object().(*compressor)
	b, err := object.Buffer(a[1])
	if err != nil {
		return object.Value{}, err
	}
	if c.closed {
		return object.Value{}, object.Raise(zlibError, "Error -2 while compressing data: inconsistent stream state")
	}
	c.w.Write(b)
	return c.taken(t)
}

func compressFlush(t *object.Thread, a []object.Value) (object.Value, error) {
	c := a[0].Object().(*compressor)
	mode, err := object.IndexInt(t, a[1])
	switch {
	case err != nil:
		return object.Value{}, err
	case mode == 0:
		return object.NewBytes(nil), nil
	case c.closed:
		return object.Value{}, object.Raise(zlibError, "Error -2 while flushing: inconsistent stream state")
	case mode == zlibFinish:
		c.closed = true
		c.w.Close()
	default:
		c.w.Flush()
	}
	return c.taken(t)
}

func decompressPiece(t *object.Thread, a []object.Value) (object.Value, error) {
	b, err := object.Buffer(a[1])
	if err != nil {
		return object.Value{}, err
	}
	limit, err := object.IndexInt(t, a[2])
	if err != nil {
		return object.Value{}, err
	}
	if limit < 0 {
		return object.Value{}, object.Raise(object.ValueError, "max_length must be non-negative")
	}
	out, err := a[0].Object().(*decompressor).inflate(t, b, limit)
	return object.NewBytes(out), err
}

func decompressFlush(t *object.Thread, a []object.Value) (object.Value, error) {
	length, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if length <= 0 {
		return object.Value{}, object.Raise(object.ValueError, "length must be greater than zero")
	}
	d := a[0].Object().(*decompressor)
	tail := d.tail
	out, err := d.inflate(t, tail, 0)
	return object.NewBytes(out), err
}
