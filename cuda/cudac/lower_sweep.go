// This file lowers the body of a loop a second time, as a tape: operations on words that run
// for many iterations at once (sweep.go). That is for bodies of a simple kind: no branches or
// calls but of mathematics, 32-bit numbers, addresses that rise evenly. What is not of that
// kind has no tape and runs as its statements do.

package cudac

import (
	"slices"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/word"
)

// untaped ends the lowering of a body to a tape.
type untaped struct{}

// maxTape bounds the operations of a tape.
const maxTape = 400

// node is an expression on a tape: a line, or a register of the tape, or both.
type node struct {
	typ  *Type
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
func (l *lowering) sweepOf(s *stmt) *sweep {
	if s.op != "for" && s.op != "while" || s.cond == nil {
		return nil
	}
	return l.tape(func(t *taper) { t.loop(s) })
}

// tape lowers to a tape; nil says that there is none.
func (l *lowering) tape(lower func(*taper)) (made *sweep) {
	if l.host || l.c.recorded || l.routine != nil {
		return nil
	}
	t := &taper{l: l, s: &sweep{}, assigned: map[string]bool{}, changed: map[int]bool{}, carried: map[int]*node{}, consts: map[uint32]int{}, inputs: map[int]int{}}
	problems, work := l.c, l.program.work
	l.c = &compiler{}
	defer func() {
		l.c, l.program.work = problems, work
		switch r := recover().(type) {
		case nil:
		case untaped, stopParse:
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
func (l *lowering) phaseOf(f *function) *sweep {
	return l.tape(func(t *taper) {
		t.need(!l.barriers && !l.polls && f.global)
		t.s.phase, t.s.slot = true, -1
		for _, b := range f.body.body {
			walk(b, t.noteAssigned)
		}
		for name := range t.assigned {
			t.need(l.find(name) == nil)
		}
		t.guarded(f.body.body)
		t.end()
	})
}

// interval lowers what lies between two barriers: a warp's part of it is one iteration. It
// declares nothing that is seen behind it.
func (t *taper) interval(list []*stmt) {
	t.s.phase, t.s.inner, t.s.slot = true, true, -1
	for _, b := range list {
		walk(b, t.noteAssigned)
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
func (t *taper) guarded(list []*stmt) {
	t.scopes = append(t.scopes, map[string]*node{})
	for i, s := range list {
		if s.op != "if" {
			t.statement(s)
			continue
		}
		t.need(s.other == nil && len(s.body) > 0)
		t.s.statements, t.s.branches, t.s.asked = t.s.statements+1, t.s.branches+1, t.s.asked+1
		t.need(!t.s.inner || t.s.asked == 1 && i == 0)
		if body := s.body[0]; len(s.body) == 1 && (body.op == "return" || body.op == "block" && len(body.body) == 1 && body.body[0].op == "return") {
			t.guard(s.cond, false)
			continue
		}
		t.need(i == len(list)-1)
		t.guard(s.cond, true)
		t.guarded(s.body)
	}
}

// guard is a condition that must hold, or not, in all lanes.
func (t *taper) guard(e *expr, want bool) {
	if want && e.op == "&&" || !want && e.op == "||" {
		t.guard(e.kids[0], want)
		t.guard(e.kids[1], want)
		return
	}
	t.need(len(e.kids) == 2 && word.IntegerCompare(e.op, false) != nil)
	x, y := t.common(t.value(e.kids[0]), t.value(e.kids[1]))
	t.need(x.line != nil && y.line != nil)
	t.s.guards = append(t.s.guards, guard{x.line, y.line, e.op, want})
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
func (t *taper) loop(s *stmt) {
	for _, b := range s.body {
		walk(b, t.noteAssigned)
	}
	for name := range t.assigned {
		if v := t.l.find(name); v != nil && v.place != nil && v.place.reg >= 0 {
			t.changed[v.place.reg] = true
		}
	}
	c := s.cond
	t.need(c.op == "<" || c.op == "<=" || c.op == ">" || c.op == ">=")
	t.need(s.post != nil)
	name, step := t.rise(s.post)
	p := t.variable(name)
	t.need(!t.changed[p.reg])
	t.s.slot, t.s.kind = p.reg, p.typ.Kind
	t.need(p.typ.isInt() && (p.typ.Kind == word.I32 || p.typ.Kind == word.U32 || p.typ.Kind == word.I64 || p.typ.Kind == word.U64))
	t.s.step = t.scalar(step)
	t.s.left, t.s.right, t.s.compare = nil, nil, c.op
	x, y := t.common(t.value(c.kids[0]), t.value(c.kids[1]))
	t.need(x.line != nil && y.line != nil)
	t.s.left, t.s.right = x.line, y.line
	t.statements(s.body)
	t.end()
}

// noteAssigned notes the variable that an expression assigns to.
func (t *taper) noteAssigned(e *expr) {
	if e != nil && (assignments[e.op] || e.op == "=" || e.op == "pre" || e.op == "post") {
		t.assigned[e.kids[0].name] = true
	}
}

// rise is the variable that an expression changes, and by how much.
func (t *taper) rise(e *expr) (string, *expr) {
	one := &expr{op: "num", tok: token{kind: tokNumber, text: "1"}}
	by := e.name
	switch {
	case e.op == "pre" || e.op == "post":
		e = &expr{op: e.op, kids: []*expr{e.kids[0], one}}
	case e.op == "+=" || e.op == "-=":
		by = e.op
	default:
		t.give()
	}
	t.need(e.kids[0].op == "name" && e.kids[0].typ == nil)
	if by[0] == '-' {
		return e.kids[0].name, &expr{op: "unary", name: "-", kids: []*expr{e.kids[1]}, tok: e.tok}
	}
	return e.kids[0].name, e.kids[1]
}

// scalar lowers a whole number that is the same in all lanes and all iterations.
func (t *taper) scalar(e *expr) *affine {
	v := t.value(e)
	t.need(v.line != nil && v.typ.isInt())
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

func (t *taper) statements(list []*stmt) {
	t.scopes = append(t.scopes, map[string]*node{})
	for _, s := range list {
		t.statement(s)
	}
	t.scopes = t.scopes[:len(t.scopes)-1]
}

func (t *taper) statement(s *stmt) {
	t.need(len(t.s.changes) == 0)
	switch s.op {
	case "block":
		t.statements(s.body)
	case "empty":
	case "expr":
		t.s.statements++
		t.effect(s.cond)
	case "decl":
		t.s.statements++
		for _, d := range s.decls {
			t.declare(d)
		}
	case "for":
		t.unroll(s)
	default:
		t.give()
	}
}

// declare binds a new variable. One that is a line and stays it needs no register.
func (t *taper) declare(d *decl) {
	t.need(d.init != nil && !d.ref && !d.shared && !d.static && !d.constexpr && len(d.parts) == 0 && d.init.op != "construct" && d.init.op != "init" && !t.l.call.taken[d.name])
	v := t.value(d.init)
	typ := d.typ
	if typ.Kind == word.Auto && typ.dim == nil {
		typ = v.typ
	} else {
		typ = t.l.resolve(typ, d.tok)
	}
	t.need(typ.isScalar() && !typ.Volatile && (!typ.Const || !typ.isInt()))
	v = t.convert(v, typ)
	if v.line == nil || t.assigned[d.name] {
		v = &node{typ: typ, reg: t.own(v)}
	}
	t.scopes[len(t.scopes)-1][d.name] = v
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
func (t *taper) unroll(s *stmt) {
	t.need(s.init != nil && s.init.op == "decl" && len(s.init.decls) == 1 && s.cond != nil && s.post != nil && len(s.cond.kids) == 2)
	d := s.init.decls[0]
	name, step := t.rise(s.post)
	t.need(d.init != nil && d.name == name && s.cond.kids[0].op == "name" && s.cond.kids[0].name == name)
	within := map[string]bool{}
	for _, b := range s.body {
		walk(b, func(e *expr) {
			if e != nil && (assignments[e.op] || e.op == "=" || e.op == "pre" || e.op == "post") {
				within[e.kids[0].name] = true
			}
		})
	}
	typ := t.l.resolve(d.typ, d.tok)
	t.need(typ.Kind == word.I32 && !within[name] && !t.l.call.taken[name])
	from, ok1 := t.number(d.init)
	end, ok2 := t.number(s.cond.kids[1])
	by, ok3 := t.number(step)
	holds := word.IntegerCompare(s.cond.op, false)
	t.need(ok1 && ok2 && ok3 && by != 0 && holds != nil)
	t.s.statements++
	for i := from; ; i += by {
		t.s.statements, t.s.branches = t.s.statements+1, t.s.branches+1
		if !holds(uint64(i), uint64(end)) {
			return
		}
		t.need((i-from)/by < maxTurns)
		t.scopes = append(t.scopes, map[string]*node{name: {typ: typ, line: &affine{op: 'c', base: i, kind: word.I32}, reg: -1}})
		t.statements(s.body)
		t.scopes = t.scopes[:len(t.scopes)-1]
	}
}

// number is a constant.
func (t *taper) number(e *expr) (int64, bool) {
	if e.op == "unary" && e.name == "-" {
		n, ok := t.number(e.kids[0])
		return -n, ok
	}
	v := t.value(e)
	if v.line == nil || v.line.op != 'c' || v.typ.Kind != word.I32 {
		return 0, false
	}
	return v.line.base, true
}

// effect lowers an expression whose value is not used.
func (t *taper) effect(e *expr) {
	switch {
	case e.op == "pre" || e.op == "post":
		one := &expr{op: "num", tok: token{kind: tokNumber, text: "1"}}
		t.assign(e.kids[0], e.name[:1], one)
	case e.op == "=":
		t.assign(e.kids[0], "", e.kids[1])
	case assignments[e.op]:
		t.assign(e.kids[0], e.op[:len(e.op)-1], e.kids[1])
	case e.op == "call":
		t.change(e)
	default:
		t.give()
	}
}

// change lowers an atomic on an element. It must be the last that an iteration does, and the only
// trace that it leaves.
func (t *taper) change(e *expr) {
	t.need(!t.s.phase && e.kids[0].op == "name" && slices.Contains(atomicNames, e.kids[0].name) && len(t.l.unit.functions[e.kids[0].name]) == 0 && len(e.kids) == 3)
	known, ok := t.l.changes[e.kids[1]]
	k := word.Kind(0)
	if ok {
		k = known.typ.Kind
	}
	t.need((k == word.F32 || k == word.I32 || k == word.U32) && len(t.s.carried) == 0 && len(t.s.changes) == 0)
	c := &tapeChange{atomicChange: known, n: -1, same: -1}
	var base, i []*expr
	switch to := e.kids[1]; {
	case to.op == "unary" && to.name == "&" && to.kids[0].op == "index":
		base, i = to.kids[0].kids[:1], to.kids[0].kids[1:]
		if at := t.l.elements[to.kids[0]]; at.n > 0 {
			c.n = int64(at.n)
		} else {
			t.need(at.at != nil && at.n < 0)
		}
	case to.op == "+":
		base, i = to.kids[:1], to.kids[1:]
	default:
		t.give()
	}
	p, number := t.value(base[0]), t.value(i[0])
	t.need(p.typ.Kind == word.Pointer && p.line != nil && (number.typ.Kind == word.I32 || number.typ.Kind == word.U32))
	c.base, c.signed = p.line, number.typ.Kind == word.I32
	v := t.convert(t.value(e.kids[2]), known.typ)
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
func (t *taper) assign(to *expr, op string, value *expr) {
	if to.op == "index" || to.op == "unary" && to.name == "*" {
		t.store(to, op, value)
		return
	}
	t.need(to.op == "name" && to.typ == nil)
	v := t.local(to.name)
	if v == nil {
		v = t.carry(to.name)
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
func (t *taper) store(to *expr, op string, value *expr) {
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
	v := &node{typ: plain(p.typ), reg: t.reg()}
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
