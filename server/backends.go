package main

import (
	"fmt"
	"runtime/debug"
	"time"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
	"gputour/engine/eval"
	"gputour/engine/wire"
)

// backends lists the devices that this build can open.
func backends(spec string) eval.Backends {
	return eval.Backends{
		CPU:     func() device.Device { return cpu.New() },
		Default: spec,
	}
}

// checked returns the backends for a spec that makes sense.
func checked(spec string) (eval.Backends, error) {
	if spec != "" {
		if _, err := eval.ParseSpec(spec); err != nil {
			return eval.Backends{}, &usageError{err}
		}
	}
	return backends(spec), nil
}

// size is a flag such as 2GiB; 0 is no bound.
type size int64

func (s *size) UnmarshalText(text []byte) error {
	n, err := eval.ParseSize(string(text))
	*s = size(n)
	return err
}

// budgets are the flags that bound what a cell may use.
type budgets struct {
	CellTime      time.Duration `help:"Wall time of one cell; 0 is no bound." default:"${cell_time}" placeholder:"10m"`
	SessionMemory size          `help:"Python objects of a session." default:"2GiB" placeholder:"2GiB"`
	DeviceMemory  size          `help:"Memory of each simulated device; 0 is its model's own." default:"0"`
	Output        size          `help:"Output of one cell; more keeps its beginning and end." default:"1MiB" placeholder:"1MiB"`
}

func (b budgets) limits() wire.Limits {
	return wire.Limits{
		CellMS: b.CellTime.Milliseconds(), MemoryBytes: int64(b.SessionMemory),
		DeviceBytes: int64(b.DeviceMemory), OutputBytes: int64(b.Output),
	}
}

// devicesCommand lists devices.
type devicesCommand struct {
	Devices string `help:"Only those of a spec." placeholder:"SPEC"`
}

// Run implements gputour devices.
func (c *devicesCommand) Run(term terminal) error {
	b, err := checked(c.Devices)
	if err != nil {
		return err
	}
	for _, backend := range b.List {
		if backend.Found == nil {
			continue
		}
		for _, f := range backend.Found() {
			usable := "cannot be used"
			if f.Usable {
				usable = "ready"
			}
			fmt.Fprintf(term.out, "%-8s %-40s %s: %s\n", backend.Kind, f.Name, usable, f.Why)
		}
	}
	m, err := b.Open(c.Devices)
	if err != nil {
		return err
	}
	defer m.Close()
	fmt.Fprintln(term.out, "A session gets:")
	for _, d := range m.Infos() {
		fmt.Fprintf(term.out, "  %-8s %s%s\n", d.Device, d.Name, memory(d.Total))
	}
	return nil
}

func memory(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf(", %.1f GiB", float64(bytes)/(1<<30))
}

// versionCommand prints the version.
type versionCommand struct{}

// Run implements gputour version.
func (versionCommand) Run(term terminal) error {
	fmt.Fprintln(term.out, "gputour", version())
	return nil
}

// version is the module's version, or the revision it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	text, dirty := info.Main.Version, ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			text = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				dirty = " (modified)"
			}
		}
	}
	return text + dirty
}
