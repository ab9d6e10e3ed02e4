package main

import (
	"fmt"
	"text/tabwriter"

	"gputour/engine/device"
	"gputour/server/flags"
)

// This file is gputour devices.

// devicesCommand lists devices.
type devicesCommand struct {
	Devices string `help:"Only those of a spec." placeholder:"SPEC"`
}

// Run implements gputour devices.
func (c *devicesCommand) Run(term flags.Terminal) error {
	m, err := flags.Machines(c.Devices, 0)
	if err != nil {
		return err
	}
	rows := tabwriter.NewWriter(term.Out, 0, 0, 2, ' ', 0)
	for _, f := range m.Found() {
		usable := "cannot be used"
		if f.Usable {
			usable = "ready"
		}
		fmt.Fprintf(rows, "%s\t%s\t%s: %s\n", f.Kind, f.Name, usable, f.Why)
	}
	rows.Flush()
	opened, err := m.Open("")
	if err != nil {
		return err
	}
	defer opened.Close()
	fmt.Fprintln(term.Out, "A session gets:")
	for _, d := range append([]device.Device{opened.CPU}, opened.GPUs...) {
		fmt.Fprintf(term.Out, "  %-8s %s%s\n", d.Info(), d.Info().Name, capacity(d.Info().Memory))
	}
	return nil
}

func capacity(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf(", %.1f GiB", float64(bytes)/(1<<30))
}
