package walk

import (
	"sync/atomic"
	"testing"

	"gputour/engine/device"
)

// TestShareCoversTheRange runs a loop whose launch could be stopped but is not.
func TestShareCoversTheRange(t *testing.T) {
	for _, n := range []int{1, 7, 64, 1000} {
		for _, grain := range []int{1, 8, 100} {
			seen := make([]int32, n)
			Share(&device.Launch{Stop: new(atomic.Bool)}, n, grain, func(lo, hi int) {
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
	Share(l, 1_000_000, 1, func(lo, hi int) {
		calls.Add(1)
		l.Stop.Store(true)
	})
	if n := calls.Load(); n < 1 || n > 1000 {
		t.Errorf("%d calls", n)
	}
}
