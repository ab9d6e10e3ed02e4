package cpu

import (
	"runtime"
	"sync"

	"gputour/engine/device"
)

// pool keeps the memory of large dead buffers of one device for its next ones, by
// size class. Fresh memory costs a page fault every 4 KiB, several times what an
// elementwise kernel costs on it.
type pool struct {
	mu   sync.Mutex
	free map[int][][]byte
	held int
}

// Only buffers of at least poolMin bytes are recycled, and at most poolMax bytes are
// kept in waiting.
const (
	poolMin = 64 << 10
	poolMax = 256 << 20
)

// class rounds a size up so that similar sizes share: eighths of a power of two.
func class(bytes int) int {
	step := poolMin / 8
	for step*16 <= bytes {
		step *= 2
	}
	return (bytes + step - 1) / step * step
}

// take returns bytes for b, recycled when there are some.
func (d *Device) take(b *device.Buffer, bytes int) []byte {
	if bytes < poolMin {
		return device.Aligned(bytes)
	}
	size := class(bytes)
	mem := d.pool.get(size)
	if mem == nil {
		mem = device.Aligned(size)
	}
	p := &d.pool
	runtime.AddCleanup(b, func(mem []byte) { p.put(mem) }, mem)
	return mem[:bytes:bytes]
}

func (p *pool) get(size int) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.free[size]
	if len(list) == 0 {
		return nil
	}
	mem := list[len(list)-1]
	list[len(list)-1] = nil
	p.free[size] = list[:len(list)-1]
	p.held -= size
	return mem
}

func (p *pool) put(mem []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held+len(mem) > poolMax {
		return
	}
	if p.free == nil {
		p.free = map[int][][]byte{}
	}
	p.free[len(mem)] = append(p.free[len(mem)], mem)
	p.held += len(mem)
}

// Free recycles b's memory at once.
func (d *Device) Free(b *device.Buffer) { b.Host, b.Bytes = nil, 0 }
