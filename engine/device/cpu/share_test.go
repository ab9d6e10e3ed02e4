package cpu

import (
	"errors"
	"sync/atomic"
	"testing"

	"gputour/engine/device"
)

// TestShareCoversTheRange runs a loop whose launch could be stopped but is not.
func TestShareCoversTheRange(t *testing.T) {
	for _, n := range []int{1, 7, 64, 1000} {
		for _, grain := range []int{1, 8, 100} {
			seen := make([]int32, n)
			share(&device.Launch{Stop: new(atomic.Bool)}, n, grain, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					atomic.AddInt32(&seen[i], 1)
				}
			})
			for i, times := range seen {
				if times != 1 {
					t.Fatalf("%d of %d by %d was visited %d times", i, n, grain, times)
				}
			}
		}
	}
}

// TestShareStops sets the stop while a loop runs: only what had begun goes on.
func TestShareStops(t *testing.T) {
	l := &device.Launch{Stop: new(atomic.Bool)}
	var calls atomic.Int64
	share(l, 1_000_000, 1, func(lo, hi int) {
		calls.Add(1)
		l.Stop.Store(true)
	})
	if n := calls.Load(); n < 1 || n > 1000 {
		t.Errorf("%d calls", n)
	}
}

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
	const n = 8 * grain
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

// TestRowsAtATime cuts large products alone, and in whole blocks.
func TestRowsAtATime(t *testing.T) {
	if n := rowsAtATime(300, 300, 300); n != 300 {
		t.Errorf("a small product takes %d rows at a time", n)
	}
	const m = 5 * 96
	if n := rowsAtATime(m, 1<<14, 1<<14); n >= m || n%96 != 0 {
		t.Errorf("a large product takes %d rows at a time", n)
	}
}
