// Package device is the contract between tensors and what computes on them: memory,
// streams and kernel launches of one device.
//
// A Device owns the memory behind Buffers and runs Launches, descriptors that name an
// operation and say where its operands lie. The CPU (device/cpu) runs them at once; a
// simulated GPU (device/sim) runs the same loops over its own memory against a model
// clock; a CUDA GPU launches kernels. Devices belong to one session: nothing here is
// shared or global. Of the project the package imports breath alone.
//
//	var buf device.Buffer
//	err := dev.Alloc(&buf, 24)
//	err = dev.CopyIn(&buf, 0, bytes, false)
//	err = dev.Launch(&launch)
//	err = dev.CopyOut(out, &buf, 0)
package device

import "strconv"

// Kind tells devices apart as PyTorch's device types do: a simulated GPU is a CUDA
// device to the program that uses it.
type Kind uint8

// The device types.
const (
	CPU Kind = iota
	CUDA
	WebGPU // the GPU of whoever reads the page, as the browser offers it
	Meta   // shapes and types without elements
)

var kindNames = [...]string{CPU: "cpu", CUDA: "cuda", WebGPU: "webgpu", Meta: "meta"}

// String is the device type's name in programs, for CPU and CUDA PyTorch's.
func (k Kind) String() string { return kindNames[k] }

// Info describes a device. It does not change while the device lives.
type Info struct {
	Kind      Kind
	Index     int    // ordinal among devices of the kind
	Name      string // as get_device_name answers it
	Model     string // published model a simulation follows, else ""
	Simulated bool
	Memory    int64 // bytes in all; 0 for the host
	Major     int   // compute capability
	Minor     int
	SMs       int   // multiprocessors; decides how random numbers are dealt to elements
	SMThreads int   // threads a multiprocessor holds
	Lacks     Types // element types that no tensor there can have
}

// String is the device's name in programs and messages: "cpu", "cuda:1".
func (i *Info) String() string {
	if i.Kind == CPU || i.Kind == Meta {
		return i.Kind.String()
	}
	return i.Kind.String() + ":" + strconv.Itoa(i.Index)
}

// Device is a place where tensors live and kernels run. Calls come from one goroutine
// at a time. Work is ordered by the current stream; CopyOut waits for what it reads.
type Device interface {
	Info() *Info

	// Alloc makes b a buffer of the given size, whose content is undefined but never
	// another session's. The device takes the memory back some time after b has become
	// unreachable, or when Free is called.
	Alloc(b *Buffer, bytes int) error
	// Free gives b's memory back at once. The caller vouches that nothing reads b again.
	Free(b *Buffer)

	// CopyIn writes host bytes into b at a byte offset; CopyOut reads them back. With
	// async the call may return before the transfer ends on the device's clock; src may be
	// reused at once all the same, unless the program has made it page-locked.
	CopyIn(b *Buffer, offset int, src []byte, async bool) error
	CopyOut(dst []byte, b *Buffer, offset int) error
	// CopyPeer copies bytes from a buffer of another device of the same kind, or the same.
	CopyPeer(dst *Buffer, dstOffset int, src *Buffer, srcOffset, bytes int) error

	// Launch runs one kernel on the current stream. The device may keep neither l nor
	// its operands' slices after it returns. Bounds and dtypes are the caller's duty.
	Launch(l *Launch) error

	// Stream is the current stream, SetStream makes s the current one.
	Stream() Stream
	SetStream(s Stream)
	NewStream(priority int) (Stream, error)
	NewEvent(timing bool) (Event, error)
	Synchronize() error

	// Observe makes f receive what the device does; nil stops it.
	Observe(f Observer)
}

// DefaultStream is the stream of d that is current until another is chosen: of a device that tells none apart, the current one.
func DefaultStream(d Device) Stream {
	if m, ok := d.(interface{ DefaultStream() Stream }); ok {
		return m.DefaultStream()
	}
	return d.Stream()
}

// Stream is an ordered queue of work on one device.
type Stream interface {
	ID() int64
	Synchronize() error
	Query() bool // whether all its work is done
	Wait(e Event) error
}

// Event marks a point in a stream.
type Event interface {
	Record(s Stream) error // marks the end of what s has been given so far
	Synchronize() error    // waits for that; at once if nothing was recorded
	Query() bool           // whether it has come to pass
	// Elapsed is the time from this event to end. Both must have been made with timing, recorded, and have come to pass.
	Elapsed(end Event) (millis float64, err error)
}

// Settler is implemented by devices whose work goes on after the calls that began it.
type Settler interface {
	// Settle waits for the work, tells the observer what is still to be told, and
	// returns what went wrong since the last call that could say so.
	Settle() error
}

// Memory is the statistics of a device's memory, in bytes, as torch.cuda's functions of these names report them.
type Memory struct {
	Allocated, MaxAllocated int64 // in blocks that tensors use
	Reserved, MaxReserved   int64 // in segments taken from the device
	Free, Total             int64 // mem_get_info
}

// MemoryReporter is implemented by devices that account for their memory.
type MemoryReporter interface {
	// Memory reaps unreachable buffers first, so that its figures are exact.
	Memory() Memory
	EmptyCache()
	ResetPeak()
}

// Buffer is a run of bytes on one device. Its zero value is an empty buffer of no
// device; Device.Alloc fills it in.
type Buffer struct {
	Device Device
	Bytes  int
	ID     uint64 // unlike that of any other buffer the device has had; 0 where nobody counts
	// Host holds the bytes of a host buffer; nil on any other device.
	Host []byte
	// Block is the owning device's own record.
	Block any

	small [64]byte
}

// Small returns n bytes that live inside the buffer itself, or nil when they do not
// fit: small host buffers need no memory of their own.
func (b *Buffer) Small(n int) []byte {
	if n > len(b.small) {
		return nil
	}
	return b.small[:n:n]
}

// IsSmall reports a buffer whose bytes are its own: right after Alloc they are zero.
func (b *Buffer) IsSmall() bool { return b.Bytes <= len(b.small) && b.Host != nil }
