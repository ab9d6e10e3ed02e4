package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"gputour/engine/wire"
)

// This file hands sessions from one process to the next, which is the same one with another program in it: evaluators in
// processes of their own, and what runs there, stay. A session's log is in its journal; what cannot be read off it is carried.

// Carried is a session on its way, apart from its log.
type Carried struct {
	ID      string `json:"id"`
	Token   string `json:"token"`
	Visitor string `json:"visitor,omitempty"`
	Lesson  string `json:"lesson,omitempty"`
	Log     int    `json:"log,omitempty"` // generation
	Spec    string `json:"spec"`

	Current  *Run     `json:"current,omitempty"`
	Queue    []Run    `json:"queue,omitempty"`
	Guest    *Run     `json:"guest,omitempty"`
	Stage    int      `json:"stage,omitempty"`
	Waiting  bool     `json:"waiting,omitempty"`
	Number   int      `json:"number,omitempty"` // of the evaluator
	Opening  int      `json:"opening,omitempty"`
	Opened   int      `json:"opened,omitempty"`
	Wanted   string   `json:"wanted,omitempty"`
	Before   []string `json:"before,omitempty"`
	Borrowed bool     `json:"borrowed,omitempty"`

	Devices []wire.DeviceInfo `json:"devices,omitempty"`
	Seat    json.RawMessage   `json:"seat,omitempty"` // where the evaluator is; nil: it stays behind
}

// Continuer is a Keeper that lets a session go on as if nothing had happened.
type Continuer interface {
	// Continue returns a session that is kept, or that is new, and its journal, with no owner but the one before. It is ErrMoved when
	// another server has the session.
	Continue(id, token, owner, spec string) (Kept, Journal, error)
}

// Resumer is an Evaluator that outlasts the process that has opened it.
type Resumer interface {
	// Resume is Evaluator.Run of a run that may have begun, or even ended, before.
	Resume(run Run, out Output) Outcome
}

// HandOver has every session keep what has happened and then stand still, until release is called. seat says where an
// evaluator is that does not end with this process. Nobody may watch or open sessions meanwhile.
func (r *Registry) HandOver(seat func(Evaluator) json.RawMessage) (all []Carried, release func(), err error) {
	r.mu.Lock()
	entries := make([]*entry, 0, len(r.all))
	for _, e := range r.all {
		entries = append(entries, e)
	}
	ending := make([]*Session, 0, len(r.ending))
	for _, s := range r.ending {
		ending = append(ending, s)
	}
	r.mu.Unlock()
	for _, s := range ending {
		<-s.Ended()
	}
	var mu sync.Mutex
	var parked sync.WaitGroup
	on := make(chan struct{})
	release = sync.OnceFunc(func() { close(on) })
	for _, e := range entries {
		parked.Go(func() {
			c, problem := e.park(seat, on)
			in := e.place(e.Session)
			c.Visitor, c.Lesson = in.Visitor, in.Lesson
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(problem, ErrClosed) {
				return
			}
			all, err = append(all, c), errors.Join(err, problem)
		})
	}
	parked.Wait()
	if err != nil {
		release()
		return nil, release, err
	}
	return all, release, nil
}

// park has a session keep everything and stand still until on is closed.
func (s *Session) park(seat func(Evaluator) json.RawMessage, on <-chan struct{}) (c Carried, err error) {
	done := make(chan struct{})
	stand := func(*State) {
		c, err = s.carry(seat)
		close(done)
		if err == nil {
			select {
			case <-on:
			case <-s.done:
			}
		}
	}
	if !s.put(s.ops, request{look: stand}) {
		return c, ErrClosed
	}
	select {
	case <-done:
		return c, err
	case <-s.ended:
		return c, ErrClosed
	}
}

// carry is what of a session is not in its journal, once that has all it should.
func (s *Session) carry(seat func(Evaluator) json.RawMessage) (Carried, error) {
	if s.keeper == nil {
		return Carried{}, errors.New("nothing is kept here")
	}
	s.keeper.flight.Wait()
	if e, some := s.keeper.entry(&s.state); some {
		err := s.keeper.journal.Keep(e)
		if s.keeper.done(e, err); err != nil {
			return Carried{}, fmt.Errorf("session %s: %w", s.ID, err)
		}
	}
	st := &s.state
	return Carried{
		ID: s.ID, Token: s.Token, Log: s.Log, Spec: st.Spec,
		Current: st.Current, Queue: slices.Clone(st.Queue), Guest: st.guest, Stage: int(st.stage), Waiting: st.waiting,
		Number: st.evaluator, Opening: st.opening, Opened: st.opened, Wanted: st.wanted, Before: slices.Clone(st.before), Borrowed: st.borrowed,
		Devices: s.Evaluator().Devices(), Seat: seat(s.Evaluator()),
	}, nil
}

// Adopt goes on with a session that was handed over; ev is what was at its seat, nil when that is gone.
func (r *Registry) Adopt(c Carried, ev Evaluator) error {
	keeper, ok := r.Keeper.(Continuer)
	if !ok {
		return errors.New("nothing is kept here")
	}
	kept, journal, err := keeper.Continue(c.ID, c.Token, c.Visitor, c.Spec)
	if err == nil && kept.Log != c.Log { // somebody took it on the way, and may have given it up again
		err = ErrMoved
	}
	if err != nil {
		return err
	}
	e := &entry{visitor: c.Visitor}
	if c.Lesson != "" {
		e.lesson.Store(&c.Lesson)
	}
	s, err := adopt(c, kept, ev, r.config(e), journal)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	e.Session = s
	if r.all == nil {
		r.all = map[string]*entry{}
	}
	r.all[s.ID] = e
	if c.Number > 0 || c.Opening > 0 {
		r.place(e)
	}
	s.goOn(c, ev)
	r.expire(s)
	return nil
}

// adopt makes the session; its goroutine is not running yet.
func adopt(c Carried, kept Kept, ev Evaluator, config Config, journal Journal) (*Session, error) {
	state, err := rebuild(kept)
	if err != nil {
		return nil, err
	}
	state.log = eventLog{first: kept.Seq + 1, events: kept.Events}
	for i := range kept.Events {
		kept.Events[i].V = wire.Version // a store has no need to keep it
		state.log.bytes += size(kept.Events[i])
	}
	state.Current, state.Queue, state.guest, state.Spec = c.Current, c.Queue, c.Guest, c.Spec
	state.stage, state.waiting = stage(c.Stage), c.Waiting
	state.evaluator, state.opening, state.opened = c.Number, c.Opening, c.Opened
	state.wanted, state.before, state.borrowed = c.Wanted, c.Before, c.Borrowed
	s := newSession(c.ID, c.Token, state, c.Log, config, journal)
	s.keeper.kept = state.log.last()
	if ev == nil {
		ev = absent{devices: c.Devices}
	}
	s.evaluator.Store(&ev)
	s.log.Store(&view{eventLog: state.log, next: make(chan struct{})})
	return s, nil
}

// goOn sets going what went on: the run, the timers, the evaluator that was being opened.
func (s *Session) goOn(c Carried, ev Evaluator) {
	lost := ev == nil && c.Number > 0
	if c.Current != nil && ev != nil {
		s.begin(*c.Current, func(ev Evaluator, run Run, out Output) Outcome {
			if r, ok := Unwrap(ev).(Resumer); ok {
				return r.Resume(run, out)
			}
			return Outcome{State: wire.RunStopped}
		})
		if st := stage(c.Stage); st == asked || st == forced {
			s.perform(Timer{c.Current.RID, c.Stage})
		}
	}
	if c.Opening > 0 {
		s.perform(Renew{c.Opening, c.Wanted})
	}
	go s.loop()
	if ev != nil {
		s.mind(ev, c.Number)
	}
	gone := Loss{Reason: "server", Limit: wire.LimitBody{Kind: "server"}}
	if c.Guest != nil {
		s.send(Ended{c.Guest.RID, Outcome{State: wire.RunStopped, Lost: &gone}})
	}
	if lost {
		s.send(Gone{c.Number, gone})
	}
}

// Unwrap returns the evaluator within one that adds something to it.
func Unwrap(ev Evaluator) Evaluator {
	for {
		w, ok := ev.(interface{ Unwrap() Evaluator })
		if !ok {
			return ev
		}
		ev = w.Unwrap()
	}
}
