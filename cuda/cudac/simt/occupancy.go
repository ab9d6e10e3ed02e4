// This file computes occupancy: how many warps of a kernel a multiprocessor holds at once
// (CUDA C++ Best Practices Guide, "Calculating Occupancy", and the tables of the CUDA C++
// Programming Guide, "Technical Specifications per Compute Capability").

package simt

import "gputour/cuda/cudac/report"

// Limits are what a multiprocessor has.
type Limits struct {
	Threads, Blocks int // resident at once
	Shared          int // bytes
	Registers       int // of 32 bits
	reserved        int // bytes of shared memory that each block costs beside its own
	piece           int // in which shared memory is dealt out, in bytes
}

// registers of a multiprocessor since compute capability 5.0, and how they are dealt out:
// in pieces to a warp, whose quarter of the multiprocessor has a quarter of them.
const (
	registersPerSM = 64 << 10
	registerPiece  = 256
	quarters       = 4
)

// limits are by compute capability, ten times major and minor.
var limits = map[int]Limits{
	50: {2048, 32, 64 << 10, registersPerSM, 0, 256}, 52: {2048, 32, 96 << 10, registersPerSM, 0, 256},
	60: {2048, 32, 64 << 10, registersPerSM, 0, 256}, 61: {2048, 32, 96 << 10, registersPerSM, 0, 256},
	70: {2048, 32, 96 << 10, registersPerSM, 0, 256}, 75: {1024, 16, 64 << 10, registersPerSM, 0, 256},
	80: {2048, 32, 164 << 10, registersPerSM, 1 << 10, 128}, 86: {1536, 16, 100 << 10, registersPerSM, 1 << 10, 128},
	87: {1536, 16, 164 << 10, registersPerSM, 1 << 10, 128}, 89: {1536, 24, 100 << 10, registersPerSM, 1 << 10, 128},
	90: {2048, 32, 228 << 10, registersPerSM, 1 << 10, 128}, 100: {2048, 32, 228 << 10, registersPerSM, 1 << 10, 128},
	120: {1536, 24, 100 << 10, registersPerSM, 1 << 10, 128},
}

// LimitsOf are the limits of a compute capability; of the nearest below it where it is not
// known.
func LimitsOf(major, minor int) Limits {
	for at := 10*major + minor; at > 50; at-- {
		if l, ok := limits[at]; ok {
			return l
		}
	}
	return limits[50]
}

// OptIn is the most shared memory of a block, in bytes, for a kernel that asks for it: what the
// multiprocessor has, without what a block costs; before Volta nobody could ask.
func OptIn(major, minor int) int {
	if l := LimitsOf(major, minor); major >= 7 {
		return l.Shared - l.reserved
	}
	return PlainShared
}

// Occupancy is how a kernel fills a multiprocessor.
type Occupancy struct {
	Blocks, Warps int     // resident at once
	Share         float64 // of the warps that there could be
	Limit         string  // what keeps it from more: "warps", "blocks", "shared memory" or "registers"
}

// Occupancy computes it for a launch's configuration.
func (l Limits) Occupancy(p *report.Profile) Occupancy {
	warps := (p.Block[0]*p.Block[1]*p.Block[2] + Lanes - 1) / Lanes
	if warps == 0 {
		return Occupancy{}
	}
	most := l.Threads / Lanes
	o := Occupancy{Blocks: most / warps, Limit: "warps"}
	lower := func(n int, why string) {
		if n < o.Blocks {
			o.Blocks, o.Limit = n, why
		}
	}
	lower(l.Blocks, "blocks")
	shared := p.SharedBytes + l.reserved
	if shared > 0 {
		lower(l.Shared/((shared+l.piece-1)/l.piece*l.piece), "shared memory")
	}
	if p.Registers > 0 {
		piece := (p.Registers*Lanes + registerPiece - 1) / registerPiece * registerPiece
		lower(l.Registers/quarters/piece*quarters/warps, "registers")
	}
	o.Warps = o.Blocks * warps
	o.Share = float64(o.Warps) / float64(most)
	return o
}
