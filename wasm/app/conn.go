package app

import (
	"strconv"

	"gputour/engine/wire"
	"gputour/engine/wire/fields"
	"gputour/wasm/retry"
	"gputour/web/boot"
)

// This file defines the connection: hello, resume, acknowledgements, and coming
// back after the socket was lost.

// ConnState is where the connection stands; the page shows it in words.
type ConnState string

const (
	Off        ConnState = ""           // this page has no session
	Connecting ConnState = "connecting" // the first time
	Online     ConnState = "online"
	Waiting    ConnState = "waiting" // lost; the next try is at RetryAt
	Retrying   ConnState = "retrying"
	Refused    ConnState = "refused" // the server said no, and asking again will not help
)

// Conn is the connection to the session.
type Conn struct {
	State   ConnState
	SID     string
	Token   string
	Seq     uint64 // of the last event applied
	Log     int    // generation of the log that Seq counts in
	Unkept  bool   // the server cannot write down what happens
	RetryAt int64
	Code    int // of the last close
	Reason  string
	Full    string // what there was no room in, as wire.Capacity says
	Most    int    // of what there may be so many
	Server  string
	Silent  bool // HTTP finds nobody either: the server has ended, or the way to it is gone
	Loaded  int  // bytes of the engine that have come, where it runs in the page's tab
	Total   int  // of so many; 0 before and after

	acked     uint64
	ackTimer  bool
	dialling  bool
	retryTick bool
	outbox    []wire.Message // requests the server has not said a word of
	pace      retry.Pace
}

const (
	ackEvents = 32
	ackAfter  = 500 // ms
)

// Live reports whether requests can be sent.
func (c *Conn) Live() bool { return c.State == Online }

// sessionKey is where the session's name and token are kept.
func (s *State) sessionKey() string {
	if s.Alone() { // that of the server is kept for when it is there again
		return "session.alone." + s.place()
	}
	return "session." + s.place()
}

// place names the notebook among all that this browser stores.
func (s *State) place() string {
	if s.Page.Kind == boot.Scratch {
		return "scratch"
	}
	return s.Page.Lesson
}

// keptSession is what this browser keeps of a session.
type keptSession struct {
	SID   string `json:"SID"`
	Token string `json:"Token"`
}

// connect begins the connection of a page that has cells.
func (s *State) connect(stored string) {
	var kept keptSession
	if fields.Read(stored, &kept, false) == nil {
		s.Conn.SID, s.Conn.Token = kept.SID, kept.Token
	}
	s.Conn.pace.Seed(s.tag)
	s.Conn.State = Connecting
	s.dial()
}

func (s *State) dial() {
	s.Conn.dialling = true
	s.touch(Top)
	s.do(Dial{})
}

// opened says hello.
func (s *State) opened() {
	m := wire.Request(wire.Hello, &wire.HelloBody{
		Token: s.Conn.Token, LastSeq: s.Conn.Seq, Log: s.Conn.Log, Lesson: s.Page.Lesson, Lang: string(s.Lang),
	})
	m.SID = s.Conn.SID
	s.do(Send{m})
}

// fatal are the close codes after which a new try would end the same way.
var fatal = map[int]string{
	wire.CloseAuth:    "conn.auth",
	wire.CloseRole:    "conn.role",
	wire.CloseAbsent:  "conn.absent",
	wire.CloseVersion: "conn.version",
}

func (s *State) closed(op Closed) {
	c := &s.Conn
	c.dialling, c.Code, c.Reason, c.acked = false, op.Code, op.Reason, c.Seq
	s.touch(Top, Notebook)
	s.dropTouches()
	if _, ok := fatal[op.Code]; ok {
		c.State = Refused
	}
	if c.State == Refused {
		return
	}
	wait := c.pace.Next()
	if op.Code == wire.CloseEnded {
		wait = 0
		s.toast(s.T("close.ended"))
	}
	full, _ := wire.ParseCapacity(op.Reason)
	c.Most = full.Most
	if c.Full = full.Of; c.Full != "" {
		wait += full.Wait.Milliseconds()
	}
	if own := c.Full == "visitor" || c.Full == "sockets"; own && c.pace.Attempt == 1 {
		s.toast(s.T("close." + c.Full))
	}
	c.State, c.RetryAt = Waiting, s.Now+wait
	s.do(After{wait, "dial"})
	switch {
	case s.Page.Tab != nil:
		c.Silent, c.Total = op.Code == wire.CloseFailed, 0
	case c.Full == "":
		s.do(Probe{})
	}
	s.tickRetry()
}

// probed takes the answer of HTTP where the socket gives none: a server that was
// started anew does not know this browser any more.
func (s *State) probed(status int) {
	c := &s.Conn
	if s.Alone() {
		s.seen(status)
		return
	}
	if c.State == Online {
		return
	}
	signedOut := status == 401 || status == 403
	switch {
	case signedOut:
		c.State, c.Code = Refused, wire.CloseAuth
	case c.State == Refused && c.Code == wire.CloseAuth && status == 200: // signed in meanwhile
		c.State = Waiting
		s.redial()
	}
	c.Silent = status == 0
	s.touch(Top, Notebook)
}

// tickRetry keeps the countdown on the page moving.
func (s *State) tickRetry() {
	if !s.Conn.retryTick && s.Conn.State == Waiting && s.Conn.RetryAt-s.Now > 1000 {
		s.Conn.retryTick = true
		s.do(After{1000, "countdown"})
	}
}

// woke tries at once when there is reason to hope.
func (s *State) woke() {
	switch {
	case s.Alone():
		s.do(Probe{})
	case s.Conn.State == Waiting:
		s.redial()
	case s.Conn.State == Refused && s.Conn.Code == wire.CloseAuth:
		s.do(Probe{}) // the learner may have signed in on another tab
	}
}

func (s *State) redial() {
	if s.Conn.State != Waiting || s.Conn.dialling {
		return
	}
	s.Conn.State = Retrying
	s.dial()
}

// send sends m if the connection is up, and else forgets it.
func (s *State) send(m wire.Message) {
	m.SID = s.Conn.SID
	if s.Conn.Live() && (!s.Watched() || m.Type == wire.Ack) {
		s.do(Send{m})
	}
}

// post sends m now, and again after each reconnect until the server has answered
// something under its run id; the server knows a run id that it has seen before.
func (s *State) post(m wire.Message) {
	if s.Watched() {
		return
	}
	s.Conn.outbox = append(s.Conn.outbox, m)
	s.send(m)
}

// answered takes the request with a run id out of the outbox.
func (s *State) answered(rid string) {
	for i, m := range s.Conn.outbox {
		if m.RID == rid && rid != "" {
			s.Conn.outbox = append(s.Conn.outbox[:i:i], s.Conn.outbox[i+1:]...)
			return
		}
	}
}

// up is reached when the server has said where it goes on.
func (s *State) up() {
	c := &s.Conn
	c.State, c.Full, c.dialling, c.acked, c.Silent, c.Total = Online, "", false, c.Seq, false, 0
	c.pace.Up()
	s.touch(Top, Notebook, Panel)
	for _, m := range c.outbox {
		s.send(m)
	}
	s.askPlacement()
	s.askSolutions()
	s.askKept()
	s.fetchSpare()
}

func (s *State) welcome(m wire.Message, b *wire.WelcomeBody) {
	c := &s.Conn
	if m.SID != c.SID && c.SID != "" {
		if c.Seq > 0 {
			s.toast(s.T("session.lost"))
		}
		s.outliveRuns()
		c.Seq, c.outbox = 0, nil
	}
	c.SID, c.Token, c.Server, c.Log, c.Unkept = m.SID, b.Token, b.Server, b.Log, b.Unkept
	s.Limits, s.Pen = b.Limits, b.Pen
	s.Device.Infos, s.GPU.Offer = b.Devices, b.GPU
	if s.touch(Top, Panel, Notebook); s.Watched() {
		return
	}
	s.do(Store{s.sessionKey(), fields.Text(&keptSession{c.SID, c.Token})})
}

// inOrder reports whether the numbered event m is the next one, and counts it. A
// gap cannot be mended here: the socket is dropped and the session resumed.
func (s *State) inOrder(m wire.Message) bool {
	c := &s.Conn
	switch {
	case m.Seq <= c.Seq:
		return false
	case m.Seq > c.Seq+1:
		s.do(Hang{})
		return false
	}
	c.Seq = m.Seq
	if c.Seq-c.acked >= ackEvents {
		s.ack()
	} else if !c.ackTimer {
		c.ackTimer = true
		s.do(After{ackAfter, "ack"})
	}
	return true
}

func (s *State) ack() {
	if s.Conn.Seq > s.Conn.acked && s.Conn.Live() {
		s.Conn.acked = s.Conn.Seq
		s.send(wire.Request(wire.Ack, &wire.AckBody{Seq: s.Conn.Seq}))
	}
}

// newRID makes an id for a request, unlike any other of this or another page.
func (s *State) newRID() string {
	s.runs++
	return s.tag + "-" + strconv.FormatUint(s.runs, 10)
}

// outliveRuns keeps what cells show of a session that has ended, as something past.
func (s *State) outliveRuns() {
	for _, c := range s.Cells {
		c.outlive()
	}
	s.Device.Memory, s.Device.Shown = nil, ""
	s.touch(Notebook, Panel)
}

// forgetNames takes all cells as not run, in a session that lost its names. Nobody wanted that,
// and what they show stays.
func (s *State) forgetNames() {
	for _, c := range s.Cells {
		if c.GPU && c.State == wire.RunBusy {
			continue // it has names of its own
		}
		c.RID, c.State, c.Count, c.Ran, c.Sent, c.Position = "", "", 0, "", false, 0
		c.Asking, c.Checking = nil, ""
		c.Rev++
	}
	s.Device.Memory, s.Device.Shown = nil, ""
	s.touch(Notebook, Panel)
}

// forgetRuns clears what runs left in all cells.
func (s *State) forgetRuns() {
	for _, c := range s.Cells {
		if !c.GPU || c.State != wire.RunBusy { // else it has names of its own
			c.forget()
		}
	}
	s.Device.Memory, s.Device.Shown = nil, ""
	s.touch(Notebook, Panel)
}
