package walk

import (
	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// Grain is the number of elements below which work stays on one core.
const Grain = 32 << 10

// burst is how many grains of a loop run between two looks at the launch's Stop.
const burst = 8

// Share is vec.For for the loops of a launch: a range is given to body in bursts, and when
// the launch is stopped the rest is left out.
func Share(l *device.Launch, n, grain int, body func(lo, hi int)) {
	if n <= grain || l.Stop == nil {
		vec.For(n, grain, body)
		return
	}
	step := grain
	if grain > 1 { // else the work of one index may be any
		step *= burst
	}
	vec.For(n, grain, func(lo, hi int) {
		for ; lo < hi && !l.Stopped(); lo += step {
			body(lo, min(lo+step, hi))
		}
	})
}
