package relay

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestSilence: a node that was out of reach long ago is not thought to have been ever since.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := new(Relay)
		muted := func(want time.Duration) {
			t.Helper()
			if got := r.muted("b"); got != want {
				t.Errorf("out of reach for %v, not %v", got, want)
			}
		}
		muted(0)
		r.silent("b", 0)
		time.Sleep(3 * time.Second)
		r.silent("b", 0)
		time.Sleep(3 * time.Second)
		muted(6 * time.Second)
		time.Sleep(time.Hour)
		muted(0)
		r.silent("b", 0)
		muted(0)
		r.silent("b", GiveUp) // it was found so by a pipe that was cut
		muted(GiveUp)
		r.heard("b")
		muted(0)
	})
}
