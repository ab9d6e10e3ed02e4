package main

import (
	"log/slog"
	"os"
	"runtime"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/memory"
)

// This file has judges: what runs hidden tests on submissions.

const (
	// judgeCell is the most that a judge gives to one cell, however long a student's own may run.
	judgeCell = time.Minute
	// judgeBytes is what a judge takes of memory as a rule, for how many there may be at a time.
	judgeBytes = 256 << 20
)

// judges returns what opens judges, how many there should be at a time, and their budgets. Each has a process of its own,
// sealed as cells are, unless cells run in the server.
func (i isolation) judges(m *machines, limits wire.Limits, log *slog.Logger) (open session.Opener, n int, budgets wire.Limits, end func(), err error) {
	if most := judgeCell.Milliseconds(); limits.CellMS == 0 || limits.CellMS > most {
		limits.CellMS = most
	}
	n = judgesAtATime(runtime.GOMAXPROCS(0), memory.Limit(os.DirFS("/")))
	inside := func() (session.Opener, int, wire.Limits, func(), error) {
		return newConfig(m, limits).Open, n, limits, func() {}, nil
	}
	if i.Isolate == "off" {
		return inside()
	}
	i.PerWorker = "1"
	pool, _, err := i.pool(limits, 1, log)
	switch {
	case err != nil && i.Isolate == "strict":
		return nil, 0, limits, nil, err
	case err != nil:
		log.Warn("hidden tests run in the server's own process", "why", err)
		return inside()
	}
	return m.outside(pool.Judge, pool.Judge, i.Isolate, log), n, limits, pool.Close, nil
}

// judgesAtATime leaves a processor for the class where there are several, and three quarters of the memory.
func judgesAtATime(processors int, memory int64) int {
	n := max(1, processors-1)
	if memory > 0 {
		n = min(n, int(memory/4/judgeBytes))
	}
	return max(1, n)
}
