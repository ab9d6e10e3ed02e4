// This file launches kernels.

package cudac

import (
	"fmt"
	"io"
	"iter"
)

// Launch says how to run a kernel.
type Launch struct {
	Grid, Block   [3]int
	DynamicShared int // bytes
	Args          []Arg
	Stdout        io.Writer
	Poll          func() error // asked from time to time; an error ends the launch
	Steps         int64        // statements of warps that may run; 0 is a default
}

// defaultSteps bounds a launch: some minutes on a laptop.
const defaultSteps = 4_000_000_000

// run is one launch.
type run struct {
	kernel  *Kernel
	launch  *Launch
	spaces  []Buffer
	shadow  []shadow
	epoch   int32
	block   [3]int
	profile Profile
	steps   int64
	at      *site
}

// Launch runs the kernel to its end. The error is a *Fault, or what Poll returned.
func (k *Kernel) Launch(l Launch) (p *Profile, err error) {
	r := &run{kernel: k, launch: &l, steps: l.Steps}
	if r.steps == 0 {
		r.steps = defaultSteps
	}
	r.spaces = []Buffer{{}, {Name: "shared memory", Data: make([]byte, k.SharedBytes+l.DynamicShared+16)}, {Name: "local memory"}, {Name: "device variables", Data: k.program.state}}
	shared := (k.SharedBytes + 15) / 16 * 16
	r.spaces[sharedSpace].Data = r.spaces[sharedSpace].Data[:max(shared+l.DynamicShared, 0)]
	if l.DynamicShared == 0 {
		r.spaces[sharedSpace].Data = r.spaces[sharedSpace].Data[:k.SharedBytes]
	}
	r.shadow = make([]shadow, len(r.spaces[sharedSpace].Data))
	regs := make([]uint64, len(l.Args))
	for i, a := range l.Args {
		regs[i] = a.Bits
		if a.Buffer != nil {
			regs[i] = addressOf(r.space(a.Buffer), a.Offset)
		}
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Fault:
			p, err = nil, e
		case stopped:
			p, err = nil, e.err
		default:
			panic(e)
		}
	}()
	for z := range l.Grid[2] {
		for y := range l.Grid[1] {
			for x := range l.Grid[0] {
				r.block = [3]int{x, y, z}
				r.runBlock(regs)
			}
		}
	}
	r.profile.complete(k, &l)
	return &r.profile, nil
}

// space numbers a buffer; the same memory has one number.
func (r *run) space(b *Buffer) int {
	for i := firstBuffer; i < len(r.spaces); i++ {
		if s := r.spaces[i].Data; len(s) == len(b.Data) && len(s) > 0 && &s[0] == &b.Data[0] {
			return i
		}
	}
	r.spaces = append(r.spaces, *b)
	return len(r.spaces) - 1
}

func (r *run) spaceName(space int) string {
	if space >= firstBuffer {
		return "'" + r.spaces[space].Name + "'"
	}
	return r.spaces[space].Name
}

func (r *run) threadOf(i int) [3]int {
	b := r.launch.Block
	return [3]int{i % b[0], i / b[0] % b[1], i / b[0] / b[1]}
}

// spend counts a statement of a warp against the budget.
func (r *run) spend(n int64) {
	before := r.steps
	r.steps -= n
	r.profile.Instructions += n
	if r.steps>>12 != before>>12 {
		r.check()
	}
}

func (r *run) check() {
	if r.launch.Poll != nil {
		if err := r.launch.Poll(); err != nil {
			panic(stopped{err})
		}
	}
	if r.steps < 0 {
		f := &Fault{Kind: "budget", Block: r.block, Message: fmt.Sprintf("kernel %s was stopped: it ran more statements than a launch may; is there an endless loop?", r.kernel.Name)}
		if r.at != nil {
			f.Pos = r.at.pos
			f.Pos.Line += r.kernel.program.c.shift
			f.Message += fmt.Sprintf(" It was in the loop in line %d.", f.Pos.Line)
		}
		panic(f)
	}
}

// runBlock runs the threads of one block, its warps in turns between barriers.
func (r *run) runBlock(args []uint64) {
	b := r.launch.Block
	threads := b[0] * b[1] * b[2]
	r.spend(1) // so that empty blocks, too, come to an end
	clear(r.spaces[sharedSpace].Data)
	r.epoch++
	warps := make([]*warp, (threads+lanes-1)/lanes)
	for i := range warps {
		warps[i] = r.warp(i, threads, args)
	}
	if !r.kernel.barriers {
		for _, w := range warps {
			r.kernel.body(w, w.live)
		}
		return
	}
	r.inTurns(warps)
}

// inTurns runs warps as coroutines that stop at barriers.
func (r *run) inTurns(warps []*warp) {
	next := make([]func() (*site, bool), len(warps))
	for i, w := range warps {
		var stop func()
		next[i], stop = iter.Pull(func(yield func(*site) bool) {
			defer func() {
				if e := recover(); e != nil && e != (stopped{}) {
					panic(e)
				}
			}()
			w.yield = yield
			r.kernel.body(w, w.live)
		})
		defer stop()
	}
	for {
		r.epoch++
		var at *site
		var waits *warp
		for i, w := range warps {
			if next[i] == nil {
				continue
			}
			where, ok := next[i]()
			switch {
			case !ok:
				next[i] = nil
				if w.left != w.live && waits != nil {
					waits.fail("barrier", at, 0, "barrier divergence: this thread waits at __syncthreads() and thread (%d,0,0)'s warp has ended without it", i*lanes)
				}
			case at == nil:
				at, waits = where, w
				for j := range i {
					if next[j] == nil && warps[j].left != warps[j].live {
						w.fail("barrier", where, 0, "barrier divergence: this thread waits at __syncthreads(), which other warps of the block never reach")
					}
				}
			case at != where:
				w.fail("barrier", where, 0, "barrier divergence: this thread waits at the __syncthreads() here, others of the block at the one in line %d", at.pos.Line+r.kernel.program.c.shift)
			}
		}
		if at == nil {
			return
		}
	}
}

// barrier stops the warp until all warps of the block have come.
func (w *warp) barrier(m uint32, at *site) {
	if missing := w.live &^ w.left &^ m; missing != 0 {
		w.fail("barrier", at, first(missing), "barrier divergence: __syncthreads() in a branch that this thread does not take, while others of its warp wait there")
	}
	w.run.profile.Barriers++
	if !w.yield(at) {
		panic(stopped{nil})
	}
}

// warp makes warp i of a block.
func (r *run) warp(i, threads int, args []uint64) *warp {
	k := r.kernel
	w := &warp{run: r, r: make([]vec, k.regs), masks: make([]uint32, k.masks), local: make([]byte, k.localBytes*lanes), index: i}
	n := min(threads-i*lanes, lanes)
	w.live = uint32(uint64(1)<<n - 1)
	for lane := range n {
		t := r.threadOf(i*lanes + lane)
		for d := range 3 {
			w.r[regThread+d][lane] = uint64(t[d])
		}
	}
	for lane := range lanes {
		w.r[regLane][lane] = uint64(lane)
		for d := range 3 {
			w.r[regBlock+d][lane] = uint64(r.block[d])
			w.r[regDim+d][lane] = uint64(r.launch.Block[d])
			w.r[regGrid+d][lane] = uint64(r.launch.Grid[d])
		}
		for j, v := range k.preset {
			w.r[k.presetAt[j]][lane] = v
		}
		for _, slot := range k.extern {
			w.r[slot][lane] = addressOf(sharedSpace, (k.SharedBytes+15)/16*16)
		}
		for j, slot := range k.params {
			if j < len(args) {
				w.r[slot][lane] = args[j]
			}
		}
	}
	return w
}
