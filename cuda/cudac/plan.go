// This file runs blocks that all do the same: their threads take the same branches and touch
// the same words of shared memory, whatever the data are and whichever block it is. What such
// a block does is found out once for a launch (plan_flow.go), for all threads at once, as a
// tape on which a block is one iteration: no warps, no barriers, no rules, and lanes that are
// idle take no time. That nobody races within the block, and that all it reads of shared memory has been
// written, is seen then. What a block counts is taken from the first that ran by its statements.

package cudac

import (
	"bytes"
	"cmp"
	"slices"
	"sync"

	"gputour/cuda/cudac/lane"
	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/word"
)

// plan is what the blocks of a launch do, on one core.
type plan struct {
	grid    [3]int64
	tape    lane.Tape
	streams []planStream
	rising  []planRise
	guards  []planGuard
	spans   []planSpan
	entries []planEntry
	apart   bool // no two blocks side by side write to one place

	before  *counted // while a block runs that is measured
	known   bool     // what a block counts
	steps   int64
	epochs  uint32
	profile Profile
	traffic []Traffic
}

// counted is what a core had counted.
type counted struct {
	profile Profile
	traffic []Traffic
	epoch   uint32
}

// by is how far something goes with each coordinate of the block.
type by [3]int64

func (g by) at(b [3]int64) int64 { return g[0]*b[0] + g[1]*b[1] + g[2]*b[2] }

// planStream is an operation that moves words from or to global memory.
type planStream struct {
	op       int
	code     lane.Code
	space    int
	off, row int64
	grow     by
}

// planRise is a register that goes with the block.
type planRise struct {
	reg  *lane.Words
	from lane.Words
	grow by
	op   int // Advance; -1 where the first coordinate does not matter
}

// planGuard is a condition that must have the same outcome in each thread as it had when the plan was made:
// numbers compared with zero, from least to most of those that say yes, and of those that say no.
type planGuard struct {
	op        string
	grow      by
	yes, no   [2]int64
	some, not bool // there are such threads
}

// holds reports that all threads of a block choose as the plan does.
func (c *planGuard) holds(b [3]int64) bool {
	d := c.grow.at(b)
	if c.some {
		if yes, _ := settled(c.op, c.yes[0]+d, c.yes[1]+d); !yes {
			return false
		}
	}
	if c.not {
		if _, no := settled(c.op, c.no[0]+d, c.no[1]+d); !no {
			return false
		}
	}
	return true
}

// planSpan is bytes of global memory that a block reads or writes.
type planSpan struct {
	space    int
	from, to int64
	grow     by
	store    bool
}

// planEntry is what a block logs of an access to global memory, for it may race with others.
type planEntry struct {
	access
	space    int
	off      int64
	grow     by
	kind     word.Kind
	interval uint32
}

const (
	leastPlanned = 64 // fewer blocks are not worth a plan
	mostFailed   = 3  // kernels of which no plan was made so often are not tried again
)

// planned runs blocks from the next one on, up to a number of them, and returns how many; 0 says that the next one must be
// run by its statements.
func (r *run) planned(most int64) int64 {
	p := r.plan
	if p == nil || r.number == 0 || r.record != nil {
		return 0
	}
	first := wide(r.grid.blockOf(r.number))
	n := min(most, p.grid[0]-first[0])
	if !p.apart {
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
		p.before = &counted{r.profile, slices.Clone(r.traffic), r.epoch}
		return 0
	}
	if p.steps > r.launch.Steps || r.epoch > 1<<31 {
		return 0
	}
	for k := range n {
		r.launch.hears(r.number+k, begins)
	}
	r.launch.hears(r.number, plans)
	p.run(r, first, n)
	return n
}

func wide(b [3]int) [3]int64 { return [3]int64{int64(b[0]), int64(b[1]), int64(b[2])} }

// fits reports that a block chooses as the plan does, and stays in bounds.
func (p *plan) fits(r *run, b [3]int64) bool {
	for i := range p.guards {
		if !p.guards[i].holds(b) {
			return false
		}
	}
	for i := range p.spans {
		s := &p.spans[i]
		if d := s.grow.at(b); s.from+d < 0 || s.to+d > r.spaces[s.space].size {
			return false
		}
	}
	return true
}

// written reports that all that blocks read of global memory has been written.
func (p *plan) written(r *run, b [3]int64, n int64) bool {
	for i := range p.spans {
		s := &p.spans[i]
		v := r.spaces[s.space].Valid
		if v == nil || s.store {
			continue
		}
		for k := range n {
			d := s.grow.at(b) + k*s.grow[0]
			if bytes.IndexByte(v[s.from+d:s.to+d], 0) >= 0 {
				return false
			}
		}
	}
	return true
}

// measure notes what the block counted that has just run by its statements.
func (p *plan) measure(r *run, e *ending) {
	was := p.before
	if p.before = nil; e.err != nil || len(e.findings) > 0 || len(e.children) > 0 {
		r.plan = nil
		return
	}
	now := &r.profile
	p.profile = Profile{Branches: now.Branches - was.profile.Branches, Divergent: now.Divergent - was.profile.Divergent, Barriers: now.Barriers - was.profile.Barriers, Flops: now.Flops - was.profile.Flops}
	p.steps, p.epochs = now.Instructions-was.profile.Instructions, r.epoch-was.epoch
	p.traffic = slices.Clone(r.traffic)
	for i := range was.traffic {
		t, o := &p.traffic[i], &was.traffic[i]
		*t = Traffic{t.Requests - o.Requests, t.Sectors - o.Sectors, t.Bytes - o.Bytes, t.SharedRequests - o.SharedRequests, t.BankConflicts - o.BankConflicts}
	}
	p.known = true
}

// run runs n blocks side by side in the grid.
func (p *plan) run(r *run, b [3]int64, n int64) {
	for i := range p.streams {
		s := &p.streams[i]
		p.tape.Stream(s.op, s.code, r.spaces[s.space].Data, s.off+s.grow.at(b), s.grow[0], s.row)
	}
	for i := range p.rising {
		s := &p.rising[i]
		d := uint32(s.grow.at(b))
		for j, v := range s.from {
			s.reg[j] = v + d
		}
	}
	for i := range p.spans {
		if s := &p.spans[i]; s.store {
			for k := range n {
				p.ready(&r.spaces[s.space], s.from+s.grow.at(b)+k*s.grow[0], s.to-s.from)
			}
		}
	}
	p.tape.Run(int(n))
	p.account(r, b, n)
}

// ready makes memory ready to be written.
func (p *plan) ready(s *space, off, n int64) {
	s.keep(off, n)
	if s.Valid != nil {
		word.SetAll(s.Valid[off : off+n])
	}
}

// account counts what the blocks did, and leaves behind what each block does.
func (p *plan) account(r *run, b [3]int64, n int64) {
	r.profile.Branches += n * p.profile.Branches
	r.profile.Divergent += n * p.profile.Divergent
	r.profile.Barriers += n * p.profile.Barriers
	r.profile.Flops += n * p.profile.Flops
	for i := range p.traffic {
		t, o := &r.traffic[i], &p.traffic[i]
		t.Requests += n * o.Requests
		t.Sectors += n * o.Sectors
		t.Bytes += n * o.Bytes
		t.SharedRequests += n * o.SharedRequests
		t.BankConflicts += n * o.BankConflicts
	}
	if len(p.entries) == 0 {
		r.done = append(r.done, ending{blocks: n, steps: n * p.steps})
	} else {
		for k := range n {
			r.done = append(r.done, ending{steps: p.steps, log: p.log(r, b, uint32(r.number+k))})
			b[0]++
		}
	}
	r.steps = r.launch.Steps
	r.guarded(func() { r.spend(n * p.steps) })
}

// logs has the blocks log an access of a thread, and those behind it, to count words one after the other.
func (p *plan) logs(r *run, thread int32, at *site, how, count int, e planEntry) {
	stamp := r.warps[thread/lanes].stamp(at, false)
	stamp.when, stamp.lane = moment(thread/lanes), uint8(thread%lanes)
	e.access = access{touch: stamp, address: memory.AddressIn(e.space, 0) + uint64(e.off), count: uint8(count), size: 4, how: uint8(how)}
	p.entries = append(p.entries, e)
}

// log is what a block leaves of its accesses, for others may race with them.
func (p *plan) log(r *run, b [3]int64, number uint32) (log []access) {
	if n := len(r.logs); n > 0 {
		log, r.logs = r.logs[n-1], r.logs[:n-1]
	}
	epoch := r.epoch
	r.epoch += p.epochs
	for i := range p.entries {
		e := &p.entries[i]
		a := e.access
		d := e.grow.at(b)
		a.block, a.address = number, a.address+uint64(d)
		a.when = momentOf(epoch+1+e.interval, int(a.when))
		if a.how == writes {
			a.flags |= afterwards
			a.value = e.value(&r.spaces[e.space], e.off+d, a.address)
		}
		log = append(log, a)
	}
	return log
}

// value is what a log says of what was written.
func (e *planEntry) value(s *space, off int64, address uint64) uint32 {
	if e.count == lanes {
		var v vec
		getAll(&v, s.Data[off:], e.kind)
		return hashed(&v, address)
	}
	return folded(word.Load(s.Data[off:], e.kind))
}

// planOf finds out what the blocks of a launch do; nil where that depends on more than the plan knows.
func (r *run) planOf() *plan {
	k := r.kernel
	if k.outline == nil || r.launch.plain || r.launch.record != nil || r.grid.blocks < cmp.Or(r.launch.plans, leastPlanned) {
		return nil
	}
	o := k.outline
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed >= mostFailed {
		return nil
	}
	o.failed++
	made, ok := o.plan(r)
	if ok {
		o.failed = 0
	}
	return made
}

// outline finds out what the blocks of a kernel do.
type outline struct {
	mu     sync.Mutex
	plan   func(r *run) (*plan, bool) // false where no plan can be made
	failed int                        // how often in a row that was so
}
