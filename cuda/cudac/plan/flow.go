// Package plan finds out what the blocks of a kernel do that all do the same: it goes through a kernel's statements once for
// all threads of a block. What the threads' numbers and the arguments decide is computed here; what the data decide becomes
// operations of the tape. Where data decide which way threads go, or where in shared memory, there is no plan.
package plan

import (
	"slices"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// Bounds of a plan.
const (
	maxPlanned = 24_000 // operations; more do not fit in a core's cache
	perBlock   = 24     // of those for each block of the launch, or making the plan takes longer than it spares
	longSwept  = 64     // iterations of a loop that a sweep runs as well
)

// crowd is the threads that run a statement, in packs of a warp's width.
type crowd struct {
	threads []int32
	packs   []pack
}

// pack is threads whose lanes are computed on at once.
type pack struct {
	threads []int32
	warp    int  // they are the first lanes of this warp; -1 for others
	whole   bool // they are all of its lanes
}

// Lowering is what a plan asks of how its kernel was lowered.
type Lowering interface {
	syntax.Resolver

	// Element is the site of the access that an expression stands for; false where memory is not accessed so.
	Element(e *syntax.Expr) (*simt.Site, bool)

	// Part is what a statement of the kernel's own body became; nil for others.
	Part(s *syntax.Stmt) *simt.Part

	// Global says what a name stands for that is none of a function's variables; inner is that of the kernel's own body.
	// It is false for what a plan cannot use.
	Global(name string, inner bool) (Global, bool)
}

// Global is a constant, or a variable of the device.
type Global struct {
	Type     *syntax.Type
	Constant *int64 // as a register holds it; nil for a variable
	Address  uint64 // of a variable
	At       *simt.Site
}

// Outline finds out what the blocks of f do.
func Outline(l Lowering, u *syntax.Unit, f *syntax.Function) *simt.Outline {
	return &simt.Outline{Plan: func(r *simt.Core) (made *simt.Plan, ok bool) {
		defer func() {
			switch e := recover().(type) {
			case nil:
			case unplanned, syntax.Stop:
				made, ok = nil, false
			default:
				panic(e)
			}
		}()
		return newPlanner(l, u, f, r).plan(), true
	}}
}

// unplanned ends the making of a plan.
type unplanned struct{}

// planner makes a plan.
type planner struct {
	l       Lowering
	unit    *syntax.Unit
	f       *syntax.Function
	r       *simt.Core
	count   int // threads of a block
	all     *crowd
	now     *crowd // that run the statement at hand
	tape    lane.Tape
	scopes  []map[string]*variable
	params  map[string]*variable
	inside  int // calls
	within  *syntax.Function
	frames  []frame
	temps   []*lane.Words
	used    int
	consts  map[uint32]*lane.Words
	arrays  map[*syntax.Decl]*array
	extern  *array
	global  map[int]*array // by space
	touched []access       // of global memory
	touches int
	made    *simt.Plan
	period  int // barriers that are behind
	work    int
	limit   int      // of operations
	chosen  [3]int64 // the block that chooses
	grid    [3]int64
}

// frame is where threads go that leave a loop's body or a function.
type frame struct {
	brk, cont []*crowd
	function  bool
	result    *variable
}

func newPlanner(l Lowering, u *syntax.Unit, f *syntax.Function, r *simt.Core) *planner {
	b := r.Launch.Block
	p := &planner{l: l, unit: u, f: f, r: r, count: b[0] * b[1] * b[2], consts: map[uint32]*lane.Words{}, arrays: map[*syntax.Decl]*array{}, global: map[int]*array{}, params: map[string]*variable{}}
	p.grid = simt.Wide(r.Launch.Grid)
	for d, n := range p.grid {
		p.chosen[d] = n / 2
	}
	p.made = &simt.Plan{Grid: p.grid}
	p.limit = int(min(maxPlanned, perBlock*max(r.Grid.Blocks, simt.LeastPlanned)))
	every := make([]int32, p.count)
	for i := range every {
		every[i] = int32(i)
	}
	p.all = p.crowdOf(every)
	p.within = f
	p.now = p.all
	return p
}

func (p *planner) give() { panic(unplanned{}) }

// need gives up where something does not hold.
func (p *planner) need(ok bool) {
	if !ok {
		p.give()
	}
}

// crowdOf packs threads: by warps, or closely where that makes fewer packs.
func (p *planner) crowdOf(threads []int32) *crowd {
	c := &crowd{threads: threads}
	warps := 0
	for i, t := range threads {
		if i == 0 || t/simt.Lanes != threads[i-1]/simt.Lanes {
			warps++
		}
	}
	close := warps > (len(threads)+simt.Lanes-1)/simt.Lanes
	for i := 0; i < len(threads); {
		j := i + 1
		for j < len(threads) && j-i < simt.Lanes && (close || threads[j]/simt.Lanes == threads[i]/simt.Lanes) {
			j++
		}
		k := pack{threads: threads[i:j], warp: -1}
		if w := int(threads[i]) / simt.Lanes; threads[i]%simt.Lanes == 0 && int(threads[j-1]) == w*simt.Lanes+j-i-1 {
			k.warp, k.whole = w, j-i == min(simt.Lanes, p.count-w*simt.Lanes)
		}
		c.packs = append(c.packs, k)
		i = j
	}
	return c
}

// union is the threads of several crowds, no two of which share one.
func (p *planner) union(list ...*crowd) *crowd {
	var some []*crowd
	n := 0
	for _, c := range list {
		if len(c.threads) > 0 {
			some = append(some, c)
			n += len(c.threads)
		}
	}
	switch {
	case len(some) == 0:
		return &crowd{}
	case len(some) == 1:
		return some[0]
	case n == p.count:
		return p.all
	}
	var threads []int32
	for _, c := range some {
		threads = append(threads, c.threads...)
	}
	slices.Sort(threads)
	return p.crowdOf(threads)
}

// split divides the threads by what a condition says of each.
func (p *planner) split(c planned) (yes, no *crowd) {
	p.need(c.known != nil && c.grow == simt.By{})
	if len(c.known) == 1 {
		if c.known[0] != 0 {
			return p.now, &crowd{}
		}
		return &crowd{}, p.now
	}
	var a, b []int32
	for _, t := range p.now.threads {
		if c.known[t] != 0 {
			a = append(a, t)
		} else {
			b = append(b, t)
		}
	}
	switch {
	case len(b) == 0:
		return p.now, &crowd{}
	case len(a) == 0:
		return &crowd{}, p.now
	}
	return p.crowdOf(a), p.crowdOf(b)
}

// plan makes the plan.
func (p *planner) plan() *simt.Plan {
	p.push()
	for i, d := range p.f.Params {
		typ := p.known(d.Type, d.Tok)
		if d.Ref || !typ.IsScalar() || i >= len(p.r.Grid.Args) {
			continue
		}
		if x := p.parameter(syntax.Plain(typ), p.r.Grid.Args[i]); x != nil {
			p.params[d.Name] = x
		}
	}
	p.frames = []frame{{function: true}}
	p.list(p.f.Body.Body)
	p.finish()
	return p.made
}

func (p *planner) push() { p.scopes = append(p.scopes, map[string]*variable{}) }
func (p *planner) pop()  { p.scopes = p.scopes[:len(p.scopes)-1] }

// block goes through statements in a scope of their own.
func (p *planner) block(list []*syntax.Stmt) {
	p.push()
	p.list(list)
	p.pop()
}

func (p *planner) list(list []*syntax.Stmt) {
	for _, s := range list {
		if len(p.now.threads) == 0 {
			return
		}
		p.statement(s)
	}
}

// maxEffort bounds what goes into making a plan, in statements of a block's threads.
const maxEffort = 1 << 14

func (p *planner) statement(s *syntax.Stmt) {
	p.work++
	p.need(p.work < maxEffort)
	used := p.used
	switch s.Op {
	case "block":
		p.block(s.Body)
	case "empty":
	case "expr":
		p.effect(s.Cond)
	case "decl":
		for _, d := range s.Decls {
			p.declare(d)
		}
	case "if":
		p.choose(s)
	case "for", "while", "do":
		p.push()
		p.loop(s)
		p.pop()
	case "return":
		p.leave(s)
	case "break", "continue":
		f := &p.frames[len(p.frames)-1]
		p.need(!f.function)
		if s.Op == "break" {
			f.brk = append(f.brk, p.now)
		} else {
			f.cont = append(f.cont, p.now)
		}
		p.now = &crowd{}
	default:
		p.give()
	}
	p.used = used
}

func (p *planner) choose(s *syntax.Stmt) {
	yes, no := p.split(p.convert(p.value(s.Cond), syntax.Basic[word.Bool]))
	if p.now = yes; len(yes.threads) > 0 {
		p.block(s.Body)
	}
	left := p.now
	if p.now = no; len(no.threads) > 0 && s.Other != nil {
		p.block([]*syntax.Stmt{s.Other})
	}
	p.now = p.union(left, p.now)
}

func (p *planner) loop(s *syntax.Stmt) {
	if s.Init != nil {
		p.statement(s.Init)
	}
	p.frames = append(p.frames, frame{})
	out := []*crowd{}
	far := p.distance(s)
	for check := s.Op != "do"; len(p.now.threads) > 0; check = true {
		p.work++
		p.need(p.work < maxEffort)
		if check && s.Cond != nil {
			used := p.used
			yes, no := p.split(p.convert(p.value(s.Cond), syntax.Basic[word.Bool]))
			p.used = used
			out = append(out, no)
			if p.now = yes; len(yes.threads) == 0 {
				break
			}
		}
		p.block(s.Body)
		f := &p.frames[len(p.frames)-1]
		p.now = p.union(append(f.cont, p.now)...)
		f.cont = nil
		if s.Post != nil && len(p.now.threads) > 0 {
			p.effect(s.Post)
		}
		if far > 0 && len(p.now.threads) > 0 {
			step := far - p.distance(s)
			p.need(step == 0 || far/max(step, -step) <= longSwept)
			far = 0
		}
	}
	f := p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	p.now = p.union(append(out, f.brk...)...)
}

// takes reports that arguments are just of a function's types.
func (p *planner) takes(f *syntax.Function, args []planned) bool {
	if f.Template != nil || len(f.Params) != len(args) {
		return false
	}
	for i, d := range f.Params {
		if d.Ref || d.Type.Generic != nil || d.Type.Member != "" || d.Type.Kind == word.Parameter || !syntax.Same(syntax.Plain(p.known(d.Type, d.Tok)), syntax.Plain(args[i].typ)) {
			return false
		}
	}
	return true
}

// distance is how far a loop that is a sweep of its own is from its end; 0 for others.
func (p *planner) distance(s *syntax.Stmt) int64 {
	if l := p.l.Part(s); l == nil || l.Loop == nil || l.Loop.Swept == nil || len(p.now.threads) == 0 {
		return 0
	}
	used := p.used
	x, y := p.value(s.Cond.Kids[0]), p.value(s.Cond.Kids[1])
	p.used = used
	if x.known == nil || y.known == nil {
		return 0
	}
	t := p.now.threads[0]
	d := x.of(t) + x.grow.At(p.chosen) - y.of(t) - y.grow.At(p.chosen)
	return max(d, -d)
}

// leave goes through a return.
func (p *planner) leave(s *syntax.Stmt) {
	i := len(p.frames) - 1
	for !p.frames[i].function {
		i--
	}
	if f := &p.frames[i]; s.Cond != nil {
		p.need(f.result != nil)
		p.set(f.result, p.convert(p.value(s.Cond), f.result.typ))
		f.brk = append(f.brk, p.now)
	} else if i > 0 {
		f.brk = append(f.brk, p.now)
	}
	p.now = &crowd{}
}

// declare makes a variable.
func (p *planner) declare(d *syntax.Decl) {
	p.need(!d.Ref && !d.Static && len(d.Parts) == 0)
	scope := p.scopes[len(p.scopes)-1]
	if d.Shared {
		typ := p.known(d.Type, d.Tok)
		scope[d.Name] = &variable{typ: typ, array: p.shared(d, typ)}
		return
	}
	typ := d.Type
	var v planned
	if d.Init != nil {
		p.need(d.Init.Op != "construct" && d.Init.Op != "init")
		v = p.value(d.Init)
	}
	if typ.Kind == word.Auto && typ.Dim == nil {
		p.need(d.Init != nil)
		typ = v.typ
	} else {
		typ = p.known(typ, d.Tok)
	}
	p.need(typ.IsScalar() && !typ.Volatile && !p.taken(d.Name))
	x := &variable{typ: syntax.Plain(typ), born: p.now}
	if d.Init != nil {
		p.set(x, p.convert(v, x.typ))
	}
	scope[d.Name] = x
}

// taken reports that the address of a variable of that name is taken.
func (p *planner) taken(name string) bool { return p.unit.Taken[p.within][name] }

// find is the variable of a name; nil where it is none of the function's.
func (p *planner) find(name string) *variable {
	for i := len(p.scopes) - 1; i >= 0; i-- {
		if v := p.scopes[i][name]; v != nil {
			return v
		}
	}
	if p.inside == 0 {
		return p.params[name]
	}
	return nil
}

// effect goes through an expression whose value is not used.
func (p *planner) effect(e *syntax.Expr) {
	switch {
	case e.Op == "pre" || e.Op == "post":
		p.assign(e.Kids[0], e.Name[:1], &syntax.Expr{Op: "num", Tok: lex.Token{Kind: lex.Number, Text: "1"}})
	case e.Op == "=":
		p.assign(e.Kids[0], "", e.Kids[1])
	case e.Op == ",":
		p.effect(e.Kids[0])
		p.effect(e.Kids[1])
	case syntax.Assignments[e.Op]:
		p.assign(e.Kids[0], e.Op[:len(e.Op)-1], e.Kids[1])
	case e.Op == "call" && e.Kids[0].Op == "name" && e.Kids[0].Name == "__syncthreads":
		p.need(len(e.Kids) == 1 && len(p.unit.Functions["__syncthreads"]) == 0 && len(p.now.threads) == p.count)
		p.period++
	case e.Op == "call" && e.Kids[0].Op == "name" && e.Kids[0].Name == "__syncwarp":
		p.need(len(e.Kids) == 1 && len(p.unit.Functions["__syncwarp"]) == 0)
	case e.Op == "call":
		p.call(e)
	default:
		p.give()
	}
}

// assign goes through to = value, or to = to op value.
func (p *planner) assign(to *syntax.Expr, op string, value *syntax.Expr) {
	if x := p.find(to.Name); to.Op == "name" && (x == nil || x.array == nil) {
		p.need(x != nil && to.Type == nil)
		v := p.value(value)
		if op != "" {
			v = p.binary(op, p.get(x), v)
		}
		p.set(x, p.convert(v, x.typ))
		return
	}
	p.need(to.Op == "name" || to.Op == "index" || to.Op == "unary" && to.Name == "*")
	if op == "" {
		v := p.value(value)
		a := p.element(to)
		p.store(a, p.convert(v, a.typ))
		return
	}
	a := p.element(to)
	old := p.load(a)
	p.store(a, p.convert(p.binary(op, old, p.value(value)), a.typ))
}

// inline goes through the one function of a list that takes just these arguments.
func (p *planner) inline(list []*syntax.Function, e *syntax.Expr) planned {
	args := make([]planned, len(e.Kids)-1)
	for i, a := range e.Kids[1:] {
		args[i] = p.value(a)
	}
	f := list[0]
	if len(list) > 1 {
		i := slices.IndexFunc(list, func(f *syntax.Function) bool { return p.takes(f, args) })
		p.need(i >= 0)
		f = list[i]
	}
	p.need(f.Template == nil && f.Body != nil && f.Owner == nil && !f.Variadic && !f.RetRef && p.inside < 8 && len(f.Params) == len(args) && !p.unit.Recursive(f))
	scope := map[string]*variable{}
	for i, d := range f.Params {
		typ := syntax.Plain(p.resolve(d.Type, d.Tok))
		p.need(!d.Ref && typ.IsScalar() && !p.unit.Taken[f][d.Name])
		x := &variable{typ: typ, born: p.now}
		p.set(x, p.convert(args[i], typ))
		scope[d.Name] = x
	}
	frame := frame{function: true}
	ret := p.resolve(f.Result, f.Tok)
	if ret.Kind != word.Void {
		p.need(ret.IsScalar())
		frame.result = &variable{typ: syntax.Plain(ret), born: p.now}
	}
	scopes, all, within := p.scopes, p.now, p.within
	p.within = f
	p.scopes = []map[string]*variable{scope}
	p.inside++
	p.frames = append(p.frames, frame)
	p.block(f.Body.Body)
	last := p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	p.inside--
	p.scopes, p.within = scopes, within
	back := p.union(append(last.brk, p.now)...)
	p.need(len(back.threads) == len(all.threads))
	p.now = all
	if frame.result == nil {
		return planned{typ: syntax.Basic[word.Void]}
	}
	return p.get(frame.result)
}
