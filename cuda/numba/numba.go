// Package numba is the Python module numba: kernels with @cuda.jit, which it translates to CUDA C++ for package cellkernel.
// The translator is Python, as Numba's is: types, closures and frozen globals are Python's own.
package numba

import (
	"embed"
	"sync"

	"gputour/engine/interp"
)

//go:embed all:python
var sources embed.FS

// Modules are numba and the modules below it, for eval.Config.
var Modules = sync.OnceValue(func() []interp.Module { return interp.PythonModules(sources, "python") })
