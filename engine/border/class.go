package border

import (
	"strings"

	"gputour/engine/interp"
	"gputour/engine/object"
)

// This file finds the class of one session that corresponds to one of the other.

// peer is this side's class for a class of the far side that both have: one of the
// library, or of the set-up. It is nil where there is none, and for built-in classes.
func (s *side) peer(class *object.Class) *object.Class {
	if k, ok := s.classes[class]; ok {
		return k
	}
	if k, ok := s.far.mirrors[class]; ok {
		return k
	}
	if class.Builtin || class.Module == "__main__" || class.Module == "" {
		return nil
	}
	k := s.library(class.Module, class.QualName)
	if k != nil {
		s.classes[class], s.far.classes[k] = k, class
	}
	return k
}

// library is a class of an importable module that is written in Python.
func (s *side) library(module, name string) *object.Class {
	v, err := interp.Import(s.Thread, module)
	for _, part := range strings.Split(name, ".") {
		if err != nil {
			return nil
		}
		v, err = object.GetAttr(s.Thread, v, part)
	}
	k := asClass(v, err)
	if k == nil || k.Builtin || k.Module != module || k.QualName != name {
		return nil
	}
	return k
}

// asClass is the class that an operation has returned, or nil.
func asClass(v object.Value, err error) *object.Class {
	if err != nil {
		return nil
	}
	k, _ := v.Object().(*object.Class)
	return k
}

// classValue is what stands here for a class of the far side itself.
func (s *side) classValue(class *object.Class) (object.Value, error) {
	if class.IsSubclassOf(object.BaseException) {
		return s.exceptionClass(class).Value(), nil
	}
	k := class
	if !class.Builtin {
		k = s.peer(class)
	}
	if k != nil && (!s.trusted() || s.mirrors[k] != nil || harmless(k)) {
		return k.Value(), nil
	}
	if class.IsSubclassOf(object.TupleClass) {
		if k := s.named(class); k != nil {
			return k.Value(), nil
		}
	}
	if !s.trusted() {
		return s.proxy(class.Value())
	}
	return s.mirror(class).Value(), nil
}

// harmless reports a class that the judge may call for the subject: its constructor runs no
// code that it is given as text or as an object.
func harmless(k *object.Class) bool {
	if k.Builtin {
		return makers[k.Module+"."+k.Name]
	}
	for _, module := range []string{"__main__", "torch.nn.", "torch.optim.", "collections", "fractions", "decimal", "datetime", "pathlib", "enum"} {
		if strings.HasPrefix(k.Module, module) {
			return true
		}
	}
	return false
}

// makers are the built-in classes that only make values.
var makers = func() map[string]bool {
	set := map[string]bool{"torch.Tensor": true, "torch.Size": true, "torch.dtype": true, "torch.device": true, "torch._C.Generator": true}
	for _, name := range strings.Fields("object int float complex bool str bytes bytearray list tuple dict set frozenset range slice NoneType ellipsis") {
		set["builtins."+name] = true
	}
	return set
}()

// nearest is the first class in the order of class that this side has, too.
func (s *side) nearest(class *object.Class) *object.Class {
	for _, k := range class.MRO {
		if k.Builtin {
			return k
		}
		if p := s.peer(k); p != nil {
			return p
		}
	}
	return object.ObjectClass
}

// shell is the class of the proxies here for instances of a class of the far side. It is
// below the class that both sides have, so that isinstance says what is true.
func (s *side) shell(class *object.Class) *object.Class {
	if k, ok := s.shells[class]; ok {
		return k
	}
	var k *object.Class
	own := s.peer(class)
	switch near := s.nearest(class); {
	case s.trusted() && !class.Builtin && (own == nil || s.mirrors[own] != nil):
		k = s.mirror(class)
	case near.Builtin:
		k = s.derive(object.TypeClass, near.Name, nil, object.NewDict())
	default:
		ns := object.NewDict()
		ns.SetStr("__new__", creator(func(t *object.Thread, a object.Args) (object.Value, error) {
			return object.CallArgs(t, near.Value(), a)
		}))
		k = s.derive(object.TypeClass, near.Name, []*object.Class{near}, ns)
	}
	s.shells[class] = k
	return k
}

// mirror is the judge's class for one of the subject's own: its instances are proxies, and
// so is what calling it makes.
func (s *side) mirror(class *object.Class) *object.Class {
	if k, ok := s.classes[class]; ok {
		return k
	}
	var bases []*object.Class
	for _, base := range class.Bases {
		k := s.peer(base)
		switch {
		case k == nil && !base.Builtin:
			k = s.mirror(base)
		case k == nil:
			continue
		}
		bases = append(bases, k)
	}
	ns := object.NewDict()
	ns.SetStr(original, object.Adopt(&proxy{at: s, of: class.Value()}, proxyClass))
	ns.SetStr("__new__", creator(func(t *object.Thread, a object.Args) (object.Value, error) { return s.call(t, class.Value(), a) }))
	k := s.derive(mirrorClass, class.Name, bases, ns)
	s.classes[class], s.mirrors[k] = k, class
	return k
}

// creator is a __new__ that leaves out the class.
func creator(f func(t *object.Thread, a object.Args) (object.Value, error)) object.Value {
	return object.NewStaticMethod(object.Of(object.DefRaw("__new__", func(t *object.Thread, a object.Args) (object.Value, error) {
		return f(t, object.Args{Pos: a.Pos[min(1, len(a.Pos)):], Kw: a.Kw})
	}, "")))
}

// derive makes a class of proxies with these other bases, or without them where they do not fit.
func (s *side) derive(meta *object.Class, name string, bases []*object.Class, ns *object.Dict) *object.Class {
	ns.SetStr("__module__", object.NewStr("__main__"))
	for _, with := range [][]*object.Class{bases, nil} {
		parents := []object.Value{}
		if below := len(with) > 0 && with[0].IsSubclassOf(proxyClass); !below {
			parents = append(parents, proxyClass.Value())
		}
		for _, b := range with {
			parents = append(parents, b.Value())
		}
		if k := asClass(object.Call(s.Thread, meta.Value(), object.NewStr(name), object.NewTuple(parents...), ns.Copy().Value())); k != nil {
			return k
		}
	}
	return proxyClass
}

// exceptionClass is this side's class for one of exceptions.
func (s *side) exceptionClass(class *object.Class) *object.Class {
	if class.Builtin {
		return class
	}
	if k := s.peer(class); k != nil && k.IsSubclassOf(object.BaseException) {
		return k
	}
	var bases []object.Value
	for _, base := range class.Bases {
		if base.IsSubclassOf(object.BaseException) {
			bases = append(bases, s.exceptionClass(base).Value())
		}
	}
	if !s.trusted() { // which class of its own the judge raises is nobody's business
		return bases[0].Object().(*object.Class)
	}
	ns := object.NewDict()
	ns.SetStr("__module__", object.NewStr("__main__"))
	k := asClass(object.Call(s.Thread, object.TypeClass.Value(), object.NewStr(class.Name), object.NewTuple(bases...), ns.Value()))
	if k == nil {
		return bases[0].Object().(*object.Class)
	}
	s.classes[class], s.mirrors[k] = k, class
	return k
}
