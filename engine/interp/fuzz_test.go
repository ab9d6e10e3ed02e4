package interp_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
)

// FuzzExec runs any text with few steps and little memory: it must end, with a
// value, a Python exception or a stop, and leave the session usable.
func FuzzExec(f *testing.F) {
	files, err := filepath.Glob("testdata/*.py")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Fuzz(func(t *testing.T, src string) {
		s := object.NewSession()
		s.Limits = object.Limits{Bytes: 256 << 20, Alloc: 16 << 20, IntBits: 1 << 16}
		var out bytes.Buffer
		s.Stdout, s.Stderr = &out, &out
		interp.Install(s)
		traceback.Install(s)
		th := object.NewThread(s, nil)
		interp.LimitSteps(th, 20_000)
		_, err := interp.Exec(th, interp.Source{Name: "fuzz.py", Text: src}, interp.Main(s))
		var bug *interp.InternalError
		if errors.As(err, &bug) {
			t.Fatalf("%v\n%s", bug, bug.Stack)
		}
		if e, ok := err.(*object.Exception); ok {
			traceback.Format(th, e)
			traceback.FormatCell(th, e)
		}
		after := object.NewThread(s, nil)
		r, err := interp.Exec(after, interp.Source{Name: "after.py", Text: "1 + 1"}, interp.Main(s))
		if err != nil || !object.Is(r.Value, object.Int(2)) {
			t.Fatalf("the session is spoilt: %v", err)
		}
	})
}
