package object

import (
	"slices"
	"sync/atomic"
)

// Tuple is tuple; Items never change.
type Tuple struct {
	Head
	Items []Value
	hash  atomic.Int64 // zero until it is known, and for items whose hash may yet change
}

// TupleClass is tuple.
var TupleClass = bare("tuple")

// EmptyTuple is ().
var EmptyTuple = Adopt(&Tuple{}, TupleClass)

// NewTuple returns the tuple of items, which it keeps: the caller must not change them.
func NewTuple(items ...Value) Value { return Of(newTuple(items)) }

// Short tuples lie in one allocation with their items.
type (
	tuple1 struct {
		Tuple
		array [1]Value
	}
	tuple2 struct {
		Tuple
		array [2]Value
	}
	tuple3 struct {
		Tuple
		array [3]Value
	}
	tuple4 struct {
		Tuple
		array [4]Value
	}
)

// CopyTuple returns a tuple of a copy of items.
func CopyTuple(items []Value) Value {
	switch len(items) {
	case 1:
		o := &tuple1{array: [1]Value(items)}
		o.Items = o.array[:]
		o.class, o.object = TupleClass, &o.Tuple
		return Value{&o.Head, 0}
	case 2:
		return pair(items[0], items[1])
	case 3:
		o := &tuple3{array: [3]Value(items)}
		o.Items = o.array[:]
		o.class, o.object = TupleClass, &o.Tuple
		return Value{&o.Head, 0}
	case 4:
		o := &tuple4{array: [4]Value(items)}
		o.Items = o.array[:]
		o.class, o.object = TupleClass, &o.Tuple
		return Value{&o.Head, 0}
	}
	return Of(newTuple(append([]Value(nil), items...)))
}

// pair returns the tuple (a, b).
func pair(a, b Value) Value {
	o := &tuple2{array: [2]Value{a, b}}
	o.Items = o.array[:]
	o.class, o.object = TupleClass, &o.Tuple
	return Value{&o.Head, 0}
}

// NewTupleOf returns an instance of c, a subclass of tuple, with these items.
func NewTupleOf(c *Class, items []Value) Value { return Adopt(&Tuple{Items: items}, c) }

func newTuple(items []Value) *Tuple {
	if len(items) == 0 {
		return EmptyTuple.Object().(*Tuple)
	}
	o := &Tuple{Items: items}
	o.class, o.object = TupleClass, o
	return o
}

func initTuple() {
	TupleClass.Define(Spec{
		Doc:       "Built-in immutable sequence.\n\nIf no argument is given, the constructor returns an empty tuple.\nIf iterable is specified the tuple is initialized from iterable's items.\n\nIf the argument is a tuple, the return value is the same object.",
		Signature: "tuple(iterable=(), /)",
		Make:      tupleMake,
		Slots: Slots{
			Repr: tupleRepr, Hash: tupleHash,
			Compare: sequenceCompare[*Tuple],
			Len:     func(_ *Thread, v Value) (int, error) { return len(v.Object().(*Tuple).Items), nil },
			GetItem: tupleGetItem, Iter: tupleIter,
			Contains:  func(t *Thread, v, x Value) (bool, error) { return containsItem(t, v.Object().(*Tuple).Items, x) },
			Binary:    sequenceSlots(tupleAdd, tupleRepeat),
			Reflected: reflectedRepeat(tupleRepeat),
		},
		Methods: []Method{
			{"count(self, value, /)", func(t *Thread, a []Value) (Value, error) { return countItem(t, a[0].Object().(*Tuple), a[1]) }, "Return number of occurrences of value."},
			{"index(self, value, start=0, stop=9223372036854775807, /)", tupleIndex, "Return first index of value.\n\nRaises ValueError if the value is not present."},
			{"__getnewargs__(self, /)", func(_ *Thread, a []Value) (Value, error) {
				return NewTuple(NewTuple(a[0].Object().(*Tuple).Items...)), nil
			}, ""},
		},
		ClassMethods: []Method{classGetItemMethod()},
	})
}

func (o *Tuple) items() []Value { return o.Items }

func tupleMake(t *Thread, c *Class, a []Value) (Value, error) {
	if o, ok := a[0].Object().(*Tuple); ok && c == TupleClass && o.class == TupleClass {
		return a[0], nil
	}
	if l, ok := a[0].Object().(*List); ok && c == TupleClass && l.class.plainIter() {
		return CopyTuple(l.Items), t.ChargeItems(len(l.Items), 16)
	}
	items, err := listed(t, a[0])
	if err != nil {
		return Value{}, err
	}
	if c == TupleClass {
		return NewTuple(items...), nil
	}
	return Adopt(&Tuple{Items: items}, c), nil
}

func tupleRepr(t *Thread, v Value) (string, error) {
	items := v.Object().(*Tuple).Items
	if len(items) == 1 {
		s, err := t.reprItems(v, items, "(", ",)")
		return s, err
	}
	return t.reprItems(v, items, "(", ")")
}

// reprItems writes items between brackets; a container that is inside itself shows as `[...]`.
func (t *Thread) reprItems(v Value, items []Value, open, end string) (string, error) {
	if len(items) == 0 {
		return open + end, nil
	}
	if !t.enterRepr(v) {
		return open + "..." + end[len(end)-1:], nil
	}
	defer t.leaveRepr()
	b := text{t: t}
	b.WriteString(open)
	for i := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		s, err := Repr(t, items[i])
		if err != nil {
			return "", err
		}
		if err := b.add(s); err != nil {
			return "", err
		}
		if i&1023 == 1023 {
			if err := t.Poll(); err != nil {
				return "", err
			}
		}
	}
	if err := b.add(end); err != nil {
		return "", err
	}
	return b.String(), t.Poll()
}

// enterRepr notes that v's repr is being made; false: it already is.
func (t *Thread) enterRepr(v Value) bool {
	for _, h := range t.reprs {
		if h == v.head {
			return false
		}
	}
	t.reprs = append(t.reprs, v.head)
	return true
}

func (t *Thread) leaveRepr() {
	n := len(t.reprs) - 1
	t.reprs[n] = nil
	t.reprs = t.reprs[:n]
}

// EnterRepr notes that v's repr is being made and reports whether it was not
// already: a container then shows itself as `...`. LeaveRepr ends it.
func (t *Thread) EnterRepr(v Value) bool { return t.enterRepr(v) }

// LeaveRepr ends what EnterRepr began.
func (t *Thread) LeaveRepr() { t.leaveRepr() }

// tupleHash is CPython's, made after xxHash (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
// tupleCompare is sequenceCompare for plain tuples, which cannot change meanwhile.
func tupleCompare(t *Thread, op CompareOp, x, y []Value) (Value, error) {
	if (op == Eq || op == Ne) && len(x) != len(y) {
		return Bool(op == Ne), nil
	}
	if err := t.Enter(" in comparison"); err != nil {
		return Value{}, err
	}
	i, err := firstUnequal(t, x, y)
	if err == nil && i < len(x) && i < len(y) {
		v := Bool(op == Ne)
		if op != Eq && op != Ne {
			v, err = Compare(t, op, x[i], y[i])
		}
		t.Leave()
		return v, err
	}
	t.Leave()
	if err != nil {
		return Value{}, err
	}
	return Bool(op.holds(cmpInt(int64(len(x)), int64(len(y))))), nil
}

// firstUnequal returns where x and y differ first; the shorter length where they do not.
func firstUnequal(t *Thread, x, y []Value) (int, error) {
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == y[i] {
			continue
		}
		if eq, err := Equal(t, x[i], y[i]); !eq || err != nil {
			return i, err
		}
	}
	return min(len(x), len(y)), nil
}

func tupleHash(t *Thread, v Value) (int64, error) {
	o := v.Object().(*Tuple)
	if h := o.hash.Load(); h != 0 {
		return h, nil
	}
	h, err := itemsHash(t, o.Items)
	if err == nil && !slices.ContainsFunc(o.Items, func(x Value) bool { return !hashesForGood(x) }) {
		o.hash.Store(h)
	}
	return h, err
}

// hashesForGood tells of a value whose hash no Python code computes.
func hashesForGood(v Value) bool {
	switch v.head {
	case &intHead, &floatHead, &boolHead, &noneHead:
		return true
	}
	switch v.head.class {
	case StrClass, BytesClass:
		return true
	case TupleClass:
		return v.head.object.(*Tuple).hash.Load() != 0
	}
	return false
}

// itemsHash is the hash of a tuple of these items.
func itemsHash(t *Thread, items []Value) (int64, error) {
	const p1, p2, p5 = 11400714785074694791, 14029467366897019727, 2870177450012600261
	acc := uint64(p5)
	if err := t.Enter(" in hash"); err != nil {
		return 0, err
	}
	for _, v := range items {
		var h int64
		if v.head == &intHead {
			h = smallHash(int64(v.bits))
		} else {
			var err error
			if h, err = Hash(t, v); err != nil {
				t.Leave()
				return 0, err
			}
		}
		acc += uint64(h) * p2
		acc = acc<<31 | acc>>33
		acc *= p1
	}
	t.Leave()
	acc += uint64(len(items)) ^ (p5 ^ 3527539)
	if acc == 1<<64-1 {
		return 1546275796, nil
	}
	return int64(acc), nil
}

func tupleGetItem(t *Thread, v, key Value) (Value, error) {
	items := v.Object().(*Tuple).Items
	if key.head == &intHead {
		i := int64(key.bits)
		if i < 0 {
			i += int64(len(items))
		}
		if uint64(i) < uint64(len(items)) {
			return items[i], nil
		}
		return Value{}, outside(v, "tuple index out of range")
	}
	if s, ok := key.Object().(*Slice); ok {
		part, err := sliceItems(t, items, s)
		if len(part) == len(items) && err == nil && v.Class() == TupleClass && (len(part) < 2 || s.Step.IsNone()) {
			return v, nil
		}
		return NewTuple(part...), err
	}
	i, err := itemIndex(t, v, key, len(items), "tuple")
	if err != nil {
		return Value{}, err
	}
	return items[i], nil
}

// itemIndex turns a subscript of v into a position among its n elements.
func itemIndex(t *Thread, v, key Value, n int, what string) (int, error) {
	if key.head.class.Slots.Index == nil {
		return 0, Raise(TypeError, "%s indices must be integers or slices, not %s", what, TypeName(key))
	}
	i, err := IndexInt(t, key)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, outside(v, what+" index out of range")
	}
	return i, nil
}

func tupleAdd(t *Thread, a, b Value) (Value, error) {
	x, xOK := a.Object().(*Tuple)
	y, yOK := b.Object().(*Tuple)
	if !xOK || !yOK {
		return NotImplemented, nil
	}
	if len(y.Items) == 0 && x.class == TupleClass {
		return a, nil
	}
	n := len(x.Items) + len(y.Items)
	if err := t.ChargeItems(n, 16); err != nil {
		return Value{}, err
	}
	return NewTuple(append(append(make([]Value, 0, n), x.Items...), y.Items...)...), nil
}

func tupleRepeat(t *Thread, v Value, n int) (Value, error) {
	if n == 1 && v.Class() == TupleClass {
		return v, nil
	}
	items, err := repeatItems(t, v.Object().(*Tuple).Items, n)
	return NewTuple(items...), err
}

func tupleIndex(t *Thread, a []Value) (Value, error) {
	i, err := indexOfItem(t, a[0].Object().(*Tuple), a[1], a[2], a[3])
	if err == nil && i < 0 {
		err = Raise(ValueError, "tuple.index(x): x not in tuple")
	}
	return Int(int64(i)), err
}
