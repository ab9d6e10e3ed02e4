// Package classws carries a class over websockets: a Room has the class's state, keeps what lasts of it, and tells each
// member what concerns them.
//
// Its one idea: nobody waits for anybody. What happens is an op on the state, under a lock and without input or output;
// what is to be told goes into the member's mailbox, from which each socket reads at its own pace; and what is only
// true now (the board, tallies, where the presenter is) is not queued at all: a socket that has written the last one asks
// for what has changed since.
//
//	sockets, sessions ─→ class.Apply ─┬─ rows ──→ store ──→ mailboxes, answers
//	                                  └─ no rows ────────→ mailboxes
//	                        state ──────────────────────→ board, tallies, presenter
package classws

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/class"
	"gputour/server/store"
)

// How often what is only true now is told at most. A board is told twice as often as two in a second, because an event
// that waits for up to half a second and then travels is not there within half a second.
const (
	boardEvery = 250 * time.Millisecond
	cellsEvery = time.Second // cells over the class change with nearly every run of anybody
	tallyEvery = 500 * time.Millisecond
	shownEvery = 200 * time.Millisecond
	tickEvery  = 5 * time.Second // for what changes by itself
)

// Bytes of the board that one socket is told at once: 48 KiB a second, after the first time.
const (
	boardFirst = 256 << 10
	boardBytes = 12 << 10
)

// Options is what a Room is made of.
type Options struct {
	Store store.Store
	// Members changes who is in the class; nil refuses that.
	Members Members
	// Outline is the lessons' cells, with titles in a language.
	Outline func(lang string) []wire.OutlineLesson
	// Lost is called when a commit is store.ErrFenced, since another server has the class; the Room has closed then. It may be nil.
	Lost  func()
	Clock session.Clock // nil: the real one
	Build string
	Log   *slog.Logger
}

// Members changes who is in a class, as somebody does who may.
type Members interface {
	Admit(ctx context.Context, by auth.Person, id string) (store.Member, error)
	Remove(ctx context.Context, by auth.Person, id string) (store.Member, error)
	Rotate(ctx context.Context, by auth.Person, wished string) (code string, err error)
	Row() store.Class
	// Refusal is the code, as in wire.RefusedBody, of an error of the others; "" for one that is the server's.
	Refusal(error) string
}

// Room is a class that meets. Its methods may be called from any goroutine.
type Room struct {
	opts Options
	log  int // generation of what members are told

	mu      sync.Mutex
	state   class.State
	boxes   map[string]*mailbox
	sockets map[*conn]bool
	stop    func() // of the next tick
	closed  bool
	rules   map[*func(class.Rules)]bool

	board, cells, tally, shown throttle
	tallied                    uint64 // version of the tallies told last

	keeper keeper
	open   sync.WaitGroup // sockets
}

// Open goes on with the class of a store.
func Open(ctx context.Context, opts Options) (*Room, error) {
	if opts.Clock == nil {
		opts.Clock = session.WallClock
	}
	title, rows, err := load(ctx, opts.Store)
	if err != nil {
		return nil, fmt.Errorf("read the class: %w", err)
	}
	r := &Room{opts: opts, boxes: map[string]*mailbox{}, sockets: map[*conn]bool{}, rules: map[*func(class.Rules)]bool{}}
	r.board = throttle{room: r, every: boardEvery, do: r.feed}
	r.cells = throttle{room: r, every: cellsEvery, do: r.look}
	r.tally = throttle{room: r, every: tallyEvery, do: r.tell}
	r.shown = throttle{room: r, every: shownEvery, do: r.show}
	state, effects := class.Restore(title, rows, opts.Outline(""), r.now())
	r.state, r.log = state, state.Log()
	var writes []store.Write
	for _, e := range effects {
		if k, ok := e.(class.Keep); ok {
			writes = append(writes, k.Row)
		}
	}
	// Who comes is told this generation; it must be higher than that of every start before, whatever happens next.
	if err := opts.Store.Commit(ctx, writes...); err != nil {
		return nil, fmt.Errorf("keep the class: %w", err)
	}
	r.keeper.begin(r)
	r.schedule()
	return r, nil
}

// load reads the rows of a class.
func load(ctx context.Context, s store.Store) (title string, rows class.Rows, err error) {
	row, err := s.Class(ctx)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return "", rows, err
	}
	if rows.Live, err = s.Live(ctx); err != nil && !errors.Is(err, store.ErrNone) {
		return "", rows, err
	}
	members, err := s.Members(ctx)
	if err != nil {
		return "", rows, err
	}
	for _, m := range members {
		rows.Members = append(rows.Members, enrolled(m))
	}
	if rows.Pushes, err = s.Pushes(ctx, class.MaxPushes); err != nil {
		return "", rows, err
	}
	if rows.Polls, err = s.Polls(ctx, class.MaxPolls); err != nil {
		return "", rows, err
	}
	for _, p := range rows.Polls {
		votes, err := s.Votes(ctx, p.ID)
		if err != nil {
			return "", rows, err
		}
		rows.Votes = append(rows.Votes, votes...)
	}
	if rows.Hands, err = s.Hands(ctx); err != nil {
		return "", rows, err
	}
	rows.Progress, err = s.AllProgress(ctx)
	return row.Title, rows, err
}

func enrolled(m store.Member) class.Enrolled {
	return class.Enrolled{Person: wire.Person{ID: m.ID, Name: m.Name, Role: m.Role}, Rev: m.Rev, Status: m.Status}
}

// Close closes all sockets and keeps what is not kept yet.
func (r *Room) Close() {
	r.mu.Lock()
	r.shut()
	r.mu.Unlock()
	r.keeper.end()
}

// shut closes all sockets, and takes none any more. r.mu is held.
func (r *Room) shut() {
	r.closed = true
	r.stop()
	for c := range r.sockets {
		c.end(errClosed)
	}
}

// Hear takes note of what has happened in a session, wherever that is, and calls kept when nothing of it can be lost any more;
// never when the Room ends before. kept must not wait.
func (r *Room) Hear(op class.Op, kept func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed && r.apply(op, func(string) { kept() }) != nil {
		kept() // there is nothing to be kept of it
	}
}

// Rules has f called with what holds for notebooks, now and whenever it changes, until stop is called. f must not wait.
func (r *Room) Rules(f func(class.Rules)) (stop func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rules[&f] = true
	f(r.state.Rules())
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.rules, &f)
	}
}

// Refresh reads who is in the class, and what it is called: others may have written that.
func (r *Room) Refresh(ctx context.Context) error {
	row, err := r.opts.Store.Class(ctx)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return err
	}
	members, err := r.opts.Store.Members(ctx)
	if err != nil {
		return err
	}
	r.titled(row.Title)
	for _, m := range members {
		r.do(enrolled(m))
	}
	return nil
}

// Wait returns when all sockets have closed, or after d.
func (r *Room) Wait(d time.Duration) {
	done := make(chan struct{})
	go func() {
		r.open.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(d):
	}
}

// Committed takes note of what anybody has written to the store: it is store.Watched's.
func (r *Room) Committed(writes []store.Write) {
	for _, w := range writes {
		switch w := w.(type) {
		case store.SaveMember:
			r.do(enrolled(w.Member))
		case store.SaveClass:
			r.titled(w.Title)
		}
	}
}

func (r *Room) titled(title string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state.Title() != title {
		r.apply(class.Titled{Title: title}, nil)
	}
}

// Lessons takes note of other lessons.
func (r *Room) Lessons() { r.do(class.Lessons{Lessons: r.opts.Outline("")}) }

func (r *Room) now() int64 { return r.opts.Clock.Now().UnixMilli() }

// schedule lets time pass. It is called before the room is used, and with r.mu held.
func (r *Room) schedule() {
	r.stop = r.opts.Clock.AfterFunc(tickEvery, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if !r.closed {
			r.look()
			r.schedule()
		}
	})
}

// do applies an op that nobody waits for.
func (r *Room) do(op class.Op) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.apply(op, nil)
}

// apply applies an op. answer, if there is one, is told the id that was made, once all of it is kept. r.mu is held.
func (r *Room) apply(op class.Op, answer func(id string)) error {
	before, ruled := r.state.Version(), r.state.Ruled()
	_, shown := r.state.Shown()
	state, effects, err := class.Apply(r.state, op, r.now())
	r.state = state
	if err != nil {
		return err
	}
	e := entry{answer: answer}
	for _, effect := range effects {
		switch effect := effect.(type) {
		case class.Keep:
			e.writes = append(e.writes, effect.Row)
		case class.Tell:
			e.tells = append(e.tells, effect)
		case class.Made:
			e.id = effect.ID
		case class.Close:
			r.expel(effect.Member)
		}
	}
	r.keeper.put(e)
	if r.state.Version() != before {
		r.cells.soon()
		r.board.soon()
		r.tally.soon()
	}
	if r.state.Ruled() != ruled {
		rules := r.state.Rules()
		for f := range r.rules {
			(*f)(rules)
		}
	}
	if _, now := r.state.Shown(); now != shown {
		r.shown.soon()
	}
	return nil
}

// expel closes a member's sockets. r.mu is held.
func (r *Room) expel(id string) {
	for c := range r.sockets {
		if c.person.ID == id {
			c.end(auth.ErrChanged)
		}
	}
}

// throttle calls do soon, but not more often than every so often. The room's lock guards it.
type throttle struct {
	room  *Room
	every time.Duration
	do    func()
	due   bool
	last  time.Time
}

// soon has do called at once, or when its time has come.
func (t *throttle) soon() {
	if t.due {
		return
	}
	now := t.room.opts.Clock.Now()
	if wait := t.every - now.Sub(t.last); wait > 0 {
		t.due = true
		t.room.opts.Clock.AfterFunc(wait, func() {
			t.room.mu.Lock()
			defer t.room.mu.Unlock()
			t.due = false
			t.run()
		})
		return
	}
	t.run()
}

func (t *throttle) run() {
	t.last = t.room.opts.Clock.Now()
	t.do()
}

// feed tells the board to those who want it and have written the last they were told. r.mu is held.
func (r *Room) feed() {
	for c := range r.sockets {
		if c.observes && len(c.feed) == 0 && c.fed != r.state.Version() {
			r.feedOne(c)
		}
	}
}

// look has the state look at what changes by itself, and at the cells over the class. r.mu is held.
func (r *Room) look() { r.apply(class.Tick{}, nil) }

func (r *Room) feedOne(c *conn) {
	bytes, whole := boardBytes, c.fed == 0
	if whole {
		bytes = boardFirst
	}
	var f class.Feed
	f, c.fed = r.state.Since(c.fed, bytes)
	if whole || len(f.Roster.Members) > 0 {
		c.feed = append(c.feed, r.message(wire.Roster, f.Roster))
	}
	if whole || len(f.Board.Rows)+len(f.Board.Heat) > 0 {
		c.feed = append(c.feed, r.message(wire.Board, f.Board))
	}
	if whole || len(f.Hands.Hands) > 0 {
		c.feed = append(c.feed, r.message(wire.Hands, f.Hands))
	}
	c.stir()
}

// tell tells how the open polls stand. r.mu is held.
func (r *Room) tell() {
	learners, version := r.state.Tallies(r.tallied, class.Learners)
	teachers, _ := r.state.Tallies(r.tallied, class.Teachers)
	r.tallied = version
	for i, b := range learners {
		theirs, ours := r.message(wire.Tally, b), r.message(wire.Tally, teachers[i])
		for c := range r.sockets {
			if c.leads {
				c.newest(wire.Tally+" "+b.Poll, ours)
			} else {
				c.newest(wire.Tally+" "+b.Poll, theirs)
			}
		}
	}
}

// show tells where the presenter is. r.mu is held.
func (r *Room) show() {
	body, version := r.state.Shown()
	if version == 0 {
		return
	}
	m := r.message(wire.Presenter, body)
	presenter := r.state.Presenter()
	for c := range r.sockets {
		if c.person.ID != presenter {
			c.newest(wire.Presenter, m)
		}
	}
}

// message is an event without a number.
func (r *Room) message(typ string, body any) wire.Message {
	m := wire.Class.New(typ, body)
	m.TS = r.now()
	return m
}
