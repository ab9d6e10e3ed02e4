package main

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
)

// line is a page's socket to the class, or to a notebook.
type line struct {
	t      *testing.T
	socket *websocket.Conn
	decode func([]byte, wire.Direction) (wire.Message, any, error)
	encode func(string, any) wire.Message
	n      int
}

// classSocket opens the socket of the class.
func (p *pupil) classSocket() *line {
	p.s.t.Helper()
	dial := websocket.Dialer{Subprotocols: []string{wire.ClassSubprotocol}, Jar: p.client.Jar}
	socket, _, err := dial.Dial("ws"+strings.TrimPrefix(p.s.origin, "http")+"/ws/class", http.Header{"Origin": {p.s.origin}})
	if err != nil {
		p.s.t.Fatal(err)
	}
	p.s.t.Cleanup(func() { socket.Close() })
	d := &line{p.s.t, socket, wire.Class.Decode, wire.Class.New, 0}
	d.send(wire.Hello, "", "", wire.HelloBody{})
	return d
}

// watch looks at a member's notebook.
func (p *pupil) watch(member, lesson string) *line {
	p.s.t.Helper()
	dial := websocket.Dialer{Subprotocols: []string{wire.Subprotocol}, Jar: p.client.Jar}
	socket, _, err := dial.Dial("ws"+strings.TrimPrefix(p.s.origin, "http")+"/ws?watch="+member+"&lesson="+lesson, http.Header{"Origin": {p.s.origin}})
	if err != nil {
		p.s.t.Fatal(err)
	}
	p.s.t.Cleanup(func() { socket.Close() })
	d := &line{p.s.t, socket, wire.Decode, wire.New, 0}
	d.send(wire.Hello, "", "", wire.HelloBody{})
	return d
}

// notebook opens the devices lesson.
func (p *pupil) notebook() *line {
	p.s.t.Helper()
	socket, _, _, err := p.socket("", "")
	if err != nil {
		p.s.t.Fatal(err)
	}
	return &line{p.s.t, socket, wire.Decode, wire.New, 0}
}

func (d *line) send(typ, rid, cell string, body any) {
	d.t.Helper()
	m := d.encode(typ, body)
	m.RID, m.Cell = rid, cell
	data, err := wire.Encode(m)
	if err == nil {
		err = d.socket.WriteMessage(websocket.TextMessage, data)
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// until reads up to a message that will do.
func (d *line) until(will func(m wire.Message, body any) bool) any {
	d.t.Helper()
	for {
		d.socket.SetReadDeadline(time.Now().Add(60 * time.Second))
		_, data, err := d.socket.ReadMessage()
		if err != nil {
			d.t.Fatal(err)
		}
		m, body, err := d.decode(data, wire.FromServer)
		if err != nil {
			d.t.Fatal(err)
		}
		if will(m, body) {
			return body
		}
	}
}

func (d *line) of(typ string) any {
	d.t.Helper()
	return d.until(func(m wire.Message, _ any) bool { return m.Type == typ })
}

// must asks for what is carried out and returns the id of what it made.
func (d *line) must(typ string, body any) string {
	d.t.Helper()
	d.n++
	rid := typ + string(rune('0'+d.n))
	d.send(typ, rid, "", body)
	answer := d.until(func(m wire.Message, _ any) bool { return m.RID == rid })
	done, ok := answer.(*wire.DoneBody)
	if !ok {
		d.t.Fatalf("%s is answered with %+v", typ, answer)
	}
	return done.ID
}

// row reads until the board has a row that will do.
func (d *line) row(will func(wire.BoardRow) bool) (found wire.BoardRow) {
	d.t.Helper()
	d.until(func(_ wire.Message, body any) bool {
		b, ok := body.(*wire.BoardBody)
		if !ok {
			return false
		}
		i := slices.IndexFunc(b.Rows, will)
		if i >= 0 {
			found = b.Rows[i]
		}
		return i >= 0
	})
	return found
}

// TestMeeting holds a class with the program as it is run, kills it in the middle, and goes on.
func TestMeeting(t *testing.T) {
	addr := freePort(t)
	s := serveClass(t, "--isolate", "off", "--addr", addr, "--code", "K7P4MQ", "--join", "open")
	boss, ann := s.pupil(), s.pupil()
	if _, err := boss.client.Get(s.owner); err != nil {
		t.Fatal(err)
	}
	if boss.post("/class/start", "name", "Boss", "title", "GPUs 101") != http.StatusOK || ann.post("/join", "code", "K7P4MQ", "name", "Ann Lee") != http.StatusOK {
		t.Fatal("nobody comes in")
	}
	teacher, pupil, book := boss.classSocket(), ann.classSocket(), ann.notebook()
	me := pupil.of(wire.ClassWelcome).(*wire.ClassWelcomeBody).Me
	if reset := pupil.of(wire.ClassReset).(*wire.ClassResetBody); reset.Class.Title != "GPUs 101" || me.Name != "Ann Lee" {
		t.Errorf("%s comes to %+v", me.Name, reset.Class)
	}
	if welcome := teacher.of(wire.ClassWelcome).(*wire.ClassWelcomeBody); !welcome.Leads {
		t.Errorf("who leads is welcomed with %+v", welcome)
	}
	teacher.send(wire.Observe, "o", "", wire.ObserveBody{Board: true, Lang: "en"})
	lessons := teacher.of(wire.Outline).(*wire.OutlineBody).Lessons
	devices := lessons[slices.IndexFunc(lessons, func(l wire.OutlineLesson) bool { return l.ID == "devices" })]
	task := devices.Cells[slices.IndexFunc(devices.Cells, func(c wire.OutlineCell) bool { return c.Exercise })].ID

	eye := boss.watch(me.ID, "devices")
	if welcome := eye.of(wire.Welcome).(*wire.WelcomeBody); welcome.Watch == nil || welcome.Watch.Name != "Ann Lee" || welcome.Token != "" {
		t.Errorf("who looks is welcomed with %+v", welcome)
	}
	if b := pupil.of(wire.Looking).(*wire.LookingBody); len(b.By) != 1 || b.By[0].Name != "Boss" {
		t.Errorf("Ann is told that %+v look", b.By)
	}
	eye.of(wire.Reset) // what has run until now; what runs from here on is told as it comes
	book.send(wire.Execute, "r1", "own-1", wire.ExecuteBody{Code: "print('seen')"})
	if text := eye.of(wire.Stream).(*wire.StreamBody).Text; text != "seen\n" {
		t.Errorf("who looks sees %q", text)
	}

	hand := pupil.must(wire.RaiseHand, wire.RaiseBody{Up: true, Lesson: "devices", Cell: task, Note: "how?"})
	poll := teacher.must(wire.OpenPoll, wire.OpenPollBody{Kind: wire.PollChoice, Question: "?", Options: []string{"a", "b"}})
	pupil.must(wire.Vote, wire.VoteBody{Poll: poll, Choice: 1})
	for _, rid := range []string{"f1", "f2", "f3"} {
		book.send(wire.Execute, rid, task, wire.ExecuteBody{Code: "{}['x']", KeepGoing: true})
	}
	stuck := func(r wire.BoardRow) bool { return r.Fails == 3 && r.Hand != "" }
	want := teacher.row(stuck)
	if want.Name != "Ann Lee" || want.Lesson != "devices" || want.Cell != task || want.Error != "KeyError" || want.All != len(devices.Cells) ||
		!reflect.DeepEqual(want.Stuck, []string{wire.StuckError, wire.StuckHand}) {
		t.Errorf("the board has %+v", want)
	}
	teacher.must(wire.Lock, wire.LockBody{Mode: wire.LockExec})
	book.send(wire.Execute, "r2", "own-1", wire.ExecuteBody{Code: "1"})
	if refused := book.of(wire.Refused).(*wire.RefusedBody); refused.Code != "locked" {
		t.Errorf("under the lock: %+v", refused)
	}

	s.cmd.Process.Kill()
	s.cmd.Wait()
	data := s.data
	s = serveClass(t, "--isolate", "off", "--addr", addr, "--data", data)
	s.data = data
	teacher, pupil = boss.classSocket(), ann.classSocket()
	reset := pupil.of(wire.ClassReset).(*wire.ClassResetBody)
	if reset.Hand == nil || reset.Hand.ID != hand || reset.Hand.Note != "how?" || reset.Class.Lock != wire.LockExec || len(reset.Polls) != 1 ||
		reset.Polls[0].Mine == nil || *reset.Polls[0].Mine != 1 {
		t.Errorf("after the crash Ann comes back to %+v", reset)
	}
	teacher.send(wire.Observe, "o", "", wire.ObserveBody{Board: true})
	if got := teacher.row(stuck); got.Cell != task || got.Error != "KeyError" || got.Attempts != 3 || !reflect.DeepEqual(got.Stuck, want.Stuck) {
		t.Errorf("after the crash the board has %+v, before it had %+v", got, want)
	}
	teacher.must(wire.Lock, wire.LockBody{Mode: wire.LockOff})
	_, m, kept, err := ann.socket("", "")
	if err != nil {
		t.Fatal(err)
	}
	if said := s.class("upgrade", "--program", s.cmd.Path); !strings.Contains(said, "1 sessions went on") {
		t.Fatal(said)
	}
	socket, again, _, err := ann.socket(m.SID, kept.Token)
	if err != nil || again.SID != m.SID {
		t.Fatal("the session was not handed over: ", err)
	}
	book, teacher = &line{t, socket, wire.Decode, wire.New, 0}, boss.classSocket()
	book.send(wire.Execute, "f4", task, wire.ExecuteBody{Code: "{}['x']"})
	teacher.send(wire.Observe, "o", "", wire.ObserveBody{Board: true})
	teacher.row(func(r wire.BoardRow) bool { return r.Fails == 4 }) // the session is heard of in the new program, too
	if _, log := boss.get("/class/log"); !strings.Contains(log, "Ann Lee: devices") {
		t.Error("the log does not tell who looked where")
	}
}
