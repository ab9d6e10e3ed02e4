// This file runs blocks on one core, a warp at a time.

package cudac

import (
	"fmt"
	"iter"
	"runtime/debug"

	"gputour/cuda/cudac/memory"
)

// run is a core that runs blocks of a launch, one after the other: a multiprocessor.
type run struct {
	grid     *grid
	host     Machine // of host code
	kernel   *Kernel
	launch   *Launch
	spaces   []space
	shadow   shadows // by word of shared memory
	bytes    shadows // by byte, for what is smaller; empty while nothing is
	epoch    uint32  // barriers that this core has seen, of all its blocks
	started  uint32  // epoch in which the block began
	number   int64   // of the block
	block    [3]int
	inTurn   bool
	warps    []*warp
	next     []func() (*site, bool) // the warps as coroutines
	cancel   []func()
	profile  Profile
	traffic  []Traffic // by site, loads and stores
	log      []access
	logs     [][]access     // empty ones
	done     []ending       // of blocks that ended and are not retired yet
	tally    [3][2]int      // of __syncthreads_count: threads that say yes, and all
	findings []Finding      // of the block
	children []child        // kernels that the block launched and that have not run
	told     map[*site]bool // where reads of what nobody wrote were told of
	steps    int64          // statements that may still run
	forward  int64          // cycles that the clock is ahead of the statements
	credit   int64          // statements until the next look whether to go on
	at       *site          // the loop that is running
	atThread int            // the first thread in it
	meet     func()         // of a cooperative launch: waits for the other blocks
	early    touch          // a read of shared memory that no thread had written
	earlyAt  int64          // its byte
	rows     rows
	costs    []cost // of requests, by site
	sweeps   []*sweeping
	plan     *plan // of all blocks; nil where they differ

	record *recorder // of the block; nil where nobody records it

	request uint32 // number of the last one that counted words of shared memory
	fresh   int    // words of shared memory that the block has not written
	notes   notes  // of accesses to shared memory

	fenced, acquired bool // what the block did to be seen by others, and to see them
}

func (g *grid) newRun() *run {
	k := g.kernel
	r := &run{grid: g, kernel: k, launch: g.launch, spaces: append([]space(nil), g.spaces...), rows: rowsOf(g.launch.Block[0])}
	size := k.SharedBytes
	if g.launch.DynamicShared > 0 {
		size = (k.SharedBytes+15)/16*16 + g.launch.DynamicShared
	}
	r.spaces[memory.Shared].Data, r.spaces[memory.Shared].size = make([]byte, size), int64(size)
	r.shadow = newShadows((size + 3) / 4)
	r.notes.tags = make([]uint32, len(r.shadow.now))
	r.sweeps = make([]*sweeping, len(k.sweeps))
	r.traffic, r.costs = make([]Traffic, 2*len(k.sites)), make([]cost, 2*len(k.sites))
	b := g.launch.Block
	threads := b[0] * b[1] * b[2]
	r.warps = make([]*warp, (threads+lanes-1)/lanes)
	for i := range r.warps {
		r.warps[i] = r.newWarp(i, min(threads-i*lanes, lanes))
	}
	if k.phase != nil && !g.launch.plain {
		k.phase.unwatch(r)
	}
	return r
}

// newWarp makes warp i of the blocks that run here, with n threads.
func (r *run) newWarp(i, n int) *warp {
	k := r.kernel
	w := &warp{run: r, regs: make([]vec, k.regs), rules: make([]rule, k.regs), masks: make([]uint32, k.masks), local: make([]byte, k.localBytes*lanes), written: make([]uint32, k.localBytes), index: i}
	w.live = uint32(uint64(1)<<n - 1)
	for j := range lanes {
		if j < n {
			for d, c := range r.grid.threadOf(i*lanes + j) {
				w.out(regThread + d)[j] = uint64(c)
			}
		}
		w.out(regLane)[j] = uint64(j)
	}
	for d := range 3 {
		w.findRule(regThread + d)
	}
	w.findRule(regLane)
	for d := range 3 {
		w.fill(regDim+d, uint64(r.launch.Block[d]))
		w.fill(regGrid+d, uint64(r.launch.Grid[d]))
	}
	for j, v := range k.preset {
		w.fill(k.presetAt[j], v)
	}
	for _, slot := range k.extern {
		w.fill(slot, memory.AddressIn(memory.Shared, (k.SharedBytes+15)/16*16))
	}
	for j, slot := range k.arguments {
		if j < len(r.grid.args) {
			w.fill(slot, r.grid.args[j])
		}
	}
	return w
}

// begin makes a warp ready for the next block.
func (w *warp) begin() {
	w.left = 0
	w.when = momentOf(w.run.epoch, w.index)
	w.polls = poll{}
	w.votes, w.stack = 0, w.run.kernel.stackBase
	w.place.pc, w.place.m = 0, w.live
	clear(w.written)
	for d, c := range w.run.block {
		w.fill(regBlock+d, uint64(c))
	}
}

// work runs blocks until there are no more.
func (r *run) work() {
	g := r.grid
	defer r.end()
	r.plan = r.planOf()
	for !g.halt.Load() {
		from := g.next.Add(g.batch) - g.batch
		if from >= g.blocks {
			return
		}
		r.logs = append(r.logs, g.emptyLogs(int(g.batch)-len(r.logs))...)
		r.number = from
		for ok, to := true, min(from+g.batch, g.blocks); ok && r.number < to && !g.halt.Load(); {
			if n := r.planned(to - r.number); n > 0 {
				r.number += n
				continue
			}
			ok = r.workBlock()
			r.number++
		}
		r.retire()
	}
}

// workBlock runs the block whose number is set; false says that it failed.
func (r *run) workBlock() bool {
	r.block, r.inTurn = r.grid.blockOf(r.number), false
	r.steps = r.launch.Steps
	r.credit, r.forward = min(r.credit, r.steps), 0
	r.fenced, r.acquired, r.early = false, false, touch{}
	r.log = nil
	r.record = r.recording()
	if n := len(r.logs); n > 0 {
		r.log, r.logs = r.logs[n-1], r.logs[:n-1]
	}
	r.launch.hears(r.number, begins)
	err := r.guarded(r.runBlock)
	if err == (again{}) {
		r.grid.giveUp(err)
	}
	r.done = append(r.done, ending{0, err, r.launch.Steps - r.steps, r.log, r.findings, r.children})
	r.findings, r.children = nil, nil
	if r.plan != nil && r.plan.before != nil {
		r.plan.measure(r, &r.done[len(r.done)-1])
	}
	return err == nil
}

// retire hands over the blocks that ended: those before the block whose number is set.
func (r *run) retire() {
	if len(r.done) == 0 {
		return
	}
	n := int64(0)
	for i := range r.done {
		n += r.done[i].count()
	}
	list := r.done
	r.done = make([]ending, 0, min(r.grid.batch, n))
	r.grid.retire(r.number-n, list)
}

// end lets go of the coroutines.
func (r *run) end() {
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
func (r *run) guarded(do func()) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Fault:
			err = e
		case stopped:
			err = e.err
		default:
			err = &crash{e, debug.Stack()}
		}
	}()
	do()
	return nil
}

// spend counts a statement of a warp against the budget.
func (r *run) spend(n int64) {
	r.profile.Instructions += n
	r.steps -= n
	if r.credit -= n; r.credit < 0 {
		r.check()
	}
}

// labour counts work on n bytes against the budget, as it takes about as long as that many
// statements of one lane.
func (r *run) labour(n int) {
	r.steps -= int64(n) / lanes
	if r.credit -= int64(n) / lanes; r.credit < 0 {
		r.check()
	}
}

// runBlock runs the threads of one block, its warps in turns between barriers.
func (r *run) runBlock() {
	r.spend(int64(len(r.warps))) // so that empty blocks, too, come to an end
	clear(r.spaces[memory.Shared].Data)
	r.tally = [3][2]int{}
	r.tick()
	r.started, r.fresh = r.epoch, len(r.shadow.now)
	if r.kernel.phase != nil && r.kernel.phase.runBlock(r) {
		return
	}
	for _, w := range r.warps {
		w.begin()
	}
	if r.kernel.barriers || r.kernel.polls {
		r.inTurns()
	} else {
		for _, w := range r.warps {
			r.kernel.body(w, w.live)
		}
	}
	r.complain()
}

// tick begins the time after a barrier.
func (r *run) tick() {
	if r.epoch++; r.epoch == 0 { // once around: nothing may seem to be of today
		r.shadow.clear()
		r.bytes.clear()
		r.epoch = 1
	}
	r.notes.forget(r.launch.plain)
	for _, w := range r.warps {
		w.when = momentOf(r.epoch, w.index)
	}
}

// resume makes coroutines of the warps. They outlive a block: each runs its part of one
// block after the other, and yields no site at the end of each.
func (r *run) resume() {
	r.next = make([]func() (*site, bool), len(r.warps))
	r.cancel = make([]func(), len(r.warps))
	for i, w := range r.warps {
		if r.kernel.script != nil && !r.launch.plain {
			r.next[i], r.cancel[i] = func() (*site, bool) { return w.advance(), true }, func() {}
			continue
		}
		r.next[i], r.cancel[i] = iter.Pull(func(yield func(*site) bool) {
			defer func() {
				if e := recover(); e != nil && e != (stopped{}) {
					panic(e)
				}
			}()
			w.yield = yield
			for {
				r.kernel.body(w, w.live)
				if !yield(nil) {
					return
				}
			}
		})
	}
}

// spinning is where warps stand that wait in a loop for others.
var spinning = &site{}

// inTurns runs warps as coroutines that stop at barriers, and where they wait for others.
func (r *run) inTurns() {
	if r.next == nil {
		r.resume()
	}
	b := barrier{run: r, at: make([]*site, len(r.warps)), ended: make([]bool, len(r.warps))}
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
				panic(stopped{})
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
			if idle++; idle > 2 {
				if idle = 0; r.launch.Stuck == nil || !r.launch.Stuck() {
					r.deadlock(b.at)
				}
			}
		}
	}
}

// patient reports that a warp waits in a loop that looks at the clock.
func (r *run) patient(at []*site) bool {
	for i, s := range at {
		if s == spinning && r.warps[i].patient {
			return true
		}
	}
	return false
}

// barrier is where the warps of a block stand.
type barrier struct {
	run   *run
	at    []*site // nil for a warp that is running
	ended []bool
	count int // warps that ended

	waiting int   // warps at a barrier
	site    *site // of the first of them
}

// arrive notes where a warp stopped: at a barrier, or, where at is nil, at its end.
func (b *barrier) arrive(i int, at *site) {
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
		case at == nil && other != nil && w.left != w.live:
			o.fail("barrier", other, 0, "barrier divergence: this thread waits at __syncthreads(), and warp %d of the block has ended without it", i)
		case at != nil && b.ended[j] && o.left != o.live:
			w.fail("barrier", at, 0, "barrier divergence: this thread waits at __syncthreads(), which other warps of the block never reach")
		case at != nil && b.ended[j]:
			b.run.found("barrier", at, returnedBefore)
		case at != nil && other != nil && at != other:
			w.fail("barrier", at, 0, "barrier divergence: this thread waits at the __syncthreads() here, others of the block at the one in line %d", b.run.grid.line(other))
		}
	}
}

// release lets the warps go on.
func (b *barrier) release() {
	b.run.complain()
	if b.site != nil && b.site.grid {
		if b.run.meet == nil {
			b.run.warps[0].fail("barrier", b.site, 0, "grid.sync() needs a cooperative launch: cudaLaunchCooperativeKernel")
		}
		b.run.meet()
	}
	b.run.tick()
	clear(b.at)
	b.waiting = 0
}

// barrier stops the warp until all warps of the block have come.
func (w *warp) barrier(m uint32, at *site) {
	w.arrive(m, at)
	w.stop(at)
}

// arrive looks whether all lanes have come to a barrier.
func (w *warp) arrive(m uint32, at *site) {
	if missing := w.live &^ w.left &^ m; missing != 0 {
		w.fail("barrier", at, first(missing), "barrier divergence: __syncthreads() in a branch that this thread does not take, while others of its warp wait there")
	}
	if w.left != 0 {
		w.run.found("barrier", at, returnedBefore)
	}
	w.run.profile.Barriers++
}

// stop gives way to the other warps.
func (w *warp) stop(at *site) {
	if !w.yield(at) {
		panic(stopped{})
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
func (w *warp) polled(x, z *vec, m uint32) {
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
func (w *warp) iterate(l *watch, at *site) {
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
func (r *run) deadlock(at []*site) {
	for i, s := range at {
		if s == spinning {
			w := r.warps[i]
			w.fail("deadlock", w.loop, 0, "deadlock: this thread waits in a loop for a value in memory, and every thread that could change it waits, too, or has ended")
		}
	}
}
