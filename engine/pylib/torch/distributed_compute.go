package torch

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/process"
	"gputour/engine/pylib/std"
	"gputour/engine/tensor"
)

// This file computes what collectives leave in the tensors of the ranks, and how long they take on simulated GPUs.

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

func (c *collective) compute(s *state) error { return collectives[c.parts[0].kind](c, s.tape.Env) }

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

// segmentBytes is the most that goes around Gloo's ring at once.
const segmentBytes = 1 << 20

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

// ringSteps are the steps around the ring, and how often the bytes of all go over each link, for n ranks: what NCCL's ring
// algorithms need (https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md).
var ringSteps = map[string]func(n int) (steps int, share float64){
	"all_reduce":     func(n int) (int, float64) { return 2 * (n - 1), 2 * float64(n-1) / float64(n) },
	"barrier":        func(n int) (int, float64) { return 2 * (n - 1), 0 },
	"broadcast":      func(n int) (int, float64) { return n - 1, 1 },
	"reduce":         func(n int) (int, float64) { return n - 1, 1 },
	"all_gather":     ringOnce,
	"gather":         ringOnce,
	"scatter":        ringOnce,
	"reduce_scatter": ringOnce,
	"all_to_all":     ringOnce,
}

func ringOnce(n int) (int, float64) { return n - 1, float64(n-1) / float64(n) }

// kernels are NCCL's names of collectives, as profilers show them.
var kernels = map[string]string{
	"all_reduce": "AllReduce_RING_LL_Sum", "barrier": "AllReduce_RING_LL_Sum", "broadcast": "Broadcast_RING_LL_Sum", "reduce": "Reduce_RING_LL_Sum",
	"all_gather": "AllGather_RING_LL_Sum", "gather": "SendRecv", "scatter": "SendRecv", "reduce_scatter": "ReduceScatter_RING_LL_Sum", "all_to_all": "SendRecv",
}

// cTypes are the types in those names.
var cTypes = map[tensor.DType]string{
	tensor.Float32: "float", tensor.Float64: "double", tensor.Float16: "half", tensor.BFloat16: "__nv_bfloat16",
	tensor.Int64: "int64_t", tensor.Int32: "int", tensor.Uint8: "uint8_t", tensor.Int8: "int8_t",
}

// algorithms are those that NCCL_ALGO allows, of which an all_reduce takes the faster one for its size: a list of names, or,
// after ^, of those that are not to be taken (https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-algo).
// Without it there are rings alone: NCCL's trees join machines, and within one they are chains.
func algorithms(list string) (ring, tree bool, err error) {
	names, not := strings.CutPrefix(list, "^")
	if names == "" {
		return true, false, nil
	}
	for name := range strings.SplitSeq(names, ",") {
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "ring":
			ring = true
		case "tree":
			tree = true
		default:
			return false, false, object.Raise(object.RuntimeError, "NCCL_ALGO=%s: there is no algorithm %q here; there are Ring and Tree", list, name)
		}
	}
	if not {
		ring, tree = !ring, !tree
	}
	if !ring && !tree {
		return false, false, object.Raise(object.RuntimeError, "NCCL_ALGO=%s leaves no algorithm: there are Ring and Tree", list)
	}
	return ring, tree, nil
}

// time puts the collective on the clocks of the ranks' GPUs, where those have one: it begins when the last GPU is
// ready, and the others wait on it.
func (c *collective) time() {
	var ring []device.Device
	latest, bytes := int64(0), 0
	for _, x := range c.parts {
		d, ok := x.device().(collector)
		if !ok {
			return
		}
		ring = append(ring, d.(device.Device))
		latest = max(latest, x.ready)
		bytes = max(bytes, x.bytes())
	}
	kind := c.parts[0].kind
	count, share := ringSteps[kind](len(ring))
	first := c.parts[0].device().(collector)
	nanos := first.RingNanos(ring, int(share*float64(bytes)), count)
	name := "ncclKernel_" + kernels[kind]
	if circle, tree, _ := algorithms(c.parts[0].algo); kind == "all_reduce" && tree {
		if other := first.TreeNanos(ring, bytes); other < nanos || !circle {
			nanos, name = other, strings.Replace(name, "RING", "TREE", 1)
		}
	}
	c.end = latest + nanos
	if list := slices.Concat(c.parts[0].in, c.parts[0].out); len(list) > 0 && name[len(name)-3:] == "Sum" {
		name += "_" + cTypes[list[0].DType()]
	}
	for i, x := range c.parts {
		ring[i].(collector).Meet(name+"(ncclWorkElem)", x.ready, c.end, x.bytes())
	}
}

// bytes are those that the rank brings or gets, whichever are more.
func (x *part) bytes() int {
	in, out := 0, 0
	for _, y := range x.in {
		in += y.Numel() * y.DType().Size()
	}
	for _, y := range x.out {
		out += y.Numel() * y.DType().Size()
	}
	return max(in, out)
}

// distSend puts a tensor on its way to another rank and returns a number for distSent.
func distSend(t *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	g, at, x, err := letterArgs(t, p, a, true)
	if err != nil {
		return object.Value{}, err
	}
	s := stateOf(t)
	d := x.Storage().Device
	l := &letter{from: d, where: place(t)}
	read := func() (err error) { l.data, err = host(s.tape.Env, x); return }
	if c, ok := d.(collector); ok {
		l.ready = s.post(c)
		err = c.Quiet(read)
	} else {
		err = read()
	}
	if err != nil {
		return object.Value{}, s.raise(err)
	}
	g.mail[at] = append(g.mail[at], l)
	all := groupsOf(p)
	all.made++
	all.letters[all.made] = l
	return object.Int(all.made), nil
}

// distSent waits until a tensor that was sent has been received: as with Gloo, nobody keeps it in between.
func distSent(t *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	ticket, _ := object.AsInt(a[0])
	to, _ := object.AsInt(a[1])
	all := groupsOf(p)
	l := all.letters[ticket]
	if l == nil {
		return object.None, nil
	}
	_, err := p.Wait(func() string {
		return fmt.Sprintf("rank %d to receive what was sent at %s", to, l.where)
	}, time.Time{}, func() bool { return l.taken })
	delete(all.letters, ticket)
	return object.None, std.Waited(t, err)
}

// distReceive waits for a tensor from a rank, or, for rank −1, from any, and returns the rank that it came from.
func distReceive(t *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	g, at, x, err := letterArgs(t, p, a, false)
	if err != nil {
		return object.Value{}, err
	}
	from := func() int {
		for rank := range g.size {
			if (at.from < 0 || at.from == rank) && len(g.mail[address{rank, at.to, at.tag}]) > 0 {
				return rank
			}
		}
		return -1
	}
	where := place(t)
	on := func() string {
		if at.from < 0 {
			return fmt.Sprintf("recv from any rank, called at %s", where)
		}
		return fmt.Sprintf("recv from rank %d, called at %s", at.from, where)
	}
	if _, err := p.Wait(on, time.Time{}, func() bool { return from() >= 0 }); err != nil {
		return object.Value{}, std.Waited(t, err)
	}
	rank := from()
	way := address{rank, at.to, at.tag}
	l := g.mail[way][0]
	g.mail[way] = g.mail[way][1:]
	l.taken = true
	s := stateOf(t)
	if l.data.DType() != x.DType() {
		return object.Value{}, object.Raise(object.RuntimeError, "recv at %s wants %s, and rank %d sent %s", where, x.DType(), rank, l.data.DType())
	}
	write := func() error { return fill(s.tape.Env, x, l.data) }
	d, ok := x.Storage().Device.(collector)
	if !ok {
		return object.Int(int64(rank)), s.raised(write())
	}
	ready := s.post(d)
	if err := d.Quiet(write); err != nil {
		return object.Value{}, s.raise(err)
	}
	bytes := x.Numel() * x.DType().Size()
	end := max(ready, l.ready) + d.RingNanos([]device.Device{l.from, x.Storage().Device}, bytes, 1)
	if c, ok := l.from.(collector); ok {
		c.Meet("ncclKernel_SendRecv(ncclWorkElem)", l.ready, end, bytes)
	}
	d.Meet("ncclKernel_SendRecv(ncclWorkElem)", ready, end, bytes)
	d.Follow(end)
	return object.Int(int64(rank)), t.Poll()
}

// raised is raise where there may be no error.
func (s *state) raised(err error) error {
	if err == nil {
		return nil
	}
	return s.raise(err)
}

// letterArgs reads (name, rank, other rank, tag, tensor).
func letterArgs(_ *object.Thread, p *process.Process, a []object.Value, sends bool) (*group, address, *tensor.Tensor, error) {
	name, _ := object.AsStr(a[0])
	rank, _ := object.AsInt(a[1])
	other, _ := object.AsInt(a[2])
	tag, _ := object.AsInt(a[3])
	g := groupsOf(p).named[name]
	if g == nil {
		return nil, address{}, nil, object.Raise(object.RuntimeError, "the process group has been destroyed")
	}
	at := address{int(other), int(rank), int(tag)}
	if sends {
		at.from, at.to = at.to, at.from
	}
	return g, at, self(a[4]), nil
}
