// This file has what a program is that was compiled.

package host

import (
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/engine/diag"
)

// Program is a compiled source.
type Program struct {
	Kernels  []*simt.Kernel
	Warnings diag.List
	simt.Module
	Globals     []byte                  // first content of __device__ and __constant__ variables
	HostGlobals []byte                  // first content of the host's variables
	Main        *simt.Kernel            // of whole programs
	Managed     bool                    // there are __managed__ variables
	Symbols     map[string]Extent       // device variables, by name
	Named       map[uint64]*simt.Kernel // kernels whose names host code uses as values

	Compile func(c *source.Text, text string) (*Program, error) // of sources that come up while the program runs
}

// Extent is where a variable lies among those of its space, and its bytes.
type Extent struct{ Offset, Size int }
