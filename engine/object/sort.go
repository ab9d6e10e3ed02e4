package object

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"strings"
)

// This file sorts: list.sort, sorted.

// sorter is one sort; it remembers the first error of a comparison.
type sorter struct {
	t     *Thread
	err   error
	count uint8
}

// sortItem is an element with the key that it is sorted by.
type sortItem struct{ key, value Value }

// SortBy sorts items in place, stably, by `<` of their keys. key may be zero or None.
func SortBy(t *Thread, items []Value, key Value, reverse bool) error {
	if reverse {
		slices.Reverse(items) // twice: equal elements keep their order
	}
	var err error
	if key.head != nil && !key.IsNone() {
		err = sortByKey(t, items, key)
	} else {
		err = sortPlain(t, items)
	}
	if reverse {
		slices.Reverse(items)
	}
	return err
}

// Sorted returns the elements in a new list, in ascending order.
func Sorted(t *Thread, items []Value) (Value, error) {
	own := append([]Value(nil), items...)
	err := SortBy(t, own, None, false)
	return NewList(own), err
}

func sortByKey(t *Thread, items []Value, key Value) error {
	if err := t.ChargeItems(len(items), 32); err != nil {
		return err
	}
	pairs := make([]sortItem, len(items))
	for i, v := range items {
		k, err := Call(t, key, v)
		if err != nil {
			return err
		}
		pairs[i] = sortItem{k, v}
	}
	if kind := kindOf(len(pairs), func(i int) Value { return pairs[i].key }); kind != mixed {
		ranks, err := ranked(t, kind, len(pairs), func(i int) Value { return pairs[i].key })
		for i, r := range ranks {
			items[i] = pairs[r.at].value
		}
		return err
	}
	s := &sorter{t: t}
	mergeSort(pairs, func(a, b *sortItem) bool { return s.less(a.key, b.key) })
	for i := range pairs {
		items[i] = pairs[i].value
	}
	return s.err
}

func sortPlain(t *Thread, items []Value) error {
	if kind := kindOf(len(items), func(i int) Value { return items[i] }); kind != mixed {
		if err := t.ChargeItems(len(items), 32); err != nil {
			return err
		}
		old := slices.Clone(items)
		ranks, err := ranked(t, kind, len(old), func(i int) Value { return old[i] })
		for i, r := range ranks {
			items[i] = old[r.at]
		}
		return err
	}
	s := &sorter{t: t}
	mergeSort(items, func(a, b *Value) bool { return s.less(*a, *b) })
	return s.err
}

// rank stands for the element at one position of what is sorted: numbers are ordered as
// their ranks are, strings first by these.
type rank struct {
	key uint64
	at  int
}

// ranked returns n elements of one kind in ascending order, equal ones as they stood.
// Ranks hold no pointers: moving them costs the collector nothing, and comparing them
// asks no element. After a stop all count as equal, which ends the sort soon.
func ranked(t *Thread, kind sortKind, n int, at func(i int) Value) ([]rank, error) {
	var count uint16
	var failed error
	ranks := make([]rank, n)
	for i := range ranks {
		ranks[i] = rank{rankKey(kind, at(i)), i}
	}
	slices.SortFunc(ranks, func(a, b rank) int {
		if count++; count == 0 && failed == nil {
			failed = t.Poll()
		}
		if failed != nil {
			return 0
		}
		if c := cmp.Compare(a.key, b.key); c != 0 {
			return c
		}
		if kind == plainStrings {
			if c := strings.Compare(at(a.at).head.object.(*Str).s, at(b.at).head.object.(*Str).s); c != 0 {
				return c
			}
		}
		return a.at - b.at
	})
	return ranks, failed
}

func rankKey(kind sortKind, v Value) uint64 {
	switch kind {
	case smallInts:
		return v.bits ^ 1<<63
	case plainFloats:
		b := math.Float64bits(v.Float64() + 0) // -0.0 becomes 0.0
		if b>>63 == 1 {
			return ^b
		}
		return b | 1<<63
	}
	var first [8]byte
	copy(first[:], v.head.object.(*Str).s)
	return binary.BigEndian.Uint64(first[:])
}

// sortKind tells how elements of one exact type can be compared without asking them.
type sortKind uint8

const (
	mixed sortKind = iota
	smallInts
	plainFloats
	plainStrings
)

func kindOf(n int, at func(i int) Value) sortKind {
	if n == 0 {
		return mixed
	}
	kind := kindOfValue(at(0))
	for i := 1; i < n && kind != mixed; i++ {
		if kindOfValue(at(i)) != kind {
			return mixed
		}
	}
	return kind
}

func kindOfValue(v Value) sortKind {
	switch {
	case v.IsInt():
		return smallInts
	case v.IsFloat():
		if f := v.Float64(); f == f {
			return plainFloats
		}
	case v.head.class == StrClass:
		return plainStrings
	}
	return mixed
}

// less is a < b; after an error everything is in order, which ends the sort soon
// and keeps every element.
func (s *sorter) less(a, b Value) bool {
	if s.err != nil {
		return false
	}
	if s.count++; s.count == 0 {
		if s.err = s.t.Poll(); s.err != nil {
			return false
		}
	}
	if less, ok := plainLess(a, b); ok {
		return less
	}
	less, err := CompareBool(s.t, Lt, a, b)
	if err != nil {
		s.err = err
	}
	return less && err == nil
}

// plainLess is a < b where that needs no Python code and cannot fail: two
// numbers or strings, or tuples of these. ok is false for anything else.
func plainLess(a, b Value) (less, ok bool) {
	switch {
	case a.head == &intHead && b.head == &intHead:
		return int64(a.bits) < int64(b.bits), true
	case a.head == &floatHead && b.head == &floatHead:
		return a.Float64() < b.Float64(), true
	}
	switch x := a.head.object.(type) {
	case *Str:
		if y, isStr := b.head.object.(*Str); isStr && x.class == StrClass && y.class == StrClass {
			return x.s < y.s, true
		}
	case *Tuple:
		if y, isTuple := b.head.object.(*Tuple); isTuple && x.class == TupleClass && y.class == TupleClass {
			return plainTupleLess(x.Items, y.Items)
		}
	}
	return false, false
}

func plainTupleLess(x, y []Value) (less, ok bool) {
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == y[i] {
			continue
		}
		if less, ok := plainLess(x[i], y[i]); less || !ok {
			return less, ok
		}
		if more, _ := plainLess(y[i], x[i]); more {
			return false, true
		}
		if x[i].IsFloat() {
			return false, false // NaN is neither less nor equal
		}
	}
	return len(x) < len(y), true
}

func listSort(t *Thread, a []Value) (Value, error) {
	o := a[0].Object().(*List)
	reverse, err := IndexInt(t, a[2])
	if err != nil {
		return Value{}, err
	}
	// While it is sorted the list is empty, so that a key function cannot disturb it.
	items := o.Items
	o.Items = nil
	err = SortBy(t, items, a[1], reverse != 0)
	changed := o.Items != nil
	o.Items = items
	if err == nil && changed {
		err = Raise(ValueError, "list modified during sort")
	}
	return None, err
}
