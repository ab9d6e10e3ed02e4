package object

// GoFunc is a Python function written in Go. a has one element for each
// parameter of its Signature; it must not be kept or changed.
type GoFunc func(t *Thread, a []Value) (Value, error)

// Builtin is a function or method written in Go. Its class tells what it is:
// BuiltinClass (a function, or a method bound to Self), MethodDescrClass (a method
// in the Dict of a built-in class), SlotWrapperClass (the same for a dunder that
// stands for a slot), ClassMethodDescrClass.
type Builtin struct {
	Head
	Name string
	Doc  string
	Fn   GoFunc
	// Raw gets the arguments of every call unbound, if it is set.
	Raw    func(t *Thread, a Args) (Value, error)
	Owner  *Class // the class of a method; nil for a function
	Self   Value  // what a method is bound to; zero for none
	Module string
	params *params // nil where only Raw knows
	// Makes says that the objects it returns may be Temporary.
	Makes bool
	// exact is one more than the number of arguments that are bound as they are; 0 for none.
	exact int
}

// Temporary is an object with memory that is worth giving back before a collection finds
// the object dead. The evaluator follows those that only one of its registers holds.
type Temporary interface {
	Object
	// Hold is where the evaluator notes who holds the object.
	Hold() *Hold
	// Fresh reports, once, that the object has just been made by what returned it, and that
	// nothing else refers to it.
	Fresh() bool
	// Kept reports whether result, of an operation on the object, may refer to it.
	Kept(result Value) bool
	// End gives the memory back: nothing refers to the object any more, unless the
	// object knows better.
	End()
}

// Hold says which register alone holds an object.
type Hold struct {
	By    Holding
	Level int // of the frame that the register belongs to
}

// Holding is a kind of register.
type Holding uint8

// What may hold an object alone.
const (
	Anything    Holding = iota // perhaps many, perhaps not registers: the collector decides
	ByTemporary                // a temporary, until the one instruction that reads it
	ByVariable                 // a local variable, which others may borrow from
	ByName                     // a name of a module, from which temporaries and arguments may borrow
)

// TemporaryOf is v as an object that may be followed, nil if it is none.
func TemporaryOf(v Value) Temporary {
	if v.head == nil || !v.Class().Makes {
		return nil
	}
	o, _ := v.Object().(Temporary)
	return o
}

// Disown is called before v comes to be in another place than the register or the name that holds it.
func Disown(v Value) {
	if o := TemporaryOf(v); o != nil {
		*o.Hold() = Hold{}
	}
}

// Def returns a function, for the table of a module:
//
//	object.Def("gcd(*integers)", mathGcd, "Greatest common divisor.")
func Def(sig string, fn GoFunc, doc string) *Builtin {
	return define(&params{text: sig}, fn, doc)
}

func define(p *params, fn GoFunc, doc string) *Builtin {
	b := &Builtin{Name: p.name(), Doc: doc, params: p, Fn: fn, exact: p.exact()}
	Adopt(b, BuiltinClass)
	return b
}

// Signature is the parameter list, nil where only Raw knows.
func (b *Builtin) Signature() *Signature {
	if b.params == nil {
		return nil
	}
	return b.params.signature()
}

// DefRaw returns a function that gets its arguments unbound.
func DefRaw(name string, fn func(t *Thread, a Args) (Value, error), doc string) *Builtin {
	b := &Builtin{Name: name, Doc: doc, Raw: fn}
	Adopt(b, BuiltinClass)
	return b
}

// FullName is the name in messages about arguments: "list.append", "len".
func (b *Builtin) FullName() string {
	if c, ok := b.Self.objectOrNil().(*Class); ok && b.Owner != nil {
		return c.QualName + "." + b.Name // a class method
	}
	if b.Owner != nil {
		return b.Owner.Name + "." + b.Name
	}
	if b.Module != "" && b.Module != "builtins" {
		return b.Module + "." + b.Name
	}
	return b.Name
}

// Plain reports whether b leads to nothing but its classes: it is bound to nothing and has no attributes.
func (b *Builtin) Plain() bool { return b.attrs == nil && b.Self.IsNil() }

// IsMethod reports whether b is a method in a class, which binds to an instance
// when it is looked up on one.
func (b *Builtin) IsMethod() bool {
	return b.Owner != nil && b.Self.head == nil && b.class != BuiltinClass
}

// Takes tells of the most common calls that these arguments need no binding and no check:
// Fn may be called with them, which saves half of what calling append costs.
func (b *Builtin) Takes(pos []Value) bool {
	return b.exact == len(pos)+1 && b.Self.head == nil && (b.Owner == nil || b.exact > 1 && pos[0].head.class == b.Owner)
}

// TakesBound is Takes for a method bound to an object, which Fn gets as the first argument.
func (b *Builtin) TakesBound(n int) bool {
	return b.exact == n+2 && b.Self.head != nil && b.Raw == nil
}

// CallWith calls b with these arguments; Self counts as the first.
func (b *Builtin) CallWith(t *Thread, a Args) (Value, error) {
	if b.Self.head != nil {
		return b.callBound(t, b.Self, a)
	}
	if b.class == MethodDescrClass || b.class == SlotWrapperClass {
		if err := b.checkSelf(a.Pos); err != nil {
			return Value{}, err
		}
	}
	return b.invoke(t, a)
}

// callBound calls b with self put before the positional arguments.
func (b *Builtin) callBound(t *Thread, self Value, a Args) (Value, error) {
	n := len(a.Pos) + 1
	pos := t.borrow(n)
	pos[0] = self
	copy(pos[1:], a.Pos)
	v, err := b.invoke(t, Args{pos, a.Kw})
	t.release(n)
	return v, err
}

func (b *Builtin) checkSelf(pos []Value) error {
	if len(pos) == 0 {
		if b.class == SlotWrapperClass {
			return Raise(TypeError, "descriptor '%s' of '%s' object needs an argument", b.Name, b.Owner.Name)
		}
		return Raise(TypeError, "unbound method %s() needs an argument", b.FullName())
	}
	if c := pos[0].head.class; c != b.Owner && !c.IsSubclassOf(b.Owner) {
		if b.class == SlotWrapperClass {
			return Raise(TypeError, "descriptor '%s' requires a '%s' object but received a '%s'", b.Name, b.Owner.Name, c.Name)
		}
		return Raise(TypeError, "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", b.Name, b.Owner.Name, c.Name)
	}
	return nil
}

func (b *Builtin) invoke(t *Thread, a Args) (Value, error) {
	if b.Raw != nil {
		return b.Raw(t, a)
	}
	return b.bindAndCall(t, a)
}

// bindAndCall binds the arguments to the signature.
func (b *Builtin) bindAndCall(t *Thread, a Args) (Value, error) {
	if len(a.Kw) == 0 && b.exact == len(a.Pos)+1 {
		return b.Fn(t, a.Pos)
	}
	s := b.params.signature()
	n := len(s.Params)
	out := t.borrow(n)
	if len(a.Kw) == 0 && s.defaults != nil && len(a.Pos) >= s.required && len(a.Pos) <= s.positional {
		// Few: cheaper than copy and clear, which look at the collector's state first.
		for i := range out {
			if i < len(a.Pos) {
				out[i] = a.Pos[i]
			} else {
				out[i] = s.defaults[i]
			}
		}
		v, err := b.Fn(t, out)
		k := len(t.scratch) - n
		for i := range t.scratch[k:] {
			t.scratch[k+i] = Value{}
		}
		t.scratch = t.scratch[:k]
		return v, err
	}
	err := s.bind(out, a, b)
	var v Value
	if err == nil {
		v, err = b.Fn(t, out)
	}
	t.release(n)
	return v, err
}

// borrow returns n zero Values that stay valid until release(n); calls nest, and the last to borrow is the first to release.
func (t *Thread) borrow(n int) []Value {
	k := len(t.scratch)
	if k+n > cap(t.scratch) {
		// Outstanding slices keep the old array; only its length is carried on.
		t.scratch = make([]Value, k, 2*(k+n))
	}
	t.scratch = t.scratch[:k+n]
	return t.scratch[k : k+n : k+n]
}

func (t *Thread) release(n int) {
	k := len(t.scratch) - n
	clear(t.scratch[k:])
	t.scratch = t.scratch[:k]
}

// bound returns b bound to self, as `[].append` is.
func (b *Builtin) bound(self Value) Value {
	m := *b
	m.Head = Head{}
	m.Self = self
	class := BuiltinClass
	if b.class == SlotWrapperClass {
		class = MethodWrapperClass
	}
	return Adopt(&m, class)
}
