package clustertest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
)

// patience is how long a student waits for an answer before he loads the page again.
const patience = 20 * time.Second

// fileSize is larger than what stays in a row.
const fileSize = 20 << 10

// student works in front of a class, comes back whenever he is cut off, and writes down what he was told.
type student struct {
	*fleet
	n     int
	think time.Duration
	rng   *rand.Rand
	jar   http.CookieJar

	socket *websocket.Conn
	sid    string
	token  string
	log    int
	seq    uint64
	unkept bool
	runs   int
	rev    int64
	asked  string // the assignment; "" before it was told of
	handIn int    // so far
	via    *node  // by which the student comes in; nil: any

	mu      sync.Mutex // of what follows, which others read
	session string
	replied map[string]wire.RunState // runs whose end was acknowledged
	drafted int64                    // the last text that was, and all that were sent
	texts   map[int64]string
	filed   int // the last file that was, and the last that was sent
	sent    int
	handed  []string // hand-ins with a receipt
	waits   []wait
	faults  []string
	comings int
	refused []string
}

// reach connects to the node that the student comes in by.
func (s *student) reach(ctx context.Context, network, address string) (net.Conn, error) {
	if s.via == nil {
		return s.dial(ctx, network, address)
	}
	var d net.Dialer
	return d.DialContext(ctx, network, s.via.host+":"+s.via.port)
}

// refuse notes that somebody was turned away.
func (s *student) refuse(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = append(s.refused, fmt.Sprintf("student %d: ", s.n)+fmt.Sprintf(format, args...))
}

// wait is one that ended as it should.
type wait struct {
	begin, end time.Time
	first      time.Duration // until the first output
}

func newStudent(f *fleet, n int, think time.Duration) *student {
	return &student{fleet: f, n: n, think: think, rng: rand.New(rand.NewPCG(uint64(n), 7)), replied: map[string]wire.RunState{}, texts: map[int64]string{}}
}

func (s *student) origin() string { return "http://" + front + ":" + s.port }

// join comes in by the door.
func (s *student) join(ctx context.Context) error {
	s.jar, _ = cookiejar.New(nil)
	form := url.Values{"code": {joinCode}, "name": {"Student " + name(s.n)}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.origin()+"/join", strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", s.origin())
	client := http.Client{Jar: s.jar, Timeout: patience, Transport: &http.Transport{DialContext: s.reach, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	reply, err := client.Do(r)
	if err != nil {
		return err
	}
	reply.Body.Close()
	if reply.StatusCode >= 400 {
		return fmt.Errorf("join: %s", reply.Status)
	}
	return nil
}

// name writes a number with letters.
func name(n int) (text string) {
	for ; n > 0 || text == ""; n /= 26 {
		text += string(rune('A' + n%26))
	}
	return text
}

// live joins and works until ctx ends; nothing that happens on the way ends it.
func (s *student) live(ctx context.Context, seated func()) {
	for ctx.Err() == nil {
		err := s.join(ctx)
		if err == nil {
			break
		}
		s.refuse("%v", err)
		sleep(ctx, 300*time.Millisecond)
	}
	for first := true; ctx.Err() == nil; {
		if err := s.connect(ctx); err != nil {
			s.drop()
			if ctx.Err() == nil {
				s.refuse("%v", err)
			}
			sleep(ctx, time.Duration(200+s.rng.IntN(600))*time.Millisecond)
			continue
		}
		if first {
			seated()
			first = false
		}
		for ctx.Err() == nil && s.step() == nil {
			sleep(ctx, min(time.Duration(s.rng.ExpFloat64()*float64(s.think)), 4*s.think))
		}
		s.drop()
	}
}

func (s *student) drop() {
	if s.socket != nil {
		s.socket.Close()
		s.socket = nil
	}
}

// fault notes what must not happen.
func (s *student) fault(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, fmt.Sprintf("student %d, session %s: ", s.n, s.sid)+fmt.Sprintf(format, args...))
}

func (s *student) connect(ctx context.Context) error {
	dial := websocket.Dialer{Subprotocols: []string{wire.Subprotocol}, Jar: s.jar, HandshakeTimeout: patience, NetDialContext: s.reach}
	socket, _, err := dial.DialContext(ctx, "ws"+strings.TrimPrefix(s.origin(), "http")+"/ws", http.Header{"Origin": {s.origin()}})
	if err != nil {
		return err
	}
	s.socket = socket
	hello := wire.New(wire.Hello, wire.HelloBody{Token: s.token, LastSeq: s.seq, Log: s.log, Lesson: "devices", Lang: "en"})
	hello.SID = s.sid
	if err := s.send(hello); err != nil {
		return err
	}
	m, body, err := s.next()
	if err != nil {
		return err
	}
	welcome, ok := body.(*wire.WelcomeBody)
	switch {
	case !ok:
		return fmt.Errorf("%s before welcome", m.Type)
	case s.sid != "" && m.SID != s.sid:
		if len(s.replied) > 0 { // a session in which nothing ran is kept nowhere
			s.fault("came back to %s", m.SID)
		}
		s.seq = 0
	case welcome.Log < s.log:
		s.fault("its log went from generation %d back to %d", s.log, welcome.Log)
	}
	s.sid, s.token, s.log, s.unkept = m.SID, welcome.Token, welcome.Log, welcome.Unkept
	s.mu.Lock()
	s.session = s.sid
	s.comings++
	s.mu.Unlock()
	return nil
}

// step does one of the things that students do.
func (s *student) step() error {
	if s.asked != "" && (s.handIn == 0 || s.rng.IntN(60) == 0) {
		return s.hand()
	}
	switch s.rng.IntN(8) {
	case 0:
		return s.file()
	case 1, 2:
		return s.draft()
	}
	return s.run("x = 1")
}

// run runs a cell whose output is its own, and waits for its end.
func (s *student) run(code string) error {
	s.runs++
	rid := fmt.Sprintf("run-%d-%d", s.n, s.runs)
	begin := time.Now()
	m := wire.New(wire.Execute, wire.ExecuteBody{Code: code + "\nprint('" + rid + "')", Lang: "en"})
	m.RID, m.Cell = rid, "siege"
	if err := s.send(m); err != nil {
		return err
	}
	var first time.Duration
	for {
		m, body, err := s.next()
		if err != nil {
			return err
		}
		switch b := body.(type) {
		case *wire.StreamBody:
			if m.RID == rid && first == 0 {
				first = time.Since(begin)
			}
		case *wire.RefusedBody:
			if m.RID == rid {
				s.refuse("a run: %s", b.Code)
				return s.pause()
			}
		case *wire.ResetBody:
			for _, c := range b.Snapshot.Cells {
				if c.RID == rid && c.State == wire.RunDone { // it ended while the page was told how things stand
					s.ended(begin, first)
					return nil
				}
			}
		case *wire.ReplyBody:
			if m.RID != rid {
				continue
			}
			if !s.unkept {
				s.mu.Lock()
				s.replied[rid] = b.State
				s.mu.Unlock()
			}
			switch b.State {
			case wire.RunDone:
				s.ended(begin, first)
			case wire.RunFailed:
				s.fault("%s failed", rid)
			}
			return nil
		}
	}
}

// ended notes a run that ended well.
func (s *student) ended(begin time.Time, first time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waits = append(s.waits, wait{begin, time.Now(), first})
}

// pause lets a moment pass before the next thing is tried.
func (s *student) pause() error {
	time.Sleep(200 * time.Millisecond)
	return nil
}

// file has a cell write a file that is too large for a row.
func (s *student) file() error {
	s.mu.Lock()
	s.sent++
	k := s.sent
	s.mu.Unlock()
	before := len(s.replied)
	err := s.run(fmt.Sprintf("with open('kept.bin', 'wb') as f: f.write(b'%06d' * %d)", k, fileSize/6+1))
	s.mu.Lock()
	defer s.mu.Unlock()
	if state, told := s.replied[fmt.Sprintf("run-%d-%d", s.n, s.runs)]; err == nil && told && state == wire.RunDone && len(s.replied) > before {
		s.filed = k
	}
	return err
}

// hand hands a solution in and waits for the receipt.
func (s *student) hand() error {
	s.handIn++
	text := fmt.Sprintf("%s\n# %d", entry().Secret.Solutions[exercise].Code, s.handIn) // the same once more would be the same hand-in
	m := wire.New(wire.Submit, wire.SubmitBody{Assignment: s.asked, Answers: map[string]string{exercise: text}, Lang: "en"})
	m.RID = fmt.Sprintf("hand-%d-%d", s.n, s.handIn)
	if err := s.send(m); err != nil {
		return err
	}
	for {
		got, body, err := s.next()
		if err != nil {
			return err
		}
		if got.RID != m.RID {
			continue
		}
		switch b := body.(type) {
		case *wire.ReceiptBody:
			s.mu.Lock()
			s.handed = append(s.handed, b.ID)
			s.mu.Unlock()
			return nil
		case *wire.RefusedBody:
			s.handIn--
			return s.pause()
		}
	}
}

// draft has a text kept.
func (s *student) draft() error {
	s.rev++
	text := fmt.Sprintf("# %d of student %d", s.rev, s.n)
	s.mu.Lock()
	s.texts[s.rev] = text
	s.mu.Unlock()
	m := wire.New(wire.Draft, wire.DraftBody{Lesson: "devices", Rev: s.rev, Code: text})
	m.RID, m.Cell = fmt.Sprintf("draft-%d", s.rev), "own-1"
	if err := s.send(m); err != nil {
		return err
	}
	for {
		got, body, err := s.next()
		if err != nil {
			return err
		}
		if got.RID != m.RID {
			continue
		}
		switch b := body.(type) {
		case *wire.DraftedBody:
			s.mu.Lock()
			s.drafted = b.Rev
			s.mu.Unlock()
			return nil
		case *wire.StaleBody: // one was kept whose answer was lost
			if s.texts[b.Rev] != b.Code {
				s.fault("text %d is %q, which was never written", b.Rev, b.Code)
			}
			s.rev = max(s.rev, b.Rev)
			return nil
		case *wire.RefusedBody:
			return s.pause()
		}
	}
}

func (s *student) send(m wire.Message) error {
	data, err := wire.Encode(m)
	if err != nil {
		return err
	}
	s.socket.SetWriteDeadline(time.Now().Add(patience))
	return s.socket.WriteMessage(websocket.TextMessage, data)
}

// errGap is the error of events that do not follow each other.
var errGap = errors.New("a gap")

// next reads one message; events follow each other, whatever node they come from.
func (s *student) next() (wire.Message, any, error) {
	s.socket.SetReadDeadline(time.Now().Add(patience))
	_, data, err := s.socket.ReadMessage()
	if err != nil {
		return wire.Message{}, nil, err
	}
	m, body, err := wire.Decode(data, wire.FromServer)
	if err != nil {
		s.fault("cannot read %.80s: %v", data, err)
		return m, nil, err
	}
	switch b := body.(type) {
	case *wire.AssignedBody:
		if len(b.Assignments) > 0 {
			s.asked = b.Assignments[0].ID
		}
	case *wire.ResetBody:
		s.seq = b.Seq
	case *wire.KeepingBody:
		s.unkept = !b.Kept
	}
	if m.Seq > 0 {
		if m.Seq != s.seq+1 {
			s.fault("event %d (%s) came after %d", m.Seq, m.Type, s.seq)
			return m, nil, errGap
		}
		if s.seq = m.Seq; s.seq%32 == 0 {
			err = s.send(wire.New(wire.Ack, wire.AckBody{Seq: s.seq}))
		}
	}
	return m, body, err
}
