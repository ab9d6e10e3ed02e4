package object

import (
	"runtime"
	"runtime/metrics"
	"strings"
	"sync/atomic"
)

// Limits are the budgets of a session's runs.
type Limits struct {
	Bytes   int64 // of Python objects alive, as far as they can be told apart
	Alloc   int64 // bytes of one allocation
	IntBits int64 // size of one int
}

// DefaultLimits are the limits of a session that sets none.
var DefaultLimits = Limits{Bytes: 1 << 30, Alloc: 1 << 29, IntBits: 1 << 26}

// emptyShare is about what an empty object of a class takes that allocates its own: a set 320 bytes, a list 64.
const emptyShare = 200

// chargeStep is how many bytes a thread may announce between two looks at what the session holds.
const chargeStep = 64 << 20

// Charge announces an allocation of n bytes. It fails with MemoryError when n
// alone is more than one allocation may be, or when the objects of the session
// have grown beyond its budget. Call it before allocating anything whose size
// Python code chooses; small objects of fixed size may be charged in bulk.
func (t *Thread) Charge(n int) error {
	if int64(n) > t.Session.Limits.Alloc || n < 0 {
		return NewException(MemoryError)
	}
	t.charged += int64(n)
	if t.charged < chargeStep {
		return nil
	}
	return t.weigh()
}

// ChargeItems is Charge of count elements of size bytes each, safe from overflow.
func (t *Thread) ChargeItems(count, size int) error {
	if size <= 0 || count == 0 {
		return nil
	}
	if count < 0 || int64(count) > t.Session.Limits.Alloc/int64(size) {
		return NewException(MemoryError)
	}
	return t.Charge(count * size)
}

// text is a text made of pieces. What is asked for them may be as large as the text itself (a list
// that holds one list twice, that one another …): each growth is announced before it takes place.
type text struct {
	strings.Builder
	t *Thread
}

func (b *text) add(pieces ...string) error {
	n := b.Len()
	for _, s := range pieces {
		n += len(s)
	}
	if n > b.Cap() {
		if err := b.t.Charge(n); err != nil {
			return err
		}
	}
	for _, s := range pieces {
		b.WriteString(s)
	}
	return nil
}

// NearShare is the share of the budget of bytes at which Session.Near is called.
const NearShare = 0.8

// allCharges counts the bytes charged by all sessions. The heap is the process's, so
// the means to share it out among sessions is too.
var allCharges atomic.Int64

// account is what a session is thought to hold.
type account struct {
	held    int64 // bytes alive at the last settlement
	charged int64 // and charged since
	heap    int64 // the process's heap at that moment
	all     int64 // and allCharges
	warned  bool  // Near has been called; see ForgetNear
}

// ForgetNear lets Near be called once more, for the next run.
func (s *Session) ForgetNear() { s.memory.warned = false }

// weigh compares what the session may hold with what it can hold at most.
func (t *Thread) weigh() error {
	s := t.Session
	m, limit := &s.memory, s.Limits.Bytes
	m.charged += t.charged
	allCharges.Add(t.charged)
	t.charged = 0
	if err := t.Poll(); err != nil { // who allocates without end may never look up
		return err
	}
	near := int64(float64(limit) * NearShare)
	if m.held+m.charged <= near || m.warned && m.held+m.charged <= limit {
		return nil
	}
	held := m.estimate()
	if held > limit || held > near && !m.warned {
		runtime.GC()
		held = m.estimate()
	}
	m.settle(held)
	if held > near && !m.warned {
		m.warned = true
		if s.Near != nil {
			s.Near("memory", limit, min(held, limit))
		}
	}
	if held > limit {
		return NewException(MemoryError)
	}
	return nil
}

// Room is how many bytes the session may still hold, as far as they can be told apart, and
// one allocation take.
func (t *Thread) Room() int64 {
	s := t.Session
	m := &s.memory
	m.charged += t.charged
	allCharges.Add(t.charged)
	t.charged = 0
	if m.held+m.charged > s.Limits.Bytes/2 {
		runtime.GC()
		m.settle(m.estimate())
	}
	return max(0, min(s.Limits.Bytes-m.held-m.charged, s.Limits.Alloc))
}

// Heavy reports whether the session has allocated so much that its end should be followed by a
// collection: the collector alone may let minutes pass in a process that has nothing to do.
func (s *Session) Heavy() bool { return s.memory.held+s.memory.charged >= chargeStep }

// estimate is what the session holds now. The heap's growth since the last settlement
// belongs to all sessions that allocated meanwhile, to each by its share of the charges.
func (m *account) estimate() int64 {
	share := float64(m.charged) / float64(max(allCharges.Load()-m.all, m.charged, 1))
	grown := int64(float64(heapBytes()-m.heap) * share)
	return max(0, min(m.held+grown, m.held+m.charged))
}

func (m *account) settle(held int64) {
	m.held, m.charged, m.heap, m.all = held, 0, heapBytes(), allCharges.Load()
}

func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
