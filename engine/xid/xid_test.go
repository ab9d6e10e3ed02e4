package xid_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gputour/engine/xid"
)

// TestCharacters compares every character that CPython's Unicode assigns with
// testdata/identifiers.golden, which CPython 3.11 printed.
func TestCharacters(t *testing.T) {
	text, err := os.ReadFile("testdata/identifiers.golden")
	if err != nil {
		t.Fatal(err)
	}
	sets := map[string]map[rune]bool{"start": {}, "continue": {}, "unassigned": {}}
	for line := range strings.Lines(string(text)) {
		var set string
		var first, last rune
		if _, err := fmt.Sscanf(line, "%s %x %x", &set, &first, &last); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		for r := first; r <= last; r++ {
			sets[set][r] = true
		}
	}
	for r := rune(0); r <= 0x10ffff; r++ {
		if sets["unassigned"][r] {
			continue
		}
		if got, want := xid.Start(r), sets["start"][r]; got != want {
			t.Errorf("Start(%U) = %v, CPython says %v", r, got, want)
		}
		if got, want := xid.Continue(r), sets["continue"][r]; got != want {
			t.Errorf("Continue(%U) = %v, CPython says %v", r, got, want)
		}
	}
}

func TestPrefix(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{{"", 0}, {"a1 b", 2}, {"1a", 0}, {"变量!", 6}, {"_", 1}, {"ﹴﴴ", 0}, {"a\xff", 1}, {"aﹴ", 1}} {
		if got := xid.Prefix(c.text); got != c.want {
			t.Errorf("Prefix(%q) = %d, want %d", c.text, got, c.want)
		}
	}
}
