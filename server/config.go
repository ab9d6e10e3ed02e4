package main

import (
	"slices"

	"gputour/cuda/cellkernel"
	"gputour/cuda/numba"
	"gputour/cuda/triton"
	"gputour/engine/eval"
	"gputour/engine/wire"
)

// newConfig is what the evaluators of this program have in common.
func newConfig(m *machines, limits wire.Limits) eval.Config {
	return eval.Config{Machine: m.open, Kernels: cellkernel.Compile, Modules: slices.Concat(cellkernel.Modules(), numba.Modules(), triton.Modules()), CheckKernel: cellkernel.Check, Explain: cellkernel.Explain, Limits: limits}
}
