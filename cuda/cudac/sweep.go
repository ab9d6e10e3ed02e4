// This file runs many iterations of a loop at once, as a tape (lower_sweep.go), where it is
// plain before they begin that nothing can go wrong in any of them: all lanes stay in the
// loop, every address rises evenly and lies in bounds from the first iteration to the last,
// and nobody races for what is accessed. What is not plain is left to the statements
// themselves, which find out lane by lane and say what is wrong.

package cudac

import (
	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// sweep is a loop whose body has a tape.
type sweep struct {
	id          int
	slot        int // the variable that rises
	kind        word.Kind
	step        *affine
	left, right *affine // of the condition
	compare     string

	phase  bool // of a kernel: an iteration is a warp's part of a block
	inner  bool // of what lies between two barriers
	guards []guard

	asked      int64 // ifs that a guard stands for
	statements int64 // of an iteration
	branches   int64 // of loops in it
	flops      int64
	words      int // registers of the tape
	ops        []tapeOp
	consts     []tapeConst
	inputs     []carried // variables that are read
	carried    []carried // variables that change
	lines      []tapeLine
	rising     []tapeLine
	accesses   []*sweepAccess
	checks     []tapeCheck
	changes    []*tapeChange
}

type tapeOp struct {
	code    lane.Code
	z, x, y int // registers; -1 for none
	call    func(z, x, y *lane.Words)
	rising  *affine // of Advance
	change  *tapeChange
}

// tapeChange is an atomic of a tape: X holds the numbers of the elements, Y what changes them.
type tapeChange struct {
	atomicChange
	base   *affine
	signed bool  // the numbers
	same   int   // the register of a value that stays the same; -1 for others
	n      int64 // of elements; -1 where that is not known
}

// tapeConst is a register that holds a number, tapeLine one that holds a line.
type tapeConst struct {
	reg   int
	value uint32
}

type tapeLine struct {
	reg  int
	line *affine
}

// carried is a variable of the kernel that has a register of the tape.
type carried struct {
	slot, reg int
	signed    bool
}

// guard is a condition that must hold, or not, in all lanes and iterations.
type guard struct {
	left, right *affine
	compare     string
	want        bool
}

// tapeCheck is an index that must be below n.
type tapeCheck struct {
	index *affine
	n     int64
}

// sweepAccess is a load or a store of a tape.
type sweepAccess struct {
	typ     *syntax.Type
	address *affine
	at      *site
	store   bool
	op      int
}

// sweeping is a sweep on a core.
type sweeping struct {
	*sweep
	tape  lane.Tape
	words []lane.Words
	at    []touching
	vec   vec
	tail  int64 // the last iteration
	step  int64
	round []note
	w     *warp // that runs
	mask  uint32

	threads     [3]slope // threadIdx, of phases
	from        int64    // the first warp
	known, even bool
}

func (r *run) sweeping(s *sweep) *sweeping {
	if r.sweeps[s.id] == nil {
		r.sweeps[s.id] = newSweeping(s)
	}
	return r.sweeps[s.id]
}

func newSweeping(s *sweep) *sweeping {
	g := &sweeping{sweep: s, words: make([]lane.Words, s.words), at: make([]touching, len(s.accesses))}
	reg := func(i int) *lane.Words {
		if i < 0 {
			return nil
		}
		return &g.words[i]
	}
	for _, o := range s.ops {
		if o.change != nil {
			g.tape.AddCall(func(_, x, y *lane.Words) { g.change(o.change, x, y) }, nil, reg(o.x), reg(o.y))
		} else if o.call != nil {
			g.tape.AddCall(o.call, reg(o.z), reg(o.x), reg(o.y))
		} else {
			g.tape.Add(o.code, reg(o.z), reg(o.x), reg(o.y))
		}
	}
	for _, c := range s.consts {
		g.words[c.reg] = all32(c.value)
	}
	return g
}

func all32(v uint32) (w lane.Words) {
	for i := range w {
		w[i] = v
	}
	return w
}

// Fewer iterations are not worth it; more would keep others waiting.
const (
	leastSweep = 4
	mostSweep  = 1 << 12
)

// run runs iterations of the loop for the lanes of m, all of which are about to ask its
// condition, and returns how many; 0 says that it must be run by its statements. turns is
// how many have been run so.
func (s *sweep) run(w *warp, m uint32, turns int) int64 {
	r := w.run
	if r.launch.plain || r.record != nil || w.polls.any && len(s.changes) == 0 || r.number == 0 && turns == 0 { // the first request of each line is drawn
		return 0
	}
	g := r.sweeping(s)
	n := g.turns(w, m)
	if n < leastSweep || (s.statements+1)*n > r.steps {
		return 0
	}
	g.tail = n - 1
	if !g.changing(w, m) || !g.fits(w, m) || !g.place(w, m) || !g.noteAll(w, m, n) {
		return 0
	}
	r.launch.hears(r.number, sweeps)
	g.enter(w)
	if len(s.changes) > 0 {
		n = g.runChanges(w, m, n)
	} else {
		g.tape.Run(int(n))
	}
	g.leave(w, m, n)
	g.account(w, m, n)
	return n
}

// runChanges runs iterations with atomics, and returns how many: up to one in which a lane goes
// beyond an array. The statements of that one tell so.
func (g *sweeping) runChanges(w *warp, m uint32, n int64) int64 {
	g.w, g.mask, w.swept = w, m, true
	for _, c := range g.changes {
		if c.same >= 0 {
			lane.Unpack(w.out(c.value), &g.words[c.same], c.typ.Kind == word.I32)
		}
	}
	defer func() { w.swept = false }()
	n -= int64(g.tape.Run(int(n)))
	w.polls.any = true
	w.polls.count++
	w.polls.seen += uint64(n) // it does not wait
	return n
}

// change runs an atomic of an iteration.
func (g *sweeping) change(c *tapeChange, x, y *lane.Words) {
	w := g.w
	lane.Unpack(&g.vec, x, c.signed)
	if c.n >= 0 && lane.Outside(&g.vec, 0, uint64(c.n-1), 0)&g.mask != 0 {
		g.tape.Halt()
		return
	}
	at, _ := g.eval(w, g.mask, c.base)
	to, size := w.out(c.address), uint64(c.typ.Size())
	base := uint64(at.base)
	if c.n >= 0 {
		lane.Rise(to, &g.vec, &g.vec, base, size, 0)
	} else {
		for i, v := range g.vec {
			to[i] = base + v*size
		}
	}
	if c.same < 0 {
		lane.Unpack(w.out(c.value), y, c.typ.Kind == word.I32)
	}
	c.apply(w, g.mask)
}

// changing reports that all atomics may run so.
func (g *sweeping) changing(w *warp, m uint32) bool {
	for _, c := range g.changes {
		if s, ok := g.eval(w, m, c.base); !ok || s.dx|s.dy|s.dk != 0 {
			return false
		}
	}
	return len(g.changes) == 0 || !w.run.kernel.fences && g.step != 0
}

// runBlock runs a kernel's part of a block; false says that it must be run by its statements.
func (s *sweep) runBlock(r *run) bool {
	n := int64(len(r.warps))
	if r.launch.plain || r.record != nil || r.number == 0 || r.warps[n-1].live != lane.Full || s.statements*n > r.steps {
		return false
	}
	g, w := r.sweeping(s), r.warps[0]
	g.tail = n - 1
	if !g.stands(w) || !g.fits(w, lane.Full) || !g.place(w, lane.Full) {
		return false
	}
	r.launch.hears(r.number, sweeps)
	g.enter(w)
	g.tape.Run(int(n))
	g.account(w, lane.Full, n)
	return true
}

// stands reports that all guards let all lanes pass.
func (g *sweeping) stands(w *warp) bool {
	if !g.threadsRise(w.run) {
		return false
	}
	for _, c := range g.guards {
		x, ok1 := g.exact(w, lane.Full, c.left)
		y, ok2 := g.exact(w, lane.Full, c.right)
		if !ok1 || !ok2 {
			return false
		}
		lo, hi := g.extent(w, slope{x.base - y.base, x.dx - y.dx, x.dy - y.dy, x.dk - y.dk})
		if yes, no := settled(c.compare, lo, hi); !yes && c.want || !no && !c.want {
			return false
		}
	}
	return true
}

// threadsRise finds how threadIdx rises in a block; false says that it does not rise evenly.
func (g *sweeping) threadsRise(r *run) bool {
	if !g.known {
		g.known, g.even = true, true
		for d := range 3 {
			var ok bool
			g.threads[d], ok = r.evenly(d)
			g.even = g.even && ok
		}
	}
	return g.even
}

// turns is how many iterations all lanes of m are in.
func (g *sweeping) turns(w *warp, m uint32) int64 {
	g.tail, g.step = 0, 0
	step, ok := g.exact(w, m, g.sweep.step)
	if !ok || step.dx|step.dy != 0 {
		return 0
	}
	g.step = step.base
	x, ok1 := g.exact(w, m, g.left)
	y, ok2 := g.exact(w, m, g.right)
	if !ok1 || !ok2 {
		return 0
	}
	if g.compare[0] == '>' {
		x, y = y, x
	}
	d := slope{y.base - x.base, y.dx - x.dx, y.dy - x.dy, y.dk - x.dk}
	lo, _ := g.extent(w, d)
	if len(g.compare) == 1 {
		lo-- // of whole numbers
	}
	switch {
	case lo < 0:
		return 0
	case d.dk >= 0:
		return mostSweep
	}
	return min(lo/-d.dk+1, mostSweep)
}

// enter gives the tape the variables.
func (g *sweeping) enter(w *warp) {
	for _, c := range g.inputs {
		lane.Pack(&g.words[c.reg], w.in(c.slot))
	}
	for _, c := range g.carried {
		lane.Pack(&g.words[c.reg], w.in(c.slot))
	}
}

// leave gives the lanes of m the variables as they are after n iterations.
func (g *sweeping) leave(w *warp, m uint32, n int64) {
	for _, c := range g.carried {
		if m == lane.Full {
			lane.Unpack(w.out(c.slot), &g.words[c.reg], c.signed)
			continue
		}
		lane.Unpack(&g.vec, &g.words[c.reg], c.signed)
		lane.Move(w.in(c.slot), &g.vec, m)
		w.rules[c.slot].where &^= m
	}
	f := &w.rules[g.slot]
	if f.stale&^m != 0 {
		w.expand(g.slot)
	}
	*f = rule{f.base + uint64(n*g.step), f.dx, f.dy, m, m}
}

// atomicChange is an atomic on registers of its own: it changes what the addresses in one point to by what stands in the other.
type atomicChange struct {
	address, value int
	typ            *syntax.Type
	apply          step
}
