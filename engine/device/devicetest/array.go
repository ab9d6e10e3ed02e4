package devicetest

import (
	"encoding/binary"
	"math"
	"testing"

	"gputour/engine/device"
)

// layout says how an array of a shape lies in its buffer.
type layout uint8

const (
	contiguous layout = iota
	transposed        // dimensions stored in reverse order
	gapped            // every second element, from the third on
	broadcast         // first dimension repeated, stride 0
	numLayouts
)

func (l layout) String() string {
	return [...]string{"contiguous", "transposed", "gapped", "broadcast"}[l]
}

// array is a tensor on a device with what it holds, in float64, in row-major order.
type array struct {
	device.Operand
	values []float64
}

// newArray puts values of a dtype on the device. What the dtype cannot hold exactly is
// rounded in values too.
func newArray(t testing.TB, d device.Device, dtype device.DType, shape []int, l layout, value func(i int) float64) *array {
	t.Helper()
	a := &array{Operand: device.Operand{DType: dtype, Shape: shape}}
	room := a.place(l)
	data := make([]byte, room*dtype.Size())
	a.values = make([]float64, a.Numel())
	a.each(func(i, at int) {
		a.values[i] = put(data, dtype, at, value(at))
	})
	a.Buffer = upload(t, d, data)
	return a
}

// place sets strides and offset for a layout and returns how many elements it spans.
func (a *array) place(l layout) int {
	n, step := 1, 1
	a.Strides = make([]int, len(a.Shape))
	if l == gapped {
		step, a.Offset = 2, 3
	}
	for k := range a.Shape {
		d := len(a.Shape) - 1 - k
		if l == transposed {
			d = k
		}
		if l == broadcast && d == 0 {
			continue
		}
		a.Strides[d] = n * step
		n *= max(a.Shape[d], 1)
	}
	return n*step + a.Offset
}

// each visits the elements: their index in row-major order and their place.
func (a *array) each(f func(i, at int)) {
	index := make([]int, len(a.Shape))
	for i := range a.Numel() {
		at := a.Offset
		for d, k := range index {
			at += k * a.Strides[d]
		}
		f(i, at)
		for d := len(index) - 1; d >= 0; d-- {
			if index[d]++; index[d] < a.Shape[d] {
				break
			}
			index[d] = 0
		}
	}
}

// read is what the array holds on the device now.
func (a *array) read(t testing.TB) []float64 {
	t.Helper()
	data := download(t, a.Buffer)
	values := make([]float64, a.Numel())
	a.each(func(i, at int) { values[i] = get(data, a.DType, at) })
	return values
}

// put writes v as element at and returns what was written.
func put(data []byte, dtype device.DType, at int, v float64) float64 {
	p := data[at*dtype.Size():]
	switch dtype {
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
	}
	return get(data, dtype, at)
}

func get(data []byte, dtype device.DType, at int) float64 {
	p := data[at*dtype.Size():]
	switch dtype {
	case device.Bool, device.Uint8:
		return float64(p[0])
	case device.Int8:
		return float64(int8(p[0]))
	case device.Int16:
		return float64(int16(binary.LittleEndian.Uint16(p)))
	case device.Int32:
		return float64(int32(binary.LittleEndian.Uint32(p)))
	case device.Int64:
		return float64(int64(binary.LittleEndian.Uint64(p)))
	case device.Float16:
		return float64(device.HalfToFloat(binary.LittleEndian.Uint16(p)))
	case device.BFloat16:
		return float64(device.BFloatToFloat(binary.LittleEndian.Uint16(p)))
	case device.Float32:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(p)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(p))
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

// near reports whether got is within units of want, counted in the dtype's epsilon of
// the larger of want and scale.
func near(got, want float64, dtype device.DType, units, scale float64) bool {
	if want != want || got != got {
		return (want != want) == (got != got)
	}
	if got == want {
		return true
	}
	if dtype == device.Float16 {
		scale = max(scale, 0x1p-14) // below it the numbers lie evenly
	}
	return math.Abs(got-want) <= units*epsilon(dtype)*max(math.Abs(want), scale)
}

// check compares an output with its reference.
func check(t testing.TB, what string, out *array, want []float64, units, scale float64) {
	t.Helper()
	for i, got := range out.read(t) {
		if !near(got, want[i], out.DType, units, scale) {
			t.Fatalf("%s: element %d is %v, want %v", what, i, got, want[i])
		}
	}
}

// launch runs an operation of one output.
func launch(t testing.TB, d device.Device, op device.Op, compute device.DType, f []float64, ints []int, args ...*array) {
	t.Helper()
	launchOuts(t, d, 1, op, compute, f, ints, args...)
}

func launchOuts(t testing.TB, d device.Device, outs int, op device.Op, compute device.DType, f []float64, ints []int, args ...*array) {
	t.Helper()
	var l device.Launch
	l.Reset(op)
	l.Compute, l.Outs = compute, outs
	l.F, l.I = append(l.F, f...), append(l.I, ints...)
	for _, a := range args {
		*l.Add() = a.Operand
	}
	if err := d.Launch(&l); err != nil {
		t.Fatalf("%v: %v", op, err)
	}
}

// shapes reach scalars, empty arrays, tails, several dimensions and large ones.
var shapes = [][]int{{}, {0}, {1}, {7}, {3, 0, 2}, {5, 3}, {17, 33}, {2, 3, 4}, {10_007}, {57, 130}}

// random values from low to high; whole numbers for integers.
func random(seed int64, dtype device.DType, low, high float64) func(int) float64 {
	return func(i int) float64 {
		v := low + (high-low)*unit(uint64(seed)<<32+uint64(i))
		if !dtype.IsFloat() {
			v = math.Round(v)
		}
		return v
	}
}

// unit is a number from 0 to 1 that looks random: splitmix64 (S. Vigna, 2015).
func unit(x uint64) float64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return float64((x^x>>31)>>11) / (1 << 53)
}
