package object

// This file holds what list, tuple and the other built-in sequences share:
// comparison, repetition, search, iteration by index.

// Sequence is an object of another package that match takes for a sequence, as deque is.
type Sequence interface {
	Object
	Sequence()
}

// containsItem reports whether x is among items.
func containsItem(t *Thread, items []Value, x Value) (bool, error) {
	for i := range items {
		if eq, err := Equal(t, items[i], x); eq || err != nil {
			return eq, err
		}
		if i&4095 == 4095 {
			if err := t.Poll(); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

// countItem counts x in a sequence, which may change meanwhile.
func countItem[S sequence](t *Thread, seq S, x Value) (Value, error) {
	n := int64(0)
	for i := 0; i < len(seq.items()); i++ {
		eq, err := Equal(t, seq.items()[i], x)
		if err != nil {
			return Value{}, err
		}
		if eq {
			n++
		}
	}
	return Int(n), nil
}

// indexOfItem finds x in seq[start:stop]; -1 where it is not there.
func indexOfItem[S sequence](t *Thread, seq S, x, start, stop Value) (int, error) {
	i, err := searchBound(t, start, len(seq.items()))
	if err != nil {
		return 0, err
	}
	j, err := searchBound(t, stop, len(seq.items()))
	if err != nil {
		return 0, err
	}
	for ; i < j && i < len(seq.items()); i++ {
		eq, err := Equal(t, seq.items()[i], x)
		if err != nil {
			return 0, err
		}
		if eq {
			return i, nil
		}
	}
	return -1, nil
}

// searchBound turns a start or stop argument into a position from 0 to n.
func searchBound(t *Thread, v Value, n int) (int, error) {
	if v.head.class.Slots.Index == nil {
		return 0, Raise(TypeError, "slice indices must be integers or have an __index__ method")
	}
	i, err := clampIndex(t, v)
	if i < 0 {
		i = max(i+n, 0)
	}
	return min(i, n), err
}

// sequence is what sequenceCompare needs of list and tuple.
type sequence interface {
	Object
	items() []Value
}

// sequenceCompare compares element by element.
func sequenceCompare[S sequence](t *Thread, op CompareOp, av, bv Value) (Value, error) {
	ao, aOK := av.Object().(S)
	bo, bOK := bv.Object().(S)
	if !aOK || !bOK {
		return NotImplemented, nil
	}
	if (op == Eq || op == Ne) && len(ao.items()) != len(bo.items()) {
		return Bool(op == Ne), nil
	}
	// The lists may change while elements are compared.
	for i := 0; i < len(ao.items()) && i < len(bo.items()); i++ {
		x, y := ao.items()[i], bo.items()[i]
		eq, err := Equal(t, x, y)
		if err != nil {
			return Value{}, err
		}
		if eq {
			continue
		}
		switch op {
		case Eq:
			return False, nil
		case Ne:
			return True, nil
		}
		return Compare(t, op, x, y)
	}
	return Bool(op.holds(cmpInt(int64(len(ao.items())), int64(len(bo.items()))))), nil
}

type repeatFunc = func(t *Thread, v Value, n int) (Value, error)

// sequenceSlots is a table of binary operators with + and *.
func sequenceSlots(add binaryFunc, repeat repeatFunc) (table [numBinary]binaryFunc) {
	table[Add] = add
	table[Mul] = func(t *Thread, a, b Value) (Value, error) { return repeatBy(t, a, b, repeat) }
	return table
}

// reflectedRepeat is the table with n * sequence.
func reflectedRepeat(repeat repeatFunc) (table [numBinary]binaryFunc) {
	table[Mul] = func(t *Thread, a, b Value) (Value, error) { return repeatBy(t, b, a, repeat) }
	return table
}

func repeatBy(t *Thread, seq, count Value, repeat repeatFunc) (Value, error) {
	if count.head.class.Slots.Index == nil {
		return NotImplemented, nil
	}
	x, err := Index(t, count)
	if err != nil {
		return Value{}, err
	}
	if !x.IsInt() {
		return Value{}, Raise(OverflowError, "cannot fit 'int' into an index-sized integer")
	}
	return repeat(t, seq, int(max(x.SmallInt(), 0)))
}

// repeatItems returns items n times over.
func repeatItems(t *Thread, items []Value, n int) ([]Value, error) {
	if len(items) == 0 || n == 0 {
		return nil, nil
	}
	if n > int(t.Session.Limits.Alloc)/(16*len(items)) {
		return nil, NewException(MemoryError)
	}
	if err := t.ChargeItems(n*len(items), 16); err != nil {
		return nil, err
	}
	out := make([]Value, n*len(items))
	if len(items) == 1 {
		for i := range out {
			out[i] = items[0]
		}
		return out, nil
	}
	for k := copy(out, items); k < len(out); {
		k += copy(out[k:], out[:k])
	}
	return out, nil
}

// indexIter iterates over an object that has only __getitem__.
type indexIter struct {
	Head
	seq Value
	i   int64
}

// IteratorClass is the class of iterators over __getitem__.
var IteratorClass = bare("iterator")

func indexNext(t *Thread, v Value) (Value, bool, error) {
	it := v.Object().(*indexIter)
	if it.seq.head == nil {
		return Value{}, false, nil
	}
	x, err := GetItem(t, it.seq, Int(it.i))
	if err != nil {
		if Catch(err, IndexError) || Catch(err, StopIteration) {
			it.seq = Value{}
			return Value{}, false, nil
		}
		return Value{}, false, err
	}
	it.i++
	return x, true, nil
}
