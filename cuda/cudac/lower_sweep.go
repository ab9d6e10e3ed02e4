// This file lowers the body of a loop a second time, as a tape: operations on words that run
// for many iterations at once (sweep.go). That is for bodies of a simple kind: no branches or
// calls but of mathematics, 32-bit numbers, addresses that rise evenly. What is not of that
// kind has no tape and runs as its statements do.

package cudac

import (
	"slices"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// untaped ends the lowering of a body to a tape.
type untaped struct{}

// maxTape bounds the operations of a tape.
const maxTape = 400

// node is an expression on a tape: a line, or a register of the tape, or both.
type node struct {
	typ  *syntax.Type
	line *affine
	reg  int // -1 where it has none yet
}

// taper lowers a body to a tape.
type taper struct {
	l        *lowering
	s        *sweep
	scopes   []map[string]*node // variables that the body declares
	assigned map[string]bool    // names that the body assigns to
	changed  map[int]bool       // registers of the kernel that it may change
	carried  map[int]*node      // by register of the kernel
	consts   map[uint32]int
	inputs   map[int]int
}

// sweepOf makes the tape of a loop; nil where it has none. What the loop declares is in
// scope, and the body has been lowered.
func (l *lowering) sweepOf(s *syntax.Stmt) *sweep {
	if s.Op != "for" && s.Op != "while" || s.Cond == nil {
		return nil
	}
	return l.tape(func(t *taper) { t.loop(s) })
}

// tape lowers to a tape; nil says that there is none.
func (l *lowering) tape(lower func(*taper)) (made *sweep) {
	if l.host || l.c.Recorded || l.routine != nil {
		return nil
	}
	t := &taper{l: l, s: &sweep{}, assigned: map[string]bool{}, changed: map[int]bool{}, carried: map[int]*node{}, consts: map[uint32]int{}, inputs: map[int]int{}}
	problems, work := l.c, l.program.work
	l.c = &source.Text{}
	defer func() {
		l.c, l.program.work = problems, work
		switch r := recover().(type) {
		case nil:
		case untaped, syntax.Stop:
			made = nil
		default:
			panic(r)
		}
	}()
	lower(t)
	t.s.id = len(l.sweeps)
	l.sweeps = append(l.sweeps, t.s)
	return t.s
}

// phaseOf makes a tape of a whole kernel, of which a warp's part is one iteration.
func (l *lowering) phaseOf(f *syntax.Function) *sweep {
	return l.tape(func(t *taper) {
		t.need(!l.barriers && !l.polls && f.Global)
		t.s.phase, t.s.slot = true, -1
		for _, b := range f.Body.Body {
			syntax.Walk(b, t.noteAssigned)
		}
		for name := range t.assigned {
			t.need(l.find(name) == nil)
		}
		t.guarded(f.Body.Body)
		t.end()
	})
}

// interval lowers what lies between two barriers: a warp's part of it is one iteration. It
// declares nothing that is seen behind it.
func (t *taper) interval(list []*syntax.Stmt) {
	t.s.phase, t.s.inner, t.s.slot = true, true, -1
	for _, b := range list {
		syntax.Walk(b, t.noteAssigned)
	}
	for name := range t.assigned {
		v := t.l.find(name)
		t.need(name == "" || v == nil || v.place == nil || v.place.reg < 0)
	}
	t.guarded(list)
	t.end()
}

// guarded lowers statements of which some run only if a condition holds in all lanes, as it
// nearly always does.
func (t *taper) guarded(list []*syntax.Stmt) {
	t.scopes = append(t.scopes, map[string]*node{})
	for i, s := range list {
		if s.Op != "if" {
			t.statement(s)
			continue
		}
		t.need(s.Other == nil && len(s.Body) > 0)
		t.s.statements, t.s.branches, t.s.asked = t.s.statements+1, t.s.branches+1, t.s.asked+1
		t.need(!t.s.inner || t.s.asked == 1 && i == 0)
		if body := s.Body[0]; len(s.Body) == 1 && (body.Op == "return" || body.Op == "block" && len(body.Body) == 1 && body.Body[0].Op == "return") {
			t.guard(s.Cond, false)
			continue
		}
		t.need(i == len(list)-1)
		t.guard(s.Cond, true)
		t.guarded(s.Body)
	}
}

// guard is a condition that must hold, or not, in all lanes.
func (t *taper) guard(e *syntax.Expr, want bool) {
	if want && e.Op == "&&" || !want && e.Op == "||" {
		t.guard(e.Kids[0], want)
		t.guard(e.Kids[1], want)
		return
	}
	t.need(len(e.Kids) == 2 && word.IntegerCompare(e.Op, false) != nil)
	x, y := t.common(t.value(e.Kids[0]), t.value(e.Kids[1]))
	t.need(x.line != nil && y.line != nil)
	t.s.guards = append(t.s.guards, guard{x.line, y.line, e.Op, want})
}

func (t *taper) end() {
	for _, o := range t.s.rising {
		t.emit(tapeOp{code: lane.Advance, z: o.reg, x: -1, y: -1, rising: o.line})
	}
	t.emit(tapeOp{code: lane.End, z: -1, x: -1, y: -1})
}

func (t *taper) give() { panic(untaped{}) }

// need gives up where something does not hold.
func (t *taper) need(ok bool) {
	if !ok {
		t.give()
	}
}

// loop lowers a loop over a variable that rises by the same number in each iteration.
func (t *taper) loop(s *syntax.Stmt) {
	for _, b := range s.Body {
		syntax.Walk(b, t.noteAssigned)
	}
	for name := range t.assigned {
		if v := t.l.find(name); v != nil && v.place != nil && v.place.reg >= 0 {
			t.changed[v.place.reg] = true
		}
	}
	c := s.Cond
	t.need(c.Op == "<" || c.Op == "<=" || c.Op == ">" || c.Op == ">=")
	t.need(s.Post != nil)
	name, step := t.rise(s.Post)
	p := t.variable(name)
	t.need(!t.changed[p.reg])
	t.s.slot, t.s.kind = p.reg, p.typ.Kind
	t.need(p.typ.IsInt() && (p.typ.Kind == word.I32 || p.typ.Kind == word.U32 || p.typ.Kind == word.I64 || p.typ.Kind == word.U64))
	t.s.step = t.scalar(step)
	t.s.left, t.s.right, t.s.compare = nil, nil, c.Op
	x, y := t.common(t.value(c.Kids[0]), t.value(c.Kids[1]))
	t.need(x.line != nil && y.line != nil)
	t.s.left, t.s.right = x.line, y.line
	t.statements(s.Body)
	t.end()
}

// noteAssigned notes the variable that an expression assigns to.
func (t *taper) noteAssigned(e *syntax.Expr) {
	if e != nil && (syntax.Assignments[e.Op] || e.Op == "=" || e.Op == "pre" || e.Op == "post") {
		t.assigned[e.Kids[0].Name] = true
	}
}

// rise is the variable that an expression changes, and by how much.
func (t *taper) rise(e *syntax.Expr) (string, *syntax.Expr) {
	one := &syntax.Expr{Op: "num", Tok: lex.Token{Kind: lex.Number, Text: "1"}}
	by := e.Name
	switch {
	case e.Op == "pre" || e.Op == "post":
		e = &syntax.Expr{Op: e.Op, Kids: []*syntax.Expr{e.Kids[0], one}}
	case e.Op == "+=" || e.Op == "-=":
		by = e.Op
	default:
		t.give()
	}
	t.need(e.Kids[0].Op == "name" && e.Kids[0].Type == nil)
	if by[0] == '-' {
		return e.Kids[0].Name, &syntax.Expr{Op: "unary", Name: "-", Kids: []*syntax.Expr{e.Kids[1]}, Tok: e.Tok}
	}
	return e.Kids[0].Name, e.Kids[1]
}

// scalar lowers a whole number that is the same in all lanes and all iterations.
func (t *taper) scalar(e *syntax.Expr) *affine {
	v := t.value(e)
	t.need(v.line != nil && v.typ.IsInt())
	return v.line
}

// variable is a variable of the kernel that stands in a register.
func (t *taper) variable(name string) *place {
	s := t.l.find(name)
	t.need(s != nil && s.place != nil && s.place.reg >= 0 && s.place.before == nil && s.place.unset == 0 && !s.place.typ.Volatile)
	return s.place
}

func (t *taper) local(name string) *node {
	for i := len(t.scopes) - 1; i >= 0; i-- {
		if v := t.scopes[i][name]; v != nil {
			return v
		}
	}
	return nil
}

func (t *taper) statements(list []*syntax.Stmt) {
	t.scopes = append(t.scopes, map[string]*node{})
	for _, s := range list {
		t.statement(s)
	}
	t.scopes = t.scopes[:len(t.scopes)-1]
}

func (t *taper) statement(s *syntax.Stmt) {
	t.need(len(t.s.changes) == 0)
	switch s.Op {
	case "block":
		t.statements(s.Body)
	case "empty":
	case "expr":
		t.s.statements++
		t.effect(s.Cond)
	case "decl":
		t.s.statements++
		for _, d := range s.Decls {
			t.declare(d)
		}
	case "for":
		t.unroll(s)
	default:
		t.give()
	}
}

// declare binds a new variable. One that is a line and stays it needs no register.
func (t *taper) declare(d *syntax.Decl) {
	t.need(d.Init != nil && !d.Ref && !d.Shared && !d.Static && !d.Constexpr && len(d.Parts) == 0 && d.Init.Op != "construct" && d.Init.Op != "init" && !t.l.call.taken[d.Name])
	v := t.value(d.Init)
	typ := d.Type
	if typ.Kind == word.Auto && typ.Dim == nil {
		typ = v.typ
	} else {
		typ = t.l.resolve(typ, d.Tok)
	}
	t.need(typ.IsScalar() && !typ.Volatile && (!typ.Const || !typ.IsInt()))
	v = t.convert(v, typ)
	if v.line == nil || t.assigned[d.Name] {
		v = &node{typ: typ, reg: t.own(v)}
	}
	t.scopes[len(t.scopes)-1][d.Name] = v
}

// own is a register that holds a value and that nobody else reads.
func (t *taper) own(v *node) int {
	z := t.register(v)
	if n := len(t.s.ops); n > 0 && t.s.ops[n-1].z == z && t.fresh(v) {
		return z // it was computed for this
	}
	d := t.reg()
	t.emit(tapeOp{code: lane.Copy, z: d, x: z, y: -1})
	return d
}

// maxTurns bounds a loop that is unrolled.
const maxTurns = 16

// unroll lowers a loop between constants within the body.
func (t *taper) unroll(s *syntax.Stmt) {
	t.need(s.Init != nil && s.Init.Op == "decl" && len(s.Init.Decls) == 1 && s.Cond != nil && s.Post != nil && len(s.Cond.Kids) == 2)
	d := s.Init.Decls[0]
	name, step := t.rise(s.Post)
	t.need(d.Init != nil && d.Name == name && s.Cond.Kids[0].Op == "name" && s.Cond.Kids[0].Name == name)
	within := map[string]bool{}
	for _, b := range s.Body {
		syntax.Walk(b, func(e *syntax.Expr) {
			if e != nil && (syntax.Assignments[e.Op] || e.Op == "=" || e.Op == "pre" || e.Op == "post") {
				within[e.Kids[0].Name] = true
			}
		})
	}
	typ := t.l.resolve(d.Type, d.Tok)
	t.need(typ.Kind == word.I32 && !within[name] && !t.l.call.taken[name])
	from, ok1 := t.number(d.Init)
	end, ok2 := t.number(s.Cond.Kids[1])
	by, ok3 := t.number(step)
	holds := word.IntegerCompare(s.Cond.Op, false)
	t.need(ok1 && ok2 && ok3 && by != 0 && holds != nil)
	t.s.statements++
	for i := from; ; i += by {
		t.s.statements, t.s.branches = t.s.statements+1, t.s.branches+1
		if !holds(uint64(i), uint64(end)) {
			return
		}
		t.need((i-from)/by < maxTurns)
		t.scopes = append(t.scopes, map[string]*node{name: {typ: typ, line: &affine{op: 'c', base: i, kind: word.I32}, reg: -1}})
		t.statements(s.Body)
		t.scopes = t.scopes[:len(t.scopes)-1]
	}
}

// number is a constant.
func (t *taper) number(e *syntax.Expr) (int64, bool) {
	if e.Op == "unary" && e.Name == "-" {
		n, ok := t.number(e.Kids[0])
		return -n, ok
	}
	v := t.value(e)
	if v.line == nil || v.line.op != 'c' || v.typ.Kind != word.I32 {
		return 0, false
	}
	return v.line.base, true
}

// effect lowers an expression whose value is not used.
func (t *taper) effect(e *syntax.Expr) {
	switch {
	case e.Op == "pre" || e.Op == "post":
		one := &syntax.Expr{Op: "num", Tok: lex.Token{Kind: lex.Number, Text: "1"}}
		t.assign(e.Kids[0], e.Name[:1], one)
	case e.Op == "=":
		t.assign(e.Kids[0], "", e.Kids[1])
	case syntax.Assignments[e.Op]:
		t.assign(e.Kids[0], e.Op[:len(e.Op)-1], e.Kids[1])
	case e.Op == "call":
		t.change(e)
	default:
		t.give()
	}
}

// change lowers an atomic on an element. It must be the last that an iteration does, and the only
// trace that it leaves.
func (t *taper) change(e *syntax.Expr) {
	t.need(!t.s.phase && e.Kids[0].Op == "name" && slices.Contains(syntax.AtomicNames, e.Kids[0].Name) && len(t.l.unit.Functions[e.Kids[0].Name]) == 0 && len(e.Kids) == 3)
	known, ok := t.l.changes[e.Kids[1]]
	k := word.Kind(0)
	if ok {
		k = known.typ.Kind
	}
	t.need((k == word.F32 || k == word.I32 || k == word.U32) && len(t.s.carried) == 0 && len(t.s.changes) == 0)
	c := &tapeChange{atomicChange: known, n: -1, same: -1}
	var base, i []*syntax.Expr
	switch to := e.Kids[1]; {
	case to.Op == "unary" && to.Name == "&" && to.Kids[0].Op == "index":
		base, i = to.Kids[0].Kids[:1], to.Kids[0].Kids[1:]
		if at := t.l.elements[to.Kids[0]]; at.n > 0 {
			c.n = int64(at.n)
		} else {
			t.need(at.at != nil && at.n < 0)
		}
	case to.Op == "+":
		base, i = to.Kids[:1], to.Kids[1:]
	default:
		t.give()
	}
	p, number := t.value(base[0]), t.value(i[0])
	t.need(p.typ.Kind == word.Pointer && p.line != nil && (number.typ.Kind == word.I32 || number.typ.Kind == word.U32))
	c.base, c.signed = p.line, number.typ.Kind == word.I32
	v := t.convert(t.value(e.Kids[2]), known.typ)
	for _, a := range t.s.accesses {
		t.need(!a.store)
	}
	t.s.changes = append(t.s.changes, c)
	y := t.register(v)
	if _, ok := t.fixed(y); ok {
		c.same = y
	}
	t.emit(tapeOp{code: lane.Call, z: -1, x: t.register(number), y: y, change: c})
}

// assign lowers to = value, or to = to op value.
func (t *taper) assign(to *syntax.Expr, op string, value *syntax.Expr) {
	if to.Op == "index" || to.Op == "unary" && to.Name == "*" {
		t.store(to, op, value)
		return
	}
	t.need(to.Op == "name" && to.Type == nil)
	v := t.local(to.Name)
	if v == nil {
		v = t.carry(to.Name)
	}
	t.need(v.line == nil)
	x := t.value(value)
	if op != "" {
		x = t.binary(op, v, x)
	}
	x = t.convert(x, v.typ)
	z := t.register(x)
	if n := len(t.s.ops); n > 0 && t.s.ops[n-1].z == z && t.s.ops[n-1].code != lane.Select && t.s.ops[n-1].code != lane.MulAddF && z != v.reg && x.line == nil && t.fresh(x) {
		t.s.ops[n-1].z = v.reg
		t.fuse()
		return
	}
	t.emit(tapeOp{code: lane.Copy, z: v.reg, x: z, y: -1})
}

// fuse makes one operation of a product and the sum that adds it to a variable, the last two.
func (t *taper) fuse() {
	n := len(t.s.ops)
	if n < 2 {
		return
	}
	mul, add := &t.s.ops[n-2], t.s.ops[n-1]
	if mul.code != lane.MulF || add.code != lane.AddF || add.x != add.z || add.y != mul.z || add.z == mul.x || add.z == mul.y || !t.fresh(&node{reg: mul.z}) {
		return
	}
	mul.code, mul.z = lane.MulAddF, add.z
	t.s.ops = t.s.ops[:n-1]
}

// fresh reports that nothing but this value stands in its register.
func (t *taper) fresh(x *node) bool {
	for _, c := range t.carried {
		if c.reg == x.reg {
			return false
		}
	}
	for _, scope := range t.scopes {
		for _, o := range scope {
			if o.reg == x.reg {
				return false
			}
		}
	}
	return true
}

// store lowers an assignment to memory.
func (t *taper) store(to *syntax.Expr, op string, value *syntax.Expr) {
	if op == "" {
		x := t.value(value)
		a := t.access(to)
		a.store = true
		t.move(a, t.register(t.convert(x, a.typ)))
		return
	}
	from := t.access(to)
	old := t.load(from)
	x := t.convert(t.binary(op, old, t.value(value)), from.typ)
	a := *from
	a.store = true
	t.s.accesses = append(t.s.accesses, &a)
	t.move(&a, t.register(x))
}

func (t *taper) move(a *sweepAccess, reg int) {
	a.op = len(t.s.ops)
	t.emit(tapeOp{code: lane.StoreLine, z: -1, x: reg, y: -1})
}

// carry is a variable of the kernel that the body changes.
func (t *taper) carry(name string) *node {
	p := t.variable(name)
	if v := t.carried[p.reg]; v != nil {
		return v
	}
	k := p.typ.Kind
	t.need((k == word.F32 || k == word.I32 || k == word.U32) && p.reg != t.s.slot)
	v := &node{typ: syntax.Plain(p.typ), reg: t.reg()}
	t.carried[p.reg] = v
	t.s.carried = append(t.s.carried, carried{p.reg, v.reg, k == word.I32})
	return v
}

func (t *taper) reg() int {
	t.s.words++
	return t.s.words - 1
}

func (t *taper) emit(o tapeOp) {
	t.need(len(t.s.ops) < maxTape)
	t.s.ops = append(t.s.ops, o)
}

// constant is a register that holds v in all lanes.
func (t *taper) constant(v uint32) int {
	r, ok := t.consts[v]
	if !ok {
		r = t.reg()
		t.consts[v] = r
		t.s.consts = append(t.s.consts, tapeConst{r, v})
	}
	return r
}

// register is a register of the tape that holds a value.
func (t *taper) register(v *node) int {
	if v.reg >= 0 {
		return v.reg
	}
	t.need(v.typ.Kind == word.I32 || v.typ.Kind == word.U32)
	if v.line.op == 'c' {
		v.reg = t.constant(uint32(v.line.base))
		return v.reg
	}
	v.reg = t.reg()
	t.s.lines = append(t.s.lines, tapeLine{v.reg, v.line})
	if t.s.rises(v.line) {
		t.s.rising = append(t.s.rising, tapeLine{v.reg, v.line})
	}
	return v.reg
}
