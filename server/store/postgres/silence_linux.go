package postgres

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// unanswered bounds how long what is sent may stay unacknowledged, which is a quarter of an hour otherwise.
func unanswered(network, _ string, conn syscall.RawConn) (err error) {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	if failed := conn.Control(func(fd uintptr) {
		err = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
	}); failed != nil {
		return failed
	}
	return err
}
