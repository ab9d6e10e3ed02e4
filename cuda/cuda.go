// Package cuda is the real GPU: a device.Device over NVIDIA's driver. It launches the
// kernels of cuda/kernels and runs through the host what has none.
//
// A Host is the process's GPUs. Each session gets a Machine of its own: one context, one
// heap and one set of streams per GPU, made when the GPU is first used. Bytes of one
// session are reached by no other, and a fault of one ends its context alone.
//
//	host := cuda.Open("")
//	for _, f := range host.Found() { … }
//	machine, err := host.NewMachine()
//	gpus := machine.Devices()
package cuda

import (
	"fmt"
	"os"
	"regexp"
	"sync"

	"gputour/cuda/driver"
	"gputour/engine/device"
)

// Host is the GPUs of this machine, or why there are none. It is safe for concurrent use.
type Host struct {
	driver driver.Driver
	err    error // why there is no driver
	gpus   []driver.GPU
	why    []error  // beside gpus: why one cannot be used
	images sync.Map // compiled kernels: []byte by code
}

// code is a kernel compiled for GPUs of a compute capability.
type code struct {
	module       string
	major, minor int
}

// Found is one GPU of the host, or the lack of any.
type Found struct {
	Name   string
	Usable bool
	Why    string // what it is, or why it cannot be used
}

// Open looks for GPUs through a driver's library, "" for the system's.
func Open(library string) *Host {
	h := &Host{}
	if h.driver, h.err = driver.Open(library); h.err != nil {
		return h
	}
	for i := range h.driver.Count() {
		gpu, err := h.driver.GPU(i)
		if err == nil {
			err = usable(&gpu)
		}
		h.gpus, h.why = append(h.gpus, gpu), append(h.why, err)
	}
	return h
}

// leastMajor is the compute capability that the kernels are compiled for.
const leastMajor = 7

func usable(g *driver.GPU) error {
	switch {
	case g.Prohibited:
		return fmt.Errorf("its compute mode is Prohibited; nvidia-smi -c 0 allows programs to use it")
	case g.Major < leastMajor:
		return fmt.Errorf("its compute capability is %d.%d, and the kernels need %d.0", g.Major, g.Minor, leastMajor)
	}
	return nil
}

// Found says for each GPU whether it can be used, and why not. Where there is none, one
// entry says why.
func (h *Host) Found() []Found {
	if h.err != nil {
		return []Found{{Name: "NVIDIA GPUs", Why: h.err.Error()}}
	}
	if len(h.gpus) == 0 {
		return []Found{{Name: "NVIDIA GPUs", Why: "the driver shows none; CUDA_VISIBLE_DEVICES may hide them"}}
	}
	var list []Found
	for i, g := range h.gpus {
		f := Found{Name: g.Name, Usable: h.why[i] == nil}
		if f.Usable {
			f.Why = fmt.Sprintf("compute capability %d.%d, %.1f GiB, %d multiprocessors, driver for CUDA %s",
				g.Major, g.Minor, float64(g.Memory)/(1<<30), g.SMs, h.cudaVersion())
		} else {
			f.Why = h.why[i].Error()
		}
		list = append(list, f)
	}
	return list
}

// Versions are the driver's own, as Linux or NVML tells it, and the newest CUDA that it speaks; ""
// where unknown.
func (h *Host) Versions() (driver, cuda string) {
	if h.err != nil {
		return "", ""
	}
	text, err := os.ReadFile("/proc/driver/nvidia/version")
	if found := driverVersion.FindSubmatch(text); err == nil && found != nil {
		return string(found[1]), h.cudaVersion()
	}
	return managedVersion(), h.cudaVersion()
}

// managedVersion is the driver's version as NVML tells it.
func managedVersion() string {
	if m, err := driver.OpenManagement(""); err == nil && m.Version() != "" {
		return m.Version()
	}
	return "unknown"
}

// driverVersion finds "535.183.01" in "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun …".
var driverVersion = regexp.MustCompile(`Module[^\n]*?\s(\d+(?:\.\d+)+)\s`)

func (h *Host) cudaVersion() string {
	v := h.driver.Version()
	return fmt.Sprintf("%d.%d", v/1000, v%1000/10)
}

// Machine is the GPUs of one session. It is not safe for concurrent use.
type Machine struct {
	devices []*Device
}

// NewMachine makes a session's devices, one for each GPU that can be used. It fails where
// there is none.
func (h *Host) NewMachine() (*Machine, error) {
	m, pins := &Machine{}, &pins{}
	for i := range h.gpus {
		if h.why[i] == nil {
			m.devices = append(m.devices, newDevice(h, i, len(m.devices), pins))
		}
	}
	if len(m.devices) == 0 {
		f := h.Found()[0]
		return nil, &device.Unavailable{Device: "cuda", Reason: f.Why}
	}
	return m, nil
}

// Devices are the machine's GPUs, in order.
func (m *Machine) Devices() []device.Device {
	list := make([]device.Device, len(m.devices))
	for i, d := range m.devices {
		list[i] = d
	}
	return list
}

// Close ends the session's use of its GPUs and gives their memory back.
func (m *Machine) Close() {
	for _, d := range m.devices {
		d.close()
	}
}
