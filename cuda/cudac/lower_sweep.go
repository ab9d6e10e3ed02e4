// This file lowers the body of a loop a second time, as a tape: operations on words that run
// for many iterations at once (sweep.go). That is for bodies of a simple kind: no branches or
// calls but of mathematics, 32-bit numbers, addresses that rise evenly. What is not of that
// kind has no tape and runs as its statements do.

package cudac

import (
	"math"

	"gputour/cuda/cudac/lane"
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
	t.need(len(e.kids) == 2 && integerCompare(e.op, false) != nil)
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
	t.need(p.typ.isInt() && (p.typ.Kind == I32 || p.typ.Kind == U32 || p.typ.Kind == I64 || p.typ.Kind == U64))
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
	if typ.Kind == autoType && typ.dim == nil {
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
	t.need(typ.Kind == I32 && !within[name] && !t.l.call.taken[name])
	from, ok1 := t.number(d.init)
	end, ok2 := t.number(s.cond.kids[1])
	by, ok3 := t.number(step)
	holds := integerCompare(s.cond.op, false)
	t.need(ok1 && ok2 && ok3 && by != 0 && holds != nil)
	t.s.statements++
	for i := from; ; i += by {
		t.s.statements, t.s.branches = t.s.statements+1, t.s.branches+1
		if !holds(uint64(i), uint64(end)) {
			return
		}
		t.need((i-from)/by < maxTurns)
		t.scopes = append(t.scopes, map[string]*node{name: {typ: typ, line: &affine{op: 'c', base: i, kind: I32}, reg: -1}})
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
	if v.line == nil || v.line.op != 'c' || v.typ.Kind != I32 {
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
	default:
		t.give()
	}
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
	if n := len(t.s.ops); n > 0 && t.s.ops[n-1].z == z && t.s.ops[n-1].code != lane.Select && z != v.reg && x.line == nil && t.fresh(x) {
		t.s.ops[n-1].z = v.reg
		return
	}
	t.emit(tapeOp{code: lane.Copy, z: v.reg, x: z, y: -1})
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
	t.need((k == F32 || k == I32 || k == U32) && p.reg != t.s.slot)
	v := &node{typ: plain(p.typ), reg: t.reg()}
	t.carried[p.reg] = v
	t.s.carried = append(t.s.carried, carried{p.reg, v.reg, k == I32})
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
	t.need(v.typ.Kind == I32 || v.typ.Kind == U32)
	if v.line.op == 'c' {
		v.reg = t.constant(uint32(v.line.base))
		return v.reg
	}
	v.reg = t.reg()
	t.s.lines = append(t.s.lines, tapeLine{v.reg, v.line})
	if v.line.rises() {
		t.s.rising = append(t.s.rising, tapeLine{v.reg, v.line})
	}
	return v.reg
}

// value lowers an expression.
func (t *taper) value(e *expr) *node {
	switch e.op {
	case "num":
		v, typ, ok := literal(e.tok)
		t.need(ok)
		return t.literal(v, typ)
	case "name":
		return t.name(e)
	case "member":
		base, ok := builtinVectors[e.kids[0].name]
		t.need(ok && e.kids[0].op == "name" && t.local(e.kids[0].name) == nil && t.l.find(e.kids[0].name) == nil && len(e.name) == 1 && e.name >= "x" && e.name <= "z")
		return t.leaf(base+int(e.name[0]-'x'), basic[U32])
	case "index":
		return t.read(e)
	case "unary":
		return t.unary(e)
	case "cast":
		to := t.l.resolve(e.typ, e.tok)
		t.need(to.isNumber())
		return t.convert(t.value(e.kids[0]), to)
	case "?:":
		return t.choose(e)
	case "call":
		return t.call(e)
	}
	if binaryPower[e.op] > 0 && len(e.kids) == 2 && e.op != "," && e.op != "=" && !assignments[e.op] {
		if e.op == "&&" || e.op == "||" {
			return t.logical(e)
		}
		x := t.value(e.kids[0])
		return t.binary(e.op, x, t.value(e.kids[1]))
	}
	t.give()
	return nil
}

func (t *taper) literal(v uint64, typ *Type) *node {
	switch typ.Kind {
	case F32:
		return &node{typ: typ, reg: t.constant(uint32(v))}
	case I32, U32, I64, U64:
		return &node{typ: typ, reg: -1, line: &affine{op: 'c', base: int64(v), kind: typ.Kind}}
	}
	t.give()
	return nil
}

func (t *taper) name(e *expr) *node {
	t.need(e.typ == nil)
	if v := t.local(e.name); v != nil {
		return v
	}
	switch e.name {
	case "true", "false", "nullptr", "this":
		t.give()
	case "warpSize":
		return t.literal(lanes, basic[I32])
	}
	s := t.l.find(e.name)
	t.need(s != nil)
	if s.konst != nil {
		return t.literal(uint64(*s.konst), plain(s.typ))
	}
	t.need(s.place != nil)
	p := s.place
	if p.reg < 0 {
		t.need(p.typ.Kind == Array && p.addr.run == nil)
		typ := pointerTo(p.typ.Elem)
		if p.addr.konst != nil {
			return &node{typ: typ, reg: -1, line: &affine{op: 'c', base: int64(*p.addr.konst), kind: Pointer}}
		}
		t.need(p.addr.slot >= 0 && (!t.s.phase || t.s.inner))
		return t.leaf(p.addr.slot, typ)
	}
	p = t.variable(e.name)
	typ := plain(p.typ)
	switch {
	case p.reg == t.s.slot:
		return &node{typ: typ, reg: -1, line: &affine{op: 'k', kind: typ.Kind}}
	case t.changed[p.reg]:
		return t.carry(e.name)
	case typ.isInt() && typ.Kind >= I32 || typ.Kind == Pointer:
		return t.leaf(t.known(p.reg), typ)
	}
	t.need(typ.Kind == F32)
	return t.input(t.known(p.reg), typ)
}

// known is the register that holds a variable when the tape runs. Before the kernel has
// begun, that is the one in which a parameter comes.
func (t *taper) known(slot int) int {
	if !t.s.phase || t.s.inner {
		return slot
	}
	from, ok := t.l.given[slot]
	t.need(ok)
	return from
}

// leaf is a register of the kernel whose lanes may follow a rule. One of a phase is of a
// warp, and so of an iteration.
func (t *taper) leaf(slot int, typ *Type) *node {
	op := byte('r')
	if t.s.phase && slot < regThread+3 {
		op = 't'
	}
	return &node{typ: typ, reg: -1, line: &affine{op: op, slot: slot, kind: typ.Kind}}
}

// input is a variable of the kernel that the body reads only.
func (t *taper) input(slot int, typ *Type) *node {
	r, ok := t.inputs[slot]
	if !ok {
		r = t.reg()
		t.inputs[slot] = r
		t.s.inputs = append(t.s.inputs, carried{slot: slot, reg: r})
	}
	return &node{typ: typ, reg: r}
}

func (t *taper) unary(e *expr) *node {
	if e.name == "*" {
		return t.read(e)
	}
	x := t.value(e.kids[0])
	switch {
	case e.name == "!":
		return t.not(t.convert(x, basic[Bool]))
	case e.name == "-" && x.typ.Kind == F32:
		return t.op(lane.XorI, x.typ, x.reg, t.constant(1<<31))
	case e.name == "-" && x.typ.isInt():
		x = t.convert(x, promoted(x.typ))
		return t.binary("-", t.literal(0, x.typ), x)
	case e.name == "+":
		return t.convert(x, promoted(x.typ))
	}
	t.give()
	return nil
}

// op emits an operation on registers.
func (t *taper) op(c lane.Code, typ *Type, x, y int) *node {
	z := t.reg()
	t.emit(tapeOp{code: c, z: z, x: x, y: y})
	return &node{typ: typ, reg: z}
}

func (t *taper) not(x *node) *node {
	return t.op(lane.XorI, x.typ, x.reg, t.constant(math.MaxUint32))
}

// lower emits an operation of Go on each lane, which is f on registers of the kernel's form.
func (t *taper) lower(to *Type, x *node, y *node, f func(x, y uint64) uint64) *node {
	t.need(to.Kind == F32 || to.Kind == I32 || to.Kind == U32)
	a, signedA, b, signedB := t.register(x), x.typ.Kind == I32, -1, false
	if y != nil {
		b, signedB = t.register(y), y.typ.Kind == I32
	}
	z := t.reg()
	t.emit(tapeOp{code: lane.Call, z: z, x: a, y: b, call: func(z, x, y *lane.Words) {
		for i, v := range x {
			var w uint64
			if y != nil {
				w = widened(y[i], signedB)
			}
			z[i] = uint32(f(widened(v, signedA), w))
		}
	}})
	return &node{typ: to, reg: z}
}

func widened(v uint32, signed bool) uint64 {
	if signed {
		return uint64(int64(int32(v)))
	}
	return uint64(v)
}

// convert converts as conversion does.
func (t *taper) convert(x *node, to *Type) *node {
	from := x.typ.Kind
	to = plain(to)
	switch k := to.Kind; {
	case from == k && k != Pointer:
		return &node{to, x.line, x.reg}
	case from == Pointer || k == Pointer:
		t.need(from == k)
		return &node{to, x.line, x.reg}
	case x.line != nil && to.isInt() && k >= I32:
		return &node{typ: to, reg: -1, line: &affine{op: 'x', kind: k, a: x.line}}
	case from == Bool && (k == I32 || k == U32):
		return t.op(lane.AndI, to, t.register(x), t.constant(1))
	case from == Bool && k == F32:
		return t.op(lane.AndI, to, t.register(x), t.constant(math.Float32bits(1)))
	case k == Bool && (from == I32 || from == U32):
		return t.not(t.op(lane.EqualI, to, t.register(x), t.constant(0)))
	case k == Bool && from == F32:
		return t.op(lane.NotEqualF, to, t.register(x), t.constant(0))
	case (from == I32 || from == U32) && (k == I32 || k == U32):
		return &node{to, nil, t.register(x)}
	case from == I32 && k == F32:
		return t.op(lane.FloatOfI, to, t.register(x), -1)
	case from == F32 && (k == I32 || k == U32), from == U32 && k == F32:
		f := conversion(from, k)
		return t.lower(to, x, nil, func(x, _ uint64) uint64 { return f(x) })
	}
	t.give()
	return nil
}

// common converts both sides of an operator.
func (t *taper) common(x, y *node) (*node, *node) {
	t.need(x.typ.isNumber() && y.typ.isNumber())
	typ := common(x.typ, y.typ)
	return t.convert(x, typ), t.convert(y, typ)
}

// Operators on registers of the tape.
var (
	tapeFloats = map[string]lane.Code{"+": lane.AddF, "-": lane.SubF, "*": lane.MulF, "/": lane.DivF, "<": lane.LessF, "<=": lane.LessEqualF, "==": lane.EqualF, "!=": lane.NotEqualF}
	tapeWhole  = map[string]lane.Code{"+": lane.AddI, "-": lane.SubI, "*": lane.MulI, "&": lane.AndI, "|": lane.OrI, "^": lane.XorI, "<": lane.LessI, "==": lane.EqualI}
)

func (t *taper) binary(op string, x, y *node) *node {
	if x.typ.Kind == Pointer || y.typ.Kind == Pointer {
		return t.pointer(op, x, y)
	}
	if op == "<<" || op == ">>" {
		return t.shift(op, x, y)
	}
	x, y = t.common(x, y)
	typ, compares := x.typ, binaryPower[op] == 6 || binaryPower[op] == 7
	if compares {
		typ = basic[Bool]
	}
	if x.line != nil && y.line != nil && (op == "+" || op == "-" || op == "*" || op == "/" || op == "%") {
		return &node{typ: typ, reg: -1, line: &affine{op: op[0], kind: typ.Kind, a: x.line, b: y.line}}
	}
	if compares && (op == ">" || op == ">=") {
		x, y, op = y, x, map[string]string{">": "<", ">=": "<="}[op]
	}
	kind := x.typ.Kind
	a, b := t.register(x), t.register(y)
	switch {
	case kind == F32:
		c, ok := tapeFloats[op]
		t.need(ok)
		if !compares {
			t.s.flops++
		}
		return t.op(c, typ, a, b)
	case kind != I32 && kind != U32:
		t.give()
	case op == "!=":
		return t.not(t.op(lane.EqualI, typ, a, b))
	case op == "<=":
		a, b = t.ordered(kind, a), t.ordered(kind, b)
		return t.not(t.op(lane.LessI, typ, b, a))
	case op == "<":
		a, b = t.ordered(kind, a), t.ordered(kind, b)
	}
	c, ok := tapeWhole[op]
	t.need(ok)
	return t.op(c, typ, a, b)
}

// ordered is a register whose lanes compare as signed numbers do.
func (t *taper) ordered(k Kind, x int) int {
	if k == I32 {
		return x
	}
	return t.op(lane.XorI, basic[I32], x, t.constant(1<<31)).reg
}

func (t *taper) shift(op string, x, y *node) *node {
	t.need(x.typ.isInt() && y.typ.isInt())
	x, y = t.convert(x, promoted(x.typ)), t.convert(y, promoted(y.typ))
	k := x.typ.Kind
	if op == "<<" && x.line != nil && y.line != nil && y.line.op == 'c' && y.line.base >= 0 && y.line.base < 31 {
		return &node{typ: x.typ, reg: -1, line: &affine{op: '*', kind: k, a: x.line, b: &affine{op: 'c', kind: k, base: 1 << y.line.base}}}
	}
	t.need((k == I32 || k == U32) && (y.typ.Kind == I32 || y.typ.Kind == U32))
	c := map[string]lane.Code{"<<": lane.ShiftLeft, ">>": lane.ShiftSigned}[op]
	if op == ">>" && k == U32 {
		c = lane.ShiftRight
	}
	n := t.op(lane.AndI, y.typ, t.register(y), t.constant(31))
	return t.op(c, x.typ, t.register(x), n.reg)
}

// pointer lowers the sum of a pointer and a number.
func (t *taper) pointer(op string, x, y *node) *node {
	if y.typ.Kind == Pointer && op == "+" {
		x, y = y, x
	}
	t.need((op == "+" || op == "-") && x.typ.Kind == Pointer && y.typ.isInt() && x.line != nil && y.line != nil && x.typ.Elem.Kind != Void)
	size := int64(t.l.resolve(x.typ.Elem, token{}).Size())
	if op == "-" {
		size = -size
	}
	return &node{typ: x.typ, reg: -1, line: t.address(x.line, y.line, size)}
}

func (t *taper) address(p, i *affine, size int64) *affine {
	return &affine{op: '+', kind: Pointer, a: p, b: &affine{op: '*', kind: Pointer, a: i, b: &affine{op: 'c', kind: Pointer, base: size}}}
}

func (t *taper) logical(e *expr) *node {
	x := t.convert(t.value(e.kids[0]), basic[Bool])
	from, flops := len(t.s.accesses), t.s.flops
	y := t.convert(t.value(e.kids[1]), basic[Bool])
	t.need(len(t.s.accesses) == from && t.s.flops == flops) // it might not be evaluated
	c := lane.AndI
	if e.op == "||" {
		c = lane.OrI
	}
	return t.op(c, basic[Bool], t.register(x), t.register(y))
}

func (t *taper) choose(e *expr) *node {
	c := t.convert(t.value(e.kids[0]), basic[Bool])
	from, flops := len(t.s.accesses), t.s.flops
	x, y := t.value(e.kids[1]), t.value(e.kids[2])
	t.need(len(t.s.accesses) == from && t.s.flops == flops && x.typ.isNumber() && y.typ.isNumber())
	if !same(x.typ, y.typ) {
		x, y = t.common(x, y)
	}
	t.need(x.typ.Kind == F32 || x.typ.Kind == I32 || x.typ.Kind == U32)
	a, b := t.register(x), t.register(y)
	z := t.op(lane.Copy, plain(x.typ), t.register(c), -1)
	t.emit(tapeOp{code: lane.Select, z: z.reg, x: a, y: b})
	return z
}

// tapeFunctions are functions of floats that have an operation.
var tapeFunctions = map[string]lane.Code{"fmaxf": lane.MaxF, "fminf": lane.MinF, "sqrtf": lane.SqrtF, "rsqrtf": lane.RsqrtF}

func (t *taper) call(e *expr) *node {
	name := e.kids[0].name
	t.need(e.kids[0].op == "name" && e.kids[0].typ == nil && len(t.l.unit.functions[name]) == 0 && t.l.find(name) == nil && t.local(name) == nil && t.l.owner() == nil)
	single := len(name) > 1 && name[len(name)-1] == 'f'
	f1, f2 := floatFunctions[name[:len(name)-1]], floatFunctions2[name[:len(name)-1]]
	c, known := tapeFunctions[name]
	t.need(single && (f1 != nil && len(e.kids) == 2 || f2 != nil && len(e.kids) == 3))
	x := t.convert(t.value(e.kids[1]), basic[F32])
	var y *node
	if f2 != nil {
		y = t.convert(t.value(e.kids[2]), basic[F32])
	}
	t.s.flops++
	switch {
	case known && y != nil:
		return t.op(c, basic[F32], x.reg, y.reg)
	case known:
		return t.op(c, basic[F32], x.reg, -1)
	case y != nil:
		return t.lower(basic[F32], x, y, func(x, y uint64) uint64 { return bits32(float32(f2(float64(f32(x)), float64(f32(y))))) })
	}
	return t.lower(basic[F32], x, nil, func(x, _ uint64) uint64 { return bits32(float32(f1(float64(f32(x))))) })
}

// read is the value of an element, or the address of a row of an array.
func (t *taper) read(e *expr) *node {
	a := t.element(e)
	if a.typ.Kind == Array {
		return &node{typ: pointerTo(a.typ.Elem), reg: -1, line: a.address}
	}
	return t.load(t.scalarAccess(a))
}

func (t *taper) load(a *sweepAccess) *node {
	a.op = len(t.s.ops)
	return t.op(lane.LoadOne, plain(a.typ), -1, -1)
}

// access is an element that is written.
func (t *taper) access(e *expr) *sweepAccess { return t.scalarAccess(t.element(e)) }

func (t *taper) scalarAccess(a *sweepAccess) *sweepAccess {
	k := a.typ.Kind
	t.need((k == F32 || k == I32 || k == U32) && !a.typ.Volatile)
	t.s.accesses = append(t.s.accesses, a)
	return a
}

// element is what an expression in brackets, or behind a star, refers to.
func (t *taper) element(e *expr) *sweepAccess {
	known, ok := t.l.elements[e]
	t.need(ok)
	if e.op == "unary" {
		p := t.value(e.kids[0])
		t.need(p.typ.Kind == Pointer && p.line != nil)
		return &sweepAccess{typ: t.l.resolve(p.typ.Elem, e.tok), address: p.line, at: known.at}
	}
	base, i := t.value(e.kids[0]), t.value(e.kids[1])
	t.need(base.typ.Kind == Pointer && i.typ.isInt() && base.line != nil && i.line != nil && base.typ.Elem.Kind != Void)
	elem := t.l.resolve(base.typ.Elem, e.tok)
	if known.n >= 0 {
		t.s.checks = append(t.s.checks, tapeCheck{i.line, int64(known.n)})
	}
	return &sweepAccess{typ: elem, address: t.address(base.line, i.line, int64(elem.Size())), at: known.at}
}
