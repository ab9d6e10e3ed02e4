package eval

import (
	"math"
	"strconv"
)

// This file holds the little arithmetic of %timeit.

func meanOf(x []float64) (mean, deviation float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		deviation += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, math.Sqrt(deviation)
}

// thousands writes 10000 as 10,000.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
