package object

import (
	"slices"
	"sync/atomic"
	"weak"
)

// Class is a Python class, built in or defined in a cell. Built-in classes are
// shared by all sessions and never change after start-up; a class made by a cell
// belongs to its session.
type Class struct {
	Head
	Name     string // __name__
	QualName string // __qualname__
	Module   string // __module__; "builtins" for the built-in types
	Doc      string
	Bases    []*Class
	MRO      []*Class // the class itself first, object last
	// Dict holds what the class body defined, in order.
	Dict *Namespace
	// Slots are the operations, inherited along the MRO. Classes made by cells share them.
	Slots *Slots
	// Version changes whenever an attribute of the class or of a base changes;
	// inline caches compare it.
	Version uint64
	// Builtin classes refuse attribute assignment.
	Builtin bool
	// Weak says that weak references to instances are allowed, for a class made by a cell.
	Weak bool
	// HasDict says that instances may carry an instance dictionary.
	HasDict bool
	// Final classes refuse to be a base.
	Final bool
	// Qualified classes are named with their module in messages, as CPython does
	// for types written in C: 'collections.deque' object has no attribute 'x'.
	Qualified bool
	// MethodLike says that instances are functions that bind as methods do, so that
	// a method call may pass the receiver as first argument in place of binding.
	MethodLike bool
	// Makes says that an operator between its instances, or one of them and a number,
	// gives an object that is new or one of the two, which may be Temporary; and that what
	// a call of an instance gives may be.
	Makes bool
	// Abstract holds the names of abstract methods that are still to be defined
	// (__abstractmethods__); a class that has any cannot be instantiated.
	Abstract []string

	fields    *fieldSpec            // of an exception class: the attributes that it or a base adds
	fieldsSet bool                  // fields has been looked up
	alias     string                // its name in messages, where that is another; see SetTypeName
	traits    atomic.Uint64         // see trait; built-in classes are shared by goroutines
	layout    *Class                // the built-in class whose Go struct the instances are
	numSlots  int                   // number of __slots__ values, of the bases too
	slotted   *Class                // the class of the MRO that last added to __slots__
	shape     *Shape                // the empty shape; nil until first needed
	cache     map[string]*Box       // answers of LookupBox, of a class made by a cell
	defined   bool                  // a built-in class is complete
	flat      atomic.Pointer[flat]  // what LookupBox finds in a complete built-in class, once somebody asked
	children  []weak.Pointer[Class] // direct subclasses, of a class made by a cell; those of a built-in one are in Session.derived
	makers    *Signature            // parameters of the constructor, for help
	session   *Session              // of a class made by a cell
	born      func(v Value)         // told of each new instance if the class has __del__; else nil
}

// Slots are the operations of a class as Go functions, as CPython's tp_ slots.
// A nil slot is an operation that the class lacks. For a class made by a cell the
// slots that have a dunder method in the MRO call it; for a built-in class the
// dunder methods in Dict are wrappers of the slots. An `error` is always an
// *Exception or a *Stopped.
type Slots struct {
	Repr, Str func(t *Thread, v Value) (string, error)
	Hash      func(t *Thread, v Value) (int64, error) // nil: unhashable
	Call      func(t *Thread, v Value, a Args) (Value, error)

	GetAttr func(t *Thread, v Value, name string) (Value, error)
	SetAttr func(t *Thread, v Value, name string, x Value) error // x is zero to delete

	DescrGet func(t *Thread, descr, obj Value, owner *Class) (Value, error) // obj is zero for a class access
	DescrSet func(t *Thread, descr, obj, x Value) error                     // x is zero to delete

	Iter func(t *Thread, v Value) (Value, error)
	Next func(t *Thread, v Value) (x Value, ok bool, err error) // ok is false at the end

	Len      func(t *Thread, v Value) (int, error)
	GetItem  func(t *Thread, v, key Value) (Value, error)
	SetItem  func(t *Thread, v, key, x Value) error // x is zero to delete
	Contains func(t *Thread, v, x Value) (bool, error)

	Bool  func(t *Thread, v Value) (bool, error)
	Index func(t *Thread, v Value) (Value, error) // to an exact int
	Int   func(t *Thread, v Value) (Value, error)
	Float func(t *Thread, v Value) (Value, error)

	// Compare answers one of the six comparisons, or NotImplemented.
	Compare func(t *Thread, op CompareOp, a, b Value) (Value, error)
	// Binary answers a op b with a of this class; Reflected with b of this
	// class; both may answer NotImplemented. Inplace may be nil.
	Binary    [numBinary]func(t *Thread, a, b Value) (Value, error)
	Reflected [numBinary]func(t *Thread, a, b Value) (Value, error)
	Inplace   [numBinary]func(t *Thread, a, b Value) (Value, error)
	Unary     [numUnary]func(t *Thread, a Value) (Value, error)

	New  func(t *Thread, c *Class, a Args) (Value, error)
	Init func(t *Thread, self Value, a Args) error
}

// BinaryOp names a binary arithmetic operator.
type BinaryOp uint8

const (
	Add BinaryOp = iota
	Sub
	Mul
	TrueDiv
	FloorDiv
	Mod
	DivMod
	Pow
	LShift
	RShift
	And
	Or
	Xor
	MatMul
	numBinary
)

// UnaryOp names a unary operator; `not` is not one, since it goes through Bool.
type UnaryOp uint8

const (
	Neg UnaryOp = iota
	Pos
	Invert
	Abs
	numUnary
)

// CompareOp names one of the six rich comparisons.
type CompareOp uint8

const (
	Lt CompareOp = iota
	Le
	Eq
	Ne
	Gt
	Ge
)

// Args are the arguments of a call. Callees must not keep or change the slices.
type Args struct {
	Pos []Value
	Kw  []Keyword
}

// Keyword is one keyword argument.
type Keyword struct {
	Name  string
	Value Value
}

// classVersions numbers the states of all classes, so that equal versions mean
// the same class in the same state.
var classVersions atomic.Uint64

// Lookup finds name along the MRO, without binding it.
func (c *Class) Lookup(name string) (Value, bool) {
	if b := c.LookupBox(name); b != nil {
		return b.Value, true
	}
	return Value{}, false
}

// LookupBox returns the box in which Lookup finds name, or nil. As long as the class
// has the same Version the name is found there; see setData.
func (c *Class) LookupBox(name string) *Box {
	if c.defined {
		return c.flattened()[name]
	}
	b, ok := c.cache[name]
	if ok {
		return b
	}
	b = c.searchBox(name)
	if !c.Builtin {
		if c.cache == nil {
			c.cache = map[string]*Box{}
		}
		c.cache[name] = b
	}
	return b
}

// flat are the boxes of a class and its bases by name.
type flat map[string]*Box

// flattened makes flat when it is first asked for: most built-in classes are in no program.
func (c *Class) flattened() flat {
	if f := c.flat.Load(); f != nil {
		return *f
	}
	f := flat{}
	for i := len(c.MRO) - 1; i >= 0; i-- {
		for _, b := range c.MRO[i].Dict.boxes {
			if b.Value.head != nil {
				f[b.Name] = b
			}
		}
	}
	c.flat.Store(&f)
	return f
}

func (c *Class) searchBox(name string) *Box {
	for _, k := range c.MRO {
		if b := k.Dict.find(name); b != nil && b.Value.head != nil {
			return b
		}
	}
	return nil
}

func (c *Class) search(name string) (Value, bool) {
	if b := c.searchBox(name); b != nil {
		return b.Value, true
	}
	return Value{}, false
}

// setData puts x in place of attribute name of c itself if neither is a descriptor:
// then whoever remembers the box sees the new value, and c stays in its Version.
func (c *Class) setData(name string, x Value) bool {
	b := c.Dict.find(name)
	if b == nil || b.Value.head == nil || isDunder(name) || isDescriptor(b.Value) || isDescriptor(x) {
		return false
	}
	b.Value = x
	return true
}

func isDescriptor(v Value) bool {
	s := v.head.class.Slots
	return s.DescrGet != nil || s.DescrSet != nil
}

// lookupOwner is Lookup that also tells which class of the MRO has the name.
func (c *Class) lookupOwner(name string) (Value, *Class) {
	for _, k := range c.MRO {
		if v, ok := k.Dict.Get(name); ok {
			return v, k
		}
	}
	return Value{}, nil
}

// changed notes that an attribute of c changed: c and its subclasses get new versions.
func (c *Class) changed() {
	c.Version = classVersions.Add(1)
	c.cache = nil
	for _, w := range c.children {
		if child := w.Value(); child != nil {
			child.changed()
		}
	}
}

// IsSubclassOf reports whether base is in c's MRO, without asking any hook.
func (c *Class) IsSubclassOf(base *Class) bool {
	if c == base {
		return true
	}
	for _, k := range c.MRO {
		if k == base {
			return true
		}
	}
	return false
}

// Is reports whether v is an instance of c or of a subclass, without asking any hook.
func (c *Class) Is(v Value) bool {
	return v.head.class == c || v.head.class.IsSubclassOf(c)
}

// Value returns the class as a value.
func (c *Class) Value() Value { return Value{&c.Head, 0} }

// HasSubclasses reports whether cells ever made a subclass of c, which a cell has made.
func (c *Class) HasSubclasses() bool { return len(c.children) > 0 }

// Subclasses returns the direct subclasses that cells made of c, which a cell has made.
func (c *Class) Subclasses() []*Class { return alive(c.children) }

// subclasses returns all direct subclasses that exist in session s.
func (c *Class) subclasses(s *Session) []*Class {
	if !c.Builtin {
		return c.Subclasses()
	}
	var list []*Class
	for _, group := range exceptionTree {
		if group.base == c {
			list = append(list, group.subs...)
		}
	}
	if c == IntClass {
		list = append(list, BoolClass)
	}
	return append(list, alive(s.derived[c])...)
}

// joinBases makes c known to its bases; those built in are shared by all sessions.
func (c *Class) joinBases(s *Session) {
	for _, b := range c.Bases {
		if !b.Builtin {
			b.children = append(b.children, weak.Make(c))
			continue
		}
		if s.derived == nil {
			s.derived = map[*Class][]weak.Pointer[Class]{}
		}
		s.derived[b] = append(s.derived[b], weak.Make(c))
	}
}

// leaveBases undoes joinBases.
func (c *Class) leaveBases(s *Session) {
	gone := func(w weak.Pointer[Class]) bool { return w.Value() == nil || w.Value() == c }
	for _, b := range c.Bases {
		if b.Builtin {
			s.derived[b] = slices.DeleteFunc(s.derived[b], gone)
		} else {
			b.children = slices.DeleteFunc(b.children, gone)
		}
	}
}

func alive(classes []weak.Pointer[Class]) []*Class {
	var live []*Class
	for _, w := range classes {
		if k := w.Value(); k != nil {
			live = append(live, k)
		}
	}
	return live
}

// TypeName returns the name of v's class, as error messages quote it.
func TypeName(v Value) string {
	if v.head == nil {
		return "<nil>"
	}
	return v.head.class.typeName()
}

// typeName is the name of the class in messages.
func (c *Class) typeName() string {
	switch {
	case c.alias != "":
		return c.alias
	case c.Qualified:
		return c.fullName()
	}
	return c.Name
}

// SetTypeName makes messages call c by another name: 'datetime.date' for a class
// of ours in Python that CPython has in C.
func SetTypeName(c *Class, name string) { c.alias = name }
