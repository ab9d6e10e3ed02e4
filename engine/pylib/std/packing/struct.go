// Package packing is Python's modules that turn bytes into other bytes: base64, binascii,
// hashlib, struct and zlib.
package packing

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/std/numeric"
)

// Module _struct: C's layout of numbers in bytes.

// cField is one item of a format: a code, how often, and whether it is aligned.
type cField struct {
	code  byte
	count int
	size  int
	pad   int // bytes before it
}

type cLayout struct {
	order  binary.ByteOrder
	native bool // sizes and alignment are the machine's
	fields []cField
	size   int
	values int
}

// cSizes are native sizes, cStandard those after '<', '>', '=' or '!'.
var (
	cSizes    = map[byte]int{'x': 1, 'c': 1, 'b': 1, 'B': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'n': 8, 'N': 8, 'e': 2, 'f': 4, 'd': 8, 's': 1, 'p': 1, 'P': 8}
	cStandard = map[byte]int{'l': 4, 'L': 4}
)

// raiseStruct raises struct.error, which lives in the Python part.
func raiseStruct(t *object.Thread, format string, a ...any) error {
	m, ok := t.Session.Modules.GetStr("struct")
	if !ok {
		return object.Raise(object.ValueError, format, a...)
	}
	class, err := object.GetAttr(t, m, "error")
	if err != nil {
		return err
	}
	c, ok := class.Object().(*object.Class)
	if !ok {
		return object.Raise(object.ValueError, format, a...)
	}
	return object.Raise(c, format, a...)
}

// layouts remembers the formats that a session has used last.
var layouts = object.NewKey(func(*object.Session) *layoutCache { return &layoutCache{} })

type layoutCache struct{ byFormat map[string]*cLayout }

const maxLayouts = 100

// layoutOf is parseLayout for a format that may have been used before.
func layoutOf(t *object.Thread, v object.Value) (*cLayout, error) {
	format, ok := object.AsStr(v)
	if !ok {
		return parseLayout(t, v)
	}
	cache := layouts.Get(t.Session)
	if l := cache.byFormat[format]; l != nil {
		return l, nil
	}
	l, err := parseLayout(t, v)
	if err != nil {
		return nil, err
	}
	if len(cache.byFormat) >= maxLayouts || cache.byFormat == nil {
		cache.byFormat = map[string]*cLayout{}
	}
	cache.byFormat[format] = l
	return l, nil
}

func parseLayout(t *object.Thread, v object.Value) (*cLayout, error) {
	format, ok := object.AsStr(v)
	if !ok {
		b, isBytes := object.AsBytes(v)
		if !isBytes {
			return nil, object.Raise(object.TypeError, "Struct() argument 1 must be a str or bytes object, not %s", object.TypeName(v))
		}
		format = string(b)
	}
	if strings.ContainsRune(format, 0) {
		return nil, raiseStruct(t, "embedded null character")
	}
	if err := t.ChargeItems(len(format), 40); err != nil { // as many fields at the most
		return nil, err
	}
	l := &cLayout{order: binary.LittleEndian}
	native := true
	if format != "" {
		switch format[0] {
		case '<', '=':
			native = false
		case '>', '!':
			native, l.order = false, binary.BigEndian
		}
		if !native || format[0] == '@' {
			format = format[1:]
		}
	}
	for i := 0; i < len(format); i++ {
		c := format[i]
		if c == ' ' || c == '\t' || c == '\n' {
			continue
		}
		count, digits := 0, false
		for ; i < len(format) && '0' <= format[i] && format[i] <= '9'; i++ {
			count, digits = count*10+int(format[i]-'0'), true
			if count > 1<<28 {
				return nil, raiseStruct(t, "total struct size too long")
			}
		}
		if i == len(format) {
			return nil, raiseStruct(t, "repeat count given without format specifier")
		}
		if !digits {
			count = 1
		}
		l.native = native
		if err := l.add(t, format[i], count, native); err != nil {
			return nil, err
		}
	}
	return l, nil
}

func (l *cLayout) add(t *object.Thread, code byte, count int, native bool) error {
	size, ok := cSizes[code]
	if other, differs := cStandard[code]; differs && !native {
		size = other
	}
	if !ok || !native && (code == 'n' || code == 'N' || code == 'P') {
		return raiseStruct(t, "bad char in struct format")
	}
	f := cField{code: code, count: count, size: size}
	if native && size > 1 {
		f.pad = (size - l.size%size) % size
	}
	l.fields = append(l.fields, f)
	l.size += f.pad + size*count
	switch code {
	case 'x':
	case 's', 'p':
		l.values++
	default:
		l.values += count
	}
	return nil
}

func InitStruct(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_struct", "Numbers as bytes.")
	withLayout := func(do func(*object.Thread, *cLayout, []object.Value) (object.Value, error)) object.GoFunc {
		return func(t *object.Thread, a []object.Value) (object.Value, error) {
			l, err := layoutOf(t, a[0])
			if err != nil {
				return object.Value{}, err
			}
			return do(t, l, a[1:])
		}
	}
	m.AddFuncs(
		object.Def("calcsize(format, /)", withLayout(func(_ *object.Thread, l *cLayout, _ []object.Value) (object.Value, error) {
			return object.Int(int64(l.size)), nil
		}), "The size of a format in bytes."),
		object.DefRaw("pack", packRaw, "The values as bytes."),
		object.Def("unpack(format, buffer, /)", withLayout(structUnpackAll), "The values in a buffer of just the right size."),
		object.Def("unpack_from(format, /, buffer, offset=0)", withLayout(structUnpack), "The values at an offset of a buffer."),
		object.Def("iter_unpack(format, buffer, /)", withLayout(structIterUnpack), "The values of one record after the other."),
	)
	m.AddClasses(structClass)
	return m, nil
}

// packRaw is pack without a tuple of its arguments.
func packRaw(t *object.Thread, a object.Args) (object.Value, error) {
	switch {
	case len(a.Kw) > 0:
		return object.Value{}, object.Raise(object.TypeError, "_struct.pack() takes no keyword arguments")
	case len(a.Pos) == 0:
		return object.Value{}, object.Raise(object.TypeError, "missing format argument")
	}
	l, err := layoutOf(t, a.Pos[0])
	if err != nil {
		return object.Value{}, err
	}
	return l.pack(t, a.Pos[1:])
}

func structPack(t *object.Thread, l *cLayout, a []object.Value) (object.Value, error) {
	return l.pack(t, a[0].Object().(*object.Tuple).Items)
}

// pack is the values as bytes.
func (l *cLayout) pack(t *object.Thread, values []object.Value) (object.Value, error) {
	if len(values) != l.values {
		return object.Value{}, raiseStruct(t, "pack expected %d items for packing (got %d)", l.values, len(values))
	}
	if err := t.Charge(l.size); err != nil {
		return object.Value{}, err
	}
	packed, rest := object.MakeBytes(l.size)
	for i := range l.fields {
		f := &l.fields[i]
		rest = rest[f.pad:]
		switch f.code {
		case 'x':
		case 's', 'p':
			if err := f.putBytes(t, rest[:f.count], values[0]); err != nil {
				return object.Value{}, err
			}
			values = values[1:]
		default:
			for n := range f.count {
				if err := l.put(t, rest[n*f.size:(n+1)*f.size], f.code, values[n]); err != nil {
					return object.Value{}, err
				}
			}
			values = values[f.count:]
		}
		rest = rest[f.count*f.size:]
	}
	return packed, nil
}

// putBytes writes a field of bytes, cut or filled up with zeros; of kind p with its length before it.
func (f *cField) putBytes(t *object.Thread, field []byte, v object.Value) error {
	b, ok := object.AsBytes(v)
	switch {
	case !ok:
		return raiseStruct(t, "argument for '%c' must be a bytes object", f.code)
	case f.code == 'p' && f.count > 0:
		field[0] = byte(min(copy(field[1:], b), 255))
	default:
		copy(field, b)
	}
	return nil
}

// rangeError is what CPython says of a number that a format cannot hold.
func (l *cLayout) rangeError(code byte, size int, low, high *big.Int) string {
	name := "'" + string(code) + "'"
	switch {
	case size == 1:
		name = map[byte]string{'b': "byte", 'B': "ubyte"}[code]
	case size == 2 && l.native:
		name = map[byte]string{'h': "short", 'H': "ushort"}[code]
	case size == 8 && l.order == binary.BigEndian && code < 'a':
		return "int too large to convert"
	case size == 8, code == 'I', code == 'L':
		return "argument out of range"
	}
	return fmt.Sprintf("%s format requires %s <= number <= %s", name, low, high)
}

func (l *cLayout) put(t *object.Thread, field []byte, code byte, v object.Value) error {
	switch code {
	case 'c':
		b, ok := object.AsBytes(v)
		if !ok || len(b) != 1 {
			return raiseStruct(t, "char format requires a bytes object of length 1")
		}
		field[0] = b[0]
		return nil
	case '?':
		b, err := object.ToBool(t, v)
		field[0] = 0
		if b {
			field[0] = 1
		}
		return err
	case 'e', 'f', 'd':
		x, err := object.ToFloat(t, v)
		if err != nil {
			return raiseStruct(t, "required argument is not a float")
		}
		return l.putFloat(t, field, code, x)
	}
	if v.IsInt() && fitsField(v.SmallInt(), code, len(field)) {
		l.putBits(field, uint64(v.SmallInt()))
		return nil
	}
	n, err := numeric.Integer(t, v)
	if err != nil {
		return raiseStruct(t, "required argument is not an integer")
	}
	bits := uint(8 * len(field))
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), bits)
	if code >= 'a' { // lower case is signed
		high.Rsh(high, 1)
		low.Neg(high)
	}
	high.Sub(high, big.NewInt(1))
	if n.Cmp(low) < 0 || n.Cmp(high) > 0 {
		return raiseStruct(t, "%s", l.rangeError(code, len(field), low, high))
	}
	u := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	l.putBits(field, u)
	return nil
}

// fitsField reports whether a field of so many bytes holds n; codes in lower case are signed.
func fitsField(n int64, code byte, size int) bool {
	bits := uint(8 * size)
	if code >= 'a' {
		return n>>(bits-1) == n>>63
	}
	return n >= 0 && (size == 8 || n>>bits == 0)
}

func (l *cLayout) putBits(field []byte, u uint64) {
	switch len(field) {
	case 1:
		field[0] = byte(u)
	case 2:
		l.order.PutUint16(field, uint16(u))
	case 4:
		l.order.PutUint32(field, uint32(u))
	case 8:
		l.order.PutUint64(field, u)
	}
}

func (l *cLayout) bits(field []byte) uint64 {
	switch len(field) {
	case 1:
		return uint64(field[0])
	case 2:
		return uint64(l.order.Uint16(field))
	case 4:
		return uint64(l.order.Uint32(field))
	}
	return l.order.Uint64(field)
}

func (l *cLayout) putFloat(t *object.Thread, field []byte, code byte, x float64) error {
	switch code {
	case 'd':
		l.putBits(field, math.Float64bits(x))
		return nil
	case 'f':
		f := float32(x)
		if math.IsInf(float64(f), 0) && !math.IsInf(x, 0) {
			return object.Raise(object.OverflowError, "float too large to pack with f format")
		}
		l.putBits(field, uint64(math.Float32bits(f)))
		return nil
	}
	h, ok := halfBits(x)
	if !ok {
		return object.Raise(object.OverflowError, "float too large to pack with e format")
	}
	l.putBits(field, uint64(h))
	return nil
}

// halfBits rounds to IEEE half precision, halves to even.
func halfBits(x float64) (h uint16, ok bool) {
	sign := uint16(math.Float64bits(x) >> 48 & 0x8000)
	a := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return sign | 0x7e00, true
	case math.IsInf(x, 0):
		return sign | 0x7c00, true
	case a >= 65520:
		return 0, false
	case a < 0x1p-14:
		return sign | uint16(math.RoundToEven(a*0x1p24)), true
	}
	m, e := math.Frexp(a)
	return sign | uint16(e+14)<<10 + uint16(math.RoundToEven(m*2048)) - 1024, true
}

func halfValue(h uint16) float64 {
	e, m := int(h>>10&0x1f), float64(h&0x3ff)
	var x float64
	switch e {
	case 0:
		x = m * 0x1p-24
	case 31:
		x = math.Inf(1)
		if m != 0 {
			x = math.NaN()
		}
	default:
		x = math.Ldexp(1+m/1024, e-15)
	}
	if h&0x8000 != 0 {
		return -x
	}
	return x
}

func structUnpack(t *object.Thread, l *cLayout, a []object.Value) (object.Value, error) {
	b, ok := object.AsBytes(a[0])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "a bytes-like object is required, not '%s'", object.TypeName(a[0]))
	}
	offset, err := object.IndexInt(t, a[1])
	if err != nil {
		return object.Value{}, err
	}
	if offset < 0 {
		switch {
		case offset+l.size > 0:
			return object.Value{}, raiseStruct(t, "not enough data to unpack %d bytes at offset %d", l.size, offset)
		case offset+len(b) < 0:
			return object.Value{}, raiseStruct(t, "offset %d out of range for %d-byte buffer", offset, len(b))
		}
		offset += len(b)
	}
	if len(b)-offset < l.size {
		return object.Value{}, raiseStruct(t, "unpack_from requires a buffer of at least %d bytes for unpacking %d bytes at offset %d (actual buffer size is %d)", uint64(offset)+uint64(l.size), l.size, offset, len(b))
	}
	return l.unpack(t, b[offset:])
}

func structUnpackAll(t *object.Thread, l *cLayout, a []object.Value) (object.Value, error) {
	b, err := object.Buffer(a[0])
	if err != nil {
		return object.Value{}, err
	}
	if len(b) != l.size {
		return object.Value{}, raiseStruct(t, "unpack requires a buffer of %d bytes", l.size)
	}
	return l.unpack(t, b)
}

// unpack reads the values from the beginning of b.
func (l *cLayout) unpack(t *object.Thread, b []byte) (object.Value, error) {
	if err := t.ChargeItems(l.values, 16); err != nil {
		return object.Value{}, err
	}
	var few [4]object.Value // a tuple of few is made with them in one piece
	row := few[:0]
	if l.values > len(few) {
		row = make([]object.Value, 0, l.values)
	}
	for _, f := range l.fields {
		b = b[f.pad:]
		switch f.code {
		case 'x':
		case 's':
			row = append(row, object.NewBytes(append([]byte(nil), b[:f.count]...)))
		case 'p':
			n := 0
			if f.count > 0 {
				n = min(int(b[0]), f.count-1)
			}
			row = append(row, object.NewBytes(append([]byte(nil), b[min(1, f.count):min(1, f.count)+n]...)))
		default:
			for i := range f.count {
				row = append(row, l.get(b[i*f.size:(i+1)*f.size], f.code))
			}
		}
		b = b[f.count*f.size:]
	}
	if l.values <= len(few) {
		return object.CopyTuple(row), nil
	}
	return object.NewTuple(row...), nil
}

func (l *cLayout) get(field []byte, code byte) object.Value {
	u := l.bits(field)
	switch code {
	case 'c':
		return object.NewBytes([]byte{field[0]})
	case '?':
		return object.Bool(u != 0)
	case 'e':
		return object.Float(halfValue(uint16(u)))
	case 'f':
		return object.Float(float64(math.Float32frombits(uint32(u))))
	case 'd':
		return object.Float(math.Float64frombits(u))
	}
	if code >= 'a' {
		shift := uint(64 - 8*len(field))
		return object.Int(int64(u<<shift) >> shift)
	}
	return object.Uint(u)
}
