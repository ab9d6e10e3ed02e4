package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"gputour/engine/session"
	"gputour/lessons"
	"gputour/server/auth"
	"gputour/server/course"
	"gputour/server/draft"
	"gputour/server/httpd"
	"gputour/server/journal"
	"gputour/server/memory"
	"gputour/server/metrics"
	"gputour/server/page"
	"gputour/server/ws"
	"gputour/web"
)

// serveCommand serves the lessons.
type serveCommand struct {
	Addr     string        `help:"Address to listen on; only this machine's own." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	Lessons  string        `help:"Serve the lessons in a folder, and read them again when they change." placeholder:"DIR"`
	Devices  string        `help:"Devices of every session (auto, cpu, cuda, sim:N[,memory=16GiB][,model=NAME]); otherwise each lesson's own." placeholder:"SPEC"`
	Open     bool          `help:"Open the address in a browser."`
	Metrics  string        `help:"Serve numbers for Prometheus under /metrics on an address of this machine." placeholder:"HOST:PORT"`
	Sessions int           `help:"Sessions at once; 0 is no bound. When there is no place, who left first keeps his cells and loses his names." default:"200"`
	Visitor  int           `help:"Of them one visitor's, as known by his login; 0 is no bound." name:"visitor-sessions" default:"32"`
	Expected size          `help:"Memory that a session is expected to use (${default}): no more are let in than fit." name:"expected-memory" default:"48MiB" placeholder:"SIZE"`
	Idle     time.Duration `help:"A session that nobody watches ends after this." default:"2h"`
	Data     string        `help:"Folder in which sessions are kept, so that a restart loses nothing; 'none' keeps nothing. Default: the user's data folder." placeholder:"DIR"`
	Verbose  bool          `help:"Log every request."`
	budgets
	isolation
}

// Validate refuses numbers that bound nothing; kong calls it.
func (c *serveCommand) Validate() error {
	switch {
	case c.Sessions < 0:
		return fmt.Errorf("--sessions must not be negative, but is %d", c.Sessions)
	case c.Visitor < 0:
		return fmt.Errorf("--visitor-sessions must not be negative, but is %d", c.Visitor)
	case c.Idle <= 0:
		return fmt.Errorf("--idle must be more than 0, but is %v", c.Idle)
	}
	return errors.Join(c.budgets.Validate(), c.isolation.Validate())
}

// Run implements gputour serve.
func (c *serveCommand) Run(term terminal) error {
	room := memory.Room{Root: os.DirFS("/"), Limit: memory.Limit(os.DirFS("/")), Each: int64(c.Expected)}
	c.budgets = c.budgets.within(size(room.Limit))
	machines, err := newMachines(c.Devices, c.DeviceMemory)
	if err != nil {
		return err
	}
	level := slog.LevelInfo
	if c.Verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(term.err, &slog.HandlerOptions{Level: level}))
	lessons, err := c.course(log)
	if err != nil {
		return err
	}
	limits := c.limits()
	open, end, err := c.isolation.opener(machines, limits, c.Sessions, log)
	if err != nil {
		return err
	}
	defer end()
	sessions := &session.Registry{
		Max: c.Sessions, Visitor: c.Visitor, Idle: c.Idle, Room: room.For,
		Config: session.Config{Open: open, Limits: limits},
	}
	kept, err := openData(c.Data)
	if err != nil {
		return &usageError{dataError(c.Data, err)}
	}
	var logins httpd.Logins
	var drafts *draft.Keeper
	if kept != nil {
		defer kept.Close() // when the sessions have ended
		sessions.Keeper = &journal.Keeper{Store: kept}
		logins = httpd.StoredLogins{Store: kept}
		drafts = &draft.Keeper{Store: kept}
	}
	defer sessions.Close()
	numbers, err := c.metrics(sessions)
	if err != nil {
		return err
	}
	sockets := &ws.Handler{
		Sessions: sessions, Course: lessons.Load, Devices: c.Devices, Allow: machines.allow,
		Share: c.Visitor, Build: version(), Log: log,
		Drafts: drafts, Author: func(auth.Person) string { return "" }, // all browsers are one person's
	}
	server, err := httpd.Listen(c.Addr, httpd.Options{
		Pages:  page.New(page.Options{Course: lessons.Load}),
		Assets: web.Handler(),
		Socket: sockets,
		Logins: logins,
		Log:    log,
	})
	switch {
	case errors.Is(err, httpd.ErrPublic), errors.Is(err, httpd.ErrAddress):
		return &usageError{err}
	case err != nil:
		return err
	}
	err = c.serve(term, server, lessons, sessions, numbers)
	sockets.Wait(2 * time.Second) // they say goodbye
	return err
}

// metrics has runs counted and returns what serves the numbers; it does nothing
// when they are not asked for.
func (c *serveCommand) metrics(sessions *session.Registry) (serve func(context.Context) error, err error) {
	if c.Metrics == "" {
		return func(context.Context) error { return nil }, nil
	}
	host, _, err := net.SplitHostPort(c.Metrics)
	if err != nil {
		return nil, &usageError{fmt.Errorf("--metrics %s: %w", c.Metrics, httpd.ErrAddress)}
	}
	if !httpd.Loopback(host) {
		return nil, &usageError{fmt.Errorf("--metrics %s: numbers are only for this machine: use 127.0.0.1:PORT", c.Metrics)}
	}
	l, err := net.Listen("tcp", c.Metrics)
	if err != nil {
		return nil, fmt.Errorf("--metrics %s: %w", c.Metrics, err)
	}
	m := metrics.New(sessions.Len)
	sessions.Config.Open = m.Opener(sessions.Config.Open)
	return func(ctx context.Context) error { return m.Serve(ctx, l) }, nil
}

func (c *serveCommand) course(log *slog.Logger) (*course.Course, error) {
	if c.Lessons == "" {
		return course.Embedded(lessons.Files, log), nil
	}
	folder, err := course.Dir(c.Lessons, log)
	if err != nil {
		return nil, &usageError{fmt.Errorf("--lessons: %w", err)}
	}
	return folder, nil
}

// serve prints the address and serves until the program is asked to end.
func (c *serveCommand) serve(term terminal, server *httpd.Server, lessons *course.Course, sessions *session.Registry, numbers func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, sessions.Close) // sockets close with "restart" before the listener does
	go lessons.Watch(ctx)
	go numbers(ctx)
	address := server.Address()
	if !web.Built() {
		fmt.Fprintln(term.err, "gputour: the page has not been built into this binary; run make build")
	}
	fmt.Fprintf(term.out, "gputour serves %d lessons. Open this address; it works once:\n\n  %s\n\n", len(lessons.Load().Entries), address)
	if c.Open {
		if err := openBrowser(address); err != nil {
			fmt.Fprintln(term.err, "gputour: no browser could be started:", err)
		}
	}
	return server.Serve(ctx)
}

// openBrowser asks the desktop to open an address.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait()
	return nil
}
