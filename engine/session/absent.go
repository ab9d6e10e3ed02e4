package session

import "gputour/engine/wire"

// This file stands where a session has no evaluator.

// absent is the Evaluator of a session that has none: nothing runs, nothing is known. Its
// devices are those that the session had.
type absent struct{ devices []wire.DeviceInfo }

var _ Evaluator = absent{}

func (absent) Run(Run, Output) Outcome { return Outcome{State: wire.RunStopped} }
func (absent) Stop(string, bool)       {}
func (absent) Complete(_ string, cursor int) wire.CompleteReplyBody {
	return wire.CompleteReplyBody{Start: cursor, End: cursor, Matches: []wire.Completion{}}
}
func (absent) Inspect(string, int, int) wire.InspectReplyBody { return wire.InspectReplyBody{} }
func (absent) Diagnose(string) wire.DiagnoseReplyBody {
	return wire.DiagnoseReplyBody{Problems: []wire.Problem{}}
}

// Place says of each device that it is empty.
func (a absent) Place() wire.PlacementBody {
	body := wire.PlacementBody{Devices: []wire.DeviceMemory{}}
	for _, d := range a.devices {
		body.Devices = append(body.Devices, wire.DeviceMemory{DeviceInfo: d})
	}
	return body
}
func (a absent) Devices() []wire.DeviceInfo { return a.devices }
func (absent) Put(File)                     {}
func (absent) Lost() <-chan Loss            { return nil }
func (absent) Close()                       {}
