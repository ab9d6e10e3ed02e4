package numpy_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gputour/engine/device/cpu"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/numpy"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch"
	"gputour/engine/tensor"
)

// run executes a program and returns what it printed.
func run(t *testing.T, program string) string {
	t.Helper()
	s := object.NewSession()
	out := new(bytes.Buffer)
	s.Stdout, s.Stderr = out, new(bytes.Buffer)
	torch.Use(s, tensor.NewEnv(cpu.New()))
	numpy.Use(s)
	interp.Install(s, slices.Concat(std.Modules(), torch.Modules(), numpy.Modules())...)
	th := object.NewThread(s, nil)
	if _, err := interp.Exec(th, interp.Source{Name: "test", Text: program, Line: 1, Script: true}, interp.Main(s)); err != nil {
		if e, ok := err.(*object.Exception); ok {
			t.Fatalf("%s\n%s", out, interp.FormatException(th, e))
		}
		t.Fatal(err)
	}
	return out.String()
}

// TestPrograms runs testdata/*.py; NumPy 1.24 itself printed the .out files
// (python3 NAME.py > NAME.out).
func TestPrograms(t *testing.T) {
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
			want, err := os.ReadFile(strings.TrimSuffix(name, ".py") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			got, lines := strings.Split(run(t, string(text)), "\n"), strings.Split(string(want), "\n")
			for i, line := range lines {
				if i >= len(got) || got[i] != line {
					t.Fatalf("line %d is %q, want %q", i+1, got[min(i, len(got)-1)], line)
				}
			}
		})
	}
}
