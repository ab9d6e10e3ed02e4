// This file loads and stores where the addresses of a warp follow a rule: whether all of
// it is in bounds, aligned and contiguous is seen at the ends.

package cudac

import (
	"encoding/binary"
	"math/bits"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/word"
)

// reach finds what lanes whose addresses follow a rule access, n bytes each, and the offset
// of base in it; nil says that they must be looked at one by one.
func (w *warp) reach(f *rule, n int) (*space, int64) {
	i := memory.SpaceOf(f.base)
	if i >= len(w.run.spaces) || !f.small() || (f.base|f.dx|f.dy)&uint64(n-1) != 0 {
		return nil, 0
	}
	s := &w.run.spaces[i]
	start := int64(memory.AddressIn(i, 0))
	lo, hi := w.run.rows.extent(f)
	if lo < start || hi-start+int64(n) > s.size {
		return nil, 0
	}
	return s, int64(f.base) - start
}

// contiguous reports that the lanes of a rule access one piece of memory, in order.
func (r *rows) contiguous(f *rule, n int) bool {
	return f.dx == uint64(n) && (r.maxY == 0 || f.dy == uint64(n)*uint64(r.maxX+1))
}

// loadRuled is load for lanes whose addresses, in register a, follow a rule, if nothing
// may be wrong with it.
func (w *warp) loadRuled(a, d int, m uint32, k word.Kind, n int, at *site) bool {
	f := &w.rules[a]
	s, off := w.reach(f, n)
	switch {
	case s == nil:
		return false
	case memory.SpaceOf(f.base) == memory.Shared:
		if n != 4 || !w.noteRuled(f, m, at, reads) {
			return false
		}
		w.countRuled(a, m, n, at, false)
	default:
		if s.turns {
			w.run.turn()
		}
		w.countRuled(a, m, n, at, false)
		w.touchRuled(a, s, nil, m, n, at, reads)
	}
	w.fetch(f, d, m, s.Data[off:], s.Data, off, k, n)
	return true
}

// fetch reads what a rule's addresses point to.
func (w *warp) fetch(f *rule, d int, m uint32, b, all []byte, off int64, k word.Kind, n int) {
	if f.uniform() {
		w.give(d, word.Load(b, k), m)
		return
	}
	r, z := &w.run.rows, w.out(d)
	switch {
	case n >= 4 && r.contiguous(f, n):
		getAll(z, b, k)
	case n == 4 && f.dx == 4 && r.maxX == lane.Row-1:
		lane.LoadRow(z, 0, b, k == word.I32)
		lane.LoadRow(z, lane.Row, all[off+int64(f.dy):], k == word.I32)
	case f.dx == 0 && r.maxX == lane.Row-1:
		lane.FillRow(z, 0, word.Load(b, k))
		lane.FillRow(z, lane.Row, word.Load(all[off+int64(f.dy):], k))
	case f.dx == 0:
		for y := range r.maxY + 1 {
			v, from := word.Load(all[off+y*int64(f.dy):], k), y*(r.maxX+1)
			row := z[from : from+r.maxX+1]
			for x := range row {
				row[x] = v
			}
		}
	case n == 4:
		signed := k == word.I32
		for i := range z {
			v := word.Load32(all[off+int64(r.x[i]*f.dx+r.y[i]*f.dy):])
			if z[i] = uint64(v); signed {
				z[i] = uint64(int64(int32(v)))
			}
		}
	default:
		for i := range z {
			z[i] = word.Load(all[off+int64(r.x[i]*f.dx+r.y[i]*f.dy):], k)
		}
	}
}

// storeRuled is loadRuled for a write of register v.
func (w *warp) storeRuled(a, v int, m uint32, k word.Kind, n int, at *site) bool {
	f := &w.rules[a]
	if memory.SpaceOf(f.base) == memory.Shared {
		return n == 4 && w.storeNoted(a, v, m, at)
	}
	if m != lane.Full || n < 4 || !w.run.rows.contiguous(f, n) {
		return false
	}
	s, off := w.reach(f, n)
	if s == nil {
		return false
	}
	y := w.in(v)
	w.countRuled(a, m, n, at, true)
	s.keep(off, int64(n*lanes))
	w.touchRuled(a, s, y, m, n, at, writes)
	putAll(s.Data[off:off+int64(n*lanes)], y, k)
	return true
}

// storeNoted is storeRuled for words of shared memory.
func (w *warp) storeNoted(a, v int, m uint32, at *site) bool {
	f, r := &w.rules[a], &w.run.rows
	s, off := w.reach(f, 4)
	if s == nil || !w.noteRuled(f, m, at, writes) {
		return false
	}
	w.countRuled(a, m, 4, at, true)
	y := w.in(v)
	if m == lane.Full && r.contiguous(f, 4) {
		lane.Store32(s.Data[off:], y)
		return true
	}
	for ; m != 0; m &= m - 1 {
		i := first(m)
		binary.LittleEndian.PutUint32(s.Data[off+int64(r.x[i]*f.dx+r.y[i]*f.dy):], uint32(y[i]))
	}
	return true
}

// touchRuled notes what the lanes of m touch in global memory, and write there.
func (w *warp) touchRuled(a int, s *space, y *vec, m uint32, n int, at *site, how int) {
	f, r := w.rules[a], w.run
	switch {
	case s.Valid == nil && (!s.watched || int64(n) < s.grain):
		return
	case m == lane.Full && r.rows.contiguous(&f, n):
		w.touchSpan(f.base, y, n, at, how, false)
	case f.uniform() && how == reads:
		// What readers of one moment leave behind is the first and the last of them.
		w.touchOne(f.base, 0, n, first(m), at, how, false)
		if m&(m-1) != 0 {
			w.touchOne(f.base, 0, n, bits.Len32(m)-1, at, how, false)
		}
	default:
		x := w.in(a)
		for ; m != 0; m &= m - 1 {
			i := first(m)
			value := uint64(0)
			if y != nil {
				value = y[i]
			}
			w.touchOne(x[i], value, n, i, at, how, false)
		}
	}
}

// cost is what a request was found to cost, by what that depends on.
type cost struct {
	dx, dy, low uint64
	mask        uint32
	count       int
}

// countRuled counts a request of the lanes of m for n bytes each, at addresses that follow
// a rule. What it costs is the same wherever it begins in a bank or a sector.
func (w *warp) countRuled(a int, m uint32, n int, at *site, store bool) {
	f, r := &w.rules[a], w.run
	t := w.trafficAt(at, store)
	shared := memory.SpaceOf(f.base) == memory.Shared
	if !shared {
		t.Requests++
		t.Bytes += int64(bits.OnesCount32(m) * n)
		if r.number == 0 {
			r.draw(w, w.in(a), m, n, at, store)
		}
	} else if t.SharedRequests++; f.uniform() {
		return
	}
	switch {
	case f.uniform():
		t.Sectors++
		return
	case !shared && m == lane.Full && r.rows.contiguous(f, n):
		t.Sectors += int64((f.base+uint64(n*lanes)-1)>>5 - f.base>>5 + 1)
		return
	}
	i := 2 * int(at.id)
	if store {
		i++
	}
	c, low := &r.costs[i], f.base&31
	if shared {
		low = 0
	}
	if c.mask != m || c.dx != f.dx || c.dy != f.dy || c.low != low {
		*c = cost{dx: f.dx, dy: f.dy, low: low, mask: m}
		if shared {
			c.count = bankConflicts(w.in(a), m, n)
		} else {
			c.count = countSectors(w.in(a), m, n)
		}
	}
	if shared {
		if t.BankConflicts += int64(c.count); c.count > 0 && r.number == 0 {
			r.draw(w, w.in(a), m, n, at, store)
		}
	} else {
		t.Sectors += int64(c.count)
	}
}
