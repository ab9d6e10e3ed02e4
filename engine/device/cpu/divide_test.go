package cpu

import (
	"math"
	"math/rand"
	"testing"
)

func TestReciprocal(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	divisors := []int64{1, 2, 3, 5, 7, 10, 641, 1 << 20, 1<<31 - 1, 1 << 31, 1<<62 - 1, 1 << 62, 1<<62 + 1, math.MaxInt64}
	numbers := []int64{0, 1, -1, 2, -2, 6, 7, -7, -8, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1}
	for range 2000 {
		divisors = append(divisors, rng.Int63n(math.MaxInt64>>rng.Intn(62))+1)
	}
	for range 200 {
		numbers = append(numbers, int64(rng.Uint64())>>rng.Intn(63))
	}
	for _, d := range divisors {
		r := newReciprocal(uint64(d))
		for _, a := range append(numbers, d, d-1, -d, -d-1, d/2, 3*d) {
			if got, want := r.floorBy(a), floorQuotient(a, d); got != want {
				t.Fatalf("%d // %d = %d, want %d", a, d, got, want)
			}
		}
	}
}
