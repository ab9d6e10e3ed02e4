package cpu

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"time"
	"weak"

	"gputour/engine/device"
)

// pool keeps the memory of dead large buffers of one device for its next ones, by size
// class. Fresh memory costs a page fault every 4 KiB, several times what an elementwise
// kernel costs on it. A buffer is dead when nothing refers to it any more: the pool
// holds weak pointers, and when it has run dry it asks the garbage collector, as long
// as that costs little of the process's time.
type pool struct {
	mu   sync.Mutex
	free map[int]*shelf
	turn int // counts what is taken and given back
	held int // bytes waiting in free, without small ones
	low  int // bytes of small ones
	live []*lease
	out  int // bytes of live leases taken since the last collection

	leased int // bytes of live leases
	limit  int // of them; 0 is none
}

// shelf is the memory of one size that waits, that which waits longest first.
type shelf struct {
	list [][]byte
	used int // the pool's turn when it was last used
}

// SetLimit bounds the bytes of the device's large buffers together; 0 is no bound.
func (d *Device) SetLimit(bytes int) {
	d.pool.mu.Lock()
	defer d.pool.mu.Unlock()
	d.pool.limit = bytes
}

// Fits reports whether so many bytes more are within the limit.
func (d *Device) Fits(bytes int) bool {
	d.pool.mu.Lock()
	defer d.pool.mu.Unlock()
	return d.pool.fits(bytes)
}

// collections are those that pools have asked for. A collection looks at the whole process, so
// all sessions share what it may cost, and what it finds.
var collections struct {
	sync.Mutex
	last time.Time
	cost time.Duration // of the last one
}

// lease is memory in use by a buffer, whose Block it is.
type lease struct {
	buffer weak.Pointer[device.Buffer]
	mem    []byte // nil since Trim: then the buffer alone has it
	size   int
	at     int // in the pool's list
}

const (
	leastPooled = 1 << 10   // smaller memory is left to Go's allocator, which is as fast
	leastLeased = 64 << 10  // smaller memory comes back only when it is freed
	poolMax     = 256 << 20 // bytes kept in waiting at most
	lowMax      = 4 << 20   // of them small
	collectFrom = 48 << 20  // bytes taken before a collection is worth while
	collectRate = 6         // collections may take one part in so many of the process's time
)

// class rounds a size up so that similar sizes share: eighths of a power of two.
func class(bytes int) int {
	step := leastPooled / 8
	for step*16 <= bytes {
		step *= 2
	}
	return (bytes + step - 1) / step * step
}

// take returns bytes for b, recycled when there are some, or nil over the limit.
func (d *Device) take(b *device.Buffer, bytes int) []byte {
	if bytes < leastPooled {
		return device.Aligned(bytes)
	}
	p, size := &d.pool, class(bytes)
	p.mu.Lock()
	defer p.mu.Unlock()
	if bytes < leastLeased {
		mem := p.get(size)
		if mem == nil {
			mem = device.Aligned(size)
		}
		return mem[:bytes]
	}
	if !p.fits(size) {
		return nil
	}
	mem := p.get(size)
	if mem == nil {
		p.reap()
		mem = p.get(size)
	}
	if mem == nil && p.collect() {
		mem = p.get(size)
	}
	if mem == nil {
		mem = device.Aligned(size)
	}
	p.out += size
	p.leased += size
	l := &lease{weak.Make(b), mem, size, len(p.live)}
	p.live = append(p.live, l)
	b.Block = l
	return mem[:bytes]
}

// fits reports whether size more bytes are within the limit, once the dead are gone.
func (p *pool) fits(size int) bool {
	fits := func() bool { return p.limit == 0 || p.leased+size <= p.limit }
	if fits() {
		return true
	}
	if p.reap(); !fits() && size <= p.limit {
		runtime.GC()
		p.reap()
	}
	return fits()
}

func (p *pool) get(size int) []byte {
	s := p.free[size]
	if s == nil {
		return nil
	}
	p.turn++
	s.used = p.turn
	n := len(s.list) - 1
	if n < 0 {
		return nil
	}
	mem := s.list[n]
	s.list[n] = nil
	s.list = s.list[:n]
	*p.waiting(size) -= size
	return mem
}

// put has memory wait for its next use. What makes room for it is of the size that nobody has
// asked for or given back for longest, so that what a program no longer does keeps nothing
// from what it does now.
func (p *pool) put(mem []byte) {
	limit, size := poolMax, len(mem)
	if size < leastLeased {
		limit = lowMax
	}
	if size == 0 || size > limit {
		return
	}
	s := p.free[size]
	if s == nil {
		if p.free == nil {
			p.free = map[int]*shelf{}
		}
		s = &shelf{}
		p.free[size] = s
	}
	p.turn++
	s.used = p.turn
	for waiting := p.waiting(size); *waiting+size > limit; {
		p.drop(p.stalest(size))
	}
	s.list = append(s.list, mem)
	*p.waiting(size) += size
}

// stalest is the size that was used longest ago of those that wait and count together with the
// given one.
func (p *pool) stalest(like int) (size int) {
	oldest := math.MaxInt
	for n, s := range p.free {
		if (n < leastLeased) == (like < leastLeased) && len(s.list) > 0 && s.used < oldest {
			size, oldest = n, s.used
		}
	}
	return size
}

// drop leaves to the collector what has waited longest of one size.
func (p *pool) drop(size int) {
	s := p.free[size]
	s.list = slices.Delete(s.list, 0, 1)
	*p.waiting(size) -= size
}

// waiting counts the bytes in free of memory of a size.
func (p *pool) waiting(size int) *int {
	if size < leastLeased {
		return &p.low
	}
	return &p.held
}

// reap takes back the memory of buffers that a past collection found dead.
func (p *pool) reap() {
	kept := p.live[:0]
	for _, l := range p.live {
		if l.buffer.Value() == nil {
			p.leased -= l.size
			p.put(l.mem)
		} else {
			l.at = len(kept)
			kept = append(kept, l)
		}
	}
	clear(p.live[len(kept):])
	p.live = kept
}

// collect asks the garbage collector for dead buffers where that is worth while. It reports
// whether it did.
func (p *pool) collect() bool {
	c := &collections
	if p.out < collectFrom || !c.TryLock() { // another pool's collection goes on
		return false
	}
	defer c.Unlock()
	start := time.Now()
	if start.Sub(c.last) < collectRate*c.cost {
		return false
	}
	runtime.GC()
	c.last = time.Now()
	c.cost, p.out = c.last.Sub(start), 0
	p.reap()
	return true
}

// Free takes b's memory back at once.
func (d *Device) Free(b *device.Buffer) {
	if l, ok := b.Block.(*lease); ok {
		d.pool.end(l, b.Host[:cap(b.Host)])
	} else if mem := b.Host[:cap(b.Host)]; len(mem) >= leastPooled && len(mem) < leastLeased && class(len(mem)) == len(mem) {
		d.pool.mu.Lock()
		d.pool.put(mem)
		d.pool.mu.Unlock()
	}
	b.Host, b.Bytes, b.Block = nil, 0, nil
}

// end takes a lease's memory back.
func (p *pool) end(l *lease, mem []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := p.live[len(p.live)-1]
	p.live[l.at], last.at = last, l.at
	p.live[len(p.live)-1] = nil
	p.live = p.live[:len(p.live)-1]
	p.put(mem)
	p.out -= l.size
	p.leased -= l.size
}

// Trim leaves to the collector what waits for its next use, and what dead buffers have: the
// program does nothing for a while, and others may want the memory.
func (d *Device) Trim() {
	p := &d.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free, p.held, p.low = nil, 0, 0
	for _, l := range p.live {
		l.mem = nil
	}
}
