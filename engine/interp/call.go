package interp

import (
	"gputour/engine/bytecode"
	"gputour/engine/object"
)

// This file makes the calls that are not simple: with keywords or stars.

// prepareCall executes CallKw, CallMethodKw and CallEx. For a Python function it
// binds the arguments in the registers of the frame to come and returns the
// function; any other callee is called at once.
func (m *machine) prepareCall(fr *frame, in *bytecode.Instr) (*Function, error) {
	mark := len(m.keywords)
	fn, err := m.prepareKw(fr, in)
	clear(m.keywords[mark:])
	m.keywords = m.keywords[:mark]
	return fn, err
}

func (m *machine) prepareKw(fr *frame, in *bytecode.Instr) (*Function, error) {
	callee, pos, kw := m.callParts(fr, in)
	fn, self := pythonCallee(callee)
	if fn == nil {
		return nil, m.callGo(fr, in, callee, pos, kw)
	}
	nf := m.above(fr, fr.freeBase())
	if !self.IsNil() {
		pos = append(append(make([]object.Value, 0, len(pos)+1), self), pos...)
	} else if code := fn.linked(); in.Op == bytecode.CallEx && code.onlyStars() {
		return fn, m.bindStars(code, nf.regs, fr.regs, in)
	}
	return fn, m.bind(fn, nf.regs, pos, kw)
}

// callGo calls what is no Python function.
func (m *machine) callGo(fr *frame, in *bytecode.Instr, callee object.Value, pos []object.Value, kw []object.Keyword) error {
	f, ok := callee.Object().(*object.Builtin)
	makes := ok && f.Makes
	if !makes {
		m.disownAll(pos)
		m.disownKeywords(kw)
	}
	v, err := object.CallArgs(m.t, callee, object.Args{Pos: pos, Kw: kw})
	if err != nil {
		return err
	}
	if makes {
		if m.following && len(kw) > 0 {
			all := pos[:len(pos):len(pos)]
			for _, k := range kw {
				all = append(all, k.Value)
			}
			pos = all
		}
		m.returned(fr, fr.code.Hints[fr.pc-1], in.C, pos, v)
	}
	fr.regs[in.C] = v
	return nil
}

// onlyStars tells of parameters like (*args, **kwargs), which take whatever comes.
func (l *linked) onlyStars() bool {
	return l.NumArgs+l.NumKwOnly == 0 && l.Flags&bytecode.VarArgs != 0 && l.Flags&bytecode.VarKeywords != 0
}

// bindStars is bind for parameters that are only stars and arguments that are only
// stars: the tuple is passed on as it is, the dict as a copy.
func (m *machine) bindStars(code *linked, regs, from *[window]object.Value, in *bytecode.Instr) error {
	regs[0] = from[in.A+1]
	if l, ok := regs[0].Object().(*object.List); ok {
		m.disownAll(l.Items)
		regs[0] = object.CopyTuple(l.Items)
	}
	kw := object.NewDict()
	if in.B == 1 {
		kw = from[in.A+2].Object().(*object.Dict).Copy()
	}
	regs[1] = object.Of(kw)
	clear(regs[2:code.locals])
	return m.charge(150 + 40*kw.Len())
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
func (m *machine) callParts(fr *frame, in *bytecode.Instr) (callee object.Value, pos []object.Value, kw []object.Keyword) {
	regs := fr.regs
	callee = regs[in.A]
	switch in.Op {
	case bytecode.CallEx:
		return m.starParts(regs, in)
	case bytecode.Call:
		return callee, regs[int(in.A)+1 : int(in.A)+1+int(in.B)], nil
	case bytecode.CallMethod:
		if callee.IsNil() {
			return regs[in.A+1], regs[int(in.A)+2 : int(in.A)+2+int(in.B)], nil
		}
		return callee, regs[int(in.A)+1 : int(in.A)+2+int(in.B)], nil
	case bytecode.CallMethodKw:
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

func (m *machine) starParts(regs *[window]object.Value, in *bytecode.Instr) (callee object.Value, pos []object.Value, kw []object.Keyword) {
	callee = regs[in.A]
	switch args := regs[in.A+1].Object().(type) {
	case *object.Tuple:
		pos = args.Items
	case *object.List:
		pos = args.Items
	}
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

// starArgs makes the arguments *v of a call of callee: v itself if it is a tuple, else a list.
func (m *machine) starArgs(v, callee object.Value) (object.Value, error) {
	if v.Class() == object.TupleClass {
		return v, nil
	}
	if l, ok := v.Object().(*object.List); ok && v.Class() == object.ListClass {
		return object.CopyTuple(l.Items), m.charge(48 + 16*len(l.Items))
	}
	l := object.NewList(nil)
	if err := l.Object().(*object.List).Extend(m.t, v); err != nil {
		return object.Value{}, starArg(m.t, err, callee, v)
	}
	return l, nil
}

// starKeywords makes the keywords **v of a call of callee: v itself if it is a dict, which
// the call reads before anything can change it, else a dict of it.
func (m *machine) starKeywords(v, callee object.Value) (object.Value, error) {
	if d, ok := v.Object().(*object.Dict); ok && v.Class() == object.DictClass && d.OnlyStr() {
		return v, nil
	}
	d := object.NewDict()
	return object.Of(d), m.dictMerge(d, v, callee)
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
