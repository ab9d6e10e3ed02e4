package terminal

import (
	"strings"
	"testing"
)

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
		if joined != Strip(text) {
			t.Errorf("spans %q, stripped %q", joined, Strip(text))
		}
		if strings.Contains(joined, "\x1b") {
			t.Errorf("an escape is left in %q", joined)
		}
	})
}
