package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"gputour/engine/wire"
	"gputour/server/memory"
	"gputour/server/version"
	"gputour/server/worker"
	"gputour/server/worker/far"
)

// This file has workers on machines of their own: gputour worker, which lends them, and the nodes of a class, which use them.

// workerCommand runs cells of classes.
type workerCommand struct {
	Workers int    `help:"Processes of cells that may run here at once; 0 is as many as fit into the memory and onto the processors." default:"0" placeholder:"N"`
	Isolate string `help:"How cells are sealed: as well as this system can (auto), or well or not at all (strict)." enum:"auto,strict" default:"auto" placeholder:"auto|strict"`
	Verbose bool   `help:"Log more."`
	clustering
}

// Validate refuses numbers that make no sense; kong calls it.
func (c *workerCommand) Validate() error {
	if c.Workers < 0 {
		return fmt.Errorf("--workers must not be negative, but is %d", c.Workers)
	}
	return nil
}

// Run implements gputour worker.
func (c *workerCommand) Run(term terminal) error {
	leave, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return c.lend(leave, logTo(term, c.Verbose))
}

// lend lends workers until leave ends; a signal after that ends those that are left.
func (c *workerCommand) lend(leave context.Context, log *slog.Logger) error {
	url, err := c.address()
	if err == nil && url == "" {
		err = &usageError{errors.New("--cluster: say where the NATS is over which classes ask for workers")}
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
	if host.Bus, err = c.connect(url, far.Space, far.Name(name)); err != nil {
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
	how := isolation{Isolate: c.Isolate, PerWorker: strconv.Itoa(1)}
	pool, report, err := how.pool(wire.Limits{}, 1, log, nil)
	if err != nil {
		return nil, fmt.Errorf("%w; gputour doctor says what is missing", err)
	}
	pool.Close() // it was to see
	most := c.Workers
	if most == 0 {
		most = room(1, has, runtime.NumCPU())
	}
	return &far.Host{
		Name: name, Build: version.Short(), Level: report.Level(), Most: most, Log: log,
		Start: func(ask worker.Ask) (*worker.Lent, error) {
			o := pool.Options
			fit(&o, ask.Limits, ask.Sessions, has)
			return o.Lend(ask.Warm)
		},
	}, nil
}

// roomWait is how long a session waits for a machine with room, where it must not run on the node's own.
const roomWait = 5 * time.Second

// lenders finds the machines on which a node may have workers; nil is none.
func (c *clustering) lenders(all *cluster, where string) (*far.Hosts, error) {
	switch {
	case !all.shared() && where == "remote":
		return nil, &usageError{errors.New("--workers remote needs --cluster: the NATS over which other machines can be asked")}
	case !all.shared(), where == "local":
		return nil, nil
	}
	url, err := c.address()
	if err != nil {
		return nil, err
	}
	b, err := c.connect(url, far.Space, far.Name(all.node.Name()))
	if err != nil {
		return nil, err
	}
	hosts := &far.Hosts{Bus: b, Build: version.Short(), Only: where == "remote", Wait: roomWait, Log: all.log, Now: time.Now}
	stop := hosts.Listen()
	all.away = func() { stop(); b.Close() }
	return hosts, nil
}
