//go:build unix

package std_test

import (
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestProcessTime: time.process_time() is what the processors have spent on the process, which waited, too.
func TestProcessTime(t *testing.T) {
	used := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	before := used()
	said, err := strconv.ParseFloat(strings.TrimSpace(run(t, "clock", "import time\nprint(time.process_time())")), 64)
	if after := used(); err != nil || said < before || said > after {
		t.Errorf("process_time() is %v (%v), and getrusage says %v before and %v after", said, err, before, after)
	}
}
