package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/handover"
	"gputour/server/machine"
	"gputour/server/memory"
	"gputour/server/worker"
	"gputour/server/worker/far"
	"gputour/server/worker/jail"
)

// This file has cells run in workers: the flags that say how, and the worker's own main.

// isolation are the flags that say where cells run.
type isolation struct {
	Isolate   string `help:"Where cells run: in processes sealed as well as this system can (auto), in well sealed ones or not at all (strict), in the server (off)." enum:"auto,strict,off" default:"auto" placeholder:"auto|strict|off"`
	PerWorker string `help:"Sessions that share a process; auto fits them into the memory and onto the processors." default:"auto" placeholder:"auto|N"`
	Warm      int    `help:"Processes kept ready for whoever comes next." default:"1"`

	cores int // of the machine, where all sessions are to begin at once; 0 is for others

	told func(jail.Level) // is called with what the processes of cells came to; may be nil

	hosts *far.Hosts // machines on which workers can be, too; nil: there are none
}

// Validate refuses numbers that make no sense; kong calls it.
func (i isolation) Validate() error {
	if n, err := strconv.Atoi(i.PerWorker); i.PerWorker != "auto" && (err != nil || n < 1) {
		return fmt.Errorf("--per-worker must be auto or a number from 1 on, but is %q", i.PerWorker)
	}
	if i.Warm < 0 {
		return fmt.Errorf("--warm must not be negative, but is %d", i.Warm)
	}
	return nil
}

// estimates are what a session takes of memory, in bytes, where so many share a worker:
// after a lesson that trains a small network.
var estimates = []struct {
	sessions int
	bytes    int64
}{{1, 40 << 20}, {2, 28 << 20}, {4, 20 << 20}, {8, 15 << 20}, {16, 13 << 20}}

// perCore is how many workers there may be for each processor. Each pays some 50 ms for its first import of torch; when a
// class presses Run within ten seconds, that may take a fifth of them.
const perCore = 40

// perWorker is how many sessions share a worker: as few as fit into half of the memory, and, of a class, onto the processors.
func (i isolation) perWorker(sessions int, memory int64) int {
	if n, err := strconv.Atoi(i.PerWorker); err == nil {
		return n
	}
	for _, e := range estimates {
		fits := memory == 0 || int64(sessions)*e.bytes <= memory/2
		if fits && (i.cores == 0 || (sessions+e.sessions-1)/e.sessions <= perCore*i.cores) {
			return e.sessions
		}
	}
	return estimates[len(estimates)-1].sessions
}

// wall is what the process of so many sessions may hold: all that they may use, and room
// for what is garbage meanwhile. It is 0, no bound, where a session has none.
func wall(limits wire.Limits, sessions int, memory int64) int64 {
	if limits.MemoryBytes == 0 || limits.DeviceBytes == 0 {
		return memory
	}
	const program = 512 << 20
	each := 2*limits.MemoryBytes + limits.DeviceBytes // objects, tensors on the CPU, tensors on the GPUs
	all := program + int64(sessions)*each/2*3
	if memory > 0 {
		all = min(all, memory)
	}
	return all
}

// crew is who runs the cells of sessions.
type crew struct {
	open          session.Opener
	sealed, cards *worker.Pool // nil where cells run in this process
}

// end ends all workers.
func (c *crew) end() {
	if c.sealed != nil {
		c.sealed.Close()
		c.cards.Close()
	}
}

// opener returns what opens sessions, and what ends all workers.
func (i isolation) opener(m *machine.Maker, limits wire.Limits, sessions int, log *slog.Logger) (session.Opener, func(), error) {
	c, err := i.crew(m, limits, sessions, log, nil)
	if err != nil {
		return nil, nil, err
	}
	return c.open, c.end, nil
}

// crew makes one; before are the workers that the program before has left, if there was one.
func (i isolation) crew(m *machine.Maker, limits wire.Limits, sessions int, log *slog.Logger, before *handover.Table) (*crew, error) {
	config := m.Config(limits)
	config.Log = log
	inside := session.Merging(config.Open, limits.OutputBytes, nil)
	if i.Isolate == "off" {
		return &crew{open: inside}, nil
	}
	pool, report, err := i.pool(limits, sessions, log, before)
	switch {
	case err != nil && i.hosts != nil && i.hosts.Only:
		return nil, fmt.Errorf("--workers remote: whoever has workers elsewhere grades here, and must have some: %w", err)
	case err != nil && i.Isolate == "strict":
		return nil, fmt.Errorf("--isolate strict: %w; gputour doctor says what is missing", err)
	case err != nil:
		log.Warn("cells run in the server's own process", "why", err)
		return &crew{open: inside}, nil
	}
	if i.told != nil {
		i.told(report.Level())
	}
	if i.hosts != nil {
		has := memory.Limit(os.DirFS("/"))
		i.hosts.Bound(room(pool.Sessions, has, runtime.NumCPU()), report.Level())
		if i.hosts.Only {
			pool.Close() // the worker that was tried is on this machine
			pool = &worker.Pool{Options: pool.Options}
		}
		pool.Away = i.hosts
	}
	log.Info("cells run in processes of their own", "seal", report.Level(), "sessions", pool.Sessions)
	pool.Heat()
	cards := i.cards(pool.Command, limits, log)
	return &crew{outside(m, pool.Open, cards.Open, i.Isolate, log), pool, cards}, nil
}

// cards makes the pool of the workers of real GPUs. They have a process each, so that a card's context ends with it, but no
// seal: the driver opens files and devices whenever it likes.
func (i isolation) cards(command []string, limits wire.Limits, log *slog.Logger) *worker.Pool {
	return &worker.Pool{Options: worker.Options{
		Command: command, Env: append(workerEnv(0), driverEnv(os.Environ())...), Limits: limits,
		Cage: jail.Cage{Open: true}, Sessions: 1, Log: log,
	}}
}

// driverEnv are the variables that CUDA's driver (HOME: for the kernels that it keeps compiled), the loader of its library and the
// tests' driver read.
func driverEnv(environ []string) (env []string) {
	for _, v := range environ {
		for _, prefix := range []string{"CUDA_", "NVIDIA_", "LD_LIBRARY_PATH=", "HOME=", "GPUTOUR_FAKE_"} {
			if strings.HasPrefix(v, prefix) {
				env = append(env, v)
			}
		}
	}
	return env
}

// pool makes the pool of workers, and one worker to see that it works, unless some do already.
func (i isolation) pool(limits wire.Limits, sessions int, log *slog.Logger, before *handover.Table) (*worker.Pool, jail.Report, error) {
	self, err := jail.Self()
	if err != nil {
		return nil, jail.Report{}, err
	}
	has := memory.Limit(os.DirFS("/"))
	n := i.perWorker(sessions, has)
	pool := &worker.Pool{Options: worker.Options{
		Command: []string{self, workerErrand}, Cage: jail.Cage{Namespaces: true}, Warm: i.Warm, Log: log,
	}}
	fit(&pool.Options, limits, n, has)
	if pool.Groups, err = jail.Delegated(); err != nil {
		log.Debug("workers have no control groups", "why", err)
	}
	if i.Isolate == "strict" {
		pool.Least = jail.Sealed
	}
	if before != nil && len(before.Sealed.Workers) > 0 {
		return pool, before.Sealed.Workers[0].Report, nil
	}
	report, err := pool.Try()
	return pool, report, err
}

// fit has workers take so many sessions with their limits, on a machine with so much memory.
func fit(o *worker.Options, limits wire.Limits, sessions int, memory int64) {
	data := wall(limits, sessions, memory)
	o.Limits, o.Sessions, o.Env = limits, sessions, workerEnv(data)
	o.Jail = &jail.Limits{Data: data, Threads: 256}
}

// room is how many workers of so many sessions a machine has room for: in half of its memory, and on its processors.
func room(sessions int, memory int64, cores int) int {
	most := perCore * cores
	if memory > 0 {
		each := estimates[0].bytes
		for _, e := range estimates {
			if e.sessions <= sessions {
				each = e.bytes
			}
		}
		most = min(most, int(memory/2/(each*int64(sessions))))
	}
	return max(1, most)
}

// workerEnv is the environment of a worker: how eagerly Go's runtime collects garbage, and the time zone, which a worker
// cannot read from a file.
func workerEnv(data int64) []string {
	env := []string{fmt.Sprintf("GOGC=%d", workerGrowth), "GODEBUG=memprofilerate=0"} // nobody profiles a worker
	if data > 0 {
		env = append(env, fmt.Sprintf("GOMEMLIMIT=%d", data/10*9))
	}
	return append(env, "TZ="+zone(os.Getenv("TZ"), os.Readlink))
}

// zone is the name of this machine's time zone in the IANA database, which the program carries; "UTC" where it has none.
// tz is the variable TZ, readlink os.Readlink.
func zone(tz string, readlink func(string) (string, error)) string {
	name := strings.TrimPrefix(tz, ":")
	if name == "" {
		target, err := readlink("/etc/localtime")
		if err != nil {
			return "UTC"
		}
		name = target
	}
	if _, after, found := strings.Cut(name, "zoneinfo/"); found {
		name = after
	}
	if _, err := time.LoadLocation(name); err != nil {
		return "UTC"
	}
	return name
}

// workerGrowth is the GOGC of a worker, whose memory is one session's.
const workerGrowth = 200

// outside opens sessions on simulated GPUs in sealed workers. Those on real ones have workers
// that are not sealed, which strict refuses: a sealed process cannot open the driver.
func outside(m *machine.Maker, sealed, cards session.Opener, isolate string, log *slog.Logger) session.Opener {
	return func(spec string) (session.Evaluator, error) {
		text, parsed, err := m.Resolve(spec)
		switch {
		case err != nil:
			return nil, err
		case parsed.Kind != "cuda":
			return sealed(text)
		case isolate == "strict":
			return nil, fmt.Errorf("--isolate strict: real GPUs cannot be used from a sealed process")
		}
		log.Info("a session on real GPUs runs in a process of its own that is not sealed")
		return cards(text)
	}
}

// workerErrand is what a worker is started with; gputour worker is another matter (working.go).
const workerErrand = "run-cells"

func isWorker(args []string) bool { return slices.Equal(args, []string{workerErrand}) }

// runWorker is the main of a worker: the hub is at the other end of descriptor 3.
func runWorker(stderr io.Writer) int {
	if err := work(); err != nil {
		fmt.Fprintln(stderr, "gputour worker:", err)
		return failure
	}
	return 0
}

func work() error {
	f := os.NewFile(3, "hub")
	conn, err := net.FileConn(f)
	if err != nil {
		return fmt.Errorf("it is gputour serve that starts workers: %w", err)
	}
	f.Close()
	hub, setup, err := worker.Connect(conn)
	if err != nil {
		return err
	}
	machines, err := machinesOf(setup.Devices, size(setup.Limits.DeviceBytes))
	if err != nil {
		return err
	}
	open := session.Merging(machines.Config(setup.Limits).Open, setup.Limits.OutputBytes, nil)
	var report jail.Report
	if setup.Jail != nil {
		report = jail.Seal(*setup.Jail)
	}
	if setup.Warm {
		warm(open)
	}
	return hub.Serve(report, open)
}

// nowhere is an Output that nobody reads.
type nowhere struct{}

func (nowhere) Stream(string, string) {}
func (nowhere) Emit(string, any)      {}
func (nowhere) Input(context.Context, wire.InputRequestBody) (string, error) {
	return "", io.EOF
}

// warm does what the first session of a process would wait for.
func warm(open session.Opener) {
	ev, err := open(machine.DefaultSpec)
	if err != nil {
		return
	}
	ev.Run(session.Run{RID: "warm", Code: "import torch"}, nowhere{})
	ev.Close()
}
