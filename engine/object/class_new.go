package object

import (
	"slices"
	"strings"

	"gputour/engine/xid"
)

// This file makes classes: the class statement and type(name, bases, dict).

// ClassCell is what the evaluator puts under "__classcell__" into the namespace
// of a class body, so that `__class__` and super() work inside __init_subclass__.
type ClassCell interface {
	Object
	SetClass(c *Class)
}

// BuildClass runs a class statement: it resolves the bases and the metaclass,
// prepares the namespace, has body fill it, and calls the metaclass.
// kw are the keywords after the bases, "metaclass" among them.
func BuildClass(t *Thread, name string, bases []Value, kw []Keyword, body func(ns Value) error) (Value, error) {
	resolved, err := resolveBases(t, bases)
	if err != nil {
		return Value{}, err
	}
	meta, kw, err := chooseMeta(resolved, kw)
	if err != nil {
		return Value{}, err
	}
	args := []Value{NewStr(name), NewTuple(resolved...)}
	ns, err := prepare(t, meta, Args{args, kw})
	if err != nil {
		return Value{}, err
	}
	if err := body(ns); err != nil {
		return Value{}, err
	}
	if len(bases) != len(resolved) || !sameValues(bases, resolved) {
		if err := SetItem(t, ns, NewStr("__orig_bases__"), NewTuple(bases...)); err != nil {
			return Value{}, err
		}
	}
	return CallArgs(t, meta, Args{append(args, ns), kw})
}

func sameValues(a, b []Value) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// resolveBases replaces bases that are no classes by what their __mro_entries__ says.
func resolveBases(t *Thread, bases []Value) ([]Value, error) {
	out := make([]Value, 0, len(bases))
	for _, b := range bases {
		if _, ok := b.Object().(*Class); ok {
			out = append(out, b)
			continue
		}
		entries, ok, err := GetAttrOpt(t, b, "__mro_entries__")
		if err != nil {
			return nil, err
		}
		if !ok {
			out = append(out, b)
			continue
		}
		v, err := Call(t, entries, NewTuple(bases...))
		if err != nil {
			return nil, err
		}
		tuple, ok := v.Object().(*Tuple)
		if !ok {
			return nil, Raise(TypeError, "__mro_entries__ must return a tuple")
		}
		out = append(out, tuple.Items...)
	}
	return out, nil
}

// chooseMeta finds the metaclass: the most derived of the one asked for and those of the bases.
func chooseMeta(bases []Value, kw []Keyword) (Value, []Keyword, error) {
	meta := TypeClass.Value()
	if len(bases) > 0 {
		meta = bases[0].Class().Value()
	}
	var rest []Keyword
	for _, k := range kw {
		if k.Name == "metaclass" {
			meta = k.Value
		} else {
			rest = append(rest, k)
		}
	}
	if c, ok := meta.Object().(*Class); ok {
		winner, err := winningMeta(c, bases)
		if err != nil {
			return Value{}, nil, err
		}
		meta = winner.Value()
	}
	return meta, rest, nil
}

func winningMeta(meta *Class, bases []Value) (*Class, error) {
	for _, b := range bases {
		k := b.Class()
		switch {
		case meta.IsSubclassOf(k):
		case k.IsSubclassOf(meta):
			meta = k
		default:
			return nil, Raise(TypeError, "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases")
		}
	}
	return meta, nil
}

func prepare(t *Thread, meta Value, a Args) (Value, error) {
	if meta == TypeClass.Value() {
		return Of(NewDict()), nil
	}
	fn, ok, err := GetAttrOpt(t, meta, "__prepare__")
	if err != nil {
		return Value{}, err
	}
	if !ok {
		return Of(NewDict()), nil
	}
	ns, err := CallArgs(t, fn, a)
	if err != nil {
		return Value{}, err
	}
	if ns.Class().Slots.GetItem == nil {
		name := "<metaclass>"
		if c, ok := meta.Object().(*Class); ok {
			name = c.Name
		}
		return Value{}, Raise(TypeError, "%s.__prepare__() must return a mapping, not %s", name, TypeName(ns))
	}
	return ns, nil
}

// typeNew is type.__new__(meta, name, bases, dict, **kw).
func typeNew(t *Thread, meta *Class, a Args) (Value, error) {
	if len(a.Pos) == 1 && len(a.Kw) == 0 && meta == TypeClass {
		return a.Pos[0].Class().Value(), nil
	}
	if len(a.Pos) != 3 {
		if meta == TypeClass {
			return Value{}, Raise(TypeError, "type() takes 1 or 3 arguments")
		}
		return Value{}, Raise(TypeError, "type.__new__() takes exactly 3 arguments (%d given)", len(a.Pos))
	}
	name, ok := AsStr(a.Pos[0])
	if !ok {
		return Value{}, Raise(TypeError, "type.__new__() argument 1 must be str, not %s", TypeName(a.Pos[0]))
	}
	if strings.Contains(name, "\x00") {
		return Value{}, Raise(ValueError, "type name must not contain null characters")
	}
	bases, ok := a.Pos[1].Object().(*Tuple)
	if !ok {
		return Value{}, Raise(TypeError, "type.__new__() argument 2 must be tuple, not %s", TypeName(a.Pos[1]))
	}
	ns, ok := a.Pos[2].Object().(*Dict)
	if !ok {
		return Value{}, Raise(TypeError, "type.__new__() argument 3 must be dict, not %s", TypeName(a.Pos[2]))
	}
	winner, err := winningMeta(meta, bases.Items)
	if err != nil {
		return Value{}, err
	}
	if winner != meta {
		if n, _ := winner.Lookup("__new__"); n != typeNewMethod {
			return winner.Slots.New(t, winner, a)
		}
		meta = winner
	}
	c, err := newUserClass(t, meta, name, bases.Items)
	if err != nil {
		return Value{}, err
	}
	return c.complete(t, ns, a.Kw)
}

// typeNewMethod is type.__new__, to tell whether a metaclass has its own; set at start-up.
var typeNewMethod Value

// newUserClass makes the class with its bases checked, its MRO and its layout.
func newUserClass(t *Thread, meta *Class, name string, bases []Value) (*Class, error) {
	c := &Class{Name: name, QualName: name, Dict: NewNamespace(), session: t.Session}
	Adopt(c, meta)
	for _, b := range bases {
		base, ok := b.Object().(*Class)
		if !ok {
			return nil, Raise(TypeError, "bases must be types")
		}
		if base.Final {
			return nil, Raise(TypeError, "type '%s' is not an acceptable base type", base.fullName())
		}
		c.Bases = append(c.Bases, base)
	}
	if len(c.Bases) == 0 {
		c.Bases = []*Class{ObjectClass}
	}
	if err := c.chooseLayout(); err != nil {
		return nil, err
	}
	mro, err := resolutionOrder(t, c)
	if err != nil {
		return nil, err
	}
	c.MRO = mro
	return c, nil
}

// chooseLayout takes the most derived Go struct among the bases.
func (c *Class) chooseLayout() error {
	c.layout = ObjectClass
	for _, b := range c.Bases {
		switch {
		case c.layout.IsSubclassOf(b.layout):
		case b.layout.IsSubclassOf(c.layout):
			c.layout = b.layout
		default:
			return Raise(TypeError, "multiple bases have instance lay-out conflict")
		}
		switch {
		case b.slotted == nil || c.slotted != nil && c.slotted.IsSubclassOf(b.slotted):
		case c.slotted == nil || b.slotted.IsSubclassOf(c.slotted):
			c.slotted, c.numSlots = b.slotted, b.numSlots
		default:
			return Raise(TypeError, "multiple bases have instance lay-out conflict")
		}
		c.HasDict = c.HasDict || b.HasDict
		c.Weak = c.Weak || b.Weak
	}
	return nil
}

// complete fills the class from the namespace of its body and calls the hooks. Slots come after all that puts dunder methods into
// Dict, the version after the slots, and the cell of __class__ before the hooks, which may call super().
func (c *Class) complete(t *Thread, ns *Dict, kw []Keyword) (Value, error) {
	cell, err := classCell(ns)
	if err != nil {
		return Value{}, err
	}
	for k, v := range ns.All() {
		name, ok := AsStr(k)
		if !ok {
			continue
		}
		if name != "__classcell__" {
			c.Dict.Set(name, v)
		}
	}
	if err := c.setNames(t); err != nil {
		return Value{}, err
	}
	if err := c.addSlots(t); err != nil {
		return Value{}, err
	}
	c.wrapImplicit()
	if _, has := c.search("__dict__"); c.HasDict && !has {
		c.addDictAttr()
	}
	if c.Weak && !c.firstBase().Weak {
		c.addWeakAttr()
	}
	c.setUserSlots()
	c.MethodLike = c.firstBase().MethodLike
	c.Version = classVersions.Add(1)
	c.joinBases(t.Session)
	if cell != nil {
		cell.SetClass(c)
	}
	return c.Value(), c.callHooks(t, kw)
}

// classCell takes the cell of __class__ from the namespace, nil if there is none.
func classCell(ns *Dict) (ClassCell, error) {
	v, ok := ns.GetStr("__classcell__")
	if !ok {
		return nil, nil
	}
	cell, ok := v.Object().(ClassCell)
	if !ok {
		return nil, Raise(TypeError, "__classcell__ must be a nonlocal cell, not <class '%s'>", v.Class().qualified())
	}
	return cell, nil
}

// callingFrame is a frame that knows the names of its module.
type callingFrame interface {
	Globals() *Namespace
}

// callingModule is the module whose code makes a class without a class statement.
func callingModule(t *Thread) string {
	if f, ok := t.Frame.(callingFrame); ok {
		if globals := f.Globals(); globals != nil {
			if v, ok := globals.Dict().GetStr("__name__"); ok {
				name, _ := AsStr(v)
				return name
			}
		}
	}
	return "__main__"
}

// setNames takes __module__, __qualname__ and __doc__ from the namespace.
func (c *Class) setNames(t *Thread) error {
	if v, ok := c.Dict.Get("__qualname__"); ok {
		name, isStr := AsStr(v)
		if !isStr {
			return Raise(TypeError, "type __qualname__ must be a str, not %s", TypeName(v))
		}
		c.QualName = name
		c.Dict.Delete("__qualname__")
	}
	if v, ok := c.Dict.Get("__module__"); ok {
		c.Module, _ = AsStr(v)
	} else {
		c.Module = callingModule(t)
		c.Dict.Set("__module__", NewStr(c.Module))
	}
	if v, ok := c.Dict.Get("__doc__"); ok {
		c.Doc, _ = AsStr(v)
	} else {
		c.Dict.Set("__doc__", None)
	}
	return nil
}

// wrapImplicit makes __new__ static and the two class hooks class methods, and
// drops the hash of a class that defines only __eq__.
func (c *Class) wrapImplicit() {
	wrap := func(name string, make func(Value) Value) {
		if v, ok := c.Dict.Get(name); ok && v.Class().MethodLike {
			c.Dict.Set(name, make(v))
		}
	}
	wrap("__new__", NewStaticMethod)
	wrap("__init_subclass__", NewClassMethod)
	wrap("__class_getitem__", NewClassMethod)
	_, eq := c.Dict.Get("__eq__")
	if _, hash := c.Dict.Get("__hash__"); eq && !hash {
		c.Dict.Set("__hash__", None)
	}
}

// addSlots reads __slots__: a member for each name, and no instance dictionary
// unless a base has one or "__dict__" is among the names.
func (c *Class) addSlots(t *Thread) error {
	v, ok := c.Dict.Get("__slots__")
	if !ok {
		c.HasDict = true
		c.Weak = c.Weak || !variableSized[c.layout]
		return nil
	}
	names, err := slotNames(t, v)
	if err != nil {
		return err
	}
	for i, name := range names {
		if name == "__dict__" && slices.Contains(names[:i], name) {
			return errSecondDict()
		}
		if err := c.addSlot(t, name); err != nil {
			return err
		}
	}
	return nil
}

func errSecondDict() error {
	return Raise(TypeError, "__dict__ slot disallowed: we already got one")
}

func slotNames(t *Thread, v Value) ([]string, error) {
	items := []Value{v}
	if _, ok := AsStr(v); !ok {
		var err error
		if items, err = Collect(t, v); err != nil {
			return nil, err
		}
	}
	var names []string
	for _, x := range items {
		s, ok := AsStr(x)
		if !ok {
			return nil, Raise(TypeError, "__slots__ items must be strings, not '%s'", TypeName(x))
		}
		if !xid.Identifier(s) {
			return nil, Raise(TypeError, "__slots__ must be identifiers")
		}
		names = append(names, s)
	}
	return names, nil
}

func (c *Class) addSlot(t *Thread, name string) error {
	switch {
	case name == "__dict__":
		if c.firstBase().HasDict {
			return errSecondDict()
		}
		c.HasDict = true
		return nil
	case name == "__weakref__":
		if c.Weak || variableSized[c.layout] {
			return Raise(TypeError, "__weakref__ slot disallowed: either we already got one, or __itemsize__ != 0")
		}
		c.Weak = true
		return nil
	case c.layout != ObjectClass && variableSized[c.layout]:
		return Raise(TypeError, "nonempty __slots__ not supported for subtype of '%s'", c.firstBase().Name)
	}
	name = MangleName(c.Name, name)
	switch d, ok := c.Dict.Get(name); {
	case ok && d.Class() == MemberClass:
		return nil // named twice
	case ok:
		return Raise(ValueError, "'%s' in __slots__ conflicts with class variable", name)
	}
	c.Dict.Set(name, Adopt(&Member{Name: name, Owner: c, Index: c.numSlots}, MemberClass))
	c.numSlots++
	c.slotted = c
	return nil
}

// variableSized are the classes whose instances CPython allocates with their
// contents, so that they have no room for __slots__; filled at start-up.
var variableSized map[*Class]bool

// callHooks calls __set_name__ of the attributes and __init_subclass__ of the base.
func (c *Class) callHooks(t *Thread, kw []Keyword) error {
	var attrs []Box // a hook may change the class
	for name, v := range c.Dict.All() {
		attrs = append(attrs, Box{v, name})
	}
	for _, a := range attrs {
		if _, ok, err := CallMethod(t, a.Value, "__set_name__", c.Value(), NewStr(a.Name)); ok && err != nil {
			return c.setNameError(t, err, a.Value, a.Name)
		}
	}
	super := Adopt(&Super{Class: c, Obj: c.Value(), ObjClass: c}, SuperClass)
	hook, err := GetAttr(t, super, "__init_subclass__")
	if err != nil {
		return err
	}
	_, err = CallArgs(t, hook, Args{Kw: kw})
	return err
}

// setNameError wraps what a __set_name__ raised, as CPython did until 3.11.
func (c *Class) setNameError(t *Thread, err error, v Value, name string) error {
	cause, ok := AsException(err)
	if !ok {
		return err
	}
	e := NewException(RuntimeError, NewStr("Error calling __set_name__ on '"+TypeName(v)+"' instance '"+name+"' in '"+c.Name+"'"))
	e.Cause, e.Context, e.SuppressContext = cause, cause, true
	return e
}

// typeCall is calling a class: __new__, then __init__ of what came out.
func typeCall(t *Thread, v Value, a Args) (Value, error) {
	c := v.Object().(*Class)
	if c == TypeClass && len(a.Pos) == 1 && len(a.Kw) == 0 {
		return a.Pos[0].Class().Value(), nil
	}
	return Instantiate(t, c, a)
}

// Instantiate is type.__call__: it makes an instance of c.
func Instantiate(t *Thread, c *Class, a Args) (Value, error) {
	if c.Slots.New == nil {
		return Value{}, Raise(TypeError, "cannot create '%s' instances", c.fullName())
	}
	v, err := c.Slots.New(t, c, a)
	if err != nil {
		return Value{}, err
	}
	k := v.head.class
	if k != c && !k.IsSubclassOf(c) {
		return v, nil
	}
	if init := k.Slots.Init; init != nil {
		if err := init(t, v, a); err != nil {
			return Value{}, err
		}
	}
	return v, nil
}

// abstractError is the TypeError of instantiating an abstract class.
func (c *Class) abstractError() error {
	noun := "method"
	if len(c.Abstract) > 1 {
		noun = "methods"
	}
	return Raise(TypeError, "Can't instantiate abstract class %s with abstract %s %s", c.Name, noun, strings.Join(c.Abstract, ", "))
}
