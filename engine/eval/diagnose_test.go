package eval

import (
	"fmt"
	"testing"

	"gputour/engine/diag"
)

func TestDiagnose(t *testing.T) {
	e := &Evaluator{config: Config{CheckKernel: func(source string, line int) diag.List {
		return diag.List{{Message: source, Span: diag.Span{Start: diag.Pos{Line: line}}}}
	}}}
	for _, c := range []struct{ code, want string }{
		{"x = 1\nx", "[]"},
		{"x = (1,\ny = 2", "[{error SyntaxError '(' was never closed 1 4 0 0}]"},
		{"for i in range(3)\n    pass", "[{error SyntaxError expected ':' 1 17 1 17}]"},
		{"def f():\nreturn 1", "[{error IndentationError expected an indented block after function definition on line 1 2 0 2 6}]"},
		{"return 1", "[{error SyntaxError 'return' outside function 1 0 1 8}]"},
		{"x is 3", `[{warning SyntaxWarning "is" with a literal. Did you mean "=="? 1 0 1 6}]`},
		{"!ls -l\n%timeit f(x)\nf?", "[]"},
		{"%%time\n\nx =", "[{error SyntaxError invalid syntax 3 3 3 3}]"},
		{"# first\n%%time\nx =", "[{error SyntaxError invalid syntax 3 3 3 3}]"},
		{"%%bash\nfor x in", "[]"},
		{"%%cuda\nvoid", "[{error  void 2 0 0 0}]"},
	} {
		if got := fmt.Sprint(e.Diagnose(c.code).Problems); got != c.want {
			t.Errorf("%q: got  %s\nwant %s", c.code, got, c.want)
		}
	}
}
