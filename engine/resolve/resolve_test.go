package resolve

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// dump writes the symbol tables of b and of the blocks inside it as text.
func dump(out *strings.Builder, r *resolver, s *scope, depth int) {
	pad := strings.Repeat("  ", depth)
	b := s.block
	fmt.Fprintf(out, "%s%s %s line %d", pad, b.Name, b.QualName, b.Line)
	if b.IsGenerator {
		out.WriteString(" generator")
	}
	if b.Inlined {
		out.WriteString(" inlined")
	}
	out.WriteByte('\n')
	if len(b.Locals) > 0 {
		fmt.Fprintf(out, "%s  locals %s\n", pad, strings.Join(b.Locals, " "))
	}
	for _, c := range b.Cells {
		fmt.Fprintf(out, "%s  cell %s param %d\n", pad, c.Name, c.Param)
	}
	for _, f := range b.Frees {
		fmt.Fprintf(out, "%s  free %s from %v %d\n", pad, f.Name, f.From.Scope, f.From.Index)
	}
	var list []string
	for name, y := range b.Symbols {
		list = append(list, fmt.Sprintf("%s=%v:%d", name, y.Scope, y.Index))
	}
	slices.Sort(list)
	fmt.Fprintf(out, "%s  %s\n", pad, strings.Join(list, " "))
	for _, c := range s.children {
		dump(out, r, c, depth+1)
	}
}

// resolveText resolves src and returns its symbol tables as text, or the error.
func resolveText(src string, opt Options) string {
	m, err := parse.Source("test", src, parse.Options{})
	if err != nil {
		return "parse: " + err.Error() + "\n"
	}
	var top *scope
	err = run(m, opt, func(r *resolver) { top = r.top })
	if err != nil {
		e := err.(*syntax.Error)
		return fmt.Sprintf("%d:%d-%d:%d %s\n", e.Start.Line, e.Start.Col+1, e.End.Line, e.End.Col+1, e.Msg)
	}
	var out strings.Builder
	dump(&out, nil, top, 0)
	return out.String()
}

// TestGolden compares the symbol tables of the chunks in testdata/scope*.py, which
// are cut by lines of "---", with the golden file beside. Where names live in it is CPython's too (TestAsCPythonsSymtable);
// the places of locals and cells, and what is inlined, are our own.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/scope*.py")
	if len(files) == 0 {
		t.Fatal("no test data")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for chunk := range strings.SplitSeq(string(src), "---\n") {
			for _, opt := range []Options{{}, {Inline: true}, {Namespace: true}} {
				fmt.Fprintf(&out, "%+v\n%s", opt, resolveText(chunk, opt))
			}
			out.WriteString("---\n")
		}
		golden := strings.TrimSuffix(file, ".py") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, _ := os.ReadFile(golden)
		if string(want) != out.String() {
			t.Errorf("%s: got\n%s\nwant\n%s", golden, out.String(), want)
		}
	}
}
