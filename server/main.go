// Command gputour is a notebook course about GPUs: it serves lessons, runs
// scripts and checks lessons against what they promise. This package wires the
// others together and holds nothing but the command line.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"

	"gputour/server/cli"
	"gputour/server/completion"
	"gputour/server/crew"
	"gputour/server/flags"
	"gputour/server/handover"
	"gputour/server/local"
	"gputour/server/manage"
	"gputour/server/memory"
	"gputour/server/version"
)

// commandLine is the grammar; each command's flags and what it does stand in its own file.
type commandLine struct {
	Serve     serveCommand        `cmd:"" default:"withargs" help:"Serve the lessons on this machine (the default)."`
	Classroom classroomCommand    `cmd:"" help:"Serve the lessons to a class, in a room or a network."`
	Class     manage.Command      `cmd:"" help:"Look after a class that is being served."`
	Worker    workerCommand       `cmd:"" help:"Run cells of classes on this machine, which serves no pages."`
	Run       local.RunCommand    `cmd:"" help:"Run the cells of a file: .py, .md lesson or .ipynb."`
	Repl      local.ReplCommand   `cmd:"" help:"Python on this terminal."`
	Test      local.TestCommand   `cmd:"" help:"Run lessons against what they promise."`
	Export    exportCommand       `cmd:"" help:"Write the course as notebooks or as a handout."`
	Devices   devicesCommand      `cmd:"" help:"List the devices and why each can or cannot be used."`
	Doctor    flags.DoctorCommand `cmd:"" help:"Say how well cells are sealed on this machine, and what is missing."`
	Ready     readyCommand        `cmd:"" help:"Ask a server whether it answers and may be given work; exits with 1 when not."`
	Version   versionCommand      `cmd:"" help:"Print the version, the commit and the build."`

	Completion completionCommand `cmd:"" help:"Print what makes Tab complete gputour's commands and flags in a shell."`
	Man        manCommand        `cmd:"" help:"Print the page of the manual (gputour man | man -l -)."`

	Number bool `name:"version" hidden:""`
}

// heapGrowth lets the heap grow to five times what lives before it is collected:
// Python programs allocate much and keep little.
const heapGrowth = 400

// headroom counts as alive from the start, so that a process with little in its
// heap is collected every 80 MB and not every 16. It is never touched and so costs
// addresses, not memory.
const headroom = 16 << 20

// heapShare is the part of the machine's memory from which the heap is collected as often
// as it takes to stay below: sessions that each keep to their budget may together hold
// much that is dead.
const heapShare = 0.6

// boundHeap sets Go's memory limit, unless GOMEMLIMIT has; 0 is a machine that does not say
// what memory it has.
func boundHeap(limit int64) {
	if _, set := os.LookupEnv("GOMEMLIMIT"); !set && limit > 0 {
		debug.SetMemoryLimit(int64(float64(limit) * heapShare))
	}
}

func main() {
	if status, is := errand(os.Args[1:]); is {
		os.Exit(status)
	}
	debug.SetGCPercent(heapGrowth)
	boundHeap(memory.Limit(os.DirFS("/")))
	room := make([]byte, headroom)
	status := command(os.Args[1:], flags.Terminal{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
	runtime.KeepAlive(room)
	os.Exit(status)
}

// errand does what this program asks another one of it for, which no person types.
func errand(args []string) (status int, is bool) {
	switch {
	case crew.IsWorker(args):
		return runWorker(os.Stderr), true
	case slices.Equal(args, []string{handover.Command}):
		return flags.ExitStatus(handover.Accept(os.Stdin, os.Stdout), flags.Terminal{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}), true
	}
	return 0, false
}

// command runs the program with arguments and returns its exit status.
func command(args []string, term flags.Terminal) int {
	if len(args) > 0 && args[0] == "help" {
		args = append(args[1:len(args):len(args)], "--help")
	}
	var line commandLine
	program := grammar(&line)
	if line := os.Getenv(completion.Line); line != "" {
		for _, word := range completion.Words(program, line) {
			fmt.Fprintln(term.Out, word)
		}
		return 0
	}
	chosen, err := program.Parse(args)
	switch {
	case line.Number:
		fmt.Fprintln(term.Out, "gputour", version.Short())
		return 0
	case errors.Is(err, cli.ErrHelp):
		chosen.WriteHelp(term.Out, columns)
		return 0
	case err != nil:
		fmt.Fprintf(term.Err, "gputour: %v\nTry gputour --help.\n", err)
		return flags.Misuse
	}
	return flags.ExitStatus(line.run(chosen.Target, term), term)
}

// columns is how wide help is written.
const columns = 80

// grammar is that of the command line.
func grammar(line *commandLine) *cli.Command {
	return cli.Program("gputour", "A notebook course about GPUs. Cells are Python with PyTorch's API; without a GPU, simulated ones run them.", line)
}

// run runs the command that the line names.
func (line *commandLine) run(chosen any, term flags.Terminal) error {
	if c, ok := chosen.(interface {
		Run(flags.Terminal, manage.Hub) error
	}); ok { // of gputour class
		return c.Run(term, manage.Hub{Data: line.Class.Data})
	}
	return chosen.(interface{ Run(flags.Terminal) error }).Run(term) // a test looks whether all have it
}

// versionCommand prints the version.
type versionCommand struct{}

// Run implements gputour version.
func (versionCommand) Run(term flags.Terminal) error {
	fmt.Fprint(term.Out, version.Long())
	return nil
}

// runWorker runs the cells of some sessions of another gputour; gputour worker is another matter (working.go).
func runWorker(stderr io.Writer) int {
	if err := crew.Work(); err != nil {
		fmt.Fprintln(stderr, "gputour worker:", err)
		return flags.Failure
	}
	return 0
}
