package app

import (
	"strings"
	"testing"

	"gputour/engine/wire"
)

func TestStreamReturnsAndNewlines(t *testing.T) {
	for _, c := range []struct {
		writes []string
		want   string
	}{
		{[]string{"a\nb"}, "a\nb"},
		{[]string{"10%\r20%\r30%"}, "30%"},
		{[]string{"10%", "\r20%", "\r", "30%\n", "done\n"}, "30%\ndone\n"},
		{[]string{"keep\n10%\r", "\n"}, "keep\n10%\n"},
		{[]string{"dos\r\nend\r\n"}, "dos\nend\n"},
		{[]string{"a\r\r\rb"}, "b"},
		{[]string{"bar 1\r", "bar 2\r", "bar 3\r"}, "bar 3"},
	} {
		var s Stream
		for _, w := range c.writes {
			s.Write(w)
		}
		if got := s.String(); got != c.want {
			t.Errorf("%q gives %q, want %q", c.writes, got, c.want)
		}
		if s.Bytes != len(c.want) || s.Lines != strings.Count(c.want, "\n") {
			t.Errorf("%q: counted %d bytes, %d lines", c.writes, s.Bytes, s.Lines)
		}
	}
}

func TestStreamIsCutIntoChunksThatJoinToTheWhole(t *testing.T) {
	var s Stream
	var want strings.Builder
	for i := range 1000 {
		line := "\x1b[31m" + strings.Repeat("x", i%90) + "\n"
		s.Write(line)
		want.WriteString(line)
	}
	s.Write(strings.Repeat("long", 20000))
	want.WriteString(strings.Repeat("long", 20000))
	if s.String() != want.String() {
		t.Fatal("text was changed")
	}
	if len(s.Chunks) < 10 {
		t.Fatalf("%d chunks", len(s.Chunks))
	}
	if s.Chunks[3].Style.Fore != 2 {
		t.Error("a colour ends with its chunk")
	}
}

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

func TestSpans(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", "plain[]"},
		{"\x1b[31mred\x1b[0m off", "red[f1] off[]"},
		{"\x1b[1;92mbold\x1b[22m green", "bold[a1 f2] green[f2]"},
		{"\x1b[38;5;196mx\x1b[48;2;0;0;200my", "x[f1]y[f1 b4]"},
		{"a\x1b[2Kb\x1b]0;title\x07c", "abc[]"},
		{"\x1b[mx\x1b[", "x[]"},
		{"\x1b", ""},
	} {
		got := ""
		for _, s := range Spans(c.text, Style{}) {
			got += s.Text + "[" + s.Style.Class() + "]"
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func FuzzSpans(f *testing.F) {
	for _, s := range []string{"\x1b[31mred", "\x1b]0;t\x1b\\x", "\x1b(B", "\x1b[38;5;", "\x1b[99999999999m"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		joined := ""
		for _, s := range Spans(text, Style{}) {
			joined += s.Text
		}
		if joined != StripANSI(text) {
			t.Errorf("spans %q, stripped %q", joined, StripANSI(text))
		}
		if strings.Contains(joined, "\x1b") {
			t.Errorf("an escape is left in %q", joined)
		}
	})
}

func FuzzStream(f *testing.F) {
	f.Add("a\rb\n", "c\r\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		var s Stream
		s.Write(a)
		s.Write(b)
		if text := s.String(); len(text) != s.Bytes || strings.Contains(text, "\r") {
			t.Errorf("%q has %d bytes", text, s.Bytes)
		}
	})
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
