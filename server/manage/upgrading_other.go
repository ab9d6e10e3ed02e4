//go:build !unix

package manage

import (
	"errors"
	"os"
)

func askForUpgrade(*os.Process) error {
	return errors.New("this system cannot replace the program of a process")
}
