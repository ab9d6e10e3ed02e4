package gpuq

import (
	"cmp"
	"slices"
)

// This file is the reducer.

// Apply performs op on s; now is in ms since 1970 and never goes back. The error is a *Refusal, and then nothing has changed.
func Apply(s State, op Op, now int64) (State, []Effect, error) {
	a := &applier{State: s, now: now}
	if err := a.apply(op); err != nil {
		return s, nil, err
	}
	a.grant()
	a.slots()
	return a.State, a.effects, nil
}

type applier struct {
	State
	now     int64
	effects []Effect
}

func (a *applier) do(e Effect) { a.effects = append(a.effects, e) }

func (a *applier) apply(op Op) error {
	switch op := op.(type) {
	case Ask:
		return a.ask(op)
	case Cancel:
		return a.cancel(op)
	case Here:
		return a.with(op.ID, func(r *Request) { r.Away = !op.Here })
	case Started:
		return a.started(op.ID)
	case Exited:
		return a.exited(op)
	case Join:
		a.host(op)
	case Part:
		a.Cards = slices.Clone(a.Cards)
		for i := range a.Cards {
			a.Cards[i].Gone = a.Cards[i].Gone || a.Cards[i].Host == op.Host
		}
	case Halt:
		a.Halted = op.On
	case Pause:
		a.Paused = op.On
	case Jump:
		return a.waiting(op.ID, a.first)
	case Give:
		return a.waiting(op.ID, a.give)
	case Take:
		return a.leased(op.ID, func(l *Lease) { a.end(l, Taken) })
	}
	return nil
}

// host takes a machine's cards in: each where it was before, or in the place of one that is gone and nobody's, so that machines
// that come and go under ever new names do not make the list longer.
func (a *applier) host(op Join) {
	a.Cards = slices.Clone(a.Cards)
	known := make([]bool, max(0, op.Cards))
	for i, c := range a.Cards {
		if c.Host == op.Host {
			gone := c.Number >= op.Cards
			a.Cards[i] = Card{Host: op.Host, Number: c.Number, Gone: gone}
			if !gone {
				known[c.Number] = true
			}
		}
	}
	taken := a.taken()
	at := 0
	for number := range known {
		if known[number] {
			continue
		}
		for at < len(a.Cards) && (!a.Cards[at].Gone || taken[at]) {
			at++
		}
		if at == len(a.Cards) {
			a.Cards = append(a.Cards, Card{})
		}
		a.Cards[at] = Card{Host: op.Host, Number: number}
		at++
	}
}

// waiting changes a request that waits. Slices are made anew: others may hold the old ones.
func (a *applier) waiting(id string, f func(*Request)) error {
	i := slices.IndexFunc(a.Waiting, func(r Request) bool { return r.ID == id })
	if i < 0 {
		return &Refusal{Unknown}
	}
	a.Waiting = slices.Clone(a.Waiting)
	f(&a.Waiting[i])
	return nil
}

// leased changes a lease.
func (a *applier) leased(id string, f func(*Lease)) error {
	i := slices.IndexFunc(a.Leases, func(l Lease) bool { return l.ID == id })
	if i < 0 {
		return &Refusal{Unknown}
	}
	a.Leases = slices.Clone(a.Leases)
	f(&a.Leases[i])
	return nil
}

// with changes a request, which waits or has cards.
func (a *applier) with(id string, f func(*Request)) error {
	if a.waiting(id, f) == nil {
		return nil
	}
	return a.leased(id, func(l *Lease) { f(&l.Request) })
}

func (a *applier) ask(op Ask) error {
	switch {
	case op.Cards < 1 || op.Cards > a.Largest():
		return &Refusal{TooMany}
	case a.Of(op.Member) != nil:
		return &Refusal{AlreadyAsked}
	}
	a.join(op.Member)
	a.queue(Request{ID: op.ID, Member: op.Member, Kind: op.Kind, Cards: op.Cards, Asked: a.now})
	return nil
}

// queue puts a request into the queue, or back into it.
func (a *applier) queue(r Request) {
	at, _ := slices.BinarySearchFunc(a.Waiting, r, byAsking)
	a.Waiting = slices.Insert(slices.Clone(a.Waiting), at, r)
}

func (a *applier) cancel(op Cancel) error {
	why := cmp.Or(op.Why, Released)
	i := slices.IndexFunc(a.Waiting, func(r Request) bool { return r.ID == op.ID })
	if i < 0 {
		return a.leased(op.ID, func(l *Lease) { a.end(l, why) })
	}
	a.do(Done{a.Waiting[i], why, 0})
	a.unqueue(i)
	return nil
}

// unqueue takes a request out of the queue.
func (a *applier) unqueue(i int) {
	if a.Waiting[i].ID == a.Reserve {
		a.Reserve = ""
	}
	a.Waiting = slices.Delete(slices.Clone(a.Waiting), i, i+1)
}

func (a *applier) started(id string) error {
	return a.leased(id, func(l *Lease) {
		if l.Granted == 0 {
			l.Granted = a.now
		}
		a.Cards = slices.Clone(a.Cards)
		for _, c := range l.On {
			a.Cards[c].Fails, a.Cards[c].Rest = 0, 0
		}
	})
}

// exited frees the cards of a lease. Who never had a process goes on waiting, unless it happens too often.
func (a *applier) exited(op Exited) error {
	i := slices.IndexFunc(a.Leases, func(l Lease) bool { return l.ID == op.ID })
	if i < 0 {
		return &Refusal{Unknown}
	}
	l := a.Leases[i]
	a.Leases = slices.Delete(slices.Clone(a.Leases), i, i+1)
	if op.Failed && l.Granted == 0 {
		a.unwell(l.On)
		if l.Tries++; l.Tries < tries && !l.Ending {
			a.queue(l.Request)
			return nil
		}
		op.Why = Failed
	}
	a.charge(l)
	if op.Again && !l.Ending {
		a.first(&l.Request)
		a.queue(l.Request)
		return nil
	}
	ms := a.now - l.Taken
	if l.Kind == Job && l.Granted > 0 {
		a.learn(ms)
	}
	why := op.Why
	if l.Ending {
		why = l.Why
	}
	a.do(Done{l.Request, cmp.Or(why, Released), ms})
	return nil
}

// unwell leaves cards alone for a while that did not start.
func (a *applier) unwell(cards []int) {
	a.Cards = slices.Clone(a.Cards)
	for _, c := range cards {
		pause := min(rest<<min(a.Cards[c].Fails, 16), restMost)
		a.Cards[c].Fails, a.Cards[c].Rest = a.Cards[c].Fails+1, a.now+pause.Milliseconds()
	}
}

// learn takes note of how long a job took: a mean in which the last ones weigh most.
func (a *applier) learn(ms int64) {
	if a.Typical == 0 {
		a.Typical = ms
	}
	a.Typical += (ms - a.Typical) / 4
}

// first puts a request before all others.
func (a *applier) first(r *Request) {
	a.Jumps++
	r.Jump = a.Jumps
}

// give puts a request first and asks those who have had cards longest to leave until there are enough.
func (a *applier) give(r *Request) {
	a.first(r)
	r.Given = true
	lacking := r.Cards - len(a.free()) - a.leaving()
	a.Leases = slices.Clone(a.Leases)
	for i := range a.Leases {
		if l := &a.Leases[i]; lacking > 0 && !l.Ending && a.here(*l) {
			lacking -= len(l.On)
			a.end(l, Taken)
		}
	}
}

// end asks a lease to end, once.
func (a *applier) end(l *Lease, why string) {
	if l.Ending {
		return
	}
	l.Ending, l.Why = true, why
	a.do(End{l.ID, why})
}

// grant gives out free cards, in order. Whoever is first and needs more than are free has the free ones held for
// him: others would else always be quicker.
func (a *applier) grant() {
	for {
		order := a.order()
		if len(order) == 0 {
			a.Reserve = ""
			return
		}
		r := order[0]
		on := a.choose(r.Cards)
		if on == nil {
			if a.Reserve = ""; r.Cards > 1 {
				a.Reserve = r.ID
			}
			return
		}
		a.unqueue(slices.IndexFunc(a.Waiting, func(w Request) bool { return w.ID == r.ID }))
		l := Lease{Request: r, On: on, Taken: a.now}
		a.Leases = append(slices.Clip(a.Leases), l)
		a.do(Start{r.ID, l.On})
	}
}

// choose returns so many free cards of one machine, the one that has fewest to spare; nil when none has enough.
func (a *applier) choose(n int) (on []int) {
	byHost := map[string][]int{}
	for _, c := range a.free() {
		byHost[a.Cards[c].Host] = append(byHost[a.Cards[c].Host], c)
	}
	for _, free := range byHost {
		if len(free) >= n && (on == nil || len(free) < len(on) || len(free) == len(on) && free[0] < on[0]) {
			on = free
		}
	}
	if on == nil {
		return nil
	}
	return on[:n:n]
}

// slots gives leases an end as far as somebody waits for their cards: first those that were granted first. Who hears of it late
// has the last part of a slot from then on.
func (a *applier) slots() {
	lacking := a.lacking()
	a.Leases = slices.Clone(a.Leases)
	held := []*Lease{}
	for i := range a.Leases {
		switch l := &a.Leases[i]; {
		case !a.here(*l):
			l.Until = 0 // nobody else can have its cards
		case l.Granted > 0 && !l.Ending:
			held = append(held, l)
		}
	}
	slices.SortStableFunc(held, func(x, y *Lease) int { return cmp.Compare(x.Granted, y.Granted) })
	for _, l := range held {
		if lacking <= 0 {
			l.Until = 0
			continue
		}
		lacking -= len(l.On)
		if l.Until == 0 {
			l.Until = max(l.Granted+a.Slot.Milliseconds(), a.now+a.lastPart())
		}
		if a.now >= l.Until {
			a.end(l, SlotOver)
		}
	}
}

// lastPart is what is left of a slot when its end is announced, in ms.
func (s *State) lastPart() int64 { return int64(float64(s.Slot.Milliseconds()) * (1 - WarnShare)) }

// Warned reports whether a lease's end is near enough to be announced.
func (s *State) Warned(l Lease, now int64) bool {
	return l.Ending || l.Until > 0 && now >= l.Until-s.lastPart()
}

// Next is when a Tick is due; 0 is never.
func (s *State) Next(now int64) (at int64) {
	sooner := func(t int64) {
		if t > now && (at == 0 || t < at) {
			at = t
		}
	}
	for _, l := range s.Leases {
		if l.Until > 0 && !l.Ending {
			sooner(l.Until - s.lastPart())
			sooner(l.Until)
		}
	}
	for _, c := range s.Cards {
		sooner(c.Rest)
	}
	return at
}
