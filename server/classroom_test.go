package main

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"gputour/engine/wire"
	"gputour/server/auth"
	"gputour/server/door"
	"gputour/server/flags"
	"gputour/server/folder"
	"gputour/server/httpd"
	"gputour/server/keep"
	"gputour/server/store"
)

// openToAll are the routes that ask nobody who they are. A new one is written here by hand: every other route asks.
var openToAll = []string{
	"GET /join", "GET /join/{code}", "POST /join", "GET /login", "POST /login", "GET /rejoin", "POST /rejoin", "POST /logout", "GET /class/authority.pem",
	"GET /login/oidc", "GET /login/oidc/callback", "GET /login/oidc/leave", "POST /login/first",
	"GET /lti/login", "POST /lti/login", "POST /lti/launch", "POST /lti/choose", "GET /lti/keys", "GET /lti/return.js", "GET /lti/register/{secret}",
}

// roomForTest is a class in this process, with one member of each role and one who waits.
func roomForTest(t *testing.T) (room *classroom, members map[auth.Role]string) {
	t.Helper()
	dir := t.TempDir()
	command := classroomCommand{Addr: "127.0.0.1:0", TLS: "off", Title: "T", Students: 9, Sessions: 2, Idle: time.Hour}
	command.federation = federation{Issuer: "http://127.0.0.1:1", Client: "c"} // is asked nothing before somebody signs in
	command.GPU = "off"
	command.Isolation = flags.Isolation{Isolate: "off", PerWorker: "auto"}
	kept, err := keep.Open(dir, nil, keep.ClassData)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	if room, err = command.open(flags.Terminal{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, kept); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(room.close)
	members = map[auth.Role]string{auth.Nobody: ""}
	for _, role := range auth.Roles {
		m, secret, err := room.class.Join(t.Context(), room.class.Row().Code, door.Joiner{Name: string(role)})
		if err == nil {
			_, err = room.class.SetRole(t.Context(), door.Program, m.ID, role)
		}
		if err != nil {
			t.Fatal(err)
		}
		members[role] = secret
	}
	m, secret, err := room.class.Join(t.Context(), room.class.Row().Code, door.Joiner{Name: "waiting", Besieged: true})
	if err != nil || m.Status != store.Waiting {
		t.Fatal(m, err)
	}
	members["waiting"] = secret
	return room, members
}

// TestRolesByRoutes walks every route of a class as everybody: who may do its action gets to it, nobody else does.
func TestRolesByRoutes(t *testing.T) {
	room, members := roomForTest(t)
	var open []string
	for _, route := range room.server.Routes() {
		if !auth.Owner.May(route.Action) {
			t.Errorf("%s is an action that nobody may do: %q", route.Pattern, route.Action)
		}
		if route.Action == auth.Arrive {
			open = append(open, route.Pattern)
		}
		for role, cookie := range members {
			reached := false
			stub := route
			stub.Handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true })
			w := httptest.NewRecorder()
			room.server.Guard(stub).ServeHTTP(w, requestFor(room, route.Pattern, cookie))
			if may := role.May(route.Action); reached != may {
				t.Errorf("%s as %q: let in %v, want %v", route.Pattern, role, reached, may)
			}
			if role.May(route.Action) {
				continue
			}
			w = httptest.NewRecorder() // and so it is where requests come in
			room.server.ServeHTTP(w, requestFor(room, route.Pattern, cookie))
			want := http.StatusForbidden
			if cookie == "" {
				want = http.StatusUnauthorized
			}
			if w.Code != want {
				t.Errorf("%s as %q: status %d, want %d", route.Pattern, role, w.Code, want)
			}
		}
	}
	for _, pattern := range open {
		if !slices.Contains(openToAll, pattern) {
			t.Errorf("%s is open to all, and does not stand in the test's list", pattern)
		}
	}
}

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

// requestFor is a request to a pattern, from a page of ours.
func requestFor(room *classroom, pattern, cookie string) *http.Request {
	method, path, ok := strings.Cut(pattern, " ")
	if !ok {
		method, path = http.MethodGet, pattern
	}
	path = placeholder.ReplaceAllString(strings.ReplaceAll(path, "{$}", ""), "x")
	host := "127.0.0.1:" + room.server.Port()
	r := httptest.NewRequest(method, "http://"+host+path, nil)
	r.Header.Set("Origin", "http://"+host)
	if cookie != "" {
		r.AddCookie(httpd.Cookies{Port: room.server.Port()}.New(cookie))
	}
	return r
}

// TestForgedByRoutes sends every unsafe request as another site's page would, with the owner's cookie.
func TestForgedByRoutes(t *testing.T) {
	room, members := roomForTest(t)
	for _, route := range room.server.Routes() {
		if strings.HasPrefix(route.Pattern, "GET ") || !strings.Contains(route.Pattern, " ") {
			continue
		}
		for _, origin := range []string{"", "null", "http://evil.example", "https://127.0.0.1"} {
			r := requestFor(room, route.Pattern, members[auth.Owner])
			r.Header.Set("Origin", origin)
			if origin == "" {
				r.Header.Del("Origin")
			}
			w := httptest.NewRecorder()
			room.server.ServeHTTP(w, r)
			if w.Code != http.StatusForbidden {
				t.Errorf("%s from %q: status %d", route.Pattern, origin, w.Code)
			}
		}
	}
}

// served is a class that runs as a process of its own.
type served struct {
	t             *testing.T
	cmd           *exec.Cmd
	origin, owner string // addresses
	data          string
}

func serveClass(t *testing.T, args ...string) *served {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &served{t: t, data: t.TempDir()}
	name := filepath.Join(t.TempDir(), "gputour") // TestMain goes by the name
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	s.cmd = exec.Command(name, append([]string{"classroom", "--addr", "127.0.0.1:0", "--data", s.data, "--warm", "0"}, args...)...)
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.cmd.Process.Kill(); s.cmd.Wait() })
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if address, is := strings.CutSuffix(line, "/join"); is && s.origin == "" {
			s.origin = address
		}
		switch {
		case strings.Contains(line, "/login?token="):
			s.owner = line
			return s
		case strings.Contains(line, "gputour class owner"): // it was printed by another start
			return s
		}
	}
	t.Fatal("gputour classroom printed no address")
	return nil
}

// class runs gputour class on the same folder.
func (s *served) class(args ...string) string {
	s.t.Helper()
	var out, errs strings.Builder
	if status := command(append([]string{"class", "--data", s.data}, args...), flags.Terminal{In: strings.NewReader("correct horse\n"), Out: &out, Err: &errs}); status != 0 {
		s.t.Fatalf("gputour class %v: %s", args, errs.String())
	}
	return strings.TrimSpace(out.String())
}

// pupil is somebody's browser.
type pupil struct {
	s      *served
	client *http.Client
}

func (s *served) pupil() *pupil {
	jar, _ := cookiejar.New(nil)
	return &pupil{s, &http.Client{Jar: jar, Timeout: 20 * time.Second}}
}

func (p *pupil) get(path string) (status int, text string) {
	p.s.t.Helper()
	resp, err := p.client.Get(p.s.origin + path)
	if err != nil {
		p.s.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(body)
}

func (p *pupil) post(path string, kv ...string) (status int) {
	p.s.t.Helper()
	form := url.Values{}
	for i := 0; i < len(kv); i += 2 {
		form.Set(kv[i], kv[i+1])
	}
	r, _ := http.NewRequest(http.MethodPost, p.s.origin+path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", p.s.origin)
	resp, err := p.client.Do(r)
	if err != nil {
		p.s.t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

// socket opens a session; sid and token are those of one to go on with, or "".
func (p *pupil) socket(sid, token string) (*websocket.Conn, wire.Message, *wire.WelcomeBody, error) {
	p.s.t.Helper()
	dial := websocket.Dialer{Subprotocols: []string{wire.Subprotocol}, Jar: p.client.Jar}
	socket, _, err := dial.Dial("ws"+strings.TrimPrefix(p.s.origin, "http")+"/ws", http.Header{"Origin": {p.s.origin}})
	if err != nil {
		return nil, wire.Message{}, nil, err
	}
	p.s.t.Cleanup(func() { socket.Close() })
	socket.SetReadDeadline(time.Now().Add(60 * time.Second))
	hello := wire.New(wire.Hello, wire.HelloBody{Lesson: "devices", Lang: "en", Token: token})
	hello.SID = sid
	data, _ := wire.Encode(hello)
	if err := socket.WriteMessage(websocket.TextMessage, data); err != nil {
		return nil, wire.Message{}, nil, err
	}
	_, data, err = socket.ReadMessage()
	if err != nil {
		return nil, wire.Message{}, nil, err
	}
	m, body, err := wire.Decode(data, wire.FromServer)
	if err != nil {
		p.s.t.Fatal(err)
	}
	welcome, _ := body.(*wire.WelcomeBody)
	return socket, m, welcome, nil
}

// closedWith reads until a socket ends and returns its close code.
func closedWith(t *testing.T, socket *websocket.Conn) int {
	t.Helper()
	for {
		if _, _, err := socket.ReadMessage(); err != nil {
			var closed *websocket.CloseError
			if !errors.As(err, &closed) {
				t.Fatal(err)
			}
			return closed.Code
		}
	}
}

var memberID = regexp.MustCompile(`name="id" value="([0-9a-f]{32})"`)

// TestClassroom goes the whole way with the program as it is run: two browsers claim names of a list and work; one cannot take the
// other's session; who is removed is out at once; who comes back by a code finds what is theirs; the program starts again and knows them.
func TestClassroom(t *testing.T) {
	list := filepath.Join(t.TempDir(), "list.csv")
	if err := os.WriteFile(list, []byte("姓名,学号\n林晓雨,7\nAnn Lee,8\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serveClass(t, "--roster", list, "--title", "GPUs", "--code", "K7P4MQ")
	boss, lin, ann := s.pupil(), s.pupil(), s.pupil()
	if resp, err := boss.client.Get(s.owner); err != nil || resp.StatusCode != http.StatusOK || strings.Contains(resp.Request.URL.String(), "token") {
		t.Fatal(resp, err)
	}
	if boss.post("/class/start", "name", "Boss", "title", "GPUs 101") != http.StatusOK {
		t.Fatal("the class could not be set up")
	}
	if status, _ := lin.get("/en/lessons/devices"); status != http.StatusUnauthorized {
		t.Errorf("a lesson without joining: status %d", status)
	}
	for p, number := range map[*pupil]string{lin: "7", ann: "8"} {
		if status := p.post("/join", "code", "k7p 4mq", "number", number); status != http.StatusOK {
			t.Fatalf("number %s: status %d", number, status)
		}
	}
	if status := s.pupil().post("/join", "code", "K7P4MQ", "number", "7"); status != http.StatusConflict {
		t.Errorf("a name that is taken: status %d", status)
	}
	if status, text := lin.get("/zh/lessons/devices"); status != http.StatusOK || !strings.Contains(text, "林晓雨") || !strings.Contains(text, "/logout") {
		t.Errorf("the lesson does not say who one is: status %d", status)
	}

	mine, m, welcome, err := lin.socket("", "")
	if err != nil || welcome.Member == nil || welcome.Member.Name != "林晓雨" || welcome.Member.Role != "student" || welcome.Class != "GPUs 101" {
		t.Fatalf("welcome %+v, %v", welcome, err)
	}
	if _, _, got, err := ann.socket(m.SID, welcome.Token); err == nil {
		t.Errorf("another member took the session with its token: %+v", got)
	}
	theirs, _, _, err := ann.socket("", "")
	if err != nil {
		t.Fatal(err)
	}

	_, roster := boss.get("/class/roster")
	at := strings.Index(roster, "林晓雨")
	id := memberID.FindStringSubmatch(roster[at:])
	if id == nil {
		t.Fatal("the roster has no form for Lin")
	}
	if status := ann.post("/class/members/remove", "id", id[1]); status != http.StatusForbidden {
		t.Errorf("a student removes another: status %d", status)
	}
	if status := boss.post("/class/members/remove", "id", id[1]); status != http.StatusOK {
		t.Errorf("removing: status %d", status)
	}
	if code := closedWith(t, mine); code != wire.CloseAuth {
		t.Errorf("the socket of who was removed closed with %d", code)
	}
	if status, _ := lin.get("/en/"); status != http.StatusUnauthorized {
		t.Errorf("the cookie of who was removed: status %d", status)
	}
	if _, _, _, err := lin.socket("", ""); err == nil {
		t.Error("who was removed opened a socket")
	}

	boss.post("/class/members/restore", "id", id[1])
	pass := regexp.MustCompile(`[A-Z0-9]{4}-[A-Z0-9]{4}`).FindString(s.class("rejoin", "7"))
	again := s.pupil()
	if status := again.post("/rejoin", "code", pass); status != http.StatusOK {
		t.Errorf("coming back by a code: status %d", status)
	}
	if _, _, got, err := again.socket(m.SID, welcome.Token); err != nil || got.Token != welcome.Token {
		t.Errorf("who comes back does not find the session: %+v, %v", got, err)
	}
	if text := s.class("status"); !strings.Contains(text, "GPUs 101: open, joined by roster, code K7P-4MQ\n2 students") {
		t.Errorf("status: %s", text)
	}
	s.class("passwd", "Boss")
	if status, _ := boss.get("/class/roster"); status != http.StatusUnauthorized {
		t.Errorf("the owner's browser after another password: status %d", status)
	}
	if boss.post("/login", "name", "boss", "password", "correct horse") != http.StatusOK {
		t.Error("the password does not let in")
	}

	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := closedWith(t, theirs); code != websocket.CloseServiceRestart {
		t.Errorf("at the end the socket closed with %d", code)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}

// TestClassIsServedOnce starts a second program on one folder.
func TestClassIsServedOnce(t *testing.T) {
	s := serveClass(t, "--isolate", "off")
	var errs strings.Builder
	if status := command([]string{"classroom", "--addr", "127.0.0.1:0", "--data", s.data, "--isolate", "off"}, flags.Terminal{In: nil, Out: io.Discard, Err: &errs}); status == 0 || !strings.Contains(errs.String(), folder.ErrTaken.Error()) {
		t.Errorf("status %d: %s", status, errs.String())
	}
	errs.Reset()
	if status := command([]string{"class", "--data", t.TempDir(), "status"}, flags.Terminal{In: nil, Out: io.Discard, Err: &errs}); status != flags.Failure || !strings.Contains(errs.String(), "start gputour classroom") {
		t.Errorf("status %d: %s", status, errs.String())
	}
}

// TestWishedFlags: what a class cannot be called, and a code that anybody guesses, are the command line's fault, and no class is begun.
func TestWishedFlags(t *testing.T) {
	for _, flag := range [][2]string{{"--code", "."}, {"--code", "abc"}, {"--title", "<>"}} {
		var errs strings.Builder
		status := command([]string{"classroom", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--isolate", "off", flag[0], flag[1]}, flags.Terminal{Out: io.Discard, Err: &errs})
		if status != flags.Misuse || !strings.Contains(errs.String(), flag[0]) {
			t.Errorf("%s %s: status %d: %s", flag[0], flag[1], status, errs.String())
		}
	}
}
