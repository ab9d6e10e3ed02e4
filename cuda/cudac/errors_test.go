package cudac

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gputour/engine/diag"
)

var update = flag.Bool("update", false, "write what the compiler says into testdata/errors")

// said is what a compiler says of a source, a line for each problem, beginning with //~.
func said(source string, whole bool) string {
	compile := Compile
	if whole {
		compile = CompileProgram
	}
	p, err := compile("cell", source, 1)
	var list diag.List
	if err == nil {
		list = p.Warnings
	} else {
		errors.As(err, &list)
	}
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "//~ %s: %s: %s", d.Span.Start, d.Severity, d.Message)
		if d.Hint != "" {
			fmt.Fprintf(&b, " | %s", d.Hint)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestSaid holds errors and warnings against the lines behind each source of
// testdata/errors.
func TestSaid(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no sources found", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for _, part := range strings.Split("\n"+string(text), "\n=== ")[1:] {
			head, body, _ := strings.Cut(part, "\n")
			source, want, _ := strings.Cut("\n"+body, "\n//~ ")
			source = strings.TrimSuffix(strings.TrimPrefix(source, "\n"), "\n") + "\n"
			if want != "" {
				want = "//~ " + strings.TrimRight(want, "\n") + "\n"
			}
			got := said(source, strings.HasSuffix(head, "--run"))
			if got != want && !*update {
				t.Errorf("%s: %s\n%sgot\n%swant\n%s", file, head, source, got, want)
			}
			fmt.Fprintf(&out, "=== %s\n%s%s", head, source, got)
		}
		if *update {
			if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestUnclosed: what begins like an attribute and has no end leaves the end of the cell where it is.
func TestUnclosed(t *testing.T) {
	for _, source := range []string{"[ [ x", "__global__ void k() { if ([ [ x", "[[", "__attribute__((x", "__declspec("} {
		if _, err := Compile("cell", source, 1); err == nil {
			t.Errorf("%q compiles", source)
		}
	}
}
