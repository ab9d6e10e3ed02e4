// This file is memory: addresses, checked loads and stores.

package cudac

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"gputour/cuda/cudac/lane"
)

// Buffer is memory that a kernel may reach: an allocation.
type Buffer struct {
	Name   string
	Data   []byte
	Freed  bool   // nobody may touch it
	Denied string // why it cannot be reached from where the code runs; "" where it can
	Valid  []byte // by byte of Data: not 0 where it was written; nil where all of it was
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
	if spaceOf(a) == localSpace && store {
		for j := range int64(n) {
			w.written[offsetOf(a)+j] |= 1 << lane
		}
	}
	return b
}

// block is bytes for any number of them, wherever they begin.
func (w *warp) block(a uint64, n, lane int, at *site, store bool) []byte {
	if n == 0 {
		return nil
	}
	b := w.at(a, 1, lane, at, store)
	w.at(a+uint64(n)-1, 1, lane, at, store)
	if spaceOf(a) == localSpace && store {
		for j := range int64(n) {
			w.written[offsetOf(a)+j] |= 1 << lane
		}
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
		w.fail("memcheck", at, lane, "invalid %s out of bounds: index %d of %s, which has %d elements of %d bytes%s", verb(store), off/int64(n), name, size/int64(n), n, what)
	}
	w.fail("memcheck", at, lane, "invalid %s out of bounds: byte %d of %s, which has %d bytes%s", verb(store), off, name, size, what)
}

func (r *run) spaceName(space int) string {
	if s := &r.spaces[space]; space >= firstBuffer && s.Name != "" {
		return "'" + s.Name + "'"
	} else if s.Name != "" {
		return s.Name
	}
	return "an allocation"
}

// get reads a register's worth of a kind.
func get(b []byte, k Kind) uint64 {
	switch k {
	case Bool, U8:
		return uint64(b[0])
	case I8:
		return uint64(int64(int8(b[0])))
	case U16, F16, BF16:
		return uint64(binary.LittleEndian.Uint16(b))
	case I16:
		return uint64(int64(int16(binary.LittleEndian.Uint16(b))))
	case U32, F32:
		return uint64(binary.LittleEndian.Uint32(b))
	case I32:
		return uint64(int64(int32(binary.LittleEndian.Uint32(b))))
	}
	return binary.LittleEndian.Uint64(b)
}

func put(b []byte, k Kind, v uint64) {
	switch kindSizes[k] {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}

// getAll and putAll move all lanes of a kind of 4 or 8 bytes between a register and
// contiguous memory.
func getAll(z *vec, b []byte, k Kind) {
	if kindSizes[k] == 4 {
		lane.Load32(z, b, k == I32)
		return
	}
	b = b[:8*lanes]
	for i := range z {
		z[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
}

func putAll(b []byte, x *vec, k Kind) {
	if kindSizes[k] == 4 {
		lane.Store32(b, x)
		return
	}
	b = b[:8*lanes]
	for i, v := range x {
		binary.LittleEndian.PutUint64(b[8*i:], v)
	}
}

// pick reads the lanes of m, all within b, which begins at address lo.
func pick(z, x *vec, m uint32, b []byte, lo uint64, k Kind) {
	switch k {
	case F32, U32:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & (lanes - 1)
			z[i] = uint64(binary.LittleEndian.Uint32(b[x[i]-lo:]))
		}
	case I32:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & (lanes - 1)
			z[i] = uint64(int64(int32(binary.LittleEndian.Uint32(b[x[i]-lo:]))))
		}
	default:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & (lanes - 1)
			z[i] = get(b[x[i]-lo:], k)
		}
	}
}

// load and store move a value of kind k between register d and the addresses in a.
func load(a, d int, t *Type, at *site) step {
	k, n, volatile := t.Kind, t.Size(), t.Volatile
	fetch := func(w *warp, m uint32) {
		x, z := &w.r[a], &w.r[d]
		space := spaceOf(x[first(m)])
		if space == localSpace && w.loadLocal(z, x, m, n, k) {
			return
		}
		if m == lane.Full && n >= 4 && space != sharedSpace && lane.Contiguous(x, uint64(n)) {
			if b := w.run.span(x[0], n*lanes, uint64(n)); b != nil {
				w.countSpan(x, n, at, false)
				w.touchSpan(x[0], n, at, reads, volatile)
				getAll(z, b, k)
				return
			}
		}
		b, lo := w.run.within(x, m, n)
		w.count(x, m, n, at, false)
		switch {
		case b == nil:
			w.eachLane(x, m, func(i int) { z[i] = w.loadOne(x[i], n, i, k, at) })
		case n == 4 && space == sharedSpace:
			w.loadShared(z, x, m, lo, k == I32, w.stamp(at, volatile))
			return
		default:
			pick(z, x, m, b, lo, k)
		}
		w.touch(x, m, n, at, reads, volatile)
	}
	if !volatile {
		return fetch
	}
	return func(w *warp, m uint32) {
		w.meet(&w.r[a], m)
		fetch(w, m)
		w.polled(&w.r[a], &w.r[d], m)
	}
}

// loadLocal reads for lanes that all read one variable of their own, if there is nothing
// wrong with it.
func (w *warp) loadLocal(z, x *vec, m uint32, n int, k Kind) bool {
	size := w.run.kernel.localBytes
	off := offsetOf(x[first(m)])
	if !lane.Contiguous(x, 0) || off < 0 || off+int64(n) > int64(size) || off&int64(n-1) != 0 {
		return false
	}
	known := m
	for _, who := range w.written[off:][:n] {
		known &= who
	}
	if known != m {
		return false
	}
	for ; m != 0; m &= m - 1 {
		i := first(m)
		z[i] = get(w.local[i*size+int(off):], k)
	}
	return true
}

// loadOne reads for one lane, from its own memory or to fail.
func (w *warp) loadOne(a uint64, n, lane int, k Kind, at *site) uint64 {
	b := w.at(a, n, lane, at, false)
	if spaceOf(a) == localSpace {
		w.checkWritten(a, n, lane, at)
	}
	return get(b, k)
}

// checkWritten fails for a lane that reads of its own memory what it has not written.
func (w *warp) checkWritten(a uint64, n, lane int, at *site) {
	for _, who := range w.written[offsetOf(a):][:n] {
		if who>>lane&1 == 0 {
			w.fail("initcheck", at, lane, "read of uninitialised memory: this thread has not written to %s yet", named(at, "this variable"))
		}
	}
}

func named(at *site, otherwise string) string {
	if at.what == "" {
		return otherwise
	}
	return "'" + at.what + "'"
}

func (w *warp) eachLane(x *vec, m uint32, f func(i int)) {
	for ; m != 0; m &= m - 1 {
		f(first(m))
	}
}

func store(a, v int, t *Type, at *site) step {
	k, n, volatile := t.Kind, t.Size(), t.Volatile
	return func(w *warp, m uint32) {
		x, y := &w.r[a], &w.r[v]
		space := spaceOf(x[first(m)])
		if volatile {
			w.meet(x, m)
		}
		if space == localSpace && w.storeLocal(x, y, m, n, k) {
			return
		}
		if m == lane.Full && n >= 4 && lane.Contiguous(x, uint64(n)) {
			if b := w.run.span(x[0], n*lanes, uint64(n)); b != nil {
				w.countSpan(x, n, at, true)
				w.touchSpan(x[0], n, at, writes, volatile)
				putAll(b, y, k)
				return
			}
		}
		b, lo := w.run.within(x, m, n)
		w.count(x, m, n, at, true)
		for rest := m; rest != 0; rest &= rest - 1 {
			i := first(rest)
			to := b
			if b != nil {
				to = b[x[i]-lo:]
			} else {
				to = w.bytes(x[i], n, i, at, true)
			}
			how := writes
			if get(to, k) == y[i] {
				how = writesSame
			}
			w.touchOne(x[i], n, i, at, how, volatile)
			put(to, k, y[i])
		}
	}
}

// storeLocal is loadLocal for a write.
func (w *warp) storeLocal(x, y *vec, m uint32, n int, k Kind) bool {
	size := w.run.kernel.localBytes
	off := offsetOf(x[first(m)])
	if !lane.Contiguous(x, 0) || off < 0 || off+int64(n) > int64(size) || off&int64(n-1) != 0 {
		return false
	}
	for j := range w.written[off:][:n] {
		w.written[off+int64(j)] |= m
	}
	for ; m != 0; m &= m - 1 {
		i := first(m)
		put(w.local[i*size+int(off):], k, y[i])
	}
	return true
}

// copyBytes assigns structs.
func copyBytes(to, from, n, align int, at *site) step {
	return func(w *warp, m uint32) {
		w.count(&w.r[from], m, n, at, false)
		w.count(&w.r[to], m, n, at, true)
		for ; m != 0; m &= m - 1 {
			i := first(m)
			src, dst := w.r[from][i], w.r[to][i]
			if off := offsetOf(src) | offsetOf(dst); off&int64(align-1) != 0 {
				w.fail("memcheck", at, i, "misaligned access of %d bytes: the address must be a multiple of %d", n, align)
			}
			// Pieces of one byte are always aligned.
			for j := range uint64(n) {
				w.at(dst+j, 1, i, at, true)[0] = w.at(src+j, 1, i, at, false)[0]
			}
			w.touchOne(src, n, i, at, reads, false)
			w.touchOne(dst, n, i, at, writes, false)
			w.passWritten(dst, src, n, i)
		}
	}
}

// passWritten makes the copy of a lane's own memory as initialised as its source.
func (w *warp) passWritten(dst, src uint64, n, lane int) {
	if spaceOf(dst) != localSpace {
		return
	}
	for j := range int64(n) {
		known := uint32(1)
		if spaceOf(src) == localSpace {
			known = w.written[offsetOf(src)+j] >> lane & 1
		}
		p := &w.written[offsetOf(dst)+j]
		*p = *p&^(1<<lane) | known<<lane
	}
}
