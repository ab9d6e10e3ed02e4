package main

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	code   = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	link   = regexp.MustCompile(`\]\(([^)#: ]+)(?:#[^)]*)?\)`)
	source = regexp.MustCompile("`([a-z_]+(?:/[A-Za-z_.]+)*\\.(?:go|md|py|mjs|txt))`")
)

// TestDocuments: every file that a document of ours links to or names is there.
func TestDocuments(t *testing.T) {
	out, err := exec.Command("git", "-C", "..", "ls-files", "*.md", ":!lessons/*").Output()
	if err != nil {
		t.Skip("not a checkout")
	}
	files := tracked(t)
	for _, name := range strings.Fields(string(out)) {
		data, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(string(data), ""), -1) {
			if _, err := os.Stat(filepath.Join("..", filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			}
		}
		for _, m := range source.FindAllStringSubmatch(string(data), -1) {
			if !files[m[1]] && !files[path.Join(path.Dir(name), m[1])] && !hasSuffix(files, "/"+m[1]) {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
	}
}

// TestRooms: a folder's README has a row for each of its packages, by the end of its path.
func TestRooms(t *testing.T) {
	if _, err := exec.Command("git", "-C", "..", "rev-parse").Output(); err != nil {
		t.Skip("not a checkout")
	}
	named := regexp.MustCompile("`([^`\n]+)`")
	for _, top := range []string{"engine", "cuda"} {
		data, err := os.ReadFile(filepath.Join("..", top, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		rooms := map[string]bool{}
		for _, m := range named.FindAllStringSubmatch(regexp.MustCompile("(?s)```.*?```").ReplaceAllString(string(data), ""), -1) {
			rooms[m[1]] = true
		}
		for file := range tracked(t) {
			dir, in := strings.CutPrefix(path.Dir(file), top+"/")
			if in && path.Ext(file) == ".go" && !strings.Contains(dir, "testdata") && !endsIn(dir, rooms) {
				rooms[dir] = true // said once
				t.Errorf("%s/README.md does not say what %s is", top, dir)
			}
		}
	}
}

// endsIn reports whether a path ends in one of some names, whole parts of it.
func endsIn(dir string, names map[string]bool) bool {
	for {
		if names[dir] {
			return true
		}
		var more bool
		if _, dir, more = strings.Cut(dir, "/"); !more {
			return false
		}
	}
}

func tracked(t *testing.T) map[string]bool {
	out, err := exec.Command("git", "-C", "..", "ls-files").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{}
	for _, name := range strings.Fields(string(out)) {
		files[name] = true
	}
	return files
}

func hasSuffix(files map[string]bool, end string) bool {
	for name := range files {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
