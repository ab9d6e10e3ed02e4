// This file lowers the body of a loop a second time, as a tape: operations on words that run
// for many iterations at once (sweep.go). That is for bodies of a simple kind: no branches or
// calls but of mathematics, 32-bit numbers, addresses that rise evenly. What is not of that
// kind has no tape and runs as its statements do.

package lower

import (
	"slices"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
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
	line *simt.Affine
	reg  int // -1 where it has none yet
}

// taper lowers a body to a tape.
type taper struct {
	l        *lowering
	s        *simt.Sweep
	scopes   []map[string]*node // variables that the body declares
	assigned map[string]bool    // names that the body assigns to
	changed  map[int]bool       // registers of the kernel that it may change
	carried  map[int]*node      // by register of the kernel
	consts   map[uint32]int
	inputs   map[int]int
}

// sweepOf makes the tape of a loop; nil where it has none. What the loop declares is in
// scope, and the body has been lowered.
func (l *lowering) sweepOf(s *syntax.Stmt) *simt.Sweep {
	if s.Op != "for" && s.Op != "while" || s.Cond == nil {
		return nil
	}
	return l.tape(func(t *taper) { t.loop(s) })
}

// taped does what may give up, or meet a mistake, and reports that it came to its end.
func taped(do func()) (ended bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case untaped, syntax.Stop:
			ended = false
		default:
			panic(r)
		}
	}()
	do()
	return true
}

// tape lowers to a tape; nil says that there is none.
func (l *lowering) tape(lower func(*taper)) *simt.Sweep {
	if l.host || l.beside || l.c.Recorded || l.routine != nil {
		return nil
	}
	t := &taper{l: l, s: &simt.Sweep{}, assigned: map[string]bool{}, changed: map[int]bool{}, carried: map[int]*node{}, consts: map[uint32]int{}, inputs: map[int]int{}}
	problems, work := l.c, l.program.work
	l.c = &source.Text{}
	defer func() { l.c, l.program.work = problems, work }()
	if !taped(func() { lower(t) }) {
		return nil
	}
	t.s.Id = len(l.sweeps)
	l.sweeps = append(l.sweeps, t.s)
	return t.s
}

// phaseOf makes a tape of a whole kernel, of which a warp's part is one iteration.
func (l *lowering) phaseOf(f *syntax.Function) *simt.Sweep {
	return l.tape(func(t *taper) {
		t.need(!l.barriers && !l.polls && f.Global)
		t.s.Phase, t.s.Slot = true, -1
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
	t.s.Phase, t.s.Inner, t.s.Slot = true, true, -1
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
		t.s.Statements, t.s.Branches, t.s.Asked = t.s.Statements+1, t.s.Branches+1, t.s.Asked+1
		t.need(!t.s.Inner || t.s.Asked == 1 && i == 0)
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
	t.s.Guards = append(t.s.Guards, simt.Guard{Left: x.line, Right: y.line, Compare: e.Op, Want: want})
}

func (t *taper) end() {
	for _, o := range t.s.Rising {
		t.emit(simt.TapeOp{Code: lane.Advance, Z: o.Reg, X: -1, Y: -1, Rising: o.Line})
	}
	t.emit(simt.TapeOp{Code: lane.End, Z: -1, X: -1, Y: -1})
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
	t.s.Slot, t.s.Kind = p.reg, p.typ.Kind
	t.need(p.typ.IsInt() && (p.typ.Kind == word.I32 || p.typ.Kind == word.U32 || p.typ.Kind == word.I64 || p.typ.Kind == word.U64))
	t.s.Op = t.scalar(step)
	t.s.Left, t.s.Right, t.s.Compare = nil, nil, c.Op
	x, y := t.common(t.value(c.Kids[0]), t.value(c.Kids[1]))
	t.need(x.line != nil && y.line != nil)
	t.s.Left, t.s.Right = x.line, y.line
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
func (t *taper) scalar(e *syntax.Expr) *simt.Affine {
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
	t.need(len(t.s.Changes) == 0)
	switch s.Op {
	case "block":
		t.statements(s.Body)
	case "empty":
	case "expr":
		t.s.Statements++
		t.effect(s.Cond)
	case "decl":
		t.s.Statements++
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
	if n := len(t.s.Ops); n > 0 && t.s.Ops[n-1].Z == z && t.fresh(v) {
		return z // it was computed for this
	}
	d := t.reg()
	t.emit(simt.TapeOp{Code: lane.Copy, Z: d, X: z, Y: -1})
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
	t.s.Statements++
	for i := from; ; i += by {
		t.s.Statements, t.s.Branches = t.s.Statements+1, t.s.Branches+1
		if !holds(uint64(i), uint64(end)) {
			return
		}
		t.need((i-from)/by < maxTurns)
		t.scopes = append(t.scopes, map[string]*node{name: {typ: typ, line: &simt.Affine{Op: 'c', Base: i, Kind: word.I32}, reg: -1}})
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
	if v.line == nil || v.line.Op != 'c' || v.typ.Kind != word.I32 {
		return 0, false
	}
	return v.line.Base, true
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
	t.need(!t.s.Phase && e.Kids[0].Op == "name" && slices.Contains(syntax.AtomicNames, e.Kids[0].Name) && len(t.l.unit.Functions[e.Kids[0].Name]) == 0 && len(e.Kids) == 3)
	known, ok := t.l.changes[e.Kids[1]]
	k := word.Kind(0)
	if ok {
		k = known.Type.Kind
	}
	t.need((k == word.F32 || k == word.I32 || k == word.U32) && len(t.s.Carried) == 0 && len(t.s.Changes) == 0)
	c := &simt.TapeChange{AtomicChange: known, N: -1, Same: -1}
	var base, i []*syntax.Expr
	switch to := e.Kids[1]; {
	case to.Op == "unary" && to.Name == "&" && to.Kids[0].Op == "index":
		base, i = to.Kids[0].Kids[:1], to.Kids[0].Kids[1:]
		if at := t.l.elements[to.Kids[0]]; at.n > 0 {
			c.N = int64(at.n)
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
	c.Base, c.Signed = p.line, number.typ.Kind == word.I32
	v := t.convert(t.value(e.Kids[2]), known.Type)
	for _, a := range t.s.Accesses {
		t.need(!a.Store)
	}
	t.s.Changes = append(t.s.Changes, c)
	y := t.register(v)
	if _, ok := t.fixed(y); ok {
		c.Same = y
	}
	t.emit(simt.TapeOp{Code: lane.Call, Z: -1, X: t.register(number), Y: y, Change: c})
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
	if n := len(t.s.Ops); n > 0 && t.s.Ops[n-1].Z == z && t.s.Ops[n-1].Code != lane.Select && t.s.Ops[n-1].Code != lane.MulAddF && z != v.reg && x.line == nil && t.fresh(x) {
		t.s.Ops[n-1].Z = v.reg
		t.fuse()
		return
	}
	t.emit(simt.TapeOp{Code: lane.Copy, Z: v.reg, X: z, Y: -1})
}

// fuse makes one operation of a product and the sum that adds it to a variable, the last two.
func (t *taper) fuse() {
	n := len(t.s.Ops)
	if n < 2 {
		return
	}
	mul, add := &t.s.Ops[n-2], t.s.Ops[n-1]
	if mul.Code != lane.MulF || add.Code != lane.AddF || add.X != add.Z || add.Y != mul.Z || add.Z == mul.X || add.Z == mul.Y || !t.fresh(&node{reg: mul.Z}) {
		return
	}
	mul.Code, mul.Z = lane.MulAddF, add.Z
	t.s.Ops = t.s.Ops[:n-1]
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
		a.Store = true
		t.move(a, t.register(t.convert(x, a.Type)))
		return
	}
	from := t.access(to)
	old := t.load(from)
	x := t.convert(t.binary(op, old, t.value(value)), from.Type)
	a := *from
	a.Store = true
	t.s.Accesses = append(t.s.Accesses, &a)
	t.move(&a, t.register(x))
}

func (t *taper) move(a *simt.SweepAccess, reg int) {
	a.Op = len(t.s.Ops)
	t.emit(simt.TapeOp{Code: lane.StoreLine, Z: -1, X: reg, Y: -1})
}

// carry is a variable of the kernel that the body changes.
func (t *taper) carry(name string) *node {
	p := t.variable(name)
	if v := t.carried[p.reg]; v != nil {
		return v
	}
	k := p.typ.Kind
	t.need((k == word.F32 || k == word.I32 || k == word.U32) && p.reg != t.s.Slot)
	v := &node{typ: syntax.Plain(p.typ), reg: t.reg()}
	t.carried[p.reg] = v
	t.s.Carried = append(t.s.Carried, simt.Carried{Slot: p.reg, Reg: v.reg, Signed: k == word.I32})
	return v
}

func (t *taper) reg() int {
	t.s.Words++
	return t.s.Words - 1
}

func (t *taper) emit(o simt.TapeOp) {
	t.need(len(t.s.Ops) < maxTape)
	t.s.Ops = append(t.s.Ops, o)
}

// constant is a register that holds v in all lanes.
func (t *taper) constant(v uint32) int {
	r, ok := t.consts[v]
	if !ok {
		r = t.reg()
		t.consts[v] = r
		t.s.Consts = append(t.s.Consts, simt.TapeConst{Reg: r, Value: v})
	}
	return r
}

// register is a register of the tape that holds a value.
func (t *taper) register(v *node) int {
	if v.reg >= 0 {
		return v.reg
	}
	t.need(v.typ.Kind == word.I32 || v.typ.Kind == word.U32)
	if v.line.Op == 'c' {
		v.reg = t.constant(uint32(v.line.Base))
		return v.reg
	}
	v.reg = t.reg()
	t.s.Lines = append(t.s.Lines, simt.TapeLine{Reg: v.reg, Line: v.line})
	if t.s.Rises(v.line) {
		t.s.Rising = append(t.s.Rising, simt.TapeLine{Reg: v.reg, Line: v.line})
	}
	return v.reg
}
