// This file has what a kernel is to those who run it.

package simt

import (
	"math"

	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// Param is a parameter of a kernel.
type Param struct {
	Name string
	Type *syntax.Type
}

// Kernel is a __global__ function that can be launched.
type Kernel struct {
	Name        string
	Params      []Param
	SharedBytes int // of static shared memory, per block
	InShared    []SharedVariable
	MaxThreads  int // as __launch_bounds__ says; 0 where it does not
	Registers   int // an estimate, per thread

	Module     *Module
	Body       Action
	Regs       int
	Masks      int
	LocalBytes int
	IsHost     bool
	Result     int // register of what it returns
	StackBase  int // where frames of recursive functions begin
	Preset     []uint64
	PresetAt   []int
	Extern     []int
	Arguments  []int // registers in which they come
	Barriers   bool
	Polls      bool // looks at memory for what others change while it runs
	Swaps      bool // has atomicCAS
	Fences     bool // has a fence
	Sites      []*Site
	Sweeps     []*Sweep
	Phase      *Sweep   // the kernel itself; nil where it has no tape
	Outline    *Outline // for plans; nil where there are none
	Script     *Script  // of a kernel with barriers; nil where warps must be coroutines
	Uses       []Use    // by parameter

	Variables           []Variable // that a recording shows
	FirstLine, LastLine int
}

// Arg is an argument: a number's register, or a buffer with a byte offset.
type Arg struct {
	Bits   uint64
	Buffer *Buffer
	Offset int
}

// Number makes an argument of a number for a parameter of type t, converting as C would.
func Number(t *syntax.Type, f float64, i int64, isFloat bool) Arg {
	if isFloat {
		bits := math.Float64bits(f)
		if conv := word.Conversion(word.F64, t.Kind); conv != nil {
			bits = conv(bits)
		}
		return Arg{Bits: bits}
	}
	bits := uint64(i)
	if conv := word.Conversion(word.I64, t.Kind); conv != nil {
		bits = conv(bits)
	}
	return Arg{Bits: bits}
}

// Registers that every warp begins with.
const (
	RegThread = 0 // x, y, z
	RegBlock  = 3
	RegDim    = 6
	RegGrid   = 9
	RegLane   = 12
	FirstReg  = 13
)

// Coordinates are the registers in which the variables begin that say where a thread is.
var Coordinates = map[string]int{"threadIdx": RegThread, "blockIdx": RegBlock, "blockDim": RegDim, "gridDim": RegGrid}

// Coordinate is which of them and which part of it an expression like threadIdx.x means, unless a variable has the name.
func Coordinate(e *syntax.Expr) (base, d int, ok bool) {
	base, ok = Coordinates[e.Kids[0].Name]
	if !ok || e.Kids[0].Op != "name" || len(e.Name) != 1 || e.Name < "x" || e.Name > "z" {
		return 0, 0, false
	}
	return base, int(e.Name[0] - 'x'), true
}

// Module is what the kernels of one source have in common.
type Module struct {
	Source   *source.Text   // where their lines are
	State    []byte         // what the __device__ and __constant__ variables hold now
	Changes  bool           // a function may write to device variables
	Hidden   int64          // grain of what pointers in device variables point to; 0 where there are none
	Literals []byte         // strings
	Placed   map[string]int // where each stands
	Heaps    bool           // device code takes memory

	Marked func(kernel string) (*Kernel, error) // compiles a kernel once more, with a mark before each statement
}

// Literal keeps a string and says where it stands.
func (m *Module) Literal(s string) int {
	at, ok := m.Placed[s]
	if !ok {
		at = len(m.Literals)
		m.Placed[s] = at
		m.Literals = append(append(m.Literals, s...), 0)
	}
	return at
}
