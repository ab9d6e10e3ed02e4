package object

import "fmt"

// This file defines the computed attributes of built-in classes, the members of
// __slots__, property, classmethod and staticmethod.

func initGetSets() {
	GetSetClass.Define(Spec{NoConstructor: true, Final: true, OwnLayout: true,
		Slots: Slots{
			DescrGet: getSetGet, DescrSet: getSetSet,
			Repr: func(_ *Thread, v Value) (string, error) {
				g := v.Object().(*GetSet)
				if g.Field {
					return fmt.Sprintf("<member '%s' of '%s' objects>", g.Name, g.Owner.Name), nil
				}
				return fmt.Sprintf("<attribute '%s' of '%s' objects>", g.Name, g.Owner.Name), nil
			},
		},
		Props: []Prop{
			{Name: "__name__", Get: func(_ *Thread, v Value) (Value, error) { return NewStr(v.Object().(*GetSet).Name), nil }},
			{Name: "__doc__", Get: func(_ *Thread, v Value) (Value, error) { return docValue(v.Object().(*GetSet).Doc), nil }},
			{Name: "__objclass__", Get: func(_ *Thread, v Value) (Value, error) { return v.Object().(*GetSet).Owner.Value(), nil }},
		}})
	MemberClass.Define(Spec{NoConstructor: true, Final: true, OwnLayout: true,
		Slots: Slots{
			DescrGet: memberGet, DescrSet: memberSet,
			Repr: func(_ *Thread, v Value) (string, error) {
				m := v.Object().(*Member)
				return fmt.Sprintf("<member '%s' of '%s' objects>", m.Name, m.Owner.Name), nil
			},
		},
		Props: []Prop{
			{Name: "__name__", Get: func(_ *Thread, v Value) (Value, error) { return NewStr(v.Object().(*Member).Name), nil }},
			{Name: "__objclass__", Get: func(_ *Thread, v Value) (Value, error) { return v.Object().(*Member).Owner.Value(), nil }},
		}})
	initProperty()
	initWrappers()
}

func getSetGet(t *Thread, d, obj Value, owner *Class) (Value, error) {
	if obj.head == nil {
		return d, nil
	}
	g := d.Object().(*GetSet)
	if !g.Owner.Is(obj) {
		return Value{}, Raise(TypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", g.Name, g.Owner.Name, TypeName(obj))
	}
	return g.Get(t, obj)
}

func getSetSet(t *Thread, d, obj, x Value) error {
	g := d.Object().(*GetSet)
	if g.Set == nil && g.Field {
		return Raise(AttributeError, "readonly attribute")
	}
	if g.Set == nil {
		return raiseAttr(obj, g.Name, "attribute '%s' of '%s' objects is not writable", g.Name, g.Owner.typeName())
	}
	return g.Set(t, obj, x)
}

// slot returns where obj keeps the member's value; nil where it carries it.
func (m *Member) slot(obj Value) *Value {
	if o, ok := obj.Object().(*Instance); ok && m.Index < len(o.Slots) {
		return &o.Slots[m.Index]
	}
	return nil
}

func memberGet(t *Thread, d, obj Value, owner *Class) (Value, error) {
	if obj.head == nil {
		return d, nil
	}
	m := d.Object().(*Member)
	if !m.Owner.Is(obj) {
		return Value{}, m.otherOwner(obj)
	}
	if s := m.slot(obj); s != nil {
		if s.head == nil {
			return Value{}, AttrError(obj, m.Name)
		}
		return *s, nil
	}
	if a := obj.head.attrs; a != nil {
		if v, ok := a.Get(m.Name); ok {
			return v, nil
		}
	}
	return Value{}, AttrError(obj, m.Name)
}

func (m *Member) otherOwner(obj Value) error {
	return Raise(TypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", m.Name, m.Owner.Name, TypeName(obj))
}

func memberSet(t *Thread, d, obj, x Value) error {
	m := d.Object().(*Member)
	if !m.Owner.Is(obj) {
		return m.otherOwner(obj)
	}
	if s := m.slot(obj); s != nil {
		if x.head == nil && s.head == nil {
			return raiseAttr(obj, m.Name, "%s", m.Name)
		}
		*s = x
		return nil
	}
	if x.head != nil {
		Carry(obj, m.Name, x)
	} else if a := obj.head.attrs; a == nil || !a.Delete(m.Name) {
		return raiseAttr(obj, m.Name, "%s", m.Name)
	}
	return nil
}

func initProperty() {
	PropertyClass.Define(Spec{
		Doc:       "Property attribute.",
		Signature: "property(fget=None, fset=None, fdel=None, doc=None)",
		Alloc:     func(c *Class) Value { return Adopt(&Property{Doc: None}, c) },
		Init:      propertyInit,
		HasDict:   false,
		Slots:     Slots{DescrGet: propertyGet, DescrSet: propertySet},
		Methods: []Method{
			{"getter(self, fget, /)", propertyCopy(0), "Descriptor to obtain a copy of the property with a different getter."},
			{"setter(self, fset, /)", propertyCopy(1), "Descriptor to obtain a copy of the property with a different setter."},
			{"deleter(self, fdel, /)", propertyCopy(2), "Descriptor to obtain a copy of the property with a different deleter."},
			{"__set_name__(self, owner, name, /)", propertySetName, ""},
		},
		Props: []Prop{
			{Name: "fget", Field: true, Get: func(_ *Thread, v Value) (Value, error) { return orNone(v.Object().(*Property).Get), nil }},
			{Name: "fset", Field: true, Get: func(_ *Thread, v Value) (Value, error) { return orNone(v.Object().(*Property).Set), nil }},
			{Name: "fdel", Field: true, Get: func(_ *Thread, v Value) (Value, error) { return orNone(v.Object().(*Property).Del), nil }},
			{Name: "__doc__", Get: func(_ *Thread, v Value) (Value, error) { return v.Object().(*Property).Doc, nil },
				Set: func(_ *Thread, v, x Value) error { v.Object().(*Property).Doc = orNone(x); return nil }},
			{Name: "__isabstractmethod__", Get: propertyAbstract},
		},
	})
}

func orNone(v Value) Value {
	if v.head == nil {
		return None
	}
	return v
}

func noneToNil(v Value) Value {
	if v.head != nil && v.IsNone() {
		return Value{}
	}
	return v
}

func propertyInit(t *Thread, self Value, a []Value) error {
	p := self.Object().(*Property)
	p.Get, p.Set, p.Del, p.Doc = noneToNil(a[0]), noneToNil(a[1]), noneToNil(a[2]), a[3]
	p.docOfGetter = false
	if !p.Doc.IsNone() || p.Get.head == nil {
		return nil
	}
	doc, ok, err := GetAttrOpt(t, p.Get, "__doc__")
	if !ok || err != nil {
		return err
	}
	p.Doc, p.docOfGetter = doc, !doc.IsNone()
	if p.class != PropertyClass { // its class has a docstring of its own, which would hide the property's
		return SetAttr(t, self, "__doc__", doc)
	}
	return nil
}

// propertyCopy makes getter, setter and deleter: the class is called with the one
// function changed. A docstring that came from the getter goes with it.
func propertyCopy(place int) GoFunc {
	return func(t *Thread, a []Value) (Value, error) {
		old := a[0].Object().(*Property)
		args := []Value{orNone(old.Get), orNone(old.Set), orNone(old.Del), old.Doc}
		if !a[1].IsNone() {
			args[place] = a[1]
		}
		if old.docOfGetter && !args[0].IsNone() {
			args[3] = None
		}
		v, err := Call(t, old.class.Value(), args...)
		if p, ok := v.objectOrNil().(*Property); ok && err == nil {
			p.Name = old.Name
		}
		return v, err
	}
}

func propertySetName(t *Thread, a []Value) (Value, error) {
	name, err := attrName(a[2])
	a[0].Object().(*Property).Name = name
	return None, err
}

func propertyGet(t *Thread, d, obj Value, owner *Class) (Value, error) {
	if obj.head == nil || obj.IsNone() && owner != NoneClass {
		return d, nil
	}
	p := d.Object().(*Property)
	if p.Get.head == nil {
		return Value{}, p.missing(obj, "getter")
	}
	return Call(t, p.Get, obj)
}

func propertySet(t *Thread, d, obj, x Value) error {
	p := d.Object().(*Property)
	var err error
	switch {
	case x.head == nil && p.Del.head == nil:
		return p.missing(obj, "deleter")
	case x.head == nil:
		_, err = Call(t, p.Del, obj)
	case p.Set.head == nil:
		return p.missing(obj, "setter")
	default:
		_, err = Call(t, p.Set, obj, x)
	}
	return err
}

func (p *Property) missing(obj Value, what string) error {
	if p.Name == "" {
		return Raise(AttributeError, "property of '%s' object has no %s", obj.Class().QualName, what)
	}
	return Raise(AttributeError, "property '%s' of '%s' object has no %s", p.Name, obj.Class().QualName, what)
}

func propertyAbstract(t *Thread, v Value) (Value, error) {
	p := v.Object().(*Property)
	for _, f := range []Value{p.Get, p.Set, p.Del} {
		if ok, err := IsAbstract(t, f); ok || err != nil {
			return Bool(ok), err
		}
	}
	return False, nil
}

// IsAbstract reports whether v carries a true __isabstractmethod__.
func IsAbstract(t *Thread, v Value) (bool, error) {
	if v.head == nil {
		return false, nil
	}
	x, ok, err := GetAttrOpt(t, v, "__isabstractmethod__")
	if !ok || err != nil {
		return false, err
	}
	return ToBool(t, x)
}
