package cudac

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
)

// chunk is a kernel of a corpus, with what it is launched with.
type chunk struct {
	name, source string
	launch       simt.Launch
	args         []string
}

// chunks reads the kernels of a file.
func chunks(t *testing.T, file string) (list []chunk) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+string(text), "\n=== ")[1:] {
		head, source, _ := strings.Cut(part, "\n")
		words := strings.Fields(head)
		c := chunk{name: words[0], source: source, args: []string{"float:64"}}
		c.launch = simt.Launch{Grid: [3]int{1, 1, 1}, Block: [3]int{64, 1, 1}, Steps: 100_000}
		for _, w := range words[1:] {
			key, value, _ := strings.Cut(w, "=")
			numbers := [3]int{1, 1, 1}
			list := strings.Split(value, ",")
			for i := range min(len(list), 3) {
				numbers[i], _ = strconv.Atoi(list[i])
			}
			switch key {
			case "grid":
				c.launch.Grid = numbers
			case "block":
				c.launch.Block = numbers
			case "shared":
				c.launch.DynamicShared = numbers[0]
			case "steps":
				c.launch.Steps = int64(numbers[0])
			case "args":
				c.args = list
			default:
				t.Fatalf("%s: %s: unknown word %q", file, c.name, w)
			}
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		t.Fatalf("%s has no kernels", file)
	}
	return list
}

// widths are the bytes of the elements of a buffer.
var widths = map[string]int{"float": 4, "int": 4, "double": 8, "uchar": 1}

// argument makes an argument of its text: a number, or "float:64" for as many elements,
// which are 1, 2, 3 … of floats and 0, 1, 2 … of integers.
func argument(t *testing.T, p simt.Param, text string) simt.Arg {
	t.Helper()
	kind, rest, isBuffer := strings.Cut(text, ":")
	if !isBuffer {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return simt.Number(p.Type, f, 0, true)
	}
	count, state, _ := strings.Cut(rest, "!")
	n, _ := strconv.Atoi(count)
	width := widths[kind]
	b := &simt.Buffer{Name: p.Name, Data: make([]byte, n*width), Freed: state == "freed"}
	if state == "raw" {
		b.Valid = make([]byte, len(b.Data))
	}
	for i := range n {
		at := b.Data[i*width:]
		switch kind {
		case "float":
			binary.LittleEndian.PutUint32(at, math.Float32bits(float32(i+1)))
		case "double":
			binary.LittleEndian.PutUint64(at, math.Float64bits(float64(i+1)))
		case "int":
			binary.LittleEndian.PutUint32(at, uint32(i))
		default:
			at[0] = byte(i)
		}
	}
	return simt.Arg{Buffer: b}
}

// run compiles and launches a chunk.
func (c *chunk) run(t *testing.T) (*report.Profile, error) {
	t.Helper()
	k := compile(t, c.source).Kernels[0]
	if len(k.Params) > len(c.args) {
		t.Fatalf("%d arguments for %d parameters", len(c.args), len(k.Params))
	}
	l := c.launch
	for i, p := range k.Params {
		l.Args = append(l.Args, argument(t, p, c.args[i]))
	}
	return k.Launch(l)
}

func corpus(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/" + dir + "/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("the corpus is empty", err)
	}
	return files
}

// TestBroken runs broken kernels; each must name its kind and the line marked "// here".
func TestBroken(t *testing.T) {
	for _, file := range corpus(t, "broken") {
		kind := strings.TrimSuffix(filepath.Base(file), ".cu")
		for _, c := range chunks(t, file) {
			t.Run(kind+"/"+c.name, func(t *testing.T) {
				line := 1 + strings.Count(c.source[:strings.Index(c.source, "// here")], "\n")
				_, err := c.run(t)
				var f *report.Fault
				if !errors.As(err, &f) {
					t.Fatalf("got %v, want a fault", err)
				}
				if f.Kind != kind || f.Pos.Line != line {
					t.Errorf("%s in line %d, want %s in line %d: %v", f.Kind, f.Pos.Line, kind, line, err)
				}
				if _, again := c.run(t); fmt.Sprint(again) != err.Error() {
					t.Errorf("a second run says\n%v\nthe first said\n%v", again, err)
				}
			})
		}
	}
}

// TestLenient runs kernels that read what nobody has written where that does not end a launch: it is found in the same line.
func TestLenient(t *testing.T) {
	for _, c := range chunks(t, "testdata/broken/initcheck.cu") {
		t.Run(c.name, func(t *testing.T) {
			line := 1 + strings.Count(c.source[:strings.Index(c.source, "// here")], "\n")
			c.launch.Lenient = true
			p, err := c.run(t)
			var f *report.Fault
			if errors.As(err, &f) && f.Kind == "race" { // what follows from it, in another block
				p = f.Profile
			} else if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(p.Findings, func(f report.Finding) bool { return f.Kind == "initcheck" && f.Line == line }) {
				t.Errorf("found %v, want initcheck in line %d", p.Findings, line)
			}
		})
	}
}

// TestClean runs kernels in which nothing is wrong: nothing may be found.
func TestClean(t *testing.T) {
	for _, file := range corpus(t, "clean") {
		for _, c := range chunks(t, file) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".cu")+"/"+c.name, func(t *testing.T) {
				p, err := c.run(t)
				if err != nil {
					t.Fatal(err)
				}
				for _, w := range compile(t, c.source).Warnings {
					t.Errorf("warned %s", w.Message)
				}
				costs := func(f report.Finding) bool { return f.Kind == "coalescing" || f.Kind == "bank conflicts" }
				if slices.ContainsFunc(p.Findings, func(f report.Finding) bool { return !costs(f) }) {
					t.Errorf("found %v", p.Findings)
				}
			})
		}
	}
}

// FuzzLaunch: no kernel breaks the interpreter, or runs beyond its budget.
func FuzzLaunch(f *testing.F) {
	for _, pattern := range []string{"testdata/broken/*.cu", "testdata/clean/*.cu", "testdata/course/*.cu"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, part := range strings.Split("\n"+string(text), "\n=== ") {
				_, source, _ := strings.Cut(part, "\n")
				f.Add(source)
			}
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		p, err := Compile("cell", source, 1)
		if err != nil {
			return
		}
		for _, k := range p.Kernels {
			l := simt.Launch{Grid: [3]int{2, 1, 1}, Block: [3]int{33, 2, 1}, DynamicShared: 64, Steps: 5000}
			for _, p := range k.Params {
				switch {
				case p.Type.Kind == word.Pointer:
					l.Args = append(l.Args, simt.Arg{Buffer: &simt.Buffer{Name: p.Name, Data: make([]byte, 256)}})
				case p.Type.IsNumber():
					l.Args = append(l.Args, simt.Number(p.Type, 0, 5, false))
				default:
					return
				}
			}
			k.Launch(l)
		}
	})
}
