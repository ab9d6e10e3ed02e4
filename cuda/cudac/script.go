// This file runs kernels with barriers without coroutines: the kernel's own statements around
// its barriers are a script, and each warp knows where in it it is. What has no barrier in it
// is one step of the script, and runs as it does elsewhere.

package cudac

import (
	"gputour/cuda/cudac/lane"
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
