package syntax

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

// FuzzScan checks that the scanner always ends and that its tokens lie in the
// source in order.
func FuzzScan(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		s := newScanner(normalize(src), 1)
		s.scanAll()
		last := int32(0)
		for i, tok := range s.tokens {
			if tok.off < last || tok.end < tok.off || int(tok.end) > len(s.src) {
				t.Fatalf("token %d at %d-%d after %d", i, tok.off, tok.end, last)
			}
			last = tok.end
		}
		if k := s.tokens[len(s.tokens)-1].kind; (k == tokError) != (s.err != nil) || k != tokEnd && k != tokError {
			t.Fatalf("last token %d, error %v", k, s.err)
		}
	})
}

// FuzzParse checks that the parser never panics and that what it accepts is a
// fixed point of printing and parsing.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		if !utf8.ValidString(src) {
			return
		}
		checkFixedPoint(t, "fuzz", src)
		CheckComplete(src)
	})
}
