// This file finds races in global memory. Blocks log what they touch there; the logs are
// read in the order of the blocks, so that a race is found in the same place every time.

package simt

import (
	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/word"
)

// access is an entry of a log: lanes of a warp that touch contiguous elements, from the
// lane of the touch on.
type access struct {
	touch
	address uint64
	value   uint32 // what was written, or a hash of it
	count   uint8  // lanes
	size    uint8  // bytes of each
	how     uint8
}

// history is what is known of the memory of a launch.
type history struct {
	pages    [][]page             // by space
	released map[uint32]uint32    // by block: the epoch up to which other blocks may see its work
	met      map[[2]uint32]moment // by block and warp: the moment up to which other warps may
	expanded int                  // pages that have words
	doubts   bool                 // whether two blocks wrote the same: one core can tell
}

// pageSize is the elements of a page: half a warp, for in many blocks that is a row.
const pageSize = Lanes / 2

// page is memory that lanes touch at once. While nobody touches a part of it, lanes stand for
// its elements, from that of the record on, and one record for all.
type page struct {
	whole record
	words *[pageSize]record
}

// maxExpanded bounds the memory of a history: beyond it new pages are not looked at.
const maxExpanded = 1 << 18

// maxLog is how long a log may grow before the block must wait for its turn.
const maxLog = 1 << 14

// ordered reports that a block, or a warp of it, published its work before t's block
// looked.
func (h *history) ordered(p *touch, t touch) bool {
	if h == nil || t.flags&acquired == 0 {
		return false
	}
	if p.block == t.block {
		until, ok := h.met[[2]uint32{p.block, uint32(p.when.warp())}]
		return ok && p.when < until
	}
	until, ok := h.released[p.block]
	return ok && p.when.epoch() <= until
}

// logged appends to the block's log.
func (r *Core) logged(a access) {
	if r.log = append(r.log, a); len(r.log) >= maxLog {
		r.turn()
		r.flush()
	}
}

// flush reads the log of the block whose turn it is.
func (r *Core) flush() {
	g := r.Grid
	g.Mu.Lock()
	defer g.Mu.Unlock()
	f := g.history.replay(g, r.log)
	r.log = r.log[:0]
	if f != nil {
		panic(f)
	}
}

// release notes that others may see what the warp has done; it is the block's turn.
func (w *Warp) release() {
	w.Synced()
	g, block := w.Core.Grid, uint32(w.Core.number)
	g.Mu.Lock()
	defer g.Mu.Unlock()
	if g.history.released == nil {
		g.history.released, g.history.met = map[uint32]uint32{}, map[[2]uint32]moment{}
	}
	g.history.released[block] = w.Core.epoch
	g.history.met[[2]uint32{block, uint32(w.index)}] = w.when
}

// replay reads a log and returns the first race.
func (h *history) replay(g *Grid, log []access) *report.Fault {
	if h.pages == nil {
		h.pages = make([][]page, len(g.Spaces))
	}
	for i := range log {
		a := &log[i]
		space := memory.SpaceOf(a.address)
		s := &g.Spaces[space]
		if h.pages[space] == nil {
			h.pages[space] = make([]page, s.Size/(s.Grain*pageSize)+1)
		}
		if f := h.look(g, a, h.pages[space], s); f != nil {
			return f
		}
	}
	return nil
}

// look notes one entry.
func (h *history) look(g *Grid, a *access, pages []page, s *Space) *report.Fault {
	at, each := memory.OffsetOf(a.address)/s.Grain, int64(a.size)/s.Grain
	for i := int64(0); i < int64(a.count); i++ {
		t := a.touch
		t.lane += uint8(i)
		if p := &pages[(at+i)/pageSize]; each == 1 && (at+i)%pageSize == 0 && int64(a.count)-i >= pageSize && p.words == nil {
			if q := p.whole.note(t, int(a.how), a.value, h); q != nil {
				return g.race(q, t, int(a.how), "'"+s.Name+"'", s.element((at+i)*s.Grain, int64(a.size)))
			}
			i += pageSize - 1
			continue
		}
		for j := range each {
			word := at + i*each + j
			p := &pages[word/pageSize]
			if p.words == nil && !h.expand(p) {
				return nil
			}
			if q := p.words[word%pageSize].note(t, int(a.how), a.value, h); q != nil {
				return g.race(q, t, int(a.how), "'"+s.Name+"'", s.element(word*s.Grain, int64(a.size)))
			}
		}
	}
	return nil
}

// expand gives a page a record for each word.
func (h *history) expand(p *page) bool {
	if h.expanded == maxExpanded {
		return false
	}
	h.expanded++
	p.words = new([pageSize]record)
	for i := range p.words {
		w := &p.words[i]
		*w = p.whole
		for _, t := range []*touch{&w.write, &w.read[0], &w.read[1]} {
			t.lane += uint8(i)
		}
	}
	return true
}

// forget forgets what was in a part of a space, which is of whole pages: it is a new owner's.
func (h *history) forget(space int, from, to, grain int64) {
	if h.pages == nil || h.pages[space] == nil {
		return
	}
	clear(h.pages[space][from/(grain*pageSize) : to/(grain*pageSize)])
}

// touchSpan notes that all lanes touch contiguous elements of n bytes, and write y there.
func (w *Warp) touchSpan(a uint64, y *Vec, n int, at *Site, how int, volatile bool) {
	r := w.Core
	switch i := memory.SpaceOf(a); {
	case i == memory.Shared:
		t, off := w.stamp(at, volatile), memory.OffsetOf(a)
		for lane := range Lanes {
			t.lane = uint8(lane)
			w.touchShared(t, off, n, how)
			off += int64(n)
		}
	case i >= memory.Global:
		s := &r.Spaces[i]
		if how != Reads {
			s.keep(memory.OffsetOf(a), int64(n*Lanes))
		}
		if s.Watched && int64(n) >= s.Grain {
			r.logged(access{w.stamp(at, volatile), a, hashed(y, a), Lanes, uint8(n), uint8(how)})
		}
		if s.Valid != nil && !w.initialisedSpan(s, memory.OffsetOf(a), n*Lanes, how, at) {
			for lane := range Lanes {
				w.initialised(s, a+uint64(lane*n), n, lane, at, how)
			}
		}
	}
}

// initialisedSpan is initialised for n bytes in a row; false says that they must be looked at lane by lane. A place
// of which it was told that it reads what nobody wrote has nothing more to tell.
func (w *Warp) initialisedSpan(s *Space, off int64, n, how int, at *Site) bool {
	v := s.Valid[off:][:n]
	if s.Heap != nil || how == atomics {
		return false
	}
	if how == Reads {
		return word.AllSet(v) || w.Core.told[at]
	}
	word.SetAll(v)
	return true
}

// hashed is a hash of what all lanes write from an address on; y is nil where they read. That of one number is
// the one that a lane alone leaves. Others tell where they begin, or the same row would seem to agree with itself a few words on.
func hashed(y *Vec, a uint64) uint32 {
	switch {
	case y == nil:
		return 0
	case lane.Contiguous(y, 0):
		return folded(y[0])
	}
	return lane.Hash(y) ^ uint32(a*0x9e3779b97f4a7c15>>32)
}

// folded tells numbers apart.
func folded(v uint64) uint32 { return uint32(v) ^ uint32(v>>32) }

// touchOne notes what one lane touches, and writes.
func (w *Warp) touchOne(a, value uint64, n, lane int, at *Site, how int, volatile bool) {
	switch i := memory.SpaceOf(a); {
	case i == memory.Shared:
		t := w.stamp(at, volatile)
		t.lane = uint8(lane)
		w.touchShared(t, memory.OffsetOf(a), n, how)
	case i >= memory.Global:
		s := &w.Core.Spaces[i]
		if how != Reads {
			s.keep(memory.OffsetOf(a), int64(n))
		}
		if s.Watched && int64(n) >= s.Grain {
			t := w.stamp(at, volatile)
			t.lane = uint8(lane)
			w.Core.logged(access{t, a, folded(value), 1, uint8(n), uint8(how)})
		}
		if s.Valid != nil {
			w.initialised(s, a, n, lane, at, how)
		}
	}
}

// touch notes what the lanes of m touch, n bytes each.
func (w *Warp) touch(x *Vec, m uint32, n int, at *Site, how int, volatile bool) {
	if m == 0 {
		return
	}
	i := memory.SpaceOf(x[First(m)])
	if i == memory.Local || i >= memory.Global && i < len(w.Core.Spaces) && !w.Core.Spaces[i].Watched && w.Core.Spaces[i].Valid == nil {
		return // all lanes access one space
	}
	for ; m != 0; m &= m - 1 {
		i := First(m)
		w.touchOne(x[i], 0, n, i, at, how, volatile)
	}
}

// initialised looks whether what a lane reads of an allocation was ever written.
func (w *Warp) initialised(s *Space, a uint64, n, lane int, at *Site, how int) {
	if s.Heap != nil && !s.Heap.owns(memory.OffsetOf(a), int64(n)) {
		w.Fail("memcheck", at, lane, "invalid %s of %d bytes: no block of the device's heap is there, or it was freed", verb(how != Reads), n)
	}
	v := s.Valid[memory.OffsetOf(a):][:n]
	told := false
	for i := range v {
		if word.Load8(v[i:]) == 0 && (how == Reads || how == atomics) && !told {
			told = true
			w.UnwrittenRead(s.element(memory.OffsetOf(a), int64(n)), at, lane, "read of uninitialised memory: byte %d of '%s' was never written", memory.OffsetOf(a)+int64(i), s.Name)
		}
		if how != Reads {
			word.Store8(v[i:], 1)
		}
	}
}
