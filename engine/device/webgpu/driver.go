package webgpu

import "errors"

// Handle is a GPUBuffer; 0 is none.
type Handle int64

// Adapter is what the browser says of the GPU.
type Adapter struct {
	Name     string // its vendor and architecture, as far as the browser tells
	Software bool   // it computes on the processor: no GPU is behind it
	// Limits in bytes, by their names in WebGPU's specification.
	MaxBufferSize, MaxStorageBufferBindingSize int64
}

// ErrNoMemory is the cause of a buffer that the GPU has no room for.
var ErrNoMemory = errors.New("the GPU has no room")

// Driver is WebGPU as the browser offers it to one session. Work is done in the order in which it is
// given; what goes wrong is told late, by Read and Wait.
type Driver interface {
	Adapter() Adapter
	// Create makes a buffer of zeros; its error may be ErrNoMemory.
	Create(bytes int64) (Handle, error)
	Destroy(Handle)
	// Compile makes a pipeline of WGSL's entry point main and returns its number.
	Compile(source string) uint32
	// Submit has so many commands run, which are laid out as type batch says.
	Submit(commands []byte, count int)
	// Write and Read move bytes; offsets and sizes are multiples of 4. Read waits for the work before it.
	Write(to Handle, offset int64, src []byte)
	Read(dst []byte, from Handle, offset int64) error
	// Wait waits for all that was given, and says what went wrong since the last call that could.
	Wait() error
	Close()
}
