// This file launches kernels and puts them on the device's clock.

package cellkernel

import (
	"fmt"
	"time"

	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
	"gputour/engine/device"
	"gputour/engine/device/sim"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// launch checks the arguments, runs the kernel and puts it on the device's clock.
func (b *bound) launch(t *object.Thread, a object.Args) (object.Value, error) {
	k := b.kernel
	if len(a.Kw) > 0 {
		return object.Value{}, object.Raise(object.TypeError, "%s() takes no keyword arguments", k.Name)
	}
	if len(a.Pos) != len(k.Params) {
		return object.Value{}, object.Raise(object.TypeError, "%s takes %d arguments, %d were given: %s", k.Name, len(k.Params), len(a.Pos), b.signature())
	}
	if b.native != nil {
		return b.launchNative(t, a)
	}
	gpu, err := b.device(a.Pos)
	if err != nil {
		return object.Value{}, err
	}
	run := simt.Launch{Grid: b.grid, Block: b.block, DynamicShared: b.shared, Stdout: t.Session.Stdout, Poll: t.Poll}
	var touched []*tensor.Tensor
	for i, v := range a.Pos {
		if k.Params[i].Type.Kind == word.Struct {
			arg, list, err := b.structure(t, gpu, k.Params[i], v, &run)
			if err != nil {
				return object.Value{}, err
			}
			run.Args = append(run.Args, arg)
			touched = append(touched, list...)
			continue
		}
		arg, x, err := b.argument(t, gpu, k.Params[i], v)
		if err != nil {
			return object.Value{}, err
		}
		run.Args = append(run.Args, arg)
		if x != nil {
			touched = append(touched, x)
		}
	}
	kept := k.Keep(run)
	began := time.Now()
	p, err := k.Launch(run)
	b.Kernel.kept = kept
	if err != nil {
		if g, ok := gpu.(interface{ Forget() }); ok {
			g.Forget()
		}
		if f, ok := err.(*report.Fault); ok && f.Profile != nil {
			b.failed(gpu, f, time.Since(began))
		}
		return object.Value{}, raise(t, b.file, err)
	}
	for _, x := range touched {
		x.Bump()
	}
	b.ran(gpu, p, time.Since(began))
	b.warn(t)
	return object.None, nil
}

// modelled is a simulated GPU, whose time the profile decides.
type modelled interface {
	Model() *sim.Model
	RanFor(s device.Stream, name string, nanos int64, threads int) int64
}

// ran keeps what a launch cost.
func (b *bound) ran(g gpu, p *report.Profile, host time.Duration) {
	k := b.Kernel
	k.last, k.on, k.gpu, k.hostNanos, k.fault = p, g, g.Info(), host.Nanoseconds(), nil
	k.cost, k.nanos = charge(g, b.stream, p)
}

// failed keeps what a launch did until it was ended.
func (b *bound) failed(g gpu, f *report.Fault, host time.Duration) {
	k := b.Kernel
	k.last, k.on, k.gpu, k.hostNanos, k.fault = f.Profile, g, g.Info(), host.Nanoseconds(), f
	k.cost, k.nanos = estimate{limit: "launch", detail: "the launch was ended: " + f.Kind}, 0
}

// charge puts a launch on the device's clock.
func charge(g gpu, s device.Stream, p *report.Profile) (cost estimate, nanos int64) {
	if m, ok := g.(modelled); ok {
		cost = on(m.Model(), p)
		return cost, m.RanFor(s, p.Kernel, int64(cost.seconds*1e9), int(p.Threads))
	}
	nanos = g.Ran(s, 32*float64(p.LoadSectors+p.StoreSectors), float64(p.Flops), int(p.Threads))
	return estimate{limit: "memory", detail: "a guess"}, nanos
}

// warn prints what was found but for what only costs time.
func (b *bound) warn(t *object.Thread) {
	for _, f := range b.last.Findings {
		if f.Kind != "coalescing" && f.Kind != "bank conflicts" {
			fmt.Fprintf(t.Session.Stderr, "%s:%d: warning: %s\n %d | %s\n", b.file, f.Line, f.Text, f.Line, b.kernel.Line(f.Line))
		}
	}
}

// raise makes an exception of what ended a launch. Its traceback ends in the kernel; its
// attributes say what the message says.
func raise(t *object.Thread, file string, err error) error {
	f, ok := err.(*report.Fault)
	if !ok {
		return err
	}
	class := faults[f.Kind]
	if class == nil {
		class = kernelError
	}
	raised := object.Raise(class, "%s", f.Message)
	if e, ok := object.AsException(raised); ok && f.Pos.Line > 0 {
		interp.Within(e, file, f.Kernel, f.Pos.Line, f.Pos.Col)
	}
	if e, ok := object.AsException(raised); ok {
		describeFault(t, object.Of(e), f)
	}
	return raised
}

// gpu is a GPU whose buffers a kernel on the host reaches: bytes are given out before the
// kernel, and Ran says that it is done. A device that keeps its own copy writes it back
// then, or drops it when told to Forget.
type gpu interface {
	device.Device
	Bytes(b *device.Buffer) ([]byte, error)
	Ran(s device.Stream, bytes, flops float64, threads int) (nanos int64)
}

// device is the GPU that a launch runs on: that of its tensors, else the first.
func (b *bound) device(args []object.Value) (gpu, error) {
	for _, v := range args {
		if x, ok := values.AsTensor(v); ok && !x.IsCPU() {
			if d, ok := x.Device().(gpu); ok {
				return d, nil
			}
			return nil, object.Raise(object.RuntimeError, "kernel cells do not run on %s", x.Device().Info().Name)
		}
	}
	if b.home != nil {
		return b.home, nil
	}
	for _, d := range b.machine.GPUs {
		if g, ok := d.(gpu); ok {
			return g, nil
		}
	}
	return nil, object.Raise(object.RuntimeError, "a kernel needs a GPU and this session has none; start gputour with --devices sim:1 for a simulated one")
}
