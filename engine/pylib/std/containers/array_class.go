package containers

import (
	"slices"

	"gputour/engine/object"
)

// This file defines the class array.array: its operators and methods.

func init() {
	arrayClass.Define(object.Spec{
		Doc:        "array(typecode [, initializer]) -> array",
		Signature:  "array(typecode, initializer=?, /)",
		Make:       makeArray,
		Unhashable: true,
		Slots:      arraySlots(),
		Methods:    arrayMethods,
		Props: []object.Prop{
			{Name: "typecode", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.NewStr(string(asArray(v).kind.code)), nil
			}},
			{Name: "itemsize", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Int(int64(asArray(v).kind.size)), nil
			}},
		},
	})
}

func arraySlots() object.Slots {
	s := object.Slots{
		Len:     func(_ *object.Thread, v object.Value) (int, error) { return asArray(v).len(), nil },
		Iter:    arrayIter,
		GetItem: arrayGetItem,
		SetItem: arraySetItem,
		Contains: func(t *object.Thread, v, x object.Value) (bool, error) {
			i, err := asArray(v).find(t, x, 0)
			return i >= 0, err
		},
		Repr:    arrayRepr,
		Compare: arrayCompare,
	}
	s.Binary[object.Add] = func(t *object.Thread, x, y object.Value) (object.Value, error) {
		a, b := asArray(x), asArray(y)
		switch {
		case b == nil:
			return object.Value{}, object.Raise(object.TypeError, "can only append array (not \"%s\") to array", object.TypeName(y))
		case a.kind != b.kind:
			return object.Value{}, object.Raise(object.TypeError, "bad argument type for built-in operation")
		}
		return a.with(slices.Concat(a.data, b.data)), nil
	}
	s.Inplace[object.Add] = func(t *object.Thread, x, y object.Value) (object.Value, error) {
		if asArray(y) == nil {
			return object.Value{}, object.Raise(object.TypeError, "can only extend array with array (not \"%s\")", object.TypeName(y))
		}
		if err := asArray(x).resize(t); err != nil {
			return object.Value{}, err
		}
		return x, asArray(x).extend(t, y)
	}
	s.Binary[object.Mul] = func(t *object.Thread, x, n object.Value) (object.Value, error) { return arrayRepeat(t, x, n, false) }
	s.Reflected[object.Mul] = func(t *object.Thread, n, x object.Value) (object.Value, error) { return arrayRepeat(t, x, n, false) }
	s.Inplace[object.Mul] = func(t *object.Thread, x, n object.Value) (object.Value, error) { return arrayRepeat(t, x, n, true) }
	return s
}

func arrayRepeat(t *object.Thread, x, n object.Value, inplace bool) (object.Value, error) {
	if n.Class().Slots.Index == nil {
		return object.NotImplemented, nil
	}
	times, err := object.IndexInt(t, n)
	if err != nil {
		return object.Value{}, err
	}
	a := asArray(x)
	times = max(times, 0)
	if len(a.data) > 0 && int64(times) > t.Session.Limits.Alloc/int64(len(a.data)) {
		return object.Value{}, object.NewException(object.MemoryError)
	}
	if err := t.Charge(times * len(a.data)); err != nil {
		return object.Value{}, err
	}
	data := slices.Repeat(a.data, times)
	if inplace {
		if err := a.resize(t); err != nil && len(data) != len(a.data) {
			return object.Value{}, err
		}
		a.data = data
		return x, nil
	}
	return a.with(data), nil
}

// find returns the first index of x from a position on, or -1.
func (a *array) find(t *object.Thread, x object.Value, from int) (int, error) {
	for i := from; i < a.len(); i++ {
		if same, err := object.Equal(t, a.load(i), x); same || err != nil {
			return i, err
		}
	}
	return -1, nil
}

// arrayDo makes a method that changes the array and gives None.
func arrayDo(do func(t *object.Thread, a *array, args []object.Value) error) object.GoFunc {
	return func(t *object.Thread, args []object.Value) (object.Value, error) {
		return object.None, do(t, asArray(args[0]), args[1:])
	}
}

// arrayGrow is arrayDo for what changes the array's size.
func arrayGrow(do func(t *object.Thread, a *array, args []object.Value) error) object.GoFunc {
	return arrayDo(func(t *object.Thread, a *array, args []object.Value) error {
		if err := a.resize(t); err != nil {
			return err
		}
		return do(t, a, args)
	})
}

var arrayMethods = []object.Method{
	{Sig: "append(self, v, /)", Fn: arrayDo(func(t *object.Thread, a *array, args []object.Value) error {
		b, err := a.pack(t, args[0])
		if err == nil {
			err = a.resize(t)
		}
		if err == nil {
			a.data = append(a.data, b...)
		}
		return err
	}), Doc: "Append new value v to the end of the array."},
	{Sig: "extend(self, bb, /)", Fn: arrayGrow(func(t *object.Thread, a *array, args []object.Value) error {
		return a.extend(t, args[0])
	}), Doc: "Append items to the end of the array."},
	{Sig: "fromlist(self, list, /)", Fn: arrayGrow(func(t *object.Thread, a *array, args []object.Value) error {
		if _, ok := args[0].Object().(*object.List); !ok {
			return object.Raise(object.TypeError, "arg must be list")
		}
		before := len(a.data)
		err := a.extendFrom(t, args[0])
		if err != nil {
			a.data = a.data[:before]
		}
		return err
	}), Doc: "Append items to array from list."},
	{Sig: "frombytes(self, buffer, /)", Fn: arrayGrow(func(_ *object.Thread, a *array, args []object.Value) error {
		return a.fromBytes(args[0])
	}), Doc: "Appends items from the string, interpreting it as an array of machine values, as if it had been read from a file using the fromfile() method."},
	{Sig: "fromunicode(self, ustr, /)", Fn: arrayGrow(func(t *object.Thread, a *array, args []object.Value) error {
		if a.kind.code != 'u' {
			return object.Raise(object.ValueError, "fromunicode() may only be called on unicode type arrays")
		}
		return a.extendFrom(t, args[0])
	}), Doc: "Extends this array with data from the unicode string ustr."},
	{Sig: "insert(self, i, v, /)", Fn: arrayDo(arrayInsert), Doc: "Insert a new item v into the array before position i."},
	{Sig: "pop(self, i=-1, /)", Fn: arrayPop, Doc: "Return the i-th element and delete it from the array."},
	{Sig: "remove(self, v, /)", Fn: arrayGrow(func(t *object.Thread, a *array, args []object.Value) error {
		i, err := a.find(t, args[0], 0)
		if err == nil && i < 0 {
			err = object.Raise(object.ValueError, "array.remove(x): x not in array")
		}
		if err == nil {
			a.deleteEach(i, 1, 1)
		}
		return err
	}), Doc: "Remove the first occurrence of v in the array."},
	{Sig: "index(self, v, start=0, stop=9223372036854775807, /)", Fn: arrayIndex, Doc: "Return index of first occurrence of v in the array."},
	{Sig: "count(self, v, /)", Fn: func(t *object.Thread, args []object.Value) (object.Value, error) {
		return object.CallAttr(t, asArray(args[0]).list(), "count", args[1])
	}, Doc: "Return number of occurrences of v in the array."},
	{Sig: "reverse(self, /)", Fn: arrayDo(func(_ *object.Thread, a *array, _ []object.Value) error {
		slices.Reverse(a.data)
		return swapBytes(a)
	}), Doc: "Reverse the order of the items in the array."},
	{Sig: "byteswap(self, /)", Fn: arrayDo(func(_ *object.Thread, a *array, _ []object.Value) error { return swapBytes(a) }), Doc: "Byteswap all items of the array."},
	{Sig: "buffer_info(self, /)", Fn: func(_ *object.Thread, args []object.Value) (object.Value, error) {
		return object.NewTuple(object.Int(object.ID(args[0])), object.Int(int64(asArray(args[0]).len()))), nil
	}, Doc: "Return a tuple (address, length) giving the current memory address and the length in items of the buffer used to hold array's contents."},
	{Sig: "tolist(self, /)", Fn: func(_ *object.Thread, args []object.Value) (object.Value, error) { return asArray(args[0]).list(), nil }, Doc: "Convert array to an ordinary list with the same items."},
	{Sig: "tobytes(self, /)", Fn: func(_ *object.Thread, args []object.Value) (object.Value, error) {
		return object.NewBytes(slices.Clone(asArray(args[0]).data)), nil
	}, Doc: "Convert the array to an array of machine values and return the bytes representation."},
	{Sig: "tounicode(self, /)", Fn: func(_ *object.Thread, args []object.Value) (object.Value, error) {
		if asArray(args[0]).kind.code != 'u' {
			return object.Value{}, object.Raise(object.ValueError, "tounicode() may only be called on unicode type arrays")
		}
		return object.NewStr(asArray(args[0]).text()), nil
	}, Doc: "Extends this array with data from the unicode string ustr."},
	{Sig: "tofile(self, f, /)", Fn: func(t *object.Thread, args []object.Value) (object.Value, error) {
		_, err := object.CallAttr(t, args[1], "write", object.NewBytes(slices.Clone(asArray(args[0]).data)))
		return object.None, err
	}, Doc: "Write all items (as machine values) to the file object f."},
	{Sig: "fromfile(self, f, n, /)", Fn: arrayGrow(arrayFromFile), Doc: "Read n objects from the file object f and append them to the end of the array."},
	{Sig: "__copy__(self, /)", Fn: arrayCopy, Doc: "Return a copy of the array."},
	{Sig: "__deepcopy__(self, unused, /)", Fn: arrayCopy, Doc: "Return a copy of the array."},
	{Sig: "__reduce_ex__(self, protocol, /)", Fn: arrayReduce, Doc: "Return state information for pickling."},
}

func arrayCopy(_ *object.Thread, args []object.Value) (object.Value, error) {
	a := asArray(args[0])
	return a.with(slices.Clone(a.data)), nil
}

// swapBytes turns the bytes of each item around.
func swapBytes(a *array) error {
	for i := range a.len() {
		slices.Reverse(a.item(i))
	}
	return nil
}

func arrayInsert(t *object.Thread, a *array, args []object.Value) error {
	i, err := object.IndexInt(t, args[0])
	if err != nil {
		return err
	}
	b, err := a.pack(t, args[1])
	if err == nil {
		err = a.resize(t)
	}
	if err != nil {
		return err
	}
	if i < 0 {
		i += a.len()
	}
	a.data = slices.Insert(a.data, min(max(i, 0), a.len())*a.kind.size, b...)
	return nil
}

func arrayPop(t *object.Thread, args []object.Value) (object.Value, error) {
	a := asArray(args[0])
	if a.len() == 0 {
		return object.Value{}, object.Raise(object.IndexError, "pop from empty array")
	}
	i, err := object.IndexInt(t, args[1])
	if err != nil {
		return object.Value{}, err
	}
	if i < 0 {
		i += a.len()
	}
	if i < 0 || i >= a.len() {
		return object.Value{}, object.Raise(object.IndexError, "pop index out of range")
	}
	if err := a.resize(t); err != nil {
		return object.Value{}, err
	}
	x := a.load(i)
	a.deleteEach(i, 1, 1)
	return x, nil
}

func arrayIndex(t *object.Thread, args []object.Value) (object.Value, error) {
	return listIndexIn(t, asArray(args[0]).list(), args[1:], "array.index(x): x not in array")
}

// listIndexIn is list.index with another text for what is not there.
func listIndexIn(t *object.Thread, list object.Value, args []object.Value, text string) (object.Value, error) {
	v, err := object.CallAttr(t, list, "index", args...)
	if err != nil && object.Catch(err, object.ValueError) {
		err = object.Raise(object.ValueError, "%s", text)
	}
	return v, err
}

func arrayFromFile(t *object.Thread, a *array, args []object.Value) error {
	n, err := object.IndexInt(t, args[1])
	if err != nil {
		return err
	}
	v, err := object.CallAttr(t, args[0], "read", object.Int(int64(n*a.kind.size)))
	if err != nil {
		return err
	}
	b, err := object.Buffer(v)
	if err != nil {
		return err
	}
	if err := a.fromBytes(v); err != nil {
		return err
	}
	if len(b) != n*a.kind.size {
		return object.Raise(object.EOFError, "read() didn't return enough bytes")
	}
	return nil
}
