package session

import "gputour/engine/wire"

// This file defines the numbered events of a session.

// eventLog holds the events first … first+len(events)-1. Its slice only grows at
// the end or is replaced, so a copy of the struct is an immutable view.
type eventLog struct {
	first  uint64 // number of events[0]; 1 in a new log
	events []wire.Message
	bytes  int
}

// last is the number of the newest event, 0 before the first.
func (l *eventLog) last() uint64 { return l.base() + uint64(len(l.events)) }

// base is the number of events that are no longer here.
func (l *eventLog) base() uint64 {
	if l.first == 0 {
		return 0
	}
	return l.first - 1
}

// add numbers m and keeps it, and drops the oldest events when the log is full.
func (l *eventLog) add(m wire.Message) {
	if l.first == 0 {
		l.first = 1
	}
	m.Seq = l.last() + 1
	l.events = append(l.events, m)
	if l.bytes += size(m); l.bytes > LogBytes {
		l.trim()
	}
}

func (l *eventLog) trim() {
	cut := 0
	for l.bytes > LogBytes/keepFraction && cut < len(l.events)-1 {
		l.bytes -= size(l.events[cut])
		cut++
	}
	l.first += uint64(cut)
	l.events = append([]wire.Message(nil), l.events[cut:]...)
}

// keepLast drops all events but the newest.
func (l *eventLog) keepLast() {
	if n := len(l.events); n > 1 {
		l.first += uint64(n - 1)
		l.events = []wire.Message{l.events[n-1]}
		l.bytes = size(l.events[0])
	}
}

// since returns the events after seq, and false when some of them are gone.
func (l *eventLog) since(seq uint64) ([]wire.Message, bool) {
	if seq < l.base() || seq > l.last() {
		return nil, false
	}
	return l.events[seq-l.base():], true
}

// until returns the log as it was before the events after seq.
func (l *eventLog) until(seq uint64) eventLog {
	cut := *l
	if n := max(seq, l.base()) - l.base(); n < uint64(len(l.events)) {
		cut.events = l.events[:n:n]
	}
	return cut
}

// size is what an event counts for in the bounds.
func size(m wire.Message) int { return len(m.Body) + overhead }
