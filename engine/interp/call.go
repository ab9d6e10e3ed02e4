package interp

import (
	"gputour/engine/compile"
	"gputour/engine/object"
)

// This file makes the calls that are not simple: with keywords or stars.

// prepareCall executes CallKw, CallMethodKw and CallEx. For a Python function it
// binds the arguments in the registers of the frame to come and returns the
// function; any other callee is called at once.
func (m *machine) prepareCall(fr *frame, in *compile.Instr) (*Function, error) {
	mark := len(m.keywords)
	fn, err := m.prepareKw(fr, in)
	clear(m.keywords[mark:])
	m.keywords = m.keywords[:mark]
	return fn, err
}

func (m *machine) prepareKw(fr *frame, in *compile.Instr) (*Function, error) {
	callee, pos, kw := m.callParts(fr, in)
	fn, self := pythonCallee(callee)
	if fn == nil {
		v, err := object.CallArgs(m.t, callee, object.Args{Pos: pos, Kw: kw})
		if err == nil {
			fr.regs[in.C] = v
		}
		return nil, err
	}
	if !self.IsNil() {
		pos = append(append(make([]object.Value, 0, len(pos)+1), self), pos...)
	}
	nf := m.above(fr, fr.freeBase())
	return fn, m.bind(fn, nf.regs, pos, kw)
}

// pythonCallee returns the Python function that calling v runs, with the self it gets.
func pythonCallee(v object.Value) (*Function, object.Value) {
	switch o := v.Object().(type) {
	case *Function:
		return o, object.Value{}
	case *object.BoundMethod:
		if fn, ok := o.Func.Object().(*Function); ok && v.Class() == object.MethodClass {
			return fn, o.Self
		}
	case *object.Instance:
		if d, ok := v.Class().Lookup("__call__"); ok {
			if fn, ok := d.Object().(*Function); ok {
				return fn, v
			}
		}
	}
	return nil, object.Value{}
}

// callParts finds callee and arguments of a call instruction. The keywords lie at
// the end of m.keywords.
func (m *machine) callParts(fr *frame, in *compile.Instr) (callee object.Value, pos []object.Value, kw []object.Keyword) {
	regs := fr.regs
	callee = regs[in.A]
	switch in.Op {
	case compile.CallEx:
		return m.starParts(regs, in)
	case compile.CallMethodKw:
		pos = regs[int(in.A)+1 : int(in.A)+2+int(in.B)]
		if callee.IsNil() {
			callee, pos = pos[0], pos[1:]
		}
	default:
		pos = regs[int(in.A)+1 : int(in.A)+1+int(in.B)]
	}
	names := fr.code.KwNames[in.D]
	n := len(pos) - len(names)
	mark := len(m.keywords)
	for i, name := range names {
		m.keywords = append(m.keywords, object.Keyword{Name: name, Value: pos[n+i]})
	}
	return callee, pos[:n], m.keywords[mark:]
}

func (m *machine) starParts(regs *[window]object.Value, in *compile.Instr) (callee object.Value, pos []object.Value, kw []object.Keyword) {
	callee = regs[in.A]
	pos = regs[in.A+1].Object().(*object.List).Items
	if in.B == 0 {
		return callee, pos, nil
	}
	d := regs[in.A+2].Object().(*object.Dict)
	mark := len(m.keywords)
	for at := 0; ; {
		k, v, ok := d.Next(&at)
		if !ok {
			return callee, pos, m.keywords[mark:]
		}
		name, _ := object.AsStr(k) // dictMerge let only strings in
		m.keywords = append(m.keywords, object.Keyword{Name: name, Value: v})
	}
}

// dictMerge adds the mapping in b to the keywords of a call of callee.
func (m *machine) dictMerge(d *object.Dict, b, callee object.Value) error {
	t := m.t
	add := func(k, v object.Value) error {
		name, ok := object.AsStr(k)
		if !ok {
			return object.Raise(object.TypeError, "keywords must be strings")
		}
		if d.Len() == 0 {
			return d.Set(t, k, v)
		}
		if _, dup := d.GetStr(name); dup {
			return object.Raise(object.TypeError, "%s got multiple values for keyword argument '%s'", calleeName(t, callee), name)
		}
		return d.Set(t, k, v)
	}
	if other, ok := b.Object().(*object.Dict); ok {
		d.Reserve(other.Len())
		for k, v := range other.All() {
			if err := add(k, v); err != nil {
				return err
			}
		}
		return nil
	}
	return eachItem(t, b, add, func() error {
		return object.Raise(object.TypeError, "%s argument after ** must be a mapping, not %s", calleeName(t, callee), object.TypeName(b))
	})
}

// eachItem calls add for the items of a mapping that is no dict; notMapping
// makes the error for a value without keys().
func eachItem(t *object.Thread, b object.Value, add func(k, v object.Value) error, notMapping func() error) error {
	keys, ok, err := object.GetAttrOpt(t, b, "keys")
	if err != nil {
		return err
	}
	if !ok {
		return notMapping()
	}
	list, err := object.Call(t, keys)
	if err != nil {
		return err
	}
	return object.ForEach(t, list, func(k object.Value) error {
		v, err := object.GetItem(t, b, k)
		if err != nil {
			return err
		}
		return add(k, v)
	})
}

// calleeName is how errors about a call name the function: module.qualname().
func calleeName(t *object.Thread, v object.Value) string {
	q, ok, err := object.GetAttrOpt(t, v, "__qualname__")
	if !ok || err != nil {
		s, err := object.ToStr(t, v)
		if err != nil {
			return object.TypeName(v) + " object"
		}
		return s
	}
	name, _ := object.AsStr(q)
	if mod, ok, _ := object.GetAttrOpt(t, v, "__module__"); ok {
		if s, isStr := object.AsStr(mod); isStr && s != "builtins" {
			return s + "." + name + "()"
		}
	}
	return name + "()"
}

// starArg is the error of f(*x) where x cannot be iterated.
func starArg(t *object.Thread, err error, callee, v object.Value) error {
	if !object.Catch(err, object.TypeError) || v.Class().Slots.Iter != nil || v.Class().Slots.GetItem != nil {
		return err
	}
	return object.Raise(object.TypeError, "%s argument after * must be an iterable, not %s", calleeName(t, callee), object.TypeName(v))
}
