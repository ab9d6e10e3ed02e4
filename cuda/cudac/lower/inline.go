// This file puts a function's body in the place of its call.

package lower

import (
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// maxInline bounds the nesting of calls.
const maxInline = 48

// mayCall fails where code of one side calls what belongs to the other.
func (l *lowering) mayCall(f *syntax.Function, at lex.Token) {
	switch {
	case f.Body != nil || f.Preset || f.Header:
	default:
		l.fail(at, "", "function '%s' is declared but has no body", f.Name)
	}
	if f.Header && !f.Device && !f.Host || f.Owner != nil && f.Preset {
		return
	}
	if l.host && f.Device && !f.Host {
		l.fail(at, "write __host__ __device__ before its declaration", "calling a __device__ function '%s' from host code", f.Name)
	}
	if !l.host && !l.beside && !f.Device {
		l.fail(at, "write __device__ before its declaration", "calling a __host__ function '%s' from device code", f.Name)
	}
}

// call1 lowers a call of one function; this is nil but for methods.
func (l *lowering) call1(f *syntax.Function, this *value, args []operand, b binding, at lex.Token) value {
	l.mayCall(f, at)
	l.spend(callWork, at)
	if f.Static {
		this = nil
	}
	switch {
	case f.Body == nil && f.Preset:
		return value{typ: syntax.Basic[word.Void]}
	case f.Body == nil:
		return l.native(f, args, at)
	case l.unit.Recursive(f):
		return l.callRoutine(f, this, args, b, at)
	case l.inProgress(f, b):
		l.unit.Loops[f] = true
		panic(relower{})
	}
	return l.inline(f, this, args, b, at)
}

// inline lowers a function's body in the place of its call.
func (l *lowering) inline(f *syntax.Function, this *value, args []operand, b binding, at lex.Token) value {
	if l.depth++; l.depth > maxInline {
		l.fail(at, "", "calls are nested too deeply")
	}
	defer func() { l.depth-- }()
	in, outer := l.entered(f, b, at), l.call
	if f.Header && in.argText == "" && len(args) > 0 && !args[0].list {
		in.argText = argText(args[0].e)
	}
	var run simt.Op
	if this != nil {
		run = this.run
		fixed := *this
		fixed.run = nil
		in.this = &fixed
	}
	names := l.valuesOf(b)
	var dying []dying
	for i, d := range f.Params {
		s, bind, dies := l.argument(f, i, d, args, in, at)
		names[d.Name] = s
		run = seq(run, bind)
		dying = append(dying, dies...)
	}
	run = seq(run, l.passRest(in, args))
	scopes, breaks, continues := l.scopes, l.breaks, l.continues
	l.scopes, l.breaks, l.continues, l.call = []*scope{{names: names, dying: dying}}, nil, nil, in
	if c := closureOf(f); c != nil {
		l.scopes = c.within(l, in, l.scopes[0], at)
	}
	defer func() { l.scopes, l.breaks, l.continues, l.call = scopes, breaks, continues, outer }()
	l.result(in)
	body := l.functionBody(f, in)
	mask := in.retMask
	return l.returned(in, func(w *simt.Warp, m uint32) {
		if run != nil {
			run(w, m)
		}
		w.Masks[mask] = 0
		if body != nil {
			body(w, m)
		}
	})
}

// entered is the state of a function whose body is about to be lowered.
func (l *lowering) entered(f *syntax.Function, b binding, at lex.Token) *inlined {
	in := &inlined{f: f, taken: l.unit.TakenIn(f), retMask: l.mask(), types: b.types, bound: b, key: b.key(), up: l.call}
	if l.call != nil {
		in.via = l.call.via
	}
	if f.Header && in.via == nil {
		in.via = &at
	}
	if l.call != nil {
		in.argText = l.call.argText
	}
	return in
}

// valuesOf are the names of a template's numbers.
func (l *lowering) valuesOf(b binding) map[string]*symbol {
	names := map[string]*symbol{}
	for name, n := range b.values {
		names[name] = &symbol{typ: b.valueType(name), konst: &n}
	}
	return names
}

// paramType is a parameter's type within the function that in describes.
func (l *lowering) paramType(d *syntax.Decl, in *inlined, b map[string]*symbol) *syntax.Type {
	outer, scopes := l.call, l.scopes
	l.call = in
	if b != nil {
		l.scopes = []*scope{{names: b}}
		if c := closureOf(in.f); c != nil && c.kernel == l {
			l.scopes = append(c.scopes[:len(c.scopes):len(c.scopes)], l.scopes...)
		}
	}
	defer func() { l.call, l.scopes = outer, scopes }()
	return l.resolve(d.Type, d.Tok)
}

// argument binds one argument to its parameter.
func (l *lowering) argument(f *syntax.Function, i int, d *syntax.Decl, args []operand, in *inlined, at lex.Token) (*symbol, simt.Op, []dying) {
	var o operand
	switch {
	case i < len(args):
		o = args[i]
	case d.Init != nil:
		o = l.operand(d.Init)
	default:
		l.fail(at, "it is "+f.Signature(), "too few arguments to '%s'", f.Name)
	}
	typ := l.paramType(d, in, l.valuesOf(in.bound))
	s := &symbol{decl: d, typ: typ}
	if d.Ref {
		var run simt.Op
		if !o.list && (syntax.Same(o.v.typ, typ) || derives(o.v.typ, typ) || typ.Kind == word.Array) {
			s.place, run = l.bindReference(o)
		} else {
			s.place, run = l.temporary(l.initialFrom(o, typ), at)
		}
		if p := s.place; p.reg >= 0 && typ.Const && in.taken[d.Name] { // its address is taken: it needs one
			q := &place{typ: p.typ, reg: -1, addr: l.allot(p.typ), at: p.at}
			run = seq(run, l.assign(q, l.read(p)))
			s.place = q
		}
		s.place = constPlace(s.place, typ.Const)
		s.typ = s.place.typ
		return s, run, nil
	}
	v := l.initialFrom(o, typ)
	if n, ok := l.constantOperand(o); ok && typ.Const && typ.IsInt() {
		s.konst = &n
	}
	if typ.InMemory() || in.taken[d.Name] || l.host && l.unit.RefMembers {
		s.place = &place{typ: typ, reg: -1, addr: l.allot(typ), at: l.site(d.Tok, d.Name)}
	} else {
		s.place = &place{typ: typ, reg: l.reg(), at: l.site(d.Tok, d.Name)}
	}
	if typ.Kind != word.Struct || typ.Destructor() == nil {
		return s, seq(v.run, l.assign(s.place, v)), nil
	}
	run := seq(v.run, l.assign(s.place, v))
	if !v.fresh {
		run = l.copyAt(s.place, v, at)
	}
	mask := l.mask()
	return s, seq(run, func(w *simt.Warp, m uint32) { w.Masks[mask] |= m }), []dying{{s.place, mask}}
}

func (l *lowering) constantOperand(o operand) (int64, bool) {
	if o.list {
		return 0, false
	}
	if o.v.konst != nil && o.v.run == nil && o.v.typ.IsInt() {
		return int64(*o.v.konst), true
	}
	return 0, false
}

// result makes room for what a function returns.
func (l *lowering) result(in *inlined) {
	f := in.f
	in.ret = f.Result
	if f.Result.Kind == word.Auto {
		in.ret = nil // what the first return says
		in.retSlot = l.reg()
		return
	}
	in.ret = l.resolve(f.Result, f.Tok)
	if in.ret.Kind == word.Struct && !f.RetRef {
		l.complete(in.ret, f.Tok)
		in.retSlot = l.allot(in.ret).slot
	} else {
		in.retSlot = l.reg()
	}
}

// returned is the value of a call.
func (l *lowering) returned(in *inlined, run simt.Op) value {
	if in.ret == nil {
		in.ret = syntax.Basic[word.Void]
	}
	v := value{typ: in.ret, slot: in.retSlot, run: run, ref: in.f.RetRef, fresh: true}
	if !v.ref {
		v.typ = syntax.Plain(in.ret)
	}
	return v
}

// functionBody lowers a function's body, with what a constructor does before it.
func (l *lowering) functionBody(f *syntax.Function, in *inlined) simt.Action {
	before := l.memberInits(f, in)
	body := l.block(f.Body.Body)
	if f.Result.Kind != word.Void && f.Result.Kind != word.Auto && f.Owner == nil && !(l.host && f.Name == "main") && !alwaysReturns(f.Body) {
		l.warnOnce(f.Tok, "", "not every path through '%s' returns a value", f.Name)
	}
	after := l.destroy(l.top(), f.Tok)
	if f.Owner != nil && f.Name[0] == '~' && f.Owner.Class.Parent != nil && in.this != nil {
		base := f.Owner.Class.Parent
		if g := (&syntax.Type{Kind: word.Struct, Class: base}).Destructor(); g != nil && g.Body != nil {
			this := value{typ: syntax.PointerTo(g.Owner), slot: in.this.slot}
			after = seq(after, l.call1(g, &this, nil, binding{}, f.Tok).run)
		}
	}
	l.checkLabels(in)
	if before == nil && after == nil {
		return body
	}
	return func(w *simt.Warp, m uint32) uint32 {
		if before != nil {
			before(w, m)
		}
		out := m
		if body != nil {
			out = body(w, m)
		}
		if after != nil {
			after(w, m)
		}
		return out
	}
}

// memberInits lowers a constructor's members, in the order of their declaration.
func (l *lowering) memberInits(f *syntax.Function, in *inlined) simt.Op {
	if f.Owner == nil || f.Name != f.Owner.Class.Base() || in.this == nil {
		return nil
	}
	self := l.objectOf(*in.this, f.Tok)
	inits := map[string]*syntax.MemberInit{}
	for i := range f.Inits {
		inits[f.Inits[i].Tok.Text] = &f.Inits[i]
	}
	var run simt.Op
	base := f.Owner.Class.Parent
	if base != nil {
		t := &syntax.Type{Kind: word.Struct, Name: base.Name, Class: base}
		part := l.part(self, 0, t)
		if init := inits[base.Base()]; init != nil {
			run = l.constructAt(part, l.operands(init.Args.Kids), init.Tok, false)
			delete(inits, base.Base())
		} else {
			run = l.defaults(part, f.Tok)
		}
	}
	run = seq(run, l.setClass(self))
	for i, field := range f.Owner.Members() {
		if field.Name == "#class" {
			continue
		}
		init := inits[field.Name]
		delete(inits, field.Name)
		if base != nil && i < len(base.Fields) {
			continue
		}
		run = seq(run, l.memberInit(l.field(self, field, l.resolve(field.Type, f.Tok)), field, init, f.Tok))
	}
	for name, init := range inits {
		if name == f.Name { // a delegating constructor
			run = l.constructAt(self, l.operands(init.Args.Kids), init.Tok, false)
			continue
		}
		l.fail(init.Tok, "", "'%s' is not a member of '%s'", name, f.Owner)
	}
	return run
}

func (l *lowering) memberInit(p *place, field syntax.Field, init *syntax.MemberInit, at lex.Token) simt.Op {
	switch {
	case field.Ref:
		return l.bindMember(p, field, init, at)
	case init == nil && field.Init != nil:
		return l.fill(p, field.Init)
	case init == nil:
		return l.defaults(p, at)
	case p.typ.Kind == word.Struct:
		return l.constructAt(p, l.operands(init.Args.Kids), init.Tok, false)
	case len(init.Args.Kids) == 0:
		if p.typ.Kind == word.Array {
			return l.Clear(p)
		}
		return l.assign(p, l.cast(l.constant(0, syntax.Basic[word.I32]), p.typ))
	case p.typ.Kind == word.Array:
		return l.fill(p, &syntax.Expr{Op: "init", Tok: init.Tok, Kids: init.Args.Kids})
	}
	v := l.initial(init.Args.Kids[0], p.typ)
	return seq(v.run, l.assign(p, v))
}

// bindMember binds a member that is a reference: it holds an address.
func (l *lowering) bindMember(p *place, field syntax.Field, init *syntax.MemberInit, at lex.Token) simt.Op {
	if init == nil || len(init.Args.Kids) != 1 {
		l.fail(at, "", "the member '%s' is a reference and must be bound by the constructor", field.Name)
	}
	q := l.operand(init.Args.Kids[0]).p
	if q == nil || q.reg >= 0 {
		l.fail(init.Tok, "give it a variable that lives as long as the object", "the member '%s' is a reference, which needs something in memory", field.Name)
	}
	v := q.addr
	v.typ = p.typ
	return seq(v.run, l.assign(p, v))
}
