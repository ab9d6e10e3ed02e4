package object

import "slices"

// This file defines what a bytearray can beyond bytes: change.

func byteArrayMethods() []Method {
	return []Method{
		{"append(self, item, /)", byteArrayAppend, "Append a single item to the end of the bytearray."},
		{"extend(self, iterable_of_ints, /)", byteArrayExtend, "Append all the items from the iterator or sequence to the bytearray."},
		{"insert(self, index, item, /)", byteArrayInsert, "Insert a single item into the bytearray before the given index."},
		{"pop(self, index=-1, /)", byteArrayPop, "Remove and return a single item from B."},
		{"remove(self, value, /)", byteArrayRemove, "Remove the first occurrence of a value in the bytearray."},
		{"reverse(self, /)", func(_ *Thread, a []Value) (Value, error) {
			reverseBytes(a[0].Object().(*ByteArray).B)
			return None, nil
		}, "Reverse the order of the values in B in place."},
		{"clear(self, /)", byteArrayClear, "Remove all items from the bytearray."},
		{"copy(self, /)", func(_ *Thread, a []Value) (Value, error) { return bytesLike(a[0], bytesArg(a)), nil }, "Return a copy of B."},
	}
}

func byteArrayClear(t *Thread, a []Value) (Value, error) {
	o := a[0].Object().(*ByteArray)
	if err := o.resize(t); err != nil {
		return Value{}, err
	}
	o.B = nil
	return None, nil
}

func byteArrayAppend(t *Thread, a []Value) (Value, error) {
	c, err := byteValue(t, a[1], "byte")
	if err != nil {
		return Value{}, err
	}
	o := a[0].Object().(*ByteArray)
	if err := o.resize(t); err != nil {
		return Value{}, err
	}
	o.B = append(o.B, c)
	return None, t.Charge(1)
}

func byteArrayExtend(t *Thread, a []Value) (Value, error) {
	if s, ok := AsStr(a[1]); ok && s != "" {
		return Value{}, Raise(TypeError, "'str' object cannot be interpreted as an integer")
	} else if ok {
		return None, nil
	}
	if s := a[1].Class().Slots; s.Iter == nil && s.GetItem == nil {
		return Value{}, Raise(TypeError, "can't extend bytearray with %s", TypeName(a[1]))
	}
	b, err := bytesFrom(t, a[1], "bytearray")
	if err != nil {
		return Value{}, err
	}
	o := a[0].Object().(*ByteArray)
	if err := o.resize(t); err != nil {
		return Value{}, err
	}
	o.B = append(o.B, b...)
	return None, nil
}

func byteArrayInsert(t *Thread, a []Value) (Value, error) {
	o := a[0].Object().(*ByteArray)
	i, err := IndexInt(t, a[1])
	if err != nil {
		return Value{}, err
	}
	c, err := byteValue(t, a[2], "byte")
	if err != nil {
		return Value{}, err
	}
	if i < 0 {
		i = max(i+len(o.B), 0)
	}
	if err := o.resize(t); err != nil {
		return Value{}, err
	}
	o.B = slices.Insert(o.B, min(i, len(o.B)), c)
	return None, nil
}

func byteArrayPop(t *Thread, a []Value) (Value, error) {
	o := a[0].Object().(*ByteArray)
	i, err := IndexInt(t, a[1])
	if err != nil {
		return Value{}, err
	}
	if len(o.B) == 0 {
		return Value{}, Raise(IndexError, "pop from empty bytearray")
	}
	if i < 0 {
		i += len(o.B)
	}
	if i < 0 || i >= len(o.B) {
		return Value{}, Raise(IndexError, "pop index out of range")
	}
	if err := o.resize(t); err != nil {
		return Value{}, err
	}
	c := o.B[i]
	o.B = slices.Delete(o.B, i, i+1)
	return Int(int64(c)), nil
}

func byteArrayRemove(t *Thread, a []Value) (Value, error) {
	o := a[0].Object().(*ByteArray)
	c, err := byteValue(t, a[1], "byte")
	if err != nil {
		return Value{}, err
	}
	i := slices.Index(o.B, c)
	if i < 0 {
		return Value{}, Raise(ValueError, "value not found in bytearray")
	}
	if err := o.resize(t); err != nil {
		return Value{}, err
	}
	o.B = slices.Delete(o.B, i, i+1)
	return None, nil
}

func byteArraySetItem(t *Thread, v, key, x Value) error {
	o := v.Object().(*ByteArray)
	if s, ok := key.Object().(*Slice); ok {
		return o.setSlice(t, s, x)
	}
	if key.Class().Slots.Index == nil {
		return Raise(TypeError, "bytearray indices must be integers or slices, not %s", TypeName(key))
	}
	var c byte
	key, err := Index(t, key)
	if err == nil && x.head != nil {
		c, err = byteValue(t, x, "byte")
	}
	if err != nil {
		return err
	}
	i, err := itemIndex(t, v, key, len(o.B), "bytearray") // both may have made it shorter
	switch {
	case err != nil:
	case x.head == nil:
		if err = o.resize(t); err == nil {
			o.B = slices.Delete(o.B, i, i+1)
		}
	default:
		o.B[i] = c
	}
	return err
}

func (o *ByteArray) setSlice(t *Thread, s *Slice, x Value) error {
	var b []byte
	if x.head != nil {
		_, isStr := AsStr(x)
		if _, isBuffer := bufferOf(x); isStr || !isBuffer && x.Class().Slots.Float != nil {
			return Raise(TypeError, "can assign only bytes, buffers, or iterables of ints in range(0, 256)")
		}
		var err error
		if b, err = bytesFrom(t, x, "bytearray"); err != nil {
			return err
		}
	}
	s, err := s.fixed(t)
	if err != nil {
		return err
	}
	start, stop, step, n, err := s.Indices(t, len(o.B))
	if err != nil {
		return err
	}
	if x.head == nil && n > 0 || step == 1 && len(b) != n {
		if err := o.resize(t); err != nil {
			return err
		}
	}
	if step == 1 {
		o.B = slices.Replace(o.B, start, max(start, stop), b...)
		return nil
	}
	if x.head == nil {
		gone := map[int]bool{}
		for i := range n {
			gone[start+i*step] = true
		}
		kept := o.B[:0]
		for i, c := range o.B {
			if !gone[i] {
				kept = append(kept, c)
			}
		}
		o.B = kept
		return nil
	}
	if len(b) != n {
		return Raise(ValueError, "attempt to assign bytes of size %d to extended slice of size %d", len(b), n)
	}
	for i, c := range b {
		o.B[start+i*step] = c
	}
	return nil
}

func byteArrayInplace() (table [numBinary]binaryFunc) {
	table[Add] = func(t *Thread, a, b Value) (Value, error) {
		x, ok := bufferOf(b)
		if !ok {
			return NotImplemented, nil
		}
		if a == b {
			return Value{}, errExported()
		}
		o := a.Object().(*ByteArray)
		if err := o.resize(t); err != nil {
			return Value{}, err
		}
		o.B = append(o.B, x...)
		return a, t.Charge(len(x))
	}
	table[Mul] = func(t *Thread, a, b Value) (Value, error) {
		return repeatBy(t, a, b, func(t *Thread, v Value, n int) (Value, error) {
			r, err := bytesRepeat(t, v, n)
			if err == nil {
				err = v.Object().(*ByteArray).resize(t)
			}
			if err != nil {
				return Value{}, err
			}
			v.Object().(*ByteArray).B = r.Object().(*ByteArray).B
			return v, nil
		})
	}
	return table
}
