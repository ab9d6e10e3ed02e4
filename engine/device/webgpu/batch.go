package webgpu

import (
	"encoding/binary"

	"gputour/engine/device"
)

// batch is commands that wait to be submitted together, each a run of 32-bit words:
//
//	pipeline, workgroups x y z, n, then n times buffer, offset, size (bytes); m, m parameters
//
// Binding 0 of a pipeline are the parameters, a uniform; the buffers follow, in order.
type batch struct {
	words []byte // little-endian
	count int
	work  float64 // operations, about
	used  bool    // something was given since the last Settle
	busy  bool    // and since the device was last waited for
}

// Bounds of a batch: what is given up to the GPU at once cannot be stopped.
const (
	mostCommands = 64
	mostWork     = 2e9
	mostParams   = 64 // of one command: 256 bytes
)

// work is one command before it is encoded.
type work struct {
	key     key
	buffers []*device.Buffer // by binding
	params  []uint32
	groups  [3]uint32
	cost    float64 // operations, about
}

func (b *batch) add(words ...uint32) {
	for _, w := range words {
		b.words = binary.LittleEndian.AppendUint32(b.words, w)
	}
}

// enqueue adds a command, and submits the batch when it is large.
func (d *Device) enqueue(w *work) error {
	pipeline, ok := d.shaders[w.key]
	if !ok {
		pipeline = d.driver.Compile(w.key.source())
		d.shaders[w.key] = pipeline
	}
	q := &d.queue
	q.add(pipeline, w.groups[0], w.groups[1], w.groups[2], uint32(len(w.buffers)))
	for _, b := range w.buffers {
		h, offset, err := d.place(b)
		if err != nil {
			return err
		}
		q.add(uint32(h), uint32(offset), uint32(b.Bytes+3)&^3)
	}
	q.add(uint32(len(w.params)))
	q.add(w.params...)
	q.count, q.used, q.busy, q.work = q.count+1, true, true, q.work+w.cost
	if q.count < mostCommands && q.work < mostWork {
		return nil
	}
	if err := d.check("launch", d.driver.Wait()); err != nil { // one batch at work, one that is made
		return err
	}
	d.flush()
	return nil
}

// flush submits what waits.
func (d *Device) flush() {
	if q := &d.queue; q.count > 0 {
		d.driver.Submit(q.words, q.count)
		q.words, q.count, q.work = q.words[:0], 0, 0
	}
}
