package std_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/std"
)

// run executes a program as a script in a fresh session and returns what it prints.
func run(t *testing.T, name, text string) string {
	t.Helper()
	s := object.NewSession()
	var out bytes.Buffer
	s.Stdout, s.Stderr = &out, io.Discard
	interp.Install(s, std.Modules()...)
	traceback.Install(s)
	std.AddSite(s)
	thread := object.NewThread(s, &object.Token{})
	_, err := interp.Exec(thread, interp.Source{Name: name, Text: text, Line: 1, Script: true}, interp.Main(s))
	if e, ok := object.AsException(err); ok {
		t.Fatalf("%s\n%s", traceback.Format(thread, e), out.String())
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := interp.Finish(thread); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestPrograms runs the programs in testdata; testdata/generate wrote what CPython prints.
func TestPrograms(t *testing.T) {
	programs, err := filepath.Glob("testdata/*.py")
	if err != nil || len(programs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, program := range programs {
		t.Run(strings.TrimSuffix(filepath.Base(program), ".py"), func(t *testing.T) {
			text, err := os.ReadFile(program)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(program, ".py") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			compareLines(t, string(want), run(t, program, string(text)))
		})
	}
}

func compareLines(t *testing.T, want, got string) {
	t.Helper()
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		switch {
		case i >= len(w):
			t.Fatalf("line %d is too much: %s", i+1, g[i])
		case i >= len(g):
			t.Fatalf("line %d is missing: %s", i+1, w[i])
		case w[i] != g[i]:
			t.Fatalf("line %d\nwant %s\n got %s", i+1, w[i], g[i])
		}
	}
}

// TestImports imports every module of the library.
func TestImports(t *testing.T) {
	var text strings.Builder
	for _, m := range std.Modules() {
		if !std.Absent(m.Name) {
			text.WriteString("import " + m.Name + "\n")
		}
	}
	text.WriteString("print('all')\n")
	if got := run(t, "imports.py", text.String()); got != "all\n" {
		t.Errorf("printed %q", got)
	}
}

// TestAbsent imports modules that are not offered: Python's message, and a note that says what there is.
func TestAbsent(t *testing.T) {
	got := run(t, "absent.py", `
for name in 'sqlite3', 'urllib.request', 'nothing_at_all':
    try:
        __import__(name)
    except ModuleNotFoundError as e:
        print(e, e.name, len(getattr(e, '__notes__', [])), type(e).__name__)
`)
	want := "No module named 'sqlite3' sqlite3 1 ModuleNotFoundError\n" +
		"No module named 'urllib.request' urllib.request 1 ModuleNotFoundError\n" +
		"No module named 'nothing_at_all' nothing_at_all 0 ModuleNotFoundError\n"
	if got != want {
		t.Errorf("printed %q", got)
	}
}

// FuzzRegex checks that no pattern panics, and that a search that backtracks for ever
// ends when it is told to.
func FuzzRegex(f *testing.F) {
	for _, p := range []string{`a+b`, `(?P<n>x)(?P=n)`, `[^\W\d]`, `(?(1)a|b)`, `\b\w{2,3}?`, `((((`, `[a-`, `(?i-s:x)`} {
		f.Add(p, "aab xx é\n")
	}
	s := object.NewSession()
	interp.Install(s, std.Modules()...)
	traceback.Install(s)
	f.Fuzz(func(t *testing.T, pattern, text string) {
		token := &object.Token{}
		defer time.AfterFunc(time.Second, func() { token.Stop(&object.Stopped{Limit: "time"}) }).Stop()
		thread := object.NewThread(s, token)
		ns := interp.Main(s)
		ns.Set("p", object.NewStr(pattern))
		ns.Set("s", object.NewStr(text))
		src := "import re\ntry:\n    re.sub(p, '-', s[:40])\nexcept (re.error, RuntimeError, RecursionError, OverflowError):\n    pass\n"
		_, err := interp.Exec(thread, interp.Source{Name: "fuzz", Text: src, Line: 1, Script: true}, ns)
		var stopped *object.Stopped
		if err != nil && !errors.As(err, &stopped) {
			t.Fatalf("%q on %q: %v", pattern, text, err)
		}
	})
}
