// This file defines For, the package's parallel loop, and its pool of helpers.

package vec

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// pool is a fixed set of helper goroutines, one fewer than the processor count at first
// use. A loop recruits only helpers that have nothing to do at that moment and never
// waits for one to begin, so loops do not queue behind each other, nested loops run on
// their caller, and concurrent users of the process share the cores.
type pool struct {
	once    sync.Once
	helpers []*helper
}

var workers pool

// helper has a job in its slot, or one of the two marks below. After a job it looks for
// the next one for a little while, yielding to other goroutines all the time, before it
// sleeps: waking a sleeper takes some 50 µs, longer than many loops.
type helper struct {
	slot atomic.Pointer[loop]
	wake chan struct{}
}

var idle, asleep loop

const (
	patience     = 60 * time.Microsecond
	pollsAtATime = 16 // clock readings are dearer than looks into the slot
)

func (p *pool) start() {
	p.once.Do(func() {
		p.helpers = make([]*helper, runtime.GOMAXPROCS(0)-1)
		for i := range p.helpers {
			h := &helper{wake: make(chan struct{}, 1)}
			h.slot.Store(&idle)
			p.helpers[i] = h
			go h.serve()
		}
	})
}

// cores is how many goroutines may work on one loop.
func (p *pool) cores() int {
	p.start()
	return len(p.helpers) + 1
}

func (h *helper) serve() {
	for {
		l := h.await()
		l.join()
		h.slot.Store(&idle)
	}
}

// await looks for a job and, when none comes, sleeps until there is one.
func (h *helper) await() *loop {
	start := time.Now()
	for time.Since(start) < patience {
		for range pollsAtATime {
			if l := h.slot.Load(); l != &idle {
				return l
			}
			runtime.Gosched()
		}
	}
	if h.slot.CompareAndSwap(&idle, &asleep) {
		<-h.wake
	}
	return h.slot.Load()
}

// recruit hands l to at most want helpers, wakeful ones first.
func (p *pool) recruit(l *loop, want int) {
	for _, h := range p.helpers {
		if want > 0 && h.slot.CompareAndSwap(&idle, l) {
			want--
		}
	}
	for _, h := range p.helpers {
		if want > 0 && h.slot.CompareAndSwap(&asleep, l) {
			h.wake <- struct{}{}
			want--
		}
	}
}

// loop is one For call. Ranges are claimed by an atomic counter, so a slow helper delays
// the end by at most one range, and one that comes too late finds nothing.
type loop struct {
	n, chunk int
	body     func(lo, hi int)
	next     atomic.Int64
	state    atomic.Int64 // helpers at work, plus closed once the caller has finished
	finished chan struct{}
	failed   atomic.Pointer[any]
}

const closed = 1 << 32

// join works on l unless it is over.
func (l *loop) join() {
	for {
		s := l.state.Load()
		if s&closed != 0 {
			return
		}
		if l.state.CompareAndSwap(s, s+1) {
			break
		}
	}
	l.run()
	if l.state.Add(-1) == closed {
		l.finished <- struct{}{}
	}
}

func (l *loop) run() {
	defer func() {
		if r := recover(); r != nil {
			l.failed.CompareAndSwap(nil, &r)
			l.next.Store(int64(l.n))
		}
	}()
	for {
		lo := int(l.next.Add(int64(l.chunk))) - l.chunk
		if lo >= l.n {
			return
		}
		l.body(lo, min(lo+l.chunk, l.n))
	}
}

// wait returns when no helper works on l any more.
func (l *loop) wait() {
	if l.state.Add(closed) == closed {
		return
	}
	for range 200 {
		if l.state.Load() == closed {
			break
		}
		runtime.Gosched()
	}
	<-l.finished
}

// For calls body on consecutive ranges that together cover [0, n), on several cores
// when n exceeds grain. A range holds at least grain indices, except the last. Body
// must be safe to call from several goroutines at once; which range runs where is
// not fixed, so results must not depend on it. A panic in body is raised again in
// the caller.
func For(n, grain int, body func(lo, hi int)) {
	grain = max(grain, 1)
	if n <= grain {
		if n > 0 {
			body(0, n)
		}
		return
	}
	forParallel(n, grain, body)
}

func forParallel(n, grain int, body func(lo, hi int)) {
	cores := workers.cores()
	pieces := min(n/grain, 4*cores)
	if cores == 1 || pieces < 2 {
		body(0, n)
		return
	}
	l := &loop{n: n, chunk: (n + pieces - 1) / pieces, body: body, finished: make(chan struct{}, 1)}
	workers.recruit(l, min(cores, pieces)-1)
	l.run()
	l.wait()
	if r := l.failed.Load(); r != nil {
		panic(*r)
	}
}
