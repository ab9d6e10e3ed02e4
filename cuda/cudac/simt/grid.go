// This file spreads the blocks of a launch over the cores, so that what comes out is what
// it would be if they ran one after the other.

package simt

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"gputour/cuda/cudac/report"
	"gputour/engine/breath"
)

// Grid is a launch that is running.
type Grid struct {
	Kernel *Kernel
	Launch *Launch
	Args   []uint64 // registers of the arguments
	Spaces []Space  // shared and local memory have a space in each run
	Blocks int64
	batch  int64        // blocks that a core takes at once
	reach  int64        // bytes that the arguments point into
	heap   int          // the space of the device's heap; 0 where there is none
	next   atomic.Int64 // the block that the next idle core takes
	halt   atomic.Bool

	Mu       sync.Mutex // guards what follows
	Moved    sync.Cond  // retired has grown, or the launch was halted
	waiting  int
	retired  int64              // blocks that ended, and all before them
	Ended    map[int64][]Ending // batches that ended out of turn, by their first block
	steps    int64              // statements of the blocks retired
	Err      error
	spare    [][]access // logs to be used again
	history  history
	findings []report.Finding
	children []child      // what the blocks retired have launched
	pending  atomic.Int64 // how many wait to run, those of blocks under way among them
	cores    int
	open     bool // what a block does may depend on when others write

	attention chan struct{} // a core reminds the caller to poll; closed when all are done
}

// Ending is what a block leaves behind, or several of a plan.
type Ending struct {
	blocks   int64 // of a plan; else 0, for one
	err      error
	steps    int64
	log      []access
	findings []report.Finding
	children []child
}

func (e *Ending) count() int64 { return max(e.blocks, 1) }

// ahead bounds how many batches may end out of turn.
const ahead = 256

// batchOf is how many blocks a core takes at once: as many as keep cores from meeting all
// the time, few enough that they end together. Blocks that may wait for their turn are
// taken one by one.
func (g *Grid) batchOf(cores int64) int64 {
	if g.Kernel.Polls {
		return 1
	}
	return max(1, min(g.Blocks/(64*cores), 64))
}

// retire takes in the ends of blocks, the first of which is given. Ends are taken in
// order, so that the first block that fails is the one that is reported, whoever was faster.
func (g *Grid) retire(first int64, list []Ending) {
	g.Mu.Lock()
	defer g.Mu.Unlock()
	for first-g.retired >= ahead*g.batch && !g.halt.Load() {
		g.wait()
	}
	if first != g.retired {
		g.Ended[first] = list
		return
	}
	for ok := true; ok && !g.halt.Load(); list, ok = g.Ended[g.retired] {
		delete(g.Ended, g.retired)
		for i := range list {
			if g.settle(list[i]); g.halt.Load() {
				break
			}
			g.retired += list[i].count()
		}
	}
	if g.waiting > 0 {
		g.Moved.Broadcast()
	}
}

// emptyLogs are n logs to be used.
func (g *Grid) emptyLogs(n int) [][]access {
	g.Mu.Lock()
	defer g.Mu.Unlock()
	n = min(n, len(g.spare))
	from := len(g.spare) - n
	list := g.spare[from:]
	g.spare = g.spare[:from:from]
	return list
}

// settle takes in the end of the block whose turn it is.
func (g *Grid) settle(e Ending) {
	left := g.Launch.Steps - g.steps
	if g.steps += e.steps; e.err == nil && e.steps > left {
		e.err = g.exhausted(g.retired+left/max(e.steps/e.count(), 1), nil, 0)
	}
	if f := g.history.replay(g, e.log); f != nil && (e.err == nil || early(e.err)) {
		e.err = f
	}
	if g.history.doubts && g.cores > 1 && e.err == nil {
		e.err = again{}
	}
	g.findings = append(g.findings, report.NewTo(g.findings, e.findings)...)
	g.children = append(g.children, e.children...)
	if e.err != nil {
		g.stop(e.err)
	}
	if cap(e.log) > 0 {
		g.spare = append(g.spare, e.log[:0])
	}
}

// giveUp ends the launch at once, whoever's turn it is.
func (g *Grid) giveUp(err error) {
	g.Mu.Lock()
	defer g.Mu.Unlock()
	g.stop(err)
}

// early reports that a block read what none had written yet. If another block writes it,
// that is a race, and who was faster must not decide what is said.
func early(err error) bool {
	f, ok := err.(*report.Fault)
	return ok && f.Kind == "initcheck"
}

// stop ends the launch; Mu is held.
func (g *Grid) stop(err error) {
	if g.Err == nil {
		g.Err = err
	}
	g.halt.Store(true)
	g.Moved.Broadcast()
}

func (g *Grid) wait() {
	g.Launch.hears(g.retired, Waits)
	g.waiting++
	g.Moved.Wait()
	g.waiting--
}

// turn makes a block wait until all before it have ended. What threads of different
// blocks may see of each other happens in turn: then it happens in the same order always.
func (r *Core) turn() {
	if r.InTurn {
		return
	}
	g := r.Grid
	r.retire()
	g.Mu.Lock()
	defer g.Mu.Unlock()
	for g.retired != r.number && !g.halt.Load() {
		g.wait()
	}
	if g.halt.Load() {
		panic(Stopped{})
	}
	r.InTurn = true
}

// check looks from time to time whether a block may go on.
func (r *Core) check() {
	r.credit = min(1<<12, max(r.Steps, 0)) // the budget ends at one statement, wherever a core began to count
	g := r.Grid
	if r.Host != nil { // it runs where the caller does
		g.poll()
	} else {
		select {
		case g.attention <- struct{}{}:
			runtime.Gosched()
		default:
		}
		if breath.Needed {
			breath.Take() // the caller's alone would not do: all who compute wait
		}
	}
	if g.halt.Load() {
		panic(Stopped{})
	}
	if r.Steps < 0 {
		panic(g.exhausted(r.number, r.at, r.atThread))
	}
}

// poll asks the caller whether the launch may go on.
func (g *Grid) poll() {
	if g.Launch.Poll == nil {
		return
	}
	if err := g.Launch.Poll(); err != nil {
		g.Mu.Lock()
		defer g.Mu.Unlock()
		g.stop(err)
	}
}

// exhausted is the fault of a launch that ran for too long: in a loop, as far as is known.
func (g *Grid) exhausted(block int64, at *Site, thread int) *report.Fault {
	if at == nil {
		text, _, _ := strings.Cut(fmt.Sprintf(report.Endless, g.Kernel.Name, 0), " It was")
		return &report.Fault{Kind: "budget", Kernel: g.Kernel.Name, Block: g.blockOf(block), Message: text}
	}
	return g.Fault("budget", at, g.blockOf(block), g.ThreadOf(thread), report.Endless, g.Kernel.Name, g.Line(at))
}
