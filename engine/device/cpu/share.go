package cpu

import (
	"gputour/engine/device"
	"gputour/engine/device/cpu/vec"
)

// grain is the number of elements below which work stays on one core.
const grain = 32 << 10

// burst is how many grains of a loop run between two looks at the launch's Stop.
const burst = 8

// share is vec.For for the loops of a launch: a range is given to body in bursts, and when
// the launch is stopped the rest is left out.
func share(l *device.Launch, n, grain int, body func(lo, hi int)) {
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
