package scan

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzScan checks that the scanner always ends and that its tokens lie in the
// source in order.
func FuzzScan(f *testing.F) {
	files, _ := filepath.Glob("../parse/testdata/*.py")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for chunk := range strings.SplitSeq(string(src), "---\n") {
			f.Add(chunk)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		s := New(Normalize(src), 1)
		s.All()
		last := int32(0)
		for i, tok := range s.Tokens {
			if tok.Off < last || tok.End < tok.Off || int(tok.End) > len(s.src) {
				t.Fatalf("token %d at %d-%d after %d", i, tok.Off, tok.End, last)
			}
			last = tok.End
		}
		if k := s.Tokens[len(s.Tokens)-1].Kind; (k == Error) != (s.Err != nil) || k != End && k != Error {
			t.Fatalf("last token %d, error %v", k, s.Err)
		}
	})
}
