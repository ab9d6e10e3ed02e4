// Package lingers has a test that starts a program of its own and never ends.
package lingers

import (
	"net"
	"os"
	"os/exec"
	"testing"
)

func TestLingers(t *testing.T) {
	if os.Getenv("LINGERS_CHILD") == "" {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "LINGERS_CHILD=yes")
		t.Fatal(child.Run())
	}
	door, err := net.Dial("tcp", os.Getenv("LINGERS"))
	if err != nil {
		t.Fatal(err)
	}
	door.Read(make([]byte, 1)) // until it is killed
}
