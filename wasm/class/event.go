package class

import (
	"slices"

	"gputour/engine/wire"
)

// This file applies what the server says.

func (s *State) received(op Received) {
	m := op.Message
	if m.Seq > 0 && !s.inOrder(m) {
		return
	}
	asked := s.answered(m.RID)
	switch b := op.Body.(type) {
	case *wire.ClassWelcomeBody:
		s.welcome(b)
	case *wire.ResumedBody:
		s.Link.seq = b.From
		s.up()
	case *wire.ClassResetBody:
		s.reset(b)
		s.up()
	case *wire.ClassBody:
		s.inform(b)
	case *wire.PushedBody:
		s.pushed(b)
	case *wire.PollBody:
		s.polled(*b)
	case *wire.VoteBody:
		s.voted(b)
	case *wire.TallyBody:
		s.tallied(b)
	case *wire.HandBody:
		s.handed(b)
	case *wire.LookingBody:
		s.Looking = *b
		s.touch(Bar)
	case *wire.PresenterBody:
		s.led(b)
	case *wire.BoardBody:
		s.Board.apply(b)
		s.drawMore()
		s.touch(Rows | Aside | Bar)
	case *wire.HandsBody:
		s.Board.handsChanged(b)
		s.touch(Rows | Aside | Bar)
	case *wire.RosterBody:
		s.Board.rosterChanged(b)
		s.touch(Rows | Aside)
	case *wire.OutlineBody:
		s.Board.outlined(b)
		s.touch(Rows | Aside)
	case *wire.JoinCodeBody:
		s.Code = *b
		s.touch(Bar | Writing)
	case *wire.KeepingBody:
		s.Link.Unkept = !b.Kept
		s.touch(Bar)
	case *wire.DoneBody:
		s.done(asked)
	case *wire.RefusedBody:
		s.refused(b)
	}
}

func (s *State) welcome(b *wire.ClassWelcomeBody) {
	s.Me, s.Leads, s.Link.Unkept = b.Me, b.Leads, b.Unkept
	s.Link.log, s.ahead = b.Log, b.Now-s.Now
	s.touch(Bar)
}

func (s *State) reset(b *wire.ClassResetBody) {
	s.Link.seq = b.Seq
	s.Pushes, s.Polls, s.Hand, s.Looking = nil, b.Polls, b.Hand, b.Looking
	for _, p := range b.Pushes {
		if !s.gone[p.ID] {
			s.Pushes = append(s.Pushes, p)
		}
	}
	s.inform(&b.Class)
	s.touch(Bar | Cards | Aside)
}

// inform takes what holds for the whole class.
func (s *State) inform(b *wire.ClassBody) {
	if b.Lock != s.Info.Lock || !s.Known {
		s.touch(Lock)
	}
	before := s.Info.Presenter
	s.Info, s.Known = *b, true
	switch {
	case b.Presenter == nil:
		if before != nil {
			s.do(Show{})
		}
		s.Presenter, s.Away = nil, false
	case before == nil || before.ID != b.Presenter.ID:
		s.Away = !b.Follow || s.left == b.Presenter.ID
	}
	s.where.told = wire.WhereBody{} // a presenter tells at once where they are
	s.moved()
	s.touch(Bar | Cards | Aside)
}

func (s *State) pushed(b *wire.PushedBody) {
	if s.gone[b.ID] || slices.ContainsFunc(s.Pushes, func(p wire.PushedBody) bool { return p.ID == b.ID }) {
		return
	}
	s.Pushes = append(s.Pushes, *b)
	s.fresh[b.ID] = true
	s.touch(Cards)
}

// polled takes a poll that opened or closed.
func (s *State) polled(b wire.PollBody) {
	s.touch(Cards | Aside | Writing)
	for i := range s.Polls {
		if s.Polls[i].ID == b.ID {
			s.Polls[i] = b
			return
		}
	}
	s.Polls = append(s.Polls, b)
	s.fresh[b.ID] = true
}

// poll is the poll with an id, or nil.
func (s *State) poll(id string) *wire.PollBody {
	for i := range s.Polls {
		if s.Polls[i].ID == id {
			return &s.Polls[i]
		}
	}
	return nil
}

func (s *State) voted(b *wire.VoteBody) {
	if p := s.poll(b.Poll); p != nil {
		choice := b.Choice
		p.Mine = &choice
		s.touch(Cards)
	}
}

func (s *State) tallied(b *wire.TallyBody) {
	if p := s.poll(b.Poll); p != nil {
		p.Counts, p.Voted = b.Counts, b.Voted
		s.Board.Of = b.Of
		s.touch(Cards | Aside)
	}
}

func (s *State) handed(b *wire.HandBody) {
	if s.Hand = b; b.Ended > 0 {
		s.Hand, s.Note = nil, ""
	}
	s.touch(Bar | Cards | Writing)
}

// done closes the dialog in which the request was written.
func (s *State) done(asked string) {
	switch asked {
	case wire.Push:
		s.Card = Card{}
		s.Board.Picked = map[string]bool{}
		s.do(Shut{}, Say{Key: "push.sent"})
		s.touch(Rows)
	case wire.OpenPoll:
		s.Ask = Ask{}
		s.do(Shut{})
	}
	s.touch(Aside | Bar)
}

// refused says that a request was not carried out. The catalogue has "class.no."+Code.
func (s *State) refused(b *wire.RefusedBody) {
	if b.Request != wire.Where {
		s.do(Say{Key: "class.no." + b.Code})
	}
	s.touch(Aside | Cards | Bar)
}
