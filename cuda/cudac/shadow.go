// This file finds races in shared memory, and reads of what no thread has written there.
// Here most accesses of fast kernels go, so the usual case is short.

package cudac

import (
	"encoding/binary"
	"math/bits"
)

// shadows is what is known of the words of shared memory since the last barrier. What is
// seldom looked at lies apart, so that the rest stays in the cache.
type shadows struct {
	now   []shadow
	older []older
}

// shadow is who read a word last.
type shadow struct {
	last    touch
	readers uint32 // warps that read it
	written uint32 // epoch of the last write of any byte of the word
}

// older is who wrote a word, and who read it first.
type older struct{ write, first touch }

func newShadows(n int) shadows { return shadows{make([]shadow, n), make([]older, n)} }

func (s *shadows) clear() {
	clear(s.now)
	clear(s.older)
}

// read looks at a read of word i and remembers it. It returns the write that it races with.
func (s *shadows) read(i uint64, t touch) *touch {
	p, o, epoch := &s.now[i], &s.older[i], t.when.epoch()
	if o.write.when.epoch() == epoch && o.write.races(t, nil) {
		return &o.write
	}
	if p.last.when == t.when {
		if p.last.lane != t.lane {
			p.last.flags |= byOthers
		}
		return nil
	}
	if p.last.when.epoch() != epoch {
		o.first, p.readers = t, 0
	}
	p.last = t
	p.readers |= 1 << t.when.warp()
	return nil
}

// change looks at a write or an atomic and remembers it. It returns the access that it
// races with.
func (s *shadows) change(i uint64, t touch, how int) *touch {
	p, o, epoch := &s.now[i], &s.older[i], t.when.epoch()
	t.flags |= flagsOf[how]
	if how == atomics && o.write.flags&isAtomic != 0 && p.last.when.epoch() != epoch {
		o.write = t
		return nil
	}
	if o.write.when.epoch() == epoch && how != writesSame && o.write.races(t, nil) {
		return &o.write
	}
	if p.last.when.epoch() == epoch {
		switch others := p.readers &^ (1 << t.when.warp()); {
		case p.last.races(t, nil):
			return &p.last
		case o.first.races(t, nil):
			return &o.first
		case others != 0: // of a warp between the two; which lane is not known
			q := p.last
			q.when = momentOf(epoch, bits.TrailingZeros32(others))
			if q.races(t, nil) {
				return &q
			}
		}
	}
	o.write = t
	return nil
}

// touchShared notes that a lane touches n bytes of shared memory at an offset.
func (w *warp) touchShared(t touch, off int64, n int, how int) {
	r := w.run
	t.block = 0 // it is always this one
	for ; ; off, n = off+4, n-4 {
		s, i := &r.shadow, uint64(off)>>2
		fresh := s.now[i].written < r.started
		if fresh && (how == reads || how == atomics) {
			r.unwritten(t)
		}
		if how != reads {
			s.now[i].written = r.epoch
		}
		if n < 4 {
			if r.bytes.now == nil {
				r.bytes = newShadows(4 * len(r.shadow.now))
			}
			s, i = &r.bytes, uint64(off)
		}
		var p *touch
		if how == reads {
			p = s.read(i, t)
		} else {
			p = s.change(i, t, how)
		}
		switch {
		case p != nil && fresh && p.flags&isWrite == 0: // it was read too early
			t.flags |= isWrite
			r.raceShared(t, *p, reads)
		case p != nil:
			r.raceShared(*p, t, how)
		}
		if n <= 4 {
			return
		}
	}
}

func (r *run) raceShared(p, t touch, how int) {
	p.block, t.block = uint32(r.number), uint32(r.number)
	panic(r.grid.race(&p, t, how, "shared memory"))
}

// unwritten notes that a thread read what none had written. If one writes it before the
// next barrier, that is a race, and found as such; if none does, complain says so.
func (r *run) unwritten(t touch) {
	if r.early.when == 0 {
		r.early = t
	}
}

// complain fails for a thread that read uninitialised shared memory.
func (r *run) complain() {
	if t := r.early; t.when != 0 {
		r.early = touch{}
		panic(r.grid.fault("initcheck", r.kernel.sites[t.site], r.block, r.grid.threadOf(t.when.warp()*lanes+int(t.lane)),
			"read of uninitialised memory: no thread of this block has written to this place in shared memory"))
	}
}

// loadShared reads words of shared memory, which begins at address lo.
func (w *warp) loadShared(z, x *vec, m uint32, lo uint64, signed bool, t touch) {
	r := w.run
	data, now := r.spaces[sharedSpace].Data, r.shadow.now
	started, epoch, warp := r.started, r.epoch, uint32(1)<<t.when.warp()
	t.block = 0
	var s *shadow
	var v uint64
	before, again := uint64(0), false
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (lanes - 1)
		a := x[i]
		if a == before { // lanes that read one word
			z[i], again = v, true
			continue
		}
		if again {
			s.last.flags |= byOthers
			again = false
		}
		off := a - lo
		v = uint64(binary.LittleEndian.Uint32(data[off:]))
		if signed {
			v = uint64(int64(int32(v)))
		}
		z[i] = v
		s, before = &now[off>>2], a
		switch {
		case s.written < started || s.written == epoch:
			t.lane = uint8(i)
			if s.written < started {
				r.unwritten(t)
			}
			if p := r.shadow.read(off>>2, t); p != nil {
				r.raceShared(*p, t, reads)
			}
		case s.last.when == t.when:
			if s.last.lane != uint8(i) {
				s.last.flags |= byOthers
			}
		default:
			if s.last.when.epoch() != epoch {
				r.shadow.older[off>>2].first.set(t.when, t.site, uint8(i), t.flags)
				s.readers = 0
			}
			s.last.set(t.when, t.site, uint8(i), t.flags)
			s.readers |= warp
		}
	}
	if again {
		s.last.flags |= byOthers
	}
}
