package output

import (
	"slices"
	"testing"
)

func TestElementsAroundAFault(t *testing.T) {
	for _, c := range []struct {
		index, length int64
		want          []int64
	}{
		{5, 100, []int64{3, 4, 5, 6, 7}}, {0, 100, []int64{0, 1, 2}}, {99, 100, []int64{97, 98, 99}},
		{10, 10, []int64{6, 7, 8, 9, 10}}, {500, 10, []int64{6, 7, 8, 9, 500}}, {-3, 10, []int64{-3, 0, 1, 2, 3}},
		{2, 1, []int64{0, 2}}, {1, 0, []int64{0, 1, 2, 3}},
	} {
		if got := around(c.index, c.length); !slices.Equal(got, c.want) {
			t.Errorf("index %d of %d: %v, want %v", c.index, c.length, got, c.want)
		}
	}
}
