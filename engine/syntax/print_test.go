package syntax

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var positions = regexp.MustCompile(` \d+:\d+-\d+:\d+`)

// shape is a tree as text without positions.
func shape(m *Module) string { return positions.ReplaceAllString(dumpStmts(m.Body), "") }

// checkFixedPoint parses src, prints it, and parses and prints that again.
func checkFixedPoint(t *testing.T, name, src string) {
	t.Helper()
	m, err := Parse(name, src, Options{})
	if err != nil {
		return
	}
	text := UnparseModule(m)
	again, err := Parse(name, text, Options{})
	if err != nil {
		e := err.(*Error)
		t.Errorf("%s: printed text does not parse: %s at %v: %s", name, e.Msg, e.Start, e.Text)
		return
	}
	if a, b := shape(m), shape(again); a != b {
		i := 0
		for i < len(a) && i < len(b) && a[i] == b[i] {
			i++
		}
		from := max(0, i-200)
		t.Errorf("%s: tree changed:\n before %s\n after  %s", name, a[from:min(len(a), i+60)], b[from:min(len(b), i+60)])
	}
	if text2 := UnparseModule(again); text2 != text {
		t.Errorf("%s: printing is no fixed point", name)
	}
}

func TestFixedPoint(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.py")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for chunk := range strings.SplitSeq(string(src), "---\n") {
			checkFixedPoint(t, file, chunk)
		}
	}
}

// TestFixedPointCorpus prints the library of CPython, where that is present.
func TestFixedPointCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	n := 0
	filepath.WalkDir(stdlib, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".py") || strings.Contains(path, "/test/") {
			return nil
		}
		src, err := os.ReadFile(path)
		if n++; err == nil && n%4 == 0 {
			checkFixedPoint(t, path, string(src))
		}
		return nil
	})
}

// TestUnparse has the texts that CPython 3.11 gives annotations under
// `from __future__ import annotations`.
func TestUnparse(t *testing.T) {
	for _, c := range [][2]string{
		{`a+b*c`, `a + b * c`},
		{`(a+b)*c`, `(a + b) * c`},
		{`-x**2`, `-x ** 2`},
		{`(-x)**2`, `(-x) ** 2`},
		{`a**b**c`, `a ** b ** c`},
		{`(a**b)**c`, `(a ** b) ** c`},
		{`not a in b`, `not a in b`},
		{`a or b and not c`, `a or b and not c`},
		{`lambda x,*y,z=1,**k:x`, `lambda x, *y, z=1, **k: x`},
		{`lambda: 1`, `lambda: 1`},
		{`x if y else z`, `x if y else z`},
		{`dict[str,int]`, `dict[str, int]`},
		{`(a,)`, `(a,)`},
		{`a,b`, `(a, b)`},
		{`'it\'s'`, `"it's"`},
		{`b'\x00a'`, `b'\x00a'`},
		{`f(x for x in y)`, `f(x for x in y)`},
		{`f(*a,b=1,**c)`, `f(*a, b=1, **c)`},
		{`[x for x in y if z if w]`, `[x for x in y if z if w]`},
		{`{1:2,**a}`, `{1: 2, **a}`},
		{`1e400`, `1e309`},
		{`1.0`, `1.0`},
		{`1e16`, `1e+16`},
		{`2j`, `2j`},
		{`...`, `...`},
		{`a[1:2,::3]`, `a[1:2, ::3]`},
		{`f'{x!r:>{w}} {{}}'`, `f'{x!r:>{w}} {{}}'`},
		{`a<b<=c is not d not in e`, `a < b <= c is not d not in e`},
		{`1 .real`, `1 .real`},
		{`~a`, `~a`},
		{`(yield)`, `(yield)`},
		{`(x:=1)`, `(x := 1)`},
		{`"\n\té"`, `'\n\té'`},
	} {
		m, err := Parse("test", c[0], Options{Mode: Eval})
		if err != nil {
			if m, err = Parse("test", c[0], Options{}); err != nil {
				t.Errorf("%s: %v", c[0], err)
				continue
			}
			m.Expr = m.Body[0].(*ExprStmt).Value
		}
		if got := Unparse(m.Expr); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}
