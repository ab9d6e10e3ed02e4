// This file is a warp: 32 lanes that execute one instruction at a time under a mask.

package cudac

import (
	"math/bits"

	"gputour/cuda/cudac/lane"
	"gputour/engine/diag"
)

const lanes = lane.Count

// vec is a register of a warp.
type vec = lane.Vec

// step runs an instruction for the lanes of m.
type step func(w *warp, m uint32)

// action runs a statement for the lanes of m and returns those that fall out of its end.
type action func(w *warp, m uint32) uint32

// site is a place in the source that accesses memory or fails.
type site struct {
	pos    diag.Pos
	what   string
	atomic bool   // it is of an atomic
	looks  bool   // of a condition that says whether an atomic of the same place is worth it
	grid   bool   // a barrier of the whole grid
	id     uint16 // its number among the kernel's; 0 for one that is not counted
}

// warp is 32 threads of a block that is running.
type warp struct {
	handling *thrown // what the handler that runs has caught
	run      *run
	regs     []vec  // registers; in and out are the ways to them
	rules    []rule // by register
	masks    []uint32
	local    []byte     // the lanes' own memory, one after the other
	written  []uint32   // by byte of a lane's own memory: the lanes that wrote it
	floats   [4]float64 // arguments of a function that is computed for a lane
	wholes   [4]uint64
	index    int
	stack    int    // bytes of local memory that frames take
	votes    int    // counts __syncthreads_count and its kin
	live     uint32 // threads that exist
	left     uint32 // threads that returned from the kernel
	when     moment
	polls    poll
	loop     *site // where the warp waits for others
	patient  bool  // that loop looks at the clock
	swept    bool  // a sweep runs its iterations
	time     looking
	yield    func(*site) bool
	seen     map[int]*known32 // of a recording, by variable
	place    scripted         // where the warp is, of a kernel that has a script
}

// looking is how a warp looks at the clock: how often in a row, and when it did last.
type looking struct {
	looks int
	steps int64
}

// first is the lowest lane of a mask.
func first(m uint32) int { return bits.TrailingZeros32(m | 1<<31) }

// apply1 and apply2 lift functions to registers.
func apply1(a, d int, f func(uint64) uint64) step {
	return ruled1(a, d, f, nil, func(w *warp, m uint32) {
		x, z := w.in(a), w.out(d)
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			z[i] = f(x[i])
		}
	})
}

func apply2(a, b, d int, f func(a, b uint64) uint64) step {
	return ruled(a, b, d, f, nil, eachLane2(a, b, d, f))
}

// eachLane2 computes the lanes one by one.
func eachLane2(a, b, d int, f func(a, b uint64) uint64) step {
	return func(w *warp, m uint32) {
		x, y, z := w.in(a), w.in(b), w.out(d)
		for i := range lanes {
			if m>>i&1 == 0 {
				continue
			}
			z[i] = f(x[i], y[i])
		}
	}
}

// apply is apply2 for an operation on whole registers. Lanes that are off may be written:
// d is a temporary.
func apply(f lane.Binary, a, b, d int) step {
	return func(w *warp, _ uint32) { f(w.out(d), w.in(a), w.in(b)) }
}

// move copies a register.
func move(from, to int) step {
	return func(w *warp, m uint32) { w.assign(to, from, m) }
}

// truth is the mask of the lanes of m whose register is not zero.
func (w *warp) truth(slot int, m uint32) uint32 {
	if f := &w.rules[slot]; m&^f.where == 0 && f.uniform() {
		if f.base == 0 {
			return 0
		}
		return m
	}
	return lane.Truth(w.in(slot)) & m
}

// synced notes that the lanes of the warp met.
func (w *warp) synced() { w.when += oneSync }
