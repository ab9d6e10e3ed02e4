package eval

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/afero"

	"gputour/engine/object"
	"gputour/engine/process"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch/distributed"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/session"
	"gputour/engine/shell"
	"gputour/engine/wire"
)

// This file runs programs beside the notebook: what `!python FILE`, `!torchrun FILE` and multiprocessing start. Each is
// an evaluator of its own on the notebook's devices and files, and takes turns with the others (package process).

// maxChildren bounds the programs that run at once.
const maxChildren = 64

// found makes the world of e, which is empty but for the notebook.
func (e *Evaluator) found() {
	e.programs = &process.World{Start: e.startChild}
	for _, d := range e.machine.GPUs {
		if clock, ok := d.(process.Clock); ok {
			e.programs.Clock = clock
			break
		}
	}
}

// appear has the notebook take part in its world while a run goes on. The run ends when its programs have.
func (e *Evaluator) appear(a *active) (leave func()) {
	p := e.programs.Begin("the notebook")
	p.Enter()
	process.Set(e.session, p)
	a.process = p
	if a.within != nil {
		p.StopWith(func(force bool) { p.Interrupt(&object.Stopped{Interrupt: !force}) })
		a.adopt(p)
	}
	return func() {
		_ = p.Alone() // whoever waits for the notebook has been told that it will not come
		process.Set(e.session, nil)
		p.End()
	}
}

// startChild is process.World.Start.
func (e *Evaluator) startChild(c process.Child) (*process.Process, error) {
	if e.programs.Live() > maxChildren {
		return nil, object.Raise(object.BlockingIOError, "[Errno 11] Resource temporarily unavailable")
	}
	config := e.config
	config.Script, config.Reprs, config.Args = true, true, append([]string{c.File}, c.Args...)
	child, err := newEvaluator(e.machine, config)
	if err != nil {
		return nil, err
	}
	s := child.session
	s.Limits = e.session.Limits
	s.Limits.Bytes /= int64(max(c.Share, 1) + 1)
	s.FS, s.Cwd, s.Env = c.Parent.FS, c.Dir, maps.Clone(c.Parent.Env)
	maps.Copy(s.Env, c.Env)
	child.programs = e.programs
	p := e.programs.Begin(c.Name)
	p.Data = c.Data
	process.Set(s, p)
	p.StopWith(func(force bool) {
		child.Stop(childRun, force)
		p.Interrupt(&object.Stopped{Interrupt: !force})
	})
	run := e.current()
	run.adopt(p)
	go child.program(c, p, run.Lang)
	return p, nil
}

// childRun is the id of a program's only run.
const childRun = "program"

// adopt has a program end with the run, and with the one that this is a part of.
func (a *active) adopt(p *process.Process) {
	for a.within != nil {
		a = a.within
	}
	a.mu.Lock()
	a.programs = append(a.programs, p)
	halted := a.halted
	a.mu.Unlock()
	if halted {
		p.Stop(true)
	}
}

// halt stops the run and the programs that it has started.
func (a *active) halt(why *object.Stopped) {
	a.token.Stop(why)
	a.cancel()
	a.mu.Lock()
	a.halted = !why.Interrupt
	programs := slices.Clone(a.programs)
	a.mu.Unlock()
	for _, p := range programs {
		p.Stop(!why.Interrupt)
	}
	if a.process != nil {
		a.process.Interrupt(why)
	}
}

// program runs what c names, to its end.
func (e *Evaluator) program(c process.Child, p *process.Process, lang string) {
	p.Enter()
	defer p.End()
	defer func() {
		distributed.Depart(p)
		e.session.Close()
		state.Leave(e.session)
	}()
	out := &childOutput{Child: c}
	code, err := e.programText(c)
	if err != nil {
		fmt.Fprintf(c.Stderr, "/usr/bin/python3: can't open file '%s': [Errno 2] No such file or directory\n", e.session.OpenPath(c.File))
		p.Status = 2
		return
	}
	e.working <- struct{}{}
	a := e.Begin(session.Run{RID: childRun, Cell: c.File, Code: code, Count: 1, Lang: lang}, out)
	stop := e.limitTime(a)
	state := e.cell(a)
	stop()
	e.end(a)
	<-e.working
	e.Finish(out)
	switch {
	case a.exit != nil:
		if p.Status = a.exit.Status; a.exit.Message != "" {
			fmt.Fprintln(c.Stderr, a.exit.Message)
		}
	case out.failed != "":
		out.Stream("stderr", out.failed)
		p.Status = 1
	case state != wire.RunDone:
		p.Status = -9 // as of a process that SIGKILL ended: 137 to the shell
	}
}

// programText is the text of a program.
func (e *Evaluator) programText(c process.Child) (string, error) {
	switch {
	case c.Module != "":
		return fmt.Sprintf("import runpy\nrunpy.run_module(%q, run_name='__main__', alter_sys=True)\n", c.Module), nil
	case c.Code != "":
		return c.Code, nil
	}
	data, err := afero.ReadFile(e.session.FS, e.session.OpenPath(c.File))
	return string(data), err
}

// childOutput is the session.Output of a program: its streams, and what went wrong as text.
type childOutput struct {
	process.Child
	failed string // the traceback of what ended it
}

// Stream implements session.Output.
func (o *childOutput) Stream(name, text string) {
	w := o.Stdout
	if name == "stderr" {
		w = o.Stderr
	}
	_, _ = io.WriteString(w, text) // a reader that is gone ends no program here
}

// Emit implements session.Output.
func (o *childOutput) Emit(_ string, body any) {
	switch b := body.(type) {
	case wire.ErrorBody:
		o.failed = strings.TrimSuffix(b.Text, "\n") + "\n"
	case wire.LimitBody:
		o.Stream("stderr", b.Text+"\n")
	}
}

// Input implements session.Output: nobody is there to answer.
func (o *childOutput) Input(context.Context, wire.InputRequestBody) (string, error) {
	return "", io.EOF
}

// python is the shell's command python: a program in a process of its own.
func (e *Evaluator) python(parent *object.Session) shell.Command {
	return func(ctx context.Context, c *shell.Call) int {
		child := process.Child{Parent: parent, Dir: c.Dir, Name: "python", Env: c.Shell.Env}
		args := c.Args
		for len(args) > 0 && (args[0] == "-u" || args[0] == "-B" || args[0] == "-I") {
			args = args[1:]
		}
		switch {
		case len(args) == 0:
			fmt.Fprintln(c.Stderr, "python: name a program: python FILE, python -c CODE or python -m MODULE")
			return 2
		case args[0] == "--version" || args[0] == "-V":
			fmt.Fprintln(c.Stdout, "Python", std.PythonVersion)
			return 0
		case args[0] == "-c" && len(args) > 1:
			child.File, child.Code, child.Args = "-c", args[1]+"\n", args[2:]
		case args[0] == "-m" && len(args) > 1 && (args[1] == "torch.distributed.run" || args[1] == "torch.distributed.launch"):
			c.Args = args[2:]
			return e.torchrun(parent, args[1] == "torch.distributed.launch")(ctx, c)
		case args[0] == "-m" && len(args) > 1:
			child.File, child.Module, child.Args = "-m", args[1], args[2:]
		case strings.HasPrefix(args[0], "-"):
			fmt.Fprintf(c.Stderr, "python: option %s is not offered here; -c and -m are\n", args[0])
			return 2
		default:
			child.File, child.Args, child.Name = args[0], args[1:], path.Base(args[0])
		}
		return e.wait(ctx, c, child)
	}
}

// wait runs a program for the shell and returns its status.
func (e *Evaluator) wait(ctx context.Context, c *shell.Call, child process.Child) (status int) {
	c.Apart(func(stdout, stderr io.Writer) {
		child.Stdout, child.Stderr = stdout, stderr
		watch := e.programs.Begin("the shell")
		watch.Enter()
		defer watch.End()
		p, err := e.programs.Start(child)
		if err != nil {
			fmt.Fprintf(stderr, "bash: fork: %v\n", err)
			status = 254
			return
		}
		defer context.AfterFunc(ctx, func() { p.Stop(true) })()
		for !p.Ended {
			_, _ = watch.Join(time.Time{}, p)
		}
		if status = p.Status; status < 0 {
			status = 128 - status
		}
	})
	return status
}

// commands are the shell's commands of a session in e's world: those that know the devices take their turn, too.
func (e *Evaluator) commands() map[string]shell.Command {
	all := map[string]shell.Command{"python": e.python(e.session), "python3": e.python(e.session), "torchrun": e.torchrun(e.session, false)}
	for name, command := range e.machine.Commands {
		all[name] = func(ctx context.Context, c *shell.Call) (status int) {
			if e.programs.Live() <= 1 {
				return command(ctx, c)
			}
			c.Apart(func(stdout, stderr io.Writer) {
				p := e.programs.Begin(name)
				p.Enter()
				defer p.End()
				call := *c
				call.Stdout, call.Stderr = stdout, stderr
				status = command(ctx, &call)
			})
			return status
		}
	}
	return all
}
