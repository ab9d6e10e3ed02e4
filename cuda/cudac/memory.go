// This file is memory: addresses, checked loads and stores, and what they cost.

package cudac

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Buffer is memory that a kernel may reach through a pointer argument.
type Buffer struct {
	Name string
	Data []byte
}

// An address has the number of its space in the upper 24 bits and an offset below, so
// that arithmetic on it stays within its space by far.
const (
	spaceShift = 40
	offsetBias = 1 << 39
	offsetMask = 1<<spaceShift - 1
)

// The spaces that every launch has; arguments follow.
const (
	nullSpace = iota
	sharedSpace
	localSpace
	globalSpace // __device__ and __constant__ variables
	firstBuffer
)

func addressOf(space, offset int) uint64 {
	return uint64(space)<<spaceShift + offsetBias + uint64(offset)
}

func spaceOf(a uint64) int    { return int(a >> spaceShift) }
func offsetOf(a uint64) int64 { return int64(a&offsetMask) - offsetBias }

// bytes finds the n bytes behind an address of a lane, or ends the launch.
func (w *warp) bytes(a uint64, n, lane int, at *site, store bool) []byte {
	space, off := spaceOf(a), offsetOf(a)
	var data []byte
	switch {
	case space == localSpace:
		size := w.run.kernel.localBytes
		data = w.local[lane*size : (lane+1)*size]
	case space > nullSpace && space < len(w.run.spaces):
		data = w.run.spaces[space].Data
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

func verb(store bool) string {
	if store {
		return "write"
	}
	return "read"
}

func (w *warp) outside(a uint64, n, lane int, at *site, store bool) {
	space, off := spaceOf(a), offsetOf(a)
	if space == nullSpace || space >= len(w.run.spaces) {
		w.fail("memcheck", at, lane, "invalid %s of %d bytes through a null or wild pointer", verb(store), n)
	}
	size := len(w.run.spaces[space].Data)
	if space == localSpace {
		size = w.run.kernel.localBytes
	}
	name := w.run.spaceName(space)
	what := ""
	if at.what != "" {
		what = fmt.Sprintf(" (%s)", at.what)
	}
	if n > 0 && size%n == 0 && off%int64(n) == 0 {
		w.fail("memcheck", at, lane, "invalid %s out of bounds: index %d of %s, which has %d elements of %d bytes%s", verb(store), off/int64(n), name, size/n, n, what)
	}
	w.fail("memcheck", at, lane, "invalid %s out of bounds: byte %d of %s, which has %d bytes%s", verb(store), off, name, size, what)
}

// get reads a register's worth of a kind.
func get(b []byte, k Kind) uint64 {
	switch k {
	case Bool, U8:
		return uint64(b[0])
	case I8:
		return uint64(int64(int8(b[0])))
	case U16:
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

// load and store move a value of kind k between register d and the addresses in a.
func load(a, d int, t *Type, at *site) step {
	k, n, volatile := t.Kind, t.Size(), t.Volatile
	return func(w *warp, m uint32) {
		x, z := &w.r[a], &w.r[d]
		w.account(x, m, n, false)
		for i := range x {
			if m>>i&1 != 0 {
				z[i] = get(w.bytes(x[i], n, i, at, false), k)
				w.run.watch(w, x[i], n, i, at, watchRead, volatile)
			}
		}
	}
}

func store(a, v int, t *Type, at *site) step {
	k, n, volatile := t.Kind, t.Size(), t.Volatile
	return func(w *warp, m uint32) {
		x, y := &w.r[a], &w.r[v]
		w.account(x, m, n, true)
		for i := range x {
			if m>>i&1 != 0 {
				b := w.bytes(x[i], n, i, at, true)
				how := watchWrite
				if old := get(b, k); old == y[i] {
					how = watchSame
				}
				w.run.watch(w, x[i], n, i, at, how, volatile)
				put(b, k, y[i])
			}
		}
	}
}

// copyBytes assigns structs.
func copyBytes(to, from, n, align int, at *site) step {
	return func(w *warp, m uint32) {
		w.account(&w.r[from], m, n, false)
		w.account(&w.r[to], m, n, true)
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			src, dst := w.r[from][i], w.r[to][i]
			if off := offsetOf(src) | offsetOf(dst); off&int64(align-1) != 0 {
				w.fail("memcheck", at, i, "misaligned access of %d bytes: the address must be a multiple of %d", n, align)
			}
			// Pieces of one byte are always aligned.
			for j := range n {
				w.bytes(dst+uint64(j), 1, i, at, true)[0] = w.bytes(src+uint64(j), 1, i, at, false)[0]
			}
			w.run.watch(w, src, n, i, at, watchRead, false)
			w.run.watch(w, dst, n, i, at, watchWrite, false)
		}
	}
}

// account counts one request of a warp: sectors of 32 bytes in global memory (CUDA C++
// Best Practices Guide, "Coalesced Access to Global Memory"), passes over the 32 banks
// of four bytes in shared memory ("Shared Memory and Memory Banks").
func (w *warp) account(x *vec, m uint32, n int, store bool) {
	if m == 0 {
		return
	}
	p := &w.run.profile
	space := spaceOf(x[first(m)])
	switch {
	case space == sharedSpace:
		passes := bankPasses(x, m)
		p.SharedRequests++
		p.BankConflicts += int64(passes - 1)
	case space >= globalSpace:
		sectors := countSectors(x, m, n)
		bytes := int64(bits.OnesCount32(m) * n)
		if store {
			p.GlobalStores++
			p.StoreSectors += int64(sectors)
			p.BytesStored += bytes
		} else {
			p.GlobalLoads++
			p.LoadSectors += int64(sectors)
			p.BytesLoaded += bytes
		}
	}
}

func countSectors(x *vec, m uint32, n int) int {
	var seen [2 * lanes]uint64
	count := 0
	add := func(s uint64) {
		for k := count - 1; k >= 0; k-- {
			if seen[k] == s {
				return
			}
		}
		if count < len(seen) {
			seen[count] = s
			count++
		}
	}
	for i := range x {
		if m>>i&1 != 0 {
			add(x[i] >> 5)
			if end := (x[i] + uint64(n) - 1) >> 5; end != x[i]>>5 {
				add(end)
			}
		}
	}
	return count
}

func bankPasses(x *vec, m uint32) int {
	var words [lanes][]uint64
	var room [lanes]uint64
	most := 1
	for i := range x {
		if m>>i&1 == 0 {
			continue
		}
		word := x[i] >> 2
		bank := word & 31
		if words[bank] == nil {
			room[bank] = word
			words[bank] = room[bank : bank+1 : bank+1]
			continue
		}
		known := false
		for _, o := range words[bank] {
			known = known || o == word
		}
		if !known {
			words[bank] = append(words[bank], word)
			most = max(most, len(words[bank]))
		}
	}
	return most
}
