// This file is memory: allocations, addresses, and what lies behind them.

package cudac

import (
	"fmt"

	"gputour/cuda/cudac/lane"
)

// Buffer is memory that a kernel may reach: an allocation.
type Buffer struct {
	Name   string
	Data   []byte
	Freed  bool   // nobody may touch it
	Denied string // why it cannot be reached from where the code runs; "" where it can
	Valid  []byte // by byte of Data: not 0 where it was written; nil where all of it was

	heap *deviceHeap // of which threads take blocks; nil for everything else
}

// An address has the number of its space in the upper 24 bits and an offset below, so
// that arithmetic on it stays within its space by far.
const (
	spaceShift = 40
	offsetBias = 1 << 39
	offsetMask = 1<<spaceShift - 1
)

// The spaces that every launch has; the allocations follow.
const (
	nullSpace = iota
	sharedSpace
	localSpace
	textSpace   // string literals, which every side can read
	hostSpace   // the host's variables and stack
	globalSpace // __device__ and __constant__ variables
	firstBuffer
)

// space is a piece of memory that addresses point into.
type space struct {
	Buffer
	size    int64 // bytes that may be reached
	grain   int64 // bytes of an element, for finding races
	watched bool  // threads write here, so races are looked for
	turns   bool  // atomics change it, so what a block reads depends on its turn
	kept    *kept // what it held when the launch began; nil where nothing needs it
}

// Address is the address of a byte of allocation i of Launch.Memory.
func Address(i, offset int) uint64 { return addressOf(firstBuffer+i, offset) }

// Allocation is the inverse of Address; i is negative for an address of no allocation.
func Allocation(address uint64) (i int, offset int64) {
	return spaceOf(address) - firstBuffer, offsetOf(address)
}

func addressOf(space, offset int) uint64 {
	return uint64(space)<<spaceShift + offsetBias + uint64(offset)
}

func spaceOf(a uint64) int    { return int(a >> spaceShift) }
func offsetOf(a uint64) int64 { return int64(a&offsetMask) - offsetBias }

// span finds n bytes behind an address, aligned to elements of size bytes; nil says that
// they must be looked at one by one.
func (r *run) span(a uint64, n int, size uint64) []byte {
	i, off := spaceOf(a), uint64(offsetOf(a))
	if i >= len(r.spaces) {
		return nil
	}
	s := &r.spaces[i]
	if off+uint64(n) > uint64(s.size) || off > offsetMask || off&(size-1) != 0 {
		return nil
	}
	return s.Data[off : off+uint64(n)]
}

// within finds the space in which all lanes of m access n bytes each, in bounds and
// aligned, and the address of its first byte. nil says that they must be looked at one by
// one.
func (r *run) within(x *vec, m uint32, n int) ([]byte, uint64) {
	i := spaceOf(x[first(m)])
	if i >= len(r.spaces) || r.spaces[i].size < int64(n) {
		return nil, 0
	}
	s := &r.spaces[i]
	lo := addressOf(i, 0)
	last := lo + uint64(s.size) - uint64(n)
	if !lane.Inside(x, lo, last, uint64(n-1)) && lane.Outside(x, lo, last, uint64(n-1))&m != 0 {
		return nil, 0
	}
	return s.Data, lo
}

// bytes finds the n bytes behind an address of a lane, or ends the launch.
func (w *warp) at(a uint64, n, lane int, at *site, store bool) []byte {
	space, off := spaceOf(a), offsetOf(a)
	var data []byte
	switch {
	case space == localSpace:
		size := w.run.kernel.localBytes
		data = w.local[lane*size : (lane+1)*size]
	case space > nullSpace && space < len(w.run.spaces):
		data = w.run.spaces[space].Data[:w.run.spaces[space].size]
	default:
		w.outside(a, n, lane, at, store)
	}
	if off < 0 || off+int64(n) > int64(len(data)) {
		w.outside(a, n, lane, at, store)
	}
	if off&int64(n-1) != 0 && n&(n-1) == 0 {
		w.fail("memcheck", at, lane, "misaligned %s of %d bytes: the address is byte %d of %s", verb(store), n, off, w.run.spaceName(space))
	}
	return data[off : off+int64(n)]
}

// bytes is at, for what is not looked at further.
func (w *warp) bytes(a uint64, n, lane int, at *site, store bool) []byte {
	b := w.at(a, n, lane, at, store)
	if store {
		w.changes(a, n, lane)
	}
	return b
}

// changes notes that a lane is about to write n bytes, which are in bounds.
func (w *warp) changes(a uint64, n, lane int) {
	switch i := spaceOf(a); {
	case i == localSpace:
		for j := range int64(n) {
			w.written[offsetOf(a)+j] |= 1 << lane
		}
	case i >= globalSpace:
		w.run.spaces[i].keep(offsetOf(a), int64(n))
	}
}

// held is what lies behind an address of a lane; nil where n bytes are not in bounds.
func (w *warp) held(a uint64, n, lane int) []byte {
	space, off := spaceOf(a), offsetOf(a)
	var data []byte
	switch {
	case space == localSpace:
		size := w.run.kernel.localBytes
		data = w.local[lane*size : (lane+1)*size]
	case space > nullSpace && space < len(w.run.spaces):
		data = w.run.spaces[space].Data[:w.run.spaces[space].size]
	}
	if off < 0 || off+int64(n) > int64(len(data)) {
		return nil
	}
	return data[off:][:n:n]
}

// block is bytes for any number of them, wherever they begin.
func (w *warp) block(a uint64, n, lane int, at *site, store bool) []byte {
	if n == 0 {
		return nil
	}
	b := w.at(a, 1, lane, at, store)
	w.at(a+uint64(n)-1, 1, lane, at, store)
	if store {
		w.changes(a, n, lane)
	}
	return b[:n:n]
}

func verb(store bool) string {
	if store {
		return "write"
	}
	return "read"
}

// outside fails for an address that is not in memory: the allocation it lies nearest to is
// that of its pointer.
func (w *warp) outside(a uint64, n, lane int, at *site, store bool) {
	space, off := spaceOf(a), offsetOf(a)
	if space == nullSpace || space >= len(w.run.spaces) {
		w.fail("memcheck", at, lane, "invalid %s of %d bytes through a null or wild pointer", verb(store), n)
	}
	s := &w.run.spaces[space]
	name := w.run.spaceName(space)
	if s.Denied != "" {
		w.fail("memcheck", at, lane, "invalid %s of %d bytes: %s", verb(store), n, s.Denied)
	}
	if s.Freed {
		w.fail("memcheck", at, lane, "use after free: %s of %d bytes of %s, which was freed", verb(store), n, name)
	}
	size := s.size
	if space == localSpace {
		size = int64(w.run.kernel.localBytes)
	}
	what := ""
	if at.what != "" {
		what = fmt.Sprintf(" (%s)", at.what)
	}
	if n > 0 && size%int64(n) == 0 && off%int64(n) == 0 {
		w.failAt(&Place{s.called(name), off / int64(n), size / int64(n), verb(store)}, "memcheck", at, lane, "invalid %s out of bounds: index %d of %s, which has %d elements of %d bytes%s", verb(store), off/int64(n), name, size/int64(n), n, what)
	}
	w.fail("memcheck", at, lane, "invalid %s out of bounds: byte %d of %s, which has %d bytes%s", verb(store), off, name, size, what)
}

// called is what a place in a space is called where its name stands alone.
func (s *space) called(name string) string {
	if s.Name != "" {
		return s.Name
	}
	return name
}

// element is where a byte of a space lies, in elements of so many bytes.
func (s *space) element(off, each int64) *Place {
	return &Place{Array: s.Name, Index: off / each, Length: s.size / each}
}

func (r *run) spaceName(space int) string {
	if s := &r.spaces[space]; space >= firstBuffer && s.Name != "" {
		return "'" + s.Name + "'"
	} else if s.Name != "" {
		return s.Name
	}
	return "an allocation"
}
