package worker

import "sync"

// This file bounds the events of a session that are between the worker's cell and the
// session's log, so that no cell fills the hub's memory: a cell that prints faster than the
// hub takes waits.

const (
	windowBytes = 1 << 20
	perEvent    = 128 // what an event takes of the window beside its bytes
)

// cost is what a frame takes of the window. No frame takes more than half of it, so that
// the largest passes, too: less than a quarter is taken from the queue and not yet given back.
func cost(frame int) int { return min(frame+perEvent, windowBytes/2) }

// window is the worker's side: the room it has.
type window struct {
	mu   sync.Mutex
	more sync.Cond
	used int
}

func newWindow() *window {
	w := new(window)
	w.more.L = &w.mu
	return w
}

// take waits until there is room for n bytes.
func (w *window) take(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.used+n > windowBytes {
		w.more.Wait()
	}
	w.used += n
}

// give returns room; more than was taken counts as all of it.
func (w *window) give(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.used = max(0, w.used-max(0, n))
	w.more.Broadcast()
}

// queue is the hub's side: the events that wait for the session.
type queue struct {
	mu      sync.Mutex
	waiting []queued
	ready   chan struct{} // something waits or the queue is shut; capacity 1
	used    int           // room that has not been given back
	owed    int           // taken from the queue, not yet given back
	shut    bool
	idle    bool // next waits
}

type queued struct {
	frame frame
	cost  int
}

func newQueue() *queue { return &queue{ready: make(chan struct{}, 1)} }

// put adds a frame, or takes its room alone when that is nil; false is a worker that has
// taken more room than it was given.
func (q *queue) put(f frame, cost int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.used+cost > windowBytes {
		return false
	}
	q.used += cost
	if f == nil {
		return true
	}
	q.waiting = append(q.waiting, queued{f, cost})
	q.wake()
	return true
}

// close lets next end when the queue is empty.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.shut = true
	q.wake()
}

func (q *queue) wake() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// next waits for a frame; ok is false when no more will come. The room of the frames
// before is given back now and then: credit is how much of it now.
func (q *queue) next() (f frame, credit int, ok bool) {
	for {
		q.mu.Lock()
		if len(q.waiting) > 0 {
			head := q.waiting[0]
			q.waiting = q.waiting[1:]
			q.owed += head.cost
			if q.owed >= windowBytes/4 {
				credit, q.owed = q.owed, 0
				q.used -= credit
			}
			q.mu.Unlock()
			return head.frame, credit, true
		}
		shut := q.shut
		if shut {
			q.wake() // for whoever asks again
		}
		q.idle = !shut
		q.mu.Unlock()
		if shut {
			return nil, 0, false
		}
		<-q.ready
		q.mu.Lock()
		q.idle = false
		q.mu.Unlock()
	}
}

// still reports whether nothing waits, and next waits for something.
func (q *queue) still() (empty, idle bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting) == 0, q.idle
}
