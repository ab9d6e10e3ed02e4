// This file is what a launch tells of itself: the counters of a profiler.

package cudac

// Profile holds the counts of one launch. Requests are instructions of a warp; a sector
// is 32 bytes of global memory.
type Profile struct {
	Kernel                    string
	Grid, Block               [3]int
	Threads, Warps, Blocks    int64
	SharedBytes               int // per block
	Instructions              int64
	GlobalLoads, GlobalStores int64
	LoadSectors, StoreSectors int64
	BytesLoaded, BytesStored  int64
	SharedRequests            int64
	BankConflicts             int64
	Branches, Divergent       int64
	Barriers, Atomics         int64
	AtomicConflicts           int64
	Flops                     int64
}

func (p *Profile) complete(k *Kernel, l *Launch) {
	p.Kernel, p.Grid, p.Block = k.Name, l.Grid, l.Block
	threads := int64(l.Block[0]) * int64(l.Block[1]) * int64(l.Block[2])
	p.Blocks = int64(l.Grid[0]) * int64(l.Grid[1]) * int64(l.Grid[2])
	p.Threads, p.Warps = p.Blocks*threads, p.Blocks*((threads+lanes-1)/lanes)
	p.SharedBytes = k.SharedBytes + l.DynamicShared
}

// Occupancy is the share of a multiprocessor's warps that can be resident, by threads,
// blocks and shared memory (CUDA C++ Best Practices Guide, "Calculating Occupancy").
func (p *Profile) Occupancy(threadsPerSM, blocksPerSM, sharedPerSM int) float64 {
	threads := p.Block[0] * p.Block[1] * p.Block[2]
	if threads == 0 || threadsPerSM < lanes {
		return 0
	}
	warps := (threads + lanes - 1) / lanes
	most := threadsPerSM / lanes
	blocks := min(most/warps, blocksPerSM)
	if p.SharedBytes > 0 {
		blocks = min(blocks, sharedPerSM/p.SharedBytes)
	}
	return float64(blocks*warps) / float64(most)
}
