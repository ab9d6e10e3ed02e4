package tensor

import (
	"math"

	"gputour/engine/device"
)

// This file draws from weights and probabilities.

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
	if !replacement {
		return e.race(p, n, g)
	}
	gen, err := e.generatorFor(p, g)
	if err != nil {
		return nil, err
	}
	t, err := e.Empty(append(append([]int(nil), p.shape[:len(p.shape)-1]...), n), Options{DType: Int64})
	if err != nil {
		return nil, err
	}
	for out := slice[int64](t); len(values) > 0; values, out = values[width:], out[n:] {
		running := runningShare(values[:width])
		err := e.bursts(n, func(lo, hi int) { gen.categories(running, out[lo:hi]) })
		if err != nil {
			return nil, err
		}
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

// runningShare is the running sum of weights, as a share of the whole.
func runningShare(weights []float64) []float64 {
	running := make([]float64, len(weights))
	sum := float32(0)
	for i, w := range weights {
		sum += float32(w)
		running[i] = float64(sum)
	}
	for i := range running {
		running[i] = float64(float32(running[i]) / sum)
	}
	return running
}

// categories fills list with positions, drawn by bisection of their running share.
func (g *Generator) categories(running []float64, list []int64) {
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
}
