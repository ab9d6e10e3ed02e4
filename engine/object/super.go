package object

import "fmt"

// Super is super(Class, Obj): attribute lookup that begins after Class in the
// MRO of ObjClass, the class of Obj.
type Super struct {
	Head
	Class    *Class
	Obj      Value
	ObjClass *Class
}

// SuperClass is super.
var SuperClass = bare("super")

// NewSuper returns super(c, obj), as `super()` in a method of c makes it.
func NewSuper(t *Thread, c *Class, obj Value) (Value, error) {
	k, err := superCheck(t, c, obj)
	if err != nil {
		return Value{}, err
	}
	return Adopt(&Super{Class: c, Obj: obj, ObjClass: k}, SuperClass), nil
}

// superCheck returns the class whose MRO super(c, obj) searches: obj itself, obj's
// class, or what obj says its __class__ is.
func superCheck(t *Thread, c *Class, obj Value) (*Class, error) {
	if k, ok := obj.Object().(*Class); ok && k.IsSubclassOf(c) {
		return k, nil
	}
	if c.Is(obj) {
		return obj.head.class, nil
	}
	claimed, _, err := GetAttrOpt(t, obj, "__class__")
	if err != nil {
		return nil, err
	}
	if k, ok := claimed.objectOrNil().(*Class); ok && k != obj.head.class && k.IsSubclassOf(c) {
		return k, nil
	}
	return nil, Raise(TypeError, "super(type, obj): obj must be an instance or subtype of type")
}

func initSuper() {
	SuperClass.Define(Spec{
		Doc:       "super() -> same as super(__class__, <first argument>)\nsuper(type) -> unbound super object\nsuper(type, obj) -> bound super object; requires isinstance(obj, type)\nsuper(type, type2) -> bound super object; requires issubclass(type2, type)",
		Signature: "super(type=?, object=None, /)",
		Alloc:     func(c *Class) Value { return Adopt(&Super{}, c) },
		Init:      superInit,
		Slots:     Slots{GetAttr: superGetAttr, Repr: superRepr, DescrGet: superDescrGet},
		Props: []Prop{
			{Name: "__thisclass__", Get: func(_ *Thread, v Value) (Value, error) { return v.Object().(*Super).Class.Value(), nil }},
			{Name: "__self__", Get: func(_ *Thread, v Value) (Value, error) { return orNone(v.Object().(*Super).Obj), nil }},
			{Name: "__self_class__", Get: func(_ *Thread, v Value) (Value, error) {
				if c := v.Object().(*Super).ObjClass; c != nil {
					return c.Value(), nil
				}
				return None, nil
			}},
		},
	})
}

func superInit(t *Thread, self Value, a []Value) error {
	s := self.Object().(*Super)
	if a[0].head == nil {
		return s.fromFrame(t)
	}
	c, ok := a[0].Object().(*Class)
	if !ok {
		return Raise(TypeError, "super() argument 1 must be a type, not %s", TypeName(a[0]))
	}
	s.Class = c
	if a[1].IsNone() {
		return nil
	}
	k, err := superCheck(t, c, a[1])
	s.Obj, s.ObjClass = a[1], k
	return err
}

// Find looks name up after Class in the MRO of ObjClass, without binding it.
func (s *Super) Find(name string) (Value, bool) {
	if s.ObjClass == nil {
		return Value{}, false
	}
	past := false
	for _, k := range s.ObjClass.MRO {
		if past {
			if v, ok := k.Dict.Get(name); ok {
				return v, true
			}
		}
		past = past || k == s.Class
	}
	return Value{}, false
}

func superGetAttr(t *Thread, v Value, name string) (Value, error) {
	s := v.Object().(*Super)
	if name != "__class__" {
		if x, ok := s.Find(name); ok {
			return s.bind(t, x)
		}
	}
	return GenericGetAttr(t, v, name)
}

func (s *Super) bind(t *Thread, x Value) (Value, error) {
	get := x.head.class.Slots.DescrGet
	if get == nil {
		return x, nil
	}
	obj := s.Obj
	if k, ok := obj.Object().(*Class); ok && k == s.ObjClass {
		obj = Value{}
	}
	return get(t, x, obj, s.ObjClass)
}

func superRepr(t *Thread, v Value) (string, error) {
	s := v.Object().(*Super)
	if s.ObjClass == nil {
		return fmt.Sprintf("<super: <class '%s'>, NULL>", s.Class.Name), nil
	}
	return fmt.Sprintf("<super: <class '%s'>, <%s object>>", s.Class.Name, s.ObjClass.Name), nil
}

func superDescrGet(t *Thread, d, obj Value, owner *Class) (Value, error) {
	s := d.Object().(*Super)
	if obj.head == nil || s.ObjClass != nil {
		return d, nil
	}
	if c := d.Class(); c != SuperClass {
		return Call(t, c.Value(), s.Class.Value(), obj)
	}
	return NewSuper(t, s.Class, obj)
}

// superCaller is a frame that knows what `super()` without arguments means in it.
type superCaller interface {
	SuperArgs() (*Class, Value, error)
}

// fromFrame fills in the class and the first argument of the calling method.
func (s *Super) fromFrame(t *Thread) error {
	f, ok := t.Frame.(superCaller)
	if !ok {
		return Raise(RuntimeError, "super(): no arguments")
	}
	c, obj, err := f.SuperArgs()
	if err != nil {
		return err
	}
	s.Class, s.Obj = c, obj
	s.ObjClass, err = superCheck(t, c, obj)
	return err
}
