// This file runs blocks that all do the same: their threads take the same branches and touch
// the same words of shared memory, whatever the data are and whichever block it is. What such
// a block does is found out once for a launch (plan/flow.go), for all threads at once, as a
// Tape on which a block is one iteration: no warps, no barriers, no rules, and lanes that are
// idle take no time. That nobody races within the block, and that all it reads of shared memory has been
// written, is seen then. What a block counts is taken from the first that ran by its statements.

package simt

import (
	"bytes"
	"cmp"
	"slices"
	"sync"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/word"
)

// Plan is what the blocks of a launch do, on one core.
type Plan struct {
	Grid    [3]int64
	Tape    lane.Tape
	Streams []PlanStream
	Rising  []PlanRise
	Guards  []PlanGuard
	Spans   []PlanSpan
	Entries []PlanEntry
	Apart   bool // no two blocks side by side write to one place

	before  *counted // while a block runs that is measured
	known   bool     // what a block counts
	steps   int64
	epochs  uint32
	profile report.Profile
	traffic []report.Traffic
}

// counted is what a core had counted.
type counted struct {
	profile report.Profile
	traffic []report.Traffic
	epoch   uint32
}

// By is how far something goes with each coordinate of the block.
type By [3]int64

// At is how far it goes to a block.
func (g By) At(b [3]int64) int64 { return g[0]*b[0] + g[1]*b[1] + g[2]*b[2] }

// PlanStream is an operation that moves words from or to global memory.
type PlanStream struct {
	Op       int
	Code     lane.Code
	Space    int
	Off, Row int64
	Grow     By
}

// PlanRise is a register that goes with the block.
type PlanRise struct {
	Reg  *lane.Words
	From lane.Words
	Grow By
	Op   int // Advance; -1 where the first coordinate does not matter
}

// PlanGuard is a condition that must have the same outcome in each thread as it had when the plan was made:
// numbers compared with zero, from least to most of those that say yes, and of those that say no.
type PlanGuard struct {
	Op        string
	Grow      By
	Yes, No   [2]int64
	Some, Not bool // there are such threads
}

// holds reports that all threads of a block choose as the plan does.
func (c *PlanGuard) holds(b [3]int64) bool {
	d := c.Grow.At(b)
	if c.Some {
		if yes, _ := settled(c.Op, c.Yes[0]+d, c.Yes[1]+d); !yes {
			return false
		}
	}
	if c.Not {
		if _, no := settled(c.Op, c.No[0]+d, c.No[1]+d); !no {
			return false
		}
	}
	return true
}

// PlanSpan is bytes of global memory that a block reads or writes.
type PlanSpan struct {
	Space    int
	From, To int64
	Grow     By
	Store    bool
}

// PlanEntry is what a block logs of an access to global memory, for it may race with others.
type PlanEntry struct {
	access
	Space    int
	Off      int64
	Grow     By
	Kind     word.Kind
	Interval uint32
}

const (
	LeastPlanned = 64 // fewer blocks are not worth a plan
	mostFailed   = 3  // kernels of which no plan was made so often are not tried again
)

// planned runs blocks from the next one on, up to a number of them, and returns how many; 0 says that the next one must be
// run by its statements.
func (r *Core) planned(most int64) int64 {
	p := r.plan
	if p == nil || r.number == 0 || r.Record != nil {
		return 0
	}
	first := Wide(r.Grid.blockOf(r.number))
	n := min(most, p.Grid[0]-first[0])
	if !p.Apart {
		n = 1
	}
	for ; ; n = 1 {
		last := first
		last[0] += n - 1
		if p.fits(r, first) && (n == 1 || p.fits(r, last)) && p.written(r, first, n) {
			break
		}
		if n == 1 {
			return 0
		}
	}
	if !p.known {
		p.before = &counted{r.Profile, slices.Clone(r.traffic), r.epoch}
		return 0
	}
	if p.steps > r.Launch.Steps || r.epoch > 1<<31 {
		return 0
	}
	for k := range n {
		r.Launch.hears(r.number+k, Begins)
	}
	r.Launch.hears(r.number, Plans)
	p.run(r, first, n)
	return n
}

// Wide is a place in a grid, for arithmetic.
func Wide(b [3]int) [3]int64 { return [3]int64{int64(b[0]), int64(b[1]), int64(b[2])} }

// fits reports that a block chooses as the plan does, and stays in bounds.
func (p *Plan) fits(r *Core, b [3]int64) bool {
	for i := range p.Guards {
		if !p.Guards[i].holds(b) {
			return false
		}
	}
	for i := range p.Spans {
		s := &p.Spans[i]
		if d := s.Grow.At(b); s.From+d < 0 || s.To+d > r.Spaces[s.Space].Size {
			return false
		}
	}
	return true
}

// written reports that all that blocks read of global memory has been written.
func (p *Plan) written(r *Core, b [3]int64, n int64) bool {
	for i := range p.Spans {
		s := &p.Spans[i]
		v := r.Spaces[s.Space].Valid
		if v == nil || s.Store {
			continue
		}
		for k := range n {
			d := s.Grow.At(b) + k*s.Grow[0]
			if bytes.IndexByte(v[s.From+d:s.To+d], 0) >= 0 {
				return false
			}
		}
	}
	return true
}

// measure notes what the block counted that has just run by its statements.
func (p *Plan) measure(r *Core, e *Ending) {
	was := p.before
	if p.before = nil; e.err != nil || len(e.findings) > 0 || len(e.children) > 0 {
		r.plan = nil
		return
	}
	now := &r.Profile
	p.profile = report.Profile{Branches: now.Branches - was.profile.Branches, Divergent: now.Divergent - was.profile.Divergent, Barriers: now.Barriers - was.profile.Barriers, Flops: now.Flops - was.profile.Flops}
	p.steps, p.epochs = now.Instructions-was.profile.Instructions, r.epoch-was.epoch
	p.traffic = slices.Clone(r.traffic)
	for i := range was.traffic {
		t, o := &p.traffic[i], &was.traffic[i]
		*t = report.Traffic{Requests: t.Requests - o.Requests, Sectors: t.Sectors - o.Sectors, Bytes: t.Bytes - o.Bytes, SharedRequests: t.SharedRequests - o.SharedRequests, BankConflicts: t.BankConflicts - o.BankConflicts}
	}
	p.known = true
}

// run runs n blocks side by side in the grid.
func (p *Plan) run(r *Core, b [3]int64, n int64) {
	for i := range p.Streams {
		s := &p.Streams[i]
		p.Tape.Stream(s.Op, s.Code, r.Spaces[s.Space].Data, s.Off+s.Grow.At(b), s.Grow[0], s.Row)
	}
	for i := range p.Rising {
		s := &p.Rising[i]
		d := uint32(s.Grow.At(b))
		for j, v := range s.From {
			s.Reg[j] = v + d
		}
	}
	for i := range p.Spans {
		if s := &p.Spans[i]; s.Store {
			for k := range n {
				p.ready(&r.Spaces[s.Space], s.From+s.Grow.At(b)+k*s.Grow[0], s.To-s.From)
			}
		}
	}
	p.Tape.Run(int(n))
	p.account(r, b, n)
}

// ready makes memory ready to be written.
func (p *Plan) ready(s *Space, off, n int64) {
	s.keep(off, n)
	if s.Valid != nil {
		word.SetAll(s.Valid[off : off+n])
	}
}

// account counts what the blocks did, and leaves behind what each block does.
func (p *Plan) account(r *Core, b [3]int64, n int64) {
	r.Profile.Branches += n * p.profile.Branches
	r.Profile.Divergent += n * p.profile.Divergent
	r.Profile.Barriers += n * p.profile.Barriers
	r.Profile.Flops += n * p.profile.Flops
	for i := range p.traffic {
		t, o := &r.traffic[i], &p.traffic[i]
		t.Requests += n * o.Requests
		t.Sectors += n * o.Sectors
		t.Bytes += n * o.Bytes
		t.SharedRequests += n * o.SharedRequests
		t.BankConflicts += n * o.BankConflicts
	}
	if len(p.Entries) == 0 {
		r.done = append(r.done, Ending{blocks: n, steps: n * p.steps})
	} else {
		for k := range n {
			r.done = append(r.done, Ending{steps: p.steps, log: p.log(r, b, uint32(r.number+k))})
			b[0]++
		}
	}
	r.Steps = r.Launch.Steps
	r.guarded(func() { r.Spend(n * p.steps) })
}

// Logs has the blocks log an access of a thread, and those behind it, to count words one after the other.
func (p *Plan) Logs(r *Core, thread int32, at *Site, how, count int, e PlanEntry) {
	stamp := r.warps[thread/Lanes].stamp(at, false)
	stamp.when, stamp.lane = moment(thread/Lanes), uint8(thread%Lanes)
	e.access = access{touch: stamp, address: memory.AddressIn(e.Space, 0) + uint64(e.Off), count: uint8(count), size: 4, how: uint8(how)}
	p.Entries = append(p.Entries, e)
}

// log is what a block leaves of its accesses, for others may race with them.
func (p *Plan) log(r *Core, b [3]int64, number uint32) (log []access) {
	if n := len(r.logs); n > 0 {
		log, r.logs = r.logs[n-1], r.logs[:n-1]
	}
	epoch := r.epoch
	r.epoch += p.epochs
	for i := range p.Entries {
		e := &p.Entries[i]
		a := e.access
		d := e.Grow.At(b)
		a.block, a.address = number, a.address+uint64(d)
		a.when = momentOf(epoch+1+e.Interval, int(a.when))
		if a.how == Writes {
			a.flags |= afterwards
			a.value = e.value(&r.Spaces[e.Space], e.Off+d, a.address)
		}
		log = append(log, a)
	}
	return log
}

// value is what a log says of what was written.
func (e *PlanEntry) value(s *Space, off int64, address uint64) uint32 {
	if e.count == Lanes {
		var v Vec
		getAll(&v, s.Data[off:], e.Kind)
		return hashed(&v, address)
	}
	return folded(word.Load(s.Data[off:], e.Kind))
}

// planOf finds out what the blocks of a launch do; nil where that depends on more than the plan knows.
func (r *Core) planOf() *Plan {
	k := r.Kernel
	if k.Outline == nil || r.Launch.Plain || r.Launch.record != nil || r.Grid.Blocks < cmp.Or(r.Launch.Plans, LeastPlanned) {
		return nil
	}
	o := k.Outline
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.Failed >= mostFailed {
		return nil
	}
	o.Failed++
	made, ok := o.Plan(r)
	if ok {
		o.Failed = 0
	}
	return made
}

// Outline finds out what the blocks of a kernel do.
type Outline struct {
	mu     sync.Mutex
	Plan   func(r *Core) (*Plan, bool) // false where no plan can be made
	Failed int                         // how often in a row that was so
}
