package desk

import (
	"fmt"
	"testing"
)

func TestReveal(t *testing.T) {
	const code = "def f(x):\n    \"\"\"两\"\"\"\n\n    return x\n\nf(2)"
	for parts, want := range []string{
		`"" 0/4 [{0 9} {4 7} {0 0} {4 8} {0 0} {0 4}]`,
		`"def f(x):" 1/4 [{4 7} {0 0} {4 8} {0 0} {0 4}]`,
		`"def f(x):\n    \"\"\"两\"\"\"" 2/4 [{4 8} {0 0} {0 4}]`,
		`"def f(x):\n    \"\"\"两\"\"\"\n\n    return x" 3/4 [{0 4}]`,
		`"def f(x):\n    \"\"\"两\"\"\"\n\n    return x\n\nf(2)" 4/4 []`,
		`"def f(x):\n    \"\"\"两\"\"\"\n\n    return x\n\nf(2)" 4/4 []`,
	} {
		r := reveal(code, parts)
		if got := fmt.Sprintf("%q %d/%d %v", r.Code, r.Parts, r.Total, r.Rest); got != want {
			t.Errorf("%d parts: got  %s\nwant %s", parts, got, want)
		}
	}
}
