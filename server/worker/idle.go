package worker

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// This file gives memory back that a worker does not need while nothing runs in it. Many
// workers stand idle while their students read, and what Go's runtime keeps for later is
// memory that others could use.

const (
	idleWait  = time.Second
	idleSlack = 4 << 20 // bytes that are not worth a collection
)

// idle knows whether something runs.
type idle struct {
	mu    sync.Mutex
	busy  int
	timer *time.Timer
	kept  uint64 // bytes held when they were last given back
}

// enter says that something begins to run.
func (i *idle) enter() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy++
}

// leave says that something has ended, or that there is something to give back.
func (i *idle) leave() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy = max(0, i.busy-1)
	if i.busy > 0 {
		return
	}
	if i.timer == nil {
		i.timer = time.AfterFunc(idleWait, i.trim)
	} else {
		i.timer.Reset(idleWait)
	}
}

// trim gives back what has been held since the last time, if nothing runs.
func (i *idle) trim() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.busy > 0 || heap() < i.kept+idleSlack {
		return
	}
	debug.FreeOSMemory()
	i.kept = heap()
}

// heap is the memory that the heap holds, in bytes.
func heap() (n uint64) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/unused:bytes"},
	}
	metrics.Read(samples)
	for _, s := range samples {
		n += s.Value.Uint64()
	}
	return n
}
