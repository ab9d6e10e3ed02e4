// This file reads launch configurations and checks them against the device's limits.

package cellkernel

import (
	"math"

	"gputour/cuda/cudac/simt"
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/cuda"
)

// Limits of every GPU since compute capability 3.0 (CUDA C++ Programming Guide,
// "Technical Specifications per Compute Capability").
const (
	maxBlockThreads = 1024
	maxShared       = 48 << 10
)

var (
	maxGrid  = [3]int{math.MaxInt32, 65535, 65535}
	maxBlock = [3]int{1024, 1024, 64}
)

// configure is kernel[grid, block, stream, shared_bytes].
func (k *Kernel) configure(t *object.Thread, key object.Value) (object.Value, error) {
	tuple, ok := key.Object().(*object.Tuple)
	if !ok || len(tuple.Items) < 2 || len(tuple.Items) > 4 {
		return object.Value{}, object.Raise(object.TypeError, "a launch needs %s[grid, block] or %s[grid, block, stream, shared_bytes]", k.kernel.Name, k.kernel.Name)
	}
	b := &bound{Kernel: k}
	var err error
	if b.grid, err = extent(t, "grid", tuple.Items[0], maxGrid); err != nil {
		return object.Value{}, err
	}
	if b.block, err = extent(t, "block", tuple.Items[1], maxBlock); err != nil {
		return object.Value{}, err
	}
	if len(tuple.Items) == 4 {
		n, ok := object.AsInt(tuple.Items[3])
		if !ok || n < 0 {
			return object.Value{}, object.Raise(object.TypeError, "the bytes of dynamic shared memory must be an integer of at least 0")
		}
		b.shared = int(min(n, math.MaxInt32))
	}
	if len(tuple.Items) > 2 {
		if b.stream, err = streamOf(t, tuple.Items[2]); err != nil {
			return object.Value{}, err
		}
	}
	return object.Adopt(b, boundClass), b.check()
}

// extent reads a grid or a block.
func extent(t *object.Thread, what string, v object.Value, most [3]int) ([3]int, error) {
	e := [3]int{1, 1, 1}
	items := []object.Value{v}
	if tuple, ok := v.Object().(*object.Tuple); ok {
		items = tuple.Items
	} else if l, ok := v.Object().(*object.List); ok {
		items = l.Items
	}
	if len(items) < 1 || len(items) > 3 {
		return e, object.Raise(object.TypeError, "%s must have 1 to 3 dimensions, got %d", what, len(items))
	}
	for i, item := range items {
		whole, err := object.Index(t, item)
		if err != nil {
			return e, object.Raise(object.TypeError, "%s must be an integer or a tuple of integers", what)
		}
		n, ok := object.AsInt(whole)
		if !ok {
			n = math.MaxInt64
		}
		if n < 1 || n > int64(most[i]) {
			return e, object.Raise(LaunchError, "invalid configuration argument: %s dimension %s is %d; the device allows 1 to %d", what, "xyz"[i:i+1], n, most[i])
		}
		e[i] = int(n)
	}
	return e, nil
}

// check holds a configuration against the limits of a block.
func (b *bound) check() error {
	threads := b.block[0] * b.block[1] * b.block[2]
	if threads > maxBlockThreads {
		return object.Raise(LaunchError, "invalid configuration argument: a block of %d threads; the limit is %d threads per block", threads, maxBlockThreads)
	}
	if n := b.kernel.MaxThreads; n > 0 && threads > n {
		return object.Raise(LaunchError, "invalid configuration argument: a block of %d threads; __launch_bounds__ of %s allows %d", threads, b.kernel.Name, n)
	}
	if n := b.kernel.Local(b.block); n > simt.MaxLocal {
		return object.Raise(LaunchError, "too many resources requested for launch: %s needs %d bytes of local memory in each of %d threads; the limit is %d MiB for a block", b.kernel.Name, n/threads, threads, simt.MaxLocal>>20)
	}
	if n := b.kernel.SharedBytes + b.shared; n > maxShared {
		return object.Raise(LaunchError, "invalid configuration argument: %d bytes of shared memory per block; the limit is %d (48 KiB)", n, maxShared)
	}
	return nil
}

// streamOf is a torch.cuda.Stream; None and 0 are the current stream.
func streamOf(t *object.Thread, v object.Value) (device.Stream, error) {
	if n, ok := object.AsInt(v); v.IsNone() || ok && n == 0 {
		return nil, nil
	}
	base, ok, err := object.GetAttrOpt(t, v, "_base")
	if err != nil {
		return nil, err
	}
	if ok {
		if s, ok := cuda.AsStream(base); ok {
			return s, nil
		}
	}
	return nil, object.Raise(object.TypeError, "the stream must be a torch.cuda.Stream, None or 0, not %s", object.TypeName(v))
}
