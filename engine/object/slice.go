package object

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// Slice is slice(Start, Stop, Step); None where absent.
type Slice struct {
	Head
	Start, Stop, Step Value
}

// SliceClass is slice.
var SliceClass = bare("slice")

// NewSlice returns a slice object.
func NewSlice(start, stop, step Value) Value {
	return Adopt(&Slice{Start: start, Stop: stop, Step: step}, SliceClass)
}

func initSlice() {
	attr := func(name string, get func(*Slice) Value) Prop {
		return Prop{Name: name, Field: true, Get: func(_ *Thread, v Value) (Value, error) { return get(v.Object().(*Slice)), nil }}
	}
	SliceClass.Define(Spec{
		Doc:   "slice(stop)\nslice(start, stop[, step])\n\nCreate a slice object.  This is used for extended slicing (e.g. a[0:10:2]).",
		Final: true, Signature: "slice(start, stop=?, step=None, /)",
		Make: func(_ *Thread, _ *Class, a []Value) (Value, error) {
			if a[1].head == nil {
				return NewSlice(None, a[0], None), nil
			}
			return NewSlice(a[0], a[1], a[2]), nil
		},
		Slots: Slots{Repr: sliceRepr, Compare: sliceCompare},
		Methods: []Method{
			{"indices(self, len, /)", sliceIndices, "S.indices(len) -> (start, stop, stride)"},
			{"__reduce__(self, /)", func(_ *Thread, a []Value) (Value, error) {
				s := a[0].Object().(*Slice)
				return NewTuple(SliceClass.Value(), NewTuple(s.Start, s.Stop, s.Step)), nil
			}, ""},
		},
		Props: []Prop{
			attr("start", func(s *Slice) Value { return s.Start }),
			attr("stop", func(s *Slice) Value { return s.Stop }),
			attr("step", func(s *Slice) Value { return s.Step }),
		},
	})
}

func sliceRepr(t *Thread, v Value) (string, error) {
	s := v.Object().(*Slice)
	text := [3]string{}
	for i, x := range []Value{s.Start, s.Stop, s.Step} {
		r, err := Repr(t, x)
		if err != nil {
			return "", err
		}
		text[i] = r
	}
	return fmt.Sprintf("slice(%s, %s, %s)", text[0], text[1], text[2]), nil
}

func sliceCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	y, ok := b.Object().(*Slice)
	if !ok {
		return NotImplemented, nil
	}
	x := a.Object().(*Slice)
	return sequenceCompare[*Tuple](t, op, NewTuple(x.Start, x.Stop, x.Step), NewTuple(y.Start, y.Stop, y.Step))
}

// Indices returns where the slice begins and ends in a sequence of n elements,
// its step, and how many elements it takes.
func (s *Slice) Indices(t *Thread, n int) (start, stop, step, count int, err error) {
	step = 1
	if !s.Step.IsNone() {
		if step, err = sliceIndex(t, s.Step); err != nil {
			return
		}
		if step == 0 {
			err = Raise(ValueError, "slice step cannot be zero")
			return
		}
		step = max(step, -math.MaxInt)
	}
	low, high := 0, n
	if step < 0 {
		low, high = -1, n-1
	}
	start, stop = low, high
	if step < 0 {
		start, stop = high, low
	}
	if !s.Start.IsNone() {
		if start, err = sliceIndex(t, s.Start); err != nil {
			return
		}
		start = clampTo(start, n, low, high)
	}
	if !s.Stop.IsNone() {
		if stop, err = sliceIndex(t, s.Stop); err != nil {
			return
		}
		stop = clampTo(stop, n, low, high)
	}
	return start, stop, step, sliceCount(start, stop, step), nil
}

// fixed returns the slice with ints for what has an __index__. That may run any
// code: a sequence that can change asks for it before it looks at its length.
func (s *Slice) fixed(t *Thread) (*Slice, error) {
	if plainBound(s.Step) && plainBound(s.Start) && plainBound(s.Stop) {
		return s, nil
	}
	out := *s
	for _, v := range []*Value{&out.Step, &out.Start, &out.Stop} {
		if plainBound(*v) {
			continue
		}
		i, err := sliceIndex(t, *v)
		if err != nil {
			return nil, err
		}
		*v = Int(int64(i))
	}
	return &out, nil
}

func plainBound(v Value) bool { return v.IsNone() || v.IsInt() }

func clampTo(i, n, low, high int) int {
	if i < 0 {
		i += n
	}
	return min(max(i, low), high)
}

func sliceCount(start, stop, step int) int {
	switch {
	case step > 0 && start < stop:
		return (stop-start-1)/step + 1
	case step < 0 && stop < start:
		return (start-stop-1)/(-step) + 1
	}
	return 0
}

func sliceIndex(t *Thread, v Value) (int, error) {
	if v.head.class.Slots.Index == nil {
		return 0, Raise(TypeError, "slice indices must be integers or None or have an __index__ method")
	}
	return clampIndex(t, v)
}

// sliceIndices is slice.indices, which works on ints of any size.
func sliceIndices(t *Thread, a []Value) (Value, error) {
	nv, err := Index(t, a[1])
	if err != nil {
		return Value{}, err
	}
	if bigOf(nv).Sign() < 0 {
		return Value{}, Raise(ValueError, "length should not be negative")
	}
	r, err := a[0].Object().(*Slice).bigIndices(t, bigOf(nv))
	if err != nil {
		return Value{}, err
	}
	return NewTuple(NewBig(r[0]), NewBig(r[1]), NewBig(r[2])), nil
}

func (s *Slice) bigIndices(t *Thread, n *big.Int) (r [3]*big.Int, err error) {
	step := big.NewInt(1)
	if !s.Step.IsNone() {
		if step, err = bigIndex(t, s.Step); err != nil {
			return r, err
		}
		if step.Sign() == 0 {
			return r, Raise(ValueError, "slice step cannot be zero")
		}
	}
	low, high := new(big.Int), n
	if step.Sign() < 0 {
		low, high = big.NewInt(-1), new(big.Int).Sub(n, big.NewInt(1))
	}
	pick := func(v Value, absent *big.Int) *big.Int {
		if v.IsNone() {
			return absent
		}
		i, e := bigIndex(t, v)
		if e != nil {
			err = e
			return absent
		}
		if i.Sign() < 0 {
			i = new(big.Int).Add(i, n)
		}
		if i.Cmp(low) < 0 {
			return low
		}
		if i.Cmp(high) > 0 {
			return high
		}
		return i
	}
	if step.Sign() < 0 {
		return [3]*big.Int{pick(s.Start, high), pick(s.Stop, low), step}, err
	}
	return [3]*big.Int{pick(s.Start, low), pick(s.Stop, high), step}, err
}

func bigIndex(t *Thread, v Value) (*big.Int, error) {
	if v.head.class.Slots.Index == nil {
		return nil, Raise(TypeError, "slice indices must be integers or None or have an __index__ method")
	}
	x, err := Index(t, v)
	if err != nil {
		return nil, err
	}
	return bigOf(x), nil
}

// SetSlice is v[start:stop] = x.
func SetSlice(t *Thread, v, start, stop, x Value) error {
	if o, ok := v.head.object.(*List); ok && o.class == ListClass && plainBound(start) && plainBound(stop) {
		return o.setSlice(t, &Slice{Start: start, Stop: stop, Step: None}, x)
	}
	return SetItem(t, v, NewSlice(start, stop, None), x)
}

// GetSlice is v[start:stop:step].
func GetSlice(t *Thread, v, start, stop, step Value) (Value, error) {
	if o, ok := v.head.object.(*List); ok && o.class == ListClass && step.head == &intHead && plainBound(start) && plainBound(stop) {
		part, err := sliceItems(t, o.Items, &Slice{Start: start, Stop: stop, Step: step})
		return NewList(part), err
	}
	if step.IsNone() && plainBound(start) && plainBound(stop) {
		switch o := v.head.object.(type) {
		case *List:
			if o.class == ListClass {
				i, j := within(start, stop, len(o.Items))
				if err := t.ChargeItems(j-i, 16); err != nil {
					return Value{}, err
				}
				return NewList(slices.Clone(o.Items[i:j])), nil
			}
		case *Tuple:
			if i, j := within(start, stop, len(o.Items)); o.class == TupleClass && j-i < len(o.Items) {
				if err := t.ChargeItems(j-i, 16); err != nil {
					return Value{}, err
				}
				return CopyTuple(o.Items[i:j]), nil
			}
		case *Str:
			if o.class == StrClass && o.ascii() {
				i, j := within(start, stop, len(o.s))
				return o.slice(i, j), nil
			}
		}
	}
	return GetItem(t, v, NewSlice(start, stop, step))
}

// within is where plain bounds of step 1 begin and end among n elements.
func within(start, stop Value, n int) (i, j int) {
	j = n
	if !start.IsNone() {
		i = clampTo(int(start.SmallInt()), n, 0, n)
	}
	if !stop.IsNone() {
		j = clampTo(int(stop.SmallInt()), n, 0, n)
	}
	return i, max(i, j)
}

// sliceItems returns a copy of the elements that s takes.
func sliceItems(t *Thread, items []Value, s *Slice) ([]Value, error) {
	start, _, step, n, err := s.Indices(t, len(items))
	if err != nil {
		return nil, err
	}
	if err := t.ChargeItems(n, 16); err != nil {
		return nil, err
	}
	out := make([]Value, n)
	if step == 1 {
		copy(out, items[start:])
		return out, nil
	}
	for i := range out {
		out[i] = items[start+i*step]
	}
	return out, nil
}
