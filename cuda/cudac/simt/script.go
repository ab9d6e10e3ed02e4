// This file runs kernels with barriers without coroutines: the kernel's own statements around
// its barriers are a script, and each warp knows where in it it is. What has no barrier in it
// is one step of the script, and runs as it does elsewhere.

package simt

import "gputour/cuda/cudac/lane"

// Part is what a statement was lowered to.
type Part struct {
	Action Action
	Waits  bool // there is a barrier in it
	At     *Site
	Loop   *Loop
	Fork   *Fork
	Quiet  bool // it touches no memory
	Sweep  *Sweep
	Covers int   // statements that are one sweep, from this one on
	Regs   []int // of a loop: what its condition and its step read
	Sets   int   // of a loop: the variable that its step sets; -1 where that is not known
}

// Script is a kernel's body as a list of steps.
type Script struct {
	Ops   []ScriptOp
	Saved int // masks of each warp
}

// ScriptKind is what a step of a script does.
type ScriptKind uint8

// The steps of scripts.
const (
	DoStart ScriptKind = iota
	DoStep
	DoEnter // a loop
	DoTurn
	DoNext
	DoFork
	DoElse
	DoJoin
	DoWait
	DoEnd
)

// ScriptOp is a step. Lanes that leave its list of statements go on at to.
type ScriptOp struct {
	Kind   ScriptKind
	Part   *Part
	To     int
	Other  int // where a loop is left, an else begins
	Saved  int // the first of its masks
	Covers int // steps that the part's sweep stands for
}

// scripted is where a warp is in a script.
type scripted struct {
	pc    int
	m     uint32
	saved []uint32
}

// advance runs a warp to its next barrier, or to its end, where it returns nil.
func (w *Warp) advance() *Site {
	for {
		if at, stop := w.follow(&w.Core.Kernel.Script.Ops[w.place.pc]); stop {
			return at
		}
	}
}

// follow runs one step.
func (w *Warp) follow(o *ScriptOp) (at *Site, stop bool) {
	s := &w.place
	s.pc++
	switch p := o.Part; o.Kind {
	case DoStart:
		if s.saved == nil {
			s.saved = make([]uint32, w.Core.Kernel.Script.Saved)
		}
		s.m = p.Action(w, w.Live)
	case DoStep:
		s.m = p.Action(w, s.m)
	case DoEnter:
		if p.Loop.Init != nil {
			s.m = p.Loop.Init(w, s.m)
		}
		w.Masks[p.Loop.Brk], s.saved[o.Saved] = 0, 0
	case DoTurn:
		if s.m != 0 {
			var t Turning
			s.m = p.Loop.Turn(w, s.m, &t, &s.saved[o.Saved], true)
		}
		if s.m != 0 {
			w.Masks[p.Loop.Cont] = 0
			return nil, false
		}
		s.m, s.pc = s.saved[o.Saved]|w.Masks[p.Loop.Brk], o.Other
	case DoNext:
		if s.m |= w.Masks[p.Loop.Cont]; p.Loop.Post != nil && s.m != 0 {
			p.Loop.Post(w, s.m)
		}
		s.pc = o.Other
		return nil, false
	case DoFork:
		yes, no := p.Fork.Ask(w, s.m)
		if s.saved[o.Saved], s.m = no, yes; yes == 0 {
			s.pc = o.Other
		}
		return nil, false
	case DoElse:
		s.saved[o.Saved+1], s.m = s.m, s.saved[o.Saved]
		if s.m == 0 {
			s.pc = o.Other
		}
		return nil, false
	case DoJoin:
		s.m |= s.saved[o.Saved+1]
	case DoWait:
		w.Core.Spend(1)
		w.arrive(s.m, p.At)
		return p.At, true
	case DoEnd:
		s.pc--
		return nil, true
	}
	if s.m == 0 {
		s.pc = o.To
	}
	return nil, false
}

// enough is how many statements must be left for warps to take steps side by side: where they
// end is told of the thread that would have come to it, one warp after the other.
const enough = 1 << 16

// abreast takes steps for all warps of the block, side by side, as long as all are in one
// place with all their lanes, and nobody can see it.
func (r *Core) abreast(b *barrier) {
	k := r.Kernel.Script
	if k == nil || r.Launch.Plain || r.Record != nil || r.number == 0 || r.warps[len(r.warps)-1].Live != lane.Full || b.count > 0 {
		return
	}
	for busy := false; r.Steps > enough; {
		pc := r.warps[0].place.pc
		for i, w := range r.warps {
			if w.place.pc != pc || w.place.m != lane.Full || w.Left != 0 || b.at[i] != nil {
				return
			}
		}
		o := &k.Ops[pc]
		switch p := o.Part; {
		case o.Kind == DoWait:
			for _, w := range r.warps {
				w.follow(o)
			}
			b.site = p.At
			b.release()
			busy = false
		case o.Covers > 0 && !busy && (k.Ops[pc+o.Covers].Kind == DoWait || k.Ops[pc+o.Covers].Kind == DoEnd || k.Ops[pc+o.Covers].Kind == DoNext && k.waitsFirst(pc+o.Covers)):
			if !p.Sweep.runWarps(r, k.Ops[pc:pc+o.Covers]) {
				return
			}
			for _, w := range r.warps {
				w.place.pc += o.Covers
			}
			busy = true
		case o.Kind == DoStart, o.Kind == DoStep && p.Quiet, o.Kind == DoEnter && p.Quiet:
			for _, w := range r.warps {
				w.follow(o)
			}
		case (o.Kind == DoTurn || o.Kind == DoNext) && p.Sets >= 0 && r.alike(p.Regs):
			r.lead(o)
		default:
			return
		}
	}
}

// waitsFirst reports that nothing but a barrier comes after the end of a loop's body.
func (k *Script) waitsFirst(pc int) bool {
	turn := k.Ops[pc].Other
	return k.Ops[turn+1].Kind == DoWait && k.Ops[k.Ops[turn].Other].Kind == DoWait
}

// alike reports that registers hold one value in all lanes of all warps.
func (r *Core) alike(regs []int) bool {
	for _, slot := range regs {
		f := &r.warps[0].Rules[slot]
		for _, w := range r.warps {
			if g := &w.Rules[slot]; g.Where != lane.Full || !g.Uniform() || g.Base != f.Base {
				return false
			}
		}
	}
	return true
}

// lead has the first warp take a step of a loop's, with which all others agree.
func (r *Core) lead(o *ScriptOp) {
	first, others := r.warps[0], r.warps[1:]
	l, steps, branches := o.Part.Loop, r.Steps, r.Profile.Branches
	first.follow(o)
	steps, branches = steps-r.Steps, r.Profile.Branches-branches
	r.Spend(steps * int64(len(others)))
	r.Profile.Branches += branches * int64(len(others))
	for _, w := range others {
		s := &w.place
		switch {
		case o.Kind == DoNext:
			w.Rules[o.Part.Sets] = first.Rules[o.Part.Sets]
			if f := &w.Rules[o.Part.Sets]; f.Where != lane.Full || f.Stale != lane.Full {
				w.Regs[o.Part.Sets] = first.Regs[o.Part.Sets]
			}
			s.pc = o.Other
		case first.place.pc != o.Other: // all stay
			w.Masks[l.Cont] = 0
			s.pc++
		default:
			s.saved[o.Saved] = first.place.saved[o.Saved]
			s.m, s.pc = s.saved[o.Saved]|w.Masks[l.Brk], o.Other
			if s.m == 0 {
				s.pc = o.To
			}
		}
	}
}
