package jail

import "golang.org/x/sys/unix"

// archEscapes are calls that only this architecture has.
var archEscapes = []escape{
	call("open", unix.SYS_OPEN, passwd, 0),
	call("stat", unix.SYS_STAT, passwd, buffer),
	call("fork, the call", unix.SYS_FORK),
	call("vfork, the call", unix.SYS_VFORK),
	call("iopl", unix.SYS_IOPL, 3),
	call("ioperm", unix.SYS_IOPERM, 0x80, 1, 1),
	call("modify_ldt", unix.SYS_MODIFY_LDT, 0, buffer, 16),
	call("arch_prctl", unix.SYS_ARCH_PRCTL, 0x1003, buffer),
}
