package numba_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gputour/cuda/cellkernel"
	"gputour/cuda/numba"
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// output keeps what a cell prints, and its error.
type output struct {
	text strings.Builder
	err  wire.ErrorBody
}

func (o *output) Stream(_, text string) { o.text.WriteString(text) }

func (o *output) Emit(_ string, body any) {
	if e, ok := body.(wire.ErrorBody); ok {
		o.err = e
	}
}

func (o *output) Input(context.Context, wire.InputRequestBody) (string, error) { return "", io.EOF }

// notebook is a session with kernels, and runs its cells.
func notebook(t *testing.T) func(code string) *output {
	t.Helper()
	machine := func(string) (*eval.Machine, error) {
		spec, err := sim.ParseSpec("sim:1")
		if err != nil {
			return nil, err
		}
		gpus := sim.NewMachine(spec, nil)
		return &eval.Machine{CPU: cpu.New(), GPUs: gpus.Devices(), Release: gpus.Close}, nil
	}
	ev, err := eval.New("sim:1", eval.Config{Machine: machine, Kernels: cellkernel.Compile, Explain: cellkernel.Explain, Modules: slices.Concat(cellkernel.Modules(), numba.Modules())})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ev.Close)
	count := 0
	return func(code string) *output {
		o := &output{}
		count++
		ev.Run(session.Run{RID: fmt.Sprint("r", count), Cell: fmt.Sprint("cell", count), Code: code, Count: count, Lang: "en"}, o)
		return o
	}
}

// TestPrograms: programs that check themselves against NumPy.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			code, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if o := notebook(t)(string(code)); o.err.Name != "" {
				t.Errorf("%s: %s\n%s", o.err.Name, o.err.Value, o.err.Text)
			}
		})
	}
}

const before = "import numba, numpy as np, torch\nfrom numba import cuda\nnumba.core.config.CUDA_LOW_OCCUPANCY_WARNINGS = numba.core.config.CUDA_WARN_ON_IMPLICIT_COPY = 0\ndef zeros(*shape): return np.zeros(shape)\n"

// TestMistakes: what is wrong is told in Numba's words, or is a finding of the checks, with the line of the function.
func TestMistakes(t *testing.T) {
	text, err := os.ReadFile("testdata/mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	run := notebook(t)
	run(before)
	for _, c := range strings.Split(string(text), "---\n") {
		want, code, _ := strings.Cut(c, "\n")
		class, message, _ := strings.Cut(want, ": ")
		code = strings.Replace(code, "def k(", "@cuda.jit\ndef k(", 1)
		e := run(code).err
		line := ""
		if at, _, ok := strings.Cut(code, "# here"); ok {
			line = fmt.Sprintf("line %d", 1+strings.Count(at, "\n"))
		}
		if !strings.HasSuffix(e.Name, class) || !strings.Contains(e.Value, message) || !strings.Contains(e.Value, line) && !strings.Contains(message, "NameError") {
			t.Errorf("%s\n got %s: %s\nwant %s, %s", code, e.Name, e.Value, want, line)
		}
	}
}
