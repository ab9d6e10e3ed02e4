package site

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"gputour/lessons"
	"gputour/lessons/lesson"
	"gputour/server/page"
	"gputour/web/text"
)

func write(t *testing.T, files fs.FS, opts Options) []page.File {
	t.Helper()
	if opts.Langs == nil {
		opts.Langs = text.Langs
	}
	made, _, err := Write(files, opts)
	if errors.Is(err, ErrNoEngine) || errors.Is(err, ErrNoPage) {
		t.Skip(err) // make test builds both
	}
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// unpacked is what a reader has of a file.
func unpacked(t *testing.T, f page.File) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(f.Data)
	var err error
	switch path.Ext(f.Path) {
	case ".br":
		r = brotli.NewReader(r)
	case ".gz":
		r, err = gzip.NewReader(r)
	}
	data, _ := io.ReadAll(r)
	if err != nil || len(data) == 0 {
		t.Fatalf("%s: %v", f.Path, err)
	}
	return data
}

// secrets are lines that stand in what is kept back and in no public file, as JSON and HTML have them too.
func secrets(t *testing.T, kinds ...string) map[string]string {
	t.Helper()
	var public strings.Builder
	lines := func(pattern string, each func(file, line string)) {
		names, err := fs.Glob(lessons.Files, pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			data, err := fs.ReadFile(lessons.Files, name)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(data)) {
				each(name, strings.TrimSpace(line))
			}
		}
	}
	for _, lang := range lesson.Languages {
		lines("*."+lang+".md", func(_, line string) { public.WriteString(line + "\n") })
	}
	found := map[string]string{}
	for _, kind := range kinds {
		lines("*."+kind+".md", func(file, line string) {
			plain := len(line) > 24 && !strings.ContainsAny(line, `"'<>&\`) // the same in every writing
			if plain && !strings.Contains(public.String(), line) && !strings.HasPrefix(line, ":gputour:") && !strings.HasPrefix(line, "```") && regexp.MustCompile(`[=(]`).MatchString(line) {
				found[line] = file
			}
		})
	}
	return found
}

// find returns the lines that stand in data, which is read once.
func find(data []byte, lines map[string]string) (found []string) {
	const key = 16
	begins, first := map[[key]byte][]string{}, [256]bool{}
	for line := range lines {
		begins[[key]byte([]byte(line))] = append(begins[[key]byte([]byte(line))], line)
		first[line[0]] = true
	}
	for i := 0; i+key <= len(data); i++ {
		if !first[data[i]] {
			continue
		}
		for _, line := range begins[[key]byte(data[i:i+key])] {
			if bytes.HasPrefix(data[i:], []byte(line)) {
				found = append(found, line)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// TestNothingKeptBackLiesInASite looks into every byte, the engine's too.
func TestNothingKeptBackLiesInASite(t *testing.T) {
	for _, c := range []struct {
		opts   Options
		secret []string // kinds of files whose lines must not be there
	}{
		{Options{}, []string{"solution", "tests"}},
		{Options{Practice: true}, []string{"tests"}},
	} {
		hidden := secrets(t, c.secret...)
		if len(hidden) < 50 {
			t.Fatalf("only %d lines to look for", len(hidden))
		}
		seen := map[string]bool{}
		for _, f := range write(t, lessons.Files, c.opts) {
			if c.opts.Practice && strings.HasPrefix(f.Path, "assets/") {
				continue // the same as without
			}
			data := unpacked(t, f)
			if f.Path == "course/kernels.json" {
				seen["files"] = true
				if bytes.Contains(data, []byte("kernels.solution.md")) != c.opts.Practice {
					t.Errorf("practice %v: %s", c.opts.Practice, f.Path)
				}
			}
			found := find(data, hidden)
			if strings.Contains(f.Path, ".wasm") && len(found) == 1 {
				continue // PyTorch says a line as one of ours does; the file would be more than a line
			}
			for _, line := range found {
				t.Errorf("%s has %q of %s", f.Path, line, hidden[line])
			}
		}
		if !seen["files"] {
			t.Error("no files of the lesson kernels")
		}
	}
}

// address finds what a page asks for.
var address = regexp.MustCompile(`(?:href|src|data-wasm|data-frame|data-diagram-frame)="([^"]*)"`)

// TestAddressesAreRelative follows every address of every page: it leads to a file of the site, wherever that lies.
func TestAddressesAreRelative(t *testing.T) {
	made := write(t, lessons.Files, Options{Base: "/course/"})
	there := map[string]bool{}
	for _, f := range made {
		there[f.Path] = true
	}
	checked := 0
	for _, f := range made {
		if path.Ext(f.Path) != ".html" || strings.HasPrefix(f.Path, "assets/") {
			continue
		}
		for _, m := range address.FindAllStringSubmatch(string(f.Data), -1) {
			target, _, _ := strings.Cut(m[1], "#")
			if target == "" || strings.HasPrefix(target, "data:") || strings.HasPrefix(target, "https://") {
				continue
			}
			whole := path.Join(path.Dir(f.Path), target)
			if rest, ok := strings.CutPrefix(target, "/course/"); ok && f.Path == "404.html" {
				whole = rest
			}
			if !there[whole] && !(strings.HasSuffix(target, ".wasm") && there[whole+".br"] && there[whole+".gz"]) {
				t.Errorf("%s leads to %s, which is not there", f.Path, m[1])
			}
			checked++
		}
	}
	if checked < 1000 {
		t.Errorf("only %d addresses", checked)
	}
}

// TestACourseOfOthers: one lesson in one language, with a hidden test and an image.
func TestACourseOfOthers(t *testing.T) {
	md := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	const cell = "```{code-cell} python\n:gputour: {id: one, kind: exercise}\nx = 0\n```\n"
	files := fstest.MapFS{
		"own.zh.md":         md("---\ngputour: {lesson: own, lang: zh}\n---\n# 我的课\n\n![图](figures/a.svg)\n\n" + cell),
		"own.en.md":         md("---\ngputour: {lesson: own, lang: en}\n---\n# My own\n\n![figure](figures/a.svg)\n\n" + cell),
		"own.tests.md":      md("---\ngputour: {lesson: own}\n---\n# T\n\n```{code-cell} python\n:gputour: {id: t, kind: tests, for: one}\ndef test_hidden_thing(): assert x == 1\n```\n"),
		"figures/a.svg":     md("<svg/>"),
		"pages/about.en.md": md("# About\n\nText."),
	}
	made := write(t, files, Options{Langs: []text.Lang{text.English}})
	found := map[string]string{}
	for _, f := range made {
		found[f.Path] = string(f.Data)
		if strings.Contains(string(f.Data), "test_hidden_thing") {
			t.Errorf("%s has the hidden test", f.Path)
		}
	}
	for path, want := range map[string]string{
		"index.html": "en/index.html", "en/index.html": "My own", "en/lessons/own.html": `src="../../lessons/figures/a.svg"`,
		"en/pages/about.html": "Text.", "lessons/figures/a.svg": "<svg/>", "course/own.json": "own.en.md",
	} {
		if !strings.Contains(found[path], want) {
			t.Errorf("%s lacks %q: %.300s", path, want, found[path])
		}
	}
	if _, other := found["zh/lessons/own.html"]; other || strings.Contains(found["en/lessons/own.html"], "zh/") {
		t.Error("a page in a language that was not asked for")
	}
	if strings.Contains(found["en/lessons/own.html"], "&#34;checked&#34;") {
		t.Error("a check without tests is offered")
	}
}
