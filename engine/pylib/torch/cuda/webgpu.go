package cuda

import (
	"gputour/engine/device"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
)

// What module torch.webgpu, written in Python, asks of Go.

func init() {
	onReaders := func(sig string, fn func(t *object.Thread, d device.Device) (object.Value, error)) {
		Functions = append(Functions, object.Def(sig, func(t *object.Thread, _ []object.Value) (object.Value, error) {
			s := state.Of(t)
			d, err := s.ReadersGPU(-1)
			if err != nil {
				return object.Value{}, err
			}
			v, err := fn(t, d)
			if err != nil {
				return object.Value{}, s.Raise(err)
			}
			return v, nil
		}, ""))
	}
	Functions = append(Functions, object.Def("_webgpu()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		d := state.Of(t).Tape.WebGPU
		if a, ok := d.(interface{ Available() error }); d == nil || ok && a.Available() != nil {
			return object.None, nil
		}
		return values.DeviceOf(d), nil
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
