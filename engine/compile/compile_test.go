package compile_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"gputour/engine/bytecode"
	"gputour/engine/compile"
	"gputour/engine/resolve"
	"gputour/engine/syntax/parse"
)

var update = flag.Bool("update", false, "rewrite the disassembly in testdata")

// program parses, resolves and compiles a source.
func program(t testing.TB, src string, opt compile.Options) (*compile.Program, error) {
	t.Helper()
	m, err := parse.Source("test.py", src, parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := resolve.Module(m, resolve.Options{Inline: true}); err != nil {
		t.Fatal(err)
	}
	return compile.Module(m, opt)
}

// TestDisassembly compares the code of the sources in testdata with what stands there.
func TestDisassembly(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i+1 < len(archive.Files); i += 2 {
				p, err := program(t, string(archive.Files[i].Data), compile.Options{Display: true})
				if err != nil {
					t.Fatal(err)
				}
				got := bytecode.Disassemble(p.Code)
				if *update {
					archive.Files[i+1].Data = []byte(got)
				} else if want := string(archive.Files[i+1].Data); got != want {
					t.Errorf("%s: got\n%s\nwant\n%s", archive.Files[i].Name, got, want)
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestRegisters checks that a block with more variables or a deeper expression
// than a frame has registers is refused with an error.
func TestRegisters(t *testing.T) {
	var many strings.Builder
	many.WriteString("def f():\n")
	for i := range 300 {
		many.WriteString("    v" + strings.Repeat("x", i) + " = 1\n")
	}
	if _, err := program(t, many.String(), compile.Options{}); err == nil {
		t.Error("300 local variables: no error")
	}
}

// TestNestedRebinding ends: a function whose := rebinds an operand is compiled twice, and not twice for each function around it.
func TestNestedRebinding(t *testing.T) {
	var nested strings.Builder
	const depth = 60
	for i := range depth {
		indent := strings.Repeat(" ", i)
		nested.WriteString(indent + "def f(x):\n" + indent + " y = x + (x := 1)\n")
	}
	p, err := program(t, nested.String(), compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	code := p.Code
	for n := 0; len(code.Children) > 0; n++ {
		if code = code.Children[0]; n >= depth {
			t.Fatal("deeper than the source")
		}
	}
}

// TestHandlers checks that each handler covers instructions of its own code only
// and that HandlerAt finds the innermost one.
func TestHandlers(t *testing.T) {
	p, err := program(t, "try:\n    try:\n        a\n    finally:\n        b\nexcept E:\n    c\n", compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range p.Code.Handlers {
		if h.Start >= h.End || h.Target <= 0 || h.Target >= len(p.Code.Instrs) {
			t.Errorf("bad handler %+v", h)
		}
		if got := p.Code.HandlerAt(h.Start); got == nil || got.Target != h.Target {
			t.Errorf("HandlerAt(%d) = %+v, want %+v", h.Start, got, h)
		}
	}
	if h := p.Code.HandlerAt(len(p.Code.Instrs) - 1); h != nil {
		t.Errorf("the final return has handler %+v", h)
	}
}

// TestDisplay checks which sources have a value to show.
func TestDisplay(t *testing.T) {
	for src, want := range map[string]bool{"1": true, "1;": false, "x = 1": false, "": false, "1\nx = 2": false, "def f(): 1": false} {
		p, err := program(t, src, compile.Options{Display: true})
		if err != nil {
			t.Fatal(err)
		}
		if p.HasValue != want {
			t.Errorf("%q: HasValue is %v", src, p.HasValue)
		}
	}
}
