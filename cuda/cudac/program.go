// This file has what a program is that was compiled.

package cudac

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
	globals     []byte                  // first content of __device__ and __constant__ variables
	hostGlobals []byte                  // first content of the host's variables
	main        *simt.Kernel            // of whole programs
	managed     bool                    // there are __managed__ variables
	symbols     map[string]extent       // device variables, by name
	named       map[uint64]*simt.Kernel // kernels whose names host code uses as values

	compile func(c *source.Text, text string) (*Program, error) // of sources that come up while the program runs
}

// extent is where a variable lies among those of its space, and its bytes.
type extent struct{ offset, size int }
