package vec

import (
	"fmt"
	"math"
	"math/rand"
	"testing"
)

type gemmCase struct {
	ta, tb      Transpose
	m, n, k     int
	alpha, beta float64
	pad         int // extra elements per stored row
}

func (c gemmCase) String() string {
	return fmt.Sprintf("%v %v %d×%d×%d %g %g +%d", c.ta, c.tb, c.m, c.n, c.k, c.alpha, c.beta, c.pad)
}

func gemmCases() []gemmCase {
	var list []gemmCase
	sizes := []int{1, 2, 3, 5, 6, 7, 8, 13, 14, 15, 16, 17, 31, 32, 33, 40, 65}
	rng := rand.New(rand.NewSource(7))
	for range 150 {
		pick := func() int { return sizes[rng.Intn(len(sizes))] }
		list = append(list, gemmCase{
			Transpose(rng.Intn(2) == 0), Transpose(rng.Intn(2) == 0), pick(), pick(), pick(),
			[]float64{1, 0.5, 0}[rng.Intn(3)], []float64{0, 1, -2}[rng.Intn(3)], rng.Intn(3),
		})
	}
	return append(list,
		gemmCase{false, false, 1, 1, 0, 1, 1, 0}, gemmCase{false, false, 3, 4, 0, 1, 0, 0},
		gemmCase{false, false, 300, 150, 600, 1, 1, 1}, gemmCase{true, true, 150, 300, 300, 1, 0, 0},
		gemmCase{false, true, 64, 256, 784, 1, 0, 0}, gemmCase{true, false, 400, 33, 270, 2, 0.5, 0})
}

func testGemm[T Float](t *testing.T) {
	rng := rand.New(rand.NewSource(8))
	eps := 1e-15
	if elemOf[T]() == elemF32 {
		eps = 1e-6
	}
	for _, c := range gemmCases() {
		ar, ac, br, bc := c.m, c.k, c.k, c.n
		if c.ta {
			ar, ac = ac, ar
		}
		if c.tb {
			br, bc = bc, br
		}
		lda, ldb, ldc := ac+c.pad, bc+c.pad, c.n+c.pad
		a, b, out := normal[T](rng, ar*lda), normal[T](rng, br*ldb), normal[T](rng, c.m*ldc)
		if c.beta == 0 && c.m > 0 {
			out[0] = T(math.NaN()) // must not be read
		}
		want := append([]T(nil), out...)
		for i := range c.m {
			for j := range c.n {
				sum := 0.0
				for p := range c.k {
					x, y := i*lda+p, p*ldb+j
					if c.ta {
						x = p*lda + i
					}
					if c.tb {
						y = j*ldb + p
					}
					sum += float64(a[x]) * float64(b[y])
				}
				v := c.alpha * sum
				if c.beta != 0 {
					v += c.beta * float64(want[i*ldc+j])
				}
				want[i*ldc+j] = T(v)
			}
		}
		Gemm(c.ta, c.tb, c.m, c.n, c.k, T(c.alpha), a, lda, b, ldb, T(c.beta), out, ldc)
		limit := eps * 4 * math.Sqrt(float64(c.k)+1) * 4
		for i := range out {
			if d := math.Abs(float64(out[i]) - float64(want[i])); !(d <= limit) && !(i%ldc >= c.n && out[i] == want[i]) {
				t.Fatalf("%T %v: [%d] = %v, want %v", out[i], c, i, out[i], want[i])
			}
		}
	}
}

func normal[T Float](rng *rand.Rand, n int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = T(rng.NormFloat64())
	}
	return s
}

func TestGemm(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testGemm[float32](t)
		testGemm[float64](t)
	})
}

// NaN and infinities in the operands reach exactly the rows and columns they belong to.
func TestGemmSpecials(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		const n = 17
		a, b, c := make([]float32, n*n), make([]float32, n*n), make([]float32, n*n)
		for i := range n {
			a[i*n+i], b[i*n+i] = 1, 1
		}
		b[3*n+5] = float32(math.NaN())
		Gemm(NoTrans, NoTrans, n, n, n, 1, a, n, b, n, 0, c, n)
		for i, v := range c {
			if (v != v) != (i%n == 5) {
				t.Fatalf("[%d,%d] = %v", i/n, i%n, v)
			}
		}
	})
}

func TestGemmShortOperand(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a short operand did not panic")
		}
	}()
	Gemm(NoTrans, NoTrans, 4, 4, 4, 1, make([]float32, 15), 4, make([]float32, 16), 4, 0, make([]float32, 16), 4)
}

func BenchmarkGemm(b *testing.B) {
	for _, n := range []int{8, 64, 128, 256, 512, 1024, 2048} {
		x, y, z := make([]float32, n*n), make([]float32, n*n), make([]float32, n*n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				Gemm(NoTrans, NoTrans, n, n, n, 1, x, n, y, n, 0, z, n)
			}
			b.ReportMetric(2*float64(n)*float64(n)*float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
