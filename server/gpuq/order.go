package gpuq

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// This file says who is next, and when.

// Of returns a member's request or lease, or nil.
func (s *State) Of(member string) *Request {
	for i := range s.Waiting {
		if s.Waiting[i].Member == member {
			return &s.Waiting[i]
		}
	}
	for i := range s.Leases {
		if s.Leases[i].Member == member {
			return &s.Leases[i].Request
		}
	}
	return nil
}

// decayed is what is left of a use.
func (s *State) decayed(u Use, now int64) float64 {
	return u.MS * math.Exp2(-float64(now-u.At)/float64(s.HalfLife.Milliseconds()))
}

// held is what a lease has used so far, decayed as it went.
func (s *State) held(l Lease, now int64) float64 {
	half := float64(s.HalfLife.Milliseconds())
	return float64(len(l.On)) * half / math.Ln2 * (1 - math.Exp2(-float64(now-l.Taken)/half))
}

// Used is a member's decayed use in ms of one card, what runs included.
func (s *State) Used(member string, now int64) float64 {
	used := s.decayed(s.Use[member], now)
	for _, l := range s.Leases {
		if l.Member == member {
			used += s.held(l, now)
		}
	}
	return used
}

// join has a member take part who was idle: he starts at the mean of those who do.
func (a *applier) join(member string) {
	u, known := a.Use[member]
	if known && a.now-u.At < a.HalfLife.Milliseconds() {
		return
	}
	sum, n := 0.0, 0
	for _, r := range a.Waiting {
		sum, n = sum+a.Used(r.Member, a.now), n+1
	}
	for _, l := range a.Leases {
		sum, n = sum+a.Used(l.Member, a.now), n+1
	}
	u.MS = a.decayed(u, a.now)
	if n > 0 {
		u.MS = max(u.MS, sum/float64(n))
	}
	u.At = a.now
	a.charged(member, u)
}

func (a *applier) charged(member string, u Use) {
	all := make(map[string]Use, len(a.Use)+1)
	for m, u := range a.Use {
		all[m] = u
	}
	all[member] = u
	a.Use = all
}

// charge counts what a lease has used.
func (a *applier) charge(l Lease) {
	u := a.Use[l.Member]
	a.charged(l.Member, Use{
		MS: a.decayed(u, a.now) + a.held(l, a.now), At: a.now,
		Total: u.Total + int64(len(l.On))*(a.now-l.Taken),
	})
}

// byAsking is the order of State.Waiting.
func byAsking(x, y Request) int {
	return cmp.Or(cmp.Compare(x.Asked, y.Asked), cmp.Compare(x.ID, y.ID))
}

// Order are the waiting requests as they would be served.
func (s *State) Order(now int64) []Request {
	used := make(map[string]float64, len(s.Waiting))
	for _, r := range s.Waiting {
		used[r.Member] = s.Used(r.Member, now)
	}
	order := slices.Clone(s.Waiting)
	slices.SortFunc(order, func(x, y Request) int {
		return cmp.Or(
			cmp.Compare(y.Jump, x.Jump),
			-cmp.Compare(reserved(s, x), reserved(s, y)),
			cmp.Compare(used[x.Member], used[y.Member]),
			byAsking(x, y),
		)
	})
	return order
}

func reserved(s *State, r Request) int {
	if r.ID == s.Reserve {
		return 1
	}
	return 0
}

// may reports whether a request may be served at present.
func (s *State) may(r Request) bool {
	return !r.Away && !s.Halted && (!s.Paused || r.Given) && r.Cards <= s.Largest()
}

// Largest is how many cards one machine has at most: nobody can have more at a time.
func (s *State) Largest() (n int) {
	count := map[string]int{}
	for _, c := range s.Cards {
		if !c.Gone {
			count[c.Host]++
			n = max(n, count[c.Host])
		}
	}
	return n
}

// order are those who may be served, in order.
func (a *applier) order() []Request {
	if !slices.ContainsFunc(a.Waiting, a.may) {
		return nil
	}
	return slices.DeleteFunc(a.Order(a.now), func(r Request) bool { return !a.may(r) })
}

// free are the cards that can be given out.
func (a *applier) free() (free []int) {
	taken := a.taken()
	for i, c := range a.Cards {
		if !taken[i] && !c.Gone && c.Rest <= a.now {
			free = append(free, i)
		}
	}
	return free
}

// taken says of each card whether somebody has it.
func (a *applier) taken() []bool {
	taken := make([]bool, len(a.Cards))
	for _, l := range a.Leases {
		for _, c := range l.On {
			taken[c] = true
		}
	}
	return taken
}

// here reports whether a lease's cards can be somebody else's after it.
func (s *State) here(l Lease) bool { return !s.Cards[l.On[0]].Gone }

// leaving is how many cards are about to be free.
func (a *applier) leaving() (n int) {
	for _, l := range a.Leases {
		if l.Ending && a.here(l) {
			n += len(l.On)
		}
	}
	return n
}

// lacking is how many cards those who wait need beyond the ones that are free or about to be.
func (a *applier) lacking() (n int) {
	for _, r := range a.Waiting {
		if a.may(r) {
			n += r.Cards
		}
	}
	if n == 0 {
		return 0
	}
	lacking := n - len(a.free()) - a.leaving()
	if first := a.order()[0]; lacking <= 0 && a.choose(first.Cards) == nil && a.leaving() == 0 {
		return 1 // there are enough, but not in one machine
	}
	return lacking
}

// Estimate is when a request is likely to be served, by how the cards are taken and how long jobs have lasted. It is not known
// while the queue is paused.
func (s *State) Estimate(id string, now int64) (d time.Duration, known bool) {
	free := s.freeAt(now)
	for _, r := range s.Order(now) {
		if !s.may(r) {
			continue
		}
		slices.Sort(free)
		at := free[min(r.Cards, len(free))-1]
		if r.ID == id {
			return time.Duration(at-now) * time.Millisecond, true
		}
		for c := range min(r.Cards, len(free)) {
			free[c] = at + s.length(r.Kind)
		}
	}
	return 0, false
}

// length is how long a lease is likely to last when others wait, in ms.
func (s *State) length(k Kind) int64 {
	slot := s.Slot.Milliseconds()
	if k == Job && s.Typical > 0 {
		return min(slot, s.Typical)
	}
	return slot
}

// freeAt is for each card when it is likely to be free.
func (s *State) freeAt(now int64) []int64 {
	at := make([]int64, len(s.Cards))
	for i, c := range s.Cards {
		at[i] = max(now, c.Rest)
	}
	for _, l := range s.Leases {
		end := max(l.Taken+s.Slot.Milliseconds(), now+s.lastPart())
		if l.Until > 0 {
			end = max(now, l.Until)
		}
		switch {
		case l.Ending:
			end = now
		case l.Kind == Job: // one that takes longer than others is thought to be half-way
			end = min(end, max(l.Taken+s.length(Job), now+(now-l.Taken)/2))
		}
		for _, c := range l.On {
			at[c] = end
		}
	}
	here := at[:0]
	for i, c := range s.Cards {
		if !c.Gone {
			here = append(here, at[i])
		}
	}
	return here
}
