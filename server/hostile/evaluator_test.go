package hostile

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"gputour/cuda/cellkernel"
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// Budgets of the sessions that run the corpus.
const (
	memory      = 256 << 20
	outputBytes = 1 << 20
	patience    = 300 * time.Millisecond // before a stop is asked for
	mercy       = 3 * time.Second        // before it is forced, as a server does
	tooLong     = 90 * time.Second
	// mostHeap is what the process may hold: what is dead and not yet collected counts, too.
	mostHeap = 5 * memory
)

// What is dead is collected by the time that as much lives, whatever GOGC the tests are run with: mostHeap counts on it.
func TestMain(m *testing.M) {
	debug.SetGCPercent(100)
	os.Exit(m.Run())
}

// evaluator opens a session as a server does, but in this process.
func evaluator(t *testing.T) session.Evaluator {
	t.Helper()
	config := eval.Config{
		Machine: func(string) (*eval.Machine, error) {
			spec, err := sim.ParseSpec("sim:2")
			if err != nil {
				return nil, err
			}
			gpus := sim.NewMachine(spec, sim.NewBudget(memory))
			return &eval.Machine{CPU: cpu.New(), GPUs: gpus.Devices(), Release: gpus.Close}, nil
		},
		Kernels: cellkernel.Compile, Modules: cellkernel.Modules(),
		Limits: wire.Limits{CellMS: 60_000, MemoryBytes: memory, DeviceBytes: memory, OutputBytes: outputBytes},
	}
	ev, err := session.Merging(config.Open, outputBytes, nil)("")
	if err != nil {
		t.Fatal(err)
	}
	return ev
}

// recorder takes what a cell shows.
type recorder struct {
	mu    sync.Mutex
	end   End
	text  strings.Builder
	bytes int64
	large string // an event beyond all bounds
}

func (r *recorder) Stream(name, text string) {
	r.Emit(wire.Stream, wire.StreamBody{Name: name, Text: text})
}

func (r *recorder) Emit(typ string, body any) {
	m := wire.New(typ, body)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bytes += int64(len(m.Body))
	if len(m.Body) > wire.MaxBody {
		r.large = fmt.Sprintf("an event %s of %d bytes", typ, len(m.Body))
	}
	switch b := body.(type) {
	case wire.ErrorBody:
		r.end.Name = b.Name
		r.text.WriteString(b.Value + "\n" + b.Text)
	case wire.LimitBody:
		r.text.WriteString(b.Text)
	case wire.StreamBody:
		r.text.WriteString(b.Text)
	case wire.DisplayBody:
		r.text.WriteString(b.Data["text/plain"])
	case wire.ClearBody:
		r.bytes = 0
		r.text.Reset()
	}
}

func (r *recorder) Input(ctx context.Context, req wire.InputRequestBody) (string, error) {
	r.Emit(wire.InputRequest, req)
	return "", errors.New("nobody is there")
}

// run runs a cell, stops it where it does not end, and returns its end and how long a stop took.
func run(ev session.Evaluator, c Cell) (end End, r *recorder, stop time.Duration) {
	r = &recorder{}
	ended := make(chan session.Outcome, 1)
	go func() { ended <- ev.Run(session.Run{RID: "r", Cell: "c", Code: c.Code, Count: 1, Lang: "en"}, r) }()
	wait := tooLong
	if c.Endless() {
		wait = patience
	} else if c.Maybe() {
		wait = 10 * patience
	}
	var o session.Outcome
	asked := time.Time{}
	timer := time.NewTimer(wait)
	defer timer.Stop()
loop:
	for {
		select {
		case o = <-ended:
			break loop
		case <-timer.C:
			ev.Stop("r", !asked.IsZero())
			if asked.IsZero() {
				asked = time.Now()
			}
			timer.Reset(mercy)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	end = r.end
	end.State, end.Stopped, end.Text = o.State, !asked.IsZero(), r.text.String()
	if end.Stopped {
		stop = time.Since(asked)
	}
	return end, r, stop
}

// heap is the process's heap now.
func heap() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// watch follows the heap until stop is called, and ends the program before the machine ends it.
func watch(name string) (stop func() int64) {
	quit, done := make(chan struct{}), make(chan int64)
	go func() {
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		most := int64(0)
		for {
			select {
			case <-quit:
				done <- most
				return
			case <-tick.C:
				if most = max(most, heap()); most > 3<<30 {
					fmt.Fprintf(os.Stderr, "%s takes all memory: %d MiB\n", name, most>>20)
					os.Exit(3)
				}
			}
		}
	}()
	return func() int64 { close(quit); return <-done }
}

// TestCells runs the corpus in one process: each cell ends by itself or by its stop, in words
// and within its budgets, and its session goes on. A part of it by default, all with THOROUGH=1.
func TestCells(t *testing.T) {
	cells, err := Cells()
	if err != nil || len(cells) < 100 {
		t.Fatalf("%d cells, %v", len(cells), err)
	}
	for _, c := range cells {
		if !chosen(c) {
			continue
		}
		t.Run(c.Name, func(t *testing.T) { hold(t, c) })
	}
}

// chosen picks the part that always runs: one cell of thirty, and those that once did harm.
func chosen(c Cell) bool {
	if os.Getenv("THOROUGH") != "" || c.Finding() {
		return true
	}
	h := fnv.New32()
	_, _ = h.Write([]byte(c.Name))
	return h.Sum32()%32 == 0
}

func hold(t *testing.T, c Cell) {
	debug.FreeOSMemory()
	ev := evaluator(t)
	defer ev.Close()
	before, start := heap(), time.Now()
	stop := watch(c.Name)
	end, r, stopping := run(ev, c)
	most := stop() - before
	t.Logf("%v, stop %v, %d MiB, %d bytes shown, %s %s", time.Since(start).Round(time.Millisecond), stopping.Round(time.Millisecond), most>>20, r.bytes, end.State, end.Name)
	if wrong := c.Judge(end); wrong != "" {
		t.Error(wrong)
	}
	if most > mostHeap {
		t.Errorf("%d MiB at the most, in a session of %d", most>>20, memory>>20)
	}
	if r.large != "" || r.bytes > 3*outputBytes {
		t.Errorf("%d bytes of events; %s", r.bytes, r.large)
	}
	if !end.Stopped && end.State != wire.RunDone && strings.TrimSpace(end.Text) == "" {
		t.Error("it ended without a word")
	}
	after, _, _ := run(ev, Cell{Code: "print(1 + 1)\n!echo well", Must: []string{"ends"}})
	if after.State != wire.RunDone || !strings.Contains(after.Text, "2\nwell\n") {
		t.Errorf("after it the session is not usable: %s %q", after.State, after.Text)
	}
}

// settled is the heap when nothing of it goes any more: one collection calls the ends of what the sessions of other tests held, and
// only the next frees it.
func settled() int64 {
	for least := int64(math.MaxInt64); ; {
		debug.FreeOSMemory()
		now := heap()
		if now >= least {
			return least
		}
		least = now
	}
}

// TestMemoryComesBack: what a session held is given back soon after its end, though nobody
// allocates any more.
func TestMemoryComesBack(t *testing.T) {
	before := settled()
	ev := evaluator(t)
	end, _, _ := run(ev, Cell{Code: "kept = [bytes(16 << 20) for _ in range(12)]", Must: []string{"ends"}})
	if held := heap() - before; end.State != wire.RunDone || held < 10*16<<20 {
		t.Fatalf("%s, and %d MiB are held", end.State, held>>20)
	}
	ev.Close()
	ev = nil
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(30 * time.Second); heap()-before > 64<<20; <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("%d MiB are still held", (heap()-before)>>20)
		}
	}
}
