package object

import (
	"fmt"
	"slices"
	"unsafe"
)

// This file defines class object, the base of all.

// ObjectClass is object, TypeClass is type.
var (
	ObjectClass = bare("object")
	TypeClass   = bare("type")
)

func initObject() {
	ObjectClass.Define(Spec{
		Doc: "The base class of the class hierarchy.\n\nWhen called, it accepts no arguments and returns a new featureless\ninstance that has no instance attributes and cannot be given any.\n",
		Slots: Slots{
			New: objectNew, Init: objectInit,
			Repr: objectRepr, Str: objectStr, Hash: func(_ *Thread, v Value) (int64, error) { return idHash(v), nil },
			GetAttr: GenericGetAttr, SetAttr: GenericSetAttr, Compare: objectCompare,
		},
		Methods: []Method{
			{"__format__(self, format_spec, /)", objectFormat, "Default object formatter."},
			{"__reduce__(self, /)", objectReduce, "Helper for pickle."},
			{"__reduce_ex__(self, protocol, /)", objectReduceEx, "Helper for pickle."},
			{"__dir__(self, /)", objectDir, "Default dir() implementation."},
			{"__sizeof__(self, /)", func(_ *Thread, a []Value) (Value, error) { return Int(48), nil }, "Size of object in memory, in bytes."},
			{"__getstate__(self, /)", objectGetState, "Helper for pickle."},
		},
		ClassMethods: []Method{
			{"__init_subclass__()", func(_ *Thread, a []Value) (Value, error) { return None, nil }, "This method is called when a class is subclassed."},
			{"__subclasshook__(object, /)", func(_ *Thread, a []Value) (Value, error) { return NotImplemented, nil }, "Abstract classes can override this to customize issubclass()."},
		},
		Props: []Prop{{Name: "__class__", Get: objectClass, Set: objectSetClass, Doc: "the object's class"}},
	})
	objectGetAttribute, _ = ObjectClass.Lookup("__getattribute__")
	objectSetattr, _ = ObjectClass.Lookup("__setattr__")
	objectInitMethod, _ = ObjectClass.Lookup("__init__")
	objectNewMethod, _ = ObjectClass.Lookup("__new__")
}

// objectInitMethod and objectNewMethod are object's own; set at start-up.
var objectInitMethod, objectNewMethod Value

func (c *Class) hasOwn(name string, base Value) bool {
	v, ok := c.Lookup(name)
	return ok && v != base
}

func objectNew(t *Thread, c *Class, a Args) (Value, error) {
	if len(a.Pos)+len(a.Kw) > 0 {
		if c.hasOwn("__new__", objectNewMethod) {
			return Value{}, Raise(TypeError, "object.__new__() takes exactly one argument (the type to instantiate)")
		}
		if !c.hasOwn("__init__", objectInitMethod) {
			return Value{}, Raise(TypeError, "%s() takes no arguments", c.Name)
		}
	}
	if len(c.Abstract) > 0 {
		return Value{}, c.abstractError()
	}
	return NewInstance(c), nil
}

func objectInit(t *Thread, v Value, a Args) error {
	if len(a.Pos)+len(a.Kw) == 0 {
		return nil
	}
	c := v.head.class
	if c.hasOwn("__init__", objectInitMethod) {
		return Raise(TypeError, "object.__init__() takes exactly one argument (the instance to initialize)")
	}
	if !c.hasOwn("__new__", objectNewMethod) {
		return Raise(TypeError, "%s.__init__() takes exactly one argument (the instance to initialize)", c.Name)
	}
	return nil
}

// newMethod returns the static method __new__ of a built-in class.
func newMethod(owner *Class) Value {
	return Of(newFunction(owner))
}

func newFunction(owner *Class) *Builtin {
	b := DefRaw("__new__", nil, "Create and return a new object.  See help(type) for accurate signature.")
	b.Raw = func(t *Thread, a Args) (Value, error) {
		if len(a.Pos) == 0 {
			return Value{}, Raise(TypeError, "%s.__new__(): not enough arguments", owner.Name)
		}
		c, ok := a.Pos[0].Object().(*Class)
		if !ok {
			return Value{}, Raise(TypeError, "%s.__new__(X): X is not a type object (%s)", owner.Name, TypeName(a.Pos[0]))
		}
		if !c.IsSubclassOf(owner) {
			return Value{}, Raise(TypeError, "%s.__new__(%s): %s is not a subtype of %s", owner.Name, c.Name, c.Name, owner.Name)
		}
		if c.layout != owner.layout {
			return Value{}, Raise(TypeError, "%s.__new__(%s) is not safe, use %s.__new__()", owner.Name, c.Name, c.layout.Name)
		}
		return c.bear(owner.Slots.New(t, c, Args{a.Pos[1:], a.Kw}))
	}
	b.Self = Value{}
	return b
}

// Address returns the address of v in the form in which reprs show it.
func Address(v Value) string { return fmt.Sprintf("0x%x", ID(v)) }

// ID returns id(v): unique among the objects alive. A number without an object of its own has an id beyond the addresses
// that Go gives out: ints below 2³⁴ stand 32 apart, as CPython's small ones do; others are scattered, and two of them are as
// good as never the same.
func ID(v Value) int64 {
	base, n := int64(uintptr(unsafe.Pointer(v.head))), int64(v.bits)
	switch {
	case v.head == &intHead && n>>34 == n>>63:
		return base + 1<<40 + n<<5&(1<<40-1)
	case v.head == &intHead, v.head == &floatHead:
		return base + 2<<40 + int64(v.bits*0x9e3779b97f4a7c15>>24) // 2⁶⁴ over the golden ratio (Knuth, The Art of Computer Programming 3, 6.4)
	}
	return base + n
}

// idHash is the hash of what is equal to itself alone: the low bits, which addresses have in common, go to the top
// (_Py_HashPointerRaw in Python/pyhash.c).
func idHash(v Value) int64 {
	id := uint64(ID(v))
	return int64(id>>4 | id<<60)
}

func objectRepr(t *Thread, v Value) (string, error) {
	c := v.head.class
	return fmt.Sprintf("<%s object at %s>", c.qualified(), Address(v)), nil
}

// qualified is the name of the class with its module, as reprs show it.
func (c *Class) qualified() string {
	if c.Module == "" || c.Module == "builtins" {
		return c.QualName
	}
	return c.Module + "." + c.QualName
}

func objectStr(t *Thread, v Value) (string, error) { return v.head.class.Slots.Repr(t, v) }

// objectCompare: an object equals itself; `!=` is the opposite of `==`.
func objectCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	switch {
	case op == Eq && a == b:
		return True, nil
	case op == Ne:
		v, err := a.head.class.Slots.Compare(t, Eq, a, b)
		if err != nil || v == NotImplemented {
			return v, err
		}
		ok, err := ToBool(t, v)
		return Bool(!ok), err
	}
	return NotImplemented, nil
}

func objectFormat(t *Thread, a []Value) (Value, error) {
	spec, ok := AsStr(a[1])
	if !ok {
		return Value{}, Raise(TypeError, "__format__() argument must be str, not %s", ArgName(a[1]))
	}
	if spec != "" {
		return Value{}, Raise(TypeError, "unsupported format string passed to %s.__format__", TypeName(a[0]))
	}
	s, err := ToStr(t, a[0])
	if err != nil {
		return Value{}, err
	}
	return NewStr(s), nil
}

func objectClass(_ *Thread, v Value) (Value, error) { return v.head.class.Value(), nil }

func objectSetClass(t *Thread, v, x Value) error {
	if x.head == nil {
		return Raise(TypeError, "can't delete __class__ attribute")
	}
	c, ok := x.Object().(*Class)
	if !ok {
		return Raise(TypeError, "__class__ must be set to a class, not '%s' object", TypeName(x))
	}
	old := v.head.class
	if _, isModule := v.Object().(*Module); !isModule && (old.Builtin || c.Builtin) || v.head.object == nil {
		return Raise(TypeError, "__class__ assignment only supported for mutable types or ModuleType subclasses")
	}
	if old.layout != c.layout || old.numSlots != c.numSlots || old.HasDict != c.HasDict {
		return Raise(TypeError, "__class__ assignment: '%s' object layout differs from '%s'", c.Name, old.Name)
	}
	v.head.setClass(c)
	return nil
}

// setClass gives the object another class; its shape is rebuilt under the new one.
func (h *Head) setClass(c *Class) {
	h.class = c
	a := h.attrs
	if a == nil || a.Shape == nil {
		return
	}
	shape := c.emptyShape()
	for _, name := range a.Shape.names {
		shape = shape.Next(name)
	}
	a.Shape = shape
}

func objectDir(t *Thread, a []Value) (Value, error) {
	names := map[string]bool{}
	if at := a[0].head.attrs; at != nil {
		for _, n := range at.Names() {
			names[n] = true
		}
	}
	a[0].head.class.dirInto(names)
	return nameList(names), nil
}

func (c *Class) dirInto(names map[string]bool) {
	for _, k := range c.MRO {
		for name := range k.Dict.All() {
			names[name] = true
		}
	}
}

// nameList returns the names as a sorted list.
func nameList(names map[string]bool) Value {
	sorted := make([]string, 0, len(names))
	for n := range names {
		sorted = append(sorted, n)
	}
	slices.Sort(sorted)
	items := make([]Value, len(sorted))
	for i, n := range sorted {
		items[i] = NewStr(n)
	}
	return NewList(items)
}

// objectGetState is what copy and pickle keep of an object.
func objectGetState(t *Thread, a []Value) (Value, error) {
	v := a[0]
	state := None
	if at := v.head.attrs; at != nil && at.Len() > 0 {
		state = Of(at.snapshot())
		if c := v.head.class; !c.HasDict && c.slotted != nil {
			return NewTuple(None, state), nil // what it carries is its slots
		}
	}
	if o, ok := v.Object().(*Instance); ok && len(o.Slots) > 0 {
		slots := NewDict()
		for _, c := range v.head.class.MRO {
			for name, d := range c.Dict.All() {
				if m, ok := d.Object().(*Member); ok && o.Slots[m.Index].head != nil {
					slots.SetStr(name, o.Slots[m.Index])
				}
			}
		}
		return NewTuple(state, Of(slots)), nil
	}
	return state, nil
}

func objectReduce(t *Thread, a []Value) (Value, error) {
	return objectReduceEx(t, []Value{a[0], Int(0)})
}

// objectReduceEx describes how to make the object again: copyreg.__newobj__, as protocol 2 does.
func objectReduceEx(t *Thread, a []Value) (Value, error) {
	v := a[0]
	if own, ok := special(v, "__reduce__"); ok && len(a) > 1 {
		if b, isB := own.Object().(*Builtin); !isB || b.Owner != ObjectClass {
			return callSpecial(t, own, v)
		}
	}
	return reduceNewObj(t, v)
}

func reduceNewObj(t *Thread, v Value) (Value, error) {
	args := []Value{v.head.class.Value()}
	if res, ok, err := CallMethod(t, v, "__getnewargs_ex__"); ok || err != nil {
		return reduceNewObjEx(t, v, res, err)
	}
	if res, ok, err := CallMethod(t, v, "__getnewargs__"); err != nil {
		return Value{}, err
	} else if ok {
		more, err := Collect(t, res)
		if err != nil {
			return Value{}, err
		}
		args = append(args, more...)
	} else if v.head.class.layout != ObjectClass && !picklable(v) && !keepsState(v) {
		return Value{}, Raise(TypeError, "cannot pickle '%s' object", TypeName(v))
	}
	state, _, err := CallMethod(t, v, "__getstate__")
	if err != nil {
		return Value{}, err
	}
	items, pairs := None, None
	switch v.Object().(type) {
	case *List:
		if items, err = Iter(t, v); err != nil {
			return Value{}, err
		}
	case *Dict:
		view, err := CallAttr(t, v, "items")
		if err != nil {
			return Value{}, err
		}
		if pairs, err = Iter(t, view); err != nil {
			return Value{}, err
		}
	}
	return NewTuple(Of(newObjFunc), NewTuple(args...), state, items, pairs), nil
}

// reduceNewObjEx makes use of what __getnewargs_ex__ returned: copyreg.__newobj_ex__.
func reduceNewObjEx(t *Thread, v, made Value, err error) (Value, error) {
	if err != nil {
		return Value{}, err
	}
	pair, ok := made.Object().(*Tuple)
	if !ok || len(pair.Items) != 2 {
		return Value{}, Raise(TypeError, "__getnewargs_ex__ should return a tuple, not '%s'", TypeName(made))
	}
	state, _, err := CallMethod(t, v, "__getstate__")
	if err != nil {
		return Value{}, err
	}
	return NewTuple(Of(newObjExFunc), NewTuple(v.head.class.Value(), pair.Items[0], pair.Items[1]), state, None, None), nil
}

// keepsState says whether a class of objects in Go has a say in what is kept of them.
func keepsState(v Value) bool {
	_, owner := v.head.class.lookupOwner("__getstate__")
	return owner != ObjectClass
}

func picklable(v Value) bool {
	switch v.Object().(type) {
	case *List, *Dict, *Set, *Instance, *Exception:
		return true
	}
	return false
}

// newObjFunc is copyreg.__newobj__, newObjExFunc copyreg.__newobj_ex__.
var newObjFunc, newObjExFunc *Builtin

func initNewObj() {
	newObjFunc = Def("__newobj__(cls, *args)", func(t *Thread, a []Value) (Value, error) {
		return CallAttr(t, a[0], "__new__", append([]Value{a[0]}, a[1].Object().(*Tuple).Items...)...)
	}, "")
	newObjExFunc = Def("__newobj_ex__(cls, args, kwargs)", func(t *Thread, a []Value) (Value, error) {
		fn, err := GetAttr(t, a[0], "__new__")
		if err != nil {
			return Value{}, err
		}
		pos, err := Collect(t, a[1])
		if err != nil {
			return Value{}, err
		}
		args := Args{Pos: append([]Value{a[0]}, pos...)}
		d, ok := a[2].Object().(*Dict)
		if !ok {
			return Value{}, Raise(TypeError, "__newobj_ex__() argument 3 must be dict, not %s", TypeName(a[2]))
		}
		for k, v := range d.All() {
			name, _ := AsStr(k)
			args.Kw = append(args.Kw, Keyword{Name: name, Value: v})
		}
		return CallArgs(t, fn, args)
	}, "")
	newObjFunc.Module, newObjExFunc.Module = "copyreg", "copyreg"
}

// DictProp is the attribute __dict__ of built-in objects that take attributes.
func DictProp() Prop { return Prop{Name: "__dict__", Get: instanceDictGet, Set: instanceDictSet} }

// instanceDictGet and instanceDictSet are the attribute __dict__ of objects that have one.
func instanceDictGet(t *Thread, v Value) (Value, error) {
	d := InstanceDict(v)
	if d == nil {
		return Value{}, AttrError(v, "__dict__")
	}
	return d.Value(), nil
}

func instanceDictSet(t *Thread, v, x Value) error {
	if x.head == nil {
		if v.head.class.Builtin {
			return Raise(TypeError, "cannot delete __dict__")
		}
		x = Of(NewDict())
	}
	d, ok := x.Object().(*Dict)
	if !ok {
		return Raise(TypeError, "__dict__ must be set to a dictionary, not a '%s'", TypeName(x))
	}
	if v.head.attrsFor() == nil {
		return AttrError(v, "__dict__")
	}
	setInstanceDict(v, d)
	return nil
}
