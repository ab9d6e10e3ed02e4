package devicetest_test

import (
	"testing"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/device/devicetest"
	"gputour/engine/device/sim"
)

func TestCPU(t *testing.T) {
	devicetest.Run(t, func(testing.TB) []device.Device { return []device.Device{cpu.New()} })
}

func TestSim(t *testing.T) {
	devicetest.Run(t, func(t testing.TB) []device.Device {
		spec, err := sim.ParseSpec("sim:2,memory=1GiB,model=A100")
		if err != nil {
			t.Fatal(err)
		}
		m := sim.NewMachine(spec, nil)
		t.Cleanup(m.Close)
		return m.Devices()
	})
}
