package pylibtest

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gputour/engine/interp"
	"gputour/engine/interp/traceback"
	"gputour/engine/object"
	"gputour/engine/pylib/std"
)

// asker is the part of testdata/expressions/generate.py that answers one expression.
const asker = `
import itertools
def show(v):
    if hasattr(v, '__next__') or type(v).__name__.startswith('dict_'):
        return type(v).__name__ + repr(list(itertools.islice(v, 20)))
    if isinstance(v, (set, frozenset)) and any(isinstance(x, str) for x in v):
        return type(v).__name__ + repr(sorted(v, key=repr))  # their order is free
    r = repr(v)
    return type(v).__name__ if ' at 0x' in r else r
def answer(source):
    try:
        return show(eval(source, {}))
    except Exception as e:
        return type(e).__name__ + ': ' + str(e)
`

// newAsker returns a function that answers expressions as the goldens do.
func newAsker(t testing.TB) func(source string) string {
	s := object.NewSession()
	interp.Install(s, std.Modules()...)
	traceback.Install(s)
	th := object.NewThread(s, nil)
	if _, err := interp.Exec(th, interp.Source{Name: "asker", Text: asker, Line: 1, Script: true}, interp.Main(s)); err != nil {
		t.Fatal(err)
	}
	answer, _ := interp.Main(s).Get("answer")
	return func(source string) string {
		v, err := object.Call(th, answer, object.NewStr(source))
		if err != nil {
			t.Fatalf("%s: %v", source, err)
		}
		text, _ := object.AsStr(v)
		return strings.ReplaceAll(text, "\n", `\n`)
	}
}

// TestExpressions asks every expression that CPython answered.
func TestExpressions(t *testing.T) {
	files, err := filepath.Glob("testdata/expressions/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatal("no goldens", err)
	}
	ask := newAsker(t)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(bytes.NewReader(b))
			lines.Buffer(nil, 1<<20)
			for lines.Scan() {
				source, want, ok := strings.Cut(lines.Text(), " -> ")
				if !ok {
					t.Fatalf("no answer in %q", lines.Text())
				}
				if got := ask(source); escapeSurrogates(got) != want {
					t.Errorf("%s\n got %s\nwant %s", source, got, want)
				}
			}
		})
	}
}

// escapeSurrogates writes lone surrogates as the golden files do.
func escapeSurrogates(s string) string {
	if !strings.Contains(s, "\xed") {
		return s
	}
	s = strings.ReplaceAll(s, "\xed\xa0\x80", `\ud800`)
	return s
}

// TestExpressionsAreCurrent runs the generator where CPython 3.11 is present.
func TestExpressionsAreCurrent(t *testing.T) {
	python, err := exec.LookPath("/usr/bin/python3")
	if err != nil {
		t.Skip("no CPython here")
	}
	version, err := exec.Command(python, "-c", "import sys; print(sys.version_info[:2])").Output()
	if err != nil || strings.TrimSpace(string(version)) != "(3, 11)" {
		t.Skipf("CPython is %s, not 3.11", version)
	}
	dir := t.TempDir()
	script, err := os.ReadFile("testdata/expressions/generate.py")
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "generate.py")
	if err := os.WriteFile(copied, script, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(python, copied).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"methods", "operators", "formats"} {
		fresh, err := os.ReadFile(filepath.Join(dir, name+".golden"))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile("testdata/expressions/" + name + ".golden")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(fresh, kept) {
			t.Errorf("%s.golden is not what testdata/expressions/generate.py writes", name)
		}
	}
}
