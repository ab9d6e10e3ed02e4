package crew

import (
	"gputour/engine/wire"
	"gputour/server/worker"
	"gputour/server/worker/jail"
)

// This file says how many sessions share a process, and what it may hold.

// estimates are what a session takes of memory, in bytes, where so many share a worker:
// after a lesson that trains a small network.
var estimates = []struct {
	sessions int
	bytes    int64
}{{1, 40 << 20}, {2, 28 << 20}, {4, 20 << 20}, {8, 15 << 20}, {16, 13 << 20}}

// perCore is how many workers there may be for each processor. Each pays some 50 ms for its first import of torch; when a
// class presses Run within ten seconds, that may take a fifth of them.
const perCore = 40

// perWorker is how many sessions share a worker: as few as fit into half of the memory, and, of a class, onto the processors.
func (p Plan) perWorker(sessions int, memory int64) int {
	if p.PerWorker > 0 {
		return p.PerWorker
	}
	for _, e := range estimates {
		fits := memory == 0 || int64(sessions)*e.bytes <= memory/2
		if fits && (p.Cores == 0 || (sessions+e.sessions-1)/e.sessions <= perCore*p.Cores) {
			return e.sessions
		}
	}
	return estimates[len(estimates)-1].sessions
}

// wall is what the process of so many sessions may hold: all that they may use, and room
// for what is garbage meanwhile. It is 0, no bound, where a session has none.
func wall(limits wire.Limits, sessions int, memory int64) int64 {
	if limits.MemoryBytes == 0 || limits.DeviceBytes == 0 {
		return memory
	}
	const program = 512 << 20
	each := 2*limits.MemoryBytes + limits.DeviceBytes // objects, tensors on the CPU, tensors on the GPUs
	all := program + int64(sessions)*each/2*3
	if memory > 0 {
		all = min(all, memory)
	}
	return all
}

// Fit has workers take so many sessions with their limits, on a machine with so much memory.
func Fit(o *worker.Options, limits wire.Limits, sessions int, memory int64) {
	data := wall(limits, sessions, memory)
	o.Limits, o.Sessions, o.Env = limits, sessions, Env(data)
	o.Jail = &jail.Limits{Data: data, Threads: 256}
}

// Room is how many workers of so many sessions a machine has room for: in half of its memory, and on its processors.
func Room(sessions int, memory int64, cores int) int {
	most := perCore * cores
	if memory > 0 {
		each := estimates[0].bytes
		for _, e := range estimates {
			if e.sessions <= sessions {
				each = e.bytes
			}
		}
		most = min(most, int(memory/2/(each*int64(sessions))))
	}
	return max(1, most)
}
