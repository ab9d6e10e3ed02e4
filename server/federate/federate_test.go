package federate

import (
	"context"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"gputour/lessons/lesson"
	"gputour/server/auth"
	"gputour/server/door"
	"gputour/server/httpd"
	"gputour/server/idtoken"
	"gputour/server/lti"
	"gputour/server/lti/ltitest"
	"gputour/server/oidc"
	"gputour/server/oidc/oidctest"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/server/store/sqlite"
	"gputour/web"
	"gputour/web/text"
)

var ctx = context.Background()

// class is a class that is served, with a provider and a learning system.
type class struct {
	t        *testing.T
	kept     store.Store
	class    *door.Class
	service  *Service
	base     string
	provider *oidctest.Provider
	platform *ltitest.Platform
	id       string // of the platform, as registered

	mu  sync.Mutex
	now time.Time
}

func (c *class) clock() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *class) later(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// serve starts a class whose rule is join.
func serve(t *testing.T, join string) *class {
	t.Helper()
	c := &class{t: t, provider: oidctest.New(t), platform: ltitest.New(t), now: time.Now()}
	kept, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "class.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	c.kept = kept
	if c.class, err = door.Open(ctx, kept, c.clock, door.Wish{Title: "GPUs", Join: join}); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	c.base = "http://" + l.Addr().String()
	c.provider.Now, c.platform.Now = c.clock, c.clock
	c.provider.Redirect, c.platform.Redirect = c.base+"/login/oidc/callback", c.base+launchPath
	c.provider.Person = map[string]any{"sub": "p1", "name": "Ann Lee", "email": "ann@example.edu", "email_verified": true}
	c.platform.Message = c.platform.Link(c.base + "/en/lessons/devices")
	provider, err := oidc.New(oidc.Config{Issuer: c.provider.Issuer(), Client: c.provider.Client, Secret: c.provider.Secret, Now: c.clock})
	if err != nil {
		t.Fatal(err)
	}
	course := &lesson.Course{Entries: []*lesson.Entry{{ID: "devices"}}}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	pages := page.New(page.Options{Course: func() *lesson.Course { return course }, Class: c.class.Title})
	cookies := httpd.Cookies{Port: port}
	c.service = New(Options{Store: kept, Class: c.class, Pages: pages, Course: func() *lesson.Course { return course }, Log: log, Now: c.clock, Port: port,
		Admit: func(w http.ResponseWriter, cookie string) { http.SetCookie(w, cookies.New(cookie)) }, Provider: provider, Name: "School"})
	server := httpd.New(l, httpd.Options{Pages: pages, Assets: web.Handler(), Socket: http.NotFoundHandler(), Routes: c.service.Routes(), Foreign: Foreign(),
		Door: door.New(door.Options{Class: c.class, Pages: pages, Log: log, Port: port, Home: "/"}), Log: log})
	ended, cancel := make(chan error, 1), context.CancelFunc(nil)
	var serving context.Context
	serving, cancel = context.WithCancel(ctx)
	go func() { ended <- server.Serve(serving) }()
	t.Cleanup(func() { cancel(); <-ended })
	c.platform.Keys = func() (keys jwks, err error) {
		ring, err := c.service.keyring(ctx)
		if err != nil {
			return keys, err
		}
		return ring.Public()
	}
	return c
}

// registered also has the platform registered.
func registered(t *testing.T) *class {
	t.Helper()
	c := serve(t, store.JoinApprove)
	iss := c.platform.Issuer()
	id, err := c.service.Register(ctx, door.Program, store.Platform{Name: "School", Issuer: iss, Client: c.platform.Client, Auth: iss + "/auth", Token: iss + "/token", JWKS: iss + "/keys"})
	if err != nil {
		t.Fatal(err)
	}
	c.id = id
	return c
}

// admit connects the one course that has sent somebody.
func (c *class) admit() store.Course {
	c.t.Helper()
	courses, err := c.kept.Courses(ctx)
	if err != nil || len(courses) != 1 {
		c.t.Fatalf("%d courses, %v", len(courses), err)
	}
	if err := c.service.Admit(ctx, door.Program, courses[0].ID, true); err != nil {
		c.t.Fatal(err)
	}
	return courses[0]
}

// members are who is in the class but its owner.
func (c *class) members() []store.Member {
	c.t.Helper()
	all, err := c.kept.Members(ctx)
	if err != nil {
		c.t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(m store.Member) bool { return m.Role == string(auth.Owner) })
}

// browser is somebody's, which keeps cookies as browsers do: to a request that another site's page posts go only those that say so.
type browser struct {
	t       *testing.T
	c       *class
	cookies map[string]*http.Cookie
}

func (c *class) browser() *browser { return &browser{c.t, c, map[string]*http.Cookie{}} }

// answer is what came: the redirect's address, or the page.
type answer struct {
	status int
	to     string
	body   string
	head   http.Header
}

func (b *browser) do(method, address string, form url.Values, from string, head ...string) answer {
	b.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = b.c.base + address
	}
	req, err := http.NewRequest(method, address, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Accept-Language", "en")
	req.Header.Set("Accept", "text/html")
	if method == "POST" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", from)
	}
	for i := 0; i+1 < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	ours := strings.HasPrefix(address, b.c.base)
	for _, k := range b.cookies {
		if ours && (from == b.c.base || method == "GET" || k.SameSite == http.SameSiteNoneMode) {
			req.AddCookie(k)
		}
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	for _, k := range resp.Cookies() {
		if ours {
			b.cookies[k.Name] = k
		}
	}
	return answer{resp.StatusCode, resp.Header.Get("Location"), html.UnescapeString(string(body)), resp.Header}
}

func (b *browser) get(address string, head ...string) answer {
	return b.do("GET", address, nil, "", head...)
}

// post sends a form of our own page.
func (b *browser) post(address string, form url.Values) answer {
	return b.do("POST", address, form, b.c.base)
}

// in is the member as whom the browser is signed in; "" when it is not.
func (b *browser) in() string {
	for name, k := range b.cookies {
		if strings.HasPrefix(name, "gputour") && !strings.HasPrefix(name, "gputour-") && k.Value != "" {
			login, err := b.c.kept.Login(ctx, auth.Digest(k.Value))
			if err == nil {
				return login.Owner
			}
		}
	}
	return ""
}

var hidden = regexp.MustCompile(`name="(state|JWT)" value="([^"]*)"`)

// field is a hidden field of a page.
func (a answer) field(t *testing.T, name string) string {
	t.Helper()
	for _, m := range hidden.FindAllStringSubmatch(a.body, -1) {
		if m[1] == name {
			return m[2]
		}
	}
	t.Fatalf("%d: the page has no field %s: %s", a.status, name, a.body)
	return ""
}

// says fails unless the page says a text of the catalogue.
func (a answer) says(t *testing.T, status int, key string) {
	t.Helper()
	if a.status != status || !strings.Contains(a.body, text.English.T(key)) {
		t.Errorf("%d %s, want %d and %q: %s", a.status, a.to, status, text.English.T(key), words(a.body))
	}
}

var tags = regexp.MustCompile(`(?s)<script.*?</script>|<[^>]*>|\s+`)

func words(body string) string {
	_, main, _ := strings.Cut(body, "<main")
	return tags.ReplaceAllString(main, " ")
}

// atProvider goes to the provider and returns the address with which it sends back.
func (b *browser) atProvider(begin string) string {
	b.t.Helper()
	to := b.get(begin).to
	back := b.get(to).to
	if !strings.HasPrefix(back, b.c.base) {
		b.t.Fatalf("%s leads to %s and that to %s", begin, to, back)
	}
	return back
}

// launched is announced by the platform and comes back with its message.
func (b *browser) launched(target string, head ...string) answer {
	b.t.Helper()
	a := b.get(loginPath+"?"+b.c.platform.Initiation(b.c.base+target).Encode(), head...)
	if a.status != http.StatusSeeOther {
		return a
	}
	said := b.get(a.to)
	form := ltitest.Form(said.body)
	if form.Get("id_token") == "" {
		b.t.Fatal(said.body)
	}
	return b.do("POST", launchPath, form, b.c.platform.Issuer(), head...)
}

func TestSignIn(t *testing.T) {
	c := serve(t, store.JoinOIDC)
	ann := c.browser()
	asked := ann.get(ann.atProvider("/login/oidc?to=/en/lessons/devices"))
	asked.says(t, 200, "federate.first")
	if ann.in() != "" || !strings.Contains(asked.body, "ann@example.edu") || !strings.Contains(asked.body, `value="Ann Lee"`) {
		t.Error("somebody new is not asked")
	}
	again := ann.post("/login/first", url.Values{"state": {asked.field(t, "state")}, "name": {"\u202e"}})
	again.says(t, 422, "door.bad-name")
	done := ann.post("/login/first", url.Values{"state": {again.field(t, "state")}, "name": {"Ann"}})
	if done.status != 303 || done.to != "/en/lessons/devices" || ann.in() == "" {
		t.Fatalf("%d %s", done.status, done.to)
	}
	if all := c.members(); len(all) != 1 || all[0].Name != "Ann" || all[0].Status != store.Active || all[0].Role != "student" || all[0].Email != "ann@example.edu" {
		t.Errorf("%+v", all)
	}
	elsewhere := c.browser()
	if done := elsewhere.get(elsewhere.atProvider("/login/oidc")); done.to != "/" || elsewhere.in() != ann.in() {
		t.Errorf("in another browser: %d %s", done.status, done.to)
	}
	if _, err := c.class.Remove(ctx, door.Program, ann.in()); err != nil {
		t.Fatal(err)
	}
	gone := c.browser()
	gone.get(gone.atProvider("/login/oidc")).says(t, 403, "federate.removed")
	if out := gone.get("/login/oidc/leave"); !strings.HasPrefix(out.to, c.provider.Issuer()+"/logout?") {
		t.Error(out.to)
	}
}

// TestWhoItIs has people of a list sign in: only an address that the provider has checked says who somebody is.
func TestWhoItIs(t *testing.T) {
	for _, s := range []struct {
		name   string
		claims map[string]any
		listed bool
	}{
		{"verified", map[string]any{"email": "BO@example.edu", "email_verified": true}, true},
		{"not verified", map[string]any{"email": "bo@example.edu", "email_verified": false}, false},
		{"says nothing", map[string]any{"email": "bo@example.edu"}, false},
		{"on the list twice", map[string]any{"email": "twin@example.edu", "email_verified": true}, false},
	} {
		t.Run(s.name, func(t *testing.T) {
			c := serve(t, store.JoinRoster)
			for id, email := range map[string]string{"bo": "bo@example.edu", "x": "twin@example.edu", "y": "twin@example.edu"} {
				if err := c.kept.Commit(ctx, store.SaveMember{Member: store.Member{ID: id, Rev: 1, Role: "student", Name: id, Email: email, Status: store.Invited}}); err != nil {
					t.Fatal(err)
				}
			}
			c.provider.Person = map[string]any{"sub": "p2", "name": "Bo"}
			for k, v := range s.claims {
				c.provider.Person[k] = v
			}
			b := c.browser()
			a := b.get(b.atProvider("/login/oidc"))
			if !s.listed {
				a.says(t, 200, "federate.first")
				b.post("/login/first", url.Values{"state": {a.field(t, "state")}, "name": {"Bo"}})
				if m, err := c.kept.Member(ctx, b.in()); err != nil || m.ID == "bo" || m.Status != store.Waiting {
					t.Errorf("%+v, %v", m, err)
				}
				return
			}
			if m, err := c.kept.Member(ctx, "bo"); b.in() != "bo" || err != nil || m.Status != store.Active {
				t.Errorf("in as %q: %d, %+v", b.in(), a.status, m)
			}
		})
	}
}

// TestHandshakes has a sign-in come back wrongly: twice, late, in another browser, and one that nobody began.
func TestHandshakes(t *testing.T) {
	c := serve(t, store.JoinOIDC)
	ann := c.browser()
	back := ann.atProvider("/login/oidc")
	thief := c.browser()
	thief.get(back).says(t, 403, "federate.browser")
	thief.get("/login/oidc") // has a cookie of its own now
	thief.get(back).says(t, 403, "federate.browser")
	ann.get(back).says(t, 200, "federate.first")
	ann.get(back).says(t, 403, "federate.state")
	ann.get("/login/oidc/callback?state=made-up&code=x").says(t, 403, "federate.state")
	ann.get("/login/oidc/callback").says(t, 403, "federate.state")
	late := ann.atProvider("/login/oidc")
	c.later(handLasts)
	ann.get(late).says(t, 403, "federate.state")
	first := ann.get(ann.atProvider("/login/oidc"))
	state := first.field(t, "state")
	ann.post("/login/first", url.Values{"state": {url.QueryEscape(state + "x")}, "name": {"Ann"}}).says(t, 403, "federate.state")
	launch := ann.do("POST", launchPath, url.Values{"state": {state}}, "https://evil.example")
	launch.says(t, 403, "federate.state") // of another kind
	if ann.in() != "" || len(c.members()) != 0 {
		t.Error("somebody came in")
	}
	c.provider.Refuse = "access_denied"
	ann.get(ann.atProvider("/login/oidc")).says(t, 403, "federate.oidc.denied")
	c.provider.Refuse = ""
	c.provider.Alter = func(claims map[string]any) { claims["aud"] = "another" }
	ann.get(ann.atProvider("/login/oidc")).says(t, 403, "federate.token.audience")
	c.provider.Server.Close()
	c.service.opts.Provider, _ = oidc.New(oidc.Config{Issuer: c.provider.Issuer(), Client: "x", Now: c.clock})
	ann.get("/login/oidc").says(t, 502, "federate.oidc.unreachable")
}

// TestTooManyAtOnce has an address begin more sign-ins than a class has people.
func TestTooManyAtOnce(t *testing.T) {
	c := serve(t, store.JoinOIDC)
	for range beginBurst {
		if !c.service.begins.allow("127.0.0.1:7", c.clock()) {
			t.Fatal("a class that arrives at once is refused")
		}
	}
	b := c.browser()
	b.get("/login/oidc").says(t, 429, "federate.many")
	if !c.service.begins.allow("192.0.2.1:7", c.clock()) {
		t.Error("another address is refused, too")
	}
	c.later(time.Second)
	if a := b.get("/login/oidc"); a.status != 303 {
		t.Errorf("a second later: %d", a.status)
	}
	for i := range addressMost + 1 {
		c.service.begins.allow(fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255), c.clock())
	}
	if n := len(c.service.begins.of); n > addressMost {
		t.Errorf("%d addresses are remembered", n)
	}
}

// TestPlaces is a corpus of addresses to which nobody is sent.
func TestPlaces(t *testing.T) {
	for _, to := range []string{
		"", "//evil.example", "///evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "/en/lessons/../../x", "/%2f/evil.example",
		"/en//evil.example", "javascript:alert(1)", "/en/lessons/x\r\nSet-Cookie: a=b", "/en/lessons/x?next=//e", "/logout", "/class/lti", "/assignments/../x", "/en/lessons/x#y", " /en/",
	} {
		if got := place(to); got != "/" {
			t.Errorf("%q leads to %q", to, got)
		}
	}
	for _, to := range []string{"/en/", "/zh/lessons/devices", "/en/scratch", "/assignments/0a-9"} {
		if got := place(to); got != to {
			t.Errorf("%q leads to %q", to, got)
		}
	}
}

func TestLaunch(t *testing.T) {
	c := registered(t)
	ann := c.browser()
	ann.launched("/en/lessons/devices").says(t, 403, "federate.course")
	if ann.in() != "" {
		t.Fatal("a course that is not of the class lets somebody in")
	}
	c.admit()
	if a := ann.launched("/en/lessons/devices"); a.status != 303 || a.to != "/en/lessons/devices" {
		t.Fatalf("%d %s", a.status, words(a.body))
	}
	all := c.members()
	if len(all) != 1 || all[0].ID != ann.in() || all[0].Name != "Ann Lee" || all[0].Status != store.Active || all[0].Email != "" {
		t.Errorf("%+v", all)
	}
	again := c.browser()
	if again.launched("/en/lessons/devices"); again.in() != ann.in() || len(c.members()) != 1 {
		t.Error("who comes again is somebody else")
	}
	for name, person := range map[string]map[string]any{
		"a teacher":  {"sub": "t", "name": "Tim", "https://purl.imsglobal.org/spec/lti/claim/roles": []string{"http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"}},
		"no owner":   {"sub": "o", "name": "Otto", "https://purl.imsglobal.org/spec/lti/claim/roles": []string{"http://purl.imsglobal.org/vocab/lis/v2/system/person#SysAdmin"}},
		"the number": {"sub": "n", "name": "X", "https://purl.imsglobal.org/spec/lti/claim/lis": map[string]any{"person_sourcedid": "2026001"}},
	} {
		if name == "the number" {
			c.kept.Commit(ctx, store.SaveMember{Member: store.Member{ID: "listed", Rev: 1, Role: "student", Name: "Listed", Number: "2026001", Status: store.Invited}})
		}
		c.platform.Alter = func(claims map[string]any) {
			for k, v := range person {
				claims[k] = v
			}
		}
		b := c.browser()
		b.launched("/en/lessons/devices")
		m, err := c.kept.Member(ctx, b.in())
		if want := map[string]string{"a teacher": "Tim instructor", "no owner": "Otto student", "the number": "Listed student"}[name]; err != nil || m.Name+" "+m.Role != want {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
	c.platform.Alter = func(claims map[string]any) { claims["sub"] = "shy"; delete(claims, "name") }
	shy := c.browser()
	asked := shy.launched("/en/lessons/devices")
	asked.says(t, 200, "federate.first")
	if done := shy.post("/login/first", url.Values{"state": {asked.field(t, "state")}, "name": {"Shy"}}); done.to != "/en/lessons/devices" || shy.in() == "" {
		t.Error(done.status, done.to)
	}
}

// TestRefusedLaunches are launches that fail here and not in the message.
func TestRefusedLaunches(t *testing.T) {
	c := registered(t)
	ann := c.browser()
	ann.launched("/en/lessons/devices")
	c.admit()
	ann.get(loginPath+"?iss=https://evil.example&login_hint=x").says(t, 403, "federate.lti.unknown")
	ann.get(loginPath).says(t, 403, "federate.lti.unknown")
	ann.do("POST", launchPath, url.Values{"state": {"x"}, "id_token": {c.platform.Launch("n")}}, c.platform.Issuer()).says(t, 403, "federate.state")

	begun := ann.get(loginPath + "?" + c.platform.Initiation(c.base).Encode())
	asked, _ := url.Parse(begun.to)
	message := url.Values{"state": {asked.Query().Get("state")}, "id_token": {c.platform.Launch(asked.Query().Get("nonce"))}}
	thief := c.browser()
	thief.get(loginPath + "?" + c.platform.Initiation(c.base).Encode())
	thief.do("POST", launchPath, message, "https://evil.example").says(t, 403, "federate.browser")
	if a := ann.do("POST", launchPath, message, c.platform.Issuer()); a.status != 303 {
		t.Error(a.status, words(a.body))
	}
	ann.do("POST", launchPath, message, c.platform.Issuer()).says(t, 403, "federate.state")

	begun = ann.get(loginPath + "?" + c.platform.Initiation(c.base).Encode())
	asked, _ = url.Parse(begun.to)
	ann.do("POST", launchPath, url.Values{"state": {asked.Query().Get("state")}, "error": {"login_required"}}, c.platform.Issuer()).says(t, 403, "federate.lti.platform")
	ann.do("POST", launchPath, nil, c.platform.Issuer(), "Content-Type", "text/plain").says(t, 403, "federate.state")
	if a := ann.do("POST", "/login/first", url.Values{"state": {"x"}}, "https://evil.example"); a.status != 403 || !strings.Contains(a.body, "does not come from a page of this server") {
		t.Error("another site's page posts a form of ours")
	}
	c.platform.Message = c.platform.Link(c.base + "/class/lti")
	ann.launched("/").says(t, 403, "federate.lti.target")
	c.platform.Message = c.platform.Link(c.base + launchPath)
	if a := ann.launched("/"); a.to != "/" {
		t.Error(a.to)
	}
}

// TestCookies are what the handshake's cookie says of itself.
func TestCookies(t *testing.T) {
	c := registered(t)
	b := c.browser()
	b.get(loginPath + "?" + c.platform.Initiation(c.base).Encode())
	if k := b.cookies["gputour-hand"+c.service.opts.Port]; k == nil || !k.HttpOnly || !k.Secure || !k.Partitioned || k.SameSite != http.SameSiteNoneMode || k.Path != "/" || k.MaxAge != 0 {
		t.Errorf("%+v", b.cookies)
	}
	c.service.opts.Base = "https://class.example"
	b.get("/login/oidc")
	if k := b.cookies["__Host-gputour-hand"+c.service.opts.Port]; k == nil || !k.Secure || k.Domain != "" {
		t.Errorf("%+v", b.cookies)
	}
	c.service.opts.Base = "http://192.0.2.1"
	plain := c.browser()
	plain.get("/login/oidc")
	if k := plain.cookies["gputour-hand"+c.service.opts.Port]; k == nil || k.Secure || k.SameSite != http.SameSiteLaxMode {
		t.Errorf("%+v", plain.cookies)
	}
	plain.get(loginPath+"?"+c.platform.Initiation("").Encode()).says(t, 403, "federate.insecure")
}

// TestFrames are which sites may show what of ours.
func TestFrames(t *testing.T) {
	c := registered(t)
	b := c.browser()
	const iframe = "iframe"
	a := b.launched("/en/lessons/devices", "Sec-Fetch-Dest", iframe)
	a.says(t, 200, "federate.window")
	if policy := a.head.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors "+c.platform.Issuer()) || strings.Contains(policy, "frame-ancestors 'none'") {
		t.Error(policy)
	}
	if !strings.Contains(a.body, `target="_blank"`) || !strings.Contains(a.body, "login_hint=u-17") {
		t.Error("what the platform has sent is lost")
	}
	for _, address := range []string{"/join", loginPath + "?iss=https://evil.example", "/login/oidc/callback"} {
		if policy := b.get(address, "Sec-Fetch-Dest", iframe).head.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: %s", address, policy)
		}
	}
}

// TestChoose goes through the choice of what a link opens, in a frame.
func TestChoose(t *testing.T) {
	c := registered(t)
	if err := c.kept.Commit(ctx, store.SaveAssignment{Assignment: store.Assignment{ID: "a1", Title: "Homework", Lesson: "devices", Items: []store.Item{{Cell: "x", Max: 750}, {Cell: "y", Max: 250}}}}); err != nil {
		t.Fatal(err)
	}
	c.platform.Message = c.platform.Choose()
	b := c.browser()
	b.launched(choosePath, "Sec-Fetch-Dest", "iframe").says(t, 403, "federate.course")
	c.admit()
	offered := b.launched(choosePath, "Sec-Fetch-Dest", "iframe")
	offered.says(t, 200, "federate.choose")
	if b.in() != "" {
		t.Error("in a frame somebody is signed in")
	}
	state := offered.field(t, "state")
	stranger := c.browser()
	stranger.get("/login/oidc")
	stranger.post(choosePath, url.Values{"state": {state}}).says(t, 403, "federate.browser")
	back := b.post(choosePath, url.Values{"state": {state}, "pick": {"assignment a1"}})
	if policy := back.head.Get("Content-Security-Policy"); !strings.Contains(policy, "form-action 'self' "+c.platform.Issuer()+";") || !strings.Contains(policy, "frame-ancestors "+c.platform.Issuer()) {
		t.Error(policy)
	}
	claims, err := c.platform.Verified(back.field(t, "JWT"))
	if err != nil {
		t.Fatal(err)
	}
	item := claims["https://purl.imsglobal.org/spec/lti-dl/claim/content_items"].([]any)[0].(map[string]any)
	if item["url"] != c.base+"/assignments/a1" || item["lineItem"].(map[string]any)["scoreMaximum"] != 10.0 || item["custom"].(map[string]any)["assignment"] != "a1" {
		t.Errorf("%v", item)
	}
	b.post(choosePath, url.Values{"state": {state}, "pick": {"assignment a1"}}).says(t, 403, "federate.state")
	again := b.launched(choosePath).field(t, "state")
	b.post(choosePath, url.Values{"state": {again}, "pick": {"assignment made-up"}}).says(t, 400, "federate.form")
}

func TestPeople(t *testing.T) {
	c := registered(t)
	b := c.browser()
	b.launched("/en/lessons/devices")
	course := c.admit()
	if err := c.kept.Commit(ctx, store.SaveMember{Member: store.Member{ID: "listed", Rev: 1, Role: "student", Name: "Listed", Number: "9", Email: "bo@x", Status: store.Invited}}); err != nil {
		t.Fatal(err)
	}
	c.platform.Members = []map[string]any{
		{"user_id": "u-17", "name": "Ann Lee", "roles": []string{"Learner"}},
		{"user_id": "u-9", "name": "Somebody", "lis_person_sourcedid": "9", "roles": []string{"Learner"}},
		{"user_id": "u-8", "name": "Bo", "email": "bo@x", "roles": []string{"Learner"}}, // whose address nobody has checked
		{"user_id": "u-7", "roles": []string{"Learner"}},
		{"user_id": "u-6", "name": "Gone", "status": "Inactive", "roles": []string{"Learner"}},
		{"user_id": "u-5", "name": "Looks on", "roles": []string{"Mentor"}},
	}
	n, err := c.service.People(ctx, door.Program, course.ID)
	if err != nil || n != (door.Invited{New: 2, Matched: 1, Nameless: 1}) {
		t.Fatalf("%+v, %v", n, err)
	}
	if n, err = c.service.People(ctx, door.Program, course.ID); err != nil || n != (door.Invited{Known: 3, Nameless: 1}) {
		t.Errorf("again: %+v, %v", n, err)
	}
	ann := c.browser()
	ann.launched("/en/lessons/devices")
	if m, err := c.kept.Member(ctx, ann.in()); err != nil || m.Name != "Ann Lee" || m.Status != store.Active || len(c.members()) != 3 {
		t.Errorf("%+v, %v", m, err)
	}
	c.platform.Fail = func(w http.ResponseWriter, r *http.Request) bool {
		http.Error(w, "no", http.StatusForbidden)
		return true
	}
	if _, err := c.service.People(ctx, door.Program, course.ID); err == nil {
		t.Error("a platform that refuses")
	}
}

// release gives somebody points in an assignment that is released.
func (c *class) release(member string, points store.Points) {
	c.t.Helper()
	a := store.Assignment{ID: "a1", Title: "Homework", State: store.AssignmentReleased, Items: []store.Item{{Cell: "x", Max: 1000}}}
	draft := a
	draft.ID, draft.State = "a2", store.AssignmentClosed
	err := c.kept.Commit(ctx, store.SaveAssignment{Assignment: a}, store.SaveAssignment{Assignment: draft},
		store.SaveOverride{Override: store.Override{Assignment: "a1", Member: member, Points: points}},
		store.SaveOverride{Override: store.Override{Assignment: "a1", Member: "from nowhere", Points: points}},
		store.SaveOverride{Override: store.Override{Assignment: "a2", Member: member, Points: points}})
	if err != nil {
		c.t.Fatal(err)
	}
}

// TestPoints sends points through all that may go wrong.
func TestPoints(t *testing.T) {
	c := registered(t)
	ann := c.browser()
	ann.launched("/en/lessons/devices")
	c.admit()
	ann.launched("/en/lessons/devices")
	release := func(points store.Points) { t.Helper(); c.release(ann.in(), points) }
	deliver := func() store.Delivery {
		t.Helper()
		if err := c.service.Settle(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := c.service.Deliver(ctx); err != nil {
			t.Fatal(err)
		}
		all, err := c.kept.Deliveries(ctx, "a1")
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		return all[0]
	}
	status := 503
	c.platform.Fail = func(w http.ResponseWriter, r *http.Request) bool {
		if status == 0 {
			return false
		}
		http.Error(w, "not now", status)
		return true
	}
	release(725)
	first := deliver()
	if first.State != store.DeliveryWaiting || first.Tries != 1 || !strings.Contains(first.Why, "503") || first.Next != c.clock().Add(time.Minute).UnixMilli() {
		t.Errorf("%+v", first)
	}
	if again := deliver(); again.Tries != 1 {
		t.Error("it is tried again at once")
	}
	c.later(time.Minute)
	if second := deliver(); second.Tries != 2 || second.Next != c.clock().Add(2*time.Minute).UnixMilli() {
		t.Errorf("%+v", second)
	}
	status = 0
	c.later(2 * time.Minute)
	if sent := deliver(); sent.State != store.DeliverySent || sent.Why != "" || sent.Sent == 0 {
		t.Fatalf("%+v", sent)
	}
	if got := c.platform.Arrived(); len(got) != 1 || got[0].Body["scoreGiven"] != 7.25 || got[0].Body["userId"] != "u-17" || len(c.platform.Columns) != 1 {
		t.Errorf("%+v", got)
	}
	c.later(time.Second)
	release(900)
	if sent := deliver(); sent.State != store.DeliverySent || len(c.platform.Arrived()) != 2 || len(c.platform.Columns) != 1 {
		t.Errorf("%+v", sent)
	}
	status = 422
	c.later(time.Second)
	release(1000)
	if failed := deliver(); failed.State != store.DeliveryFailed || failed.Tries != 1 || !strings.Contains(failed.Why, "422") {
		t.Errorf("%+v", failed)
	}
	status = 0
	if err := c.service.Retry(ctx, ""); err != nil {
		t.Fatal(err)
	}
	if sent := deliver(); sent.State != store.DeliverySent || len(c.platform.Arrived()) != 3 {
		t.Errorf("%+v", sent)
	}
	status = 500
	c.later(time.Second)
	release(1)
	last := store.Delivery{}
	for range triesMost {
		last = deliver()
		c.later(mostPause)
	}
	if last.State != store.DeliveryFailed || last.Tries != triesMost {
		t.Errorf("%+v", last)
	}
	course, _ := c.kept.Courses(ctx)
	if err := c.service.Admit(ctx, door.Program, course[0].ID, false); err != nil {
		t.Fatal(err)
	}
	c.service.Retry(ctx, "a1")
	if gone := deliver(); gone.State != store.DeliveryFailed || !strings.Contains(gone.Why, errNowhere.Error()) {
		t.Errorf("a course that is not of the class takes points: %+v", gone)
	}
}

// TestPlatformThatIsAway has the points of two wait for a platform that does not answer: it is asked once.
func TestPlatformThatIsAway(t *testing.T) {
	c := registered(t)
	ann := c.browser()
	ann.launched("/en/lessons/devices")
	c.admit()
	ann.launched("/en/lessons/devices")
	c.platform.Person = map[string]any{"sub": "u-18", "name": "Bo"}
	bo := c.browser()
	bo.launched("/en/lessons/devices")
	c.release(ann.in(), 100)
	c.release(bo.in(), 200)
	if err := c.service.Settle(ctx); err != nil {
		t.Fatal(err)
	}
	c.platform.Server.Close()
	if _, err := c.service.Deliver(ctx); err != nil {
		t.Fatal(err)
	}
	all, err := c.kept.Deliveries(ctx, "a1")
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	if all[0].Tries+all[1].Tries != 1 || all[0].Why == "" || all[0].Why != all[1].Why || all[0].Next <= c.clock().UnixMilli() || all[1].Next <= c.clock().UnixMilli() {
		t.Errorf("%+v", all)
	}
}

// TestColumnOfTheLink has points go to the column that the platform has made with the link.
func TestColumnOfTheLink(t *testing.T) {
	c := registered(t)
	if err := c.kept.Commit(ctx, store.SaveAssignment{Assignment: store.Assignment{ID: "a1", Title: "Homework"}}); err != nil {
		t.Fatal(err)
	}
	c.platform.Message = c.platform.Link(c.base + launchPath)
	c.platform.Message["https://purl.imsglobal.org/spec/lti/claim/custom"] = map[string]any{"assignment": "a1"}
	c.platform.Message["https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"].(map[string]any)["lineitem"] = c.platform.Issuer() + "/lineitems/77?type_id=1"
	ann := c.browser()
	ann.launched("/")
	c.admit()
	if a := ann.launched("/"); a.to != "/assignments/a1" {
		t.Error(a.to)
	}
	c.release(ann.in(), 100)
	if err := c.service.Settle(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := c.service.Deliver(ctx); err != nil {
		t.Fatal(err)
	}
	if got := c.platform.Arrived(); len(got) != 1 || got[0].Column != "77" || len(c.platform.Columns) != 0 {
		t.Errorf("%+v", got)
	}
}

// owner is a browser signed in as the class's owner.
func (c *class) owner() *browser {
	c.t.Helper()
	secret, err := c.class.OwnerTicket(ctx)
	if err != nil {
		c.t.Fatal(err)
	}
	b := c.browser()
	b.get("/login?token=" + secret)
	if b.in() == "" {
		c.t.Fatal("the owner is not let in")
	}
	return b
}

func TestSettings(t *testing.T) {
	c := serve(t, store.JoinOpen)
	owner := c.owner()
	owner.get(settingsPath).says(t, 200, "lti.none")
	iss := c.platform.Issuer()
	form := url.Values{"do": {"add"}, "name": {"<School>"}, "issuer": {iss}, "client": {c.platform.Client}, "auth": {iss + "/auth"}, "token": {iss + "/token"}, "jwks": {"http://lms.example/keys"}}
	owner.post(settingsPath, form).says(t, 422, "lti.incomplete")
	form.Set("jwks", iss+"/keys")
	if a := owner.post(settingsPath, form); a.status != 200 || !strings.Contains(a.body, "<School> is registered") {
		t.Error(a.status, words(a.body))
	}
	owner.post(settingsPath, form).says(t, 409, "lti.twice")
	owner.post(settingsPath, url.Values{"do": {"explode"}}).says(t, 400, "federate.form")
	owner.post(settingsPath, url.Values{"do": {"admit"}, "id": {"none"}}).says(t, 404, "lti.gone")
	owner.post(settingsPath, url.Values{"do": {"people"}, "id": {"none"}}).says(t, 404, "lti.gone")

	b := c.browser()
	b.launched("/en/lessons/devices")
	owner.get(settingsPath).says(t, 200, "lti.course.asks")
	courses, _ := c.kept.Courses(ctx)
	owner.post(settingsPath, url.Values{"do": {"admit"}, "id": {courses[0].ID}}).says(t, 200, "lti.admitted")
	b.launched("/en/lessons/devices")
	if b.in() == "" {
		t.Error("an admitted course lets nobody in")
	}
	if a := b.get(settingsPath); a.status != 403 {
		t.Errorf("a student sees the settings: %d", a.status)
	}
	if a := b.post(settingsPath, url.Values{"do": {"remove"}}); a.status != 403 {
		t.Errorf("a student changes the settings: %d", a.status)
	}
	platforms, _ := c.kept.Platforms(ctx)
	owner.post(settingsPath, url.Values{"do": {"remove"}, "id": {platforms[0].ID}}).says(t, 200, "lti.removed")
	c.browser().launched("/en/lessons/devices").says(t, 403, "federate.lti.unknown")
}

// TestSelfRegistration has a platform register itself with an address that works once.
func TestSelfRegistration(t *testing.T) {
	c := serve(t, store.JoinOpen)
	owner := c.owner()
	invite := func() string {
		t.Helper()
		found := regexp.MustCompile(`/lti/register/[^"]*`).FindString(owner.post(settingsPath, url.Values{"do": {"invite"}}).body)
		if found == "" {
			t.Fatal("no address")
		}
		return found
	}
	at := invite()
	query := "?openid_configuration=" + url.QueryEscape(c.platform.Issuer()+"/.well-known/openid-configuration") + "&registration_token=let-me"
	lms := c.browser()
	if a := lms.get(at + query); a.status != 200 || !strings.Contains(a.body, "School is registered") {
		t.Fatal(a.status, words(a.body))
	}
	if said := c.platform.Registered; said["jwks_uri"] != c.base+keysPath || said["initiate_login_uri"] != c.base+loginPath {
		t.Errorf("%v", said)
	}
	lms.get(at+query).says(t, 403, "federate.state")
	lms.launched("/en/lessons/devices").says(t, 403, "federate.course") // known, and asks to come in

	lms.get(invite()+"?openid_configuration=http://lms.example/").says(t, 502, "lti.service")
	lms.get(invite()+query[:len(query)-1]).says(t, 502, "lti.service")
	lms.get(invite()+query).says(t, 409, "lti.twice")
	late := invite()
	c.later(inviteLasts)
	lms.get(late+query).says(t, 403, "federate.state")
}

func TestPublishedKeys(t *testing.T) {
	c := serve(t, store.JoinOpen)
	one := c.browser().get(keysPath)
	if one.status != 200 || strings.Count(one.body, `"kid"`) != 1 || strings.Contains(one.body, `"d"`) {
		t.Error(one.body)
	}
	if two := c.browser().get(keysPath); two.body != one.body {
		t.Error("each time other keys")
	}
	c.later(90 * 24 * time.Hour)
	if old := c.browser().get(keysPath); strings.Count(old.body, `"kid"`) != 2 {
		t.Error("a new key replaces the old one at once")
	}
	c.later(3 * 24 * time.Hour)
	if gone := c.browser().get(keysPath); strings.Count(gone.body, `"kid"`) != 1 {
		t.Error("an old key stays for ever")
	}
}

// TestWords has every code of a refusal said in words.
func TestWords(t *testing.T) {
	var errs []error
	for _, code := range idtoken.Codes {
		errs = append(errs, &idtoken.Refusal{Code: code})
	}
	for _, code := range oidc.Codes {
		errs = append(errs, &oidc.Refusal{Code: code})
	}
	for _, code := range lti.Codes {
		errs = append(errs, &lti.Refusal{Code: code})
	}
	for _, o := range own {
		errs = append(errs, o.err)
	}
	for _, err := range errs {
		if key, _, status := reason(err); !text.Has(key) || status < 400 {
			t.Errorf("%v has no words: %q", err, key)
		}
	}
	if key, _, _ := reason(io.EOF); key != "" {
		t.Error("an error of ours is said to be somebody else's")
	}
}

// jwks is what a platform fetches.
type jwks = jose.JSONWebKeySet
