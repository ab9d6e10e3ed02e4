// Package local has the commands that run cells for whoever sits at the terminal: those of a file, of a prompt, of lessons
// that are tested.
package local

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/pprof"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/cli"
	"gputour/server/flags"
	"gputour/server/script"
)

// RunCommand runs a file's cells one after another.
type RunCommand struct {
	Devices string            `help:"Devices (auto, cpu, cuda[:N], sim:N[,memory=16GiB][,model=NAME])." placeholder:"SPEC"`
	Put     map[string]string `name:"file" help:"Put a file into the session; PATH is relative to FILE." placeholder:"NAME=PATH"`
	Script  bool              `help:"Run FILE as python would: one source, nothing displayed."`
	Profile string            `help:"Write a CPU profile of gputour itself for go tool pprof." placeholder:"FILE"`
	File    string            `arg:"" help:"A .py script in cells (# %%), an .md lesson or an .ipynb notebook."`
	flags.Budgets
}

// Run implements gputour run.
func (c *RunCommand) Run(term flags.Terminal) error {
	runtime.MemProfileRate = 0 // nobody asks what the heap of a run holds, and sampling costs 2 %
	src, err := os.ReadFile(c.File)
	if err != nil {
		return flags.Usage(err)
	}
	s, err := script.Parse(c.File, src, c.Script)
	if err != nil {
		return err
	}
	if err := c.merge(s); err != nil {
		return flags.Usage(fmt.Errorf("%s: line 1: %w", c.File, err))
	}
	if c.Script && len(s.Cells) > 1 { // as its first line says
		if s, err = script.Parse(c.File, src, true); err != nil {
			return err
		}
	}
	ev, err := c.open(s)
	if err != nil {
		return err
	}
	defer ev.Close()
	defer stopOnInterrupt(ev)()
	stop, err := profile(c.Profile)
	if err != nil {
		return flags.Usage(err)
	}
	defer stop()
	console := newConsole(term)
	defer console.flush()
	defer ev.Finish(console)
	for i, cell := range s.Cells {
		run := session.Run{RID: fmt.Sprint(i + 1), Cell: c.File, Code: cell.Code, Count: i + 1, Lang: "en"}
		if err := c.cell(ev, run, cell.Raises, console); err != nil {
			return err
		}
	}
	return nil
}

// profile writes a CPU profile of this process into the file until stop is called.
func profile(file string) (stop func(), err error) {
	if file == "" {
		return func() {}, nil
	}
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() {
		pprof.StopCPUProfile()
		f.Close()
	}, nil
}

// stopOnInterrupt makes Ctrl-C stop the cell: with KeyboardInterrupt, and for good when
// it comes again.
func stopOnInterrupt(ev *eval.Evaluator) (undo func()) {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	go func() {
		for n := 0; ; n++ {
			if _, ok := <-interrupts; !ok {
				return
			}
			ev.Stop("", n > 0)
		}
	}()
	return func() {
		signal.Stop(interrupts)
		close(interrupts)
	}
}

// merge takes the flags of the file's first line where the command line is silent.
func (c *RunCommand) merge(s *script.Script) error {
	var own RunCommand
	if _, err := cli.Program("gputour", "", &own).Parse(append(s.Flags, c.File)); err != nil {
		return err
	}
	if c.Devices == "" {
		c.Devices = own.Devices
	}
	if c.Devices == "" {
		c.Devices = s.Devices
	}
	for name, path := range own.Put {
		if _, given := c.Put[name]; !given {
			if c.Put == nil {
				c.Put = map[string]string{}
			}
			c.Put[name] = path
		}
	}
	c.Script = c.Script || own.Script
	return nil
}

func (c *RunCommand) open(s *script.Script) (*eval.Evaluator, error) {
	machines, err := flags.Machines(c.Devices, c.DeviceMemory)
	if err != nil {
		return nil, err
	}
	limits := c.Limits()
	limits.OutputBytes = 0
	config := machines.Config(limits)
	config.Script, config.Args = c.Script, []string{c.File}
	config.Reprs = filepath.Ext(c.File) == ".py" // a script says repr, a notebook lays values out
	ev, err := eval.New(c.Devices, config)
	if err != nil {
		return nil, err
	}
	for name, path := range c.Put {
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(c.File), path)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, flags.Usage(err)
		}
		if err := ev.WriteFile(name, data); err != nil {
			return nil, flags.Usage(err)
		}
	}
	return ev, nil
}

// cell runs one cell; the error, if any, ends the program.
func (c *RunCommand) cell(ev *eval.Evaluator, run session.Run, raises bool, console *console) error {
	console.failed = nil
	outcome := ev.Run(run, console)
	f := console.failed
	switch {
	case outcome.Exit != nil:
		return console.exit(outcome.Exit)
	case f != nil && raises:
		console.Stream("stdout", lastEntry(f)+"\n")
		return nil
	case f != nil && f.Name == "KeyboardInterrupt":
		console.Stream("stderr", f.Text)
		return flags.Status(flags.Interrupted)
	case f != nil:
		console.Stream("stderr", f.Text)
		return flags.Status(flags.Failure)
	case outcome.State != wire.RunDone:
		return flags.Status(flags.Failure)
	case raises:
		console.Stream("stderr", "cell was tagged raises-exception but raised nothing\n")
		return flags.Status(flags.Failure)
	}
	return nil
}

// lastEntry is the end of the traceback: the last note, or "Type: message".
func lastEntry(f *wire.ErrorBody) string {
	switch {
	case len(f.Notes) > 0:
		return f.Notes[len(f.Notes)-1]
	case f.Value == "":
		return f.Name
	}
	return f.Name + ": " + f.Value
}
