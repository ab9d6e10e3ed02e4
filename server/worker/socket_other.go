//go:build !unix

package worker

import (
	"errors"
	"net"
	"os"
)

func socketpair() (net.Conn, *os.File, error) {
	return nil, nil, errors.New("this system cannot hand a socket to another process")
}
