package class

import (
	"gputour/engine/wire"
	"gputour/server/store"
)

// This file is the queue of hands: who raised theirs first is helped first.

// raise raises a member's hand or takes it down; raised again it keeps its place.
func (a *applier) raise(m *member, b *wire.RaiseBody, rid string) {
	if !b.Up {
		if m.hand.up() {
			a.lower(m)
		}
		return
	}
	h := store.Hand{ID: name(m.ID, rid), Member: m.ID, At: a.now}
	switch {
	case m.hand.up():
		h = m.hand.Hand
	case m.hand != nil && m.hand.ID == h.ID:
		return // a repeated request, and the hand is down since
	default:
		h.At = a.stamp()
	}
	h.Lesson, h.Cell, h.Note = b.Lesson, b.Cell, b.Note
	a.do(Made{h.ID})
	if m.hand != nil && m.hand.Hand == h {
		return
	}
	m.hand = &hand{h}
	a.handed(m)
}

// lower takes a member's hand down.
func (a *applier) lower(m *member) {
	h := *m.hand
	h.Ended = a.now
	m.hand = &h
	a.handed(m)
}

// handed keeps a hand that changed and tells of it.
func (a *applier) handed(m *member) {
	a.keep(store.SaveHand{Hand: m.hand.Hand})
	a.touch(&m.inHands)
	a.row(m)
	a.tell(Audience{Members: []string{m.ID}}, wire.Hand, a.raised(m.hand))
}

// take says who comes to help.
func (a *applier) take(by *member, id string) error {
	m := a.handOf(id)
	if m == nil {
		return &Refusal{wire.RefusedHand}
	}
	if m.hand.TakenBy != by.ID {
		h := *m.hand
		h.TakenBy = by.ID
		m.hand = &h
		a.handed(m)
	}
	return nil
}

// finish takes a hand down, because its member was helped.
func (a *applier) finish(id string) error {
	m := a.handOf(id)
	if m == nil {
		return &Refusal{wire.RefusedHand}
	}
	a.lower(m)
	return nil
}

// handOf is the member whose hand it is that is up.
func (a *applier) handOf(id string) *member {
	for _, m := range a.members {
		if m.hand.up() && m.hand.ID == id {
			return m
		}
	}
	return nil
}
