package object

import "strings"

// This file holds attribute access: the default lookup of objects, of classes
// and of super, and what builds on it.

// GetAttr returns v.name.
func GetAttr(t *Thread, v Value, name string) (Value, error) {
	res, err := v.head.class.Slots.GetAttr(t, v, name)
	if err != nil {
		tellAttr(err, v, name)
	}
	return res, err
}

// tellAttr gives an AttributeError that passes by, such as one of a __getattr__ in Python, the name and
// the object that it is about, unless it has them.
func tellAttr(err error, v Value, name string) {
	e, ok := err.(*Exception)
	if ok && e.class.IsSubclassOf(AttributeError) && e.Field("name").IsNone() && e.Field("obj").IsNone() {
		e.SetField("name", NewStr(name)).SetField("obj", v)
	}
}

// GetAttrOpt returns v.name; ok is false where there is no such attribute.
func GetAttrOpt(t *Thread, v Value, name string) (res Value, ok bool, err error) {
	if c := v.head.class; c.plainGetAttr() { // nothing is raised where nothing is found
		if _, inClass := c.Lookup(name); !inClass {
			if a := v.head.attrs; a != nil {
				res, ok = a.Get(name)
			}
			return res, ok, nil
		}
	}
	res, err = GetAttr(t, v, name)
	if err == nil {
		return res, true, nil
	}
	if Catch(err, AttributeError) {
		return Value{}, false, nil
	}
	return Value{}, false, err
}

// SetAttr sets v.name to x.
func SetAttr(t *Thread, v Value, name string, x Value) error {
	return v.head.class.Slots.SetAttr(t, v, name, x)
}

// DelAttr deletes v.name.
func DelAttr(t *Thread, v Value, name string) error {
	return v.head.class.Slots.SetAttr(t, v, name, Value{})
}

// CallAttr calls v.name(*args).
func CallAttr(t *Thread, v Value, name string, args ...Value) (Value, error) {
	fn, self, err := GetMethod(t, v, name)
	if err != nil {
		return Value{}, err
	}
	if self.head == nil {
		return Call(t, fn, args...)
	}
	pos := t.borrow(len(args) + 1)
	pos[0] = self
	copy(pos[1:], args)
	res, err := CallArgs(t, fn, Args{Pos: pos})
	t.release(len(args) + 1)
	return res, err
}

// GetMethod looks up v.name for a call. Where the attribute is a plain method of
// v's class it returns the unbound function and v as self, so that no bound
// method is made; otherwise self is zero and fn the attribute.
func GetMethod(t *Thread, v Value, name string) (fn, self Value, err error) {
	c := v.head.class
	if c.trait(usualGet) {
		if d, ok := c.Lookup(name); ok && d.head.class.MethodLike {
			if a := v.head.attrs; a != nil {
				if x, ok := a.Get(name); ok {
					return x, Value{}, nil
				}
			}
			return d, v, nil
		}
	}
	fn, err = GetAttr(t, v, name)
	return fn, Value{}, err
}

// Traits of a class that every access to attributes asks for. They are looked up once for
// each version.
const (
	plainGet  = 1 << iota // see PlainAttrs
	usualGet              // the same, but that __getattr__ may be asked for what is not found
	plainSet              // see PlainSetAttr
	ownClass              // __class__ of the instances is the class itself, without asking them
	numTraits = iota
)

// trait keeps what findTraits found behind the version that it holds for, in one word: no reader sees one without the other.
func (c *Class) trait(which uint64) bool {
	known := c.traits.Load()
	if c.Version == 0 || known>>numTraits != c.Version {
		known = c.findTraits()
		c.traits.Store(c.Version<<numTraits | known)
	}
	return known&which != 0
}

func (c *Class) findTraits() (found uint64) {
	get, _ := c.Lookup("__getattribute__")
	if get == objectGetAttribute {
		found |= usualGet
	}
	if _, hook := c.Lookup("__getattr__"); get == objectGetAttribute && (!hook || c.Builtin) {
		found |= plainGet
	}
	if set, _ := c.Lookup("__setattr__"); set == objectSetattr {
		found |= plainSet
	}
	if get == objectGetAttribute && c.LookupBox("__class__") == ObjectClass.LookupBox("__class__") {
		found |= ownClass
	}
	return found
}

// plainGetAttr reports whether attributes of instances are looked up by GenericGetAttr.
func (c *Class) plainGetAttr() bool { return c.trait(plainGet) }

// PlainAttrs reports whether the attributes of c's instances follow the default
// rules (no __getattribute__ or __getattr__ of its own), which inline caches rely on.
func (c *Class) PlainAttrs() bool { return c.trait(plainGet) }

// PlainSetAttr reports whether setting attributes of c's instances follows the default rules.
func (c *Class) PlainSetAttr() bool { return c.trait(plainSet) }

// objectGetAttribute and objectSetattr are object's own wrappers; set at start-up.
var objectGetAttribute, objectSetattr Value

// GenericGetAttr is the default attribute access: data descriptors of the class,
// then the instance dictionary, then other attributes of the class.
func GenericGetAttr(t *Thread, v Value, name string) (Value, error) {
	c := v.head.class
	d, ok := c.Lookup(name)
	var get func(*Thread, Value, Value, *Class) (Value, error)
	if ok {
		slots := d.head.class.Slots
		get = slots.DescrGet
		if get != nil && slots.DescrSet != nil {
			return get(t, d, v, c)
		}
	}
	if a := v.head.attrs; a != nil {
		if x, found := a.Get(name); found {
			return x, nil
		}
	}
	switch {
	case get != nil:
		return get(t, d, v, c)
	case ok:
		return d, nil
	}
	return Value{}, AttrError(v, name)
}

// GenericSetAttr is the default attribute assignment; a zero x deletes.
func GenericSetAttr(t *Thread, v Value, name string, x Value) error {
	c := v.head.class
	d, found := c.Lookup(name)
	if found {
		if set := d.head.class.Slots.DescrSet; set != nil {
			return set(t, d, v, x)
		}
	}
	a := v.head.attrsFor()
	if a == nil {
		if found {
			return raiseAttr(v, name, "'%s' object attribute '%s' is read-only", c.Name, name)
		}
		return AttrError(v, name)
	}
	if x.head == nil {
		if !a.Delete(name) {
			return AttrError(v, name)
		}
		return nil
	}
	a.Set(name, x)
	return nil
}

// typeGetAttr is attribute access on a class: data descriptors of the metaclass,
// then the class's own MRO, then other attributes of the metaclass.
func typeGetAttr(t *Thread, v Value, name string) (Value, error) {
	c := v.Object().(*Class)
	meta := c.class
	d, ok := meta.Lookup(name)
	if ok {
		if slots := d.head.class.Slots; slots.DescrGet != nil && slots.DescrSet != nil {
			return slots.DescrGet(t, d, v, meta)
		}
	}
	if x, found := c.Lookup(name); found {
		if get := x.head.class.Slots.DescrGet; get != nil {
			return get(t, x, Value{}, c)
		}
		return x, nil
	}
	if ok {
		return bindTo(t, d, v)
	}
	return Value{}, AttrError(v, name)
}

// typeSetAttr is attribute assignment on a class.
func typeSetAttr(t *Thread, v Value, name string, x Value) error {
	c := v.Object().(*Class)
	if c.Builtin {
		return Raise(TypeError, "cannot set '%s' attribute of immutable type '%s'", name, c.fullName())
	}
	if d, ok := c.class.Lookup(name); ok {
		if set := d.head.class.Slots.DescrSet; set != nil {
			return set(t, d, v, x)
		}
	}
	if x.head == nil {
		if !c.Dict.Delete(name) {
			return raiseAttr(v, name, "type object '%s' has no attribute '%s'", c.Name, name)
		}
	} else if c.setData(name, x) {
		return nil
	} else {
		c.Dict.Set(name, x)
	}
	c.attrChanged(name)
	return nil
}

// attrChanged follows a change of attribute name: caches, slots, abstract methods.
func (c *Class) attrChanged(name string) {
	c.changed()
	if isDunder(name) {
		c.updateSlot(name)
	}
}

// MangleName returns the name that __x stands for in the body of class.
func MangleName(class, name string) string {
	if !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") || strings.Contains(name, ".") {
		return name
	}
	class = strings.TrimLeft(class, "_")
	if class == "" {
		return name
	}
	return "_" + class + name
}
