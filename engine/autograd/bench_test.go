package autograd

import (
	"fmt"
	"testing"

	"gputour/engine/device"
	"gputour/engine/tensor"
)

func BenchmarkAddSix(b *testing.B) {
	tp := newTape()
	x, _ := tp.FromFloats([]float64{1, 2, 3, 4, 5, 6}, tensor.Float32, 6)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tp.Add(x, x, tensor.One); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkElementwise(b *testing.B) {
	for _, n := range []int{1e3, 1e6} {
		tp := newTape()
		x, _ := tp.Rand([]int{n}, tensor.Options{}, nil)
		for _, op := range []device.Op{device.OpExp, device.OpRelu} {
			b.Run(fmt.Sprint(op, n), func(b *testing.B) {
				b.SetBytes(int64(8 * n))
				for b.Loop() {
					if _, err := tp.Unary(op, x); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkStep is one training step of an MLP 784-256-10 on a batch of 64.
func BenchmarkStep(b *testing.B) {
	tp := newTape()
	o := tensor.Options{}
	x, _ := tp.Randn([]int{64, 784}, o, nil)
	target, _ := tp.Randint(0, 10, []int{64}, o, nil)
	w1, _ := tp.Randn([]int{256, 784}, o, nil)
	b1, _ := tp.Zeros([]int{256}, o)
	w2, _ := tp.Randn([]int{10, 256}, o, nil)
	b2, _ := tp.Zeros([]int{10}, o)
	params := []*Tensor{w1, b1, w2, b2}
	for _, p := range params {
		_ = tp.SetRequiresGrad(p, true)
	}
	b.ReportAllocs()
	for b.Loop() {
		c := &calc{t: tp}
		h := c.keep(tp.Linear(x, w1, b1))
		h = c.unary(device.OpRelu, h)
		y := c.keep(tp.Linear(h, w2, b2))
		loss := c.keep(tp.CrossEntropy(y, target, nil, "mean", -100, 0))
		if c.err != nil {
			b.Fatal(c.err)
		}
		if err := tp.Backward([]*Tensor{loss}, nil, Walk{}); err != nil {
			b.Fatal(err)
		}
		tp.SetGradEnabled(false)
		for _, p := range params {
			if err := tp.AddInPlace(p, tp.Grad(p), tensor.Float(-0.001)); err != nil {
				b.Fatal(err)
			}
			_ = tp.SetGrad(p, nil)
		}
		tp.SetGradEnabled(true)
	}
}

func BenchmarkSumSix(b *testing.B) {
	tp := newTape()
	x, _ := tp.FromFloats([]float64{1, 2, 3, 4, 5, 6}, tensor.Float32, 6)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tp.Sum(x, nil, false, tensor.NoDType); err != nil {
			b.Fatal(err)
		}
	}
}
