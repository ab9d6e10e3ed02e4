// Package lower turns the tree of a program into closures that run it: every kernel, and the host's code, to steps over the
// registers of a warp. Calls are inlined, so that a kernel is one function with registers of its own; functions that call
// themselves are routines.
package lower

import (
	"fmt"
	"math"
	"strings"
	"unsafe"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/plan"
	"gputour/cuda/cudac/simt"
	"gputour/cuda/cudac/source"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// value is an expression that has been lowered: step leaves it in a register. A struct's
// or an array's register holds its address.
type value struct {
	typ   *syntax.Type
	slot  int
	run   simt.Op // nil where there is nothing to do
	zero  bool    // a literal 0, which converts to a pointer
	ref   bool    // the register holds the address of an lvalue of this type
	fresh bool    // a struct that nobody else has
	text  bool    // a string literal, which converts to a char * as well
	konst *uint64
}

// place is an lvalue: a variable's register, or memory behind an address.
type place struct {
	typ  *syntax.Type
	reg  int // -1 for memory
	addr value
	at   *simt.Site

	unset  int     // mask of the lanes that have not set the register, plus one; 0 where all have
	before simt.Op // for registers: what must run first
	temp   bool    // nobody can see what is written to it

	bits, shift int // of a bit-field; 0 bits for everything else
}

// symbol is a name in scope.
type symbol struct {
	decl   *syntax.Decl
	typ    *syntax.Type
	place  *place
	konst  *int64 // constants, as a register holds them
	used   bool
	broken bool // its declaration has an error
}

// scope holds the names of a block, and what must be destroyed at its end.
type scope struct {
	names map[string]*symbol
	dying []dying
}

// dying is an object with a destructor; mask says in which lanes it lives.
type dying struct {
	place *place
	mask  int
}

// lowering is the state of one kernel's lowering.
type lowering struct {
	c            *source.Text
	unit         *syntax.Unit
	program      *compilation
	host         bool                             // for the host, which is lane 0 of a warp of its own
	beside       bool                             // for the host, whose lanes are iterations of a loop; host is not set
	sums         map[string]bool                  // variables that those iterations add to, in their order
	standing     map[*syntax.Expr]value           // what stood in memory before such a loop
	vectors      map[*syntax.Expr][2]*syntax.Expr // that such a loop has elements of: where they begin, and how long they are
	globals      map[string]*symbol
	consts       map[uint64]int // register of each constant
	preset       []uint64       // constants, by order
	presetAt     []int
	regs         int
	masks        int
	local        int // bytes of a lane's own memory
	shared       int // bytes of static shared memory
	inShared     []simt.SharedVariable
	scopes       []*scope
	call         *inlined
	routine      *routine // the routine that is being lowered
	routines     map[string]*routine
	divisions    map[*syntax.Expr]bool // of integers
	hostPointers map[string]bool
	statics      map[*syntax.Decl]*place
	depth        int
	breaks       []int
	continues    []int
	barriers     bool
	polls        bool // atomics, or volatile memory
	swaps        bool // atomicCAS
	sites        []*simt.Site
	addressOnly  bool            // of a device variable, which the host may name but not touch
	extern       []int           // registers that hold the address of extern __shared__
	variables    []simt.Variable // that a recording shows
	elements     map[*syntax.Expr]lastAccess
	changes      map[*syntax.Expr]simt.AtomicChange // by what the address is
	fences       bool                               // there is a fence
	sweeps       []*simt.Sweep
	barrierAt    *simt.Site                    // the last one that was lowered
	waits        int                           // how many were
	parts        map[*syntax.Stmt]*simt.Part   // of the kernel's own body
	rigid        bool                          // the kernel's body has what a script has not
	scalars      map[unsafe.Pointer]scalarStep // of host code
	given        map[int]int                   // registers in which parameters come, by those of the variables
}

// lastAccess is where an element in memory was accessed last, and the length of its array, or -1.
type lastAccess struct {
	at *simt.Site
	n  int
}

// inlined is a function whose body is being lowered.
type inlined struct {
	f       *syntax.Function
	ret     *syntax.Type
	retSlot int
	retMask int
	taken   map[string]bool // variables whose address is taken
	types   map[string]*syntax.Type
	bound   binding
	key     string // of its binding
	this    *value
	rest    *value // where the arguments of '...' stand
	up      *inlined
	argText string     // the name that a header's function was given
	via     *lex.Token // where a header's function was called
	labels  map[string]*label
}

// Constant expressions and plans ask a lowering for what names stand for.
var (
	_ syntax.Names    = (*lowering)(nil)
	_ syntax.Resolver = (*lowering)(nil)
	_ syntax.Typer    = (*lowering)(nil)
	_ plan.Lowering   = (*lowering)(nil)
)

func (p *compilation) lowering(u *syntax.Unit, globals map[string]*symbol, host bool) *lowering {
	l := &lowering{c: p.c, unit: u, program: p, host: host, globals: globals, regs: simt.FirstReg}
	l.consts, l.routines, l.statics = map[uint64]int{}, map[string]*routine{}, map[*syntax.Decl]*place{}
	l.divisions, l.hostPointers, l.elements = map[*syntax.Expr]bool{}, map[string]bool{}, map[*syntax.Expr]lastAccess{}
	l.changes = map[*syntax.Expr]simt.AtomicChange{}
	l.given, l.parts = map[int]int{}, map[*syntax.Stmt]*simt.Part{}
	l.scalars = map[unsafe.Pointer]scalarStep{}
	if host {
		l.local = len(p.HostGlobals)
	}
	return l
}

func (l *lowering) reg() int { l.regs++; return l.regs - 1 }

func (l *lowering) mask() int { l.masks++; return l.masks - 1 }

// shown is the place to name for a token: for a header's code, where it was called.
func (l *lowering) shown(t lex.Token) lex.Token {
	if l.call != nil && l.call.via != nil {
		return *l.call.via
	}
	return t
}

func (l *lowering) fail(t lex.Token, hint, format string, args ...any) {
	t = l.shown(t)
	if hint == "" {
		hint = source.HintFor(format)
	}
	l.c.Report(t.Pos, t.Width(), fmt.Sprintf(format, args...), hint)
	panic(syntax.Stop{})
}

// warn tells of a likely mistake; headers have none.
func (l *lowering) warn(t lex.Token, hint, format string, args ...any) {
	if t.Header || l.call != nil && l.call.via != nil {
		return
	}
	l.c.Warn(t.Pos, t.Width(), hint, fmt.Sprintf(format, args...))
}

func (l *lowering) site(t lex.Token, what string) *simt.Site {
	s := &simt.Site{Pos: l.shown(t).Pos, What: what}
	if len(l.sites) == 0 {
		l.sites = append(l.sites, &simt.Site{}) // 0 stands for those beyond a kernel's many
	}
	if len(l.sites) < math.MaxUint16 {
		s.Id = uint16(len(l.sites))
		l.sites = append(l.sites, s)
	}
	return s
}

// constant is a register that holds v.
func (l *lowering) constant(v uint64, t *syntax.Type) value {
	slot, ok := l.consts[v]
	if !ok {
		slot = l.reg()
		l.consts[v] = slot
		l.preset, l.presetAt = append(l.preset, v), append(l.presetAt, slot)
	}
	return value{typ: t, slot: slot, zero: v == 0 && t.Kind == word.I32, konst: &v}
}

func (l *lowering) push() { l.scopes = append(l.scopes, &scope{names: map[string]*symbol{}}) }
func (l *lowering) pop()  { l.scopes = l.scopes[:len(l.scopes)-1] }
func (l *lowering) top() *scope {
	return l.scopes[len(l.scopes)-1]
}

func (l *lowering) bind(name string, s *symbol) { l.top().names[name] = s }

func (l *lowering) find(name string) *symbol {
	for i := len(l.scopes) - 1; i >= 0; i-- {
		if s := l.scopes[i].names[name]; s != nil {
			s.used = true
			if s.broken {
				panic(syntax.Stop{}) // said already
			}
			return s
		}
	}
	return l.globals[name]
}

// peek is find for who only looks: the name is not used by it.
func (l *lowering) peek(name string) *symbol {
	for i := len(l.scopes) - 1; i >= 0; i-- {
		if s := l.scopes[i].names[name]; s != nil {
			return s
		}
	}
	return l.globals[name]
}

// Lookup implements syntax.Names.
func (l *lowering) Lookup(name string) (int64, bool) {
	if pack, ok := strings.CutPrefix(name, "sizeof..."); ok {
		n, ok := l.packs()[pack]
		return int64(n), ok
	}
	if name == "__onHost" {
		return int64(word.Bit(l.host || l.beside)), true
	}
	if s := l.find(name); s != nil {
		if s.konst != nil && s.typ.IsInt() {
			return *s.konst, true
		}
		if s.decl == nil || s.place != nil {
			return 0, false
		}
	}
	if t := l.owner(); t != nil {
		if v, ok := t.Class.Value(name); ok {
			return v, true
		}
	}
	return l.unit.Lookup(name)
}

// Number implements syntax.Numbers.
func (l *lowering) Number(name string) (uint64, *syntax.Type, bool) {
	if s := l.find(name); s != nil && s.konst != nil && s.typ.IsFloat() {
		return uint64(*s.konst), syntax.Plain(s.typ), true
	}
	return 0, nil, false
}

// Known implements syntax.Resolver; nil where a type is not known.
func (l *lowering) Known(t *syntax.Type, at lex.Token) (u *syntax.Type) {
	c := l.c
	l.c = &source.Text{}
	defer func() { l.c = c }()
	syntax.Guard(func() { u = l.resolve(t, at) })
	return u
}

// TypeOf implements syntax.Typer: it is the type of an expression, as sizeof sees it; nil where that is not known.
func (l *lowering) TypeOf(e *syntax.Expr) (t *syntax.Type) {
	c := l.c
	l.c = &source.Text{}
	defer func() { l.c = c }()
	syntax.Guard(func() { t = l.sized(&syntax.Expr{Op: "sizeof", Tok: e.Tok, Kids: []*syntax.Expr{e}}) })
	return t
}

// owner is the class whose method is being lowered.
func (l *lowering) owner() *syntax.Type {
	if l.call == nil || l.call.f.Owner == nil {
		return nil
	}
	return l.call.f.Owner
}

func seq(a, b simt.Op) simt.Op {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return func(w *simt.Warp, m uint32) { a(w, m); b(w, m) }
}

// apply1 and apply2 lift functions to registers; on the host only lane 0 counts.
func (l *lowering) apply1(a, d int, f func(uint64) uint64) simt.Op {
	if !l.host {
		return simt.Apply1(a, d, f)
	}
	return func(w *simt.Warp, _ uint32) { w.Out(d)[0] = f(w.In(a)[0]) }
}

func (l *lowering) apply2(a, b, d int, f func(a, b uint64) uint64) simt.Op {
	if !l.host {
		return simt.Apply2(a, b, d, f)
	}
	return func(w *simt.Warp, _ uint32) { w.Out(d)[0] = f(w.In(a)[0], w.In(b)[0]) }
}

// move copies a register.
func (l *lowering) move(from, to int) simt.Op {
	if l.host {
		return func(w *simt.Warp, _ uint32) { w.Out(to)[0] = w.In(from)[0] }
	}
	return simt.Move(from, to)
}

// each calls f for every lane that is on.
func (l *lowering) each(f func(w *simt.Warp, lane int)) simt.Op {
	if l.host {
		return func(w *simt.Warp, _ uint32) { f(w, 0) }
	}
	return func(w *simt.Warp, m uint32) {
		for i := range simt.Lanes {
			if m>>i&1 != 0 {
				f(w, i)
			}
		}
	}
}
