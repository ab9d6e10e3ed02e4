package cpu

import (
	"fmt"
	"slices"
	"testing"

	"gputour/engine/device"
)

// strided is an operand of a shape whose dimensions lie in memory in the given order, the
// first of which varies slowest, with gap elements after each line.
func strided(d device.DType, shape, order []int, gap int) device.Operand {
	o := device.Operand{DType: d, Shape: shape, Strides: make([]int, len(shape)), Buffer: new(device.Buffer)}
	step := 1
	for i := len(order) - 1; i >= 0; i-- {
		o.Strides[order[i]] = step
		step *= shape[order[i]]
		if i == len(order)-1 {
			step += gap
		}
	}
	o.Mem = device.Aligned(step * d.Size())
	return o
}

// eachPlace visits the offsets, in bytes, of a shape's elements in two operands.
func eachPlace(a, b *device.Operand, f func(i, j int)) {
	index := make([]int, len(a.Shape))
	for range a.Numel() {
		i, j := 0, 0
		for d, at := range index {
			i, j = i+at*a.Strides[d], j+at*b.Strides[d]
		}
		f(i*a.DType.Size(), j*b.DType.Size())
		for d := len(index) - 1; d >= 0; d-- {
			if index[d]++; index[d] < a.Shape[d] {
				break
			}
			index[d] = 0
		}
	}
}

// Copies between operands in any order of dimensions, with and without gaps, move each
// element to its place and leave the gaps alone.
func TestCopyOrders(t *testing.T) {
	orders := [][]int{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {2, 0, 1, 3}, {3, 2, 1, 0}, {0, 2, 3, 1}, {1, 3, 0, 2}}
	for _, shape := range [][]int{{2, 3, 9, 11}, {1, 4, 17, 16}, {3, 1, 1, 40}, {70, 2, 8, 65}} {
		for _, d := range []device.DType{device.Uint8, device.BFloat16, device.Float32, device.Int64, device.Complex128} {
			for _, order := range orders {
				for _, gap := range []int{0, 3} {
					t.Run(fmt.Sprint(d, shape, order, gap), func(t *testing.T) { testCopy(t, d, shape, order, gap) })
				}
			}
		}
	}
}

func testCopy(t *testing.T, d device.DType, shape, order []int, gap int) {
	in, out := strided(d, shape, order, gap), strided(d, shape, []int{0, 1, 2, 3}, 2*gap)
	for i := range in.Mem {
		in.Mem[i] = byte(i*7 + i/251)
	}
	want := slices.Clone(out.Mem)
	size := d.Size()
	eachPlace(&out, &in, func(i, j int) { copy(want[i:i+size], in.Mem[j:]) })
	if err := Run(&device.Launch{Op: device.OpCopy, Compute: d, Outs: 1, Args: []device.Operand{out, in}}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(out.Mem, want) {
		t.Error("differs")
	}
}

// Operations on parts of matrices, columns and rows are those of their elements.
func TestBinaryLayouts(t *testing.T) {
	orders := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}}
	shape := []int{5, 7, 33}
	for _, first := range orders {
		for _, second := range orders {
			for still := range 8 { // dimensions in which an operand stands still
				a, b := strided(device.Float32, shape, first, 2), strided(device.Float32, shape, second, 0)
				for d := range shape {
					if still>>d&1 == 1 {
						[]*device.Operand{&a, &b}[d%2].Strides[d] = 0
					}
				}
				testBinary(t, a, b, fmt.Sprint(first, second, still))
			}
		}
	}
}

func testBinary(t *testing.T, a, b device.Operand, name string) {
	out := strided(device.Float32, a.Shape, []int{0, 1, 2}, 0)
	x, y, z := device.Slice[float32](a.Mem), device.Slice[float32](b.Mem), device.Slice[float32](out.Mem)
	for i := range x {
		x[i] = float32(i)
	}
	for i := range y {
		y[i] = float32(i * i)
	}
	if err := Run(&device.Launch{Op: device.OpSub, Compute: device.Float32, Outs: 1, Args: []device.Operand{out, a, b}}); err != nil {
		t.Fatal(err)
	}
	k := 0
	eachPlace(&a, &b, func(i, j int) {
		if want := x[i/4] - y[j/4]; z[k] != want {
			t.Fatalf("%s: element %d is %v, not %v", name, k, z[k], want)
		}
		k++
	})
}
