package crew

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"slices"

	"gputour/engine/session"
	"gputour/engine/wire"
	"gputour/server/machine"
	"gputour/server/worker"
	"gputour/server/worker/jail"
)

// This file is the worker's own main.

// Errand is what a worker is started with; gputour worker is another matter (working.go).
const Errand = "run-cells"

// IsWorker reports the arguments of a worker.
func IsWorker(args []string) bool { return slices.Equal(args, []string{Errand}) }

// Work is the main of a worker: the hub is at the other end of descriptor 3.
func Work() error {
	f := os.NewFile(3, "hub")
	conn, err := net.FileConn(f)
	if err != nil {
		return fmt.Errorf("it is gputour serve that starts workers: %w", err)
	}
	f.Close()
	hub, setup, err := worker.Connect(conn)
	if err != nil {
		return err
	}
	machines, err := machine.New(setup.Devices, setup.Limits.DeviceBytes)
	if err != nil {
		return err
	}
	open := session.Merging(machines.Config(setup.Limits).Open, setup.Limits.OutputBytes, nil)
	var report jail.Report
	if setup.Jail != nil {
		report = jail.Seal(*setup.Jail)
	}
	if setup.Warm {
		warm(open)
	}
	return hub.Serve(report, open)
}

// nowhere is an Output that nobody reads.
type nowhere struct{}

func (nowhere) Stream(string, string) {}
func (nowhere) Emit(string, any)      {}
func (nowhere) Input(context.Context, wire.InputRequestBody) (string, error) {
	return "", io.EOF
}

// warm does what the first session of a process would wait for.
func warm(open session.Opener) {
	ev, err := open(machine.DefaultSpec)
	if err != nil {
		return
	}
	ev.Run(session.Run{RID: "warm", Code: "import torch"}, nowhere{})
	ev.Close()
}
