package object

// This file ties the slots of containers, iterators and conversions to their dunder methods.

func containerSlotDefs() []*slotDef {
	return []*slotDef{
		{"__iter__", "(self, /)", func(s *Slots) bool { return s.Iter != nil },
			func(s *Slots) GoFunc { return unaryWrapper(s.Iter) },
			func(s *Slots) { s.Iter = pyIter },
			func(d, s *Slots) { d.Iter = s.Iter }},
		{"__next__", "(self, /)", func(s *Slots) bool { return s.Next != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) { return NextOrStop(t, a[0]) }
			},
			func(s *Slots) { s.Next = pyNext },
			func(d, s *Slots) { d.Next = s.Next }},
		{"__len__", "(self, /)", func(s *Slots) bool { return s.Len != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) {
					n, err := s.Len(t, a[0])
					return Int(int64(n)), err
				}
			},
			func(s *Slots) { s.Len = pyLen },
			func(d, s *Slots) { d.Len = s.Len }},
		{"__getitem__", "(self, key, /)", func(s *Slots) bool { return s.GetItem != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) { return s.GetItem(t, a[0], a[1]) }
			},
			func(s *Slots) { s.GetItem = pyGetItem },
			func(d, s *Slots) { d.GetItem = s.GetItem }},
		{"__setitem__", "(self, key, value, /)", func(s *Slots) bool { return s.SetItem != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) { return None, s.SetItem(t, a[0], a[1], a[2]) }
			},
			func(s *Slots) { s.SetItem = pySetItem },
			func(d, s *Slots) { d.SetItem = s.SetItem }},
		{"__delitem__", "(self, key, /)", func(s *Slots) bool { return s.SetItem != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) { return None, s.SetItem(t, a[0], a[1], Value{}) }
			},
			func(s *Slots) { s.SetItem = pySetItem },
			func(d, s *Slots) { d.SetItem = s.SetItem }},
		{"__contains__", "(self, key, /)", func(s *Slots) bool { return s.Contains != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) {
					ok, err := s.Contains(t, a[0], a[1])
					return Bool(ok), err
				}
			},
			func(s *Slots) { s.Contains = pyContains },
			func(d, s *Slots) { d.Contains = s.Contains }},
		{"__bool__", "(self, /)", func(s *Slots) bool { return s.Bool != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) {
					ok, err := s.Bool(t, a[0])
					return Bool(ok), err
				}
			},
			func(s *Slots) { s.Bool = pyBool },
			func(d, s *Slots) { d.Bool = s.Bool }},
		{"__index__", "(self, /)", func(s *Slots) bool { return s.Index != nil },
			func(s *Slots) GoFunc { return unaryWrapper(s.Index) },
			func(s *Slots) { s.Index = pyConvert("__index__") },
			func(d, s *Slots) { d.Index = s.Index }},
		{"__int__", "(self, /)", func(s *Slots) bool { return s.Int != nil },
			func(s *Slots) GoFunc { return unaryWrapper(s.Int) },
			func(s *Slots) { s.Int = pyConvert("__int__") },
			func(d, s *Slots) { d.Int = s.Int }},
		{"__float__", "(self, /)", func(s *Slots) bool { return s.Float != nil },
			func(s *Slots) GoFunc { return unaryWrapper(s.Float) },
			func(s *Slots) { s.Float = pyConvert("__float__") },
			func(d, s *Slots) { d.Float = s.Float }},
	}
}

func unaryWrapper(fn func(*Thread, Value) (Value, error)) GoFunc {
	return func(t *Thread, a []Value) (Value, error) { return fn(t, a[0]) }
}

func pyIter(t *Thread, v Value) (Value, error) {
	it, err := pySlot(t, v, "__iter__")
	if err != nil {
		return Value{}, err
	}
	if it.head.class.Slots.Next == nil {
		return Value{}, Raise(TypeError, "iter() returned non-iterator of type '%s'", TypeName(it))
	}
	return it, nil
}

func pyNext(t *Thread, v Value) (Value, bool, error) {
	x, err := pySlot(t, v, "__next__")
	if err == nil {
		return x, true, nil
	}
	if e, ok := err.(*Exception); ok && e.class.IsSubclassOf(StopIteration) {
		t.StopValue = e.Field("value")
		return Value{}, false, nil
	}
	return Value{}, false, err
}

func pyLen(t *Thread, v Value) (int, error) {
	res, err := pySlot(t, v, "__len__")
	if err != nil {
		return 0, err
	}
	n, err := IndexInt(t, res)
	if err != nil {
		if Catch(err, IndexError) {
			err = Raise(OverflowError, "cannot fit 'int' into an index-sized integer")
		}
		return 0, err
	}
	if n < 0 {
		return 0, Raise(ValueError, "__len__() should return >= 0")
	}
	return n, nil
}

func pyGetItem(t *Thread, v, key Value) (Value, error) { return pySlot(t, v, "__getitem__", key) }

func pySetItem(t *Thread, v, key, x Value) error {
	name, args := "__setitem__", []Value{key, x}
	if x.head == nil {
		name, args = "__delitem__", args[:1]
	}
	fn, ok := special(v, name)
	if !ok {
		return noItems(v, key, x)
	}
	_, err := callSpecial(t, fn, v, args...)
	return err
}

// noItems is the error of an object that takes no item assignment or deletion.
func noItems(v, key, x Value) error {
	c := v.head.class
	sequence := !c.Builtin || c.Slots.Len != nil || c.Slots.Contains != nil
	switch {
	case x.head == nil && !(sequence && key.head.class.Slots.Index != nil):
		return Raise(TypeError, "'%s' object does not support item deletion", TypeName(v))
	case x.head == nil:
		return Raise(TypeError, "'%s' object doesn't support item deletion", TypeName(v))
	}
	return Raise(TypeError, "'%s' object does not support item assignment", TypeName(v))
}

func pyContains(t *Thread, v, x Value) (bool, error) {
	res, err := pySlot(t, v, "__contains__", x)
	if err != nil {
		return false, err
	}
	return ToBool(t, res)
}

func pyBool(t *Thread, v Value) (bool, error) {
	res, err := pySlot(t, v, "__bool__")
	if err != nil {
		return false, err
	}
	if !res.IsBool() {
		return false, Raise(TypeError, "__bool__ should return bool, returned %s", TypeName(res))
	}
	return res == True, nil
}

func pyConvert(name string) func(*Thread, Value) (Value, error) {
	return func(t *Thread, v Value) (Value, error) { return pySlot(t, v, name) }
}
