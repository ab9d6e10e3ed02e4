// This file keeps the error that a failed assertion of a kernel leaves behind: as with CUDA every
// call says it from then on, and the program goes on.

package host

import (
	"fmt"
	"strings"

	"gputour/cuda/cudac/report"
	"gputour/cuda/cudac/simt"
)

// assertError is cudaErrorAssert.
const assertError = 710

// asserting is a kernel's assertion that failed.
type asserting struct {
	fault *report.Fault
	heard bool // the program asked what the error is
}

// asserted takes in a fault; false says that it is none that a program survives.
func (h *host) asserted(k *simt.Kernel, f *report.Fault) bool {
	if f.Code != "assert.failed" || h.Stderr == nil {
		return false
	}
	h.sticky = &asserting{fault: f}
	var types []string
	for _, p := range k.Params {
		types = append(types, p.Type.String())
	}
	condition := strings.Trim(strings.TrimSpace(f.Args[0]), "`'")
	for _, t := range f.Threads {
		fmt.Fprintf(h.Stderr, "%s: void %s(%s): block: [%d,%d,%d], thread: [%d,%d,%d] Assertion `%s` failed.\n",
			f.Where, k.Name, strings.Join(types, ", "), f.Block[0], f.Block[1], f.Block[2], t[0], t[1], t[2], condition)
	}
	return true
}

// insistent makes functions of the runtime say the error that stands.
func insistent(natives map[string]func(c *Call) uint64, names string) {
	for _, name := range strings.Fields(names) {
		f := natives[name]
		natives[name] = func(c *Call) uint64 {
			if c.H == nil || c.H.sticky == nil {
				return f(c)
			}
			c.H.sticky.heard = c.H.sticky.heard || strings.HasSuffix(name, "LastError")
			return assertError
		}
	}
}

// sayError are the functions that say the error that stands.
const sayError = `cudaGetLastError cudaPeekAtLastError cudaDeviceSynchronize cudaStreamSynchronize cudaStreamQuery cudaStreamWaitEvent cudaEventRecord cudaEventSynchronize
	cudaEventQuery cudaEventElapsedTime __cudaMalloc __cudaFree __cudaMemcpy __cudaMemset __cudaStreamCreate __cudaEventCreate __launchPointers`

// ended is a program's end: an assertion that it never asked about is what it ends with.
func (h *host) ended(code int) (*Result, error) {
	if h.sticky != nil && !h.sticky.heard && code == 0 {
		return nil, h.sticky.fault
	}
	return h.result(code), nil
}
