package jail

import "golang.org/x/sys/unix"

const arch = unix.AUDIT_ARCH_X86_64

// archCalls are the calls that only this architecture has.
var archCalls = []uint32{unix.SYS_EPOLL_WAIT}
