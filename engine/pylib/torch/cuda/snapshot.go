package cuda

import (
	"gputour/engine/device"
	"gputour/engine/device/caching"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/process"
	"gputour/engine/pylib/torch/profiler"
	"gputour/engine/pylib/torch/state"
)

// This file has snapshots of the GPUs' memory, as PyTorch's viewer reads them (https://pytorch.org/docs/stable/torch_cuda_memory.html):
// segments, their blocks, and from which line each allocation came, once that is being recorded.

// history is what happened to memory since it began to be recorded.
type history struct {
	traces map[string][]memoryEvent // by device
	frames map[string]map[int64][]interp.Place
	most   int // events of a device; the oldest go first
	stop   []func()
}

// historyKey holds the history of a session that records one.
var historyKey = object.NewKey(func(*object.Session) *history { return nil })

type memoryEvent struct {
	action         string
	address, bytes int64
	nanos          int64
	frames         []interp.Place
}

// mostEvents bounds a device's part of a history.
const mostEvents = 100_000

// mostPlaces is how deep a stack is recorded.
const mostPlaces = 32

func init() {
	def := func(sig string, fn object.GoFunc) { Functions = append(Functions, object.Def(sig, fn, "")) }
	def("_cuda_record_memory(most, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		s := state.Of(t)
		if err := s.InitCUDA(t); err != nil {
			return object.Value{}, err
		}
		if h := historyKey.Get(t.Session); h != nil {
			for _, stop := range h.stop {
				stop()
			}
			historyKey.Set(t.Session, nil)
		}
		if most, _ := object.AsInt(a[0]); most > 0 {
			historyKey.Set(t.Session, newHistory(s, t, int(min(most, mostEvents))))
		}
		return object.None, nil
	})
	def("_cuda_snapshot(index, /)", onGPU(func(_ *state.Session, d device.Device, t *object.Thread, _ []object.Value) (object.Value, error) {
		interp.ClearDead(t)
		var list []object.Value
		if gpu, ok := d.(interface{ Layout() []caching.Layout }); ok {
			for _, l := range gpu.Layout() {
				list = append(list, segment(historyKey.Get(t.Session), d, l))
			}
		}
		return object.NewList(list), nil
	}))
	def("_cuda_trace(index, /)", onGPU(func(_ *state.Session, d device.Device, t *object.Thread, _ []object.Value) (object.Value, error) {
		var list []object.Value
		if h := historyKey.Get(t.Session); h != nil {
			for _, e := range h.traces[d.Info().String()] {
				list = append(list, e.dict())
			}
		}
		return object.NewList(list), nil
	}))
}

// newHistory begins to listen to the GPUs.
func newHistory(s *state.Session, t *object.Thread, most int) *history {
	h := &history{traces: map[string][]memoryEvent{}, frames: map[string]map[int64][]interp.Place{}, most: most}
	p := process.Of(t.Session)
	for _, d := range s.Tape.GPUs {
		tap, ok := d.(profiler.Tapped)
		if !ok {
			continue
		}
		h.stop = append(h.stop, tap.Tap(func(r device.Record) {
			if p == nil || p.HasTurn() {
				h.note(r, tap.HostTime(), t.Session)
			}
		}))
	}
	return h
}

// note adds an allocation or a free.
func (h *history) note(r device.Record, now int64, session *object.Session) {
	if r.Action != device.DidAlloc && r.Action != device.DidFree {
		return
	}
	e := memoryEvent{action: "alloc", address: r.Address, bytes: int64(r.Bytes), nanos: now}
	if r.Action == device.DidFree {
		e.action = "free_completed"
		delete(h.frames[r.Device], r.Address)
	} else {
		e.frames = interp.Places(session, mostPlaces)
		if h.frames[r.Device] == nil {
			h.frames[r.Device] = map[int64][]interp.Place{}
		}
		h.frames[r.Device][r.Address] = e.frames
	}
	trace := append(h.traces[r.Device], e)
	h.traces[r.Device] = trace[max(len(trace)-h.most, 0):]
}

func (e *memoryEvent) dict() object.Value {
	d := object.NewDict()
	d.SetStr("action", object.NewStr(e.action))
	d.SetStr("addr", object.Int(e.address))
	d.SetStr("size", object.Int(e.bytes))
	d.SetStr("stream", object.Int(0))
	d.SetStr("time_us", object.Int(e.nanos/1000))
	d.SetStr("frames", frameList(e.frames))
	return object.Of(d)
}

func frameList(places []interp.Place) object.Value {
	var list []object.Value
	for _, p := range places {
		d := object.NewDict()
		d.SetStr("filename", object.NewStr(p.File))
		d.SetStr("line", object.Int(int64(p.Line)))
		d.SetStr("name", object.NewStr(p.Function))
		list = append(list, object.Of(d))
	}
	return object.NewList(list)
}

// segment is a segment with its blocks as a dict.
func segment(h *history, d device.Device, l caching.Layout) object.Value {
	var blocks []object.Value
	var used, requested int64
	for _, p := range l.Blocks {
		b, word := object.NewDict(), "inactive"
		if p.InUse {
			word = "active_allocated"
			used, requested = used+p.Size, requested+p.Requested
		}
		b.SetStr("address", object.Int(p.Address))
		b.SetStr("size", object.Int(p.Size))
		b.SetStr("requested_size", object.Int(p.Requested))
		b.SetStr("state", object.NewStr(word))
		var frames []interp.Place
		if h != nil {
			frames = h.frames[d.Info().String()][p.Address]
		}
		b.SetStr("frames", frameList(frames))
		blocks = append(blocks, object.Of(b))
	}
	kind := "large"
	if l.Small {
		kind = "small"
	}
	out := object.NewDict()
	out.SetStr("device", object.Int(int64(d.Info().Index)))
	out.SetStr("address", object.Int(l.Address))
	out.SetStr("total_size", object.Int(l.Bytes))
	out.SetStr("allocated_size", object.Int(used))
	out.SetStr("active_size", object.Int(used))
	out.SetStr("requested_size", object.Int(requested))
	out.SetStr("stream", object.Int(max(l.Stream(), 0)))
	out.SetStr("segment_type", object.NewStr(kind))
	out.SetStr("segment_pool_id", object.NewTuple(object.Int(0), object.Int(-min(l.Stream(), 0))))
	out.SetStr("is_expandable", object.False)
	out.SetStr("frames", frameList(nil))
	out.SetStr("blocks", object.NewList(blocks))
	return object.Of(out)
}
