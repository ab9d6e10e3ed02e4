// This file compiles sources and launches kernels.

package cudac

import (
	"fmt"
	"io"
	"iter"
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
	k.preset, k.presetAt, k.extern, k.barriers = l.preset, l.presetAt, l.extern, l.barriers
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

// Launch says how to run a kernel.
type Launch struct {
	Grid, Block   [3]int
	DynamicShared int // bytes
	Args          []Arg
	Stdout        io.Writer
	Poll          func() error // asked from time to time; an error ends the launch
	Steps         int64        // statements of warps that may run; 0 is a default
}

// defaultSteps bounds a launch: some minutes on a laptop.
const defaultSteps = 4_000_000_000

// run is one launch.
type run struct {
	kernel  *Kernel
	launch  *Launch
	spaces  []Buffer
	shadow  []shadow
	epoch   int32
	block   [3]int
	profile Profile
	steps   int64
	at      *site
}

// Launch runs the kernel to its end. The error is a *Fault, or what Poll returned.
func (k *Kernel) Launch(l Launch) (p *Profile, err error) {
	r := &run{kernel: k, launch: &l, steps: l.Steps}
	if r.steps == 0 {
		r.steps = defaultSteps
	}
	r.spaces = []Buffer{{}, {Name: "shared memory", Data: make([]byte, k.SharedBytes+l.DynamicShared+16)}, {Name: "local memory"}, {Name: "device variables", Data: k.program.state}}
	shared := (k.SharedBytes + 15) / 16 * 16
	r.spaces[sharedSpace].Data = r.spaces[sharedSpace].Data[:max(shared+l.DynamicShared, 0)]
	if l.DynamicShared == 0 {
		r.spaces[sharedSpace].Data = r.spaces[sharedSpace].Data[:k.SharedBytes]
	}
	r.shadow = make([]shadow, len(r.spaces[sharedSpace].Data))
	regs := make([]uint64, len(l.Args))
	for i, a := range l.Args {
		regs[i] = a.Bits
		if a.Buffer != nil {
			regs[i] = addressOf(r.space(a.Buffer), a.Offset)
		}
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Fault:
			p, err = nil, e
		case stopped:
			p, err = nil, e.err
		default:
			panic(e)
		}
	}()
	for z := range l.Grid[2] {
		for y := range l.Grid[1] {
			for x := range l.Grid[0] {
				r.block = [3]int{x, y, z}
				r.runBlock(regs)
			}
		}
	}
	r.profile.complete(k, &l)
	return &r.profile, nil
}

// space numbers a buffer; the same memory has one number.
func (r *run) space(b *Buffer) int {
	for i := firstBuffer; i < len(r.spaces); i++ {
		if s := r.spaces[i].Data; len(s) == len(b.Data) && len(s) > 0 && &s[0] == &b.Data[0] {
			return i
		}
	}
	r.spaces = append(r.spaces, *b)
	return len(r.spaces) - 1
}

func (r *run) spaceName(space int) string {
	if space >= firstBuffer {
		return "'" + r.spaces[space].Name + "'"
	}
	return r.spaces[space].Name
}

func (r *run) threadOf(i int) [3]int {
	b := r.launch.Block
	return [3]int{i % b[0], i / b[0] % b[1], i / b[0] / b[1]}
}

// spend counts a statement of a warp against the budget.
func (r *run) spend(n int64) {
	before := r.steps
	r.steps -= n
	r.profile.Instructions += n
	if r.steps>>12 != before>>12 {
		r.check()
	}
}

func (r *run) check() {
	if r.launch.Poll != nil {
		if err := r.launch.Poll(); err != nil {
			panic(stopped{err})
		}
	}
	if r.steps < 0 {
		f := &Fault{Kind: "budget", Block: r.block, Message: fmt.Sprintf("kernel %s was stopped: it ran more statements than a launch may; is there an endless loop?", r.kernel.Name)}
		if r.at != nil {
			f.Pos = r.at.pos
			f.Pos.Line += r.kernel.program.c.shift
			f.Message += fmt.Sprintf(" It was in the loop in line %d.", f.Pos.Line)
		}
		panic(f)
	}
}

// runBlock runs the threads of one block, its warps in turns between barriers.
func (r *run) runBlock(args []uint64) {
	b := r.launch.Block
	threads := b[0] * b[1] * b[2]
	r.spend(1) // so that empty blocks, too, come to an end
	clear(r.spaces[sharedSpace].Data)
	r.epoch++
	warps := make([]*warp, (threads+lanes-1)/lanes)
	for i := range warps {
		warps[i] = r.warp(i, threads, args)
	}
	if !r.kernel.barriers {
		for _, w := range warps {
			r.kernel.body(w, w.live)
		}
		return
	}
	r.inTurns(warps)
}

// inTurns runs warps as coroutines that stop at barriers.
func (r *run) inTurns(warps []*warp) {
	next := make([]func() (*site, bool), len(warps))
	for i, w := range warps {
		var stop func()
		next[i], stop = iter.Pull(func(yield func(*site) bool) {
			defer func() {
				if e := recover(); e != nil && e != (stopped{}) {
					panic(e)
				}
			}()
			w.yield = yield
			r.kernel.body(w, w.live)
		})
		defer stop()
	}
	for {
		r.epoch++
		var at *site
		var waits *warp
		for i, w := range warps {
			if next[i] == nil {
				continue
			}
			where, ok := next[i]()
			switch {
			case !ok:
				next[i] = nil
				if w.left != w.live && waits != nil {
					waits.fail("barrier", at, 0, "barrier divergence: this thread waits at __syncthreads() and thread (%d,0,0)'s warp has ended without it", i*lanes)
				}
			case at == nil:
				at, waits = where, w
				for j := range i {
					if next[j] == nil && warps[j].left != warps[j].live {
						w.fail("barrier", where, 0, "barrier divergence: this thread waits at __syncthreads(), which other warps of the block never reach")
					}
				}
			case at != where:
				w.fail("barrier", where, 0, "barrier divergence: this thread waits at the __syncthreads() here, others of the block at the one in line %d", at.pos.Line+r.kernel.program.c.shift)
			}
		}
		if at == nil {
			return
		}
	}
}

// barrier stops the warp until all warps of the block have come.
func (w *warp) barrier(m uint32, at *site) {
	if missing := w.live &^ w.left &^ m; missing != 0 {
		w.fail("barrier", at, first(missing), "barrier divergence: __syncthreads() in a branch that this thread does not take, while others of its warp wait there")
	}
	w.run.profile.Barriers++
	if !w.yield(at) {
		panic(stopped{nil})
	}
}

// warp makes warp i of a block.
func (r *run) warp(i, threads int, args []uint64) *warp {
	k := r.kernel
	w := &warp{run: r, r: make([]vec, k.regs), masks: make([]uint32, k.masks), local: make([]byte, k.localBytes*lanes), index: i}
	n := min(threads-i*lanes, lanes)
	w.live = uint32(uint64(1)<<n - 1)
	for lane := range n {
		t := r.threadOf(i*lanes + lane)
		for d := range 3 {
			w.r[regThread+d][lane] = uint64(t[d])
		}
	}
	for lane := range lanes {
		w.r[regLane][lane] = uint64(lane)
		for d := range 3 {
			w.r[regBlock+d][lane] = uint64(r.block[d])
			w.r[regDim+d][lane] = uint64(r.launch.Block[d])
			w.r[regGrid+d][lane] = uint64(r.launch.Grid[d])
		}
		for j, v := range k.preset {
			w.r[k.presetAt[j]][lane] = v
		}
		for _, slot := range k.extern {
			w.r[slot][lane] = addressOf(sharedSpace, (k.SharedBytes+15)/16*16)
		}
		for j, slot := range k.params {
			if j < len(args) {
				w.r[slot][lane] = args[j]
			}
		}
	}
	return w
}

// declareGlobals places __device__ and __constant__ variables, and keeps constants.
func (l *lowering) declareGlobals(p *Program) {
	for _, d := range l.unit.globals {
		(&parser{}).guard(func() {
			typ := l.resolve(d.typ, d.tok)
			s := &symbol{decl: d, typ: typ}
			if d.init != nil && (typ.Const || d.constexpr) && typ.isInt() {
				if n, ok := l.c.constant(d.init, l.unit); ok {
					s.konst = &n
				}
			}
			if typ.Kind == Array && typ.N < 0 && d.init != nil {
				u := *typ
				u.N = len(d.init.kids)
				typ = &u
				s.typ = typ
			}
			at := (len(p.globals) + 15) / 16 * 16
			if at+typ.Size() > maxArray {
				l.fail(d.tok, "", "the device variables need more than 64 MiB")
			}
			p.globals = append(p.globals, make([]byte, at+typ.Size()-len(p.globals))...)
			if d.init != nil {
				l.image(p.globals[at:], typ, d.init)
			}
			s.place = &place{typ: typ, reg: -1, at: l.site(d.tok, d.name)}
			s.place.addr = value{typ: pointerTo(typ), slot: -1, konst: new(uint64)}
			*s.place.addr.konst = addressOf(globalSpace, at)
			l.globals[d.name] = s
		})
	}
}

// image writes a constant initializer.
func (l *lowering) image(to []byte, t *Type, e *expr) {
	if e.op == "init" && t.Kind == Array {
		for i, kid := range e.kids {
			if i >= t.N {
				l.fail(kid.tok, "", "too many initializers")
			}
			l.image(to[i*t.Elem.Size():], t.Elem, kid)
		}
		return
	}
	neg := false
	for e.op == "unary" && e.name == "-" || e.op == "init" && len(e.kids) == 1 {
		neg = neg != (e.op == "unary")
		e = e.kids[0]
	}
	if e.op == "num" && t.isNumber() {
		v, from, _ := literal(e.tok)
		if neg && from.isFloat() {
			f := operation("-", from.Kind)
			v = f(0, v)
		} else if neg {
			v = wrap(from.Kind, -v)
		}
		if conv := conversion(from.Kind, t.Kind); conv != nil {
			v = conv(v)
		}
		put(to, t.Kind, v)
		return
	}
	n, ok := l.c.constant(e, l.unit)
	if !ok || neg || !t.isNumber() {
		l.fail(e.tok, "use a literal, or set it in the kernel", "initializer of a device variable is not a constant")
	}
	put(to, t.Kind, Number(t, 0, n, false).Bits)
}
