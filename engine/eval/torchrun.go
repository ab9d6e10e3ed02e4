package eval

import (
	"context"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"gputour/engine/object"
	"gputour/engine/process"
	"gputour/engine/shell"
)

// This file is the command torchrun: a program in several processes that find one another through their environment
// (https://pytorch.org/docs/1.13/elastic/run.html). One machine is all there is.

// elastic is what torchrun is asked for.
type elastic struct {
	workers int
	address string
	port    int
	legacy  bool // torch.distributed.launch, which passes --local_rank
	module  bool
	program string
	args    []string
}

// elasticFlags are the options that take a value and what they do; nil ones have no meaning on one machine.
var elasticFlags = map[string]func(e *Evaluator, x *elastic, value string) error{
	"nproc-per-node": func(e *Evaluator, x *elastic, value string) (err error) {
		switch value {
		case "gpu":
			x.workers = len(e.machine.GPUs)
		case "auto":
			if x.workers = len(e.machine.GPUs); x.workers == 0 {
				x.workers = 1
			}
		case "cpu":
			x.workers = 2 // as os.cpu_count() says in every session
		default:
			x.workers, err = strconv.Atoi(value)
		}
		if err != nil || x.workers < 1 {
			return fmt.Errorf("Unsupported nproc_per_node value: %s", value)
		}
		return nil
	},
	"nnodes": func(_ *Evaluator, _ *elastic, value string) error {
		if value != "1" && value != "1:1" {
			return fmt.Errorf("--nnodes=%s: this notebook has one machine", value)
		}
		return nil
	},
	"node-rank": func(_ *Evaluator, _ *elastic, value string) error {
		if value != "0" {
			return fmt.Errorf("--node-rank=%s: this notebook has one machine, with rank 0", value)
		}
		return nil
	},
	"master-addr": func(_ *Evaluator, x *elastic, value string) error { x.address = value; return nil },
	"master-port": func(_ *Evaluator, x *elastic, value string) (err error) {
		if x.port, err = strconv.Atoi(value); err != nil {
			return fmt.Errorf("argument --master_port: invalid int value: '%s'", value)
		}
		return nil
	},
	"rdzv-backend": nil, "rdzv-endpoint": nil, "rdzv-id": nil, "rdzv-conf": nil, "max-restarts": nil, "monitor-interval": nil,
	"start-method": nil, "role": nil, "log-dir": nil, "redirects": nil, "tee": nil,
}

// parse reads the arguments.
func (x *elastic) parse(e *Evaluator, args []string) error {
	for len(args) > 0 {
		arg := args[0]
		if !strings.HasPrefix(arg, "-") {
			x.program, x.args = arg, args[1:]
			return nil
		}
		args = args[1:]
		name, value, glued := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		name = strings.ReplaceAll(name, "_", "-")
		if name == "standalone" || name == "use-env" || name == "no-python" {
			continue
		}
		if name == "m" || name == "module" {
			x.module = true
			continue
		}
		set, known := elasticFlags[name]
		switch {
		case !known:
			return fmt.Errorf("unrecognized arguments: %s", arg)
		case !glued && len(args) == 0:
			return fmt.Errorf("argument --%s: expected one argument", name)
		case !glued:
			value, args = args[0], args[1:]
		}
		if set != nil {
			if err := set(e, x, value); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("the following arguments are required: training_script")
}

// torchrun is the command.
func (e *Evaluator) torchrun(parent *object.Session, legacy bool) shell.Command {
	return func(ctx context.Context, c *shell.Call) int {
		x := &elastic{workers: 1, address: "127.0.0.1", port: 29500, legacy: legacy}
		if err := x.parse(e, c.Args); err != nil {
			fmt.Fprintf(c.Stderr, "usage: torchrun [--nproc-per-node N|gpu] [--standalone] [--master-port PORT] [-m] training_script ...\ntorchrun: error: %v\n", err)
			return 2
		}
		if x.workers > maxChildren {
			fmt.Fprintf(c.Stderr, "torchrun: %d processes are more than the %d that can run here\n", x.workers, maxChildren)
			return 1
		}
		status := 0
		c.Apart(func(stdout, stderr io.Writer) { status = e.elastic(ctx, parent, c, x, stdout, stderr) })
		return status
	}
}

// elastic starts the processes, ends them all when one fails, and says which.
func (e *Evaluator) elastic(ctx context.Context, parent *object.Session, c *shell.Call, x *elastic, stdout, stderr io.Writer) int {
	watch := e.programs.Begin("torchrun")
	watch.Enter()
	defer watch.End()
	var ranks []*process.Process
	stop := func() {
		for _, p := range ranks {
			if !p.Ended {
				p.Stop(true)
			}
		}
	}
	defer context.AfterFunc(ctx, stop)()
	for rank := range x.workers {
		p, err := e.programs.Start(x.worker(rank, parent, c, stdout, stderr))
		if err != nil {
			fmt.Fprintf(stderr, "torchrun: %v\n", err)
			stop()
			return 1
		}
		ranks = append(ranks, p)
	}
	failed := -1
	for left := slices.Clone(ranks); len(left) > 0; {
		_, _ = watch.Join(time.Time{}, left...)
		left = slices.DeleteFunc(left, func(p *process.Process) bool {
			if p.Ended && p.Status != 0 && failed < 0 {
				failed = slices.Index(ranks, p)
			}
			return p.Ended
		})
		if failed >= 0 {
			stop()
		}
	}
	if failed < 0 {
		return 0
	}
	x.report(stderr, failed, ranks[failed])
	return 1
}

// worker is the program of one rank.
func (x *elastic) worker(rank int, parent *object.Session, c *shell.Call, stdout, stderr io.Writer) process.Child {
	env := maps.Clone(c.Shell.Env)
	if env == nil {
		env = map[string]string{}
	}
	for name, value := range map[string]string{
		"RANK": strconv.Itoa(rank), "LOCAL_RANK": strconv.Itoa(rank), "GROUP_RANK": "0", "ROLE_RANK": strconv.Itoa(rank), "ROLE_NAME": "default",
		"WORLD_SIZE": strconv.Itoa(x.workers), "LOCAL_WORLD_SIZE": strconv.Itoa(x.workers), "ROLE_WORLD_SIZE": strconv.Itoa(x.workers), "GROUP_WORLD_SIZE": "1",
		"MASTER_ADDR": x.address, "MASTER_PORT": strconv.Itoa(x.port),
		"TORCHELASTIC_RESTART_COUNT": "0", "TORCHELASTIC_MAX_RESTARTS": "0", "TORCHELASTIC_RUN_ID": "none", "OMP_NUM_THREADS": "1",
	} {
		env[name] = value
	}
	child := process.Child{Parent: parent, Dir: c.Dir, Name: fmt.Sprintf("rank %d", rank), File: x.program, Args: x.args, Env: env, Share: x.workers, Stdout: stdout, Stderr: stderr}
	if x.legacy {
		child.Args = append([]string{fmt.Sprintf("--local_rank=%d", rank)}, x.args...)
	}
	if x.module {
		child.File, child.Module = "-m", x.program
	}
	return child
}

// report says which rank failed first, as torchrun does.
func (x *elastic) report(w io.Writer, rank int, p *process.Process) {
	fmt.Fprintf(w, "ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: %d) local_rank: %d (pid: %d) of binary: /usr/bin/python3\n", p.Status, rank, p.ID)
	line := strings.Repeat("=", 60)
	thin := strings.Repeat("-", 60)
	fmt.Fprintf(w, "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n%s\n%s FAILED\n%s\nFailures:\n  <NO_OTHER_FAILURES>\n%s\nRoot Cause (first observed failure):\n[0]:\n", line, path.Base(x.program), thin, thin)
	fmt.Fprintf(w, "  rank      : %d (local_rank: %d)\n  exitcode  : %d (pid: %d)\n%s\n", rank, rank, p.Status, p.ID, line)
}
