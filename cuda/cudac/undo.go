// This file takes a launch back. Blocks on several cores see of a racing kernel's writes
// what happens to be there, so what they do, and what is found wrong first, depends on who
// was faster. Such a launch, when it fails, is done again by one core from the memory that
// it began with, and what is told is what happens then. So is one in which two blocks seem to
// have written the same: what a sweep wrote is read when it is over, and may be another core's.

package cudac

import (
	"cmp"
	"runtime"
	"sync"
	"sync/atomic"

	"gputour/cuda/cudac/memory"
)

// Memory is kept a page at a time, when a block first writes there.
const (
	keptPage = 1 << 12
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
	data  *[keptPage]byte
	valid []byte
}

// oldPages are pages to be used again: fresh memory costs several times the copy.
var oldPages = sync.Pool{New: func() any { return new([keptPage]byte) }}

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
func (g *grid) keepAll(written func(space int) bool) {
	budget := new(atomic.Int64)
	budget.Store(cmp.Or(g.launch.keeps, maxKept))
	for i := memory.Global; i < len(g.spaces); i++ {
		if s := &g.spaces[i]; written(i) && s.size > 0 {
			s.kept = &kept{make([]oldPage, (s.size-1)/keptPage+1), budget}
		}
	}
}

// keep saves what n bytes of a space hold, from off on, before a block changes them.
func (s *space) keep(off, n int64) {
	if s.kept == nil {
		return
	}
	for i := max(off, 0) / keptPage; i*keptPage < min(off+n, s.size); i++ {
		p := &s.kept.pages[i]
		for p.state.Load() != isKept {
			if p.state.CompareAndSwap(isAsItWas, isBeingKept) {
				s.save(p, i*keptPage)
			} else {
				runtime.Gosched()
			}
		}
	}
}

// save copies the page that begins at byte from.
func (s *space) save(p *oldPage, from int64) {
	to := min(from+keptPage, s.size)
	if s.kept.budget.Add(from-to) < 0 {
		p.state.Store(isAsItWas)
		panic(stopped{again{}})
	}
	p.data = oldPages.Get().(*[keptPage]byte)
	copy(p.data[:], s.Data[from:to])
	if s.Valid != nil {
		p.valid = append([]byte(nil), s.Valid[from:to]...)
	}
	p.state.Store(isKept)
}

// forget lets go of what was kept; restore makes the memory what it was.
func (g *grid) forget(restore bool) {
	for i := range g.spaces {
		s := &g.spaces[i]
		if s.kept == nil {
			continue
		}
		for j := range s.kept.pages {
			p := &s.kept.pages[j]
			if p.state.Load() != isKept {
				continue
			}
			if restore {
				copy(s.Data[j*keptPage:], p.data[:])
				copy(s.Valid[min(j*keptPage, len(s.Valid)):], p.valid)
			}
			oldPages.Put(p.data)
		}
	}
}

// alone makes what a core is about to do, which cannot be taken back, be done only where
// nothing has to be.
func (r *run) alone() {
	if r.grid.open && r.grid.cores > 1 {
		panic(stopped{again{}})
	}
}
