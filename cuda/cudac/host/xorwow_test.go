package host

import "testing"

// TestSkip holds skipping against stepping, and two skips against one.
func TestSkip(t *testing.T) {
	start := state160{123456789, 362436069, 521288629, 88675123, 5783321}
	v := start
	for n := range uint64(1000) {
		if got := start.skip(n, false); got != v {
			t.Fatalf("%d steps: %v, want %v", n, got, v)
		}
		v = v.step()
	}
	if a, b := start.skip(7, true).skip(5, true), start.skip(12, true); a != b || a == start {
		t.Errorf("seven sequences and five: %v, twelve: %v", a, b)
	}
	half := start
	for range 8 { // 2^67 steps are eight times 2^64, which are two times 2^63
		half = half.skip(1<<63, false).skip(1<<63, false)
	}
	if got := start.skip(1, true); got != half {
		t.Errorf("a sequence: %v, want %v", got, half)
	}
}
