package distributed

import (
	"slices"
	"strings"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/tensor"
)

// This file says how long collectives take on simulated GPUs.

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
