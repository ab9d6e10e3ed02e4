package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"gputour/engine/session"
	"gputour/lessons"
	"gputour/server/course"
	"gputour/server/crew"
	"gputour/server/desk"
	"gputour/server/draft"
	"gputour/server/flags"
	"gputour/server/handover"
	"gputour/server/health"
	"gputour/server/httpd"
	"gputour/server/journal"
	"gputour/server/keep"
	"gputour/server/lease"
	"gputour/server/machine"
	"gputour/server/memory"
	"gputour/server/metrics"
	"gputour/server/retention"
	"gputour/server/version"
	"gputour/server/worker/jail"
	"gputour/server/ws"
	"gputour/web"
)

// This file is what serve and classroom have in common: lessons, sessions, and their sockets.

// hosting are the flags of whoever serves lessons.
type hosting struct {
	Lessons  string        `help:"Serve the lessons in a folder, and read them again when they change." placeholder:"DIR"`
	Devices  string        `help:"Devices of every session (auto, cpu, cuda[:N], sim:N[,memory=16GiB][,model=NAME]); otherwise each lesson's own." placeholder:"SPEC"`
	Expected flags.Size    `help:"Memory that a session is expected to use (${default}): no more are let in than fit." name:"expected-memory" default:"48MiB" placeholder:"SIZE"`
	Forget   time.Duration `help:"A session that nobody has come back to for so long is forgotten; 0 is never. What was written or handed in stays." name:"forget-sessions" default:"4320h"`
	Verbose  bool          `help:"Log every request."`
	numbering
	flags.Budgets
	flags.Isolation
}

// Validate refuses numbers that bound nothing; the reader of the command line calls it.
func (h *hosting) Validate() error { return errors.Join(h.Budgets.Validate(), h.Isolation.Validate()) }

// bounds are how many sessions there may be.
type bounds struct {
	sessions int           // at once
	visitor  int           // of them, one visitor's
	idle     time.Duration // how long one lasts that nobody watches
	owned    bool          // a session is its visitor's alone
}

// host is all that serves lessons but the web server itself.
type host struct {
	log      *slog.Logger
	before   *handover.Table // of the program that was here before; nil: there was none
	machines *machine.Maker
	lessons  *course.Course
	sessions *session.Registry
	sockets  *ws.Handler
	health   *health.Health
	metrics  *metrics.Metrics // nil: nobody wants numbers
	numbers  func(context.Context) error
	forget   func(context.Context) // old sessions
	seal     int                   // the level at which cells are sealed
	crew     *crew.Crew
	data     *keep.Data     // nil when nothing is kept
	turns    *lease.Manager // of a class that shares its GPUs; nil elsewhere
	cards    func()         // ends the processes that stand ready for turns
	settle   func() error   // returns when a class has kept what it was told; nil elsewhere
	cluster  *cluster       // what a class has to do with other nodes; nil elsewhere
	patience time.Duration  // for cells that run, when the node ends
}

// logTo is the log of a server.
func logTo(term flags.Terminal, verbose bool) *slog.Logger {
	level := slog.LevelInfo
	if verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(term.Err, &slog.HandlerOptions{Level: level}))
}

// host puts the parts together. kept is nil when nothing is kept.
func (h *hosting) host(term flags.Terminal, kept *keep.Data, b bounds) (*host, error) {
	room := memory.Room{Root: os.DirFS("/"), Limit: memory.Limit(os.DirFS("/")), Each: int64(h.Expected)}
	h.Budgets = h.Budgets.Within(flags.Size(room.Limit))
	all := &host{log: logTo(term, h.Verbose)}
	var err error
	if all.machines, err = flags.Machines(h.Devices, h.DeviceMemory); err != nil {
		return nil, err
	}
	if all.lessons, err = h.course(all.log); err != nil {
		return nil, err
	}
	limits := h.Limits()
	h.Told = func(l jail.Level) { all.seal = int(l) }
	if b.owned { // by students, who all begin when the lesson does
		h.Cores = runtime.NumCPU()
	}
	before, err := flags.Received()
	if err != nil {
		return nil, fmt.Errorf("what the program before has left: %w", err)
	}
	if all.crew, err = h.Isolation.Plan().Crew(all.machines, limits, b.sessions, all.log, before); err != nil {
		return nil, err
	}
	all.sessions = &session.Registry{
		Max: b.sessions, Visitor: b.visitor, Idle: b.idle, Room: room.For, Owned: b.owned,
		Config: session.Config{Open: all.crew.Open, Limits: limits},
	}
	all.sockets = &ws.Handler{
		Desk: desk.Desk{
			Sessions: all.sessions, Course: all.lessons.Load, Devices: h.Devices, Allow: all.machines.Allow,
			Build: version.Short(), Log: all.log,
		},
		Share: b.visitor,
	}
	if kept != nil {
		all.data = kept
		all.sessions.Keeper = &journal.Keeper{Store: kept, Log: all.log}
		all.sockets.Drafts = &draft.Keeper{Store: kept}
	}
	all.health = health.New(nil, kept.Parts()...)
	all.forget = func(context.Context) {}
	if kept != nil {
		old := all.forgetting(kept, h.Forget)
		all.forget = func(ctx context.Context) {
			if kept.Larger != nil {
				go kept.Larger.Run(ctx, kept, all.log)
			}
			old.Run(ctx)
		}
	}
	if all.numbers, err = h.count(all); err != nil {
		all.close()
		return nil, err
	}
	all.before = before
	return all, nil
}

// forgetting forgets old sessions. Whether another node has one is not asked: one that a crash has left has the name of a node for ever,
// and whoever is in one keeps it from growing old.
func (h *host) forgetting(kept *keep.Data, after time.Duration) *retention.Keeper {
	old := &retention.Keeper{Store: kept, After: after, Live: h.sessions.Has, Log: h.log}
	if kept.File != nil {
		old.Pack = kept.File.Pack
	}
	return old
}

// close ends sessions and workers.
func (h *host) close() {
	h.leave()
	h.crew.End()
	if h.cards != nil {
		h.cards()
	}
}

// leave ends the sessions. Turns on GPUs go first: they would else take the end of a session for its own wish.
func (h *host) leave() {
	if h.turns != nil {
		h.turns.Close()
	}
	h.sessions.Close()
}

// serve says that it is ready and serves until the program is asked to end.
func (h *host) serve(server *httpd.Server, ready func()) error {
	asked, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	ctx, end := context.WithCancel(context.Background())
	defer end()
	context.AfterFunc(asked, func() {
		h.health.Drain()
		if h.cluster != nil {
			h.cluster.drain(h, h.patience)
		}
		end()
	})
	if h.cluster != nil {
		defer h.cluster.listen(h)()
		go func() {
			<-h.cluster.over
			end()
		}()
	}
	if !web.Built() {
		h.log.Warn("the page has not been built into this program: run make build")
	}
	context.AfterFunc(ctx, h.leave) // sockets close with "restart" before the listener does
	go h.lessons.Watch(ctx)
	go h.numbers(ctx)
	go h.forget(ctx)
	go h.upgrades(ctx, server)
	ready()
	h.arrived()
	err := server.Serve(ctx)
	h.sockets.Wait(2 * time.Second) // they say goodbye
	return err
}

func (h *hosting) course(log *slog.Logger) (*course.Course, error) {
	if h.Lessons == "" {
		return course.Embedded(lessons.Files, log), nil
	}
	folder, err := course.Dir(h.Lessons, log)
	if err != nil {
		return nil, flags.Usage(fmt.Errorf("--lessons: %w", err))
	}
	return folder, nil
}
