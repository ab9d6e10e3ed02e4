package main

import (
	"log/slog"
	"os"
	"runtime"

	"gputour/server/crew"
	"gputour/server/doctor"
)

// doctorCommand says how well cells are sealed here.
type doctorCommand struct{}

// Run implements gputour doctor: it starts a worker and asks what holds of it.
func (doctorCommand) Run(term terminal) error {
	finding := doctor.Finding{System: runtime.GOOS + "/" + runtime.GOARCH, Root: os.DirFS("/")}
	pool, report, err := crew.Plan{Isolate: "auto", PerWorker: 1}.Pool(budgets{}.limits(), 1, slog.New(slog.DiscardHandler), nil)
	finding.Report, finding.Err = report, err
	if pool != nil {
		defer pool.Close()
	}
	finding.Write(term.out)
	return nil
}
