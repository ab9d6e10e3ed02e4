package wire

import (
	"strconv"
	"strings"
	"time"
)

// This file defines the reason that goes with CloseCapacity.

// Capacity says what a socket found no room in, and when to try again.
type Capacity struct {
	// Of is "places" or "memory" of the server, "machines" with room for workers, the "visitor"'s own share of either,
	// or one visitor's "sockets" or "rate". The page has words for each.
	Of   string
	Wait time.Duration
	Most int // of what there may be so many; 0 is not told
}

const (
	capacityText  = "full: "
	capacityMost  = " of "
	capacityRetry = "; retry_after="
)

// Reason is c as the reason of a close.
func (c Capacity) Reason() string {
	most := ""
	if c.Most > 0 {
		most = capacityMost + strconv.Itoa(c.Most)
	}
	return capacityText + c.Of + most + capacityRetry + strconv.Itoa(int(c.Wait.Seconds()))
}

// ParseCapacity reads the reason of a close; ok is false for one of another form.
func ParseCapacity(reason string) (c Capacity, ok bool) {
	text, ok := strings.CutPrefix(reason, capacityText)
	of, wait, some := strings.Cut(text, capacityRetry)
	seconds, err := strconv.ParseUint(wait, 10, 16)
	of, number, bounded := strings.Cut(of, capacityMost)
	most, wrong := strconv.ParseUint(number, 10, 31)
	if !ok || !some || err != nil || of == "" || bounded && wrong != nil {
		return Capacity{}, false
	}
	return Capacity{of, time.Duration(seconds) * time.Second, int(most)}, true
}
