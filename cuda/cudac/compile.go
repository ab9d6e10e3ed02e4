// This file compiles sources: from text to kernels.

package cudac

import (
	"math"
	"strings"

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
}

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
	MaxThreads  int // as __launch_bounds__ says; 0 where it does not
	Registers   int // an estimate, per thread

	program    *Program
	body       action
	regs       int
	masks      int
	localBytes int
	preset     []uint64
	presetAt   []int
	extern     []int
	params     []int
	barriers   bool
	polls      bool // looks at memory for what others change while it runs
	sites      []*site
	uses       []use // by parameter
}

// Compile compiles a source whose first line is line of file. What is wrong with it comes
// back as a diag.List.
func Compile(file, source string, line int) (program *Program, err error) {
	c := &compiler{file: file, lines: strings.Split(source, "\n"), shift: line - 1}
	lex := &lexer{src: source, line: 1, first: true, c: c}
	p := &parser{c: c, toks: c.preprocess(lex.all()), types: map[string]*Type{}}
	p.unit = &unit{functions: map[string][]*function{}, enumAfter: map[string]int64{}}
	p.parse()
	program = &Program{c: c}
	if c.failed() {
		return nil, c.problems
	}
	program.lower(p.unit)
	if c.failed() {
		return nil, c.problems
	}
	program.Warnings = c.problems
	program.state = append([]byte(nil), program.globals...)
	return program, nil
}

// lower lowers every kernel, and checks the functions that none calls.
func (p *Program) lower(u *unit) {
	globals := map[string]*symbol{}
	first := &lowering{c: p.c, unit: u, globals: globals}
	first.declareGlobals(p)
	p.changes = u.changes()
	for _, f := range u.order {
		if f.template != nil || f.body == nil || f.host && !f.device {
			continue
		}
		l := &lowering{c: p.c, unit: u, globals: globals, consts: map[uint64]int{}, regs: firstReg}
		(&parser{}).guard(func() {
			k := l.kernel(p, f)
			if f.global {
				p.Kernels = append(p.Kernels, k)
			}
		})
	}
	if len(u.kernels) > 0 && len(p.Kernels) == 0 && !p.c.failed() {
		t := u.kernels[0].tok
		p.c.report(t.pos, len(t.text), "a kernel template cannot be launched by name", "write a __global__ function without template that calls it as __device__")
	}
}

// kernel lowers one function that stands on its own.
func (l *lowering) kernel(p *Program, f *function) *Kernel {
	k := &Kernel{Name: f.name, program: p}
	l.call = &inlined{f: f, ret: f.ret, taken: takenIn(f.body), retMask: l.mask()}
	if f.ret.Kind == Struct {
		l.call.retSlot = l.constant(l.allot(f.ret), pointerTo(f.ret)).slot
	} else {
		l.call.retSlot = l.reg()
	}
	l.push()
	var prologue step
	for _, d := range f.params {
		typ := l.resolve(d.typ, d.tok)
		slot := l.reg()
		k.params = append(k.params, slot)
		k.Params = append(k.Params, Param{d.name, typ})
		if f.global && d.ref {
			l.fail(d.tok, "pass a pointer", "a kernel parameter cannot be a reference")
		}
		s := &symbol{decl: d, typ: typ}
		if typ.Kind == Struct && f.global {
			l.fail(d.tok, "pass its members one by one", "structs as kernel arguments are not supported")
		}
		in := value{typ: typ, slot: slot}
		prologue = seq(prologue, l.declareWith(d, s, typ, &in))
	}
	body := l.block(f.body.body)
	if f.maxThreads != nil {
		n, _ := l.c.constant(f.maxThreads, l)
		k.MaxThreads = int(n)
	}
	retMask := l.call.retMask
	k.body = func(w *warp, m uint32) uint32 {
		w.masks[retMask] = 0
		if prologue != nil {
			prologue(w, m)
		}
		if body != nil {
			m = body(w, m)
		}
		return m
	}
	k.regs, k.masks, k.localBytes, k.SharedBytes = l.regs, l.masks, (l.local+15)/16*16, l.shared
	k.preset, k.presetAt, k.extern, k.barriers, k.polls, k.sites = l.preset, l.presetAt, l.extern, l.barriers, l.polls, l.sites
	k.uses = usesOf(f, l.unit)
	k.Registers = min(255, 10+2*len(l.scopes)+len(k.Params)*2)
	return k
}

// Arg is an argument: a number's register, or a buffer with a byte offset.
type Arg struct {
	Bits   uint64
	Buffer *Buffer
	Offset int
}

// Number makes an argument of a number for a parameter of type t, converting as C would.
func Number(t *Type, f float64, i int64, isFloat bool) Arg {
	if isFloat {
		bits := math.Float64bits(f)
		if conv := conversion(F64, t.Kind); conv != nil {
			bits = conv(bits)
		}
		return Arg{Bits: bits}
	}
	bits := uint64(i)
	if conv := conversion(I64, t.Kind); conv != nil {
		bits = conv(bits)
	}
	return Arg{Bits: bits}
}
