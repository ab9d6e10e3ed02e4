package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/lessons/lesson"
)

// patience is how long a student waits for one message before he calls it lost.
const patience = 2 * time.Minute

// student is one socket and what it has seen of its session.
type student struct {
	*server
	seen   *tally
	rng    *rand.Rand
	think  time.Duration
	socket *websocket.Conn
	lesson *lesson.Lesson
	sid    string
	token  string
	seq    uint64
	runs   int
	ended  string // the run that ended last
	raised string // the last error that a run raised
}

func newStudent(s *server, seen *tally, seed uint64, think time.Duration) *student {
	return &student{server: s, seen: seen, rng: rand.New(rand.NewPCG(seed, 1)), think: think}
}

// A task is what a student runs of a lesson, and how it must end.
type task struct {
	cell, code string
	end        wire.RunState
}

// tasks are a lesson's cells; exercises stand there solved.
func tasks(e *lesson.Entry, l *lesson.Lesson) (all []task) {
	for _, c := range l.Cells() {
		t := task{c.ID, c.Code, wire.RunDone}
		if c.Raises() {
			t.end = wire.RunFailed
		}
		if solution := e.Secret.Solutions[c.ID]; solution != nil {
			t.code, t.end = solution.Code, wire.RunDone
		}
		if c.Kind != lesson.Quiz && c.Kind != lesson.Tests {
			all = append(all, t)
		}
	}
	return all
}

// attend walks through the lesson, in one of its languages, again and again until ctx ends;
// the error says what ended it before.
func (s *student) attend(ctx context.Context, e *lesson.Entry) error {
	s.lesson = e.Lang(lesson.Languages[s.rng.IntN(len(lesson.Languages))])
	s.pause(ctx) // they do not all come at once
	if err := s.connect(); err != nil {
		return err
	}
	defer func() { s.socket.Close() }()
	for ctx.Err() == nil {
		for _, t := range tasks(e, s.lesson) {
			if ctx.Err() != nil {
				return nil
			}
			if err := errors.Join(s.work(t), s.aside()); err != nil {
				return fmt.Errorf("cell %s: %w", t.cell, err)
			}
			s.pause(ctx)
		}
		if err := s.restart(); err != nil {
			return err
		}
	}
	return nil
}

// pause thinks: exponentially distributed, at most five times the mean.
func (s *student) pause(ctx context.Context) {
	d := min(time.Duration(s.rng.ExpFloat64()*float64(s.think)), 5*s.think)
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// work runs a lesson's cell and compares its end with what the lesson promises.
func (s *student) work(t task) error {
	begin := time.Now()
	end, err := s.run(t.cell, t.code)
	if err != nil {
		return err
	}
	s.seen.waited(cell, time.Since(begin))
	s.seen.waited(fmt.Sprintf("  %s, %s", s.lesson.ID, t.cell), time.Since(begin))
	if end != t.end {
		s.seen.fault("%s, cell %s ended as %q, not %q: %s", s.lesson.ID, t.cell, end, t.end, s.raised)
	}
	return nil
}

// aside does now and then what students do between the cells of a lesson.
func (s *student) aside() error {
	switch n := s.rng.IntN(20); {
	case n < 8:
		return s.timed(trivial, func() error { _, err := s.run("aside", "1 + 1"); return err })
	case n < 10:
		return s.completion()
	case n < 11:
		return s.lostConnection()
	case n < 12:
		return s.endless()
	}
	return nil
}

func (s *student) timed(row string, do func() error) error {
	begin := time.Now()
	err := do()
	if err == nil {
		s.seen.waited(row, time.Since(begin))
	}
	return err
}

// completion asks for names while a cell sleeps.
func (s *student) completion() error {
	rid, err := s.submit("aside", "import time\ntime.sleep(0.2)")
	if err != nil {
		return err
	}
	if err := s.await(wire.Input, rid); err != nil {
		return err
	}
	err = s.timed(complete, func() error {
		m := wire.New(wire.Complete, wire.CompleteBody{Code: "time.sl", Cursor: 7})
		m.RID = rid + "-complete"
		return errors.Join(s.send(m), s.await(wire.CompleteReply, m.RID))
	})
	if err != nil {
		return err
	}
	return s.awaitEnd(rid)
}

// lostConnection cuts the socket while a cell prints, comes back, and must see every
// event that is missing, in order.
func (s *student) lostConnection() error {
	rid, err := s.submit("aside", "import time\nfor i in range(20):\n    print(i)\n    time.sleep(0.01)")
	if err != nil {
		return err
	}
	if err := s.await(wire.Input, rid); err != nil {
		return err
	}
	s.socket.Close()
	return s.timed(resume, func() error { return errors.Join(s.connect(), s.await(wire.Reply, rid)) })
}

// endless starts a loop without end and stops it.
func (s *student) endless() error {
	rid, err := s.submit("aside", "while True: pass")
	if err != nil {
		return err
	}
	if err := s.await(wire.Input, rid); err != nil {
		return err
	}
	return s.timed(halt, func() error {
		m := wire.New(wire.Interrupt, wire.InterruptBody{})
		m.RID = rid
		return errors.Join(s.send(m), s.await(wire.Reply, rid))
	})
}

// restart forgets all names, as a student does who begins again.
func (s *student) restart() error {
	if err := s.send(wire.New(wire.Restart, wire.RestartBody{})); err != nil {
		return err
	}
	for {
		_, body, err := s.next()
		if err != nil {
			return err
		}
		if b, ok := body.(*wire.StatusBody); ok && b.State == wire.Idle {
			return nil
		}
	}
}

// connect opens a socket: for a new session, or to come back to the student's own.
func (s *student) connect() error {
	dial := websocket.Dialer{Subprotocols: []string{wire.Subprotocol}, Jar: s.jar, HandshakeTimeout: patience}
	socket, _, err := dial.Dial("ws"+strings.TrimPrefix(s.origin, "http")+"/ws", http.Header{"Origin": {s.origin}})
	if err != nil {
		return err
	}
	s.socket = socket
	hello := wire.New(wire.Hello, wire.HelloBody{Token: s.token, LastSeq: s.seq, Lesson: s.lesson.ID, Lang: s.lesson.Lang})
	hello.SID = s.sid
	if err := s.send(hello); err != nil {
		return err
	}
	m, body, err := s.next()
	if err != nil {
		return err
	}
	welcome, ok := body.(*wire.WelcomeBody)
	if !ok {
		return fmt.Errorf("got %s before welcome", m.Type)
	}
	if s.sid != "" && m.SID != s.sid {
		return errors.New("the session was lost")
	}
	s.sid, s.token = m.SID, welcome.Token
	return nil
}

// submit sends a cell off and returns the id of its run.
func (s *student) submit(cell, code string) (rid string, err error) {
	s.runs++
	m := wire.New(wire.Execute, wire.ExecuteBody{Code: code, Lang: s.lesson.Lang})
	m.RID, m.Cell = fmt.Sprintf("run-%d", s.runs), cell
	return m.RID, s.send(m)
}

// run runs a cell to its end.
func (s *student) run(cell, code string) (wire.RunState, error) {
	rid, err := s.submit(cell, code)
	if err != nil {
		return "", err
	}
	for {
		m, body, err := s.next()
		if err != nil {
			return "", err
		}
		switch b := body.(type) {
		case *wire.ErrorBody:
			s.raised = b.Name + ": " + b.Value
		case *wire.ReplyBody:
			if m.RID == rid {
				return b.State, nil
			}
		}
	}
}

// await reads until a message of a type comes for a run.
func (s *student) await(typ, rid string) error {
	for {
		m, _, err := s.next()
		if err != nil || m.Type == typ && m.RID == rid {
			return err
		}
	}
}

// awaitEnd reads until a run is over, which it may be already.
func (s *student) awaitEnd(rid string) error {
	if s.ended == rid {
		return nil
	}
	return s.await(wire.Reply, rid)
}

func (s *student) send(m wire.Message) error {
	data, err := wire.Encode(m)
	if err != nil {
		return err
	}
	return s.socket.WriteMessage(websocket.TextMessage, data)
}

// next reads one message; a gap in the numbers is an error.
func (s *student) next() (wire.Message, any, error) {
	s.socket.SetReadDeadline(time.Now().Add(patience))
	_, data, err := s.socket.ReadMessage()
	if err != nil {
		return wire.Message{}, nil, err
	}
	m, body, err := wire.Decode(data, wire.FromServer)
	if err != nil {
		return m, nil, err
	}
	if reset, ok := body.(*wire.ResetBody); ok {
		s.seq = reset.Seq
	}
	if m.Type == wire.Reply {
		s.ended = m.RID
	}
	if m.Seq > 0 {
		if m.Seq != s.seq+1 {
			return m, nil, fmt.Errorf("event %d came after %d", m.Seq, s.seq)
		}
		s.seq = m.Seq
		if s.seq%32 == 0 {
			err = s.send(wire.New(wire.Ack, wire.AckBody{Seq: s.seq}))
		}
	}
	return m, body, err
}
