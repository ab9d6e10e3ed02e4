package object

import (
	"fmt"
	"slices"
)

// This file defines the iterator types enumerate, zip, map and filter.

type (
	enumerateIter struct {
		Head
		it, next Value
	}
	zipIter struct {
		Head
		its    []Value
		strict bool
		done   bool
	}
	mapIter struct {
		Head
		fn  Value
		its []Value
	}
	filterIter struct {
		Head
		fn, it Value
	}
)

// The classes of these iterators.
var (
	EnumerateClass = bare("enumerate")
	ZipClass       = bare("zip")
	MapClass       = bare("map")
	FilterClass    = bare("filter")
)

func initIterTypes() {
	EnumerateClass.Define(Spec{
		Doc:       "Return an enumerate object.\n\n  iterable\n    an object supporting iteration\n\nThe enumerate object yields pairs containing a count (from start, which\ndefaults to zero) and a value yielded by the iterable argument.\n\nenumerate is useful for obtaining an indexed list:\n    (0, seq[0]), (1, seq[1]), (2, seq[2]), ...",
		Signature: "enumerate(iterable, start=0)", Make: enumerateMake,
		Slots:        Slots{Iter: selfIter, Next: enumerateNext},
		Methods:      pickles[:1],
		ClassMethods: []Method{classGetItemMethod()},
	})
	bind := EnumerateClass.Slots.New
	EnumerateClass.Slots.New = func(t *Thread, c *Class, a Args) (Value, error) {
		if err := enumerateArgs(a); err != nil && c == EnumerateClass {
			return Value{}, err
		}
		return bind(t, c, a)
	}
	ZipClass.Define(Spec{
		Doc:       "zip(*iterables, strict=False) --> Yield tuples until an input is exhausted.\n\n   >>> list(zip('abcdefg', range(3), range(4)))\n   [('a', 0, 0), ('b', 1, 1), ('c', 2, 2)]\n\nThe zip object yields n-length tuples, where n is the number of iterables\npassed as positional arguments to zip().  The i-th element in every tuple\ncomes from the i-th iterable argument to zip().  This continues until the\nshortest argument is exhausted.\n\nIf strict is true and one of the arguments is exhausted before the others,\nraise a ValueError.",
		Signature: "zip(*iterables, strict=False)", Make: zipMake,
		Slots:   Slots{Iter: selfIter, Next: zipNext},
		Methods: pickles,
	})
	MapClass.Define(Spec{
		Doc:       "map(func, *iterables) --> map object\n\nMake an iterator that computes the function using arguments from\neach of the iterables.  Stops when the shortest iterable is exhausted.",
		Signature: "map(*args)", Make: mapMake,
		Slots:   Slots{Iter: selfIter, Next: mapNext},
		Methods: pickles[:1],
	})
	FilterClass.Define(Spec{
		Doc:       "filter(function or None, iterable) --> filter object\n\nReturn an iterator yielding those items of iterable for which function(item)\nis true. If function is None, return the items that are true.",
		Signature: "filter(function, iterable, /)",
		Make: func(t *Thread, c *Class, a []Value) (Value, error) {
			it, err := Iter(t, a[1])
			if err != nil {
				return Value{}, err
			}
			return Adopt(&filterIter{fn: a[0], it: it}, c), nil
		},
		Slots:   Slots{Iter: selfIter, Next: filterNext},
		Methods: pickles[:1],
	})
}

// enumerateArgs refuses what enumerate, which reads its arguments in its own way, does.
func enumerateArgs(a Args) error {
	n, kw := len(a.Pos), len(a.Kw)
	switch {
	case n+kw == 0:
		return Raise(TypeError, "enumerate() missing required argument 'iterable'")
	case n+kw > 2:
		return Raise(TypeError, "enumerate() takes at most 2 arguments (%d given)", n+kw)
	}
	names := []string{"iterable", "start"}[n : n+kw]
	for _, k := range a.Kw {
		if !slices.Contains(names, k.Name) {
			return Raise(TypeError, "'%s' is an invalid keyword argument for enumerate()", k.Name)
		}
	}
	return nil
}

func enumerateMake(t *Thread, c *Class, a []Value) (Value, error) {
	start, err := Index(t, a[1])
	if err != nil {
		return Value{}, err
	}
	it, err := Iter(t, a[0])
	if err != nil {
		return Value{}, err
	}
	return Adopt(&enumerateIter{it: it, next: start}, c), nil
}

func enumerateNext(t *Thread, v Value) (Value, bool, error) {
	o := v.Object().(*enumerateIter)
	x, ok, err := Next(t, o.it)
	if !ok || err != nil {
		return Value{}, false, err
	}
	i := o.next
	o.next, err = Binary(t, Add, i, Int(1))
	return pair(i, x), true, err
}

// NextPair is Next for an iterator of pairs, without the tuple; known is false for
// any other iterator, which then has not moved.
func NextPair(t *Thread, it Value) (a, b Value, ok, known bool, err error) {
	switch o := it.Object().(type) {
	case *enumerateIter:
		b, ok, err = Next(t, o.it)
		if a = o.next; ok && err == nil {
			o.next, err = Binary(t, Add, a, Int(1))
		}
		return a, b, ok, true, err
	case *dictIter:
		if o.part == itemsOf {
			a, b, ok, err = o.next(t)
			return a, b, ok, true, err
		}
	case *zipIter:
		if len(o.its) == 2 && !o.strict && !o.done {
			a, ok, err = Next(t, o.its[0])
			if ok && err == nil {
				b, ok, err = Next(t, o.its[1])
			}
			o.done = !ok && err == nil
			return a, b, ok, true, err
		}
	}
	return a, b, false, false, nil
}

// iterators returns iter(v) of each value.
func iterators(t *Thread, values []Value) ([]Value, error) {
	if err := t.ChargeItems(len(values), 96); err != nil {
		return nil, err
	}
	its := make([]Value, len(values))
	for i, v := range values {
		it, err := Iter(t, v)
		if err != nil {
			return nil, err
		}
		its[i] = it
	}
	return its, nil
}

func zipMake(t *Thread, c *Class, a []Value) (Value, error) {
	strict, err := ToBool(t, a[1])
	if err != nil {
		return Value{}, err
	}
	its, err := iterators(t, a[0].Object().(*Tuple).Items)
	if err != nil {
		return Value{}, err
	}
	return Adopt(&zipIter{its: its, strict: strict}, c), nil
}

func zipNext(t *Thread, v Value) (Value, bool, error) {
	o := v.Object().(*zipIter)
	if o.done || len(o.its) == 0 {
		return Value{}, false, nil
	}
	items := t.borrow(len(o.its))
	defer t.release(len(items))
	for i, it := range o.its {
		if i&1023 == 1023 {
			if err := t.Poll(); err != nil {
				return Value{}, false, err
			}
		}
		x, ok, err := Next(t, it)
		if err != nil {
			return Value{}, false, err
		}
		if !ok {
			o.done = true
			if o.strict {
				return Value{}, false, o.unequal(t, i)
			}
			return Value{}, false, nil
		}
		items[i] = x
	}
	return CopyTuple(items), true, t.Charge(48 + 16*len(items))
}

// unequal checks a strict zip whose argument i ended: the ones before it are
// longer; if it is the first, all others have to end too.
func (o *zipIter) unequal(t *Thread, i int) error {
	if i > 0 {
		return Raise(ValueError, "zip() argument %d is shorter than argument%s", i+1, upTo(i))
	}
	for k := 1; k < len(o.its); k++ {
		_, ok, err := Next(t, o.its[k])
		if err != nil {
			return err
		}
		if ok {
			return Raise(ValueError, "zip() argument %d is longer than argument%s", k+1, upTo(k))
		}
	}
	return nil
}

func upTo(n int) string {
	if n == 1 {
		return " 1"
	}
	return fmt.Sprintf("s 1-%d", n)
}

func mapMake(t *Thread, c *Class, a []Value) (Value, error) {
	args := a[0].Object().(*Tuple).Items
	if len(args) < 2 {
		return Value{}, Raise(TypeError, "map() must have at least two arguments.")
	}
	its, err := iterators(t, args[1:])
	if err != nil {
		return Value{}, err
	}
	return Adopt(&mapIter{fn: args[0], its: its}, c), nil
}

func mapNext(t *Thread, v Value) (res Value, ok bool, err error) {
	o := v.Object().(*mapIter)
	n := len(o.its)
	args := t.borrow(n)
	ok = true
	for i := 0; i < n && ok && err == nil; i++ {
		args[i], ok, err = Next(t, o.its[i])
	}
	if ok && err == nil {
		res, err = CallArgs(t, o.fn, Args{Pos: args})
	}
	t.release(n)
	return endedBy(t, res, ok, err)
}

// endedBy makes a StopIteration that a function raised inside an iterator its end.
func endedBy(t *Thread, x Value, ok bool, err error) (Value, bool, error) {
	if e, is := err.(*Exception); is && StopIteration.Is(e.Value()) {
		t.StopValue = e.Field("value")
		return Value{}, false, nil
	}
	return x, ok && err == nil, err
}

func filterNext(t *Thread, v Value) (Value, bool, error) {
	x, ok, err := filterStep(t, v)
	return endedBy(t, x, ok, err)
}

func filterStep(t *Thread, v Value) (Value, bool, error) {
	o := v.Object().(*filterIter)
	for n := 0; ; n++ {
		x, ok, err := Next(t, o.it)
		if !ok || err != nil {
			return Value{}, false, err
		}
		test := x
		if !o.fn.IsNone() && o.fn != BoolClass.Value() {
			if test, err = Call(t, o.fn, x); err != nil {
				return Value{}, false, err
			}
		}
		keep, err := ToBool(t, test)
		if keep || err != nil {
			return x, err == nil, err
		}
		if n&255 == 255 {
			if err := t.Poll(); err != nil {
				return Value{}, false, err
			}
		}
	}
}
