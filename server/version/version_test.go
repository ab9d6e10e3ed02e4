package version

import (
	"os"
	"regexp"
	"runtime/debug"
	"testing"
)

func TestText(t *testing.T) {
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "7e983d66c0de0123456789"}
	date := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-22T21:00:00Z"}
	for _, c := range []struct {
		name     string
		settings []debug.BuildSetting
		released bool
		short    string
		long     string
	}{
		{"release", []debug.BuildSetting{commit, date, {Key: "-tags", Value: "x,cuda"}}, true, Number,
			"gputour " + Number + "\ncommit 7e983d66c0de0123456789 of 2026-11-22T21:00:00Z\nbuilt with go, with CUDA\n"},
		{"checkout", []debug.BuildSetting{commit}, false, Number + "-dev.7e983d66c0de",
			"gputour " + Number + "-dev.7e983d66c0de\ncommit 7e983d66c0de0123456789\nbuilt with go, without CUDA\n"},
		{"modified", []debug.BuildSetting{commit, {Key: "vcs.modified", Value: "true"}, {Key: "-tags", Value: "nocuda"}}, false, Number + "-dev.7e983d66c0de+",
			"gputour " + Number + "-dev.7e983d66c0de+\ncommit 7e983d66c0de0123456789, modified since\nbuilt with go, without CUDA\n"},
		{"archive", nil, false, Number + "-dev", "gputour " + Number + "-dev\nbuilt with go, without CUDA\n"},
	} {
		b := of(c.settings)
		if got := b.short(c.released); got != c.short {
			t.Errorf("%s: %q, want %q", c.name, got, c.short)
		}
		if got := b.long(c.released, "go"); got != c.long {
			t.Errorf("%s: %q, want %q", c.name, got, c.long)
		}
	}
}

// TestChangelog: what changed is said of this version.
func TestChangelog(t *testing.T) {
	data, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	first := regexp.MustCompile(`(?m)^## (\S+)`).FindSubmatch(data)
	if first == nil || string(first[1]) != Number {
		t.Errorf("CHANGELOG.md begins with version %q; the program is %s", first, Number)
	}
}
