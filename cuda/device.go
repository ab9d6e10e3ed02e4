package cuda

import (
	"cmp"

	"gputour/cuda/driver"
	"gputour/cuda/kernels"
	"gputour/engine/device"
	"gputour/engine/device/caching"
)

// Device is one session's use of one GPU.
type Device struct {
	host   *Host
	gpu    int // the driver's number
	info   device.Info
	limits kernels.Limits

	ctx    driver.Context // nil until first used and after a fault
	epoch  int            // counts contexts: what was made in an earlier one is gone
	faults int            // how often a fault has ended the context
	lost   error          // why the device is unusable for good

	heap              caching.Heap
	refused           error // why the last segment was refused, where it was not for want of room
	standard, current *stream
	streams           [numPriorities][poolStreams]*stream
	made              [numPriorities]int
	fence             driver.Event            // orders two devices' streams
	peers             map[driver.Context]bool // whose memory is reached directly
	dead              deadEvents
	staging           staging
	pins              *pins // the session's
	journal           journal

	borrowed []borrowed // by a kernel that runs on the host
	late     error      // what Settle is to report

	plan      kernels.Plan
	functions map[string]driver.Function
	fallen    map[device.Op]bool // ops that the log has seen fall back
}

var (
	_ device.Device         = (*Device)(nil)
	_ device.MemoryReporter = (*Device)(nil)
	_ device.Settler        = (*Device)(nil)
)

func newDevice(h *Host, gpu, index int, pins *pins) *Device {
	g := &h.gpus[gpu]
	d := &Device{host: h, gpu: gpu, pins: pins, fallen: map[device.Op]bool{}}
	d.info = device.Info{
		Kind: device.CUDA, Index: index, Name: g.Name, Memory: g.Memory,
		Major: g.Major, Minor: g.Minor, SMs: g.SMs, SMThreads: g.SMThreads,
	}
	d.limits = kernels.Limits{
		SMs: g.SMs, SMThreads: g.SMThreads, Major: g.Major, Minor: g.Minor,
		SharedBytes: g.SharedBytes, MaxGrid: g.MaxGrid,
	}
	d.standard = &stream{d: d}
	d.current = d.standard
	d.journal.d = d
	d.heap.Init(d, source{d}, d.journal.add)
	return d
}

// Info describes the GPU.
func (d *Device) Info() *device.Info { return &d.info }

// Properties are the driver's figures of the GPU.
func (d *Device) Properties() driver.GPU { return d.host.gpus[d.gpu] }

// UUID is the GPU's identity, without "GPU-".
func (d *Device) UUID() string { return d.host.gpus[d.gpu].UUID }

// ready makes sure that there is a context.
func (d *Device) ready() error {
	if d.lost != nil {
		return d.fail("use", device.Lost, d.lost)
	}
	if d.ctx != nil {
		return nil
	}
	ctx, err := d.host.driver.NewContext(d.gpu)
	if err != nil {
		return d.unopened(err)
	}
	d.ctx = ctx
	d.epoch++
	d.functions = map[string]driver.Function{}
	d.peers = map[driver.Context]bool{}
	d.fence, err = ctx.NewEvent(false)
	return d.check("use", err)
}

// Synchronize waits for all work of the device.
func (d *Device) Synchronize() error {
	if err := d.ready(); err != nil {
		return err
	}
	if err := d.check("synchronize", d.ctx.Synchronize()); err != nil {
		return err
	}
	d.journal.flush()
	d.journal.add(device.Record{Action: device.DidSync})
	return nil
}

// Settle implements device.Settler. A GPU that was not used has nothing to settle.
func (d *Device) Settle() error {
	late := d.late
	d.late = nil
	if d.ctx == nil {
		return late
	}
	err := d.check("synchronize", d.ctx.Synchronize())
	d.journal.flush()
	d.journal.rebase()
	return cmp.Or(late, err)
}

// Observe makes f receive what the device does: work in the order in which it was given,
// once its time is known.
func (d *Device) Observe(f device.Observer) {
	d.journal.flush()
	d.journal.observe = f
}

// close ends the context. The device may not be used again.
func (d *Device) close() {
	d.journal.observe = nil
	d.abandon()
	d.lost = errClosed
}
