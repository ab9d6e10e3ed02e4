package object

import "fmt"

// This file defines the descriptors: what a class attribute becomes when it is
// looked up on an instance.

// GetSet is an attribute of a built-in class that is computed.
type GetSet struct {
	Head
	Name, Doc string
	Owner     *Class
	Get       func(t *Thread, self Value) (Value, error)
	Set       func(t *Thread, self, x Value) error // x is zero to delete; nil: read-only
	Field     bool                                 // see Prop
}

// Member is the descriptor of one name in __slots__. Instances keep its value in
// Instance.Slots[Index]; those of other layouts carry it, see Carry.
type Member struct {
	Head
	Name  string
	Owner *Class
	Index int
}

// Property is property().
type Property struct {
	Head
	Get, Set, Del Value // zero where absent
	Doc           Value
	Name          string
	docOfGetter   bool // Doc is the getter's
}

// ClassMethod is classmethod(Func), StaticMethod staticmethod(Func).
type (
	ClassMethod struct {
		Head
		Func Value
	}
	StaticMethod struct {
		Head
		Func Value
	}
)

// BoundMethod is a method bound to an instance.
type BoundMethod struct {
	Head
	Func, Self Value
}

// NewBoundMethod binds fn to self.
func NewBoundMethod(fn, self Value) Value {
	return Adopt(&BoundMethod{Func: fn, Self: self}, MethodClass)
}

// NewStaticMethod returns staticmethod(fn).
func NewStaticMethod(fn Value) Value { return Adopt(&StaticMethod{Func: fn}, StaticMethodClass) }

// NewClassMethod returns classmethod(fn).
func NewClassMethod(fn Value) Value { return Adopt(&ClassMethod{Func: fn}, ClassMethodClass) }

// The classes of descriptors and functions written in Go.
var (
	BuiltinClass          = bare("builtin_function_or_method")
	MethodDescrClass      = bare("method_descriptor")
	SlotWrapperClass      = bare("wrapper_descriptor")
	MethodWrapperClass    = bare("method-wrapper")
	ClassMethodDescrClass = bare("classmethod_descriptor")
	GetSetClass           = bare("getset_descriptor")
	MemberClass           = bare("member_descriptor")
	PropertyClass         = bare("property")
	ClassMethodClass      = bare("classmethod")
	StaticMethodClass     = bare("staticmethod")
	MethodClass           = bare("method")
)

func initDescriptors() {
	call := func(t *Thread, v Value, a Args) (Value, error) { return v.Object().(*Builtin).CallWith(t, a) }
	names := []Prop{
		{Name: "__name__", Get: func(_ *Thread, v Value) (Value, error) { return NewStr(v.Object().(*Builtin).Name), nil }},
		{Name: "__qualname__", Get: builtinQualname},
		{Name: "__doc__", Get: func(_ *Thread, v Value) (Value, error) { return docValue(v.Object().(*Builtin).Doc), nil }},
		{Name: "__text_signature__", Get: builtinTextSignature},
		{Name: "__module__", Get: builtinModule},
		{Name: "__self__", Get: builtinSelf},
		{Name: "__objclass__", Get: builtinObjclass},
	}
	found := []Method{{"__reduce__(self, /)", builtinReduce, ""}}
	BuiltinClass.Define(Spec{NoConstructor: true, Final: true, OwnLayout: true, Slots: Slots{Call: call, Repr: builtinRepr, Hash: builtinHash, Compare: builtinCompare}, Props: names, Methods: found})
	MethodWrapperClass.Define(Spec{NoConstructor: true, Final: true, OwnLayout: true, Slots: Slots{Call: call, Repr: builtinRepr, Hash: builtinHash, Compare: builtinCompare}, Props: names, Methods: found})
	for _, c := range []*Class{MethodDescrClass, SlotWrapperClass} {
		c.Define(Spec{NoConstructor: true, Final: true, OwnLayout: true, Slots: Slots{Call: call, Repr: builtinRepr, DescrGet: methodDescrGet}, Props: names, Methods: found})
		c.MethodLike = true
	}
	ClassMethodDescrClass.Define(Spec{NoConstructor: true, Final: true, OwnLayout: true, Slots: Slots{Call: call, Repr: builtinRepr, DescrGet: classMethodDescrGet}, Props: names, Methods: found})
	initGetSets()
	initMethod()
}

// builtinReduce: a function is found again by its name, in its module or in what it belongs to.
func builtinReduce(t *Thread, a []Value) (Value, error) {
	b := a[0].Object().(*Builtin)
	owner := b.Self
	if owner.head == nil && b.Owner != nil {
		owner = b.Owner.Value()
	}
	if _, module := owner.objectOrNil().(*Module); owner.head == nil || module {
		return NewStr(b.Name), nil
	}
	return byName(t, owner, NewStr(b.Name))
}

func docValue(doc string) Value {
	if doc == "" {
		return None
	}
	return NewStr(doc)
}

func builtinQualname(_ *Thread, v Value) (Value, error) {
	b := v.Object().(*Builtin)
	owner := b.Owner
	if c, ok := b.Self.objectOrNil().(*Class); ok && owner != nil {
		owner = c
	}
	if owner != nil {
		return NewStr(owner.QualName + "." + b.Name), nil
	}
	return NewStr(b.Name), nil
}

func builtinTextSignature(_ *Thread, v Value) (Value, error) {
	b := v.Object().(*Builtin)
	s := b.Signature()
	if s == nil {
		return None, nil
	}
	return NewStr(s.String()), nil
}

func builtinModule(_ *Thread, v Value) (Value, error) {
	if b := v.Object().(*Builtin); b.Module != "" {
		return NewStr(b.Module), nil
	} else if b.Owner == nil {
		return NewStr("builtins"), nil
	}
	return None, nil
}

func builtinSelf(_ *Thread, v Value) (Value, error) {
	b := v.Object().(*Builtin)
	switch {
	case b.Self.head != nil:
		return b.Self, nil
	case b.class != BuiltinClass:
		return Value{}, AttrError(v, "__self__")
	}
	return None, nil
}

func builtinObjclass(_ *Thread, v Value) (Value, error) {
	b := v.Object().(*Builtin)
	if b.Owner == nil || b.class == BuiltinClass {
		return Value{}, AttrError(v, "__objclass__")
	}
	return b.Owner.Value(), nil
}

func builtinRepr(t *Thread, v Value) (string, error) {
	b := v.Object().(*Builtin)
	switch b.class {
	case MethodDescrClass, ClassMethodDescrClass:
		return fmt.Sprintf("<method '%s' of '%s' objects>", b.Name, b.Owner.typeName()), nil
	case SlotWrapperClass:
		return fmt.Sprintf("<slot wrapper '%s' of '%s' objects>", b.Name, b.Owner.typeName()), nil
	case MethodWrapperClass:
		return fmt.Sprintf("<method-wrapper '%s' of %s object at %s>", b.Name, TypeName(b.Self), Address(b.Self)), nil
	}
	if b.Self.head == nil {
		return "<built-in function " + b.Name + ">", nil
	}
	return fmt.Sprintf("<built-in method %s of %s object at %s>", b.Name, TypeName(b.Self), Address(b.Self)), nil
}

func builtinHash(t *Thread, v Value) (int64, error) {
	b := v.Object().(*Builtin)
	if b.Self.head == nil {
		return idHash(v), nil
	}
	return idHash(b.Self) ^ stringHash(b.Name), nil
}

// builtinCompare: two bound methods are equal when method and receiver are the same.
func builtinCompare(t *Thread, op CompareOp, a, b Value) (Value, error) {
	x, y := a.Object().(*Builtin), (*Builtin)(nil)
	if o, ok := b.Object().(*Builtin); ok {
		y = o
	}
	if y == nil || op != Eq && op != Ne {
		return NotImplemented, nil
	}
	same := x == y || x.Self.head != nil && x.Self == y.Self && x.Name == y.Name
	return Bool(same == (op == Eq)), nil
}

func methodDescrGet(t *Thread, d, obj Value, owner *Class) (Value, error) {
	if obj.head == nil {
		return d, nil
	}
	b := d.Object().(*Builtin)
	if err := b.checkSelf([]Value{obj}); err != nil {
		return Value{}, err
	}
	return b.bound(obj), nil
}

func classMethodDescrGet(t *Thread, d, obj Value, owner *Class) (Value, error) {
	if owner == nil {
		owner = obj.Class()
	}
	b := *d.Object().(*Builtin)
	b.Head = Head{}
	b.Self = owner.Value()
	return Adopt(&b, BuiltinClass), nil
}
