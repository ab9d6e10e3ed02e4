package object

import (
	"runtime"
	"runtime/metrics"
)

// Limits are the budgets of a session's runs.
type Limits struct {
	Bytes   int64 // of Python objects alive, as far as they can be told apart
	Alloc   int64 // bytes of one allocation
	IntBits int64 // size of one int
}

// DefaultLimits are the limits of a session that sets none.
var DefaultLimits = Limits{Bytes: 1 << 30, Alloc: 1 << 29, IntBits: 1 << 26}

// chargeStep is how many bytes a thread may allocate between two looks at the heap.
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

// weigh compares what the session may hold with what it can hold at most: the
// sum of its charges, or the growth of the heap since it began, whichever is less.
func (t *Thread) weigh() error {
	s := t.Session
	s.charged += t.charged
	t.charged = 0
	if s.charged <= s.Limits.Bytes {
		return nil
	}
	live := heapBytes() - s.heapBase
	if live > s.Limits.Bytes {
		runtime.GC()
		live = heapBytes() - s.heapBase
	}
	if live > s.Limits.Bytes {
		s.charged = s.Limits.Bytes
		return NewException(MemoryError)
	}
	s.charged = max(live, 0)
	return nil
}

func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
