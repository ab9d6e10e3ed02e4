package promise

import (
	"os"
	"regexp"
	"testing"

	"gputour/engine/device/cpu"
	"gputour/engine/eval"
	"gputour/lessons"
	"gputour/lessons/lesson"
)

// address is where an object lies: it differs from run to run.
var address = regexp.MustCompile(`0x[0-9a-f]{6,}`)

// TestReference runs the course on the CPU and compares the cells that need no GPU
// with what the real PyTorch prints for them; lessons/testdata/reference.py wrote that.
func TestReference(t *testing.T) {
	const dir = "../../lessons/testdata/torch"
	if _, err := os.Stat(dir); err != nil {
		t.Fatal(err)
	}
	config := eval.Config{Reprs: true, Machine: func(string) (*eval.Machine, error) { return &eval.Machine{CPU: cpu.New()}, nil }}
	runner := &Runner{Open: config.Open, Goldens: Goldens{Dir: dir}}
	compared := 0
	for _, e := range lesson.Load(lessons.Files).Entries {
		compared += runner.reference(t, e)
	}
	if compared < 25 {
		t.Errorf("only %d cells were compared", compared)
	}
}

// reference runs one lesson and returns how many of its cells were compared.
func (r *Runner) reference(t *testing.T, e *lesson.Entry) int {
	l := e.Lang("en")
	want, err := r.Goldens.read(l, "cpu")
	if err != nil {
		t.Fatal(err)
	}
	if len(want.parts) == 0 {
		return 0
	}
	ev, err := r.Open("cpu")
	if err != nil {
		t.Fatal(err)
	}
	defer ev.Close()
	x := &run{Runner: r, entry: e, lesson: l, spec: "cpu", ev: ev}
	for _, c := range l.Cells() {
		code := c.Code
		if s := e.Secret.Solutions[c.ID]; s != nil {
			code = s.Code
		}
		if c.Kind == lesson.Quiz || c.Kind == lesson.Tests {
			continue
		}
		got := address.ReplaceAllString(x.execute(code, c.ID, nil).text(), "0x…")
		if text, ok := want.get(c.ID); ok && text != got {
			t.Errorf("%s: %s prints\n%s\nPyTorch prints\n%s", l.File, c.ID, indent(got), indent(text))
		}
	}
	return len(want.parts)
}
