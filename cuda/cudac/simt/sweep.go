// This file runs many iterations of a loop at once, as a tape (lower/sweep.go), where it is
// plain before they begin that nothing can go wrong in any of them: all lanes stay in the
// loop, every address rises evenly and lies in bounds from the first iteration to the last,
// and nobody races for what is accessed. What is not plain is left to the statements
// themselves, which find out lane by lane and say what is wrong.

package simt

import (
	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// Sweep is a loop whose body has a tape.
type Sweep struct {
	Id          int
	Slot        int // the variable that rises
	Kind        word.Kind
	Op          *Affine
	Left, Right *Affine // of the condition
	Compare     string

	Phase  bool // of a kernel: an iteration is a warp's part of a block
	Inner  bool // of what lies between two barriers
	Guards []Guard

	Asked      int64 // ifs that a guard stands for
	Statements int64 // of an iteration
	Branches   int64 // of loops in it
	Flops      int64
	Words      int // registers of the tape
	Ops        []TapeOp
	Consts     []TapeConst
	Inputs     []Carried // variables that are read
	Carried    []Carried // variables that change
	Lines      []TapeLine
	Rising     []TapeLine
	Accesses   []*SweepAccess
	Checks     []TapeCheck
	Changes    []*TapeChange
}

// TapeOp is an operation of a tape.
type TapeOp struct {
	Code    lane.Code
	Z, X, Y int // registers; -1 for none
	Call    func(z, x, y *lane.Words)
	Rising  *Affine // of Advance
	Change  *TapeChange
}

// TapeChange is an atomic of a tape: X holds the numbers of the elements, Y what changes them.
type TapeChange struct {
	AtomicChange
	Base   *Affine
	Signed bool  // the numbers
	Same   int   // the register of a value that stays the same; -1 for others
	N      int64 // of elements; -1 where that is not known
}

// TapeConst is a register that holds a number.
type TapeConst struct {
	Reg   int
	Value uint32
}

// TapeLine is a register that holds a line: a number that rises evenly.
type TapeLine struct {
	Reg  int
	Line *Affine
}

// Carried is a variable of the kernel that has a register of the tape.
type Carried struct {
	Slot, Reg int
	Signed    bool
}

// Guard is a condition that must hold, or not, in all lanes and iterations.
type Guard struct {
	Left, Right *Affine
	Compare     string
	Want        bool
}

// TapeCheck is an index that must be below n.
type TapeCheck struct {
	Index *Affine
	N     int64
}

// SweepAccess is a load or a store of a tape.
type SweepAccess struct {
	Type    *syntax.Type
	Address *Affine
	At      *Site
	Store   bool
	Op      int
}

// sweeping is a sweep on a core.
type sweeping struct {
	*Sweep
	tape  lane.Tape
	words []lane.Words
	at    []touching
	vec   Vec
	tail  int64 // the last iteration
	step  int64
	round []note
	w     *Warp // that runs
	mask  uint32

	threads     [3]slope // threadIdx, of phases
	from        int64    // the first warp
	known, even bool
}

func (r *Core) sweeping(s *Sweep) *sweeping {
	if r.sweeps[s.Id] == nil {
		r.sweeps[s.Id] = newSweeping(s)
	}
	return r.sweeps[s.Id]
}

func newSweeping(s *Sweep) *sweeping {
	g := &sweeping{Sweep: s, words: make([]lane.Words, s.Words), at: make([]touching, len(s.Accesses))}
	reg := func(i int) *lane.Words {
		if i < 0 {
			return nil
		}
		return &g.words[i]
	}
	for _, o := range s.Ops {
		if o.Change != nil {
			g.tape.AddCall(func(_, x, y *lane.Words) { g.change(o.Change, x, y) }, nil, reg(o.X), reg(o.Y))
		} else if o.Call != nil {
			g.tape.AddCall(o.Call, reg(o.Z), reg(o.X), reg(o.Y))
		} else {
			g.tape.Add(o.Code, reg(o.Z), reg(o.X), reg(o.Y))
		}
	}
	for _, c := range s.Consts {
		g.words[c.Reg] = All32(c.Value)
	}
	return g
}

// All32 is v in all lanes.
func All32(v uint32) (w lane.Words) {
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
func (s *Sweep) run(w *Warp, m uint32, turns int) int64 {
	r := w.Core
	if r.Launch.Plain || r.Record != nil || w.polls.any && len(s.Changes) == 0 || r.number == 0 && turns == 0 { // the first request of each line is drawn
		return 0
	}
	g := r.sweeping(s)
	n := g.turns(w, m)
	if n < leastSweep || (s.Statements+1)*n > r.Steps {
		return 0
	}
	g.tail = n - 1
	if !g.changing(w, m) || !g.fits(w, m) || !g.place(w, m) || !g.noteAll(w, m, n) {
		return 0
	}
	r.Launch.hears(r.number, Sweeps)
	g.enter(w)
	if len(s.Changes) > 0 {
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
func (g *sweeping) runChanges(w *Warp, m uint32, n int64) int64 {
	g.w, g.mask, w.swept = w, m, true
	for _, c := range g.Changes {
		if c.Same >= 0 {
			lane.Unpack(w.Out(c.Value), &g.words[c.Same], c.Type.Kind == word.I32)
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
func (g *sweeping) change(c *TapeChange, x, y *lane.Words) {
	w := g.w
	lane.Unpack(&g.vec, x, c.Signed)
	if c.N >= 0 && lane.Outside(&g.vec, 0, uint64(c.N-1), 0)&g.mask != 0 {
		g.tape.Halt()
		return
	}
	at, _ := g.eval(w, g.mask, c.Base)
	to, size := w.Out(c.Address), uint64(c.Type.Size())
	base := uint64(at.base)
	if c.N >= 0 {
		lane.Rise(to, &g.vec, &g.vec, base, size, 0)
	} else {
		for i, v := range g.vec {
			to[i] = base + v*size
		}
	}
	if c.Same < 0 {
		lane.Unpack(w.Out(c.Value), y, c.Type.Kind == word.I32)
	}
	c.Apply(w, g.mask)
}

// changing reports that all atomics may run so.
func (g *sweeping) changing(w *Warp, m uint32) bool {
	for _, c := range g.Changes {
		if s, ok := g.eval(w, m, c.Base); !ok || s.dx|s.dy|s.dk != 0 {
			return false
		}
	}
	return len(g.Changes) == 0 || !w.Core.Kernel.Fences && g.step != 0
}

// runBlock runs a kernel's part of a block; false says that it must be run by its statements.
func (s *Sweep) runBlock(r *Core) bool {
	n := int64(len(r.warps))
	if r.Launch.Plain || r.Record != nil || r.number == 0 || r.warps[n-1].Live != lane.Full || s.Statements*n > r.Steps {
		return false
	}
	g, w := r.sweeping(s), r.warps[0]
	g.tail = n - 1
	if !g.stands(w) || !g.fits(w, lane.Full) || !g.place(w, lane.Full) {
		return false
	}
	r.Launch.hears(r.number, Sweeps)
	g.enter(w)
	g.tape.Run(int(n))
	g.account(w, lane.Full, n)
	return true
}

// stands reports that all guards let all lanes pass.
func (g *sweeping) stands(w *Warp) bool {
	if !g.threadsRise(w.Core) {
		return false
	}
	for _, c := range g.Guards {
		x, ok1 := g.exact(w, lane.Full, c.Left)
		y, ok2 := g.exact(w, lane.Full, c.Right)
		if !ok1 || !ok2 {
			return false
		}
		lo, hi := g.extent(w, slope{x.base - y.base, x.dx - y.dx, x.dy - y.dy, x.dk - y.dk})
		if yes, no := settled(c.Compare, lo, hi); !yes && c.Want || !no && !c.Want {
			return false
		}
	}
	return true
}

// threadsRise finds how threadIdx rises in a block; false says that it does not rise evenly.
func (g *sweeping) threadsRise(r *Core) bool {
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
func (g *sweeping) turns(w *Warp, m uint32) int64 {
	g.tail, g.step = 0, 0
	step, ok := g.exact(w, m, g.Sweep.Op)
	if !ok || step.dx|step.dy != 0 {
		return 0
	}
	g.step = step.base
	x, ok1 := g.exact(w, m, g.Left)
	y, ok2 := g.exact(w, m, g.Right)
	if !ok1 || !ok2 {
		return 0
	}
	if g.Compare[0] == '>' {
		x, y = y, x
	}
	d := slope{y.base - x.base, y.dx - x.dx, y.dy - x.dy, y.dk - x.dk}
	lo, _ := g.extent(w, d)
	if len(g.Compare) == 1 {
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
func (g *sweeping) enter(w *Warp) {
	for _, c := range g.Inputs {
		lane.Pack(&g.words[c.Reg], w.In(c.Slot))
	}
	for _, c := range g.Carried {
		lane.Pack(&g.words[c.Reg], w.In(c.Slot))
	}
}

// leave gives the lanes of m the variables as they are after n iterations.
func (g *sweeping) leave(w *Warp, m uint32, n int64) {
	for _, c := range g.Carried {
		if m == lane.Full {
			lane.Unpack(w.Out(c.Slot), &g.words[c.Reg], c.Signed)
			continue
		}
		lane.Unpack(&g.vec, &g.words[c.Reg], c.Signed)
		lane.Move(w.In(c.Slot), &g.vec, m)
		w.Rules[c.Slot].Where &^= m
	}
	f := &w.Rules[g.Slot]
	if f.Stale&^m != 0 {
		w.expand(g.Slot)
	}
	*f = Rule{f.Base + uint64(n*g.step), f.Dx, f.Dy, m, m}
}

// AtomicChange is an atomic on registers of its own: it changes what the addresses in one point to by what stands in the other.
type AtomicChange struct {
	Address, Value int
	Type           *syntax.Type
	Apply          Op
}
