package state

import (
	"strings"

	"gputour/engine/device"
	"gputour/engine/device/meta"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/values"
)

// ReadersGPU is that GPU; there is one at most.
func (s *Session) ReadersGPU(index int) (device.Device, error) {
	switch d := s.Tape.WebGPU; {
	case d == nil:
		return nil, object.Raise(object.RuntimeError, "webgpu is the GPU of the computer that shows this page, and this session does not have it. "+
			"Where the notebook runs in the page itself, without a server, it can be switched on beside the choice of devices; everywhere else use 'cpu' or 'cuda'.")
	case index > 0:
		return nil, object.Raise(object.RuntimeError, "webgpu:%d does not exist: there is webgpu:0 only", index)
	default:
		return d, nil
	}
}

// DeviceArg finds the device of the engine that an argument names.
func (s *Session) DeviceArg(t *object.Thread, v object.Value) (device.Device, error) {
	d, err := values.ParseDevice(t, v)
	if err != nil {
		return nil, err
	}
	return s.findDevice(t, d)
}

// findDevice finds a device of the engine; "cuda" is the current GPU.
func (s *Session) findDevice(t *object.Thread, d *values.Device) (device.Device, error) {
	switch d.Type {
	case "cpu":
		return s.Tape.CPU, nil
	case "cuda":
		return s.GPUAt(t, d.Index)
	case "meta":
		if s.meta == nil {
			s.meta = meta.New()
		}
		return s.meta, nil
	case values.WebGPU:
		return s.ReadersGPU(d.Index)
	}
	return nil, object.Raise(object.NotImplementedError, "Could not run 'aten::empty.memory_format' with arguments from the '%s' backend. "+
		"This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build).",
		strings.ToUpper(d.Type))
}
