package object

import (
	"fmt"
	"math/big"
)

// Range is range. Where start, stop and step fit into 64 bits and the length
// into an int, Small holds and the three numbers are used; otherwise the big ones.
type Range struct {
	Head
	Start, Stop, Step int64
	n                 int
	Small             bool
	big               [3]*big.Int
}

// RangeIter iterates over a range. The evaluator may step it itself while Big is nil.
type RangeIter struct {
	Head
	Cur, Step int64
	N         int64 // elements left
	Big       *big.Int
	bigStep   *big.Int
	bigN      *big.Int
}

// RangeClass is range.
var (
	RangeClass     = bare("range")
	RangeIterClass = bare("range_iterator")
)

// NewRange returns range(start, stop, step); step is not zero.
func NewRange(start, stop, step int64) Value {
	if v, ok := newRangeSmall(Int(start), Int(stop), Int(step)); ok {
		return v
	}
	return newRangeBig(big.NewInt(start), big.NewInt(stop), big.NewInt(step))
}

func newRangeBig(start, stop, step *big.Int) Value {
	r := &Range{big: [3]*big.Int{start, stop, step}}
	n := r.count()
	if start.IsInt64() && stop.IsInt64() && step.IsInt64() && n.IsInt64() {
		r.Start, r.Stop, r.Step, r.n, r.Small = start.Int64(), stop.Int64(), step.Int64(), int(n.Int64()), true
	}
	return Adopt(r, RangeClass)
}

// bigLen is the number of elements.
func (r *Range) bigLen() *big.Int {
	if r.Small {
		return big.NewInt(int64(r.n))
	}
	return r.count()
}

// count computes the number of elements.
func (r *Range) count() *big.Int {
	span := new(big.Int).Sub(r.big[1], r.big[0])
	step := r.big[2]
	if step.Sign() < 0 {
		span.Neg(span)
		step = new(big.Int).Neg(step)
	}
	if span.Sign() <= 0 {
		return new(big.Int)
	}
	span.Add(span, step)
	span.Sub(span, big.NewInt(1))
	return span.Quo(span, step)
}

func initRange() {
	attr := func(name string, i int) Prop {
		return Prop{Name: name, Field: true, Get: func(_ *Thread, v Value) (Value, error) { return NewBig(v.Object().(*Range).bounds()[i]), nil }}
	}
	RangeClass.Define(Spec{
		Doc:       "range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\nReturn an object that produces a sequence of integers from start (inclusive)\nto stop (exclusive) by step.",
		Signature: "range(start, stop=?, step=1, /)", Final: true, Make: rangeMake,
		Slots: Slots{
			Repr: rangeRepr, Len: rangeLen, GetItem: rangeGetItem, Iter: rangeIter, Contains: rangeContains,
			Hash: rangeHash, Compare: rangeCompare,
			Bool: func(_ *Thread, v Value) (bool, error) { return v.Object().(*Range).bigLen().Sign() != 0, nil },
		},
		Methods: []Method{
			{"count(self, value, /)", rangeCount, "rangeobject.count(value) -> integer -- return number of occurrences of value"},
			{"index(self, value, /)", rangeIndex, "rangeobject.index(value) -> integer -- return index of value.\nRaise ValueError if the value is not present."},
			{"__reversed__(self, /)", rangeReversed, "Return a reverse iterator."},
			{"__reduce__(self, /)", func(_ *Thread, a []Value) (Value, error) {
				b := a[0].Object().(*Range).bounds()
				return NewTuple(RangeClass.Value(), NewTuple(NewBig(b[0]), NewBig(b[1]), NewBig(b[2]))), nil
			}, ""},
		},
		Props: []Prop{attr("start", 0), attr("stop", 1), attr("step", 2)},
	})
}

// newRangeSmall is newRangeBig for numbers far from the limits of 64 bits; ok is false for others.
func newRangeSmall(start, stop, step Value) (v Value, ok bool) {
	const limit = 1 << 61
	for _, x := range [...]Value{start, stop, step} {
		if x.head != &intHead || x.SmallInt() > limit || x.SmallInt() < -limit {
			return Value{}, false
		}
	}
	r := &Range{Start: start.SmallInt(), Stop: stop.SmallInt(), Step: step.SmallInt(), Small: true}
	if r.Step == 0 {
		return Value{}, false
	}
	r.n = sliceCount(int(r.Start), int(r.Stop), int(r.Step))
	r.class, r.object = RangeClass, r
	return Value{&r.Head, 0}, true
}

// near tells whether nothing that is computed from the bounds can overflow.
func (r *Range) near() bool {
	const limit = 1 << 61
	return r.Small && max(r.Start, r.Stop, r.Step) <= limit && min(r.Start, r.Stop, r.Step) >= -limit
}

// bounds returns start, stop and step of any size.
func (r *Range) bounds() [3]*big.Int {
	if r.Small {
		return [3]*big.Int{big.NewInt(r.Start), big.NewInt(r.Stop), big.NewInt(r.Step)}
	}
	return r.big
}

func rangeMake(t *Thread, _ *Class, a []Value) (Value, error) {
	start, stop, step := Int(0), a[0], a[2]
	if a[1].head != nil {
		start, stop = a[0], a[1]
	}
	if v, ok := newRangeSmall(start, stop, step); ok {
		return v, nil
	}
	var b [3]*big.Int
	for i, v := range []Value{start, stop, step} {
		x, err := Index(t, v)
		if err != nil {
			return Value{}, err
		}
		b[i] = bigOf(x)
	}
	if b[2].Sign() == 0 {
		return Value{}, Raise(ValueError, "range() arg 3 must not be zero")
	}
	return newRangeBig(b[0], b[1], b[2]), nil
}

func rangeRepr(_ *Thread, v Value) (string, error) {
	b := v.Object().(*Range).bounds()
	if b[2].IsInt64() && b[2].Int64() == 1 {
		return fmt.Sprintf("range(%s, %s)", b[0], b[1]), nil
	}
	return fmt.Sprintf("range(%s, %s, %s)", b[0], b[1], b[2]), nil
}

func rangeLen(_ *Thread, v Value) (int, error) {
	r := v.Object().(*Range)
	if !r.Small {
		if n := r.bigLen(); n.IsInt64() {
			return int(n.Int64()), nil
		}
		return 0, Raise(OverflowError, "Python int too large to convert to C ssize_t")
	}
	return r.n, nil
}

// at is element i, which is in range.
func (r *Range) at(i *big.Int) *big.Int {
	b := r.bounds()
	x := new(big.Int).Mul(i, b[2])
	return x.Add(x, b[0])
}

func rangeGetItem(t *Thread, v, key Value) (Value, error) {
	r := v.Object().(*Range)
	if key.head == &intHead && r.Small {
		i := int64(key.bits)
		if i < 0 {
			i += int64(r.n)
		}
		if uint64(i) < uint64(r.n) {
			return Int(r.Start + i*r.Step), nil
		}
	}
	if s, ok := key.Object().(*Slice); ok {
		return r.slice(t, s)
	}
	if key.head.class.Slots.Index == nil {
		return Value{}, Raise(TypeError, "range indices must be integers or slices, not %s", TypeName(key))
	}
	x, err := Index(t, key)
	if err != nil {
		return Value{}, err
	}
	i, n := bigOf(x), r.bigLen()
	if i.Sign() < 0 {
		i = new(big.Int).Add(i, n)
	}
	if i.Sign() < 0 || i.Cmp(n) >= 0 {
		return Value{}, Raise(IndexError, "range object index out of range")
	}
	return NewBig(r.at(i)), nil
}

func (r *Range) slice(t *Thread, s *Slice) (Value, error) {
	b, err := s.bigIndices(t, r.bigLen())
	if err != nil {
		return Value{}, err
	}
	return newRangeBig(r.at(b[0]), r.at(b[1]), new(big.Int).Mul(r.bounds()[2], b[2])), nil
}

func rangeIter(_ *Thread, v Value) (Value, error) {
	r := v.Object().(*Range)
	it := &RangeIter{}
	it.class, it.object = RangeIterClass, it
	if r.Small {
		it.Cur, it.Step, it.N = r.Start, r.Step, int64(r.n)
	} else {
		it.Big, it.bigStep, it.bigN = new(big.Int).Set(r.big[0]), r.big[2], r.bigLen()
	}
	return Value{&it.Head, 0}, nil
}

func rangeNext(_ *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*RangeIter)
	if it.Big != nil {
		if it.bigN.Sign() <= 0 {
			return Value{}, false, nil
		}
		x := NewBig(new(big.Int).Set(it.Big))
		it.Big.Add(it.Big, it.bigStep)
		it.bigN.Sub(it.bigN, big.NewInt(1))
		return x, true, nil
	}
	if it.N <= 0 {
		return Value{}, false, nil
	}
	x := it.Cur
	it.Cur += it.Step
	it.N--
	return Int(x), true, nil
}

func (it *RangeIter) length() Value {
	if it.Big != nil {
		return NewBig(new(big.Int).Set(it.bigN))
	}
	return Int(it.N)
}

func rangeReversed(t *Thread, a []Value) (Value, error) {
	r := a[0].Object().(*Range)
	if r.near() {
		it := &RangeIter{Cur: r.Start + int64(r.n-1)*r.Step, Step: -r.Step, N: int64(r.n)}
		it.class, it.object = RangeIterClass, it
		return Value{&it.Head, 0}, nil
	}
	n := r.bigLen()
	last := r.at(new(big.Int).Sub(n, big.NewInt(1)))
	b := r.bounds()
	step := new(big.Int).Neg(b[2])
	if n.Sign() == 0 {
		return rangeIter(t, NewRange(0, 0, 1))
	}
	return rangeIter(t, newRangeBig(last, new(big.Int).Sub(b[0], b[2]), step))
}

// position is where integer x stands in r.
func (r *Range) position(x *big.Int) (*big.Int, bool) {
	b := r.bounds()
	d := new(big.Int).Sub(x, b[0])
	q, m := new(big.Int).QuoRem(d, b[2], new(big.Int))
	ok := m.Sign() == 0 && q.Sign() >= 0 && q.Cmp(r.bigLen()) < 0
	return q, ok
}

func rangeContains(t *Thread, v, x Value) (bool, error) {
	r := v.Object().(*Range)
	if x.head == &intHead || x.head == &boolHead {
		n := int64(x.bits)
		if r.Small && r.Step == 1 {
			return n >= r.Start && n < r.Stop, nil
		}
		if r.near() {
			i := n - r.Start
			inside := n >= r.Start && n < r.Stop
			if r.Step < 0 {
				inside = n <= r.Start && n > r.Stop
			}
			return inside && i%r.Step == 0, nil
		}
		_, ok := r.position(bigOf(x))
		return ok, nil
	}
	found := false
	err := ForEach(t, v, func(item Value) error {
		eq, err := Equal(t, item, x)
		if eq {
			found = true
			return Break
		}
		return err
	})
	return found, err
}

func rangeCount(t *Thread, a []Value) (Value, error) {
	ok, err := rangeContains(t, a[0], a[1])
	if ok {
		return Int(1), err
	}
	return Int(0), err
}

func rangeIndex(t *Thread, a []Value) (Value, error) {
	if IsInteger(a[1]) {
		if i, ok := a[0].Object().(*Range).position(bigOf(a[1])); ok {
			return NewBig(i), nil
		}
		return Value{}, Raise(ValueError, "%s is not in range", mustRepr(t, a[1]))
	}
	i, found := int64(0), false
	err := ForEach(t, a[0], func(item Value) error {
		eq, err := Equal(t, item, a[1])
		if eq {
			found = true
			return Break
		}
		i++
		return err
	})
	if err == nil && !found {
		err = Raise(ValueError, "sequence.index(x): x not in sequence")
	}
	return Int(i), err
}

// key is what decides whether two ranges are equal: length, first element, step.
func (r *Range) key() Value {
	n := r.bigLen()
	first, step := None, None
	if n.Sign() > 0 {
		first = NewBig(r.bounds()[0])
	}
	if n.Cmp(big.NewInt(1)) > 0 {
		step = NewBig(r.bounds()[2])
	}
	return NewTuple(NewBig(n), first, step)
}

func rangeHash(t *Thread, v Value) (int64, error) { return Hash(t, v.Object().(*Range).key()) }

func rangeCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	y, ok := b.Object().(*Range)
	if !ok || op != Eq && op != Ne {
		return NotImplemented, nil
	}
	eq, err := Equal(t, a.Object().(*Range).key(), y.key())
	return Bool(eq == (op == Eq)), err
}
