// This file loads and stores where the addresses of a warp follow a rule: whether all of
// it is in bounds, aligned and contiguous is seen at the ends.

package simt

import (
	"encoding/binary"
	"math/bits"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/word"
)

// reach finds what lanes whose addresses follow a rule access, n bytes each, and the offset
// of base in it; nil says that they must be looked at one by one.
func (w *Warp) reach(f *Rule, n int) (*Space, int64) {
	i := memory.SpaceOf(f.Base)
	if i >= len(w.Core.Spaces) || !f.Small() || (f.Base|f.Dx|f.Dy)&uint64(n-1) != 0 {
		return nil, 0
	}
	s := &w.Core.Spaces[i]
	start := int64(memory.AddressIn(i, 0))
	lo, hi := w.Core.Rows.Extent(f)
	if lo < start || hi-start+int64(n) > s.Size {
		return nil, 0
	}
	return s, int64(f.Base) - start
}

// contiguous reports that the lanes of a rule access one piece of memory, in order.
func (r *Rows) contiguous(f *Rule, n int) bool {
	return f.Dx == uint64(n) && (r.maxY == 0 || f.Dy == uint64(n)*uint64(r.maxX+1))
}

// loadRuled is load for lanes whose addresses, in register a, follow a rule, if nothing
// may be wrong with it.
func (w *Warp) loadRuled(a, d int, m uint32, k word.Kind, n int, at *Site) bool {
	f := &w.Rules[a]
	s, off := w.reach(f, n)
	switch {
	case s == nil:
		return false
	case memory.SpaceOf(f.Base) == memory.Shared:
		if n != 4 || !w.noteRuled(f, m, at, Reads) {
			return false
		}
		w.countRuled(a, m, n, at, false)
	default:
		if s.Turns {
			w.Core.turn()
		}
		w.countRuled(a, m, n, at, false)
		w.touchRuled(a, s, nil, m, n, at, Reads)
	}
	w.fetch(f, d, m, s.Data[off:], s.Data, off, k, n)
	return true
}

// fetch reads what a rule's addresses point to.
func (w *Warp) fetch(f *Rule, d int, m uint32, b, all []byte, off int64, k word.Kind, n int) {
	if f.Uniform() {
		w.Give(d, word.Load(b, k), m)
		return
	}
	r, z := &w.Core.Rows, w.Out(d)
	switch {
	case n >= 4 && r.contiguous(f, n):
		getAll(z, b, k)
	case n == 4 && f.Dx == 4 && r.maxX == lane.Row-1:
		lane.LoadRow(z, 0, b, k == word.I32)
		lane.LoadRow(z, lane.Row, all[off+int64(f.Dy):], k == word.I32)
	case f.Dx == 0 && r.maxX == lane.Row-1:
		lane.FillRow(z, 0, word.Load(b, k))
		lane.FillRow(z, lane.Row, word.Load(all[off+int64(f.Dy):], k))
	case f.Dx == 0:
		for y := range r.maxY + 1 {
			v, from := word.Load(all[off+y*int64(f.Dy):], k), y*(r.maxX+1)
			row := z[from : from+r.maxX+1]
			for x := range row {
				row[x] = v
			}
		}
	case n == 4:
		signed := k == word.I32
		for i := range z {
			v := word.Load32(all[off+int64(r.x[i]*f.Dx+r.y[i]*f.Dy):])
			if z[i] = uint64(v); signed {
				z[i] = uint64(int64(int32(v)))
			}
		}
	default:
		for i := range z {
			z[i] = word.Load(all[off+int64(r.x[i]*f.Dx+r.y[i]*f.Dy):], k)
		}
	}
}

// storeRuled is loadRuled for a write of register v.
func (w *Warp) storeRuled(a, v int, m uint32, k word.Kind, n int, at *Site) bool {
	f := &w.Rules[a]
	if memory.SpaceOf(f.Base) == memory.Shared {
		return n == 4 && w.storeNoted(a, v, m, at)
	}
	if m != lane.Full || n < 4 || !w.Core.Rows.contiguous(f, n) {
		return false
	}
	s, off := w.reach(f, n)
	if s == nil {
		return false
	}
	y := w.In(v)
	w.countRuled(a, m, n, at, true)
	s.keep(off, int64(n*Lanes))
	w.touchRuled(a, s, y, m, n, at, Writes)
	putAll(s.Data[off:off+int64(n*Lanes)], y, k)
	return true
}

// storeNoted is storeRuled for words of shared memory.
func (w *Warp) storeNoted(a, v int, m uint32, at *Site) bool {
	f, r := &w.Rules[a], &w.Core.Rows
	s, off := w.reach(f, 4)
	if s == nil || !w.noteRuled(f, m, at, Writes) {
		return false
	}
	w.countRuled(a, m, 4, at, true)
	y := w.In(v)
	if m == lane.Full && r.contiguous(f, 4) {
		lane.Store32(s.Data[off:], y)
		return true
	}
	for ; m != 0; m &= m - 1 {
		i := First(m)
		binary.LittleEndian.PutUint32(s.Data[off+int64(r.x[i]*f.Dx+r.y[i]*f.Dy):], uint32(y[i]))
	}
	return true
}

// touchRuled notes what the lanes of m touch in global memory, and write there.
func (w *Warp) touchRuled(a int, s *Space, y *Vec, m uint32, n int, at *Site, how int) {
	f, r := w.Rules[a], w.Core
	switch {
	case s.Valid == nil && (!s.Watched || int64(n) < s.Grain):
		return
	case m == lane.Full && r.Rows.contiguous(&f, n):
		w.touchSpan(f.Base, y, n, at, how, false)
	case f.Uniform() && how == Reads:
		// What readers of one moment leave behind is the first and the last of them.
		w.touchOne(f.Base, 0, n, First(m), at, how, false)
		if m&(m-1) != 0 {
			w.touchOne(f.Base, 0, n, bits.Len32(m)-1, at, how, false)
		}
	default:
		x := w.In(a)
		for ; m != 0; m &= m - 1 {
			i := First(m)
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
func (w *Warp) countRuled(a int, m uint32, n int, at *Site, store bool) {
	f, r := &w.Rules[a], w.Core
	t := w.trafficAt(at, store)
	shared := memory.SpaceOf(f.Base) == memory.Shared
	if !shared {
		t.Requests++
		t.Bytes += int64(bits.OnesCount32(m) * n)
		if r.number == 0 {
			r.draw(w, w.In(a), m, n, at, store)
		}
	} else if t.SharedRequests++; f.Uniform() {
		return
	}
	switch {
	case f.Uniform():
		t.Sectors++
		return
	case !shared && m == lane.Full && r.Rows.contiguous(f, n):
		t.Sectors += int64((f.Base+uint64(n*Lanes)-1)>>5 - f.Base>>5 + 1)
		return
	}
	i := 2 * int(at.Id)
	if store {
		i++
	}
	c, low := &r.costs[i], f.Base&31
	if shared {
		low = 0
	}
	if c.mask != m || c.dx != f.Dx || c.dy != f.Dy || c.low != low {
		*c = cost{dx: f.Dx, dy: f.Dy, low: low, mask: m}
		if shared {
			c.count = report.BankConflicts(w.In(a), m, n)
		} else {
			c.count = report.CountSectors(w.In(a), m, n)
		}
	}
	if shared {
		if t.BankConflicts += int64(c.count); c.count > 0 && r.number == 0 {
			r.draw(w, w.In(a), m, n, at, store)
		}
	} else {
		t.Sectors += int64(c.count)
	}
}
