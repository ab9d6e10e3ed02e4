// This file puts a function's body in the place of its call.

package cudac

import "gputour/cuda/cudac/word"

// maxInline bounds the nesting of calls.
const maxInline = 48

// mayCall fails where code of one side calls what belongs to the other.
func (l *lowering) mayCall(f *function, at token) {
	switch {
	case f.body != nil || f.preset || f.header:
	default:
		l.fail(at, "", "function '%s' is declared but has no body", f.name)
	}
	if f.header && !f.device && !f.host || f.owner != nil && f.preset {
		return
	}
	if l.host && f.device && !f.host {
		l.fail(at, "write __host__ __device__ before its declaration", "calling a __device__ function '%s' from host code", f.name)
	}
	if !l.host && !f.device {
		l.fail(at, "write __device__ before its declaration", "calling a __host__ function '%s' from device code", f.name)
	}
}

// call1 lowers a call of one function; this is nil but for methods.
func (l *lowering) call1(f *function, this *value, args []operand, b binding, at token) value {
	l.mayCall(f, at)
	l.spend(callWork, at)
	if f.static {
		this = nil
	}
	switch {
	case f.body == nil && f.preset:
		return value{typ: basic[word.Void]}
	case f.body == nil:
		return l.native(f, args, at)
	case l.unit.recursive(f):
		return l.callRoutine(f, this, args, b, at)
	case l.inProgress(f, b):
		l.unit.loops[f] = true
		panic(relower{})
	}
	return l.inline(f, this, args, b, at)
}

// inline lowers a function's body in the place of its call.
func (l *lowering) inline(f *function, this *value, args []operand, b binding, at token) value {
	if l.depth++; l.depth > maxInline {
		l.fail(at, "", "calls are nested too deeply")
	}
	defer func() { l.depth-- }()
	in, outer := l.entered(f, b, at), l.call
	if f.header && in.argText == "" && len(args) > 0 && !args[0].list {
		in.argText = argText(args[0].e)
	}
	var run step
	if this != nil {
		run = this.run
		fixed := *this
		fixed.run = nil
		in.this = &fixed
	}
	names := l.valuesOf(b)
	var dying []dying
	for i, d := range f.params {
		s, bind, dies := l.argument(f, i, d, args, in, at)
		names[d.name] = s
		run = seq(run, bind)
		dying = append(dying, dies...)
	}
	scopes, breaks, continues := l.scopes, l.breaks, l.continues
	l.scopes, l.breaks, l.continues, l.call = []*scope{{names: names, dying: dying}}, nil, nil, in
	if f.closure != nil {
		l.scopes = f.closure.within(l, in, l.scopes[0], at)
	}
	defer func() { l.scopes, l.breaks, l.continues, l.call = scopes, breaks, continues, outer }()
	l.result(in)
	body := l.functionBody(f, in)
	mask := in.retMask
	return l.returned(in, func(w *warp, m uint32) {
		if run != nil {
			run(w, m)
		}
		w.masks[mask] = 0
		if body != nil {
			body(w, m)
		}
	})
}

// entered is the state of a function whose body is about to be lowered.
func (l *lowering) entered(f *function, b binding, at token) *inlined {
	in := &inlined{f: f, taken: l.unit.takenIn(f), retMask: l.mask(), types: b.types, bound: b, key: b.key(), up: l.call}
	if l.call != nil {
		in.via = l.call.via
	}
	if f.header && in.via == nil {
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
func (l *lowering) paramType(d *decl, in *inlined, b map[string]*symbol) *Type {
	outer, scopes := l.call, l.scopes
	l.call = in
	if b != nil {
		l.scopes = []*scope{{names: b}}
		if c := in.f.closure; c != nil && c.kernel == l {
			l.scopes = append(c.scopes[:len(c.scopes):len(c.scopes)], l.scopes...)
		}
	}
	defer func() { l.call, l.scopes = outer, scopes }()
	return l.resolve(d.typ, d.tok)
}

// argument binds one argument to its parameter.
func (l *lowering) argument(f *function, i int, d *decl, args []operand, in *inlined, at token) (*symbol, step, []dying) {
	var o operand
	switch {
	case i < len(args):
		o = args[i]
	case d.init != nil:
		o = l.operand(d.init)
	default:
		l.fail(at, "it is "+f.signature(), "too few arguments to '%s'", f.name)
	}
	typ := l.paramType(d, in, l.valuesOf(in.bound))
	s := &symbol{decl: d, typ: typ}
	if d.ref {
		var run step
		if !o.list && (same(o.v.typ, typ) || derives(o.v.typ, typ) || typ.Kind == word.Array) {
			s.place, run = l.bindReference(o)
		} else {
			s.place, run = l.temporary(l.initialFrom(o, typ), at)
		}
		if p := s.place; p.reg >= 0 && typ.Const && in.taken[d.name] { // its address is taken: it needs one
			q := &place{typ: p.typ, reg: -1, addr: l.allot(p.typ), at: p.at}
			run = seq(run, l.assign(q, l.read(p)))
			s.place = q
		}
		s.place = constPlace(s.place, typ.Const)
		s.typ = s.place.typ
		return s, run, nil
	}
	v := l.initialFrom(o, typ)
	if n, ok := l.constantOperand(o); ok && typ.Const && typ.isInt() {
		s.konst = &n
	}
	if typ.inMemory() || in.taken[d.name] || l.host && l.unit.refMembers {
		s.place = &place{typ: typ, reg: -1, addr: l.allot(typ), at: l.site(d.tok, d.name)}
	} else {
		s.place = &place{typ: typ, reg: l.reg(), at: l.site(d.tok, d.name)}
	}
	if typ.Kind != word.Struct || typ.destructor() == nil {
		return s, seq(v.run, l.assign(s.place, v)), nil
	}
	run := seq(v.run, l.assign(s.place, v))
	if !v.fresh {
		run = l.copyAt(s.place, v, at)
	}
	mask := l.mask()
	return s, seq(run, func(w *warp, m uint32) { w.masks[mask] |= m }), []dying{{s.place, mask}}
}

func (l *lowering) constantOperand(o operand) (int64, bool) {
	if o.list {
		return 0, false
	}
	if o.v.konst != nil && o.v.run == nil && o.v.typ.isInt() {
		return int64(*o.v.konst), true
	}
	return 0, false
}

// result makes room for what a function returns.
func (l *lowering) result(in *inlined) {
	f := in.f
	in.ret = f.ret
	if f.ret.Kind == word.Auto {
		in.ret = nil // what the first return says
		in.retSlot = l.reg()
		return
	}
	in.ret = l.resolve(f.ret, f.tok)
	if in.ret.Kind == word.Struct && !f.retRef {
		l.complete(in.ret, f.tok)
		in.retSlot = l.allot(in.ret).slot
	} else {
		in.retSlot = l.reg()
	}
}

// returned is the value of a call.
func (l *lowering) returned(in *inlined, run step) value {
	if in.ret == nil {
		in.ret = basic[word.Void]
	}
	v := value{typ: in.ret, slot: in.retSlot, run: run, ref: in.f.retRef, fresh: true}
	if !v.ref {
		v.typ = plain(in.ret)
	}
	return v
}

// functionBody lowers a function's body, with what a constructor does before it.
func (l *lowering) functionBody(f *function, in *inlined) action {
	before := l.memberInits(f, in)
	body := l.block(f.body.body)
	if f.ret.Kind != word.Void && f.ret.Kind != word.Auto && f.owner == nil && !(l.host && f.name == "main") && !alwaysReturns(f.body) {
		l.warnOnce(f.tok, "", "not every path through '%s' returns a value", f.name)
	}
	after := l.destroy(l.top(), f.tok)
	if f.owner != nil && f.name[0] == '~' && f.owner.class.parent != nil && in.this != nil {
		base := f.owner.class.parent
		if g := (&Type{Kind: word.Struct, class: base}).destructor(); g != nil && g.body != nil {
			this := value{typ: pointerTo(g.owner), slot: in.this.slot}
			after = seq(after, l.call1(g, &this, nil, binding{}, f.tok).run)
		}
	}
	l.checkLabels(in)
	if before == nil && after == nil {
		return body
	}
	return func(w *warp, m uint32) uint32 {
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
func (l *lowering) memberInits(f *function, in *inlined) step {
	if f.owner == nil || f.name != f.owner.class.base() || in.this == nil {
		return nil
	}
	self := l.objectOf(*in.this, f.tok)
	inits := map[string]*memberInit{}
	for i := range f.inits {
		inits[f.inits[i].tok.text] = &f.inits[i]
	}
	var run step
	base := f.owner.class.parent
	if base != nil {
		t := &Type{Kind: word.Struct, Name: base.name, class: base}
		part := l.part(self, 0, t)
		if init := inits[(&class{name: base.name}).base()]; init != nil {
			run = l.constructAt(part, l.operands(init.args.kids), init.tok, false)
			delete(inits, (&class{name: base.name}).base())
		} else {
			run = l.defaults(part, f.tok)
		}
	}
	run = seq(run, l.setClass(self))
	for i, field := range f.owner.Members() {
		if field.Name == "#class" {
			continue
		}
		init := inits[field.Name]
		delete(inits, field.Name)
		if base != nil && i < len(base.fields) {
			continue
		}
		run = seq(run, l.memberInit(l.field(self, field, l.resolve(field.Type, f.tok)), field, init, f.tok))
	}
	for name, init := range inits {
		if name == f.name { // a delegating constructor
			run = l.constructAt(self, l.operands(init.args.kids), init.tok, false)
			continue
		}
		l.fail(init.tok, "", "'%s' is not a member of '%s'", name, f.owner)
	}
	return run
}

func (l *lowering) memberInit(p *place, field Field, init *memberInit, at token) step {
	switch {
	case field.ref:
		return l.bindMember(p, field, init, at)
	case init == nil && field.init != nil:
		return l.fill(p, field.init)
	case init == nil:
		return l.defaults(p, at)
	case p.typ.Kind == word.Struct:
		return l.constructAt(p, l.operands(init.args.kids), init.tok, false)
	case len(init.args.kids) == 0:
		if p.typ.Kind == word.Array {
			return l.clear(p)
		}
		return l.assign(p, l.cast(l.constant(0, basic[word.I32]), p.typ))
	case p.typ.Kind == word.Array:
		return l.fill(p, &expr{op: "init", tok: init.tok, kids: init.args.kids})
	}
	v := l.initial(init.args.kids[0], p.typ)
	return seq(v.run, l.assign(p, v))
}

// bindMember binds a member that is a reference: it holds an address.
func (l *lowering) bindMember(p *place, field Field, init *memberInit, at token) step {
	if init == nil || len(init.args.kids) != 1 {
		l.fail(at, "", "the member '%s' is a reference and must be bound by the constructor", field.Name)
	}
	q := l.operand(init.args.kids[0]).p
	if q == nil || q.reg >= 0 {
		l.fail(init.tok, "give it a variable that lives as long as the object", "the member '%s' is a reference, which needs something in memory", field.Name)
	}
	v := q.addr
	v.typ = p.typ
	return seq(v.run, l.assign(p, v))
}
