//go:build linux

package kernels_test

import (
	"testing"

	"gputour/cuda/kernels"
	"gputour/engine/device"
	"gputour/engine/device/cpu"
)

// Planning is part of every launch: it must cost little next to the launch itself, which takes
// a few microseconds, and allocate nothing for small operations.
func BenchmarkPlan(b *testing.B) {
	limits := kernels.Limits{SMs: 80, SMThreads: 2048, Major: 8, SharedBytes: 160 << 10, MaxGrid: [3]uint32{1<<31 - 1, 65535, 65535}}
	for _, op := range []device.Op{device.OpAdd, device.OpExp, device.OpSum, device.OpSoftmax, device.OpMatmul} {
		c, _ := sample(op, device.Float32)
		l := c.launch(b, cpu.New())
		b.Run(op.String(), func(b *testing.B) {
			var p kernels.Plan
			b.ReportAllocs()
			for b.Loop() {
				p.Make(l, &limits)
			}
		})
	}
}
