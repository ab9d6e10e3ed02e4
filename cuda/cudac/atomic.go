// This file runs atomic functions.

package cudac

// meet makes lanes wait for their block's turn where they look at what other blocks may
// change at the same time.
func (w *warp) meet(x *vec, m uint32) {
	if m != 0 && spaceOf(x[first(m)]) >= globalSpace {
		w.run.turn()
		w.run.acquired = true
	}
}

// atomically changes what the addresses in p point to from old to f(old, a, b), one lane
// after the other, and leaves old in d.
func atomically(p, a, b, d int, t *Type, f func(old, x, y uint64) uint64, at *site) step {
	k, n := t.Kind, t.Size()
	at.atomic = true
	return func(w *warp, m uint32) {
		addr, x, y, z := w.in(p), w.in(a), w.in(b), w.out(d)
		w.meet(addr, m)
		if w.run.fenced {
			w.run.turn()
			w.release()
		}
		w.run.profile.Atomics += int64(popcount(m))
		w.run.profile.AtomicConflicts += int64(repeats(addr, m))
		w.count(addr, m, n, at, true)
		mem, lo := w.run.within(addr, m, n)
		stamp := w.stamp(at, false)
		shared := m != 0 && mem != nil && spaceOf(addr[first(m)]) == sharedSpace
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			to := mem
			if mem != nil {
				to = mem[addr[i]-lo:]
			} else {
				to = w.bytes(addr[i], n, i, at, true)
			}
			if shared {
				stamp.lane = uint8(i)
				w.touchShared(stamp, offsetOf(addr[i]), n, atomics)
			} else {
				w.touchOne(addr[i], 0, n, i, at, atomics, false)
			}
			old := get(to, k)
			put(to, k, f(old, x[i], y[i]))
			z[i] = old
		}
		w.polled(addr, z, m)
	}
}

// repeats counts the lanes whose address another lane before them has.
func repeats(x *vec, m uint32) int {
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
