package torch

import (
	"gputour/engine/device"
	"gputour/engine/interp"
	"gputour/engine/object"
)

// What module torch.webgpu, written in Python, asks of Go.

// webGPU is the type of the reader's own GPU, which PyTorch does not know.
const webGPU = "webgpu"

// readersGPU is that GPU; there is one at most.
func (s *state) readersGPU(index int) (device.Device, error) {
	switch d := s.tape.WebGPU; {
	case d == nil:
		return nil, object.Raise(object.RuntimeError, "webgpu is the GPU of the computer that shows this page, and this session does not have it. "+
			"Where the notebook runs in the page itself, without a server, it can be switched on beside the choice of devices; everywhere else use 'cpu' or 'cuda'.")
	case index > 0:
		return nil, object.Raise(object.RuntimeError, "webgpu:%d does not exist: there is webgpu:0 only", index)
	default:
		return d, nil
	}
}

func init() {
	onReaders := func(sig string, fn func(t *object.Thread, d device.Device) (object.Value, error)) {
		moduleFunctions = append(moduleFunctions, object.Def(sig, func(t *object.Thread, _ []object.Value) (object.Value, error) {
			s := stateOf(t)
			d, err := s.readersGPU(-1)
			if err != nil {
				return object.Value{}, err
			}
			v, err := fn(t, d)
			if err != nil {
				return object.Value{}, s.raise(err)
			}
			return v, nil
		}, ""))
	}
	moduleFunctions = append(moduleFunctions, object.Def("_webgpu()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		d := stateOf(t).tape.WebGPU
		if a, ok := d.(interface{ Available() error }); d == nil || ok && a.Available() != nil {
			return object.None, nil
		}
		return deviceValue(d), nil
	}, ""))
	onReaders("_webgpu_name()", func(_ *object.Thread, d device.Device) (object.Value, error) {
		return object.NewStr(d.Info().Name), nil
	})
	onReaders("_webgpu_synchronize()", func(_ *object.Thread, d device.Device) (object.Value, error) {
		return object.None, d.Synchronize()
	})
	onReaders("_webgpu_memory()", func(t *object.Thread, d device.Device) (object.Value, error) {
		interp.ClearDead(t)
		var m device.Memory
		if r, ok := d.(device.MemoryReporter); ok {
			m = r.Memory()
		}
		return object.NewTuple(object.Int(m.Allocated), object.Int(m.Reserved)), nil
	})
	onReaders("_webgpu_empty_cache()", func(t *object.Thread, d device.Device) (object.Value, error) {
		if r, ok := d.(device.MemoryReporter); ok {
			interp.ClearDead(t)
			r.EmptyCache()
		}
		return object.None, nil
	})
}
