// Package desk is where pages come with what they ask of their sessions, whatever carries their messages: a socket of a
// server, or a pipe to a worker in the same tab.
//
// Its one idea: a Visit turns a page's messages into session.Ops and the course's secrets, and answers through the
// session's client, which whoever carries messages reads. Nothing here knows of transports, of classes or of rates.
package desk

import (
	"errors"
	"log/slog"
	"math"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/lessons/lesson"
	"gputour/server/draft"
)

// Desk is what visits have in common. Its methods may be called from any goroutine.
type Desk struct {
	Sessions *session.Registry
	Course   func() *lesson.Course // for exercises and a lesson's devices; may change
	Devices  string                // device spec that overrides the lessons'; may be empty
	// Allow returns the devices that a client gets who asks for some that are not its
	// lesson's, or why it gets none; nil allows all.
	Allow func(spec string) (string, error)
	// Drafts keeps what a visitor writes; nil keeps nothing.
	Drafts *draft.Keeper
	Build  string
	Log    *slog.Logger

	gate gate
}

// Visitor is who comes, and what is known of them elsewhere.
type Visitor struct {
	ID     string // whose sessions they may have
	Author string // whose texts they write

	// What follows may be nil.
	MayWrite func(bytes int) bool                 // whether so much text may be kept
	Withheld func(lesson, cell string) bool       // whether a solution is kept back
	Hinted   func(lesson, cell string, parts int) // is told what was shown of a solution
	Used     func(bytes int64)                    // is told what the session holds on its devices
}

// Visit is what one page asks.
type Visit struct {
	Session *session.Session
	Client  *session.Client
	Lesson  string // of the page

	desk    *Desk
	visitor Visitor
	spec    string        // the devices that the desk gives this page
	seq     uint64        // of the last event that the page has seen
	aside   chan struct{} // a place for each request answered aside
}

const asideMost = 8 // completions and the like that are being answered

// Hello is the body of a page's first message, which must be hello.
func Hello(body any) (*wire.HelloBody, error) {
	hello, ok := body.(*wire.HelloBody)
	if !ok {
		return nil, Violation("the first message must be hello")
	}
	return hello, nil
}

// Open begins the visit of a page that said hello in m: with the session that it names, or a new one. Whoever carries the
// messages ends it with Leave.
func (d *Desk) Open(visitor Visitor, m wire.Message, hello *wire.HelloBody) (*Visit, error) {
	v := d.visit(visitor)
	v.spec, v.Lesson = d.spec(hello.Lesson), hello.Lesson
	s, resumed, err := d.Sessions.Open(visitor.ID, m.SID, hello.Token, v.spec)
	switch {
	case errors.Is(err, session.ErrToken), errors.Is(err, session.ErrFull), errors.Is(err, session.ErrShut), errors.Is(err, session.ErrMoved):
		return nil, err
	case err != nil:
		d.Log.Error("session not opened", "error", err)
		return nil, errDevices
	}
	d.Sessions.Enter(s, hello.Lesson)
	v.seq = hello.LastSeq
	switch {
	case !resumed:
		v.seq = 0
	case v.seq > 0 && hello.Log != s.Log:
		v.seq = math.MaxUint64 // of a log that the server did not go on with: a reset follows
	}
	v.Session, v.Client = s, d.Sessions.Watch(s, v.seq)
	return v, nil
}

// Observe begins the visit of a page that looks at somebody's session.
func (d *Desk) Observe(visitor Visitor, s *session.Session, m wire.Message, hello *wire.HelloBody) *Visit {
	v := d.visit(visitor)
	v.Lesson, v.seq = hello.Lesson, math.MaxUint64 // a snapshot follows
	if m.SID == s.ID && hello.Log == s.Log && hello.LastSeq > 0 {
		v.seq = hello.LastSeq
	}
	v.Session, v.Client = s, s.Observe(v.seq)
	return v
}

func (d *Desk) visit(visitor Visitor) *Visit {
	return &Visit{desk: d, visitor: visitor, aside: make(chan struct{}, asideMost)}
}

// Leave ends the visit. The session, and what it runs, go on.
func (v *Visit) Leave() { v.desk.Sessions.Leave(v.Client) }

// Welcome is what to send first; own adds to it.
func (v *Visit) Welcome(own func(*wire.WelcomeBody)) []wire.Message {
	s := v.Session
	body := wire.WelcomeBody{
		Log: s.Log, Unkept: !s.Keeping(), Server: v.desk.Build,
		Devices: s.Evaluator().Devices(), Limits: s.Limits(), Pen: s.Pen(v.Client),
	}
	var held bool
	s.Look(func(st *session.State) { body.Epoch, body.Seq, held = st.Epoch, st.Last(), st.Holds(v.seq) })
	own(&body)
	m := wire.New(wire.Welcome, body)
	m.SID = s.ID
	if !held {
		return []wire.Message{m} // a reset follows
	}
	return []wire.Message{m, wire.New(wire.Resumed, wire.ResumedBody{From: v.seq})}
}

// spec is the device spec that a session on a lesson begins with.
func (d *Desk) spec(lessonID string) string {
	if d.Devices != "" {
		return d.Devices
	}
	if e := d.Course().Entry(lessonID); e != nil {
		return e.Lang("").Devices[0]
	}
	return ""
}
