//go:build js

package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"syscall/js"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/device/devicetest"
	"gputour/engine/device/webgpu"
)

// These tests run in a browser's worker, where web/test/webgpu.test.mjs starts them.

func readers(t testing.TB) *webgpu.Device {
	d := openWebGPU(js.Global().Get("gputourTab"), webgpu.Wall())
	if err := d.Available(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// The suite that every device passes, on the browser's WebGPU.
func TestWebGPUSuite(t *testing.T) {
	devicetest.Run(t, func(t testing.TB) []device.Device { return []device.Device{readers(t)} })
}

// kindred are the values that kernels are tried on: of both signs, and what is special.
var kindred = map[device.DType][]float64{
	device.Float32: {0, math.Copysign(0, -1), 0.25, -0.3, 0.9, 1, -1, 1.5, 2, -2.5, 3.3, 7, -8, 30, -40, 88, 1e-7, 1e6, math.Inf(1), math.Inf(-1), math.NaN()},
	device.Int32:   {0, 1, -1, 2, 3, -7, 100, math.MaxInt32, math.MinInt32},
	device.Bool:    {0, 1},
}

// exact are the ops that give the CPU's bits. The others may be off by units in the last place, of the result or of 1e-6.
var exact = "neg abs sign square floor ceil round trunc relu clamp threshold logical_not isnan isinf isfinite isposinf isneginf signbit " +
	"add sub mul maximum minimum bitwise_and bitwise_or bitwise_xor bitwise_not copysign relu_grad eq ne lt le gt ge logical_and logical_or logical_xor " +
	"where clamp_tensor conj real leaky_relu copy frac"

const units = 6

// Each elementwise row of the table against the CPU, on all pairs of values; those without one go through the host and say so.
func TestWebGPUTable(t *testing.T) {
	d, host := readers(t), cpu.New()
	kernels := 0
	d.Observe(func(r device.Record) {
		if r.Action == device.DidLaunch {
			kernels++
		}
	})
	for op := device.Op(1); op < device.NumOps; op++ {
		ins := map[device.Family]int{device.Unary: 1, device.Predicate: 1, device.Binary: 2, device.Compare: 2, device.Ternary: 3}[op.Family()]
		for compute, values := range kindred {
			if ins == 0 || op == device.OpComplex || op == device.OpDiv && compute == device.Int32 {
				continue
			}
			got, errGot := try(t, d, op, ins, compute, values)
			want, errWant := try(t, host, op, ins, compute, values)
			if (errGot == nil) != (errWant == nil) {
				t.Errorf("%v of %v: %v here, %v on the CPU", op, compute, errGot, errWant)
			}
			if errGot != nil || errWant != nil {
				kernels = 0
				continue
			}
			if wants := webgpu.Computes(op, compute); wants != (kernels == 1) {
				t.Errorf("%v of %v ran in a kernel: %v, and the table says %v", op, compute, kernels == 1, wants)
			}
			kernels = 0
			for i := range want {
				if differ(op, got[i], want[i], scaleOf(op, values, i)) {
					t.Errorf("%v of %v, element %d: %v, on the CPU %v", op, compute, i, got[i], want[i])
					break
				}
			}
		}
	}
}

// scaleOf is what units of a result are counted of at least: where terms may cancel out, the largest of them.
func scaleOf(op device.Op, values []float64, i int) float64 {
	n := len(values)
	switch x, y, z := values[i%n], values[i/n], values[(i+5)%n]; op {
	case device.OpAddcmul:
		return math.Abs(y * z)
	case device.OpAddcdiv:
		return math.Abs(y / z)
	case device.OpLerp:
		return (math.Abs(x) + math.Abs(y)) * (1 + math.Abs(z))
	}
	return 1e-6
}

func differ(op device.Op, got, want float64, scale float64) bool {
	if math.IsNaN(got) || math.IsNaN(want) || got == want {
		return math.IsNaN(got) != math.IsNaN(want)
	}
	if strings.Contains(" "+exact+" ", " "+op.String()+" ") || math.IsInf(want, 0) {
		return true
	}
	return !(math.Abs(got-want) <= units*0x1p-23*max(math.Abs(want), scale))
}

// try runs an op on all pairs of values; a third operand is the first, moved on.
func try(t *testing.T, d device.Device, op device.Op, ins int, compute device.DType, values []float64) ([]float64, error) {
	n := len(values) * len(values)
	var l device.Launch
	l.Reset(op)
	l.Compute = compute
	l.F, l.I = append(l.F, 1, 2, 1, 1), append(l.I, 1, 2)
	if op == device.OpRound || op == device.OpReluGrad {
		l.F = nil
	}
	out := compute
	if f := op.Family(); f == device.Predicate || f == device.Compare {
		out = device.Bool
	}
	buffers := make([]device.Buffer, ins+1)
	for a := range buffers {
		typ := compute
		if a == 0 {
			typ = out
		} else if op == device.OpWhere && a == 1 {
			typ = device.Bool
		}
		data := make([]byte, n*typ.Size())
		for i := range n {
			v := values[[]int{0, i % len(values), i / len(values), (i + 5) % len(values)}[a]]
			switch typ {
			case device.Float32:
				binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(float32(v)))
			case device.Int32:
				binary.LittleEndian.PutUint32(data[4*i:], uint32(int32(v)))
			case device.Bool:
				if v != 0 {
					data[i] = 1
				}
			}
		}
		if err := d.Alloc(&buffers[a], len(data)); err != nil {
			t.Fatal(err)
		}
		if err := d.CopyIn(&buffers[a], 0, data, false); err != nil {
			t.Fatal(err)
		}
		*l.Add() = device.Operand{DType: typ, Shape: []int{n}, Strides: []int{1}, Buffer: &buffers[a]}
	}
	if err := d.Launch(&l); err != nil {
		return nil, err
	}
	data := make([]byte, n*out.Size())
	if err := d.CopyOut(data, &buffers[0], 0); err != nil {
		return nil, fmt.Errorf("%v: %w", op, err)
	}
	list := make([]float64, n)
	for i := range list {
		switch out {
		case device.Float32:
			list[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
		case device.Int32:
			list[i] = float64(int32(binary.LittleEndian.Uint32(data[4*i:])))
		default:
			list[i] = float64(data[i])
		}
	}
	return list, nil
}

// What goes wrong in the GPU's process is an error in words of the call that waits, and the next call is whole again.
func TestWebGPUFaults(t *testing.T) {
	tab := js.Global().Get("gputourTab")
	opened, err := await(context.Background(), tab.Call("gpu"))
	if err != nil {
		t.Fatal(err)
	}
	raw := &gpu{js: opened}
	raw.Compile("fn main( {")
	if err := raw.Wait(); err == nil || !strings.Contains(err.Error(), "expected") {
		t.Errorf("a shader that is none: %v", err)
	}
	if err := raw.Wait(); err != nil {
		t.Errorf("the call after it: %v", err)
	}
	raw.Close()
	d := readers(t)
	var b device.Buffer
	if err := d.Alloc(&b, 1<<40); err == nil || !strings.Contains(err.Error(), "maxStorageBufferBindingSize") {
		t.Errorf("a buffer beyond the browser's limit: %v", err)
	}
	var list []*device.Buffer
	for range 32 { // more than a session may have
		b := new(device.Buffer)
		if err = d.Alloc(b, 100<<20); err != nil {
			break
		}
		list = append(list, b)
	}
	if err == nil || !strings.Contains(err.Error(), "WebGPU out of memory. Tried to allocate 100.00 MiB on webgpu:0") {
		t.Errorf("%d buffers of 100 MiB: %v", len(list), err)
	}
	for i := range list {
		d.Free(list[i])
	}
	if err := d.Alloc(&b, 64); err != nil {
		t.Fatal(err)
	}
	tab.Call("lose")
	err = d.CopyOut(make([]byte, 64), &b, 0)
	var failure *device.Error
	if !errors.As(err, &failure) || failure.Code != device.Lost || !strings.Contains(err.Error(), "Restart the session") {
		t.Errorf("a device that is gone: %v", err)
	}
	if again := d.Alloc(&b, 64); again == nil || again.Error() != err.Error() {
		t.Errorf("a second use: %v", again)
	}
}
