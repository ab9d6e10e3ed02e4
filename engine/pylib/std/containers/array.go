package containers

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// array is array.array: numbers of one C type in a row of bytes.
type array struct {
	object.Head
	kind  *arrayKind
	data  []byte
	views object.Exports // that a resize would leave without their bytes
}

// Exports are the memoryviews of the array.
func (a *array) Exports() *object.Exports { return &a.views }

// resize is nil if the array may change its size.
func (a *array) resize(t *object.Thread) error {
	if !a.views.Free(t) {
		return object.Raise(object.BufferError, "cannot resize an array that is exporting buffers")
	}
	return nil
}

// arrayKind is what a type code means.
type arrayKind struct {
	code byte
	size int
	// name, low and high are for the texts of numbers out of range; without a name
	// only the C type that they pass through refuses them.
	name      string
	low, high int64
	// wide is the text for what no C type takes, minus that for a negative number
	// given for an unsigned one.
	wide, minus string
}

const (
	noLong     = "Python int too large to convert to C long"
	noUnsigned = "Python int too large to convert to C unsigned long"
	noMinus    = "can't convert negative value to unsigned int"
)

var arrayKinds = []arrayKind{
	{code: 'b', size: 1, name: "signed char", low: -1 << 7, high: 1<<7 - 1, wide: noLong},
	{code: 'B', size: 1, name: "unsigned byte integer", high: 1<<8 - 1, wide: noLong},
	{code: 'h', size: 2, name: "signed short integer", low: -1 << 15, high: 1<<15 - 1, wide: noLong},
	{code: 'H', size: 2, name: "unsigned short", high: 1<<16 - 1, wide: noLong},
	{code: 'i', size: 4, name: "signed integer", low: -1 << 31, high: 1<<31 - 1, wide: noLong},
	{code: 'I', size: 4, name: "unsigned int", high: 1<<32 - 1, wide: noUnsigned, minus: noMinus},
	{code: 'l', size: 8, wide: noLong},
	{code: 'L', size: 8, wide: noUnsigned, minus: noMinus},
	{code: 'q', size: 8, wide: "int too big to convert"},
	{code: 'Q', size: 8, wide: "int too big to convert", minus: "can't convert negative int to unsigned"},
	{code: 'f', size: 4},
	{code: 'd', size: 8},
	{code: 'u', size: 4},
}

var (
	arrayClass     = binding.Class("array.array")
	arrayIterClass = object.NewBuiltin("array.arrayiterator").Define(object.Spec{NoConstructor: true, OwnLayout: true,
		Slots: object.Slots{Iter: func(_ *object.Thread, v object.Value) (object.Value, error) { return v, nil }, Next: nextInArray},
		Methods: []object.Method{
			{Sig: "__reduce__(self, /)", Fn: reduceArrayIter, Doc: "Return state information for pickling."},
			{Sig: "__setstate__(self, state, /)", Fn: moveArrayIter, Doc: "Set state information for unpickling."},
		}})
)

func asArray(v object.Value) *array {
	a, _ := v.Object().(*array)
	return a
}

// Buffer gives memoryview and bytes the array's bytes.
func (a *array) Buffer() ([]byte, string) {
	if a.kind.code == 'u' {
		return a.data, "I"
	}
	return a.data, string(a.kind.code)
}

func (a *array) len() int { return len(a.data) / a.kind.size }

func (a *array) item(i int) []byte { return a.data[i*a.kind.size : (i+1)*a.kind.size] }

func (a *array) load(i int) object.Value {
	if a.kind.code == 'u' {
		return object.NewStr(string(rune(binary.LittleEndian.Uint32(a.item(i)))))
	}
	return object.LoadItem(a.kind.code, a.item(i))
}

// with returns an array of the same kind that holds data.
func (a *array) with(data []byte) object.Value {
	return object.Adopt(&array{kind: a.kind, data: data}, arrayClass)
}

func (a *array) list() object.Value {
	items := make([]object.Value, a.len())
	for i := range items {
		items[i] = a.load(i)
	}
	return object.NewList(items)
}

// pack returns the bytes of one item.
func (a *array) pack(t *object.Thread, x object.Value) ([]byte, error) {
	b := make([]byte, a.kind.size)
	switch a.kind.code {
	case 'u':
		s, ok := object.AsStr(x)
		if !ok || utf8.RuneCountInString(s) != 1 {
			return nil, object.Raise(object.TypeError, "array item must be unicode character")
		}
		r, _ := utf8.DecodeRuneInString(s)
		binary.LittleEndian.PutUint32(b, uint32(r))
		return b, nil
	case 'f', 'd':
		f, err := object.ToFloat(t, x)
		if err == nil {
			object.StoreFloat(a.kind.code, b, f)
		}
		return b, err
	}
	v, err := object.Index(t, x)
	if err != nil {
		return nil, err
	}
	return b, a.kind.packInt(b, object.BigOf(v))
}

func (k *arrayKind) packInt(b []byte, n *big.Int) error {
	unsigned := k.wide == noUnsigned || k.code == 'Q'
	switch {
	case unsigned && n.Sign() < 0:
		return object.Raise(object.OverflowError, "%s", k.minus)
	case unsigned && !n.IsUint64(), !unsigned && !n.IsInt64():
		return object.Raise(object.OverflowError, "%s", k.wide)
	case object.StoreInt(k.code, b, n):
		return nil
	case n.Sign() < 0:
		return object.Raise(object.OverflowError, "%s is less than minimum", k.rangeName(n))
	}
	return object.Raise(object.OverflowError, "%s is greater than maximum", k.rangeName(n))
}

// rangeName is the C type whose range a number leaves first: CPython reads a 'b'
// as a short and an 'H' as an int.
func (k *arrayKind) rangeName(n *big.Int) string {
	switch {
	case k.code == 'b' && (n.Int64() < -1<<15 || n.Int64() >= 1<<15):
		return "signed short integer"
	case k.code == 'H' && (n.Int64() < -1<<31 || n.Int64() >= 1<<31):
		return "signed integer"
	}
	return k.name
}

func makeArray(t *object.Thread, c *object.Class, args []object.Value) (object.Value, error) {
	code, ok := object.AsStr(args[0])
	if !ok || utf8.RuneCountInString(code) != 1 {
		return object.Value{}, object.Raise(object.TypeError, "array() argument 1 must be a unicode character, not %s", object.TypeName(args[0]))
	}
	kind := slices.IndexFunc(arrayKinds, func(k arrayKind) bool { return string(k.code) == code })
	if kind < 0 {
		return object.Value{}, object.Raise(object.ValueError, "bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
	}
	a := &array{kind: &arrayKinds[kind]}
	v := object.Adopt(a, c)
	if args[1].IsNil() {
		return v, nil
	}
	_, isText := object.AsStr(args[1])
	switch other := args[1].Object().(type) {
	case *object.Bytes, *object.ByteArray:
		return v, a.fromBytes(args[1])
	case *array:
		if other.kind == a.kind {
			a.data = slices.Clone(other.data)
			return v, nil
		}
		if other.kind.code == 'u' {
			return object.Value{}, object.Raise(object.TypeError, "cannot use a unicode array to initialize an array with typecode '%c'", a.kind.code)
		}
	}
	if isText && a.kind.code != 'u' {
		return object.Value{}, object.Raise(object.TypeError, "cannot use a str to initialize an array with typecode '%c'", a.kind.code)
	}
	return v, a.extendFrom(t, args[1])
}

func (a *array) fromBytes(v object.Value) error {
	b, err := object.Buffer(v)
	if err != nil {
		return err
	}
	if len(b)%a.kind.size != 0 {
		return object.Raise(object.ValueError, "bytes length not a multiple of item size")
	}
	a.data = append(a.data, b...)
	return nil
}

// extendFrom adds the elements of any iterable.
func (a *array) extendFrom(t *object.Thread, v object.Value) error {
	return object.ForEach(t, v, func(x object.Value) error {
		b, err := a.pack(t, x)
		if err == nil {
			a.data = append(a.data, b...)
		}
		return err
	})
}

func (a *array) extend(t *object.Thread, v object.Value) error {
	other := asArray(v)
	if other == nil {
		return a.extendFrom(t, v)
	}
	if other.kind != a.kind {
		return object.Raise(object.TypeError, "can only extend with array of same kind")
	}
	a.data = append(a.data, other.data...)
	return nil
}

// at is the position that an index means.
func (a *array) at(t *object.Thread, key object.Value, what string) (int, error) {
	if key.Class().Slots.Index == nil {
		return 0, object.Raise(object.TypeError, "array indices must be integers")
	}
	i, err := object.IndexInt(t, key)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += a.len()
	}
	if i < 0 || i >= a.len() {
		return 0, object.Raise(object.IndexError, "%s index out of range", what)
	}
	return i, nil
}

func arrayGetItem(t *object.Thread, v, key object.Value) (object.Value, error) {
	a := asArray(v)
	s, ok := key.Object().(*object.Slice)
	if !ok {
		i, err := a.at(t, key, "array")
		if err != nil {
			return object.Value{}, err
		}
		return a.load(i), nil
	}
	start, _, step, n, err := s.Indices(t, a.len())
	if err != nil {
		return object.Value{}, err
	}
	data := make([]byte, 0, n*a.kind.size)
	for i := range n {
		data = append(data, a.item(start+i*step)...)
	}
	return a.with(data), nil
}

func arraySetItem(t *object.Thread, v, key, x object.Value) error {
	a := asArray(v)
	if s, ok := key.Object().(*object.Slice); ok {
		return a.setSlice(t, s, x)
	}
	i, err := a.at(t, key, "array assignment")
	if err != nil {
		return err
	}
	if x.IsNil() {
		if err := a.resize(t); err != nil {
			return err
		}
		a.data = slices.Delete(a.data, i*a.kind.size, (i+1)*a.kind.size)
		return nil
	}
	b, err := a.pack(t, x)
	if err == nil {
		copy(a.item(i), b)
	}
	return err
}

// setSlice is a[s] = x, or del a[s] where x is zero.
func (a *array) setSlice(t *object.Thread, s *object.Slice, x object.Value) error {
	var data []byte
	if !x.IsNil() {
		other := asArray(x)
		if other == nil {
			return object.Raise(object.TypeError, "can only assign array (not \"%s\") to array slice", object.TypeName(x))
		}
		if other.kind != a.kind {
			return object.Raise(object.TypeError, "bad argument type for built-in operation")
		}
		data = slices.Clone(other.data)
	}
	start, stop, step, n, err := s.Indices(t, a.len())
	size := a.kind.size
	if err == nil && (x.IsNil() && n > 0 || step == 1 && len(data) != n*size) {
		err = a.resize(t)
	}
	switch {
	case err != nil:
		return err
	case step == 1:
		a.data = slices.Replace(a.data, start*size, max(start, stop)*size, data...)
	case x.IsNil():
		a.deleteEach(start, step, n)
	case len(data) != n*size:
		return object.Raise(object.ValueError, "attempt to assign array of size %d to extended slice of size %d", len(data)/size, n)
	default:
		for i := range n {
			copy(a.item(start+i*step), data[i*size:(i+1)*size])
		}
	}
	return nil
}

func (a *array) deleteEach(start, step, n int) {
	if step < 0 {
		start, step = start+(n-1)*step, -step
	}
	for i := n - 1; i >= 0; i-- {
		at := (start + i*step) * a.kind.size
		a.data = slices.Delete(a.data, at, at+a.kind.size)
	}
}

func arrayRepr(t *object.Thread, v object.Value) (string, error) {
	a := asArray(v)
	name := v.Class().Name
	if len(a.data) == 0 {
		return fmt.Sprintf("%s('%c')", name, a.kind.code), nil
	}
	shown := a.list()
	if a.kind.code == 'u' {
		shown = object.NewStr(a.text())
	}
	text, err := object.Repr(t, shown)
	return fmt.Sprintf("%s('%c', %s)", name, a.kind.code, text), err
}

func (a *array) text() string {
	var b strings.Builder
	for i := range a.len() {
		b.WriteRune(rune(binary.LittleEndian.Uint32(a.item(i))))
	}
	return b.String()
}

func arrayCompare(t *object.Thread, op object.CompareOp, x, y object.Value) (object.Value, error) {
	a, b := asArray(x), asArray(y)
	if a == nil || b == nil {
		return object.NotImplemented, nil
	}
	return object.Compare(t, op, a.list(), b.list())
}

// arrayIterator goes through an array; at its end it has none.
type arrayIterator struct {
	object.Head
	array object.Value
	i     int
}

func arrayIter(_ *object.Thread, v object.Value) (object.Value, error) {
	return object.Adopt(&arrayIterator{array: v}, arrayIterClass), nil
}

func nextInArray(_ *object.Thread, v object.Value) (object.Value, bool, error) {
	it := v.Object().(*arrayIterator)
	if it.array.IsNil() {
		return binding.End()
	}
	if a := asArray(it.array); it.i < a.len() {
		it.i++
		return a.load(it.i - 1), true, nil
	}
	it.array = object.Value{}
	return binding.End()
}

func reduceArrayIter(t *object.Thread, a []object.Value) (object.Value, error) {
	it := a[0].Object().(*arrayIterator)
	return object.ReduceToIter(t, it.array, int64(it.i))
}

func moveArrayIter(t *object.Thread, a []object.Value) (object.Value, error) {
	it := a[0].Object().(*arrayIterator)
	i, err := object.IndexInt(t, a[1])
	if err == nil && !it.array.IsNil() {
		it.i = min(max(i, 0), asArray(it.array).len())
	}
	return object.None, err
}

func InitArray(*object.Thread) (*object.Module, error) {
	m := object.NewModule("array", "Arrays of numbers of one C type.")
	m.Dict.Set("array", arrayClass.Value())
	m.Dict.Set("ArrayType", arrayClass.Value())
	m.Dict.Set("typecodes", object.NewStr("bBuhHiIlLqQfd"))
	m.AddFuncs(object.Def("_array_reconstructor(arraytype, typecode, mformat_code, items, /)", arrayRebuild, "Internal. Used for pickling support."))
	return m, nil
}
