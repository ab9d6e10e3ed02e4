// Package pylibtest runs Python programs over Python's modules, for tests of modules
// that need torch.
package pylibtest

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gputour/engine/device/cpu"
	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/numpy"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch"
	"gputour/engine/tensor"
)

// Run executes a program in a new session on the CPU, with the standard library, torch,
// numpy and modules, and returns what it printed.
func Run(t *testing.T, program string, modules ...interp.Module) string {
	t.Helper()
	s := object.NewSession()
	out := new(bytes.Buffer)
	s.Stdout, s.Stderr = out, new(bytes.Buffer)
	torch.Use(s, tensor.NewEnv(cpu.New()))
	numpy.Use(s)
	interp.Install(s, slices.Concat(std.Modules(), torch.Modules(), numpy.Modules(), modules)...)
	traceback.Install(s)
	th := object.NewThread(s, nil)
	if _, err := interp.Exec(th, interp.Source{Name: "test", Text: program, Line: 1, Script: true}, interp.Main(s)); err != nil {
		if e, ok := err.(*object.Exception); ok {
			t.Fatalf("%s\n%s", out, traceback.Format(th, e))
		}
		t.Fatal(err)
	}
	return out.String()
}

// Programs runs each testdata/*.py and hands what it printed to check.
func Programs(t *testing.T, check func(t *testing.T, name, printed string), modules ...interp.Module) {
	programs, err := filepath.Glob("testdata/*.py")
	if err != nil || len(programs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, name := range programs {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			check(t, name, Run(t, string(text), modules...))
		})
	}
}

// Golden compares what testdata/NAME.py printed with NAME.out, line by line.
func Golden(t *testing.T, name, printed string) {
	t.Helper()
	want, err := os.ReadFile(strings.TrimSuffix(name, ".py") + ".out")
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(printed, "\n"), strings.Split(string(want), "\n")
	for i, line := range lines {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d is %q, want %q", i+1, got[min(i, len(got)-1)], line)
		}
	}
}
