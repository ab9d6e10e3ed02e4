package parse

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// addSeeds gives the fuzzer every chunk of the test data.
func addSeeds(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.py")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for chunk := range strings.SplitSeq(string(src), "---\n") {
			f.Add(chunk)
		}
	}
}

// FuzzParse checks that the parser never panics.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		if !utf8.ValidString(src) {
			return
		}
		Source("fuzz", src, Options{})
		CheckComplete(src)
	})
}
