// This file estimates how long a kernel runs on a GPU: the roofline (S. Williams, A.
// Waterman, D. Patterson, "Roofline", 2009) of what its profile counts.

package cellkernel

import (
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
	"gputour/engine/device"
	"gputour/engine/device/sim"
)

// What a good kernel reaches of the published peaks, and what NVIDIA's architecture
// white papers say of a multiprocessor: four schedulers, one request to shared memory a
// cycle, an L2 cache with about twice the bandwidth of the memory behind it.
const (
	memoryShare  = 0.85
	computeShare = 0.75
	cacheFactor  = 2
	schedulers   = 4
	perStatement = 4      // instructions that a statement of a warp becomes
	latency      = 400e-9 // seconds, of a load from memory
	overlap      = 4      // loads of a warp that are under way at once
	launchTime   = 2e-6   // seconds, of an empty kernel
)

// estimate is a kernel's time on a model, and what limits it.
type estimate struct {
	seconds   float64
	limit     string  // "memory", "compute", "latency" or "launch"
	detail    string  // which part of it
	intensity float64 // floating-point operations a byte from or to memory
	achieved  float64 // floating-point operations a second
}

// on is the time of a profile on a model.
func on(m *sim.Model, p *report.Profile) estimate {
	moved := float64(32 * (p.LoadSectors + p.StoreSectors))
	fromMemory := min(moved, float64(p.Reach))
	occupied := simt.LimitsOf(m.Major, m.Minor).Occupancy(p)
	busy := min(float64(p.Blocks), float64(m.SMs))
	cycle := 1 / (float64(m.ClockMHz) * 1e6)
	resident := max(float64(occupied.Blocks)*float64(m.SMs), 1)
	waves := max(float64(p.Blocks)/resident, 1)
	e := estimate{limit: "launch", detail: "launch"}
	longest := launchTime
	for _, c := range []struct {
		limit, detail string
		seconds       float64
	}{
		{"memory", "memory bandwidth", fromMemory / (m.Bandwidth * memoryShare)},
		{"memory", "cache bandwidth", moved / (m.Bandwidth * cacheFactor)},
		{"memory", "shared memory", float64(p.SharedRequests+p.BankConflicts) * cycle / busy},
		{"memory", "atomics", float64(p.Atomics+p.AtomicConflicts) / 8 * cycle / busy},
		{"compute", "arithmetic", float64(p.Flops) / (m.Flops[device.Float32] * computeShare * busy / float64(m.SMs))},
		{"compute", "instructions", float64(p.Instructions) * perStatement / schedulers * cycle / busy},
		{"latency", "latency", waves * float64(p.GlobalLoads) / float64(max(p.Warps, 1)) * latency / overlap},
	} {
		if c.seconds > longest {
			longest, e.limit, e.detail = c.seconds, c.limit, c.detail
		}
	}
	e.seconds = longest
	if e.limit != "launch" {
		e.seconds += launchTime
	}
	e.achieved = float64(p.Flops) / e.seconds
	if fromMemory > 0 {
		e.intensity = float64(p.Flops) / fromMemory
	}
	return e
}
