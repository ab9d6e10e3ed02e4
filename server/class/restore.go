package class

import (
	"cmp"
	"slices"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file makes a State of the rows that were kept.

// Rows are what a store has of a class, each kind by time.
type Rows struct {
	Live     store.Live
	Members  []Enrolled
	Pushes   []store.Push
	Polls    []store.Poll
	Votes    []store.Vote
	Hands    []store.Hand // that are up
	Progress []store.Progress
}

// Restore returns the class as its rows tell it, with nobody there, and what is to be kept of that.
func Restore(title string, r Rows, lessons []wire.OutlineLesson, now int64) (State, []Effect) {
	a := &applier{State: New(title), now: now}
	for _, m := range r.Members {
		a.enrolled(m)
	}
	a.log = r.Live.Log + 1
	if r.Live.Lock != "" {
		a.lock = r.Live.Lock
	}
	if m := a.members[r.Live.Presenter]; m != nil && m.status == store.Active {
		a.presenter, a.follow = m.ID, r.Live.Follow
		a.touch(&a.shownAt)
	}
	a.restoreCards(r)
	a.restoreWork(r)
	a.lessons(lessons)
	a.effects = nil // nobody is there to be told
	a.keepLive()
	a.tick()
	return a.State, a.effects
}

func (a *applier) restoreCards(r Rows) {
	for _, p := range r.Pushes {
		a.pushes = append(a.pushes, &push{p})
		a.last = max(a.last, p.At)
	}
	a.pushes = recent(a.pushes)
	for _, p := range r.Polls {
		a.polls = append(a.polls, &poll{Poll: p, votes: map[string]int{}, counts: make([]int, len(p.Options))})
		a.last = max(a.last, p.At)
	}
	a.polls = fewer(a.polls)
	for _, v := range r.Votes {
		if p := a.pollOf(v.Poll); p != nil && v.Choice >= 0 && v.Choice < len(p.counts) {
			p.votes[v.Member] = v.Choice
			p.counts[v.Choice]++
			a.touch(&p.version)
		}
	}
	for _, h := range r.Hands {
		a.last = max(a.last, h.At)
		if m := a.members[h.Member]; m != nil && h.Ended == 0 {
			m.hand = &hand{h}
			a.touch(&m.inHands)
		}
	}
}

// restoreWork puts everybody where they worked last.
func (a *applier) restoreWork(r Rows) {
	r.Progress = slices.Clone(r.Progress)
	slices.SortStableFunc(r.Progress, func(x, y store.Progress) int { return cmp.Compare(x.Last, y.Last) })
	for _, row := range r.Progress {
		m := a.members[row.Member]
		if m == nil {
			continue
		}
		m.at = place{row.Lesson, row.Cell}
		m.tried[m.at] = &progress{row}
		m.seen, m.run = row.Last, run{state: wire.RowIdle, since: row.Last}
		if row.Fails > 0 {
			m.run.state = wire.RowFailed
		}
	}
}
