//go:build linux || darwin

package repl

import (
	"os"

	"golang.org/x/sys/unix"
)

// interruptKey says whether Ctrl-C is a signal or a key that is read like others. The
// line editor makes it a key only after it has shown its prompt, and a signal again
// after each line: who types ahead would end the program between the two.
func interruptKey(signals bool) {
	fd := int(os.Stdin.Fd())
	mode, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return // no terminal: nobody types
	}
	mode.Lflag &^= unix.ISIG
	if signals {
		mode.Lflag |= unix.ISIG | unix.NOFLSH
	}
	unix.IoctlSetTermios(fd, setTermios, mode)
}
