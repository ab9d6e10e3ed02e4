// This file runs atomic functions.

package simt

import (
	"encoding/binary"
	"math/bits"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// meet makes lanes wait for their block's turn where they look at what other blocks may
// change at the same time.
func (w *Warp) meet(x *Vec, m uint32) {
	if m != 0 && memory.SpaceOf(x[First(m)]) >= memory.Global {
		w.Core.turn()
		w.Core.acquired = true
	}
}

// Atomically changes what the addresses in p point to from old to f(old, a, b), one lane
// after the other, and leaves old in d. add says that f adds words.
func Atomically(p, a, b, d int, t *syntax.Type, f func(old, x, y uint64) uint64, add bool, at *Site) Op {
	k, n := t.Kind, t.Size()
	at.atomic = true
	return func(w *Warp, m uint32) {
		addr, x, y, z := w.In(p), w.In(a), w.In(b), w.Out(d)
		w.meet(addr, m)
		if w.Core.Fenced {
			w.Core.turn()
			w.release()
		}
		w.Core.Profile.Atomics += int64(bits.OnesCount32(m))
		if n == 4 && m != 0 && memory.SpaceOf(addr[First(m)]) == memory.Shared {
			if _, lo := w.Core.within(addr, m, n); lo != 0 {
				w.atomicallyShared(addr, x, y, z, m, lo, k, f, add, at)
				w.looked(addr, z, m)
				return
			}
		}
		w.Core.Profile.AtomicConflicts += int64(repeats(addr, m))
		w.count(addr, m, n, at, true)
		mem, lo := w.Core.within(addr, m, n)
		for i := range Lanes {
			if m>>i&1 == 0 {
				continue
			}
			to := mem
			if mem != nil {
				to = mem[addr[i]-lo:]
			} else {
				to = w.Bytes(addr[i], n, i, at, true)
			}
			w.touchOne(addr[i], 0, n, i, at, atomics, false)
			old := word.Load(to, k)
			word.Store(to, k, f(old, x[i], y[i]))
			z[i] = old
		}
		w.looked(addr, z, m)
	}
}

// looked is polled, but where a sweep does so for all of its iterations.
func (w *Warp) looked(x, z *Vec, m uint32) {
	if !w.swept {
		w.polled(x, z, m)
	}
}

// atomicallyShared is atomically for words of shared memory, which begins at address lo.
// What it costs is counted on the way: words that were asked for already, and those that
// share a bank.
func (w *Warp) atomicallyShared(addr, x, y, z *Vec, m uint32, lo uint64, k word.Kind, f func(old, x, y uint64) uint64, add bool, at *Site) {
	r := w.Core
	r.look()
	t := w.stamp(at, false)
	t.block, t.flags = 0, t.flags|flagsOf[atomics]
	data, now, last := r.Spaces[memory.Shared].Data, r.shadow.now, r.shadow.writes
	h := t.halves()
	last = last[:len(now)]
	var asked [Lanes]uint8 // by bank
	passes, conflicts := uint8(1), int64(0)
	request, started, epoch, quiet := r.newRequest(), r.started, r.epoch, w.swept
	for i := range Lanes {
		if m>>i&1 == 0 {
			continue
		}
		off := addr[i] - lo
		at := off >> 2
		p, l := &now[at], &last[at]
		if p.request == request {
			conflicts++
		} else {
			p.request = request
			n := asked[at%Lanes] + 1
			asked[at%Lanes] = n
			passes = max(passes, n)
		}
		if p.written < started || p.first.epoch() == epoch || p.written == epoch && l.flags&isAtomic == 0 {
			t.lane = uint8(i)
			w.touchShared(t, int64(off), 4, atomics)
		} else {
			p.written = epoch
			l.become(&h, i)
		}
		to := data[off : off+4]
		v := binary.LittleEndian.Uint32(to)
		old := uint64(v)
		if k == word.I32 {
			old = uint64(int64(int32(v)))
		}
		if !quiet {
			z[i] = old
		}
		if add {
			binary.LittleEndian.PutUint32(to, v+uint32(x[i]))
		} else {
			binary.LittleEndian.PutUint32(to, uint32(f(old, x[i], y[i])))
		}
	}
	r.Profile.AtomicConflicts += conflicts
	c := w.trafficAt(at, true)
	c.SharedRequests++
	c.BankConflicts += int64(passes - 1)
}

// newRequest numbers a request for shared memory.
func (r *Core) newRequest() uint32 {
	if r.request++; r.request == 0 {
		for i := range r.shadow.now {
			r.shadow.now[i].request = 0
		}
		r.request = 1
	}
	return r.request
}

// repeats counts the lanes whose address another lane before them has.
func repeats(x *Vec, m uint32) int {
	var seen [64]uint64 // a hash table, open
	count := 0
	for i := range x {
		if m>>i&1 == 0 {
			continue
		}
		a := x[i]
		h := a * 0x9e3779b97f4a7c15 >> 58
		for seen[h] != 0 && seen[h] != a {
			h = (h + 1) & 63
		}
		if seen[h] == a {
			count++
		}
		seen[h] = a
	}
	return count
}
