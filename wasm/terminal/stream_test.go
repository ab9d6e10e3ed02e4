package terminal

import (
	"strings"
	"testing"
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

// TestOpen: a line goes on until its end, whatever was written over in it.
func TestOpen(t *testing.T) {
	var s Stream
	for _, c := range []struct {
		text string
		open bool
	}{{"", false}, {"10%", true}, {"\r20%", true}, {"\n", false}, {"a\nb", true}, {"\r\n", false}} {
		if s.Write(c.text); s.Open() != c.open {
			t.Errorf("after %q the line goes on: %v", c.text, s.Open())
		}
	}
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
