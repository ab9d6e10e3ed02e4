package app

import (
	"strings"
	"testing"

	"gputour/engine/wire"
)

func TestOldOutputsStayUntilTheNewRunPrints(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "one\n"})
	})
	b.run("a", 2, wire.RunDone, func(rid string) {
		b.want(b.s.Cells["a"].Plain(), "one\n")
		b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "two\n"})
		b.want(b.s.Cells["a"].Plain(), "two\n")
	})
	b.run("a", 3, wire.RunDone, nil)
	b.want(b.s.Cells["a"].Plain(), "")
}

func TestStreamsStayApartAndInOrder(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		for _, name := range []string{"stdout", "stdout", "stderr", "stdout"} {
			b.event(rid, "a", wire.Stream, wire.StreamBody{Name: name, Text: name + "\n"})
		}
	})
	if n := len(b.s.Cells["a"].Outputs); n != 3 {
		t.Errorf("%d outputs, want 3", n)
	}
}

func TestClearOutputWaitsForTheNext(t *testing.T) {
	b := online(t)
	b.run("a", 1, wire.RunDone, func(rid string) {
		b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "old\n"})
		b.event(rid, "a", wire.ClearOutput, wire.ClearBody{Wait: true})
		b.want(b.s.Cells["a"].Plain(), "old\n")
		b.event(rid, "a", wire.Stream, wire.StreamBody{Name: "stdout", Text: "new\n"})
	})
	b.want(b.s.Cells["a"].Plain(), "new\n")
}

// TestRows: a line that wraps takes more than one row of the page.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{{"", 0}, {"a\nb\n", 2}, {strings.Repeat("x", 5000), 50}, {strings.Repeat("short\n", 30), 30}} {
		cell := newCell("a", "")
		cell.print(&wire.StreamBody{Name: "stdout", Text: c.text})
		if got := cell.Rows(); got != c.want {
			t.Errorf("%.10q…: %d rows, want %d", c.text, got, c.want)
		}
	}
}
