// This file keeps apart the devices of a program: whose memory is whose, and who may reach it.

package host

import (
	"fmt"

	"gputour/cuda/cudac/simt"
)

// Errors of the runtime (cudaError_t).
const (
	invalidDevice    = 101
	invalidHandle    = 400
	peerEnabled      = 704
	peerNotEnabled   = 705
	maxDevices       = 16
	deviceCount      = 1002 // what __deviceAttribute gives beside CUDA's own
	memoryOfADevice  = 1001
	wrongDevicesText = "memory of device %d, and the kernel runs on device %d: cudaDeviceEnablePeerAccess lets it, or copy it with cudaMemcpyPeer (%s)"
)

// devices are those of a program.
type devices struct {
	current int
	used    []int64         // bytes of each
	states  [][]byte        // device variables of each
	peers   map[[2]int]bool // who may reach whose memory
	streams map[uint64]int  // whose each is
}

// open makes them as many as the host has.
func (d *devices) open(h *host) {
	n := min(max(h.Devices, 1), maxDevices)
	d.used, d.states = make([]int64, n), make([][]byte, n)
	d.peers, d.streams = map[[2]int]bool{}, map[uint64]int{}
	d.states[0] = h.program.State
	for i := 1; i < n; i++ {
		if d.states[i] = d.states[0]; !h.program.Managed {
			d.states[i] = append([]byte(nil), h.program.State...)
		}
	}
}

// has reports that there is a device of a number.
func (d *devices) has(n uint64) bool { return n < uint64(len(d.used)) }

// choose makes a device the one that what follows is for.
func (d *devices) choose(h *host, n int) {
	d.current, h.program.State = n, d.states[n]
}

// reach is the memory of the program as kernels of the current device see it.
func (d *devices) reach(h *host) []*simt.Buffer {
	if len(d.used) == 1 {
		return h.views
	}
	list := append([]*simt.Buffer(nil), h.views...)
	for i, a := range h.heap {
		switch {
		case a.side != onDevice || a.freed != 0 || a.device == d.current:
		case d.peers[[2]int{d.current, a.device}]:
			if list[i].Heap != nil { // kernels take blocks of their own device's heap
				view := *list[i]
				view.Heap = nil
				list[i] = &view
			}
		default:
			list[i] = &simt.Buffer{Name: a.name, Denied: fmt.Sprintf(wrongDevicesText, a.device, d.current, h.describe(a))}
		}
	}
	return list
}

// deviceNatives are what the header makes the choice of devices of.
var deviceNatives = map[string]func(c *Call) uint64{
	"cudaSetDevice": func(c *Call) uint64 {
		if !c.H.devices.has(c.A[0]) {
			return c.setLast(invalidDevice)
		}
		c.H.devices.choose(c.H, int(c.A[0]))
		return 0
	},
	"__currentDevice": func(c *Call) uint64 {
		if c.H == nil {
			return 0
		}
		return uint64(c.H.devices.current)
	},
	// __peerAccess turns the access of the current device to another's memory on, or off.
	"__peerAccess": func(c *Call) uint64 {
		d := &c.H.devices
		pair := [2]int{d.current, int(int32(c.A[0]))}
		switch on := c.A[1] != 0; {
		case !d.has(c.A[0]) || pair[1] == d.current:
			return c.setLast(invalidDevice)
		case on && d.peers[pair]:
			return c.setLast(peerEnabled)
		case !on && !d.peers[pair]:
			return c.setLast(peerNotEnabled)
		default:
			d.peers[pair] = on
		}
		return 0
	},
	// __peerState says whether the first device reaches the other's memory.
	"__peerState": func(c *Call) uint64 {
		if c.H.devices.peers[[2]int{int(int32(c.A[0])), int(int32(c.A[1]))}] {
			return 1
		}
		return 0
	},
	"__pointerDevice": func(c *Call) uint64 {
		if a, _ := c.H.find(c.A[0]); a != nil {
			return uint64(a.device)
		}
		return 0
	},
}
