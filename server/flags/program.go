package flags

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"gputour/server/handover"
)

// Started is the program as it was started: what lies there now is what an upgrade is to.
var Started = sync.OnceValue(func() string {
	path, err := exec.LookPath(os.Args[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		path, _ = os.Executable()
	}
	return path
})

// Received is what the program before has left.
var Received = sync.OnceValues(handover.Received)
