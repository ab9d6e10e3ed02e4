package object

import (
	"math/rand/v2"
	"testing"
)

// TestVisited does to a set what is done to a map of the same objects, over several searches of different sizes.
func TestVisited(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var objects []Value
	for range 5000 {
		objects = append(objects, NewList(nil))
	}
	var set Visited
	for _, n := range []int{5000, 10, 300, 3, 5000, 0, 1} {
		want := map[Value]bool{}
		for range 2 * n {
			v := objects[r.IntN(n)]
			if set.Has(v) != want[v] {
				t.Fatalf("of %d: Has = %v", n, !want[v])
			}
			if fresh := set.Add(v); fresh == want[v] {
				t.Fatalf("of %d: Add = %v", n, fresh)
			}
			if want[v] = true; set.Len() != len(want) {
				t.Fatalf("of %d: Len = %d, want %d", n, set.Len(), len(want))
			}
		}
		set.Clear()
		for _, v := range objects {
			if set.Has(v) {
				t.Fatal("something is left after Clear")
			}
		}
	}
}
