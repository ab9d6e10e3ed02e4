// Package porttest finds ports for the programs that tests start.
package porttest

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// Ports below those that systems give to outgoing connections (32768 on Linux, 49152 elsewhere): of the thousands of
// connections that other tests open meanwhile, one would have the port before the program does.
const first, count = 20_000, 12_000

// Free returns a port of this machine that nobody listens on.
func Free(t testing.TB) string {
	t.Helper()
	var err error
	for range 100 {
		port := strconv.Itoa(first + rand.IntN(count))
		var l net.Listener
		if l, err = net.Listen("tcp", ":"+port); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal(err)
	return ""
}
