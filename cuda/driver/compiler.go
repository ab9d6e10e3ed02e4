package driver

import "fmt"

// Compiler is NVIDIA's run-time compiler (NVRTC), which makes PTX of CUDA C++. It comes
// with the CUDA toolkit and with PyTorch, not with the driver. It is safe for concurrent use.
type Compiler interface {
	// Version is the CUDA it belongs to, such as 12.4.
	Version() (major, minor int)
	// Compile compiles a source that errors call file. kernels are the functions that are
	// wanted; entries are their names in the PTX, in the same order.
	Compile(file, source string, kernels []string, options ...string) (p Program, err error)
}

// Program is what a Compiler makes.
type Program struct {
	PTX     []byte
	Entries []string
	Log     string // warnings
}

// CompileError is a source that does not compile, or a compiler that fails.
type CompileError struct {
	Code int    // nvrtcResult
	Text string // the compiler's word for it
	Log  string // what is wrong, line by line
}

func (e *CompileError) Error() string {
	if e.Log != "" {
		return e.Log
	}
	return fmt.Sprintf("NVRTC: %s (error %d)", e.Text, e.Code)
}
