// Package kernels holds the CUDA kernels of tensor operations, as PTX, and plans how a
// device.Launch becomes calls of them.
//
// The kernels are written in CUDA C++ (src/*.cu), compiled by build.sh to the PTX in ptx/ and
// embedded. A Plan names kernels, grids and parameter bytes, with the places where device
// addresses belong; whoever talks to the driver (package cuda) fills those in and launches.
// Nothing here needs a GPU or cgo: emulate.sh builds the same sources for the host, and the
// tests run every kernel there against device/cpu. README.md has the table of families.
//
//	var p kernels.Plan
//	if !p.Make(launch, &limits) {
//		// no kernel: compute on the host
//	}
//	for _, c := range p.Calls { … }
package kernels

import (
	"slices"
	"unsafe"

	"gputour/engine/device"
)

// Limits is what a plan must know of the GPU.
type Limits struct {
	SMs, SMThreads int       // multiprocessors, and the threads each can hold
	Major, Minor   int       // compute capability
	SharedBytes    int       // shared memory a block may ask for
	MaxGrid        [3]uint32 // blocks in each direction
}

// at reports a compute capability of at least major.minor.
func (l *Limits) at(major, minor int) bool {
	return l.Major > major || l.Major == major && l.Minor >= minor
}

// Plan is one launch as kernel calls, which run one after another on one stream. The zero
// Plan is ready to use; Make reuses its room, so that a launch costs no allocation. What Make
// filled in stays valid until the next Make.
type Plan struct {
	Calls []Call
	// Scratch holds the size in bytes of each temporary buffer, aligned to 256. Contents are
	// undefined before the calls and worthless after them.
	Scratch []int
	// Flag says that Scratch[0] is a Fault, to be zeroed before the calls and looked at after.
	Flag bool

	limits   *Limits
	launch   *device.Launch
	params   []byte
	pointers []Pointer
}

// Call is one kernel launch. Every kernel has one parameter, a struct by value: Params are
// its bytes.
type Call struct {
	Module      string // see Module
	Name        string // .entry name
	Grid, Block [3]uint32
	Shared      uint32 // dynamic shared memory in bytes
	Params      []byte
	Pointers    []Pointer // addresses to write into Params, 8 bytes each, little endian
}

// Pointer says that the device address of an operand's buffer, plus Offset bytes, belongs
// at Params[At:]. Operand counts the launch's Args; −1−k is Scratch[k].
type Pointer struct{ At, Operand, Offset int }

// Fault is what a kernel writes when an index operand names a place that does not exist.
type Fault struct {
	Index, Size int64
	Operand     int32 // which of the index operands, from 0
	Hit         int32 // whether there was one
}

// Err is the error a fault stands for; nil where there was none.
func (f *Fault) Err(op device.Op) error {
	if f.Hit == 0 {
		return nil
	}
	cause := &device.OutOfRange{Index: int(f.Index), Size: int(f.Size), Operand: int(f.Operand)}
	return &device.Error{Op: op.String(), Code: device.Failed, Err: cause}
}

// Make plans a launch. It answers false where there is no kernel: the launch must then go
// through the host.
func (p *Plan) Make(l *device.Launch, limits *Limits) bool {
	p.Calls, p.Scratch, p.Flag = p.Calls[:0], p.Scratch[:0], false
	p.params, p.pointers = p.params[:0], p.pointers[:0]
	p.limits, p.launch = limits, l
	ok := false
	if l.Op < device.NumOps && len(l.Args) > 0 && !foreign(l) {
		plan := planners[l.Op.Family()]
		ok = plan != nil && plan(p, l)
	}
	p.limits, p.launch = nil, nil
	return ok
}

// foreign reports a type that no kernel is compiled for: 8-bit floats.
func foreign(l *device.Launch) bool {
	return slices.ContainsFunc(l.Args, func(o device.Operand) bool { return o.DType.IsFloat8() })
}

// planners plan the ops of a family.
var planners = map[device.Family]func(*Plan, *device.Launch) bool{
	device.Unary: planElementwise, device.Predicate: planElementwise, device.Binary: planElementwise,
	device.Compare: planElementwise, device.Ternary: planElementwise, device.Move: planMove,
	device.Reduce: planReduce, device.Matrix: planMatrix,
	device.Softmax: planSoftmax, device.Norm: planNorm, device.Index: planIndex,
	device.Scan: planScan, device.Order: planOrder, device.Window: planWindow, device.Step: planStep,
}

// scratch asks for a temporary buffer and returns its number for Pointer.Operand.
func (p *Plan) scratch(bytes int) int {
	p.Scratch = append(p.Scratch, max(bytes, 1))
	return -len(p.Scratch)
}

// add appends a call of a kernel. The pointers say where in params addresses belong.
func add[P any](p *Plan, name string, grid, block [3]uint32, params *P, pointers ...Pointer) *Call {
	from, at := len(p.params), len(p.pointers)
	p.params = append(p.params, unsafe.Slice((*byte)(unsafe.Pointer(params)), unsafe.Sizeof(*params))...)
	p.pointers = append(p.pointers, pointers...)
	p.Calls = append(p.Calls, Call{Module: name, Name: name, Grid: grid, Block: block,
		Params: p.params[from:len(p.params):len(p.params)], Pointers: p.pointers[at:len(p.pointers):len(p.pointers)]})
	return &p.Calls[len(p.Calls)-1]
}

// operand is a pointer to the first element of an operand.
func (p *Plan) operand(at uintptr, arg int) Pointer {
	o := &p.launch.Args[arg]
	return Pointer{At: int(at), Operand: arg, Offset: o.Offset * o.DType.Size()}
}

// address is the room for a device address in a kernel's parameter.
type address uint64

// flat is a one-dimensional grid or block.
func flat(n int) [3]uint32 { return [3]uint32{uint32(n), 1, 1} }

func ceilDiv(a, b int) int { return (a + b - 1) / b }
