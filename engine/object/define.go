package object

import "strings"

// Spec describes a built-in class. A package declares its classes bare, so that
// their functions can refer to them, and defines them at start-up:
//
//	var Deque = object.NewBuiltin("collections.deque")
//
//	func init() {
//		Deque.Define(object.Spec{
//			Doc:       "A list-like sequence optimized for accesses near its endpoints.",
//			Signature: "deque(iterable=(), maxlen=None)",
//			Alloc:     func(c *object.Class) object.Value { return object.Adopt(&deque{}, c) },
//			Init:      dequeInit,
//			Slots:     object.Slots{Len: dequeLen, Iter: dequeIter},
//			Methods: []object.Method{
//				{"append(self, x, /)", dequeAppend, "Add an element to the right side."},
//			},
//			Props: []object.Prop{{Name: "maxlen", Get: dequeMaxlen}},
//		})
//	}
//
// Every slot gets its dunder method, and Iter without Next and the like is fine.
// A constructor is one of:
//   - Signature and Make: the class is immutable, arguments go to Make (__new__);
//   - Signature, Alloc and Init: __new__ takes any arguments and allocates, Init
//     fills in (__init__), so that subclasses may have other parameters;
//   - Slots.New for anything else; none of these: as the base.
type Spec struct {
	Doc       string
	Bases     []*Class // default: object
	Signature string
	Make      func(t *Thread, c *Class, a []Value) (Value, error)
	Alloc     func(c *Class) Value
	Init      func(t *Thread, self Value, a []Value) error
	Slots     Slots
	Methods   []Method
	Props     []Prop
	// ClassMethods and StaticMethods have signatures without `self`; a class
	// method gets the class as first element of its arguments.
	ClassMethods, StaticMethods []Method
	// Attrs are other attributes of the class.
	Attrs map[string]Value
	// NoConstructor makes calling the class a TypeError.
	NoConstructor bool
	HasDict       bool // instances may carry attributes
	Qualified     bool // messages name the class with its module; see Class.Qualified
	Final         bool // no subclasses
	Unhashable    bool // drop the inherited __hash__ (mutable containers)
	// OwnLayout says that instances are a Go struct of their own, so that no class
	// can have this one and an unrelated such class as bases. It is implied by
	// Make, Alloc and Slots.New.
	OwnLayout bool
}

// Method is one row of a table of methods.
type Method struct {
	Sig string
	Fn  GoFunc
	Doc string
}

// Prop is one row of a table of attributes that are computed. A nil Set makes it read-only.
type Prop struct {
	Name string
	Get  func(t *Thread, self Value) (Value, error)
	Set  func(t *Thread, self, x Value) error // x is zero to delete
	Doc  string
	// Field says that CPython keeps the attribute in a field of a C struct: another text refuses to set it.
	Field bool
}

// NewBuiltin declares a built-in class; "module.Name" puts it in a module.
func NewBuiltin(name string) *Class {
	c := bare(name)
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		c.Module, c.Name, c.QualName = name[:i], name[i+1:], name[i+1:]
	}
	return c
}

func bare(name string) *Class {
	c := &Class{Name: name, QualName: name, Module: "builtins", Builtin: true, Dict: NewNamespace(), Slots: &Slots{}}
	c.Version = classVersions.Add(1)
	c.object = c
	return c
}

// Define completes a built-in class and returns it. The bases must be complete.
func (c *Class) Define(s Spec) *Class {
	c.class, c.object = TypeClass, c
	c.Doc, c.HasDict, c.Final, c.Qualified = s.Doc, s.HasDict, s.Final, s.Qualified
	c.setBuiltinBases(s)
	c.layout = c.firstBase().layoutOrNil()
	if s.Make != nil || s.Alloc != nil || s.Slots.New != nil || s.OwnLayout || c.layout == nil {
		c.layout = c
	}
	c.setConstructor(&s)
	own := s.Slots
	inheritSlots(c.Slots, &own, c.MRO[1:], s.Unhashable || own.Compare != nil && own.Hash == nil)
	c.wrapSlots(&own)
	c.addMethods(s)
	c.finish(s)
	return c
}

// firstBase returns the first base; object has none.
func (c *Class) firstBase() *Class {
	if len(c.Bases) == 0 {
		return nil
	}
	return c.Bases[0]
}

func (c *Class) layoutOrNil() *Class {
	if c == nil {
		return nil
	}
	return c.layout
}

func (c *Class) setBuiltinBases(s Spec) {
	switch {
	case c == ObjectClass:
		c.MRO = []*Class{c}
		return
	case s.Bases == nil:
		c.Bases = []*Class{ObjectClass}
	default:
		c.Bases = s.Bases
	}
	mro, err := linearize(c)
	if err != nil {
		panic(err) // a mistake in the table of a Go package
	}
	c.MRO = mro
	for _, b := range c.Bases {
		c.HasDict = c.HasDict || b.HasDict
	}
}

func (c *Class) setConstructor(s *Spec) {
	if s.Signature != "" {
		c.makers = ParseSignature(s.Signature)
		c.makers.Name, c.makers.class = c.Name, true
	}
	switch sig := c.makers; {
	case s.NoConstructor:
		s.Slots.New = func(_ *Thread, k *Class, _ Args) (Value, error) {
			return Value{}, Raise(TypeError, "cannot create '%s' instances", c.fullName())
		}
	case s.Make != nil:
		s.Slots.New = func(t *Thread, k *Class, a Args) (Value, error) {
			return withBound(t, sig, c.ownKeywords(k, "__init__", a), func(out []Value) (Value, error) { return s.Make(t, k, out) })
		}
	case s.Alloc != nil:
		s.Slots.New = func(t *Thread, k *Class, _ Args) (Value, error) { return s.Alloc(k), t.Charge(emptyShare) }
		s.Slots.Init = func(t *Thread, self Value, a Args) error {
			_, err := withBound(t, sig, c.ownKeywords(self.Class(), "__new__", a), func(out []Value) (Value, error) { return None, s.Init(t, self, out) })
			return err
		}
	}
}

// ownKeywords leaves keywords that c's constructor does not take to the other half
// of the constructor, where the subclass k has one of its own.
func (c *Class) ownKeywords(k *Class, other string, a Args) Args {
	if len(a.Kw) == 0 || k == c || c.makers.named > 0 || c.makers.kwStar >= 0 {
		return a
	}
	inherited, _ := c.Lookup(other)
	if own, _ := k.Lookup(other); own != inherited {
		a.Kw = nil
	}
	return a
}

// fullName is the name with its module, unless that is builtins, as tp_name has it.
func (c *Class) fullName() string {
	if c.Module == "builtins" || c.Module == "" {
		return c.Name
	}
	return c.Module + "." + c.Name
}

// withBound binds a to sig and calls fn with the result.
func withBound(t *Thread, sig *Signature, a Args, fn func([]Value) (Value, error)) (Value, error) {
	if len(a.Kw) == 0 && sig.plain(len(a.Pos)) {
		return fn(a.Pos)
	}
	n := len(sig.Params)
	out := t.borrow(n)
	err := sig.bind(out, a, sig)
	var v Value
	if err == nil {
		v, err = fn(out)
	}
	t.release(n)
	return v, err
}

func (c *Class) addMethods(s Spec) {
	add := func(class *Class, m Method) *Builtin {
		b := Def(m.Sig, m.Fn, m.Doc)
		b.Owner = c
		b.class = class
		return b
	}
	for _, m := range s.Methods {
		b := add(MethodDescrClass, m)
		c.Dict.Set(b.Name, Of(b))
		if i, dunder := slotsByName[b.Name]; dunder {
			slotDefs[i].install(c.Slots) // given as a method
		}
	}
	for _, m := range s.ClassMethods {
		m.Sig = strings.Replace(m.Sig, "(", "(self, ", 1)
		b := add(ClassMethodDescrClass, m)
		c.Dict.Set(b.Name, Of(b))
	}
	for _, m := range s.StaticMethods {
		b := add(BuiltinClass, m)
		c.Dict.Set(b.Name, NewStaticMethod(Of(b)))
	}
	for _, p := range s.Props {
		g := &GetSet{Name: p.Name, Doc: p.Doc, Owner: c, Get: p.Get, Set: p.Set, Field: p.Field}
		c.Dict.Set(p.Name, Adopt(g, GetSetClass))
	}
	for name, v := range s.Attrs {
		c.Dict.Set(name, v)
	}
	if s.HasDict {
		c.addDictAttr()
	}
}

// addDictAttr gives the class the attribute __dict__ of its instances.
func (c *Class) addDictAttr() {
	if _, ok := c.Dict.Get("__dict__"); !ok {
		g := &GetSet{Name: "__dict__", Doc: "dictionary for instance variables (if defined)", Owner: c, Get: instanceDictGet, Set: instanceDictSet}
		c.Dict.Set("__dict__", Adopt(g, GetSetClass))
	}
}

// addWeakAttr gives the class the attribute __weakref__ of its instances.
func (c *Class) addWeakAttr() {
	g := &GetSet{Name: "__weakref__", Doc: "list of weak references to the object (if defined)", Owner: c,
		Get: func(*Thread, Value) (Value, error) { return None, nil }}
	c.Dict.Set("__weakref__", Adopt(g, GetSetClass))
}

func (c *Class) finish(s Spec) {
	if _, ok := c.Dict.Get("__doc__"); !ok {
		c.Dict.Set("__doc__", docValue(s.Doc))
	}
	c.defined = true
	c.fieldSpec()
	c.Version = classVersions.Add(1)
}

// NewModule returns a module whose namespace holds these functions and values.
//
//	m := object.NewModule("math", "Mathematical functions.")
//	m.AddFuncs(object.Def("gcd(*integers)", mathGcd, ""), …)
//	m.Dict.Set("pi", object.Float(math.Pi))
func NewModule(name, doc string) *Module {
	m := &Module{Dict: NewNamespace()}
	Adopt(m, ModuleClass)
	m.Dict.Set("__name__", NewStr(name))
	m.Dict.Set("__doc__", None)
	if doc != "" {
		m.Dict.Set("__doc__", NewStr(doc))
	}
	m.Dict.Set("__package__", NewStr(""))
	m.Dict.Set("__loader__", None)
	m.Dict.Set("__spec__", None)
	return m
}

// AddFuncs puts functions into the module: those of a Library as they are, of others
// copies that belong to the module.
func (m *Module) AddFuncs(funcs ...*Builtin) *Module {
	name := m.Name()
	for _, f := range funcs {
		if f.Module == "" {
			own := *f
			own.Module = name
			Adopt(&own, f.class)
			f = &own
		}
		m.Dict.Set(f.Name, Of(f))
	}
	return m
}

// Library is a table of functions of a module that all sessions share: functions
// written in Go never change.
func Library(module string, funcs ...*Builtin) []*Builtin {
	for _, f := range funcs {
		f.Module = module
	}
	return funcs
}

// AddClasses puts built-in classes into the module.
func (m *Module) AddClasses(classes ...*Class) *Module {
	for _, c := range classes {
		m.Dict.Set(c.Name, c.Value())
	}
	return m
}
