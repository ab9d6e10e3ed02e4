package object

import "math"

// This file holds the protocols of containers and iterators.

// GetItem returns v[key].
func GetItem(t *Thread, v, key Value) (Value, error) {
	if get := v.head.class.Slots.GetItem; get != nil {
		return get(t, v, key)
	}
	if c, ok := v.Object().(*Class); ok {
		return classGetItem(t, c, key)
	}
	return Value{}, Raise(TypeError, "'%s' object is not subscriptable", TypeName(v))
}

// classGetItem is C[key]: __class_getitem__, which makes list[int].
func classGetItem(t *Thread, c *Class, key Value) (Value, error) {
	if fn, ok := c.Lookup("__class_getitem__"); ok {
		bound, err := GetAttr(t, c.Value(), "__class_getitem__")
		if err != nil {
			return Value{}, err
		}
		_ = fn
		return Call(t, bound, key)
	}
	if c == TypeClass {
		return NewGenericAlias(c.Value(), key), nil
	}
	return Value{}, Raise(TypeError, "type '%s' is not subscriptable", c.typeName())
}

// SetItem sets v[key] to x.
func SetItem(t *Thread, v, key, x Value) error {
	if set := v.head.class.Slots.SetItem; set != nil {
		return set(t, v, key, x)
	}
	return noItems(v, key, x)
}

// DelItem deletes v[key].
func DelItem(t *Thread, v, key Value) error { return SetItem(t, v, key, Value{}) }

// Len returns len(v).
func Len(t *Thread, v Value) (int, error) {
	if n := v.head.class.Slots.Len; n != nil {
		return n(t, v)
	}
	return 0, Raise(TypeError, "object of type '%s' has no len()", TypeName(v))
}

// Contains reports x in v.
func Contains(t *Thread, v, x Value) (bool, error) {
	c := v.head.class
	if s, ok := v.head.object.(*Set); ok && x.head == &intHead && c == SetClass {
		i, err := s.table.find(t, x, smallHash(int64(x.bits)))
		return i >= 0, err
	}
	if has := c.Slots.Contains; has != nil {
		return has(t, v, x)
	}
	if m, ok := c.Lookup("__contains__"); ok && m.IsNone() {
		return false, Raise(TypeError, "'%s' object is not a container", c.Name)
	}
	if c.Slots.Iter == nil && c.Slots.GetItem == nil {
		return false, Raise(TypeError, "argument of type '%s' is not iterable", c.Name)
	}
	found := false
	err := ForEach(t, v, func(item Value) error {
		eq, err := Equal(t, item, x)
		if eq {
			found = true
			return errEnough
		}
		return err
	})
	return found, err
}

// Iter returns iter(v).
func Iter(t *Thread, v Value) (Value, error) {
	slots := v.head.class.Slots
	if slots.Iter != nil {
		return slots.Iter(t, v)
	}
	if m, ok := special(v, "__iter__"); slots.GetItem != nil && !(ok && m.IsNone()) {
		if _, isClass := v.Object().(*Class); !isClass {
			return Adopt(&indexIter{seq: v}, IteratorClass), nil
		}
	}
	return Value{}, Raise(TypeError, "'%s' object is not iterable", TypeName(v))
}

// Next returns the next element of iterator it; ok is false at the end.
func Next(t *Thread, it Value) (x Value, ok bool, err error) {
	next := it.head.class.Slots.Next
	if next == nil {
		return Value{}, false, Raise(TypeError, "'%s' object is not an iterator", TypeName(it))
	}
	return next(t, it)
}

// NextOrStop is it.__next__(): the end is StopIteration.
func NextOrStop(t *Thread, it Value) (Value, error) {
	t.StopValue = Value{}
	x, ok, err := Next(t, it)
	if err == nil && !ok {
		e := NewException(StopIteration)
		if v := t.StopValue; v.head != nil && !v.IsNone() {
			e = NewException(StopIteration, v)
			t.StopValue = Value{}
		}
		return Value{}, e
	}
	return x, err
}

// enough ends a ForEach early without an error.
type enough struct{}

func (enough) Error() string { return "enough" }

// errEnough returned by the function of ForEach ends it; ForEach then returns nil.
var errEnough error = enough{}

// Break returned by the function of ForEach ends the loop without an error.
var Break = errEnough

// Walker is an iterator that calls f with its elements itself. It stops where f
// fails, with the rest still to come, and returns that error.
type Walker interface {
	Object
	Walk(t *Thread, f func(Value) error) error
}

// ForEach calls f with each element of iterable v, and polls for a stop as it goes.
func ForEach(t *Thread, v Value, f func(Value) error) error {
	err := forEach(t, v, f)
	if err == errEnough {
		return nil
	}
	return err
}

func forEach(t *Thread, v Value, f func(Value) error) error {
	switch o := v.Object().(type) {
	case *List:
		if o.class.plainIter() {
			for i := 0; i < len(o.Items); i++ {
				if err := f(o.Items[i]); err != nil {
					return err
				}
				if i&1023 == 1023 {
					if err := t.Poll(); err != nil {
						return err
					}
				}
			}
			return nil
		}
	case *Tuple:
		if o.class.plainIter() {
			for _, x := range o.Items {
				if err := f(x); err != nil {
					return err
				}
			}
			return nil
		}
	}
	it, err := Iter(t, v)
	if err != nil {
		return err
	}
	return drain(t, it, f)
}

// drain calls f with what is left in an iterator.
func drain(t *Thread, it Value, f func(Value) error) error {
	if w, ok := it.Object().(Walker); ok {
		return w.Walk(t, f)
	}
	next := it.head.class.Slots.Next
	for {
		x, ok, err := next(t, it)
		if err != nil {
			return err
		}
		if !ok {
			return nil
		}
		if err := f(x); err != nil {
			return err
		}
		if t.ticks++; t.ticks == 0 {
			if err := t.Poll(); err != nil {
				return err
			}
		}
	}
}

// plainIter reports that no cell has redefined the iteration of this class.
func (c *Class) plainIter() bool {
	if c.Builtin {
		return true
	}
	_, owner := c.lookupOwner("__iter__")
	return owner != nil && owner.Builtin
}

// listed is Collect as list(v) does it: an object of a class from Python code is asked for
// its length first.
func listed(t *Thread, v Value) ([]Value, error) {
	if v.head.class.Builtin {
		return Collect(t, v)
	}
	it, err := Iter(t, v)
	if err != nil {
		return nil, err
	}
	if _, err := LengthHint(t, v, 0); err != nil {
		return nil, err
	}
	return Collect(t, it)
}

// Collect returns the elements of iterable v in a fresh slice.
func Collect(t *Thread, v Value) ([]Value, error) {
	var items []Value
	switch o := v.Object().(type) {
	case *List:
		if o.class.plainIter() {
			return append(items, o.Items...), t.ChargeItems(len(o.Items), 16)
		}
	case *Tuple:
		if o.class.plainIter() {
			return append(items, o.Items...), nil
		}
	}
	if n := knownLength(t, v); n > 0 {
		if err := t.ChargeItems(n, 16); err != nil {
			return nil, err
		}
		items = make([]Value, 0, n)
		if r, ok := v.Object().(*Range); ok && r.Small {
			for i := range n {
				items = append(items, Int(r.Start+int64(i)*r.Step))
			}
			return items, nil
		}
	}
	if items == nil {
		return t.collect(v)
	}
	err := ForEach(t, v, func(x Value) error {
		if len(items) == cap(items) {
			if err := t.ChargeItems(max(len(items), 4), 16); err != nil {
				return err
			}
		}
		items = append(items, x)
		return nil
	})
	return items, err
}

// gathered is the number of elements that wait in Thread.gathered for a slice of their size.
const gathered = 64

// collect is Collect where nobody knows how many elements there are: the first wait on a stack.
func (t *Thread) collect(v Value) (items []Value, err error) {
	first := len(t.gathered)
	err = ForEach(t, v, func(x Value) error {
		if items == nil && len(t.gathered)-first < gathered {
			t.gathered = append(t.gathered, x)
			return nil
		}
		if len(items) == cap(items) {
			if items == nil {
				items = append(make([]Value, 0, 3*gathered), t.gathered[first:]...)
			}
			if err := t.ChargeItems(len(items), 16); err != nil {
				return err
			}
		}
		items = append(items, x)
		return nil
	})
	if items == nil {
		items = append(items, t.gathered[first:]...)
	}
	clear(t.gathered[first:])
	t.gathered = t.gathered[:first]
	return items, err
}

// LengthHint is operator.length_hint: what len(v) is, or what v.__length_hint__() takes
// it to be, or otherwise.
func LengthHint(t *Thread, v Value, otherwise int) (int, error) {
	if v.head.class.Slots.Len != nil {
		n, err := Len(t, v)
		if err == nil || !Catch(err, TypeError) {
			return n, err
		}
	}
	r, ok, err := CallMethod(t, v, "__length_hint__")
	switch {
	case ok && err != nil && Catch(err, TypeError), err == nil && (!ok || r == NotImplemented):
		return otherwise, nil
	case err != nil:
		return 0, err
	}
	n, isInt := AsInt(r)
	if !isInt {
		return 0, Raise(TypeError, "__length_hint__ must be an integer, not %s", TypeName(r))
	}
	if n < 0 {
		return 0, Raise(ValueError, "__length_hint__() should return >= 0")
	}
	return int(n), nil
}

// knownLength returns the length of v where that is known without asking Python code, or 0.
func knownLength(t *Thread, v Value) int {
	if c := v.head.class; c.Builtin && c.Slots.Len != nil {
		if n, err := c.Slots.Len(t, v); err == nil {
			return n
		}
	}
	return 0
}

// Unpack returns exactly n elements of iterable v, with CPython's errors.
func Unpack(t *Thread, v Value, n int) ([]Value, error) {
	switch o := v.Object().(type) {
	case *Tuple:
		if len(o.Items) == n && o.class.plainIter() {
			return o.Items, nil
		}
	case *List:
		if len(o.Items) == n && o.class.plainIter() {
			return append([]Value(nil), o.Items...), nil
		}
	}
	return unpackIter(t, v, n)
}

func unpackIter(t *Thread, v Value, n int) ([]Value, error) {
	if err := unpackable(v); err != nil {
		return nil, err
	}
	it, err := Iter(t, v)
	if err != nil {
		return nil, err
	}
	items := make([]Value, 0, n)
	for len(items) <= n {
		x, ok, err := Next(t, it)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		items = append(items, x)
	}
	if len(items) > n {
		return nil, Raise(ValueError, "too many values to unpack (expected %d)", n)
	}
	if len(items) < n {
		return nil, Raise(ValueError, "not enough values to unpack (expected %d, got %d)", n, len(items))
	}
	return items, nil
}

func unpackable(v Value) error {
	if s := v.head.class.Slots; s.Iter == nil && s.GetItem == nil {
		return Raise(TypeError, "cannot unpack non-iterable %s object", TypeName(v))
	}
	return nil
}

// elementsOf is Collect that does not copy what a list or tuple holds.
func elementsOf(t *Thread, v Value) ([]Value, error) {
	switch o := v.Object().(type) {
	case *List:
		if o.class.plainIter() {
			return o.Items, nil
		}
	case *Tuple:
		if o.class.plainIter() {
			return o.Items, nil
		}
	}
	return Collect(t, v)
}

// UnpackStar unpacks v for `a, *b, c = v`: before elements, a list, after elements.
func UnpackStar(t *Thread, v Value, before, after int) ([]Value, error) {
	if err := unpackable(v); err != nil {
		return nil, err
	}
	all, err := elementsOf(t, v)
	if err != nil {
		return nil, err
	}
	if len(all) < before+after {
		return nil, Raise(ValueError, "not enough values to unpack (expected at least %d, got %d)", before+after, len(all))
	}
	out := make([]Value, 0, before+1+after)
	end := len(all) - after
	out = append(out, all[:before]...)
	out = append(out, NewList(append([]Value(nil), all[before:end]...)))
	return append(out, all[end:]...), nil
}

// Index returns v as an exact int, from an int or from __index__.
func Index(t *Thread, v Value) (Value, error) {
	if v.head == &intHead {
		return v, nil
	}
	slot := v.head.class.Slots.Index
	if slot == nil {
		return Value{}, Raise(TypeError, "'%s' object cannot be interpreted as an integer", TypeName(v))
	}
	x, err := slot(t, v)
	if err != nil {
		return Value{}, err
	}
	if !IsInteger(x) {
		return Value{}, Raise(TypeError, "__index__ returned non-int (type %s)", TypeName(x))
	}
	return exactInt(x), nil
}

// IndexInt is Index as a Go int; a number too large is IndexError.
func IndexInt(t *Thread, v Value) (int, error) {
	if v.head == &intHead {
		return int(v.bits), nil
	}
	x, err := Index(t, v)
	if err != nil {
		return 0, err
	}
	if !x.IsInt() {
		return 0, Raise(IndexError, "cannot fit '%s' into an index-sized integer", TypeName(v))
	}
	return int(x.SmallInt()), nil
}

// ClampIndex is Index cut off to the range of Go's int, as slices need.
func ClampIndex(t *Thread, v Value) (int, error) { return clampIndex(t, v) }

func clampIndex(t *Thread, v Value) (int, error) {
	if v.head == &intHead {
		return int(v.bits), nil
	}
	x, err := Index(t, v)
	if err != nil {
		return 0, err
	}
	if !x.IsInt() {
		if bigOf(x).Sign() < 0 {
			return math.MinInt, nil
		}
		return math.MaxInt, nil
	}
	return int(x.SmallInt()), nil
}
