package flags

import (
	"log/slog"
	"os"
	"runtime"

	"gputour/server/crew"
	"gputour/server/doctor"
)

// DoctorCommand says how well cells are sealed here.
type DoctorCommand struct{}

// Run implements gputour doctor: it starts a worker and asks what holds of it.
func (DoctorCommand) Run(term Terminal) error {
	finding := doctor.Finding{System: runtime.GOOS + "/" + runtime.GOARCH, Root: os.DirFS("/")}
	pool, report, err := crew.Plan{Isolate: "auto", PerWorker: 1}.Pool(Budgets{}.Limits(), 1, slog.New(slog.DiscardHandler), nil)
	finding.Report, finding.Err = report, err
	if pool != nil {
		defer pool.Close()
	}
	finding.Write(term.Out)
	return nil
}
