package cudac

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestSecondSource has clang run the programs with kernels as plain C++, threads as fibers (testdata/programs/second), and compares
// what they print with the files that TestPrograms holds us to.
func TestSecondSource(t *testing.T) {
	if os.Getenv("THOROUGH") == "" {
		t.Skip("set THOROUGH=1 to have clang++ compile the programs")
	}
	if _, err := exec.LookPath("clang++-14"); err != nil {
		t.Skip(err)
	}
	said, err := exec.Command("python3", "testdata/programs/second/second.py").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	asked := 0
	for line := range strings.Lines(string(said)) {
		name, answer, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case answer == "same":
			asked++
		case !strings.HasPrefix(answer, "not asked: "):
			t.Errorf("%s: %s", name, answer)
		}
	}
	if asked == 0 {
		t.Error("no program was asked")
	}
}
