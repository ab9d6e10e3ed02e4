package breath_test

import (
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"syscall/js"
	"testing"
	"time"

	"gputour/cuda/cudac"
	"gputour/cuda/cudac/simt"
	"gputour/engine/breath"
	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/interp"
	"gputour/engine/object"
)

// An event of the host, which comes while Go computes, stops work that would take for
// ever. What never breathes fails by not coming to an end.

// later has the host call f when it has the thread after some milliseconds.
func later(t *testing.T, f func()) {
	call := js.FuncOf(func(js.Value, []js.Value) any { f(); return nil })
	t.Cleanup(call.Release)
	js.Global().Call("setTimeout", call, 30)
}

func TestPythonBreathes(t *testing.T) {
	for name, source := range map[string]string{
		"loop":      "while True: pass",
		"calls":     "def f(n): return n and f(n - 1)\nwhile True: f(50)",
		"generator": "def g():\n  while True: yield 1\nfor x in g(): pass",
		"yield":     "def g(): yield from iter(int, 1)\nfor x in g(): pass",
		"builtin":   "sum(range(10 ** 15))",
		"any":       "any(iter(int, 1))",
		"integer":   "pow(7, 10 ** 7)",
	} {
		t.Run(name, func(t *testing.T) {
			s, token := object.NewSession(), new(object.Token)
			later(t, func() { token.Stop(&object.Stopped{}) })
			_, err := interp.Exec(object.NewThread(s, token), interp.Source{Name: "Cell In[1]", Text: source}, interp.Main(s))
			if !errors.Is(err, object.ErrStopped) {
				t.Errorf("ends with %v", err)
			}
		})
	}
}

// TestStepsStayCounted: a budget that ends between two breaths, and one after many.
func TestStepsStayCounted(t *testing.T) {
	for _, budget := range []uint64{1000, 1_000_000} {
		s := object.NewSession()
		thread := object.NewThread(s, nil)
		interp.LimitSteps(thread, budget)
		_, err := interp.Exec(thread, interp.Source{Name: "Cell In[1]", Text: "while True: pass"}, interp.Main(s))
		var stopped *object.Stopped
		if !errors.As(err, &stopped) || stopped.Limit != "steps" || uint64(stopped.Value) != budget {
			t.Errorf("%d steps: %v", budget, err)
		}
	}
}

func TestLaunchBreathes(t *testing.T) {
	d := cpu.New()
	operand := func(shape ...int) device.Operand {
		o := device.Operand{DType: device.Float32, Shape: shape, Buffer: new(device.Buffer), Strides: make([]int, len(shape))}
		size := 1
		for i := len(shape) - 1; i >= 0; i-- {
			o.Strides[i] = size
			size *= shape[i]
		}
		if err := d.Alloc(o.Buffer, 4*size); err != nil {
			t.Fatal(err)
		}
		return o
	}
	const n, edge = 1 << 24, 2048
	for name, l := range map[string]*device.Launch{
		"elementwise": {Op: device.OpTanh, Compute: device.Float32, Args: []device.Operand{operand(n), operand(n)}},
		"product":     {Op: device.OpMatmul, F: []float64{0, 1}, Args: []device.Operand{operand(1, edge, edge), operand(1, edge, edge), operand(1, edge, edge)}},
	} {
		t.Run(name, func(t *testing.T) {
			l.Outs, l.Stop = 1, new(atomic.Bool)
			later(t, func() { l.Stop.Store(true) })
			var failed *device.Error
			for {
				if err := d.Launch(l); errors.As(err, &failed) && failed.Code == device.Stopped {
					return
				} else if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestKernelBreathes(t *testing.T) {
	for name, source := range map[string]string{
		"loop":     "__global__ void k(float *x) { while (true) { } }",
		"barriers": "__global__ void k(float *x) { for (;;) __syncthreads(); }",
		"turns":    "__global__ void k(float *x) { for (;;) atomicAdd(x, 1.0f); }",
	} {
		t.Run(name, func(t *testing.T) {
			program, err := cudac.Compile("cell", source, 0)
			if err != nil {
				t.Fatal(err)
			}
			var stopped atomic.Bool
			later(t, func() { stopped.Store(true) })
			stop := errors.New("stop")
			l := simt.Launch{Grid: [3]int{64, 1, 1}, Block: [3]int{256, 1, 1}, Stdout: io.Discard, Args: []simt.Arg{{Buffer: &simt.Buffer{Name: "x", Data: make([]byte, 1<<17)}}}}
			l.Poll = func() error {
				if stopped.Load() {
					return stop
				}
				return nil
			}
			if _, err := program.Kernels[0].Launch(l); !errors.Is(err, stop) {
				t.Errorf("ends with %s", strings.TrimSpace(err.Error()))
			}
		})
	}
}

// TestAskedBreathesAtOnce: where the host can tell that something waits, nobody has to wait for Every.
func TestAskedBreathesAtOnce(t *testing.T) {
	rounds, waits := 0, false
	breath.Through(func() { rounds++ })
	breath.Asked(func() bool { return waits })
	t.Cleanup(func() {
		breath.Through(func() { time.Sleep(time.Millisecond) })
		breath.Asked(func() bool { return false })
	})
	// after is how often a breath is taken some time after the one before; ok is false if the machine was too slow to tell.
	after := func() (n int, ok bool) {
		for start := time.Now(); time.Since(start) < breath.Every; {
		}
		breath.Take()
		rounds = 0
		start := time.Now()
		for time.Since(start) < breath.Every/4 {
		}
		breath.Take()
		return rounds, time.Since(start) < breath.Every
	}
	if n, ok := after(); ok && n != 0 {
		t.Errorf("%d breaths though nothing waits", n)
	}
	waits = true
	if n, _ := after(); n != 1 {
		t.Errorf("%d breaths though something waits", n)
	}
}
