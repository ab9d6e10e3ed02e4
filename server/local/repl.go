package local

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"golang.org/x/term"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/flags"
	"gputour/server/repl"
	"gputour/server/version"
)

// ReplCommand is a Python session on the terminal.
type ReplCommand struct {
	Devices string `help:"Devices of the session (auto, cpu, cuda[:N], sim:N[,memory=16GiB][,model=NAME])." placeholder:"SPEC"`
	flags.Budgets
}

// Run implements gputour repl.
func (c *ReplCommand) Run(term flags.Terminal) error {
	machines, err := flags.Machines(c.Devices, c.DeviceMemory)
	if err != nil {
		return err
	}
	limits := c.Limits()
	limits.OutputBytes = 0
	ev, err := eval.New(c.Devices, machines.Config(limits))
	if err != nil {
		return err
	}
	defer ev.Close()
	out := &replOutput{console: newConsole(term)}
	defer out.flush()
	if !interactive(term) {
		out.lines = repl.NewPipe(term.In)
	} else {
		editor := repl.NewEditor(ev, repl.HistoryFile())
		defer editor.Close()
		out.lines, out.prompts = editor, true
		out.Stream("stdout", banner(ev.Devices()))
	}
	defer ev.Finish(out)
	return out.loop(ev)
}

// interactive reports whether somebody types.
func interactive(t flags.Terminal) bool {
	in, ok := t.In.(*os.File)
	out, both := t.Out.(*os.File)
	return ok && both && term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd()))
}

func banner(devices []wire.DeviceInfo) string {
	var names []string
	for _, d := range devices {
		names = append(names, d.Device+" ("+d.Name+")")
	}
	return fmt.Sprintf("gputour %s: Python on %s\nTab completes, name? explains, Ctrl-C stops a cell, Ctrl-D leaves.\n", version.Short(), strings.Join(names, ", "))
}

// replOutput is the session.Output of a session on a terminal.
type replOutput struct {
	*console
	lines   repl.Lines
	prompts bool // results are numbered
}

func (o *replOutput) loop(ev *eval.Evaluator) error {
	between := make(chan os.Signal, 1) // an interrupt between two cells ends nothing
	signal.Notify(between, os.Interrupt)
	defer signal.Stop(between)
	stop := func() {}
	lines := &watched{Lines: o.lines, before: func() { stop(); o.flush() }, after: func() { stop = stopOnInterrupt(ev) }}
	defer func() { stop() }()
	return repl.Loop(lines, ev, o, o.done)
}

// watched calls before and after around the reading of a cell: Ctrl-C belongs to the
// line editor there, and to the cell while one runs.
type watched struct {
	repl.Lines
	before, after func()
}

func (w *watched) Cell(n int) (string, error) {
	w.before()
	defer w.after()
	return w.Lines.Cell(n)
}

// Emit implements session.Output.
func (o *replOutput) Emit(typ string, body any) {
	b, ok := body.(wire.DisplayBody)
	if !ok || !o.prompts || b.Count == 0 {
		o.console.Emit(typ, body)
		return
	}
	text := strings.TrimSuffix(b.Data["text/plain"], "\n")
	if strings.Contains(text, "\n") {
		text = "\n" + text
	}
	o.Stream("stdout", fmt.Sprintf("Out[%d]: %s\n", b.Count, text))
}

// Input implements session.Output.
func (o *replOutput) Input(ctx context.Context, req wire.InputRequestBody) (string, error) {
	if !o.prompts {
		o.Stream("stdout", req.Prompt)
	}
	o.flush()
	text, err := o.lines.Answer(req)
	if errors.Is(err, repl.ErrAborted) {
		return "", context.Canceled
	}
	if err != nil {
		return "", io.EOF
	}
	return text, nil
}

// done prints what a cell raised; SystemExit ends the session.
func (o *replOutput) done(outcome session.Outcome) error {
	f := o.failed
	o.failed = nil
	switch {
	case outcome.Exit != nil:
		return o.exit(outcome.Exit)
	case f == nil:
		return nil
	}
	o.Stream("stderr", f.Text)
	return nil
}
