package kernels_test

import (
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/devicetest"
)

func TestSuite(t *testing.T) {
	devicetest.RunOps(t, func(t testing.TB) []device.Device { return []device.Device{emulator(t, false)} })
}
