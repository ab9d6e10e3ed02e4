package lex

import (
	"strings"
	"testing"

	"gputour/cuda/cudac/source"
)

// TestLinesJoined holds what a backslash at the end of a line joins, with what CUDA's compiler lets stand behind it.
func TestLinesJoined(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"a + \\\nb", "a + b"},
		{"a + \\\r\nb", "a + b"},
		{"a + \\  \nb", "a + b"},
		{"a + \\ // how many\nb", "a + b"},
		{"a + \\ /* how many */ \nb", "a + b"},
		{"#define S(x) \\ // twice\n\tx + x\nS(1)", "1 + 1"},
	} {
		text := &source.Text{}
		var words []string
		for _, token := range Tokens(text, c.source, nil, nil) {
			if !token.Header && token.Kind != EOF {
				words = append(words, token.Text)
			}
		}
		if got := strings.Join(words, " "); got != c.want || text.Failed() {
			t.Errorf("%q: %q, want %q; %v", c.source, got, c.want, text.Problems)
		}
	}
}
