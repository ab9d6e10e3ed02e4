package object

import (
	"sync"
	"testing"
)

// TestStrShared asks one str for what it computes late from several goroutines, as sessions that share a constant do:
// the race detector must have nothing to say, and all get the same.
func TestStrShared(t *testing.T) {
	s := NewStr("共享的 constant").Object().(*Str)
	want := stringHash(s.s)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if s.Hash() != want || string(s.Runes()) != s.s {
				t.Error("another goroutine sees another str")
			}
		})
	}
	all.Wait()
}
