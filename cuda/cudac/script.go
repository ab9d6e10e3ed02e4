// This file runs kernels with barriers without coroutines: the kernel's own statements around
// its barriers are a script, and each warp knows where in it it is. What has no barrier in it
// is one step of the script, and runs as it does elsewhere.

package cudac

import (
	"slices"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/syntax"
)

// part is what a statement was lowered to.
type part struct {
	action action
	waits  bool // there is a barrier in it
	at     *site
	loop   *loop
	fork   *fork
	quiet  bool // it touches no memory
	sweep  *sweep
	covers int   // statements that are one sweep, from this one on
	regs   []int // of a loop: what its condition and its step read
	sets   int   // of a loop: the variable that its step sets; -1 where that is not known
}

// script is a kernel's body as a list of steps.
type script struct {
	ops   []scriptOp
	saved int // masks of each warp
}

type scriptKind uint8

const (
	doStart scriptKind = iota
	doStep
	doEnter // a loop
	doTurn
	doNext
	doFork
	doElse
	doJoin
	doWait
	doEnd
)

// scriptOp is a step. Lanes that leave its list of statements go on at to.
type scriptOp struct {
	kind   scriptKind
	part   *part
	to     int
	other  int // where a loop is left, an else begins
	saved  int // the first of its masks
	covers int // steps that the part's sweep stands for
}

// scripted is where a warp is in a script.
type scripted struct {
	pc    int
	m     uint32
	saved []uint32
}

func (l *lowering) ownBody() bool {
	return !l.host && l.call != nil && l.call.up == nil && l.routine == nil
}

func (l *lowering) partOf(s *syntax.Stmt) *part {
	if !l.ownBody() {
		return &part{}
	}
	if l.parts[s] == nil {
		l.parts[s] = &part{sets: -1}
	}
	return l.parts[s]
}

// notePart notes what a statement was lowered to.
func (l *lowering) notePart(s *syntax.Stmt, a action, waits int) {
	if !l.ownBody() || a == nil {
		return
	}
	p := l.partOf(s)
	p.action, p.waits, p.at = a, waits > 0, l.barrierAt
	switch s.Op {
	case "expr":
		_, p.quiet = l.registersOf(s.Cond)
	case "decl":
		p.quiet = true
		for _, d := range s.Decls {
			_, ok := l.registersOf(d.Init)
			p.quiet = p.quiet && ok && l.peek(d.Name) != nil && l.peek(d.Name).place != nil && l.peek(d.Name).place.reg >= 0
		}
	}
}

// registersOf are the variables of an expression that touches nothing but registers.
func (l *lowering) registersOf(e *syntax.Expr) (regs []int, ok bool) {
	ok = e != nil
	syntax.WalkExpr(e, func(e *syntax.Expr) {
		switch e.Op {
		case "num", "unary", "cast", "?:", "pre", "post":
			ok = ok && (e.Op != "unary" || e.Name == "-" || e.Name == "+" || e.Name == "!" || e.Name == "~")
		case "member":
			base, d, known := builtinPart(e)
			if ok = ok && known && l.peek(e.Kids[0].Name) == nil; !ok {
				return
			}
			regs = append(regs, base+d)
		case "name":
			if _, known := builtinVectors[e.Name]; known {
				return
			}
			s := l.peek(e.Name)
			if s != nil && s.konst != nil {
				return
			}
			if ok = ok && e.Type == nil && s != nil && s.place != nil && s.place.reg >= 0 && s.place.before == nil && s.place.unset == 0; ok {
				regs = append(regs, s.place.reg)
			}
		default:
			_, operator := syntax.BinaryPower[e.Op]
			ok = ok && (operator || syntax.Assignments[e.Op]) && e.Op != "," && len(e.Kids) == 2
			if ok && (e.Op[0] == '/' || e.Op[0] == '%') { // nobody divides by zero
				ok = e.Kids[1].Op == "num" && e.Kids[1].Tok.Text != "0"
			}
		}
	})
	return regs, ok
}

// noteControl notes what the condition and the step of a loop read; it is called where what
// the loop declares is in scope.
func (l *lowering) noteControl(s *syntax.Stmt) {
	p := l.partOf(s)
	if s.Cond == nil || s.Post == nil || !syntax.Assignments[s.Post.Op] && s.Post.Op != "pre" && s.Post.Op != "post" || s.Post.Kids[0].Op != "name" {
		return
	}
	regs, ok := l.registersOf(s.Cond)
	more, ok2 := l.registersOf(s.Post)
	set, ok3 := l.registersOf(s.Post.Kids[0])
	if ok && ok2 && ok3 && len(set) == 1 && !assigns(s.Cond) {
		p.regs, p.sets = append(regs, more...), set[0]
	}
	if s.Init != nil && s.Init.Op == "decl" {
		p.quiet = true
		for _, d := range s.Init.Decls {
			_, ok := l.registersOf(d.Init)
			p.quiet = p.quiet && ok
		}
	}
}

func assigns(e *syntax.Expr) (yes bool) {
	syntax.WalkExpr(e, func(e *syntax.Expr) { yes = yes || syntax.Assignments[e.Op] || e.Op == "pre" || e.Op == "post" })
	return yes
}

// intervals finds, in a list of statements that has been lowered, those between two barriers
// that can be a sweep of all warps.
func (l *lowering) intervals(list []*syntax.Stmt) {
	if !l.ownBody() || !slices.ContainsFunc(list, func(s *syntax.Stmt) bool { return l.parts[s] != nil && l.parts[s].waits }) {
		return
	}
	declared := map[string]bool{}
	for i := len(list) - 1; i >= 0; i-- {
		for _, d := range list[i].Decls {
			declared[d.Name] = true
		}
		if !l.plainBarrier(list[i]) && i != len(list)-1 {
			continue
		}
		to := i
		if !l.plainBarrier(list[i]) {
			to++
		}
		from := to
		for from > 0 && l.sweepable(list[from-1]) {
			from--
		}
		if from == to {
			continue
		}
		clash := false
		for _, s := range list[from:to] {
			syntax.Walk(s, func(e *syntax.Expr) { clash = clash || e.Op == "name" && declared[e.Name] })
		}
		if clash {
			continue
		}
		if made := l.tape(func(t *taper) { t.interval(list[from:to]) }); made != nil {
			p := l.partOf(list[from])
			p.sweep, p.covers = made, to-from
		}
	}
}

func (l *lowering) plainBarrier(s *syntax.Stmt) bool {
	return isBarrier(s) && len(s.Cond.Kids) == 1 && len(l.unit.Functions["__syncthreads"]) == 0
}

// sweepable reports that a statement may be one of a sweep of all warps.
func (l *lowering) sweepable(s *syntax.Stmt) bool {
	p := l.parts[s]
	return p != nil && p.action != nil && !p.waits && (s.Op == "if" || s.Op == "expr" && !p.quiet)
}

// scripter puts a script together.
type scripter struct {
	l   *lowering
	s   *script
	bad bool
}

// scriptOf is the script of a kernel; nil where it has none.
func (l *lowering) scriptOf(f *syntax.Function, retMask int, prologue step) *script {
	if !f.Global || !l.barriers || l.polls || l.rigid || l.host || l.c.Recorded {
		return nil
	}
	b := &scripter{l: l, s: &script{}}
	start := func(w *warp, m uint32) uint32 {
		w.masks[retMask] = 0
		if prologue != nil {
			prologue(w, m)
		}
		return m
	}
	b.Add(scriptOp{kind: doStart, part: &part{action: start, quiet: true, sets: -1}})
	b.list(f.Body.Body)
	b.Add(scriptOp{kind: doEnd})
	waits := 0
	for _, o := range b.s.ops {
		if o.kind == doWait {
			waits++
		}
	}
	if b.bad || waits != l.waits { // some are within expressions, or functions
		return nil
	}
	b.s.ops[0].to = len(b.s.ops) - 1
	return b.s
}

func (b *scripter) Add(o scriptOp) int {
	b.s.ops = append(b.s.ops, o)
	return len(b.s.ops) - 1
}

// masks takes room for a number of masks.
func (b *scripter) masks(n int) int {
	b.s.saved += n
	return b.s.saved - n
}

// list adds statements; what leaves them goes to the step behind.
func (b *scripter) list(list []*syntax.Stmt) {
	var leave []int
	b.flat(list, &leave)
	for _, i := range leave {
		b.s.ops[i].to = len(b.s.ops)
	}
}

func (b *scripter) flat(list []*syntax.Stmt, leave *[]int) {
	steps := make([]int, len(list)+1) // where each statement begins
	for i, s := range list {
		steps[i] = len(b.s.ops)
		b.statement(s, leave)
	}
	steps[len(list)] = len(b.s.ops)
	for i, s := range list {
		if p := b.l.parts[s]; p != nil && p.sweep != nil && steps[i] < len(b.s.ops) && b.s.ops[steps[i]].part == p {
			b.s.ops[steps[i]].covers = steps[i+p.covers] - steps[i]
		}
	}
}

func (b *scripter) statement(s *syntax.Stmt, leave *[]int) {
	p := b.l.parts[s]
	if p == nil || p.action == nil {
		return // there is nothing to do
	}
	switch {
	case !p.waits:
		*leave = append(*leave, b.Add(scriptOp{kind: doStep, part: p}))
	case b.l.plainBarrier(s):
		*leave = append(*leave, b.Add(scriptOp{kind: doWait, part: p}))
	case s.Op == "block":
		b.flat(s.Body, leave)
	case (s.Op == "for" || s.Op == "while") && p.loop != nil:
		saved := b.masks(1)
		*leave = append(*leave, b.Add(scriptOp{kind: doEnter, part: p, saved: saved}))
		turn := b.Add(scriptOp{kind: doTurn, part: p, saved: saved})
		*leave = append(*leave, turn)
		b.list(s.Body)
		b.Add(scriptOp{kind: doNext, part: p, other: turn})
		b.s.ops[turn].other = len(b.s.ops)
	case s.Op == "if" && p.fork != nil:
		saved := b.masks(2)
		fork := b.Add(scriptOp{kind: doFork, part: p, saved: saved})
		b.list(s.Body)
		b.s.ops[fork].other = b.Add(scriptOp{kind: doElse, part: p, saved: saved})
		if s.Other != nil {
			b.list([]*syntax.Stmt{s.Other})
		}
		join := b.Add(scriptOp{kind: doJoin, part: p, saved: saved})
		b.s.ops[b.s.ops[fork].other].other = join
		*leave = append(*leave, join)
	default:
		b.bad = true
	}
}

// advance runs a warp to its next barrier, or to its end, where it returns nil.
func (w *warp) advance() *site {
	for {
		if at, stop := w.follow(&w.run.kernel.script.ops[w.place.pc]); stop {
			return at
		}
	}
}

// follow runs one step.
func (w *warp) follow(o *scriptOp) (at *site, stop bool) {
	s := &w.place
	s.pc++
	switch p := o.part; o.kind {
	case doStart:
		if s.saved == nil {
			s.saved = make([]uint32, w.run.kernel.script.saved)
		}
		s.m = p.action(w, w.live)
	case doStep:
		s.m = p.action(w, s.m)
	case doEnter:
		if p.loop.init != nil {
			s.m = p.loop.init(w, s.m)
		}
		w.masks[p.loop.brk], s.saved[o.saved] = 0, 0
	case doTurn:
		if s.m != 0 {
			var t turning
			s.m = p.loop.turn(w, s.m, &t, &s.saved[o.saved], true)
		}
		if s.m != 0 {
			w.masks[p.loop.cont] = 0
			return nil, false
		}
		s.m, s.pc = s.saved[o.saved]|w.masks[p.loop.brk], o.other
	case doNext:
		if s.m |= w.masks[p.loop.cont]; p.loop.post != nil && s.m != 0 {
			p.loop.post(w, s.m)
		}
		s.pc = o.other
		return nil, false
	case doFork:
		yes, no := p.fork.ask(w, s.m)
		if s.saved[o.saved], s.m = no, yes; yes == 0 {
			s.pc = o.other
		}
		return nil, false
	case doElse:
		s.saved[o.saved+1], s.m = s.m, s.saved[o.saved]
		if s.m == 0 {
			s.pc = o.other
		}
		return nil, false
	case doJoin:
		s.m |= s.saved[o.saved+1]
	case doWait:
		w.run.spend(1)
		w.arrive(s.m, p.at)
		return p.at, true
	case doEnd:
		s.pc--
		return nil, true
	}
	if s.m == 0 {
		s.pc = o.to
	}
	return nil, false
}

// enough is how many statements must be left for warps to take steps side by side: where they
// end is told of the thread that would have come to it, one warp after the other.
const enough = 1 << 16

// abreast takes steps for all warps of the block, side by side, as long as all are in one
// place with all their lanes, and nobody can see it.
func (r *run) abreast(b *barrier) {
	k := r.kernel.script
	if k == nil || r.launch.plain || r.record != nil || r.number == 0 || r.warps[len(r.warps)-1].live != lane.Full || b.count > 0 {
		return
	}
	for busy := false; r.steps > enough; {
		pc := r.warps[0].place.pc
		for i, w := range r.warps {
			if w.place.pc != pc || w.place.m != lane.Full || w.left != 0 || b.at[i] != nil {
				return
			}
		}
		o := &k.ops[pc]
		switch p := o.part; {
		case o.kind == doWait:
			for _, w := range r.warps {
				w.follow(o)
			}
			b.site = p.at
			b.release()
			busy = false
		case o.covers > 0 && !busy && (k.ops[pc+o.covers].kind == doWait || k.ops[pc+o.covers].kind == doEnd || k.ops[pc+o.covers].kind == doNext && k.waitsFirst(pc+o.covers)):
			if !p.sweep.runWarps(r, k.ops[pc:pc+o.covers]) {
				return
			}
			for _, w := range r.warps {
				w.place.pc += o.covers
			}
			busy = true
		case o.kind == doStart, o.kind == doStep && p.quiet, o.kind == doEnter && p.quiet:
			for _, w := range r.warps {
				w.follow(o)
			}
		case (o.kind == doTurn || o.kind == doNext) && p.sets >= 0 && r.alike(p.regs):
			r.lead(o)
		default:
			return
		}
	}
}

// waitsFirst reports that nothing but a barrier comes after the end of a loop's body.
func (k *script) waitsFirst(pc int) bool {
	turn := k.ops[pc].other
	return k.ops[turn+1].kind == doWait && k.ops[k.ops[turn].other].kind == doWait
}

// alike reports that registers hold one value in all lanes of all warps.
func (r *run) alike(regs []int) bool {
	for _, slot := range regs {
		f := &r.warps[0].rules[slot]
		for _, w := range r.warps {
			if g := &w.rules[slot]; g.where != lane.Full || !g.uniform() || g.base != f.base {
				return false
			}
		}
	}
	return true
}

// lead has the first warp take a step of a loop's, with which all others agree.
func (r *run) lead(o *scriptOp) {
	first, others := r.warps[0], r.warps[1:]
	l, steps, branches := o.part.loop, r.steps, r.profile.Branches
	first.follow(o)
	steps, branches = steps-r.steps, r.profile.Branches-branches
	r.spend(steps * int64(len(others)))
	r.profile.Branches += branches * int64(len(others))
	for _, w := range others {
		s := &w.place
		switch {
		case o.kind == doNext:
			w.rules[o.part.sets] = first.rules[o.part.sets]
			if f := &w.rules[o.part.sets]; f.where != lane.Full || f.stale != lane.Full {
				w.regs[o.part.sets] = first.regs[o.part.sets]
			}
			s.pc = o.other
		case first.place.pc != o.other: // all stay
			w.masks[l.cont] = 0
			s.pc++
		default:
			s.saved[o.saved] = first.place.saved[o.saved]
			s.m, s.pc = s.saved[o.saved]|w.masks[l.brk], o.other
			if s.m == 0 {
				s.pc = o.to
			}
		}
	}
}
