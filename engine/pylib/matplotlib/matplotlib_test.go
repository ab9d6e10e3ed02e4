package matplotlib_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gputour/engine/device/cpu"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/matplotlib"
	"gputour/engine/pylib/numpy"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch"
	"gputour/engine/tensor"
)

// run executes a program and returns what it printed.
func run(t *testing.T, program string) string {
	t.Helper()
	s := object.NewSession()
	out := new(bytes.Buffer)
	s.Stdout, s.Stderr = out, new(bytes.Buffer)
	torch.Use(s, tensor.NewEnv(cpu.New()))
	numpy.Use(s)
	interp.Install(s, slices.Concat(std.Modules(), torch.Modules(), numpy.Modules(), matplotlib.Modules())...)
	th := object.NewThread(s, nil)
	if _, err := interp.Exec(th, interp.Source{Name: "test", Text: program, Line: 1, Script: true}, interp.Main(s)); err != nil {
		if e, ok := err.(*object.Exception); ok {
			t.Fatalf("%s\n%s", out, interp.FormatException(th, e))
		}
		t.Fatal(err)
	}
	return out.String()
}

// TestPrograms runs testdata/*.py, whose own assertions must hold, and reads each
// line that they print as an SVG document.
func TestPrograms(t *testing.T) {
	programs, err := filepath.Glob("testdata/*.py")
	if err != nil || len(programs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, name := range programs {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			figures := strings.Split(strings.TrimSpace(run(t, string(text))), "\n")
			for _, svg := range figures {
				if shapes := wellFormed(t, svg); shapes < 10 {
					t.Errorf("a figure of %d shapes: %.200s", shapes, svg)
				}
			}
		})
	}
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
