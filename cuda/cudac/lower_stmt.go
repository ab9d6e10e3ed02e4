// This file lowers statements to actions.

package cudac

import (
	"gputour/cuda/cudac/word"
	"slices"
)

// block lowers statements in a scope of their own. Whatever way lanes leave it, what
// lives in it is destroyed at its end.
func (l *lowering) block(list []*stmt) action {
	l.push()
	defer l.pop()
	body := l.sequence(list)
	l.checkScope(l.top())
	if len(l.top().dying) == 0 || len(list) == 0 {
		return body
	}
	l.rigid = true
	after := l.destroy(l.top(), list[0].tok)
	return func(w *warp, m uint32) uint32 {
		if body != nil {
			m = body(w, m)
		}
		if after != nil {
			after(w, 0)
		}
		return m
	}
}

func (l *lowering) sequence(list []*stmt) action {
	var acts []action
	labelled := map[int]bool{}
	defer l.intervals(list)
	for _, s := range list {
		if l.c.full() {
			return nil
		}
		(&parser{}).guard(func() {
			if a := l.statement(s); a != nil {
				labelled[len(acts)] = s.op == "label"
				acts = append(acts, a)
			}
		})
	}
	if slices.ContainsFunc(list, func(s *stmt) bool { return s.op == "label" }) {
		l.rigid = true
		return func(w *warp, m uint32) uint32 {
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
	return func(w *warp, m uint32) uint32 {
		for _, a := range acts {
			if m = a(w, m); m == 0 {
				return 0
			}
		}
		return m
	}
}

func (l *lowering) statement(s *stmt) action {
	waits := l.waits
	a := l.marked(s)
	l.notePart(s, a, l.waits-waits)
	return a
}

func (l *lowering) lowered(s *stmt) action {
	switch s.op {
	case "block":
		return l.block(s.body)
	case "empty":
		return nil
	case "expr":
		return perform(l.effect(s.cond))
	case "decl":
		var all step
		for _, d := range s.decls {
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
		if n, ok := l.c.constant(s.cond, l); ok && n == 0 {
			l.fail(s.tok, "", "%s", assertText("static assertion failed", s.post.name))
		} else if !ok {
			l.fail(s.tok, "", "static_assert needs a constant expression")
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
		if s.op == "continue" {
			list = l.continues
		}
		if len(list) == 0 {
			l.fail(s.tok, "", "'%s' statement not in a loop", s.op)
		}
		slot := list[len(list)-1]
		return func(w *warp, m uint32) uint32 { w.masks[slot] |= m; return 0 }
	}
	l.fail(s.tok, "", "'%s' outside of a switch", s.op)
	return nil
}

func perform(f step) action {
	if f == nil {
		return nil
	}
	return func(w *warp, m uint32) uint32 { w.run.spend(1); f(w, m); return m }
}

// truth lowers a condition to a register that is zero or not.
func (l *lowering) truth(e *expr) value {
	if e.op == "=" {
		l.warn(e.tok, "write == to compare", "an assignment is used as a condition")
	}
	v := l.rvalue(e)
	return l.convert(v, basic[word.Bool], e.tok)
}

func (l *lowering) ifStatement(s *stmt) action {
	l.unit.lookBefore(s)
	if n, ok := l.c.constant(s.cond, l); ok && (s.known || l.call != nil && l.call.f.template != nil) {
		switch { // if constexpr, and what a template's parameters decide
		case n != 0:
			return l.block(s.body)
		case s.other != nil:
			return l.block([]*stmt{s.other})
		}
		return nil
	}
	c := l.truth(s.cond)
	then := l.block(s.body)
	var other action
	if s.other != nil {
		other = l.block([]*stmt{s.other})
	}
	fork := &fork{cond: c}
	if l.host {
		fork.test = l.scalarOf(c)
	}
	l.partOf(s).fork = fork
	return func(w *warp, m uint32) uint32 {
		yes, no := fork.ask(w, m)
		if yes != 0 && then != nil {
			yes = then(w, yes)
		}
		if no != 0 && other != nil {
			no = other(w, no)
		}
		return yes | no
	}
}

func (l *lowering) loop(s *stmt) action {
	l.unit.lookBefore(s)
	var init, body action
	if s.init != nil {
		init = l.lowered(s.init)
	}
	brk, cont := l.mask(), l.mask()
	var c *value
	if s.cond != nil {
		v := l.truth(s.cond)
		v.run = l.markedStep(s.tok, v.run)
		c = &v
	}
	l.breaks, l.continues = append(l.breaks, brk), append(l.continues, cont)
	body = l.block(s.body)
	l.breaks, l.continues = l.breaks[:len(l.breaks)-1], l.continues[:len(l.continues)-1]
	var post step
	if s.post != nil {
		post = l.effect(s.post)
	}
	at := l.site(s.tok, "")
	o := &loop{brk: brk, cont: cont, init: init, cond: c, post: post, at: at}
	if l.host && c != nil {
		o.test = l.scalarOf(*c)
	}
	o.swept = l.sweepOf(s)
	l.partOf(s).loop = o
	l.noteControl(s)
	do := s.op == "do"
	return func(w *warp, m uint32) uint32 {
		if init != nil {
			m = init(w, m)
		}
		var out uint32
		var t turning
		w.masks[brk] = 0
		check := !do
		for m != 0 {
			if m = o.turn(w, m, &t, &out, check); m == 0 {
				break
			}
			check = true
			if body != nil {
				w.masks[cont] = 0
				m = body(w, m) | w.masks[cont]
			}
			if post != nil && m != 0 {
				post(w, m)
			}
		}
		return out | w.masks[brk]
	}
}

// loop is what a loop does around its body.
type loop struct {
	brk, cont int // masks
	init      action
	cond      *value
	test      scalar // the condition, of the host
	post      step
	at        *site
	swept     *sweep
}

// turning is a loop that is running.
type turning struct {
	spins watch
	alone int // iterations in a row that were not swept
}

// turn begins an iteration and returns the lanes that are in it; the others are added to out.
func (o *loop) turn(w *warp, m uint32, t *turning, out *uint32, check bool) uint32 {
	w.run.at, w.run.atThread = o.at, w.index*lanes+first(m)
	if o.swept != nil && t.alone < 2 {
		if o.swept.run(w, m, t.alone) > 0 {
			t.alone = 0
		} else {
			t.alone++
		}
	}
	w.run.spend(1)
	if w.run.kernel.polls {
		w.iterate(&t.spins, o.at)
	}
	if !check || o.cond == nil {
		return m
	}
	if o.test != nil {
		if o.test(w) != 0 {
			return m
		}
		*out |= m
		return 0
	}
	if o.cond.run != nil {
		o.cond.run(w, m)
	}
	stay := w.truth(o.cond.slot, m)
	w.run.profile.Branches++
	if stay != 0 && stay != m {
		w.run.profile.Divergent++
	}
	*out |= m &^ stay
	return stay
}

// fork is the condition of an if.
type fork struct {
	cond value
	test scalar // of the host
}

// ask returns the lanes that take each branch.
func (f *fork) ask(w *warp, m uint32) (yes, no uint32) {
	w.run.spend(1)
	if f.test != nil {
		if f.test(w) != 0 {
			return m, 0
		}
		return 0, m
	}
	if f.cond.run != nil {
		f.cond.run(w, m)
	}
	yes = w.truth(f.cond.slot, m)
	no = m &^ yes
	w.run.profile.Branches++
	if yes != 0 && no != 0 {
		w.run.profile.Divergent++
	}
	return yes, no
}

func (l *lowering) switchStatement(s *stmt) action {
	v := l.rvalue(s.cond)
	if !v.typ.isInt() {
		l.fail(s.tok, "", "switch needs an integer, not '%s'", v.typ)
	}
	v = l.convert(v, promoted(v.typ), s.tok)
	brk := l.mask()
	type arm struct {
		values []uint64
		preset bool
		from   int
	}
	var arms []arm
	var acts []action
	l.breaks = append(l.breaks, brk)
	l.push()
	for _, b := range s.body[0].body {
		if b.op != "case" && b.op != "default" {
			if a := l.statement(b); a != nil {
				acts = append(acts, a)
			}
			continue
		}
		a := arm{preset: b.op == "default", from: len(acts)}
		if b.cond != nil {
			n, ok := l.c.constant(b.cond, l)
			if !ok {
				l.fail(b.tok, "", "case value is not a constant integer")
			}
			a.values = []uint64{word.Wrap(v.typ.Kind, uint64(n))}
			for _, other := range arms {
				if len(other.values) > 0 && other.values[0] == a.values[0] {
					l.fail(b.tok, "remove one of the two", "duplicate case value '%d'", n)
				}
			}
		}
		arms = append(arms, a)
	}
	l.pop()
	l.breaks = l.breaks[:len(l.breaks)-1]
	return func(w *warp, m uint32) uint32 {
		if v.run != nil {
			v.run(w, m)
		}
		w.masks[brk] = 0
		enter := make([]uint32, len(acts)+1)
		rest := m
		for _, a := range arms {
			for i := range lanes {
				if rest>>i&1 != 0 && len(a.values) > 0 && w.in(v.slot)[i] == a.values[0] {
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
				w.run.spend(1)
				on = a(w, on)
			}
		}
		return out | on | enter[len(acts)] | w.masks[brk]
	}
}

func (l *lowering) returnStatement(s *stmt) action {
	in := l.call
	var f step
	switch {
	case in.ret == nil:
		f = l.autoReturn(s)
	case s.cond == nil && in.ret.Kind != word.Void:
		l.fail(s.tok, "", "'%s' must return a value of type '%s'", in.f.name, in.ret)
	case s.cond != nil && in.ret.Kind == word.Void:
		if in.f.global {
			l.fail(s.tok, "write results through a pointer", "a kernel returns nothing")
		}
		if f = l.effect(s.cond); s.cond.op == "num" || s.cond.op == "name" {
			l.fail(s.cond.tok, "", "'%s' returns void and cannot return a value", in.f.name)
		}
	case s.cond != nil:
		f = l.returnValue(s.cond)
	}
	mask, kernel := in.retMask, in.up == nil && !l.host
	return func(w *warp, m uint32) uint32 {
		if f != nil {
			f(w, m)
		}
		w.masks[mask] |= m
		if kernel {
			w.left |= m
		}
		return 0
	}
}

// autoReturn lowers a return of a function whose first return says its type.
func (l *lowering) autoReturn(s *stmt) step {
	in := l.call
	if s.cond == nil {
		in.ret = basic[word.Void]
		return nil
	}
	o := l.operand(s.cond)
	if o.list {
		l.fail(s.tok, "name the type", "a list in braces has no type")
	}
	in.ret = plain(o.v.typ)
	if in.ret.Kind == word.Struct {
		in.retSlot = l.allot(in.ret).slot
	}
	return l.returnFrom(o, s.cond)
}

func (l *lowering) returnValue(e *expr) step { return l.returnFrom(l.operand(e), e) }

func (l *lowering) returnFrom(o operand, e *expr) step {
	in := l.call
	if in.f.retRef {
		if o.p == nil || o.p.reg >= 0 {
			l.fail(e.tok, "return it by value", "a reference to a temporary value is returned")
		}
		return seq(o.p.addr.run, l.move(o.p.addr.slot, in.retSlot))
	}
	v := l.initialFrom(o, in.ret)
	if in.ret.Kind != word.Struct {
		return seq(v.run, l.move(v.slot, in.retSlot))
	}
	at := l.site(e.tok, "")
	f := seq(v.run, l.copyBytes(in.retSlot, v.slot, in.ret.Size(), 1, at))
	if in.ret.destructor() == nil || v.fresh {
		return f
	}
	if mask, ok := l.released(e); ok { // the caller has it now
		return seq(f, func(w *warp, m uint32) { w.masks[mask] &^= m })
	}
	return l.copyAt(&place{typ: in.ret, reg: -1, addr: value{typ: pointerTo(in.ret), slot: in.retSlot}, at: at}, v, e.tok)
}

// eachStatement lowers for over an array or over what has begin() and end().
func (l *lowering) eachStatement(s *stmt) action {
	l.push()
	defer l.pop()
	o := l.operand(s.cond)
	if o.list {
		o = l.listOperand(s.cond)
	}
	at := s.cond.tok
	name := func(n string) *expr { return &expr{op: "name", name: n, tok: at} }
	hidden := func(n string, v value) step {
		return l.declareWith(&decl{tok: at, name: n}, &symbol{}, plain(v.typ), &v)
	}
	var first, last value
	var start step
	if o.p != nil && o.p.typ.Kind == word.Array && o.p.typ.N >= 0 {
		first = l.read(o.p)
		last = l.pointerValue("+", first, l.constant(uint64(o.p.typ.N), basic[word.I32]), s.cond)
	} else {
		if o.v.typ.Kind != word.Struct || len(o.v.typ.methods("begin")) == 0 {
			l.fail(at, "", "cannot go over a value of type '%s'", o)
		}
		var p *place
		p, start = l.bindReference(o)
		l.bind("#range", &symbol{typ: p.typ, place: p})
		object := func(m string) value {
			return l.rvalue(&expr{op: "call", tok: at, kids: []*expr{{op: "member", name: m, tok: at, kids: []*expr{name("#range")}}}})
		}
		first, last = object("begin"), object("end")
	}
	start = seq(start, seq(hidden("#at", first), hidden("#end", last)))
	d := *s.init.decls[0]
	d.init = &expr{op: "unary", name: "*", tok: at, kids: []*expr{name("#at")}}
	loop := &stmt{op: "for", tok: s.tok, cond: &expr{op: "!=", tok: at, kids: []*expr{name("#at"), name("#end")}},
		post: &expr{op: "pre", name: "++", tok: at, kids: []*expr{name("#at")}}}
	loop.body = append([]*stmt{{op: "decl", tok: s.tok, decls: []*decl{&d}}}, s.body...)
	body := l.loop(loop)
	return func(w *warp, m uint32) uint32 {
		if start != nil {
			start(w, m)
		}
		return body(w, m)
	}
}

// listOperand is a list in braces as an array of the type of its first element.
func (l *lowering) listOperand(e *expr) operand {
	if len(e.kids) == 0 {
		l.fail(e.tok, "", "an empty list in braces has no type")
	}
	elem := plain(l.rvalue(e.kids[0]).typ)
	t := &Type{Kind: word.Array, Elem: elem, N: len(e.kids)}
	p := &place{typ: t, reg: -1, addr: l.allot(t), at: l.site(e.tok, "")}
	q := *p
	q.addr.run = l.fill(p, e)
	return operand{e: e, p: &q, v: l.read(&q)}
}

// alwaysReturns reports that no path leads to the end of a statement.
func alwaysReturns(s *stmt) bool {
	if s == nil {
		return false
	}
	switch s.op {
	case "return", "throw", "goto":
		return true
	case "try":
		return true // who knows
	case "block":
		for _, b := range s.body {
			if alwaysReturns(b) {
				return true
			}
		}
	case "if":
		return s.other != nil && alwaysReturns(s.body[0]) && alwaysReturns(s.other)
	case "while", "for", "do", "switch", "each":
		return true // who knows
	case "expr":
		return s.cond.op == "call" && (s.cond.kids[0].name == "exit" || s.cond.kids[0].name == "abort" || s.cond.kids[0].name == "assert" || s.cond.kids[0].name == "__trap")
	}
	return false
}
