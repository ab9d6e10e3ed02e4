// This file captures work into graphs and does it again.

package sim

import (
	"errors"
	"slices"
	"sync/atomic"

	"gputour/engine/device"
	"gputour/engine/device/caching"
)

// capture is one that goes on.
type capture struct {
	graph  *graph
	places map[uint64]*place // by the buffer's ID
	spoil  error             // what was asked for and cannot be captured
}

// graph is captured work.
type graph struct {
	device *Device
	pool   int64
	steps  []step
}

// step is a kernel, or a copy of bytes.
type step struct {
	launch device.Launch
	at     []*place // of the launch's operands, nil for an immediate one
	copy   *copied
}

// copied is a copy within the device, or to it from page-locked memory, of which the bytes are those at the replay.
type copied struct {
	dst, src             *place
	dstOffset, srcOffset int
	pinned               []byte // in place of src
	bytes                int
}

// place is a buffer as it was captured. What lies in the graph's own pool is at hand for ever; of other memory the buffer must
// still be there.
type place struct {
	buffer  device.Buffer // stands for the program's, which may be gone or be another by now
	block   *caching.Block
	segment *caching.Segment
	offset  int64
	own     bool
}

var (
	_ device.Capturer = (*Device)(nil)
	_ device.Settler  = (*Device)(nil)
)

// The driver's words (cudaErrorStreamCaptureUnsupported, StreamCaptureInvalidated, IllegalAddress) as PyTorch 1.13 brings them.
const (
	forbidden = "operation not permitted when stream is capturing"
	spoiled   = "operation failed due to a previous error during capture"
	gone      = "an illegal memory access was encountered"
	perhaps   = "\nCUDA kernel errors might be asynchronously reported at some other API call,so the stacktrace below might be incorrect." +
		"\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1."
)

func (d *Device) driverError(words string) error {
	return &device.Error{Op: "capture", Code: device.Failed, Device: d.info.String(), Text: "CUDA error: " + words + perhaps}
}

// BeginCapture implements device.Capturer.
func (d *Device) BeginCapture(pool int64) error {
	if err := d.uncaptured(); err != nil {
		return err
	}
	if pool == 0 {
		pool = d.NewPool()
	}
	d.heap.Hold(pool)
	d.capture = &capture{graph: &graph{device: d, pool: pool}, places: map[uint64]*place{}}
	return nil
}

// EndCapture implements device.Capturer.
func (d *Device) EndCapture() (device.Graph, error) {
	c := d.capture
	if c == nil {
		return nil, d.fail("capture", device.Invalid, errors.New("none goes on"))
	}
	d.capture = nil
	if c.spoil != nil {
		c.graph.Close()
		return nil, d.driverError(spoiled)
	}
	return c.graph, nil
}

// Settle implements device.Settler: a capture that is left behind ends here, or all that is launched later would be kept and not done.
func (d *Device) Settle() error {
	if d.capture == nil {
		return nil
	}
	d.capture.graph.Close()
	d.capture = nil
	return &device.Error{Op: "capture", Code: device.Failed, Device: d.info.String(), Text: "the capture of a CUDA graph was begun and not ended: " +
		"end it in the cell that begins it (with torch.cuda.graph(g): …); what it had captured is dropped"}
}

// Capturing implements device.Capturer.
func (d *Device) Capturing() bool { return d.capture != nil }

// NewPool implements device.Capturer: it names a pool that nothing is in yet.
func (d *Device) NewPool() int64 { return d.heap.NewPool() }

// supply is where a new buffer's memory comes from: what the current stream has freed, or the pool of a capture.
func (d *Device) supply() int64 {
	if d.capture != nil {
		return d.capture.graph.pool
	}
	return d.current.id
}

// uncaptured is an error while a capture goes on, which is then spoiled: what is asked for cannot be part of one.
func (d *Device) uncaptured() error {
	if d.capture == nil {
		return nil
	}
	d.capture.spoil = d.driverError(forbidden)
	return d.capture.spoil
}

// launch keeps a kernel.
func (c *capture) launch(l *device.Launch) error {
	s := step{launch: device.Launch{Op: l.Op, Compute: l.Compute, Outs: l.Outs, F: slices.Clone(l.F), I: slices.Clone(l.I)}}
	for _, o := range l.Args {
		var at *place
		if o.Buffer != nil {
			var err error
			if at, err = c.operand(&o); err != nil {
				return c.graph.device.refuse("launch "+l.Op.String(), o.Buffer.Bytes, err)
			}
			o.Buffer = &at.buffer
		}
		o.Shape, o.Strides, o.Mem = slices.Clone(o.Shape), slices.Clone(o.Strides), nil
		s.launch.Args, s.at = append(s.launch.Args, o), append(s.at, at)
	}
	c.graph.steps = append(c.graph.steps, s)
	return nil
}

func (c *capture) operand(o *device.Operand) (*place, error) {
	if _, _, err := o.Span(); err != nil {
		return nil, err
	}
	return c.place(o.Buffer)
}

// place is that of a buffer: one for all steps, since kernels ask whether two operands share one.
func (c *capture) place(b *device.Buffer) (*place, error) {
	blk, err := c.graph.device.heap.Block(b)
	if err != nil {
		return nil, err
	}
	at := c.places[b.ID]
	if at == nil {
		at = &place{buffer: device.Buffer{Device: b.Device, Bytes: b.Bytes, ID: b.ID}, block: blk}
		if blk != nil {
			at.segment, at.offset, at.own = blk.Segment, blk.Offset, blk.Segment.Stream() == c.graph.pool
		}
		c.places[b.ID] = at
	}
	return at, nil
}

// move keeps a copy.
func (c *capture) move(dst *device.Buffer, dstOffset int, src *device.Buffer, srcOffset int, pinned []byte, bytes int) (err error) {
	kept := &copied{dstOffset: dstOffset, srcOffset: srcOffset, pinned: pinned, bytes: bytes}
	if kept.dst, err = c.place(dst); err == nil && src != nil {
		kept.src, err = c.place(src)
	}
	if err != nil {
		return c.graph.device.refuse("copy", bytes, err)
	}
	c.graph.steps = append(c.graph.steps, step{copy: kept})
	return nil
}

// Pool implements device.Graph.
func (g *graph) Pool() int64 { return g.pool }

// Len implements device.Graph.
func (g *graph) Len() int { return len(g.steps) }

// Close implements device.Graph.
func (g *graph) Close() {
	if g.pool != 0 {
		g.device.heap.LetGo(g.pool)
	}
	g.pool, g.steps = 0, nil
}

// Replay implements device.Graph. Its work follows the current stream's, one step after the other.
func (g *graph) Replay(drawn int, stop *atomic.Bool) error {
	d := g.device
	if err := d.uncaptured(); err != nil { // a graph in a graph is what PyTorch does not do either
		return err
	}
	called, held := d.clock.now, int64(launchNanos)
	for i := range g.steps {
		s := &g.steps[i]
		var err error
		if s.copy != nil {
			err = d.again(s.copy, called, held)
		} else {
			err = d.relaunch(s, drawn, stop, called, held)
		}
		if err != nil {
			return err
		}
		held = 0 // the host asks once for all
	}
	return nil
}

// relaunch does a kernel again.
func (d *Device) relaunch(s *step, drawn int, stop *atomic.Bool, called, held int64) error {
	l := s.launch
	l.Args, l.Stop = slices.Clone(s.launch.Args), stop
	if l.Op == device.OpRandom { // I is the kind, the seed, the offset …: engine/device/ops.md
		l.I = slices.Clone(l.I)
		l.I[2] += drawn
	}
	for range 2 { // the second time no bytes move any more
		for i, at := range s.at {
			o := &l.Args[i]
			if at == nil {
				o.Mem = o.Imm[:]
				continue
			}
			mem, err := d.at(at)
			if err != nil {
				return err
			}
			o.Mem = mem[min(o.Offset*o.DType.Size(), len(mem)):]
		}
	}
	return d.perform(&l, called, held)
}

// again does a copy again.
func (d *Device) again(c *copied, called, held int64) error {
	if c.src != nil { // whose memory may move that of dst
		if _, err := d.at(c.src); err != nil {
			return err
		}
	}
	to, err := d.at(c.dst)
	if err != nil {
		return err
	}
	r := device.Record{Action: device.DidCopy, From: "cpu", To: d.info.String(), Bytes: c.bytes, Stream: d.current.id,
		Called: called, Held: held, Buffers: [4]uint64{c.dst.buffer.ID}}
	from, nanos, engine := c.pinned, d.model.HostLink.transferTime(c.bytes, 1), &d.fromHost
	if c.src != nil {
		if from, err = d.at(c.src); err != nil {
			return err
		}
		from, nanos, engine = from[c.srcOffset:], d.withinNanos(c.bytes), nil
		r.From, r.Buffers[1] = r.To, c.src.buffer.ID
	}
	copy(to[c.dstOffset:c.dstOffset+c.bytes], from)
	var end int64
	r.Start, end = d.current.run(nanos, engine)
	d.clock.spend(held)
	r.Nanos = end - r.Start
	d.observed(r)
	return nil
}

// at is the bytes of a place.
func (d *Device) at(p *place) ([]byte, error) {
	if p.segment == nil { // of an empty buffer
		return nil, nil
	}
	if !p.own && !d.heap.Holds(p.block, p.buffer.ID) {
		return nil, d.driverError(gone + " (a graph uses the memory of a tensor that has been freed since the capture: keep the tensor)")
	}
	end := p.offset + int64(p.buffer.Bytes)
	if err := d.back(p.segment, end); err != nil {
		return nil, d.refuse("launch", p.buffer.Bytes, err)
	}
	return p.segment.Mem[p.offset:end:end], nil
}
