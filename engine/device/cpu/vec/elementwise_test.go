package vec

import (
	"fmt"
	"math"
	"math/rand"
	"testing"
)

// eachLevel runs f with the kernels of every level this machine has.
func eachLevel(t *testing.T, f func(t *testing.T)) {
	saved := active
	defer func() { active = saved }()
	for l, name := range []string{"go", "avx2", "avx512"} {
		if level(l) > bestLevel() {
			continue
		}
		active = kernelsFor(level(l))
		t.Run(name, f)
	}
}

// lengths reach every tail of every vector and group.
func lengths() []int {
	list := []int{100, 127, 128, 129, 1000}
	for n := range 70 {
		list = append(list, n)
	}
	return list
}

var specials = []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1),
	1e-40, -1e-40, 3e38, -3e38, 0.5, 1.5, 2.5, -0.5, -1.5, 1e-7, 88, -88, 104, -104, 1e10}

// sample makes n values: ordinary ones with the special ones strewn in.
func sample[T Number](rng *rand.Rand, n int) []T {
	s := make([]T, n)
	for i := range s {
		v := rng.NormFloat64() * 4
		if elemOf[T]() > elemF64 {
			s[i] = T(int64(rng.Intn(200) - 100))
			continue
		}
		if rng.Intn(6) == 0 {
			v = specials[rng.Intn(len(specials))]
		}
		s[i] = T(v)
	}
	return s
}

// same reports whether two results agree: bits but for NaN's payload, and within ulps.
func same[T Number](got, want T, ulps float64) bool {
	g, w := float64(got), float64(want)
	switch {
	case g != g || w != w:
		return (g != g) == (w != w)
	case g == w:
		return math.Signbit(g) == math.Signbit(w) || elemOf[T]() > elemF64
	case math.IsInf(g, 0) || math.IsInf(w, 0):
		return false
	}
	ulp := math.Nextafter(math.Abs(w), math.Inf(1)) - math.Abs(w)
	if elemOf[T]() == elemF32 {
		a := float32(math.Abs(w))
		ulp = float64(math.Nextafter32(a, float32(math.Inf(1))) - a)
	}
	return math.Abs(g-w) <= ulps*ulp
}

const guard = 17 // elements behind every destination that must stay as they are

func checkMap[T Number](t *testing.T, name string, n int, ulps float64, run, plain func(dst []T)) {
	t.Helper()
	dst, want := make([]T, n+guard+1), make([]T, n)
	for i := range dst {
		dst[i] = 77
	}
	run(dst[1 : 1+n]) // off the vector's alignment
	plain(want)
	for i, w := range want {
		if !same(dst[1+i], w, ulps) {
			t.Fatalf("%s n=%d: [%d] = %v, want %v", name, n, i, dst[1+i], w)
		}
	}
	for i, g := range dst[1+n:] {
		if g != 77 {
			t.Fatalf("%s n=%d: wrote %d past the end", name, n, i)
		}
	}
}

func testBinary[T Number](t *testing.T, last BinaryOp) {
	rng := rand.New(rand.NewSource(1))
	for _, n := range lengths() {
		a, b := sample[T](rng, n+2)[1:n+1], sample[T](rng, n+3)[2:n+2]
		scalar := sample[T](rng, 1)[0]
		for op := range last + 1 {
			fn, name := binaryFunc[T](op), fmt.Sprintf("%T %d", scalar, op)
			checkMap(t, name, n, 0, func(d []T) { Binary(op, d, a, b) }, func(d []T) {
				for i := range d {
					d[i] = fn(a[i], b[i])
				}
			})
			checkMap(t, name+" vs", n, 0, func(d []T) { BinaryScalar(op, d, a, scalar) }, func(d []T) {
				for i := range d {
					d[i] = fn(a[i], scalar)
				}
			})
			checkMap(t, name+" sv", n, 0, func(d []T) { ScalarBinary(op, d, scalar, b) }, func(d []T) {
				for i := range d {
					d[i] = fn(scalar, b[i])
				}
			})
		}
	}
}

func TestBinary(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testBinary[float32](t, TanhGrad)
		testBinary[float64](t, TanhGrad)
		testBinary[int32](t, ReluGrad)
		testBinary[int64](t, ReluGrad)
		testBinary[int16](t, ReluGrad)
		testBinary[uint8](t, ReluGrad)
	})
}

func testUnary[T Float](t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	for _, n := range lengths() {
		a := sample[T](rng, n+1)[1:]
		for op := range Round + 1 {
			fn := unaryFunc[T](op)
			checkMap(t, fmt.Sprintf("unary %d", op), n, 0, func(d []T) { Unary(op, d, a) }, func(d []T) {
				for i := range d {
					d[i] = fn(a[i])
				}
			})
		}
	}
}

func TestUnary(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testUnary[float32](t)
		testUnary[float64](t)
	})
}

func testCompare[T Number](t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	for _, n := range lengths() {
		a, b := sample[T](rng, n), sample[T](rng, n)
		copy(b[:n/2], a[:n/2])
		for op := range numCompare {
			checkMap(t, fmt.Sprintf("compare %d", op), n, 0, func(d []uint8) { Compare(op, d, a, b) }, func(d []uint8) {
				for i := range d {
					if compareOne(op, a[i], b[i]) {
						d[i] = 1
					}
				}
			})
			checkMap(t, fmt.Sprintf("compare scalar %d", op), n, 0, func(d []uint8) { CompareScalar(op, d, a, 1) }, func(d []uint8) {
				for i := range d {
					if compareOne(op, a[i], 1) {
						d[i] = 1
					}
				}
			})
		}
	}
}

func TestCompare(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testCompare[float32](t)
		testCompare[float64](t)
		testCompare[int64](t)
	})
}

func testTernary[T Float](t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	for _, n := range lengths() {
		a, b := sample[T](rng, n), sample[T](rng, n)
		cond := sample[uint8](rng, n)
		for i := range cond {
			cond[i] &= 3
		}
		checkMap(t, "where", n, 0, func(d []T) { Where(d, cond, a, b) }, func(d []T) {
			for i := range d {
				d[i] = b[i]
				if cond[i] != 0 {
					d[i] = a[i]
				}
			}
		})
		checkMap(t, "axpy", n, 1, func(d []T) { Axpy(d, a, b, 0.3) }, func(d []T) {
			for i := range d {
				if d[i] = fma(0.3, b[i], a[i]); active.twice && elemOf[T]() == elemF64 {
					d[i] = a[i] + T(0.3*b[i])
				}
			}
		})
		checkMap(t, "clamp", n, 0, func(d []T) { Clamp(d, a, -1, 2.5) }, func(d []T) {
			for i := range d {
				d[i] = minNaN(2.5, maxNaN(-1, a[i]))
			}
		})
	}
}

func TestTernary(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testTernary[float32](t)
		testTernary[float64](t)
	})
}

// A matrix and a row, a column and a row, parts of matrices: each is its elements' pairs.
func TestBinaryLines(t *testing.T) {
	a, b := make([]float32, 400), make([]float32, 400)
	for i := range a {
		a[i], b[i] = float32(i), float32(i*i)
	}
	eachLevel(t, func(t *testing.T) {
		for _, width := range []int{0, 1, 7, 16, 33} {
			for f, form := range [][2]Lines[float32]{
				{{a, width, false}, {b, 0, false}}, {{a, 0, false}, {b, width, false}}, {{a, width, false}, {b, 1, true}},
				{{a, 1, true}, {b, 0, false}}, {{a, 0, false}, {b, 1, true}}, {{a, width + 3, false}, {b, width + 5, false}}, {{a, 0, true}, {b, 9, false}},
			} {
				const lines = 8
				dst := make([]float32, lines*width)
				BinaryLines(Sub, dst, width, form[0], form[1])
				for i := range dst {
					var x [2]float32
					for k, l := range form {
						at := i / width * l.Step
						if !l.Single {
							at += i % width
						}
						x[k] = l.Data[at]
					}
					if dst[i] != x[0]-x[1] {
						t.Fatalf("width %d, form %d: element %d is %v, not %v", width, f, i, dst[i], x[0]-x[1])
					}
				}
			}
		}
	})
}

// Long operands take the parallel path, and end where they should.
func TestParallelEqualsSerial(t *testing.T) {
	const n = 300_001
	rng := rand.New(rand.NewSource(5))
	a, b := sample[float32](rng, n), sample[float32](rng, n)
	got, want := make([]float32, n), make([]float32, n)
	Binary(Add, got, a, b)
	binarySerial(Add, vecVec, want, a, b)
	for i := range got {
		if !same(got[i], want[i], 0) {
			t.Fatalf("[%d] = %v, want %v", i, got[i], want[i])
		}
	}
}

func BenchmarkElementwise(b *testing.B) {
	for _, n := range []int{6, 1000, 100_000, 1_000_000} {
		x, y, z := make([]float32, n), make([]float32, n), make([]float32, n)
		b.Run(fmt.Sprintf("add/%d", n), func(b *testing.B) {
			for b.Loop() {
				Binary(Add, z, x, y)
			}
		})
		b.Run(fmt.Sprintf("exp/%d", n), func(b *testing.B) {
			for b.Loop() {
				Unary(Exp, z, x)
			}
		})
	}
}
