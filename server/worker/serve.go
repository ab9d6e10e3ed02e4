package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/worker/jail"
)

// This file is the worker's side.

// Hub is the connection of a worker to its hub.
type Hub struct {
	conn net.Conn
	in   reader

	mu  sync.Mutex // one frame at a time is written
	all map[uint32]*held

	idle idle
}

// Connect reads the hub's first frame.
func Connect(conn net.Conn) (*Hub, *Setup, error) {
	h := &Hub{conn: conn, in: reader{from: bufio.NewReaderSize(conn, 4<<10)}, all: map[uint32]*held{}}
	_, f, _, err := h.in.next()
	if err != nil {
		return nil, nil, err
	}
	setup, ok := f.(*Setup)
	if !ok || setup.Version != version {
		return nil, nil, violation("the first frame is of kind %d", f.kind())
	}
	return h, setup, nil
}

// Serve says what seals this worker and runs sessions until the hub hangs up.
// Evaluators of open merge their output.
func (h *Hub) Serve(report jail.Report, open session.Opener) error {
	h.send(0, &readyFrame{Version: version, Report: report})
	h.idle.leave()
	for {
		id, f, _, err := h.in.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := h.handle(id, f, open); err != nil {
			return err
		}
	}
}

// send writes a frame. An error means that the hub has gone, which Serve will see too.
func (h *Hub) send(id uint32, f frame) error {
	data, err := encode(id, f)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	_, err = h.conn.Write(data)
	return err
}

// handle does what a frame asks for, or has it done; it never waits, so that a stop is
// never behind anything.
func (h *Hub) handle(id uint32, f frame, open session.Opener) error {
	s := h.all[id]
	if b, ok := f.(*openFrame); ok && s == nil {
		s = newHeld(h, id)
		h.all[id] = s
		go s.open(b.Spec, open)
		return nil
	}
	if s == nil {
		return violation("a frame of kind %d about session %d, which is not open", f.kind(), id)
	}
	switch b := f.(type) {
	case *runFrame:
		select {
		case s.runs <- b.Run:
		default:
			return violation("a run while another goes on")
		}
	case *stopFrame:
		s.stop(b.RID, b.Force)
	case *answerFrame:
		s.answer(b)
	case *askFrame:
		s.ask(b)
	case *creditFrame:
		s.room.give(b.Bytes)
	case *putFrame:
		if ev := s.evaluator(); ev != nil {
			ev.Put(b.File)
		}
	case *closeFrame:
		delete(h.all, id)
		close(s.runs)
		go s.finish()
	default:
		return violation("a frame of kind %d in the middle", f.kind())
	}
	return nil
}

// held is one session in the worker.
type held struct {
	hub  *Hub
	id   uint32
	runs chan session.Run
	room *window
	asks chan struct{} // a place for each question under way
	over chan struct{} // closed when the session is

	mu      sync.Mutex
	ev      session.Evaluator // nil until it is open
	waiting map[string]chan string
}

// asksMost are answered at once; the hub has no use for more.
const asksMost = 16

func newHeld(h *Hub, id uint32) *held {
	return &held{
		hub: h, id: id, runs: make(chan session.Run, 1), room: newWindow(),
		asks: make(chan struct{}, asksMost), over: make(chan struct{}), waiting: map[string]chan string{},
	}
}

// open opens the evaluator and runs what comes until the session is closed.
func (s *held) open(spec string, open session.Opener) {
	s.hub.idle.enter()
	ev, err := open(spec)
	s.hub.idle.leave()
	if err != nil {
		close(s.over)
		s.hub.send(s.id, &openedFrame{Error: err.Error()})
		return
	}
	s.mu.Lock()
	s.ev = ev
	s.mu.Unlock()
	s.hub.send(s.id, &openedFrame{Devices: ev.Devices()})
	for run := range s.runs {
		out := &output{s, run.RID}
		s.hub.idle.enter()
		outcome := ev.Run(run, out)
		s.hub.idle.leave()
		for _, f := range outcome.Files {
			out.put(&fileFrame{run.RID, f})
		}
		s.hub.send(s.id, &endedFrame{RID: run.RID, State: outcome.State, Cost: outcome.Cost})
	}
	ev.Close()
	close(s.over)
	s.hub.idle.leave()
	s.hub.send(s.id, &closedFrame{})
}

// finish stops whatever runs, until nothing does: a run may be about to begin.
func (s *held) finish() {
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		s.stop("", true)
		select {
		case <-s.over:
			return
		case <-again.C:
		}
	}
}

func (s *held) evaluator() session.Evaluator {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ev
}

func (s *held) stop(rid string, force bool) {
	if ev := s.evaluator(); ev != nil {
		ev.Stop(rid, force)
	}
}

// answer gives the run that waits for it the learner's line.
func (s *held) answer(a *answerFrame) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.waiting[a.RID]; ch != nil {
		if a.None {
			close(ch)
		} else {
			ch <- a.Text
		}
		delete(s.waiting, a.RID)
	}
}

func (s *held) ask(a *askFrame) {
	select {
	case s.asks <- struct{}{}:
	default:
		go s.tell(a.ID, struct{}{})
		return
	}
	go func() {
		defer func() { <-s.asks }()
		ev := s.evaluator()
		question := questions[a.What]
		if ev == nil || question == nil {
			s.tell(a.ID, struct{}{})
			return
		}
		s.tell(a.ID, question(ev, a))
	}()
}

func (s *held) tell(id uint64, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		body = []byte("{}")
	}
	if s.hub.send(s.id, &toldFrame{id, body}) != nil {
		s.hub.send(s.id, &toldFrame{id, []byte("{}")}) // too large
	}
}

// questions are what an evaluator is asked aside.
var questions = map[string]func(session.Evaluator, *askFrame) any{
	wire.Complete: func(ev session.Evaluator, a *askFrame) any { return ev.Complete(a.Code, a.Cursor) },
	wire.Inspect:  func(ev session.Evaluator, a *askFrame) any { return ev.Inspect(a.Code, a.Cursor, a.Detail) },
	wire.Diagnose: func(ev session.Evaluator, a *askFrame) any { return ev.Diagnose(a.Code) },
	wire.Place:    func(ev session.Evaluator, _ *askFrame) any { return ev.Place() },
}

// output is the Output of one run: every event is a frame, when there is room for it.
type output struct {
	*held
	rid string
}

// Stream implements session.Output.
func (o *output) Stream(name, text string) {
	o.Emit(wire.Stream, wire.StreamBody{Name: name, Text: text})
}

// Emit implements session.Output. An event that no client could be sent is one too many.
func (o *output) Emit(typ string, body any) {
	data, err := json.Marshal(body)
	if err != nil || len(data) > wire.MaxEvent {
		data, _ = json.Marshal(wire.LimitBody{Kind: "output", Value: wire.MaxEvent, Peak: int64(len(data)), Unit: "bytes"})
		typ = wire.Limit
	}
	o.put(&eventFrame{o.rid, typ, data})
}

func (o *output) put(f frame) {
	data, err := encode(o.id, f)
	if err != nil {
		return // Emit has looked at its size
	}
	o.room.take(cost(len(data)))
	o.hub.mu.Lock()
	defer o.hub.mu.Unlock()
	o.hub.conn.Write(data)
}

// Input implements session.Output.
func (o *output) Input(ctx context.Context, req wire.InputRequestBody) (string, error) {
	ch := make(chan string, 1)
	o.mu.Lock()
	o.waiting[o.rid] = ch
	o.mu.Unlock()
	o.put(&inputFrame{o.rid, req})
	select {
	case text, ok := <-ch:
		if !ok {
			return "", io.EOF
		}
		return text, nil
	case <-ctx.Done():
		o.mu.Lock()
		delete(o.waiting, o.rid)
		o.mu.Unlock()
		return "", ctx.Err()
	}
}
