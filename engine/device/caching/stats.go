// This file defines the allocator's statistics, by the names torch.cuda.memory_stats has.

package caching

import "fmt"

// Stat counts one quantity: its value, its peak, and all that was ever added and taken.
type Stat struct{ Current, Peak, Allocated, Freed int64 }

func (s *Stat) add(n int64) {
	s.Current += n
	s.Peak = max(s.Peak, s.Current)
	if n > 0 {
		s.Allocated += n
	} else {
		s.Freed -= n
	}
}

// quantity is what a Stat counts.
type quantity uint8

const (
	allocations quantity = iota
	segments
	actives
	inactiveSplits
	allocatedBytes
	reservedBytes
	activeBytes
	inactiveSplitBytes
	numQuantities
)

var quantityNames = [numQuantities]string{"allocation", "segment", "active", "inactive_split",
	"allocated_bytes", "reserved_bytes", "active_bytes", "inactive_split_bytes"}

// Pools of a statistic: both, requests above 1 MiB, requests up to 1 MiB.
const (
	allPools = iota
	largePool
	smallPool
	numPools
)

var poolNames = [numPools]string{"all", "large_pool", "small_pool"}

// Stats are the allocator's counters.
type Stats struct {
	of      [numQuantities][numPools]Stat
	Retries int64 // num_alloc_retries: allocations that gave the cache back first
	OOMs    int64 // num_ooms: requests refused
}

// change is a kind of change of one block, with the quantities that count it.
type change struct{ count, bytes []quantity }

var (
	activity    = change{[]quantity{allocations, actives}, []quantity{allocatedBytes, activeBytes}}
	reservation = change{[]quantity{segments}, []quantity{reservedBytes}}
	inactivity  = change{[]quantity{inactiveSplits}, []quantity{inactiveSplitBytes}}
)

func (s *Stats) change(b *Block, sign int64, c change) {
	for _, q := range c.count {
		s.add(q, b, sign)
	}
	for _, q := range c.bytes {
		s.add(q, b, sign*b.size)
	}
}

func (s *Stats) add(q quantity, b *Block, n int64) {
	pool := largePool
	if b.Segment.Small {
		pool = smallPool
	}
	s.of[q][allPools].add(n)
	s.of[q][pool].add(n)
}

func (s *Stats) resetPeaks() {
	for q := range s.of {
		for p := range s.of[q] {
			s.of[q][p].Peak = s.of[q][p].Current
		}
	}
}

// Each calls f with every counter under the key that torch.cuda.memory_stats gives it,
// such as "allocated_bytes.all.peak".
func (s *Stats) Each(f func(key string, value int64)) {
	for q, name := range quantityNames {
		for p, pool := range poolNames {
			stat := &s.of[q][p]
			for _, field := range []struct {
				name  string
				value int64
			}{{"current", stat.Current}, {"peak", stat.Peak}, {"allocated", stat.Allocated}, {"freed", stat.Freed}} {
				f(fmt.Sprintf("%s.%s.%s", name, pool, field.name), field.value)
			}
		}
	}
	f("num_alloc_retries", s.Retries)
	f("num_ooms", s.OOMs)
}
