package unparse

import (
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/parse"
)

// differ returns the way to the first place where two trees differ in anything but positions, "" if they do not.
func differ(a, b reflect.Value, way string) string {
	switch {
	case a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type():
		return way
	case !a.IsValid() || a.Type() == reflect.TypeFor[syntax.Range]() || a.Type() == reflect.TypeFor[diag.Pos]():
		return ""
	}
	switch a.Kind() {
	case reflect.Interface, reflect.Pointer:
		if x, ok := a.Interface().(*big.Int); ok {
			if x.Cmp(b.Interface().(*big.Int)) != 0 {
				return way
			}
			return ""
		}
		return differ(a.Elem(), b.Elem(), way)
	case reflect.Struct:
		for i := range a.NumField() {
			name := a.Type().Field(i).Name
			if name == "Parenthesized" { // how it was written
				continue
			}
			if at := differ(a.Field(i), b.Field(i), way+"."+name); at != "" {
				return at
			}
		}
		return ""
	case reflect.Slice:
		if a.Len() != b.Len() {
			return way
		}
		for i := range a.Len() {
			if at := differ(a.Index(i), b.Index(i), way+"["+a.Index(i).Type().String()+"]"); at != "" {
				return at
			}
		}
		return ""
	}
	if !a.Equal(b) {
		return way
	}
	return ""
}

// checkFixedPoint parses src, prints it, and parses and prints that again.
func checkFixedPoint(t *testing.T, name, src string) {
	t.Helper()
	m, err := parse.Source(name, src, parse.Options{})
	if err != nil {
		return
	}
	text := Module(m)
	again, err := parse.Source(name, text, parse.Options{})
	if err != nil {
		e := err.(*syntax.Error)
		t.Errorf("%s: printed text does not parse: %s at %v: %s", name, e.Msg, e.Start, e.Text)
		return
	}
	if at := differ(reflect.ValueOf(m.Body), reflect.ValueOf(again.Body), "body"); at != "" {
		t.Errorf("%s: tree changed at %s", name, at)
	}
	if text2 := Module(again); text2 != text {
		t.Errorf("%s: printing is no fixed point", name)
	}
}

func TestFixedPoint(t *testing.T) {
	files, _ := filepath.Glob("../parse/testdata/*.py")
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
	filepath.WalkDir("/usr/lib/python3.11", func(path string, d fs.DirEntry, err error) error {
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

// TestExpr has the texts that CPython 3.11 gives annotations under
// `from __future__ import annotations`.
func TestExpr(t *testing.T) {
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
		m, err := parse.Source("test", c[0], parse.Options{Mode: parse.Eval})
		if err != nil {
			if m, err = parse.Source("test", c[0], parse.Options{}); err != nil {
				t.Errorf("%s: %v", c[0], err)
				continue
			}
			m.Expr = m.Body[0].(*syntax.ExprStmt).Value
		}
		if got := Expr(m.Expr); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}

// FuzzFixedPoint checks that what the parser accepts is a fixed point of printing and parsing.
func FuzzFixedPoint(f *testing.F) {
	files, _ := filepath.Glob("../parse/testdata/*.py")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for chunk := range strings.SplitSeq(string(src), "---\n") {
			f.Add(chunk)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if utf8.ValidString(src) {
			checkFixedPoint(t, "fuzz", src)
		}
	})
}
