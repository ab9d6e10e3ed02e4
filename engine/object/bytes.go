package object

import (
	"bytes"
	"strings"
	"unsafe"
)

// Bytes is bytes; ByteArray is bytearray.
type (
	Bytes struct {
		Head
		B []byte // never changed once it is here
	}
	ByteArray struct {
		Head
		B     []byte
		views Exports // that a resize would leave without their bytes
	}
)

// BytesClass is bytes, ByteArrayClass bytearray.
var (
	BytesClass     = bare("bytes")
	ByteArrayClass = bare("bytearray")
)

// NewBytes returns the bytes b, which it keeps.
func NewBytes(b []byte) Value { return Adopt(&Bytes{B: b}, BytesClass) }

// shortBytes are bytes in one piece with their object.
type shortBytes struct {
	Bytes
	room [32]byte
}

// MakeBytes returns bytes of so many zeros, and where they are to be filled in.
func MakeBytes(n int) (Value, []byte) {
	if n > 32 {
		b := make([]byte, n)
		return NewBytes(b), b
	}
	o := &shortBytes{}
	o.B = o.room[:n:n]
	o.class, o.object = BytesClass, &o.Bytes
	return Value{&o.Head, 0}, o.B
}

// NewByteArray returns a bytearray over b, which it keeps.
func NewByteArray(b []byte) Value { return Adopt(&ByteArray{B: b}, ByteArrayClass) }

// bufferOf returns the bytes of an object that has some; they must not be changed.
func bufferOf(v Value) ([]byte, bool) {
	switch o := v.Object().(type) {
	case *Bytes:
		return o.B, true
	case *ByteArray:
		return o.B, true
	case *MemoryView:
		return o.bytes(), true
	case Buffered:
		b, _ := o.Buffer()
		return b, true
	}
	return nil, false
}

// AsBytes returns the bytes of a bytes, bytearray or memoryview, not to be changed.
func AsBytes(v Value) ([]byte, bool) { return bufferOf(v) }

// Buffer returns the bytes of an object whose memory others may read, not to be
// changed, or TypeError.
func Buffer(v Value) ([]byte, error) {
	if o, ok := v.Object().(Viewable); ok {
		b, _, _, _, err := o.View()
		return b, err
	}
	if b, ok := bufferOf(v); ok {
		return b, nil
	}
	return nil, Raise(TypeError, "a bytes-like object is required, not '%s'", TypeName(v))
}

// bytesHash is the hash of the str with these bytes.
func bytesHash(b []byte) int64 { return stringHash(unsafe.String(unsafe.SliceData(b), len(b))) }

func initBytes() {
	slots := Slots{
		Repr: func(t *Thread, v Value) (string, error) {
			b, _ := bufferOf(v)
			if err := t.Charge(reprLength(b)); err != nil {
				return "", err
			}
			return bytesRepr(v), nil
		},
		Hash: func(_ *Thread, v Value) (int64, error) { return bytesHash(v.Object().(*Bytes).B), nil },
		Len: func(_ *Thread, v Value) (int, error) {
			b, _ := bufferOf(v)
			return len(b), nil
		},
		Compare: bytesCompare, GetItem: bytesGetItem, Contains: bytesContains,
		Iter:      bytesIter(BytesIterClass),
		Binary:    sequenceSlots(bytesAdd, bytesRepeat),
		Reflected: reflectedRepeat(bytesRepeat),
	}
	slots.Binary[Mod] = bytesPercent
	classMethods := []Method{{"fromhex(string, /)", bytesFromHex, "Create a bytes object from a string of hexadecimal numbers."}}
	static := []Method{{"maketrans(frm, to, /)", bytesMakeTrans, "Return a translation table useable for the bytes or bytearray translate method."}}
	BytesClass.Define(Spec{
		Doc:       "bytes(iterable_of_ints) -> bytes\nbytes(string, encoding[, errors]) -> bytes\nbytes(bytes_or_buffer) -> immutable copy of bytes_or_buffer\nbytes(int) -> bytes object of size given by the parameter initialized with null bytes\nbytes() -> empty bytes object",
		Signature: "bytes(source=?, encoding=?, errors=?)", Make: bytesMake, Slots: slots,
		Methods: append(bytesMethods(), Method{"__getnewargs__(self, /)", func(_ *Thread, a []Value) (Value, error) {
			return NewTuple(NewBytes(a[0].Object().(*Bytes).B)), nil
		}, ""}, Method{"__bytes__(self, /)", func(_ *Thread, a []Value) (Value, error) { return NewBytes(a[0].Object().(*Bytes).B), nil }, ""}),
		ClassMethods: classMethods, StaticMethods: static,
	})
	slots.Hash = nil
	slots.Iter = bytesIter(ByteArrayIterClass)
	slots.SetItem = byteArraySetItem
	slots.Inplace = byteArrayInplace()
	ByteArrayClass.Define(Spec{
		Doc:       "bytearray(iterable_of_ints) -> bytearray\nbytearray(string, encoding[, errors]) -> bytearray\nbytearray(bytes_or_buffer) -> mutable copy of bytes_or_buffer\nbytearray(int) -> bytes array of size given by the parameter initialized with null bytes\nbytearray() -> empty bytes array",
		Signature: "bytearray(source=?, encoding=?, errors=?)",
		Alloc:     func(c *Class) Value { return Adopt(&ByteArray{}, c) },
		Init: func(t *Thread, self Value, a []Value) error {
			b, err := bytesSource(t, "bytearray", a)
			if err == nil {
				self.Object().(*ByteArray).B = append([]byte(nil), b...)
			}
			return err
		},
		Slots: slots, Methods: append(bytesMethods(), byteArrayMethods()...),
		ClassMethods: classMethods, StaticMethods: static,
	})
	initMemoryView()
}

func bytesMake(t *Thread, c *Class, a []Value) (Value, error) {
	if o, ok := a[0].objectOrNil().(*Bytes); ok && c == BytesClass && o.class == BytesClass && a[1].head == nil {
		return a[0], nil
	}
	b, err := bytesSource(t, "bytes", a)
	if err != nil {
		return Value{}, err
	}
	return Adopt(&Bytes{B: b}, c), nil
}

// bytesSource makes bytes from the arguments of a constructor.
func bytesSource(t *Thread, name string, a []Value) ([]byte, error) {
	if a[0].head == nil {
		return nil, nil
	}
	if _, ok := AsStr(a[0]); ok {
		if a[1].head == nil {
			return nil, Raise(TypeError, "string argument without an encoding")
		}
		encoding, handler, err := codecArgs(name, a[1], a[2])
		if err != nil {
			return nil, err
		}
		return Encode(t, a[0], encoding, handler)
	}
	if a[1].head != nil {
		return nil, Raise(TypeError, "encoding without a string argument")
	}
	if a[2].head != nil {
		return nil, Raise(TypeError, "errors without a string argument")
	}
	if _, own := special(a[0], "__bytes__"); a[0].Class().Slots.Index != nil && !own {
		if _, err := viewOf(a[0]); err != nil {
			return zeroBytes(t, a[0])
		}
	}
	return bytesFrom(t, a[0], name)
}

func zeroBytes(t *Thread, v Value) ([]byte, error) {
	n, err := IndexInt(t, v)
	if err != nil {
		if Catch(err, IndexError) {
			err = Raise(OverflowError, "cannot fit 'int' into an index-sized integer")
		}
		return nil, err
	}
	if n < 0 {
		return nil, Raise(ValueError, "negative count")
	}
	if err := t.Charge(n); err != nil {
		return nil, err
	}
	return make([]byte, n), nil
}

// bytesFrom returns the bytes of a buffer, of __bytes__, or of an iterable of ints, for
// an object of the class of that name.
func bytesFrom(t *Thread, v Value, class string) ([]byte, error) {
	if !v.Class().Builtin {
		if res, ok, err := CallMethod(t, v, "__bytes__"); ok {
			if err != nil {
				return nil, err
			}
			o, isBytes := res.Object().(*Bytes)
			if !isBytes {
				return nil, Raise(TypeError, "__bytes__ returned non-bytes (type %s)", TypeName(res))
			}
			return o.B, nil
		}
	}
	switch o := v.Object().(type) {
	case *MemoryView:
		if o.released {
			return nil, o.releasedError()
		}
	case Viewable:
		if b, _, _, _, err := o.View(); err == nil {
			return append([]byte(nil), b...), t.Charge(len(b))
		}
	}
	if b, ok := bufferOf(v); ok {
		return append([]byte(nil), b...), t.Charge(len(b))
	}
	s := v.Class().Slots
	if _, isStr := AsStr(v); isStr || s.Iter == nil && s.GetItem == nil {
		return nil, Raise(TypeError, "cannot convert '%s' object to %s", TypeName(v), class)
	}
	what := strings.TrimSuffix(class, "array")
	var out []byte
	err := ForEach(t, v, func(x Value) error {
		b, err := byteValue(t, x, what)
		out = append(out, b)
		return err
	})
	return out, err
}

// byteValue checks that x is an int from 0 to 255.
func byteValue(t *Thread, x Value, what string) (byte, error) {
	v, err := Index(t, x)
	if err != nil {
		return 0, err
	}
	if n, ok := AsInt(v); ok && n >= 0 && n < 256 {
		return byte(n), nil
	}
	return 0, Raise(ValueError, "%s must be in range(0, 256)", what)
}

// bytesLike makes an object of self's kind: bytearray methods return bytearrays.
func bytesLike(self Value, b []byte) Value {
	if _, ok := self.Object().(*ByteArray); ok {
		return NewByteArray(append([]byte(nil), b...))
	}
	return NewBytes(b)
}

// BytesRepr returns repr(b) of a bytes object.
func BytesRepr(b []byte) string {
	const hex = "0123456789abcdef"
	q := byte('\'')
	if bytes.IndexByte(b, '\'') >= 0 && bytes.IndexByte(b, '"') < 0 {
		q = '"'
	}
	var out strings.Builder
	out.Grow(reprLength(b))
	out.Write([]byte{'b', q})
	for _, c := range b {
		switch {
		case c == q || c == '\\':
			out.Write([]byte{'\\', c})
		case c == '\t':
			out.WriteString(`\t`)
		case c == '\n':
			out.WriteString(`\n`)
		case c == '\r':
			out.WriteString(`\r`)
		case c < ' ' || c >= 0x7f:
			out.Write([]byte{'\\', 'x', hex[c>>4], hex[c&15]})
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte(q)
	return out.String()
}

// reprLength is about how long BytesRepr is: never shorter.
func reprLength(b []byte) int {
	n := 3
	for _, c := range b {
		switch {
		case c < ' ' || c >= 0x7f:
			n += 4
		case c == '\'' || c == '"' || c == '\\':
			n += 2
		default:
			n++
		}
	}
	return n
}

func bytesRepr(v Value) string {
	b, _ := bufferOf(v)
	if _, ok := v.Object().(*ByteArray); ok {
		text := BytesRepr(b)
		if text[1] == '"' {
			text = strings.ReplaceAll(text, "'", `\'`) // escaped here, needed or not
		}
		return TypeName(v) + "(" + text + ")"
	}
	return BytesRepr(b)
}

func bytesCompare(_ *Thread, op CompareOp, a, b Value) (Value, error) {
	x, _ := bufferOf(a)
	y, ok := bufferOf(b)
	_, other := b.Object().(*Bytes)
	if _, frozen := a.Object().(*Bytes); !ok || frozen && !other {
		return NotImplemented, nil
	}
	return Bool(op.holds(bytes.Compare(x, y))), nil
}

func bytesGetItem(t *Thread, v, key Value) (Value, error) {
	b, _ := bufferOf(v)
	if s, ok := key.Object().(*Slice); ok {
		start, _, step, n, err := s.Indices(t, len(b))
		if err != nil {
			return Value{}, err
		}
		if n == len(b) && step == 1 && v.Class() == BytesClass {
			return v, nil
		}
		out := make([]byte, n)
		for i := range out {
			out[i] = b[start+i*step]
		}
		return bytesLike(v, out), t.Charge(n)
	}
	kind := "byte"
	if _, ok := v.Object().(*ByteArray); ok {
		kind = "bytearray"
	}
	if key.Class().Slots.Index == nil {
		return Value{}, Raise(TypeError, "%s indices must be integers or slices, not %s", kind, TypeName(key))
	}
	key, err := Index(t, key)
	if err != nil {
		return Value{}, err
	}
	b, _ = bufferOf(v) // __index__ may have changed it
	i, err := itemIndex(t, v, key, len(b), "")
	if err != nil {
		if Catch(err, IndexError) {
			if kind == "byte" {
				return Value{}, Raise(IndexError, "index out of range")
			}
			return Value{}, Raise(IndexError, "bytearray index out of range")
		}
		return Value{}, err
	}
	return Int(int64(b[i])), nil
}

// subBytes is what can be looked for in bytes: bytes, or an int for one byte.
func subBytes(t *Thread, v Value) ([]byte, error) {
	if b, ok := bufferOf(v); ok {
		return b, nil
	}
	if v.Class().Slots.Index == nil {
		return nil, Raise(TypeError, "argument should be integer or bytes-like object, not '%s'", TypeName(v))
	}
	c, err := byteValue(t, v, "byte")
	return []byte{c}, err
}

func bytesContains(t *Thread, v, x Value) (bool, error) {
	b, _ := bufferOf(v)
	if _, ok := bufferOf(x); !ok && x.Class().Slots.Index == nil {
		return false, Raise(TypeError, "a bytes-like object is required, not '%s'", TypeName(x))
	}
	sub, err := subBytes(t, x)
	return bytes.Contains(b, sub), err
}

func bytesIter(class *Class) func(*Thread, Value) (Value, error) {
	return func(_ *Thread, v Value) (Value, error) { return Adopt(&bytesIterator{seq: v}, class), nil }
}

func bytesNext(_ *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*bytesIterator)
	if it.seq.head == nil {
		return Value{}, false, nil
	}
	b, _ := bufferOf(it.seq)
	if it.i >= len(b) {
		it.seq = Value{}
		return Value{}, false, nil
	}
	it.i++
	return Int(int64(b[it.i-1])), true, nil
}

func bytesAdd(t *Thread, a, b Value) (Value, error) {
	x, xOK := bufferOf(a)
	y, yOK := bufferOf(b)
	if !xOK || !yOK {
		return NotImplemented, nil
	}
	if err := t.Charge(len(x) + len(y)); err != nil {
		return Value{}, err
	}
	return bytesLike(a, append(append(make([]byte, 0, len(x)+len(y)), x...), y...)), nil
}

func bytesRepeat(t *Thread, v Value, n int) (Value, error) {
	b, _ := bufferOf(v)
	if len(b) > 0 {
		if err := t.ChargeItems(n, len(b)); err != nil {
			return Value{}, err
		}
	}
	return bytesLike(v, bytes.Repeat(b, n)), nil
}

// latin1 shows bytes as text of the same characters, and back, so that the
// formatting of text serves bytes too.
func latin1(b []byte) string {
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return s.String()
}

func fromLatin1(s string) []byte {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		b = append(b, byte(r))
	}
	return b
}

func bytesPercent(t *Thread, a, b Value) (Value, error) {
	format, ok := bufferOf(a)
	if !ok {
		return NotImplemented, nil
	}
	p := newPercent(t, b)
	p.bytes = true
	if _, isBuf := bufferOf(b); isBuf {
		p.mapping = Value{}
	}
	text, err := p.run(latin1(format))
	if err != nil {
		return Value{}, err
	}
	return bytesLike(a, fromLatin1(text)), nil
}
