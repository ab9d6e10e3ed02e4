package vec

import (
	"math"
	"math/rand"
	"testing"
)

func testLayerNorm[T Float](t *testing.T, limit float64) {
	rng := rand.New(rand.NewSource(13))
	for _, width := range []int{1, 2, 7, 16, 33, 768} {
		const rows = 5
		x, w, b := normal[T](rng, rows*width), normal[T](rng, width), normal[T](rng, width)
		y, mean, rstd := make([]T, rows*width), make([]T, rows), make([]T, rows)
		LayerNormRows(y, mean, rstd, x, w, b, width, 1e-5)
		for r := range rows {
			m, v := 0.0, 0.0
			for _, e := range x[r*width : (r+1)*width] {
				m += float64(e) / float64(width)
			}
			for _, e := range x[r*width : (r+1)*width] {
				v += (float64(e) - m) * (float64(e) - m) / float64(width)
			}
			s := 1 / math.Sqrt(v+1e-5)
			if math.Abs(float64(mean[r])-m) > limit || math.Abs(float64(rstd[r])-s) > limit*s {
				t.Fatalf("width %d: mean %v rstd %v, want %v %v", width, mean[r], rstd[r], m, s)
			}
			for i := range width {
				want := (float64(x[r*width+i])-m)*s*float64(w[i]) + float64(b[i])
				if math.Abs(float64(y[r*width+i])-want) > 8*limit*max(1, s/10) {
					t.Fatalf("width %d: [%d,%d] = %v, want %v", width, r, i, y[r*width+i], want)
				}
			}
		}
	}
}

func TestLayerNormRows(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		testLayerNorm[float32](t, 1e-6)
		testLayerNorm[float64](t, 1e-14)
	})
}
