package resolve

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// TestAsCPythonsSymtable compares where names of testdata/scope.py live with what CPython 3.11's compiler says (symbols.py).
func TestAsCPythonsSymtable(t *testing.T) {
	src, err := os.ReadFile("testdata/scope.py")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/scope.symtable")
	if err != nil {
		t.Fatal(err)
	}
	chunks, tables := strings.Split(string(src), "---\n"), strings.Split(strings.TrimSuffix(string(want), "---\n"), "---\n")
	if len(chunks) != len(tables) {
		t.Fatalf("%d chunks, %d tables", len(chunks), len(tables))
	}
	for i, chunk := range chunks {
		m, err := parse.Source("test", chunk, parse.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := run(m, Options{}, func(r *resolver) { symtable(&out, r.top, 0) }); err != nil {
			e := err.(*syntax.Error)
			out.Reset()
			fmt.Fprintln(&out, "error", e.Start.Line, e.Msg)
		}
		if out.String() != tables[i] {
			t.Errorf("%s\n got\n%s\nwant\n%s", chunk, out.String(), tables[i])
		}
	}
}

// symtable writes a scope as symbols.py does.
func symtable(out *strings.Builder, s *scope, depth int) {
	var names []string
	class := false
	for _, y := range s.block.Symbols {
		class = class || y.Scope.String() == "byname"
	}
	for name, y := range s.block.Symbols {
		if class && name == "__class__" { // CPython's is made when methods are
			continue
		}
		names = append(names, name+"="+y.Scope.String())
	}
	slices.Sort(names)
	fmt.Fprintf(out, "%s%s\n", strings.Repeat("  ", depth), strings.TrimSpace(fmt.Sprintf("%s line %d %s", s.block.Name, s.block.Line, strings.Join(names, " "))))
	for _, c := range s.children {
		symtable(out, c, depth+1)
	}
}
