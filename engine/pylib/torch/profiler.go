package torch

import (
	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/process"
	"gputour/engine/pylib/torch/profiler"
	"gputour/engine/pylib/torch/state"
)

// What the Python source of torch.profiler asks of Go.

func init() {
	for _, f := range []struct {
		sig string
		fn  func(t *object.Thread, s *state.Session, a []object.Value) (object.Value, error)
	}{
		{"_profiler_start(/)", func(t *object.Thread, s *state.Session, _ []object.Value) (object.Value, error) {
			if s.Profile != nil {
				return object.Value{}, object.Raise(object.RuntimeError, "Can't start a profile: one is under way in this process")
			}
			s.Profile = profiler.Start(s.Tape, process.Of(t.Session), func(d device.Device) bool { return s.Linked[d] })
			return object.None, nil
		}},
		{"_profiler_stop(/)", func(_ *object.Thread, s *state.Session, _ []object.Value) (object.Value, error) {
			r := s.Profile
			if s.Profile = nil; r == nil {
				return object.NewList(nil), nil
			}
			r.End()
			return r.List(), nil
		}},
		{"_profiler_enter(name, /)", func(_ *object.Thread, s *state.Session, a []object.Value) (object.Value, error) {
			name, _ := object.AsStr(a[0])
			return object.Int(int64(s.Profile.Enter(name, profiler.Block))), nil
		}},
		{"_profiler_leave(number, /)", func(_ *object.Thread, s *state.Session, a []object.Value) (object.Value, error) {
			number, _ := object.AsInt(a[0])
			s.Profile.Leave(int(number))
			return object.None, nil
		}},
	} {
		moduleFunctions = append(moduleFunctions, object.Def(f.sig, func(t *object.Thread, a []object.Value) (object.Value, error) {
			return f.fn(t, state.Of(t), a)
		}, ""))
	}
}
