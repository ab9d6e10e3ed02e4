package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/worker"
	"gputour/server/worker/jail"
)

func main() {
	binary := flag.String("gputour", "bin/gputour", "the binary whose workers are measured")
	env := flag.String("env", "GOGC=200,GODEBUG=memprofilerate=0", "environment of the workers, with commas between")
	flag.Parse()
	b := bench{*binary, strings.Split(*env, ",")}
	for _, part := range []func() error{b.starts, b.memory, b.latency, b.replacement, b.fairness} {
		if err := part(); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
	}
}

type bench struct {
	binary string
	env    []string
}

var limits = wire.Limits{CellMS: 600_000, MemoryBytes: 1 << 30, DeviceBytes: 1 << 30, OutputBytes: 1 << 20}

func (b bench) pool(sessions int, cage jail.Cage) *worker.Pool {
	cage.Files = append(libraries(), b.binary)
	return &worker.Pool{Options: worker.Options{
		Command: []string{b.binary, "worker"}, Env: b.env, Limits: limits,
		Jail: &jail.Limits{Data: 4 << 30}, Cage: cage, Sessions: sessions,
		Log: slog.New(slog.DiscardHandler), // of workers that are killed on purpose
	}}
}

// libraries are what a binary that binds C needs to start.
func libraries() (all []string) {
	for _, pattern := range []string{"/lib*/ld-linux*", "/lib/*/ld-linux*", "/lib*/libc.so.6", "/lib/*/libc.so.6"} {
		found, _ := filepath.Glob(pattern)
		all = append(all, found...)
	}
	return all
}

// starts measures the processor time of a worker from fork to its end, opened or with torch.
func (b bench) starts() error {
	const n = 10
	fmt.Println("processor time of a worker, from its start to its end:")
	for _, c := range []struct {
		name string
		cage jail.Cage
		code string
	}{
		{"opened", jail.Cage{}, ""},
		{"opened, in namespaces", jail.Cage{Namespaces: true}, ""},
		{"import torch", jail.Cage{Namespaces: true}, "import torch"},
	} {
		pool := b.pool(1, c.cage)
		begin, own, wall := used(unix.RUSAGE_CHILDREN), used(unix.RUSAGE_SELF), time.Now()
		for range n {
			ev, err := pool.Open("sim:2")
			if err != nil {
				return err
			}
			if c.code != "" {
				ev.Run(session.Run{RID: "r", Code: c.code}, quiet{})
			}
			ev.Close()
		}
		elapsed := time.Since(wall) / n
		pool.Close()
		fmt.Printf("  %-22s %5.1f ms, and %.1f ms of the server; %v by the clock\n", c.name,
			ms(used(unix.RUSAGE_CHILDREN)-begin)/n, ms(used(unix.RUSAGE_SELF)-own)/n, elapsed.Round(time.Millisecond/10))
	}
	return nil
}

// used is the processor time of this process or of its children that have ended.
func used(who int) time.Duration {
	var u unix.Rusage
	unix.Getrusage(who, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// training is a small network that learns for a few steps.
const training = `
import torch
from torch import nn
net = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10)).cuda()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(64, 784, device='cuda'), torch.randint(0, 10, (64,), device='cuda')
for _ in range(20):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(x), y)
    loss.backward()
    opt.step()
`

// memory measures what a student takes of it, alone in a worker and with others. It is the
// proportional set size: what processes share, the program itself, counts by share.
func (b bench) memory() error {
	fmt.Println("memory of a student, MiB (proportional set size, private):")
	for _, per := range []int{1, 4, 8} {
		const students = 16
		pool := b.pool(per, jail.Cage{Namespaces: true})
		var all []session.Evaluator
		for range students {
			ev, err := pool.Open("sim:2")
			if err != nil {
				return err
			}
			all = append(all, ev)
		}
		line := fmt.Sprintf("  %d in a worker:", per)
		for _, stage := range []struct{ name, code string }{{"opened", ""}, {"import torch", "import torch"}, {"20 steps", training}} {
			for i, ev := range all {
				if stage.code != "" {
					ev.Run(session.Run{RID: fmt.Sprint(stage.name, i), Code: stage.code}, quiet{})
				}
			}
			time.Sleep(3 * time.Second) // they give back what they do not need
			var pss, private int64
			for _, pid := range pool.PIDs() {
				p, v, err := footprint(pid)
				if err != nil {
					return err
				}
				pss, private = pss+p, private+v
			}
			line += fmt.Sprintf("  %s %.1f (%.1f)", stage.name, mib(pss)/students, mib(private)/students)
		}
		fmt.Println(line)
		for _, ev := range all {
			ev.Close()
		}
		pool.Close()
	}
	return nil
}

func mib(n int64) float64 { return float64(n) / (1 << 20) }

// footprint is a process's proportional set size and what is its own alone, in bytes.
func footprint(pid int) (pss, private int64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(text)) {
		var name string
		var kb int64
		fmt.Sscan(line, &name, &kb)
		switch name {
		case "Pss:":
			pss = kb << 10
		case "Private_Clean:", "Private_Dirty:":
			private += kb << 10
		}
	}
	return pss, private, nil
}

// latency compares cells in a worker with cells in this process.
func (b bench) latency() error {
	fmt.Println("a cell in this process, and in a worker:")
	pool := b.pool(1, jail.Cage{Namespaces: true})
	defer pool.Close()
	inside := eval.Config{Limits: limits, Machine: func(text string) (*eval.Machine, error) {
		spec, err := sim.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		return &eval.Machine{CPU: cpu.New(), GPUs: sim.NewMachine(spec, nil).Devices()}, nil
	}}
	var sessions []*session.Session
	for _, open := range []session.Opener{session.Merging(inside.Open, limits.OutputBytes, nil), pool.Open} {
		s, err := session.Open("id", "token", "sim:2", session.Config{Open: open}, nil)
		if err != nil {
			return err
		}
		defer s.Close()
		sessions = append(sessions, s)
	}
	for _, c := range []struct {
		name, code string
		n          int
	}{
		{"1 + 1", "1 + 1", 400},
		{"2,000 prints", "for i in range(2000): print(i)", 40},
	} {
		var times [2][]time.Duration
		for i := range c.n {
			for j, s := range sessions { // by turns, on a machine whose speed varies
				begin := time.Now()
				if err := run(s, fmt.Sprint(c.name, i), c.code); err != nil {
					return err
				}
				times[j] = append(times[j], time.Since(begin))
			}
		}
		slices.Sort(times[0])
		slices.Sort(times[1])
		a, b := times[0][c.n/2], times[1][c.n/2]
		fmt.Printf("  %-13s %8v  %8v  (%.1f times; + %v)\n", c.name, a.Round(time.Microsecond), b.Round(time.Microsecond), float64(b)/float64(a), (b - a).Round(time.Microsecond))
	}
	return nil
}

// replacement kills a worker in mid-run again and again and measures how long its session is without one; none is warm.
func (b bench) replacement() error {
	const n = 20
	pool := b.pool(1, jail.Cage{Namespaces: true})
	defer pool.Close()
	s, err := session.Open("id", "token", "sim:2", session.Config{Open: pool.Open}, nil)
	if err != nil {
		return err
	}
	defer s.Close()
	var times []time.Duration
	for i := range n {
		loop := func() error { return submit(s, fmt.Sprint("loop", i), "while True: pass") }
		if err := watch(s, loop, func(m wire.Message) bool { return m.Type == wire.Input }); err != nil {
			return err
		}
		var begin time.Time
		kill := func() error {
			begin = time.Now()
			return unix.Kill(pool.PIDs()[0], unix.SIGKILL)
		}
		if err := watch(s, kill, idle); err != nil {
			return err
		}
		times = append(times, time.Since(begin))
	}
	slices.Sort(times)
	fmt.Printf("a worker that was killed is replaced after %v, at the most %v\n", times[n/2].Round(100*time.Microsecond), times[n-1].Round(100*time.Microsecond))
	return nil
}

// idle reports whether an event says that the session takes runs again.
func idle(m wire.Message) bool {
	body, _ := wire.DecodeBody(m)
	status, ok := body.(*wire.StatusBody)
	return ok && status.State == wire.Idle
}

// run runs a cell and waits until a client has seen its end.
func run(s *session.Session, rid, code string) error {
	return watch(s, func() error { return submit(s, rid, code) }, func(m wire.Message) bool { return m.Type == wire.Reply && m.RID == rid })
}

func submit(s *session.Session, rid, code string) error {
	return s.Do(session.Submit{Run: session.Run{RID: rid, Cell: "c", Code: code, Lang: "en"}})
}

// watch does something to a session and waits until a client has seen an event.
func watch(s *session.Session, do func() error, until func(wire.Message) bool) error {
	var last uint64
	s.Look(func(st *session.State) { last = st.Last() })
	c := s.Attach(last)
	defer s.Detach(c)
	if err := do(); err != nil {
		return err
	}
	for {
		batch, err := c.Next(context.Background())
		if err != nil {
			return err
		}
		for _, m := range batch {
			c.Ack(m.Seq)
			if until(m) {
				return nil
			}
		}
	}
}

// fairness has one student keep eight sessions busy and another one, on one processor, and
// measures what the other gets.
func (b bench) fairness() error {
	pool := b.pool(8, jail.Cage{Namespaces: true})
	defer pool.Close()
	var busy []session.Evaluator
	for range 9 {
		ev, err := pool.Open("sim:2")
		if err != nil {
			return err
		}
		busy = append(busy, ev)
	}
	pids := pool.PIDs()
	for _, pid := range pids {
		if err := pin(pid); err != nil {
			return err
		}
	}
	for i, ev := range busy {
		go ev.Run(session.Run{RID: fmt.Sprint("busy", i), Code: "while True: pass"}, quiet{})
	}
	time.Sleep(time.Second)
	before := make([]time.Duration, len(pids))
	for i, pid := range pids {
		before[i] = spent(pid)
	}
	time.Sleep(4 * time.Second)
	var got []time.Duration
	var all time.Duration
	for i, pid := range pids {
		got = append(got, spent(pid)-before[i])
		all += got[i]
	}
	fmt.Printf("eight busy sessions beside one, on one processor: the one has %.0f %% of what both got (%v, %v)\n", 100*float64(got[len(got)-1])/float64(all), got[0].Round(10*time.Millisecond), got[len(got)-1].Round(10*time.Millisecond))
	return nil
}

// pin binds all threads of a process to the first processor.
func pin(pid int) error {
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return err
	}
	var one unix.CPUSet
	one.Set(0)
	for _, t := range tasks {
		var tid int
		fmt.Sscan(t.Name(), &tid)
		if err := unix.SchedSetaffinity(tid, &one); err != nil {
			return err
		}
	}
	return nil
}

// spent is the processor time of a process.
func spent(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	var user, system int64
	fmt.Sscan(fields[11], &user)
	fmt.Sscan(fields[12], &system)
	return time.Duration(user+system) * 10 * time.Millisecond
}

type quiet struct{}

func (quiet) Stream(string, string) {}
func (quiet) Emit(string, any)      {}
func (quiet) Input(ctx context.Context, _ wire.InputRequestBody) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}
