package httpd

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/auth"
	"gputour/server/page"
	"gputour/server/store"
)

// serve starts a server and returns its address for one login.
func serve(t *testing.T) (*Server, string) {
	t.Helper()
	course := lesson.Load(lessons.Files)
	s, err := Listen("127.0.0.1:0", Options{
		Pages:   page.New(page.Options{Course: func() *lesson.Course { return course }}),
		Assets:  http.NotFoundHandler(),
		Socket:  http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, auth.From(r.Context()).ID) }),
		Routes:  []Route{{"POST /lti", auth.Learn, http.NotFoundHandler()}},
		Foreign: map[string]bool{"POST /lti": true},
		Log:     slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s, s.Address()
}

func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

func get(t *testing.T, c *http.Client, address string) *http.Response {
	t.Helper()
	r, err := c.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	return r
}

func base(address string) string {
	u, _ := url.Parse(address)
	return u.Scheme + "://" + u.Host
}

func TestLogin(t *testing.T) {
	_, address := serve(t)
	c := browser(t)
	r := get(t, c, address)
	if r.StatusCode != http.StatusOK || strings.Contains(r.Request.URL.String(), "token") {
		t.Errorf("status %d at %s", r.StatusCode, r.Request.URL)
	}
	u, _ := url.Parse(address)
	for _, cookie := range c.Jar.Cookies(u) {
		if strings.HasPrefix(cookie.Name, "gputour") && strings.Contains(address, cookie.Value) {
			t.Error("the cookie is the token")
		}
	}
	if r := get(t, browser(t), address); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("the token worked twice: status %d", r.StatusCode)
	}
	if r := get(t, c, address); r.StatusCode != http.StatusOK {
		t.Errorf("the address again, in the same browser: status %d", r.StatusCode)
	}
	if r := get(t, browser(t), base(address)+"/login?token=guess"); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("a guess: status %d", r.StatusCode)
	}
}

// TestVisitors tells logins apart, and only them.
func TestVisitors(t *testing.T) {
	s, address := serve(t)
	name := func(c *http.Client) string {
		t.Helper()
		r, err := c.Get(base(address) + "/ws")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, _ := io.ReadAll(r.Body)
		return string(body)
	}
	one, two := browser(t), browser(t)
	get(t, one, address)
	get(t, two, s.Address())
	get(t, one, s.Address()) // has a cookie and keeps it
	if a, b := name(one), name(two); a == "" || a == b || a != name(one) || b != name(two) {
		t.Errorf("visitors %q and %q", a, b)
	}
}

func TestCookieFlags(t *testing.T) {
	_, address := serve(t)
	c := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r := get(t, c, address)
	cookies := r.Cookies()
	if len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode {
		t.Errorf("cookies %v", cookies)
	}
	if to := r.Header.Get("Location"); to != "/" {
		t.Errorf("redirected to %s", to)
	}
}

// TestEveryRouteAsks walks all routes without the cookie.
func TestEveryRouteAsks(t *testing.T) {
	s, address := serve(t)
	open := 0
	for _, route := range s.Routes() {
		if route.Action == auth.Arrive {
			open++
			continue
		}
		path := route.Pattern[strings.Index(route.Pattern, "/"):]
		path = strings.NewReplacer("{$}", "", "{lang}", "en", "{id}", "devices").Replace(path)
		r := get(t, browser(t), base(address)+path)
		if r.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: status %d", path, r.StatusCode)
		}
	}
	if open+len(s.bare()) != 4 {
		t.Errorf("%d routes are open, and %d do not ask", open, len(s.bare()))
	}
}

// TestForged sends what changes something as other pages could.
func TestForged(t *testing.T) {
	_, address := serve(t)
	for _, c := range []struct {
		path   string
		header http.Header
		status int
	}{
		{"/x", http.Header{"Origin": {base(address)}}, http.StatusUnauthorized},
		{"/x", nil, http.StatusForbidden},
		{"/x", http.Header{"Origin": {"null"}}, http.StatusForbidden},
		{"/x", http.Header{"Origin": {"http://evil.example"}}, http.StatusForbidden},
		{"/x", http.Header{"Origin": {base(address), "http://evil.example"}}, http.StatusForbidden},
		{"/x", http.Header{"Origin": {base(address)}, "Sec-Fetch-Site": {"cross-site"}}, http.StatusForbidden},
		{"/x", http.Header{"Origin": {base(address)}, "Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"no-cors"}}, http.StatusForbidden},
		{"/lti", http.Header{"Origin": {"http://school.example"}}, http.StatusUnauthorized},
	} {
		r, _ := http.NewRequest("POST", base(address)+c.path, nil)
		r.Header = c.header
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("POST %s with %v: status %d, want %d", c.path, c.header, resp.StatusCode, c.status)
		}
	}
}

func TestHosts(t *testing.T) {
	s, address := serve(t)
	port := s.Port()
	cases := []struct {
		host string
		ok   bool
	}{
		{"127.0.0.1:" + port, true}, {"localhost:" + port, true}, {"[::1]:" + port, true},
		{"evil.example", false}, {"evil.example:" + port, false}, {"127.0.0.1", false},
		{"127.0.0.1.evil.example:" + port, false}, {"127.0.0.1:1", false},
	}
	for _, c := range cases {
		r, _ := http.NewRequest("GET", base(address)+"/healthz", nil)
		r.Host = c.host
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := resp.StatusCode == http.StatusOK; got != c.ok {
			t.Errorf("Host %s: status %d", c.host, resp.StatusCode)
		}
	}
}

// TestStandardPort: a browser leaves the port out that its scheme has.
func TestStandardPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	heard, course := "", lesson.Load(lessons.Files)
	s := New(l, Options{
		Pages: page.New(page.Options{Course: func() *lesson.Course { return course }}), Assets: http.NotFoundHandler(), Socket: http.NotFoundHandler(), Log: slog.New(slog.DiscardHandler),
		Hosts: func(host, port string) bool { heard = host + " " + port; return true },
	})
	for host, want := range map[string]string{"class.example": "class.example 80", "[fd00::5]": "fd00::5 80", "[fd00::5]:8080": "fd00::5 8080", "10.0.0.7": "10.0.0.7 80"} {
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Host = host
		s.ServeHTTP(httptest.NewRecorder(), r)
		if heard != want {
			t.Errorf("%s is taken for %s", host, heard)
		}
	}
}

func TestHeaders(t *testing.T) {
	_, address := serve(t)
	c := browser(t)
	get(t, c, address)
	for _, path := range []string{"/healthz", "/en/", "/en/lessons/devices", "/nothing", "/ws"} {
		h := get(t, c, base(address)+path).Header
		if p := h.Get("Content-Security-Policy"); !strings.Contains(p, "default-src 'self'") || !strings.Contains(p, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", path, p)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("%s: headers %v", path, h)
		}
	}
}

func TestPagesAnswer(t *testing.T) {
	_, address := serve(t)
	c := browser(t)
	get(t, c, address)
	for path, status := range map[string]int{
		"/zh/": 200, "/en/": 200, "/en/lessons/devices": 200, "/zh/lessons/devices": 200, "/en/scratch": 200,
		"/fr/": 404, "/en/lessons/none": 404, "/en/nothing": 404,
	} {
		if r := get(t, c, base(address)+path); r.StatusCode != status {
			t.Errorf("%s: status %d, want %d", path, r.StatusCode, status)
		}
	}
}

func TestTakenAddress(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := Listen(l.Addr().String(), Options{Log: slog.Default()}); !errors.Is(err, ErrTaken) {
		t.Errorf("an address that is taken: %v", err)
	}
}

func TestPublicAddressesAreRefused(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:80", "example.com:80"} {
		if _, err := Listen(addr, Options{Log: slog.Default()}); !errors.Is(err, ErrPublic) {
			t.Errorf("%s: %v", addr, err)
		}
	}
	if _, err := Listen("8080", Options{}); err == nil || errors.Is(err, ErrPublic) {
		t.Errorf("an address without a host: %v", err)
	}
}

// TestCookiesUnderTLS is what a browser may do with the cookie of a server that speaks TLS.
func TestCookiesUnderTLS(t *testing.T) {
	c := Cookies{Port: "443", Secure: true}
	k := c.New("value")
	if !strings.HasPrefix(k.Name, "__Host-") || !k.Secure || !k.HttpOnly || k.SameSite != http.SameSiteLaxMode || k.Path != "/" || k.Domain != "" {
		t.Errorf("%+v", k)
	}
	r, _ := http.NewRequest("GET", "/", nil)
	r.AddCookie(Cookies{Port: "443"}.New("from plain HTTP"))
	if got := c.Of(r); got != "" {
		t.Errorf("a cookie that was set without TLS is taken: %q", got)
	}
	if none := c.None(); none.Name != k.Name || none.MaxAge >= 0 || none.Value != "" {
		t.Errorf("%+v", none)
	}
}

// TestSecretsStayOutOfTheLog logs in with all that can be logged.
func TestSecretsStayOutOfTheLog(t *testing.T) {
	var log strings.Builder
	course := lesson.Load(lessons.Files)
	s, err := Listen("127.0.0.1:0", Options{
		Pages: page.New(page.Options{Course: func() *lesson.Course { return course }}), Assets: http.NotFoundHandler(), Socket: http.NotFoundHandler(),
		Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.listener.Close()
	address := s.Address()
	u, _ := url.Parse(address)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", address, nil))
	cookie := w.Result().Cookies()[0].Value
	if text := log.String() + w.Body.String() + w.Header().Get("Location"); !strings.Contains(text, "/login") || strings.Contains(text, u.Query().Get("token")) || strings.Contains(log.String(), cookie) {
		t.Errorf("the log or the page says a secret: %s", text)
	}
}

// TestPathsStayInside asks for files outside of what is served.
func TestPathsStayInside(t *testing.T) {
	_, address := serve(t)
	c := browser(t)
	get(t, c, address)
	for _, path := range []string{
		"/lessons/figures/..%2f..%2fgo.mod", "/lessons/figures/%2fetc%2fpasswd", "/lessons/figures/..", "/lessons/figures/.%2e/x", "/lessons/figures/a%00.svg",
		"/en/lessons/..%2f..%2fgo.mod", "/en/pages/..%2findex", "/en/lessons/%2e%2e", "/..%2f..%2fetc%2fpasswd",
	} {
		if r := get(t, c, base(address)+path); r.StatusCode != http.StatusNotFound && r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d at %s", path, r.StatusCode, r.Request.URL)
		}
	}
}

// kept is a store that notes what it was given.
type kept struct {
	store.Store
	writes []store.Write
}

func (k *kept) Commit(_ context.Context, writes ...store.Write) error {
	k.writes = append(k.writes, writes...)
	return nil
}

// TestAgent: what a browser calls itself is kept as text, which every store takes, whatever bytes its header has.
func TestAgent(t *testing.T) {
	k := &kept{}
	for agent, want := range map[string]string{"Mozilla/5.0\xff": "Mozilla/5.0", strings.Repeat("张", 99): strings.Repeat("张", 85)} {
		k.writes = nil
		if err := (StoredLogins{k}).Add(t.Context(), [32]byte{1}, "visitor", agent); err != nil {
			t.Fatal(err)
		}
		if login := k.writes[0].(store.AddLogin); login.Agent != want || login.Owner != "visitor" {
			t.Errorf("%q is kept as %+v", agent, login)
		}
	}
}
