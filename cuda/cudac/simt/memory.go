// This file is memory: allocations, addresses, and what lies behind them.

package simt

import (
	"fmt"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
)

// Buffer is memory that a kernel may reach: an allocation.
type Buffer struct {
	Name   string
	Data   []byte
	Freed  bool   // nobody may touch it
	Denied string // why it cannot be reached from where the code runs; "" where it can
	Valid  []byte // by byte of Data: not 0 where it was written; nil where all of it was

	Heap *DeviceHeap // of which threads take blocks; nil for everything else
}

// Space is a piece of memory that addresses point into.
type Space struct {
	Buffer
	Size    int64 // bytes that may be reached
	Grain   int64 // bytes of an element, for finding races
	Watched bool  // threads write here, so races are looked for
	Turns   bool  // atomics change it, so what a block reads depends on its turn
	kept    *kept // what it held when the launch began; nil where nothing needs it
}

// span finds n bytes behind an address, aligned to elements of size bytes; nil says that
// they must be looked at one by one.
func (r *Core) span(a uint64, n int, size uint64) []byte {
	i, off := memory.SpaceOf(a), uint64(memory.OffsetOf(a))
	if i >= len(r.Spaces) {
		return nil
	}
	s := &r.Spaces[i]
	if off+uint64(n) > uint64(s.Size) || off > memory.OffsetMask || off&(size-1) != 0 {
		return nil
	}
	return s.Data[off : off+uint64(n)]
}

// within finds the space in which all lanes of m access n bytes each, in bounds and
// aligned, and the address of its first byte. nil says that they must be looked at one by
// one.
func (r *Core) within(x *Vec, m uint32, n int) ([]byte, uint64) {
	i := memory.SpaceOf(x[First(m)])
	if i >= len(r.Spaces) || r.Spaces[i].Size < int64(n) {
		return nil, 0
	}
	s := &r.Spaces[i]
	lo := memory.AddressIn(i, 0)
	last := lo + uint64(s.Size) - uint64(n)
	if !lane.Inside(x, lo, last, uint64(n-1)) && lane.Outside(x, lo, last, uint64(n-1))&m != 0 {
		return nil, 0
	}
	return s.Data, lo
}

// At finds the n bytes behind an address of a lane, or ends the launch.
func (w *Warp) At(a uint64, n, lane int, at *Site, store bool) []byte {
	space, off := memory.SpaceOf(a), memory.OffsetOf(a)
	var data []byte
	switch {
	case space == memory.Local:
		size := w.Core.Kernel.LocalBytes
		data = w.local[lane*size : (lane+1)*size]
	case space > memory.Null && space < len(w.Core.Spaces):
		data = w.Core.Spaces[space].Data[:w.Core.Spaces[space].Size]
	default:
		w.outside(a, n, lane, at, store)
	}
	if off < 0 || off+int64(n) > int64(len(data)) {
		w.outside(a, n, lane, at, store)
	}
	if off&int64(n-1) != 0 && n&(n-1) == 0 {
		w.Fail("memcheck", at, lane, "misaligned %s of %d bytes: the address is byte %d of %s", verb(store), n, off, w.Core.spaceName(space))
	}
	return data[off : off+int64(n)]
}

// Bytes is at, for what is not looked at further.
func (w *Warp) Bytes(a uint64, n, lane int, at *Site, store bool) []byte {
	b := w.At(a, n, lane, at, store)
	if store {
		w.changes(a, n, lane)
	}
	return b
}

// changes notes that a lane is about to write n bytes, which are in bounds.
func (w *Warp) changes(a uint64, n, lane int) {
	switch i := memory.SpaceOf(a); {
	case i == memory.Local:
		for j := range int64(n) {
			w.written[memory.OffsetOf(a)+j] |= 1 << lane
		}
	case i >= memory.Global:
		w.Core.Spaces[i].keep(memory.OffsetOf(a), int64(n))
	}
}

// held is what lies behind an address of a lane; nil where n bytes are not in bounds.
func (w *Warp) held(a uint64, n, lane int) []byte {
	space, off := memory.SpaceOf(a), memory.OffsetOf(a)
	var data []byte
	switch {
	case space == memory.Local:
		size := w.Core.Kernel.LocalBytes
		data = w.local[lane*size : (lane+1)*size]
	case space > memory.Null && space < len(w.Core.Spaces):
		data = w.Core.Spaces[space].Data[:w.Core.Spaces[space].Size]
	}
	if off < 0 || off+int64(n) > int64(len(data)) {
		return nil
	}
	return data[off:][:n:n]
}

// Block is bytes for any number of them, wherever they begin.
func (w *Warp) Block(a uint64, n, lane int, at *Site, store bool) []byte {
	if n == 0 {
		return nil
	}
	b := w.At(a, 1, lane, at, store)
	w.At(a+uint64(n)-1, 1, lane, at, store)
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
func (w *Warp) outside(a uint64, n, lane int, at *Site, store bool) {
	space, off := memory.SpaceOf(a), memory.OffsetOf(a)
	if space == memory.Null || space >= len(w.Core.Spaces) {
		w.Fail("memcheck", at, lane, "invalid %s of %d bytes through a null or wild pointer", verb(store), n)
	}
	s := &w.Core.Spaces[space]
	name := w.Core.spaceName(space)
	if s.Denied != "" {
		w.Fail("memcheck", at, lane, "invalid %s of %d bytes: %s", verb(store), n, s.Denied)
	}
	if s.Freed {
		w.Fail("memcheck", at, lane, "use after free: %s of %d bytes of %s, which was freed", verb(store), n, name)
	}
	size := s.Size
	if space == memory.Local {
		size = int64(w.Core.Kernel.LocalBytes)
	}
	what := ""
	if at.What != "" {
		what = fmt.Sprintf(" (%s)", at.What)
	}
	if n > 0 && size%int64(n) == 0 && off%int64(n) == 0 {
		w.FailAt(&report.Place{Array: s.called(name), Index: off / int64(n), Length: size / int64(n), Does: verb(store)}, "memcheck", at, lane, "invalid %s out of bounds: index %d of %s, which has %d elements of %d bytes%s", verb(store), off/int64(n), name, size/int64(n), n, what)
	}
	w.Fail("memcheck", at, lane, "invalid %s out of bounds: byte %d of %s, which has %d bytes%s", verb(store), off, name, size, what)
}

// called is what a place in a space is called where its name stands alone.
func (s *Space) called(name string) string {
	if s.Name != "" {
		return s.Name
	}
	return name
}

// element is where a byte of a space lies, in elements of so many bytes.
func (s *Space) element(off, each int64) *report.Place {
	return &report.Place{Array: s.Name, Index: off / each, Length: s.Size / each}
}

func (r *Core) spaceName(space int) string {
	if s := &r.Spaces[space]; space >= memory.FirstBuffer && s.Name != "" {
		return "'" + s.Name + "'"
	} else if s.Name != "" {
		return s.Name
	}
	return "an allocation"
}

// HostSpan is what n bytes behind an address hold, where nothing is wrong with it; else nil.
func (w *Warp) HostSpan(a, n uint64) []byte {
	spaces := w.Core.Spaces
	i := a >> memory.SpaceShift
	if i >= uint64(len(spaces)) {
		return nil
	}
	s := &spaces[i]
	off := a&memory.OffsetMask - memory.OffsetBias
	if s.Size < int64(n) || off > uint64(s.Size)-n || off&(n-1) != 0 {
		return nil
	}
	return s.Data[off:][:n]
}
