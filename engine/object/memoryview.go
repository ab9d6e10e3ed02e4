package object

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// MemoryView is memoryview: a window on the bytes of another object. It has one
// dimension, or is contiguous with the dimensions of shape.
type MemoryView struct {
	Head
	obj      Value
	memory   []byte // the bytes, where obj is a Viewable
	start    int    // the byte at which item 0 begins
	step, n  int    // in items
	format   string // struct code of an item
	size     int    // bytes of an item
	shape    []int  // of a view with other than one dimension
	released bool
	readonly bool // made by toreadonly, or of an object that cannot change
	hash     *int64
}

// MemoryViewClass is memoryview.
var MemoryViewClass = bare("memoryview")

// viewFormats are the item formats that cast knows, and their sizes.
var viewFormats = map[string]int{"B": 1, "b": 1, "c": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 8, "L": 8, "q": 8, "Q": 8, "f": 4, "d": 8, "?": 1}

// opaqueFormats are the sizes of items that have no value of Python's: halves and NumPy's complex numbers.
var opaqueFormats = map[string]int{"e": 2, "Zf": 8, "Zd": 16}

func initMemoryView() {
	prop := func(name string, get func(m *MemoryView) Value) Prop {
		return Prop{Name: name, Get: func(_ *Thread, v Value) (Value, error) {
			m := v.Object().(*MemoryView)
			if m.released {
				return Value{}, m.releasedError()
			}
			return get(m), nil
		}}
	}
	num := func(f func(m *MemoryView) int) func(m *MemoryView) Value {
		return func(m *MemoryView) Value { return Int(int64(f(m))) }
	}
	MemoryViewClass.Define(Spec{
		Doc: "Create a new memoryview object which references the given object.", Signature: "memoryview(object)", Final: true,
		Make: func(_ *Thread, _ *Class, a []Value) (Value, error) { return newMemoryView(a[0]) },
		Slots: Slots{
			Len: func(_ *Thread, v Value) (int, error) {
				m := v.Object().(*MemoryView)
				if m.released {
					return 0, m.releasedError()
				}
				return m.dims()[0], nil
			},
			Iter:    viewIter,
			GetItem: viewGetItem, SetItem: viewSetItem, Compare: memoryCompare, Hash: viewHash,
			Repr: func(_ *Thread, v Value) (string, error) {
				if v.Object().(*MemoryView).released {
					return "<released memory at " + Address(v) + ">", nil
				}
				return "<memory at " + Address(v) + ">", nil
			},
		},
		Methods: []Method{
			{"tobytes(self, /, order='C')", func(_ *Thread, a []Value) (Value, error) {
				m := a[0].Object().(*MemoryView)
				if m.released {
					return Value{}, m.releasedError()
				}
				return NewBytes(m.bytes()), nil
			}, "Return the data in the buffer as a byte string."},
			{"tolist(self, /)", func(t *Thread, a []Value) (Value, error) {
				m := a[0].Object().(*MemoryView)
				if m.released {
					return Value{}, m.releasedError()
				}
				n := 1
				for _, d := range m.dims() {
					n *= d
				}
				if err := t.ChargeItems(n, 40); err != nil {
					return Value{}, err
				}
				if err := m.readable(); err != nil {
					return Value{}, err
				}
				return m.nested(0, m.dims()), nil
			}, "Return the data in the buffer as a list of elements."},
			{"hex(self, /, sep=?, bytes_per_sep=1)", bytesHex, "Return the data in the buffer as a str of hexadecimal numbers."},
			{"release(self, /)", viewRelease, "Release the underlying buffer exposed by the memoryview object."},
			{"cast(self, /, format, shape=?)", viewCast, "Cast a memoryview to a new format."},
			{"toreadonly(self, /)", func(_ *Thread, a []Value) (Value, error) {
				v, err := newMemoryView(a[0])
				if err == nil {
					v.Object().(*MemoryView).readonly = true
				}
				return v, err
			}, "Return a readonly version of the memoryview."},
			{"__enter__(self, /)", func(_ *Thread, a []Value) (Value, error) {
				if m := a[0].Object().(*MemoryView); m.released {
					return Value{}, m.releasedError()
				}
				return a[0], nil
			}, ""},
			{"__exit__(self, /, *args)", func(t *Thread, a []Value) (Value, error) { return viewRelease(t, a[:1]) }, ""},
		},
		Props: []Prop{
			prop("obj", func(m *MemoryView) Value { return m.obj }),
			prop("nbytes", num(func(m *MemoryView) int { return m.n * m.size })),
			prop("itemsize", num(func(m *MemoryView) int { return m.size })),
			prop("ndim", num(func(m *MemoryView) int { return len(m.dims()) })),
			prop("format", func(m *MemoryView) Value { return NewStr(m.format) }),
			prop("shape", func(m *MemoryView) Value { return intTuple(m.dims()) }),
			prop("strides", func(m *MemoryView) Value { return intTuple(m.strides()) }),
			prop("suboffsets", func(m *MemoryView) Value { return EmptyTuple }),
			prop("readonly", func(m *MemoryView) Value { return Bool(m.readonly) }),
			prop("contiguous", func(m *MemoryView) Value { return Bool(m.step == 1) }),
			prop("c_contiguous", func(m *MemoryView) Value { return Bool(m.step == 1) }),
			prop("f_contiguous", func(m *MemoryView) Value { return Bool(m.step == 1 && len(m.dims()) == 1) }),
		},
	})
}

func newMemoryView(v Value) (Value, error) {
	m, err := viewOf(v)
	if err != nil {
		return Value{}, err
	}
	return m.lookAt(), nil
}

// viewOf is a view of v that is still to be noted by lookAt.
func viewOf(v Value) (*MemoryView, error) {
	switch o := v.Object().(type) {
	case *MemoryView:
		if o.released {
			return nil, o.releasedError()
		}
		return o.derive(), nil
	case Buffered:
		b, format := o.Buffer()
		size := viewFormats[format]
		return &MemoryView{obj: v, step: 1, n: len(b) / size, format: format, size: size}, nil
	case Viewable:
		return viewOfMemory(v, o)
	}
	b, ok := bufferOf(v)
	if !ok {
		return nil, Raise(TypeError, "memoryview: a bytes-like object is required, not '%s'", TypeName(v))
	}
	return &MemoryView{obj: v, step: 1, n: len(b), format: "B", size: 1, readonly: !writable(v)}, nil
}

// viewOfMemory looks at the memory of an object of another package.
func viewOfMemory(v Value, o Viewable) (*MemoryView, error) {
	b, format, shape, readonly, err := o.View()
	if err != nil {
		return nil, err
	}
	size, n := cmp.Or(viewFormats[format], opaqueFormats[format]), 1
	if size == 0 {
		return nil, Raise(NotImplementedError, "memoryview: unsupported format %s", format)
	}
	for _, k := range shape {
		n *= k
	}
	m := &MemoryView{obj: v, memory: b, step: 1, n: n, format: format, size: size, readonly: readonly}
	if len(shape) != 1 {
		m.shape = shape
	}
	return m, nil
}

// View returns what m shows, the memory itself where it lies in one piece.
func (m *MemoryView) View() (b []byte, format string, shape []int, readonly bool, err error) {
	switch {
	case m.released:
		return nil, "", nil, false, m.releasedError()
	case m.step != 1 && m.n > 1:
		return nil, "", nil, false, Raise(BufferError, "memoryview: underlying buffer is not C-contiguous")
	}
	if b = m.base(); m.start+m.n*m.size > len(b) { // the object has shrunk
		b = m.bytes()
	} else {
		b = b[m.start : m.start+m.n*m.size : m.start+m.n*m.size]
	}
	return b, m.plainFormat(), slices.Clone(m.dims()), m.readonly, nil
}

// Items returns a copy of what m shows, item after item, with an item's struct code and the shape.
func (m *MemoryView) Items() (b []byte, format string, shape []int, err error) {
	if m.released {
		return nil, "", nil, m.releasedError()
	}
	return m.bytes(), m.plainFormat(), slices.Clone(m.dims()), nil
}

// Memory returns the memory of an object that lies in one piece, and whether it may only be read.
func Memory(v Value) (b []byte, readonly bool, err error) {
	m, err := viewOf(v)
	if err != nil {
		return nil, false, err
	}
	b, _, _, readonly, err = m.View()
	return b, readonly, err
}

// WriteBuffer returns the memory of an object that may be written, if it has such and it lies in
// one piece.
func WriteBuffer(v Value) ([]byte, bool) {
	b, readonly, err := Memory(v)
	return b, err == nil && !readonly
}

// derive returns a view like m that is still to be changed and to be noted by lookAt.
func (m *MemoryView) derive() *MemoryView {
	c := *m
	c.Head, c.hash = Head{}, nil
	return &c
}

func (m *MemoryView) releasedError() error {
	return Raise(ValueError, "operation forbidden on released memoryview object")
}

// base is the bytes of the object looked at.
func (m *MemoryView) base() []byte {
	if m.memory != nil {
		return m.memory
	}
	b, _ := bufferOf(m.obj)
	return b
}

// item returns the bytes of item i; nil where the object has shrunk.
func (m *MemoryView) item(i int) []byte {
	at := m.start + i*m.step*m.size
	if b := m.base(); at >= 0 && at+m.size <= len(b) {
		return b[at : at+m.size]
	}
	return make([]byte, m.size)
}

// bytes returns a copy of what is seen.
func (m *MemoryView) bytes() []byte {
	if m.step == 1 && m.start+m.n*m.size <= len(m.base()) {
		return bytes.Clone(m.base()[m.start : m.start+m.n*m.size])
	}
	out := make([]byte, 0, m.n*m.size)
	for i := range m.n {
		out = append(out, m.item(i)...)
	}
	return out
}

func (m *MemoryView) load(i int) Value { return LoadItem(m.code(), m.item(i)) }

// code is the struct code of an item without the prefix for the native layout.
func (m *MemoryView) code() byte { return m.format[len(m.format)-1] }

// plainFormat is the format without the prefix for the native layout.
func (m *MemoryView) plainFormat() string { return strings.TrimPrefix(m.format, "@") }

// readable refuses items that have no value.
func (m *MemoryView) readable() error {
	switch {
	case m.opaque() && len(m.format) == 1:
		return Raise(NotImplementedError, "memoryview: format %s not supported", m.format)
	case m.opaque():
		return Raise(NotImplementedError, "memoryview: unsupported format %s", m.format)
	}
	return nil
}

func (m *MemoryView) opaque() bool { return opaqueFormats[m.format] != 0 }

func viewGetItem(t *Thread, v, key Value) (Value, error) {
	m := v.Object().(*MemoryView)
	if m.released {
		return Value{}, m.releasedError()
	}
	if _, slice := key.Object().(*Slice); !slice && m.opaque() {
		return Value{}, m.readable()
	}
	if m.shape != nil {
		return m.getShaped(t, key)
	}
	if s, ok := key.Object().(*Slice); ok {
		start, _, step, n, err := s.Indices(t, m.n)
		if err != nil {
			return Value{}, err
		}
		part := m.derive()
		part.start, part.step, part.n = m.start+start*m.step*m.size, m.step*step, n
		return part.lookAt(), nil
	}
	i, err := m.index(t, key)
	if err != nil {
		return Value{}, err
	}
	if m.released { // by an __index__
		return Value{}, m.releasedError()
	}
	return m.load(i), nil
}

func (m *MemoryView) index(t *Thread, key Value) (int, error) {
	if tuple, ok := key.Object().(*Tuple); ok && allHaveIndex(tuple.Items) {
		return m.place(t, key)
	} else if ok && allSlices(tuple.Items) {
		return 0, errMultiSlice()
	}
	if key.Class().Slots.Index == nil {
		return 0, Raise(TypeError, "memoryview: invalid slice key")
	}
	i, err := itemIndex(t, Value{}, key, m.n, "")
	if err != nil && Catch(err, IndexError) {
		err = Raise(IndexError, "index out of bounds on dimension 1")
	}
	return i, err
}

func viewSetItem(t *Thread, v, key, x Value) error {
	m := v.Object().(*MemoryView)
	switch {
	case m.released:
		return m.releasedError()
	case m.readonly:
		return Raise(TypeError, "cannot modify read-only memory")
	case x.head == nil:
		return Raise(TypeError, "cannot delete memory")
	case len(m.format) > 1 && m.opaque():
		return m.readable()
	}
	if m.shape != nil {
		i, err := m.place(t, key)
		if err != nil {
			return err
		}
		return m.store(t, i, x)
	}
	if _, ok := key.Object().(*Slice); ok {
		part, err := viewGetItem(t, v, key)
		if err != nil {
			return err
		}
		p := part.Object().(*MemoryView)
		from, err := viewOf(x)
		if err != nil {
			if Catch(err, TypeError) {
				return Raise(TypeError, "a bytes-like object is required, not '%s'", TypeName(x))
			}
			return err
		}
		b := from.bytes() // a copy: x may lie in the same memory
		if len(b) != p.n*p.size {
			return Raise(ValueError, "memoryview assignment: lvalue and rvalue have different structures")
		}
		for i := range p.n {
			copy(p.item(i), b[i*p.size:])
		}
		return nil
	}
	i, err := m.index(t, key)
	if err != nil {
		return err
	}
	return m.store(t, i, x)
}

func (m *MemoryView) store(t *Thread, i int, x Value) error {
	if err := m.readable(); err != nil {
		return err
	}
	b, code := m.item(i), m.code()
	if code == 'f' || code == 'd' {
		f, err := ToFloat(t, x)
		if err != nil {
			return Raise(TypeError, "memoryview: invalid type for format '%s'", m.format)
		}
		StoreFloat(code, b, f)
		return nil
	}
	if code == 'c' {
		c, ok := x.Object().(*Bytes)
		if !ok {
			return Raise(TypeError, "memoryview: invalid type for format '%s'", m.format)
		}
		if len(c.B) != 1 {
			return Raise(ValueError, "memoryview: invalid value for format '%s'", m.format)
		}
		b[0] = c.B[0]
		return nil
	}
	if code == '?' {
		truth, err := ToBool(t, x)
		b[0] = 0
		if truth {
			b[0] = 1
		}
		return err
	}
	if x.Class().Slots.Index == nil {
		return Raise(TypeError, "memoryview: invalid type for format '%s'", m.format)
	}
	n, err := Index(t, x)
	if err != nil {
		return err
	}
	if !StoreInt(code, b, bigOf(n)) {
		return Raise(ValueError, "memoryview: invalid value for format '%s'", m.format)
	}
	return nil
}

func viewRelease(_ *Thread, a []Value) (Value, error) {
	a[0].Object().(*MemoryView).released = true
	return None, nil
}

func viewCast(t *Thread, a []Value) (Value, error) {
	m := a[0].Object().(*MemoryView)
	format, ok := AsStr(a[1])
	if !ok {
		return Value{}, Raise(TypeError, "cast() argument 'format' must be str, not %s", ArgName(a[1]))
	}
	size, ok := viewFormats[strings.TrimPrefix(format, "@")]
	if !ok {
		return Value{}, Raise(ValueError, "memoryview: destination format must be a native single character format prefixed with an optional '@'")
	}
	switch {
	case m.released:
		return Value{}, m.releasedError()
	case m.step != 1:
		return Value{}, Raise(TypeError, "memoryview: casts are restricted to C-contiguous views")
	case !isByteFormat(m.plainFormat()) && !isByteFormat(strings.TrimPrefix(format, "@")):
		return Value{}, Raise(TypeError, "memoryview: cannot cast between two non-byte formats")
	case m.n*m.size%size != 0:
		return Value{}, Raise(TypeError, "memoryview: length is not a multiple of itemsize")
	}
	c := m.derive()
	c.format, c.n, c.size, c.shape = format, m.n*m.size/size, size, nil
	if a[2].head != nil {
		if err := c.reshape(t, a[2]); err != nil {
			return Value{}, err
		}
	}
	return c.lookAt(), nil
}

func isByteFormat(format string) bool { return format == "B" || format == "b" || format == "c" }

func viewHash(_ *Thread, v Value) (int64, error) {
	m := v.Object().(*MemoryView)
	switch {
	case m.hash != nil:
		return *m.hash, nil
	case m.released:
		return 0, m.releasedError()
	case !m.readonly:
		return 0, Raise(ValueError, "cannot hash writable memoryview object")
	case !strings.Contains("Bbc", string(m.code())):
		return 0, Raise(ValueError, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'")
	}
	h := stringHash(string(m.bytes()))
	m.hash = &h
	return h, nil
}

// memoryCompare compares item by item; a released view equals only itself.
func memoryCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	if op != Eq && op != Ne {
		return NotImplemented, nil
	}
	x := a.Object().(*MemoryView)
	other := b
	if _, ok := bufferOf(b); !ok {
		return NotImplemented, nil
	} else if _, isView := b.Object().(*MemoryView); !isView {
		other, _ = newMemoryView(b)
	}
	y := other.Object().(*MemoryView)
	if x.released || y.released {
		return Bool((x == y) == (op == Eq)), nil
	}
	same := slices.Equal(x.dims(), y.dims()) && x.format[0] != 'Z' && y.format[0] != 'Z'
	for i := 0; same && i < x.n; i++ {
		var err error
		if same, err = Equal(t, x.load(i), y.load(i)); err != nil {
			return Value{}, err
		}
	}
	return Bool(same == (op == Eq)), nil
}

// viewIter iterates over the items of a view of one dimension.
func viewIter(_ *Thread, v Value) (Value, error) {
	m := v.Object().(*MemoryView)
	switch {
	case m.released:
		return Value{}, m.releasedError()
	case len(m.dims()) != 1:
		return Value{}, Raise(NotImplementedError, "multi-dimensional sub-views are not implemented")
	}
	i := 0
	return NewIter(memoryIterClass, func(_ *Thread) (Value, bool, error) {
		if m.released {
			return Value{}, true, m.releasedError()
		}
		if i >= m.n {
			return Value{}, false, nil
		}
		if err := m.readable(); err != nil {
			return Value{}, true, err
		}
		i++
		return m.load(i - 1), true, nil
	}), nil
}
