package interp

import (
	"math/big"
	"sync"

	"gputour/engine/bytecode"
	"gputour/engine/object"
	"gputour/engine/syntax"
)

// linked is a compiled Code made ready to run in one session with one module's
// globals: constants as Values, names as boxes, and room for inline caches.
type linked struct {
	*bytecode.Code
	Instrs []bytecode.Instr // those of Code, or seldom's stops while the session watches objects
	epoch  uint32           // that of the state which Instrs follow; 0 before prepare
	// plain codes take positional arguments only and have no cells to make.
	plain    bool
	locals   int    // registers that must be empty on entry
	steps    uint64 // that a call counts as in Thread.Steps: the instructions, 64 at most
	consts   []object.Value
	globals  []*object.Box     // of each name in Code.Globals
	builtins []*object.Box     // likewise, nil where builtins has no such name
	caches   []*cache          // of each site; emptyCache until there is something to remember
	known    *object.Namespace // the builtins
	children []*definition     // made when first needed
	module   *object.Namespace
	state    *state
	*seldom
}

// seldom is what few codes of a session need; a session has thousands of codes.
type seldom struct {
	stops  []bytecode.Instr // Code's instructions with the stops
	live   []uint8          // how many registers hold values at each stop
	object *CodeObject      // the code as Python sees it
	comps  []*linked        // what the comprehensions in the frame are called in tracebacks
}

// extra is seldom, made when first needed.
func (l *linked) extra() *seldom {
	if l.seldom == nil {
		l.seldom = &seldom{}
	}
	return l.seldom
}

// sentinel is the code of the frame below all others.
var sentinel = &linked{Code: &bytecode.Code{NumRegs: 0}}

// unlinked is the code of a function that has not been called yet; like all that is
// not prepared it has no epoch.
var unlinked = &linked{}

// link binds code to the globals of a module, when it is first called: most functions
// of a library never are. It is ready to run after prepare.
func (s *state) link(code *bytecode.Code, module *object.Namespace) *linked {
	l := &linked{
		Code: code, Instrs: code.Instrs, module: module, state: s,
		locals: len(code.Locals) + len(code.Cells),
		steps:  uint64(min(len(code.Instrs), 64)),
	}
	l.plain = code.Flags&(bytecode.VarArgs|bytecode.VarKeywords) == 0 && code.NumKwOnly == 0
	return l
}

// prepare makes the values, boxes and caches of the code on the first call; on a
// later one it only follows the session's watching.
func (l *linked) prepare() {
	if l.epoch != 0 {
		l.follow()
		return
	}
	l.follow()
	l.consts = l.state.constants(l.Consts)
	for _, names := range l.KwNames {
		for _, name := range names {
			l.state.intern(name) // for **kwargs, which take them from there
		}
	}
	l.globals = make([]*object.Box, len(l.Globals))
	l.builtins = make([]*object.Box, len(l.Globals))
	l.caches = make([]*cache, len(l.Sites))
	l.children = make([]*definition, len(l.Children))
	l.known = l.state.builtinsOf(l.module)
	for i, name := range l.Globals {
		l.globals[i] = l.module.Box(name)
		if _, ok := l.known.Get(name); ok {
			l.builtins[i] = l.known.Box(name)
		}
	}
	for i := range l.caches {
		l.caches[i] = &emptyCache
	}
}

// definition is a Code with the globals it will have. All functions that one def
// statement makes share it, and what it is linked to when one of them is first called.
type definition struct {
	*bytecode.Code
	module *object.Namespace
	state  *state
	linked *linked
}

func (d *definition) link() *linked {
	if d.linked == nil {
		d.linked = d.state.link(d.Code, d.module)
	}
	return d.linked
}

// child returns the definition of inner block i.
func (l *linked) child(i int) *definition {
	if l.children[i] == nil {
		l.children[i] = &definition{Code: l.Children[i], module: l.module, state: l.state}
	}
	return l.children[i]
}

// comp returns comprehension i, which runs in the frame of l, as if it had a frame of its own.
func (l *linked) comp(i int) *linked {
	x := l.extra()
	if x.comps == nil {
		x.comps = make([]*linked, len(l.Comps))
	}
	if x.comps[i] == nil {
		code, copied := *l.Code, *l
		b := l.Comps[i].Block
		code.Name, code.QualName, code.FirstLine, code.Flags = b.Name, b.QualName, b.Line, bytecode.Optimized
		code.Locals, code.NumArgs, code.NumPosOnly, code.NumKwOnly = []string{".0"}, 1, 1, 0
		copied.Code, copied.seldom = &code, nil
		x.comps[i] = &copied
	}
	return x.comps[i]
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
	case bytecode.Tuple:
		return object.NewTuple(s.constants(k)...)
	case bytecode.FrozenSet:
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

// name returns a str of a name that is likely to stand in the code somewhere.
func (s *state) name(k string) object.Value {
	if v, ok := s.interned(k); ok {
		return v
	}
	return object.NewStr(k)
}

// intern returns the string constant k; short ones are the same object everywhere in the session.
func (s *state) intern(k string) object.Value {
	if len(k) > maxInterned {
		return object.NewStr(k)
	}
	v, ok := s.interned(k)
	if !ok {
		v = object.NewStr(k)
		s.strings[k] = v
	}
	return v
}

func (s *state) interned(k string) (object.Value, bool) {
	if v, ok := s.strings[k]; ok {
		return v, true
	}
	if v, ok := common.Load(k); ok {
		return v.(object.Value), true
	}
	return object.Value{}, false
}

// common are the short strings in the code of the modules that sessions share, by text.
// Each session would need thousands of them.
var common sync.Map

// share puts the strings of a module's code among the common ones.
func share(code *bytecode.Code) {
	shareConstants(code.Consts)
	for _, names := range code.KwNames {
		for _, name := range names {
			shareConstants([]any{name})
		}
	}
	for _, child := range code.Children {
		share(child)
	}
}

func shareConstants(ks []any) {
	for _, k := range ks {
		switch k := k.(type) {
		case string:
			if _, ok := common.Load(k); !ok && len(k) <= maxInterned {
				common.Store(k, object.NewStr(k))
			}
		case bytecode.Tuple:
			shareConstants(k)
		}
	}
}
