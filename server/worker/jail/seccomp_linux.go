package jail

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// This file is the filter of system calls: a list of what is allowed, and EPERM for the rest.
//
// It is written by hand because it is short, and because a library would need cgo. A program
// of the kernel's packet filter sees the number of the call and its arguments, as below.
const (
	offNumber = 0
	offArch   = 4
	offArg    = 16 // of argument 0, 8 bytes each, the low word first

	ret     = unix.BPF_RET | unix.BPF_K
	load    = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	equal   = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	atLeast = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	anyBit  = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K

	allow = 0x7fff0000 // SECCOMP_RET_ALLOW
	kill  = 0x80000000 // SECCOMP_RET_KILL_PROCESS
	fail  = 0x00050000 // SECCOMP_RET_ERRNO

	x32 = 0x40000000 // numbers of a second ABI on amd64
)

// test is what an argument must satisfy for its call to be allowed.
type test struct {
	arg  int
	op   uint16 // equal: the low word is value; anyBit: it has one of the bits
	want bool   // whether op holds
	k    uint32
}

// allowed is one call that a sealed process may make.
type allowed struct {
	number uint32
	tests  []test // all must hold
}

// calls are what Go's runtime needs once a process runs: memory, threads, clocks, signals to
// its own threads, and reading and writing the descriptors it has. None gives a new descriptor.
func calls(pid uint32) []allowed {
	plain := []uint32{
		unix.SYS_READ, unix.SYS_WRITE, unix.SYS_CLOSE, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_CTL,
		unix.SYS_FUTEX, unix.SYS_MUNMAP, unix.SYS_MADVISE, unix.SYS_BRK,
		unix.SYS_SCHED_YIELD, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_GETTIMEOFDAY, unix.SYS_RESTART_SYSCALL,
		unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETRANDOM, unix.SYS_SCHED_GETAFFINITY,
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
		unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	}
	list := []allowed{
		{unix.SYS_CLONE, []test{{0, anyBit, true, unix.CLONE_THREAD}, {0, anyBit, false, namespaces | unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP}}},
		{unix.SYS_MMAP, []test{{2, anyBit, false, unix.PROT_EXEC}}},
		{unix.SYS_MPROTECT, []test{{2, anyBit, false, unix.PROT_EXEC}}},
		{unix.SYS_TGKILL, []test{{0, equal, true, pid}}}, // the scheduler interrupts its threads
		{unix.SYS_PRCTL, []test{{0, equal, true, unix.PR_SET_VMA}}},
	}
	for _, n := range append(plain, archCalls...) {
		list = append(list, allowed{number: n})
	}
	return list
}

// filter is the program for a process.
func filter(pid uint32) []unix.SockFilter {
	p := []unix.SockFilter{
		{Code: load, K: offArch},
		{Code: equal, Jt: 1, K: arch},
		{Code: ret, K: kill},
		{Code: load, K: offNumber},
		{Code: atLeast, Jf: 1, K: x32},
		{Code: ret, K: kill},
		{Code: equal, Jf: 1, K: unix.SYS_CLONE3}, // its flags are out of sight: libraries then use clone
		{Code: ret, K: fail | uint32(unix.ENOSYS)},
	}
	for _, c := range calls(pid) {
		p = append(p, c.program()...)
	}
	return append(p, unix.SockFilter{Code: ret, K: fail | uint32(unix.EPERM)})
}

// program allows the call, refuses it when a test fails, and goes on behind itself for
// any other call.
func (a allowed) program() []unix.SockFilter {
	var body []unix.SockFilter
	for _, t := range a.tests {
		jump := unix.SockFilter{Code: t.op, K: t.k, Jf: 1}
		if t.want {
			jump.Jt, jump.Jf = 1, 0
		}
		body = append(body,
			unix.SockFilter{Code: load, K: uint32(offArg + 8*t.arg)}, jump,
			unix.SockFilter{Code: ret, K: fail | uint32(unix.EPERM)})
	}
	body = append(body, unix.SockFilter{Code: ret, K: allow})
	return append([]unix.SockFilter{{Code: equal, Jf: uint8(len(body)), K: a.number}}, body...)
}

// restrict leaves all threads of this process the allowed calls.
func restrict() error {
	if arch == 0 {
		return errors.New("seccomp: not known on " + runtime.GOARCH)
	}
	p := filter(uint32(unix.Getpid()))
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	program := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	const setModeFilter, allThreads = 1, 1
	thread, _, errno := unix.Syscall(unix.SYS_SECCOMP, setModeFilter, allThreads, uintptr(unsafe.Pointer(&program)))
	runtime.KeepAlive(p)
	switch {
	case errno != 0:
		return fmt.Errorf("seccomp: %w", errno)
	case thread != 0:
		return fmt.Errorf("seccomp: thread %d has a filter of its own", thread)
	}
	return nil
}
