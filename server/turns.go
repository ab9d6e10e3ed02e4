package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"gputour/engine/device/sim"
	"gputour/engine/wire"
	"gputour/server/flags"
	"gputour/server/follow"
	"gputour/server/gpuboard"
	"gputour/server/lease"
	"gputour/server/machine"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/server/worker"
	"gputour/server/worker/far"
)

// This file gives a class's GPUs out by turns: the flags, and the processes that see some cards and no others.

// turning are the flags that say which GPUs are given out, and how.
type turning struct {
	GPU      string        `help:"What students get a GPU for, by turns: nothing, to run a notebook on it (job), or for a whole session, too (session)." name:"gpu" enum:"off,job,session" default:"off" placeholder:"off|job|session"`
	GPUCards string        `help:"The GPUs that are given out: those of this machine (auto, cuda), simulated ones that stand in for them (sim:N[,memory=16GiB][,model=NAME]), or those of other machines alone (none)." name:"gpu-cards" default:"auto" placeholder:"SPEC"`
	GPUSlot  time.Duration `help:"How long a turn lasts when others wait." name:"gpu-slot" default:"3m" placeholder:"TIME"`
}

// Validate refuses what makes no sense; the reader of the command line calls it.
func (t turning) Validate() error {
	if t.GPUSlot < 10*time.Second {
		return fmt.Errorf("--gpu-slot must be at least 10s, but is %v", t.GPUSlot)
	}
	return checkCards(t.GPUCards)
}

// checkCards refuses a --gpu-cards that names no GPUs.
func checkCards(text string) error {
	if text == noCards {
		return nil
	}
	_, spec, err := cardSpec(text)
	if err == nil && spec.Kind == "cpu" {
		err = errors.New("a CPU is no GPU")
	}
	if err != nil {
		return fmt.Errorf("--gpu-cards: %w", err)
	}
	return nil
}

// cardSpec reads a --gpu-cards that is not "none".
func cardSpec(text string) (string, sim.Spec, error) {
	if text == "auto" {
		text = "cuda"
	}
	spec, err := sim.ParseSpec(text)
	if err != nil {
		err = flags.Usage(err)
	}
	return text, spec, err
}

// someOf is the spec of so many of the simulated cards of another.
func someOf(text string, cards int) string {
	one := fmt.Sprintf("sim:%d", cards)
	if _, options, some := strings.Cut(text, ","); some {
		one += "," + options
	}
	return one
}

// kinds are what may be asked for.
var kinds = map[string][]string{"job": {wire.GPUJob}, "session": {wire.GPUJob, wire.GPUSession}}

// settle is how long a queue that another node had before waits for nodes to say who is there.
const settle = 3 * time.Second

// turns has a class's GPUs given out and returns the page that shows it.
func (c *classroomCommand) turns(room *classroom, kept store.Store, away *far.Hosts, pages *page.Site) (*gpuboard.Board, error) {
	if c.GPU == "off" {
		return gpuboard.New(gpuboard.Options{Pages: pages}), nil
	}
	if c.Isolate == "off" {
		return nil, flags.Usage(errors.New("--gpu needs --isolate auto or strict: a turn ends with the process that has it"))
	}
	h := room.host
	if c.GPUCards == noCards && !h.cluster.shared() {
		return nil, flags.Usage(errors.New("--gpu-cards none is for a node of a cluster, where other nodes or gputour worker have some"))
	}
	cards, end, err := c.cards(h, c.Limits(), h.log)
	if err != nil {
		return nil, fmt.Errorf("--gpu %s: %w", c.GPU, err)
	}
	options := lease.Options{Cards: cards, Kinds: kinds[c.GPU], Slot: c.GPUSlot, Store: kept, Node: room.bus.Node(), Log: h.log}
	if h.cluster.shared() {
		options.Settle, options.Lent = settle, lentCards{away, c.Limits(), h.log}
	} else if options.Cards.Machine, err = os.Hostname(); err != nil {
		options.Cards.Machine = "" // nobody asks which of one machine it is
	}
	m := lease.New(options)
	ctx, cancel := context.WithCancel(context.Background())
	go m.Run(ctx, room.bus, room.lead, func(l follow.Lead) store.Store { return h.cluster.fenced(kept, l.Fence) })
	m.Wait(settle)
	h.sockets.Turns = m
	h.turns, h.cards = m, func() { cancel(); end() }
	h.log.Info("GPUs are given out by turns", "cards", cards.Count, "name", cards.Name, "simulated", cards.Simulated, "slot", c.GPUSlot)
	return gpuboard.New(gpuboard.Options{Turns: m, Store: kept, Pages: pages, Log: h.log}), nil
}

// noCards is --gpu-cards of a node that has none, and whose students use those of others.
const noCards = "none"

// cards are the GPUs that --gpu-cards names, and what ends their processes.
func (c *classroomCommand) cards(h *host, limits wire.Limits, log *slog.Logger) (lease.Cards, func(), error) {
	if c.GPUCards == noCards {
		return lease.Cards{}, func() {}, nil
	}
	text, spec, err := cardSpec(c.GPUCards)
	if err != nil {
		return lease.Cards{}, nil, err
	}
	if spec.Kind == "cuda" {
		return c.realCards(h, limits, log)
	}
	pool, _, err := c.Isolation.Plan().Pool(limits, 1, log, nil)
	if err != nil {
		return lease.Cards{}, nil, err
	}
	pool.Sessions = 1
	return lease.Cards{
		Count: spec.Count, Name: spec.Model.Name, Simulated: true,
		Open: func(on []int) (lease.Process, error) { return process(pool, someOf(text, len(on))) },
	}, pool.Close, nil
}

// realCards are how many GPUs of this machine can be given out, and what they are.
func realCards(m *machine.Maker, isolate string) (count int, name string, err error) {
	if count, name, err = m.Cards(); err != nil {
		return 0, "", flags.Usage(err)
	}
	if isolate == "strict" {
		return 0, "", flags.Usage(errors.New("--isolate strict: real GPUs cannot be used from a sealed process"))
	}
	return count, name, nil
}

// realCards are the GPUs of this machine. A process sees those of its turn: CUDA hides the others from it.
func (c *classroomCommand) realCards(h *host, limits wire.Limits, log *slog.Logger) (lease.Cards, func(), error) {
	count, name, err := realCards(h.machines, c.Isolate)
	if err != nil {
		return lease.Cards{}, nil, err
	}
	sealed, _, err := c.Isolation.Plan().Pool(limits, 1, log, nil)
	if err != nil {
		return lease.Cards{}, nil, err
	}
	command := sealed.Command
	sealed.Close()
	all := c.Isolation.Plan().CardPools(command, limits, log)
	return lease.Cards{
		Count: count, Name: name,
		Open: func(on []int) (lease.Process, error) {
			return process(all.Of(on), "cuda")
		},
	}, all.Close, nil
}

// process opens a session in a worker of its own.
func process(pool *worker.Pool, spec string) (lease.Process, error) {
	ev, err := pool.Open(spec)
	if err != nil {
		return nil, err
	}
	return ev.(*worker.Remote), nil
}
