//go:build unix

package worker

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the most memory that a process held, in bytes.
func peak(state *os.ProcessState) int64 {
	u, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}

// killed reports whether a process was ended by a signal that it cannot have sent itself.
func killed(state *os.ProcessState) bool {
	s, ok := state.Sys().(syscall.WaitStatus)
	return ok && s.Signaled() && s.Signal() == syscall.SIGKILL
}
