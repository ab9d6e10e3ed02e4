// Package bytecode is the code that the evaluator runs: instructions over registers, and the blocks they stand in.
//
// A Code holds no Python values and no session's state, so one compilation serves every session of
// the process; the evaluator links it to a session's globals when it runs it.
//
// A frame has up to 256 registers: the block's locals first, then one register
// for each cell, then temporaries. Temporaries are allocated in stack order, and
// a call's arguments are the topmost ones, so the callee's frame can begin where
// they lie and everything above them is dead during the call (see Code.Tops).
package bytecode

import (
	"slices"
	"sort"

	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// Instr is one instruction; its operands are explained at the operations.
type Instr struct {
	Op      Op
	A, B, C uint8
	D       int32
}

// Code.Hints says of an instruction that it is the last use of values which only a temporary
// holds, or that its own value goes to such a use, or how tracebacks show it.
const (
	EndsResult = 1 << iota // nothing uses the result
	Passes                 // the result goes to one instruction, which ends it
	Binds                  // the result goes to a variable of Owners
	Reads                  // an operand may be of Owners or made by an instruction that Passes; of a Move: into an argument
	WholeLine              // CPython blames the whole statement, of which Spans has the part that matters
)

// Registers tells which of A, B and C name registers; what comes after them in a run of registers are temporaries.
func (in *Instr) Registers() (a, b, c bool) {
	kinds := &ops[in.Op]
	return kinds.a == 'r', kinds.b == 'r', kinds.c == 'r'
}

// NoReg as an operand says that there is no such register.
const NoReg = 255

// Flags tell what kind of block a Code is.
type Flags uint8

const (
	VarArgs           Flags = 1 << iota // has a *args parameter
	VarKeywords                         // has a **kwargs parameter
	Generator                           // a call makes a generator, a coroutine or an asynchronous generator
	ByName                              // names are looked up in a namespace: class bodies, exec
	Optimized                           // a function: its locals are registers
	Coroutine                           // a call makes a coroutine
	AsyncGenerator                      // a call makes an asynchronous generator
	IterableCoroutine                   // a generator that may be awaited: see types.coroutine
)

// Code is one compiled block: a module, function, class body or comprehension.
// It is immutable.
type Code struct {
	Name, QualName string
	File           string
	FirstLine      int
	Flags          Flags
	Doc            string
	HasDoc         bool

	// Parameters are Locals[:NumParams()] in the order positional (the first
	// NumPosOnly of them positional-only), keyword-only, *args, **kwargs.
	NumPosOnly, NumArgs, NumKwOnly int

	Locals []string
	Cells  []Cell // cell i is register len(Locals)+i
	Frees  []Free
	// Spilled are variables without a register. They lie in the closure after Frees,
	// made anew for each activation by the instruction Spill.
	Spilled []string
	NumRegs int // registers that any instruction names: locals, cells and temporaries; less than NoReg

	// Instrs, Spans, Tops and Hints have an element for each instruction; so jumps, handlers and
	// tracebacks speak of the same numbers.

	Instrs   []Instr
	Spans    []Span    // of each instruction
	Tops     []uint8   // the first dead register while each instruction runs
	Hints    []uint8   // on each instruction: see EndsResult
	Handlers []Handler // in order of their ranges, which do not overlap: that of an inner try is cut out of the outer one's
	Starts   []Start   // of the statements, in order
	Comps    []Comp    // the comprehensions that run in this frame, inner ones first
	Owners   []uint8   // the locals that may be all that holds an object: see own.go of package compile

	Consts   []any // see Const
	Globals  []string
	Names    []string
	Sites    []string // one per instruction that needs a cache: the attribute's name, "" for a call
	KwNames  [][]string
	Imports  []Import
	Children []*Code
}

// Whole tells whether CPython blames a whole statement for what the instruction pc does.
func (c *Code) Whole(pc int) bool { return pc < len(c.Hints) && c.Hints[pc]&WholeLine != 0 }

// Owns reports whether local r is one of Owners.
func (c *Code) Owns(r int) bool { return r < len(c.Locals) && slices.Contains(c.Owners, uint8(r)) }

// NumParams counts the parameters, *args and **kwargs included.
func (c *Code) NumParams() int {
	n := c.NumArgs + c.NumKwOnly
	if c.Flags&VarArgs != 0 {
		n++
	}
	if c.Flags&VarKeywords != 0 {
		n++
	}
	return n
}

// FreeName is the name of element i of the closure. It tells which those of Spilled are: CPython has them as plain locals,
// and says so when they are unbound.
func (c *Code) FreeName(i int) (name string, spilled bool) {
	if i < len(c.Frees) {
		return c.Frees[i].Name, false
	}
	return c.Spilled[i-len(c.Frees)], true
}

// Cell is a variable that inner blocks capture. Param is the register of the
// parameter that it starts with, or -1.
type Cell struct {
	Name  string
	Param int
}

// Free is a captured variable of an enclosing block, taken from the parent's
// closure (FromFree) or else from the cell in the parent's register Index.
type Free struct {
	Name     string
	FromFree bool
	Index    int
}

// Span is the source range of an instruction; lines from 1, columns in code points from 0.
type Span struct {
	Line, Col, EndLine, EndCol int32
}

// SpanOf is what a place of the tree covers.
func SpanOf(s diag.Span) Span {
	return Span{int32(s.Start.Line), int32(s.Start.Col), int32(s.End.Line), int32(s.End.Col)}
}

// Start is where a statement begins: Live registers hold values then.
type Start struct {
	PC   int32
	Live uint8
}

// Comp is a comprehension whose loops are the instructions [Start, End). Instruction At
// has its source range.
type Comp struct {
	Start, End, At int
	Block          *syntax.Block
}

// Handler says where an exception in the instructions [Start, End) goes on: at
// Target, with the exception in register Reg. Outer is the register with the
// exception that is being handled around the try statement, or NoReg where that is the one around the frame.
type Handler struct {
	Start, End, Target int
	Reg, Outer         uint8
}

// HandlerAt returns the innermost handler of the instruction at pc, or nil: there is one at most, see Handlers.
func (c *Code) HandlerAt(pc int) *Handler {
	i := sort.Search(len(c.Handlers), func(i int) bool { return c.Handlers[i].End > pc })
	if i < len(c.Handlers) && c.Handlers[i].Start <= pc {
		return &c.Handlers[i]
	}
	return nil
}

// Import is one `import Module` or `from Module import From`.
type Import struct {
	Module string   // dotted; "" for `from . import x`
	Level  int      // leading dots
	From   []string // nil for the first form
}

// Constants in Code.Consts are those of syntax.Constant.Value, and:
type (
	// Tuple is a tuple of constants.
	Tuple []any
	// FrozenSet is a set of constants, made from the right side of `in {…}`.
	FrozenSet []any
)
