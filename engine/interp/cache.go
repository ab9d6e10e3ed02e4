package interp

import (
	"gputour/engine/object"
)

// This file defines the inline caches of attribute access. A cache remembers
// where the last lookup found the attribute, and under which conditions it will
// be there again: the class and its version, and the shape of the instance.

type cacheKind uint8

const (
	noCache       cacheKind = iota
	slotCache               // Values[index] of an instance of shape
	valueCache              // value of the box or else value, for instances of shape (or without attributes if shape is nil)
	methodCache             // function value of the class, likewise
	memberCache             // Instance.Slots[index]
	getterCache             // property with the Python getter fn
	boxCache                // the box of a module's global; the module is value
	classCache              // likewise, for the class itself
	descrCache              // attribute that Go code computes: its descriptor is value
	growCache               // store: the instance goes from shape to next
	ownerCache              // method call: function value of the class, which takes the receiver's class
	ownerOfCache            // likewise where the receiver is the class itself
	ctorCache               // call: instances of class, initialised by fn (nil for none, and no arguments)
	newCache                // call: instances of class, which has no subclasses, are made by its __new__ fn alone
	instanceCache           // call: class is made by type.__call__
	otherCache              // call: instances of class are called by their slot
	callCache               // call: __call__ of the class is fn
	raiseCache              // call: class is a built-in exception class
	builtinCache            // call: class is a built-in class whose __new__ does everything
	superCache              // super().name for self of class, beyond class owner: the function value
)

// cache is the memory of one instruction.
type cache struct {
	kind    cacheKind
	native  bool // ctorCache: __new__ is written in Go and may have a layout of its own
	index   int
	class   *object.Class
	owner   *object.Class
	version uint64
	meta    uint64 // version of the metaclass, for constructors and attributes of classes
	shape   *object.Shape
	next    *object.Shape
	value   object.Value
	box     *object.Box
	fn      *Function
	more    *cache // for another class, or another shape, than this one
}

// emptyCache is the cache of every site that has none of its own yet. It is never written.
var emptyCache cache

// valid tells whether v's class is still what the cache saw.
func (c *cache) valid(v object.Value) bool {
	k := v.Class()
	return k == c.class && k.Version == c.version
}

// computes reports whether Go code has just computed the attribute of v, whatever v's own attributes are.
func (c *cache) computes(v object.Value) bool {
	for ; c != nil; c = c.more {
		if c.kind == descrCache && c.valid(v) {
			return true
		}
	}
	return false
}

// unshadowed tells whether v's instance dictionary is as the cache saw it.
func (c *cache) unshadowed(v object.Value) bool {
	a := object.AttrsOf(v)
	return a == nil && c.shape == nil || a != nil && a.Shape == c.shape && c.shape != nil
}

// lookup answers from the cache; ok is false where it cannot.
func (c *cache) lookup(v object.Value) (x object.Value, ok bool) {
	switch c.kind {
	case slotCache:
		if a := object.AttrsOf(v); a != nil && a.Shape == c.shape && c.class.Version == c.version {
			return a.Values[c.index], true
		}
	case valueCache:
		if c.valid(v) && c.unshadowed(v) {
			return c.constant(), true
		}
	case memberCache:
		if c.valid(v) {
			if o, isInst := v.Object().(*object.Instance); isInst {
				x = o.Slots[c.index]
				return x, !x.IsNil()
			}
		}
	case boxCache:
		if v == c.value {
			return c.box.Take(), !c.box.Value.IsNil()
		}
	case classCache:
		if k, isClass := v.Object().(*object.Class); isClass && k == c.class && k.Version == c.version && k.Head.Class().Version == c.meta {
			return c.constant(), true
		}
	}
	return object.Value{}, false
}

// getter returns the function of the property that v.name is, if one of the site's caches knows.
func (c *cache) getter(v object.Value) *Function {
	for ; c != nil; c = c.more {
		if c.kind == getterCache && c.valid(v) {
			return c.fn
		}
	}
	return nil
}

// constant is the attribute of a class that the cache remembers. A function or what a
// static method holds stays while the class has its version; data may be replaced.
func (c *cache) constant() object.Value {
	if c.box != nil {
		return c.box.Take()
	}
	return c.value
}

// method answers a method call from the cache: a function and what it takes first.
func (c *cache) method(v object.Value) (fn, self object.Value, ok bool) {
	switch c.kind {
	case methodCache:
		return c.value, v, c.valid(v) && c.unshadowed(v)
	case ownerCache:
		return c.value, v.Class().Value(), c.valid(v) && c.unshadowed(v)
	case ownerOfCache:
		return c.value, v, v == c.class.Value() && c.class.Version == c.version && c.class.Head.Class().Version == c.meta
	}
	return fn, self, false
}

// fill remembers where v.name was found, if that is a case worth remembering.
func (c *cache) fill(v object.Value, name string) {
	c.kind = noCache
	switch o := v.Object().(type) {
	case *object.Module:
		if _, ok := o.Dict.Get(name); ok && v.Class() == object.ModuleClass {
			c.kind, c.value, c.box = boxCache, v, o.Dict.Box(name)
		}
		return
	case *object.Class:
		c.fillClass(o, name)
		return
	}
	k := v.Class()
	if !findsFirst(k) {
		return
	}
	c.class, c.version, c.shape, c.box = k, k.Version, nil, nil
	a := object.AttrsOf(v)
	if a != nil {
		if c.shape = a.Shape; c.shape == nil {
			return
		}
	}
	d, found := k.Lookup(name)
	if found && c.fillDescriptor(v, d) {
		return
	}
	if a != nil {
		if i := a.Shape.Index(name); i >= 0 {
			c.kind, c.index = slotCache, i
			return
		}
	}
	if !found {
		return
	}
	switch o := d.Object().(type) {
	case *object.StaticMethod:
		c.kind, c.value = valueCache, o.Func
	case *object.ClassMethod:
		if _, ok := o.Func.Object().(*Function); ok {
			c.kind, c.value = ownerCache, o.Func
		}
	default:
		if d.Class().MethodLike {
			c.kind, c.value = methodCache, d
		} else if d.Class().Slots.DescrGet == nil {
			c.kind, c.box = valueCache, k.LookupBox(name)
		}
	}
}

// findsFirst tells whether attributes of k's instances that exist are found by the
// default rules. A __getattr__ is asked only for those that do not.
func findsFirst(k *object.Class) bool {
	own, _ := k.Lookup("__getattribute__")
	base, _ := object.ObjectClass.Lookup("__getattribute__")
	return own == base
}

// fillDescriptor handles data descriptors, which come before the instance; it
// reports whether d is one.
func (c *cache) fillDescriptor(v, d object.Value) bool {
	s := d.Class().Slots
	if s.DescrGet == nil || s.DescrSet == nil {
		return false
	}
	_, hook := v.Class().Lookup("__getattr__") // which answers if a getter raises AttributeError
	switch o := d.Object().(type) {
	case *object.Member:
		if inst, ok := v.Object().(*object.Instance); ok && o.Index < len(inst.Slots) {
			c.kind, c.index = memberCache, o.Index
		}
		return true
	case *object.Property:
		fn, ok := objectOf(o.Get).(*Function)
		if ok && d.Class() == object.PropertyClass && !fn.isGenerator() && !hook {
			c.kind, c.fn = getterCache, fn
			return true
		}
	}
	if d.Class().Builtin && !hook {
		c.kind, c.value = descrCache, d
	}
	return true
}

// fillClass handles attributes of classes.
func (c *cache) fillClass(k *object.Class, name string) {
	meta := k.Head.Class()
	if meta != object.TypeClass {
		own, _ := meta.Lookup("__getattribute__")
		base, _ := object.TypeClass.Lookup("__getattribute__")
		if own != base {
			return
		}
	}
	if _, ok := meta.Lookup(name); ok {
		return
	}
	d, ok := k.Lookup(name)
	if !ok {
		return
	}
	c.kind, c.box = classCache, nil
	switch o := d.Object().(type) {
	case *Function:
	case *object.StaticMethod:
		d = o.Func
	case *object.ClassMethod:
		if _, ok := o.Func.Object().(*Function); !ok {
			c.kind = noCache
			return
		}
		c.kind, d = ownerOfCache, o.Func
	default:
		if d.Class().Slots.DescrGet != nil {
			c.kind = noCache
			return
		}
		c.box = k.LookupBox(name)
	}
	c.class, c.version, c.meta, c.value = k, k.Version, meta.Version, d
}

// objectOf is Object for a Value that may be zero.
func objectOf(v object.Value) object.Object {
	if v.IsNil() {
		return nil
	}
	return v.Object()
}

// own returns the site's first cache, for writing.
func (l *linked) own(site int32) *cache {
	if l.caches[site] == &emptyCache {
		l.caches[site] = new(cache)
	}
	return l.caches[site]
}

// maxCaches bounds those of one site. A site that sees more classes or shapes goes on
// replacing the last.
const maxCaches = 6

// spare returns the cache of the site that v's lookup may replace: one that is empty, or of
// v's class and shape, or of a class that has changed, else a new one.
func (l *linked) spare(site int32, v object.Value) *cache {
	c := l.own(site)
	for n := 1; !c.replaceable(v); n++ {
		if c.more == nil && n < maxCaches {
			c.more = new(cache)
		}
		if c.more == nil {
			break
		}
		c = c.more
	}
	return c
}

// replaceable tells whether nothing is lost when the cache remembers v instead.
func (c *cache) replaceable(v object.Value) bool {
	return c.kind == noCache || c.class != nil && (c.class.Version != c.version || c.class == v.Class() && c.unshadowed(v))
}

// loadAttr is v.name where the first cache of the site did not know at once.
func (m *machine) loadAttr(l *linked, site int32, v object.Value) (object.Value, error) {
	for c := l.caches[site]; c != nil; c = c.more {
		if x, ok := c.lookup(v); ok {
			return x, nil
		}
		if (c.kind == descrCache || c.kind == methodCache && c.unshadowed(v)) && c.valid(v) {
			return c.value.Class().Slots.DescrGet(m.t, c.value, v, c.class)
		}
	}
	name := l.Sites[site]
	x, err := object.GetAttr(m.t, v, name)
	if err == nil {
		l.spare(site, v).fill(v, name)
	}
	return x, err
}

// loadMethod finds v.name for a call: a function and the self to pass, or no
// value and the bound attribute.
func (m *machine) loadMethod(l *linked, site int32, v object.Value) (fn, self object.Value, err error) {
	for c := l.caches[site]; c != nil; c = c.more {
		if fn, self, ok := c.method(v); ok {
			return fn, self, nil
		}
		if x, ok := c.lookup(v); ok {
			return object.Value{}, x, nil
		}
	}
	name := l.Sites[site]
	fn, self, err = object.GetMethod(m.t, v, name)
	if err != nil {
		return fn, self, err
	}
	l.spare(site, v).fill(v, name)
	if self.IsNil() {
		return object.Value{}, fn, nil
	}
	return fn, self, nil
}

// store sets the attribute if the cache knows where it lies.
func (c *cache) store(v, x object.Value) bool {
	switch c.kind {
	case slotCache, growCache:
		a := object.AttrsOf(v)
		if a == nil || a.Shape != c.shape || c.class.Version != c.version {
			return false
		}
		if c.kind == growCache {
			a.Append(c.next, x)
		} else {
			a.Values[c.index] = x
		}
		return true
	case memberCache:
		if o, ok := v.Object().(*object.Instance); ok && c.valid(v) {
			o.Slots[c.index] = x
			return true
		}
	}
	return false
}

// storeAttr is v.name = x where the first cache of the site did not know at once.
func (m *machine) storeAttr(l *linked, site int32, v, x object.Value) error {
	for c := l.caches[site]; c != nil; c = c.more {
		if c.store(v, x) {
			return nil
		}
	}
	name := l.Sites[site]
	l.spare(site, v).fillStore(v, name)
	return object.SetAttr(m.t, v, name, x)
}

// fillStore looks where v.name is going to be stored, before it is.
func (c *cache) fillStore(v object.Value, name string) {
	c.kind, c.shape = noCache, nil
	switch v.Object().(type) {
	case *object.Class, *object.Module:
		return
	}
	k := v.Class()
	if !k.PlainSetAttr() {
		return
	}
	c.class, c.version = k, k.Version
	if d, ok := k.Lookup(name); ok && d.Class().Slots.DescrSet != nil {
		if o, isMember := d.Object().(*object.Member); isMember {
			if inst, ok := v.Object().(*object.Instance); ok && o.Index < len(inst.Slots) {
				c.kind, c.index = memberCache, o.Index
			}
		}
		return
	}
	a := object.AttrsOf(v)
	if a == nil || a.Shape == nil {
		return
	}
	c.shape = a.Shape
	if i := a.Shape.Index(name); i >= 0 {
		c.kind, c.index = slotCache, i
	} else if a.Shape.Len() < object.MaxShape {
		c.kind, c.next = growCache, a.Shape.Next(name)
	}
}
