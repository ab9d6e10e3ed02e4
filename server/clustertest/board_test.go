package clustertest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/assign"
)

// This file is who leads the class, with the board open, whichever node he is at and whichever has the class.

// teacher watches the board.
type teacher struct {
	*fleet
	jar http.CookieJar

	mu   sync.Mutex
	told time.Time // when the board last said that somebody worked
}

// newTeacher comes in by the address that the first node has printed, at whichever node.
func newTeacher(f *fleet) (*teacher, error) {
	t := &teacher{fleet: f}
	t.jar, _ = cookiejar.New(nil)
	first := f.nodes[0]
	if !within(10*time.Second, func() bool { first.mu.Lock(); defer first.mu.Unlock(); return first.login != "" }) {
		return nil, fmt.Errorf("%s printed no address for who leads", first.name)
	}
	u, err := url.Parse(first.login)
	if err != nil {
		return nil, err
	}
	for _, step := range []struct {
		path string
		form url.Values
	}{{u.RequestURI(), nil}, {"/class/start", url.Values{"name": {"Siege"}, "title": {"Siege"}}}, {"/class/assignments", homework()}} {
		if err := t.ask(step.path, step.form); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// exercise is what is handed in, of the lesson that students have open.
const exercise = "all-gpus"

var entry = sync.OnceValue(func() *lesson.Entry { return lesson.Load(lessons.Files).Entry("devices") })

// homework is the form of an assignment.
func homework() url.Values {
	form := url.Values{"lesson": {"devices"}, "title": {"Homework"}, "open": {"1"}, "late": {"mark"}, "counts": {"last"}, "feedback": {"now"}, "item." + exercise: {"1"}}
	for _, test := range assign.TestsOf(entry(), exercise) {
		form.Set("part."+exercise+"."+test.Key, "1")
	}
	return form
}

func (t *teacher) ask(path string, form url.Values) error {
	method, origin := http.MethodGet, "http://"+front+":"+t.port
	if form != nil {
		method = http.MethodPost
	}
	r, err := http.NewRequest(method, origin+path, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", origin)
	client := http.Client{Jar: t.jar, Timeout: patience, Transport: &http.Transport{DialContext: t.dial, DisableKeepAlives: true}}
	reply, err := client.Do(r)
	if err != nil {
		return err
	}
	reply.Body.Close()
	if reply.StatusCode >= 400 {
		return fmt.Errorf("%s: %s", strings.Split(path, "?")[0], reply.Status)
	}
	return nil
}

// watch has the board open until ctx ends, and comes back when it is cut off.
func (t *teacher) watch(ctx context.Context) {
	for ctx.Err() == nil {
		t.look(ctx)
		sleep(ctx, 300*time.Millisecond)
	}
}

func (t *teacher) look(ctx context.Context) {
	origin := "http://" + front + ":" + t.port
	dial := websocket.Dialer{Subprotocols: []string{wire.ClassSubprotocol}, Jar: t.jar, HandshakeTimeout: patience, NetDialContext: t.dial}
	socket, _, err := dial.DialContext(ctx, "ws"+strings.TrimPrefix(origin, "http")+"/ws/class", http.Header{"Origin": {origin}})
	if err != nil {
		return
	}
	defer socket.Close()
	defer context.AfterFunc(ctx, func() { socket.Close() })()
	for _, m := range []wire.Message{wire.Class.New(wire.Hello, wire.HelloBody{}), wire.Class.New(wire.Observe, wire.ObserveBody{Board: true})} {
		m.RID = "o"
		data, err := wire.Encode(m)
		if err != nil || socket.WriteMessage(websocket.TextMessage, data) != nil {
			return
		}
	}
	whole := true // the first board is how things stood
	for {
		socket.SetReadDeadline(time.Now().Add(patience))
		_, data, err := socket.ReadMessage()
		if err != nil {
			return
		}
		_, body, err := wire.Class.Decode(data, wire.FromServer)
		if err != nil {
			return
		}
		if b, ok := body.(*wire.BoardBody); ok && len(b.Rows) > 0 {
			if !whole {
				t.mu.Lock()
				t.told = time.Now()
				t.mu.Unlock()
			}
			whole = false
		}
	}
}

// again says how long after a moment the board told of somebody.
func (t *teacher) again(since time.Time) (time.Duration, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.told.Sub(since), t.told.After(since)
}
