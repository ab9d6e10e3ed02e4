// This file loads and stores, a warp at a time.

package cudac

import (
	"encoding/binary"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// getAll and putAll move all lanes of a kind of 4 or 8 bytes between a register and
// contiguous memory.
func getAll(z *vec, b []byte, k word.Kind) {
	if k.Size() == 4 {
		lane.Load32(z, b, k == word.I32)
		return
	}
	b = b[:8*lanes]
	for i := range z {
		z[i] = word.Load64(b[8*i:])
	}
}

func putAll(b []byte, x *vec, k word.Kind) {
	if k.Size() == 4 {
		lane.Store32(b, x)
		return
	}
	b = b[:8*lanes]
	for i, v := range x {
		word.Store64(b[8*i:], v)
	}
}

// pick reads the lanes of m, all within b, which begins at address lo.
func pick(z, x *vec, m uint32, b []byte, lo uint64, k word.Kind) {
	switch k {
	case word.F32, word.U32:
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			z[i] = uint64(word.Load32(b[x[i]-lo:]))
		}
	case word.I32:
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			z[i] = uint64(int64(int32(word.Load32(b[x[i]-lo:]))))
		}
	default:
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			z[i] = word.Load(b[x[i]-lo:], k)
		}
	}
}

// load and store move a value of kind k between register d and the addresses in a.
func load(a, d int, t *syntax.Type, at *site) step {
	k, n, volatile := t.Kind, t.Size(), t.Volatile
	fetch := func(w *warp, m uint32) {
		if f := &w.rules[a]; m != 0 && m&^f.where == 0 && !volatile && w.loadRuled(a, d, m, k, n, at) {
			return
		}
		x, z := w.in(a), w.out(d)
		space := memory.SpaceOf(x[first(m)])
		if space == memory.Local && w.loadLocal(z, x, m, n, k) {
			return
		}
		if space < len(w.run.spaces) && w.run.spaces[space].turns {
			w.run.turn()
		}
		if m == lane.Full && n >= 4 && space != memory.Shared && lane.Contiguous(x, uint64(n)) {
			if b := w.run.span(x[0], n*lanes, uint64(n)); b != nil {
				w.countSpan(x, n, at, false)
				w.touchSpan(x[0], nil, n, at, reads, volatile)
				getAll(z, b, k)
				return
			}
		}
		b, lo := w.run.Within(x, m, n)
		w.count(x, m, n, at, false)
		switch {
		case b == nil:
			w.eachLane(x, m, func(i int) { z[i] = w.loadOne(x[i], n, i, k, at) })
		case n == 4 && space == memory.Shared:
			if !volatile && w.noteListed(x, m, at, reads) {
				pick(z, x, m, b, lo, k)
				return
			}
			w.loadShared(z, x, m, lo, k == word.I32, w.stamp(at, volatile))
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
		w.meet(w.in(a), m)
		fetch(w, m)
		w.polled(w.in(a), w.in(d), m)
	}
}

// loadLocal reads for lanes that all read one variable of their own, if there is nothing
// wrong with it.
func (w *warp) loadLocal(z, x *vec, m uint32, n int, k word.Kind) bool {
	size := w.run.kernel.localBytes
	off := memory.OffsetOf(x[first(m)])
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
		z[i] = word.Load(w.local[i*size+int(off):], k)
	}
	return true
}

// loadOne reads for one lane, from its own memory or to fail.
func (w *warp) loadOne(a uint64, n, lane int, k word.Kind, at *site) uint64 {
	b := w.at(a, n, lane, at, false)
	if memory.SpaceOf(a) == memory.Local {
		w.checkWritten(a, n, lane, at)
	}
	return word.Load(b, k)
}

// checkWritten fails for a lane that reads of its own memory what it has not written.
func (w *warp) checkWritten(a uint64, n, lane int, at *site) {
	for _, who := range w.written[memory.OffsetOf(a):][:n] {
		if who>>lane&1 == 0 {
			w.unwrittenRead(nil, at, lane, "read of uninitialised memory: this thread has not written to %s yet", named(at, "this variable"))
			return
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

func store(a, v int, t *syntax.Type, at *site) step {
	k, n, volatile := t.Kind, t.Size(), t.Volatile
	return func(w *warp, m uint32) {
		if f := &w.rules[a]; m != 0 && m&^f.where == 0 && !volatile && w.storeRuled(a, v, m, k, n, at) {
			return
		}
		x, y := w.in(a), w.in(v)
		space := memory.SpaceOf(x[first(m)])
		if volatile {
			w.meet(x, m)
		}
		if space == memory.Local && w.storeLocal(x, y, m, n, k) {
			return
		}
		if m == lane.Full && n >= 4 && space != memory.Shared && lane.Contiguous(x, uint64(n)) {
			if b := w.run.span(x[0], n*lanes, uint64(n)); b != nil {
				w.countSpan(x, n, at, true)
				w.touchSpan(x[0], y, n, at, writes, volatile)
				putAll(b, y, k)
				return
			}
		}
		b, lo := w.run.Within(x, m, n)
		if m != 0 && m&^w.rules[a].where == 0 && b != nil && n == 4 && space == memory.Shared {
			w.countRuled(a, m, n, at, true)
		} else {
			w.count(x, m, n, at, true)
		}
		t := w.stamp(at, volatile)
		if b != nil && n == 4 && space == memory.Shared {
			if volatile || !w.noteListed(x, m, at, writes) {
				w.storeShared(x, y, m, lo, t)
				return
			}
			for ; m != 0; m &= m - 1 {
				i := first(m)
				binary.LittleEndian.PutUint32(b[x[i]-lo:], uint32(y[i]))
			}
			return
		}
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			to := b
			if b != nil {
				to = b[x[i]-lo:]
			} else {
				to = w.bytes(x[i], n, i, at, true)
			}
			if t.lane = uint8(i); space == memory.Shared && b != nil {
				how := writes
				if word.Load(to, k) == y[i] {
					how = writesSame
				}
				w.touchShared(t, memory.OffsetOf(x[i]), n, how)
			} else {
				w.touchOne(x[i], y[i], n, i, at, writes, volatile)
			}
			word.Store(to, k, y[i])
		}
	}
}

// storeLocal is loadLocal for a write.
func (w *warp) storeLocal(x, y *vec, m uint32, n int, k word.Kind) bool {
	size := w.run.kernel.localBytes
	off := memory.OffsetOf(x[first(m)])
	if !lane.Contiguous(x, 0) || off < 0 || off+int64(n) > int64(size) || off&int64(n-1) != 0 {
		return false
	}
	for j := range w.written[off:][:n] {
		w.written[off+int64(j)] |= m
	}
	for ; m != 0; m &= m - 1 {
		i := first(m)
		word.Store(w.local[i*size+int(off):], k, y[i])
	}
	return true
}

// copyBytes assigns structs.
func copyBytes(to, from, n, align int, at *site) step {
	return func(w *warp, m uint32) {
		w.count(w.in(from), m, n, at, false)
		w.count(w.in(to), m, n, at, true)
		for ; m != 0; m &= m - 1 {
			i := first(m)
			src, dst := w.in(from)[i], w.in(to)[i]
			if off := memory.OffsetOf(src) | memory.OffsetOf(dst); off&int64(align-1) != 0 {
				w.fail("memcheck", at, i, "misaligned access of %d bytes: the address must be a multiple of %d", n, align)
			}
			w.copyStruct(dst, src, n, i, at)
		}
	}
}

// piece is how much of a struct is noted as one access.
const piece = 64

// copyStruct copies n bytes for a lane.
func (w *warp) copyStruct(dst, src uint64, n, lane int, at *site) {
	to, from := w.held(dst, n, lane), w.held(src, n, lane)
	for j := range uint64(n) {
		if to == nil || from == nil { // one of these bytes fails; one byte is always aligned
			w.at(dst+j, 1, lane, at, true)
			w.at(src+j, 1, lane, at, false)
		}
	}
	w.run.labour(n)
	for off := 0; off < n; off += piece {
		k := min(piece, n-off)
		w.touchOne(src+uint64(off), 0, k, lane, at, reads, false)
		w.touchOne(dst+uint64(off), sum(from[off:off+k]), k, lane, at, writes, false)
	}
	word.Move(to, from)
	w.passWritten(dst, src, n, lane)
}

// clear writes zeros to what a lane's address points to.
func (w *warp) clear(x *vec, m uint32, n int, at *site) {
	for ; m != 0; m &= m - 1 {
		i := first(m)
		clear(w.block(x[i], n, i, at, true))
		w.run.labour(n)
	}
}

// passWritten makes the copy of a lane's own memory as initialised as its source.
func (w *warp) passWritten(dst, src uint64, n, lane int) {
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
