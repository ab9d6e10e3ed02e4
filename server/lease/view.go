package lease

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gputour/engine/wire"
	"gputour/server/store"
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
	Number                   int
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
func (m *Manager) View() View {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := max(m.now, m.Clock.Now().UnixMilli())
	v := View{Offer: m.Offer(), Now: now, Paused: m.state.Paused, Cards: make([]CardView, len(m.state.Cards))}
	for i, c := range m.state.Cards {
		v.Cards[i].Number = i
		if c.Rest > now {
			v.Cards[i].Rest = c.Rest
		}
	}
	for _, l := range m.state.Leases {
		for _, on := range l.On {
			c := &v.Cards[on]
			c.ID, c.Member, c.Kind, c.Lesson = l.ID, l.Member, string(l.Kind), m.lesson(l.ID)
			c.Since, c.Until, c.Starting, c.Ending = cmp.Or(l.Granted, l.Taken), l.Until, l.Granted == 0, l.Ending
		}
	}
	for i, r := range m.state.Order(now) {
		w := WaitingView{ID: r.ID, Member: r.Member, Kind: string(r.Kind), Lesson: m.lesson(r.ID), Place: i + 1, Cards: r.Cards, Asked: r.Asked, Away: r.Away, First: r.Jump > 0}
		w.Eta, w.Known = m.state.Estimate(r.ID, now)
		v.Waiting = append(v.Waiting, w)
	}
	v.Used = m.used(now)
	return v
}

// lesson is what a turn is for. m.mu is held.
func (m *Manager) lesson(id string) string {
	if t := m.turns[id]; t != nil {
		return t.body.Lesson
	}
	return ""
}

// used is what members have used. m.mu is held.
func (m *Manager) used(now int64) (all []UsedView) {
	totals := map[string]int64{}
	for member, u := range m.state.Use {
		totals[member] = u.Total
	}
	for _, l := range m.state.Leases {
		totals[l.Member] += int64(len(l.On)) * (now - l.Taken)
	}
	sum := 0.0
	for member, total := range totals {
		if total == 0 {
			continue
		}
		u := UsedView{Member: member, Total: time.Duration(total) * time.Millisecond, Share: m.state.Used(member, now)}
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

// Ended returns the turns that ended last, newest first.
func (m *Manager) Ended(ctx context.Context, most int) ([]store.Lease, error) {
	return m.Store.EndedLeases(ctx, most)
}
