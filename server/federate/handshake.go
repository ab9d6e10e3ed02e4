package federate

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"gputour/server/auth"
	"gputour/server/store"
)

// This file begins handshakes and takes them back.

// The kinds of handshakes.
const (
	kindOIDC   = "oidc"     // somebody signs in at the provider
	kindLaunch = "launch"   // a learning system is asked who somebody is
	kindFirst  = "first"    // somebody new says what they want to be called
	kindChoose = "choose"   // somebody chooses what a link opens
	kindInvite = "register" // a learning system may register itself
)

// handLasts is how long a handshake is good; a person may have to type a password elsewhere meanwhile.
const handLasts = 15 * time.Minute

// cookieName is that of the browser's side of handshakes.
func (s *Service) cookieName(base string) string {
	if strings.HasPrefix(base, "https:") {
		return "__Host-gputour-hand" + s.opts.Port
	}
	return "gputour-hand" + s.opts.Port
}

// browser is the secret by which a browser is known again, and gives it one when it has none. A learning system's answer is posted by
// its page, and may be in a frame of it: only a cookie that says SameSite=None comes along then, and Partitioned keeps it to that frame.
// It opens nothing but a handshake. Without TLS browsers do not take such a cookie; a provider's answer needs none.
func (s *Service) browser(w http.ResponseWriter, r *http.Request) string {
	base := s.base(r)
	if c, err := r.Cookie(s.cookieName(base)); err == nil && len(c.Value) == len(auth.NewSecret()) {
		return c.Value
	}
	c := &http.Cookie{Name: s.cookieName(base), Value: auth.NewSecret(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode}
	if safe(base) {
		c.Secure, c.SameSite, c.Partitioned = true, http.SameSiteNoneMode, true
	}
	http.SetCookie(w, c)
	return c.Value
}

// Bounds of handshakes that begin: each is a row for some minutes, and nobody has to say who they are. A class behind one address
// arrives at once.
const (
	beginEach   = 5 // a second, of one address
	beginBurst  = 600
	addressMost = 10_000
)

// errMany is the error of an address from which too many have begun.
var errMany = errors.New("too many sign-ins begin at this address")

// begins bounds how many handshakes an address begins.
type begins struct {
	mu sync.Mutex
	of map[string]*rate.Limiter
}

// allow reports whether another may begin.
func (b *begins) allow(address string, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.of == nil || len(b.of) >= addressMost {
		b.of = map[string]*rate.Limiter{}
	}
	block := auth.Block(address)
	if b.of[block] == nil {
		b.of[block] = rate.NewLimiter(beginEach, beginBurst)
	}
	return b.of[block].AllowN(now, 1)
}

// hand keeps a handshake for the browser of a request; state is what goes round.
func (s *Service) hand(w http.ResponseWriter, r *http.Request, state string, h store.Handshake) error {
	if !s.begins.allow(r.RemoteAddr, s.opts.Now()) {
		return errMany
	}
	h.State, h.Browser = auth.Digest(state), auth.Digest(s.browser(w, r))
	if h.Expires == 0 {
		h.Expires = s.opts.Now().Add(handLasts).UnixMilli()
	}
	return s.commit(r.Context(), store.AddHandshake{Handshake: h, Now: s.ms()})
}

// take takes a handshake back, once, from the browser that has it.
func (s *Service) take(r *http.Request, kind, state string) (store.Handshake, error) {
	h, err := s.opts.Store.Handshake(r.Context(), auth.Digest(state))
	switch {
	case errors.Is(err, store.ErrNone):
		return h, errState
	case err != nil:
		return h, err
	case h.Kind != kind || h.Expires <= s.ms():
		return h, errState
	}
	c, err := r.Cookie(s.cookieName(s.base(r)))
	if err != nil || auth.Digest(c.Value) != h.Browser {
		return h, errBrowser
	}
	if err := s.commit(r.Context(), store.TakeHandshake{State: h.State}); errors.Is(err, store.ErrNone) {
		return h, errState
	} else if err != nil {
		return h, err
	}
	return h, nil
}
