package interp_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
)

var update = flag.Bool("update", false, "rewrite testdata/*.out with what CPython prints")

// cpython is the reference, where it is installed.
const cpython = "/usr/bin/python3"

// run executes a script in a fresh session and returns what it printed, with what
// uncaught makes of an uncaught exception at the end.
func run(t testing.TB, src string, uncaught func(*object.Thread, *object.Exception) string) string {
	t.Helper()
	s := object.NewSession()
	var out bytes.Buffer
	s.Stdout = &out
	interp.Install(s)
	traceback.Install(s)
	th := object.NewThread(s, nil)
	interp.LimitSteps(th, 200_000_000)
	_, err := interp.Exec(th, interp.Source{Name: "script.py", Text: src, Script: true}, interp.Main(s))
	if e, ok := err.(*object.Exception); ok {
		out.WriteString(uncaught(th, e))
	} else if err != nil {
		t.Error(err)
	}
	if err := interp.Finish(th); err != nil {
		t.Error(err)
	}
	return out.String()
}

// reference runs a script with CPython.
func reference(t testing.TB, src string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "script.py")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(cpython, "script.py")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PYTHONHASHSEED=0")
	text, err := cmd.CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), dir+"/", "")
}

// TestScripts runs testdata/*.py and compares with the .out beside it, which
// CPython wrote. Where CPython is present it must still agree.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	_, err = os.Stat(cpython)
	present := err == nil
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".py") + ".out"
			if present {
				want := reference(t, string(src))
				if *update {
					if err := os.WriteFile(golden, []byte(want), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if have, err := os.ReadFile(golden); err != nil || string(have) != want {
					t.Errorf("%s is not what %s prints", golden, cpython)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			diff(t, run(t, string(src), traceback.Format), string(want))
		})
	}
}

// diff reports the first line in which got and want differ.
func diff(t testing.TB, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		a, b := "<end>", "<end>"
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Fatalf("output line %d:\n got %s\nwant %s", i+1, a, b)
		}
	}
}
