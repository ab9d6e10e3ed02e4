package syntax_test

import (
	"testing"

	"gputour/engine/syntax/parse"
)

func TestLine(t *testing.T) {
	m, err := parse.Source("test", "é = f(\n  ü, 1)\ny = 2\n", parse.Options{FirstLine: 10})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Line(12), "y = 2"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := m.Line(13); got != "" {
		t.Errorf("line behind the end: %q", got)
	}
}
