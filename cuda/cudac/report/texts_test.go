package report

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var failing = regexp.MustCompile(`\.(?:(?:[fF]ail|[fF]ault|found)\("[a-z ]+", |[uU]nwrittenRead\()[^"\n]*?("(?:[^"\\]|\\.)*")`)

// TestCodes looks for texts without a code, and for codes that two texts have.
func TestCodes(t *testing.T) {
	here, _ := filepath.Glob("../*.go")
	below, _ := filepath.Glob("../*/*.go")
	files := append(here, below...)
	found := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range failing.FindAllSubmatch(source, -1) {
			format, err := strconv.Unquote(string(m[1]))
			if found++; err != nil || codes[format] == "" {
				t.Errorf("%s: no code for %s", file, m[1])
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d texts found", found)
	}
	catalogue, err := os.ReadFile("../../../web/text/catalogue.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, code := range codes {
		if seen[code] {
			t.Errorf("two texts have the code %s", code)
		}
		seen[code] = true
		if !strings.Contains(string(catalogue), `"kernel.`+code+`"`) {
			t.Errorf("the page's catalogue lacks kernel.%s", code)
		}
	}
}
