package autograd

import (
	"slices"

	"gputour/engine/tensor"
)

// Gradients of reading and writing at positions. x(0) is the index.
func indexRules() map[string]rule {
	return map[string]rule{
		"IndexBackward0": one(func(c *calc) *Tensor {
			zero := c.zerosOf(0)
			if c.bad(zero, c.g) {
				return nil
			}
			return c.keep(c.t.IndexPutTensors(zero, c.savedFrom(0), c.g, true))
		}),
		"IndexPutBackward0": each(
			func(c *calc) *Tensor {
				if c.n.state.flag { // accumulated: self passes through
					return c.g
				}
				if c.bad(c.g) {
					return nil
				}
				return c.keep(c.t.IndexPutTensors(c.g, c.savedFrom(0), c.t.Wrap(tensor.Int(0)), false))
			},
			func(c *calc) *Tensor { return c.keep(c.t.IndexTensors(c.g, c.savedFrom(0))) }),
		"IndexSelectBackward0": one(func(c *calc) *Tensor {
			zero, index := c.zerosOf(0), c.x(0)
			if c.bad(zero, index) {
				return nil
			}
			return c.keep(c.t.IndexAdd(zero, c.n.state.dim, index, c.g, tensor.One))
		}),
		"GatherBackward0": one(func(c *calc) *Tensor {
			zero, index := c.zerosOf(0), c.x(0)
			if c.bad(zero, index) {
				return nil
			}
			return c.keep(c.t.ScatterAdd(zero, c.n.state.dim, index, c.g))
		}),
		"ScatterBackward0":       each(scatterSelf, scatterSource),
		"ScatterBackward1":       one(scatterSelf),
		"ScatterAddBackward0":    each(pass, scatterSource),
		"ScatterReduceBackward0": each(pass, scatterSource),
		"IndexAddBackward0": each(pass, func(c *calc) *Tensor {
			index := c.x(0)
			if c.bad(index) {
				return nil
			}
			return c.scale(c.keep(c.t.IndexSelect(c.g, c.n.state.dim, index)), c.n.state.scalar)
		}),
		"IndexCopyBackward0": each(
			func(c *calc) *Tensor { return c.fillIndex(c.g) },
			func(c *calc) *Tensor { return c.keep(c.t.IndexSelect(c.g, c.n.state.dim, c.x(0))) }),
		"IndexFillBackward0": one(func(c *calc) *Tensor { return c.fillIndex(c.g) }),
		"IndexFillBackward1": each(
			func(c *calc) *Tensor { return c.fillIndex(c.g) },
			func(c *calc) *Tensor { return c.sum(c.sub(c.g, c.fillIndex(c.g)), nil, false) }), // of an index twice once
		"MaskedSelectBackward0": one(func(c *calc) *Tensor {
			zero, mask := c.zerosOf(0), c.x(0)
			if c.bad(zero, mask) {
				return nil
			}
			return c.keep(c.t.MaskedScatter(c.expand(zero, c.n.state.shape), mask, c.g))
		}),
		"MaskedScatterBackward0": each(
			func(c *calc) *Tensor { return c.where(c.x(0), c.num(0), c.g) },
			func(c *calc) *Tensor {
				picked := c.keep(c.t.MaskedSelect(c.g, c.x(0)))
				return c.padTo(picked, 1)
			}),
		"TakeBackward0": one(func(c *calc) *Tensor {
			zero, index := c.zerosOf(0), c.x(0)
			if c.bad(zero, index) {
				return nil
			}
			flat := c.reshape(zero, []int{-1})
			picks := []*Tensor{c.reshape(index, []int{-1})}
			return c.reshape(c.keep(c.t.IndexPutTensors(flat, picks, c.reshape(c.g, []int{-1}), true)), c.shape(0))
		}),
		"EmbeddingBackward0": one(func(c *calc) *Tensor {
			zero, index := c.zerosOf(0), c.x(0)
			if c.bad(zero, index) {
				return nil
			}
			width := c.shape(0)[1]
			flat, g := c.reshape(index, []int{-1}), c.reshape(c.g, []int{-1, width})
			if pad := c.n.state.dim; pad >= 0 {
				keep := c.keep(c.t.Env.Compare(opNe, flat, c.t.Wrap(tensor.Int(int64(pad)))))
				g = c.mul(g, c.unsqueeze(keep, 1))
			}
			if c.bad(g) {
				return nil
			}
			return c.keep(c.t.IndexAdd(zero, 0, flat, g, tensor.One))
		}),
	}
}

// savedFrom are the saved index tensors from position i on; nil stands for a whole
// dimension.
func (c *calc) savedFrom(i int) []*Tensor {
	list := make([]*Tensor, 0, len(c.n.saved)-i)
	for ; i < len(c.n.saved); i++ {
		if c.n.saved[i].none() {
			list = append(list, nil)
			continue
		}
		list = append(list, c.x(i))
	}
	return list
}

func scatterSelf(c *calc) *Tensor {
	index := c.x(0)
	if c.bad(index, c.g) {
		return nil
	}
	return c.keep(c.t.Scatter(c.g, c.n.state.dim, index, c.t.Wrap(tensor.Int(0))))
}

func scatterSource(c *calc) *Tensor {
	index := c.x(0)
	if c.bad(index, c.g) {
		return nil
	}
	got := c.keep(c.t.Gather(c.g, c.n.state.dim, index))
	return c.padTo(got, 1)
}

// padTo embeds x at the start of zeros shaped like input i, when shapes differ.
func (c *calc) padTo(x *Tensor, i int) *Tensor {
	if c.bad(x) || slices.Equal(x.Shape(), c.shape(i)) {
		return x
	}
	zero := c.zerosOf(i)
	if c.bad(zero) {
		return nil
	}
	v := zero
	var err error
	if x.Dim() == 1 && len(c.shape(i)) != 1 {
		v, err = c.t.Env.View(zero, []int{-1})
	}
	for d, n := range x.Shape() {
		if err == nil {
			v, err = c.t.Env.Slice(v, d, 0, n, 1)
		}
	}
	if err == nil {
		err = c.t.Env.CopyInto(v, x, false)
	}
	return c.keep(zero, err)
}

func (c *calc) fillIndex(g *Tensor) *Tensor {
	index := c.x(0)
	if c.bad(index, g) {
		return nil
	}
	return c.keep(c.t.IndexFill(g, c.n.state.dim, index, c.t.Wrap(tensor.Int(0))))
}
