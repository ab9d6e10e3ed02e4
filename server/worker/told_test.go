package worker

import (
	"strings"
	"testing"

	"gputour/engine/session"
)

// TestTold refuses the files that no honest worker would tell.
func TestTold(t *testing.T) {
	for name, f := range map[string]session.File{
		"a relative path":    {Path: "a"},
		"a path that climbs": {Path: "/a/../b"},
		"no path":            {},
		"a NUL":              {Path: "/a\x00b"},
		"a long path":        {Path: "/" + strings.Repeat("a", 5000)},
		"half a letter":      {Path: "/\xe5"},
		"a large file":       {Path: "/a", Data: make([]byte, session.FileBytes+1)},
	} {
		if new(told).add(f) == nil {
			t.Errorf("%s was taken", name)
		}
	}
	var all told
	full := session.File{Path: "/a", Data: make([]byte, session.FileBytes)}
	for n := 0; ; n++ {
		if all.add(full) != nil {
			if n != session.FilesBytes/session.FileBytes {
				t.Errorf("%d files of the largest size were taken", n)
			}
			break
		}
	}
}
