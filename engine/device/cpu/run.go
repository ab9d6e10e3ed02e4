package cpu

import "gputour/engine/device"

// Run executes a launch whose operands' Mem is set, in the calling goroutine and, for
// large work, on the other cores too. Any device with host-reachable memory may call it.
func Run(l *device.Launch) error {
	return &device.Error{Op: "launch " + l.Op.String(), Code: device.Unsupported, Device: "cpu"}
}
