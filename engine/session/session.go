package session

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"gputour/engine/wire"
)

// This file is the goroutine around the reducer.

// KillDelay is how long a run has to obey a stop before the next step of the ladder.
const KillDelay = 3 * time.Second

// Config is what sessions share.
type Config struct {
	Open   Opener      // of evaluators whose output is merged and capped: see Merging
	Clock  Clock       // nil: the real one
	Limits wire.Limits // shown to clients; whoever makes the evaluators enforces them

	tap   func(*Session, []wire.Message) // told the events of each op; nil nobody
	moved func()                         // called on a goroutine of its own when another server goes on with the session; nil: nothing is
}

// Session is one notebook session. Its methods may be called from any goroutine.
type Session struct {
	ID     string
	Token  string // proves ownership at a resume
	config Config

	ops    chan request
	urgent chan request // interrupts never wait behind output
	done   chan struct{}
	once   sync.Once

	log       atomic.Pointer[view]
	evaluator atomic.Pointer[Evaluator]
	clients   clients

	Log     int         // generation of the log, as in wire.WelcomeBody; 0 when there is no journal
	keeping atomic.Bool // the journal takes what happens
	moved   atomic.Bool // another server goes on with it

	// owned by the goroutine:
	keeper *keeper       // nil without a journal
	ended  chan struct{} // closed when the goroutine has ended
	state  State
	out    *direct   // of the current run
	next   Evaluator // opened, and not yet in its place
}

// request is an op on its way to the goroutine, or a look at the state.
type request struct {
	op    Op
	look  func(*State)
	first func()     // done by the goroutine before op is applied
	reply chan error // may be nil
}

// view is the log at some moment; next is closed when there is a later one.
type view struct {
	eventLog
	next chan struct{}
}

// Open begins a session on the devices of spec. Its events go to the journal, if that is not nil.
func Open(id, token, spec string, config Config, journal Journal) (*Session, error) {
	return open(id, token, New(spec), 0, config, journal)
}

// Revive goes on with a session that a journal kept. Its names are gone: whatever ran or waited is over, and an
// epoch begins.
func Revive(id, token string, k Kept, config Config, journal Journal) (*Session, error) {
	state, err := rebuild(k)
	if err != nil {
		return nil, err
	}
	s, err := open(id, token, state, k.Log, config, journal)
	if errors.Is(err, ErrFull) { // it shows what it was, and asks again at its next run
		s = newSession(id, token, state, k.Log, config, journal)
		s.state.evaluator = 0
		s.goesOn(absent{})
		s.Do(Revived{})
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	s.Do(Revived{Devices: s.Evaluator().Devices(), Why: cmp.Or(k.Why, "server")})
	return s, nil
}

func open(id, token string, state State, log int, config Config, journal Journal) (*Session, error) {
	s := newSession(id, token, state, log, config, journal)
	ev, err := s.open(state.Spec, nil)
	if err != nil {
		return nil, err
	}
	number := s.state.evaluator
	s.goesOn(ev)
	s.mind(ev, number)
	return s, nil
}

// goesOn starts the goroutine.
func (s *Session) goesOn(ev Evaluator) {
	s.evaluator.Store(&ev)
	s.log.Store(&view{eventLog: s.state.log, next: make(chan struct{})})
	go s.loop()
}

// newSession returns a session without an evaluator.
func newSession(id, token string, state State, log int, config Config, journal Journal) *Session {
	if config.Clock == nil {
		config.Clock = WallClock
	}
	s := &Session{
		ID: id, Token: token, Log: log, config: config,
		ops: make(chan request, 16), urgent: make(chan request, 4), done: make(chan struct{}), ended: make(chan struct{}),
		state: state,
	}
	s.keeping.Store(true)
	if journal != nil {
		s.keeper = &keeper{journal: journal, kept: state.log.last(), base: state.log.base()}
	}
	return s
}

// Do applies an op that came from a client and waits for the verdict, a *Refusal or nil.
func (s *Session) Do(op Op) error {
	lane := s.ops
	if _, ok := op.(Interrupt); ok {
		lane = s.urgent
	}
	r := request{op: op, reply: make(chan error, 1)}
	if !s.put(lane, r) {
		return &Refusal{"closed"}
	}
	select {
	case err := <-r.reply:
		return err
	case <-s.done:
		return &Refusal{"closed"}
	}
}

// Look calls f with the state, on the session's goroutine; f must not keep it.
func (s *Session) Look(f func(*State)) bool {
	done := make(chan error, 1)
	if !s.put(s.ops, request{look: f, reply: done}) {
		return false
	}
	select {
	case <-done:
		return true
	case <-s.done:
		return false
	}
}

// Evaluator returns the current evaluator, for the requests that need no queue.
func (s *Session) Evaluator() Evaluator { return *s.evaluator.Load() }

// Limits are the budgets of the session.
func (s *Session) Limits() wire.Limits { return s.config.Limits }

// Close ends the session: what runs is stopped, clients see ErrClosed.
func (s *Session) Close() { s.once.Do(func() { close(s.done) }) }

// Ended is closed when a session that was closed has kept the last of its events.
func (s *Session) Ended() <-chan struct{} { return s.ended }

// Keeping reports whether what happens is being kept; true where there is no journal to fail.
func (s *Session) Keeping() bool { return s.keeping.Load() }

func (s *Session) put(lane chan request, r request) bool {
	select {
	case <-s.done:
		return false
	default:
	}
	select {
	case lane <- r:
		return true
	case <-s.done:
		return false
	}
}

// send is put for ops that nobody waits for.
func (s *Session) send(op Op) { s.put(s.ops, request{op: op}) }

func (s *Session) loop() {
	for {
		select {
		case r := <-s.urgent:
			s.handle(r)
			continue
		default:
		}
		select {
		case r := <-s.urgent:
			s.handle(r)
		case r := <-s.ops:
			s.handle(r)
		case <-s.done:
			s.release(s.Evaluator())
			s.keepLast()
			close(s.ended)
			return
		}
	}
}

func (s *Session) handle(r request) {
	if r.first != nil {
		r.first()
	}
	var err error
	if r.look != nil {
		r.look(&s.state)
	} else {
		err = s.apply(r.op)
		s.discard()
	}
	if r.reply != nil {
		r.reply <- err
	}
}

func (s *Session) apply(op Op) error {
	before := s.state.log.last()
	state, effects, err := Apply(s.state, op, s.config.Clock.Now().UnixMilli())
	s.state = state
	if s.keeper != nil || s.config.tap != nil {
		fresh, _ := state.log.since(before)
		if s.config.tap != nil {
			s.config.tap(s, fresh)
		}
		if s.keeper != nil {
			s.keeper.added(fresh)
			s.keep()
		}
	}
	s.publish()
	for _, e := range effects {
		s.perform(e)
	}
	return err
}

// publish lets clients see the log as far as they may.
func (s *Session) publish() {
	seq := s.state.log.last()
	if s.keeper != nil {
		seq = s.keeper.visible(seq)
	}
	log := s.state.log.until(seq)
	if v := s.log.Load(); v.first != log.first || v.last() != log.last() {
		s.log.Store(&view{eventLog: log, next: make(chan struct{})})
		close(v.next)
	}
}

func (s *Session) perform(e Effect) {
	switch e := e.(type) {
	case Start:
		s.start(e.Run)
	case Stop:
		s.Evaluator().Stop(e.RID, e.Force)
	case Timer:
		s.config.Clock.AfterFunc(KillDelay, func() { s.send(Elapsed(e)) })
	case Feed:
		select {
		case s.out.answer <- e.Value:
		default:
		}
	case Drop:
		s.replace(absent{devices: s.Evaluator().Devices()})
	case Renew:
		go s.renew(e, s.pendingFiles())
	case Swap:
		s.replace(s.next)
		s.next = nil
	}
}

// start runs a cell on a goroutine of its own.
func (s *Session) start(run Run) { s.begin(run, Evaluator.Run) }

func (s *Session) begin(run Run, how func(Evaluator, Run, Output) Outcome) {
	ev := s.Evaluator()
	s.out = &direct{run.RID, s.send, make(chan string, 1)}
	out := s.out
	go func() {
		outcome := how(ev, run, out)
		s.put(s.ops, request{op: Ended{run.RID, outcome}, first: func() {
			if s.keeper != nil && s.Evaluator() == ev { // else the session has given it up
				s.keeper.changed(outcome.Files)
			}
		}})
	}()
}

// direct is the Output of a run whose evaluator merges: every event is an op.
type direct struct {
	rid    string
	send   func(Op)
	answer chan string
}

// Stream implements Output.
func (d *direct) Stream(name, text string) {
	d.Emit(wire.Stream, wire.StreamBody{Name: name, Text: text})
}

// Emit implements Output.
func (d *direct) Emit(typ string, body any) { d.send(Emit{d.rid, typ, body}) }

// Input implements Output.
func (d *direct) Input(ctx context.Context, req wire.InputRequestBody) (string, error) {
	d.Emit(wire.InputRequest, req)
	return d.Await(ctx)
}

// Await is Input for a question that has been asked already.
func (d *direct) Await(ctx context.Context) (string, error) {
	select {
	case v := <-d.answer:
		return v, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// mind tells the session when the evaluator of a number is gone.
func (s *Session) mind(ev Evaluator, number int) {
	lost := ev.Lost()
	if lost == nil {
		return
	}
	go func() {
		if loss, ok := <-lost; ok {
			s.send(Gone{number, loss})
		}
	}()
}

// pendingFiles are the files that are not kept yet.
func (s *Session) pendingFiles() map[string]File {
	if s.keeper == nil {
		return nil
	}
	return maps.Clone(s.keeper.files)
}

// open opens an evaluator that has the session's files.
func (s *Session) open(spec string, pending map[string]File) (Evaluator, error) {
	ev, err := s.config.Open(spec)
	if err != nil || s.keeper == nil {
		return ev, err
	}
	if err := restore(ev, s.keeper.journal, pending); err != nil {
		ev.Close()
		return nil, err
	}
	return ev, nil
}

// renew opens another evaluator.
func (s *Session) renew(e Renew, pending map[string]File) {
	ev, err := s.open(e.Spec, pending)
	if err != nil {
		s.send(Renewed{Number: e.Number, Err: err})
		return
	}
	r := request{op: Renewed{Number: e.Number, Devices: ev.Devices()}, reply: make(chan error, 1)}
	var taken sync.Once // by the session, or by its end
	r.first = func() { taken.Do(func() { s.next = ev; s.mind(ev, e.Number) }) }
	if s.put(s.ops, r) {
		select {
		case <-r.reply:
		case <-s.done:
		}
	}
	taken.Do(ev.Close)
}

// replace puts an evaluator into the place of the one there is.
func (s *Session) replace(ev Evaluator) {
	old := s.Evaluator()
	s.evaluator.Store(&ev)
	s.release(old)
}

// discard closes an evaluator that came when nobody waited for it.
func (s *Session) discard() {
	if s.next != nil {
		s.next.Close()
		s.next = nil
	}
}

// release closes an evaluator, whose run is stopped for good.
func (s *Session) release(ev Evaluator) {
	ev.Stop("", true)
	go ev.Close()
}

// WallClock is the real time.
var WallClock Clock = wallClock{}

type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }

func (wallClock) AfterFunc(d time.Duration, f func()) func() {
	t := time.AfterFunc(d, f)
	return func() { t.Stop() }
}

var (
	_ Output = (*output)(nil)
	_ Output = (*direct)(nil)
)
