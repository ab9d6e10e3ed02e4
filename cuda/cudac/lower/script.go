// This file makes the script of a kernel with barriers, and finds what may run side by side between them.

package lower

import (
	"slices"

	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
)

func (l *lowering) ownBody() bool {
	return !l.host && !l.beside && l.call != nil && l.call.up == nil && l.routine == nil
}

func (l *lowering) partOf(s *syntax.Stmt) *simt.Part {
	if !l.ownBody() {
		return &simt.Part{}
	}
	if l.parts[s] == nil {
		l.parts[s] = &simt.Part{Sets: -1}
	}
	return l.parts[s]
}

// notePart notes what a statement was lowered to.
func (l *lowering) notePart(s *syntax.Stmt, a simt.Action, waits int) {
	if !l.ownBody() || a == nil {
		return
	}
	p := l.partOf(s)
	p.Action, p.Waits, p.At = a, waits > 0, l.barrierAt
	switch s.Op {
	case "expr":
		_, p.Quiet = l.registersOf(s.Cond)
	case "decl":
		p.Quiet = true
		for _, d := range s.Decls {
			_, ok := l.registersOf(d.Init)
			p.Quiet = p.Quiet && ok && l.peek(d.Name) != nil && l.peek(d.Name).place != nil && l.peek(d.Name).place.reg >= 0
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
			base, d, known := simt.Coordinate(e)
			if ok = ok && known && l.peek(e.Kids[0].Name) == nil; !ok {
				return
			}
			regs = append(regs, base+d)
		case "name":
			if _, known := simt.Coordinates[e.Name]; known {
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
		p.Regs, p.Sets = append(regs, more...), set[0]
	}
	if s.Init != nil && s.Init.Op == "decl" {
		p.Quiet = true
		for _, d := range s.Init.Decls {
			_, ok := l.registersOf(d.Init)
			p.Quiet = p.Quiet && ok
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
	if !l.ownBody() || !slices.ContainsFunc(list, func(s *syntax.Stmt) bool { return l.parts[s] != nil && l.parts[s].Waits }) {
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
			p.Sweep, p.Covers = made, to-from
		}
	}
}

func (l *lowering) plainBarrier(s *syntax.Stmt) bool {
	return isBarrier(s) && len(s.Cond.Kids) == 1 && len(l.unit.Functions["__syncthreads"]) == 0
}

// sweepable reports that a statement may be one of a sweep of all warps.
func (l *lowering) sweepable(s *syntax.Stmt) bool {
	p := l.parts[s]
	return p != nil && p.Action != nil && !p.Waits && (s.Op == "if" || s.Op == "expr" && !p.Quiet)
}

// scripter puts a script together.
type scripter struct {
	l   *lowering
	s   *simt.Script
	bad bool
}

// scriptOf is the script of a kernel; nil where it has none.
func (l *lowering) scriptOf(f *syntax.Function, retMask int, prologue simt.Op) *simt.Script {
	if !f.Global || !l.barriers || l.polls || l.rigid || l.host || l.c.Recorded {
		return nil
	}
	b := &scripter{l: l, s: &simt.Script{}}
	start := func(w *simt.Warp, m uint32) uint32 {
		w.Masks[retMask] = 0
		if prologue != nil {
			prologue(w, m)
		}
		return m
	}
	b.add(simt.ScriptOp{Kind: simt.DoStart, Part: &simt.Part{Action: start, Quiet: true, Sets: -1}})
	b.list(f.Body.Body)
	b.add(simt.ScriptOp{Kind: simt.DoEnd})
	waits := 0
	for _, o := range b.s.Ops {
		if o.Kind == simt.DoWait {
			waits++
		}
	}
	if b.bad || waits != l.waits { // some are within expressions, or functions
		return nil
	}
	b.s.Ops[0].To = len(b.s.Ops) - 1
	return b.s
}

func (b *scripter) add(o simt.ScriptOp) int {
	b.s.Ops = append(b.s.Ops, o)
	return len(b.s.Ops) - 1
}

// masks takes room for a number of masks.
func (b *scripter) masks(n int) int {
	b.s.Saved += n
	return b.s.Saved - n
}

// list adds statements; what leaves them goes to the step behind.
func (b *scripter) list(list []*syntax.Stmt) {
	var leave []int
	b.flat(list, &leave)
	for _, i := range leave {
		b.s.Ops[i].To = len(b.s.Ops)
	}
}

func (b *scripter) flat(list []*syntax.Stmt, leave *[]int) {
	steps := make([]int, len(list)+1) // where each statement begins
	for i, s := range list {
		steps[i] = len(b.s.Ops)
		b.statement(s, leave)
	}
	steps[len(list)] = len(b.s.Ops)
	for i, s := range list {
		if p := b.l.parts[s]; p != nil && p.Sweep != nil && steps[i] < len(b.s.Ops) && b.s.Ops[steps[i]].Part == p {
			b.s.Ops[steps[i]].Covers = steps[i+p.Covers] - steps[i]
		}
	}
}

func (b *scripter) statement(s *syntax.Stmt, leave *[]int) {
	p := b.l.parts[s]
	if p == nil || p.Action == nil {
		return // there is nothing to do
	}
	switch {
	case !p.Waits:
		*leave = append(*leave, b.add(simt.ScriptOp{Kind: simt.DoStep, Part: p}))
	case b.l.plainBarrier(s):
		*leave = append(*leave, b.add(simt.ScriptOp{Kind: simt.DoWait, Part: p}))
	case s.Op == "block":
		b.flat(s.Body, leave)
	case (s.Op == "for" || s.Op == "while") && p.Loop != nil:
		saved := b.masks(1)
		*leave = append(*leave, b.add(simt.ScriptOp{Kind: simt.DoEnter, Part: p, Saved: saved}))
		turn := b.add(simt.ScriptOp{Kind: simt.DoTurn, Part: p, Saved: saved})
		*leave = append(*leave, turn)
		b.list(s.Body)
		b.add(simt.ScriptOp{Kind: simt.DoNext, Part: p, Other: turn})
		b.s.Ops[turn].Other = len(b.s.Ops)
	case s.Op == "if" && p.Fork != nil:
		saved := b.masks(2)
		fork := b.add(simt.ScriptOp{Kind: simt.DoFork, Part: p, Saved: saved})
		b.list(s.Body)
		b.s.Ops[fork].Other = b.add(simt.ScriptOp{Kind: simt.DoElse, Part: p, Saved: saved})
		if s.Other != nil {
			b.list([]*syntax.Stmt{s.Other})
		}
		join := b.add(simt.ScriptOp{Kind: simt.DoJoin, Part: p, Saved: saved})
		b.s.Ops[b.s.Ops[fork].Other].Other = join
		*leave = append(*leave, join)
	default:
		b.bad = true
	}
}
