//go:build linux && cgo && cuda

package cuda

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"gputour/cuda/driver/fake"
	"gputour/engine/device"
	"gputour/engine/device/devicetest"
)

// host is the process's fake GPUs; on a machine with a GPU, GPUTOUR_TEST_GPU=1 makes it
// the real ones.
var host *Host

func TestMain(m *testing.M) {
	if os.Getenv("GPUTOUR_TEST_GPU") != "" {
		host = Open("")
		os.Exit(m.Run())
	}
	dir, err := os.MkdirTemp("", "cuda")
	library, kernels := "", ""
	if err == nil {
		kernels, err = fake.Kernels()
	}
	if err == nil {
		library, err = fake.Build(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Setenv("GPUTOUR_FAKE_KERNELS", kernels)
	host = Open(library)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

func machine(t testing.TB) *Machine {
	t.Helper()
	m, err := host.NewMachine()
	if err != nil {
		var none *device.Unavailable
		if errors.As(err, &none) && os.Getenv("GPUTOUR_TEST_GPU") != "" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func TestSuite(t *testing.T) {
	devicetest.Run(t, func(t testing.TB) []device.Device { return machine(t).Devices() })
}
