package classws

import (
	"gputour/engine/wire"
	"gputour/server/class"
)

// This file is what a member is told by number.

// Bounds of a mailbox: who has missed more gets a snapshot.
const (
	boxEvents = 256
	boxBytes  = 256 << 10
)

// mailbox holds the newest events that one member was told. The room's lock guards it.
type mailbox struct {
	first  uint64 // number of events[0]
	events []wire.Message
	bytes  int
}

func (b *mailbox) last() uint64 { return b.first + uint64(len(b.events)) - 1 }

func (b *mailbox) add(m wire.Message) {
	m.Seq = b.last() + 1
	b.events = append(b.events, m)
	b.bytes += len(m.Body)
	for len(b.events) > boxEvents || b.bytes > boxBytes && len(b.events) > 1 {
		b.bytes -= len(b.events[0].Body)
		b.first++
		b.events = append([]wire.Message(nil), b.events[1:]...)
	}
}

// since returns the events after seq, and false when some of them are gone.
func (b *mailbox) since(seq uint64) ([]wire.Message, bool) {
	if seq+1 < b.first || seq > b.last() {
		return nil, false
	}
	return b.events[seq+1-b.first:], true
}

// box is the mailbox of a member. r.mu is held.
func (r *Room) box(id string) *mailbox {
	if r.boxes[id] == nil {
		r.boxes[id] = &mailbox{first: 1}
	}
	return r.boxes[id]
}

// post puts an event into the mailboxes of those it is for. Who has not been here since the start has none, and is told
// all when they come. r.mu is held.
func (r *Room) post(t class.Tell) {
	m := r.message(t.Type, t.Body)
	for id, box := range r.boxes {
		if r.state.Hears(id, t.To) {
			box.add(m)
		}
	}
	for c := range r.sockets {
		c.stir()
	}
}
