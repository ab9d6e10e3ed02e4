// This file runs iterations of a loop of the host side by side, as the lanes of a warp. The compiler
// found that no iteration looks at what another leaves (lower/abreast.go); what only values can tell,
// as that two pointers are of two allocations, is asked here before.

package simt

import (
	"math/bits"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// Abreast is a loop of the host whose iterations may run side by side.
type Abreast struct {
	Slot      int // the variable that counts
	Kind      word.Kind
	Step      int64
	Limit     Scalar
	Inclusive bool // the limit is an iteration

	Inputs  []Carry // variables of outside that iterations read
	Outputs []Carry // those that each sets, and the last one leaves
	Given   []Given // what stands in memory and stays as it is
	Apart   [][2]Scalar
	Factors [][]Scalar // of what is stored to: none may be 0
	Stops   *Condition // lanes in which that one says so; nil for none
	Before  Action     // what is before it
	Body    Action
	Sums    []int // variables of the host that iterations add to, in order
	Again   bool  // a round may be done twice
}

// overwritten is what a round overwrote, so that it can be done again by the statements.
type overwritten struct {
	bytes []byte
	at    [][]byte
	lost  bool
}

// mostOver bounds that.
const mostOver = 1 << 20

func (k *overwritten) keep(b []byte) {
	if k.lost = k.lost || len(k.bytes)+len(b) > mostOver; !k.lost {
		k.bytes, k.at = append(k.bytes, b...), append(k.at, b)
	}
}

func (k *overwritten) forget() { k.bytes, k.at, k.lost = k.bytes[:0], k.at[:0], false }

// restore brings back what was, the last first; false where that is not known.
func (k *overwritten) restore() bool {
	end := len(k.bytes)
	for i := len(k.at) - 1; i >= 0 && !k.lost; i-- {
		from := end - len(k.at[i])
		copy(k.at[i], k.bytes[from:end])
		end = from
	}
	return !k.lost
}

// Given is a register for what stands in memory when the loop begins.
type Given struct {
	Slot  int
	Value Scalar
}

// Carry is a variable's register, and the mask that says where it is not set, plus one.
type Carry struct{ Slot, Unset int }

// MaxSums bounds the sums of a loop.
const MaxSums = 16

// leastAbreast are the iterations that are worth a warp.
const leastAbreast = 2 * Lanes

// run runs iterations of the loop, which is about to ask its condition, and returns how many;
// worth says that it may be tried again.
func (s *Abreast) run(w *Warp) (done int64, worth bool) {
	start := int64(w.Regs[s.Slot][0])
	n, v := s.begin(w, start)
	if n == 0 {
		return 0, false
	}
	for _, c := range s.Inputs {
		v.Give(c.Slot, w.Regs[c.Slot][0], fullLanes)
	}
	for _, list := range [][]Carry{s.Inputs, s.Outputs} {
		for _, c := range list {
			if c.Unset > 0 {
				v.Masks[c.Unset-1] = -(w.Masks[c.Unset-1] & 1)
			}
		}
	}
	last := 0
	for done < n {
		m := uint32(uint64(1)<<min(n-done, Lanes) - 1)
		v.Rules[s.Slot] = Rule{Base: uint64(start + done*s.Step), Dx: uint64(s.Step), Where: fullLanes, Stale: fullLanes}
		k := s.round(v, m)
		if k > 0 {
			last = k - 1
		}
		if done += int64(k); k < Lanes {
			break
		}
	}
	if done > 0 {
		for _, c := range s.Outputs {
			w.Regs[c.Slot][0] = v.In(c.Slot)[last]
			if c.Unset > 0 {
				w.Masks[c.Unset-1] &^= 1
			}
		}
	}
	w.Regs[s.Slot][0] = uint64(start + done*s.Step)
	return done, done >= leastAbreast
}

// begin is how many iterations may run, and the warp for them, which knows what is before the loop; 0 where
// that is none, or cannot be found out without a fault.
func (s *Abreast) begin(w *Warp, start int64) (n int64, v *Warp) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case *report.Fault:
			n = 0
		default:
			panic(f)
		}
	}()
	n = s.count(w, start)
	if n < leastAbreast || !s.apart(w, n) {
		return 0, nil
	}
	v = w.beside()
	for _, g := range s.Given {
		v.Give(g.Slot, g.Value(w), fullLanes)
	}
	return n, v
}

const fullLanes = 1<<Lanes - 1

// count is how many iterations are left; 0 where that is not sure.
func (s *Abreast) count(w *Warp, start int64) int64 {
	limit := int64(s.Limit(w))
	if s.Inclusive {
		limit++
	}
	if start < 0 || limit <= start || limit >= 1<<40 {
		return 0
	}
	n := (limit - start + s.Step - 1) / s.Step
	if most := start + n*s.Step; s.Kind == word.I32 && most >= 1<<31 || s.Kind == word.U32 && most >= 1<<32 {
		return 0
	}
	return n
}

// apart reports that what is stored to is touched by one iteration only.
func (s *Abreast) apart(w *Warp, n int64) bool {
	for _, p := range s.Apart {
		if memory.SpaceOf(p[0](w)) == memory.SpaceOf(p[1](w)) {
			return false
		}
	}
	for _, list := range s.Factors {
		span := n * s.Step
		for _, f := range list {
			v := int64(f(w))
			if v = max(v, -v); v <= 0 || v >= 1<<31 || span >= 1<<31/v {
				return false
			}
			span *= v
		}
	}
	return true
}

// round runs the iterations of the lanes of m, and returns how many: those before one that
// the statements must run.
func (s *Abreast) round(v *Warp, m uint32) (n int) {
	var sums [MaxSums]uint64
	for i, slot := range s.Sums {
		sums[i] = v.Scalar.Regs[slot][0]
	}
	v.over.forget()
	looking := true
	defer func() {
		switch f := recover().(type) {
		case nil:
		case *report.Fault:
			if f.Thread = [3]int{}; !looking && !s.Again || !v.over.restore() {
				panic(f)
			}
			for i, slot := range s.Sums {
				v.Scalar.Regs[slot][0] = sums[i]
			}
			n = 0 // the statements find out, and say so in their order
		default:
			panic(f)
		}
	}()
	if s.Before != nil {
		s.Before(v, m)
	}
	if c := s.Stops; c != nil {
		if c.Ask != nil {
			c.Ask(v, m)
		}
		if stop := v.Truth(c.Slot, m); stop != 0 {
			m &= 1<<First(stop) - 1
		}
	}
	looking = false
	if s.Body != nil && m != 0 {
		s.Body(v, m)
	}
	return bits.TrailingZeros32(^m)
}

// beside is the warp whose lanes are iterations of the host's loops.
func (w *Warp) beside() *Warp {
	if w.lanes == nil {
		k := w.Core.Kernel
		w.Core.Rows = rowsOf(Lanes)
		v := &Warp{Core: w.Core, Regs: make([]Vec, k.Regs), Rules: make([]Rule, k.Regs), Masks: make([]uint32, k.Masks), Live: fullLanes, Scalar: w}
		for j, c := range k.Preset {
			v.fill(k.PresetAt[j], c)
		}
		w.lanes = v
	}
	return w.lanes
}

// LoadAbreast is Load for iterations of the host.
func LoadAbreast(a, d int, t *syntax.Type, at *Site) Op {
	k, n := t.Kind, t.Size()
	one := func(w *Warp, p uint64) uint64 { return word.Load(w.hostBytes(p, n, at, false), k) }
	return func(w *Warp, m uint32) {
		if f := &w.Rules[a]; m != 0 && m&^f.Where == 0 {
			if f.Uniform() {
				w.Give(d, one(w, f.Base), m)
				return
			}
			if b := w.row(f, n); b != nil && n >= 4 {
				getAll(w.Out(d), b, k)
				return
			} else if b != nil {
				for z, i := w.Out(d), 0; i < Lanes; i++ {
					z[i] = word.Load(b[i*n:], k)
				}
				return
			}
		}
		x, z := w.In(a), w.Out(d)
		for ; m != 0; m &= m - 1 {
			i := First(m)
			z[i] = one(w, x[i])
		}
	}
}

// StoreAbreast is Store for iterations of the host.
func StoreAbreast(a, v int, t *syntax.Type, at *Site) Op {
	k, n := t.Kind, t.Size()
	return func(w *Warp, m uint32) {
		x, y := &w.Rules[a], w.In(v)
		if m == fullLanes && x.Where == fullLanes {
			b := w.row(x, n)
			if b != nil {
				w.over.keep(b)
			}
			if b != nil && n >= 4 {
				putAll(b, y, k)
				return
			} else if b != nil {
				for i, v := range y {
					word.Store(b[i*n:], k, v)
				}
				return
			}
		}
		for to := w.In(a); m != 0; m &= m - 1 {
			i := First(m)
			b := w.hostBytes(to[i], n, at, true)
			w.over.keep(b[:n])
			word.Store(b, k, y[i])
		}
	}
}

// row is what all lanes of a rule access, where that is one piece in order and nothing is wrong with it.
func (w *Warp) row(f *Rule, n int) []byte {
	if f.Dx != uint64(n) {
		return nil
	}
	return w.Core.span(f.Base, n*Lanes, uint64(n))
}

func (w *Warp) hostBytes(p uint64, n int, at *Site, store bool) []byte {
	if b := w.HostSpan(p, uint64(n)); b != nil {
		return b
	}
	return w.Bytes(p, n, 0, at, store)
}
