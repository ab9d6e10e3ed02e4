// This file spreads the blocks of a launch over the cores, so that what comes out is what
// it would be if they ran one after the other.

package cudac

import (
	"fmt"
	"runtime"

	"sync"
	"sync/atomic"
)

// grid is a launch that is running.
type grid struct {
	kernel *Kernel
	launch *Launch
	args   []uint64 // registers of the arguments
	spaces []space  // shared and local memory have a space in each run
	blocks int64
	reach  int64        // bytes that the arguments point into
	next   atomic.Int64 // the block that the next idle core takes
	halt   atomic.Bool

	mu       sync.Mutex
	moved    sync.Cond // retired has grown, or the launch was halted
	waiting  int
	retired  int64            // blocks that ended, and all before them
	ended    map[int64]ending // blocks that ended out of turn
	steps    int64            // statements of the blocks retired
	err      error
	spare    [][]access // logs to be used again
	history  history
	findings findings

	attention chan struct{} // a core reminds the caller to poll; closed when all are done
}

// ending is what a block leaves behind.
type ending struct {
	err   error
	steps int64
	log   []access
}

// ahead bounds how many blocks may end out of turn.
const ahead = 256

// retire takes in the end of a block. Ends are taken in order, so that the first block
// that fails is the one that is reported, whoever was faster. It returns an empty log.
func (g *grid) retire(block int64, e ending) (log []access) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for block-g.retired >= ahead && !g.halt.Load() {
		g.wait()
	}
	if n := len(g.spare); n > 0 {
		log, g.spare = g.spare[n-1], g.spare[:n-1]
	}
	if block != g.retired {
		g.ended[block] = e
		return log
	}
	for ok := true; ok && !g.halt.Load(); e, ok = g.ended[g.retired] {
		delete(g.ended, g.retired)
		g.settle(e)
		g.retired++
	}
	if g.waiting > 0 {
		g.moved.Broadcast()
	}
	return log
}

// settle takes in the end of the block whose turn it is.
func (g *grid) settle(e ending) {
	if g.steps += e.steps; e.err == nil && g.steps > g.launch.Steps {
		e.err = g.exhausted(g.retired, nil)
	}
	if f := g.history.replay(g, e.log); f != nil && e.err == nil {
		e.err = f
	}
	if e.err != nil {
		g.stop(e.err)
	}
	g.spare = append(g.spare, e.log[:0])
}

// stop ends the launch; mu is held.
func (g *grid) stop(err error) {
	if g.err == nil {
		g.err = err
	}
	g.halt.Store(true)
	g.moved.Broadcast()
}

func (g *grid) wait() {
	g.waiting++
	g.moved.Wait()
	g.waiting--
}

// turn makes a block wait until all before it have ended. What threads of different
// blocks may see of each other happens in turn: then it happens in the same order always.
func (r *run) turn() {
	if r.inTurn {
		return
	}
	g := r.grid
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.retired != r.number && !g.halt.Load() {
		g.wait()
	}
	if g.halt.Load() {
		panic(stopped{})
	}
	r.inTurn = true
}

// check looks from time to time whether a block may go on.
func (r *run) check() {
	r.credit = 1 << 12
	g := r.grid
	if r.host != nil { // it runs where the caller does
		g.poll()
	} else {
		select {
		case g.attention <- struct{}{}:
			runtime.Gosched()
		default:
		}
	}
	if g.halt.Load() {
		panic(stopped{})
	}
	if r.steps < 0 {
		panic(g.exhausted(r.number, r.at))
	}
}

// poll asks the caller whether the launch may go on.
func (g *grid) poll() {
	if g.launch.Poll == nil {
		return
	}
	if err := g.launch.Poll(); err != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.stop(err)
	}
}

// exhausted is the fault of a launch that ran for too long.
func (g *grid) exhausted(block int64, at *site) *Fault {
	f := &Fault{Kind: "budget", Kernel: g.kernel.Name, Block: g.blockOf(block), Message: fmt.Sprintf("kernel %s was stopped: it ran more statements than a launch may; is there an endless loop?", g.kernel.Name)}
	if at != nil {
		f.Pos, f.Line = at.pos, g.kernel.program.text(at.pos.Line)
		f.Pos.Line = g.line(at)
		f.Message += fmt.Sprintf(" It was in the loop in line %d.\n  %d | %s", f.Pos.Line, f.Pos.Line, f.Line)
	}
	return f
}
