// This file runs loops and branches, of which lanes leave one by one.

package cudac

// condition leaves an answer in a register, which is not zero in the lanes that say yes.
type condition struct {
	ask  step // nil where there is nothing to do
	slot int
}

// loop is what a loop does around its body.
type loop struct {
	brk, cont int // masks
	init      action
	cond      *condition // nil for none
	test      scalar     // the condition, of the host
	post      step
	at        *site
	swept     *sweep
}

// turning is a loop that is running.
type turning struct {
	spins watch
	alone int // iterations in a row that were not swept
}

// turn begins an iteration and returns the lanes that are in it; the others are added to out.
func (o *loop) turn(w *warp, m uint32, t *turning, out *uint32, check bool) uint32 {
	w.run.at, w.run.atThread = o.at, w.index*lanes+first(m)
	if o.swept != nil && t.alone < 2 {
		if o.swept.run(w, m, t.alone) > 0 {
			t.alone = 0
		} else {
			t.alone++
		}
	}
	w.run.spend(1)
	if w.run.kernel.polls {
		w.iterate(&t.spins, o.at)
	}
	if !check || o.cond == nil {
		return m
	}
	if o.test != nil {
		if o.test(w) != 0 {
			return m
		}
		*out |= m
		return 0
	}
	if o.cond.ask != nil {
		o.cond.ask(w, m)
	}
	stay := w.truth(o.cond.slot, m)
	w.run.profile.Branches++
	if stay != 0 && stay != m {
		w.run.profile.Divergent++
	}
	*out |= m &^ stay
	return stay
}

// fork is the condition of an if.
type fork struct {
	cond condition
	test scalar // of the host
}

// ask returns the lanes that take each branch.
func (f *fork) ask(w *warp, m uint32) (yes, no uint32) {
	w.run.spend(1)
	if f.test != nil {
		if f.test(w) != 0 {
			return m, 0
		}
		return 0, m
	}
	if f.cond.ask != nil {
		f.cond.ask(w, m)
	}
	yes = w.truth(f.cond.slot, m)
	no = m &^ yes
	w.run.profile.Branches++
	if yes != 0 && no != 0 {
		w.run.profile.Divergent++
	}
	return yes, no
}

// scalar computes a value of the host's.
type scalar func(w *warp) uint64
