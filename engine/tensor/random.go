package tensor

import (
	"encoding/binary"
	"math"

	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// Generator makes random numbers for one device: on the CPU the Mersenne twister
// MT19937, drawn from exactly as PyTorch's CPU kernels do; on GPUs a seed and an offset
// for Philox 4x32-10, whose numbers the device's own kernel makes.
type Generator struct {
	Device device.Device

	seed   uint64
	offset uint64 // of Philox
	mt     *vec.Twister
	normal *float64 // second value of the last Box–Muller pair
}

// DefaultSeed is what an unseeded generator starts from.
const DefaultSeed = 67280421310721

// NewGenerator makes a generator for a device.
func NewGenerator(dev device.Device) *Generator {
	g := &Generator{Device: dev}
	if dev.Info().Kind == device.CPU {
		g.mt = vec.NewTwister(DefaultSeed)
	}
	g.Seed(DefaultSeed)
	return g
}

// Generator is the session's default generator of a device.
func (e *Env) Generator(dev device.Device) *Generator {
	g := e.generators[dev]
	if g == nil {
		g = NewGenerator(dev)
		e.generators[dev] = g
	}
	return g
}

// Seed starts the sequence that belongs to a seed.
func (g *Generator) Seed(seed uint64) {
	g.seed, g.offset, g.normal = seed, 0, nil
	if g.mt != nil {
		g.mt.Seed(seed)
	}
}

// InitialSeed is the seed the sequence started from.
func (g *Generator) InitialSeed() uint64 { return g.seed }

// Uint64 draws 64 random bits: what torch.Generator users draw seeds from.
func (g *Generator) Uint64() uint64 {
	if g.mt == nil {
		g.offset += 4
		return g.seed ^ g.offset*0x9E3779B97F4A7C15
	}
	return g.mt.Uint64()
}

const stateBytes = 5056

// State is the generator's state as PyTorch lays it out: 5056 bytes for the CPU (its
// legacy struct), 16 for a GPU (seed and offset).
func (g *Generator) State() []byte {
	if g.mt == nil {
		b := make([]byte, 16)
		binary.LittleEndian.PutUint64(b, g.seed)
		binary.LittleEndian.PutUint64(b[8:], g.offset)
		return b
	}
	b := make([]byte, stateBytes)
	words, given := g.mt.State()
	left, next := 624-given+1, given
	if given == 624 {
		left, next = 1, 0
	}
	binary.LittleEndian.PutUint64(b, g.seed)
	binary.LittleEndian.PutUint32(b[8:], uint32(left))
	binary.LittleEndian.PutUint32(b[12:], 1)
	binary.LittleEndian.PutUint64(b[16:], uint64(next))
	for i, w := range words {
		binary.LittleEndian.PutUint64(b[24+8*i:], uint64(w))
	}
	tail := b[24+8*624:]
	if g.normal != nil {
		binary.LittleEndian.PutUint64(tail, math.Float64bits(*g.normal))
		binary.LittleEndian.PutUint32(tail[24:], 1)
	}
	return b
}

// SetState restores what State returned.
func (g *Generator) SetState(b []byte) error {
	if g.mt == nil {
		if len(b) != 16 && len(b) != 8 {
			return runtimeErr("RNG state is wrong size")
		}
		g.seed = binary.LittleEndian.Uint64(b)
		if len(b) == 16 {
			g.offset = binary.LittleEndian.Uint64(b[8:])
		}
		return nil
	}
	if len(b) != stateBytes {
		return runtimeErr("Expected either a CPUGeneratorImplStateLegacy of size 5048 or a CPUGeneratorImplState of size 5056 but found the input RNG state size to be %d", len(b))
	}
	var words [624]uint32
	for i := range words {
		words[i] = uint32(binary.LittleEndian.Uint64(b[24+8*i:]))
	}
	given := 624
	if left := int(binary.LittleEndian.Uint32(b[8:])); left > 1 && left <= 624 {
		given = 624 - left + 1
	}
	g.seed = binary.LittleEndian.Uint64(b)
	g.mt.SetState(words, given)
	g.normal = nil
	tail := b[24+8*624:]
	if binary.LittleEndian.Uint32(tail[24:]) != 0 {
		v := math.Float64frombits(binary.LittleEndian.Uint64(tail))
		g.normal = &v
	}
	return nil
}

// Clone is a generator in the same state.
func (g *Generator) Clone() *Generator {
	c := NewGenerator(g.Device)
	_ = c.SetState(g.State()) // its own state always fits
	return c
}

// gauss is one standard normal value: Box–Muller in float64, the second value kept.
func (g *Generator) gauss() float64 {
	if g.normal != nil {
		v := *g.normal
		g.normal = nil
		return v
	}
	u1, u2 := g.mt.Float64(), g.mt.Float64()
	r, theta := math.Sqrt(-2*math.Log1p(-u2)), 2*math.Pi*u1
	second := r * math.Sin(theta)
	g.normal = &second
	return r * math.Cos(theta)
}

// unit is a uniform value with as many bits as the dtype's significand.
func (g *Generator) unit(d DType) float64 {
	switch d {
	case Float64:
		return g.mt.Float64()
	case Float16:
		return float64(g.mt.Uint32()&(1<<11-1)) * 0x1p-11
	case BFloat16:
		return float64(g.mt.Uint32()&(1<<8-1)) * 0x1p-8
	}
	return float64(g.mt.Float32())
}

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
		for i := range slice[float32](dense) {
			slice[float32](dense)[i] = float32(value(g))
		}
	default:
		for i := 0; i < dense.numel; i++ {
			PutScalar(mem[i*size:], x.dtype, Float(value(g)))
		}
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
	if x.dtype < Float16 {
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
			return g.unit(d)*(to-from) + from
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
	if x.dtype < Float16 {
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

// halfNormals fills a 16-bit tensor in blocks of 16 as normal_fill does, rounding
// after every step.
func (g *Generator) halfNormals(x *Tensor, mean, std float64) {
	s := slice[uint16](x)
	load, store := device.HalfToFloat, device.FloatToHalf
	if x.dtype == BFloat16 {
		load, store = device.BFloatToFloat, device.FloatToBFloat
	}
	round := func(v float64) float64 { return float64(load(store(float32(v)))) }
	for i := range s {
		s[i] = store(float32(g.unit(x.dtype)))
	}
	block := func(b []uint16) {
		for j := range 8 {
			u1, u2 := round(1-float64(load(b[j]))), float64(load(b[j+8]))
			radius := round(math.Sqrt(round(-2 * round(math.Log(u1)))))
			theta := round(2 * math.Pi * u2)
			b[j] = store(float32(round(round(radius*round(math.Cos(theta)))*std) + mean))
			b[j+8] = store(float32(round(round(radius*round(math.Sin(theta)))*std) + mean))
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
	span := uint64(high - low)
	gen, err := e.generatorFor(x, g)
	if err != nil {
		return err
	}
	if x.storage.Host != nil && x.dtype == Int64 && x.IsContiguous() {
		for i := range slice[int64](x) {
			slice[int64](x)[i] = gen.integer(span) + low
		}
		return nil
	}
	return e.draw(x, g, drawIntegers, nil, []int{int(low), int(span)}, func(g *Generator) float64 { return float64(g.integer(span) + low) })
}

func (g *Generator) integer(span uint64) int64 {
	if span >= 1<<32 {
		return int64(g.mt.Uint64() % span)
	}
	return int64(uint64(g.mt.Uint32()) % span)
}

// RandomIn is Tensor.random_(): the whole range of the dtype, for floats the integers
// it represents exactly.
func (e *Env) RandomIn(x *Tensor, g *Generator) error {
	limits := map[DType]int64{Float32: 1<<24 + 1, Float64: 1<<53 + 1, Float16: 1<<11 + 1, BFloat16: 1<<8 + 1, Int32: 1 << 31, Int16: 1 << 15, Int8: 1 << 7, Uint8: 1 << 8, Bool: 2}
	if x.dtype != Int64 {
		return e.RandintIn(x, 0, limits[x.dtype], g)
	}
	gen, err := e.generatorFor(x, g)
	if err != nil {
		return err
	}
	if gen.mt == nil {
		return e.philox(x, gen, drawIntegers, nil, []int{0, math.MaxInt64})
	}
	values := make([]int64, x.numel)
	for i := range values {
		values[i] = int64(gen.mt.Uint64() & math.MaxInt64)
	}
	t, err := e.FromInts(values, x.shape...)
	if err != nil {
		return err
	}
	return e.CopyInto(x, t.view(x.shape, contiguousStrides(x.shape), 0), false)
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
	values := make([]int64, n)
	for i := range values {
		values[i] = int64(i)
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
	for i := 0; i < n-1; i++ {
		j := i + int(uint64(g.mt.Uint32())%uint64(n-i))
		values[i], values[j] = values[j], values[i]
	}
	t, err := e.FromInts(values, n)
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

// Bernoulli draws ones with the probabilities p holds.
func (e *Env) Bernoulli(p *Tensor, g *Generator) (*Tensor, error) {
	if p.dtype < Float16 {
		return nil, notImplemented("bernoulli_tensor_cpu_self_", p.dtype)
	}
	out, err := e.empty(p.shape, p.dtype, p.storage.Device)
	if err != nil {
		return nil, err
	}
	return out, e.BernoulliTensorIn(out, p, g)
}

// BernoulliTensorIn fills x with ones of the probabilities p holds.
func (e *Env) BernoulliTensorIn(x, p *Tensor, g *Generator) error {
	gen, err := e.generatorFor(x, g)
	if err != nil {
		return err
	}
	if p, err = e.Expand(p, x.shape); err != nil {
		return err
	}
	if gen.mt == nil {
		draw, err := e.empty(x.shape, Float32, x.storage.Device)
		if err != nil {
			return err
		}
		if err := e.UniformIn(draw, 0, 1, gen); err != nil {
			return err
		}
		hit, err := e.Compare(device.OpLt, draw, p)
		if err != nil {
			return err
		}
		return e.CopyInto(x, hit, false)
	}
	values, err := e.Float64s(p)
	if err != nil {
		return err
	}
	d := Float32
	if p.dtype == Float64 {
		d = Float64
	}
	for i, v := range values {
		if !(v >= 0 && v <= 1) {
			return runtimeErr("Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
		}
		values[i] = 0
		if gen.unit(d) < v {
			values[i] = 1
		}
	}
	t, err := e.FromFloats(values, Float64, x.shape...)
	if err != nil {
		return err
	}
	return e.CopyInto(x, t.view(x.shape, contiguousStrides(x.shape), 0), false)
}

// ExponentialIn fills x with exponential values of rate lambda.
func (e *Env) ExponentialIn(x *Tensor, lambda float64, g *Generator) error {
	if lambda <= 0 {
		return runtimeErr("exponential_ expects lambda > 0.0, but found lambda=%s", formatG(lambda))
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

// Normal draws from normal distributions whose means and deviations are tensors.
func (e *Env) Normal(mean, std *Tensor, g *Generator) (*Tensor, error) {
	shape, err := broadcast(mean.shape, std.shape)
	if err != nil {
		return nil, err
	}
	like := mean
	if mean.wrapped {
		like = std
	}
	x, err := e.Randn(shape, like.Like(), g)
	if err != nil {
		return nil, err
	}
	if x, err = e.Mul(x, std); err != nil {
		return nil, err
	}
	return e.Add(x, mean, One)
}

// Multinomial draws n categories from each row of weights.
func (e *Env) Multinomial(p *Tensor, n int, replacement bool, g *Generator) (*Tensor, error) {
	switch {
	case len(p.shape) < 1 || len(p.shape) > 2:
		return nil, runtimeErr("prob_dist must be 1 or 2 dim")
	case p.dtype < Float16:
		return nil, runtimeErr("multinomial only supports floating-point dtypes for input, got: %s", p.dtype.Scalar())
	case n <= 0:
		return nil, runtimeErr("cannot sample n_sample <= 0 samples")
	case !replacement && n > p.shape[len(p.shape)-1]:
		return nil, runtimeErr("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
	}
	values, err := e.Float64s(p)
	if err != nil {
		return nil, err
	}
	width := p.shape[len(p.shape)-1]
	for i, v := range values {
		if v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, runtimeErr("probability tensor contains either `inf`, `nan` or element < 0")
		}
		if i%width == 0 {
			sum := 0.0
			for _, w := range values[i : i+width] {
				sum += w
			}
			if sum == 0 {
				return nil, runtimeErr("invalid multinomial distribution (sum of probabilities <= 0)")
			}
		}
	}
	if !replacement || n == 1 {
		return e.race(p, n, g)
	}
	gen, err := e.generatorFor(p, g)
	if err != nil {
		return nil, err
	}
	out := make([]int64, 0, n*len(values)/width)
	for ; len(values) > 0; values = values[width:] {
		out = append(out, gen.categories(values[:width], n)...)
	}
	t, err := e.FromInts(out, append(append([]int(nil), p.shape[:len(p.shape)-1]...), n)...)
	if err != nil {
		return nil, err
	}
	return e.To(t, Options{Device: p.storage.Device}, false, false)
}

// race draws without replacement: the largest of weight over exponential noise win.
func (e *Env) race(p *Tensor, n int, g *Generator) (*Tensor, error) {
	q, err := e.empty(p.shape, p.dtype, p.storage.Device)
	if err != nil {
		return nil, err
	}
	if err := e.ExponentialIn(q, 1, g); err != nil {
		return nil, err
	}
	if q, err = e.Div(p, q); err != nil {
		return nil, err
	}
	_, indices, err := e.Topk(q, n, -1, true)
	return indices, err
}

// categories draws n positions of weights by bisection of their running sum.
func (g *Generator) categories(weights []float64, n int) []int64 {
	running := make([]float64, len(weights))
	sum := float32(0)
	for i, w := range weights {
		sum += float32(w)
		running[i] = float64(sum)
	}
	for i := range running {
		running[i] = float64(float32(running[i]) / sum)
	}
	list := make([]int64, n)
	for i := range list {
		u := 0.0
		if g.mt != nil {
			u = g.mt.Float64()
		} else {
			u = float64(g.Uint64()>>11) * 0x1p-53
		}
		lo, hi := 0, len(running)
		for lo < hi {
			if mid := (lo + hi) / 2; running[mid] < u {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		list[i] = int64(min(lo, len(running)-1))
	}
	return list
}
