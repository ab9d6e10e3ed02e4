// This file loads and stores, a warp at a time.

package simt

import (
	"encoding/binary"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// getAll and putAll move all lanes of a kind of 4 or 8 bytes between a register and
// contiguous memory.
func getAll(z *Vec, b []byte, k word.Kind) {
	if k.Size() == 4 {
		lane.Load32(z, b, k == word.I32)
		return
	}
	b = b[:8*Lanes]
	for i := range z {
		z[i] = word.Load64(b[8*i:])
	}
}

func putAll(b []byte, x *Vec, k word.Kind) {
	if k.Size() == 4 {
		lane.Store32(b, x)
		return
	}
	b = b[:8*Lanes]
	for i, v := range x {
		word.Store64(b[8*i:], v)
	}
}

// pick reads the lanes of m, all within b, which begins at address lo.
func pick(z, x *Vec, m uint32, b []byte, lo uint64, k word.Kind) {
	switch k {
	case word.F32, word.U32:
		for i := range Lanes {
			if m>>i&1 == 0 {
				continue
			}
			z[i] = uint64(word.Load32(b[x[i]-lo:]))
		}
	case word.I32:
		for i := range Lanes {
			if m>>i&1 == 0 {
				continue
			}
			z[i] = uint64(int64(int32(word.Load32(b[x[i]-lo:]))))
		}
	default:
		for i := range Lanes {
			if m>>i&1 == 0 {
				continue
			}
			z[i] = word.Load(b[x[i]-lo:], k)
		}
	}
}

// Load reads values of a type from the addresses in register a to register d.
func Load(a, d int, t *syntax.Type, at *Site) Op {
	k, n, volatile := t.Kind, t.Size(), t.Volatile
	fetch := func(w *Warp, m uint32) {
		if f := &w.Rules[a]; m != 0 && m&^f.Where == 0 && !volatile && w.loadRuled(a, d, m, k, n, at) {
			return
		}
		x, z := w.In(a), w.Out(d)
		space := memory.SpaceOf(x[First(m)])
		if space == memory.Local && w.loadLocal(z, x, m, n, k) {
			return
		}
		if space < len(w.Core.Spaces) && w.Core.Spaces[space].Turns {
			w.Core.turn()
		}
		if m == lane.Full && n >= 4 && space != memory.Shared && lane.Contiguous(x, uint64(n)) {
			if b := w.Core.span(x[0], n*Lanes, uint64(n)); b != nil {
				w.countSpan(x, n, at, false)
				w.touchSpan(x[0], nil, n, at, Reads, volatile)
				getAll(z, b, k)
				return
			}
		}
		b, lo := w.Core.within(x, m, n)
		w.count(x, m, n, at, false)
		switch {
		case b == nil:
			w.eachLane(x, m, func(i int) { z[i] = w.loadOne(x[i], n, i, k, at) })
		case n == 4 && space == memory.Shared:
			if !volatile && w.noteListed(x, m, at, Reads) {
				pick(z, x, m, b, lo, k)
				return
			}
			w.loadShared(z, x, m, lo, k == word.I32, w.stamp(at, volatile))
			return
		default:
			pick(z, x, m, b, lo, k)
		}
		w.touch(x, m, n, at, Reads, volatile)
	}
	if !volatile {
		return fetch
	}
	return func(w *Warp, m uint32) {
		w.meet(w.In(a), m)
		fetch(w, m)
		w.polled(w.In(a), w.In(d), m)
	}
}

// loadLocal reads for lanes that all read one variable of their own, if there is nothing
// wrong with it.
func (w *Warp) loadLocal(z, x *Vec, m uint32, n int, k word.Kind) bool {
	size := w.Core.Kernel.LocalBytes
	off := memory.OffsetOf(x[First(m)])
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
		i := First(m)
		z[i] = word.Load(w.local[i*size+int(off):], k)
	}
	return true
}

// loadOne reads for one lane, from its own memory or to fail.
func (w *Warp) loadOne(a uint64, n, lane int, k word.Kind, at *Site) uint64 {
	b := w.At(a, n, lane, at, false)
	if memory.SpaceOf(a) == memory.Local {
		w.checkWritten(a, n, lane, at)
	}
	return word.Load(b, k)
}

// checkWritten fails for a lane that reads of its own memory what it has not written.
func (w *Warp) checkWritten(a uint64, n, lane int, at *Site) {
	for _, who := range w.written[memory.OffsetOf(a):][:n] {
		if who>>lane&1 == 0 {
			w.UnwrittenRead(nil, at, lane, "read of uninitialised memory: this thread has not written to %s yet", Named(at, "this variable"))
			return
		}
	}
}

// Named is the name of what a site accesses.
func Named(at *Site, otherwise string) string {
	if at.What == "" {
		return otherwise
	}
	return "'" + at.What + "'"
}

func (w *Warp) eachLane(x *Vec, m uint32, f func(i int)) {
	for ; m != 0; m &= m - 1 {
		f(First(m))
	}
}

// Store writes values of a type from register v to the addresses in register a.
func Store(a, v int, t *syntax.Type, at *Site) Op {
	k, n, volatile := t.Kind, t.Size(), t.Volatile
	return func(w *Warp, m uint32) {
		if f := &w.Rules[a]; m != 0 && m&^f.Where == 0 && !volatile && w.storeRuled(a, v, m, k, n, at) {
			return
		}
		x, y := w.In(a), w.In(v)
		space := memory.SpaceOf(x[First(m)])
		if volatile {
			w.meet(x, m)
		}
		if space == memory.Local && w.storeLocal(x, y, m, n, k) {
			return
		}
		if m == lane.Full && n >= 4 && space != memory.Shared && lane.Contiguous(x, uint64(n)) {
			if b := w.Core.span(x[0], n*Lanes, uint64(n)); b != nil {
				w.countSpan(x, n, at, true)
				w.touchSpan(x[0], y, n, at, Writes, volatile)
				putAll(b, y, k)
				return
			}
		}
		b, lo := w.Core.within(x, m, n)
		if m != 0 && m&^w.Rules[a].Where == 0 && b != nil && n == 4 && space == memory.Shared {
			w.countRuled(a, m, n, at, true)
		} else {
			w.count(x, m, n, at, true)
		}
		t := w.stamp(at, volatile)
		if b != nil && n == 4 && space == memory.Shared {
			if volatile || !w.noteListed(x, m, at, Writes) {
				w.storeShared(x, y, m, lo, t)
				return
			}
			for ; m != 0; m &= m - 1 {
				i := First(m)
				binary.LittleEndian.PutUint32(b[x[i]-lo:], uint32(y[i]))
			}
			return
		}
		for i := range Lanes {
			if m>>i&1 == 0 {
				continue
			}
			to := b
			if b != nil {
				to = b[x[i]-lo:]
			} else {
				to = w.Bytes(x[i], n, i, at, true)
			}
			if t.lane = uint8(i); space == memory.Shared && b != nil {
				how := Writes
				if word.Load(to, k) == y[i] {
					how = writesSame
				}
				w.touchShared(t, memory.OffsetOf(x[i]), n, how)
			} else {
				w.touchOne(x[i], y[i], n, i, at, Writes, volatile)
			}
			word.Store(to, k, y[i])
		}
	}
}

// storeLocal is loadLocal for a write.
func (w *Warp) storeLocal(x, y *Vec, m uint32, n int, k word.Kind) bool {
	size := w.Core.Kernel.LocalBytes
	off := memory.OffsetOf(x[First(m)])
	if !lane.Contiguous(x, 0) || off < 0 || off+int64(n) > int64(size) || off&int64(n-1) != 0 {
		return false
	}
	for j := range w.written[off:][:n] {
		w.written[off+int64(j)] |= m
	}
	for ; m != 0; m &= m - 1 {
		i := First(m)
		word.Store(w.local[i*size+int(off):], k, y[i])
	}
	return true
}

// CopyBytes assigns structs.
func CopyBytes(to, from, n, align int, at *Site) Op {
	return func(w *Warp, m uint32) {
		w.count(w.In(from), m, n, at, false)
		w.count(w.In(to), m, n, at, true)
		for ; m != 0; m &= m - 1 {
			i := First(m)
			src, dst := w.In(from)[i], w.In(to)[i]
			if off := memory.OffsetOf(src) | memory.OffsetOf(dst); off&int64(align-1) != 0 {
				w.Fail("memcheck", at, i, "misaligned access of %d bytes: the address must be a multiple of %d", n, align)
			}
			w.copyStruct(dst, src, n, i, at)
		}
	}
}

// piece is how much of a struct is noted as one access.
const piece = 64

// copyStruct copies n bytes for a lane.
func (w *Warp) copyStruct(dst, src uint64, n, lane int, at *Site) {
	to, from := w.held(dst, n, lane), w.held(src, n, lane)
	for j := range uint64(n) {
		if to == nil || from == nil { // one of these bytes fails; one byte is always aligned
			w.At(dst+j, 1, lane, at, true)
			w.At(src+j, 1, lane, at, false)
		}
	}
	w.Core.Labour(n)
	for off := 0; off < n; off += piece {
		k := min(piece, n-off)
		w.touchOne(src+uint64(off), 0, k, lane, at, Reads, false)
		w.touchOne(dst+uint64(off), sum(from[off:off+k]), k, lane, at, Writes, false)
	}
	word.Move(to, from)
	w.passWritten(dst, src, n, lane)
}

// Clear writes zeros to what a lane's address points to.
func (w *Warp) Clear(x *Vec, m uint32, n int, at *Site) {
	for ; m != 0; m &= m - 1 {
		i := First(m)
		clear(w.Block(x[i], n, i, at, true))
		w.Core.Labour(n)
	}
}

// passWritten makes the copy of a lane's own memory as initialised as its source.
func (w *Warp) passWritten(dst, src uint64, n, lane int) {
	if memory.SpaceOf(dst) != memory.Local {
		return
	}
	for j := range int64(n) {
		known := uint32(1)
		if memory.SpaceOf(src) == memory.Local {
			known = w.written[memory.OffsetOf(src)+j] >> lane & 1
		}
		p := &w.written[memory.OffsetOf(dst)+j]
		*p = *p&^(1<<lane) | known<<lane
	}
}

// sum is a number that tells apart what small pieces of memory hold.
func sum(b []byte) (h uint64) {
	for i := range b {
		h = h*0x100000001b3 + uint64(word.Load8(b[i:])) + 1
	}
	return h
}
