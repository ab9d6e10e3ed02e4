package object

// This file ties the slots that every object has to their dunder methods.

// getsetNames are dunder names that stay out of the tables because they share a slot
// with another name and have no wrapper of their own: __getattr__.

func objectSlotDefs() []*slotDef {
	defs := []*slotDef{
		{"__repr__", "(self, /)", func(s *Slots) bool { return s.Repr != nil },
			func(s *Slots) GoFunc { return textWrapper(s.Repr) },
			func(s *Slots) { s.Repr = pyText("__repr__") },
			func(d, s *Slots) { d.Repr = s.Repr }},
		{"__str__", "(self, /)", func(s *Slots) bool { return s.Str != nil },
			func(s *Slots) GoFunc { return textWrapper(s.Str) },
			func(s *Slots) { s.Str = pyText("__str__") },
			func(d, s *Slots) { d.Str = s.Str }},
		{"__hash__", "(self, /)", func(s *Slots) bool { return s.Hash != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) {
					h, err := s.Hash(t, a[0])
					return Int(h), err
				}
			},
			func(s *Slots) { s.Hash = pyHash },
			func(d, s *Slots) { d.Hash = s.Hash }},
		{"__call__", "(self, /, *args, **kwargs)", func(s *Slots) bool { return s.Call != nil },
			noWrapper,
			func(s *Slots) { s.Call = pyCall },
			func(d, s *Slots) { d.Call = s.Call }},
		{"__init__", "(self, /, *args, **kwargs)", func(s *Slots) bool { return s.Init != nil },
			noWrapper,
			func(s *Slots) { s.Init = pyInit },
			func(d, s *Slots) { d.Init = s.Init }},
		{"__new__", "", func(s *Slots) bool { return s.New != nil }, nil,
			func(s *Slots) { s.New = pyNew },
			func(d, s *Slots) { d.New = s.New }},
	}
	defs = append(defs, attributeSlotDefs()...)
	for op := Lt; op <= Ge; op++ {
		defs = append(defs, compareSlotDef(op))
	}
	return defs
}

func attributeSlotDefs() []*slotDef {
	return []*slotDef{
		{"__getattribute__", "(self, name, /)", func(s *Slots) bool { return s.GetAttr != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) {
					name, err := attrName(a[1])
					if err != nil {
						return Value{}, err
					}
					return s.GetAttr(t, a[0], name)
				}
			},
			func(s *Slots) { s.GetAttr = pyGetAttr },
			func(d, s *Slots) { d.GetAttr = s.GetAttr }},
		{"__getattr__", "", func(s *Slots) bool { return false }, nil,
			func(s *Slots) { s.GetAttr = pyGetAttr }, func(d, s *Slots) {}},
		{"__setattr__", "(self, name, value, /)", func(s *Slots) bool { return s.SetAttr != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) {
					name, err := attrName(a[1])
					if err != nil {
						return Value{}, err
					}
					return None, s.SetAttr(t, a[0], name, a[2])
				}
			},
			func(s *Slots) { s.SetAttr = pySetAttr },
			func(d, s *Slots) { d.SetAttr = s.SetAttr }},
		{"__delattr__", "(self, name, /)", func(s *Slots) bool { return s.SetAttr != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) {
					name, err := attrName(a[1])
					if err != nil {
						return Value{}, err
					}
					return None, s.SetAttr(t, a[0], name, Value{})
				}
			},
			func(s *Slots) { s.SetAttr = pySetAttr },
			func(d, s *Slots) { d.SetAttr = s.SetAttr }},
		{"__get__", "(self, instance, owner=None, /)", func(s *Slots) bool { return s.DescrGet != nil },
			func(s *Slots) GoFunc { return descrGetWrapper(s.DescrGet) },
			func(s *Slots) { s.DescrGet = pyDescrGet },
			func(d, s *Slots) { d.DescrGet = s.DescrGet }},
		{"__set__", "(self, instance, value, /)", func(s *Slots) bool { return s.DescrSet != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) { return None, s.DescrSet(t, a[0], a[1], a[2]) }
			},
			func(s *Slots) { s.DescrSet = pyDescrSet },
			func(d, s *Slots) { d.DescrSet = s.DescrSet }},
		{"__delete__", "(self, instance, /)", func(s *Slots) bool { return s.DescrSet != nil },
			func(s *Slots) GoFunc {
				return func(t *Thread, a []Value) (Value, error) { return None, s.DescrSet(t, a[0], a[1], Value{}) }
			},
			func(s *Slots) { s.DescrSet = pyDescrSet },
			func(d, s *Slots) { d.DescrSet = s.DescrSet }},
	}
}

func compareSlotDef(op CompareOp) *slotDef {
	return &slotDef{compareNames[op], "(self, value, /)", func(s *Slots) bool { return s.Compare != nil },
		func(s *Slots) GoFunc {
			return func(t *Thread, a []Value) (Value, error) { return s.Compare(t, op, a[0], a[1]) }
		},
		func(s *Slots) { s.Compare = pyCompare },
		func(d, s *Slots) { d.Compare = s.Compare }}
}

func attrName(v Value) (string, error) {
	if s, ok := v.Object().(*Str); ok {
		return s.s, nil
	}
	return "", Raise(TypeError, "attribute name must be string, not '%s'", TypeName(v))
}

func textWrapper(fn func(*Thread, Value) (string, error)) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		s, err := fn(t, a[0])
		if err != nil {
			return Value{}, err
		}
		return NewStr(s), nil
	}
}

// rawWrapper is the method of a slot that takes all arguments; the signature beside
// it is for help.
func rawWrapper(fn func(*Thread, Value, Args) (Value, error)) func(*Thread, Args) (Value, error) {
	return func(t *Thread, a Args) (Value, error) { return fn(t, a.Pos[0], Args{a.Pos[1:], a.Kw}) }
}

func noWrapper(*Slots) GoFunc { return nil }

func descrGetWrapper(get func(*Thread, Value, Value, *Class) (Value, error)) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		obj := a[1]
		if a[2].IsNone() && obj.IsNone() {
			return Value{}, Raise(TypeError, "__get__(None, None) is invalid")
		}
		owner, _ := a[2].Object().(*Class)
		if obj.IsNone() && owner != NoneClass {
			obj = Value{}
		} else if owner == nil {
			owner = obj.Class()
		}
		return get(t, a[0], obj, owner)
	}
}

// The functions below stand in the slots of classes made by cells.

func pyText(name string) func(*Thread, Value) (string, error) {
	return func(t *Thread, v Value) (string, error) {
		res, err := pySlot(t, v, name)
		if err != nil {
			return "", err
		}
		s, ok := res.Object().(*Str)
		if !ok {
			return "", Raise(TypeError, "%s returned non-string (type %s)", name, TypeName(res))
		}
		return s.s, nil
	}
}

func pyHash(t *Thread, v Value) (int64, error) {
	res, err := pySlot(t, v, "__hash__")
	if err != nil {
		return 0, err
	}
	if !IsInteger(res) {
		return 0, Raise(TypeError, "__hash__ method should return an integer")
	}
	if res.IsInt() && res.SmallInt() != -1 {
		return res.SmallInt(), nil
	}
	return intHash(res), nil
}

func pyCall(t *Thread, v Value, a Args) (Value, error) {
	return callSelfArgs(t, v, "__call__", a)
}

func pyInit(t *Thread, v Value, a Args) error {
	res, err := callSelfArgs(t, v, "__init__", a)
	if err == nil && !res.IsNone() {
		return Raise(TypeError, "__init__() should return None, not '%s'", TypeName(res))
	}
	return err
}

// callSelfArgs calls method name of v's class with v before the arguments.
func callSelfArgs(t *Thread, v Value, name string, a Args) (Value, error) {
	fn, ok := special(v, name)
	if !ok {
		return Value{}, Raise(TypeError, "'%s' object is not callable", TypeName(v))
	}
	fc := fn.head.class
	if !fc.MethodLike {
		if get := fc.Slots.DescrGet; get != nil {
			var err error
			if fn, err = get(t, fn, v, v.head.class); err != nil {
				return Value{}, err
			}
		}
		return CallArgs(t, fn, a)
	}
	return callPrepended(t, fn, v, a)
}

// callPrepended calls fn(first, *a.Pos, **a.Kw).
func callPrepended(t *Thread, fn, first Value, a Args) (Value, error) {
	n := len(a.Pos) + 1
	pos := t.borrow(n)
	pos[0] = first
	copy(pos[1:], a.Pos)
	v, err := CallArgs(t, fn, Args{pos, a.Kw})
	t.release(n)
	return v, err
}

func pyNew(t *Thread, c *Class, a Args) (Value, error) {
	fn, _ := c.Lookup("__new__")
	if s, ok := fn.Object().(*StaticMethod); ok {
		fn = s.Func
	} else if get := fn.Class().Slots.DescrGet; get != nil {
		var err error
		if fn, err = get(t, fn, Value{}, c); err != nil {
			return Value{}, err
		}
	}
	return callPrepended(t, fn, c.Value(), a)
}

func pyGetAttr(t *Thread, v Value, name string) (Value, error) {
	get, _ := special(v, "__getattribute__")
	var res Value
	var err error
	if b, ok := get.Object().(*Builtin); ok && b.Owner.Builtin {
		res, err = b.Owner.Slots.GetAttr(t, v, name)
	} else {
		res, err = callSpecial(t, get, v, NewStr(name))
	}
	if err == nil || !Catch(err, AttributeError) {
		return res, err
	}
	if hook, ok := special(v, "__getattr__"); ok {
		return callSpecial(t, hook, v, NewStr(name))
	}
	return res, err
}

func pySetAttr(t *Thread, v Value, name string, x Value) error {
	if x.head == nil {
		_, err := pySlot(t, v, "__delattr__", NewStr(name))
		return err
	}
	_, err := pySlot(t, v, "__setattr__", NewStr(name), x)
	return err
}

func pyDescrGet(t *Thread, d, obj Value, owner *Class) (Value, error) {
	get, ok := special(d, "__get__")
	if !ok {
		return d, nil
	}
	if obj.head == nil {
		obj = None
	}
	class := None
	if owner != nil {
		class = owner.Value()
	}
	return callSpecial(t, get, d, obj, class)
}

func pyDescrSet(t *Thread, d, obj, x Value) error {
	name, args := "__set__", []Value{obj, x}
	if x.head == nil {
		name, args = "__delete__", args[:1]
	}
	fn, ok := special(d, name)
	if !ok {
		return raiseAttr(d, name, "%s", name)
	}
	_, err := callSpecial(t, fn, d, args...)
	return err
}

func pyCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	return pySlot(t, a, compareNames[op], b)
}
