package torch_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch"
	"gputour/engine/tensor"
)

// unit is the size of the tensors that programs here count in; smaller ones are not counted.
const unit = 100 * 100 * 4

// ledger is a host that knows what of its memory has not been given back. It cannot see what
// a collection would find.
type ledger struct {
	device.Device
	open, peak int
}

func (l *ledger) Alloc(b *device.Buffer, bytes int) error {
	err := l.Device.Alloc(b, bytes)
	b.Device = l
	if bytes >= unit {
		l.open += bytes / unit
		l.peak = max(l.peak, l.open)
	}
	return err
}

func (l *ledger) Free(b *device.Buffer) {
	if b.Bytes >= unit {
		l.open -= b.Bytes / unit
	}
	l.Device.Free(b)
}

// counted is a session and the ledger of its host.
func counted() (*object.Session, *ledger) {
	l := &ledger{Device: cpu.New()}
	s, out := object.NewSession(), new(bytes.Buffer)
	s.Stdout, s.Stderr = out, out
	torch.Use(s, tensor.NewEnv(l))
	interp.Install(s, append(std.Modules(), torch.Modules()...)...)
	traceback.Install(s)
	return s, l
}

// Programs leave no more in use than with PyTorch, and have no more at most, without a collection. Both are measured
// by testdata/lifetimes/measure.py.
func TestGraphsGiveBack(t *testing.T) {
	setup, programs, figures := lines(t, "setup.py"), lines(t, "programs.txt"), lines(t, "programs.out")
	for i, body := range programs {
		s, l := counted()
		exec(t, s, strings.Join(setup, "\n")+"\ndef f():\n    "+body+"\nf()\n")
		before := l.open
		l.peak = before
		exec(t, s, "f()\n")
		if got := fmt.Sprint(l.peak-before, l.open-before); got != figures[i] {
			t.Errorf("%s: at most and at last %s, want %s", body, got, figures[i])
		}
	}
}

// So do statements of a module.
func TestNamesGiveBack(t *testing.T) {
	setup, figures := strings.Join(lines(t, "setup.py"), "\n")+"\ndel x", lines(t, "statements.out")
	for i, program := range strings.Split(strings.Join(lines(t, "statements.txt"), "\n"), "\n\n") {
		s, l := counted()
		exec(t, s, setup)
		before := l.open
		l.peak = before
		exec(t, s, program)
		if got := fmt.Sprint(l.peak-before, l.open-before); got != figures[i] {
			t.Errorf("%s: at most and at last %s, want %s", program, got, figures[i])
		}
	}
}

// A simulated GPU says that they hold no more than with PyTorch at most, and as much at last.
func TestFiguresOfGPU(t *testing.T) {
	setup := "import torch\ntorch.set_default_tensor_type(torch.cuda.FloatTensor)\n" + strings.Join(lines(t, "setup.py"), "\n") + "\ndel x\nU = N * N * 4\n"
	programs, want := strings.Join(lines(t, "statements.txt"), "\n"), lines(t, "statements.out")
	for i, program := range strings.Split(programs, "\n\n") {
		s, out := session(t, "sim:1")
		exec(t, s, strings.Replace(setup, "N = 100", "N = 512", 1)+"torch.cuda.reset_peak_memory_stats()\nbefore = torch.cuda.memory_allocated()")
		exec(t, s, program)
		exec(t, s, "print(round((torch.cuda.max_memory_allocated() - before) / U), round((torch.cuda.memory_allocated() - before) / U))")
		var most, left, atMost, atLast int
		fmt.Sscan(out.String(), &most, &left)
		fmt.Sscan(want[i], &atMost, &atLast)
		if most > atMost || left != atLast {
			t.Errorf("%s: at most and at last %s, want %s", program, out, want[i])
		}
	}
}

// A fault in an operation leaves none open, which would keep all tensors that are made later.
func TestFaultsLeaveNothingOpen(t *testing.T) {
	s, env, broken := object.NewSession(), tensor.NewEnv(cpu.New()), false
	env.Attend(func() error {
		if broken {
			panic("broken")
		}
		return nil
	}, new(atomic.Bool))
	torch.Use(s, env)
	interp.Install(s, append(std.Modules(), torch.Modules()...)...)
	exec(t, s, "import torch\nx, y, i = torch.rand(9), torch.rand(9), torch.arange(3)\np = torch.rand(9, requires_grad=True)\nz = (p * x).exp().sum()")
	for _, program := range []string{"x * y", "x += y", "x[i]", "x[0] = y[0]", "torch.exp(x)", "x.exp_()", "z.backward()"} {
		broken = true
		_, err := interp.Exec(object.NewThread(s, nil), interp.Source{Name: "test", Text: program, Line: 1}, interp.Main(s))
		broken = false
		if err == nil {
			t.Errorf("%s: no fault", program)
		}
		mark := env.Open()
		env.End(mark, func(*tensor.Tensor) {})
		if mark != (tensor.Mark{}) {
			t.Fatalf("%s leaves %+v", program, mark)
		}
	}
}

func lines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/lifetimes/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
