// This file lowers statements to actions.

package lower

import (
	"slices"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// block lowers statements in a scope of their own. Whatever way lanes leave it, what
// lives in it is destroyed at its end.
func (l *lowering) block(list []*syntax.Stmt) simt.Action {
	l.push()
	defer l.pop()
	body := l.sequence(list)
	l.checkScope(l.top())
	if len(l.top().dying) == 0 || len(list) == 0 {
		return body
	}
	l.rigid = true
	after := l.destroy(l.top(), list[0].Tok)
	return func(w *simt.Warp, m uint32) uint32 {
		if body != nil {
			m = body(w, m)
		}
		if after != nil {
			after(w, 0)
		}
		return m
	}
}

func (l *lowering) sequence(list []*syntax.Stmt) simt.Action {
	var acts []simt.Action
	labelled := map[int]bool{}
	defer l.intervals(list)
	for _, s := range list {
		if l.c.Full() {
			return nil
		}
		syntax.Guard(func() {
			if a := l.statement(s); a != nil {
				labelled[len(acts)] = s.Op == "label"
				acts = append(acts, a)
			}
		})
	}
	if slices.ContainsFunc(list, func(s *syntax.Stmt) bool { return s.Op == "label" }) {
		l.rigid = true
		return func(w *simt.Warp, m uint32) uint32 {
			for i, a := range acts {
				if m != 0 || labelled[i] {
					m = a(w, m)
				}
			}
			return m
		}
	}
	switch len(acts) {
	case 0:
		return nil
	case 1:
		return acts[0]
	}
	return func(w *simt.Warp, m uint32) uint32 {
		for _, a := range acts {
			if m = a(w, m); m == 0 {
				return 0
			}
		}
		return m
	}
}

func (l *lowering) statement(s *syntax.Stmt) simt.Action {
	waits := l.waits
	a := l.marked(s)
	l.notePart(s, a, l.waits-waits)
	return a
}

func (l *lowering) lowered(s *syntax.Stmt) simt.Action {
	switch s.Op {
	case "block":
		return l.block(s.Body)
	case "empty":
		return nil
	case "expr":
		return perform(l.effect(s.Cond))
	case "decl":
		var all simt.Op
		for _, d := range s.Decls {
			all = seq(all, l.declareOrBreak(d))
		}
		return perform(all)
	case "if":
		return l.ifStatement(s)
	case "for", "while", "do":
		l.push()
		defer l.pop()
		return l.loop(s)
	case "each":
		return l.eachStatement(s)
	case "static_assert":
		if n, ok := syntax.Constant(s.Cond, l); ok && n == 0 {
			l.fail(s.Tok, "", "%s", syntax.AssertText("static assertion failed", s.Post.Name))
		} else if !ok {
			l.fail(s.Tok, "", "static_assert needs a constant expression")
		}
		return nil
	case "switch":
		return l.switchStatement(s)
	case "goto":
		return l.gotoStatement(s)
	case "label":
		return l.labelStatement(s)
	case "try":
		return l.tryStatement(s)
	case "throw":
		return l.throwStatement(s)
	case "return":
		return l.returnStatement(s)
	case "break", "continue":
		list := l.breaks
		if s.Op == "continue" {
			list = l.continues
		}
		if len(list) == 0 {
			l.fail(s.Tok, "", "'%s' statement not in a loop", s.Op)
		}
		slot := list[len(list)-1]
		return func(w *simt.Warp, m uint32) uint32 { w.Masks[slot] |= m; return 0 }
	}
	l.fail(s.Tok, "", "'%s' outside of a switch", s.Op)
	return nil
}

func perform(f simt.Op) simt.Action {
	if f == nil {
		return nil
	}
	return func(w *simt.Warp, m uint32) uint32 { w.Core.Spend(1); f(w, m); return m }
}

// truth lowers a condition to a register that is zero or not.
func (l *lowering) truth(e *syntax.Expr) value {
	if e.Op == "=" {
		l.warn(e.Tok, "write == to compare", "an assignment is used as a condition")
	}
	v := l.rvalue(e)
	return l.convert(v, syntax.Basic[word.Bool], e.Tok)
}

func (l *lowering) ifStatement(s *syntax.Stmt) simt.Action {
	l.unit.LookBefore(s)
	if n, ok := syntax.Constant(s.Cond, l); ok && (s.Known || l.call != nil && l.call.f.Template != nil) {
		switch { // if constexpr, and what a template's parameters decide
		case n != 0:
			return l.block(s.Body)
		case s.Other != nil:
			return l.block([]*syntax.Stmt{s.Other})
		}
		return nil
	}
	c := l.truth(s.Cond)
	then := l.block(s.Body)
	var other simt.Action
	if s.Other != nil {
		other = l.block([]*syntax.Stmt{s.Other})
	}
	fork := &simt.Fork{Cond: simt.Condition{Ask: c.run, Slot: c.slot}}
	if l.host {
		fork.Test = l.scalarOf(c)
	}
	l.partOf(s).Fork = fork
	return func(w *simt.Warp, m uint32) uint32 {
		yes, no := fork.Ask(w, m)
		if yes != 0 && then != nil {
			yes = then(w, yes)
		}
		if no != 0 && other != nil {
			no = other(w, no)
		}
		return yes | no
	}
}

func (l *lowering) loop(s *syntax.Stmt) simt.Action {
	l.unit.LookBefore(s)
	var init, body simt.Action
	if s.Init != nil {
		init = l.lowered(s.Init)
	}
	brk, cont := l.mask(), l.mask()
	var c *value
	if s.Cond != nil {
		v := l.truth(s.Cond)
		v.run = l.markedStep(s.Tok, v.run)
		c = &v
	}
	l.breaks, l.continues = append(l.breaks, brk), append(l.continues, cont)
	body = l.block(s.Body)
	l.breaks, l.continues = l.breaks[:len(l.breaks)-1], l.continues[:len(l.continues)-1]
	var post simt.Op
	if s.Post != nil {
		post = l.effect(s.Post)
	}
	at := l.site(s.Tok, "")
	o := &simt.Loop{Brk: brk, Cont: cont, Init: init, Post: post, At: at}
	if c != nil {
		o.Cond = &simt.Condition{Ask: c.run, Slot: c.slot}
	}
	if l.host && c != nil {
		o.Test = l.scalarOf(*c)
	}
	o.Swept, o.Abreast = l.sweepOf(s), l.abreastOf(s)
	l.partOf(s).Loop = o
	l.noteControl(s)
	do := s.Op == "do"
	return func(w *simt.Warp, m uint32) uint32 {
		if init != nil {
			m = init(w, m)
		}
		var out uint32
		var t simt.Turning
		w.Masks[brk] = 0
		check := !do
		for m != 0 {
			if m = o.Turn(w, m, &t, &out, check); m == 0 {
				break
			}
			check = true
			if body != nil {
				w.Masks[cont] = 0
				m = body(w, m) | w.Masks[cont]
			}
			if post != nil && m != 0 {
				post(w, m)
			}
		}
		return out | w.Masks[brk]
	}
}

func (l *lowering) switchStatement(s *syntax.Stmt) simt.Action {
	v := l.rvalue(s.Cond)
	if !v.typ.IsInt() {
		l.fail(s.Tok, "", "switch needs an integer, not '%s'", v.typ)
	}
	v = l.convert(v, syntax.Promoted(v.typ), s.Tok)
	brk := l.mask()
	type arm struct {
		values []uint64
		preset bool
		from   int
	}
	var arms []arm
	var acts []simt.Action
	l.breaks = append(l.breaks, brk)
	l.push()
	for _, b := range s.Body[0].Body {
		if b.Op != "case" && b.Op != "default" {
			if a := l.statement(b); a != nil {
				acts = append(acts, a)
			}
			continue
		}
		a := arm{preset: b.Op == "default", from: len(acts)}
		if b.Cond != nil {
			n, ok := syntax.Constant(b.Cond, l)
			if !ok {
				l.fail(b.Tok, "", "case value is not a constant integer")
			}
			a.values = []uint64{word.Wrap(v.typ.Kind, uint64(n))}
			for _, other := range arms {
				if len(other.values) > 0 && other.values[0] == a.values[0] {
					l.fail(b.Tok, "remove one of the two", "duplicate case value '%d'", n)
				}
			}
		}
		arms = append(arms, a)
	}
	l.pop()
	l.breaks = l.breaks[:len(l.breaks)-1]
	return func(w *simt.Warp, m uint32) uint32 {
		if v.run != nil {
			v.run(w, m)
		}
		w.Masks[brk] = 0
		enter := make([]uint32, len(acts)+1)
		rest := m
		for _, a := range arms {
			for i := range simt.Lanes {
				if rest>>i&1 != 0 && len(a.values) > 0 && w.In(v.slot)[i] == a.values[0] {
					enter[a.from] |= 1 << i
					rest &^= 1 << i
				}
			}
		}
		out := rest
		for _, a := range arms {
			if a.preset {
				enter[a.from] |= rest
				out = 0
			}
		}
		var on uint32
		for k, a := range acts {
			if on |= enter[k]; on != 0 {
				w.Core.Spend(1)
				on = a(w, on)
			}
		}
		return out | on | enter[len(acts)] | w.Masks[brk]
	}
}

func (l *lowering) returnStatement(s *syntax.Stmt) simt.Action {
	in := l.call
	var f simt.Op
	switch {
	case in.ret == nil:
		f = l.autoReturn(s)
	case s.Cond == nil && in.ret.Kind != word.Void:
		l.fail(s.Tok, "", "'%s' must return a value of type '%s'", in.f.Name, in.ret)
	case s.Cond != nil && in.ret.Kind == word.Void:
		if in.f.Global {
			l.fail(s.Tok, "write results through a pointer", "a kernel returns nothing")
		}
		if f = l.effect(s.Cond); s.Cond.Op == "num" || s.Cond.Op == "name" {
			l.fail(s.Cond.Tok, "", "'%s' returns void and cannot return a value", in.f.Name)
		}
	case s.Cond != nil:
		f = l.returnValue(s.Cond)
	}
	mask, kernel := in.retMask, in.up == nil && !l.host
	return func(w *simt.Warp, m uint32) uint32 {
		if f != nil {
			f(w, m)
		}
		w.Masks[mask] |= m
		if kernel {
			w.Left |= m
		}
		return 0
	}
}

// autoReturn lowers a return of a function whose first return says its type.
func (l *lowering) autoReturn(s *syntax.Stmt) simt.Op {
	in := l.call
	if s.Cond == nil {
		in.ret = syntax.Basic[word.Void]
		return nil
	}
	o := l.operand(s.Cond)
	if o.list {
		l.fail(s.Tok, "name the type", "a list in braces has no type")
	}
	in.ret = syntax.Plain(o.v.typ)
	if in.ret.Kind == word.Struct {
		in.retSlot = l.allot(in.ret).slot
	}
	return l.returnFrom(o, s.Cond)
}

func (l *lowering) returnValue(e *syntax.Expr) simt.Op { return l.returnFrom(l.operand(e), e) }

func (l *lowering) returnFrom(o operand, e *syntax.Expr) simt.Op {
	in := l.call
	if in.f.RetRef {
		if o.p == nil || o.p.reg >= 0 {
			l.fail(e.Tok, "return it by value", "a reference to a temporary value is returned")
		}
		return seq(o.p.addr.run, l.move(o.p.addr.slot, in.retSlot))
	}
	v := l.initialFrom(o, in.ret)
	if in.ret.Kind != word.Struct {
		return seq(v.run, l.move(v.slot, in.retSlot))
	}
	at := l.site(e.Tok, "")
	f := seq(v.run, l.copyBytes(in.retSlot, v.slot, in.ret.Size(), 1, at))
	if in.ret.Destructor() == nil || v.fresh {
		return f
	}
	if mask, ok := l.released(e); ok { // the caller has it now
		return seq(f, func(w *simt.Warp, m uint32) { w.Masks[mask] &^= m })
	}
	return l.copyAt(&place{typ: in.ret, reg: -1, addr: value{typ: syntax.PointerTo(in.ret), slot: in.retSlot}, at: at}, v, e.Tok)
}

// eachStatement lowers for over an array or over what has begin() and end().
func (l *lowering) eachStatement(s *syntax.Stmt) simt.Action {
	l.push()
	defer l.pop()
	o := l.operand(s.Cond)
	if o.list {
		o = l.listOperand(s.Cond)
	}
	at := s.Cond.Tok
	name := func(n string) *syntax.Expr { return &syntax.Expr{Op: "name", Name: n, Tok: at} }
	hidden := func(n string, v value) simt.Op {
		return l.declareWith(&syntax.Decl{Tok: at, Name: n}, &symbol{}, syntax.Plain(v.typ), &v)
	}
	var first, last value
	var start simt.Op
	if o.p != nil && o.p.typ.Kind == word.Array && o.p.typ.N >= 0 {
		first = l.read(o.p)
		last = l.pointerValue("+", first, l.constant(uint64(o.p.typ.N), syntax.Basic[word.I32]), s.Cond)
	} else {
		if o.v.typ.Kind != word.Struct || len(o.v.typ.Methods("begin")) == 0 {
			l.fail(at, "", "cannot go over a value of type '%s'", o)
		}
		var p *place
		p, start = l.bindReference(o)
		l.bind("#range", &symbol{typ: p.typ, place: p})
		object := func(m string) value {
			return l.rvalue(&syntax.Expr{Op: "call", Tok: at, Kids: []*syntax.Expr{{Op: "member", Name: m, Tok: at, Kids: []*syntax.Expr{name("#range")}}}})
		}
		first, last = object("begin"), object("end")
	}
	start = seq(start, seq(hidden("#at", first), hidden("#end", last)))
	d := *s.Init.Decls[0]
	d.Init = &syntax.Expr{Op: "unary", Name: "*", Tok: at, Kids: []*syntax.Expr{name("#at")}}
	loop := &syntax.Stmt{Op: "for", Tok: s.Tok, Cond: &syntax.Expr{Op: "!=", Tok: at, Kids: []*syntax.Expr{name("#at"), name("#end")}},
		Post: &syntax.Expr{Op: "pre", Name: "++", Tok: at, Kids: []*syntax.Expr{name("#at")}}}
	loop.Body = append([]*syntax.Stmt{{Op: "decl", Tok: s.Tok, Decls: []*syntax.Decl{&d}}}, s.Body...)
	body := l.loop(loop)
	return func(w *simt.Warp, m uint32) uint32 {
		if start != nil {
			start(w, m)
		}
		return body(w, m)
	}
}

// listOperand is a list in braces as an array of the type of its first element.
func (l *lowering) listOperand(e *syntax.Expr) operand {
	if len(e.Kids) == 0 {
		l.fail(e.Tok, "", "an empty list in braces has no type")
	}
	elem := syntax.Plain(l.rvalue(e.Kids[0]).typ)
	t := &syntax.Type{Kind: word.Array, Elem: elem, N: len(e.Kids)}
	p := &place{typ: t, reg: -1, addr: l.allot(t), at: l.site(e.Tok, "")}
	q := *p
	q.addr.run = l.fill(p, e)
	return operand{e: e, p: &q, v: l.read(&q)}
}

// alwaysReturns reports that no path leads to the end of a statement.
func alwaysReturns(s *syntax.Stmt) bool {
	if s == nil {
		return false
	}
	switch s.Op {
	case "return", "throw", "goto":
		return true
	case "try":
		return true // who knows
	case "block":
		for _, b := range s.Body {
			if alwaysReturns(b) {
				return true
			}
		}
	case "if":
		return s.Other != nil && alwaysReturns(s.Body[0]) && alwaysReturns(s.Other)
	case "while", "for", "do", "switch", "each":
		return true // who knows
	case "expr":
		return s.Cond.Op == "call" && (s.Cond.Kids[0].Name == "exit" || s.Cond.Kids[0].Name == "abort" || s.Cond.Kids[0].Name == "assert" || s.Cond.Kids[0].Name == "__trap")
	}
	return false
}
