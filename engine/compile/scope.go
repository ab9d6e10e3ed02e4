package compile

import (
	"fmt"
	"math"
	"math/big"
	"unicode/utf8"

	"gputour/engine/bytecode"
	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// compiler holds the state of compiling one block. Its panics of type *syntax.Error
// (a block with too many registers) are turned into errors by Module.
type compiler struct {
	parent *compiler
	module *syntax.Module
	block  *syntax.Block
	code   *bytecode.Code

	top int           // the first free register
	cur bytecode.Span // the source range being compiled

	handler  int // index in handlers of the innermost one, or -1
	handlers []pending
	covers   []int   // the value of handler at each instruction; finish makes ranges of it
	drafts   *drafts // of all compilers of a module
	outer    uint8   // register of the exception being handled here, or NoReg

	blocks []*unwind // enclosing statements that leave something to undo
	flow   flow

	consts            map[any]int
	globals           map[string]int
	names             map[string]int
	bodies            map[*syntax.IfExp][]int // what made the value of the first branch of a conditional
	lends             bool                    // the list to come is of arguments, and lasts as long as their call
	inlined           int                     // how many comprehensions of this frame are around the current place
	steps             bool                    // see Options
	rebind            map[*syntax.Block]bool  // the inner blocks with a := that may rebind an operand; of all compilers of a module
	walrus, sawWalrus bool                    // operands are copied because a := may rebind them; a := was met
}

// pending is a handler whose target may not be known yet.
type pending struct {
	target     int
	reg, outer uint8
}

// label is a place in the code; jumps to it may come before it is set.
type label struct {
	at    int
	jumps []int
}

func newLabel() *label { return &label{at: -1} }

func newCompiler(parent *compiler, m *syntax.Module, b *syntax.Block) *compiler {
	c := &compiler{
		parent: parent, module: m, block: b, handler: -1, outer: bytecode.NoReg,
		consts: map[any]int{}, globals: map[string]int{}, names: map[string]int{},
		code: &bytecode.Code{Name: b.Name, QualName: b.QualName, File: m.Filename, FirstLine: b.Line, Locals: b.Locals},
	}
	if parent != nil {
		c.drafts, c.rebind, c.steps = parent.drafts, parent.rebind, parent.steps
	} else {
		c.drafts, c.rebind = &drafts{}, map[*syntax.Block]bool{}
	}
	c.drafts.take(c)
	switch {
	case b.IsGenerator && b.IsCoroutine:
		c.code.Flags |= bytecode.Generator | bytecode.AsyncGenerator
	case b.IsCoroutine:
		c.code.Flags |= bytecode.Generator | bytecode.Coroutine
	case b.IsGenerator:
		c.code.Flags |= bytecode.Generator
	}
	switch b.Kind {
	case syntax.ClassBlock:
		c.code.Flags |= bytecode.ByName
	case syntax.ModuleBlock:
	default:
		c.code.Flags |= bytecode.Optimized
	}
	c.top = len(b.Locals) + len(b.Cells)
	if c.top > maxLocals {
		c.fail(TooManyLocals)
	}
	c.code.NumRegs = c.top
	c.flow = newFlow(len(b.Locals))
	c.addFrees()
	c.cur = bytecode.Span{Line: int32(b.Line), EndLine: int32(b.Line)}
	if c.code.Spilled = b.Spilled; len(b.Spilled) > 0 {
		c.emit(bytecode.Spill, 0, 0, 0, len(b.Spilled))
	}
	c.addCells()
	return c
}

// TooManyLocals is the message of a block with more variables than registers.
const TooManyLocals = "too many local variables"

// TooDeep is the message of an expression that needs more registers than are left.
const TooDeep = "expression too complex"

// maxLocals leaves room for temporaries in a frame of 256 registers: 54 beside NoReg, more than a display's maxRun.
const maxLocals = 200

func (c *compiler) addFrees() {
	for _, f := range c.block.Frees {
		free := bytecode.Free{Name: f.Name, FromFree: f.From.Scope == syntax.FreeScope, Index: int(f.From.Index)}
		if !free.FromFree && c.parent != nil {
			free.Index += len(c.parent.block.Locals)
		}
		c.code.Frees = append(c.code.Frees, free)
	}
}

func (c *compiler) addCells() {
	for i, cell := range c.block.Cells {
		c.code.Cells = append(c.code.Cells, bytecode.Cell{Name: cell.Name, Param: cell.Param})
		reg := len(c.block.Locals) + i
		if cell.Param >= 0 {
			c.emit(bytecode.MakeCell, reg, cell.Param, 1, 0)
		} else {
			c.emit(bytecode.MakeCell, reg, 0, 0, 0)
		}
	}
}

// fail ends the compilation with an error at the current place.
func (c *compiler) fail(msg string) {
	panic(&syntax.Error{Class: syntax.SyntaxError, Msg: msg, Filename: c.module.Filename,
		Start: diag.Pos{Line: int(c.cur.Line), Col: int(c.cur.Col)}})
}

// at makes n the source range of what is emitted and returns the former one.
func (c *compiler) at(n syntax.Node) bytecode.Span {
	old := c.cur
	if s := n.Span(); s.Start.IsValid() {
		c.cur = bytecode.SpanOf(s)
	}
	return old
}

// atAttr is at for an attribute whose name stands on a line of its own, which is then
// where the access and the call of a method are said to be.
func (c *compiler) atAttr(a *syntax.Attribute) {
	end := bytecode.SpanOf(a.Span())
	if c.cur.Line != end.EndLine {
		c.cur.Line, c.cur.Col, c.cur.EndCol = end.EndLine, end.EndCol-int32(utf8.RuneCountInString(a.Attr)), end.EndCol
	}
}

// wholeLine tells tracebacks to mark no part of the line for the last instruction.
func (c *compiler) wholeLine() { c.code.Hints[len(c.code.Hints)-1] |= bytecode.WholeLine }

// emit appends an instruction and returns its index.
func (c *compiler) emit(op bytecode.Op, a, b, cc, d int) int {
	pc := len(c.code.Instrs)
	c.code.Instrs = append(c.code.Instrs, bytecode.Instr{Op: op, A: uint8(a), B: uint8(b), C: uint8(cc), D: int32(d)})
	c.code.Spans = append(c.code.Spans, c.cur)
	c.code.Tops = append(c.code.Tops, uint8(c.top))
	c.code.Hints = append(c.code.Hints, 0)
	c.covers = append(c.covers, c.handler)
	return pc
}

// alloc reserves the next temporary.
func (c *compiler) alloc() int { return c.allocN(1) }

// allocN reserves n neighbouring temporaries and returns the first.
func (c *compiler) allocN(n int) int {
	r := c.top
	c.top += n
	if c.top >= bytecode.NoReg {
		c.fail(TooDeep)
	}
	c.code.NumRegs = max(c.code.NumRegs, c.top)
	return r
}

// reuse makes the temporary r free again if it is the topmost one, for an
// expression that writes its result there only when its operands are used up. No
// register then holds an old value while the operands are evaluated (see Tops).
func (c *compiler) reuse(r int) {
	if r == c.top-1 && c.isTemp(r) {
		c.top = r
	}
}

// isTemp tells whether r is a temporary and not a variable.
func (c *compiler) isTemp(r int) bool { return r >= len(c.block.Locals)+len(c.block.Cells) }

// set puts the label here.
func (c *compiler) set(l *label) {
	l.at = len(c.code.Instrs)
	for _, pc := range l.jumps {
		c.code.Instrs[pc].D = int32(l.at)
	}
}

// jump emits an instruction whose D is the label.
func (c *compiler) jump(op bytecode.Op, a, b, cc int, l *label) {
	pc := c.emit(op, a, b, cc, l.at)
	if l.at < 0 {
		l.jumps = append(l.jumps, pc)
	}
}

// protect makes a new handler the innermost one; its target is set by land.
func (c *compiler) protect(reg int) (handler, old int) {
	c.handlers = append(c.handlers, pending{-1, uint8(reg), c.outer})
	old = c.handler
	c.handler = len(c.handlers) - 1
	return c.handler, old
}

// land makes here the target of a handler.
func (c *compiler) land(handler int) { c.handlers[handler].target = len(c.code.Instrs) }

// finish writes the handler table and returns the code. Neighbouring instructions of one handler are one range, so
// ranges come in order and do not overlap, as HandlerAt needs.
func (c *compiler) finish() *bytecode.Code {
	for pc, h := range c.covers {
		if h < 0 {
			continue
		}
		t := c.code.Handlers
		p := c.handlers[h]
		if n := len(t); n > 0 && t[n-1].End == pc && t[n-1].Target == p.target {
			t[n-1].End++
			continue
		}
		c.code.Handlers = append(t, bytecode.Handler{Start: pc, End: pc + 1, Target: p.target, Reg: p.reg, Outer: p.outer})
	}
	c.drafts.give(c)
	own(c.code)
	return c.code
}

// drafts are the slices in which instructions grow. Code is kept for as long as there is a
// session, or the process, and has slices of its own length; the next block grows in those of the last.
type drafts struct{ free []draft }

type draft struct {
	instrs      []bytecode.Instr
	spans       []bytecode.Span
	tops, hints []uint8
	covers      []int
}

// take gives c empty slices to grow.
func (d *drafts) take(c *compiler) {
	n := len(d.free)
	if n == 0 {
		return
	}
	f := d.free[n-1]
	d.free = d.free[:n-1]
	k := c.code
	k.Instrs, k.Spans, k.Tops, k.Hints, c.covers = f.instrs[:0], f.spans[:0], f.tops[:0], f.hints[:0], f.covers[:0]
}

// give takes them back and leaves c's code with copies.
func (d *drafts) give(c *compiler) {
	k := c.code
	d.free = append(d.free, draft{k.Instrs, k.Spans, k.Tops, k.Hints, c.covers})
	k.Instrs, k.Spans = append([]bytecode.Instr{}, k.Instrs...), append([]bytecode.Span{}, k.Spans...)
	k.Tops, k.Hints = append([]uint8{}, k.Tops...), append([]uint8{}, k.Hints...)
	c.covers = nil
}

// floatKey tells -0.0 from 0.0 and makes NaN equal to itself.
type floatKey uint64

type bigKey string

// constant returns the index of a constant, adding it if it is new.
func (c *compiler) constant(v any) int {
	var key any
	switch v := v.(type) {
	case float64:
		key = floatKey(math.Float64bits(v))
	case complex128:
		key = [2]floatKey{floatKey(math.Float64bits(real(v))), floatKey(math.Float64bits(imag(v)))}
	case *big.Int:
		key = bigKey(v.String())
	case bytecode.Tuple, bytecode.FrozenSet:
		key = fmt.Sprintf("%T%s", v, bytecode.ConstText(v))
	case string:
		key = [1]string{v}
	default:
		key = v
	}
	if i, ok := c.consts[key]; ok {
		return i
	}
	i := len(c.code.Consts)
	c.code.Consts = append(c.code.Consts, v)
	c.consts[key] = i
	return i
}

func (c *compiler) global(name string) int {
	return intern(c.globals, &c.code.Globals, name)
}

func (c *compiler) name(name string) int {
	return intern(c.names, &c.code.Names, name)
}

func intern(index map[string]int, list *[]string, name string) int {
	i, ok := index[name]
	if !ok {
		i = len(*list)
		*list = append(*list, name)
		index[name] = i
	}
	return i
}

// site adds an inline cache for the attribute name.
func (c *compiler) site(name string) int {
	c.code.Sites = append(c.code.Sites, name)
	return len(c.code.Sites) - 1
}

func (c *compiler) kwNames(names []string) int {
	c.code.KwNames = append(c.code.KwNames, names)
	return len(c.code.KwNames) - 1
}

// inExcept is 1 inside an except clause, else 0.
func (c *compiler) inExcept() int {
	if c.outer == bytecode.NoReg {
		return 0
	}
	return 1
}
