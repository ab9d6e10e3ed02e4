// Package report has what a launch tells of itself: the counters of a profiler, findings, and the fault that ended it.
package report

import (
	"fmt"
	"slices"
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

// Found is a finding that speaks of a line.
func Found(kind string, line int, format string, args ...any) Finding {
	return Finding{spoken: saying(format, args), Kind: kind, Line: line, Text: fmt.Sprintf(format, args...)}
}

// Same reports that two findings say the same of one place.
func (f Finding) Same(o Finding) bool {
	return f.Line == o.Line && f.Col == o.Col && f.Kind == o.Kind && (f.Text == o.Text || f.Kind == "initcheck")
}

// NewTo are the findings that a list does not have.
func NewTo(list, more []Finding) []Finding {
	return slices.DeleteFunc(more, func(f Finding) bool { return slices.ContainsFunc(list, f.Same) })
}

// maxPictures bounds the pictures of a launch.
const maxPictures = 16

// Picture is that of a line, for so many threads; nil where there are many already.
func (p *Profile) Picture(line int, store, shared bool, threads int) *Picture {
	for i := range p.Pictures {
		if q := &p.Pictures[i]; q.Line == line && q.Store == store && q.Shared == shared {
			return q
		}
	}
	if len(p.Pictures) == maxPictures {
		return nil
	}
	q := Picture{Line: line, Store: store, Shared: shared, Offsets: make([]int64, threads)}
	for i := range q.Offsets {
		q.Offsets[i] = -1
	}
	p.Pictures = append(p.Pictures, q)
	return &p.Pictures[len(p.Pictures)-1]
}

// Begin reports that a warp has not been drawn, and notes that it is.
func (p *Picture) Begin(warp int) bool {
	if p.warps>>warp&1 != 0 {
		return false
	}
	p.warps |= 1 << warp
	return true
}

// Count adds the traffic of loads, stores or atomics of a line, and to the sums.
func (p *Profile) Count(line int, store, atomic bool, t *Traffic) {
	kind := LineTraffic{Line: line, Store: store, Atomic: atomic}
	at := slices.IndexFunc(p.Lines, func(o LineTraffic) bool { o.Traffic = Traffic{}; return o == kind })
	if at < 0 {
		at = len(p.Lines)
		p.Lines = append(p.Lines, kind)
	}
	p.Lines[at].Add(t)
	if store {
		p.GlobalStores, p.StoreSectors, p.BytesStored = p.GlobalStores+t.Requests, p.StoreSectors+t.Sectors, p.BytesStored+t.Bytes
	} else {
		p.GlobalLoads, p.LoadSectors, p.BytesLoaded = p.GlobalLoads+t.Requests, p.LoadSectors+t.Sectors, p.BytesLoaded+t.Bytes
	}
	p.SharedRequests += t.SharedRequests
	p.BankConflicts += t.BankConflicts
}

// tenths is a quotient with one digit behind the point.
func tenths(a, b int64) string { return fmt.Sprintf("%.1f", float64(a)/float64(b)) }

// Advice finds lines whose accesses cost more than they must.
func (p *Profile) Advice() (list []Finding) {
	for _, t := range p.Lines {
		if t.Atomic {
			continue
		}
		doing := "loads"
		if t.Store {
			doing = "stores"
		}
		least := (t.Bytes + 31) / 32
		if t.Requests >= 8 && t.Sectors > 4*least && t.Sectors > 8*t.Requests {
			list = append(list, Found("coalescing", t.Line, uncoalesced, doing, tenths(t.Sectors, t.Requests), tenths(least, t.Requests)))
		}
		if t.SharedRequests >= 8 && t.BankConflicts >= t.SharedRequests {
			list = append(list, Found("bank conflicts", t.Line, conflicting, tenths(t.SharedRequests+t.BankConflicts, t.SharedRequests)))
		}
	}
	return list
}
