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
