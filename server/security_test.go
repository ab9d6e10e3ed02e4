package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// named are the tests that a row of SECURITY.md names: folder.TestName, or file: title.
var (
	named   = regexp.MustCompile("`([a-z][a-z/]*)\\.((?:Test|Fuzz)[A-Za-z0-9]+)`")
	browser = regexp.MustCompile("`(web/test/[a-z]+\\.test\\.mjs): ([^`]+)`")
)

// TestSecurityTable sees to it that every promise has a test that exists, or says that it has none.
func TestSecurityTable(t *testing.T) {
	data, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, line := range strings.Split(string(data), "\n") {
		if cells := strings.Split(line, "|"); len(cells) > 3 && regexp.MustCompile(`^ [SF]\d+ $`).MatchString(cells[1]) {
			rows[strings.TrimSpace(cells[1])] = line
		}
	}
	for n := range 36 {
		if rows[fmt.Sprintf("S%d", n+1)] == "" {
			t.Errorf("S%d has no row", n+1)
		}
	}
	sources := map[string]string{}
	for id, row := range rows {
		found := 0
		for _, m := range named.FindAllStringSubmatch(row, -1) {
			found++
			if !strings.Contains(tests(t, sources, m[1]), "\nfunc "+m[2]+"(") {
				t.Errorf("%s: there is no test %s.%s", id, m[1], m[2])
			}
		}
		for _, m := range browser.FindAllStringSubmatch(row, -1) {
			found++
			if script, err := os.ReadFile(filepath.Join("..", m[1])); err != nil || !strings.Contains(string(script), "test('"+m[2]+"'") {
				t.Errorf("%s: there is no test %q in %s", id, m[2], m[1])
			}
		}
		if wanted := strings.Count(row, ".Test") + strings.Count(row, ".Fuzz") + strings.Count(row, ".test.mjs"); found != wanted {
			t.Errorf("%s names %d tests, of which %d can be read", id, wanted, found)
		}
		if found == 0 && !strings.Contains(row, "Not held:") {
			t.Errorf("%s is held by nothing, and does not say so", id)
		}
	}
}

// tests is the text of a folder's tests, read once.
func tests(t *testing.T, read map[string]string, folder string) string {
	t.Helper()
	if text, ok := read[folder]; ok {
		return text
	}
	files, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	read[folder] = all.String()
	return read[folder]
}
