package httpd

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"net"
	"net/http"
	"sync"

	"gputour/server/page"
)

// This file decides who may come in.

const cookieName = "gputour"

// gate holds the secrets of one run of the server.
type gate struct {
	port   string
	cookie string
	pages  *page.Site
	tokens *tokens
}

// tokens are the login tokens that have not been used.
type tokens struct {
	mu   sync.Mutex
	open map[string]bool
}

func newGate(port string, pages *page.Site) gate {
	return gate{port: port, cookie: secret(), pages: pages, tokens: &tokens{open: map[string]bool{}}}
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
	case g.member(r):
	case g.use(token):
		http.SetCookie(w, &http.Cookie{
			Name: cookieName + g.port, Value: g.cookie, Path: "/",
			HttpOnly: true, SameSite: http.SameSiteLaxMode,
		})
	default:
		g.pages.Problem(w, r, http.StatusUnauthorized, "problem.auth")
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// member reports whether a request carries the cookie. Cookies do not keep ports
// apart, so the port is part of the name.
func (g *gate) member(r *http.Request) bool {
	c, err := r.Cookie(cookieName + g.port)
	return err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(g.cookie)) == 1
}

// members lets requests with the cookie through.
func (g *gate) members(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.member(r) {
			g.pages.Problem(w, r, http.StatusUnauthorized, "problem.auth")
			return
		}
		next.ServeHTTP(w, r)
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
