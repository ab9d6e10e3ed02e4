package jail

import "golang.org/x/sys/unix"

const arch = unix.AUDIT_ARCH_AARCH64

// archCalls are the calls that only this architecture has.
var archCalls []uint32
