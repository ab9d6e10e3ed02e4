// This file settles before a sweep what it touches: in bounds, written before it is read, and apart from what it stores.

package simt

import (
	"bytes"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/word"
)

// touching is an access of the iterations that are to be run.
type touching struct {
	slope
	space  *Space
	off    int64
	shared bool
	logged bool
	rows   bool // two rows, and not one line
	one    bool // of one lane
	costs  [8]cost

	offsets lane.Words // of lanes that lie in no order
}

// fits reports that no number of the iterations overflows, and no index is out of bounds.
func (g *sweeping) fits(w *Warp, m uint32) bool {
	if !g.Phase {
		_, ok1 := g.exact(w, m, g.Left)
		_, ok2 := g.exact(w, m, g.Right)
		if !ok1 || !ok2 {
			return false
		}
	}
	for i := range g.Checks {
		s, ok := g.exact(w, m, g.Checks[i].Index)
		if !ok {
			return false
		}
		if lo, hi := g.extent(w, s); lo < 0 || hi >= g.Checks[i].N {
			return false
		}
	}
	for _, l := range g.Lines {
		s, ok := g.eval(w, m, l.Line)
		if !ok {
			return false
		}
		lane.Rise(&g.vec, &w.Core.Rows.x, &w.Core.Rows.y, uint64(s.base), uint64(s.dx), uint64(s.dy))
		lane.Pack(&g.words[l.Reg], &g.vec)
	}
	if len(g.Rising) > 0 {
		from := len(g.Ops) - 1 - len(g.Rising)
		for i, l := range g.Rising {
			s, _ := g.eval(w, m, l.Line)
			g.tape.Rise(from+i, uint32(s.dk))
		}
	}
	return true
}

// place finds where the accesses go; false says that something may be wrong with one.
func (g *sweeping) place(w *Warp, m uint32) bool {
	r := w.Core
	for i, a := range g.Accesses {
		t := &g.at[i]
		s, ok := g.eval(w, m, a.Address)
		if !ok || (s.base|s.dx|s.dy|s.dk)&3 != 0 {
			return false
		}
		k := memory.SpaceOf(uint64(s.base))
		if k >= len(r.Spaces) || k == memory.Local {
			return false
		}
		t.slope, t.space, t.shared = s, &r.Spaces[k], k == memory.Shared
		if len(g.Changes) > 0 && (t.shared || t.space.Turns) { // what it reads may be what it changes
			return false
		}
		start := int64(memory.AddressIn(k, 0))
		lo, hi := g.extent(w, s)
		if lo < start || hi-start+4 > t.space.Size {
			return false
		}
		t.off = s.base - start
		t.logged = !t.shared && t.space.Watched && t.space.Grain <= 4
		line := s.dx == 4 && (r.Rows.maxY == 0 || s.dy == 4*(r.Rows.maxX+1))
		two := r.Rows.maxX == lane.Row-1 && s.dx == 4
		t.one = m&(m-1) == 0
		if (a.Store || t.logged) && !t.one && (m != lane.Full || !line && !two && !(t.shared && g.Inner)) || t.shared && a.Store && !g.Inner || t.space.Turns && !r.InTurn {
			return false
		}
		t.rows = !line && two
		if a.Store && (k < memory.Global && !t.shared || !t.shared && (!g.apart(t) || g.storesTo(i, t.space))) {
			return false
		}
		if t.space.Valid != nil && !g.valid(w, t, a.Store) {
			return false
		}
		g.stream(w, m, i, a, t, line)
	}
	for i, a := range g.Accesses {
		if a.Store && !g.at[i].shared {
			g.prepare(w, &g.at[i])
		}
	}
	return true
}

// apart reports that no two iterations, and no two rows, touch the same.
func (g *sweeping) apart(t *touching) bool {
	dk, dy := max(t.dk, -t.dk), max(t.dy, -t.dy)
	switch {
	case t.one:
		return dk >= 4 || g.tail == 0
	case !t.rows:
		return dk >= 4*Lanes || g.tail == 0
	case dy < 4*lane.Row:
		return false
	}
	return g.tail == 0 || dk >= dy+4*lane.Row || dy >= g.tail*dk+4*lane.Row && dk >= 4*lane.Row
}

// storesTo reports that an access before i stores to a space.
func (g *sweeping) storesTo(i int, s *Space) bool {
	for j := range i {
		if g.Accesses[j].Store && g.at[j].space == s {
			return true
		}
	}
	return false
}

// stream points an operation to memory, in the form that suits how its lanes lie.
func (g *sweeping) stream(w *Warp, m uint32, i int, a *SweepAccess, t *touching, line bool) {
	c, rows := lane.LoadAny, &w.Core.Rows
	switch two := rows.maxX == lane.Row-1; {
	case a.Store && t.one:
		g.tape.Stream(a.Op, lane.StoreOne, t.space.Data, t.off, t.dk, int64(First(m)))
		return
	case a.Store && line:
		c = lane.StoreLine
	case a.Store && two && t.dx == 4:
		c = lane.StoreRows
	case a.Store:
		c = lane.StoreAny
	case t.dx|t.dy == 0:
		c = lane.LoadOne
	case line:
		c = lane.LoadLine
	case two && t.dx == 4:
		c = lane.LoadRows
	case two && t.dx == 0:
		c = lane.LoadRowOnes
	}
	if c == lane.LoadAny || c == lane.StoreAny {
		g.spread(w, i, t)
	}
	g.tape.Stream(a.Op, c, t.space.Data, t.off, t.dk, t.dy)
}

// spread gives a load the offsets of its lanes.
func (g *sweeping) spread(w *Warp, i int, t *touching) {
	lane.Rise(&g.vec, &w.Core.Rows.x, &w.Core.Rows.y, 0, uint64(t.dx), uint64(t.dy))
	lane.Pack(&t.offsets, &g.vec)
	g.tape.Offsets(g.Accesses[i].Op, &t.offsets)
}

// prepare makes memory ready to be written.
func (g *sweeping) prepare(w *Warp, t *touching) {
	for k := range g.tail + 1 {
		off, n := t.off+k*t.dk, int64(4*Lanes)
		if t.one {
			n = 4
		} else if t.rows {
			n /= 2
			g.ready(t.space, off+t.dy, n)
		}
		g.ready(t.space, off, n)
	}
}

func (g *sweeping) ready(s *Space, off, n int64) {
	s.keep(off, n)
	if s.Valid != nil {
		for i := range n {
			word.Store8(s.Valid[off+i:], 1)
		}
	}
}

// valid reports that all of what is read has been written.
func (g *sweeping) valid(w *Warp, t *touching, store bool) bool {
	if store {
		return true
	}
	n, each := int64(4), w.Core.Rows.maxX
	switch t.dx {
	case 4:
		n, each = 4*(each+1), 0
	case 0:
		each = 0
	}
	for k := range g.tail + 1 {
		for y := range w.Core.Rows.maxY + 1 {
			for x := range each + 1 {
				off := t.off + k*t.dk + y*t.dy + x*t.dx
				if bytes.IndexByte(t.space.Valid[off:off+n], 0) >= 0 {
					return false
				}
			}
		}
	}
	return true
}
