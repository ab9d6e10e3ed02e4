// This file is what a launch tells of itself: the counters of a profiler.

package simt

import (
	"cmp"
	"fmt"
	"slices"

	"gputour/cuda/cudac/memory"
)

// Profile holds the counts of one launch. Requests are instructions of a warp; a sector
// is 32 bytes of global memory.
type Profile struct {
	Kernel                    string
	Grid, Block               [3]int
	Threads, Warps, Blocks    int64
	SharedBytes               int // per block
	Registers                 int // an estimate, per thread
	Instructions              int64
	GlobalLoads, GlobalStores int64
	LoadSectors, StoreSectors int64
	BytesLoaded, BytesStored  int64
	SharedRequests            int64
	BankConflicts             int64
	Branches, Divergent       int64
	Barriers, Atomics         int64
	AtomicConflicts           int64 // lanes that had to wait for another lane's atomic
	Flops                     int64
	Reach                     int64 // bytes of the allocations that the arguments point into
	Lines                     []LineTraffic
	Pictures                  []Picture
	Findings                  []Finding
}

// LineTraffic is the traffic of the loads, the stores or the atomics of one line of the
// cell. Atomics count as stores.
type LineTraffic struct {
	Line   int
	Store  bool
	Atomic bool
	Traffic
}

// Picture is what the threads of the first block touched when a line first ran.
type Picture struct {
	Line    int
	Store   bool
	Shared  bool // a request of the banks of shared memory, one that conflicts
	Buffer  string
	Size    int     // bytes that each thread moves
	Offsets []int64 // bytes from the start of the buffer, by thread; -1 for one that was idle
	warps   uint32  // that have been drawn
}

// Finding is something worth knowing that did not end the launch.
type Finding struct {
	spoken
	Kind string
	Line int
	Col  int // from 1; 0 for all of the line
	Text string

	Message string // with the thread and the line
}

func finding(kind string, line int, format string, args ...any) Finding {
	return Finding{spoken: saying(format, args), Kind: kind, Line: line, Text: fmt.Sprintf(format, args...)}
}

// tenths is a quotient with one digit behind the point.
func tenths(a, b int64) string { return fmt.Sprintf("%.1f", float64(a)/float64(b)) }

// Same reports that two findings say the same of one place.
func (f Finding) Same(o Finding) bool {
	return f.Line == o.Line && f.Col == o.Col && f.Kind == o.Kind && (f.Text == o.Text || f.Kind == "initcheck")
}

// newTo are the findings that a list does not have.
func newTo(list, more []Finding) []Finding {
	return slices.DeleteFunc(more, func(f Finding) bool { return slices.ContainsFunc(list, f.Same) })
}

// found notes a finding of the block that runs.
func (r *Core) found(kind string, at *Site, format string, args ...any) {
	f := finding(kind, r.Grid.Line(at), format, args...)
	f.Col = at.Pos.Col + 1
	r.findings = append(r.findings, newTo(r.findings, []Finding{f})...)
}

// UnwrittenRead tells of a read of what nobody has written, once for each place, or ends the launch.
func (w *Warp) UnwrittenRead(p *Place, at *Site, lane int, format string, args ...any) {
	r := w.Core
	if !r.Launch.Lenient {
		w.FailAt(p.when("read"), "initcheck", at, lane, format, args...)
	}
	if r.told[at] {
		return
	}
	if r.told == nil {
		r.told = map[*Site]bool{}
	}
	r.told[at] = true
	r.foundFault(r.Grid.Fault("initcheck", at, r.block, r.Grid.ThreadOf(w.index*Lanes+lane), format, args...))
}

// foundFault notes what might have ended the launch as a finding.
func (r *Core) foundFault(f *Fault) {
	n := f.Finding()
	if r.Host != nil {
		r.Host.Note(n)
		return
	}
	r.findings = append(r.findings, newTo(r.findings, []Finding{n})...)
}

// maxPictures bounds the pictures of a launch.
const maxPictures = 16

// draw keeps the picture of a request for global memory, or of one that the banks of shared memory have conflicts over.
func (r *Core) draw(w *Warp, x *Vec, m uint32, n int, at *Site, store bool) {
	if r.number != 0 {
		return
	}
	p := r.picture(r.Grid.Line(at), store, memory.SpaceOf(x[First(m)]) == memory.Shared)
	if p == nil || p.warps>>w.index&1 != 0 {
		return
	}
	p.warps |= 1 << w.index
	p.Size = n
	if space := memory.SpaceOf(x[First(m)]); space < len(r.Spaces) {
		p.Buffer = r.Spaces[space].Name
	}
	for i := range x {
		if m>>i&1 != 0 {
			p.Offsets[w.index*Lanes+i] = memory.OffsetOf(x[i])
		}
	}
}

// picture is that of a line; nil where there are many already.
func (r *Core) picture(line int, store, shared bool) *Picture {
	list := r.Profile.Pictures
	for i := range list {
		if list[i].Line == line && list[i].Store == store && list[i].Shared == shared {
			return &list[i]
		}
	}
	if len(list) == maxPictures {
		return nil
	}
	b := r.Launch.Block
	p := Picture{Line: line, Store: store, Shared: shared, Offsets: make([]int64, b[0]*b[1]*b[2])}
	for i := range p.Offsets {
		p.Offsets[i] = -1
	}
	r.Profile.Pictures = append(list, p)
	return &r.Profile.Pictures[len(list)]
}

// profile puts together what the cores counted.
func (g *Grid) profile(runs []*Core) *Profile {
	p := &Profile{}
	traffic := make([]Traffic, 2*len(g.Kernel.Sites))
	for _, r := range runs {
		if r == nil {
			continue
		}
		q := &r.Profile
		p.Instructions += q.Instructions
		p.Branches, p.Divergent = p.Branches+q.Branches, p.Divergent+q.Divergent
		p.Barriers, p.Flops = p.Barriers+q.Barriers, p.Flops+q.Flops
		p.Atomics, p.AtomicConflicts = p.Atomics+q.Atomics, p.AtomicConflicts+q.AtomicConflicts
		p.Pictures = append(p.Pictures, q.Pictures...)
		for i := range traffic {
			traffic[i].add(&r.traffic[i])
		}
	}
	p.byLine(g, traffic)
	k, l := g.Kernel, g.Launch
	p.Kernel, p.Grid, p.Block, p.Registers = k.Name, l.Grid, l.Block, k.Registers
	threads := int64(l.Block[0]) * int64(l.Block[1]) * int64(l.Block[2])
	p.Blocks, p.Reach = g.Blocks, g.reach
	p.Threads, p.Warps = p.Blocks*threads, p.Blocks*((threads+Lanes-1)/Lanes)
	p.SharedBytes = k.SharedBytes + l.DynamicShared
	p.Findings = slices.Clone(g.findings)
	if g.Err == nil { // what a launch costs that failed depends on how far the others were
		p.Findings = append(p.Findings, p.advice()...)
	}
	slices.SortStableFunc(p.Findings, func(a, b Finding) int { return cmp.Or(a.Line-b.Line, a.Col-b.Col) })
	return p
}

// byLine sums the traffic by line of the cell, and all of it.
func (p *Profile) byLine(g *Grid, traffic []Traffic) {
	for i := range traffic {
		t := &traffic[i]
		if t.Requests+t.SharedRequests == 0 {
			continue
		}
		s := g.Kernel.Sites[i/2]
		kind, store := LineTraffic{Line: g.Line(s), Store: i%2 == 1, Atomic: s.atomic}, i%2 == 1
		at := slices.IndexFunc(p.Lines, func(o LineTraffic) bool { o.Traffic = Traffic{}; return o == kind })
		if at < 0 {
			at = len(p.Lines)
			p.Lines = append(p.Lines, kind)
		}
		p.Lines[at].add(t)
		if store {
			p.GlobalStores, p.StoreSectors, p.BytesStored = p.GlobalStores+t.Requests, p.StoreSectors+t.sectors, p.BytesStored+t.bytes
		} else {
			p.GlobalLoads, p.LoadSectors, p.BytesLoaded = p.GlobalLoads+t.Requests, p.LoadSectors+t.sectors, p.BytesLoaded+t.bytes
		}
		p.SharedRequests += t.SharedRequests
		p.BankConflicts += t.BankConflicts
	}
	slices.SortStableFunc(p.Lines, func(a, b LineTraffic) int { return a.Line - b.Line })
}

// advice finds lines whose accesses cost more than they must.
func (p *Profile) advice() (list []Finding) {
	for _, t := range p.Lines {
		if t.Atomic {
			continue
		}
		doing := "loads"
		if t.Store {
			doing = "stores"
		}
		least := (t.bytes + 31) / 32
		if t.Requests >= 8 && t.sectors > 4*least && t.sectors > 8*t.Requests {
			list = append(list, finding("coalescing", t.Line, uncoalesced, doing, tenths(t.sectors, t.Requests), tenths(least, t.Requests)))
		}
		if t.SharedRequests >= 8 && t.BankConflicts >= t.SharedRequests {
			list = append(list, finding("bank conflicts", t.Line, conflicting, tenths(t.SharedRequests+t.BankConflicts, t.SharedRequests)))
		}
	}
	return list
}
