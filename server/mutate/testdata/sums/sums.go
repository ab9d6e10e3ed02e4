// Package sums is what the tests of mutate change: a little of each kind.
package sums

import "errors"

const most = 3

type unit int

const (
	metre unit = iota
	mile
)

var lengths = map[string]struct {
	of     unit
	metres float64
}{
	"m":  {metre, 1},
	"mi": {mile, 1609.344},
}

var errLong = errors.New("too long")

// Sum adds lengths in metres.
func Sum(name string, xs ...float64) (float64, error) {
	if len(xs) > most {
		return 0, errLong
	}
	l, sum := lengths[name], 0.0
	for _, x := range xs {
		sum += x * l.metres
	}
	if exact := l.of == metre; !exact && sum == 0 {
		sum = -1 // held by no test
	}
	return sum, nil
}
