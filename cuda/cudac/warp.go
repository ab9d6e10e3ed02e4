// This file is a warp: 32 lanes that execute one instruction at a time under a mask.

package cudac

import (
	"fmt"

	"gputour/engine/diag"
)

const lanes = 32

// vec is a register of a warp.
type vec = [lanes]uint64

// step runs an instruction for the lanes of m.
type step func(w *warp, m uint32)

// action runs a statement for the lanes of m and returns those that fall out of its end.
type action func(w *warp, m uint32) uint32

// site is a place in the source that accesses memory or fails.
type site struct {
	pos  diag.Pos
	what string
}

// warp is 32 threads of a block that is running.
type warp struct {
	run   *run
	r     []vec
	masks []uint32
	local []byte // the lanes' own memory, one after the other
	index int
	live  uint32 // threads that exist
	left  uint32 // threads that returned from the kernel
	yield func(*site) bool
	epoch int32 // counts __syncwarp and shuffles
}

// Fault is what went wrong while a kernel ran.
type Fault struct {
	Kind    string // "memcheck", "race", "barrier", "budget", "assert", "arithmetic"
	Message string
	Pos     diag.Pos
	Line    string // text of the source line
	Block   [3]int
	Thread  [3]int
}

func (f *Fault) Error() string { return f.Message }

// stopped unwinds a launch that its caller stopped.
type stopped struct{ err error }

// fail ends the launch on behalf of a lane.
func (w *warp) fail(kind string, at *site, lane int, format string, args ...any) {
	thread := w.run.threadOf(w.index*lanes + lane)
	f := &Fault{Kind: kind, Pos: at.pos, Block: w.run.block, Thread: thread}
	f.Pos.Line += w.run.kernel.program.c.shift
	where := fmt.Sprintf("thread (%d,%d,%d) of block (%d,%d,%d)", thread[0], thread[1], thread[2], f.Block[0], f.Block[1], f.Block[2])
	lines := w.run.kernel.program.c.lines
	if n := at.pos.Line; n >= 1 && n <= len(lines) {
		f.Line = lines[n-1]
	}
	f.Message = fmt.Sprintf("%s\n  in kernel %s, line %d, %s", fmt.Sprintf(format, args...), w.run.kernel.Name, f.Pos.Line, where)
	if f.Line != "" {
		f.Message += "\n  " + fmt.Sprint(f.Pos.Line) + " | " + f.Line
	}
	panic(f)
}

// first is the lowest lane of a mask.
func first(m uint32) int {
	for i := range lanes {
		if m>>i&1 != 0 {
			return i
		}
	}
	return 0
}

// apply1 and apply2 lift functions to registers.
func apply1(a, d int, f func(uint64) uint64) step {
	return func(w *warp, m uint32) {
		x, z := &w.r[a], &w.r[d]
		for i := range x {
			if m>>i&1 != 0 {
				z[i] = f(x[i])
			}
		}
	}
}

func apply2(a, b, d int, f func(a, b uint64) uint64) step {
	return func(w *warp, m uint32) {
		x, y, z := &w.r[a], &w.r[b], &w.r[d]
		for i := range x {
			if m>>i&1 != 0 {
				z[i] = f(x[i], y[i])
			}
		}
	}
}

// fast2 is apply2 for the operations that kernels spend their time in. Lanes that are
// off may be written: d is a temporary.
func fast2(op string, k Kind, a, b, d int) step {
	switch {
	case k == F32 && op == "+":
		return func(w *warp, m uint32) {
			x, y, z := &w.r[a], &w.r[b], &w.r[d]
			for i := range x {
				z[i] = bits32(f32(x[i]) + f32(y[i]))
			}
		}
	case k == F32 && op == "*":
		return func(w *warp, m uint32) {
			x, y, z := &w.r[a], &w.r[b], &w.r[d]
			for i := range x {
				z[i] = bits32(f32(x[i]) * f32(y[i]))
			}
		}
	case k == F32 && op == "-":
		return func(w *warp, m uint32) {
			x, y, z := &w.r[a], &w.r[b], &w.r[d]
			for i := range x {
				z[i] = bits32(f32(x[i]) - f32(y[i]))
			}
		}
	case k == I32 && op == "+":
		return func(w *warp, m uint32) {
			x, y, z := &w.r[a], &w.r[b], &w.r[d]
			for i := range x {
				z[i] = uint64(int64(int32(x[i] + y[i])))
			}
		}
	case k == I32 && op == "*":
		return func(w *warp, m uint32) {
			x, y, z := &w.r[a], &w.r[b], &w.r[d]
			for i := range x {
				z[i] = uint64(int64(int32(x[i] * y[i])))
			}
		}
	case k == U32 && (op == "+" || op == "*"):
		if op == "*" {
			return func(w *warp, m uint32) {
				x, y, z := &w.r[a], &w.r[b], &w.r[d]
				for i := range x {
					z[i] = uint64(uint32(x[i] * y[i]))
				}
			}
		}
		return func(w *warp, m uint32) {
			x, y, z := &w.r[a], &w.r[b], &w.r[d]
			for i := range x {
				z[i] = uint64(uint32(x[i] + y[i]))
			}
		}
	case (k == I32 || k == I64) && op == "<":
		return func(w *warp, m uint32) {
			x, y, z := &w.r[a], &w.r[b], &w.r[d]
			for i := range x {
				z[i] = bit(int64(x[i]) < int64(y[i]))
			}
		}
	}
	return nil
}

// truth is the mask of the lanes of m whose register is not zero.
func (w *warp) truth(slot int, m uint32) uint32 {
	var t uint32
	x := &w.r[slot]
	for i := range x {
		if x[i] != 0 {
			t |= 1 << i
		}
	}
	return t & m
}
