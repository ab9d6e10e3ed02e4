package class

import (
	"slices"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file is questions to the class.

func (a *applier) openPoll(m *member, b *wire.OpenPollBody, rid string) error {
	id := name(m.ID, rid)
	if a.pollOf(id) != nil {
		a.do(Made{id})
		return nil
	}
	open := 0
	for _, p := range a.polls {
		if p.Closed == 0 {
			open++
		}
	}
	if open >= MaxOpen {
		return &Refusal{wire.RefusedMany}
	}
	answer := -1
	if b.Answer != nil {
		answer = *b.Answer
	}
	p := &poll{Poll: store.Poll{
		ID: id, By: m.ID, At: a.stamp(), Kind: b.Kind, Question: b.Question, Options: slices.Clone(b.Options),
		Answer: answer, Hidden: b.Hidden, Lesson: b.Lesson, Cell: b.Cell,
	}, votes: map[string]int{}, counts: make([]int, len(b.Options))}
	a.polls = fewer(append(a.polls, p))
	a.asked(p)
	a.do(Made{id})
	return nil
}

// fewer lets go of the closed polls that are oldest.
func fewer(all []*poll) []*poll {
	for len(all) > MaxPolls {
		i := max(0, slices.IndexFunc(all, func(p *poll) bool { return p.Closed > 0 }))
		all = slices.Delete(slices.Clone(all), i, i+1)
	}
	return all
}

// asked keeps a poll that opened or closed and tells of it.
func (a *applier) asked(p *poll) {
	a.keep(store.SavePoll{Poll: p.Poll})
	a.tell(Audience{Only: Teachers}, wire.OpenPoll, a.polled(p, true))
	a.tell(Audience{Only: Learners}, wire.OpenPoll, a.polled(p, false))
}

func (a *applier) closePoll(id string) error {
	p := a.pollOf(id)
	switch {
	case p == nil:
		return &Refusal{wire.RefusedPoll}
	case p.Closed == 0:
		p.Closed = max(a.now, p.At+1)
		a.asked(p)
	}
	return nil
}

// vote counts a vote in the place of the member's one before.
func (a *applier) vote(m *member, b *wire.VoteBody) error {
	p := a.pollOf(b.Poll)
	switch {
	case p == nil || p.Closed > 0:
		return &Refusal{wire.RefusedPoll}
	case b.Choice >= len(p.Options):
		return &Refusal{wire.RefusedChoice}
	case m.leads():
		return &Refusal{wire.RefusedRole} // they would count as students
	}
	if before, voted := p.votes[m.ID]; voted {
		if before == b.Choice {
			return nil
		}
		p.counts[before]--
	}
	p.votes[m.ID] = b.Choice
	p.counts[b.Choice]++
	a.touch(&p.version)
	a.keep(store.SaveVote{Vote: store.Vote{Poll: p.ID, Member: m.ID, Choice: b.Choice, At: a.now}})
	a.tell(Audience{Members: []string{m.ID}}, wire.Vote, wire.VoteBody{Poll: p.ID, Choice: b.Choice})
	return nil
}

func (s *State) pollOf(id string) *poll {
	for _, p := range s.polls {
		if p.ID == id {
			return p
		}
	}
	return nil
}
