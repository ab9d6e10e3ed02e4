package object

import (
	"unicode/utf8"

	"gputour/engine/object/char"
)

// This file defines the iterators of the built-in sequences.

// SeqIter iterates over a list, forwards or backwards; it sees changes of the
// list as it goes. The evaluator may step it itself.
type SeqIter struct {
	Head
	List *List // nil at the end
	I    int
	back bool
}

type (
	tupleIterator struct {
		Head
		items []Value
		i     int
	}
	strIterator struct {
		Head
		s    *Str
		byte int // position in the text
	}
	// bytesIterator iterates over bytes or a bytearray, which may change meanwhile.
	bytesIterator struct {
		Head
		seq Value // none at the end
		i   int
	}
	// GoIter is an iterator whose next element a Go function makes.
	GoIter struct {
		Head
		next func(t *Thread) (Value, bool, error)
		left func() int // for __length_hint__; nil where nobody asks
	}
	// reverseIter counts a sequence's indices down.
	reverseIter struct {
		Head
		seq Value
		i   int
	}
	// callIter is iter(callable, sentinel).
	callIter struct {
		Head
		fn, sentinel Value
	}
)

// The classes of iterators.
var (
	ListIterClass        = bare("list_iterator")
	ListReverseIterClass = bare("list_reverseiterator")
	TupleIterClass       = bare("tuple_iterator")
	StrIterClass         = bare("str_iterator")
	StrASCIIIterClass    = bare("str_ascii_iterator")
	BytesIterClass       = bare("bytes_iterator")
	ByteArrayIterClass   = bare("bytearray_iterator")
	ReversedClass        = bare("reversed")
	CallIterClass        = bare("callable_iterator")
	goIterClass          = bare("generator")
	memoryIterClass      = bare("memory_iterator")
)

// NewIter returns an iterator of class c (nil: a nameless one) whose elements
// next makes; ok false ends it for good.
func NewIter(c *Class, next func(t *Thread) (x Value, ok bool, err error)) Value {
	if c == nil {
		c = goIterClass
	}
	return Adopt(&GoIter{next: next}, c)
}

// newSizedIter is NewIter where it is known how many elements are left.
func newSizedIter(c *Class, next func(t *Thread) (x Value, ok bool, err error), left func() int) Value {
	return Adopt(&GoIter{next: next, left: left}, c)
}

// IterClass declares a class for iterators that NewIter makes.
func IterClass(name string) *Class {
	return NewBuiltin(name).Define(Spec{NoConstructor: true, OwnLayout: true, Slots: Slots{Iter: selfIter, Next: goNext}})
}

func selfIter(_ *Thread, v Value) (Value, error) { return v, nil }

func goNext(t *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*GoIter)
	if it.next == nil {
		return Value{}, false, nil
	}
	x, ok, err := it.next(t)
	if !ok {
		it.next = nil
	}
	return x, ok, err
}

func initIterators() {
	for _, c := range []struct {
		class *Class
		next  func(*Thread, Value) (Value, bool, error)
	}{
		{IteratorClass, indexNext}, {ListIterClass, listNext}, {ListReverseIterClass, listNext}, {TupleIterClass, tupleNext},
		{StrIterClass, strNext}, {StrASCIIIterClass, strNext}, {BytesIterClass, bytesNext}, {ByteArrayIterClass, bytesNext},
		{goIterClass, goNext}, {CallIterClass, callNext}, {RangeIterClass, rangeNext},
		{DictKeyIterClass, dictNext}, {DictValueIterClass, dictNext}, {DictItemIterClass, dictNext}, {SetIterClass, setNext},
		{dictReverseIterClasses[keysOf], goNext}, {dictReverseIterClasses[valuesOf], goNext}, {dictReverseIterClasses[itemsOf], goNext},
	} {
		c.class.Define(Spec{NoConstructor: true, OwnLayout: true, Final: true,
			Slots:   Slots{Iter: selfIter, Next: c.next},
			Methods: append(pickles, Method{"__length_hint__(self, /)", iterHint, "Private method returning an estimate of len(list(it))."}),
		})
	}
	ReversedClass.Define(Spec{
		Doc: "Return a reverse iterator over the values of the given sequence.", Signature: "reversed(sequence, /)",
		Make:    func(t *Thread, _ *Class, a []Value) (Value, error) { return Reversed(t, a[0]) },
		Slots:   Slots{Iter: selfIter, Next: reverseNext},
		Methods: append(pickles, Method{"__length_hint__(self, /)", iterHint, "Private method returning an estimate of len(list(it))."}),
	})
	memoryIterClass.Define(Spec{NoConstructor: true, OwnLayout: true, Final: true, Slots: Slots{Iter: selfIter, Next: goNext}})
}

func iterHint(t *Thread, a []Value) (Value, error) {
	switch it := a[0].Object().(type) {
	case *GoIter:
		if it.next == nil {
			return Int(0), nil
		}
		if it.left != nil {
			return Int(int64(max(it.left(), 0))), nil
		}
	case *dictIter:
		if it.d == nil || it.d.Len() != it.size {
			return Int(0), nil
		}
		return Int(int64(it.left)), nil
	case *setIterator:
		if !it.valid() {
			return Int(0), nil
		}
		return Int(int64(it.left)), nil
	case *bytesIterator:
		if it.seq.head == nil {
			return Int(0), nil
		}
		b, _ := bufferOf(it.seq)
		return Int(int64(max(len(b)-it.i, 0))), nil
	case *strIterator:
		return Int(int64(utf8.RuneCountInString(it.s.s[it.byte:]))), nil
	case *indexIter:
		if it.seq.head == nil {
			return Int(0), nil
		}
		if it.seq.Class().Slots.Len == nil {
			return NotImplemented, nil
		}
		n, err := Len(t, it.seq)
		return Int(max(int64(n)-it.i, 0)), err
	case *reverseIter:
		if it.seq.IsNone() {
			return Int(0), nil
		}
		n, err := Len(t, it.seq)
		if err != nil || n < it.i {
			return Int(0), err
		}
		return Int(int64(it.i)), nil
	case *SeqIter:
		if it.List == nil {
			return Int(0), nil
		}
		if it.back {
			if it.I >= len(it.List.Items) {
				return Int(0), nil
			}
			return Int(int64(it.I + 1)), nil
		}
		return Int(int64(max(len(it.List.Items)-it.I, 0))), nil
	case *tupleIterator:
		return Int(int64(len(it.items) - it.i)), nil
	case *RangeIter:
		return it.length(), nil
	}
	return NotImplemented, nil
}

func listIter(_ *Thread, v Value) (Value, error) {
	it := &SeqIter{List: v.Object().(*List)}
	it.class, it.object = ListIterClass, it
	return Value{&it.Head, 0}, nil
}

func listReversed(_ *Thread, a []Value) (Value, error) {
	o := a[0].Object().(*List)
	return Adopt(&SeqIter{List: o, I: len(o.Items) - 1, back: true}, ListReverseIterClass), nil
}

func listNext(_ *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*SeqIter)
	if it.List == nil {
		return Value{}, false, nil
	}
	i := it.I
	if i < 0 || i >= len(it.List.Items) {
		it.List = nil
		return Value{}, false, nil
	}
	if it.back {
		it.I--
	} else {
		it.I++
	}
	return it.List.Items[i], true, nil
}

func tupleIter(_ *Thread, v Value) (Value, error) {
	return Adopt(&tupleIterator{items: v.Object().(*Tuple).Items}, TupleIterClass), nil
}

func tupleNext(_ *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*tupleIterator)
	if it.i >= len(it.items) {
		return Value{}, false, nil
	}
	it.i++
	return it.items[it.i-1], true, nil
}

func strIter(_ *Thread, v Value) (Value, error) {
	s := v.Object().(*Str)
	class := StrIterClass
	if s.ascii() {
		class = StrASCIIIterClass
	}
	return Adopt(&strIterator{s: s}, class), nil
}

func strNext(_ *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*strIterator)
	if it.byte >= len(it.s.s) {
		return Value{}, false, nil
	}
	if c := it.s.s[it.byte]; c < 128 {
		it.byte++
		return asciiChars[c], true, nil
	}
	r, size := char.Decode(it.s.s[it.byte:])
	it.byte += max(size, 1)
	return charStr(r), true, nil
}

func callNext(t *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*callIter)
	if it.fn.head == nil {
		return Value{}, false, nil
	}
	x, err := Call(t, it.fn)
	if err != nil {
		if Catch(err, StopIteration) {
			it.fn = Value{}
			return Value{}, false, nil
		}
		return Value{}, false, err
	}
	eq, err := Equal(t, it.sentinel, x)
	if err != nil || eq {
		it.fn = Value{}
		return Value{}, false, err
	}
	return x, true, nil
}

// Reversed returns reversed(v).
func Reversed(t *Thread, v Value) (Value, error) {
	if fn, ok := special(v, "__reversed__"); ok {
		if fn.IsNone() {
			return Value{}, Raise(TypeError, "'%s' object is not reversible", TypeName(v))
		}
		return callSpecial(t, fn, v)
	}
	s := v.head.class.Slots
	if s.GetItem == nil {
		return Value{}, Raise(TypeError, "'%s' object is not reversible", TypeName(v))
	}
	n, err := Len(t, v)
	return Adopt(&reverseIter{seq: v, i: n}, ReversedClass), err
}

func reverseNext(t *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*reverseIter)
	if it.i <= 0 {
		it.i, it.seq = 0, None // whoever else holds it
		return Value{}, false, nil
	}
	it.i--
	x, err := GetItem(t, it.seq, Int(int64(it.i)))
	if err != nil && (Catch(err, IndexError) || Catch(err, StopIteration)) {
		it.i, it.seq = 0, None
		return Value{}, false, nil
	}
	return x, err == nil, err
}
