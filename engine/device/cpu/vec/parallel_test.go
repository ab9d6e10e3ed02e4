package vec

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestForCoversOnce(t *testing.T) {
	for _, n := range []int{0, 1, 5, 100, 1001, 65_537} {
		for _, grain := range []int{-1, 1, 7, 1000} {
			seen := make([]int32, n)
			For(n, grain, func(lo, hi int) {
				for i := lo; i < hi; i++ {
					atomic.AddInt32(&seen[i], 1)
				}
			})
			for i, s := range seen {
				if s != 1 {
					t.Fatalf("n=%d grain=%d: index %d visited %d times", n, grain, i, s)
				}
			}
		}
	}
}

// Loops within loops and loops beside loops all end.
func TestForNestedAndConcurrent(t *testing.T) {
	var total atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			For(100, 1, func(lo, hi int) {
				For(hi-lo, 1, func(a, b int) { total.Add(int64(b - a)) })
			})
		})
	}
	all.Wait()
	if total.Load() != 800 {
		t.Errorf("visited %d indices, want 800", total.Load())
	}
}

func TestForPanicReachesCaller(t *testing.T) {
	defer func() {
		if r := recover(); r != "broken" {
			t.Errorf("recovered %v", r)
		}
		For(10, 1, func(lo, hi int) {}) // the helpers are still there
	}()
	For(100, 1, func(lo, hi int) { panic("broken") })
}
