package main

import (
	"context"
	"log/slog"
	"os"
	"runtime"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/crew"
	"gputour/server/flags"
	"gputour/server/gradebook"
	"gputour/server/grader"
	"gputour/server/handin"
	"gputour/server/machine"
	"gputour/server/memory"
	"gputour/server/page"
	"gputour/server/store"
	"gputour/server/version"
)

// This file has what a class's assignments need: judges, which run hidden tests on submissions, and the pages.

// grading is what takes, judges and shows what is handed in.
type grading struct {
	desk   *handin.Desk
	grader *grader.Grader
	book   *gradebook.Gradebook
	judges func() // ends them
}

// grading puts the parts together for a class.
func (h *hosting) grading(all *host, kept store.Store, pages *page.Site) (*grading, error) {
	open, n, limits, end, err := judges(h.Isolation, all.machines, h.Limits(), all.log)
	if err != nil {
		return nil, err
	}
	g := &grading{desk: &handin.Desk{Store: kept}, judges: end}
	g.grader = grader.New(grader.Options{
		Store: kept, Open: open, Node: all.cluster.claims(), Engine: version.Short(), Judges: n, CellMS: limits.CellMS, Log: all.log, Told: g.desk.Graded,
	})
	g.desk.Wake = g.grader.Wake
	g.book = gradebook.New(gradebook.Options{
		Store: kept, Desk: g.desk, Pages: pages, Course: all.lessons.Load, Files: all.lessons.Files, Wake: g.grader.Wake, Log: all.log,
	})
	all.sockets.Handin = g.desk
	return g, nil
}

// start grades until the function that it returns is called, which waits for that.
func (g *grading) start() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		g.grader.Run(ctx)
	}()
	return func() {
		cancel()
		<-ended
		g.judges()
	}
}

const (
	// judgeCell is the most that a judge gives to one cell, however long a student's own may run.
	judgeCell = time.Minute
	// judgeBytes is what a judge takes of memory as a rule, for how many there may be at a time.
	judgeBytes = 256 << 20
)

// judges returns what opens judges, how many there should be at a time, and their budgets. Each has a process of its own,
// sealed as cells are, unless cells run in the server.
func judges(i flags.Isolation, m *machine.Maker, limits wire.Limits, log *slog.Logger) (open session.Opener, n int, budgets wire.Limits, end func(), err error) {
	if most := judgeCell.Milliseconds(); limits.CellMS == 0 || limits.CellMS > most {
		limits.CellMS = most
	}
	n = judgesAtATime(runtime.GOMAXPROCS(0), memory.Limit(os.DirFS("/")))
	inside := func() (session.Opener, int, wire.Limits, func(), error) {
		return m.Config(limits).Open, n, limits, func() {}, nil
	}
	if i.Isolate == "off" {
		return inside()
	}
	i.PerWorker = "1"
	pool, _, err := i.Plan().Pool(limits, 1, log, nil)
	switch {
	case err != nil && i.Isolate == "strict":
		return nil, 0, limits, nil, err
	case err != nil:
		log.Warn("hidden tests run in the server's own process", "why", err)
		return inside()
	}
	return crew.Outside(m, pool.Judge, pool.Judge, i.Isolate, log), n, limits, pool.Close, nil
}

// judgesAtATime leaves a processor for the class where there are several, and three quarters of the memory.
func judgesAtATime(processors int, memory int64) int {
	n := max(1, processors-1)
	if memory > 0 {
		n = min(n, int(memory/4/judgeBytes))
	}
	return max(1, n)
}
