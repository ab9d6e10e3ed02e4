package machine

import (
	"cmp"
	"fmt"
	"time"

	"gputour/cuda"
	"gputour/cuda/driver"
	"gputour/engine/device"
	"gputour/engine/device/sim"
	"gputour/engine/eval"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/shell"
	"gputour/engine/smi"
)

// This file opens real GPUs, and tells nvidia-smi of them.

// commands are the shell's commands that know the devices.
func (m *Maker) commands(gpus []device.Device) map[string]shell.Command {
	tool := &smi.Tool{GPUs: gpus, UUID: state.UUID, Now: time.Now}
	if len(gpus) > 0 && !gpus[0].Info().Simulated {
		properties := func(i int) driver.GPU { return gpus[i].(*cuda.Device).Properties() }
		tool.UUID = func(i int) string { return properties(i).UUID }
		tool.Board = func(i int) smi.Board {
			p := properties(i)
			return smi.Board{Bus: fmt.Sprintf("%08X:%02X:%02X.0", p.PCIDomain, p.PCIBus, p.PCIDevice),
				ClockMHz: p.ClockKHz / 1000, ECC: p.ECC, Sensors: sensors(p.UUID)}
		}
		tool.Versions.Driver, tool.Versions.CUDA = m.cuda().Versions()
	}
	return map[string]shell.Command{"nvidia-smi": tool.Command()}
}

// sensors are what a board's sensors say, as far as NVIDIA's library is there to ask.
func sensors(uuid string) smi.Sensors {
	library, err := driver.OpenManagement("")
	if err != nil {
		return smi.NoSensors
	}
	r, err := library.Read(uuid)
	if err != nil {
		return smi.NoSensors
	}
	return smi.Sensors{
		Celsius: r.Celsius, Watts: float64(r.Milliwatts) / 1000, Limit: float64(r.LimitMilliwatts) / 1000,
		Busy: r.Busy, MemoryBusy: r.MemoryBusy, Fan: r.FanPercent, State: r.State,
		Graphics: r.Clocks.Graphics, SM: r.Clocks.SM, Memory: r.Clocks.Memory,
		MostGraphics: r.MostClocks.Graphics, MostSM: r.MostClocks.SM, Most: r.MostClocks.Memory,
	}
}

func (m *Maker) openCUDA(spec sim.Spec, machine *eval.Machine) error {
	gpus, err := m.cuda().NewMachine()
	if err != nil {
		return err
	}
	all := gpus.Devices()
	if spec.Count > len(all) {
		gpus.Close()
		return fmt.Errorf("this machine has %d that can be used", len(all))
	}
	machine.GPUs, machine.Release = all[:cmp.Or(spec.Count, len(all))], gpus.Close
	return nil
}

// foundGPUs lists the real GPUs, or why there are none.
func (m *Maker) foundGPUs() []Found {
	var list []Found
	for i, f := range m.cuda().Found() {
		name := f.Name
		if f.Usable {
			name = fmt.Sprintf("%d %s", i, f.Name)
		}
		list = append(list, Found{Name: name, Usable: f.Usable, Why: f.Why})
	}
	return list
}
