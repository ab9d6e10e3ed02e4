package store_test

import (
	"testing"

	"gputour/server/store"
)

func TestText(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"", 4, ""}, {"four", 4, "four"}, {"five5", 4, "five"},
		{"张量", 6, "张量"}, {"张量", 5, "张"}, {"张量", 2, ""},
		{"Mozilla\xff/5.0", 99, "Mozilla/5.0"}, {"a\x00b", 99, "ab"},
	} {
		if got := store.Text(c.text, c.most); got != c.want {
			t.Errorf("%q in %d bytes: %q", c.text, c.most, got)
		}
	}
}
