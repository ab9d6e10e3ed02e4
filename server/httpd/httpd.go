// Package httpd is the web server: routes, who may use them, and the headers that
// keep a page inert. It serves one person on the machine it runs on.
//
// Whoever opens the printed address, which holds a token for one use, gets a cookie
// and is sent on to an address without it. Every route but three asks for that
// cookie, and every request must name this machine as its Host, so that a page of
// another site cannot reach the server through a name of its own.
package httpd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"

	"gputour/server/page"
)

// Options is what a Server serves.
type Options struct {
	Pages  *page.Site
	Assets http.Handler // /assets/
	Socket http.Handler // /ws
	Logins Logins       // nil: they last as long as the process
	Log    *slog.Logger
}

// Server is the web server of one run of the program.
type Server struct {
	opts     Options
	gate     gate
	listener net.Listener
	http     *http.Server
}

// ErrPublic is the error of binding where others could connect.
var ErrPublic = errors.New("this server has no accounts, so it only serves the machine it runs on: " +
	"use --addr 127.0.0.1:PORT, and ssh -L or a proxy with a login of its own to reach it from elsewhere")

// ErrAddress is the error of an address that is none.
var ErrAddress = errors.New("write HOST:PORT, as in 127.0.0.1:8080")

// ErrTaken is the error of an address that another program has.
var ErrTaken = errors.New("another program listens there, perhaps another gputour; with port 0 a free one is taken")

// Listen binds addr, a loopback address; the error says why it cannot be had.
func Listen(addr string, opts Options) (*Server, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("--addr %s: %w", addr, ErrAddress)
	}
	if !Loopback(host) {
		return nil, fmt.Errorf("--addr %s: %w", addr, ErrPublic)
	}
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = ErrTaken
	}
	if err != nil {
		return nil, fmt.Errorf("--addr %s: %w", addr, err)
	}
	s := &Server{opts: opts, listener: l}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	s.gate = newGate(port, opts)
	s.http = &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(opts.Log.Handler(), slog.LevelDebug),
	}
	return s, nil
}

// Loopback reports whether a host can only be reached from this machine.
func Loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Address is what to open in a browser; each holds a fresh token for one use.
func (s *Server) Address() string {
	return fmt.Sprintf("http://%s/login?token=%s", s.listener.Addr(), s.gate.token())
}

// Serve answers requests until ctx ends, then lets those under way finish.
func (s *Server) Serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		s.http.Shutdown(ctx)
	})
	defer stop()
	if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// public are the routes that need no cookie.
func (s *Server) public() map[string]http.Handler {
	return map[string]http.Handler{
		"GET /healthz": http.HandlerFunc(healthy),
		"GET /login":   http.HandlerFunc(s.gate.login),
		"GET /assets/": s.opts.Assets,
	}
}

// private are the routes for who holds the cookie; "/" is all that has no other.
func (s *Server) private() map[string]http.Handler {
	p := s.opts.Pages
	return map[string]http.Handler{
		"GET /{$}":                    http.HandlerFunc(p.Root),
		"GET /{lang}/{$}":             http.HandlerFunc(p.Home),
		"GET /{lang}/lessons/{id}":    http.HandlerFunc(p.Lesson),
		"GET /{lang}/pages/{name}":    http.HandlerFunc(p.Reading),
		"GET /lessons/figures/{name}": http.HandlerFunc(p.Figure),
		"GET /{lang}/scratch":         http.HandlerFunc(p.Scratch),
		"GET /ws":                     s.opts.Socket,
		"/":                           http.HandlerFunc(p.Missing),
	}
}

func (s *Server) handler() http.Handler {
	members := http.NewServeMux()
	for pattern, h := range s.private() {
		members.Handle(pattern, h)
	}
	mux := http.NewServeMux()
	for pattern, h := range s.public() {
		mux.Handle(pattern, h)
	}
	mux.Handle("/", s.gate.members(members))
	return s.logged(headers(s.gate.hosts(mux)))
}

func healthy(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintln(w, "ok")
}

// headers sets what holds for every answer; pages and assets set a narrower policy of their own.
func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// logged notes each request, without its query, which may hold a token.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		next.ServeHTTP(w, r)
		s.opts.Log.Debug("request", "method", r.Method, "path", r.URL.Path, "ms", time.Since(start).Milliseconds())
	})
}
