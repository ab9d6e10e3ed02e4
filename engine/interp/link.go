package interp

import (
	"math/big"

	"gputour/engine/compile"
	"gputour/engine/object"
	"gputour/engine/syntax"
)

// linked is a compiled Code made ready to run in one session with one module's
// globals: constants as Values, names as boxes, and room for inline caches.
type linked struct {
	*compile.Code
	consts   []object.Value
	globals  []*object.Box // of each name in Code.Globals
	builtins []*object.Box // likewise, nil where builtins has no such name
	caches   []cache       // of each site; site i has i and, for a second class, i+len(Sites)
	children []*linked     // linked when first needed
	module   *object.Namespace
	state    *state
	// simple codes take positional arguments only and have no cells to make.
	params int
	plain  bool
	locals int // registers that must be empty on entry
	steps  uint64
	object *CodeObject
}

// sentinel is the code of the frame below all others.
var sentinel = &linked{Code: &compile.Code{NumRegs: 0}}

// link makes code ready to run with the globals of a module.
func (s *state) link(code *compile.Code, module *object.Namespace) *linked {
	l := &linked{
		Code: code, module: module, state: s,
		consts:   make([]object.Value, len(code.Consts)),
		globals:  make([]*object.Box, len(code.Globals)),
		builtins: make([]*object.Box, len(code.Globals)),
		caches:   make([]cache, 2*len(code.Sites)),
		children: make([]*linked, len(code.Children)),
		params:   code.NumParams(),
		locals:   len(code.Locals) + len(code.Cells),
		steps:    uint64(min(len(code.Instrs), 64)),
	}
	l.plain = code.Flags&(compile.VarArgs|compile.VarKeywords) == 0 && code.NumKwOnly == 0
	for i, k := range code.Consts {
		l.consts[i] = s.constant(k)
	}
	for i, name := range code.Globals {
		l.globals[i] = module.Box(name)
		if _, ok := s.session.Builtins.Get(name); ok {
			l.builtins[i] = s.session.Builtins.Box(name)
		}
	}
	return l
}

// child returns the linked code of inner block i.
func (l *linked) child(i int) *linked {
	if l.children[i] == nil {
		l.children[i] = l.state.link(l.Children[i], l.module)
	}
	return l.children[i]
}

// constant turns a constant of the compiler into a Value.
func (s *state) constant(k any) object.Value {
	switch k := k.(type) {
	case nil:
		return object.None
	case bool:
		return object.Bool(k)
	case int64:
		return object.Int(k)
	case *big.Int:
		return object.NewBig(k)
	case float64:
		return object.Float(k)
	case complex128:
		return object.NewComplex(k)
	case string:
		return s.intern(k)
	case syntax.Bytes:
		return object.NewBytes([]byte(k))
	case syntax.Ellipsis:
		return object.Ellipsis
	case compile.Tuple:
		return object.NewTuple(s.constants(k)...)
	case compile.FrozenSet:
		set := object.NewFrozenSet()
		for _, v := range s.constants(k) {
			if err := set.Add(nil, v); err != nil {
				panic(err) // constants are hashable
			}
		}
		return object.Of(set)
	}
	panic("unknown constant")
}

func (s *state) constants(ks []any) []object.Value {
	vs := make([]object.Value, len(ks))
	for i, k := range ks {
		vs[i] = s.constant(k)
	}
	return vs
}

// maxInterned is the length of the strings that are shared between codes.
const maxInterned = 40

// intern returns the string constant k; short ones are the same object everywhere in the session.
func (s *state) intern(k string) object.Value {
	if len(k) > maxInterned {
		return object.NewStr(k)
	}
	v, ok := s.strings[k]
	if !ok {
		v = object.NewStr(k)
		s.strings[k] = v
	}
	return v
}
