// This file runs many iterations of a loop at once, as a tape (lower_sweep.go), where it is
// plain before they begin that nothing can go wrong in any of them: all lanes stay in the
// loop, every address rises evenly and lies in bounds from the first iteration to the last,
// and nobody races for what is accessed. What is not plain is left to the statements
// themselves, which find out lane by lane and say what is wrong.

package cudac

import (
	"bytes"
	"math"
	"math/bits"

	"gputour/cuda/cudac/lane"
)

// sweep is a loop whose body has a tape.
type sweep struct {
	id          int
	slot        int // the variable that rises
	kind        Kind
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
}

type tapeOp struct {
	code    lane.Code
	z, x, y int // registers; -1 for none
	call    func(z, x, y *lane.Words)
	rising  *affine // of Advance
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
	typ     *Type
	address *affine
	at      *site
	store   bool
	op      int
}

// affine is a whole number, or an address, that is the same in all lanes or rises evenly with
// them, and with the iterations: a constant 'c', a register 'r', the variable of the loop 'k', threadIdx 't',
// a conversion 'x', or an operator on two others.
type affine struct {
	op   byte
	kind Kind
	slot int
	base int64
	a, b *affine
}

// rises reports that a line depends on the iteration.
func (f *affine) rises() bool {
	return f != nil && (f.op == 'k' || f.a.rises() || f.b.rises())
}

// slope is what a line gives: base + x*dx + y*dy + k*dk in iteration k.
type slope struct{ base, dx, dy, dk int64 }

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

	threads     [3]slope // threadIdx, of phases
	from        int64    // the first warp
	known, even bool
}

// touching is an access of the iterations that are to be run.
type touching struct {
	slope
	space  *space
	off    int64
	shared bool
	logged bool
	rows   bool // two rows, and not one line
	costs  [8]cost

	offsets lane.Words // of lanes that lie in no order
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
		if o.call != nil {
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
	if r.launch.plain || r.record != nil || w.polls.any || r.number == 0 && turns == 0 { // the first request of each line is drawn
		return 0
	}
	g := r.sweeping(s)
	n := g.turns(w, m)
	if n < leastSweep || (s.statements+1)*n > r.steps {
		return 0
	}
	g.tail = n - 1
	if !g.fits(w, m) || !g.place(w, m) || !g.noteAll(w, m, n) {
		return 0
	}
	r.launch.hears(r.number, sweeps)
	g.enter(w)
	g.tape.Run(int(n))
	g.leave(w, m, n)
	g.account(w, m, n)
	return n
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

// settled says what comes of comparing with zero what is from lo to hi: always yes, always no,
// or neither.
func settled(op string, lo, hi int64) (yes, no bool) {
	switch op {
	case "<":
		return hi < 0, lo >= 0
	case "<=":
		return hi <= 0, lo > 0
	case ">":
		return lo > 0, hi <= 0
	case ">=":
		return lo >= 0, hi < 0
	case "==":
		return lo == 0 && hi == 0, lo > 0 || hi < 0
	}
	return lo > 0 || hi < 0, lo == 0 && hi == 0
}

// evenly is how a coordinate of threadIdx rises with lanes and warps; false says that it does
// not rise evenly.
func (r *run) evenly(d int) (s slope, ok bool) {
	at := func(warp int, x, y int64) int64 {
		return int64(r.grid.threadOf(warp*lanes + int(y*(r.rows.maxX+1)+x))[d])
	}
	s.base = at(0, 0, 0)
	if r.rows.maxX > 0 {
		s.dx = at(0, 1, 0) - s.base
	}
	if r.rows.maxY > 0 {
		s.dy = at(0, 0, 1) - s.base
	}
	if len(r.warps) > 1 {
		s.dk = at(1, 0, 0) - s.base
	}
	for k := range r.warps {
		for y := range r.rows.maxY + 1 {
			for x := range r.rows.maxX + 1 {
				if at(k, x, y) != s.base+x*s.dx+y*s.dy+int64(k)*s.dk {
					return s, false
				}
			}
		}
	}
	return s, true
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

// extent is the least and the greatest of what a slope gives any lane in any iteration.
func (g *sweeping) extent(w *warp, s slope) (lo, hi int64) {
	lo, hi = s.base, s.base
	for _, d := range [3]int64{s.dx * w.run.rows.maxX, s.dy * w.run.rows.maxY, s.dk * g.tail} {
		if d < 0 {
			lo += d
		} else {
			hi += d
		}
	}
	return lo, hi
}

// Numbers of lines are small, so that nothing overflows that is computed of them.
const (
	maxSlope  = 1 << 44
	maxLoose  = 1 << 52
	maxFactor = 1 << 31
)

// eval is what a line gives, but for multiples of 2³² in 32-bit numbers; false says that it is
// not known to be a line.
func (g *sweeping) eval(w *warp, m uint32, f *affine) (s slope, ok bool) {
	switch f.op {
	case 'c':
		return slope{base: f.base}, true
	case 't':
		s = g.threads[f.slot-regThread]
		s.base += g.from * s.dk
		return s, true
	case 'k', 'r':
		slot := f.slot
		if g.phase && slot >= regBlock && slot < regDim {
			return slope{base: int64(w.run.block[slot-regBlock])}, true
		}
		if f.op == 'k' {
			slot, s.dk = g.slot, g.step
		} else if g.inner {
			return g.across(w.run, slot)
		}
		x := &w.rules[slot]
		if m&^x.where != 0 || !x.small() || int64(x.dx)+maxSlope>>6 > maxSlope>>5 || int64(x.dy)+maxSlope>>6 > maxSlope>>5 {
			return s, false
		}
		s.base, s.dx, s.dy = int64(x.base), int64(x.dx), int64(x.dy)
		return s, f.op == 'r' || s.below(maxLoose)
	case 'x':
		if f.kind.loose() {
			return g.eval(w, m, f.a)
		}
		s, ok = g.exact(w, m, f.a)
		return s, ok && g.holds(w, s, f.kind)
	}
	operand := g.exact
	if f.kind.loose() && f.op != '/' && f.op != '%' {
		operand = g.eval
	}
	x, ok1 := operand(w, m, f.a)
	y, ok2 := operand(w, m, f.b)
	if !ok1 || !ok2 {
		return s, false
	}
	switch f.op {
	case '+':
		s = slope{x.base + y.base, x.dx + y.dx, x.dy + y.dy, x.dk + y.dk}
	case '-':
		s = slope{x.base - y.base, x.dx - y.dx, x.dy - y.dy, x.dk - y.dk}
	case '/', '%':
		return g.divide(w, x, y, f)
	default:
		if x.dx|x.dy|x.dk == 0 {
			x, y = y, x
		}
		n := y.base
		if y.dx|y.dy|y.dk != 0 || n+maxFactor < 0 || n > maxFactor || !x.below(maxFactor) {
			return s, false
		}
		s = slope{x.base * n, x.dx * n, x.dy * n, x.dk * n}
	}
	if f.kind.loose() {
		return s, s.below(maxLoose)
	}
	return s, g.holds(w, s, f.kind)
}

// loose kinds wrap around: sums and products of numbers that are off by multiples of 2³² are,
// too. Whether a number is exact matters where it is compared, divided or made longer.
func (k Kind) loose() bool { return k == I32 || k == U32 }

// exact is eval for what is used as the number that it is.
func (g *sweeping) exact(w *warp, m uint32, f *affine) (slope, bool) {
	s, ok := g.eval(w, m, f)
	return s, ok && (!f.kind.loose() || g.holds(w, s, f.kind))
}

// divide is a quotient that is the same in all lanes and iterations, or what remains.
func (g *sweeping) divide(w *warp, x, y slope, f *affine) (slope, bool) {
	lo, hi := g.extent(w, x)
	if y.dx|y.dy|y.dk != 0 || y.base <= 0 || lo < 0 || lo/y.base != hi/y.base {
		return x, false
	}
	q := lo / y.base
	if f.op == '/' {
		return slope{base: q}, true
	}
	x.base -= q * y.base
	return x, true
}

// below reports that all numbers of a slope are small.
func (s *slope) below(n int64) bool {
	for _, v := range [4]int64{s.base, s.dx, s.dy, s.dk} {
		if v > n || v < -n {
			return false
		}
	}
	return true
}

// holds reports that a kind has room for what a slope gives.
func (g *sweeping) holds(w *warp, s slope, k Kind) bool {
	if s.dx+maxSlope < 0 || s.dx > maxSlope || s.dy+maxSlope < 0 || s.dy > maxSlope || s.dk+maxSlope < 0 || s.dk > maxSlope || s.base > maxBase || s.base < -maxBase {
		return false
	}
	lo, hi := g.extent(w, s)
	switch k {
	case I32:
		return lo >= math.MinInt32 && hi <= math.MaxInt32
	case U32:
		return lo >= 0 && hi <= math.MaxUint32
	case U64:
		return lo >= 0
	}
	return true
}

// fits reports that no number of the iterations overflows, and no index is out of bounds.
func (g *sweeping) fits(w *warp, m uint32) bool {
	if !g.phase {
		_, ok1 := g.exact(w, m, g.left)
		_, ok2 := g.exact(w, m, g.right)
		if !ok1 || !ok2 {
			return false
		}
	}
	for i := range g.checks {
		s, ok := g.exact(w, m, g.checks[i].index)
		if !ok {
			return false
		}
		if lo, hi := g.extent(w, s); lo < 0 || hi >= g.checks[i].n {
			return false
		}
	}
	for _, l := range g.lines {
		s, ok := g.eval(w, m, l.line)
		if !ok {
			return false
		}
		lane.Rise(&g.vec, &w.run.rows.x, &w.run.rows.y, uint64(s.base), uint64(s.dx), uint64(s.dy))
		lane.Pack(&g.words[l.reg], &g.vec)
	}
	if len(g.rising) > 0 {
		from := len(g.ops) - 1 - len(g.rising)
		for i, l := range g.rising {
			s, _ := g.eval(w, m, l.line)
			g.tape.Rise(from+i, uint32(s.dk))
		}
	}
	return true
}

// place finds where the accesses go; false says that something may be wrong with one.
func (g *sweeping) place(w *warp, m uint32) bool {
	r := w.run
	for i, a := range g.accesses {
		t := &g.at[i]
		s, ok := g.eval(w, m, a.address)
		if !ok || (s.base|s.dx|s.dy|s.dk)&3 != 0 {
			return false
		}
		k := spaceOf(uint64(s.base))
		if k >= len(r.spaces) || k == localSpace {
			return false
		}
		t.slope, t.space, t.shared = s, &r.spaces[k], k == sharedSpace
		start := int64(addressOf(k, 0))
		lo, hi := g.extent(w, s)
		if lo < start || hi-start+4 > t.space.size {
			return false
		}
		t.off = s.base - start
		t.logged = !t.shared && t.space.watched && t.space.grain <= 4
		line := s.dx == 4 && (r.rows.maxY == 0 || s.dy == 4*(r.rows.maxX+1))
		two := r.rows.maxX == lane.Row-1 && s.dx == 4
		if (a.store || t.logged) && (m != lane.Full || !line && !two && !(t.shared && g.inner)) || t.shared && a.store && !g.inner || t.space.turns && !r.inTurn {
			return false
		}
		t.rows = !line && two
		if a.store && (k < globalSpace && !t.shared || !t.shared && (!g.apart(t) || g.storesTo(i, t.space))) {
			return false
		}
		if t.space.Valid != nil && !g.valid(w, t, a.store) {
			return false
		}
		g.stream(w, i, a, t, line)
	}
	for i, a := range g.accesses {
		if a.store && !g.at[i].shared {
			g.prepare(w, &g.at[i])
		}
	}
	return true
}

// apart reports that no two iterations, and no two rows, touch the same.
func (g *sweeping) apart(t *touching) bool {
	dk, dy := max(t.dk, -t.dk), max(t.dy, -t.dy)
	switch {
	case !t.rows:
		return dk >= 4*lanes || g.tail == 0
	case dy < 4*lane.Row:
		return false
	}
	return g.tail == 0 || dk >= dy+4*lane.Row || dy >= g.tail*dk+4*lane.Row && dk >= 4*lane.Row
}

// storesTo reports that an access before i stores to a space.
func (g *sweeping) storesTo(i int, s *space) bool {
	for j := range i {
		if g.accesses[j].store && g.at[j].space == s {
			return true
		}
	}
	return false
}

// stream points an operation to memory, in the form that suits how its lanes lie.
func (g *sweeping) stream(w *warp, i int, a *sweepAccess, t *touching, line bool) {
	c, rows := lane.LoadAny, &w.run.rows
	switch two := rows.maxX == lane.Row-1; {
	case a.store && line:
		c = lane.StoreLine
	case a.store && two && t.dx == 4:
		c = lane.StoreRows
	case a.store:
		c = lane.StoreAny
	case t.dx|t.dy == 0:
		c = lane.LoadOne
	case line:
		c = lane.LoadLine
	case two && t.dx == 4:
		c = lane.LoadRows
	case two && t.dx == 0:
		c = lane.LoadRowOnes
	}
	if c == lane.LoadAny || c == lane.StoreAny {
		g.spread(w, i, t)
	}
	g.tape.Stream(a.op, c, t.space.Data, t.off, t.dk, t.dy)
}

// spread gives a load the offsets of its lanes.
func (g *sweeping) spread(w *warp, i int, t *touching) {
	lane.Rise(&g.vec, &w.run.rows.x, &w.run.rows.y, 0, uint64(t.dx), uint64(t.dy))
	lane.Pack(&t.offsets, &g.vec)
	g.tape.Offsets(g.accesses[i].op, &t.offsets)
}

// prepare makes memory ready to be written.
func (g *sweeping) prepare(w *warp, t *touching) {
	for k := range g.tail + 1 {
		off, n := t.off+k*t.dk, int64(4*lanes)
		if t.rows {
			n /= 2
			g.ready(t.space, off+t.dy, n)
		}
		g.ready(t.space, off, n)
	}
}

func (g *sweeping) ready(s *space, off, n int64) {
	s.keep(off, n)
	if s.Valid != nil {
		for i := range n {
			store8(s.Valid[off+i:], 1)
		}
	}
}

// valid reports that all of what is read has been written.
func (g *sweeping) valid(w *warp, t *touching, store bool) bool {
	if store {
		return true
	}
	n, each := int64(4), w.run.rows.maxX
	switch t.dx {
	case 4:
		n, each = 4*(each+1), 0
	case 0:
		each = 0
	}
	for k := range g.tail + 1 {
		for y := range w.run.rows.maxY + 1 {
			for x := range each + 1 {
				off := t.off + k*t.dk + y*t.dy + x*t.dx
				if bytes.IndexByte(t.space.Valid[off:off+n], 0) >= 0 {
					return false
				}
			}
		}
	}
	return true
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

// account counts what the iterations were.
func (g *sweeping) account(w *warp, m uint32, n int64) {
	r := w.run
	own := int64(1) // the loop's
	if g.phase {
		own = 0
	}
	r.profile.Branches += n * (own + g.branches)
	r.profile.Flops += n * g.flops * int64(popcount(m))
	for i, a := range g.accesses {
		g.count(w, m, n, &g.at[i], w.trafficAt(a.at, a.store))
	}
	g.log(w, n)
	r.spend(n * (own + g.statements))
}

// log notes what other blocks may race with.
func (g *sweeping) log(w *warp, n int64) {
	logged := false
	for i := range g.at {
		logged = logged || g.at[i].logged
	}
	if !logged {
		return
	}
	for k := range n {
		for i, a := range g.accesses {
			t := &g.at[i]
			if !t.logged {
				continue
			}
			of := w
			if g.phase {
				of = w.run.warps[g.from+k]
			}
			e := access{touch: of.stamp(a.at, false), address: uint64(t.base + k*t.dk), count: lanes, size: 4, how: reads}
			if t.rows {
				e.count = lane.Row
			}
			off := t.off + k*t.dk
			w.run.logged(g.filled(e, a, t, off))
			if t.rows {
				e.address, e.lane = e.address+uint64(t.dy), lane.Row
				w.run.logged(g.filled(e, a, t, off+t.dy))
			}
		}
	}
}

// filled completes an entry of the log with what was written.
func (g *sweeping) filled(e access, a *sweepAccess, t *touching, off int64) access {
	if !a.store {
		return e
	}
	e.how = writes
	if t.rows {
		clear(g.vec[:])
		lane.LoadRow(&g.vec, 0, t.space.Data[off:], a.typ.Kind == I32)
	} else {
		getAll(&g.vec, t.space.Data[off:], a.typ.Kind)
	}
	e.value = lane.Hash(&g.vec)
	return e
}

// count counts n requests.
func (g *sweeping) count(w *warp, m uint32, n int64, t *touching, c *Traffic) {
	if t.shared {
		c.SharedRequests += n
		if t.dx|t.dy != 0 {
			c.BankConflicts += n * int64(g.cost(w, m, t, 0))
		}
		return
	}
	c.Requests += n
	c.Bytes += 4 * n * int64(bits.OnesCount32(m))
	if t.dx|t.dy == 0 {
		c.Sectors += n
		return
	}
	period := int64(1) // in which addresses come back to where they are in their sector
	for period*t.dk&31 != 0 {
		period *= 2
	}
	for k := range min(period, n) {
		c.Sectors += ((n - k + period - 1) / period) * int64(g.cost(w, m, t, uint64(t.base+k*t.dk)&31))
	}
}

// cost is what a request costs that begins at byte low of a sector.
func (g *sweeping) cost(w *warp, m uint32, t *touching, low uint64) int {
	c := &t.costs[low>>2]
	if c.mask != m || c.dx != uint64(t.dx) || c.dy != uint64(t.dy) {
		*c = cost{dx: uint64(t.dx), dy: uint64(t.dy), low: low, mask: m}
		from := uint64(t.base)
		if !t.shared {
			from = from&^31 | low
		}
		lane.Rise(&g.vec, &w.run.rows.x, &w.run.rows.y, from, c.dx, c.dy)
		if t.shared {
			c.count = bankConflicts(&g.vec, m, 4)
		} else {
			c.count = countSectors(&g.vec, m, 4)
		}
	}
	return c.count
}

// noteAll notes the reads of shared memory, in their order; false says that they must be
// looked at when they happen.
func (g *sweeping) noteAll(w *warp, m uint32, n int64) bool {
	g.round = g.round[:0]
	for i, a := range g.accesses {
		if t := &g.at[i]; t.shared {
			stamp := w.stamp(a.at, false)
			stamp.block = 0
			g.round = append(g.round, note{touch: stamp, mask: m, base: uint32(t.off >> 2), dx: uint32(t.dx >> 2), dy: uint32(t.dy >> 2), dk: uint32(t.dk >> 2)})
		}
	}
	return len(g.round) == 0 || w.run.noteSwept(g.round, n)
}
