package class

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"

	"gputour/engine/wire"
	"gputour/server/store"
)

// This file is the reducer.

// Apply performs op on s. now is the server's clock in milliseconds since 1970: all that the result
// depends on stands in the arguments. The error is a *Refusal, and then nothing has changed.
func Apply(s State, op Op, now int64) (State, []Effect, error) {
	a := &applier{State: s, now: now}
	err := a.apply(op)
	return a.State, a.effects, err
}

type applier struct {
	State
	now     int64
	effects []Effect
}

func (a *applier) apply(op Op) error {
	switch op := op.(type) {
	case Enrolled:
		a.enrolled(op)
	case Lessons:
		a.lessons(op.Lessons)
	case Titled:
		a.title = op.Title
		a.announce()
	case Came:
		a.came(op.Member)
	case Left:
		a.left(op.Member)
	case At:
		a.where(op)
	case Ran:
		a.ran(op)
	case Ended:
		a.ended(op)
	case Gone:
		if m := a.members[op.Member]; m != nil && m.run.session == op.Session && m.run.busy() {
			m.run = run{op.Session, wire.RowIdle, a.now}
			a.row(m)
		}
	case Hinted:
		a.hinted(op)
	case Turn:
		if m := a.members[op.Member]; m != nil && m.gpu != op.GPU {
			m.gpu = op.GPU
			a.row(m)
		}
	case Used:
		if m := a.members[op.Member]; m != nil && m.memory != op.Bytes {
			m.memory = op.Bytes
			a.row(m)
		}
	case Look:
		a.look(op)
	case Looked:
		a.looked(op)
	case Tick:
		a.tick()
	case Request:
		return a.request(op)
	}
	return nil
}

func (a *applier) request(op Request) error {
	m := a.members[op.By]
	if m == nil || m.status != store.Active {
		return &Refusal{wire.RefusedMember}
	}
	switch b := op.Body.(type) {
	case *wire.RaiseBody:
		a.raise(m, b, op.RID)
	case *wire.VoteBody:
		return a.vote(m, b)
	case *wire.AllowBody:
		return a.allow(m, b.Pen)
	case *wire.PresentBody:
		a.present(m, b)
	case *wire.PushBody:
		return a.push(m, b, op.RID)
	case *wire.OpenPollBody:
		return a.openPoll(m, b, op.RID)
	case *wire.ClosePollBody:
		return a.closePoll(b.Poll)
	case *wire.LockBody:
		if a.lock != b.Mode {
			a.lock = b.Mode
			a.touch(&a.ruled)
			a.keepLive()
			a.announce()
		}
	case Take:
		return a.take(m, b.Hand)
	case Finish:
		return a.finish(b.Hand)
	}
	return nil
}

// Take and Finish are the bodies of requests whose body on the wire is the same.
type (
	Take   struct{ Hand string }
	Finish struct{ Hand string }
)

func (a *applier) do(e Effect)                            { a.effects = append(a.effects, e) }
func (a *applier) keep(row store.Write)                   { a.do(Keep{row}) }
func (a *applier) tell(to Audience, typ string, body any) { a.do(Tell{to, typ, body}) }

// announce tells everybody what holds for the class.
func (a *applier) announce() { a.tell(Audience{}, wire.ClassState, a.class()) }

func (a *applier) keepLive() {
	a.keep(store.SaveLive{Live: store.Live{Log: a.log, Lock: a.lock, Presenter: a.presenter, Follow: a.follow}})
}

// stamp is now, and later than every stamp before: what it is put on has an order.
func (a *applier) stamp() int64 {
	a.last = max(a.now, a.last+1)
	return a.last
}

// name is the id of what a request makes: the same for the same request, so that it is made once.
func name(by, rid string) string {
	sum := sha256.Sum256([]byte(by + "\x00" + rid))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// enrolled takes note of who a member is.
func (a *applier) enrolled(op Enrolled) {
	m := a.members[op.ID]
	if m == nil {
		if len(a.members) >= MaxMembers {
			return
		}
		m = &member{Person: wire.Person{ID: op.ID}, done: map[string]int{}, tried: map[place]*progress{}, run: run{state: wire.RowIdle}}
		a.members[op.ID] = m
	}
	if op.Rev < m.rev {
		return
	}
	before, was := *m, m.student()
	m.Person, m.status, m.rev = op.Person, op.Status, op.Rev
	if before.Person == m.Person && before.status == m.status {
		return
	}
	a.touch(&m.inRoster)
	if was != m.student() {
		for at := range m.tried {
			if c := a.cells[at]; c != nil {
				c.dirty = true
			}
		}
	}
	if was || m.student() {
		a.touch(&m.inRow)
	}
	if before.status == store.Active && (m.status != store.Active || m.Role != before.Role) {
		a.expelled(m)
	}
	if a.presenter == m.ID {
		a.announce() // under the new name
	}
}

// expelled ends what a member does in a role that is theirs no longer.
func (a *applier) expelled(m *member) {
	a.do(Close{m.ID})
	if m.hand.up() {
		a.lower(m)
	}
	if a.presenter == m.ID {
		a.presenter, a.follow = "", false
		a.keepLive()
		a.announce()
	}
	a.elsewhere(m, place{})
}

// came counts a page.
func (a *applier) came(id string) {
	m := a.members[id]
	if m == nil {
		return
	}
	if m.pages++; m.pages == 1 {
		a.touch(&m.inRoster)
		a.arrive(m)
		a.row(m)
	}
}

// left takes a page away. Whoever has none is away.
func (a *applier) left(id string) {
	m := a.members[id]
	if m == nil || m.pages == 0 {
		return
	}
	if m.pages--; m.pages == 0 {
		a.depart(m)
		m.seen = a.now
		a.touch(&m.inRoster)
		a.row(m)
	}
}

func (a *applier) lessons(all []wire.OutlineLesson) {
	old := a.cells
	a.cells, a.course = map[place]*cell{}, map[string]int{}
	for _, l := range all {
		a.course[l.ID] = len(l.Cells)
		for i, c := range l.Cells {
			at := place{l.ID, c.ID}
			a.cells[at] = &cell{number: i, exercise: c.Exercise, raises: c.Raises, tried: map[string]*progress{}, here: map[string]bool{}, dirty: true}
			if was := old[at]; was != nil {
				a.cells[at].heat, a.cells[at].version = was.heat, was.version
			}
		}
	}
	for _, m := range a.members {
		a.recount(m)
	}
}

// recount counts what a member has done in the cells that there are.
func (a *applier) recount(m *member) {
	clear(m.done)
	for at, p := range m.tried {
		if c := a.cells[at]; c != nil {
			c.tried[m.ID] = p
			if p.Done > 0 {
				m.done[at.lesson]++
			}
		}
	}
	if c := a.cells[m.at]; c != nil && m.student() && m.pages > 0 {
		c.here[m.ID] = true
	}
	a.row(m)
}

func (a *applier) present(m *member, b *wire.PresentBody) {
	switch {
	case b.On:
		if a.presenter == m.ID && a.follow == b.Follow {
			return
		}
		a.presenter, a.follow = m.ID, b.Follow
		a.shown = wire.PresenterBody{Lesson: m.at.lesson, Cell: m.at.cell}
		a.touch(&a.shownAt)
	case a.presenter == m.ID:
		a.presenter, a.follow = "", false
	default:
		return
	}
	a.keepLive()
	a.announce()
}

func (a *applier) push(m *member, b *wire.PushBody, rid string) error {
	id := name(m.ID, rid)
	if slices.ContainsFunc(a.pushes, func(p *push) bool { return p.ID == id }) {
		a.do(Made{id})
		return nil
	}
	for _, to := range b.To {
		if t := a.members[to]; t == nil || t.status != store.Active {
			return &Refusal{wire.RefusedMember}
		}
	}
	p := &push{store.Push{ID: id, By: m.ID, At: a.stamp(), Kind: b.Kind, To: b.To, Lesson: b.Lesson, Cell: b.Cell, Body: b.Body}}
	a.pushes = recent(append(a.pushes, p))
	a.keep(store.SavePush{Push: p.Push})
	to := Audience{}
	if len(p.To) > 0 {
		to.Members = append([]string{m.ID}, p.To...)
	}
	a.tell(to, wire.Push, a.pushed(p))
	a.do(Made{id})
	return nil
}

// recent are the pushes that are still told.
func recent(all []*push) []*push {
	bytes, first := 0, len(all)
	for first > 0 && len(all)-first < MaxPushes && bytes+len(all[first-1].Body) <= PushBytes {
		first--
		bytes += len(all[first].Body)
	}
	return slices.Clone(all[first:])
}

func (a *applier) look(op Look) {
	m := a.members[op.Member]
	if m == nil || len(m.lookers) >= MaxLookers || slices.ContainsFunc(m.lookers, func(l looker) bool { return l.socket == op.Socket }) {
		return
	}
	m.lookers = append(slices.Clone(m.lookers), looker{op.By, op.Socket})
	a.tell(Audience{Members: []string{m.ID}}, wire.Looking, a.looking(m))
}

func (a *applier) looked(op Looked) {
	m := a.members[op.Member]
	if m == nil {
		return
	}
	left := slices.DeleteFunc(slices.Clone(m.lookers), func(l looker) bool { return l.socket == op.Socket })
	if len(left) == len(m.lookers) {
		return
	}
	m.lookers = left
	if m.pen && len(left) == 0 {
		m.pen = false
		a.touch(&a.ruled)
	}
	a.tell(Audience{Members: []string{m.ID}}, wire.Looking, a.looking(m))
}

func (a *applier) allow(m *member, pen bool) error {
	if pen && len(m.lookers) == 0 {
		return &Refusal{wire.RefusedLooking}
	}
	if m.pen != pen {
		m.pen = pen
		a.touch(&a.ruled)
		a.tell(Audience{Members: []string{m.ID}}, wire.Looking, a.looking(m))
	}
	return nil
}
