// Package triton is the Python module triton: kernels with @triton.jit, which it translates to CUDA C++ for package cellkernel.
// Each thread gets its elements of every block, in variables of its own; see python/triton/runtime/layout.py.
package triton

import (
	"embed"
	"sync"

	"gputour/engine/interp"
)

//go:embed all:python
var sources embed.FS

// Modules are triton and the modules below it, for eval.Config.
var Modules = sync.OnceValue(func() []interp.Module { return interp.PythonModules(sources, "python") })
