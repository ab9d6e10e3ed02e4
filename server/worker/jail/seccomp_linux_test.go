package jail

import (
	"testing"

	"golang.org/x/sys/unix"
)

// verdict runs a filter on a call, as the kernel does.
func verdict(t *testing.T, p []unix.SockFilter, arch, number uint32, args ...uint32) uint32 {
	t.Helper()
	words := map[uint32]uint32{offNumber: number, offArch: arch}
	for i, a := range args {
		words[uint32(offArg+8*i)] = a
	}
	var acc uint32
	for pc := 0; pc < len(p); pc++ {
		switch in := p[pc]; in.Code {
		case load:
			acc = words[in.K]
		case equal, atLeast, anyBit:
			holds := map[uint16]bool{equal: acc == in.K, atLeast: acc >= in.K, anyBit: acc&in.K != 0}[in.Code]
			if holds {
				pc += int(in.Jt)
			} else {
				pc += int(in.Jf)
			}
		case ret:
			return in.K
		default:
			t.Fatalf("instruction %d: %#x", pc, in.Code)
		}
	}
	t.Fatal("the program has no end")
	return 0
}

// TestFilterAllowsItsListAlone asks the filter about every call that there is.
func TestFilterAllowsItsListAlone(t *testing.T) {
	const pid, eperm = 42, fail | uint32(unix.EPERM)
	p := filter(pid)
	listed := map[uint32]allowed{}
	for _, c := range calls(pid) {
		listed[c.number] = c
	}
	if len(listed) > 40 {
		t.Errorf("%d calls are allowed", len(listed))
	}
	for n := range uint32(1024) {
		want := uint32(eperm)
		if c, ok := listed[n]; ok && len(c.tests) == 0 {
			want = allow
		}
		if n == unix.SYS_CLONE3 {
			want = fail | uint32(unix.ENOSYS)
		}
		if c, ok := listed[n]; ok && len(c.tests) > 0 {
			continue
		}
		if got := verdict(t, p, arch, n); got != want {
			t.Errorf("call %d: %#x, not %#x", n, got, want)
		}
	}
	for _, c := range []struct {
		name string
		want uint32
		arch uint32
		call uint32
		args []uint32
	}{
		{"a thread", allow, arch, unix.SYS_CLONE, []uint32{unix.CLONE_VM | unix.CLONE_THREAD}},
		{"a process", eperm, arch, unix.SYS_CLONE, []uint32{17}},
		{"a thread in a namespace", eperm, arch, unix.SYS_CLONE, []uint32{unix.CLONE_THREAD | unix.CLONE_NEWUSER}},
		{"memory", allow, arch, unix.SYS_MMAP, []uint32{0, 4096, unix.PROT_READ | unix.PROT_WRITE}},
		{"code", eperm, arch, unix.SYS_MMAP, []uint32{0, 4096, unix.PROT_EXEC}},
		{"memory made code", eperm, arch, unix.SYS_MPROTECT, []uint32{0, 4096, unix.PROT_READ | unix.PROT_EXEC}},
		{"a signal to itself", allow, arch, unix.SYS_TGKILL, []uint32{pid, 43, 23}},
		{"a signal to another", eperm, arch, unix.SYS_TGKILL, []uint32{pid + 1, 43, 23}},
		{"a name for memory", allow, arch, unix.SYS_PRCTL, []uint32{unix.PR_SET_VMA}},
		{"a name for a thread", eperm, arch, unix.SYS_PRCTL, []uint32{unix.PR_SET_NAME}},
		{"another architecture", kill, arch + 1, unix.SYS_READ, nil},
		{"another ABI", kill, arch, x32 | unix.SYS_READ, nil},
	} {
		if got := verdict(t, p, c.arch, c.call, c.args...); got != c.want {
			t.Errorf("%s: %#x, not %#x", c.name, got, c.want)
		}
	}
}
