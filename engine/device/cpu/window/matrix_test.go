package window

import "testing"

// TestRowsAtATime cuts large products alone, and in whole blocks.
func TestRowsAtATime(t *testing.T) {
	if n := rowsAtATime(300, 300, 300); n != 300 {
		t.Errorf("a small product takes %d rows at a time", n)
	}
	const m = 5 * 96
	if n := rowsAtATime(m, 1<<14, 1<<14); n >= m || n%96 != 0 {
		t.Errorf("a large product takes %d rows at a time", n)
	}
}
