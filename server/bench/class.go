package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/lessons"
	"gputour/lessons/lesson"
)

// This file is a class that meets: everybody joins, runs cells, raises hands and votes; somebody leads, with the board
// open, and looks at a notebook.

// What is waited for in a class.
const (
	joining  = "joined with the code"
	ranSeen  = "a run, until the board tells it"
	handSeen = "a hand, until the board tells it"
	handKept = "a hand, until it is kept"
	voteKept = "a vote, until it is kept"
	pushSeen = "a push, until a student has it"
	led      = "the presenter's place, until a student has it"
	ownSeen  = "output, until its own page has it"
	lookSeen = "output, until who looks has it"
)

const joinCode = "BENCH7"

// ownerLogin is the address that gputour classroom prints for who leads.
var ownerLogin = regexp.MustCompile(`http://127\S+/login\?token=\S+`)

// startClass starts a classroom and lets its owner in.
func startClass(binary string, students int) (*server, error) {
	data, err := os.MkdirTemp("", "gputour-bench")
	if err != nil {
		return nil, err
	}
	s := &server{data: data, process: exec.Command(binary, "classroom", "--addr", "127.0.0.1:0", "--data", data, "--students", fmt.Sprint(students+2),
		"--join", "open", "--code", joinCode, "--title", "Bench")}
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	var address string
	for address == "" && lines.Scan() {
		address = ownerLogin.FindString(lines.Text())
	}
	go io.Copy(io.Discard, out)
	u, err := url.Parse(address)
	if err == nil && address != "" {
		s.origin = u.Scheme + "://" + u.Host
		s.jar, _ = cookiejar.New(nil)
		_, err = s.post(address, nil)
	} else if err == nil {
		err = fmt.Errorf("%s printed no address", binary)
	}
	if err == nil {
		_, err = s.post(s.origin+"/class/start", url.Values{"name": {"Bench"}, "title": {"Bench"}})
	}
	if err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

// post sends a form, or without one asks for a page.
func (s *server) post(address string, form url.Values) (status int, err error) {
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if form != nil {
		r, err = http.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	}
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", s.origin)
	reply, err := (&http.Client{Jar: s.jar, Timeout: patience}).Do(r)
	if err != nil {
		return 0, err
	}
	reply.Body.Close()
	if reply.StatusCode >= 400 {
		err = fmt.Errorf("%s: %s", r.URL.Path, reply.Status)
	}
	return reply.StatusCode, err
}

// meeting is a class under load.
type meeting struct {
	*server
	seen *tally

	mu    sync.Mutex
	since map[string]time.Time // when what was sent: a cell, a hand's note, a push's text, an output
	bytes int64                // that the board's page was sent
}

func runClass(binary string, students int, span, think time.Duration) error {
	s, err := startClass(binary, students)
	if err != nil {
		return err
	}
	defer s.stop()
	m := &meeting{server: s, seen: newTally(), since: map[string]time.Time{}}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	course := lesson.Load(lessons.Files)
	var all sync.WaitGroup
	member := make(chan string, 1) // somebody to look at
	begin := time.Now()
	for i := range students {
		all.Go(func() {
			p := &pupil{m: m, n: i, student: newStudent(&server{origin: s.origin}, m.seen, uint64(i), think)}
			if err := p.attend(ctx, course.Entries[i%len(course.Entries)], member); err != nil {
				m.seen.fault("student %d: %v", i, err)
			}
		})
	}
	all.Go(func() {
		if err := m.lead(ctx); err != nil {
			m.seen.fault("who leads: %v", err)
		}
	})
	all.Go(func() {
		if err := m.watch(ctx, <-member, course.Entries[0].ID); err != nil {
			m.seen.fault("who looks: %v", err)
		}
	})
	time.Sleep(span)
	cancel()
	all.Wait()
	fmt.Printf("a class of %d for %v, a cell about every %v\n", students, span, think)
	fmt.Print(m.seen)
	fmt.Printf("the board's page was sent %.1f KiB a second\n", float64(m.bytes)/time.Since(begin).Seconds()/1024)
	if peak := s.peak(); peak > 0 {
		fmt.Printf("server at its peak: %d MiB\n", peak>>20)
	}
	if n := m.seen.faults(); n > 0 {
		return fmt.Errorf("%d things did not come as promised", n)
	}
	return nil
}

// sent notes when something is sent that somebody else will be told.
func (m *meeting) sent(what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.since[what] = time.Now()
}

// told notes that it was told, once for who is the only one.
func (m *meeting) told(row, what string, once bool) {
	m.mu.Lock()
	at, known := m.since[what]
	if once {
		delete(m.since, what)
	}
	m.mu.Unlock()
	if known {
		m.seen.waited(row, time.Since(at))
	}
}

// line is a socket to the class.
type line struct {
	socket *websocket.Conn
	seq    uint64
	mu     sync.Mutex // of writes
}

func (s *server) line() (*line, error) {
	dial := websocket.Dialer{Subprotocols: []string{wire.ClassSubprotocol}, Jar: s.jar, HandshakeTimeout: patience}
	socket, _, err := dial.Dial("ws"+strings.TrimPrefix(s.origin, "http")+"/ws/class", http.Header{"Origin": {s.origin}})
	if err != nil {
		return nil, err
	}
	l := &line{socket: socket}
	return l, l.send(wire.Hello, "", wire.HelloBody{})
}

func (l *line) send(typ, rid string, body any) error {
	m := wire.Class.New(typ, body)
	m.RID = rid
	data, err := wire.Encode(m)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.socket.WriteMessage(websocket.TextMessage, data)
}

// next reads one message; a gap in the numbers is an error.
func (l *line) next() (m wire.Message, body any, bytes int, err error) {
	_, data, err := l.socket.ReadMessage()
	if err != nil {
		return m, nil, 0, err
	}
	if m, body, err = wire.Class.Decode(data, wire.FromServer); err != nil {
		return m, nil, 0, err
	}
	if b, ok := body.(*wire.ClassResetBody); ok {
		l.seq = b.Seq
	}
	if m.Seq > 0 {
		if m.Seq != l.seq+1 {
			return m, nil, 0, fmt.Errorf("event %d came after %d", m.Seq, l.seq)
		}
		if l.seq = m.Seq; l.seq%32 == 0 {
			err = l.send(wire.Ack, "", wire.AckBody{Seq: l.seq})
		}
	}
	return m, body, len(data), err
}

// pupil is a student of a class.
type pupil struct {
	*student
	m    *meeting
	n    int
	line *line
	done chan string // answers, by rid
	me   chan string
}

// attend joins, and works until ctx ends.
func (p *pupil) attend(ctx context.Context, e *lesson.Entry, member chan<- string) error {
	p.jar, _ = cookiejar.New(nil)
	p.pause(ctx)
	err := p.timed(joining, func() error {
		_, err := p.post(p.origin+"/join", url.Values{"code": {joinCode}, "name": {fmt.Sprint("Student ", letters(p.n))}})
		return err
	})
	if err != nil {
		return err
	}
	p.lesson = e.Lang(lesson.Languages[p.n%2])
	if err := p.connect(); err != nil {
		return err
	}
	defer func() { p.socket.Close() }()
	if p.line, err = p.server.line(); err != nil {
		return err
	}
	p.done, p.me = make(chan string, 16), make(chan string, 1)
	heard := make(chan error, 1)
	go func() { heard <- p.hear() }()
	defer p.line.socket.Close()
	me := <-p.me
	if p.n == 0 {
		member <- me
	}
	for k := 0; ctx.Err() == nil; k++ {
		err := p.step(k)
		select {
		case why := <-heard:
			return errors.Join(err, why)
		default:
		}
		if err != nil {
			return err
		}
		p.pause(ctx)
		sleep(ctx, time.Second) // so that the board tells each run
	}
	return nil
}

// step does one thing of a class.
func (p *pupil) step(k int) error {
	cell := fmt.Sprintf("own-%d-%d", p.n, k)
	if err := p.line.send(wire.Where, "", wire.WhereBody{Lesson: p.lesson.ID, Cell: cell}); err != nil {
		return err
	}
	if p.n == 0 { // who is looked at
		text := fmt.Sprintf("seen %d", k)
		p.m.sent(text)
		return p.timed(ownSeen, func() error {
			rid, err := p.submit(cell, fmt.Sprintf("print(%q)", text))
			return errors.Join(err, p.await(wire.Stream, rid), p.awaitEnd(rid))
		})
	}
	if p.rng.IntN(10) == 0 {
		note := "hand " + cell
		p.m.sent(note)
		err := p.timed(handKept, func() error { return p.ask(wire.RaiseHand, "up"+cell, wire.RaiseBody{Up: true, Note: note}) })
		if err != nil {
			return err
		}
		return p.ask(wire.RaiseHand, "down"+cell, wire.RaiseBody{})
	}
	p.m.sent(cell + "run")
	code := "1 + 1"
	if p.rng.IntN(5) == 0 {
		code = "{}['x']"
	}
	_, err := p.run(cell+"run", code)
	return err
}

// ask sends a request and waits until it is answered.
func (p *pupil) ask(typ, rid string, body any) error {
	if err := p.line.send(typ, rid, body); err != nil {
		return err
	}
	for {
		select {
		case got := <-p.done:
			if got == rid {
				return nil
			}
		case <-time.After(patience):
			return fmt.Errorf("no answer to %s", rid)
		}
	}
}

// hear reads what the class tells a student, who votes at once.
func (p *pupil) hear() error {
	placed := false // the first place that one is told is an old one
	for {
		m, body, _, err := p.line.next()
		if err != nil {
			return err
		}
		switch b := body.(type) {
		case *wire.ClassWelcomeBody:
			p.me <- b.Me.ID
		case *wire.PushedBody:
			p.m.told(pushSeen, b.Body, false)
		case *wire.PresenterBody:
			if placed {
				p.m.told(led, fmt.Sprint("top ", b.Top), false)
			}
			placed = true
		case *wire.PollBody:
			if b.Closed == 0 {
				rid := fmt.Sprint("vote-", b.ID, "-", p.n)
				p.m.sent(rid)
				err = p.line.send(wire.Vote, rid, wire.VoteBody{Poll: b.ID, Choice: p.n % len(b.Options)})
			}
		case *wire.DoneBody, *wire.RefusedBody:
			p.m.told(voteKept, m.RID, true)
			select {
			case p.done <- m.RID:
			default:
			}
		}
		if err != nil {
			return err
		}
	}
}

// lead has the board open, pushes, asks and presents until ctx ends.
func (m *meeting) lead(ctx context.Context) error {
	l, err := m.server.line()
	if err != nil {
		return err
	}
	defer l.socket.Close()
	stop := context.AfterFunc(ctx, func() { l.socket.Close() })
	defer stop()
	err = errors.Join(l.send(wire.Observe, "o", wire.ObserveBody{Board: true}), l.send(wire.Present, "p", wire.PresentBody{On: true}))
	if err != nil {
		return err
	}
	go m.teach(ctx, l)
	for {
		_, body, bytes, err := l.next()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		switch b := body.(type) {
		case *wire.BoardBody:
			for _, row := range b.Rows {
				m.told(ranSeen, row.Cell, true)
			}
		case *wire.HandsBody:
			for _, h := range b.Hands {
				m.told(handSeen, h.Note, true)
			}
		case *wire.RosterBody:
		default:
			bytes = 0
		}
		m.mu.Lock()
		m.bytes += int64(bytes)
		m.mu.Unlock()
	}
}

// teach does what a teacher does, something every second.
func (m *meeting) teach(ctx context.Context, l *line) {
	for k := 1; ctx.Err() == nil; k++ {
		sleep(ctx, time.Second)
		m.sent(fmt.Sprint("top ", k))
		err := l.send(wire.Where, "", wire.WhereBody{Lesson: "devices", Top: k})
		switch rid := fmt.Sprint("k", k); k % 5 {
		case 0:
			text := fmt.Sprint("text ", k)
			m.sent(text)
			err = errors.Join(err, l.send(wire.Push, rid, wire.PushBody{Kind: wire.PushText, Body: text}))
		case 2:
			if k < 40 { // eight may be open at once
				err = errors.Join(err, l.send(wire.OpenPoll, rid, wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"a", "b", "c"}}))
			}
		}
		if err != nil {
			return // the reader has the reason
		}
	}
}

// watch looks at a student's notebook until ctx ends.
func (m *meeting) watch(ctx context.Context, member, lessonID string) error {
	dial := websocket.Dialer{Subprotocols: []string{wire.Subprotocol}, Jar: m.jar, HandshakeTimeout: patience}
	socket, _, err := dial.Dial("ws"+strings.TrimPrefix(m.origin, "http")+"/ws?watch="+member+"&lesson="+lessonID, http.Header{"Origin": {m.origin}})
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { socket.Close() })
	defer stop()
	eye := &student{server: m.server, seen: m.seen, socket: socket}
	if err := eye.send(wire.New(wire.Hello, wire.HelloBody{})); err != nil {
		return err
	}
	for {
		_, body, err := eye.next()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		if b, ok := body.(*wire.StreamBody); ok {
			m.told(lookSeen, strings.TrimSpace(b.Text), true)
		}
	}
}

// letters writes a number so that each student has a name.
func letters(n int) string {
	text := ""
	for ; n > 0 || text == ""; n /= 26 {
		text += string(rune('A' + n%26))
	}
	return text
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
