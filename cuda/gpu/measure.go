package main

import (
	"gputour/engine/device"
)

// bench measures one GPU.
type bench struct {
	dev   device.Device
	quick bool
	// modelled is for a simulated GPU, whose clock says the same each time.
	modelled bool
	err      error // the first failure
}

// size is n, or as little as shows that the measurement runs.
func (b *bench) size(n, quick int) int {
	if b.quick {
		return quick
	}
	return n
}

func (b *bench) rows() ([]row, error) {
	rows := b.copies()
	peak := rows[len(rows)-1].value // of copies within the device
	rows = append(rows, b.streaming(peak)...)
	rows = append(rows, b.matmul(device.Float32, "fp32", 0.6), b.matmul(device.BFloat16, "bf16", 0.4))
	return rows, b.err
}

// seconds is the time that the GPU needs for work once, the shortest of several rounds.
func (b *bench) seconds(work func() error) float64 {
	rounds, count := 5, b.size(20, 2)
	if b.modelled {
		rounds, count = 1, 1
	}
	best := 0.0
	for round := range rounds + 1 { // the first compiles and warms
		start, err := b.dev.NewEvent(true)
		b.note(err)
		end, err := b.dev.NewEvent(true)
		b.note(err)
		if b.err != nil {
			return 1
		}
		b.note(start.Record(b.dev.Stream()))
		for range count {
			b.note(work())
		}
		b.note(end.Record(b.dev.Stream()))
		b.note(end.Synchronize())
		if b.err != nil {
			return 1
		}
		ms, err := start.Elapsed(end)
		b.note(err)
		if s := ms / 1e3 / float64(count); round == 1 || round > 1 && s < best {
			best = s
		}
	}
	return best
}

func (b *bench) note(err error) {
	if b.err == nil {
		b.err = err
	}
}

func (b *bench) buffer(bytes int) *device.Buffer {
	buf := new(device.Buffer)
	b.note(b.dev.Alloc(buf, bytes))
	return buf
}

const giga = 1e9

// copies are between the host's ordinary memory and the device, and within the device,
// whose bytes count twice: read and written.
func (b *bench) copies() []row {
	n := b.size(256<<20, 1<<20)
	host, one, two := make([]byte, n), b.buffer(n), b.buffer(n)
	in := b.seconds(func() error { return b.dev.CopyIn(one, 0, host, true) })
	out := b.seconds(func() error { return b.dev.CopyOut(host, one, 0) })
	within := b.seconds(func() error { return b.dev.CopyPeer(two, 0, one, 0, n) })
	return []row{
		{name: "copy host to device", value: float64(n) / in / giga, unit: "GB/s"},
		{name: "copy device to host", value: float64(n) / out / giga, unit: "GB/s"},
		{name: "copy within the device", value: 2 * float64(n) / within / giga, unit: "GB/s"},
	}
}

// operand is a contiguous array over a whole buffer.
func operand(buf *device.Buffer, d device.DType, shape ...int) device.Operand {
	o := device.Operand{DType: d, Shape: shape, Strides: make([]int, len(shape)), Buffer: buf}
	step := 1
	for i := len(shape) - 1; i >= 0; i-- {
		o.Strides[i] = step
		step *= shape[i]
	}
	return o
}

func (b *bench) launch(op device.Op, compute device.DType, f []float64, args ...device.Operand) func() error {
	l := new(device.Launch)
	l.Reset(op)
	l.Compute, l.F = compute, append(l.F, f...)
	for _, o := range args {
		*l.Add() = o
	}
	return func() error { return b.dev.Launch(l) }
}

// streaming kernels are bound by memory: their bar is a share of a plain copy's traffic.
func (b *bench) streaming(peak float64) []row {
	rows, columns := b.size(64<<10, 64), 1024
	n := rows * columns
	x, y, z := b.buffer(4*n), b.buffer(4*n), b.buffer(4*n)
	flat := func(buf *device.Buffer) device.Operand { return operand(buf, device.Float32, n) }
	table := func(buf *device.Buffer) device.Operand { return operand(buf, device.Float32, rows, columns) }
	list := []struct {
		name string
		work func() error
		each int // bytes read and written for an element
	}{
		{"exp, float32", b.launch(device.OpExp, device.Float32, nil, flat(y), flat(x)), 8},
		{"add, float32", b.launch(device.OpAdd, device.Float32, []float64{1}, flat(z), flat(x), flat(y)), 12},
		{"softmax, float32, rows of 1024", b.launch(device.OpSoftmax, device.Float32, nil, table(y), table(x)), 8},
	}
	var done []row
	for _, k := range list {
		rate := float64(k.each*n) / b.seconds(k.work) / giga
		done = append(done, row{name: k.name, value: rate, unit: "GB/s", of: "the copy within the device", share: rate / peak, bar: 0.8})
	}
	return done
}

// matmul is of square matrices; against fills in PyTorch's share.
func (b *bench) matmul(d device.DType, name string, bar float64) row {
	n := b.size(4096, 64)
	x, y, z := b.buffer(d.Size()*n*n), b.buffer(d.Size()*n*n), b.buffer(d.Size()*n*n)
	square := func(buf *device.Buffer) device.Operand { return operand(buf, d, 1, n, n) }
	s := b.seconds(b.launch(device.OpMatmul, d.Compute(), []float64{0, 1}, square(z), square(x), square(y)))
	return row{name: "matmul 4096, " + name, value: 2 * float64(n) * float64(n) * float64(n) / s / 1e12, unit: "TFLOP/s", bar: bar}
}
