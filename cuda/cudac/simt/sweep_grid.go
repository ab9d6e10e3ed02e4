// This file finds out, before a kernel runs, that no two threads of the grid can touch the
// same element of some memory, so that nobody need look for races there. It does so for
// kernels that have a tape as a whole, which shows all that they access.

package simt

import (
	"cmp"
	"slices"

	"gputour/cuda/cudac/memory"
)

// stride is how far an address goes with one of the numbers that tell threads apart, of
// which there are count.
type stride struct{ by, count int64 }

// unwatch makes a core not look for races where none can be.
func (s *Sweep) unwatch(r *Core) {
	g := r.sweeping(s)
	g.tail = int64(len(r.warps)) - 1
	if !g.threadsRise(r) {
		return
	}
	place := make(map[int][]stride, len(g.Accesses)) // by space; nil for one that is not known
	base := make(map[int]int64, len(g.Accesses))
	for _, a := range g.Accesses {
		list, at, ok := g.strides(r, a.Address)
		if !ok {
			return // it may go anywhere
		}
		k := memory.SpaceOf(uint64(at))
		if old, seen := place[k]; seen && (base[k] != at || !slices.Equal(old, list)) {
			list = nil
		}
		place[k], base[k] = list, at
	}
	for k, list := range place {
		if k < len(r.Spaces) && ownElements(list) {
			r.Spaces[k].Watched = false
		}
	}
}

// strides is how an address goes with lanes, rows, warps and blocks, and where it begins.
func (g *sweeping) strides(r *Core, f *Affine) (list []stride, base int64, ok bool) {
	if _, ok := f.separate(); !ok {
		return nil, 0, false
	}
	w := r.warps[0]
	at := func(block [3]int) slope {
		r.block = block
		s, here := g.eval(w, w.Live, f)
		ok = ok && here
		return s
	}
	ok = true
	first := at([3]int{})
	list = []stride{{first.dx, r.Rows.maxX + 1}, {first.dy, r.Rows.maxY + 1}, {first.dk, g.tail + 1}}
	last := [3]int{}
	for d, n := range r.Launch.Grid {
		last[d] = n - 1
		if n > 1 {
			next := [3]int{}
			next[d] = 1
			list = append(list, stride{at(next).base - first.base, int64(n)})
		}
	}
	at(last) // nothing overflows until there
	return list, first.base, ok
}

// separate reports that a line is a sum of products with one number each of those that tell
// threads apart, and whether there is any.
func (f *Affine) separate() (any, ok bool) {
	switch f.Op {
	case 'c':
		return false, true
	case 't':
		return true, true
	case 'r':
		return f.Slot < RegDim || f.Slot == RegLane, f.Slot != RegLane
	case 'x':
		return f.A.separate()
	case '+', '-', '*':
		x, ok1 := f.A.separate()
		y, ok2 := f.B.separate()
		return x || y, ok1 && ok2 && (f.Op != '*' || !x || !y)
	}
	return true, false
}

// ownElements reports that words at such strides are all different.
func ownElements(list []stride) bool {
	list = slices.DeleteFunc(slices.Clone(list), func(s stride) bool { return s.count == 1 })
	for i, s := range list {
		list[i].by = max(s.by, -s.by)
	}
	slices.SortFunc(list, func(a, b stride) int { return cmp.Compare(a.by, b.by) })
	span := int64(4)
	for _, s := range list {
		if s.by < span {
			return false
		}
		span += s.by * (s.count - 1)
	}
	return len(list) > 0
}
