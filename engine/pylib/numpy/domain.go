package numpy

import (
	"math/big"
	"strconv"
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// domain says what the elements of an array are where the tensor library has no dtype
// for them: text, objects, dates, spans of time, wide unsigned integers. The array's
// tensor then holds integers: the values of the latter three, and for text and objects
// positions in a list that all arrays over one memory share and that only grows.
type domain struct {
	info *typeInfo
	list *[]object.Value
}

// listed reports elements that are positions in the list.
func (d *domain) listed() bool { return d.info.kind == 'U' || d.info.kind == 'O' }

func newDomain(info *typeInfo) *domain { return &domain{info: info, list: new([]object.Value)} }

// isKind reports an array whose domain is of one of the kinds.
func (a *Array) isKind(kinds string) bool {
	return a.dom != nil && strings.IndexByte(kinds, a.dom.info.kind) >= 0
}

// info is what NumPy knows of a's elements.
func (a *Array) info() *typeInfo {
	if a.dom != nil {
		return a.dom.info
	}
	return infoOf[a.dtype()]
}

// plain is a as the integers that stand for its elements.
func (a *Array) plain() *Array {
	p := *a
	p.dom, p.fresh, p.hold = nil, false, object.Hold{}
	a.x.Share()
	object.Adopt(&p, arrayClass)
	return &p
}

// within is an array of integers read as elements of the domain.
func (a *Array) within(d *domain) *Array {
	p := *a
	p.dom, p.fresh, p.hold = d, false, object.Hold{}
	a.x.Share()
	object.Adopt(&p, arrayClass)
	return &p
}

// object is the element that code stands for, as a subscript gives it.
func (d *domain) object(code int64) object.Value {
	switch d.info.kind {
	case 'O':
		return d.at(code)
	case 'U':
		return d.at(code).Object().(*object.Str).As(strClass)
	}
	return object.Adopt(&Scalar{d: d.info.d, s: tensor.Int(code), info: d.info}, d.info.class)
}

// at is element code of the list; elements that were never written are "" or 0.
func (d *domain) at(code int64) object.Value {
	if code >= 1 && code <= int64(len(*d.list)) {
		return (*d.list)[code-1]
	}
	if d.info.kind == 'U' {
		return object.NewStr("")
	}
	return object.Int(0)
}

// python is the element that code stands for, as tolist gives it.
func (d *domain) python(code int64) object.Value {
	switch {
	case d.listed():
		return d.at(code)
	case d.info.kind == 'u':
		return unsignedInt(d.info, code)
	}
	return d.object(code)
}

// unsignedInt is code as Python's integer; those of 64 bits may be above int64.
func unsignedInt(info *typeInfo, code int64) object.Value {
	if code < 0 && info.size == 8 {
		return object.NewBig(new(big.Int).SetUint64(uint64(code)))
	}
	return object.Int(code)
}

// wrap is n modulo the range of an unsigned type.
func (i *typeInfo) wrap(n int64) int64 {
	if i.size == 8 {
		return n
	}
	return n & (1<<(8*i.size) - 1)
}

// code is the integer that stands for v in the domain.
func (d *domain) code(t *object.Thread, v object.Value) (int64, error) {
	switch d.info.kind {
	case 'O':
		return d.add(v), nil
	case 'U':
		text, err := textOf(t, v)
		if err != nil {
			return 0, err
		}
		if d.info.width > 0 {
			text = cut(text, d.info.width)
		}
		return d.add(object.NewStr(text)), nil
	case 'M', 'm':
		return d.info.moment(t, v)
	}
	if n, ok := v.Object().(*object.BigInt); ok {
		if !n.Int.IsUint64() || d.info.size < 8 {
			return 0, object.Raise(object.OverflowError, "Python int too large to convert to C long")
		}
		return int64(n.Int.Uint64()), nil
	}
	if s, _, ok := number(v); ok {
		if s.IsFloating() && s.F >= 1<<63 {
			return int64(uint64(s.F)), nil
		}
		return d.info.wrap(s.Int64()), nil
	}
	n, err := object.IndexInt(t, v)
	return d.info.wrap(int64(n)), err
}

func (d *domain) add(v object.Value) int64 {
	*d.list = append(*d.list, v)
	return int64(len(*d.list))
}

// textOf is what an element of another kind becomes in an array of text.
func textOf(t *object.Thread, v object.Value) (string, error) {
	if text, ok := object.AsStr(v); ok {
		return text, nil
	}
	return object.ToStr(t, v)
}

// cut keeps the first n characters.
func cut(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// values lists a's elements in row-major order; numbers are NumPy's scalars.
func (a *Array) values() []object.Value {
	list := make([]object.Value, 0, a.size())
	for _, at := range offsets(a.shape, a.strides, a.offset) {
		list = append(list, a.element(at))
	}
	return list
}

// filled makes an array of a domain from values.
func filled(t *object.Thread, info *typeInfo, shape []int, values []object.Value) (*Array, error) {
	if info.kind == 'U' && info.width == 0 {
		width, err := textWidth(t, values)
		if err != nil {
			return nil, err
		}
		info = textInfo(width)
	}
	a, err := newArray(envOf(t), info.d, shape)
	if err != nil {
		return nil, err
	}
	mem := a.memory()
	if !info.isDomain() {
		for i, v := range values {
			n, err := numberIn(t, v, info)
			if err != nil {
				return nil, err
			}
			store(mem, info.d, a.offset+i, n)
		}
		return a, nil
	}
	a.dom = newDomain(info)
	for i, v := range values {
		code, err := a.dom.code(t, v)
		if err != nil {
			return nil, err
		}
		store(mem, info.d, a.offset+i, tensor.Int(code))
	}
	return a, nil
}

// textWidth is how many characters the longest value needs; numbers take what NumPy
// reserves for their type.
func textWidth(t *object.Thread, values []object.Value) (int, error) {
	width := 1
	for _, v := range values {
		if s, ok := v.Object().(*object.Str); ok {
			width = max(width, s.Len())
			continue
		}
		if _, d, ok := number(v); ok {
			width = max(width, textWidths[d])
			continue
		}
		text, err := object.ToStr(t, v)
		if err != nil {
			return 0, err
		}
		width = max(width, len([]rune(text)))
	}
	return width, nil
}

// textWidths are the characters that NumPy reserves for numbers as text.
var textWidths = map[tensor.DType]int{tensor.Bool: 5, tensor.Int8: 4, tensor.Uint8: 3, tensor.Int16: 6, tensor.Int32: 11, tensor.Int64: 21,
	tensor.Float16: 32, tensor.Float32: 32, tensor.Float64: 32, tensor.Complex64: 64, tensor.Complex128: 64}

// convert is a with elements of another type, one of the two outside the tensor library.
func (a *Array) convert(t *object.Thread, to *typeInfo) (*Array, error) {
	if a.dom != nil && a.dom.info == to {
		return a.copy(envOf(t))
	}
	if to.kind == 'U' && to.width == 0 && a.dom == nil {
		to = textInfo(textWidths[a.dtype()])
	}
	if to.isDomain() {
		if a.isKind("Mm") && (to.kind == 'M' || to.kind == 'm') {
			return a.rescaled(t, to)
		}
		values := a.values()
		if to.kind == 'O' {
			for i, at := range offsets(a.shape, a.strides, a.offset) {
				values[i] = a.pythonAt(at)
			}
			if a.isKind("M") {
				return a.dates(t, values)
			}
		}
		return filled(t, to, a.shape, values)
	}
	return a.numbers(t, to)
}

// numbers parses or reads a's elements as numbers.
func (a *Array) numbers(t *object.Thread, to *typeInfo) (*Array, error) {
	if (to.kind == 'f' || to.kind == 'c') && large([]*Array{a}) {
		x, err := a.mapped(envOf(t), tensor.Float64, func(n int64) tensor.Scalar { return tensor.Float(float64(uint64(n))) })
		if err != nil {
			return nil, err
		}
		return x.cast(envOf(t), to.d)
	}
	if a.isKind("Mmu") {
		return a.plain().cast(envOf(t), to.d)
	}
	r, err := newArray(envOf(t), to.d, a.shape)
	if err != nil {
		return nil, err
	}
	for i, v := range a.values() {
		s, err := numberIn(t, v, to)
		if err != nil {
			return nil, err
		}
		store(r.memory(), to.d, r.offset+i, s)
	}
	return r, nil
}

// numberIn reads text or an object as a number of a type.
func numberIn(t *object.Thread, v object.Value, to *typeInfo) (tensor.Scalar, error) {
	class := object.FloatClass
	switch to.kind {
	case 'i', 'u':
		class = object.IntClass
	case 'b':
		ok, err := object.ToBool(t, v)
		return tensor.Boolean(ok), err
	case 'c':
		class = object.ComplexClass
	}
	if text, ok := object.AsStr(v); ok {
		v = object.NewStr(text) // a plain str, so that messages quote it as one
	}
	x, err := object.Call(t, object.Of(class), v)
	if err != nil {
		return tensor.Scalar{}, err
	}
	s, _, _ := number(x)
	return s, nil
}

// pythonAt is the element at a position as Python's own value.
func (a *Array) pythonAt(at int) object.Value {
	s := load(a.memory(), a.dtype(), at)
	if a.dom != nil {
		return a.dom.python(s.I)
	}
	return values.Number(s)
}

// elementText writes one element as arrays show it.
func (d *domain) elementText(t *object.Thread, code int64) string {
	v := d.python(code)
	if d.info.kind == 'M' {
		return "'" + d.info.dateText(code) + "'"
	}
	if d.info.kind == 'm' {
		return spanText(code)
	}
	text, err := object.Repr(t, v)
	if err != nil {
		return "<" + v.Class().Name + ">"
	}
	if _, ok := v.Object().(*object.List); ok && d.info.kind == 'O' {
		return "list(" + text + ")"
	}
	return text
}

// formatter writes elements; numbers are aligned, text and objects are not.
func (d *domain) formatter(t *object.Thread, list []tensor.Scalar) formatter {
	width := 0
	if d.info.kind == 'u' || d.info.kind == 'm' {
		for _, s := range list {
			width = max(width, len(d.elementText(t, s.I)))
		}
	}
	return func(s tensor.Scalar) string { return padLeft(d.elementText(t, s.I), width) }
}

func spanText(code int64) string {
	if code == notATime {
		return "'NaT'"
	}
	return strconv.FormatInt(code, 10)
}

// accept is b with elements that may be copied into a.
func (a *Array) accept(t *object.Thread, b *Array) (*Array, error) {
	switch {
	case a.dom == nil && b.dom == nil, a.dom != nil && b.dom != nil && a.dom.list == b.dom.list && a.dom.info == b.dom.info:
		return b, nil
	case a.dom == nil:
		return b.numbers(t, a.info())
	case b.isKind("Mm") && a.isKind("Mm"):
		return b.rescaled(t, a.dom.info)
	}
	r, err := newArray(envOf(t), a.dtype(), b.shape)
	if err != nil {
		return nil, err
	}
	for i, at := range offsets(b.shape, b.strides, b.offset) {
		code, err := a.dom.code(t, b.pythonAt(at))
		if err != nil {
			return nil, err
		}
		store(r.memory(), r.dtype(), r.offset+i, tensor.Int(code))
	}
	return r.within(a.dom), nil
}

// assignFrom is a[...] = b for arrays of any kinds.
func (a *Array) assignFrom(t *object.Thread, b *Array) error {
	b, err := a.accept(t, b)
	if err == nil {
		err = a.assign(envOf(t), b)
	}
	return err
}

// dates makes an array of datetime.date and datetime.datetime objects of a's elements.
func (a *Array) dates(t *object.Thread, values []object.Value) (*Array, error) {
	for i, v := range values {
		text, err := object.ToStr(t, v)
		if err != nil {
			return nil, err
		}
		if values[i], err = callNumpy(t, "_date", object.Args{Pos: []object.Value{object.NewStr(text)}}); err != nil {
			return nil, err
		}
	}
	return filled(t, infoNamed["object"], a.shape, values)
}
