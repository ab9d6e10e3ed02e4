package object

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFillWith compares tables that are filled at once with those that grew key by key.
func TestFillWith(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	direct := 0
	for range 5000 {
		n, among := r.IntN(200), 1+r.IntN(2000)
		var list []setEntry
		var grown setTable
		for range n {
			key := Int(int64(r.IntN(among)))
			if at, _ := grown.find(nil, key, smallHash(key.SmallInt())); at < 0 {
				e := setEntry{key, smallHash(key.SmallInt())}
				list = append(list, e)
				if err := grown.addNew(nil, e.key, e.hash); err != nil {
					t.Fatal(err)
				}
			}
		}
		if size := max(len(grown.slots), setMinSize); grownSize(len(list)) != size {
			t.Fatalf("grownSize(%d) = %d, want %d", len(list), grownSize(len(list)), size)
		}
		if len(grown.slots) > setMinSize && apart(list, len(grown.slots)) {
			direct++
		}
		var filled setTable
		if err := filled.fillWith(nil, list); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(filled.slots, grown.slots) || filled.used != grown.used || filled.fill != grown.fill {
			t.Fatalf("%v: %v, want %v", list, filled, grown)
		}
	}
	if direct < 100 {
		t.Errorf("only %d tables were filled directly", direct)
	}
}
