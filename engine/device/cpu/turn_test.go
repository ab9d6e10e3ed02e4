package cpu

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"gputour/engine/device"
)

// TestTurned has operands that are transposed give what their straight copies give.
func TestTurned(t *testing.T) {
	d := New()
	r := rand.New(rand.NewPCG(1, 2))
	alloc := func(dt device.DType, n int) *device.Buffer {
		b := new(device.Buffer)
		if err := d.Alloc(b, n*dt.Size()); err != nil {
			t.Fatal(err)
		}
		for i := range b.Host {
			b.Host[i] = 0x3f + byte(r.IntN(2)) // floats about one, integers of any size
		}
		return b
	}
	launch := func(op device.Op, compute device.DType, args ...device.Operand) {
		l := &device.Launch{Op: op, Compute: compute, Outs: 1, Args: args}
		if err := d.Launch(l); err != nil {
			t.Fatal(err)
		}
	}
	for _, shape := range [][2]int{{64, 64}, {130, 70}, {316, 317}, {2000, 16}, {16, 9000}, {15, 900}, {17, 20000}} {
		rows, cols := shape[0], shape[1]
		n := rows * cols
		straight, across := []int{cols, 1}, []int{1, rows + 3}
		for _, c := range []struct{ in, compute device.DType }{
			{device.Float32, device.Float32}, {device.Float64, device.Float64}, {device.Int64, device.Int64}, {device.Uint8, device.Uint8},
			{device.Float16, device.Float32}, {device.Int32, device.Float32}, {device.Complex64, device.Complex64},
		} {
			out := c.in
			if c.in == device.Int32 {
				out = device.Float32
			}
			x, y := alloc(c.in, (rows+3)*cols), alloc(c.in, n)
			copied, got, want := alloc(c.in, n), alloc(out, n), alloc(out, n)
			operand := func(b *device.Buffer, dt device.DType, strides []int) device.Operand {
				return device.Operand{Buffer: b, DType: dt, Shape: shape[:], Strides: strides}
			}
			launch(device.OpCopy, device.NoDType, operand(copied, c.in, straight), operand(x, c.in, across))
			for _, both := range []bool{false, true} {
				a, b := operand(x, c.in, across), operand(y, c.in, straight)
				p, q := operand(copied, c.in, straight), b
				if both {
					b, q = a, p
				}
				launch(device.OpMul, c.compute, operand(got, out, straight), b, a)
				launch(device.OpMul, c.compute, operand(want, out, straight), q, p)
				if !bytes.Equal(got.Host, want.Host) {
					t.Error(fmt.Sprint(shape, c.in, both, ": not what straight operands give"))
				}
			}
		}
	}
}
