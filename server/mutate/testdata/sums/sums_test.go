package sums

import "testing"

func TestSum(t *testing.T) {
	for _, c := range []struct {
		name string
		xs   []float64
		want float64
		err  error
	}{
		{"m", []float64{1, 2, 3}, 6, nil},
		{"m", []float64{1, 2, 3, 4}, 0, errLong},
		{"mi", []float64{1, 1}, 3218.688, nil},
		{"m", []float64{0}, 0, nil},
	} {
		if got, err := Sum(c.name, c.xs...); got != c.want || err != c.err {
			t.Errorf("%v %s: %v, %v", c.xs, c.name, got, err)
		}
	}
}
