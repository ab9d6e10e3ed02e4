// This file puts off looking at accesses to shared memory. Races are seldom: as long as no
// thread writes, or each word is touched by one thread, nothing that a warp does between
// two barriers can be one, and at the barrier all of it is forgotten. So accesses are
// noted, and looked at in order (shadow.go) when a second thread comes to a word.

package simt

import (
	"math/bits"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
)

// note is an access of a warp to words of shared memory that has not been looked at.
type note struct {
	touch        touch // of no lane
	mask         uint32
	base, dx, dy uint32 // the rule that the words' numbers follow
	listed       int32  // where they stand instead, plus one; 0 where they follow the rule

	// Of reads that a sweep made: there are times of this one, dk words apart, and a round
	// of them takes in the notes behind it, of which there are round in all.
	times, dk uint32
	round     int32 // 0 behind the first of a round
}

// words are the numbers of the words that lanes access.
type words = [Lanes]uint32

// notes are the accesses since the last barrier. As long as all of them are reads, that
// is all there is. From the first write on, tags say of each word who touched it.
type notes struct {
	list    []note
	listed  []words
	tags    []uint32 // by word: the number of the last access to it, or severalReaders
	first   uint32   // number of the first access since the last barrier
	tagged  bool
	looking bool // each access is looked at when it happens
	lost    bool // some reads have been looked at and are no longer in the list
	rolled  bool // some notes stand for several
	swept   int  // reads that those stand for
}

const (
	severalReaders = 1<<32 - 1
	lastNumber     = 1 << 30
	maxNotes       = 1 << 11
	maxListed      = 1 << 8
)

// forget begins the time after a barrier.
func (n *notes) forget(plain bool) {
	n.first += uint32(len(n.list))
	if n.first == 0 || n.first > lastNumber {
		clear(n.tags)
		n.first = 1
	}
	n.list, n.listed = n.list[:0], n.listed[:0]
	n.tagged, n.looking, n.lost, n.rolled, n.swept = false, plain, false, false, 0
}

// unroll writes out the notes that stand for several, in the order of the accesses.
func (n *notes) unroll() {
	if !n.rolled {
		return
	}
	list := make([]note, 0, len(n.list)+n.swept)
	for i := 0; i < len(n.list); {
		if n.list[i].round == 0 {
			list = append(list, n.list[i])
			i++
			continue
		}
		round := n.list[i:][:n.list[i].round]
		for k := range round[0].times {
			for _, a := range round {
				a.base, a.times, a.round = a.base+k*a.dk, 0, 0
				list = append(list, a)
			}
		}
		i += len(round)
	}
	n.list, n.rolled, n.swept = list, false, 0
}

// maxSwept bounds the reads of sweeps that are not looked at.
const maxSwept = 1 << 15

// noteSwept notes the reads of a sweep: a round of them, and how often it is made. False
// says that they must be looked at when they happen.
func (r *Core) noteSwept(round []note, times int64) bool {
	n := &r.notes
	if n.looking || n.tagged || int64(len(round))*times > maxSwept || r.fresh > 0 && !r.roundsWritten(round, uint32(times)) {
		return false
	}
	if n.swept+len(round)*int(times) > maxSwept || len(n.list)+len(round) > maxNotes {
		r.lookAtNotes()
		n.lost = true
	}
	for i := range round {
		round[i].times, round[i].round = uint32(times), 0
	}
	round[0].round = int32(len(round))
	n.list = append(n.list, round...)
	n.rolled, n.swept = true, n.swept+len(round)*int(times)
	return true
}

// word is the number of the word that a lane accesses.
func (n *note) word(r *Core, lane int) uint32 {
	if n.listed > 0 {
		return r.notes.listed[n.listed-1][lane]
	}
	return n.base + uint32(r.Rows.x[lane])*n.dx + uint32(r.Rows.y[lane])*n.dy
}

func (n *note) writes() bool { return n.touch.flags&isWrite != 0 }

// A false answer of these says that accesses must be looked at when they happen.

// noteRuled notes an access to words whose addresses follow a rule.
func (w *Warp) noteRuled(f *Rule, m uint32, at *Site, how int) bool {
	off, n := memory.OffsetOf(f.Base), &w.Core.notes
	if how == Reads && !n.looking && !n.tagged && w.Core.fresh == 0 && len(n.list) < min(maxNotes, cap(n.list)) { // as nearly always
		n.list = n.list[:len(n.list)+1]
		a := &n.list[len(n.list)-1]
		a.touch, a.touch.block = w.stamp(at, false), 0
		a.mask, a.listed, a.round = m, 0, 0
		a.base, a.dx, a.dy = uint32(off>>2), uint32(int64(f.Dx)>>2), uint32(int64(f.Dy)>>2)
		return true
	}
	return w.note(note{touch: w.stamp(at, false), mask: m, base: uint32(off >> 2), dx: uint32(int64(f.Dx) >> 2), dy: uint32(int64(f.Dy) >> 2)}, how)
}

// noteListed is noteRuled for any addresses in bounds.
func (w *Warp) noteListed(x *Vec, m uint32, at *Site, how int) bool {
	n := &w.Core.notes
	if n.looking {
		return false
	}
	if len(n.listed) == maxListed {
		w.Core.look()
		return false
	}
	var list words
	for i := range list {
		list[i] = uint32(memory.OffsetOf(x[i]) >> 2)
	}
	n.listed = append(n.listed, list)
	return w.note(note{touch: w.stamp(at, false), mask: m, listed: int32(len(n.listed))}, how)
}

func (w *Warp) note(a note, how int) bool {
	if w.Core.noted(a, how) {
		return true
	}
	w.Core.look()
	return false
}

func (r *Core) noted(a note, how int) bool {
	n := &r.notes
	a.touch.block = 0
	a.touch.flags |= flagsOf[how]
	switch {
	case n.looking, how == Reads && r.fresh > 0 && !r.allWritten(&a), how == Writes && (n.lost || !n.tagged && !r.tagAll()):
		return false
	case len(n.list) >= maxNotes:
		if n.tagged || a.listed > 0 {
			return false
		}
		r.lookAtNotes()
		n.lost = true
	}
	number := n.first + uint32(len(n.list))
	n.list = append(n.list, a)
	if n.tagged && !r.tag(&n.list[len(n.list)-1], number) {
		n.list = n.list[:len(n.list)-1]
		return false
	}
	if how == Writes {
		r.noteWritten(&a)
	}
	return true
}

// roundsWritten reports that threads of the block have written all words of the reads.
func (r *Core) roundsWritten(round []note, times uint32) bool {
	for _, a := range round {
		if a.one() {
			a.mask &= -a.mask
		}
		for range times {
			if !r.allWritten(&a) {
				return false
			}
			a.base += a.dk
		}
	}
	return true
}

// lookAtNotes looks at the accesses that were noted, in order. No two of them race.
func (r *Core) lookAtNotes() {
	n := &r.notes
	n.unroll()
	for k := range n.list {
		a := &n.list[k]
		t := a.touch
		for m := a.mask; m != 0; m &= m - 1 {
			i := First(m)
			t.lane = uint8(i)
			word := a.word(r, i)
			p := &r.shadow.now[word]
			if a.writes() {
				p.written, r.shadow.writes[word] = r.epoch, t
				continue
			}
			p.note(t.when, reader{t.site, t.lane, t.flags})
			if rest := m & (m - 1); rest != 0 && a.one() { // only the last of the others stays behind
				m = 1<<i | 1<<(bits.Len32(rest)-1)
			}
		}
	}
	n.first += uint32(len(n.list))
	n.list, n.listed = n.list[:0], n.listed[:0]
}

// look makes accesses be looked at when they happen, until the next barrier.
func (r *Core) look() {
	if !r.notes.looking {
		r.lookAtNotes()
		r.notes.looking = true
	}
}

// one reports that all lanes access one word.
func (n *note) one() bool { return n.listed == 0 && n.dx|n.dy == 0 }

// allWritten reports that threads of the block have written all words of a read.
func (r *Core) allWritten(a *note) bool {
	for m := a.mask; m != 0; m &= m - 1 {
		if r.shadow.now[a.word(r, First(m))].written < r.started {
			return false
		}
	}
	return true
}

// noteWritten remembers which words the block has written, as long as there are others.
func (r *Core) noteWritten(a *note) {
	if r.fresh == 0 {
		return
	}
	for m := a.mask; m != 0; m &= m - 1 {
		p := &r.shadow.now[a.word(r, First(m))]
		if p.written < r.started {
			r.fresh--
		}
		p.written = r.epoch
	}
}

// tagAll tags the words of the reads before the first write.
func (r *Core) tagAll() bool {
	n := &r.notes
	n.unroll()
	n.tagged = true
	for i := range n.list {
		if !r.tag(&n.list[i], n.first+uint32(i)) {
			return false
		}
	}
	return true
}

// tag notes who touched the words of an access, which has a number; false says that
// another thread has touched one, and one of the two writes.
func (r *Core) tag(a *note, number uint32) bool {
	n := &r.notes
	switch {
	case a.listed > 0 || a.mask != lane.Full:
	case a.dx == 1 && r.Rows.maxX >= 7 && (r.Rows.maxY == 0 || a.dy > uint32(r.Rows.maxX) && a.dy < 1<<16): // no two lanes meet
		if r.claim(a, 0, n.first, number) {
			return true
		}
		// The words of one access that had the same rule are the lanes' own.
		was := n.tags[a.base]
		if b := r.noteOf(was); b != nil && b.own(a) {
			if b.writes() && !a.writes() {
				number = was
			}
			if r.claim(a, was, was+1, number) {
				return true
			}
		}
	case a.one() && !a.writes():
		t := &n.tags[a.base]
		if b := r.noteOf(*t); b != nil && b.writes() {
			return false
		}
		*t = severalReaders
		return true
	}
	for m := a.mask; m != 0; m &= m - 1 {
		i := First(m)
		word := a.word(r, i)
		t := &n.tags[word]
		b := r.noteOf(*t)
		switch {
		case *t < n.first:
			*t = number
		case b != nil && b != a && b.touch.when.warp() == a.touch.when.warp() && b.mask>>i&1 != 0 && b.word(r, i) == word:
			if a.writes() || !b.writes() { // a write is not forgotten for a read
				*t = number
			}
		case !a.writes() && (b == nil || !b.writes()):
			*t = severalReaders
		default:
			return false
		}
	}
	return true
}

// own reports that an access before a was of the same warp to words by the same rule.
func (n *note) own(a *note) bool {
	return n.listed == 0 && n.base == a.base && n.dx == a.dx && n.dy == a.dy && n.touch.when.warp() == a.touch.when.warp()
}

// claim tags the words of rows if all their tags are from one number up to another.
func (r *Core) claim(a *note, from, to, number uint32) bool {
	width := uint32(r.Rows.maxX + 1)
	for y := range uint32(r.Rows.maxY + 1) {
		if !lane.Among(r.notes.tags[a.base+y*a.dy:][:width], from, to) {
			return false
		}
	}
	for y := range uint32(r.Rows.maxY + 1) {
		lane.Mark(r.notes.tags[a.base+y*a.dy:][:width], number)
	}
	return true
}

// noteOf is the access with a number; nil for one before the last barrier, or several.
func (r *Core) noteOf(number uint32) *note {
	if i := number - r.notes.first; i < uint32(len(r.notes.list)) {
		return &r.notes.list[i]
	}
	return nil
}
