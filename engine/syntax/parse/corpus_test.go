package parse

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"gputour/engine/syntax"
)

// stdlib is where Debian keeps the sources of CPython's library.
const stdlib = "/usr/lib/python3.11"

// TestCorpus parses every file of CPython's library, where that is present.
func TestCorpus(t *testing.T) {
	if _, err := os.Stat(stdlib); err != nil {
		t.Skip("no Python library here")
	}
	files, bytes := 0, 0
	filepath.WalkDir(stdlib, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".py") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil || !utf8.Valid(src) || strings.Contains(path, "lib2to3/tests/data") {
			return nil
		}
		files++
		bytes += len(src)
		_, perr := Source(path, string(src), Options{})
		if perr != nil {
			e := perr.(*syntax.Error)
			t.Errorf("%s:%d:%d: %s: %s\n\t%s", path, e.Start.Line, e.Start.Col+1, e.Class, e.Msg, e.Text)
		}
		return nil
	})
	t.Logf("%d files, %d bytes", files, bytes)
}
