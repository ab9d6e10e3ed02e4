package lex

import (
	"strings"
	"testing"

	"gputour/cuda/cudac/source"
)

// TestLaunchBrackets joins the brackets of launches and leaves all others alone.
func TestLaunchBrackets(t *testing.T) {
	for text, want := range map[string]string{
		"k<<<1, 32>>>(p);":            "k <<< 1 , 32 >>> ( p ) ;",
		"k << <1, 32 >> > (p);":       "k <<< 1 , 32 >>> ( p ) ;",
		"k <3><< <g, b> >>(p);":       "k < 3 > <<< g , b >>> ( p ) ;",
		"k< << (n >> 1), 32 > > >();": "k <<< ( n >> 1 ) , 32 >>> ( ) ;",
		"k<<<n >> 1, f(a >> b)>>>();": "k <<< n >> 1 , f ( a >> b ) >>> ( ) ;",
		"A<B<C<int>> > x = a << b;":   "A < B < C < int >> > x = a << b ;",
		"x = a << 1 < 2;":             "x = a << 1 < 2 ;",
	} {
		var words []string
		for _, token := range withLaunches(Scan(&source.Text{}, text, 1, true)) {
			if token.Kind != EOF {
				words = append(words, token.Text)
			}
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}
