// This file finds races in shared memory, and reads of what no thread has written there.
// Here most accesses of fast kernels go, so the usual case is short.

package cudac

import (
	"encoding/binary"
	"math/bits"
)

// shadow is what is known of one word of shared memory since the last barrier: who wrote
// it, and who read it first and last.
type shadow struct {
	write, first, last touch
	readers            uint32 // warps that read it
	written            uint32 // epoch of the last write of any byte of the word
}

// note looks at a read and remembers it. It returns the write that it races with.
func (s *shadow) note(t touch) *touch {
	epoch := t.when.epoch()
	if s.write.when.epoch() == epoch && s.write.races(t, nil) {
		return &s.write
	}
	if s.last.when == t.when {
		if s.last.lane != t.lane {
			s.last.flags |= byOthers
		}
		return nil
	}
	if s.last.when.epoch() != epoch {
		s.first, s.readers = t, 0
	}
	s.last = t
	s.readers |= 1 << t.when.warp()
	return nil
}

// change looks at a write or an atomic and remembers it. It returns the access that it
// races with.
func (s *shadow) change(t touch, how int) *touch {
	epoch := t.when.epoch()
	t.flags |= flagsOf[how]
	if how == atomics && s.write.flags&isAtomic != 0 && s.last.when.epoch() != epoch {
		s.write = t
		return nil
	}
	if s.write.when.epoch() == epoch && how != writesSame && s.write.races(t, nil) {
		return &s.write
	}
	if s.last.when.epoch() == epoch {
		for _, p := range []*touch{&s.last, &s.first} {
			if p.races(t, nil) {
				return p
			}
		}
		if others := s.readers &^ (1 << t.when.warp()); others != 0 {
			p := s.last // of a warp between the two; which lane is not known
			p.when = momentOf(epoch, bits.TrailingZeros32(others))
			if p.races(t, nil) {
				return &p
			}
		}
	}
	s.write = t
	return nil
}

// touchShared notes that a lane touches n bytes of shared memory at an offset.
func (w *warp) touchShared(t touch, off int64, n int, how int) {
	r := w.run
	t.block = 0 // it is always this one
	for ; ; off, n = off+4, n-4 {
		s := &r.shadow[off>>2]
		fresh := s.written < r.started
		if fresh && (how == reads || how == atomics) {
			r.unwritten(t)
		}
		if how != reads {
			s.written = r.epoch
		}
		if n < 4 {
			if r.bytes == nil {
				r.bytes = make([]shadow, 4*len(r.shadow))
			}
			s = &r.bytes[off]
		}
		var p *touch
		if how == reads {
			p = s.note(t)
		} else {
			p = s.change(t, how)
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
	data, shadows := r.spaces[sharedSpace].Data, r.shadow
	epoch, warp := r.epoch, uint32(1)<<t.when.warp()
	t.block = 0
	last, before := uint64(0), uint64(0)
	for ; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (lanes - 1)
		off := x[i] - lo
		if x[i] == last && shadows[off>>2].last.when == t.when {
			shadows[off>>2].last.flags |= byOthers
			z[i] = before
			continue
		}
		v := binary.LittleEndian.Uint32(data[off:])
		z[i] = uint64(v)
		if signed {
			z[i] = uint64(int64(int32(v)))
		}
		last, before = x[i], z[i]
		s := &shadows[off>>2]
		t.lane = uint8(i)
		switch {
		case s.written < r.started:
			r.unwritten(t)
			fallthrough
		case s.write.when.epoch() == epoch:
			if p := s.note(t); p != nil {
				r.raceShared(*p, t, reads)
			}
		case s.last.when == t.when:
			if s.last.lane != t.lane {
				s.last.flags |= byOthers
			}
		case s.last.when.epoch() != epoch:
			s.first, s.last, s.readers = t, t, warp
		default:
			s.last = t
			s.readers |= warp
		}
	}
}
