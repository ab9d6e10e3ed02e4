package meeting

import (
	"sync"

	"gputour/server/class"
)

// waitMost bounds what waits for a lead that acknowledges it; when there is more, the oldest goes, and sessions are asked anew how
// their runs ended.
const waitMost = 20_000

// line has the reports of this server that no lead has acknowledged, in order.
type line struct {
	mu      sync.Mutex
	waiting []report
	next    uint64 // number of the next report
	sent    uint64 // number of the last one that the present lead was given
	doubt   uint64 // number up to which an earlier lead may have been given them
	facts   facts  // of what was acknowledged
	lost    bool   // more waited than may
	wake    chan struct{}
	empty   []chan struct{} // closed when nothing waits
}

func newLine() *line { return &line{next: 1, facts: facts{}, wake: make(chan struct{}, 1)} }

// put adds a report.
func (l *line) put(op class.Op) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, report{N: l.next, op: op})
	l.next++
	if len(l.waiting) > waitMost {
		l.facts.add(l.waiting[0].op)
		l.waiting, l.lost = l.waiting[1:], true
	}
	l.stir()
}

func (l *line) stir() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// begin returns what a new lead is told first, and whether something was lost; all that waits comes after it.
func (l *line) begin() (first []report, lost bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.doubt = max(l.doubt, l.sent)
	l.sent = 0
	for _, op := range l.facts {
		first = append(first, report{op: op})
	}
	lost, l.lost = l.lost, false
	l.stir()
	return first, lost
}

// take returns what the present lead was not given yet. What an earlier one may have been given is told again.
func (l *line) take() (all []report) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range l.waiting {
		if r.N <= l.sent {
			continue
		}
		if e, ok := r.op.(class.Ended); ok && r.N <= l.doubt {
			e.Again = true
			r.op = e
		}
		all = append(all, r)
	}
	if len(all) > 0 {
		l.sent = all[len(all)-1].N
	}
	return all
}

// acknowledged says that the reports up to a number cannot be lost any more.
func (l *line) acknowledged(n uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.waiting) > 0 && l.waiting[0].N <= n && l.waiting[0].N <= l.sent {
		l.facts.add(l.waiting[0].op)
		l.waiting[0] = report{}
		l.waiting = l.waiting[1:]
	}
	if len(l.waiting) == 0 {
		for _, c := range l.empty {
			close(c)
		}
		l.waiting, l.empty = nil, nil
	}
}

// settled returns a channel that is closed when nothing waits.
func (l *line) settled() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := make(chan struct{})
	if len(l.waiting) == 0 {
		close(c)
	} else {
		l.empty = append(l.empty, c)
	}
	return c
}
