package httpd

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"log/slog"
	"net"
	"net/http"
	"sync"

	"gputour/server/page"
)

// This file decides who may come in.

const (
	cookieName    = "gputour"
	cookieSeconds = 180 * 24 * 3600 // a course's half year
)

// gate holds the secrets of one run of the server.
type gate struct {
	port   string
	pages  *page.Site
	log    *slog.Logger
	tokens *tokens
	logins Logins
}

// tokens are the login tokens that have not been used.
type tokens struct {
	mu   sync.Mutex
	open map[string]bool
}

// visitorKey is the context's key of a visitor's name.
type visitorKey struct{}

// Visitor names who sends a request: one name for each login, which is no secret.
func Visitor(r *http.Request) string {
	name, _ := r.Context().Value(visitorKey{}).(string)
	return name
}

func newGate(port string, opts Options) gate {
	logins := opts.Logins
	if logins == nil {
		logins = &memoryLogins{}
	}
	return gate{port: port, pages: opts.Pages, log: opts.Log, tokens: &tokens{open: map[string]bool{}}, logins: logins}
}

func secret() string {
	var b [24]byte
	rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// token makes a token for one login.
func (g *gate) token() string {
	t := secret()
	g.tokens.mu.Lock()
	defer g.tokens.mu.Unlock()
	g.tokens.open[t] = true
	return t
}

// use takes a token out of the open ones.
func (g *gate) use(token string) bool {
	g.tokens.mu.Lock()
	defer g.tokens.mu.Unlock()
	for t := range g.tokens.open {
		if subtle.ConstantTimeCompare([]byte(t), []byte(token)) == 1 {
			delete(g.tokens.open, t)
			return true
		}
	}
	return false
}

// login exchanges a token for the cookie and leaves the token behind.
func (g *gate) login(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	token := r.URL.Query().Get("token")
	switch {
	case g.visitor(r) != "":
	case g.use(token):
		cookie, err := g.admit(r)
		if err != nil {
			g.log.Error("login not kept", "error", err)
			g.pages.Problem(w, r, http.StatusServiceUnavailable, "problem.store")
			return
		}
		http.SetCookie(w, cookie)
	default:
		g.pages.Problem(w, r, http.StatusUnauthorized, "problem.auth")
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// admit lets a browser come back with the cookie that it returns.
func (g *gate) admit(r *http.Request) (*http.Cookie, error) {
	value := secret()
	hash := sha256.Sum256([]byte(value))
	owner := "visitor " + hex.EncodeToString(hash[:6])
	if err := g.logins.Add(r.Context(), hash, owner, r.UserAgent()); err != nil {
		return nil, err
	}
	return &http.Cookie{
		Name: cookieName + g.port, Value: value, Path: "/", MaxAge: cookieSeconds,
		HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}, nil
}

// visitor is who sends a request, "" when it has no cookie of ours. Cookies do not keep
// ports apart, so the port is part of the name.
func (g *gate) visitor(r *http.Request) string {
	c, err := r.Cookie(cookieName + g.port)
	if err != nil {
		return ""
	}
	owner, err := g.logins.Owner(r.Context(), sha256.Sum256([]byte(c.Value)))
	if err != nil {
		g.log.Error("login not read", "error", err)
	}
	return owner
}

// members lets requests with the cookie through.
func (g *gate) members(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := g.visitor(r)
		if name == "" {
			g.pages.Problem(w, r, http.StatusUnauthorized, "problem.auth")
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), visitorKey{}, name)))
	})
}

// hosts refuses requests for another name, as a page gets through DNS rebinding.
func (g *gate) hosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, port, err := net.SplitHostPort(r.Host)
		if err != nil {
			host, port = r.Host, "80"
		}
		if port != g.port || !Loopback(host) {
			http.Error(w, "this server has no such name", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
