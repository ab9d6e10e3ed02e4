package parse

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"gputour/engine/syntax"
)

// python is the CPython that the goldens come from.
const python = "/usr/bin/python3"

// isPython311 reports whether CPython 3.11 is there to be asked.
func isPython311() bool {
	out, err := exec.Command(python, "-V").Output()
	return err == nil && strings.HasPrefix(string(out), "Python 3.11.")
}

// mistake is one line of errors.golden.
type mistake struct {
	Class, Msg                   string
	Line, Offset, EndLine, EndOf int
	Text                         string
}

func (m *mistake) UnmarshalJSON(b []byte) error {
	var text *string
	row := []any{&m.Class, &m.Msg, &m.Line, &m.Offset, &m.EndLine, &m.EndOf, &text}
	if err := json.Unmarshal(b, &row); err != nil {
		return err
	}
	if text != nil {
		m.Text = strings.TrimRight(*text, "\n")
	}
	return nil
}

func (m mistake) String() string {
	if m.EndOf <= 0 { // CPython writes "no end" as 0 or -1
		m.EndLine, m.EndOf = 0, 0
	}
	return fmt.Sprintf("%s: %s @%d:%d-%d:%d %q", m.Class, m.Msg, m.Line, m.Offset, m.EndLine, m.EndOf, m.Text)
}

func mistakeOf(e *syntax.Error) mistake {
	m := mistake{Class: e.Class.String(), Msg: e.Msg, Text: strings.TrimRight(e.Text, "\n")}
	if e.Start.IsValid() {
		m.Line, m.Offset = e.Start.Line, e.Start.Col+1
	}
	if e.End.IsValid() {
		m.EndLine, m.EndOf = e.End.Line, e.End.Col+1
	}
	return m
}

// TestErrors compares the error of every chunk of testdata/errors.py with CPython's.
func TestErrors(t *testing.T) {
	src, err := os.ReadFile("testdata/errors.py")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("testdata/errors.golden")
	if err != nil {
		t.Fatal(err)
	}
	if isPython311() {
		cmd := exec.Command(python, "errors_golden.py", "errors.py")
		cmd.Dir = "testdata"
		now, err := cmd.Output()
		if err != nil || string(now) != string(golden) {
			t.Errorf("errors.golden is not what CPython says (%v)", err)
		}
	}
	chunks := strings.Split(string(src), "---\n")
	rows := strings.Split(strings.TrimSpace(string(golden)), "\n")
	if len(chunks) != len(rows) {
		t.Fatalf("%d chunks, %d golden rows", len(chunks), len(rows))
	}
	line := 1
	for i, chunk := range chunks {
		checkMistake(t, chunk, rows[i], line)
		line += strings.Count(chunk, "\n") + 1
	}
}

func checkMistake(t *testing.T, chunk, row string, line int) {
	t.Helper()
	_, err := Source("test", chunk, Options{})
	got := "null"
	if err != nil {
		got = mistakeOf(err.(*syntax.Error)).String()
	}
	want := row
	if row != "null" {
		var m mistake
		if err := json.Unmarshal([]byte(row), &m); err != nil {
			t.Fatal(err)
		}
		want = m.String()
	}
	if got != want {
		t.Errorf("errors.py:%d: %s\n got  %s\n want %s", line, strings.TrimRight(chunk, "\n"), got, want)
	}
}
