package interp_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"gputour/engine/object"
)

var (
	seed     = flag.Uint64("seed", 1, "first seed of the generated programs")
	programs = flag.Int("programs", 150, "number of generated programs")
)

// addresses are the parts of a repr that differ from run to run.
var addresses = regexp.MustCompile(` at 0x[0-9a-f]+`)

// separator parts the programs, and their outputs.
const separator = "\x1e"

// harness runs each program of its input in a namespace of its own.
const harness = `import sys
for i, src in enumerate(sys.stdin.read().split("\x1e")):
    if i: sys.stdout.write("\x1e")
    try:
        exec(compile(src, "script.py", "exec"), {"__name__": "__main__"})
    except Exception as e:
        print("uncaught", type(e).__name__, e)
`

// TestAgainstCPython generates programs and compares what they print.
func TestAgainstCPython(t *testing.T) {
	if _, err := os.Stat(cpython); err != nil {
		t.Skip("no ", cpython)
	}
	sources := make([]string, *programs)
	for i := range sources {
		sources[i] = program(rand.New(rand.NewPCG(*seed+uint64(i), 0)))
	}
	cmd := exec.Command(cpython, "-W", "ignore", "-c", harness)
	cmd.Env = append(os.Environ(), "PYTHONHASHSEED=0")
	cmd.Stdin = strings.NewReader(strings.Join(sources, separator))
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	wants := strings.Split(string(text), separator)
	if len(wants) != len(sources) {
		t.Fatalf("CPython ran %d of %d programs", len(wants), len(sources))
	}
	failed := 0
	for i, src := range sources {
		if got, want := addresses.ReplaceAllString(run(t, src, uncaught), ""), addresses.ReplaceAllString(wants[i], ""); got != want {
			t.Errorf("seed %d:\n%s\n%s", *seed+uint64(i), firstDifference(got, want), src)
			if failed++; failed == 3 {
				t.FailNow()
			}
		}
	}
}

func uncaught(t *object.Thread, e *object.Exception) string {
	text, err := object.ToStr(t, e.Value())
	if err != nil {
		text = err.Error()
	}
	return "uncaught " + e.Class().Name + " " + text + "\n"
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	return "one output is longer than the other"
}
