// This file makes plans: it goes through a kernel's statements once for all threads of a block. What the
// threads' numbers and the arguments decide is computed here; what the data decide becomes operations of
// the tape. Where data decide which way threads go, or where in shared memory, there is no plan.

package cudac

import (
	"slices"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/word"
)

// Bounds of a plan.
const (
	maxPlanned = 24_000 // operations; more do not fit in a core's cache
	perBlock   = 24     // of those for each block of the launch, or making the plan takes longer than it spares
	longSwept  = 64     // iterations of a loop that a sweep runs as well
	mostFailed = 3      // kernels of which no plan was made so often are not tried again
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

// planner makes a plan.
type planner struct {
	*outline
	r       *run
	count   int // threads of a block
	all     *crowd
	now     *crowd // that run the statement at hand
	tape    lane.Tape
	scopes  []map[string]*planVariable
	params  map[string]*planVariable
	inside  int // calls
	within  *function
	frames  []planFrame
	temps   []*lane.Words
	used    int
	consts  map[uint32]*lane.Words
	arrays  map[*decl]*planArray
	extern  *planArray
	global  map[int]*planArray // by space
	touched []planAccess       // of global memory
	touches int
	made    *plan
	period  int // barriers that are behind
	work    int
	limit   int      // of operations
	chosen  [3]int64 // the block that chooses
	grid    [3]int64
}

// planFrame is where threads go that leave a loop's body or a function.
type planFrame struct {
	brk, cont []*crowd
	function  bool
	result    *planVariable
}

func newPlanner(o *outline, r *run) *planner {
	b := r.launch.Block
	p := &planner{outline: o, r: r, count: b[0] * b[1] * b[2], consts: map[uint32]*lane.Words{}, arrays: map[*decl]*planArray{}, global: map[int]*planArray{}, params: map[string]*planVariable{}}
	p.grid = wide(r.launch.Grid)
	for d, n := range p.grid {
		p.chosen[d] = n / 2
	}
	p.made = &plan{grid: p.grid}
	p.limit = int(min(maxPlanned, perBlock*max(r.grid.blocks, leastPlanned)))
	every := make([]int32, p.count)
	for i := range every {
		every[i] = int32(i)
	}
	p.all = p.crowdOf(every)
	p.within = o.f
	p.now = p.all
	o.l.c = &compiler{}
	return p
}

func (p *planner) give() { panic(untaped{}) }

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
		if i == 0 || t/lanes != threads[i-1]/lanes {
			warps++
		}
	}
	close := warps > (len(threads)+lanes-1)/lanes
	for i := 0; i < len(threads); {
		j := i + 1
		for j < len(threads) && j-i < lanes && (close || threads[j]/lanes == threads[i]/lanes) {
			j++
		}
		k := pack{threads: threads[i:j], warp: -1}
		if w := int(threads[i]) / lanes; threads[i]%lanes == 0 && int(threads[j-1]) == w*lanes+j-i-1 {
			k.warp, k.whole = w, j-i == min(lanes, p.count-w*lanes)
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
	p.need(c.known != nil && c.grow == by{})
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
func (p *planner) plan() *plan {
	p.push()
	for i, d := range p.f.params {
		typ := p.l.resolve(d.typ, d.tok)
		if d.ref || !typ.isScalar() || i >= len(p.r.grid.args) {
			continue
		}
		if x := p.parameter(plain(typ), p.r.grid.args[i]); x != nil {
			p.params[d.name] = x
		}
	}
	p.frames = []planFrame{{function: true}}
	p.list(p.f.body.body)
	p.finish()
	return p.made
}

func (p *planner) push() { p.scopes = append(p.scopes, map[string]*planVariable{}) }
func (p *planner) pop()  { p.scopes = p.scopes[:len(p.scopes)-1] }

// block goes through statements in a scope of their own.
func (p *planner) block(list []*stmt) {
	p.push()
	p.list(list)
	p.pop()
}

func (p *planner) list(list []*stmt) {
	for _, s := range list {
		if len(p.now.threads) == 0 {
			return
		}
		p.statement(s)
	}
}

// maxEffort bounds what goes into making a plan, in statements of a block's threads.
const maxEffort = 1 << 14

func (p *planner) statement(s *stmt) {
	p.work++
	p.need(p.work < maxEffort)
	used := p.used
	switch s.op {
	case "block":
		p.block(s.body)
	case "empty":
	case "expr":
		p.effect(s.cond)
	case "decl":
		for _, d := range s.decls {
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
		if s.op == "break" {
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

func (p *planner) choose(s *stmt) {
	yes, no := p.split(p.convert(p.value(s.cond), basic[word.Bool]))
	if p.now = yes; len(yes.threads) > 0 {
		p.block(s.body)
	}
	left := p.now
	if p.now = no; len(no.threads) > 0 && s.other != nil {
		p.block([]*stmt{s.other})
	}
	p.now = p.union(left, p.now)
}

func (p *planner) loop(s *stmt) {
	if s.init != nil {
		p.statement(s.init)
	}
	p.frames = append(p.frames, planFrame{})
	out := []*crowd{}
	far := p.distance(s)
	for check := s.op != "do"; len(p.now.threads) > 0; check = true {
		p.work++
		p.need(p.work < maxEffort)
		if check && s.cond != nil {
			used := p.used
			yes, no := p.split(p.convert(p.value(s.cond), basic[word.Bool]))
			p.used = used
			out = append(out, no)
			if p.now = yes; len(yes.threads) == 0 {
				break
			}
		}
		p.block(s.body)
		f := &p.frames[len(p.frames)-1]
		p.now = p.union(append(f.cont, p.now)...)
		f.cont = nil
		if s.post != nil && len(p.now.threads) > 0 {
			p.effect(s.post)
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
func (p *planner) takes(f *function, args []planned) bool {
	if f.template != nil || len(f.params) != len(args) {
		return false
	}
	for i, d := range f.params {
		if d.ref || d.typ.generic != nil || d.typ.member != "" || d.typ.Kind == word.Parameter || !same(plain(p.l.resolve(d.typ, d.tok)), plain(args[i].typ)) {
			return false
		}
	}
	return true
}

// distance is how far a loop that is a sweep of its own is from its end; 0 for others.
func (p *planner) distance(s *stmt) int64 {
	if l := p.l.parts[s]; l == nil || l.loop == nil || l.loop.swept == nil || len(p.now.threads) == 0 {
		return 0
	}
	used := p.used
	x, y := p.value(s.cond.kids[0]), p.value(s.cond.kids[1])
	p.used = used
	if x.known == nil || y.known == nil {
		return 0
	}
	t := p.now.threads[0]
	d := x.of(t) + x.grow.at(p.chosen) - y.of(t) - y.grow.at(p.chosen)
	return max(d, -d)
}

// leave goes through a return.
func (p *planner) leave(s *stmt) {
	i := len(p.frames) - 1
	for !p.frames[i].function {
		i--
	}
	if f := &p.frames[i]; s.cond != nil {
		p.need(f.result != nil)
		p.set(f.result, p.convert(p.value(s.cond), f.result.typ))
		f.brk = append(f.brk, p.now)
	} else if i > 0 {
		f.brk = append(f.brk, p.now)
	}
	p.now = &crowd{}
}

// declare makes a variable.
func (p *planner) declare(d *decl) {
	p.need(!d.ref && !d.static && len(d.parts) == 0)
	scope := p.scopes[len(p.scopes)-1]
	if d.shared {
		typ := p.l.resolve(d.typ, d.tok)
		scope[d.name] = &planVariable{typ: typ, array: p.shared(d, typ)}
		return
	}
	typ := d.typ
	var v planned
	if d.init != nil {
		p.need(d.init.op != "construct" && d.init.op != "init")
		v = p.value(d.init)
	}
	if typ.Kind == word.Auto && typ.dim == nil {
		p.need(d.init != nil)
		typ = v.typ
	} else {
		typ = p.l.resolve(typ, d.tok)
	}
	p.need(typ.isScalar() && !typ.Volatile && !p.taken(d.name))
	x := &planVariable{typ: plain(typ), born: p.now}
	if d.init != nil {
		p.set(x, p.convert(v, x.typ))
	}
	scope[d.name] = x
}

// taken reports that the address of a variable of that name is taken.
func (p *planner) taken(name string) bool { return p.l.unit.taken[p.within][name] }

// find is the variable of a name; nil where it is none of the function's.
func (p *planner) find(name string) *planVariable {
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
func (p *planner) effect(e *expr) {
	switch {
	case e.op == "pre" || e.op == "post":
		p.assign(e.kids[0], e.name[:1], &expr{op: "num", tok: token{kind: tokNumber, text: "1"}})
	case e.op == "=":
		p.assign(e.kids[0], "", e.kids[1])
	case e.op == ",":
		p.effect(e.kids[0])
		p.effect(e.kids[1])
	case assignments[e.op]:
		p.assign(e.kids[0], e.op[:len(e.op)-1], e.kids[1])
	case e.op == "call" && e.kids[0].op == "name" && e.kids[0].name == "__syncthreads":
		p.need(len(e.kids) == 1 && len(p.l.unit.functions["__syncthreads"]) == 0 && len(p.now.threads) == p.count)
		p.period++
	case e.op == "call" && e.kids[0].op == "name" && e.kids[0].name == "__syncwarp":
		p.need(len(e.kids) == 1 && len(p.l.unit.functions["__syncwarp"]) == 0)
	case e.op == "call":
		p.call(e)
	default:
		p.give()
	}
}

// assign goes through to = value, or to = to op value.
func (p *planner) assign(to *expr, op string, value *expr) {
	if x := p.find(to.name); to.op == "name" && (x == nil || x.array == nil) {
		p.need(x != nil && to.typ == nil)
		v := p.value(value)
		if op != "" {
			v = p.binary(op, p.get(x), v)
		}
		p.set(x, p.convert(v, x.typ))
		return
	}
	p.need(to.op == "name" || to.op == "index" || to.op == "unary" && to.name == "*")
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
func (p *planner) inline(list []*function, e *expr) planned {
	args := make([]planned, len(e.kids)-1)
	for i, a := range e.kids[1:] {
		args[i] = p.value(a)
	}
	f := list[0]
	if len(list) > 1 {
		i := slices.IndexFunc(list, func(f *function) bool { return p.takes(f, args) })
		p.need(i >= 0)
		f = list[i]
	}
	p.need(f.template == nil && f.body != nil && f.owner == nil && !f.variadic && !f.retRef && p.inside < 8 && len(f.params) == len(args) && !p.l.unit.recursive(f))
	scope := map[string]*planVariable{}
	for i, d := range f.params {
		typ := plain(p.resolve(d.typ, d.tok))
		p.need(!d.ref && typ.isScalar() && !p.l.unit.taken[f][d.name])
		x := &planVariable{typ: typ, born: p.now}
		p.set(x, p.convert(args[i], typ))
		scope[d.name] = x
	}
	frame := planFrame{function: true}
	ret := p.resolve(f.ret, f.tok)
	if ret.Kind != word.Void {
		p.need(ret.isScalar())
		frame.result = &planVariable{typ: plain(ret), born: p.now}
	}
	scopes, all, within := p.scopes, p.now, p.within
	p.within = f
	p.scopes = []map[string]*planVariable{scope}
	p.inside++
	p.frames = append(p.frames, frame)
	p.block(f.body.body)
	last := p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	p.inside--
	p.scopes, p.within = scopes, within
	back := p.union(append(last.brk, p.now)...)
	p.need(len(back.threads) == len(all.threads))
	p.now = all
	if frame.result == nil {
		return planned{typ: basic[word.Void]}
	}
	return p.get(frame.result)
}
