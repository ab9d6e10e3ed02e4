package cpu

import (
	"errors"
	"sync/atomic"
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu/walk"
)

// TestStoppedLaunch runs kernels of several families whose launch is already stopped.
func TestStoppedLaunch(t *testing.T) {
	d := New()
	operand := func(shape ...int) device.Operand {
		o := device.Operand{DType: device.Float32, Shape: shape, Buffer: new(device.Buffer)}
		step := 1
		o.Strides = make([]int, len(shape))
		for i := len(shape) - 1; i >= 0; i-- {
			o.Strides[i] = step
			step *= shape[i]
		}
		if err := d.Alloc(o.Buffer, 4*step); err != nil {
			t.Fatal(err)
		}
		return o
	}
	const n = 8 * walk.Grain
	for _, l := range []*device.Launch{
		{Op: device.OpAdd, Compute: device.Float32, Args: []device.Operand{operand(n), operand(n), operand(n)}},
		{Op: device.OpSum, I: []int{1}, Args: []device.Operand{operand(n / 64), operand(n/64, 64)}},
		{Op: device.OpMatmul, F: []float64{0, 1}, Args: []device.Operand{operand(1, 300, 300), operand(1, 300, 300), operand(1, 300, 300)}},
		{Op: device.OpCopy, Args: []device.Operand{operand(n), operand(n)}},
	} {
		l.Outs, l.Stop = 1, new(atomic.Bool)
		if err := d.Launch(l); err != nil {
			t.Errorf("%s: %v", l.Op, err)
		}
		l.Stop.Store(true)
		var failed *device.Error
		if err := d.Launch(l); !errors.As(err, &failed) || failed.Code != device.Stopped {
			t.Errorf("stopped %s: %v", l.Op, err)
		}
	}
}
