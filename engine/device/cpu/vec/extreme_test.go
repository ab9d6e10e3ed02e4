package vec

import (
	"math"
	"math/rand"
	"testing"
)

func testExtremes[T Float](t *testing.T) {
	rng := rand.New(rand.NewSource(11))
	for _, n := range lengths() {
		if n == 0 {
			continue
		}
		for _, nanAt := range []int{-1, 0, n / 2, n - 1} {
			a := normal[T](rng, n)
			if nanAt >= 0 {
				a[nanAt] = T(math.NaN())
			}
			high, low, first, last := a[0], a[0], 0, 0
			for i, x := range a {
				if x != x {
					high, low, first, last = x, x, i, i
					break
				}
				if x > high {
					high, first = x, i
				}
				if x < low {
					low, last = x, i
				}
			}
			if !same(MaxOf(a), high, 0) || !same(MinOf(a), low, 0) || ArgMax(a) != first || ArgMin(a) != last {
				t.Fatalf("%T n=%d nan=%d: %v %v %d %d, want %v %v %d %d", high, n, nanAt,
					MaxOf(a), MinOf(a), ArgMax(a), ArgMin(a), high, low, first, last)
			}
		}
	}
}

func TestExtremes(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testExtremes[float32](t)
		testExtremes[float64](t)
	})
	if ArgMax[float32](nil) != -1 || ArgMin[float64](nil) != -1 {
		t.Error("an empty slice has no extreme")
	}
}

func testDot[T Float](t *testing.T, eps float64) {
	rng := rand.New(rand.NewSource(12))
	for _, n := range lengths() {
		a, b := normal[T](rng, n), normal[T](rng, n)
		want := 0.0
		for i, x := range a {
			want += float64(x) * float64(b[i])
		}
		if got := float64(Dot(a, b)); math.Abs(got-want) > eps*math.Sqrt(float64(n)+1)*8 {
			t.Fatalf("n=%d: %v, want %v", n, got, want)
		}
		mean, squares := Moments(a)
		var m, s float64
		for _, x := range a {
			m += float64(x) / float64(n)
		}
		for _, x := range a {
			s += (float64(x) - m) * (float64(x) - m)
		}
		if n > 0 && (math.Abs(mean-m) > 1e-12 || math.Abs(squares-s) > 1e-9) {
			t.Fatalf("n=%d: moments %v %v, want %v %v", n, mean, squares, m, s)
		}
	}
}

func TestDotAndMoments(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testDot[float32](t, 1e-7)
		testDot[float64](t, 1e-15)
	})
}

func TestSumInt(t *testing.T) {
	if got := SumInt([]int8{127, 127, -1}); got != -3 { // wraps
		t.Error(got)
	}
}
