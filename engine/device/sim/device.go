// Package sim is a simulated GPU: a device with memory of its own, a caching allocator,
// streams, and a clock that follows a published model.
//
// Kernels run on the host's cores when they are launched, with the CPU's loops and so
// with the CPU's numbers; the clock tells when the model would have run them. Bytes of
// one GPU are reachable by its own kernels and by copies, by nothing else. A Machine is
// one session's set of GPUs; it is not safe for concurrent use, as the Device interface
// demands of no device.
//
//	spec, err := sim.ParseSpec("sim:2,memory=16GiB,model=A100")
//	machine := sim.NewMachine(spec, sim.NewBudget(1<<30))
//	gpus := machine.Devices()
package sim

import (
	"runtime"
	"slices"

	"gputour/engine/device"
	"gputour/engine/device/cpu"
)

// Machine is the GPUs of one session and the host's simulated clock beside them.
type Machine struct {
	devices []*Device
	clock   hostClock
	budget  *holding
	pinned  pinnedRanges
}

// holding is what one machine has of a budget. It outlives the machine, to give that
// back even when nobody closes the machine.
type holding struct {
	from  *Budget
	bytes int64
}

func (h *holding) take(bytes int64) bool {
	if !h.from.take(bytes) {
		return false
	}
	h.bytes += bytes
	return true
}

func (h *holding) give(bytes int64) {
	h.from.give(bytes)
	h.bytes -= bytes
}

// NewMachine makes the GPUs that spec, of kind "sim", asks for. Their memory on the host
// counts against budget, which may be shared with other machines or nil.
func NewMachine(spec Spec, budget *Budget) *Machine {
	m := &Machine{budget: &holding{from: budget}}
	runtime.AddCleanup(m, func(h *holding) { h.give(h.bytes) }, m.budget)
	for i := range spec.Count {
		m.devices = append(m.devices, newDevice(m, i, spec))
	}
	return m
}

// Devices are the machine's GPUs, in order.
func (m *Machine) Devices() []device.Device {
	list := make([]device.Device, len(m.devices))
	for i, d := range m.devices {
		list[i] = d
	}
	return list
}

// Elapse moves the host's simulated clock on: the program slept or worked so long.
func (m *Machine) Elapse(nanos int64) { m.clock.spend(max(nanos, 0)) }

// Now is the host's simulated time in nanoseconds since the machine started.
func (m *Machine) Now() int64 { return m.clock.now }

// Close gives the devices' host memory back at once; they must not be used again.
func (m *Machine) Close() {
	for _, d := range m.devices {
		d.heap.Close()
	}
}

// Device is one simulated GPU.
type Device struct {
	machine *Machine
	clock   *hostClock // the machine's
	info    device.Info
	model   *Model // shared by all; never changed
	memory
	compute, toHost, fromHost engine   // of kernels that fill the device, and of copies each way
	current, standard         *stream  // the stream that work goes to, and the default one
	links                     *stream  // what collectives run on; nil before the first
	streams                   int64    // made so far by NewStream; the number of the latest
	end                       int64    // when the work of all streams is done
	capture                   *capture // nil: none goes on
	observe                   device.Observer
	taps                      []*device.Observer // who else is told
}

var (
	_ device.Device         = (*Device)(nil)
	_ device.MemoryReporter = (*Device)(nil)
)

func newDevice(m *Machine, index int, spec Spec) *Device {
	model := spec.Model
	d := &Device{machine: m, clock: &m.clock, model: model}
	total := spec.Memory
	if total == 0 {
		total = model.Memory
	}
	d.info = device.Info{
		Kind: device.CUDA, Index: index, Name: model.Product + " (simulated)", Model: model.Name, Simulated: true,
		Memory: total, Major: model.Major, Minor: model.Minor, SMs: model.SMs, SMThreads: model.SMThreads,
	}
	d.memory.init(d, total)
	d.standard = &stream{device: d}
	d.current = d.standard
	return d
}

// HostTime is Machine.Now of the device's machine.
func (d *Device) HostTime() int64 { return d.clock.now }

// SetHostTime says at which simulated time the program is that uses the machine from now on: of several
// processes each has a time of its own.
func (d *Device) SetHostTime(nanos int64) { d.clock.now = nanos }

// Info describes the device.
func (d *Device) Info() *device.Info { return &d.info }

// Model is what the device simulates.
func (d *Device) Model() *Model { return d.model }

// Observe makes f receive what the device does.
func (d *Device) Observe(f device.Observer) { d.observe = f }

// Tap makes f receive it, too, until stop is called.
func (d *Device) Tap(f device.Observer) (stop func()) {
	tap := &f
	d.taps = append(d.taps, tap)
	return func() { d.taps = slices.DeleteFunc(d.taps, func(x *device.Observer) bool { return x == tap }) }
}

func (d *Device) observed(r device.Record) {
	if d.observe == nil && len(d.taps) == 0 {
		return
	}
	r.Device = d.info.String()
	if d.observe != nil {
		d.observe(r)
	}
	for _, tap := range d.taps {
		(*tap)(r)
	}
}

func (d *Device) fail(op string, code device.Code, err error) error {
	return &device.Error{Op: op, Code: code, Device: d.info.String(), Err: err}
}

// Launch runs a kernel: its effect now, its time on the current stream.
func (d *Device) Launch(l *device.Launch) error {
	if d.capture != nil {
		return d.capture.launch(l)
	}
	for range 2 { // the second time no bytes move any more
		for i := range l.Args {
			if err := d.bind(&l.Args[i]); err != nil {
				return d.refuse("launch "+l.Op.String(), l.Args[i].Buffer.Bytes, err)
			}
		}
	}
	return d.perform(l, d.clock.now, launchNanos)
}

// perform runs a kernel whose operands are bound. The host called for it at a time and is held up by it for another.
func (d *Device) perform(l *device.Launch, called, held int64) error {
	if err := cpu.Run(l); err != nil {
		return d.blame(err)
	}
	var busy *engine
	if d.model.fills(l) {
		busy = &d.compute
	}
	start, end := d.current.run(d.model.kernelTime(l), busy)
	d.clock.spend(held)
	if d.observe != nil || len(d.taps) > 0 {
		r := device.Record{Action: device.DidLaunch, Op: l.Op, Nanos: end - start, Start: start, Stream: d.current.id, Called: called, Held: held}
		used := 0
		for i := range l.Args {
			if b := l.Args[i].Buffer; b != nil && used < len(r.Buffers) {
				r.Buffers[used] = b.ID
				used++
			}
		}
		if len(l.Args) > 0 {
			r.Shape = l.Args[0].Shape
		}
		d.observed(r)
	}
	for i := range l.Args {
		l.Args[i].Mem = nil
	}
	return nil
}

// blame makes an error of the CPU's loops this device's.
func (d *Device) blame(err error) error {
	if e, ok := err.(*device.Error); ok {
		named := *e
		named.Device = d.info.String()
		return &named
	}
	return d.fail("launch", device.Failed, err)
}

// bind points an operand at its bytes, once they are this device's and all there.
func (d *Device) bind(o *device.Operand) error {
	if o.Buffer == nil {
		o.Mem = o.Imm[:]
		return nil
	}
	if _, _, err := o.Span(); err != nil {
		return err
	}
	mem, err := d.bytes(o.Buffer)
	if o.Mem = nil; err != nil || mem == nil {
		return err
	}
	o.Mem = mem[min(o.Offset*o.DType.Size(), len(mem)):] // an empty view may stand past the end
	return nil
}

// Stream is the current stream.
func (d *Device) Stream() device.Stream { return d.current }

// SetStream makes s the current stream; one of another device changes nothing.
func (d *Device) SetStream(s device.Stream) {
	if st, ok := s.(*stream); ok && st.device == d {
		d.current = st
	}
}

// DefaultStream is the stream that is current at first.
func (d *Device) DefaultStream() device.Stream { return d.standard }

// NewStream makes a stream. All priorities share the device alike.
func (d *Device) NewStream(priority int) (device.Stream, error) {
	d.clock.spend(callNanos)
	d.streams++
	return &stream{device: d, id: d.streams, priority: priority}, nil
}

// NewEvent makes an event, which Elapsed accepts if it has timing.
func (d *Device) NewEvent(timing bool) (device.Event, error) {
	return &event{device: d, timing: timing}, nil
}

// Synchronize moves the host on to the end of all work of the device.
func (d *Device) Synchronize() error {
	if err := d.uncaptured(); err != nil {
		return err
	}
	d.wait(d.end)
	return nil
}
