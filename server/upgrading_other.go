//go:build !unix

package main

import (
	"errors"
	"os"
)

func askForUpgrade(*os.Process) error {
	return errors.New("this system cannot replace the program of a process")
}
