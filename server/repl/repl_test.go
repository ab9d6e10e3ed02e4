package repl

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"gputour/engine/session/sessiontest"
	"gputour/engine/wire"
)

func TestIndentAfter(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x = 1\n", ""},
		{"def f():\n", "    "},
		{"def f():\n    if x:\n", "        "},
		{"def f():\n    return 1\n", "    "},
		{"x = (1,\n", ""},
	} {
		if got := indentAfter(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestComplete asks for what follows a line whose cell began above it.
func TestComplete(t *testing.T) {
	ev, _ := sessiontest.Open("cpu")
	e := &Editor{ev: ev, before: "if 两:\n"}
	head, matches, tail := e.complete("    两 = 1", 6)
	if got := fmt.Sprintf("%q %q %q", head, matches, tail); got != `"    两 " ["scripted"] "= 1"` {
		t.Error(got)
	}
	head, matches, _ = e.complete("  x", 2)
	if got := fmt.Sprintf("%q %q", head, matches); got != `"  " ["    "]` {
		t.Error(got)
	}
}

func TestPipe(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"statements", "x = 1\ny = 2", []string{"x = 1\n", "y = 2\n"}},
		{"a block", "if x:\n    y\nz\n", []string{"if x:\n    y\n", "z\n"}},
		{"a block with empty lines", "def f():\n    x\n\n    y\n\nz\n", []string{"def f():\n    x\n\n    y\n", "\n", "z\n"}},
		{"else of a block", "if x:\n    y\nelse:\n    z\nw\n", []string{"if x:\n    y\nelse:\n    z\n", "w\n"}},
		{"try", "try:\n    x\nexcept E:\n    y\nfinally:\n    z\n", []string{"try:\n    x\nexcept E:\n    y\nfinally:\n    z\n"}},
		{"brackets", "x = [\n1,\n\n2]\ny\n", []string{"x = [\n1,\n\n2]\n", "y\n"}},
		{"a string", "x = '''a\n\nb'''\ny\n", []string{"x = '''a\n\nb'''\n", "y\n"}},
		{"a decorator", "@d\ndef f():\n    x\ny\n", []string{"@d\ndef f():\n    x\n", "y\n"}},
		{"a cell magic", "%%bash\nls\n\nx\n", []string{"%%bash\nls\n\n", "x\n"}},
		{"an unfinished end", "x = (1,\n", []string{"x = (1,\n"}},
		{"nonsense", ")\nx\n", []string{")\n", "x\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := NewPipe(strings.NewReader(c.text))
			var got []string
			for {
				cell, err := p.Cell(1)
				if err == io.EOF {
					break
				}
				got = append(got, cell)
			}
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestAnswer(t *testing.T) {
	p := NewPipe(strings.NewReader("name = input()\nAda\nname\n"))
	p.Cell(1)
	if got, err := p.Answer(wire.InputRequestBody{}); got != "Ada" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, _ := p.Cell(2); got != "name\n" {
		t.Errorf("the next cell is %q", got)
	}
}

func FuzzPipe(f *testing.F) {
	f.Add("if x:\n    y\nelse:\n    z\n%%bash\nls\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		p := NewPipe(strings.NewReader(text))
		for range strings.Count(text, "\n") + 1 {
			if _, err := p.Cell(1); err != nil {
				return
			}
		}
		if _, err := p.Cell(1); err == nil {
			t.Error("more cells than lines")
		}
	})
}
