// This file has what a kernel is to those who run it.

package cudac

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
	inShared    []sharedVariable
	MaxThreads  int // as __launch_bounds__ says; 0 where it does not
	Registers   int // an estimate, per thread

	module     *module
	body       action
	regs       int
	masks      int
	localBytes int
	isHost     bool
	result     int // register of what it returns
	stackBase  int // where frames of recursive functions begin
	preset     []uint64
	presetAt   []int
	extern     []int
	arguments  []int // registers in which they come
	barriers   bool
	polls      bool // looks at memory for what others change while it runs
	swaps      bool // has atomicCAS
	fences     bool // has a fence
	sites      []*site
	sweeps     []*sweep
	phase      *sweep   // the kernel itself; nil where it has no tape
	outline    *outline // for plans; nil where there are none
	script     *script  // of a kernel with barriers; nil where warps must be coroutines
	uses       []use    // by parameter

	variables           []variable // that a recording shows
	firstLine, lastLine int
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
	regThread = 0 // x, y, z
	regBlock  = 3
	regDim    = 6
	regGrid   = 9
	regLane   = 12
	firstReg  = 13
)

// module is what the kernels of one source have in common.
type module struct {
	source   *source.Text   // where their lines are
	state    []byte         // what the __device__ and __constant__ variables hold now
	changes  bool           // a function may write to device variables
	hidden   int64          // grain of what pointers in device variables point to; 0 where there are none
	literals []byte         // strings
	placed   map[string]int // where each stands
	heaps    bool           // device code takes memory

	marked func(kernel string) (*Kernel, error) // compiles a kernel once more, with a mark before each statement
}

// literal keeps a string and says where it stands.
func (m *module) literal(s string) int {
	at, ok := m.placed[s]
	if !ok {
		at = len(m.literals)
		m.placed[s] = at
		m.literals = append(append(m.literals, s...), 0)
	}
	return at
}
