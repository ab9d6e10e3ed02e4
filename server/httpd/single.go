package httpd

import (
	"context"
	"encoding/hex"
	"log/slog"
	"net/http"
	"sync"

	"gputour/server/auth"
	"gputour/server/page"
)

// This file is the door of one person: whoever opens a printed address, which works once, gets a cookie.

// single implements Door. It holds the secrets of one run of the server.
type single struct {
	cookies Cookies
	pages   *page.Site
	log     *slog.Logger
	logins  Logins
	tokens  tokens
}

func newSingle(port string, opts Options) *single {
	d := &single{cookies: Cookies{Port: port}, pages: opts.Pages, log: opts.Log, logins: opts.Logins}
	if d.logins == nil {
		d.logins = &memoryLogins{}
	}
	return d
}

// tokens are the login tokens that have not been used.
type tokens struct {
	mu   sync.Mutex
	open map[string]bool
}

// make makes a token for one login.
func (t *tokens) make() string {
	token := auth.NewSecret()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.open == nil {
		t.open = map[string]bool{}
	}
	t.open[token] = true
	return token
}

// use takes a token out of the open ones.
func (t *tokens) use(token string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for open := range t.open {
		if auth.Same(open, token) {
			delete(t.open, open)
			return true
		}
	}
	return false
}

// Routes implements Door.
func (d *single) Routes() []Route {
	return []Route{{"GET /login", auth.Arrive, http.HandlerFunc(d.login)}}
}

// Enter implements Door: whoever has a cookie of ours learns.
func (d *single) Enter(r *http.Request) (context.Context, func(), error) {
	cookie := d.cookies.Of(r)
	if cookie == "" {
		return r.Context(), func() {}, nil
	}
	owner, err := d.logins.Owner(r.Context(), auth.Digest(cookie))
	if owner == "" {
		return r.Context(), func() {}, err
	}
	return auth.With(r.Context(), auth.Person{ID: owner, Role: auth.Student}), func() {}, err
}

// Refuse implements Door.
func (d *single) Refuse(w http.ResponseWriter, r *http.Request) {
	d.pages.Problem(w, r, http.StatusUnauthorized, "problem.auth")
}

// login exchanges a token for the cookie and leaves the token behind.
func (d *single) login(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case auth.From(r.Context()).ID != "":
	case d.tokens.use(r.URL.Query().Get("token")):
		cookie, err := d.admit(r)
		if err != nil {
			d.log.Error("login not kept", "error", err)
			d.pages.Problem(w, r, http.StatusServiceUnavailable, "problem.store")
			return
		}
		http.SetCookie(w, cookie)
	default:
		d.Refuse(w, r)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// admit lets a browser come back with the cookie that it returns.
func (d *single) admit(r *http.Request) (*http.Cookie, error) {
	value := auth.NewSecret()
	hash := auth.Digest(value)
	owner := "visitor " + hex.EncodeToString(hash[:6])
	if err := d.logins.Add(r.Context(), hash, owner, r.UserAgent()); err != nil {
		return nil, err
	}
	return d.cookies.New(value), nil
}

// Cookies makes the cookie of a login and finds it again.
type Cookies struct {
	Port   string // cookies do not keep ports apart, so it is part of the name
	Secure bool   // the server speaks TLS
}

const cookieSeconds = 180 * 24 * 3600 // a course's half year

func (c Cookies) name() string {
	if c.Secure {
		return "__Host-gputour" + c.Port
	}
	return "gputour" + c.Port
}

// New returns the cookie with a value.
func (c Cookies) New(value string) *http.Cookie {
	return &http.Cookie{
		Name: c.name(), Value: value, Path: "/", MaxAge: cookieSeconds,
		HttpOnly: true, Secure: c.Secure, SameSite: http.SameSiteLaxMode,
	}
}

// None returns the cookie that ends one.
func (c Cookies) None() *http.Cookie {
	none := c.New("")
	none.MaxAge = -1
	return none
}

// Of is the value of a request's cookie, "" when it has none.
func (c Cookies) Of(r *http.Request) string {
	cookie, err := r.Cookie(c.name())
	if err != nil {
		return ""
	}
	return cookie.Value
}
