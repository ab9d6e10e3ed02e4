package door

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gputour/lessons/lesson"
	"gputour/server/auth"
	"gputour/server/httpd"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/server/store/sqlite"
	"gputour/web/text"
)

// room is a class with a door and a clock that the test sets.
type room struct {
	t     *testing.T
	class *Class
	url   string

	mu sync.Mutex
	at time.Time
}

func (x *room) now() time.Time {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.at
}

func (x *room) wait(d time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.at = x.at.Add(d)
}

var ctx = context.Background()

func newRoom(t *testing.T, wish Wish) *room {
	t.Helper()
	x := &room{t: t, at: time.UnixMilli(1_790_000_000_000)}
	kept, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	if x.class, err = Open(ctx, kept, x.now, wish); err != nil {
		t.Fatal(err)
	}
	course := &lesson.Course{}
	pages := page.New(page.Options{Course: func() *lesson.Course { return course }, Class: x.class.Title})
	listener, err := httpd.Bind("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	door := New(Options{
		Class: x.class, Pages: pages, Log: slog.New(slog.DiscardHandler), Port: "1", Home: "/class/show",
		Addresses: func() []string { return []string{"http://192.168.1.5:8080", "http://lab.local:8080"} },
		TLS:       Word{Key: "tls.off"}, Isolation: Word{Key: "isolation.2"},
	})
	server := httpd.New(listener, httpd.Options{
		Pages: pages, Assets: http.NotFoundHandler(), Door: door, Log: slog.New(slog.DiscardHandler),
		Socket: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // stays as long as it may
			io.WriteString(w, "in\n")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
			fmt.Fprintln(w, context.Cause(r.Context()))
		}),
	})
	ending, end := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- server.Serve(ending) }()
	t.Cleanup(func() { end(); <-done })
	x.url = "http://127.0.0.1:" + server.Port()
	return x
}

// visitor is a browser with a cookie jar of its own.
type visitor struct {
	x      *room
	cookie *http.Cookie
	lang   string
}

func (x *room) browser() *visitor { return &visitor{x: x, lang: "en"} }

// answer is what a page says.
type answer struct {
	status int
	to     string // where it sends the browser
	text   string
}

func (b *visitor) do(method, path string, form url.Values) answer {
	b.x.t.Helper()
	r, _ := http.NewRequest(method, b.x.url+path, strings.NewReader(form.Encode()))
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Language", b.lang)
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", b.x.url)
	}
	if b.cookie != nil {
		r.AddCookie(b.cookie)
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		b.x.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	for _, c := range resp.Cookies() {
		if strings.Contains(c.Name, "gputour") {
			if b.cookie = c; c.MaxAge < 0 {
				b.cookie = nil
			}
		}
	}
	return answer{resp.StatusCode, resp.Header.Get("Location"), string(body)}
}

func (b *visitor) get(path string) answer { b.x.t.Helper(); return b.do("GET", path, nil) }
func (b *visitor) post(path string, kv ...string) answer {
	b.x.t.Helper()
	return b.do("POST", path, values(kv))
}

func values(kv []string) url.Values {
	form := url.Values{}
	for i := 0; i < len(kv); i += 2 {
		form.Set(kv[i], kv[i+1])
	}
	return form
}

// is fails unless the answer has a status and the words of some keys.
func (b *visitor) is(what string, a answer, status int, keys ...string) {
	b.x.t.Helper()
	if a.status != status {
		b.x.t.Errorf("%s: status %d, want %d", what, a.status, status)
	}
	for _, key := range keys {
		if want := text.Lang(b.lang).T(key); !strings.Contains(a.text, want) && !strings.Contains(a.text, strings.ReplaceAll(want, "'", "&#39;")) {
			b.x.t.Errorf("%s does not say %q", what, want)
		}
	}
}

// owner is the browser of whoever owns the class, which is set up.
func (x *room) owner() *visitor {
	x.t.Helper()
	token, err := x.class.OwnerTicket(ctx)
	if err != nil {
		x.t.Fatal(err)
	}
	b := x.browser()
	if a := b.get("/login?token=" + token); a.status != 303 || a.to != "/class/start" {
		x.t.Fatalf("the owner's address: %+v", a)
	}
	return b
}

// join lets somebody in by the code.
func (x *room) join(name string) *visitor {
	x.t.Helper()
	b := x.browser()
	if a := b.post("/join", "code", x.class.Row().Code, "name", name); a.status != 303 {
		x.t.Fatalf("%s: %d %s", name, a.status, a.text)
	}
	return b
}

func (x *room) member(name string) store.Member {
	x.t.Helper()
	all, err := x.class.Members(ctx)
	if err != nil {
		x.t.Fatal(err)
	}
	for _, m := range all {
		if m.Name == name {
			return m
		}
	}
	x.t.Fatalf("nobody is called %s", name)
	return store.Member{}
}

// TestFirstStart goes the way of somebody who starts a class.
func TestFirstStart(t *testing.T) {
	x := newRoom(t, Wish{})
	boss := x.owner()
	boss.is("first page", boss.get("/class/start"), 200, "start.title", "joins.roster")
	boss.is("without a name", boss.post("/class/start", "title", "GPUs", "name", " "), 422, "door.no-name")
	boss.is("without a title", boss.post("/class/start", "title", "", "name", "Li"), 422, "door.bad-title")
	if a := boss.post("/class/start", "title", "GPUs & more", "name", "Li", "lang", "zh", "join", "approve", "password", "correct horse"); a.status != 303 || a.to != "/class/show?said=saved" {
		t.Fatalf("%+v", a)
	}
	show := boss.get("/class/show")
	boss.is("projector", show, 200, "show.type")
	for _, want := range []string{"GPUs &amp; more", auth.Spaced(x.class.Row().Code), "192.168.1.5:8080/join", `<svg class="qr"`, `href="/class/show?at=http%3a%2f%2flab.local%3a8080"`} {
		if !strings.Contains(show.text, want) {
			t.Errorf("the projector lacks %s", want)
		}
	}
	if row := x.class.Row(); row.Join != "approve" || row.Lang != "zh" {
		t.Errorf("%+v", row)
	}
	if a := boss.get("/class/start"); a.to != "/class/show" {
		t.Errorf("the first page again: %+v", a)
	}
	boss.is("the browser that set the password stays", boss.get("/class/settings"), 200)
	other := x.browser()
	other.is("a wrong password", other.post("/login", "name", "Li", "password", "incorrect horse"), 403, "door.password")
	other.is("nobody's name", other.post("/login", "name", "", "password", ""), 403, "door.password")
	if a := other.post("/login", "name", "li", "password", "correct horse"); a.status != 303 || other.cookie == nil {
		t.Errorf("the password: %+v", a)
	}
	other.is("signed in", other.get("/class/settings"), 200)
}

func TestOneUseAddress(t *testing.T) {
	x := newRoom(t, Wish{Title: "T"})
	token, _ := x.class.OwnerTicket(ctx)
	b := x.browser()
	if a := b.get("/login?token=" + token); a.status != 303 || strings.Contains(a.to, token) {
		t.Errorf("%+v", a)
	}
	if a := b.get("/login?token=" + token); a.status != 303 {
		t.Errorf("again in the same browser: %+v", a)
	}
	second := x.browser()
	second.is("again in another", second.get("/login?token="+token), 403, "door.ticket")
	old, _ := x.class.OwnerTicket(ctx)
	token, _ = x.class.OwnerTicket(ctx)
	second.is("one that another replaced", second.get("/login?token="+old), 403, "door.ticket")
	x.wait(ownerAddressLasts)
	second.is("after its time", second.get("/login?token="+token), 403, "door.ticket")
	if a := second.get("/login?token=" + token); strings.Contains(a.text, token) {
		t.Error("the page repeats the secret")
	}
}

// TestOwnersAddressIsOne: of programs that start at once one gives it out, later starts leave it as it is, and it is renewed when somebody asks.
func TestOwnersAddressIsOne(t *testing.T) {
	x := newRoom(t, Wish{Title: "T"})
	var secrets []string
	var mu sync.Mutex
	var starts sync.WaitGroup
	for range 4 {
		starts.Go(func() {
			secret, until, err := x.class.FirstOwnerTicket(ctx)
			if err != nil || secret == "" && until == 0 {
				t.Error(secret != "", until, err)
			}
			mu.Lock()
			defer mu.Unlock()
			if secret != "" {
				secrets = append(secrets, secret)
			}
		})
	}
	starts.Wait()
	if len(secrets) != 1 {
		t.Fatalf("%d were given out", len(secrets))
	}
	b := x.browser()
	if a := b.get("/login?token=" + secrets[0]); a.status != 303 {
		t.Errorf("after more starts: %+v", a)
	}
	if secret, until, err := x.class.FirstOwnerTicket(ctx); secret != "" || until != 0 || err != nil {
		t.Error("one that was used: ", secret != "", until, err)
	}
	renewed, _ := x.class.OwnerTicket(ctx)
	if secret, until, err := x.class.FirstOwnerTicket(ctx); secret != "" || until == 0 || err != nil {
		t.Error("one that was asked for: ", secret != "", until, err)
	}
	second := x.browser()
	if a := second.get("/login?token=" + renewed); a.status != 303 {
		t.Errorf("the new one: %+v", a)
	}

	y := newRoom(t, Wish{Title: "T"})
	first, _, _ := y.class.FirstOwnerTicket(ctx)
	y.wait(ownerAddressLasts)
	again, _, err := y.class.FirstOwnerTicket(ctx)
	if err != nil || again == "" || again == first {
		t.Error("after its time nobody could come in: ", err)
	}
}

// TestWishes: what the command line asks of a class is held to what its pages ask for, and nothing is begun for one that is not.
func TestWishes(t *testing.T) {
	for _, c := range []struct {
		wish  Wish
		err   error
		title string
		code  string
	}{
		{Wish{Code: "--"}, ErrShortCode, "", ""}, {Wish{Code: "."}, ErrShortCode, "", ""}, {Wish{Code: "abc"}, ErrShortCode, "", ""},
		{Wish{Code: strings.Repeat("x", 33)}, ErrShortCode, "", ""}, {Wish{Code: "abcd\x00"}, ErrShortCode, "", ""},
		{Wish{Title: "<>"}, ErrTitle, "", ""}, {Wish{Title: strings.Repeat("x", 161)}, ErrTitle, "", ""},
		{Wish{Title: " GPU  101 ", Code: "gpu-42"}, nil, "GPU 101", "GPU42"}, {Wish{Code: "张量"}, nil, "", "张量"},
	} {
		kept, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "db"))
		if err != nil {
			t.Fatal(err)
		}
		class, err := Open(ctx, kept, time.Now, c.wish)
		switch _, none := kept.Class(ctx); {
		case !errors.Is(err, c.err), c.err != nil && !errors.Is(none, store.ErrNone):
			t.Errorf("%+v: %v, and the store says %v", c.wish, err, none)
		case c.err == nil && (class.Title() != c.title || class.Row().Code != c.code):
			t.Errorf("%+v: %+v", c.wish, class.Row())
		}
		kept.Close()
	}
}

func TestJoinWithTheCode(t *testing.T) {
	x := newRoom(t, Wish{Title: "T", Code: "abc def"})
	b := x.browser()
	b.is("a page without signing in", b.get("/en/"), 401, "join.title", "join.name", "tls.plain")
	b.is("wrong code", b.post("/join", "code", "nonsense", "name", "Ann"), 403, "door.wrong-code")
	b.is("a name of nothing", b.post("/join", "code", "ABCDEF", "name", "<>"), 422, "door.no-name")
	if a := b.post("/join", "code", "abc-def", "name", " Ann  Lee ", "to", "/en/lessons/devices"); a.status != 303 || a.to != "/en/lessons/devices" {
		t.Fatalf("%+v", a)
	}
	if m := x.member("Ann Lee"); m.Role != "student" || m.Status != store.Active || m.Claimed == 0 {
		t.Errorf("%+v", m)
	}
	b.is("in", b.get("/en/"), 200)
	twin := x.browser()
	twin.is("the same name", twin.post("/join", "code", "ABCDEF", "name", "ann lee"), 409, "door.name-taken")
	if a := twin.get("/join/abcdef"); a.status != 200 || !strings.Contains(a.text, text.English.T("join.right")) {
		t.Errorf("the address of the QR code: %d", a.status)
	}
	twin.is("an address with a wrong code", twin.get("/join/xyz"), 403, "door.wrong-code")
	if a := b.get("/join"); a.status != 303 || a.to != "/" {
		t.Errorf("who is in: %+v", a)
	}
}

func TestWhereOneGoesOn(t *testing.T) {
	for to, want := range map[string]string{
		"/en/": "/en/", "/zh/lessons/a-1": "/zh/lessons/a-1", "/en/scratch": "/en/scratch", "/zh/pages/glossary": "/zh/pages/glossary",
		"": "/", "//evil.example": "/", "/\\evil.example": "/", "https://evil.example/en/": "/", "/en/../logout": "/", "/en//evil.example": "/",
		"/en/lessons/a?x=//evil": "/", "/en/lessons/a#x": "/", "/en/\r\nSet-Cookie: x": "/", "javascript:alert(1)": "/", "/en/lessons/%2e%2e": "/", "/class/settings": "/", " /en/": "/", "/en/\n": "/",
	} {
		if got := back(to); got != want {
			t.Errorf("%q goes on to %q, want %q", to, got, want)
		}
	}
}

func TestGuessing(t *testing.T) {
	x := newRoom(t, Wish{Title: "T"})
	b := x.browser()
	for range 10 {
		b.is("a guess", b.post("/join", "code", "NOTIT2", "name", "Eve"), 403, "door.wrong-code")
	}
	b.is("one too many", b.post("/join", "code", x.class.Row().Code, "name", "Eve"), 429, "door.slow")
	b.is("a password then", b.post("/login", "name", "Li", "password", "x"), 429, "door.slow")
	b.is("a personal code then", b.post("/rejoin", "code", "ABCDEFGH"), 429, "door.slow")
	x.wait(time.Minute)
	if a := b.post("/join", "code", x.class.Row().Code, "name", "Eve"); a.status != 303 {
		t.Errorf("a minute later: %+v", a)
	}
}

// TestSiege lets those in only by approval who come while codes are being guessed from many addresses.
func TestSiege(t *testing.T) {
	x := newRoom(t, Wish{Title: "T"})
	m, _, err := x.class.Join(ctx, x.class.Row().Code, Joiner{Name: "Ann", Besieged: true})
	if err != nil || m.Status != store.Waiting {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestApproval(t *testing.T) {
	x := newRoom(t, Wish{Title: "T", Join: store.JoinApprove})
	boss, ann, bob := x.owner(), x.join("Ann"), x.join("Bob")
	ann.is("who waits", ann.get("/en/lessons/devices"), 403, "waiting.text")
	ann.is("a form", ann.post("/me/signout"), 403)
	boss.is("the roster", boss.get("/class/roster"), 200, "roster.waiting", "roster.admit")
	if a := boss.post("/class/members/admit", "id", x.member("Ann").ID); a.status != 303 {
		t.Errorf("admitting: %+v", a)
	}
	ann.is("who was admitted", ann.get("/en/"), 200)
	bob.is("who was not", bob.get("/en/"), 403, "door.waiting")
	boss.is("admitting twice", boss.post("/class/members/admit", "id", x.member("Ann").ID), 404, "door.nobody")
	if a := bob.post("/logout"); a.status != 303 || bob.cookie != nil {
		t.Errorf("who waits no longer: %+v", a)
	}
}

const csv = "name,number,group\nAnn,1,a\n王小明,2,b\nBob,3,b\n"

func TestJoinByTheList(t *testing.T) {
	x := newRoom(t, Wish{Title: "T", Join: store.JoinRoster})
	boss := x.owner()
	if a := boss.post("/class/roster", "text", csv); a.status != 200 || !strings.Contains(a.text, text.English.T("roster.plan.new", "3")) {
		t.Fatalf("preview: %d %s", a.status, a.text)
	}
	if all, _ := x.class.Members(ctx); len(all) != 1 {
		t.Error("the preview has changed the class")
	}
	if a := boss.post("/class/roster", "text", csv, "step", "apply"); a.status != 303 {
		t.Fatalf("import: %+v", a)
	}
	ann := x.browser()
	if a := ann.get("/join"); strings.Contains(a.text, "Bob") {
		t.Error("names are shown to who has no code")
	}
	page := ann.post("/join", "code", x.class.Row().Code)
	if page.status != 200 || !strings.Contains(page.text, `value="`+x.member("Ann").ID+`"`) || !strings.Contains(page.text, "王小明") {
		t.Errorf("the list: %d", page.status)
	}
	if a := ann.post("/join", "code", x.class.Row().Code, "pick", x.member("Ann").ID); a.status != 303 {
		t.Errorf("picking: %+v", a)
	}
	ann.is("in", ann.get("/en/"), 200)
	thief := x.browser()
	thief.is("the name again", thief.post("/join", "code", x.class.Row().Code, "pick", x.member("Ann").ID), 409, "door.claimed")
	thief.is("the owner", thief.post("/join", "code", x.class.Row().Code, "pick", x.member("").ID), 409, "door.claimed")
	thief.is("nobody", thief.post("/join", "code", x.class.Row().Code, "pick", "x"), 404, "door.nobody")
	thief.is("a name of one's own", thief.post("/join", "code", x.class.Row().Code, "name", "Eve"), 404, "door.nobody")
	if a := thief.post("/join", "code", x.class.Row().Code, "number", " 2 "); a.status != 303 {
		t.Errorf("by number: %+v", a)
	}
	if m := x.member("王小明"); m.Claimed == 0 || m.Status != store.Active {
		t.Errorf("%+v", m)
	}

	// The list again, in which Ann has another group, and Bob is missing.
	boss.post("/class/roster", "text", "name,number,group\nAnn,1,z\n王小明,2,b\nCem,4,b\n", "step", "apply")
	if m := x.member("Ann"); m.Group != "z" || m.Claimed == 0 {
		t.Errorf("%+v", m)
	}
	if m := x.member("Bob"); m.Status != store.Invited {
		t.Errorf("who is missing in the list: %+v", m)
	}
	bad := boss.post("/class/roster", "text", "name,number\n,1\nAnn,1\nBob,1\n", "step", "apply")
	boss.is("a list with faults", bad, 422, "roster.problems", "roster.no-name", "roster.same-number")
	if !strings.Contains(bad.text, text.English.T("roster.line", "4")) {
		t.Error("the fault's line is not said")
	}
}

// TestOnlyOneClaims has many browsers pick one name at once.
func TestOnlyOneClaims(t *testing.T) {
	x := newRoom(t, Wish{Title: "T", Join: store.JoinRoster})
	if err := x.class.Add(ctx, Program, "Ann", "1", ""); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	won := make(chan bool, 20)
	for range cap(won) {
		wg.Go(func() {
			_, _, err := x.class.Join(ctx, x.class.Row().Code, Joiner{Number: "1"})
			if err != nil && !errors.Is(err, ErrClaimed) {
				t.Error(err)
			}
			won <- err == nil
		})
	}
	wg.Wait()
	close(won)
	n := 0
	for w := range won {
		if w {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d browsers are Ann", n)
	}
}

// socket is a request that lasts as long as it may.
func (b *visitor) socket() (in string, gone func() string) {
	b.x.t.Helper()
	r, _ := http.NewRequest("GET", b.x.url+"/ws", nil)
	r.AddCookie(b.cookie)
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		b.x.t.Fatal(err)
	}
	b.x.t.Cleanup(func() { resp.Body.Close() })
	line := make([]byte, 3)
	io.ReadFull(resp.Body, line)
	return string(line), func() string {
		rest, _ := io.ReadAll(resp.Body)
		return string(rest)
	}
}

// TestLeaving ends rights while sockets are open: they end at once, and those of others do not.
func TestLeaving(t *testing.T) {
	for _, c := range []struct {
		name string
		act  func(x *room, boss, ann *visitor)
		why  error
		then int // what a page answers Ann afterwards
	}{
		{"removal", func(x *room, boss, ann *visitor) { boss.post("/class/members/remove", "id", x.member("Ann").ID) }, auth.ErrOut, 401},
		{"another role", func(x *room, boss, ann *visitor) {
			boss.post("/class/members/role", "id", x.member("Ann").ID, "role", "assistant")
		}, auth.ErrChanged, 200},
		{"signing out", func(x *room, boss, ann *visitor) { ann.post("/logout") }, auth.ErrOut, 401},
		{"being signed out", func(x *room, boss, ann *visitor) { boss.post("/class/members/signout", "id", x.member("Ann").ID) }, auth.ErrOut, 401},
		{"closing the class", func(x *room, boss, ann *visitor) { boss.post("/class/state", "state", "closed") }, auth.ErrOut, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newRoom(t, Wish{Title: "T"})
			boss, ann := x.owner(), x.join("Ann")
			cookie := ann.cookie
			in, gone := ann.socket()
			stays, _ := boss.socket()
			if in != "in\n" || stays != "in\n" {
				t.Fatal(in, stays)
			}
			c.act(x, boss, ann)
			if why := gone(); strings.TrimSpace(why) != c.why.Error() {
				t.Errorf("the socket ended with %q", why)
			}
			ann.cookie = cookie
			if a := ann.get("/en/"); a.status != c.then {
				t.Errorf("the cookie: status %d, want %d", a.status, c.then)
			}
			boss.is("who did it", boss.get("/class/roster"), 200)
		})
	}
}

// TestOtherBrowsersStay signs out one browser of two.
func TestOtherBrowsersStay(t *testing.T) {
	x := newRoom(t, Wish{Title: "T"})
	ann := x.join("Ann")
	pass, _, err := x.class.Rejoin(ctx, Program, x.member("Ann").ID)
	if err != nil {
		t.Fatal(err)
	}
	phone := x.browser()
	if a := phone.post("/rejoin", "code", strings.ToLower(auth.Spaced(pass))); a.status != 303 || a.to != "/" {
		t.Fatalf("%+v", a)
	}
	if a := x.browser().post("/rejoin", "code", pass); a.status != 403 {
		t.Errorf("the code works twice: %d", a.status)
	}
	page := phone.get("/me")
	phone.is("one's own page", page, 200, "me.this", "me.signout")
	phone.post("/me/signout")
	phone.is("the browser that asked", phone.get("/en/"), 200)
	ann.is("the other one", ann.get("/en/"), 401)
	pass, _, _ = x.class.Rejoin(ctx, Program, x.member("Ann").ID)
	x.wait(passLasts)
	phone = x.browser()
	phone.is("a code of yesterday", phone.post("/rejoin", "code", pass), 403, "door.ticket")
}

func TestStates(t *testing.T) {
	x := newRoom(t, Wish{Title: "T"})
	boss, ann := x.owner(), x.join("Ann")
	boss.post("/class/state", "state", "locked")
	ann.is("who is in, when it is locked", ann.get("/en/"), 200)
	late := x.browser()
	late.is("who comes then", late.post("/join", "code", x.class.Row().Code, "name", "Late"), 403, "door.locked")
	boss.post("/class/state", "state", "closed")
	ann.is("who is in, when it is closed", ann.get("/en/"), 403, "door.closed")
	late.is("who comes then", late.get("/join"), 200, "door.closed")
	boss.is("a state that there is not", boss.post("/class/state", "state", "on fire"), 422)
	boss.post("/class/state", "state", "open")
	ann.is("when it is open again", ann.get("/en/"), 200)
	old := x.class.Row().Code
	boss.post("/class/code")
	late.is("the code before", late.post("/join", "code", old, "name", "Late"), 403, "door.wrong-code")
	boss.is("a short word", boss.post("/class/code", "code", "ab"), 422, "door.short-code")
	boss.post("/class/code", "code", "tensor 9")
	if code := x.class.Row().Code; code != "TENSOR9" {
		t.Errorf("code %s", code)
	}
}

// TestRank has people act against those above them.
func TestRank(t *testing.T) {
	x := newRoom(t, Wish{Title: "T"})
	boss := x.owner()
	boss.post("/class/members/rename", "id", x.member("").ID, "name", "Boss")
	ann, tom, ina := x.join("Ann"), x.join("Tom"), x.join("Ina")
	id := func(name string) string { return x.member(name).ID }
	boss.post("/class/members/role", "id", id("Tom"), "role", "assistant")
	boss.post("/class/members/role", "id", id("Ina"), "role", "instructor")
	for _, c := range []struct {
		name   string
		who    *visitor
		path   string
		form   []string
		status int
	}{
		{"an assistant lets a student in again", tom, "/class/members/rejoin", []string{"id", id("Ann")}, 200},
		{"an assistant becomes the owner by a code", tom, "/class/members/rejoin", []string{"id", id("Boss")}, 403},
		{"an assistant becomes an instructor by a code", tom, "/class/members/rejoin", []string{"id", id("Ina")}, 403},
		{"an assistant becomes an assistant by a code", tom, "/class/members/rejoin", []string{"id", id("Tom")}, 403},
		{"an assistant signs the owner out", tom, "/class/members/signout", []string{"id", id("Boss")}, 403},
		{"an assistant renames an instructor", tom, "/class/members/rename", []string{"id", id("Ina"), "name", "X"}, 403},
		{"an assistant renames a student", tom, "/class/members/rename", []string{"id", id("Ann"), "name", "Anna"}, 303},
		{"an assistant removes a student", tom, "/class/members/remove", []string{"id", id("Ann")}, 403},
		{"an instructor removes the owner", ina, "/class/members/remove", []string{"id", id("Boss")}, 403},
		{"an instructor makes an owner", ina, "/class/members/role", []string{"id", id("Ann"), "role", "owner"}, 403},
		{"an instructor unmakes the owner", ina, "/class/members/role", []string{"id", id("Boss"), "role", "student"}, 403},
		{"a role that there is not", ina, "/class/members/role", []string{"id", id("Ann"), "role", "king"}, 403},
		{"the last owner leaves", boss, "/class/members/role", []string{"id", id("Boss"), "role", "student"}, 409},
		{"the last owner removes herself", boss, "/class/members/remove", []string{"id", id("Boss")}, 409},
		{"a list renames an instructor, as an assistant brings it", tom, "/class/roster", []string{"text", "name,email\nIna,evil@example\n", "step", "apply"}, 403},
		{"a student looks at the roster", ann, "/class/roster", nil, 403},
	} {
		if a := c.who.post(c.path, c.form...); a.status != c.status {
			t.Errorf("%s: status %d, want %d", c.name, a.status, c.status)
		}
	}
	boss.is("the log", boss.get("/class/log"), 200, "log.rejoin", "log.role", "log.join")
}

func TestRemovedComesBackByInvitationOnly(t *testing.T) {
	x := newRoom(t, Wish{Title: "T", Join: store.JoinRoster})
	x.class.Add(ctx, Program, "Ann", "1", "")
	boss, ann := x.owner(), x.browser()
	ann.post("/join", "code", x.class.Row().Code, "number", "1")
	id := x.member("Ann").ID
	boss.post("/class/members/remove", "id", id)
	ann.is("removed", ann.post("/join", "code", x.class.Row().Code, "number", "1"), 409, "door.claimed")
	boss.is("a code for who was removed", boss.post("/class/members/rejoin", "id", id), 404, "door.nobody")
	boss.post("/class/roster", "text", csv, "step", "apply")
	if x.member("Ann").Status != store.Removed {
		t.Error("the list brought somebody back who was removed")
	}
	boss.post("/class/members/restore", "id", id)
	if a := ann.post("/join", "code", x.class.Row().Code, "number", "1"); a.status != 303 {
		t.Errorf("taken back: %+v", a)
	}
}

// TestNamesAreText puts markup where names go.
func TestNamesAreText(t *testing.T) {
	x := newRoom(t, Wish{Title: "T<i>"})
	boss := x.owner()
	x.join(`Eve<script>alert(1)</script>`)
	x.join(`"><img src=x onerror=y>`)
	for _, path := range []string{"/class/roster", "/class/log", "/class/show", "/me"} {
		if a := boss.get(path); strings.Contains(a.text, "<script>alert") || strings.Contains(a.text, "<img src") || strings.Contains(a.text, "T<i>") {
			t.Errorf("%s shows names as markup", path)
		}
	}
}

// TestWords sees to it that all that is put together at run time has words.
func TestWords(t *testing.T) {
	var keys []string
	for _, w := range words {
		keys = append(keys, w.key)
	}
	for _, a := range actions {
		keys = append(keys, "log."+a)
	}
	for _, r := range auth.Roles {
		keys = append(keys, "role."+string(r))
	}
	for _, s := range states {
		keys = append(keys, "state."+s, "state."+s+".do", "said."+s)
	}
	for _, j := range []string{store.JoinOpen, store.JoinApprove, store.JoinRoster, store.JoinOIDC} {
		keys = append(keys, "joins."+j, "joins."+j+".text")
	}
	for _, s := range []string{"done", "added", "imported", "signedout", "saved"} {
		keys = append(keys, "said."+s)
	}
	for _, code := range []string{"empty", "too-large", "not-text", "not-table", "no-name", "long-cell", "same-number", "same-person", "bad-name", "extra-column"} {
		keys = append(keys, "roster."+code)
	}
	for _, mode := range []string{"off", "self", "files", "acme", "plain"} {
		keys = append(keys, "tls."+mode)
	}
	for level := range 5 {
		keys = append(keys, fmt.Sprintf("isolation.%d", level))
	}
	for _, key := range keys {
		if !text.Has(key) {
			t.Errorf("no words for %s", key)
		}
	}
}
