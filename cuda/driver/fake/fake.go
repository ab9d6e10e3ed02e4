// Package fake builds a CUDA driver without a GPU, for tests: a shared library with the
// entry points of libcuda.so.1 over host memory. What it simulates and what its
// environment variables mean stands in src/fake.h.
//
//	library, err := fake.Build(t.TempDir())
//	drv, err := driver.Open(library)
package fake

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Build compiles the driver with gcc into dir and returns the library's path. It reads
// the sources beside it, so it works in the project's tree only; the error of a machine
// without gcc is exec.ErrNotFound.
func Build(dir string) (string, error) {
	root, err := root()
	if err != nil {
		return "", err
	}
	sources, err := filepath.Glob(filepath.Join(root, "cuda/driver/fake/src/*.c"))
	if err != nil || len(sources) == 0 {
		return "", fmt.Errorf("no sources of the fake driver under %s", root)
	}
	library := filepath.Join(dir, "libcuda.so.1")
	args := []string{"-shared", "-fPIC", "-O1", "-Wall", "-I" + filepath.Join(root, "cuda/driver/include"), "-o", library}
	gcc := exec.Command("gcc", append(append(args, sources...), "-ldl", "-lpthread")...)
	if out, err := gcc.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the fake driver: %w\n%s", err, out)
	}
	return library, nil
}

// root is the folder of go.mod, above the working directory.
func root() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return "", fmt.Errorf("%s lies in no module (%v)", dir, err)
}
