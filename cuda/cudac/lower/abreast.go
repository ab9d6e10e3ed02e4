// This file finds loops of the host whose iterations do not look at each other, and lowers them once
// more, for a warp whose lanes are iterations (simt/abreast.go). Such a loop counts up to a limit;
// it computes with numbers of its own and of before the loop; what it stores to is an element
// of its own in each iteration. Sums over the iterations, and rand, are taken lane by lane, in order.

package lower

import (
	"slices"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
	"gputour/engine/diag"
)

// abreast looks at a loop.
type abreast struct {
	l       *lowering
	counter string
	own     map[string]bool         // variables that the body declares
	defined map[string]*syntax.Expr // those that are set once, by what
	set     map[string]bool         // variables of outside that each iteration sets before it reads them
	read    map[string]bool         // variables of outside
	summed  map[string]bool
	changed map[string]int // how often a variable is assigned to
	uses    []elementUse
	leaves  []leaf
	vectors map[*syntax.Expr][2]*syntax.Expr // where they begin, and how long they are
	draws   int                              // calls of rand
}

// elementUse is an access to an element.
type elementUse struct {
	base    *syntax.Expr
	indices []*syntax.Expr
	store   bool
}

// need gives up where a loop is not of the kind.
func (a *abreast) need(ok bool) {
	if !ok {
		panic(untaped{})
	}
}

// abreastOf is a loop of the host for iterations side by side; nil where it has none. An if at the beginning
// may be what ends a round: what it does is then left to the statements.
func (l *lowering) abreastOf(s *syntax.Stmt) *simt.Abreast {
	if !l.host || s.Op != "for" || s.Cond == nil || s.Post == nil || l.c.Recorded || l.routine != nil || l.owner() != nil {
		return nil
	}
	body := s.Body
	if len(body) == 1 && body[0].Op == "block" {
		body = body[0].Body
	}
	defer func() { l.standing, l.vectors = nil, nil }()
	o := l.tryAbreast(s, body, -1)
	if i := slices.IndexFunc(body, func(b *syntax.Stmt) bool { return b.Op != "decl" }); o == nil && i >= 0 && body[i].Op == "if" && body[i].Other == nil && !body[i].Known {
		o = l.tryAbreast(s, body, i)
	}
	return o
}

// tryAbreast is abreastOf with the number of the statement that ends a round, or -1.
func (l *lowering) tryAbreast(s *syntax.Stmt, body []*syntax.Stmt, guard int) *simt.Abreast {
	c, work, scopes, local, sums := l.c, l.program.work, len(l.scopes), l.local, l.sums
	l.c = &source.Text{Whole: c.Whole}
	defer func() {
		l.c, l.program.work, l.scopes, l.local, l.host, l.beside, l.sums = c, work, l.scopes[:scopes], local, true, false, sums
	}()
	a := &abreast{l: l, own: map[string]bool{}, defined: map[string]*syntax.Expr{}, set: map[string]bool{}, read: map[string]bool{}, summed: map[string]bool{}, changed: map[string]int{}, vectors: map[*syntax.Expr][2]*syntax.Expr{}}
	l.standing, l.vectors = map[*syntax.Expr]value{}, a.vectors
	var o *simt.Abreast
	if !taped(func() {
		o = a.loop(s, body, guard)
		a.need(l.local == local)
	}) {
		return nil
	}
	return o
}

// loop is the loop for iterations side by side.
func (a *abreast) loop(s *syntax.Stmt, body []*syntax.Stmt, guard int) *simt.Abreast {
	o := a.header(s)
	for i, b := range body {
		if i == guard {
			a.value(b.Cond)
			a.need(a.draws == 0)
			continue
		}
		a.statement(b, 0, true)
	}
	a.settle(o)
	a.lower(o, body, guard)
	return o
}

// header reads for (…; i < limit; i++).
func (a *abreast) header(s *syntax.Stmt) *simt.Abreast {
	l, o := a.l, &simt.Abreast{Step: 1, Inclusive: s.Cond.Op == "<="}
	a.need((s.Cond.Op == "<" || o.Inclusive) && s.Cond.Kids[0].Op == "name")
	a.counter = s.Cond.Kids[0].Name
	up := s.Post
	a.need((up.Op == "pre" || up.Op == "post") && up.Name == "++" || up.Op == "+=")
	a.need(up.Kids[0].Op == "name" && up.Kids[0].Name == a.counter)
	if up.Op == "+=" {
		n, ok := syntax.Constant(up.Kids[1], l)
		a.need(ok && n > 0 && n < 1<<20)
		o.Step = n
	}
	v := a.variable(a.counter)
	a.need(v != nil && slices.Contains([]word.Kind{word.I32, word.U32, word.I64, word.U64}, v.typ.Kind))
	o.Slot, o.Kind = v.place.reg, v.typ.Kind
	syntax.WalkExpr(s.Cond.Kids[1], func(e *syntax.Expr) {
		a.need(slices.Contains([]string{"num", "name", "member", "arrow", "call", "sizeof", "cast", "+", "-", "*", "/", "%", "<<", ">>"}, e.Op))
	})
	a.value(s.Cond.Kids[1])
	a.need(!a.read[a.counter] && a.draws == 0)
	limit := l.rvalue(s.Cond.Kids[1])
	a.need(limit.typ.IsInt())
	o.Limit = l.scalarOf(limit)
	for _, b := range s.Body {
		syntax.Walk(b, func(e *syntax.Expr) {
			if e != nil && (syntax.Assignments[e.Op] || e.Op == "pre" || e.Op == "post") && len(e.Kids) > 0 && e.Kids[0].Op == "name" {
				a.changed[e.Kids[0].Name]++
			}
		})
	}
	return o
}

// variable is one of outside that has a register; nil for others.
func (a *abreast) variable(name string) *symbol {
	s := a.l.peek(name)
	if s == nil || s.broken || s.konst != nil || s.place == nil || s.place.reg < 0 || s.place.before != nil {
		return nil
	}
	return s
}

// statement looks at a statement, in so many inner loops; always says that each iteration comes by.
func (a *abreast) statement(s *syntax.Stmt, loops int, always bool) {
	switch s.Op {
	case "empty":
	case "block":
		for _, b := range s.Body {
			a.statement(b, loops, always)
		}
	case "expr":
		a.effect(s.Cond, loops, always)
	case "decl":
		for _, d := range s.Decls {
			a.declare(d)
		}
	case "if":
		a.need(!s.Known)
		a.value(s.Cond)
		for _, b := range s.Body {
			a.statement(b, loops, false)
		}
		if s.Other != nil {
			a.statement(s.Other, loops, false)
		}
	case "for", "while":
		if s.Init != nil {
			a.statement(s.Init, loops, always)
		}
		a.need(s.Cond != nil)
		a.value(s.Cond)
		for _, b := range s.Body {
			a.statement(b, loops+1, false)
		}
		if s.Post != nil {
			a.effect(s.Post, loops+1, false)
		}
	case "break", "continue":
		a.need(loops > 0)
	default:
		a.need(false)
	}
}

func (a *abreast) declare(d *syntax.Decl) {
	t := a.l.Known(d.Type, d.Tok)
	a.need(t != nil && t.IsNumber() && !t.Volatile && !d.Ref && !d.Static && !d.Shared && !d.Constexpr && len(d.Parts) == 0 && !a.l.call.taken[d.Name] && a.l.peek(d.Name) == nil)
	if d.Init != nil {
		a.value(d.Init)
	}
	if a.defined[d.Name] = d.Init; a.own[d.Name] || a.changed[d.Name] > 0 || !t.IsInt() || t.Size() < 4 {
		a.defined[d.Name] = nil
	}
	a.own[d.Name] = true
}

// effect looks at an expression whose value nobody reads.
func (a *abreast) effect(e *syntax.Expr, loops int, always bool) {
	if e.Op == "," {
		for _, k := range e.Kids {
			a.effect(k, loops, always)
		}
		return
	}
	step := e.Op == "pre" || e.Op == "post"
	a.need(step || syntax.Assignments[e.Op])
	to := e.Kids[0]
	if x := folded(e); x != nil && to.Op == "name" && !a.own[to.Name] && !a.set[to.Name] {
		a.value(x)
		a.need(!named(x, to.Name) && (e.Kids[1].Op != "call" || a.mathematical(e.Kids[1])))
	} else if len(e.Kids) > 1 {
		a.value(e.Kids[1])
	}
	if to.Op != "name" {
		a.element(to, true)
		if e.Op != "=" {
			a.element(to, false)
		}
		return
	}
	a.need(to.Type == nil && to.Name != a.counter)
	if a.own[to.Name] || a.set[to.Name] {
		return
	}
	v := a.variable(to.Name)
	a.need(v != nil && v.typ.IsNumber())
	if x := folded(e); x != nil {
		a.need(loops == 0)
		a.summed[to.Name] = true
		return
	}
	if e.Op == "=" {
		a.need(always && loops == 0 && !a.read[to.Name] && !a.summed[to.Name])
		a.set[to.Name] = true
		return
	}
	a.need(loops == 0)
	a.summed[to.Name] = true
}

// lower lowers the body for lanes.
func (a *abreast) lower(o *simt.Abreast, body []*syntax.Stmt, guard int) {
	l := a.l
	l.host, l.beside, l.sums = false, true, a.summed
	l.push()
	if guard >= 0 {
		o.Before = l.sequence(body[:guard])
		c := l.truth(body[guard].Cond)
		o.Stops = &simt.Condition{Ask: c.run, Slot: c.slot}
	}
	o.Body = l.sequence(body[guard+1:])
	a.need(!slices.ContainsFunc(l.c.Problems, func(d *diag.Diagnostic) bool { return d.Severity == diag.Error }))
}

// inOrder is an expression of the host that lanes come to one after the other; give leaves what a lane
// has for it in a register.
func (l *lowering) inOrder(e *syntax.Expr, x *value) value {
	l.host, l.beside = true, false
	defer func() { l.host, l.beside = false, true }()
	from, slot := 0, -1
	var run simt.Op
	if x != nil {
		from, slot, run = x.slot, l.reg(), x.run
		l.push()
		defer l.pop()
		l.bind("#lane", &symbol{typ: x.typ, place: &place{typ: x.typ, reg: slot, at: l.site(e.Tok, "")}})
		e = withLane(e)
	}
	v := l.rvalue(e)
	f, d := l.scalarOf(v), l.reg()
	return value{typ: v.typ, slot: d, run: seq(run, func(w *simt.Warp, m uint32) {
		z, in := w.Out(d), w.In(from)
		for ; m != 0; m &= m - 1 {
			i := simt.First(m)
			if slot >= 0 {
				w.Scalar.Regs[slot][0] = in[i]
			}
			z[i] = f(w.Scalar)
		}
	})}
}

// summedUp lowers what is done in the order of the iterations; !ok where an expression is nothing such.
func (l *lowering) summedUp(e *syntax.Expr) (v value, ok bool) {
	switch {
	case !l.beside:
		return v, false
	case l.standing[e].typ != nil:
		return l.standing[e], true
	case drawn(e):
		return l.inOrder(e, nil), true
	case len(e.Kids) > 0 && e.Kids[0].Op == "name" && l.sums[e.Kids[0].Name]:
		if e.Op == "pre" || e.Op == "post" {
			return l.inOrder(e, nil), true
		}
		if y := folded(e); y != nil {
			x := l.rvalue(y)
			return l.inOrder(e, &x), true
		}
		if syntax.Assignments[e.Op] {
			x := l.rvalue(e.Kids[1])
			return l.inOrder(e, &x), true
		}
	}
	return v, false
}

// folded is x in s = s + x, s = x + s, s = f(s, x) and s = f(x, s); nil for others.
func folded(e *syntax.Expr) *syntax.Expr {
	if e.Op != "=" || e.Kids[0].Op != "name" {
		return nil
	}
	r := e.Kids[1]
	kids := r.Kids
	switch {
	case r.Op == "call" && len(kids) == 3 && kids[0].Op == "name":
		kids = kids[1:]
	case !slices.Contains([]string{"+", "*", "&", "|", "^"}, r.Op) || len(kids) != 2:
		return nil
	}
	for i := range 2 {
		if kids[i].Op == "name" && kids[i].Name == e.Kids[0].Name {
			return kids[1-i]
		}
	}
	return nil
}

// withLane is what is done in order, with what a lane has for it in the place of what that is computed from.
func withLane(e *syntax.Expr) *syntax.Expr {
	lane := &syntax.Expr{Op: "name", Name: "#lane", Tok: e.Tok}
	y := *e
	x := folded(e)
	if x == nil {
		y.Kids = []*syntax.Expr{e.Kids[0], lane}
		return &y
	}
	r := *e.Kids[1]
	r.Kids = slices.Clone(r.Kids)
	r.Kids[slices.Index(r.Kids, x)] = lane
	y.Kids = []*syntax.Expr{e.Kids[0], &r}
	return &y
}

// named reports that an expression has a name in it.
func named(e *syntax.Expr, name string) (found bool) {
	syntax.WalkExpr(e, func(e *syntax.Expr) { found = found || e.Op == "name" && e.Name == name })
	return found
}
