//go:build unix

// Package fake builds a CUDA driver without a GPU, for tests: a shared library with the
// entry points of libcuda.so.1 over host memory. What it simulates and what its
// environment variables mean stands in src/fake.h.
//
//	library, err := fake.Build(t.TempDir())
//	drv, err := driver.Open(library)
package fake

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// Build compiles the driver with gcc into dir and returns the library's path. It reads
// the sources beside it, so it works in the project's tree only; the error of a machine
// without gcc is exec.ErrNotFound.
func Build(dir string) (string, error) {
	return compile("src", filepath.Join(dir, "libcuda.so.1"))
}

// BuildCompiler compiles an NVRTC that only reads declarations, as Build does.
func BuildCompiler(dir string) (string, error) {
	return compile("nvrtc", filepath.Join(dir, "libnvrtc.so"))
}

// BuildManagement compiles an NVML that knows the fake driver's GPUs, as Build does.
func BuildManagement(dir string) (string, error) {
	return compile("nvml", filepath.Join(dir, "libnvidia-ml.so.1"))
}

// compile makes a library of the C files of a folder beside this file.
func compile(folder, library string) (string, error) {
	root, err := root()
	if err != nil {
		return "", err
	}
	sources, err := filepath.Glob(filepath.Join(root, "cuda/driver/fake", folder, "*.c"))
	if err != nil || len(sources) == 0 {
		return "", fmt.Errorf("no sources of the fake driver under %s", root)
	}
	args := []string{"-shared", "-fPIC", "-O1", "-Wall", "-I" + filepath.Join(root, "cuda/driver/include"), "-o", library}
	gcc := exec.Command("gcc", append(append(args, sources...), "-ldl", "-lpthread")...)
	if out, err := gcc.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the fake driver: %w\n%s", err, out)
	}
	return library, nil
}

// Kernels compiles the kernels of cuda/kernels for the host, which the fake driver runs
// where GPUTOUR_FAKE_KERNELS names the library. It is kept in the user's cache until the
// sources change: compiling takes a while.
func Kernels() (string, error) {
	root, err := root()
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	folder := filepath.Join(root, "cuda/kernels")
	sum, err := digest(folder)
	if err != nil {
		return "", err
	}
	library := filepath.Join(cache, "gputour", "kernels-"+sum+".so")
	if err := os.MkdirAll(filepath.Dir(library), 0o755); err != nil {
		return "", err
	}
	lock, err := os.Create(library + ".lock") // packages are tested side by side
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	if _, err := os.Stat(library); err == nil {
		return library, nil
	}
	script := exec.Command(filepath.Join(folder, "emulate.sh"), library)
	if out, err := script.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the kernels for the host: %w\n%s", err, out)
	}
	return library, nil
}

// digest stands for the content of all that emulate.sh reads.
func digest(folder string) (string, error) {
	h := sha256.New()
	for _, pattern := range []string{"emulate.sh", "src/*", "emulation/*"} {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return "", err
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(h, "%s %d\n%s", filepath.Base(name), len(text), text)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
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
