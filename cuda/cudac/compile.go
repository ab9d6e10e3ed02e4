// This file compiles sources: from text to kernels.

package cudac

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gputour/cuda/cudac/word"
	"gputour/engine/diag"
)

// Program is a compiled source.
type Program struct {
	Kernels  []*Kernel
	Warnings diag.List
	c        *compiler
	globals  []byte // first content of __device__ and __constant__ variables
	state    []byte // their content now
	changes  bool   // a function may write to device variables
	hidden   int64  // grain of what pointers in device variables point to; 0 where there are none

	texts       []byte         // string literals
	textAt      map[string]int // where each stands
	hostGlobals []byte         // first content of the host's variables
	main        *Kernel        // of whole programs
	work        int            // expressions lowered so far
	dynamic     []*decl        // variables of the host that are made when main begins
	managed     bool           // there are __managed__ variables
	heaps       bool           // device code takes memory
	instances   map[string]*Kernel
	symbols     map[string]extent  // device variables, by name
	named       map[uint64]*Kernel // kernels whose names host code uses as values
}

// extent is where a variable lies among those of its space, and its bytes.
type extent struct{ offset, size int }

// Param is a parameter of a kernel.
type Param struct {
	Name string
	Type *Type
}

// Kernel is a __global__ function that can be launched.
type Kernel struct {
	Name        string
	Params      []Param
	SharedBytes int // of static shared memory, per block
	inShared    []sharedVariable
	MaxThreads  int // as __launch_bounds__ says; 0 where it does not
	Registers   int // an estimate, per thread

	program    *Program
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
	params     []int
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

// Compile compiles the kernels of a source whose first line is line of file. What is wrong
// with it comes back as a diag.List.
func Compile(file, source string, line int) (*Program, error) {
	return translate(&compiler{file: file, lines: strings.Split(source, "\n"), shift: line - 1}, source)
}

// CompileProgram compiles a whole program, with a main that Run runs.
func CompileProgram(file, source string, line int) (*Program, error) {
	return Source{File: file, Text: source, Line: line}.Program()
}

// translate compiles a source.
func translate(c *compiler, source string, more ...File) (*Program, error) {
	lex := &lexer{src: source, line: 1, first: true, c: c}
	p := newParser(c, withoutAttributes(c.preprocess(lex.all(), more)))
	if c.failed() {
		return nil, c.problems
	}
	p.parse()
	program := &Program{c: c, textAt: map[string]int{}, instances: map[string]*Kernel{}, symbols: map[string]extent{}, named: map[uint64]*Kernel{}}
	if c.failed() {
		return nil, c.problems
	}
	program.lower(p.unit)
	slices.SortStableFunc(c.problems, func(a, b *diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start.Line, b.Span.Start.Line), cmp.Compare(a.Span.Start.Col, b.Span.Start.Col))
	})
	if c.failed() {
		return nil, c.problems
	}
	program.Warnings = c.problems
	program.state = append([]byte(nil), program.globals...)
	return program, nil
}

// literal keeps a string and says where it stands.
func (p *Program) literal(s string) int {
	at, ok := p.textAt[s]
	if !ok {
		at = len(p.texts)
		p.textAt[s] = at
		p.texts = append(append(p.texts, s...), 0)
	}
	return at
}

// lower lowers every kernel, and checks the functions that none calls.
func (p *Program) lower(u *unit) {
	globals := map[string]*symbol{}
	if p.c.whole {
		p.words()
	}
	p.lowering(u, globals, false).declareGlobals()
	p.changes = u.changes()
	for _, f := range u.order {
		if f.template != nil || f.body == nil || f.header || p.work > maxWork {
			continue
		}
		switch {
		case f.global, f.device:
			if k := p.lowerFunction(u, globals, f, binding{}, false); f.global && k != nil {
				p.Kernels = append(p.Kernels, k)
				p.instances[instanceKey(f, binding{})] = k
			}
		case p.c.whole && f.name == "main":
			p.main = p.lowerFunction(u, globals, f, binding{}, true)
		case p.c.whole:
			p.lowerFunction(u, globals, f, binding{}, true)
		}
	}
	p.checkWhole(u)
}

// checkWhole fails where a cell is not what its first line says.
func (p *Program) checkWhole(u *unit) {
	switch {
	case p.c.failed():
	case p.c.whole && p.main == nil && !p.c.module:
		p.c.report(diag.Pos{Line: 1}, 1, "the program has no main function", "write int main() { … }, or leave --run away to launch its kernels from Python")
	case !p.c.whole && len(u.kernels) > 0 && len(p.Kernels) == 0:
		t := u.kernels[0].tok
		p.c.report(t.pos, len(t.text), "a kernel template cannot be launched by name", "write a __global__ function without template that calls it as __device__")
	}
	if p.c.whole || p.c.failed() {
		return
	}
	for _, f := range u.functions["main"] {
		if !f.header {
			p.c.warn(f.tok, "begin the cell with %%cuda --run to run it", "main is not run: the kernels of this cell are launched from Python")
		}
	}
}

func instanceKey(f *function, b binding) string {
	return f.name + "|" + f.signature() + "|" + b.key()
}

// lowerFunction lowers a function that stands on its own; nil where it has errors.
func (p *Program) lowerFunction(u *unit, globals map[string]*symbol, f *function, b binding, host bool) (k *Kernel) {
	for range min(len(u.order)+2, 100) { // each try finds one more function that calls itself
		if p.tryLower(u, globals, f, b, host, &k) {
			return k
		}
	}
	return nil
}

// tryLower lowers a function; false says that a recursion was found, and to try again.
func (p *Program) tryLower(u *unit, globals map[string]*symbol, f *function, b binding, host bool, k **Kernel) (done bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(relower); !ok {
				panic(r)
			}
		}
	}()
	(&parser{}).guard(func() {
		l := p.lowering(u, globals, host)
		*k = l.kernel(f, b)
	})
	return true
}

// kernel lowers one function that stands on its own.
func (l *lowering) kernel(f *function, b binding) *Kernel {
	k := &Kernel{Name: f.name, program: l.program}
	l.call = l.entered(f, b, f.tok)
	l.call.via = nil
	l.push()
	for name, s := range l.valuesOf(b) {
		l.bind(name, s)
	}
	l.result(l.call)
	var prologue step
	for _, d := range f.params {
		prologue = seq(prologue, l.kernelParam(k, f, d))
	}
	if l.host && f.name == "main" {
		prologue = seq(prologue, l.makeGlobals())
	}
	if f.body == nil {
		l.fail(f.tok, "", "function '%s' is declared but has no body", f.name)
	}
	body := l.functionBody(f, l.call)
	if f.global {
		l.checkKernel(f)
		k.phase = l.phaseOf(f)
	}
	if f.maxThreads != nil {
		n, _ := l.c.constant(f.maxThreads, l)
		k.MaxThreads = int(n)
	}
	retMask := l.call.retMask
	k.linesOf(l.c, f)
	ends := l.recorded()
	k.body = func(w *warp, m uint32) uint32 {
		w.masks[retMask] = 0
		if prologue != nil {
			prologue(w, m)
		}
		if body != nil {
			m = body(w, m)
		}
		if ends {
			w.mark(k.lastLine, w.live, false, nil)
		}
		return m
	}
	k.script = l.scriptOf(f, retMask, prologue)
	k.outline = l.outlineOf(f)
	k.variables = l.variables
	k.regs, k.masks, k.localBytes, k.SharedBytes, k.inShared = l.regs, l.masks, (l.local+15)/16*16, l.shared, l.inShared
	if k.stackBase = k.localBytes; len(l.routines) > 0 {
		k.localBytes += deviceStack
		if l.host {
			k.localBytes += hostStack - deviceStack
		}
	}
	k.result, k.isHost = l.call.retSlot, l.host
	k.preset, k.presetAt, k.extern, k.barriers, k.polls, k.sites = l.preset, l.presetAt, l.extern, l.barriers, l.polls, l.sites
	k.swaps, k.fences, k.sweeps = l.swaps, l.fences, l.sweeps
	k.uses = usesOf(f, l.unit)
	k.Registers = min(255, 10+2*len(l.scopes)+len(k.Params)*2)
	return k
}

// kernelParam declares a parameter. A struct's bytes stand in a buffer of the launch.
func (l *lowering) kernelParam(k *Kernel, f *function, d *decl) step {
	typ := l.resolve(d.typ, d.tok)
	slot := l.reg()
	k.params = append(k.params, slot)
	given := typ
	if f.global && d.ref {
		given = pointerTo(typ)
	}
	k.Params = append(k.Params, Param{d.name, given})
	s := &symbol{decl: d, typ: typ}
	if d.ref {
		s.place = &place{typ: typ, reg: -1, addr: value{typ: pointerTo(typ), slot: slot}, at: l.site(d.tok, d.name)}
		l.bind(d.name, s)
		return nil
	}
	if typ.Kind == word.Struct {
		l.complete(typ, d.tok)
		s.place = &place{typ: typ, reg: -1, addr: l.allot(typ), at: l.site(d.tok, d.name)}
		l.bind(d.name, s)
		to, n, at := s.place.addr.slot, typ.Size(), s.place.at
		return l.each(func(w *warp, lane int) {
			copy(w.block(w.in(to)[lane], n, lane, at, true), w.block(w.in(slot)[lane], n, lane, at, false))
		})
	}
	in := value{typ: typ, slot: slot}
	run := l.declareWith(d, s, typ, &in)
	if s.place.reg >= 0 {
		l.given[s.place.reg] = slot
	}
	return run
}

// Arg is an argument: a number's register, or a buffer with a byte offset.
type Arg struct {
	Bits   uint64
	Buffer *Buffer
	Offset int
}

// Store writes a number or a pointer, as a register holds it, to memory.
func Store(to []byte, t *Type, bits uint64) { word.Store(to, t.Kind, bits) }

// Number makes an argument of a number for a parameter of type t, converting as C would.
func Number(t *Type, f float64, i int64, isFloat bool) Arg {
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
