// Package notebooktest runs cells with kernels in tests.
package notebooktest

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
	"gputour/engine/device/cpu"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/interp"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// Output is what a cell printed, and its error; its Name is empty where there is none.
type Output struct {
	Text strings.Builder
	Err  wire.ErrorBody
}

// Stream is a session.Output's.
func (o *Output) Stream(_, text string) { o.Text.WriteString(text) }

// Emit is a session.Output's.
func (o *Output) Emit(_ string, body any) {
	if e, ok := body.(wire.ErrorBody); ok {
		o.Err = e
	}
}

// Input is a session.Output's.
func (o *Output) Input(context.Context, wire.InputRequestBody) (string, error) { return "", io.EOF }

// Open opens a session with one simulated GPU, kernel cells and more modules, and gives what runs its cells.
func Open(t testing.TB, modules ...interp.Module) func(code string) *Output {
	t.Helper()
	machine := func(string) (*eval.Machine, error) {
		spec, err := sim.ParseSpec("sim:1")
		if err != nil {
			return nil, err
		}
		gpus := sim.NewMachine(spec, nil)
		return &eval.Machine{CPU: cpu.New(), GPUs: gpus.Devices(), Release: gpus.Close}, nil
	}
	ev, err := eval.New("sim:1", eval.Config{Machine: machine, Kernels: cellkernel.Compile, Explain: cellkernel.Explain, Modules: slices.Concat(cellkernel.Modules(), modules)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ev.Close)
	count := 0
	return func(code string) *Output {
		o := &Output{}
		count++
		ev.Run(session.Run{RID: fmt.Sprint("r", count), Cell: fmt.Sprint("cell", count), Code: code, Count: count, Lang: "en"}, o)
		return o
	}
}

// Programs runs each program of testdata, which checks itself, in a session of its own. Cells of a program are divided by "# ---".
func Programs(t *testing.T, modules ...interp.Module) {
	t.Helper()
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
			run := Open(t, modules...)
			for _, cell := range strings.Split(string(code), "# ---\n") {
				if o := run(cell); o.Err.Name != "" {
					t.Errorf("%s: %s\n%s", o.Err.Name, o.Err.Value, o.Err.Text)
				}
			}
		})
	}
}

// Mistakes runs the cells of testdata/mistakes.txt in one session. Each begins with the class of its exception and a part of
// the message, and marks the line that is named with "# here"; decorator is put before its kernel k.
func Mistakes(t *testing.T, decorator, before string, at func(line int, code string) string, modules ...interp.Module) {
	t.Helper()
	text, err := os.ReadFile("testdata/mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	run := Open(t, modules...)
	if o := run(before); o.Err.Name != "" {
		t.Fatal(o.Err.Text)
	}
	for _, c := range strings.Split(string(text), "---\n") {
		want, code, _ := strings.Cut(c, "\n")
		class, message, _ := strings.Cut(want, ": ")
		code = strings.Replace(code, "def k(", decorator+"\ndef k(", 1)
		e := run(code).Err
		line := ""
		if above, _, ok := strings.Cut(code, "# here"); ok {
			line = at(1+strings.Count(above, "\n"), code)
		}
		if !strings.HasSuffix(e.Name, class) || !strings.Contains(e.Value, message) || !strings.Contains(e.Value, line) {
			t.Errorf("%s\n got %s: %s\nwant %s, %s", code, e.Name, e.Value, want, line)
		}
	}
}
