package distributed

import (
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/tensor"
)

// This file computes what collectives leave in the tensors of the ranks.

// reduceOps are the operations of ReduceOp.
var reduceOps = map[string]device.Op{
	"SUM": device.OpAdd, "AVG": device.OpAdd, "PRODUCT": device.OpMul, "MIN": device.OpMinimum, "MAX": device.OpMaximum,
	"BAND": device.OpBitwiseAnd, "BOR": device.OpBitwiseOr, "BXOR": device.OpBitwiseXor,
}

// collectives compute, by kind.
var collectives = map[string]func(c *collective, e *tensor.Env) error{
	"barrier":        func(*collective, *tensor.Env) error { return nil },
	"broadcast":      (*collective).broadcast,
	"all_reduce":     (*collective).allReduce,
	"reduce":         (*collective).reduce,
	"all_gather":     (*collective).allGather,
	"gather":         (*collective).gather,
	"scatter":        (*collective).scatter,
	"reduce_scatter": (*collective).reduceScatter,
	"all_to_all":     (*collective).allToAll,
}

func (c *collective) compute(s *state.Session) error {
	return collectives[c.parts[0].kind](c, s.Tape.Env)
}

// host is a tensor's elements in order, on the host.
func host(e *tensor.Env, x *tensor.Tensor) (*tensor.Tensor, error) {
	y, err := e.To(x, tensor.Options{DType: x.DType(), Device: e.CPU}, true, false)
	if err == nil {
		y, err = e.Contiguous(y)
	}
	if err != nil {
		return nil, err
	}
	return e.Reshape(y, []int{-1})
}

// fill writes elements into a tensor of any shape and device.
func fill(e *tensor.Env, x, from *tensor.Tensor) error {
	if x.Numel() != from.Numel() {
		return object.Raise(object.RuntimeError, "a tensor of %d elements cannot take the %d that another rank sends", x.Numel(), from.Numel())
	}
	y, err := e.Reshape(from, x.Shape())
	if err != nil {
		return err
	}
	x.Bump()
	return e.CopyInto(x, y, false)
}

// fillAll writes the same elements into the first output of each rank.
func (c *collective) fillAll(e *tensor.Env, from *tensor.Tensor) error {
	for _, x := range c.parts {
		if err := fill(e, x.out[0], from); err != nil {
			return err
		}
	}
	return nil
}

func (c *collective) broadcast(e *tensor.Env) error {
	from, err := host(e, c.parts[c.parts[0].root].in[0])
	if err != nil {
		return err
	}
	return c.fillAll(e, from)
}

// chunkOf is how many of n elements Gloo gives to each of so many ranks: two segments, or more where they would be too
// large (gloo/allreduce.cc).
func chunkOf(n, size, ranks int) int {
	each := max(2, ((n*size+segmentBytes-1)/segmentBytes+ranks-1)/ranks)
	return each * ((n + each*ranks - 1) / (each * ranks))
}

// reduced is the sum, or what else op makes, of inputs i of all ranks, added up as around Gloo's ring: the tensor is cut
// into a chunk for each rank, and chunk k starts at rank k−1 and goes down from there.
func (c *collective) reduced(e *tensor.Env, i int) (*tensor.Tensor, error) {
	n := len(c.parts)
	all := make([]*tensor.Tensor, n)
	for rank, x := range c.parts {
		var err error
		if all[rank], err = host(e, x.in[i]); err != nil {
			return nil, err
		}
	}
	result, err := e.Clone(all[0])
	if err != nil {
		return nil, err
	}
	chunk := chunkOf(result.Numel(), result.DType().Size(), n)
	for k := range n {
		from := min(k*chunk, result.Numel())
		if err := c.fold(e, result, all, from, min(chunk, result.Numel()-from), (k+n-1)%n); err != nil {
			return nil, err
		}
	}
	if c.parts[0].op == "AVG" {
		count, err := e.Full(nil, tensor.Int(int64(n)), tensor.Options{DType: result.DType()})
		if err != nil {
			return nil, err
		}
		return e.Div(result, count)
	}
	return result, nil
}

// fold reduces elements [from, from+count) of all into those of result, beginning with a rank and going down.
func (c *collective) fold(e *tensor.Env, result *tensor.Tensor, all []*tensor.Tensor, from, count, rank int) error {
	into, err := e.Narrow(result, 0, from, count)
	for step := range all {
		if err != nil {
			return err
		}
		var x *tensor.Tensor
		if x, err = e.Narrow(all[(rank-step+len(all))%len(all)], 0, from, count); err != nil {
			return err
		}
		if step == 0 {
			err = e.CopyInto(into, x, false)
		} else {
			_, err = e.BinaryInto(into, reduceOps[c.parts[0].op], into, x)
		}
	}
	return err
}

func (c *collective) allReduce(e *tensor.Env) error {
	result, err := c.reduced(e, 0)
	if err != nil {
		return err
	}
	return c.fillAll(e, result)
}

func (c *collective) reduce(e *tensor.Env) error {
	result, err := c.reduced(e, 0)
	if err != nil {
		return err
	}
	return fill(e, c.parts[c.parts[0].root].out[0], result)
}

// exchange fills output j of rank i with what from names: the input of a rank.
func (c *collective) exchange(e *tensor.Env, from func(i, j int) (rank, input int)) error {
	hosted := map[[2]int]*tensor.Tensor{}
	for rank, x := range c.parts { // all is read before anything is written: outputs may be inputs
		for k, y := range x.in {
			h, err := host(e, y)
			if err != nil {
				return err
			}
			hosted[[2]int{rank, k}] = h
		}
	}
	for i, x := range c.parts {
		for j, y := range x.out {
			rank, k := from(i, j)
			if err := fill(e, y, hosted[[2]int{rank, k}]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *collective) allGather(e *tensor.Env) error {
	return c.exchange(e, func(_, j int) (int, int) { return j, 0 })
}

func (c *collective) gather(e *tensor.Env) error { return c.allGather(e) } // only the root has outputs

func (c *collective) scatter(e *tensor.Env) error {
	root := c.parts[0].root
	return c.exchange(e, func(i, _ int) (int, int) { return root, i })
}

func (c *collective) allToAll(e *tensor.Env) error {
	return c.exchange(e, func(i, j int) (int, int) { return j, i })
}

func (c *collective) reduceScatter(e *tensor.Env) error {
	for i, x := range c.parts {
		result, err := c.reduced(e, i)
		if err != nil {
			return err
		}
		if err := fill(e, x.out[0], result); err != nil {
			return err
		}
	}
	return nil
}

// segmentBytes is the most that goes around Gloo's ring at once.
const segmentBytes = 1 << 20
