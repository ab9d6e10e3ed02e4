// This file defines For, the package's parallel loop, and its pool of workers.

package vec

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// pool is a fixed set of helper goroutines, one fewer than the processor count at
// first use. They sleep on an unbuffered channel; a loop recruits only helpers that
// are idle at that moment, so loops never queue behind each other, nested loops run
// on their caller, and concurrent users of the process share the cores fairly.
type pool struct {
	once sync.Once
	size int
	work chan *loop
}

var workers pool

func (p *pool) start() {
	p.once.Do(func() {
		p.size = runtime.GOMAXPROCS(0) - 1
		p.work = make(chan *loop)
		for range p.size {
			go func() {
				for l := range p.work {
					l.run()
					l.done.Done()
				}
			}()
		}
	})
}

// loop is one For call: chunks are claimed by an atomic counter, so a slow worker
// delays the end by at most one chunk.
type loop struct {
	n, chunk int
	next     atomic.Int64
	body     func(lo, hi int)
	done     sync.WaitGroup
	failed   atomic.Pointer[any]
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
	workers.start()
	pieces := min(n/grain, 4*(workers.size+1))
	if workers.size == 0 || pieces < 2 {
		body(0, n)
		return
	}
	l := &loop{n: n, chunk: (n + pieces - 1) / pieces, body: body}
	l.recruit(min(workers.size, pieces-1))
	l.run()
	l.done.Wait()
	if r := l.failed.Load(); r != nil {
		panic(*r)
	}
}

// recruit hands the loop to at most want idle helpers, without waiting for any.
func (l *loop) recruit(want int) {
	for range want {
		l.done.Add(1)
		select {
		case workers.work <- l:
		default:
			l.done.Done()
			return
		}
	}
}
