package resolve

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// TestWarnings compares the warnings of every chunk of testdata/warn.py with
// CPython's, which warn_golden.py wrote down.
func TestWarnings(t *testing.T) {
	src, err := os.ReadFile("testdata/warn.py")
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile("testdata/warn.golden")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(golden)), "\n")
	for i, chunk := range strings.Split(string(src), "---\n") {
		var want [][]any
		if err := json.Unmarshal([]byte(rows[i]), &want); err != nil {
			t.Fatal(err)
		}
		if got := warningsOf(chunk); !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n got  %v\n want %v", chunk, got, want)
		}
	}
}

func warningsOf(src string) [][]any {
	list := [][]any{}
	m, err := parse.Source("test", src, parse.Options{})
	if err == nil {
		err = Module(m, Options{})
	}
	if err != nil {
		e := err.(*syntax.Error)
		return append(list, []any{e.Class.String(), e.Msg, float64(e.Start.Line)})
	}
	for _, w := range m.Warnings {
		list = append(list, []any{w.Code, w.Message, float64(w.Span.Start.Line)})
	}
	return list
}
