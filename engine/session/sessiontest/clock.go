package sessiontest

import (
	"sort"
	"sync"
	"time"
)

// Clock stands still until Advance moves it.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	timers []*timer
}

type timer struct {
	at time.Time
	f  func()
}

// NewClock returns a clock at an arbitrary fixed time.
func NewClock() *Clock { return &Clock{now: time.UnixMilli(1_700_000_000_000)} }

// Now implements session.Clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc implements session.Clock.
func (c *Clock) AfterFunc(d time.Duration, f func()) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &timer{c.now.Add(d), f}
	c.timers = append(c.timers, t)
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		t.f = func() {}
	}
}

// Waiting is how many timers have not run out.
func (c *Clock) Waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.timers)
}

// Advance moves the clock and calls what is due, in order, on this goroutine.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	sort.SliceStable(c.timers, func(i, j int) bool { return c.timers[i].at.Before(c.timers[j].at) })
	n := 0
	for n < len(c.timers) && !c.timers[n].at.After(c.now) {
		n++
	}
	due := c.timers[:n:n]
	c.timers = append([]*timer(nil), c.timers[n:]...)
	c.mu.Unlock()
	for _, t := range due {
		t.f()
	}
}
