package random

import "testing"

// TestDraws: both generators draw what NumPy's do from the same seed, one distribution after the other (numpy 1.24:
// random, standard_normal, standard_exponential, integers, binomial, poisson, standard_gamma).
func TestDraws(t *testing.T) {
	legacy := NewTwister()
	legacy.Seed(12345)
	for name, c := range map[string]struct {
		source Source
		floats []float64
		counts []int64
		gammas []float64
	}{
		"PCG64": {NewPCG64([]uint32{12345}),
			[]float64{0x1.d1958c6d97fe0p-3, 0x1.445c4c5727930p-2, -0x1.bdc76014d359ep-1, -0x1.0964b5602ac3cp-2, -0x1.349b2ef952a32p-4, 0x1.52a34cbdd7985p+0, 0x1.744d8904ccd09p+0},
			[]int64{2, 739703093050, 1, 5, 381, 2, 60},
			[]float64{0x1.b4513b25b4bfdp-8, 0x1.e49bca7923df1p+1}},
		"MT19937": {legacy,
			[]float64{0x1.dbf6a3f8f84b7p-1, 0x1.43f7f410bb044p-2, -0x1.09f3df0ae3d0ep-1, -0x1.1c88aeb5231f1p-1, 0x1.f73d654602e58p+0, 0x1.ab58485c0aa1bp+1, 0x1.0f16c1cda9823p+0},
			[]int64{9, 393649085175, 6, 4, 395, 8, 49},
			[]float64{0x1.c0491fbf43fd9p-1, 0x1.3bb5c9e8cf22bp+2}},
	} {
		s := c.source
		floats := []float64{s.Float64(), s.Float64(), s.Normal(), s.Normal(), s.Normal(), s.Exponential(), s.Exponential()}
		counts := []int64{int64(s.Bounded(9)), int64(s.Bounded(1<<40 - 1)), int64(s.Bounded(6)), Binomial(s, 10, .3), Binomial(s, 1000, .4), Poisson(s, 3), Poisson(s, 50)}
		gammas := []float64{Gamma(s, .5), Gamma(s, 2.5)}
		for i, want := range c.floats {
			if floats[i] != want {
				t.Errorf("%s: number %d is %x, want %x", name, i, floats[i], want)
			}
		}
		for i, want := range c.counts {
			if counts[i] != want {
				t.Errorf("%s: count %d is %d, want %d", name, i, counts[i], want)
			}
		}
		for i, want := range c.gammas {
			if gammas[i] != want {
				t.Errorf("%s: gamma %d is %x, want %x", name, i, gammas[i], want)
			}
		}
	}
}
