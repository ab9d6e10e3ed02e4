package wire

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// This file defines the reason that goes with CloseCapacity.

// Capacity says what a socket found no room in, and when to try again.
type Capacity struct {
	// Of is "places" or "memory" of the server, the "visitor"'s own share of either,
	// or one visitor's "sockets" or "rate". The page has words for each.
	Of   string
	Wait time.Duration
}

const (
	capacityText  = "full: "
	capacityRetry = "; retry_after="
)

// Reason is c as the reason of a close.
func (c Capacity) Reason() string {
	return fmt.Sprint(capacityText, c.Of, capacityRetry, int(c.Wait.Seconds()))
}

// ParseCapacity reads the reason of a close; ok is false for one of another form.
func ParseCapacity(reason string) (c Capacity, ok bool) {
	text, ok := strings.CutPrefix(reason, capacityText)
	of, wait, some := strings.Cut(text, capacityRetry)
	seconds, err := strconv.ParseUint(wait, 10, 16)
	if !ok || !some || err != nil || of == "" {
		return Capacity{}, false
	}
	return Capacity{of, time.Duration(seconds) * time.Second}, true
}
