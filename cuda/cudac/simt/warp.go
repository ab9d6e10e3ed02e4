// This file is a warp: 32 lanes that execute one instruction at a time under a mask.

package simt

import (
	"math/bits"

	"gputour/cuda/cudac/lane"
	"gputour/engine/diag"
)

// Lanes are the threads of a warp.
const Lanes = lane.Count

// Vec is a register of a warp.
type Vec = lane.Vec

// Op runs an instruction for the lanes of m.
type Op func(w *Warp, m uint32)

// Action runs a statement for the lanes of m and returns those that fall out of its end.
type Action func(w *Warp, m uint32) uint32

// Site is a place in the source that accesses memory or fails.
type Site struct {
	Pos    diag.Pos
	What   string
	atomic bool   // it is of an atomic
	Looks  bool   // of a condition that says whether an atomic of the same place is worth it
	Grid   bool   // a barrier of the whole grid
	Id     uint16 // its number among the kernel's; 0 for one that is not counted
}

// Warp is 32 threads of a block that is running.
type Warp struct {
	Handling *Thrown // what the handler that runs has caught
	Core     *Core
	Regs     []Vec  // registers; in and out are the ways to them
	Rules    []Rule // by register
	Masks    []uint32
	local    []byte     // the lanes' own memory, one after the other
	written  []uint32   // by byte of a lane's own memory: the lanes that wrote it
	Floats   [4]float64 // arguments of a function that is computed for a lane
	Wholes   [4]uint64
	index    int
	Stack    int    // bytes of local memory that frames take
	Votes    int    // counts __syncthreads_count and its kin
	Live     uint32 // threads that exist
	Left     uint32 // threads that returned from the kernel
	when     moment
	polls    poll
	loop     *Site // where the warp waits for others
	patient  bool  // that loop looks at the clock
	swept    bool  // a sweep runs its iterations
	time     looking
	yield    func(*Site) bool
	seen     map[int]*known32 // of a recording, by variable
	place    scripted         // where the warp is, of a kernel that has a script
	lanes    *Warp            // of the host: its lanes are iterations of a loop
	Scalar   *Warp            // of those lanes: the host's own
	over     overwritten      // by those lanes
}

// looking is how a warp looks at the clock: how often in a row, and when it did last.
type looking struct {
	looks int
	steps int64
}

// First is the lowest lane of a mask.
func First(m uint32) int { return bits.TrailingZeros32(m | 1<<31) }

// Apply1 lifts a function to registers.
func Apply1(a, d int, f func(uint64) uint64) Op {
	return Ruled1(a, d, f, nil, func(w *Warp, m uint32) {
		x, z := w.In(a), w.Out(d)
		for i := range Lanes {
			if m>>i&1 == 0 {
				continue
			}
			z[i] = f(x[i])
		}
	})
}

// Apply2 lifts a function of two words to registers.
func Apply2(a, b, d int, f func(a, b uint64) uint64) Op {
	return Ruled(a, b, d, f, nil, EachLane2(a, b, d, f))
}

// EachLane2 computes the lanes one by one.
func EachLane2(a, b, d int, f func(a, b uint64) uint64) Op {
	return func(w *Warp, m uint32) {
		x, y, z := w.In(a), w.In(b), w.Out(d)
		for i := range Lanes {
			if m>>i&1 == 0 {
				continue
			}
			z[i] = f(x[i], y[i])
		}
	}
}

// Apply is apply2 for an operation on whole registers. Lanes that are off may be written:
// d is a temporary.
func Apply(f lane.Binary, a, b, d int) Op {
	return func(w *Warp, _ uint32) { f(w.Out(d), w.In(a), w.In(b)) }
}

// Move copies a register.
func Move(from, to int) Op {
	return func(w *Warp, m uint32) { w.Assign(to, from, m) }
}

// Truth is the mask of the lanes of m whose register is not zero.
func (w *Warp) Truth(slot int, m uint32) uint32 {
	if f := &w.Rules[slot]; m&^f.Where == 0 && f.Uniform() {
		if f.Base == 0 {
			return 0
		}
		return m
	}
	return lane.Truth(w.In(slot)) & m
}

// Synced notes that the lanes of the warp met.
func (w *Warp) Synced() { w.when += oneSync }

// Shuffled is the lane whose value lane i gets of a shuffle among n lanes.
func Shuffled(name string, i, delta, n int) int {
	base, j := i&^(n-1), i
	switch name {
	case "__shfl_sync":
		j = base + delta&(n-1)
	case "__shfl_up_sync":
		if i-delta >= base {
			j = i - delta
		}
	case "__shfl_down_sync":
		if i+delta < base+n {
			j = i + delta
		}
	default:
		if x := i ^ delta; x < base+n {
			j = x
		}
	}
	if j < 0 || j >= Lanes {
		return i
	}
	return j
}
