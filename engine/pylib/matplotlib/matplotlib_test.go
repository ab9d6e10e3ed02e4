package matplotlib_test

import (
	"encoding/xml"
	"io"
	"os"
	"strings"
	"testing"

	"gputour/engine/pylib/matplotlib"
	"gputour/engine/pylib/pylibtest"
)

// TestPrograms runs testdata/*.py, whose own assertions must hold, and reads each
// line that they print as an SVG document.
func TestPrograms(t *testing.T) {
	pylibtest.Programs(t, func(t *testing.T, _, printed string) {
		for svg := range strings.SplitSeq(strings.TrimSpace(printed), "\n") {
			if shapes := wellFormed(t, svg); shapes < 10 {
				t.Errorf("a figure of %d shapes: %.200s", shapes, svg)
			}
		}
	}, matplotlib.Modules()...)
}

// wellFormed reads a document and counts its elements; numbers in it must be numbers.
func wellFormed(t *testing.T, svg string) int {
	t.Helper()
	if !strings.HasPrefix(svg, "<svg ") {
		t.Fatalf("no SVG: %.100s", svg)
	}
	for _, bad := range []string{"nan", "inf,", "None", "<script"} {
		if strings.Contains(svg, bad) {
			t.Errorf("%q in %.300s", bad, svg[max(0, strings.Index(svg, bad)-100):])
		}
	}
	n := 0
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return n
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := token.(xml.StartElement); ok {
			n++
		}
	}
}

// TestFacts compares what figures answer with what matplotlib itself does.
func TestFacts(t *testing.T) {
	program, err := os.ReadFile("testdata/facts/axes.py")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/facts/axes.txt")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(pylibtest.Run(t, string(program), matplotlib.Modules()...), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d is %q, want %q", i+1, got[min(i, len(got)-1)], line)
		}
	}
}
