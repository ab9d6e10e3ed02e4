package object

// This file defines class dict.

func initDict() {
	DictClass.Define(Spec{
		Doc:       "dict() -> new empty dictionary\ndict(mapping) -> new dictionary initialized from a mapping object's\n    (key, value) pairs\ndict(iterable) -> new dictionary initialized as if via:\n    d = {}\n    for k, v in iterable:\n        d[k] = v\ndict(**kwargs) -> new dictionary initialized with the name=value pairs\n    in the keyword argument list.  For example:  dict(one=1, two=2)",
		Signature: "dict(iterable=?, /, **kwargs)",
		Alloc:     func(c *Class) Value { return newDict(c).Value() },
		Init:      dictInit,
		Slots: Slots{
			Repr: dictRepr, Compare: dictCompare, GetItem: dictGetItem, SetItem: dictSetItem,
			Len:      func(_ *Thread, v Value) (int, error) { return v.Object().(*Dict).Len(), nil },
			Contains: dictContains,
			Iter:     func(_ *Thread, v Value) (Value, error) { return v.Object().(*Dict).iterator(keysOf), nil },
			Binary:   [numBinary]binaryFunc{Or: dictOr}, Reflected: [numBinary]binaryFunc{Or: dictOr},
			Inplace: [numBinary]binaryFunc{Or: func(t *Thread, a, b Value) (Value, error) {
				return a, a.Object().(*Dict).Update(t, b)
			}},
		},
		Methods: []Method{
			{"get(self, key, default=None, /)", dictGet, "Return the value for key if key is in the dictionary, else default."},
			{"setdefault(self, key, default=None, /)", func(t *Thread, a []Value) (Value, error) { return a[0].Object().(*Dict).SetDefault(t, a[1], a[2]) }, "Insert key with a value of default if key is not in the dictionary.\n\nReturn the value for key if key is in the dictionary, else default."},
			{"pop(self, key, default=?, /)", dictPop, "D.pop(k[,d]) -> v, remove specified key and return the corresponding value.\n\nIf the key is not found, return the default if given; otherwise,\nraise a KeyError."},
			{"popitem(self, /)", dictPopItem, "Remove and return a (key, value) pair as a 2-tuple.\n\nPairs are returned in LIFO (last-in, first-out) order.\nRaises KeyError if the dict is empty."},
			{"keys(self, /)", dictView(DictKeysClass), "D.keys() -> a set-like object providing a view on D's keys"},
			{"values(self, /)", dictView(DictValuesClass), "D.values() -> an object providing a view on D's values"},
			{"items(self, /)", dictView(DictItemsClass), "D.items() -> a set-like object providing a view on D's items"},
			{"update(self, iterable=?, /, **kwargs)", dictUpdate, "D.update([E, ]**F) -> None.  Update D from dict/iterable E and F.\nIf E is present and has a .keys() method, then does:  for k in E: D[k] = E[k]\nIf E is present and lacks a .keys() method, then does:  for k, v in E: D[k] = v\nIn either case, this is followed by: for k in F:  D[k] = F[k]"},
			{"clear(self, /)", func(_ *Thread, a []Value) (Value, error) { a[0].Object().(*Dict).Clear(); return None, nil }, "D.clear() -> None.  Remove all items from D."},
			{"copy(self, /)", func(t *Thread, a []Value) (Value, error) {
				d := a[0].Object().(*Dict)
				return d.Copy().Value(), t.ChargeItems(d.Len(), 48)
			}, "D.copy() -> a shallow copy of D"},
			{"__reversed__(self, /)", func(_ *Thread, a []Value) (Value, error) { return a[0].Object().(*Dict).backwards(keysOf), nil }, "Return a reverse iterator over the dict keys."},
		},
		ClassMethods: []Method{
			{"fromkeys(iterable, value=None, /)", dictFromKeys, "Create a new dictionary with keys from iterable and values set to value."},
			classGetItemMethod(),
		},
	})
}

func dictInit(t *Thread, self Value, a []Value) error {
	_, err := dictUpdate(t, []Value{self, a[0], a[1]})
	return err
}

func dictUpdate(t *Thread, a []Value) (Value, error) {
	d := a[0].Object().(*Dict)
	if a[1].head != nil {
		if err := d.Update(t, a[1]); err != nil {
			return Value{}, err
		}
	}
	return None, d.updateDict(t, a[2].Object().(*Dict))
}

func dictRepr(t *Thread, v Value) (string, error) {
	d := v.Object().(*Dict)
	if d.Len() == 0 {
		return "{}", nil
	}
	if !t.enterRepr(v) {
		return "{...}", nil
	}
	defer t.leaveRepr()
	b := text{t: t}
	b.WriteByte('{')
	for pos := 0; ; {
		key, val, ok := d.Next(&pos)
		if !ok {
			break
		}
		if b.Len() > 1 {
			b.WriteString(", ")
		}
		k, err := Repr(t, key)
		if err != nil {
			return "", err
		}
		x, err := Repr(t, val)
		if err != nil {
			return "", err
		}
		if err := b.add(k, ": ", x); err != nil {
			return "", err
		}
		if err := t.Poll(); err != nil {
			return "", err
		}
	}
	b.WriteByte('}')
	return b.String(), nil
}

func dictCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	x, y := a.Object().(*Dict), (*Dict)(nil)
	y, ok := b.Object().(*Dict)
	if !ok || op != Eq && op != Ne {
		return NotImplemented, nil
	}
	eq, err := x.equal(t, y)
	return Bool(eq == (op == Eq)), err
}

func (d *Dict) equal(t *Thread, o *Dict) (bool, error) {
	if d.Len() != o.Len() {
		return false, nil
	}
	for pos := 0; ; {
		k, v, ok := d.Next(&pos)
		if !ok {
			return true, nil
		}
		w, ok, err := o.Get(t, k)
		if !ok || err != nil {
			return false, err
		}
		if eq, err := Equal(t, v, w); !eq || err != nil {
			return false, err
		}
	}
}

func dictGetItem(t *Thread, v, key Value) (Value, error) {
	d := v.Object().(*Dict)
	x, ok, err := d.Get(t, key)
	if ok || err != nil {
		return x, err
	}
	if d.class != DictClass {
		if x, ok, err := CallMethod(t, v, "__missing__", key); ok {
			return x, err
		}
	}
	return Value{}, lacks(v, KeyError, key)
}

func dictSetItem(t *Thread, v, key, x Value) error {
	d := v.Object().(*Dict)
	if x.head != nil {
		return d.Set(t, key, x)
	}
	ok, err := d.Delete(t, key)
	if err == nil && !ok {
		err = lacks(v, KeyError, key)
	}
	return err
}

func dictContains(t *Thread, v, x Value) (bool, error) {
	_, ok, err := v.Object().(*Dict).Get(t, x)
	return ok, err
}

func dictOr(t *Thread, a, b Value) (Value, error) {
	x, xOK := a.Object().(*Dict)
	_, yOK := b.Object().(*Dict)
	if !xOK || !yOK {
		return NotImplemented, nil
	}
	n := x.Copy()
	return n.Value(), n.Update(t, b)
}

func dictGet(t *Thread, a []Value) (Value, error) {
	v, ok, err := a[0].Object().(*Dict).Get(t, a[1])
	if ok || err != nil {
		return v, err
	}
	return a[2], nil
}

func dictPop(t *Thread, a []Value) (Value, error) {
	d := a[0].Object().(*Dict)
	if d.Len() == 0 && a[2].head == nil {
		return Value{}, lacks(a[0], KeyError, a[1])
	}
	v, ok, err := d.Pop(t, a[1])
	if err == nil && !ok {
		if a[2].head != nil {
			return a[2], nil
		}
		err = lacks(a[0], KeyError, a[1])
	}
	return v, err
}

// PopLast removes and returns the last item.
func (d *Dict) PopLast() (k, v Value, ok bool) {
	if n := len(d.entries) - 1; n >= 0 {
		e := d.entries[n] // trailing deleted entries are always trimmed
		d.remove(n)
		return e.key, e.value, true
	}
	if d.names != nil {
		for i := len(d.names.boxes) - 1; i >= 0; i-- {
			if b := d.names.boxes[i]; b.Value.head != nil {
				v, b.Value = b.Take(), Value{}
				return NewStr(b.Name), v, true
			}
		}
	}
	return Value{}, Value{}, false
}

func dictPopItem(_ *Thread, a []Value) (Value, error) {
	k, v, ok := a[0].Object().(*Dict).PopLast()
	if !ok {
		return Value{}, Raise(KeyError, "popitem(): dictionary is empty")
	}
	return NewTuple(k, v), nil
}

func dictFromKeys(t *Thread, a []Value) (Value, error) {
	made, err := Call(t, a[0])
	if err != nil {
		return Value{}, err
	}
	if d, ok := made.Object().(*Dict); ok && d.class.Builtin {
		return made, ForEach(t, a[1], func(k Value) error { return d.Set(t, k, a[2]) })
	}
	return made, ForEach(t, a[1], func(k Value) error { return SetItem(t, made, k, a[2]) })
}
