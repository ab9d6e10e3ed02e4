// This file puts together what a launch tells of itself.

package simt

import (
	"cmp"
	"slices"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
)

// found notes a finding of the block that runs.
func (r *Core) found(kind string, at *Site, format string, args ...any) {
	f := report.Found(kind, r.Grid.Line(at), format, args...)
	f.Col = at.Pos.Col + 1
	r.findings = append(r.findings, report.NewTo(r.findings, []report.Finding{f})...)
}

// UnwrittenRead tells of a read of what nobody has written, once for each place, or ends the launch.
func (w *Warp) UnwrittenRead(p *report.Place, at *Site, lane int, format string, args ...any) {
	r := w.Core
	if !r.Launch.Lenient {
		w.FailAt(p.When("read"), "initcheck", at, lane, format, args...)
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
func (r *Core) foundFault(f *report.Fault) {
	n := f.Finding()
	if r.Host != nil {
		r.Host.Note(n)
		return
	}
	r.findings = append(r.findings, report.NewTo(r.findings, []report.Finding{n})...)
}

// draw keeps the picture of a request for global memory, or of one that the banks of shared memory have conflicts over.
func (r *Core) draw(w *Warp, x *Vec, m uint32, n int, at *Site, store bool) {
	if r.number != 0 {
		return
	}
	b := r.Launch.Block
	p := r.Profile.Picture(r.Grid.Line(at), store, memory.SpaceOf(x[First(m)]) == memory.Shared, b[0]*b[1]*b[2])
	if p == nil || !p.Begin(w.index) {
		return
	}
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

// profile puts together what the cores counted.
func (g *Grid) profile(runs []*Core) *report.Profile {
	p := &report.Profile{}
	traffic := make([]report.Traffic, 2*len(g.Kernel.Sites))
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
			traffic[i].Add(&r.traffic[i])
		}
	}
	g.byLine(p, traffic)
	k, l := g.Kernel, g.Launch
	p.Kernel, p.Grid, p.Block, p.Registers = k.Name, l.Grid, l.Block, k.Registers
	threads := int64(l.Block[0]) * int64(l.Block[1]) * int64(l.Block[2])
	p.Blocks, p.Reach = g.Blocks, g.reach
	p.Threads, p.Warps = p.Blocks*threads, p.Blocks*((threads+Lanes-1)/Lanes)
	p.SharedBytes = k.SharedBytes + l.DynamicShared
	p.Findings = slices.Clone(g.findings)
	if g.Err == nil { // what a launch costs that failed depends on how far the others were
		p.Findings = append(p.Findings, p.Advice()...)
	}
	slices.SortStableFunc(p.Findings, func(a, b report.Finding) int { return cmp.Or(a.Line-b.Line, a.Col-b.Col) })
	return p
}

// byLine sums the traffic by line of the cell, and all of it.
func (g *Grid) byLine(p *report.Profile, traffic []report.Traffic) {
	for i := range traffic {
		if t := &traffic[i]; t.Requests+t.SharedRequests > 0 {
			s := g.Kernel.Sites[i/2]
			p.Count(g.Line(s), i%2 == 1, s.atomic, t)
		}
	}
	slices.SortStableFunc(p.Lines, func(a, b report.LineTraffic) int { return a.Line - b.Line })
}
