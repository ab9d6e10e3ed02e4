package eval

import (
	"fmt"
	"slices"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/shell"
	"gputour/engine/wire"
)

// Machine is the devices of one session, and what goes with them. Whoever opens one
// knows which devices there are; this package does not.
type Machine struct {
	CPU  device.Device
	GPUs []device.Device
	// WebGPU is the GPU of whoever reads the page, if the session has it.
	WebGPU device.Device
	// Commands are the shell's commands that know the devices, such as nvidia-smi.
	Commands map[string]shell.Command
	// Release gives the devices back; nil where there is nothing to give back.
	Release func()
}

// Close releases the devices.
func (m *Machine) Close() {
	if m.Release != nil {
		m.Release()
	}
}

// accelerators are the devices beside the host, in the order of Infos.
func (m *Machine) accelerators() []device.Device {
	if m.WebGPU == nil {
		return m.GPUs
	}
	return append(slices.Clone(m.GPUs), m.WebGPU)
}

// Settle waits for what the GPUs still do, so that what goes wrong there is an exception
// of the run that began it.
func (m *Machine) Settle() error {
	var failed error
	for _, d := range m.accelerators() {
		s, ok := d.(device.Settler)
		if !ok {
			continue
		}
		if err := s.Settle(); err != nil && failed == nil {
			failed = object.Raise(object.RuntimeError, "%s", err.Error())
		}
	}
	return failed
}

// Infos describes the machine's devices for the page.
func (m *Machine) Infos() []wire.DeviceInfo {
	infos := []wire.DeviceInfo{info("cpu", m.CPU)}
	for i, d := range m.GPUs {
		infos = append(infos, info(fmt.Sprintf("cuda:%d", i), d))
	}
	if m.WebGPU != nil {
		infos = append(infos, info(m.WebGPU.Info().String(), m.WebGPU))
	}
	return infos
}

func info(name string, d device.Device) wire.DeviceInfo {
	i := d.Info()
	return wire.DeviceInfo{Device: name, Name: i.Name, Total: i.Memory, Simulated: i.Simulated}
}
