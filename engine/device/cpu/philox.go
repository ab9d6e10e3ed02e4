package cpu

import (
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/walk"
)

// This file has a GPU's random numbers: Philox 4x32-10 (Salmon et al., "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011), dealt to elements as PyTorch's CUDA kernels
// deal them: thread i of a grid draws four at a time for elements i, i+grid, i+2·grid …

// Distributions of the random kernel.
const (
	Uniform     = iota // F: from, to
	Normal             // F: mean, standard deviation
	Integers           // I[4], I[5]: base, range
	Bernoulli          // F: p
	Exponential        // F: lambda
	Cauchy             // F: median, sigma
	LogNormal          // F: mean, standard deviation of the logarithm
	Geometric          // F: p
)

type philox struct {
	key     [2]uint32
	counter [4]uint32
}

func newPhilox(seed, subsequence, offset uint64) philox {
	p := philox{key: [2]uint32{uint32(seed), uint32(seed >> 32)}}
	block := offset / 4
	p.counter = [4]uint32{uint32(block), uint32(block >> 32), uint32(subsequence), uint32(subsequence >> 32)}
	return p
}

// next is ten rounds at the counter, which moves on by one.
func (p *philox) next() [4]uint32 {
	c, k := p.counter, p.key
	for range 10 {
		a, b := uint64(c[0])*0xD2511F53, uint64(c[2])*0xCD9E8D57
		c = [4]uint32{uint32(b>>32) ^ c[1] ^ k[0], uint32(b), uint32(a>>32) ^ c[3] ^ k[1], uint32(a)}
		k[0] += 0x9E3779B9
		k[1] += 0xBB67AE85
	}
	for i := range p.counter {
		p.counter[i]++
		if p.counter[i] != 0 {
			break
		}
	}
	return c
}

// unit32 is curand_uniform: (0, 1].
func unit32(x uint32) float32 { return float32(x)*2.3283064e-10 + 2.3283064e-10/2 }

// unit64 is curand_uniform_double.
func unit64(x, y uint32) float64 {
	z := uint64(x) ^ uint64(y)<<21
	return float64(z)*1.1102230246251565e-16 + 1.1102230246251565e-16/2
}

// draw4 draws what one call of the generator gives a thread: four values of a 32-bit
// type, two of float64.
func draw4(p *philox, d device.DType, kind int, v *[4]float64) int {
	r := p.next()
	normal := kind == Normal || kind == LogNormal
	if d == device.Float64 {
		v[0], v[1] = unit64(r[0], r[1]), unit64(r[2], r[3])
		if normal {
			radius := math.Sqrt(-2 * math.Log(v[0]))
			sin, cos := math.Sincos(2 * math.Pi * v[1])
			v[0], v[1] = radius*sin, radius*cos
		}
		return 2
	}
	for i, x := range r {
		v[i] = float64(unit32(x))
	}
	if normal {
		for i := 0; i < 4; i += 2 {
			u := float32(r[i])*2.3283064e-10 + 2.3283064e-10/2
			angle := float32(r[i+1])*2.3283064e-10*2*math.Pi + 2.3283064e-10*math.Pi
			radius := float32(math.Sqrt(float64(-2 * float32(math.Log(float64(u))))))
			sin, cos := math.Sincos(float64(angle))
			v[i], v[i+1] = float64(radius*float32(sin)), float64(radius*float32(cos))
		}
	}
	return 4
}

// runRandom fills a contiguous operand. I: distribution, seed, offset, threads of the
// grid, then what the distribution takes.
func runRandom(l *device.Launch) bool {
	out := &l.Args[0]
	n, size := out.Numel(), out.DType.Size()
	kind, threads := l.I[0], max(l.I[3], 1)
	seed, offset := uint64(l.I[1]), uint64(l.I[2])
	wide := make([]float64, n)
	ints := make([]int64, 0)
	if kind == Integers {
		ints = make([]int64, n)
	}
	walk.EachLane(l, min(threads, n), max(n/threads, 1)*16, func(lo, hi int) {
		for thread := lo; thread < hi; thread++ {
			p := newPhilox(seed, uint64(thread), offset)
			for at := thread; at < n; {
				if kind == Integers {
					at = dealInts(&p, ints, at, threads, uint64(l.I[5]), l.I[4])
					continue
				}
				var v [4]float64
				k := draw4(&p, out.DType, kind, &v)
				for i := 0; i < k; i++ {
					if at < n {
						wide[at] = shape(kind, v[i], l.F, out.DType)
					}
					at += threads
				}
			}
		}
	})
	if kind == Integers {
		walk.Convert(out.DType, device.Int64, out.Mem[:n*size], device.Bytes(ints), n)
	} else {
		walk.Convert(out.DType, device.Float64, out.Mem[:n*size], device.Bytes(wide), n)
	}
	return true
}

func dealInts(p *philox, dst []int64, at, threads int, span uint64, base int) int {
	r := p.next()
	if span > 1<<32 {
		for i := 0; i < 4; i += 2 {
			if at < len(dst) {
				dst[at] = int64((uint64(r[i])<<32|uint64(r[i+1]))%span) + int64(base)
			}
			at += threads
		}
		return at
	}
	for _, x := range r {
		if at < len(dst) {
			dst[at] = int64(uint64(x)%span) + int64(base)
		}
		at += threads
	}
	return at
}

// shape turns a uniform or normal value into one of the distribution.
func shape(kind int, v float64, f []float64, d device.DType) float64 {
	switch kind {
	case Uniform: // curand's (0, 1] is turned to [0, 1)
		if d == device.Float64 {
			x := v*(f[1]-f[0]) + f[0]
			if x == f[1] {
				return f[0]
			}
			return x
		}
		from, to := float32(f[0]), float32(f[1])
		x := float32(v)*(to-from) + from
		if x == to {
			x = from
		}
		return float64(x)
	case Normal:
		return v*f[1] + f[0]
	case Bernoulli:
		return float64(walk.Bit(v <= f[0]))
	case Exponential:
		if v == 1 {
			return 5.960464477539063e-08 / f[0]
		}
		return -math.Log(v) / f[0]
	case Cauchy:
		return f[0] + f[1]*math.Tan(math.Pi*(v-0.5))
	case LogNormal:
		return math.Exp(v*f[1] + f[0])
	}
	return math.Ceil(math.Log(v) / math.Log1p(-f[0]))
}
