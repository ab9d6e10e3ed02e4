// This file finds races: two threads that touch the same memory, at least one of them
// writing, with nothing between them that makes the one wait for the other.

package simt

import (
	"fmt"
	"gputour/cuda/cudac/report"
	"strings"
)

// How memory is touched.
const (
	Reads = iota
	Writes
	writesSame // what is there already, in shared memory
	atomics
)

// moment is when a thread touched memory: barriers of the block in the upper 32 bits, how
// often its warp had met in the next 24, the warp's number below.
type moment uint64

const oneSync moment = 1 << 8

func momentOf(epoch uint32, warp int) moment { return moment(epoch)<<32 | moment(warp) }

func (m moment) epoch() uint32 { return uint32(m >> 32) }
func (m moment) warp() int     { return int(m & 0xff) }

// touch is an access of one thread that is remembered. The zero touch is none.
type touch struct {
	when  moment
	block uint32
	site  uint16
	lane  uint8
	flags uint8
}

const (
	isAtomic = 1 << iota
	isVolatile
	isWrite
	byOthers   // other lanes of the warp read the same
	optimistic // an atomic finds out whether a plain read was in time: atomicCAS, or one behind the condition that reads
	acquired   // the block had looked, by an atomic, for what others released
	afterwards // a write of which is known what was there when its sweep was over
)

// record is what is known of one element of global memory: who wrote it last and who has
// read it, in two warps, as far as it matters.
type record struct {
	write touch
	read  [2]touch
	value uint32 // that was written, or a hash
}

// note looks at one access and remembers it. It returns the earlier one that it races
// with.
func (s *record) note(t touch, how int, value uint32, h *history) *touch {
	t.flags |= flagsOf[how]
	agree := how == Writes && value == s.value && s.write.flags&isAtomic == 0
	switch {
	case s.write.when == 0:
	case !agree && s.write.races(t, h):
		return &s.write
	case agree && (s.write.flags|t.flags)&afterwards != 0 && s.write.races(t, h):
		h.doubts = true // another core may have been in between
	}
	if how == Reads {
		s.noteRead(t)
		return nil
	}
	for k := range s.read {
		if s.read[k].when != 0 && s.read[k].races(t, h) {
			return &s.read[k]
		}
	}
	if how == atomics && s.write.when != 0 && s.write.block == t.block && s.write.isPlain() {
		return nil // others race with the write, not with what its block does next
	}
	s.write, s.value = t, value
	return nil
}

// isPlain reports a write that is neither atomic nor volatile.
func (p *touch) isPlain() bool { return p.flags&(isWrite|isAtomic|isVolatile) == isWrite }

// noteRead remembers a reader: one of any warp, and one of another.
func (s *record) noteRead(t touch) {
	for k := range s.read {
		p := &s.read[k]
		here := p.block == t.block
		switch {
		case here && p.when == t.when:
			if p.lane != t.lane {
				p.lane, p.flags = t.lane, p.flags|byOthers
			}
			return
		case p.when == 0, k == 1, here && (p.when.epoch() != t.when.epoch() || p.when.warp() == t.when.warp()):
			*p = t
			return
		}
	}
}

// races reports that nothing orders p before t.
func (p *touch) races(t touch, h *history) bool {
	strong := p.flags & t.flags
	switch {
	case p.flags&isAtomic != 0 && t.tolerates() || t.flags&isAtomic != 0 && p.flags&(isAtomic|isVolatile) != 0:
		return false
	case t.flags&isAtomic != 0 && p.flags&isWrite == 0:
		return false // a look beforehand, whether the atomic is worth it
	case p.block != t.block:
		return strong&isVolatile == 0 && !h.ordered(p, t)
	case p.when.epoch() != t.when.epoch():
		return false
	case p.when.warp() != t.when.warp():
		return strong&isVolatile == 0 && !h.ordered(p, t)
	case p.lane == t.lane && p.flags&byOthers == 0:
		return false
	case p.when != t.when:
		return false
	}
	// Lanes of one warp run in step on what is volatile, one instruction after the other.
	return strong&isVolatile == 0 || p.site == t.site
}

// tolerates reports that t takes into account that atomics may come before it.
func (t *touch) tolerates() bool {
	return t.flags&(isAtomic|isVolatile) != 0 || t.flags&optimistic != 0 && t.flags&isWrite == 0
}

// flagsOf are the flags of a way to touch memory.
var flagsOf = [...]uint8{Reads: 0, Writes: isWrite, writesSame: isWrite, atomics: isWrite | isAtomic}

// stamp is the touch of a lane at a site, now.
func (w *Warp) stamp(at *Site, volatile bool) touch {
	t := touch{when: w.when, block: uint32(w.Core.number), site: at.Id}
	if volatile {
		t.flags |= isVolatile
	}
	if w.Core.acquired {
		t.flags |= acquired
	}
	if w.Core.Kernel.Swaps || at.Looks {
		t.flags |= optimistic
	}
	return t
}

// race is the fault of two accesses.
func (g *Grid) race(p *touch, t touch, how int, where string, place *report.Place) *report.Fault {
	doing, did := "writes", "writes"
	if how == Reads {
		doing = "reads"
	} else if how == atomics {
		doing = "atomically changes"
	}
	first := g.Kernel.Sites[p.site]
	if p.flags&isWrite == 0 {
		did = "reads"
	}
	other := g.ThreadOf(p.when.warp()*Lanes + int(p.lane))
	who, text := fmt.Sprintf("thread %s", coordinates(other)), report.RaceText
	if p.block == t.block && p.when.warp() == t.when.warp() && p.lane == t.lane {
		who = "another thread of its warp"
	}
	if p.block != t.block {
		who += " of block " + coordinates(g.blockOf(int64(p.block)))
		text = report.RaceAcross
	}
	thread := g.ThreadOf(t.when.warp()*Lanes + int(t.lane))
	f := g.Fault("race", g.Kernel.Sites[t.site], g.blockOf(int64(t.block)), thread, text, where, doing, who, did, g.Kernel.Module.Source.Named(first.Pos.Line))
	f.Place = place.When(strings.TrimSuffix(doing, "s"))
	if how == atomics {
		f.Place = place.When("atomic")
	}
	f.Other = &report.Toucher{Block: g.blockOf(int64(p.block)), Thread: other, Line: g.Line(first), Source: g.Kernel.Module.Source.Line(first.Pos.Line), Does: strings.TrimSuffix(did, "s")}
	return f
}
