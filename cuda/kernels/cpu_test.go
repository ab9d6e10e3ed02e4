//go:build linux

package kernels_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/device/devicetest"
)

// This file runs launches on the emulation and on device/cpu and compares the bytes.

// The device suite's own cases, against float64 references.
func TestSuite(t *testing.T) {
	devicetest.RunOps(t, func(t testing.TB) []device.Device { return []device.Device{emulator(t, false)} })
}

// layout says how an operand of a shape lies in its buffer.
type layout uint8

const (
	dense     layout = iota
	reversed         // dimensions stored in reverse order
	gapped           // every second element, from the third on
	repeated         // first dimension repeated, stride 0
	immediate        // one value, in the launch itself
	numLayouts
)

// spec describes an operand.
type spec struct {
	dtype  device.DType
	shape  []int
	layout layout
	value  func(i int) float64 // by place in memory; nil: arbitrary bytes, for outputs
}

// operand places a spec in a buffer of a device.
func (s spec) operand(t testing.TB, d device.Device) device.Operand {
	o := device.Operand{DType: s.dtype, Shape: s.shape}
	if s.layout == immediate {
		put(o.Imm[:], s.dtype, 0, s.value(0))
		return o
	}
	n, step := 1, 1
	o.Strides = make([]int, len(s.shape))
	if s.layout == gapped {
		step, o.Offset = 2, 3
	}
	for k := range s.shape {
		d := len(s.shape) - 1 - k
		if s.layout == reversed {
			d = k
		}
		if s.layout == repeated && d == 0 {
			continue
		}
		o.Strides[d] = n * step
		n *= max(s.shape[d], 1)
	}
	room := n*step + o.Offset
	data := make([]byte, room*s.dtype.Size())
	for i := range room {
		if s.value != nil {
			put(data, s.dtype, i, s.value(i))
		} else {
			put(data, s.dtype, i, 1)
		}
	}
	o.Buffer = new(device.Buffer)
	if err := d.Alloc(o.Buffer, len(data)); err != nil {
		t.Fatal(err)
	}
	if err := d.CopyIn(o.Buffer, 0, data, false); err != nil {
		t.Fatal(err)
	}
	return o
}

// put writes v as element at; complex numbers get an imaginary part of their own.
func put(data []byte, d device.DType, at int, v float64) {
	p := data[at*d.Size():]
	switch d {
	case device.Bool:
		p[0] = 0
		if v != 0 {
			p[0] = 1
		}
	case device.Uint8, device.Int8:
		p[0] = byte(int(v))
	case device.Int16:
		binary.LittleEndian.PutUint16(p, uint16(int(v)))
	case device.Int32:
		binary.LittleEndian.PutUint32(p, uint32(int(v)))
	case device.Int64:
		binary.LittleEndian.PutUint64(p, uint64(int(v)))
	case device.Float16:
		binary.LittleEndian.PutUint16(p, device.FloatToHalf(float32(v)))
	case device.BFloat16:
		binary.LittleEndian.PutUint16(p, device.FloatToBFloat(float32(v)))
	case device.Float32:
		binary.LittleEndian.PutUint32(p, math.Float32bits(float32(v)))
	case device.Float64:
		binary.LittleEndian.PutUint64(p, math.Float64bits(v))
	case device.Complex64:
		put(p, device.Float32, 0, v)
		put(p, device.Float32, 1, 1-v/3)
	case device.Complex128:
		put(p, device.Float64, 0, v)
		put(p, device.Float64, 1, 1-v/3)
	}
}

// numbers reads n elements, complex ones as two each.
func numbers(data []byte, d device.DType) []float64 {
	real := d.Real()
	list := make([]float64, len(data)/real.Size())
	for i := range list {
		p := data[i*real.Size():]
		switch real {
		case device.Bool, device.Uint8:
			list[i] = float64(p[0])
		case device.Int8:
			list[i] = float64(int8(p[0]))
		case device.Int16:
			list[i] = float64(int16(binary.LittleEndian.Uint16(p)))
		case device.Int32:
			list[i] = float64(int32(binary.LittleEndian.Uint32(p)))
		case device.Int64:
			list[i] = float64(int64(binary.LittleEndian.Uint64(p)))
		case device.Float16:
			list[i] = float64(device.HalfToFloat(binary.LittleEndian.Uint16(p)))
		case device.BFloat16:
			list[i] = float64(device.BFloatToFloat(binary.LittleEndian.Uint16(p)))
		case device.Float32:
			list[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(p)))
		default:
			list[i] = math.Float64frombits(binary.LittleEndian.Uint64(p))
		}
	}
	return list
}

// trial is one launch to run on both devices.
type trial struct {
	op      device.Op
	compute device.DType
	f       []float64
	i       []int
	outs    int // 0: one
	args    []spec
	// Results may differ by units in the last place of their dtype, counted at scale where
	// they are smaller.
	units, scale float64
	// skip leaves out results that are undefined.
	skip func(out, i int) bool
	// optional trials are left out where the CPU has no kernel either.
	optional bool
	// arrange changes the launch before it runs.
	arrange func(*device.Launch)
}

func (c trial) String() string {
	var b strings.Builder
	fmt.Fprint(&b, c.op, " in ", c.compute, " F", c.f, " I", c.i)
	for _, a := range c.args {
		fmt.Fprint(&b, " ", a.dtype, a.shape, a.layout)
	}
	return b.String()
}

func (c trial) launch(t testing.TB, d device.Device) *device.Launch {
	l := new(device.Launch)
	l.Reset(c.op)
	l.Compute, l.Outs = c.compute, max(c.outs, 1)
	l.F, l.I = append(l.F, c.f...), append(l.I, c.i...)
	for _, a := range c.args {
		*l.Add() = a.operand(t, d)
	}
	if c.arrange != nil {
		c.arrange(l)
	}
	return l
}

func bytesOf(t testing.TB, b *device.Buffer) []byte {
	data := make([]byte, b.Bytes)
	if err := b.Device.CopyOut(data, b, 0); err != nil {
		t.Fatal(err)
	}
	return data
}

// run compares the emulation d with the CPU. What the kernels cannot do is an error.
func (c trial) run(t *testing.T, d *emulated) {
	t.Helper()
	want, got := c.launch(t, cpu.New()), c.launch(t, d)
	if err := want.Args[0].Buffer.Device.Launch(want); err != nil {
		if !c.optional {
			t.Errorf("%v: the CPU: %v", c, err)
		}
		return
	}
	if err := d.Launch(got); err != nil {
		t.Errorf("%v: %v", c, err)
		return
	}
	for a := range want.Outs {
		dtype := want.Args[a].DType
		w, g := numbers(bytesOf(t, want.Args[a].Buffer), dtype), numbers(bytesOf(t, got.Args[a].Buffer), dtype)
		for i := range w {
			if c.skip != nil && c.skip(a, i) || near(g[i], w[i], dtype.Real(), c.units, c.scale) {
				continue
			}
			t.Errorf("%v: output %d, place %d of %d: %v, want %v", c, a, i, len(w), g[i], w[i])
			break
		}
	}
}

// epsilon is the distance from 1 to the next number of a dtype; 0 for integers.
func epsilon(d device.DType) float64 {
	switch d {
	case device.Float16:
		return 0x1p-10
	case device.BFloat16:
		return 0x1p-7
	case device.Float32:
		return 0x1p-23
	case device.Float64:
		return 0x1p-52
	}
	return 0
}

func near(got, want float64, d device.DType, units, scale float64) bool {
	if got == want || got != got && want != want {
		return true
	}
	if d == device.Float16 {
		scale = max(scale, 0x1p-14)
	}
	return math.Abs(got-want) <= units*epsilon(d)*max(math.Abs(want), scale, 1e-37)
}

var (
	halves   = []device.DType{device.Float16, device.BFloat16}
	wide     = []device.DType{device.Float32, device.Float64}
	integers = []device.DType{device.Uint8, device.Int8, device.Int16, device.Int32, device.Int64}
)

// unit is a number from 0 to 1 that looks random: splitmix64 (S. Vigna, 2015).
func unit(x uint64) float64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return float64((x^x>>31)>>11) / (1 << 53)
}

// between makes values from low to high that look random.
func between(seed int, low, high float64) func(int) float64 {
	return func(i int) float64 { return low + (high-low)*unit(uint64(seed)<<32+uint64(i)) }
}

// whole makes whole ones.
func whole(seed int, low, high float64) func(int) float64 {
	f := between(seed, low, high)
	return func(i int) float64 { return math.Round(f(i)) }
}
