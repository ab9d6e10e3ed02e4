package random

import "math"

// This file draws counts as NumPy does: binomial and Poisson numbers;
// and the gamma numbers from which other distributions are made.

// maxBinomialInversion is the mean up to which a binomial number is found by adding
// up probabilities; beyond, a rejection method is faster.
const maxBinomialInversion = 30

// Binomial is the number of successes in n trials of probability p.
func Binomial(s Source, n int64, p float64) int64 {
	switch {
	case n == 0 || p == 0:
		return 0
	case p > 0.5:
		return n - Binomial(s, n, 1-p)
	case p*float64(n) <= maxBinomialInversion:
		return binomialInversion(s, n, p)
	}
	return newBTPE(n, p).draw(s)
}

func binomialInversion(s Source, n int64, p float64) int64 {
	q := 1 - p
	none := math.Exp(float64(n) * math.Log(q))
	mean := float64(n) * p
	bound := int64(math.Min(float64(n), mean+10*math.Sqrt(mean*q+1)))
	x, px, u := int64(0), none, s.Float64()
	for u > px {
		x++
		if x > bound {
			x, px, u = 0, none, s.Float64()
			continue
		}
		u -= px
		px = float64(n-x+1) * p * px / (float64(x) * q)
	}
	return x
}

// btpe is the method of Kachitvichyanukul and Schmeiser, "Binomial random variate
// generation", CACM 31, 1988, with its names: a triangle, a parallelogram and two
// exponential tails around the mode m.
type btpe struct {
	n                                    int64
	m                                    int64
	r, q, nrq, xm, xl, xr, c, laml, lamr float64
	p1, p2, p3, p4                       float64
}

func newBTPE(n int64, p float64) *btpe {
	b := &btpe{n: n, r: p, q: 1 - p}
	mode := float64(n)*b.r + b.r
	b.m = int64(math.Floor(mode))
	b.nrq = float64(n) * b.r * b.q
	b.p1 = math.Floor(2.195*math.Sqrt(b.nrq)-4.6*b.q) + 0.5
	b.xm = float64(b.m) + 0.5
	b.xl, b.xr = b.xm-b.p1, b.xm+b.p1
	b.c = 0.134 + 20.5/(15.3+float64(b.m))
	a := (mode - b.xl) / (mode - b.xl*b.r)
	b.laml = a * (1 + a/2)
	a = (b.xr - mode) / (b.xr * b.q)
	b.lamr = a * (1 + a/2)
	b.p2 = b.p1 * (1 + 2*b.c)
	b.p3 = b.p2 + b.c/b.laml
	b.p4 = b.p3 + b.c/b.lamr
	return b
}

func (b *btpe) draw(s Source) int64 {
	for {
		u, v := s.Float64()*b.p4, s.Float64()
		if u <= b.p1 {
			return int64(math.Floor(b.xm - b.p1*v + u))
		}
		y, v, ok := b.propose(u, v)
		if ok && b.accepts(y, v) {
			return y
		}
	}
}

// propose turns a point of the outer regions into a count, and scales its height.
func (b *btpe) propose(u, v float64) (y int64, height float64, ok bool) {
	switch {
	case u <= b.p2:
		x := b.xl + (u-b.p1)/b.c
		v = v*b.c + 1 - math.Abs(float64(b.m)-x+0.5)/b.p1
		return int64(math.Floor(x)), v, v <= 1
	case u <= b.p3:
		y = int64(math.Floor(b.xl + math.Log(v)/b.laml))
		return y, v * (u - b.p2) * b.laml, y >= 0 && v != 0
	}
	y = int64(math.Floor(b.xr - math.Log(v)/b.lamr))
	return y, v * (u - b.p3) * b.lamr, y <= b.n && v != 0
}

// accepts compares the height with the probability of y relative to the mode's.
func (b *btpe) accepts(y int64, v float64) bool {
	k := y - b.m
	if k < 0 {
		k = -k
	}
	if k <= 20 || float64(k) >= b.nrq/2-1 {
		return v <= b.ratio(y)
	}
	rho := float64(k) / b.nrq * ((float64(k)*(float64(k)/3+0.625)+0.16666666666666666)/b.nrq + 0.5)
	t := -float64(k*k) / (2 * b.nrq)
	a := math.Log(v)
	if a < t-rho {
		return true
	}
	if a > t+rho {
		return false
	}
	x1, f1 := float64(y+1), float64(b.m+1)
	z, w := float64(b.n+1-b.m), float64(b.n-y+1)
	return a <= b.xm*math.Log(f1/x1)+(float64(b.n-b.m)+0.5)*math.Log(z/w)+float64(y-b.m)*math.Log(w*b.r/(x1*b.q))+
		stirling(f1)+stirling(z)+stirling(x1)+stirling(w)
}

// ratio is P(y)/P(m), by recursion.
func (b *btpe) ratio(y int64) float64 {
	s := b.r / b.q
	a := s * float64(b.n+1)
	f := 1.0
	for i := b.m + 1; i <= y; i++ {
		f *= a/float64(i) - s
	}
	for i := y + 1; i <= b.m; i++ {
		f /= a/float64(i) - s
	}
	return f
}

// stirling is the correction of Stirling's formula.
func stirling(x float64) float64 {
	x2 := x * x
	return (13680 - (462-(132-(99-140/x2)/x2)/x2)/x2) / x / 166320
}

// Gamma is a number of the gamma distribution of a shape and scale 1: Marsaglia and
// Tsang, "A simple method for generating gamma variables", 2000; below shape 1,
// Ahrens and Dieter, 1974.
func Gamma(s Source, shape float64) float64 {
	switch {
	case shape == 1:
		return s.Exponential()
	case shape == 0:
		return 0
	case shape < 1:
		return gammaBelowOne(s, shape)
	}
	b := shape - 1.0/3
	c := 1 / math.Sqrt(9*b)
	for {
		x, v := 0.0, 0.0
		for v <= 0 {
			x = s.Normal()
			v = 1 + c*x
		}
		v = v * v * v
		u := s.Float64()
		if u < 1-0.0331*(x*x)*(x*x) || math.Log(u) < 0.5*x*x+b*(1-v+math.Log(v)) {
			return b * v
		}
	}
}

func gammaBelowOne(s Source, shape float64) float64 {
	for {
		u, v := s.Float64(), s.Exponential()
		if u <= 1-shape {
			if x := math.Pow(u, 1/shape); x <= v {
				return x
			}
			continue
		}
		y := -math.Log((1 - u) / shape)
		if x := math.Pow(1-shape+shape*y, 1/shape); x <= v+y {
			return x
		}
	}
}

// Poisson is the number of events of a process that has lam of them on average.
func Poisson(s Source, lam float64) int64 {
	switch {
	case lam >= 10:
		return poissonPTRS(s, lam)
	case lam == 0:
		return 0
	}
	limit, prod := math.Exp(-lam), 1.0
	for x := int64(0); ; x++ {
		if prod *= s.Float64(); prod <= limit {
			return x
		}
	}
}

// poissonPTRS is Hörmann's transformed rejection ("The transformed rejection method
// for generating Poisson random variables", 1993).
func poissonPTRS(s Source, lam float64) int64 {
	b := 0.931 + 2.53*math.Sqrt(lam)
	a := -0.059 + 0.02483*b
	invalpha := 1.1239 + 1.1328/(b-3.4)
	vr := 0.9277 - 3.6224/(b-2)
	for {
		u, v := s.Float64()-0.5, s.Float64()
		us := 0.5 - math.Abs(u)
		k := int64(math.Floor((2*a/us+b)*u + lam + 0.43))
		if us >= 0.07 && v <= vr {
			return k
		}
		if k < 0 || us < 0.013 && v > us {
			continue
		}
		if math.Log(v)+math.Log(invalpha)-math.Log(a/(us*us)+b) <= -lam+float64(k)*math.Log(lam)-logGamma(float64(k+1)) {
			return k
		}
	}
}

// logGamma is log Γ(x) by the series that NumPy uses (Zhang and Jin, 1996).
func logGamma(x float64) float64 {
	coefficients := [...]float64{8.333333333333333e-02, -2.777777777777778e-03, 7.936507936507937e-04, -5.952380952380952e-04,
		8.417508417508418e-04, -1.917526917526918e-03, 6.410256410256410e-03, -2.955065359477124e-02, 1.796443723688307e-01, -1.39243221690590e+00}
	if x == 1 || x == 2 {
		return 0
	}
	n := 0
	if x < 7 {
		n = int(7 - x)
	}
	x0 := x + float64(n)
	x2 := 1 / (x0 * x0)
	sum := coefficients[9]
	for k := 8; k >= 0; k-- {
		sum = sum*x2 + coefficients[k]
	}
	g := sum/x0 + 0.5*1.8378770664093453 + (x0-0.5)*math.Log(x0) - x0
	for range n {
		g -= math.Log(x0 - 1)
		x0--
	}
	return g
}
