package lesson

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the wanted problems in testdata/broken")

func TestLoad(t *testing.T) {
	c := Load(os.DirFS("testdata/good"))
	if len(c.Problems) > 0 {
		t.Fatal(c.Problems)
	}
	e := c.Entry("mixing")
	if e == nil || !reflect.DeepEqual(e.Languages(), []string{"zh", "en"}) {
		t.Fatalf("entry %+v", e)
	}
	if got := e.Secret.Solutions["mend"].Code; got != `y = x.to("cuda:1")` {
		t.Errorf("solution %q", got)
	}
	if got := len(e.Secret.Tests["mend"]); got != 1 {
		t.Errorf("%d hidden tests", got)
	}
	if got := e.Lang("zh").Title; got != "混用设备" {
		t.Errorf("title %q", got)
	}
}

func TestParseModel(t *testing.T) {
	src, err := os.ReadFile("testdata/good/mixing.en.md")
	if err != nil {
		t.Fatal(err)
	}
	l, errs := Parse("mixing.en.md", src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	want := []string{
		"6 s0 ''",
		"  8 text 'Text before the first section.'",
		"11 one-sum 'One sum, two devices'",
		"  13 text 'Some *text*, and static code:\\n\\n```python\\n# no cell: {code-cell} here means nothing\\n```'",
		"  19 cell make demo 21 tags []",
		"  27 directive note 'Mind' 'Inside *Markdown*.'",
		"  31 cell mix predict 43 tags [raises-exception]",
		"47 your-turn 'Your turn'",
		"  49 cell mend exercise 51 tags []",
		"  62 cell mend-tests tests 64 tags []",
	}
	if got := outline(l); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	mix := l.Cell("mix")
	if mix.Why != "Two operands on two devices." || !reflect.DeepEqual(mix.Answers, []int{2}) || !mix.Raises() {
		t.Errorf("mix: %+v", mix)
	}
	if a, b := mix.Promise("cpu").Error, mix.Promise("sim:2").Error; a != "CUDA" || b != "same device" {
		t.Errorf("promises %q and %q", a, b)
	}
	if hints := l.Cell("mend").Hints; len(hints) != 2 || hints[1].Text != "`to` copies." {
		t.Errorf("hints %+v", hints)
	}
	if l.Version != 3 || l.Minutes != 10 || l.Order != 2 || l.Summary != "Two devices in one sum" {
		t.Errorf("lesson %+v", l)
	}
}

func outline(l *Lesson) []string {
	var lines []string
	for _, s := range l.Sections {
		line := s.Pos.Line
		if s.Title == "" {
			line = 6
		}
		lines = append(lines, fmt.Sprintf("%d %s '%s'", line, s.ID, s.Title))
		for _, b := range s.Blocks {
			switch {
			case b.Cell != nil:
				lines = append(lines, fmt.Sprintf("  %d cell %s %s %d tags %v", b.Pos.Line, b.Cell.ID, b.Cell.Kind, b.Cell.CodePos.Line, b.Cell.Tags))
			case b.Directive != nil:
				lines = append(lines, fmt.Sprintf("  %d directive %s '%s' '%s'", b.Pos.Line, b.Directive.Name, b.Directive.Argument, b.Directive.Body))
			default:
				lines = append(lines, fmt.Sprintf("  %d text '%s'", b.Pos.Line, strings.ReplaceAll(b.Text, "\n", `\n`)))
			}
		}
	}
	return lines
}

// TestBroken loads each archive in testdata/broken as a folder of lessons; its
// file `want` lists the problems, and its comment names the lessons that still serve.
func TestBroken(t *testing.T) {
	paths, err := filepath.Glob("testdata/broken/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { broken(t, path) })
	}
}

func broken(t *testing.T, path string) {
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files, want := fstest.MapFS{}, -1
	for i, f := range ar.Files {
		if f.Name == "want" {
			want = i
			continue
		}
		files[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	c := Load(files)
	got := ""
	for _, d := range c.Problems {
		got += d.Error() + "\n"
	}
	for _, e := range c.Entries {
		got += "serves " + e.ID + "\n"
	}
	if *update {
		ar.Files[want].Data = []byte(got)
		if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != string(ar.Files[want].Data) {
		t.Errorf("got\n%s\nwant\n%s", got, ar.Files[want].Data)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"mixing.en.md", "mixing.solution.md"} {
		src, err := os.ReadFile("testdata/good/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Add("---\n---\n```{code-cell} python\n:gputour: {id: *a}\n```\n")
	f.Fuzz(func(t *testing.T, src string) {
		l, errs := Parse("x.en.md", []byte(src))
		lines := strings.Count(src, "\n") + 1
		for _, d := range errs {
			if d.Message == "" || d.Span.Start.Line < 1 || d.Span.Start.Line > lines+1 {
				t.Fatalf("problem without a place or words: %+v", d)
			}
		}
		for _, c := range l.Cells() {
			if c.Pos.Line < 1 || c.CodePos.Line <= c.Pos.Line || len(c.Code) > len(src) {
				t.Fatalf("cell %+v lies outside the file", c)
			}
		}
	})
}
