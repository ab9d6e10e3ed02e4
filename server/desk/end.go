package desk

import (
	"errors"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
)

// This file says how a visit ends: with a code and a reason, as a websocket is closed.

// Codes of RFC 6455.
const (
	closeViolation = 1008
	closeInternal  = 1011
	closeRestart   = 1012
)

// Violation is the error of a page that does not keep to the protocol; it says how.
type Violation string

func (v Violation) Error() string { return string(v) }

// errDevices is the error of a session that cannot be opened, which is the server's matter.
var errDevices = errors.New("the devices of this lesson cannot be opened")

// waits are when it is worth while to ask for a place again.
var waits = map[session.Bound]time.Duration{
	session.OfPlaces: 20 * time.Second, session.OfMemory: 30 * time.Second, session.OfVisitor: time.Minute,
	session.OfMachines: 2 * time.Second, // who asks waits for a machine that comes, for some seconds each time
}

// Ending is the code and the reason with which a visit ends because of an error; 0 when the error is none of a visit's.
func Ending(err error) (code int, reason string) {
	var full *session.Full
	var violation Violation
	var undecoded *wire.Error
	switch {
	case errors.As(err, &violation):
		return closeViolation, err.Error()
	case errors.As(err, &undecoded):
		return undecoded.CloseCode(), undecoded.Detail
	case errors.Is(err, errDevices):
		return closeInternal, err.Error()
	case errors.Is(err, session.ErrToken):
		return wire.CloseAuth, err.Error()
	case errors.As(err, &full):
		return wire.CloseCapacity, wire.Capacity{Of: string(full.Of), Wait: waits[full.Of], Most: full.Most}.Reason()
	case errors.Is(err, session.ErrMoved):
		return closeRestart, err.Error()
	case errors.Is(err, session.ErrClosed), errors.Is(err, session.ErrShut):
		return closeRestart, "the session has ended"
	}
	return 0, ""
}
