package auth

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Throttle bounds how often somebody may try to guess. Its methods may be called from any goroutine.
type Throttle struct {
	now     func() time.Time
	each    rate.Limit
	burst   int
	all     *rate.Limiter
	mu      sync.Mutex
	tries   map[string]*rate.Limiter
	largest int
}

// Bounds of a class's door.
const (
	triesEach   = 10 // a minute, of one address
	triesAll    = 60 // a minute, of all addresses
	addressMost = 10_000
)

// NewThrottle returns the throttle of a class's door; now is the clock.
func NewThrottle(now func() time.Time) *Throttle {
	perMinute := func(n int) rate.Limit { return rate.Every(time.Minute / time.Duration(n)) }
	return &Throttle{
		now: now, each: perMinute(triesEach), burst: triesEach, all: rate.NewLimiter(perMinute(triesAll), triesAll),
		tries: map[string]*rate.Limiter{}, largest: addressMost,
	}
}

// Verdict of a Throttle.
type Verdict int

// The verdicts.
const (
	Free  Verdict = iota
	Slow          // this address has tried too often
	Siege         // all addresses together have: nobody gets in by guessing, only by approval
)

// Failed counts a wrong guess from an address, and Try tells whether another may be made. What is right costs nothing, so
// that a class behind one address gets in.
func (t *Throttle) Failed(address string) {
	now := t.now()
	t.of(address, now).AllowN(now, 1)
	t.all.AllowN(now, 1)
}

// Try tells whether an address may guess.
func (t *Throttle) Try(address string) Verdict {
	now := t.now()
	switch {
	case t.of(address, now).TokensAt(now) < 1:
		return Slow
	case t.all.TokensAt(now) < 1:
		return Siege
	}
	return Free
}

func (t *Throttle) of(address string, now time.Time) *rate.Limiter {
	key := Block(address)
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.tries[key]
	if l == nil {
		if len(t.tries) >= t.largest {
			t.forget(now)
		}
		l = rate.NewLimiter(t.each, t.burst)
		t.tries[key] = l
	}
	return l
}

// forget drops the addresses that have all their tries back or, when there are none, all. t.mu is held.
func (t *Throttle) forget(now time.Time) {
	for key, l := range t.tries {
		if l.TokensAt(now) >= float64(t.burst) {
			delete(t.tries, key)
		}
	}
	if len(t.tries) >= t.largest {
		clear(t.tries)
	}
}

// Block is the network block that one person is taken to have: an IPv4 address, or the /64 of an IPv6 one. What is no
// address stands for itself. address may have a port.
func Block(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		port, err := netip.ParseAddrPort(address)
		if err != nil {
			return address
		}
		ip = port.Addr()
	}
	if ip = ip.Unmap().WithZone(""); ip.Is6() {
		block, _ := ip.Prefix(64)
		return block.String()
	}
	return ip.String()
}
