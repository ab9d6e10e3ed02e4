// This file makes the script of a kernel with barriers, and finds what may run side by side between them.

package cudac

import (
	"slices"

	"gputour/cuda/cudac/syntax"
)

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
	b.add(scriptOp{kind: doStart, part: &part{action: start, quiet: true, sets: -1}})
	b.list(f.Body.Body)
	b.add(scriptOp{kind: doEnd})
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

func (b *scripter) add(o scriptOp) int {
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
		*leave = append(*leave, b.add(scriptOp{kind: doStep, part: p}))
	case b.l.plainBarrier(s):
		*leave = append(*leave, b.add(scriptOp{kind: doWait, part: p}))
	case s.Op == "block":
		b.flat(s.Body, leave)
	case (s.Op == "for" || s.Op == "while") && p.loop != nil:
		saved := b.masks(1)
		*leave = append(*leave, b.add(scriptOp{kind: doEnter, part: p, saved: saved}))
		turn := b.add(scriptOp{kind: doTurn, part: p, saved: saved})
		*leave = append(*leave, turn)
		b.list(s.Body)
		b.add(scriptOp{kind: doNext, part: p, other: turn})
		b.s.ops[turn].other = len(b.s.ops)
	case s.Op == "if" && p.fork != nil:
		saved := b.masks(2)
		fork := b.add(scriptOp{kind: doFork, part: p, saved: saved})
		b.list(s.Body)
		b.s.ops[fork].other = b.add(scriptOp{kind: doElse, part: p, saved: saved})
		if s.Other != nil {
			b.list([]*syntax.Stmt{s.Other})
		}
		join := b.add(scriptOp{kind: doJoin, part: p, saved: saved})
		b.s.ops[b.s.ops[fork].other].other = join
		*leave = append(*leave, join)
	default:
		b.bad = true
	}
}
