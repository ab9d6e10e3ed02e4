package jail

import (
	"golang.org/x/sys/unix"
)

// Seal limits this process and leaves it the system calls that Go's runtime needs to go on.
// Whatever it needs to open it has opened before. The report says what now holds.
func Seal(l Limits) Report {
	var r Report
	miss := func(err error) bool {
		if err != nil {
			r.Missing = append(r.Missing, err.Error())
		}
		return err == nil
	}
	// No other process of this user may read its memory.
	dumpable := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	r.Limits = miss(limit(l)) && miss(dumpable)
	r.Seccomp = miss(restrict())
	return r
}

// extraLimits are those that other systems do not have.
func extraLimits(l Limits) []rlimit {
	list := []rlimit{{"MEMLOCK", unix.RLIMIT_MEMLOCK, 0}, {"MSGQUEUE", unix.RLIMIT_MSGQUEUE, 0}}
	if l.Threads > 0 && ownUsers() {
		list = append(list, rlimit{"NPROC", unix.RLIMIT_NPROC, uint64(l.Threads)})
	}
	return list
}

// ownUsers reports whether this process has a user namespace of its own, where no others
// count: nobody has been mapped into it.
func ownUsers() bool {
	const overflow = 65534 // who is not mapped
	return unix.Getpid() == 1 && unix.Getuid() == overflow
}
