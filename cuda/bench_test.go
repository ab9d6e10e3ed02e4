//go:build linux && cgo && cuda

package cuda

import (
	"testing"

	"gputour/engine/device"
)

// A launch of a small operation: what the program adds to the driver's own cost.
func BenchmarkLaunch(b *testing.B) {
	d := machine(b).devices[0]
	x, y := alloc(b, d, 400), alloc(b, d, 400)
	l := floats(device.OpAdd, 100, y, x, x)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if err := d.Launch(l); err != nil {
			b.Fatal(err)
		}
		if i%1000 == 999 {
			d.Synchronize()
		}
	}
}
