package tensor

import (
	"math"

	"gputour/engine/device"
)

// generatorFor checks the generator of an operation on x, or finds the default one.
func (e *Env) generatorFor(x *Tensor, g *Generator) (*Generator, error) {
	if g == nil {
		return e.Generator(x.storage.Device), nil
	}
	if g.Device != x.storage.Device {
		return nil, runtimeErr("Expected a '%s' device type for generator but found '%s'", x.storage.Device.Info().Kind, g.Device.Info().Kind)
	}
	return g, nil
}

// draw fills x with values one by one, in the order of memory, on the CPU; a GPU runs
// the kernel of the distribution.
func (e *Env) draw(x *Tensor, g *Generator, kind int, f []float64, ints []int, value func(g *Generator) float64) error {
	g, err := e.generatorFor(x, g)
	if err != nil || x.numel == 0 {
		return err
	}
	if g.mt == nil {
		return e.philox(x, g, kind, f, ints)
	}
	dense := x
	if !x.IsContiguous() {
		if dense, err = e.inMemoryOrder(x); err != nil {
			return err
		}
	}
	mem, size := bytesOf(dense), x.dtype.Size()
	switch x.dtype {
	case Float32:
		list := slice[float32](dense)
		err = e.bursts(len(list), func(lo, hi int) {
			for i := range list[lo:hi] {
				list[lo+i] = float32(value(g))
			}
		})
	default:
		err = e.bursts(dense.numel, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				PutScalar(mem[i*size:], x.dtype, Float(value(g)))
			}
		})
	}
	if err != nil {
		return err
	}
	return e.settle(x, dense)
}

// inMemoryOrder is a contiguous stand-in for x: x's own memory when that has no gaps.
func (e *Env) inMemoryOrder(x *Tensor) (*Tensor, error) {
	if isDense(x) {
		return x.view([]int{x.numel}, []int{1}, x.offset), nil
	}
	return e.empty(x.shape, x.dtype, x.storage.Device)
}

// settle copies a stand-in back, if it is not x's own memory.
func (e *Env) settle(x, dense *Tensor) error {
	if dense.storage == x.storage {
		return nil
	}
	return e.copyInto(x, dense)
}

// Distributions of the random kernel; see device/ops.md.
const (
	drawUniform = iota
	drawNormal
	drawIntegers
	drawBernoulli
	drawExponential
	drawCauchy
	drawLogNormal
	drawGeometric
)

// philox launches a distribution on a GPU with PyTorch's grid: blocks of 256 threads
// that draw four at a time, as many as the multiprocessors hold.
func (e *Env) philox(x *Tensor, g *Generator, kind int, f []float64, ints []int) error {
	dense, err := x, error(nil)
	if !x.IsContiguous() {
		if dense, err = e.inMemoryOrder(x); err != nil {
			return err
		}
	}
	info := x.storage.Device.Info()
	blocks := (x.numel + 255) / 256
	if full := info.SMs * max(info.SMThreads/256, 1); full > 0 {
		blocks = min(blocks, full)
	}
	threads := blocks * 256
	unroll := 4
	if x.dtype == Float64 {
		unroll = 2
	}
	l := e.start(device.OpRandom)
	arg(l, dense)
	l.F = append(l.F, f...)
	l.I = append(l.I, kind, int(g.seed), int(g.offset), threads)
	l.I = append(l.I, ints...)
	if err := e.run(x.storage.Device, l); err != nil {
		return err
	}
	g.offset += uint64(((x.numel-1)/(threads*unroll) + 1) * 4)
	return e.settle(x, dense)
}

// UniformIn fills x with values of [from, to).
func (e *Env) UniformIn(x *Tensor, from, to float64, g *Generator) error {
	if from > to {
		return runtimeErr("uniform_ expects to return a [from, to) range, but found from=%s > to=%s", formatG(from), formatG(to))
	}
	if x.dtype.IsComplex() {
		return e.onParts(x, func(parts *Tensor) error { return e.UniformIn(parts, from, to, g) })
	}
	if x.dtype < Float16 || x.dtype.IsFloat8() {
		return notImplemented("check_uniform_bounds", x.dtype)
	}
	if x.storage.Host != nil && x.IsContiguous() && from == 0 && to == 1 {
		gen, err := e.generatorFor(x, g)
		if err != nil {
			return err
		}
		switch x.dtype {
		case Float32:
			gen.mt.Float32s(slice[float32](x))
			return nil
		case Float64:
			gen.mt.Float64s(slice[float64](x))
			return nil
		}
	}
	d := x.dtype
	lo, span := float64(float32(from)), float64(float32(to)-float32(from))
	return e.draw(x, g, drawUniform, []float64{from, to}, nil, func(g *Generator) float64 {
		if d == Float64 {
			return math.FMA(g.unit(d), to-from, from)
		}
		return g.unit(d)*span + lo // rounded to the dtype by the caller
	})
}

func (e *Env) onParts(x *Tensor, f func(parts *Tensor) error) error {
	parts, err := e.ViewAsReal(x)
	if err != nil {
		return err
	}
	return f(parts)
}

// NormalIn fills x with normal values.
func (e *Env) NormalIn(x *Tensor, mean, std float64, g *Generator) error {
	if std < 0 {
		return runtimeErr("normal expects std >= 0.0, but found std %s", formatG(std))
	}
	if x.dtype.IsComplex() {
		return e.onParts(x, func(parts *Tensor) error { return e.NormalIn(parts, mean, std/math.Sqrt2, g) })
	}
	if x.dtype < Float16 || x.dtype.IsFloat8() {
		return notImplemented("normal_kernel_cpu", x.dtype)
	}
	if x.storage.Host != nil && x.numel >= 16 && x.IsContiguous() {
		gen, err := e.generatorFor(x, g)
		if err != nil {
			return err
		}
		switch x.dtype {
		case Float32:
			gen.mt.Normals(slice[float32](x), float32(mean), float32(std))
		case Float64:
			gen.mt.Normals64(slice[float64](x), mean, std)
		default:
			gen.halfNormals(x, mean, std)
		}
		return nil
	}
	return e.draw(x, g, drawNormal, []float64{mean, std}, nil, func(g *Generator) float64 { return g.gauss()*std + mean })
}

// halfNormals fills a 16-bit tensor in blocks of 16 as normal_fill does. PyTorch's
// bfloat16 functions round after every step, its float16 expressions only when stored.
func (g *Generator) halfNormals(x *Tensor, mean, std float64) {
	s := slice[uint16](x)
	load, store := device.HalfToFloat, device.FloatToHalf
	if x.dtype == BFloat16 {
		load, store = device.BFloatToFloat, device.FloatToBFloat
	}
	round := func(v float64) float64 { return float64(load(store(float32(v)))) }
	step := round
	if x.dtype == Float16 {
		step = func(v float64) float64 { return float64(float32(v)) }
	}
	for i := range s {
		s[i] = store(float32(g.unit(x.dtype)))
	}
	block := func(b []uint16) {
		for j := range 8 {
			u1, u2 := round(1-float64(load(b[j]))), float64(load(b[j+8]))
			radius := round(math.Sqrt(step(-2 * step(math.Log(u1)))))
			theta := round(2 * math.Pi * u2)
			b[j] = store(float32(step(step(radius*step(math.Cos(theta)))*std) + mean))
			b[j+8] = store(float32(step(step(radius*step(math.Sin(theta)))*std) + mean))
		}
	}
	for i := 0; i+16 <= len(s); i += 16 {
		block(s[i : i+16])
	}
	if len(s)%16 != 0 {
		tail := s[len(s)-16:]
		for i := range tail {
			tail[i] = store(float32(g.unit(x.dtype)))
		}
		block(tail)
	}
}

// RandintIn fills x with integers of [low, high).
func (e *Env) RandintIn(x *Tensor, low, high int64, g *Generator) error {
	if low >= high {
		return runtimeErr("random_ expects 'from' to be less than 'to', but got from=%d >= to=%d", low, high)
	}
	return e.within(x, low, uint64(high-low), g)
}

// within fills x with integers from low on, as many as span says; 0 are all there are.
func (e *Env) within(x *Tensor, low int64, span uint64, g *Generator) error {
	gen, err := e.generatorFor(x, g)
	if err != nil {
		return err
	}
	bounds := []int{int(low), int(span)}
	if span == 0 { // all bits are drawn
		low, bounds[1] = 0, math.MaxInt64
	}
	if x.storage.Host != nil && x.dtype == Int64 && x.IsContiguous() {
		list := slice[int64](x)
		return e.bursts(len(list), func(lo, hi int) {
			for i := range list[lo:hi] {
				list[lo+i] = gen.integer(span) + low
			}
		})
	}
	return e.draw(x, g, drawIntegers, nil, bounds, func(g *Generator) float64 { return float64(g.integer(span) + low) })
}

func (g *Generator) integer(span uint64) int64 {
	if span == 0 {
		return int64(g.mt.Uint64())
	}
	if span >= 1<<32 {
		return int64(g.mt.Uint64() % span)
	}
	return int64(uint64(g.mt.Uint32()) % span)
}

// RandomFrom is Tensor.random_(from, None): from low up to what the dtype holds exactly.
func (e *Env) RandomFrom(x *Tensor, low int64, g *Generator) error {
	if x.dtype != Int64 {
		return e.RandintIn(x, low, integerLimits[x.dtype], g)
	}
	return e.within(x, low, uint64(math.MaxInt64-low)+1, g)
}

// integerLimits end the ranges of the integers that dtypes hold exactly.
var integerLimits = map[DType]int64{Float32: 1<<24 + 1, Float64: 1<<53 + 1, Float16: 1<<11 + 1, BFloat16: 1<<8 + 1, Int32: 1 << 31, Int16: 1 << 15, Int8: 1 << 7, Uint8: 1 << 8, Bool: 2}

// RandomIn is Tensor.random_(): the whole range of the dtype, for floats the integers
// it represents exactly.
func (e *Env) RandomIn(x *Tensor, g *Generator) error {
	if x.dtype != Int64 {
		return e.RandintIn(x, 0, integerLimits[x.dtype], g)
	}
	gen, err := e.generatorFor(x, g)
	if err != nil {
		return err
	}
	if gen.mt == nil {
		return e.philox(x, gen, drawIntegers, nil, []int{0, math.MaxInt64})
	}
	t, err := e.empty(x.shape, Int64, e.CPU)
	if err != nil {
		return err
	}
	list := slice[int64](t)
	err = e.bursts(len(list), func(lo, hi int) {
		for i := range list[lo:hi] {
			list[lo+i] = int64(gen.mt.Uint64() & math.MaxInt64)
		}
	})
	if err != nil {
		return err
	}
	return e.CopyInto(x, t, false)
}

// Randperm is a random permutation of 0…n−1.
func (e *Env) Randperm(n int, o Options, g *Generator) (*Tensor, error) {
	if n < 0 {
		return nil, runtimeErr("Trying to create tensor with negative dimension %d: [%d]", n, n)
	}
	if o.DType == NoDType {
		o.DType = Int64
	}
	o = e.fill(o)
	if g == nil {
		g = e.Generator(o.Device)
	}
	if g.mt == nil {
		keys, err := e.Empty([]int{n}, Options{DType: Float64, Device: o.Device})
		if err != nil {
			return nil, err
		}
		if err := e.UniformIn(keys, 0, 1, g); err != nil {
			return nil, err
		}
		_, order, err := e.Sort(keys, 0, false)
		if err != nil {
			return nil, err
		}
		return e.Cast(order, o.DType)
	}
	t, err := e.Arange(Int(0), Int(int64(n)), Int(1), Options{DType: Int64})
	if err != nil {
		return nil, err
	}
	values := slice[int64](t)
	err = e.bursts(n-1, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			j := i + int(uint64(g.mt.Uint32())%uint64(n-i))
			values[i], values[j] = values[j], values[i]
		}
	})
	if err != nil {
		return nil, err
	}
	return e.To(t, o, false, false)
}

// BernoulliIn fills x with ones of probability p.
func (e *Env) BernoulliIn(x *Tensor, p float64, g *Generator) error {
	if !(p >= 0 && p <= 1) {
		return runtimeErr("bernoulli_ expects p to be in [0, 1], but got p=%s", formatG(p))
	}
	return e.draw(x, g, drawBernoulli, []float64{p}, nil, func(g *Generator) float64 {
		if g.mt.Float64() < p {
			return 1
		}
		return 0
	})
}

// ExponentialIn fills x with exponential values of rate lambda.
func (e *Env) ExponentialIn(x *Tensor, lambda float64, g *Generator) error {
	if lambda < 0 {
		return runtimeErr("exponential_ expects lambda >= 0.0, but found lambda=%s", formatG(lambda))
	}
	return e.draw(x, g, drawExponential, []float64{lambda}, nil, func(g *Generator) float64 {
		return -1 / lambda * math.Log1p(-g.mt.Float64())
	})
}

// CauchyIn fills x with Cauchy values.
func (e *Env) CauchyIn(x *Tensor, median, sigma float64, g *Generator) error {
	if sigma <= 0 {
		return runtimeErr("cauchy_ expects sigma > 0.0, but found sigma=%s", formatG(sigma))
	}
	return e.draw(x, g, drawCauchy, []float64{median, sigma}, nil, func(g *Generator) float64 {
		return median + sigma*math.Tan(math.Pi*(g.mt.Float64()-0.5))
	})
}

// LogNormalIn fills x with values whose logarithm is normal.
func (e *Env) LogNormalIn(x *Tensor, mean, std float64, g *Generator) error {
	if std <= 0 {
		return runtimeErr("log_normal_ expects std > 0.0, but found std=%s", formatG(std))
	}
	return e.draw(x, g, drawLogNormal, []float64{mean, std}, nil, func(g *Generator) float64 {
		return math.Exp(g.gauss()*std + mean)
	})
}

// GeometricIn fills x with the number of trials up to the first success.
func (e *Env) GeometricIn(x *Tensor, p float64, g *Generator) error {
	if !(p > 0 && p < 1) {
		return runtimeErr("geometric_ expects p to be in (0, 1), but got p=%s", formatG(p))
	}
	return e.draw(x, g, drawGeometric, []float64{p}, nil, func(g *Generator) float64 {
		return math.Ceil(math.Log(g.mt.Float64()) / math.Log1p(-p))
	})
}

// Rand, Randn and Randint make random tensors.
func (e *Env) Rand(shape []int, o Options, g *Generator) (*Tensor, error) {
	return e.random(shape, o, func(x *Tensor) error { return e.UniformIn(x, 0, 1, g) })
}

// Randn makes a tensor of standard normal values.
func (e *Env) Randn(shape []int, o Options, g *Generator) (*Tensor, error) {
	return e.random(shape, o, func(x *Tensor) error { return e.NormalIn(x, 0, 1, g) })
}

// Randint makes a tensor of integers of [low, high).
func (e *Env) Randint(low, high int64, shape []int, o Options, g *Generator) (*Tensor, error) {
	if o.DType == NoDType {
		o.DType = Int64
	}
	return e.random(shape, o, func(x *Tensor) error { return e.RandintIn(x, low, high, g) })
}

func (e *Env) random(shape []int, o Options, fill func(x *Tensor) error) (*Tensor, error) {
	x, err := e.Empty(shape, o)
	if err != nil {
		return nil, err
	}
	return x, fill(x)
}
