package caching

import (
	"cmp"
	"maps"
	"slices"
)

// This file tells how a device's memory is cut up.

// Layout is a segment with its blocks, in order of address.
type Layout struct {
	*Segment
	Blocks []Piece
}

// Piece is a block, in bytes. Requested is what was asked for, 0 of a free one.
type Piece struct {
	Address, Size, Requested int64
	InUse                    bool
}

// Layout is all segments in order of address, without what is dead.
func (h *Heap) Layout() []Layout {
	h.free()
	heads := map[*Segment]*Block{}
	note := func(b *Block) {
		for b.prev != nil {
			b = b.prev
		}
		heads[b.Segment] = b
	}
	for b := range h.live {
		note(b)
	}
	for _, pool := range h.pool.pools {
		for _, b := range pool {
			note(b)
		}
	}
	var all []Layout
	for _, s := range slices.SortedFunc(maps.Keys(heads), func(a, b *Segment) int { return cmp.Compare(a.Address, b.Address) }) {
		l := Layout{Segment: s}
		for b := heads[s]; b != nil; b = b.next {
			p := Piece{Address: b.Address(), Size: b.size, InUse: b.allocated}
			if b.allocated {
				p.Requested = b.requested
			}
			l.Blocks = append(l.Blocks, p)
		}
		all = append(all, l)
	}
	return all
}
