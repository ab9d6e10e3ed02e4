// This file takes a launch back. Blocks on several cores see of a racing kernel's writes
// what happens to be there, so what they do, and what is found wrong first, depends on who
// was faster. Such a launch, when it fails, is done again by one core from the memory that
// it began with, and what is told is what happens then. So is one in which two blocks seem to
// have written the same: what a sweep wrote is read when it is over, and may be another core's.

package simt

import (
	"cmp"
	"runtime"
	"sync"
	"sync/atomic"

	"gputour/cuda/cudac/memory"
)

// Memory is kept a page at a time, when a block first writes there.
const (
	KeptPage = 1 << 12
	maxKept  = 256 << 20 // bytes that a launch keeps; one that writes more has one core
)

// kept is what a space held when the launch began.
type kept struct {
	pages  []oldPage
	budget *atomic.Int64 // bytes that the launch may still keep
}

// oldPage is what a page held.
type oldPage struct {
	state atomic.Uint32
	data  *[KeptPage]byte
	valid []byte
}

// oldPages are pages to be used again: fresh memory costs several times the copy.
var oldPages = sync.Pool{New: func() any { return new([KeptPage]byte) }}

// States of a page.
const (
	isAsItWas = iota
	isBeingKept
	isKept
)

// again ends a launch that one core must do from the beginning.
type again struct{}

func (again) Error() string { return "one core must do this launch" }

// keepAll makes the spaces that blocks write to keep what they hold.
func (g *Grid) keepAll(written func(space int) bool) {
	budget := new(atomic.Int64)
	budget.Store(cmp.Or(g.Launch.Keeps, maxKept))
	for i := memory.Global; i < len(g.Spaces); i++ {
		if s := &g.Spaces[i]; written(i) && s.Size > 0 {
			s.kept = &kept{make([]oldPage, (s.Size-1)/KeptPage+1), budget}
		}
	}
}

// keep saves what n bytes of a space hold, from off on, before a block changes them.
func (s *Space) keep(off, n int64) {
	if s.kept == nil {
		return
	}
	for i := max(off, 0) / KeptPage; i*KeptPage < min(off+n, s.Size); i++ {
		p := &s.kept.pages[i]
		for p.state.Load() != isKept {
			if p.state.CompareAndSwap(isAsItWas, isBeingKept) {
				s.save(p, i*KeptPage)
			} else {
				runtime.Gosched()
			}
		}
	}
}

// save copies the page that begins at byte from.
func (s *Space) save(p *oldPage, from int64) {
	to := min(from+KeptPage, s.Size)
	if s.kept.budget.Add(from-to) < 0 {
		p.state.Store(isAsItWas)
		panic(Stopped{again{}})
	}
	p.data = oldPages.Get().(*[KeptPage]byte)
	copy(p.data[:], s.Data[from:to])
	if s.Valid != nil {
		p.valid = append([]byte(nil), s.Valid[from:to]...)
	}
	p.state.Store(isKept)
}

// forget lets go of what was kept; restore makes the memory what it was.
func (g *Grid) forget(restore bool) {
	for i := range g.Spaces {
		s := &g.Spaces[i]
		if s.kept == nil {
			continue
		}
		for j := range s.kept.pages {
			p := &s.kept.pages[j]
			if p.state.Load() != isKept {
				continue
			}
			if restore {
				copy(s.Data[j*KeptPage:], p.data[:])
				copy(s.Valid[min(j*KeptPage, len(s.Valid)):], p.valid)
			}
			oldPages.Put(p.data)
		}
	}
}

// alone makes what a core is about to do, which cannot be taken back, be done only where
// nothing has to be.
func (r *Core) alone() {
	if r.Grid.open && r.Grid.cores > 1 {
		panic(Stopped{again{}})
	}
}
