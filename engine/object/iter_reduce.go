package object

import (
	"math/big"
	"unicode/utf8"

	"gputour/engine/object/char"
)

// This file describes the built-in iterators to copy and pickle: iter(sequence), moved to
// where the iterator stands, or iter of what is left.

// pickles are the methods of a class of iterators that can be copied and pickled.
var pickles = []Method{
	{"__reduce__(self, /)", iterReduce, "Return state information for pickling."},
	{"__setstate__(self, state, /)", iterSetState, "Set state information for unpickling."},
}

// iterReduce is it.__reduce__().
func iterReduce(t *Thread, a []Value) (Value, error) {
	class := a[0].Class().Value()
	switch it := a[0].Object().(type) {
	case *SeqIter:
		switch {
		case it.List == nil || it.I < 0:
			return fromBuiltin(t, "iter", NewList(nil))
		case it.back:
			return fromBuiltin(t, "reversed", Of(it.List), Int(int64(it.I)))
		}
		return fromBuiltin(t, "iter", Of(it.List), Int(int64(it.I)))
	case *tupleIterator:
		if it.i >= len(it.items) {
			return fromBuiltin(t, "iter", NewTuple())
		}
		return fromBuiltin(t, "iter", NewTuple(it.items...), Int(int64(it.i)))
	case *strIterator:
		if it.byte >= len(it.s.s) {
			return fromBuiltin(t, "iter", NewStr(""))
		}
		return fromBuiltin(t, "iter", Of(it.s), Int(int64(utf8.RuneCountInString(it.s.s[:it.byte]))))
	case *bytesIterator:
		return ReduceToIter(t, it.seq, int64(it.i))
	case *indexIter:
		return ReduceToIter(t, it.seq, it.i)
	case *RangeIter:
		return fromBuiltin(t, "iter", it.rest(), Int(0))
	case *callIter:
		if it.fn.head == nil {
			return fromBuiltin(t, "iter", NewTuple())
		}
		iter, err := builtinNamed(t, "iter")
		return NewTuple(iter, NewTuple(it.fn, it.sentinel)), err
	case *reverseIter:
		if it.i <= 0 {
			return NewTuple(class, NewTuple(NewTuple())), nil
		}
		return NewTuple(class, NewTuple(it.seq), Int(int64(it.i-1))), nil
	case *enumerateIter:
		return NewTuple(class, NewTuple(it.it, it.next)), nil
	case *zipIter:
		if it.strict {
			return NewTuple(class, NewTuple(it.its...), True), nil
		}
		return NewTuple(class, NewTuple(it.its...)), nil
	case *mapIter:
		return NewTuple(class, NewTuple(append([]Value{it.fn}, it.its...)...)), nil
	case *filterIter:
		return NewTuple(class, NewTuple(it.fn, it.it)), nil
	}
	return iterRest(t, a[0])
}

// iterRest is iter([what is left]); the iterator itself goes on as if nothing had been taken.
func iterRest(t *Thread, v Value) (Value, error) {
	var left []Value
	var err error
	switch it := v.Object().(type) {
	case *dictIter:
		ahead := *it
		ahead.class, ahead.object = it.class, &ahead
		left, err = Collect(t, Value{&ahead.Head, 0})
	case *setIterator:
		ahead := *it
		ahead.class, ahead.object = it.class, &ahead
		left, err = Collect(t, Value{&ahead.Head, 0})
	case *GoIter:
		if left, err = Collect(t, v); err != nil {
			return Value{}, err
		}
		i := 0
		it.left = func() int { return len(left) - i }
		it.next = func(*Thread) (Value, bool, error) {
			if i == len(left) {
				return Value{}, false, nil
			}
			i++
			return left[i-1], true, nil
		}
	default:
		return Value{}, Raise(TypeError, "cannot pickle '%s' object", TypeName(v))
	}
	if err != nil {
		return Value{}, err
	}
	return fromBuiltin(t, "iter", NewList(append([]Value(nil), left...)))
}

// fromBuiltin is (function, (sequence,)) with the state behind it where there is one.
func fromBuiltin(t *Thread, function string, seq Value, state ...Value) (Value, error) {
	f, err := builtinNamed(t, function)
	return NewTuple(append([]Value{f, NewTuple(seq)}, state...)...), err
}

// ReduceToIter is what __reduce__ of an iterator over seq gives: iter(seq), moved to i. An iterator at its end has no sequence: seq is
// the zero Value.
func ReduceToIter(t *Thread, seq Value, i int64) (Value, error) {
	if seq.head == nil {
		return fromBuiltin(t, "iter", NewTuple())
	}
	return fromBuiltin(t, "iter", seq, Int(i))
}

func builtinNamed(t *Thread, name string) (Value, error) {
	v, ok := t.Session.Builtins.Get(name)
	if !ok {
		return v, Raise(AttributeError, "module 'builtins' has no attribute '%s'", name)
	}
	return v, nil
}

// rest is the range of what is left.
func (it *RangeIter) rest() Value {
	if it.Big == nil {
		return NewRange(it.Cur, it.Cur+it.N*it.Step, it.Step)
	}
	way := new(big.Int).Mul(it.bigN, it.bigStep)
	return newRangeBig(new(big.Int).Set(it.Big), way.Add(way, it.Big), it.bigStep)
}

// skipBig moves a big range's iterator on by i elements, or as many as there are.
func (it *RangeIter) skipBig(i *big.Int) {
	switch {
	case i.Sign() <= 0:
		return
	case i.Cmp(it.bigN) > 0:
		i = it.bigN
	}
	way := new(big.Int).Mul(i, it.bigStep)
	it.Big, it.bigN = way.Add(way, it.Big), new(big.Int).Sub(it.bigN, i)
}

// iterSetState is it.__setstate__(index): the iterator stands there.
func iterSetState(t *Thread, a []Value) (Value, error) {
	if it, ok := a[0].Object().(*zipIter); ok {
		strict, err := ToBool(t, a[1])
		it.strict = strict
		return None, err
	}
	if it, ok := a[0].Object().(*RangeIter); ok && it.Big != nil {
		i, err := Index(t, a[1])
		if err == nil {
			it.skipBig(bigOf(i))
		}
		return None, err
	}
	i, err := IndexInt(t, a[1])
	if err != nil {
		return Value{}, err
	}
	i = max(i, 0)
	switch it := a[0].Object().(type) {
	case *SeqIter:
		if it.List == nil {
			break
		}
		if it.I = i; it.back {
			it.I = min(i, len(it.List.Items)-1)
		}
	case *tupleIterator:
		it.i = min(i, len(it.items))
	case *strIterator:
		for it.byte = 0; i > 0 && it.byte < len(it.s.s); i-- {
			_, size := char.Decode(it.s.s[it.byte:])
			it.byte += max(size, 1)
		}
	case *bytesIterator:
		it.i = i
	case *indexIter:
		it.i = int64(i)
	case *reverseIter:
		if it.seq.IsNone() {
			break
		}
		n, err := Len(t, it.seq)
		if err != nil {
			return Value{}, err
		}
		it.i = min(i+1, n)
	case *RangeIter:
		n := min(int64(i), it.N)
		it.Cur += n * it.Step
		it.N -= n
	}
	return None, nil
}
