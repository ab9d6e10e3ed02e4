package postgres

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSilence: what is sent to a machine that is lost fails after some seconds, and not after a quarter of an hour.
func TestSilence(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err := dialer().DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	raw, err := c.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []struct {
		name            string
		level, option   int
		atLeast, atMost int
	}{
		{"unacknowledged, in ms", unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, 10_000, 10_000},
		{"probes", unix.SOL_SOCKET, unix.SO_KEEPALIVE, 1, 1},
		{"the first after, in s", unix.IPPROTO_TCP, unix.TCP_KEEPIDLE, 1, 10},
		{"the next after, in s", unix.IPPROTO_TCP, unix.TCP_KEEPINTVL, 1, 5},
		{"how many", unix.IPPROTO_TCP, unix.TCP_KEEPCNT, 1, 3},
	} {
		raw.Control(func(fd uintptr) {
			if got, err := unix.GetsockoptInt(int(fd), o.level, o.option); err != nil || got < o.atLeast || got > o.atMost {
				t.Errorf("%s: %d, %v", o.name, got, err)
			}
		})
	}
}
