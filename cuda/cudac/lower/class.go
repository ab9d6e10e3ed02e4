// This file lowers what classes do: construction, copies, destruction, operators.

package lower

import (
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// objectOf is the object that a pointer to a class points to.
func (l *lowering) objectOf(this value, at lex.Token) *place {
	return &place{typ: this.typ.Elem, reg: -1, addr: this, at: l.site(at, "")}
}

// constructAt makes an object of a struct at a place; list says that the arguments stood
// in braces.
func (l *lowering) constructAt(p *place, args []operand, at lex.Token, list bool) simt.Op {
	t := p.typ
	p, run := l.fixed(p)
	if cs := t.Constructors(); len(cs) > 0 {
		if len(args) == 1 && !args[0].list && (syntax.Same(args[0].v.typ, t) || derives(args[0].v.typ, t)) {
			return seq(run, l.fillFrom(p, args[0]))
		}
		if list && len(args) > 0 && t.Class.From != nil && t.Class.Header && t.Collects() && !spans(args) {
			return seq(run, l.fillVector(p, args, at))
		}
		if len(args) == 0 && !takesNone(cs) && list {
			return seq(run, l.Clear(p))
		}
		this := value{typ: syntax.PointerTo(syntax.Plain(t)), slot: p.addr.slot, konst: p.addr.konst}
		f, b := l.pick(cs, args, nil, at, t.Class.Base())
		return seq(run, l.call1(f, &this, args, b, at).run)
	}
	if len(args) == 1 && !args[0].list && (syntax.Same(args[0].v.typ, t) || derives(args[0].v.typ, t)) {
		return seq(run, l.fillFrom(p, args[0]))
	}
	return seq(run, l.aggregate(p, args, at))
}

// fillVector makes a vector of the values in a list.
func (l *lowering) fillVector(p *place, args []operand, at lex.Token) simt.Op {
	run := l.constructAt(p, nil, at, false)
	this := value{typ: syntax.PointerTo(syntax.Plain(p.typ)), slot: p.addr.slot}
	for _, a := range args {
		f, b := l.pick(p.typ.Methods("push_back"), []operand{a}, nil, at, "push_back")
		run = seq(run, l.call1(f, &this, []operand{a}, b, at).run)
	}
	return run
}

// spans reports arguments that are a beginning and an end.
func spans(args []operand) bool {
	return len(args) == 2 && !args[0].list && !args[1].list && args[0].v.typ.Kind == word.Pointer && args[1].v.typ.Kind == word.Pointer
}

func takesNone(list []*syntax.Function) bool {
	for _, f := range list {
		if len(f.Params) == 0 || f.Params[0].Init != nil {
			return true
		}
	}
	return false
}

// aggregate gives the members of a plain struct their values, in order.
func (l *lowering) aggregate(p *place, args []operand, at lex.Token) simt.Op {
	t := p.typ
	fields := t.Members()
	if len(fields) == 1 && fields[0].Type.Kind == word.Array && len(args) > 0 && !args[0].list { // braces left out
		list := &syntax.Expr{Op: "init", Tok: at}
		for _, a := range args {
			list.Kids = append(list.Kids, a.e)
		}
		return l.fill(l.part(p, 0, fields[0].Type), list)
	}
	if len(args) > 0 && args[0].member != "" {
		args = l.designated(t, args, at)
	} else {
		args = elided(fields, args, at)
	}
	given := func(i int) bool { return i < len(args) && args[i].e != nil }
	if len(args) > len(fields) {
		l.fail(at, "", "too many values for '%s', which has %d members", t, len(fields))
	}
	run := l.Clear(p)
	for i, f := range fields {
		part := l.field(p, f, f.Type)
		switch {
		case given(i) && (args[i].list || f.Type.Kind == word.Array):
			run = seq(run, l.fill(part, args[i].e))
		case given(i) && f.Type.Kind == word.Struct:
			run = seq(run, l.fillFrom(part, args[i]))
		case given(i):
			v := l.initialFrom(args[i], f.Type)
			run = seq(run, seq(v.run, l.assign(part, v)))
		case t.Class.Name == "dim3":
			run = seq(run, l.assign(part, l.constant(1, syntax.Basic[word.U32])))
		case f.Init != nil:
			run = seq(run, l.fill(part, f.Init))
		case f.Type.Kind == word.Struct && len(f.Type.Constructors()) > 0:
			run = seq(run, l.defaults(part, at))
		}
		if t.Class.Union && (i+1 >= len(args) || given(i)) {
			break
		}
	}
	return run
}

// designated puts the values of {.member = …} in the order of the members; others are absent.
func (l *lowering) designated(t *syntax.Type, args []operand, at lex.Token) []operand {
	out := make([]operand, 0, len(t.Members()))
	for _, f := range t.Members() {
		var o operand
		for _, a := range args {
			if a.member == f.Name {
				o = a
			}
		}
		out = append(out, o)
	}
	for _, a := range args {
		if t.Field(a.member) == nil {
			l.fail(at, "", "no member named '%s' in '%s'", a.member, t)
		}
	}
	return out
}

// elided puts the braces round the elements of member arrays that were left out.
func elided(fields []syntax.Field, args []operand, at lex.Token) []operand {
	var out []operand
	for _, f := range fields {
		if len(args) == 0 {
			break
		}
		a := args[0]
		if f.Type.Kind != word.Array || a.list || a.e.Op == "str" || a.v.typ.Kind == word.Pointer {
			out, args = append(out, a), args[1:]
			continue
		}
		n := min(max(f.Type.N, 1), len(args))
		list := &syntax.Expr{Op: "init", Tok: at}
		for _, a := range args[:n] {
			list.Kids = append(list.Kids, a.e)
		}
		out, args = append(out, operand{e: list, list: true}), args[n:]
	}
	return append(out, args...)
}

// defaults makes an object without an initializer: plain numbers stay as they are.
func (l *lowering) defaults(p *place, at lex.Token) simt.Op {
	switch {
	case p.typ.Kind == word.Array && p.typ.Elem.InMemory():
		return l.defaultElements(p, at)
	case p.typ.Kind != word.Struct:
		return nil
	case p.typ.Class.Name == "dim3":
		return l.aggregate(p, nil, at)
	case len(p.typ.Constructors()) > 0:
		return l.constructAt(p, nil, at, false)
	}
	run := l.setClass(p)
	for _, f := range p.typ.Members() {
		part := l.field(p, f, f.Type)
		if f.Init != nil {
			run = seq(run, l.fill(part, f.Init))
		} else {
			run = seq(run, l.defaults(part, at))
		}
	}
	return run
}

// defaultElements makes the elements of an array, one after the other.
func (l *lowering) defaultElements(p *place, at lex.Token) simt.Op {
	elem, d := p.typ.Elem, l.reg()
	one := l.defaults(&place{typ: elem, reg: -1, addr: value{typ: syntax.PointerTo(elem), slot: d}, at: p.at}, at)
	if one == nil {
		return nil
	}
	n, size, slot := max(p.typ.N, 0), uint64(elem.Size()), p.addr.slot
	return seq(p.addr.run, func(w *simt.Warp, m uint32) {
		for i := range n {
			for lane := range simt.Lanes {
				w.Out(d)[lane] = w.In(slot)[lane] + uint64(i)*size
			}
			one(w, m)
		}
	})
}

// copyAt makes the object at p a copy of v, which somebody else has.
func (l *lowering) copyAt(p *place, v value, at lex.Token) simt.Op {
	for _, f := range p.typ.Constructors() {
		if len(f.Params) == 1 && f.Params[0].Ref && !f.Preset && f.Template == nil && sameClass(f.Params[0].Type, p.typ) {
			p, run := l.fixed(p)
			this := value{typ: syntax.PointerTo(syntax.Plain(p.typ)), slot: p.addr.slot}
			return seq(run, l.call1(f, &this, []operand{l.objectOperand(v, at)}, binding{}, at).run)
		}
	}
	return seq(v.run, seq(l.assign(p, v), l.setClass(p)))
}

// sameClass compares a parameter's type, which may mention its own template.
func sameClass(a, b *syntax.Type) bool {
	return a.Kind == word.Struct && b.Kind == word.Struct && a.Class == b.Class
}

// objectOperand is a struct's value as an argument.
func (l *lowering) objectOperand(v value, at lex.Token) operand {
	p := &place{typ: v.typ, reg: -1, addr: value{typ: syntax.PointerTo(v.typ), slot: v.slot, run: v.run}, at: l.site(at, "")}
	return operand{e: &syntax.Expr{Op: "temporary", Tok: at}, p: p, v: v}
}

// destroy runs the destructors of a scope for the lanes in which its objects live.
func (l *lowering) destroy(s *scope, at lex.Token) simt.Op {
	var all simt.Op
	for i := len(s.dying) - 1; i >= 0; i-- {
		d := s.dying[i]
		f := d.place.typ.Destructor()
		if f.Body == nil {
			continue
		}
		this := d.place.addr
		this.typ = syntax.PointerTo(syntax.Plain(d.place.typ))
		run := l.call1(f, &this, nil, binding{}, at).run
		mask := d.mask
		all = seq(all, func(w *simt.Warp, _ uint32) {
			if m := w.Masks[mask]; m != 0 {
				w.Masks[mask] = 0
				run(w, m)
			}
		})
	}
	return all
}

// released takes the object that a name stands for out of its scope's care, as a return
// does that moves it.
func (l *lowering) released(e *syntax.Expr) (int, bool) {
	if e.Op != "name" {
		return 0, false
	}
	s := l.find(e.Name)
	for i := len(l.scopes) - 1; i >= 0 && s != nil; i-- {
		for _, d := range l.scopes[i].dying {
			if d.place == s.place {
				return d.mask, true
			}
		}
	}
	return 0, false
}

// overloaded lowers an operator on operands of which one is a struct.
func (l *lowering) overloaded(op string, args []operand, at lex.Token) (value, bool) {
	any := false
	for _, a := range args {
		any = any || !a.list && a.v.typ.Kind == word.Struct
	}
	if !any {
		return value{}, false
	}
	name := "operator" + op
	a := args[0]
	if !a.list && a.v.typ.Kind == word.Struct {
		if list := a.v.typ.Methods(name); len(list) > 0 {
			if f, b, ok := l.best(list, args[1:], nil, a.constant()); ok {
				this := a.address()
				return l.call1(f, &this, args[1:], b, at), true
			}
		}
	}
	if list := l.unit.Functions[name]; len(list) > 0 {
		if f, b, ok := l.best(list, args, nil, false); ok {
			return l.call1(f, nil, args, b, at), true
		}
	}
	return value{}, false
}

// constant reports that an operand is const.
func (o operand) constant() bool { return o.p != nil && o.p.typ.Const }

// address is a pointer to a struct operand.
func (o operand) address() value {
	t := o.v.typ
	if o.p != nil {
		t = o.p.typ
	}
	return value{typ: syntax.PointerTo(t), slot: o.v.slot, run: o.v.run}
}

// assignClass lowers = for structs.
func (l *lowering) assignClass(p *place, o operand, at lex.Token) value {
	p, run := l.fixed(p)
	self := operand{e: o.e, p: p, v: value{typ: syntax.Plain(p.typ), slot: p.addr.slot}}
	if len(p.typ.Methods("operator=")) > 0 {
		if v, ok := l.overloaded("=", []operand{self, o}, at); ok {
			v.run = seq(run, v.run)
			return v
		}
	}
	v := l.initialFrom(o, p.typ)
	return value{typ: p.typ, slot: p.addr.slot, ref: true, run: seq(run, seq(v.run, l.assign(p, v)))}
}
