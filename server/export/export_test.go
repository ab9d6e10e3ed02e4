package export

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"gputour/lessons"
	"gputour/lessons/lesson"
)

var update = flag.Bool("update", false, "rewrite the wanted files in testdata")

// each exports the whole course in a format and both languages.
func each(t *testing.T, format string, check func(t *testing.T, course *lesson.Course, files []File)) {
	course := lesson.Load(lessons.Files)
	for _, lang := range lesson.Languages {
		t.Run(lang, func(t *testing.T) {
			files, err := Formats[format](course, lang)
			if err != nil {
				t.Fatal(err)
			}
			if len(files) <= len(course.Entries) {
				t.Fatalf("%d files for %d lessons", len(files), len(course.Entries))
			}
			check(t, course, files)
		})
	}
}

// TestNoSecrets looks for solutions and hidden tests in every exported byte.
func TestNoSecrets(t *testing.T) {
	for format := range Formats {
		each(t, format, func(t *testing.T, course *lesson.Course, files []File) {
			for _, e := range course.Entries {
				for _, f := range files {
					for id, c := range e.Secret.Solutions {
						if leaks(f.Data, c.Code, public(t, e.ID)) {
							t.Errorf("%s holds the solution of %s", f.Name, id)
						}
					}
					for id, cells := range e.Secret.Tests {
						for _, m := range testName.FindAllStringSubmatch(cells[0].Code, -1) {
							if bytes.Contains(f.Data, []byte(m[1]+"()")) && strings.HasPrefix(f.Name, e.ID+".") {
								t.Errorf("%s holds the hidden test %s of %s", f.Name, m[1], id)
							}
						}
					}
				}
			}
		})
	}
}

// public is the text of a lesson that learners read anyway.
func public(t *testing.T, id string) string {
	src, err := lessons.Files.ReadFile(id + ".zh.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// leaks reports whether a file holds a line that only the solution has.
func leaks(data []byte, solution, public string) bool {
	for _, line := range strings.Split(solution, "\n") {
		line = strings.TrimSpace(line)
		if len(line) > 20 && !strings.Contains(public, line) && bytes.Contains(data, []byte(line)) {
			return true
		}
	}
	return false
}

// TestNotebooksAreValid holds notebooks against what nbformat 4.5 demands.
func TestNotebooksAreValid(t *testing.T) {
	each(t, "ipynb", func(t *testing.T, _ *lesson.Course, files []File) {
		for _, f := range files {
			for _, why := range invalid(f.Data) {
				t.Errorf("%s: %s", f.Name, why)
			}
		}
	})
}

// TestInvalid makes sure that the check finds something.
func TestInvalid(t *testing.T) {
	const head = `"metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}`
	for _, cells := range []string{
		`[{"cell_type": "markdown", "metadata": {}, "source": []}]`,
		`[{"cell_type": "markdown", "id": "a b", "metadata": {}, "source": []}]`,
		`[{"cell_type": "code", "id": "a", "metadata": {}, "source": []}]`,
		`[{"cell_type": "markdown", "id": "a", "metadata": {}, "source": [], "outputs": []}]`,
		`[{"cell_type": "poem", "id": "a", "metadata": {}, "source": []}]`,
		`[{"cell_type": "markdown", "id": "a", "metadata": {}, "source": []}, {"cell_type": "markdown", "id": "a", "metadata": {}, "source": []}]`,
		`[{"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["one", "two"]}]`,
	} {
		if invalid([]byte(`{"cells": `+cells+", "+head)) == nil {
			t.Errorf("passes: %s", cells)
		}
	}
	if why := invalid([]byte(`{"cells": [], ` + head)); why != nil {
		t.Error(why)
	}
}

var validID = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// invalid lists how a notebook departs from the schema of nbformat 4.5.
func invalid(data []byte) (problems []string) {
	var n struct {
		Cells    []map[string]json.RawMessage `json:"cells"`
		Metadata struct {
			Kernel   struct{ Name, Display_name string } `json:"kernelspec"`
			Language struct{ Name string }               `json:"language_info"`
		} `json:"metadata"`
		Format int `json:"nbformat"`
		Minor  int `json:"nbformat_minor"`
	}
	if err := json.Unmarshal(data, &n); err != nil {
		return []string{err.Error()}
	}
	if n.Format != 4 || n.Minor != 5 || n.Cells == nil {
		problems = append(problems, "is no notebook of version 4.5")
	}
	if n.Metadata.Kernel.Name == "" || n.Metadata.Kernel.Display_name == "" || n.Metadata.Language.Name == "" {
		problems = append(problems, "kernel or language has no name")
	}
	ids := map[string]bool{}
	for _, c := range n.Cells {
		id := strings.Trim(string(c["id"]), `"`)
		if !validID.MatchString(id) || ids[id] {
			problems = append(problems, "cell id "+string(c["id"])+" is not valid or not unique")
		}
		ids[id] = true
		problems = append(problems, invalidCell(id, c)...)
	}
	return problems
}

// cellFields are the fields that a cell must have and may have, by its type.
var cellFields = map[string]string{
	`"markdown"`: "cell_type id metadata source",
	`"code"`:     "cell_type execution_count id metadata outputs source",
}

func invalidCell(id string, c map[string]json.RawMessage) (problems []string) {
	fields := strings.Fields(cellFields[string(c["cell_type"])])
	for _, f := range fields {
		if _, there := c[f]; !there {
			problems = append(problems, "cell "+id+" has no "+f)
		}
	}
	if len(c) != len(fields) {
		problems = append(problems, "cell "+id+" has fields that its type does not know")
	}
	var source []string
	var metadata struct{ Tags []string }
	if json.Unmarshal(c["source"], &source) != nil || json.Unmarshal(c["metadata"], &metadata) != nil {
		problems = append(problems, "cell "+id+": source or metadata are of the wrong type")
	}
	for i, line := range source {
		if strings.HasSuffix(line, "\n") != (i < len(source)-1) || strings.Count(line, "\n") > 1 {
			problems = append(problems, "cell "+id+": source is not cut at line ends")
			break
		}
	}
	return problems
}

var (
	hrefs   = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	anchors = regexp.MustCompile(` id="([^"]*)"`)
)

// TestHandoutStandsAlone follows every link and makes sure that nothing is fetched.
func TestHandoutStandsAlone(t *testing.T) {
	each(t, "html", func(t *testing.T, _ *lesson.Course, files []File) {
		targets := map[string]bool{}
		for _, f := range files {
			targets[f.Name] = true
			for _, m := range anchors.FindAllSubmatch(f.Data, -1) {
				targets[f.Name+"#"+string(m[1])] = true
			}
		}
		for _, f := range files {
			for _, bad := range []string{"<script", "<link", "@import", "url("} {
				if bytes.Contains(f.Data, []byte(bad)) {
					t.Errorf("%s: has %s", f.Name, bad)
				}
			}
			for _, m := range hrefs.FindAllSubmatch(f.Data, -1) {
				to := string(m[1])
				if !targets[to] && !strings.HasPrefix(to, "https://") && !strings.HasPrefix(to, "data:image/svg+xml;base64,") {
					t.Errorf("%s: %s leads nowhere", f.Name, to)
				}
			}
		}
	})
}

// TestGolden exports the lesson of testdata/lesson.txtar and compares.
func TestGolden(t *testing.T) {
	path := filepath.Join("testdata", "lesson.txtar")
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	in, want := fstest.MapFS{}, map[string]int{}
	for i, f := range ar.Files {
		if name, ok := strings.CutPrefix(f.Name, "want/"); ok {
			want[name] = i
			continue
		}
		in[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	course := lesson.Load(in)
	if len(course.Problems) > 0 {
		t.Fatal(course.Problems)
	}
	for format, write := range Formats {
		files, err := write(course, "zh")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			i, ok := want[f.Name]
			if !ok {
				continue
			}
			got := bytes.ReplaceAll(f.Data, []byte(handoutStyle), []byte("(style)"))
			if *update {
				ar.Files[i].Data = got
			} else if !bytes.Equal(got, ar.Files[i].Data) {
				t.Errorf("%s: %s is\n%s", format, f.Name, got)
			}
			delete(want, f.Name)
		}
	}
	for name := range want {
		t.Errorf("%s was not written", name)
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSlides: every section, figure and cell of a lesson is on a slide, no prose is lost, and slides show little of it.
func TestSlides(t *testing.T) {
	each(t, "slides", func(t *testing.T, course *lesson.Course, files []File) {
		lang := "zh"
		if strings.Contains(files[0].Name, ".en.") {
			lang = "en"
		}
		h := newHandout(course, lang, ".slides.html")
		for i, e := range course.Entries {
			l := e.Lang(lang)
			deck, data := h.deck(i, l), string(files[i].Data)
			figures, cells, notes := 0, 0, 0
			for _, s := range deck {
				figures += strings.Count(string(s.Body), "<img")
				notes += len(s.Notes)
				if s.Cell != nil {
					cells++
				}
				if n := utf8.RuneCountInString(string(s.Say)); n > 700 {
					t.Errorf("%s: a slide says %d characters", e.ID, n)
				}
			}
			wantCells, wantFigures := 0, 0
			for _, s := range l.Sections {
				for _, b := range s.Blocks {
					if b.Cell != nil && b.Cell.Kind != lesson.Tests {
						wantCells++
					}
					wantFigures += strings.Count(b.Text, "![")
				}
			}
			if cells != wantCells || figures != wantFigures || notes == 0 {
				t.Errorf("%s: %d cells of %d, %d figures of %d, %d notes", e.ID, cells, wantCells, figures, wantFigures, notes)
			}
			if n := strings.Count(data, `<section class="slide`); n != len(deck) {
				t.Errorf("%s: %d slides of %d", e.ID, n, len(deck))
			}
		}
	})
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"One. Two.":                       "One.",
		"Write `a. b` here. Then go.":     "Write `a. b` here.",
		"Version 1.13 is old. Yes.":       "Version 1.13 is old.",
		"Think first. Where does it run:": "Where does it run:",
		"先想一想。它在哪里运行？":                    "先想一想。",
		"先想一想。它在哪里：":                      "它在哪里：",
		"no end":                          "no end",
	} {
		if got := sentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
