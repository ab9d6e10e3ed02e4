package vec

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"
)

func testIntegers[T Integer](t *testing.T) {
	rng := rand.New(rand.NewSource(8))
	for _, n := range append(lengths(), 300_000) {
		a, b := sample[T](rng, n+1)[1:], sample[T](rng, n+2)[2:]
		scalar := T(0x35)
		for op, f := range map[BinaryOp]func(x, y T) T{
			BitAnd: func(x, y T) T { return x & y }, BitOr: func(x, y T) T { return x | y }, BitXor: func(x, y T) T { return x ^ y },
		} {
			if n > 1000 {
				continue
			}
			checkMap(t, fmt.Sprintf("%T %d", scalar, op), n, 0, func(d []T) { Binary(op, d, a, b) }, func(d []T) {
				for i := range d {
					d[i] = f(a[i], b[i])
				}
			})
			checkMap(t, fmt.Sprintf("%T %d vs", scalar, op), n, 0, func(d []T) { BinaryScalar(op, d, a, scalar) }, func(d []T) {
				for i := range d {
					d[i] = f(a[i], scalar)
				}
			})
		}
		if n == 0 {
			continue
		}
		var sum T
		for _, x := range a {
			sum += x
		}
		if got := SumInt(a); got != sum {
			t.Fatalf("sum of %d: %d, want %d", n, got, sum)
		}
		if got, want := [2]T{MaxOf(a), MinOf(a)}, [2]T{slices.Max(a), slices.Min(a)}; got != want {
			t.Fatalf("extremes of %d: %d, want %d", n, got, want)
		}
		if got, want := ArgMax(a), slices.Index(a, slices.Max(a)); got != want {
			t.Fatalf("position of the largest of %d: %d, want %d", n, got, want)
		}
	}
}

func TestIntegers(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testIntegers[int64](t)
		testIntegers[int32](t)
		testIntegers[int16](t)
		testIntegers[uint8](t)
		testCompare[int32](t)
	})
}

// plainPairwise is pairwise_sum as NumPy writes it.
func plainPairwise(a []float64, f func(float64) float64) float64 {
	n := len(a)
	if n < 8 {
		s := 0.0
		for _, x := range a {
			s += f(x)
		}
		return s
	}
	if n > 128 {
		half := n / 2
		half -= half % 8
		return plainPairwise(a[:half], f) + plainPairwise(a[half:], f)
	}
	var r [8]float64
	for i := 0; i < n-n%8; i++ {
		r[i%8] += f(a[i])
	}
	s := ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
	for _, x := range a[n-n%8:] {
		s += f(x)
	}
	return s
}

func TestPairwise(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewSource(9))
		for _, n := range append(lengths(), 136, 8191, 8192, 8193, 300_001) {
			a := make([]float64, n)
			narrow := make([]float32, n)
			for i := range a {
				a[i] = rng.NormFloat64()
				narrow[i] = float32(a[i])
			}
			var sum, squares float64
			for from := 0; from < n; from += 8192 {
				part := a[from:min(from+8192, n)]
				sum += plainPairwise(part, func(x float64) float64 { return x })
				squares += plainPairwise(part, func(x float64) float64 { return (x - 0.3) * (x - 0.3) })
			}
			if got := Pairwise(a); got != sum {
				t.Fatalf("sum of %d: %v, want %v", n, got, sum)
			}
			if got := PairwiseSquares(a, 0.3); got != squares {
				t.Fatalf("squares of %d: %v, want %v", n, got, squares)
			}
			if got := Pairwise(narrow); math.Abs(float64(got)-sum) > 1e-6*float64(n)+1e-6 {
				t.Fatalf("float32 sum of %d: %v, want %v", n, got, sum)
			}
		}
	})
}

func TestFinite(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, n := range append(lengths(), 300_000) {
			a := make([]float64, n)
			for i := range a {
				a[i] = math.MaxFloat64
			}
			if !Finite(a) {
				t.Fatalf("%d large numbers are finite", n)
			}
			for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
				for _, at := range []int{0, n / 2, n - 1} {
					if n == 0 {
						continue
					}
					a[at] = bad
					if Finite(a) {
						t.Fatalf("%v at %d of %d", bad, at, n)
					}
					a[at] = 1
				}
			}
		}
	})
}
