// Package simt runs kernels on simulated multiprocessors: each runs blocks one after the other, 32 threads as a warp that executes
// one instruction at a time under a mask. It checks every access and counts what a profiler counts.
package simt

import (
	"fmt"
	"iter"
	"runtime/debug"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
)

// Core is a core that runs blocks of a launch, one after the other: a multiprocessor.
type Core struct {
	Grid     *Grid
	Host     Machine // of host code
	Kernel   *Kernel
	Launch   *Launch
	Spaces   []Space
	shadow   shadows // by word of shared memory
	bytes    shadows // by byte, for what is smaller; empty while nothing is
	epoch    uint32  // barriers that this core has seen, of all its blocks
	started  uint32  // epoch in which the block began
	number   int64   // of the block
	block    [3]int
	InTurn   bool
	warps    []*Warp
	next     []func() (*Site, bool) // the warps as coroutines
	cancel   []func()
	Profile  report.Profile
	traffic  []report.Traffic // by site, loads and stores
	log      []access
	logs     [][]access       // empty ones
	done     []Ending         // of blocks that ended and are not retired yet
	Tally    [3][2]int        // of __syncthreads_count: threads that say yes, and all; one is added to, one read, one empty
	findings []report.Finding // of the block
	children []child          // kernels that the block launched and that have not run
	told     map[*Site]bool   // where reads of what nobody wrote were told of
	Steps    int64            // statements that may still run
	forward  int64            // cycles that the clock is ahead of the statements
	credit   int64            // statements until the next look whether to go on
	at       *Site            // the loop that is running
	atThread int              // the first thread in it
	meet     func()           // of a cooperative launch: waits for the other blocks
	early    touch            // a read of shared memory that no thread had written
	earlyAt  int64            // its byte
	Rows     Rows
	costs    []cost // of requests, by site
	sweeps   []*sweeping
	plan     *Plan // of all blocks; nil where they differ

	Record *recorder // of the block; nil where nobody records it

	request uint32 // number of the last one that counted words of shared memory
	fresh   int    // words of shared memory that the block has not written
	notes   notes  // of accesses to shared memory

	Fenced, acquired bool // what the block did to be seen by others, and to see them
}

func (g *Grid) newRun() *Core {
	k := g.Kernel
	r := &Core{Grid: g, Kernel: k, Launch: g.Launch, Spaces: append([]Space(nil), g.Spaces...), Rows: rowsOf(g.Launch.Block[0])}
	size := k.SharedBytes
	if g.Launch.DynamicShared > 0 {
		size = (k.SharedBytes+15)/16*16 + g.Launch.DynamicShared
	}
	r.Spaces[memory.Shared].Data, r.Spaces[memory.Shared].Size = make([]byte, size), int64(size)
	r.shadow = newShadows((size + 3) / 4)
	r.notes.tags = make([]uint32, len(r.shadow.now))
	r.sweeps = make([]*sweeping, len(k.Sweeps))
	r.traffic, r.costs = make([]report.Traffic, 2*len(k.Sites)), make([]cost, 2*len(k.Sites))
	b := g.Launch.Block
	threads := b[0] * b[1] * b[2]
	r.warps = make([]*Warp, (threads+Lanes-1)/Lanes)
	for i := range r.warps {
		r.warps[i] = r.NewWarp(i, min(threads-i*Lanes, Lanes))
	}
	if k.Phase != nil && !g.Launch.Plain {
		k.Phase.unwatch(r)
	}
	return r
}

// NewWarp makes warp i of the blocks that run here, with n threads.
func (r *Core) NewWarp(i, n int) *Warp {
	k := r.Kernel
	w := &Warp{Core: r, Regs: make([]Vec, k.Regs), Rules: make([]Rule, k.Regs), Masks: make([]uint32, k.Masks), local: make([]byte, k.LocalBytes*Lanes), written: make([]uint32, k.LocalBytes), index: i}
	w.Live = uint32(uint64(1)<<n - 1)
	for j := range Lanes {
		if j < n {
			for d, c := range r.Grid.ThreadOf(i*Lanes + j) {
				w.Out(RegThread + d)[j] = uint64(c)
			}
		}
		w.Out(RegLane)[j] = uint64(j)
	}
	for d := range 3 {
		w.findRule(RegThread + d)
	}
	w.findRule(RegLane)
	for d := range 3 {
		w.fill(RegDim+d, uint64(r.Launch.Block[d]))
		w.fill(RegGrid+d, uint64(r.Launch.Grid[d]))
	}
	for j, v := range k.Preset {
		w.fill(k.PresetAt[j], v)
	}
	for _, slot := range k.Extern {
		w.fill(slot, memory.AddressIn(memory.Shared, (k.SharedBytes+15)/16*16))
	}
	for j, slot := range k.Arguments {
		if j < len(r.Grid.Args) {
			w.fill(slot, r.Grid.Args[j])
		}
	}
	return w
}

// begin makes a warp ready for the next block.
func (w *Warp) begin() {
	w.Left = 0
	w.when = momentOf(w.Core.epoch, w.index)
	w.polls = poll{}
	w.Votes, w.Stack = 0, w.Core.Kernel.StackBase
	w.place.pc, w.place.m = 0, w.Live
	clear(w.written)
	for d, c := range w.Core.block {
		w.fill(RegBlock+d, uint64(c))
	}
}

// work runs blocks until there are no more.
func (r *Core) work() {
	g := r.Grid
	defer r.end()
	r.plan = r.planOf()
	for !g.halt.Load() {
		from := g.next.Add(g.batch) - g.batch
		if from >= g.Blocks {
			return
		}
		r.logs = append(r.logs, g.emptyLogs(int(g.batch)-len(r.logs))...)
		r.number = from
		for ok, to := true, min(from+g.batch, g.Blocks); ok && r.number < to && !g.halt.Load(); {
			n, err := r.workPlanned(to - r.number)
			if r.number += n; n == 0 {
				ok = r.workBlock()
				r.number++
			} else {
				ok = err == nil
			}
		}
		r.retire()
	}
}

// workPlanned runs blocks by the plan of all, and returns how many, or one that failed.
func (r *Core) workPlanned(most int64) (n int64, err error) {
	if r.plan == nil {
		return 0, nil
	}
	if err = r.guarded(func() { n = r.planned(most) }); err == nil {
		return n, nil
	}
	if err == (again{}) {
		r.Grid.giveUp(err)
	}
	r.done = append(r.done, Ending{err: err})
	return 1, err
}

// workBlock runs the block whose number is set; false says that it failed.
func (r *Core) workBlock() bool {
	r.block, r.InTurn = r.Grid.blockOf(r.number), false
	r.Steps = r.Launch.Steps
	r.credit, r.forward = min(r.credit, r.Steps), 0
	r.Fenced, r.acquired, r.early = false, false, touch{}
	r.log = nil
	r.Record = r.recording()
	if n := len(r.logs); n > 0 {
		r.log, r.logs = r.logs[n-1], r.logs[:n-1]
	}
	r.Launch.hears(r.number, Begins)
	err := r.guarded(r.runBlock)
	if err == (again{}) {
		r.Grid.giveUp(err)
	}
	r.done = append(r.done, Ending{0, err, r.Launch.Steps - r.Steps, r.log, r.findings, r.children})
	r.findings, r.children = nil, nil
	if r.plan != nil && r.plan.before != nil {
		r.plan.measure(r, &r.done[len(r.done)-1])
	}
	return err == nil
}

// retire hands over the blocks that ended: those before the block whose number is set.
func (r *Core) retire() {
	if len(r.done) == 0 {
		return
	}
	n := int64(0)
	for i := range r.done {
		n += r.done[i].count()
	}
	list := r.done
	r.done = make([]Ending, 0, min(r.Grid.batch, n))
	r.Grid.retire(r.number-n, list)
}

// end lets go of the coroutines.
func (r *Core) end() {
	for _, f := range r.cancel {
		f()
	}
}

// crash is a mistake of the interpreter itself. It is raised again where the launch was
// called, so that it ends a session and not the process.
type crash struct {
	value any
	stack []byte
}

func (c *crash) Error() string { return fmt.Sprintf("%v\n%s", c.value, c.stack) }

// guarded does something of a block and returns how it failed.
func (r *Core) guarded(do func()) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *report.Fault:
			err = e
		case Stopped:
			err = e.Err
		default:
			err = &crash{e, debug.Stack()}
		}
	}()
	do()
	return nil
}

// Spend counts a statement of a warp against the budget.
func (r *Core) Spend(n int64) {
	r.Profile.Instructions += n
	r.Steps -= n
	if r.credit -= n; r.credit < 0 {
		r.check()
	}
}

// Labour counts work on n bytes against the budget, as it takes about as long as that many
// statements of one lane.
func (r *Core) Labour(n int) {
	r.Steps -= int64(n) / Lanes
	if r.credit -= int64(n) / Lanes; r.credit < 0 {
		r.check()
	}
}

// runBlock runs the threads of one block, its warps in turns between barriers.
func (r *Core) runBlock() {
	r.Spend(int64(len(r.warps))) // so that empty blocks, too, come to an end
	clear(r.Spaces[memory.Shared].Data)
	r.Tally = [3][2]int{}
	r.tick()
	r.started, r.fresh = r.epoch, len(r.shadow.now)
	if r.Kernel.Phase != nil && r.Kernel.Phase.runBlock(r) {
		return
	}
	for _, w := range r.warps {
		w.begin()
	}
	if r.Kernel.Barriers || r.Kernel.Polls {
		r.inTurns()
	} else {
		for _, w := range r.warps {
			r.Kernel.Body(w, w.Live)
		}
	}
	r.complain()
}

// tick begins the time after a barrier.
func (r *Core) tick() {
	if r.epoch++; r.epoch == 0 { // once around: nothing may seem to be of today
		r.shadow.clear()
		r.bytes.clear()
		r.epoch = 1
	}
	r.notes.forget(r.Launch.Plain)
	for _, w := range r.warps {
		w.when = momentOf(r.epoch, w.index)
	}
}

// resume makes coroutines of the warps. They outlive a block: each runs its part of one
// block after the other, and yields no site at the end of each.
func (r *Core) resume() {
	r.next = make([]func() (*Site, bool), len(r.warps))
	r.cancel = make([]func(), len(r.warps))
	for i, w := range r.warps {
		if r.Kernel.Script != nil && !r.Launch.Plain {
			r.next[i], r.cancel[i] = func() (*Site, bool) { return w.advance(), true }, func() {}
			continue
		}
		r.next[i], r.cancel[i] = iter.Pull(func(yield func(*Site) bool) {
			defer func() {
				if e := recover(); e != nil && e != (Stopped{}) {
					panic(e)
				}
			}()
			w.yield = yield
			for {
				r.Kernel.Body(w, w.Live)
				if !yield(nil) {
					return
				}
			}
		})
	}
}

// spinning is where warps stand that wait in a loop for others.
var spinning = &Site{}

// inTurns runs warps as coroutines that stop at barriers, and where they wait for others.
func (r *Core) inTurns() {
	if r.next == nil {
		r.resume()
	}
	b := barrier{run: r, at: make([]*Site, len(r.warps)), ended: make([]bool, len(r.warps))}
	idle := 0
	for b.count < len(r.warps) {
		r.abreast(&b)
		spins := 0
		for i := range r.warps {
			if b.ended[i] || b.at[i] != nil && b.at[i] != spinning {
				continue
			}
			was := b.at[i]
			at, ok := r.next[i]()
			if !ok {
				panic(Stopped{})
			}
			b.arrive(i, at)
			if at == spinning {
				spins++
			}
			if at != was {
				idle = 0
			}
		}
		switch {
		case spins == 0:
			b.release()
		case r.patient(b.at):
			idle = 0
		default:
			if idle++; idle > 2 { // three times around nobody saw anything new
				if idle = 0; r.Launch.Stuck == nil || !r.Launch.Stuck() {
					r.deadlock(b.at)
				}
			}
		}
	}
}

// patient reports that a warp waits in a loop that looks at the clock.
func (r *Core) patient(at []*Site) bool {
	for i, s := range at {
		if s == spinning && r.warps[i].patient {
			return true
		}
	}
	return false
}

// barrier is where the warps of a block stand.
type barrier struct {
	run   *Core
	at    []*Site // nil for a warp that is running
	ended []bool
	count int // warps that ended

	waiting int   // warps at a barrier
	site    *Site // of the first of them
}

// arrive notes where a warp stopped: at a barrier, or, where at is nil, at its end.
func (b *barrier) arrive(i int, at *Site) {
	w := b.run.warps[i]
	b.at[i] = at
	if at == spinning {
		return
	}
	switch {
	case at == nil:
		b.ended[i] = true
		if b.count++; b.waiting == 0 {
			return
		}
	case b.waiting == 0:
		b.site = at
		fallthrough
	default:
		if b.waiting++; b.count == 0 && b.site == at {
			return
		}
	}
	for j, other := range b.at {
		if j == i || other == spinning || other == nil && !b.ended[j] {
			continue
		}
		o := b.run.warps[j]
		switch {
		case at == nil && other != nil && w.Left != w.Live:
			o.Fail("barrier", other, 0, "barrier divergence: this thread waits at __syncthreads(), and warp %d of the block has ended without it", i)
		case at != nil && b.ended[j] && o.Left != o.Live:
			w.Fail("barrier", at, 0, "barrier divergence: this thread waits at __syncthreads(), which other warps of the block never reach")
		case at != nil && b.ended[j]:
			b.run.found("barrier", at, report.ReturnedBefore)
		case at != nil && other != nil && at != other:
			w.Fail("barrier", at, 0, "barrier divergence: this thread waits at the __syncthreads() here, others of the block at the one in line %d", b.run.Grid.Line(other))
		}
	}
}

// release lets the warps go on.
func (b *barrier) release() {
	b.run.complain()
	if b.site != nil && b.site.Grid {
		if b.run.meet == nil {
			b.run.warps[0].Fail("barrier", b.site, 0, "grid.sync() needs a cooperative launch: cudaLaunchCooperativeKernel")
		}
		b.run.meet()
	}
	b.run.tick()
	clear(b.at)
	b.waiting = 0
}

// Barrier stops the warp until all warps of the block have come.
func (w *Warp) Barrier(m uint32, at *Site) {
	w.arrive(m, at)
	w.stop(at)
}

// arrive looks whether all lanes have come to a barrier.
func (w *Warp) arrive(m uint32, at *Site) {
	if missing := w.Live &^ w.Left &^ m; missing != 0 {
		w.Fail("barrier", at, First(missing), "barrier divergence: __syncthreads() in a branch that this thread does not take, while others of its warp wait there")
	}
	if w.Left != 0 {
		w.Core.found("barrier", at, report.ReturnedBefore)
	}
	w.Core.Profile.Barriers++
}

// stop gives way to the other warps.
func (w *Warp) stop(at *Site) {
	if !w.yield(at) {
		panic(Stopped{})
	}
}

// poll is what an iteration of a loop read from memory that others may change.
type poll struct {
	seen  uint64 // a hash of it
	any   bool
	count int  // how often anything was looked at
	timed bool // it looked at the clock, so its wait may have an end
}

// patience is how often a loop may see the same before it gives way.
const patience = 1 << 12

// polled notes what lanes read from memory that others may change.
func (w *Warp) polled(x, z *Vec, m uint32) {
	h := uint64(m)
	for i := range z {
		if m>>i&1 != 0 {
			h += (x[i] ^ z[i]<<17 ^ z[i]) * (0x9e3779b97f4a7c15 + uint64(i)<<33) >> 5
		}
	}
	w.polls.seen = (w.polls.seen ^ h) * 0x9e3779b97f4a7c15
	w.polls.any = true
	w.polls.count++
}

// watch is a loop that is looked at, iteration after iteration.
type watch struct {
	last  uint64
	same  int
	count int // of what was looked at before
}

// iterate is called between iterations.
func (w *Warp) iterate(l *watch, at *Site) {
	if w.polls.count == l.count { // it waits for nobody
		l.same = 0
		return
	}
	l.count = w.polls.count
	switch {
	case w.polls.seen == l.last:
		l.same++
	default:
		l.last, l.same = w.polls.seen, 0
	}
	w.polls.seen = 0
	if l.same >= patience {
		l.same, w.loop = 0, at
		w.patient, w.polls.timed = w.polls.timed, false
		w.stop(spinning)
	}
}

// deadlock fails for the first warp that waits in a loop.
func (r *Core) deadlock(at []*Site) {
	for i, s := range at {
		if s == spinning {
			w := r.warps[i]
			w.Fail("deadlock", w.loop, 0, "deadlock: this thread waits in a loop for a value in memory, and every thread that could change it waits, too, or has ended")
		}
	}
}
