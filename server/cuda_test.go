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
	dir := t.TempDir()
	if _, err := fake.Build(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := fake.BuildCompiler(dir); err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/cuda", Setup: func(e *testscript.Env) error {
		e.Setenv("LD_LIBRARY_PATH", dir)
		e.Setenv("GPUTOUR_FAKE_KERNELS", kernels)
		e.Setenv("ROOT", root)
		e.Setenv("DRIVER", dir)
		return nil
	}})
}
