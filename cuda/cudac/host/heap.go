// This file gives devices the heaps of their kernels.

package host

import (
	"cmp"

	"gputour/cuda/cudac/memory"
	"gputour/cuda/cudac/simt"
)

// ensureHeap gives the current device a heap, before a kernel runs that uses it.
func (h *host) ensureHeap(k *simt.Kernel) {
	device := h.devices.current
	if !k.Module.Heaps || h.heaped[device] {
		return
	}
	h.heaped[device] = true
	size := cmp.Or(h.heapLimit, simt.DefaultDeviceHeap)
	if 3*size > h.Memory-h.held {
		return
	}
	h.held += 3 * size
	a := &allocation{data: make([]byte, size), valid: make([]byte, size), side: onDevice, device: device, quiet: true, how: "malloc in kernels", name: "the device's heap"}
	i, _ := memory.Allocation(h.add(a))
	h.views[i].Heap = simt.NewDeviceHeap(size)
}
