//go:build !(linux && cgo && cuda)

package driver

import (
	"errors"
	"runtime"
)

// Open says why this build has no driver.
func Open(library string) (Driver, error) { return nil, why() }

// OpenCompiler says why this build has no compiler.
func OpenCompiler(library string) (Compiler, error) { return nil, why() }

// OpenManagement says why this build reads no sensors.
func OpenManagement(library string) (Management, error) { return nil, why() }

func why() error {
	if runtime.GOOS != "linux" {
		return errors.New("real GPUs are used on Linux only")
	}
	return errors.New("this program was built without CUDA; \"make\" builds it with CUDA, where gcc is all it needs")
}
