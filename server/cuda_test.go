//go:build linux && cgo && cuda

package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gputour/cuda/driver/fake"
)

// TestScriptsCUDA runs the program on the fake driver, which runs the kernels on the host.
func TestScriptsCUDA(t *testing.T) {
	kernels, err := fake.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	library, err := fake.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/cuda", Setup: func(e *testscript.Env) error {
		e.Setenv("LD_LIBRARY_PATH", filepath.Dir(library))
		e.Setenv("GPUTOUR_FAKE_KERNELS", kernels)
		e.Setenv("ROOT", root)
		return nil
	}})
}
