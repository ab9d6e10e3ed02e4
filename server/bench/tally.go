package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// What a student waits for, in the order of the table.
const (
	trivial  = "1 + 1"
	cell     = "a lesson's cell"
	complete = "completion while a cell runs"
	resume   = "back after a cut, nothing lost"
	halt     = "an endless loop stopped"
)

var rows = []string{seated, pressed, trivial, cell, complete, resume, halt, joining, ranSeen, handSeen, handKept, voteKept, pushSeen, led, ownSeen, lookSeen}

// tally gathers what all students saw.
type tally struct {
	mu    sync.Mutex
	waits map[string][]time.Duration
	wrong []string
	cut   int // faults that are counted and not kept
}

func newTally() *tally { return &tally{waits: map[string][]time.Duration{}} }

func (t *tally) waited(row string, d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waits[row] = append(t.waits[row], d)
}

// maxWrong bounds the faults that are printed: the first ones tell.
const maxWrong = 20

func (t *tally) fault(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.wrong) == maxWrong {
		t.cut++
		return
	}
	t.wrong = append(t.wrong, fmt.Sprintf(format, args...))
}

func (t *tally) faults() int { return len(t.wrong) + t.cut }

// percentile is how long a share of those who waited least did so.
func (t *tally) percentile(row string, share float64) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := slices.Sorted(slices.Values(t.waits[row]))
	if len(w) == 0 {
		return 0
	}
	return w[int(share*float64(len(w)-1))]
}

// String is the table, the lessons' cells that cost the class most time, and the faults.
func (t *tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-46s %8s %10s %10s %10s %10s\n", "waiting for", "times", "p50", "p95", "p99", "longest")
	for _, row := range append(slices.Clone(rows), t.heaviest(8)...) {
		w := t.waits[row]
		if len(w) == 0 {
			continue
		}
		slices.Sort(w)
		at := func(share float64) time.Duration { return round(w[int(share*float64(len(w)-1))]) }
		fmt.Fprintf(&b, "%-46s %8d %10v %10v %10v %10v\n", row, len(w), at(.5), at(.95), at(.99), at(1))
	}
	for _, w := range t.wrong {
		fmt.Fprintln(&b, "fault:", w)
	}
	if t.cut > 0 {
		fmt.Fprintf(&b, "and %d more faults\n", t.cut)
	}
	return b.String()
}

// heaviest are the n cells that were waited for longest in sum.
func (t *tally) heaviest(n int) []string {
	sum := map[string]time.Duration{}
	for row, waits := range t.waits {
		if slices.Contains(rows, row) {
			continue
		}
		for _, w := range waits {
			sum[row] += w
		}
	}
	all := slices.SortedFunc(maps.Keys(sum), func(a, b string) int { return cmp.Compare(sum[b], sum[a]) })
	return all[:min(n, len(all))]
}

func round(d time.Duration) time.Duration {
	if d < 10*time.Millisecond {
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(time.Millisecond)
}
