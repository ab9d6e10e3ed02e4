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

	"gputour/engine/wire"
	"gputour/server/crew"
	"gputour/server/flags"
	"gputour/server/lease"
	"gputour/server/memory"
	"gputour/server/version"
	"gputour/server/worker"
	"gputour/server/worker/far"
)

// This file has workers on machines of their own: gputour worker, which lends them, and the nodes of a class, which use them.

// workerCommand runs cells of classes.
type workerCommand struct {
	Workers  int    `help:"Processes of cells that may run here at once; 0 is as many as fit into the memory and onto the processors." default:"0" placeholder:"N"`
	GPUCards string `help:"The GPUs that a class gets for its turns: none, those of this machine (cuda), or simulated ones that stand in for them (sim:N[,memory=16GiB][,model=NAME]). One class at a time has them." name:"gpu-cards" default:"none" placeholder:"SPEC"`
	Isolate  string `help:"How cells are sealed: as well as this system can (auto), or well or not at all (strict)." enum:"auto,strict" default:"auto" placeholder:"auto|strict"`
	Verbose  bool   `help:"Log more."`
	clustering
}

// Validate refuses numbers that make no sense; the reader of the command line calls it.
func (c *workerCommand) Validate() error {
	if c.Workers < 0 {
		return fmt.Errorf("--workers must not be negative, but is %d", c.Workers)
	}
	return checkCards(c.GPUCards)
}

// Run implements gputour worker.
func (c *workerCommand) Run(term flags.Terminal) error {
	leave, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return c.lend(leave, logTo(term, c.Verbose))
}

// lend lends workers until leave ends; a signal after that ends those that are left.
func (c *workerCommand) lend(leave context.Context, log *slog.Logger) error {
	url, err := c.address()
	if err == nil && url == "" {
		err = flags.Usage(errors.New("--cluster: say where the NATS is over which classes ask for workers"))
	}
	if err != nil {
		return err
	}
	name, err := c.name()
	if err != nil {
		return err
	}
	host, err := c.host(name, log)
	if err != nil {
		return err
	}
	if host.Bus, err = c.connect(url, far.Space, far.Name(name), false); err != nil {
		return err
	}
	defer host.Bus.Close()
	patience, end := context.WithCancel(context.Background())
	defer end()
	context.AfterFunc(leave, func() {
		again, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		log.Info("no new workers: this ends when those there are have ended", "patience", c.Drain)
		select {
		case <-again.Done():
		case <-time.After(c.Drain):
		case <-patience.Done():
		}
		end()
	})
	host.Run(leave, patience)
	return nil
}

// host makes sure that workers can be started here.
func (c *workerCommand) host(name string, log *slog.Logger) (*far.Host, error) {
	has := memory.Limit(os.DirFS("/"))
	how := crew.Plan{Isolate: c.Isolate, PerWorker: 1}
	pool, report, err := how.Pool(wire.Limits{}, 1, log, nil)
	if err != nil {
		return nil, fmt.Errorf("%w; gputour doctor says what is missing", err)
	}
	pool.Close() // it was to see
	most := c.Workers
	if most == 0 {
		most = crew.Room(1, has, runtime.NumCPU())
	}
	cards, err := c.cards(how, pool.Options, log)
	if err != nil {
		return nil, err
	}
	return &far.Host{
		Name: name, Build: version.Short(), Level: report.Level(), Most: most, Cards: cards, Log: log,
		Memory: func() (int64, int64) { return has, memory.Free(os.DirFS("/")) },
		Start: func(ask worker.Ask) (*worker.Lent, error) {
			o := pool.Options
			crew.Fit(&o, ask.Limits, ask.Sessions, has)
			return o.Lend(ask.Warm)
		},
	}, nil
}

// cards are the GPUs that this machine brings into a class.
func (c *workerCommand) cards(how crew.Plan, sealed worker.Options, log *slog.Logger) (far.Cards, error) {
	if c.GPUCards == noCards {
		return far.Cards{}, nil
	}
	text, spec, err := cardSpec(c.GPUCards)
	if err != nil {
		return far.Cards{}, err
	}
	if spec.Kind == "cuda" {
		m, err := flags.Machines("", 0)
		if err != nil {
			return far.Cards{}, err
		}
		count, name, err := realCards(m, c.Isolate)
		if err != nil {
			return far.Cards{}, err
		}
		return far.Cards{Count: count, Name: name, Start: func(on []int, ask worker.Ask) (*worker.Lent, error) {
			o := how.Cards(sealed.Command, ask.Limits, log).Options
			o.Env, o.Devices = crew.OnlyVisible(o.Env, on), "cuda"
			return o.Lend(ask.Warm)
		}}, nil
	}
	has := memory.Limit(os.DirFS("/"))
	return far.Cards{Count: spec.Count, Name: spec.Model.Name, Simulated: true, Start: func(on []int, ask worker.Ask) (*worker.Lent, error) {
		o := sealed
		crew.Fit(&o, ask.Limits, 1, has)
		o.Devices = someOf(text, len(on))
		return o.Lend(ask.Warm)
	}}, nil
}

// lentCards are the cards of machines for workers as the queue of turns has them.
type lentCards struct {
	hosts  *far.Hosts
	limits wire.Limits
	log    *slog.Logger
}

var _ lease.Machines = lentCards{}

// Lend implements lease.Machines.
func (l lentCards) Lend(ctx context.Context, fence int64, join func(name, address string, c lease.Cards) (part func())) {
	l.hosts.Borrow(ctx, fence, func(m far.Machine) func() {
		return join(m.Name, m.Address, lease.Cards{Count: m.Cards, Name: m.Device, Simulated: m.Simulated})
	})
}

// Open implements lease.Machines. The process opens its session on the cards that its host lets it see.
func (l lentCards) Open(address string, on []int) (lease.Process, error) {
	return process(&worker.Pool{Options: worker.Options{Limits: l.limits, Sessions: 1, Away: l.hosts.At(address, on), Log: l.log}}, "")
}

// roomWait is how long a session waits for a machine with room, where it must not run on the node's own.
const roomWait = 5 * time.Second

// lenders finds the machines that have workers or cards for a node; nil when it is alone.
func (c *clustering) lenders(all *cluster, where string) (*far.Hosts, error) {
	switch {
	case !all.shared() && where == "remote":
		return nil, flags.Usage(errors.New("--workers remote needs --cluster: the NATS over which other machines can be asked"))
	case !all.shared():
		return nil, nil
	}
	url, err := c.address()
	if err != nil {
		return nil, err
	}
	b, err := c.connect(url, far.Space, far.Name(all.node.Name()), false)
	if err != nil {
		return nil, err
	}
	hosts := &far.Hosts{Bus: b, Class: all.space, Build: version.Short(), Only: where == "remote", Wait: roomWait, Log: all.log, Now: time.Now}
	stop := hosts.Listen()
	all.lent, all.away = hosts, func() { stop(); b.Close() }
	return hosts, nil
}
