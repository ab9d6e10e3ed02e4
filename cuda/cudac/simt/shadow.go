// This file finds races in shared memory, and reads of what no thread has written there.
// Here most accesses of fast kernels go, so the usual case is short.

package simt

import (
	"encoding/binary"
	"unsafe"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
)

// shadows is what is known of the words of shared memory since the last barrier. Who wrote
// a word is seldom asked; it lies apart, so that the rest stays in the cache.
type shadows struct {
	now    []shadow
	writes []touch
}

// shadow is who has read a word: two readers, of different warps, are enough, for whoever
// writes races with one of them.
type shadow struct {
	first, second moment
	written       uint32 // epoch of the last write of any byte of the word
	request       uint32 // the last one that asked for the word, of those that count words
	by, byToo     reader
}

// reader is the rest of what is known of first and second.
type reader struct {
	site        uint16
	lane, flags uint8
}

func newShadows(n int) shadows { return shadows{make([]shadow, n), make([]touch, n)} }

func (s *shadows) clear() {
	clear(s.now)
	clear(s.writes)
}

// read looks at a read of word i and remembers it. It returns the write that it
// races with, and whether there is one.
func (s *shadows) read(i uint64, t touch) (touch, bool) {
	if p := &s.writes[i]; p.when.epoch() == t.when.epoch() && p.races(t, nil) {
		return *p, true
	}
	s.now[i].note(t.when, reader{t.site, t.lane, t.flags})
	return touch{}, false
}

// note remembers a reader.
func (p *shadow) note(when moment, by reader) {
	switch epoch, warp := when.epoch(), when.warp(); {
	case p.first == when:
		p.by.meet(by)
	case p.first.epoch() != epoch || p.first.warp() == warp:
		p.first, p.by = when, by
	case p.second == when:
		p.byToo.meet(by)
	case p.second.epoch() != epoch || p.second.warp() == warp:
		p.second, p.byToo = when, by
	}
}

// meet notes that another lane has read in the same moment.
func (r *reader) meet(o reader) {
	if r.lane != o.lane {
		r.lane, r.flags = o.lane, r.flags|byOthers
	}
}

// change looks at a write or an atomic and remembers it. It returns the access that it
// races with, and whether there is one.
func (s *shadows) change(i uint64, t touch, how int) (touch, bool) {
	p, last, epoch := &s.now[i], &s.writes[i], t.when.epoch()
	t.flags |= flagsOf[how]
	if last.when.epoch() == epoch && how != writesSame && last.races(t, nil) {
		return *last, true
	}
	if p.first.epoch() == epoch {
		if q := p.by.touch(p.first); q.races(t, nil) {
			return q, true
		}
		if q := p.byToo.touch(p.second); p.second.epoch() == epoch && q.races(t, nil) {
			return q, true
		}
	}
	if how == atomics && last.when.epoch() == epoch && last.isPlain() {
		return touch{}, false // others race with the write, not with what its thread does next
	}
	*last = t
	return touch{}, false
}

// touch is that of a reader.
func (r *reader) touch(when moment) touch { return touch{when, 0, r.site, r.lane, r.flags} }

// touchShared notes that a lane touches n bytes of shared memory at an offset.
func (w *Warp) touchShared(t touch, off int64, n int, how int) {
	r := w.Core
	r.look()
	t.block = 0 // it is always this one
	for ; ; off, n = off+4, n-4 {
		s, i := &r.shadow, uint64(off)>>2
		fresh := s.now[i].written < r.started
		if fresh && (how == Reads || how == atomics) {
			r.unwritten(t, off)
		}
		if how != Reads {
			if fresh {
				r.fresh--
			}
			s.now[i].written = r.epoch
		}
		if n < 4 {
			if r.bytes.now == nil {
				r.bytes = newShadows(4 * len(r.shadow.now))
			}
			s, i = &r.bytes, uint64(off)
		}
		var p touch
		var raced bool
		if how == Reads {
			p, raced = s.read(i, t)
		} else {
			p, raced = s.change(i, t, how)
		}
		switch {
		case raced && fresh && p.flags&isWrite == 0: // it was read too early
			t.flags |= isWrite
			r.raceShared(t, p, Reads, off)
		case raced:
			r.raceShared(p, t, how, off)
		}
		if n <= 4 {
			return
		}
	}
}

func (r *Core) raceShared(p, t touch, how int, off int64) {
	p.block, t.block = uint32(r.number), uint32(r.number)
	panic(r.Grid.race(&p, t, how, "shared memory", r.Kernel.sharedPlace(off)))
}

// unwritten notes that a thread read what none had written. If one writes it before the
// next barrier, that is a race, and found as such; if none does, complain says so.
func (r *Core) unwritten(t touch, off int64) {
	if r.early.when == 0 {
		r.early, r.earlyAt = t, off
	}
}

// complain fails for a thread that read uninitialised shared memory.
func (r *Core) complain() {
	if t := r.early; t.when != 0 {
		r.early = touch{}
		f := r.Grid.Fault("initcheck", r.Kernel.Sites[t.site], r.block, r.Grid.ThreadOf(t.when.warp()*Lanes+int(t.lane)), report.NeverWritten)
		f.Place = r.Kernel.sharedPlace(r.earlyAt).When("read")
		if !r.Launch.Lenient {
			panic(f)
		}
		r.foundFault(f)
	}
}

// loadShared reads words of shared memory, which begins at address lo.
func (w *Warp) loadShared(z, x *Vec, m uint32, lo uint64, signed bool, t touch) {
	r := w.Core
	r.look()
	data, now := r.Spaces[memory.Shared].Data, r.shadow.now
	started, epoch, me := r.started, r.epoch, uint8(t.when.warp())
	t.block = 0
	var s *shadow
	var v uint64
	before := uint64(0)
	for i := range Lanes {
		if m>>i&1 == 0 {
			continue
		}
		a := x[i]
		if a != before {
			off := a - lo
			v = uint64(binary.LittleEndian.Uint32(data[off:]))
			if signed {
				v = uint64(int64(int32(v)))
			}
			s, before = &now[off>>2], a
			if s.written < started || s.written == epoch {
				w.readNew(off>>2, t, uint8(i))
			}
		}
		z[i] = v
		if s.second.epoch() == epoch && uint8(s.second) != me && uint8(s.first) != me {
			continue // two other warps have read it
		}
		s.note(t.when, reader{t.site, uint8(i), t.flags})
	}
}

// storeShared writes words of shared memory, which begins at address lo.
func (w *Warp) storeShared(x, y *Vec, m uint32, lo uint64, t touch) {
	r := w.Core
	r.look()
	t.block, t.flags = 0, t.flags|isWrite
	h := t.halves()
	data, now, last := r.Spaces[memory.Shared].Data, r.shadow.now, r.shadow.writes
	for ; m != 0; m &= m - 1 {
		i := First(m)
		off := x[i] - lo
		to, p := data[off:], &now[off>>2]
		t.lane = uint8(i)
		switch {
		case p.written == r.epoch && !last[off>>2].own(t), p.first.epoch() == r.epoch && !p.own(t):
			how := Writes
			if binary.LittleEndian.Uint32(to) == uint32(y[i]) {
				how = writesSame
			}
			w.touchShared(t, int64(off), 4, how)
		default:
			if p.written < r.started {
				r.fresh--
			}
			p.written = r.epoch
			last[off>>2].become(&h, i)
		}
		binary.LittleEndian.PutUint32(to, uint32(y[i]))
	}
}

// halves are a touch as two numbers, which are quicker to write than its parts. All machines
// that this runs on keep the lowest byte first.
type halves [2]uint64

const laneOfHalves = 8 * (unsafe.Offsetof(touch{}.lane) - 8)

// halves of a touch of lane 0.
func (p touch) halves() halves {
	p.lane = 0
	return *(*halves)(unsafe.Pointer(&p))
}

// become is an assignment of a touch for a lane.
func (p *touch) become(t *halves, lane int) {
	*(*halves)(unsafe.Pointer(p)) = halves{t[0], t[1] | uint64(lane)<<laneOfHalves}
}

// own reports that a touch of this time between barriers was by the same thread.
func (p *touch) own(t touch) bool {
	return p.when>>32 == t.when>>32 && p.when.warp() == t.when.warp() && p.lane == t.lane && p.flags&byOthers == 0
}

// own reports that t's thread alone has read the word since the last barrier.
func (p *shadow) own(t touch) bool {
	return p.second.epoch() != t.when.epoch() && p.first.warp() == t.when.warp() && p.by.lane == t.lane && p.by.flags&byOthers == 0
}

// readNew is a read of a word that was written after the last barrier, or never.
func (w *Warp) readNew(word uint64, t touch, lane uint8) {
	t.lane = lane
	if w.Core.shadow.now[word].written < w.Core.started {
		w.Core.unwritten(t, int64(word)*4)
	}
	if p, raced := w.Core.shadow.read(word, t); raced {
		w.Core.raceShared(p, t, Reads, int64(word)*4)
	}
}
