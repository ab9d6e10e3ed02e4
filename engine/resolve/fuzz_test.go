package resolve

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

var allOptions = []Options{{}, {Inline: true}, {Namespace: true}, {Inline: true, Namespace: true}}

// resolveAll resolves src with every choice of options; each must agree on
// whether that is possible, and bind every name.
func resolveAll(t *testing.T, name, src string) {
	var first error
	for i, opt := range allOptions {
		m, err := parse.Source(name, src, parse.Options{})
		if err != nil {
			return
		}
		err = run(m, opt, func(r *resolver) { checkBound(t, name, r.top) })
		if i == 0 {
			first = err
		} else if (err == nil) != (first == nil) {
			t.Errorf("%s: %+v: %v, but %v without options", name, opt, err, first)
		}
	}
}

// checkBound checks that every occurrence of a name has a variable that exists.
func checkBound(t *testing.T, name string, s *scope) {
	owner := s
	for owner.block.Inlined {
		owner = owner.parent
	}
	b := owner.block
	size := map[syntax.Scope]int{
		syntax.LocalScope: len(b.Locals), syntax.CellScope: len(b.Cells),
		syntax.FreeScope: len(b.Frees), syntax.ByNameOrFreeScope: len(b.Frees),
		syntax.GlobalScope: 1, syntax.ByNameScope: 1,
	}
	for _, r := range s.refs {
		if v := r.name.Binding; int(v.Index) >= size[v.Scope] {
			t.Errorf("%s: %s at %v is %v %d of %d", name, r.name.ID, r.name.Start, v.Scope, v.Index, size[v.Scope])
		}
	}
	for _, c := range s.children {
		checkBound(t, name, c)
	}
}

// TestLibrary resolves CPython's library, where that is present.
func TestLibrary(t *testing.T) {
	n := 0
	filepath.WalkDir("/usr/lib/python3.11", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".py") {
			return nil
		}
		if n++; n%4 == 0 {
			if src, err := os.ReadFile(path); err == nil {
				resolveAll(t, path, string(src))
			}
		}
		return nil
	})
	if n == 0 {
		t.Skip("no Python library here")
	}
}

// FuzzResolve checks that the resolver never panics and binds every name.
func FuzzResolve(f *testing.F) {
	for _, dir := range []string{"testdata", "../syntax/parse/testdata"} {
		files, _ := filepath.Glob(dir + "/*.py")
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for chunk := range strings.SplitSeq(string(src), "---\n") {
				f.Add(chunk)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) { resolveAll(t, "fuzz", src) })
}
