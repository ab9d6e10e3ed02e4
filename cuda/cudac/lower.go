// This file is the state of lowering a kernel. Calls are inlined, so that a kernel is one
// function with registers of its own.

package cudac

import (
	"fmt"
	"math"
)

// value is an expression that has been lowered: step leaves it in a register. A struct's
// or an array's register holds its address.
type value struct {
	typ   *Type
	slot  int
	run   step // nil where there is nothing to do
	zero  bool // a literal 0, which converts to a pointer
	text  string
	konst *uint64
}

// place is an lvalue: a variable's register, or memory behind an address.
type place struct {
	typ   *Type
	reg   int // -1 for memory
	addr  value
	at    *site
	unset int // mask of the lanes that have not set the register, plus one; 0 where all have
}

// symbol is a name in scope.
type symbol struct {
	decl  *decl
	typ   *Type
	place *place
	konst *int64 // integer constants
}

// lowering is the state of one kernel's lowering.
type lowering struct {
	c         *compiler
	unit      *unit
	globals   map[string]*symbol
	consts    map[uint64]int // register of each constant
	preset    []uint64       // constants, by order
	presetAt  []int
	regs      int
	masks     int
	local     int // bytes of a lane's own memory
	shared    int // bytes of static shared memory
	dynamic   []*site
	scopes    []map[string]*symbol
	call      *inlined
	depth     int
	work      int // expressions lowered so far
	breaks    []int
	continues []int
	barriers  bool
	polls     bool // atomics, or volatile memory
	sites     []*site
	extern    []int // registers that hold the address of extern __shared__
	externAt  []int // index into preset
}

// inlined is a function whose body is being lowered.
type inlined struct {
	f       *function
	ret     *Type
	retSlot int
	retMask int
	taken   map[string]bool // variables whose address is taken
	types   map[string]*Type
	this    *value
	scopes  []map[string]*symbol
	up      *inlined
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

func (l *lowering) reg() int { l.regs++; return l.regs - 1 }

func (l *lowering) mask() int { l.masks++; return l.masks - 1 }

func (l *lowering) fail(t token, hint, format string, args ...any) {
	l.c.report(t.pos, max(t.end-t.pos.Col, 1), fmt.Sprintf(format, args...), hint)
	panic(stopParse{})
}

func (l *lowering) site(t token, what string) *site {
	s := &site{pos: t.pos, what: what}
	if len(l.sites) == 0 {
		l.sites = append(l.sites, &site{}) // 0 stands for those beyond a kernel's many
	}
	if len(l.sites) < math.MaxUint16 {
		s.id = uint16(len(l.sites))
		l.sites = append(l.sites, s)
	}
	return s
}

// constant is a register that holds v.
func (l *lowering) constant(v uint64, t *Type) value {
	slot, ok := l.consts[v]
	if !ok {
		slot = l.reg()
		l.consts[v] = slot
		l.preset, l.presetAt = append(l.preset, v), append(l.presetAt, slot)
	}
	return value{typ: t, slot: slot, zero: v == 0 && t.Kind == I32, konst: &v}
}

func (l *lowering) push() { l.scopes = append(l.scopes, map[string]*symbol{}) }

func (l *lowering) pop() { l.scopes = l.scopes[:len(l.scopes)-1] }

func (l *lowering) find(name string) *symbol {
	for i := len(l.scopes) - 1; i >= 0; i-- {
		if s := l.scopes[i][name]; s != nil {
			return s
		}
	}
	return l.globals[name]
}

// lookup implements names.
func (l *lowering) lookup(name string) (int64, bool) {
	if s := l.find(name); s != nil {
		if s.konst != nil {
			return *s.konst, true
		}
		if s.decl == nil || s.place != nil {
			return 0, false
		}
	}
	return l.unit.lookup(name)
}

func seq(a, b step) step {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return func(w *warp, m uint32) { a(w, m); b(w, m) }
}
