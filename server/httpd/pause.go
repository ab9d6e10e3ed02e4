package httpd

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"gputour/server/auth"
)

// This file lets the server stand still for a moment, while another program takes its place: who connects meanwhile waits.

// ErrBusy is the error of requests that do not end.
var ErrBusy = errors.New("a request goes on and on")

// pausing counts what goes on.
type pausing struct {
	mu      sync.Mutex
	paused  chan struct{} // closed when the pause is over; nil: there is none
	going   int
	sockets map[*http.Request]context.CancelCauseFunc
	ended   chan struct{} // something has; capacity 1
}

// Pause ends the sockets with auth.ErrRestart, has new requests wait, and returns when none goes on; after d with ErrBusy.
func (s *Server) Pause(d time.Duration) error {
	p := &s.pausing
	s.accepting.pause() // first: whose socket has ended comes back at once, and is for the next program
	p.mu.Lock()
	p.paused = make(chan struct{})
	for _, end := range p.sockets {
		end(auth.ErrRestart)
	}
	p.mu.Unlock()
	s.http.SetKeepAlivesEnabled(false)
	late := time.NewTimer(d)
	defer late.Stop()
	for {
		p.mu.Lock()
		going := p.going
		p.mu.Unlock()
		if going == 0 {
			return nil
		}
		select {
		case <-p.ended:
		case <-late.C:
			return ErrBusy
		}
	}
}

// Resume ends a pause.
func (s *Server) Resume() {
	s.http.SetKeepAlivesEnabled(true)
	s.accepting.resume()
	s.pausing.mu.Lock()
	defer s.pausing.mu.Unlock()
	close(s.pausing.paused)
	s.pausing.paused = nil
}

// Listener is what the server listens on.
func (s *Server) Listener() net.Listener { return s.accepting.Listener }

// counted counts requests and has them wait in a pause.
func (s *Server) counted(next http.Handler) http.Handler {
	p := &s.pausing
	p.sockets, p.ended = map[*http.Request]context.CancelCauseFunc{}, make(chan struct{}, 1)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
			ctx, end := context.WithCancelCause(r.Context())
			defer end(nil)
			r = r.WithContext(ctx)
			if !p.begin(r, end) {
				return
			}
		} else if !p.begin(r, nil) {
			return
		}
		defer p.end(r)
		next.ServeHTTP(w, r)
	})
}

// begin counts a request, when there is no pause; false is one whose sender has gone meanwhile.
func (p *pausing) begin(r *http.Request, end context.CancelCauseFunc) bool {
	for {
		p.mu.Lock()
		paused := p.paused
		if paused == nil {
			p.going++
			if end != nil {
				p.sockets[r] = end
			}
			p.mu.Unlock()
			return true
		}
		p.mu.Unlock()
		select {
		case <-paused:
		case <-r.Context().Done():
			return false
		}
	}
}

func (p *pausing) end(r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.going--
	delete(p.sockets, r)
	select {
	case p.ended <- struct{}{}:
	default:
	}
}

// accepting is a listener that can leave connections waiting.
type accepting struct {
	net.Listener
	mu     sync.Mutex
	paused chan struct{}
}

// deadlines is a listener whose Accept can be woken.
type deadlines interface{ SetDeadline(time.Time) error }

func (a *accepting) pause() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if l, ok := a.Listener.(deadlines); ok {
		a.paused = make(chan struct{})
		l.SetDeadline(time.Unix(1, 0))
	}
}

func (a *accepting) resume() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.paused != nil {
		a.Listener.(deadlines).SetDeadline(time.Time{})
		close(a.paused)
		a.paused = nil
	}
}

// Accept implements net.Listener.
func (a *accepting) Accept() (net.Conn, error) {
	for {
		c, err := a.Listener.Accept()
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return c, err
		}
		a.mu.Lock()
		paused := a.paused
		a.mu.Unlock()
		if paused != nil {
			<-paused
		}
	}
}
