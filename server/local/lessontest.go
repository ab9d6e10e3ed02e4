package local

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gputour/lessons/lesson"
	"gputour/server/flags"
	"gputour/server/machine"
	"gputour/server/promise"
)

// TestCommand runs lessons against what they promise.
type TestCommand struct {
	Update  bool     `help:"Rewrite the golden outputs instead of comparing."`
	Paths   []string `arg:"" optional:"" name:"path" help:"Folders of lessons, or files NAME.LANG.md; the folder lessons if none is given."`
	Devices string   `help:"Run the lessons on these devices instead of their own (cuda[:N], sim:N[,memory=16GiB][,model=NAME], cpu)." placeholder:"SPEC"`
	Isolate string   `help:"Where cells run: as for serve, or in this process (off)." enum:"auto,strict,off" default:"off" placeholder:"auto|strict|off"`
	Profile string   `help:"Write a CPU profile of gputour itself for go tool pprof." placeholder:"FILE"`
	flags.Budgets
}

// Run implements gputour test.
func (c *TestCommand) Run(term flags.Terminal) error {
	if len(c.Paths) == 0 {
		c.Paths = []string{"lessons"}
	}
	limits := c.Limits()
	if limits.CellMS == 0 || c.CellTime > time.Minute {
		limits.CellMS = time.Minute.Milliseconds()
	}
	if c.Update && c.Devices != "" {
		return flags.Usage(errors.New("--update writes what lessons print on their own devices: leave out --devices"))
	}
	machines, err := flags.Machines(c.Devices, c.DeviceMemory)
	if err != nil {
		return err
	}
	on, err := c.inPlace(machines)
	if err != nil {
		return err
	}
	open, end, err := flags.Isolation{Isolate: c.Isolate, PerWorker: "1", Warm: 1}.Plan().Opener(machines, limits, 1, slog.New(slog.NewTextHandler(term.Err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		return err
	}
	defer end()
	stop, err := profile(c.Profile)
	if err != nil {
		return flags.Usage(err)
	}
	defer stop()
	failed := 0
	for _, p := range c.Paths {
		entries, problems, dir, err := readLessons(p)
		if err != nil {
			return flags.Usage(err)
		}
		for _, problem := range problems {
			fmt.Fprintln(term.Err, problem)
		}
		r := promise.Runner{Open: open, Update: c.Update, Devices: on, Goldens: promise.Goldens{Dir: filepath.Join(dir, "testdata")}, Ended: tell(term)}
		counts, failures := r.Run(entries)
		for _, skip := range counts.Skipped {
			fmt.Fprintln(term.Out, skip)
		}
		if len(entries)+len(problems) == 0 {
			return flags.Usage(fmt.Errorf("%s is no lesson: name a folder of lessons, or a file NAME.LANG.md in one", p))
		}
		if counts.Lessons == 0 && len(counts.Skipped) > 0 {
			return flags.Usage(fmt.Errorf("%s: no lesson of it can run on %s", p, c.Devices))
		}
		failed += len(failures) + len(problems)
		fmt.Fprintf(term.Out, "%s: %v, %d broken promises\n", p, counts, len(failures)+len(problems))
	}
	if failed > 0 {
		return flags.Status(flags.Failure)
	}
	return nil
}

// inPlace are the devices that lessons run on in place of their own.
func (c *TestCommand) inPlace(m *machine.Maker) (promise.Devices, error) {
	if c.Devices == "" {
		return promise.Devices{}, nil
	}
	spec, parsed, err := m.Resolve(c.Devices)
	if err != nil || parsed.Kind != "cuda" {
		return promise.Devices{Spec: spec}, err
	}
	opened, err := m.Open(spec) // which says what is missing
	if err != nil {
		return promise.Devices{}, err
	}
	defer opened.Close()
	return promise.Devices{Spec: spec, GPUs: len(opened.GPUs)}, nil
}

// readLessons reads a folder, or the one lesson that a file belongs to.
func readLessons(p string) (entries []*lesson.Entry, problems []error, dir string, err error) {
	info, err := os.Stat(p)
	if err != nil {
		return nil, nil, "", err
	}
	dir, only := p, ""
	if !info.IsDir() {
		dir = filepath.Dir(p)
		only, _, _ = strings.Cut(filepath.Base(p), ".")
	}
	course := lesson.Load(os.DirFS(dir))
	for _, e := range course.Entries {
		if only == "" || e.ID == only {
			entries = append(entries, e)
		}
	}
	for _, d := range course.Problems {
		if only == "" || strings.HasPrefix(d.File, only+".") {
			problems = append(problems, d)
		}
	}
	return entries, problems, dir, nil
}

// tell returns what says how a lesson ended.
func tell(t flags.Terminal) func(promise.Result) {
	return func(r promise.Result) {
		for _, f := range r.Failures {
			fmt.Fprintln(t.Err, f)
		}
		fmt.Fprintln(t.Out, r)
	}
}
