// This file defines the functions of the CUDA runtime that the headers declare.

package host

import (
	"math"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/word"
)

// cudaErrors are the runtime's errors (CUDA Runtime API, cudaError_t).
var cudaErrors = map[int][2]string{
	0: {"cudaSuccess", "no error"}, 1: {"cudaErrorInvalidValue", "invalid argument"}, 2: {"cudaErrorMemoryAllocation", "out of memory"},
	3: {"cudaErrorInitializationError", "initialization error"}, 4: {"cudaErrorCudartUnloading", "driver shutting down"}, 5: {"cudaErrorProfilerDisabled", "profiler disabled while using external profiling tool"},
	9: {"cudaErrorInvalidConfiguration", "invalid configuration argument"}, 12: {"cudaErrorInvalidPitchValue", "invalid pitch argument"}, 13: {"cudaErrorInvalidSymbol", "invalid device symbol"},
	16: {"cudaErrorInvalidHostPointer", "invalid host pointer"}, 17: {"cudaErrorInvalidDevicePointer", "invalid device pointer"}, 18: {"cudaErrorInvalidTexture", "invalid texture reference"},
	21: {"cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"}, 35: {"cudaErrorInsufficientDriver", "CUDA driver version is insufficient for CUDA runtime version"}, 52: {"cudaErrorMissingConfiguration", "__global__ function call is not configured"},
	98: {"cudaErrorInvalidDeviceFunction", "invalid device function"}, 100: {"cudaErrorNoDevice", "no CUDA-capable device is detected"}, 101: {"cudaErrorInvalidDevice", "invalid device ordinal"},
	200: {"cudaErrorInvalidKernelImage", "device kernel image is invalid"}, 209: {"cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device"}, 212: {"cudaErrorNotMappedAsArray", "resource not mapped as array"},
	217: {"cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices"}, 400: {"cudaErrorInvalidResourceHandle", "invalid resource handle"}, 500: {"cudaErrorSymbolNotFound", "named symbol not found"}, 600: {"cudaErrorNotReady", "device not ready"},
	700: {"cudaErrorIllegalAddress", "an illegal memory access was encountered"}, 701: {"cudaErrorLaunchOutOfResources", "too many resources requested for launch"}, 702: {"cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
	704: {"cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"}, 705: {"cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"}, 710: {"cudaErrorAssert", "device-side assert triggered"},
	712: {"cudaErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped"}, 713: {"cudaErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region"},
	714: {"cudaErrorHardwareStackError", "hardware stack error"}, 715: {"cudaErrorIllegalInstruction", "an illegal instruction was encountered"}, 716: {"cudaErrorMisalignedAddress", "misaligned address"},
	717: {"cudaErrorInvalidAddressSpace", "operation not supported on global/shared address space"}, 718: {"cudaErrorInvalidPc", "invalid program counter"}, 719: {"cudaErrorLaunchFailure", "unspecified launch failure"},
	720: {"cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"}, 800: {"cudaErrorNotPermitted", "operation not permitted"}, 801: {"cudaErrorNotSupported", "operation not supported"},
	910: {"cudaErrorGraphExecUpdateFailure", "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update"}, 900: {"cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"}, 999: {"cudaErrorUnknown", "unknown error"},
}

// Words are strings that programs may ask for; they stand among the literals.
func (p *Program) Words() {
	for _, e := range cudaErrors {
		p.Literal(e[0])
		p.Literal(e[1])
	}
	p.Literal("unrecognized error code")
}

func (c *Call) literal(s string) uint64 {
	return memory.AddressIn(memory.Text, c.W.Core.Kernel.Module.Placed[s])
}

func errorText(c *Call, i int) uint64 {
	if c.H != nil && c.H.sticky != nil && int(int32(c.A[0])) == assertError {
		c.H.sticky.heard = true
	}
	if e, ok := cudaErrors[int(int32(c.A[0]))]; ok {
		return c.literal(e[i])
	}
	return c.literal("unrecognized error code")
}

// cudaNatives are functions of the CUDA runtime.
var cudaNatives = map[string]func(c *Call) uint64{
	"cudaGetErrorName":   func(c *Call) uint64 { return errorText(c, 0) },
	"cudaGetErrorString": func(c *Call) uint64 { return errorText(c, 1) },
	"cudaPeekAtLastError": func(c *Call) uint64 {
		if c.H == nil { // a kernel
			return 0
		}
		return uint64(c.H.err)
	},
	"cudaGetLastError": func(c *Call) uint64 {
		if c.H == nil {
			return 0
		}
		code := c.H.err
		c.H.err = 0
		return uint64(code)
	},
	"__randomFill":     randomFill,
	"__launchPointers": launchPointers,
	"__deviceReset":    func(c *Call) uint64 { c.H.sticky = nil; return 0 },
	"__cudaFail":       func(c *Call) uint64 { return c.setLast(int(c.A[0])) },
	"cudaDeviceSynchronize": func(c *Call) uint64 {
		if c.H == nil { // a kernel waits for those that it launched
			c.W.Join()
			return 0
		}
		c.H.synchronize()
		return 0
	},
	"cudaMemGetInfo": func(c *Call) uint64 {
		word.Store(c.bytes(0, 8, true), word.U64, uint64(c.H.Device.Memory-c.H.devices.used[c.H.devices.current]))
		word.Store(c.bytes(1, 8, true), word.U64, uint64(c.H.Device.Memory))
		return 0
	},
	"__cudaMalloc": func(c *Call) uint64 {
		s := Side(c.A[2])
		if c.A[1] > maxAllocation || s == onDevice && c.H.Device.Memory > 0 && c.H.devices.used[c.H.devices.current]+int64(c.A[1]) > c.H.Device.Memory {
			return c.setLast(2)
		}
		at := c.H.Allocate(c.W, int64(c.A[1]), 1, s, allocators[s], c.At)
		if at == 0 {
			return c.setLast(2)
		}
		word.Store(c.bytes(0, 8, true), word.U64, at)
		return 0
	},
	"__cudaFree": func(c *Call) uint64 {
		if a, _ := c.H.find(c.A[0]); a != nil && c.A[1] != 2 {
			if c.A[1] == 3 && c.H.recording != nil {
				a.quiet, a.graphs = true, true
			}
			if a.graphs {
				return 0
			}
		}
		how := "cudaFree"
		if a, _ := c.H.find(c.A[0]); a != nil && a.side == onDevice {
			how = "cudaMalloc"
		}
		if c.A[1] == 2 {
			how = "cudaMallocHost"
		}
		c.H.synchronize()
		c.H.Release(c.W, c.A[0], how, c.At)
		return 0
	},
	"__fromPool": func(c *Call) uint64 {
		if a, _ := c.H.find(c.A[0]); a != nil {
			a.pooled = true
			a.graphs = c.H.recording != nil
			a.quiet = a.quiet || a.graphs
			c.H.pooled[0] += int64(len(a.data))
			c.H.pooled[1] = max(c.H.pooled[1], c.H.pooled[0])
		}
		return 0
	},
	"__pooled": func(c *Call) uint64 {
		if c.A[1] != 0 {
			c.H.pooled[1] = c.H.pooled[0]
		}
		return uint64(c.H.pooled[c.A[0]&1])
	},
	"__cudaMemcpy": deferred(memcpyNode, cudaMemcpy),
	"__cudaMemset": deferred(memsetNode, cudaMemset),
	"__cudaStreamCreate": func(c *Call) uint64 {
		c.hold(streamBytes, "a stream")
		c.H.streams++
		c.H.devices.streams[c.H.streams] = c.H.devices.current
		word.Store(c.bytes(0, 8, true), word.U64, c.H.streams)
		return 0
	},
	"__streamFree": func(c *Call) uint64 { c.H.unblocked[c.A[0]] = true; return 0 },
	"__cudaStreamDestroy": func(c *Call) uint64 {
		s := c.A[0]
		if _, ok := c.H.devices.streams[s]; !ok {
			return c.setLast(invalidHandle)
		}
		c.H.busy[endedStreams] = max(c.H.busy[endedStreams], c.H.busy[s]) // its work is still done
		delete(c.H.busy, s)
		delete(c.H.devices.streams, s)
		if len(c.H.waiting) == 0 {
			delete(c.H.unblocked, s)
		}
		c.H.held -= streamBytes
		return 0
	},
	"cudaStreamSynchronize": func(c *Call) uint64 {
		c.H.settle(c.A[0])
		c.H.wait(c.H.busy[c.A[0]])
		return 0
	},
	"cudaStreamQuery": func(c *Call) uint64 {
		if c.H.nudge(c.A[0]) || c.H.busy[c.A[0]] > c.H.time() {
			return 600
		}
		return 0
	},
	"cudaStreamWaitEvent": func(c *Call) uint64 {
		if t := c.event(1); t != nil {
			c.H.join(c.A[0], c.A[1])
			c.H.busy[c.A[0]] = max(c.H.busy[c.A[0]], *t)
			return 0
		}
		return c.setLast(400)
	},
	"__cudaEventCreate": func(c *Call) uint64 {
		c.hold(16, "an event")
		c.H.events = append(c.H.events, -1)
		word.Store(c.bytes(0, 8, true), word.U64, uint64(len(c.H.events)))
		return 0
	},
	"cudaEventRecord": func(c *Call) uint64 {
		if c.event(0) == nil {
			return c.setLast(400)
		}
		c.H.record(c.A[0], c.A[1])
		return 0
	},
	"cudaEventSynchronize": func(c *Call) uint64 {
		if c.event(0) == nil {
			return c.setLast(400)
		}
		if w := c.H.pending(c.A[0]); w != nil {
			c.H.settle(w.streams[0])
		}
		c.H.wait(*c.event(0))
		return 0
	},
	"cudaEventQuery": func(c *Call) uint64 {
		t := c.event(0)
		if t == nil {
			return c.setLast(400)
		}
		if w := c.H.pending(c.A[0]); w != nil && c.H.nudge(w.streams[0]) || *t > c.H.time() {
			return 600
		}
		return 0
	},
	"cudaEventElapsedTime": func(c *Call) uint64 {
		a, b := c.event(1), c.event(2)
		if a == nil || b == nil || *a < 0 || *b < 0 {
			return c.setLast(400)
		}
		if c.H.pending(c.A[1]) != nil || c.H.pending(c.A[2]) != nil || *b > c.H.time() {
			return 600
		}
		word.Store(c.bytes(0, 4, true), word.F32, word.Bits32(float32(float64(*b-*a)/1e6)))
		return 0
	},
	"__deviceName": func(c *Call) uint64 {
		b := c.bytes(0, c.A[1], true)
		copy(b[:len(b)-1], c.H.Device.Name)
		return 0
	},
	"__pointerSide": func(c *Call) uint64 {
		a, _ := c.H.find(c.A[0])
		switch {
		case memory.SpaceOf(c.A[0]) == memory.Global:
			return 2
		case a == nil || a.side == OnHost:
			return 0
		}
		return map[Side]uint64{onDevice: 2, pinned: 1, managed: 3}[a.side]
	},
	"__kernelBlocks": func(c *Call) uint64 {
		k := c.kernel()
		p := &report.Profile{Block: [3]int{int(int32(c.A[1])), 1, 1}, SharedBytes: k.SharedBytes + int(c.A[2]), Registers: k.Registers}
		return uint64(simt.LimitsOf(c.H.Device.Major, c.H.Device.Minor).Occupancy(p).Blocks)
	},
	"__kernelAttribute": func(c *Call) uint64 {
		k := c.kernel()
		most := 1024
		if k.MaxThreads > 0 {
			most = k.MaxThreads
		}
		return uint64([]int{k.SharedBytes, 0, k.LocalBytes, most, k.Registers, max(simt.PlainShared, c.H.shared[k]) - k.SharedBytes}[min(c.A[1], 5)])
	},
	// __sharedLimit is cudaFuncAttributeMaxDynamicSharedMemorySize.
	"__sharedLimit": func(c *Call) uint64 {
		k, n := c.kernel(), int(int32(c.A[1]))
		if n < 0 || k.SharedBytes+n > simt.OptIn(c.H.Device.Major, c.H.Device.Minor) {
			return c.setLast(1)
		}
		c.H.shared[k] = k.SharedBytes + n
		return 0
	},
	"__deviceAttribute": func(c *Call) uint64 {
		d := &c.H.Device
		limits := simt.LimitsOf(d.Major, d.Minor)
		return map[int]uint64{1: 1024, 2: 1024, 3: 1024, 4: 64, 5: 1<<31 - 1, 6: 65535, 7: 65535, 8: simt.PlainShared, 9: 64 << 10, 10: simt.Lanes, 11: 1<<31 - 1, 12: 64 << 10, 18: 0, 19: 1, 31: 1, 40: 1, 41: 1, 82: uint64(limits.Registers), 83: 1, 89: 1, 95: 1, 115: 1, 97: uint64(simt.OptIn(d.Major, d.Minor)), 13: uint64(d.ClockKHz), 16: uint64(d.Multiprocessors), 36: uint64(d.MemoryClockKHz), 37: uint64(d.BusBits), 38: uint64(d.L2Bytes),
			39: uint64(d.ThreadsPerSM), 75: uint64(d.Major), 76: uint64(d.Minor), 81: uint64(limits.Shared), 106: uint64(limits.Blocks), memoryOfADevice: uint64(d.Memory), deviceCount: uint64(len(c.H.devices.used))}[int(c.A[0])]
	},
}

// kernel is the kernel whose name is the first argument.
func (c *Call) kernel() *simt.Kernel {
	if k := c.H.KernelOf(c.A[0]); k != nil {
		return k
	}
	c.W.Fail("memcheck", c.At, 0, "this is not the name of a kernel")
	return nil
}

// event is where an event's time stands; nil for a handle of none.
func (c *Call) event(i int) *int64 {
	if n := c.A[i]; n >= 1 && n <= uint64(len(c.H.events)) {
		return &c.H.events[n-1]
	}
	return nil
}

func (h *host) copyTime(n int) int64 {
	if h.CopyTime != nil {
		return h.CopyTime(n)
	}
	return int64(n)/12 + 1000
}

// reach is memory of either side, for a copy; device says which is meant.
func (h *host) reach(c *Call, addr, n uint64, device, store bool, what string) (data, valid []byte) {
	if n == 0 {
		return nil, nil
	}
	a, off := h.find(addr)
	s := memory.SpaceOf(addr)
	isDevice := s == memory.Global || a != nil && (a.side == onDevice || a.side == managed || a.side == pinned) // a device reaches pinned memory, too
	isHost := a == nil && s != memory.Global || a != nil && a.side != onDevice
	switch {
	case addr == 0:
		c.W.Fail("memcheck", c.At, 0, "the %s is a null pointer", what)
	case a != nil && a.freed != 0:
		c.W.Fail("memcheck", c.At, 0, "the %s was freed: %s, freed in line %d", what, h.describe(a), a.freed)
	case device && !isDevice:
		c.W.Fail("memcheck", c.At, 0, "the %s is host memory, and the copy's direction says device memory", what)
	case !device && !isHost:
		c.W.Fail("memcheck", c.At, 0, "the %s is device memory, and the copy's direction says host memory", what)
	}
	if s == memory.Global {
		state := h.program.State
		if at := memory.OffsetOf(addr); at >= 0 && n <= uint64(len(state)) && uint64(at) <= uint64(len(state))-n {
			return state[at:][:n], nil
		}
		c.W.Fail("memcheck", c.At, 0, "the %s is out of bounds of the device variable", what)
	}
	if a == nil {
		return c.W.Block(addr, int(min(n, math.MaxInt32)), 0, c.At, store), nil
	}
	if off < 0 || uint64(off)+n > uint64(len(a.data)) || n > uint64(len(a.data)) {
		c.W.Fail("memcheck", c.At, 0, "the %s is out of bounds: %d bytes from byte %d on of %s", what, n, off, h.describe(a))
	}
	if a.valid != nil {
		valid = a.valid[off:][:n]
	}
	return a.data[off:][:n], valid
}

// filled takes note that n bytes were written: of device memory of which all was, nobody needs to
// know more.
func (h *host) filled(addr, n uint64) {
	a, off := h.find(addr)
	if a == nil || a.valid == nil || off != 0 || n != uint64(a.size) {
		return
	}
	i, _ := memory.Allocation(addr)
	if h.views[i].Heap == nil {
		a.valid, h.views[i].Valid = nil, nil
		h.held -= int64(a.size)
	}
}

// cudaMemcpy copies in the direction that kind says.
func cudaMemcpy(c *Call) uint64 {
	to, from, n, kind := c.A[0], c.A[1], c.A[2], int(int32(c.A[3]))
	if kind < 0 || kind > 4 {
		return c.setLast(21)
	}
	if kept := *c; c.A[5] != 0 && c.H.behind(c.A[4], func() { cudaMemcpy(&kept) }) {
		return 0
	} else if c.A[5] == 0 {
		c.H.settle(c.A[4])
	}
	onDevice := func(addr uint64, means bool) bool {
		if kind != 4 {
			return means
		}
		a, _ := c.H.find(addr)
		return memory.SpaceOf(addr) == memory.Global || a != nil && a.side == 1
	}
	dst, valid := c.H.reach(c, to, n, onDevice(to, kind == 1 || kind == 3), true, "destination of cudaMemcpy")
	src, known := c.H.reach(c, from, n, onDevice(from, kind == 2 || kind == 3), false, "source of cudaMemcpy")
	copy(dst, src)
	for i := range valid {
		valid[i] = 1
	}
	if known != nil && valid != nil {
		copy(valid, known)
	} else {
		c.H.filled(to, n)
	}
	end := c.H.queue(c.A[4], c.H.copyTime(int(n)))
	if c.A[5] == 0 {
		c.H.wait(end)
	}
	return 0
}

func cudaMemset(c *Call) uint64 {
	if kept := *c; c.H.behind(c.A[3], func() { cudaMemset(&kept) }) {
		return 0
	}
	b, valid := c.H.reach(c, c.A[0], c.A[2], true, true, "destination of cudaMemset")
	for i := range b {
		b[i] = byte(c.A[1])
	}
	for i := range valid {
		valid[i] = 1
	}
	c.H.filled(c.A[0], c.A[2])
	end := c.H.queue(c.A[3], c.H.copyTime(int(c.A[2])/2))
	if c.A[4] == 0 {
		c.H.wait(end)
	}
	return 0
}
