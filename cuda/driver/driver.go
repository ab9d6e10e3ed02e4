// Package driver is NVIDIA's CUDA driver as the rest of the program sees it: devices,
// contexts, memory, modules, streams and events, through gorgonia.org/cu. It is the only
// package with cgo and knows nothing of tensors.
//
// The driver's library is opened when Open is called, never linked: the program starts
// where there is none. Without cgo, on another system than Linux, or built without the
// tag cuda, Open says why there is no driver.
//
//	drv, err := driver.Open("")
//	ctx, err := drv.NewContext(0)
//	at, err := ctx.Alloc(1 << 20)
package driver

import (
	"fmt"
	"unsafe"
)

// Library is the file that Open opens unless told otherwise.
const Library = "libcuda.so.1"

// Driver is an opened CUDA driver. It is safe for concurrent use.
type Driver interface {
	// Version is the newest CUDA that the driver speaks, such as 12040 for 12.4.
	Version() int
	// Count is the number of GPUs, without those that CUDA_VISIBLE_DEVICES hides.
	Count() int
	GPU(i int) (GPU, error)
	// Peers reports whether GPU a reaches the memory of GPU b.
	Peers(a, b int) bool
	// NewContext makes a context on a GPU. Its owner destroys it.
	NewContext(gpu int) (Context, error)
}

// GPU is what the driver says of a GPU.
type GPU struct {
	Name         string
	UUID         string // without "GPU-"
	Memory       int64  // bytes
	Major, Minor int    // compute capability
	SMs          int
	SMThreads    int // threads resident on one multiprocessor
	SharedBytes  int // shared memory that one block may have when it asks
	ClockKHz     int
	ECC          bool
	Prohibited   bool // the owner of the machine forbids contexts on it
	MaxGrid      [3]uint32

	PCIDomain, PCIBus, PCIDevice int
}

// Handles of a context's things. The zero Stream is the default stream.
type (
	Address  uint64 // of device memory
	Stream   uintptr
	Event    uintptr
	Module   uintptr
	Function uintptr
)

// Context is one session's use of one GPU: its memory and kernels are reached by no other
// context. Calls may come from any goroutine, one at a time. Copies and launches begin
// asynchronously, on a stream; host memory that they touch must be pinned or outlive them.
type Context interface {
	Destroy() error
	Synchronize() error
	// MemInfo is the GPU's memory, all contexts counted, in bytes.
	MemInfo() (free, total int64, err error)

	Alloc(bytes int64) (Address, error)
	Free(at Address) error
	// AllocPinned is host memory that the GPU reads and writes without the driver's
	// staging. FreePinned takes what AllocPinned gave.
	AllocPinned(bytes int) ([]byte, error)
	FreePinned(mem []byte) error
	// Register makes host memory such as AllocPinned's, for all contexts, until Unregister or
	// the end of this one. Its owner keeps it where it is.
	Register(mem []byte) error
	Unregister(mem []byte) error

	Clear(at Address, bytes int64, s Stream) error
	CopyIn(dst Address, src unsafe.Pointer, bytes int, s Stream) error
	CopyOut(dst unsafe.Pointer, src Address, bytes int, s Stream) error
	CopyWithin(dst, src Address, bytes int, s Stream) error
	// EnablePeer lets copies from another context go straight from GPU to GPU.
	EnablePeer(from Context) error
	// CopyFrom copies from the memory of another context of the same driver.
	CopyFrom(dst Address, from Context, src Address, bytes int, s Stream) error

	// Assemble compiles PTX to an image for the GPU, which Load takes without compiling it
	// again, in any context on a GPU of the same kind.
	Assemble(ptx []byte) (image []byte, err error)
	// Load takes PTX, which the driver compiles, or an image. The error of a source that does not compile has the driver's words.
	Load(code []byte) (Module, error)
	Unload(m Module) error
	Function(m Module, name string) (Function, error)
	// AllowShared lets launches of f ask for so much dynamic shared memory.
	AllowShared(f Function, bytes int) error
	// Launch starts f with its parameters packed as its interface lays them out.
	Launch(f Function, grid, block [3]uint32, shared uint32, s Stream, params []byte) error

	// NewStream makes a stream that does not wait for the default stream.
	NewStream(priority int) (Stream, error)
	DestroyStream(s Stream) error
	SynchronizeStream(s Stream) error
	// StreamDone reports whether all work of s is done.
	StreamDone(s Stream) (bool, error)
	WaitEvent(s Stream, e Event) error

	NewEvent(timing bool) (Event, error)
	DestroyEvent(e Event) error
	Record(e Event, s Stream) error
	SynchronizeEvent(e Event) error
	EventDone(e Event) (bool, error)
	// Elapsed is the time between two events, in milliseconds.
	Elapsed(start, end Event) (float64, error)
}

// Error is a call that the driver refused.
type Error struct {
	Call string // the driver's function
	Code int    // CUresult
	Text string // the driver's words
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s (CUDA error %d)", e.Call, e.Text, e.Code) }

// Codes of errors that callers tell apart.
const (
	InvalidValue   = 1
	OutOfMemory    = 2
	NoDevice       = 100
	NotReady       = 600
	IllegalAddress = 700
	LaunchFailed   = 719
)

// Sticky reports an error after which the context is of no more use: every later call in
// it answers the same.
func (e *Error) Sticky() bool {
	switch e.Code {
	case IllegalAddress, LaunchFailed,
		214, 220, // uncorrectable errors of memory and of NVLink
		702, 709, 710, // a launch that took too long, a context that is gone, a failed assertion
		714, 715, 716, 717, 718: // the hardware stack, an instruction, its address, its address space, the program counter
		return true
	}
	return false
}
