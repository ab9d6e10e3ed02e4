package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// apart are the folders of the project whose Markdown is no document of it.
var apart = regexp.MustCompile(`^(lessons|web/node_modules|web/bench|artifacts|bin)$|(^|/)(testdata|\.[a-z]\w*)$`)

// TestAll: every document of the project is there once, has a title, and a name of its own.
func TestAll(t *testing.T) {
	there := map[string]bool{}
	for _, d := range All() {
		if there[d.Path] || Find(d.Name).Path != d.Path || d.Title == "" || len(d.Text) < 200 {
			t.Errorf("%s: %q %q", d.Path, d.Name, d.Title)
		}
		there[d.Path] = true
	}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, file)
		switch {
		case err != nil || d.IsDir() && apart.MatchString(rel):
			return filepath.SkipDir
		case strings.HasSuffix(rel, ".md") && rel != "gpu-report.md" && !there[rel]:
			t.Errorf("%s is no page: name it in documents.go", rel)
		}
		return nil
	})
	if err != nil || Find(First).Path != "README.md" || Find("nothing") != nil {
		t.Errorf("%v", err)
	}
}

var link = regexp.MustCompile(`\]\(([^)\s]+\.\w+[^)\s]*)\)`)

// TestLinksLeadToFiles: where the documents are read as they are, each of their links leads to a file.
func TestLinksLeadToFiles(t *testing.T) {
	n := 0
	for _, d := range All() {
		for _, m := range link.FindAllStringSubmatch(d.Text, -1) {
			file, _, _ := strings.Cut(m[1], "#")
			if file == "" || strings.Contains(file, "://") {
				continue
			}
			n++
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(d.Path), file)); err != nil {
				t.Errorf("%s: %v", d.Path, err)
			}
		}
	}
	if n < 15 {
		t.Errorf("only %d links", n)
	}
}

func TestFollow(t *testing.T) {
	from := Find("engine-readme")
	for link, want := range map[string]Target{
		"RATIONALE.md#why":            {Document: Find("engine-rationale"), Section: "why"},
		"../README.md":                {Document: Find(First)},
		"#here":                       {Document: from, Section: "here"},
		"https://go.dev/x#y":          {Outside: "https://go.dev/x#y"},
		"../lessons/pages/a.en.md#s":  {Course: "pages/a.en.md#s"},
		"session/session.go":          {},
		"../../../etc/passwd":         {},
		"../lessons/../server/nobody": {},
	} {
		if got := from.Follow(link); got != want {
			t.Errorf("%s leads to %+v, want %+v", link, got, want)
		}
	}
}
