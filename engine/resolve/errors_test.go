package resolve

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// TestErrors compares the error of every chunk of testdata/errors.py with what
// CPython 3.11 says, line by line of errors.golden. That is made by
// ../syntax/parse/testdata/errors_golden.py.
func TestErrors(t *testing.T) {
	src, err := os.ReadFile("testdata/errors.py")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("testdata/errors.golden")
	if err != nil {
		t.Fatal(err)
	}
	chunks := strings.Split(string(src), "---\n")
	rows := strings.Split(strings.TrimSpace(string(golden)), "\n")
	if len(chunks) != len(rows) {
		t.Fatalf("%d chunks, %d golden rows", len(chunks), len(rows))
	}
	line := 1
	for i, chunk := range chunks {
		if got, want := errorOf(chunk), wantOf(t, rows[i]); got != want {
			t.Errorf("errors.py:%d: %s\n got  %s\n want %s", line, strings.TrimRight(chunk, "\n"), got, want)
		}
		line += strings.Count(chunk, "\n") + 1
	}
}

// errorOf returns the error of a source as text, "" if there is none.
func errorOf(src string) string {
	m, err := parse.Source("test", src, parse.Options{})
	if err == nil {
		err = Module(m, Options{Inline: true})
	}
	if err == nil {
		return ""
	}
	e := err.(*syntax.Error)
	end := ""
	if e.End.IsValid() {
		end = fmt.Sprintf("-%d:%d", e.End.Line, e.End.Col+1)
	}
	return fmt.Sprintf("%v: %s @%d:%d%s", e.Class, e.Msg, e.Start.Line, e.Start.Col+1, end)
}

func wantOf(t *testing.T, row string) string {
	var f []any
	if err := json.Unmarshal([]byte(row), &f); err != nil {
		t.Fatal(err)
	}
	if f == nil {
		return ""
	}
	end := ""
	if n, ok := f[5].(float64); ok && n > 0 {
		end = fmt.Sprintf("-%v:%v", f[4], n)
	}
	return fmt.Sprintf("%v: %v @%v:%v%s", f[0], f[1], f[2], f[3], end)
}
