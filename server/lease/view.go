package lease

import (
	"cmp"
	"slices"
	"time"

	"gputour/engine/wire"
)

// This file is the queue as an instructor sees it.

// View is the queue at one moment. Times are ms since 1970, 0 where there is none.
type View struct {
	Offer   *wire.GPUOffer
	Now     int64
	Paused  bool
	Cards   []CardView
	Waiting []WaitingView
	Used    []UsedView // who used most comes first
}

// CardView is one card and who has it.
type CardView struct {
	Machine                  string // that it is in, for people
	Number                   int    // that it has there
	Device                   string
	Simulated                bool
	Gone                     bool   // its machine is not here: shown as long as somebody has it
	ID, Member, Kind, Lesson string // of the turn; "" when nobody has it
	Since, Until             int64
	Starting, Ending         bool
	Rest                     int64 // it is left alone until then, since it did not start
}

// WaitingView is somebody who waits.
type WaitingView struct {
	ID, Member, Kind, Lesson string
	Place, Cards             int
	Asked                    int64
	Eta                      time.Duration
	Known                    bool // Eta is
	Away                     bool // nobody is there to use it
	First                    bool // was put first
}

// UsedView is what a member has used.
type UsedView struct {
	Member string
	Total  time.Duration
	Share  float64 // of what counts, of all
}

// View returns the queue as it is now.
func (q *Queue) View() View {
	q.mu.Lock()
	defer q.mu.Unlock()
	now := max(q.now, q.Clock.Now().UnixMilli())
	offer := q.offer()
	v := View{Offer: &offer, Now: now, Paused: q.state.Paused, Cards: make([]CardView, len(q.state.Cards))}
	for i, c := range q.state.Cards {
		v.Cards[i].Machine, v.Cards[i].Number, v.Cards[i].Gone = q.called(c.Host), c.Number, c.Gone
		if s := q.seatOf(c.Host); s != nil {
			v.Cards[i].Device, v.Cards[i].Simulated = s.cards.Name, s.cards.Simulated
		}
		if c.Rest > now {
			v.Cards[i].Rest = c.Rest
		}
	}
	for _, l := range q.state.Leases {
		for _, on := range l.On {
			c := &v.Cards[on]
			c.ID, c.Member, c.Kind, c.Lesson = l.ID, l.Member, string(l.Kind), q.lesson(l.ID)
			c.Since, c.Until, c.Starting, c.Ending = cmp.Or(l.Granted, l.Taken), l.Until, l.Granted == 0, l.Ending
		}
	}
	v.Cards = slices.DeleteFunc(v.Cards, func(c CardView) bool { return c.Gone && c.ID == "" })
	slices.SortStableFunc(v.Cards, func(x, y CardView) int {
		return cmp.Or(cmp.Compare(x.Machine, y.Machine), cmp.Compare(x.Number, y.Number))
	})
	for i, r := range q.state.Order(now) {
		w := WaitingView{ID: r.ID, Member: r.Member, Kind: string(r.Kind), Lesson: q.lesson(r.ID), Place: i + 1, Cards: r.Cards, Asked: r.Asked, Away: r.Away, First: r.Jump > 0}
		w.Eta, w.Known = q.state.Estimate(r.ID, now)
		v.Waiting = append(v.Waiting, w)
	}
	v.Used = q.used(now)
	return v
}

// lesson is what a turn is for. q.mu is held.
func (q *Queue) lesson(id string) string {
	if t := q.turns[id]; t != nil {
		return t.Body.Lesson
	}
	return ""
}

// used is what members have used. q.mu is held.
func (q *Queue) used(now int64) (all []UsedView) {
	totals := map[string]int64{}
	for member, u := range q.state.Use {
		totals[member] = u.Total
	}
	for _, l := range q.state.Leases {
		totals[l.Member] += int64(len(l.On)) * (now - l.Taken)
	}
	sum := 0.0
	for member, total := range totals {
		if total == 0 {
			continue
		}
		u := UsedView{Member: member, Total: time.Duration(total) * time.Millisecond, Share: q.state.Used(member, now)}
		sum += u.Share
		all = append(all, u)
	}
	for i := range all {
		if sum > 0 {
			all[i].Share /= sum
		}
	}
	slices.SortFunc(all, func(x, y UsedView) int {
		return cmp.Or(cmp.Compare(y.Total, x.Total), cmp.Compare(x.Member, y.Member))
	})
	return all
}
