//go:build unix

package datetime

import (
	"syscall"
	"time"
)

// cpuTime is what the processors have spent on this process; ok is false where nobody counts it.
func cpuTime() (used time.Duration, ok bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
