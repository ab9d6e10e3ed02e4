// Package crew runs the cells of sessions: in processes of their own that are sealed as well as the system can, as many sessions
// to one as the machine asks for, or in this one.
package crew

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"runtime"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/handover"
	"gputour/server/machine"
	"gputour/server/memory"
	"gputour/server/worker"
	"gputour/server/worker/far"
	"gputour/server/worker/jail"
)

// Plan says where cells run.
type Plan struct {
	Isolate   string // "auto": sealed as well as this system can; "strict": well or not at all; "off": in this process
	PerWorker int    // sessions that share a process; 0 fits them into the memory and onto the processors
	Warm      int    // processes kept ready for whoever comes next
	Cores     int    // of the machine, where all sessions are to begin at once; 0 is for others

	Told func(jail.Level) // is called with what the processes of cells came to; may be nil

	Hosts *far.Hosts // machines on which workers can be, too; nil: there are none
}

// Crew is who runs the cells of sessions.
type Crew struct {
	Open          session.Opener
	Sealed, Cards *worker.Pool // nil where cells run in this process
}

// End ends all workers.
func (c *Crew) End() {
	if c.Sealed != nil {
		c.Sealed.Close()
		c.Cards.Close()
	}
}

// Opener returns what opens sessions, and what ends all workers.
func (p Plan) Opener(m *machine.Maker, limits wire.Limits, sessions int, log *slog.Logger) (session.Opener, func(), error) {
	c, err := p.Crew(m, limits, sessions, log, nil)
	if err != nil {
		return nil, nil, err
	}
	return c.Open, c.End, nil
}

// Crew makes one; before are the workers that the program before has left, if there was one.
func (p Plan) Crew(m *machine.Maker, limits wire.Limits, sessions int, log *slog.Logger, before *handover.Table) (*Crew, error) {
	config := m.Config(limits)
	config.Log = log
	inside := session.Merging(config.Open, limits.OutputBytes, nil)
	if p.Isolate == "off" {
		return &Crew{Open: inside}, nil
	}
	pool, report, err := p.Pool(limits, sessions, log, before)
	switch {
	case err != nil && p.Hosts != nil && p.Hosts.Only:
		return nil, fmt.Errorf("--workers remote: whoever has workers elsewhere grades here, and must have some: %w", err)
	case err != nil && p.Isolate == "strict":
		return nil, fmt.Errorf("--isolate strict: %w; gputour doctor says what is missing", err)
	case err != nil:
		log.Warn("cells run in the server's own process", "why", err)
		return &Crew{Open: inside}, nil
	}
	if p.Told != nil {
		p.Told(report.Level())
	}
	if p.Hosts != nil {
		has := memory.Limit(os.DirFS("/"))
		p.Hosts.Bound(Room(pool.Sessions, has, runtime.NumCPU()), report.Level())
		if p.Hosts.Only {
			pool.Close() // the worker that was tried is on this machine
			pool = &worker.Pool{Options: pool.Options}
		}
		pool.Away = p.Hosts
	}
	log.Info("cells run in processes of their own", "seal", report.Level(), "sessions", pool.Sessions)
	pool.Heat()
	cards := p.Cards(pool.Command, limits, log)
	return &Crew{Outside(m, pool.Open, cards.Open, p.Isolate, log), pool, cards}, nil
}

// Cards makes the pool of the workers of real GPUs. They have a process each, so that a card's context ends with it, but no
// seal: the driver opens files and devices whenever it likes.
func (p Plan) Cards(command []string, limits wire.Limits, log *slog.Logger) *worker.Pool {
	return &worker.Pool{Options: worker.Options{
		Command: command, Env: append(Env(0), DriverEnv(os.Environ())...), Limits: limits,
		Cage: jail.Cage{Open: true}, Sessions: 1, Log: log,
	}}
}

// Pools are the pools of workers, if there are any.
func (c *Crew) Pools() []*worker.Pool {
	if c.Sealed == nil {
		return nil
	}
	return []*worker.Pool{c.Sealed, c.Cards}
}

// At is the evaluator at a seat.
func (c *Crew) At(seat json.RawMessage) session.Evaluator {
	for _, pool := range c.Pools() {
		if ev := pool.At(seat); ev != nil {
			return ev
		}
	}
	return nil
}

// Pool makes the pool of workers, and one worker to see that it works, unless some do already.
func (p Plan) Pool(limits wire.Limits, sessions int, log *slog.Logger, before *handover.Table) (*worker.Pool, jail.Report, error) {
	self, err := jail.Self()
	if err != nil {
		return nil, jail.Report{}, err
	}
	has := memory.Limit(os.DirFS("/"))
	n := p.perWorker(sessions, has)
	pool := &worker.Pool{Options: worker.Options{
		Command: []string{self, Errand}, Cage: jail.Cage{Namespaces: true}, Warm: p.Warm, Log: log,
	}}
	Fit(&pool.Options, limits, n, has)
	if pool.Groups, err = jail.Delegated(); err != nil {
		log.Debug("workers have no control groups", "why", err)
	}
	if p.Isolate == "strict" {
		pool.Least = jail.Sealed
	}
	if before != nil && len(before.Sealed.Workers) > 0 {
		return pool, before.Sealed.Workers[0].Report, nil
	}
	report, err := pool.Try()
	return pool, report, err
}

// Outside opens sessions on simulated GPUs in sealed workers. Those on real ones have workers
// that are not sealed, which strict refuses: a sealed process cannot open the driver.
func Outside(m *machine.Maker, sealed, cards session.Opener, isolate string, log *slog.Logger) session.Opener {
	return func(spec string) (session.Evaluator, error) {
		text, parsed, err := m.Resolve(spec)
		switch {
		case err != nil:
			return nil, err
		case parsed.Kind != "cuda":
			return sealed(text)
		case isolate == "strict":
			return nil, fmt.Errorf("--isolate strict: real GPUs cannot be used from a sealed process")
		}
		log.Info("a session on real GPUs runs in a process of its own that is not sealed")
		return cards(text)
	}
}
