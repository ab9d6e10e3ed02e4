// This file runs loops and branches, of which lanes leave one by one.

package simt

// Condition leaves an answer in a register, which is not zero in the lanes that say yes.
type Condition struct {
	Ask  Op // nil where there is nothing to do
	Slot int
}

// Loop is what a loop does around its body.
type Loop struct {
	Brk, Cont int // masks
	Init      Action
	Cond      *Condition // nil for none
	Test      Scalar     // the condition, of the host
	Post      Op
	At        *Site
	Swept     *Sweep
	Abreast   *Abreast // of the host
}

// Turning is a loop that is running.
type Turning struct {
	spins watch
	alone int // iterations in a row that were not swept
}

// Turn begins an iteration and returns the lanes that are in it; the others are added to out.
func (o *Loop) Turn(w *Warp, m uint32, t *Turning, out *uint32, check bool) uint32 {
	w.Core.at, w.Core.atThread = o.At, w.index*Lanes+First(m)
	if o.Swept != nil && t.alone < 2 {
		if o.Swept.run(w, m, t.alone) > 0 {
			t.alone = 0
		} else {
			t.alone++
		}
	}
	if o.Abreast != nil && t.alone < 2 && check {
		if n, worth := o.Abreast.run(w); worth {
			t.alone = 0
		} else if t.alone++; n == 0 {
			t.alone++
		}
	}
	w.Core.Spend(1)
	if w.Core.Kernel.Polls {
		w.iterate(&t.spins, o.At)
	}
	if !check || o.Cond == nil {
		return m
	}
	if o.Test != nil {
		if o.Test(w) != 0 {
			return m
		}
		*out |= m
		return 0
	}
	if o.Cond.Ask != nil {
		o.Cond.Ask(w, m)
	}
	stay := w.Truth(o.Cond.Slot, m)
	w.Core.Profile.Branches++
	if stay != 0 && stay != m {
		w.Core.Profile.Divergent++
	}
	*out |= m &^ stay
	return stay
}

// Fork is the condition of an if.
type Fork struct {
	Cond Condition
	Test Scalar // of the host
}

// Ask returns the lanes that take each branch.
func (f *Fork) Ask(w *Warp, m uint32) (yes, no uint32) {
	w.Core.Spend(1)
	if f.Test != nil {
		if f.Test(w) != 0 {
			return m, 0
		}
		return 0, m
	}
	if f.Cond.Ask != nil {
		f.Cond.Ask(w, m)
	}
	yes = w.Truth(f.Cond.Slot, m)
	no = m &^ yes
	w.Core.Profile.Branches++
	if yes != 0 && no != 0 {
		w.Core.Profile.Divergent++
	}
	return yes, no
}

// Scalar computes a value of the host's.
type Scalar func(w *Warp) uint64
