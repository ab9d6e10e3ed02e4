package class

import (
	"strconv"
	"strings"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
	"gputour/wasm/retry"
	"gputour/web/boot"
)

// This file defines the connection to the class: hello, resume, acknowledgements, and
// requests that are sent again until they are answered.

// LinkState is where the connection stands.
type LinkState string

const (
	Connecting LinkState = "connecting"
	Online     LinkState = "online"
	Waiting    LinkState = "waiting" // lost; the next try is at RetryAt
	Retrying   LinkState = "retrying"
	Refused    LinkState = "refused" // asking again will not help
)

// Link is the connection.
type Link struct {
	State   LinkState
	RetryAt int64
	Code    int // of the last close
	Unkept  bool

	pace     retry.Pace
	seq      uint64 // of the last numbered event applied
	log      int    // generation that seq counts in
	acked    uint64
	ackTimer bool
	dialling bool
	ticking  bool
	outbox   []wire.Message // requests that were not answered
}

const (
	ackEvents = 32
	ackAfter  = 500 // ms
)

// Live reports whether requests reach the server now.
func (l *Link) Live() bool { return l.State == Online }

func (s *State) start(op Start) {
	s.left = op.Left
	for _, id := range strings.Fields(op.Gone) {
		s.gone[id] = true
	}
	s.Link.State = Connecting
	s.dial()
	if s.Kind == boot.Board {
		s.do(After{clockTick, "clock"})
	}
}

func (s *State) dial() {
	s.Link.dialling = true
	s.touch(Bar)
	s.do(Dial{})
}

func (s *State) opened() {
	s.do(Send{wire.Request(wire.Hello, &wire.HelloBody{LastSeq: s.Link.seq, Log: s.Link.log, Lang: s.Lang})})
}

// final are the close codes after which a new try would end the same way.
var final = map[int]bool{wire.CloseAuth: true, wire.CloseRole: true, wire.CloseVersion: true}

func (s *State) closed(op Closed) {
	l := &s.Link
	l.dialling, l.Code, l.acked = false, op.Code, l.seq
	s.Presenter = nil
	s.touch(Bar | Cards | Rows | Aside)
	if l.State == Refused || final[op.Code] {
		l.State = Refused
		return
	}
	wait := l.pace.Next()
	if full, ok := wire.ParseCapacity(op.Reason); ok {
		wait += full.Wait.Milliseconds()
	}
	l.State, l.RetryAt = Waiting, s.Now+wait
	s.do(After{wait, "dial"})
	s.countdown()
}

// countdown keeps the seconds on the page moving.
func (s *State) countdown() {
	l := &s.Link
	l.ticking = l.State == Waiting && l.RetryAt-s.Now > 1000
	if l.ticking {
		s.do(After{1000, "countdown"})
	}
	s.touch(Bar)
}

func (s *State) redial() {
	if s.Link.State == Waiting && !s.Link.dialling {
		s.Link.State = Retrying
		s.dial()
	}
}

// tell sends a request that needs no answer, if the connection is up.
func (s *State) tell(typ string, body fields.Object) {
	if s.Link.Live() {
		s.do(Send{wire.Request(typ, body)})
	}
}

// post sends a request now, and again after each reconnect until it is answered.
func (s *State) post(typ string, body fields.Object) {
	s.asked++
	m := wire.Request(typ, body)
	m.RID = s.tag + "-" + strconv.FormatUint(s.asked, 10)
	s.Link.outbox = append(s.Link.outbox, m)
	if s.Link.Live() {
		s.do(Send{m})
	} else {
		s.do(Say{Key: "class.later"})
	}
}

// answered takes a request out of the outbox and returns its type.
func (s *State) answered(rid string) string {
	for i, m := range s.Link.outbox {
		if m.RID == rid && rid != "" {
			s.Link.outbox = append(s.Link.outbox[:i:i], s.Link.outbox[i+1:]...)
			return m.Type
		}
	}
	return ""
}

// Pending reports whether a request of a type was not answered yet.
func (l *Link) Pending(typ string) bool {
	for _, m := range l.outbox {
		if m.Type == typ {
			return true
		}
	}
	return false
}

// up is reached when the server has said where it goes on.
func (s *State) up() {
	l := &s.Link
	l.State, l.dialling, l.acked = Online, false, l.seq
	l.pace.Up()
	s.touch(Bar | Cards | Rows | Aside)
	if s.Leads && s.watches() {
		s.tell(wire.Observe, &wire.ObserveBody{Board: true, Lang: s.Lang})
	}
	for _, m := range l.outbox {
		s.do(Send{m})
	}
	s.where.told = wire.WhereBody{}
	s.moved()
}

// inOrder reports whether the numbered event m is the next one, and counts it. After a gap
// the socket is dropped, and what is missing asked for.
func (s *State) inOrder(m wire.Message) bool {
	l := &s.Link
	switch {
	case m.Seq <= l.seq:
		return false
	case m.Seq > l.seq+1:
		s.do(Hang{})
		return false
	}
	l.seq = m.Seq
	if l.seq-l.acked >= ackEvents {
		s.ack()
	} else if !l.ackTimer {
		l.ackTimer = true
		s.do(After{ackAfter, "ack"})
	}
	return true
}

func (s *State) ack() {
	if l := &s.Link; l.seq > l.acked && l.Live() {
		l.acked = l.seq
		s.tell(wire.Ack, &wire.AckBody{Seq: l.seq})
	}
}
