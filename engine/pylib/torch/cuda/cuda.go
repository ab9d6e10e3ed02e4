// Package cuda is torch.cuda, and torch.webgpu beside it: the GPUs that a program sees, their memory and its history, streams,
// events and graphs, and what of a program's memory can still be reached.
package cuda

import (
	"gputour/engine/device"
	"gputour/engine/device/caching"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
)

// What module torch.cuda, written in Python, asks of Go: GPUs by number, their memory,
// streams and events.

func init() {
	def := func(sig string, fn object.GoFunc) { Functions = append(Functions, object.Def(sig, fn, "")) }
	defineGPUs(def)
	defineMemory(def)
	defineStreams(def)
}

func defineGPUs(def func(sig string, fn object.GoFunc)) {
	def("_cuda_count()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return object.Int(int64(len(state.Of(t).Available(t)))), nil
	})
	def("_cuda_initialized()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return object.Bool(state.Of(t).Visible != nil), nil
	})
	def("_cuda_init()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		return object.None, state.Of(t).InitCUDA(t)
	})
	def("_cuda_current()", func(t *object.Thread, _ []object.Value) (object.Value, error) {
		s := state.Of(t)
		return object.Int(int64(s.Current)), s.InitCUDA(t)
	})
	def("_cuda_set_current(index, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := state.Of(t)
		n, _ := object.AsInt(a[0])
		if n < 0 {
			return object.None, s.InitCUDA(t)
		}
		if _, err := s.GPUAt(t, int(n)); err != nil {
			return object.Value{}, err
		}
		s.Current = int(n)
		return object.None, nil
	})
	def("_cuda_properties(index, /)", onGPU(cudaProperties))
	def("_cuda_peer(index, peer, /)", onGPU(func(s *state.Session, d device.Device, t *object.Thread, a []object.Value) (object.Value, error) {
		n, _ := object.AsInt(a[1])
		other, err := s.GPUAt(t, int(n))
		if err != nil {
			return object.Value{}, err
		}
		reaches, ok := d.(interface{ Reaches(device.Device) bool })
		return object.Bool(ok && d != other && reaches.Reaches(other)), nil
	}))
	def("_cuda_synchronize(index, /)", onGPU(func(s *state.Session, d device.Device, _ *object.Thread, _ []object.Value) (object.Value, error) {
		return object.None, s.Raised(d.Synchronize())
	}))
	def("_cuda_sync_mode(mode, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		mode, _ := object.AsInt(a[0])
		s := state.Of(t)
		s.Waits = syncModes[mode](t.Session)
		s.HeedWaits()
		return object.None, nil
	})
	def("_cuda_generator(index, /)", onGPU(func(s *state.Session, d device.Device, _ *object.Thread, _ []object.Value) (object.Value, error) {
		return object.Adopt(&values.Generator{G: s.Tape.Generator(d)}, values.GeneratorClass), nil
	}))
}

func defineMemory(def func(sig string, fn object.GoFunc)) {
	def("_cuda_memory(index, /)", onGPU(cudaMemory))
	def("_cuda_memory_stats(index, /)", onGPU(cudaMemoryStats))
	def("_cuda_empty_cache(index, /)", onGPU(func(_ *state.Session, d device.Device, t *object.Thread, _ []object.Value) (object.Value, error) {
		if m, ok := d.(device.MemoryReporter); ok {
			interp.ClearDead(t)
			m.EmptyCache()
		}
		return object.None, nil
	}))
	def("_cuda_reset_peak(index, /)", onGPU(func(s *state.Session, d device.Device, t *object.Thread, _ []object.Value) (object.Value, error) {
		if m, ok := d.(device.MemoryReporter); ok {
			interp.ClearDead(t)
			delete(s.Peaks, d)
			s.KeepPeak(d, m.Memory())
			m.ResetPeak()
		}
		return object.None, nil
	}))
}

func defineStreams(def func(sig string, fn object.GoFunc)) {
	def("_cuda_stream(index, /)", onGPU(func(_ *state.Session, d device.Device, _ *object.Thread, _ []object.Value) (object.Value, error) {
		return newStreamObject(d, d.Stream()), nil
	}))
	def("_cuda_default_stream(index, /)", onGPU(func(_ *state.Session, d device.Device, _ *object.Thread, _ []object.Value) (object.Value, error) {
		return newStreamObject(d, device.DefaultStream(d)), nil
	}))
	def("_cuda_new_stream(index, priority, /)", onGPU(func(s *state.Session, d device.Device, _ *object.Thread, a []object.Value) (object.Value, error) {
		n, _ := object.AsInt(a[1])
		stream, err := d.NewStream(int(n))
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return newStreamObject(d, stream), nil
	}))
	def("_cuda_new_event(index, timing, /)", onGPU(func(s *state.Session, d device.Device, _ *object.Thread, a []object.Value) (object.Value, error) {
		e, err := d.NewEvent(a[1] == object.True)
		if err != nil {
			return object.Value{}, s.Raise(err)
		}
		return object.Adopt(&eventObject{e: e}, eventClass), nil
	}))
	def("_cuda_set_stream(stream, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		if o, ok := a[0].Object().(*streamObject); ok {
			o.d.SetStream(o.s)
		}
		return object.None, nil
	})
}

// onGPU makes a function whose first argument is the number of a GPU, -1 for the current one.
func onGPU(fn func(s *state.Session, d device.Device, t *object.Thread, a []object.Value) (object.Value, error)) object.GoFunc {
	return func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := state.Of(t)
		n, ok := object.AsInt(a[0])
		if !ok {
			return object.Value{}, object.Raise(object.TypeError, "invalid argument to a function of torch.cuda: %s", values.TypeName(a[0]))
		}
		d, err := s.GPUAt(t, int(n))
		if err != nil {
			return object.Value{}, err
		}
		return fn(s, d, t, a)
	}
}

func cudaProperties(_ *state.Session, d device.Device, _ *object.Thread, _ []object.Value) (object.Value, error) {
	i := d.Info()
	return object.NewTuple(object.NewStr(i.Name), object.Int(int64(i.Major)), object.Int(int64(i.Minor)), object.Int(i.Memory), object.Int(int64(i.SMs))), nil
}

// cudaMemory answers allocated, its peak, reserved, its peak, free and total bytes.
// Dead values still in registers are dropped first, so that the figures are exact.
func cudaMemory(s *state.Session, d device.Device, t *object.Thread, _ []object.Value) (object.Value, error) {
	m, ok := d.(device.MemoryReporter)
	if !ok {
		zero := object.Int(0)
		return object.NewTuple(zero, zero, zero, zero, zero, object.Int(d.Info().Memory)), nil
	}
	interp.ClearDead(t)
	u := s.WithPeak(d, m.Memory())
	list := []int64{u.Allocated, u.MaxAllocated, u.Reserved, u.MaxReserved, u.Free, u.Total}
	items := make([]object.Value, len(list))
	for i, n := range list {
		items[i] = object.Int(n)
	}
	return object.NewTuple(items...), nil
}

// cudaMemoryStats answers the counters of the allocator by PyTorch's names.
func cudaMemoryStats(s *state.Session, d device.Device, t *object.Thread, a []object.Value) (object.Value, error) {
	interp.ClearDead(t)
	out := object.NewDict()
	if gpu, ok := d.(interface{ Stats() *caching.Stats }); ok {
		gpu.Stats().Each(func(key string, v int64) { out.SetStr(key, object.Int(v)) })
	}
	return object.Of(out), nil
}

// streamObject and eventObject are the Go sides of torch.cuda.Stream and Event.
type (
	streamObject struct {
		object.Head
		d device.Device
		s device.Stream
	}
	eventObject struct {
		object.Head
		e device.Event
	}
)

var (
	streamClass = object.NewBuiltin("torch._C._CudaStreamBase")
	eventClass  = object.NewBuiltin("torch._C._CudaEventBase")
)

// AsStream is the stream behind a torch.cuda.Stream's _base.
func AsStream(v object.Value) (device.Stream, bool) {
	s, ok := v.Object().(*streamObject)
	if !ok {
		return nil, false
	}
	return s.s, true
}

func newStreamObject(d device.Device, s device.Stream) object.Value {
	return object.Adopt(&streamObject{d: d, s: s}, streamClass)
}

func init() {
	streamOf := func(v object.Value) *streamObject { return v.Object().(*streamObject) }
	streamClass.Define(object.Spec{
		NoConstructor: true,
		Methods: []object.Method{
			{Sig: "id(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.Int(streamOf(a[0]).s.ID()), nil
			}},
			{Sig: "device(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return values.DeviceOf(streamOf(a[0]).d), nil
			}},
			{Sig: "synchronize(self)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return object.None, state.Of(t).Raised(streamOf(a[0]).s.Synchronize())
			}},
			{Sig: "query(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.Bool(streamOf(a[0]).s.Query()), nil
			}},
			{Sig: "wait(self, event)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.None, streamOf(a[0]).s.Wait(a[1].Object().(*eventObject).e)
			}},
		},
	})
	eventOf := func(v object.Value) device.Event { return v.Object().(*eventObject).e }
	eventClass.Define(object.Spec{
		NoConstructor: true,
		Methods: []object.Method{
			{Sig: "record(self, stream)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.None, eventOf(a[0]).Record(streamOf(a[1]).s)
			}},
			{Sig: "synchronize(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.None, eventOf(a[0]).Synchronize()
			}},
			{Sig: "query(self)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return object.Bool(eventOf(a[0]).Query()), nil
			}},
			{Sig: "elapsed(self, end)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				ms, err := eventOf(a[0]).Elapsed(eventOf(a[1]))
				if err != nil {
					return object.Value{}, state.Of(t).Raise(err)
				}
				return object.Float(ms), nil
			}},
		},
	})
}

// waiting is what PyTorch says when the host waits for a GPU and that is not wanted
// (c10/cuda/CUDAFunctions.cpp, warn_or_error_on_sync).
const waiting = "called a synchronizing CUDA operation"

// syncModes are what set_sync_debug_mode makes of a wait: nothing, a warning, an error.
var syncModes = map[int64]func(*object.Session) func() error{
	0: func(*object.Session) func() error { return nil },
	1: func(s *object.Session) func() error {
		return func() error { return warnOfWaiting(object.NewThread(s, nil)) }
	},
	2: func(s *object.Session) func() error {
		return func() error { return object.Raise(object.RuntimeError, waiting) }
	},
}

// warnOfWaiting shows a Python warning, every time.
func warnOfWaiting(t *object.Thread) error {
	warnings, err := interp.Import(t, "warnings")
	if err != nil {
		return err
	}
	class, _ := t.Session.Builtins.Get("UserWarning")
	_, err = object.CallAttr(t, warnings, "warn", object.NewStr(waiting), class, object.Int(1))
	return err
}

// Functions are the functions of module torch about GPUs.
var Functions []*object.Builtin
