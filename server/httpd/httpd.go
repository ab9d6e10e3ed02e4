// Package httpd is the web server: routes, who may use them, and the headers that
// keep a page inert.
//
// Every route names the action that it is, and the gate lets through whose role may do it
// (package auth). Who somebody is a Door knows: without another one the server has the door of
// one person, who opens the printed address, which holds a token for one use, gets a cookie and is
// sent on to an address without it. Every request must name this server as its Host, so that a page
// of another site cannot reach it through a name of its own, and what changes something must come
// from a page of this very server.
package httpd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"syscall"
	"time"

	"gputour/server/auth"
	"gputour/server/health"
	"gputour/server/page"
	"gputour/web/text"
)

// Options is what a Server serves.
type Options struct {
	Pages  *page.Site
	Assets http.Handler // /assets/
	Socket http.Handler // /ws
	Routes []Route      // beside those
	Health http.Handler // /healthz and /readyz; nil: the server lives and is ready as long as it answers
	// Foreign are patterns of Routes that pages of other sites may send something to. What comes there proves by itself
	// who it is from.
	Foreign map[string]bool
	// Door knows who comes in; nil is the door of one person, on an address of this machine.
	Door   Door
	Logins Logins // of the door of one person; nil: they last as long as the process
	// Hosts says to which names the server answers; nil is this machine's own.
	Hosts func(host, port string) bool
	TLS   *tls.Config // nil is plain HTTP
	Log   *slog.Logger
}

// Route is what answers a pattern of http.ServeMux, and the action that it is.
type Route struct {
	Pattern string
	Action  auth.Action
	Handler http.Handler
}

// Server is the web server of one run of the program.
type Server struct {
	opts      Options
	gate      gate
	single    *single // nil with another door
	listener  net.Listener
	accepting *accepting
	pausing   pausing
	http      *http.Server
}

// ErrPublic is the error of binding where others could connect.
var ErrPublic = errors.New("this server has no accounts, so it only serves the machine it runs on: " +
	"gputour classroom serves others; or use --addr 127.0.0.1:PORT, and ssh -L or a proxy with a login of its own")

// ErrAddress is the error of an address that is none.
var ErrAddress = errors.New("write HOST:PORT, as in 127.0.0.1:8080")

// ErrTaken is the error of an address that another program has.
var ErrTaken = errors.New("another program listens there, perhaps another gputour; with port 0 a free one is taken")

// Listen serves one person on addr, a loopback address; the error says why it cannot be had.
func Listen(addr string, opts Options) (*Server, error) {
	if host, _, err := net.SplitHostPort(addr); err == nil && !Loopback(host) {
		return nil, fmt.Errorf("--addr %s: %w", addr, ErrPublic)
	}
	l, err := Bind(addr)
	if err != nil {
		return nil, err
	}
	return New(l, opts), nil
}

// Bind takes an address that others may connect to, for a server with a door of its own.
func Bind(addr string) (net.Listener, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, fmt.Errorf("--addr %s: %w", addr, ErrAddress)
	}
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = ErrTaken
	}
	if err != nil {
		return nil, fmt.Errorf("--addr %s: %w", addr, err)
	}
	return l, nil
}

// New returns a server on a listener, which it owns from then on.
func New(l net.Listener, opts Options) *Server {
	if opts.Health == nil {
		opts.Health = health.New(nil).Handler(false)
	}
	s := &Server{opts: opts, accepting: &accepting{Listener: l}}
	s.listener = s.accepting
	s.gate = gate{opts: opts, port: s.Port(), door: opts.Door}
	if opts.Door == nil {
		s.single = newSingle(s.Port(), opts)
		s.gate.door = s.single
	}
	if opts.TLS != nil {
		s.listener = tls.NewListener(s.accepting, opts.TLS)
	}
	s.http = &http.Server{
		Handler:           s.counted(s.handler()),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(opts.Log.Handler(), slog.LevelDebug),
	}
	return s
}

// Loopback reports whether a host can only be reached from this machine.
func Loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// Port is the one that the server listens on.
func (s *Server) Port() string {
	_, port, _ := net.SplitHostPort(s.listener.Addr().String())
	return port
}

// Address is what to open in a browser when the door is that of one person; each holds a fresh token for one use.
func (s *Server) Address() string {
	return fmt.Sprintf("http://%s/login?token=%s", s.listener.Addr(), s.single.tokens.make())
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

// bare are the routes that do not ask who comes.
func (s *Server) bare() map[string]http.Handler {
	return map[string]http.Handler{
		"GET /healthz": s.opts.Health,
		"GET /readyz":  s.opts.Health,
		"GET /assets/": s.opts.Assets,
	}
}

// Routes are all others; "/" is all that has no other.
func (s *Server) Routes() []Route {
	p := s.opts.Pages
	all := []Route{
		{"GET /{$}", auth.Learn, http.HandlerFunc(p.Root)},
		{"GET /lessons/figures/{name}", auth.Learn, http.HandlerFunc(p.Figure)},
		{"GET /course/{name}", auth.Learn, http.HandlerFunc(p.Files)},
		{"GET /ws", auth.Learn, s.opts.Socket},
		{"/", auth.Learn, http.HandlerFunc(p.Missing)},
	}
	for _, lang := range text.Langs { // one by one, so that the first part of an address may be something else
		at := "GET /" + string(lang)
		all = append(all,
			Route{at + "/{$}", auth.Learn, http.HandlerFunc(p.Home)},
			Route{at + "/lessons/{id}", auth.Learn, http.HandlerFunc(p.Lesson)},
			Route{at + "/pages/{name}", auth.Learn, http.HandlerFunc(p.Reading)},
			Route{at + "/docs/{name}", auth.Learn, http.HandlerFunc(p.Doc)},
			Route{at + "/scratch", auth.Learn, http.HandlerFunc(p.Scratch)},
		)
	}
	return slices.Concat(all, s.gate.door.Routes(), s.opts.Routes)
}

// Guard returns the handler of a route behind the gate.
func (s *Server) Guard(r Route) http.Handler { return s.gate.route(r) }

// ServeHTTP implements http.Handler: it answers as if the request had come in by the listener.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.http.Handler.ServeHTTP(w, r) }

func (s *Server) handler() http.Handler {
	gated := http.NewServeMux()
	for _, r := range s.Routes() {
		gated.Handle(r.Pattern, s.Guard(r))
	}
	mux := http.NewServeMux()
	for pattern, h := range s.bare() {
		mux.Handle(pattern, h)
	}
	mux.Handle("/", gated)
	return s.logged(headers(s.gate.hosts(mux)))
}

// headers sets what holds for every answer; pages and assets set a narrower policy of their own.
func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // with no-referrer, a form of ours would have the Origin null
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
