package interp

import (
	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file executes class statements and super().

// buildClass is __build_class__(body, name, *bases, **keywords).
var buildClass = object.DefRaw("__build_class__", func(t *object.Thread, a object.Args) (object.Value, error) {
	if len(a.Pos) < 2 {
		return object.Value{}, object.Raise(object.TypeError, "__build_class__: not enough arguments")
	}
	fn, ok := a.Pos[0].Object().(*Function)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "__build_class__: func must be a function")
	}
	name, ok := object.AsStr(a.Pos[1])
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "__build_class__: name is not a string")
	}
	m := machineOf(t)
	bases := append([]object.Value(nil), a.Pos[2:]...)
	kw := append([]object.Keyword(nil), a.Kw...)
	var cell object.Value
	v, err := object.BuildClass(t, name, bases, kw, func(ns object.Value) (err error) {
		cell, err = m.runBody(fn, ns)
		return err
	})
	if err != nil {
		return v, err
	}
	return v, checkClassCell(t, cell, v, name)
}, "__build_class__(func, name, /, *bases, [metaclass], **kwds) -> class")

// runBody runs the body of a class with its namespace; it returns the __class__ cell.
func (m *machine) runBody(fn *Function, ns object.Value) (object.Value, error) {
	nf := m.above(m.top, m.top.freeBase())
	clear(nf.regs[:fn.linked().locals])
	m.enter(nf, fn, entryFrame)
	nf.locals = ns
	v, err := m.run(nf, nil)
	nf.locals = object.Value{}
	return v, err
}

// checkClassCell makes sure that the metaclass passed __classcell__ on to type.__new__.
func checkClassCell(t *object.Thread, cell, class object.Value, name string) error {
	c, ok := objectOf(cell).(*Cell)
	if !ok {
		return nil
	}
	if _, isClass := class.Object().(*object.Class); !isClass || c.v == class {
		return nil
	}
	text, err := object.Repr(t, class)
	if err != nil {
		return err
	}
	if c.v.IsNil() {
		return object.Raise(object.RuntimeError, "__class__ not set defining '%s' as %s. Was __classcell__ propagated to type.__new__?", name, text)
	}
	other, err := object.Repr(t, c.v)
	if err != nil {
		return err
	}
	return object.Raise(object.TypeError, "__class__ set to %s defining '%s' as %s", other, name, text)
}

// SuperArgs is what super() without arguments means in the innermost Python frame.
func (m *machine) SuperArgs() (*object.Class, object.Value, error) {
	return m.superArgs(m.top)
}

func (m *machine) superArgs(fr *frame) (*object.Class, object.Value, error) {
	code := fr.code
	if code == sentinel || code.Flags&bytecode.Optimized == 0 || code.NumArgs == 0 && code.Flags&bytecode.VarArgs == 0 {
		return nil, object.Value{}, object.Raise(object.RuntimeError, "super(): no arguments")
	}
	self := firstArgument(fr)
	if self.IsNil() {
		return nil, self, object.Raise(object.RuntimeError, "super(): arg[0] deleted")
	}
	for i, free := range code.Frees {
		if free.Name != "__class__" {
			continue
		}
		v := fr.fn.closure[i].v
		if v.IsNil() {
			return nil, self, object.Raise(object.RuntimeError, "super(): empty __class__ cell")
		}
		k, ok := v.Object().(*object.Class)
		if !ok {
			return nil, self, object.Raise(object.RuntimeError, "super(): __class__ is not a type (%s)", object.TypeName(v))
		}
		return k, self, nil
	}
	return nil, self, object.Raise(object.RuntimeError, "super(): __class__ cell not found")
}

// firstArgument returns the current value of the first parameter, which may live in a cell.
func firstArgument(fr *frame) object.Value {
	for i, c := range fr.code.Cells {
		if c.Param == 0 {
			return fr.regs[len(fr.code.Locals)+i].Object().(*Cell).v
		}
	}
	return fr.regs[0]
}

// loadSuper executes `super().name` for a call, without making the super object
// where super is the builtin.
func (m *machine) loadSuper(fr *frame, in *bytecode.Instr) error {
	regs := fr.regs
	name := fr.code.Sites[in.D]
	if regs[in.B] != object.SuperClass.Value() {
		v, err := object.Call(m.t, regs[in.B])
		if err != nil {
			return err
		}
		x, err := object.GetAttr(m.t, v, name)
		regs[in.A], regs[in.A+1] = object.Value{}, x
		return err
	}
	k, self, err := m.superArgs(fr)
	if err != nil {
		return err
	}
	c := fr.code.caches[in.D]
	if c.kind == superCache && c.owner == k && c.valid(self) {
		regs[in.A], regs[in.A+1] = c.value, self
		return nil
	}
	super, err := object.NewSuper(m.t, k, self)
	if err != nil {
		return err
	}
	s := super.Object().(*object.Super)
	if d, ok := s.Find(name); ok && d.Class().MethodLike && self.Class() == s.ObjClass {
		regs[in.A], regs[in.A+1] = d, self
		*fr.code.own(in.D) = cache{kind: superCache, class: s.ObjClass, owner: k, version: s.ObjClass.Version, value: d}
		return nil
	}
	x, err := object.GetAttr(m.t, super, name)
	regs[in.A], regs[in.A+1] = object.Value{}, x
	return err
}
