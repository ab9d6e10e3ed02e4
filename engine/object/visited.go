package object

import (
	"math/bits"
	"unsafe"
)

// Visited is the set of heap objects that a search has come to. It keeps them alive until Clear, so an address stands
// for one object, and a look at it is a multiplication and a word of memory. The zero Visited is empty.
type Visited struct {
	table []*Head // of a power of two places, half of them free at least
	n     int
}

// leastVisited is how many places a table has.
const leastVisited = 256

// Add puts v's object into the set and reports whether it was not there. v is no immediate value.
func (s *Visited) Add(v Value) (fresh bool) {
	if 2*(s.n+1) > len(s.table) {
		s.grow()
	}
	at := s.place(v.head)
	if s.table[at] != nil {
		return false
	}
	s.table[at] = v.head
	s.n++
	return true
}

// Has reports whether v's object is in the set.
func (s *Visited) Has(v Value) bool { return s.n > 0 && s.table[s.place(v.head)] != nil }

// Len is the number of objects.
func (s *Visited) Len() int { return s.n }

// Clear empties the set. Its room stays, unless it was far too large this time.
func (s *Visited) Clear() {
	if len(s.table) > 16*max(s.n, leastVisited) {
		s.table = nil
	}
	clear(s.table)
	s.n = 0
}

// place is where h lies, or where it would. Objects stay where they are in Go's heap, so their addresses can be hashed.
func (s *Visited) place(h *Head) int {
	const golden = 0x9e3779b97f4a7c15
	mask := len(s.table) - 1
	at := int(uint64(uintptr(unsafe.Pointer(h)))*golden>>(65-bits.Len(uint(len(s.table))))) & mask
	for s.table[at] != nil && s.table[at] != h {
		at = (at + 1) & mask
	}
	return at
}

func (s *Visited) grow() {
	old := s.table
	s.table = make([]*Head, max(leastVisited, 2*len(old)))
	for _, h := range old {
		if h != nil {
			s.table[s.place(h)] = h
		}
	}
}
