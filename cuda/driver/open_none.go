//go:build !(linux && cgo && cuda)

package driver

import (
	"errors"
	"runtime"
)

// Open says why this build has no driver.
func Open(library string) (Driver, error) {
	if runtime.GOOS != "linux" {
		return nil, errors.New("real GPUs are used on Linux only")
	}
	return nil, errors.New("this program was built without CUDA; \"make\" builds it with CUDA, where gcc is all it needs")
}
