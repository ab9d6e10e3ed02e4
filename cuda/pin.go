package cuda

import (
	"runtime"
	"sync"
	"unsafe"

	"gputour/cuda/driver"
)

// This file defines page-locked host memory: copies between it and a GPU need no staging,
// and those from it go on while the host does other things.

// pins are the page-locked memory of a session. Memory is registered with the driver
// when a GPU first copies it, and again after the context that did so is gone.
type pins struct {
	list []*pin

	mu   sync.Mutex
	dead []*pin // that nobody wants any more
}

type pin struct {
	mem     []byte
	pinner  runtime.Pinner
	by      *Device // that registered it, in an epoch of its own
	epoch   int
	refused bool
	used    map[*Device]int // epochs in which GPUs copied it
}

// leastPinned is the size, in bytes, from which registering pays: less goes through the
// staging slots as fast, and several pieces of memory may share a page.
const leastPinned = 64 << 10

// PinHost makes host memory page-locked for all GPUs of the session, until the function that it
// returns is called, from whichever goroutine. Nobody may write the memory while an asynchronous copy reads it.
func (d *Device) PinHost(host []byte) (unpin func()) {
	if len(host) < leastPinned {
		return func() {}
	}
	p := &pin{mem: host, used: map[*Device]int{}}
	all := d.pins
	all.list = append(all.list, p)
	return func() {
		all.mu.Lock()
		defer all.mu.Unlock()
		all.dead = append(all.dead, p)
	}
}

// pinned is the page-locked memory that host lies in, for a copy of this GPU; nil where
// there is none.
func (d *Device) pinned(host []byte) *pin {
	if len(d.pins.list) == 0 || len(host) == 0 {
		return nil
	}
	d.pins.sweep()
	for _, p := range d.pins.list {
		at := uintptr(unsafe.Pointer(&host[0])) - uintptr(unsafe.Pointer(&p.mem[0]))
		if len(host) <= len(p.mem) && at <= uintptr(len(p.mem)-len(host)) {
			return d.register(p)
		}
	}
	return nil
}

// register makes sure that the driver knows the memory; nil where it does not want to.
func (d *Device) register(p *pin) *pin {
	if !p.registered() {
		if p.refused {
			return nil
		}
		p.pinner.Pin(&p.mem[0])
		if d.ctx.Register(p.mem) != nil {
			p.pinner.Unpin()
			p.refused = true
			return nil
		}
		p.by, p.epoch = d, d.epoch
	}
	p.used[d] = d.epoch
	return p
}

func (p *pin) registered() bool { return p.by != nil && p.by.ctx != nil && p.by.epoch == p.epoch }

// sweep gives dead memory back, once no GPU reads it any more.
func (all *pins) sweep() {
	all.mu.Lock()
	dead := all.dead
	all.dead = nil
	all.mu.Unlock()
	for _, p := range dead {
		for d, epoch := range p.used {
			if d.ctx != nil && d.epoch == epoch {
				d.ctx.Synchronize() // a fault in it is the next call's
			}
		}
		if p.registered() {
			p.by.ctx.Unregister(p.mem)
		}
		p.pinner.Unpin()
		all.drop(p)
	}
}

func (all *pins) drop(p *pin) {
	for i, q := range all.list {
		if q == p {
			all.list = append(all.list[:i], all.list[i+1:]...)
			return
		}
	}
}

// into copies host memory to the GPU: at once from page-locked memory, else through the slots.
func (d *Device) into(at driver.Address, src []byte, st driver.Stream) error {
	if d.pinned(src) != nil {
		return d.ctx.CopyIn(at, unsafe.Pointer(&src[0]), len(src), st)
	}
	return d.send(at, src, st)
}

// outOf copies the GPU's memory to the host, likewise.
func (d *Device) outOf(dst []byte, at driver.Address, st driver.Stream) error {
	if d.pinned(dst) != nil {
		return d.ctx.CopyOut(unsafe.Pointer(&dst[0]), at, len(dst), st)
	}
	return d.fetch(dst, at, st)
}
