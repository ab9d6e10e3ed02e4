package jail

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// program are the files that this program runs from: its own and the libraries that the
// loader has mapped. A child needs them to start.
var program = sync.OnceValue(func() []string {
	files := []string{"/proc/self/exe"}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return files
	}
	defer maps.Close()
	seen := map[string]bool{}
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 6 && strings.Contains(fields[5], ".so") && !seen[fields[5]] {
			seen[fields[5]] = true
			files = append(files, fields[5])
		}
	}
	return files
})

// rulesets are landlock's rights by version of its interface: all that it handles, so that
// nothing is left which is not named by a rule.
var rulesets = [...]struct{ fs, net, scoped uint64 }{
	1: {fs: 1<<13 - 1},
	2: {fs: 1<<14 - 1},                    // moving files between folders
	3: {fs: 1<<15 - 1},                    // truncating
	4: {fs: 1<<15 - 1, net: 3},            // TCP, but not MPTCP
	5: {fs: 1<<16 - 1, net: 3},            // ioctl on devices
	6: {fs: 1<<16 - 1, net: 3, scoped: 3}, // signals and abstract sockets
}

// confine lets this thread, and what it forks, read and execute files alone and nothing
// else of the file system. It returns the version of landlock's interface.
func confine(files []string) (abi int, err error) {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, fmt.Errorf("landlock: %w", errno)
	}
	abi = int(v)
	rights := rulesets[min(abi, len(rulesets)-1)]
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&rights)), rulesetSize(abi), 0)
	if errno != 0 {
		return 0, fmt.Errorf("landlock: %w", errno)
	}
	defer unix.Close(int(fd))
	for _, name := range files {
		if err := permit(int(fd), name); err != nil {
			return 0, fmt.Errorf("landlock: %s: %w", name, err)
		}
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return 0, fmt.Errorf("landlock: %w", errno)
	}
	return abi, nil
}

// rulesetSize is the size of landlock_ruleset_attr in a version.
func rulesetSize(abi int) uintptr {
	switch {
	case abi < 4:
		return 8
	case abi < 6:
		return 16
	}
	return 24
}

// permit adds a rule for one file; one that is not there needs none.
func permit(ruleset int, name string) error {
	f, err := unix.Open(name, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err == unix.ENOENT {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(f)
	rule := unix.LandlockPathBeneathAttr{
		Allowed_access: unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE,
		Parent_fd:      int32(f),
	}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
