package class

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file is what members see of a class.

// class is what holds for everybody.
func (s *State) class() wire.ClassBody {
	b := wire.ClassBody{Title: s.title, Lock: s.lock, Follow: s.follow}
	if s.presenter != "" {
		p := s.person(s.presenter)
		b.Presenter = &p
	}
	return b
}

// Snapshot is all that a member knows, without the number of the last event.
func (s *State) Snapshot(id string) wire.ClassResetBody {
	m := s.members[id]
	if m == nil {
		return wire.ClassResetBody{Class: s.class()}
	}
	b := wire.ClassResetBody{Class: s.class(), Looking: s.looking(m)}
	for _, p := range s.pushes {
		if p.concerns(id) {
			b.Pushes = append(b.Pushes, s.pushed(p))
		}
	}
	for _, p := range s.polls {
		seen := s.polled(p, m.leads())
		if choice, voted := p.votes[id]; voted {
			seen.Mine = &choice
		}
		b.Polls = append(b.Polls, seen)
	}
	if m.hand.up() {
		h := s.raised(m.hand)
		b.Hand = &h
	}
	return b
}

// Shown is where the presenter is, and the version of that; 0 when nobody presents.
func (s *State) Shown() (wire.PresenterBody, uint64) {
	if s.presenter == "" {
		return wire.PresenterBody{}, 0
	}
	return s.shown, s.shownAt
}

func (s *State) pushed(p *push) wire.PushedBody {
	return wire.PushedBody{ID: p.ID, From: s.person(p.By), At: p.At, Kind: p.Kind, All: len(p.To) == 0, Lesson: p.Lesson, Cell: p.Cell, Body: p.Body}
}

func (s *State) polled(p *poll, leads bool) wire.PollBody {
	b := wire.PollBody{
		ID: p.ID, From: s.person(p.By), At: p.At, Kind: p.Kind, Question: p.Question, Options: p.Options,
		Hidden: p.Hidden, Lesson: p.Lesson, Cell: p.Cell, Closed: p.Closed, Voted: len(p.votes),
	}
	if leads || p.Closed > 0 || !p.Hidden {
		b.Counts = slices.Clone(p.counts)
	}
	if answer := p.Answer; answer >= 0 && (leads || p.Closed > 0) {
		b.Answer = &answer
	}
	return b
}

// Tallies are the open polls with votes after a version, as a side sees them, and the version of the last.
func (s *State) Tallies(since uint64, side Side) (all []wire.TallyBody, version uint64) {
	version = since
	of := 0
	for _, m := range s.members {
		if m.student() && m.pages > 0 {
			of++
		}
	}
	for _, p := range s.polls {
		if p.version <= since || p.Closed > 0 {
			continue
		}
		version = max(version, p.version)
		b := wire.TallyBody{Poll: p.ID, Voted: len(p.votes), Of: of}
		if side == Teachers || !p.Hidden {
			b.Counts = slices.Clone(p.counts)
		}
		all = append(all, b)
	}
	return all, version
}

func (s *State) looking(m *member) wire.LookingBody {
	b := wire.LookingBody{Pen: m.pen}
	for _, l := range m.lookers {
		if p := s.person(l.by); !slices.Contains(b.By, p) {
			b.By = append(b.By, p)
		}
	}
	return b
}

func (s *State) raised(h *hand) wire.HandBody {
	b := wire.HandBody{
		ID: h.ID, Member: s.person(h.Member), Lesson: h.Lesson, Cell: h.Cell, Note: h.Note, At: h.At, Ended: h.Ended,
	}
	if h.TakenBy != "" {
		p := s.person(h.TakenBy)
		b.TakenBy = &p
	}
	for _, m := range s.members {
		if m.hand.up() && m.hand.TakenBy == "" && m.hand.At < h.At {
			b.Before++
		}
	}
	return b
}

// boardRow is a member on the board.
func (s *State) boardRow(m *member) wire.BoardRow {
	if !m.student() {
		return wire.BoardRow{ID: m.ID, Gone: true}
	}
	p := s.current(m)
	b := wire.BoardRow{
		ID: m.ID, Name: m.Name, Lesson: m.at.lesson, Cell: m.at.cell, State: m.run.state, Since: m.run.since, Here: m.here,
		Error: p.Error, Fails: p.Fails, Attempts: p.Attempts, Done: m.done[m.at.lesson], All: s.course[m.at.lesson], Marks: s.marks(m),
		Stuck: m.why, GPU: m.gpu, Memory: m.memory,
	}
	if m.hand.up() {
		b.Hand = m.hand.ID
	}
	if m.pages == 0 {
		b.State, b.Since, b.Seen = wire.RowAway, m.seen, m.seen
	}
	return b
}

// marks are the signs of the cells of the lesson where a member is; "" before any was tried.
func (s *State) marks(m *member) string {
	var signs []byte
	for at, p := range m.tried {
		c := s.cells[at]
		if c == nil || at.lesson != m.at.lesson {
			continue
		}
		if signs == nil {
			signs = bytes.Repeat([]byte{wire.MarkNone}, s.course[at.lesson])
		}
		signs[c.number] = wire.MarkTried
		if p.Done > 0 {
			signs[c.number] = wire.MarkDone
		}
	}
	return string(signs)
}

// Feed is what those who teach have not been told.
type Feed struct {
	Board  wire.BoardBody
	Roster wire.RosterBody
	Hands  wire.HandsBody
}

// change is one entry of a feed.
type change struct {
	version uint64
	add     func(*Feed) any // puts it in and returns what was put
}

// Since returns the oldest changes after a version, as many as have about so many bytes together, and the version up
// to which they tell. Since 0 it is the whole board.
func (s *State) Since(version uint64, bytes int) (Feed, uint64) {
	whole := version == 0
	feed := Feed{
		Board:  wire.BoardBody{Whole: whole},
		Roster: wire.RosterBody{Whole: whole, Members: []wire.RosterMember{}, Of: len(s.members)},
		Hands:  wire.HandsBody{Whole: whole, Hands: []wire.HandBody{}},
	}
	for _, c := range s.changes(version) {
		if bytes <= 0 {
			return feed, version
		}
		data, _ := json.Marshal(c.add(&feed)) // numbers and texts
		bytes -= len(data)
		version = c.version
	}
	return feed, s.version
}

// Title is what the class is called.
func (s *State) Title() string { return s.title }

// Presenter is who leads; "" is nobody.
func (s *State) Presenter() string { return s.presenter }

// Version is that of the newest change.
func (s *State) Version() uint64 { return s.version }

// changes are those after a version, the oldest first.
func (s *State) changes(version uint64) []change {
	var all []change
	for _, m := range s.members {
		if m.inRoster > version {
			all = append(all, change{m.inRoster, func(f *Feed) any { return add(&f.Roster.Members, s.rosterMember(m)) }})
		}
		if m.inRow > version && (m.student() || version > 0) {
			all = append(all, change{m.inRow, func(f *Feed) any { return add(&f.Board.Rows, s.boardRow(m)) }})
		}
		if m.inHands > version && (m.hand.up() || version > 0) {
			all = append(all, change{m.inHands, func(f *Feed) any { return add(&f.Hands.Hands, s.raised(m.hand)) }})
		}
	}
	for _, c := range s.cells {
		if c.version > version {
			all = append(all, change{c.version, func(f *Feed) any { return add(&f.Board.Heat, c.heat) }})
		}
	}
	slices.SortFunc(all, func(x, y change) int { return cmp.Compare(x.version, y.version) })
	return all
}

func add[T any](list *[]T, v T) T {
	*list = append(*list, v)
	return v
}

func (s *State) rosterMember(m *member) wire.RosterMember {
	return wire.RosterMember{Person: m.Person, Status: m.status, Online: m.pages > 0, Seen: m.seen}
}

// Hears reports whether an active member belongs to an audience.
func (s *State) Hears(id string, to Audience) bool {
	m := s.members[id]
	switch {
	case m == nil || m.status != store.Active:
		return false
	case len(to.Members) > 0:
		return slices.Contains(to.Members, id)
	case to.Only == Both:
		return true
	}
	return m.leads() == (to.Only == Teachers)
}
