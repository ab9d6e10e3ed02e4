package resolve

import (
	"fmt"
	"slices"

	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// This file defines scopes and symbols, and the analysis that tells locals
// from cells, free variables and globals.

// use says how a scope uses a name.
type use uint16

const (
	useLoad use = 1 << iota
	useLocal
	useParam
	useGlobal   // declared global
	useNonlocal // declared nonlocal
	useAnnot    // annotated without being assigned
	useIterVar  // target of a comprehension
	useImport   // bound by an import, which a later global declaration may follow

	useBound = useLocal | useParam | useImport
)

// kind is what the analysis finds a symbol to be.
type kind uint8

const (
	kindUnknown kind = iota
	kindLocal
	kindCell
	kindFree
	kindGlobalExplicit
	kindGlobalImplicit
)

// symbol is one name of one scope.
type symbol struct {
	name  string
	use   use
	kind  kind
	index int32 // slot among locals, cells or frees, by kind
	// local is the slot of a parameter that lives in a cell, or -1.
	local int32
	// passFree is one more than the index among the frees of a name that this
	// scope, a class, binds itself and only hands on to inner scopes; else 0.
	passFree int32
	// spill is one more than the place among the spilled variables; else 0.
	spill int32
}

// scope is one block while it is being resolved.
type scope struct {
	block    *syntax.Block
	parent   *scope
	children []*scope
	symbols  map[string]*symbol
	order    []*symbol // by first use
	refs     []ref
	// directives are the places of global and nonlocal declarations.
	directives map[string]diag.Span
	// comp is the comprehension that opens the scope, or nil.
	comp *syntax.Comp
	// slots counts the variables that may be spilled.
	slots int
}

// ref is one occurrence of a name, to be given its binding at the end.
type ref struct {
	name *syntax.Name
	sym  *symbol
}

// isFrame tells whether the scope is a function of some kind, whose names are slots.
func (s *scope) isFrame() bool {
	return s.block.Kind != syntax.ModuleBlock && s.block.Kind != syntax.ClassBlock
}

func (s *scope) isClass() bool { return s.block.Kind == syntax.ClassBlock }

// module returns the outermost scope.
func (s *scope) module() *scope {
	for s.parent != nil {
		s = s.parent
	}
	return s
}

// lookup returns the symbol for name, made on first use.
func (s *scope) lookup(name string) *symbol {
	y := s.symbols[name]
	if y == nil {
		y = &symbol{name: name, local: -1}
		s.symbols[name] = y
		s.order = append(s.order, y)
	}
	return y
}

// names is a set of variables.
type names map[string]struct{}

func (n names) has(name string) bool { _, ok := n[name]; return ok }

func (n names) with(name string) names {
	if n == nil {
		n = names{}
	}
	n[name] = struct{}{}
	return n
}

// analyze finds the kind of every symbol of s and of the scopes inside. bound
// holds the variables of enclosing functions, nil at the top. The result is the
// set of variables that s and its inner scopes need from outside.
func (r *resolver) analyze(s *scope, bound names) (free names) {
	for _, y := range s.order {
		r.classify(s, y, bound)
	}
	inner := innerBound(s, bound)
	var childFree names
	for _, c := range s.children {
		needs := r.analyze(c, inner)
		c.block.Inlined = r.canInline(s, c)
		for name := range needs {
			if y := s.symbols[name]; c.block.Inlined && y != nil && y.kind == kindLocal && !c.closesOver(name) {
				continue
			}
			childFree = childFree.with(name)
		}
	}
	for name := range childFree {
		free = captured(s, name, bound, free)
	}
	for _, y := range s.order {
		if y.kind == kindFree {
			free = free.with(y.name)
		}
	}
	return free
}

// closesOver tells whether a function inside s, a comprehension without a frame of
// its own, needs the variable name from outside.
func (s *scope) closesOver(name string) bool {
	for _, c := range s.children {
		y := c.symbols[name]
		switch {
		case y == nil || y.kind != kindFree && y.passFree == 0:
		case !c.block.Inlined || c.closesOver(name):
			return true
		}
	}
	return false
}

// innerBound returns the variables that the scopes inside s may capture.
func innerBound(s *scope, bound names) names {
	if s.block.Kind == syntax.ModuleBlock {
		return nil
	}
	inner := make(names, len(bound)+len(s.order)+1)
	for name := range bound {
		inner[name] = struct{}{}
	}
	if s.isClass() {
		return inner.with("__class__")
	}
	for _, y := range s.order {
		switch y.kind {
		case kindLocal:
			inner[y.name] = struct{}{}
		case kindGlobalExplicit:
			delete(inner, y.name)
		}
	}
	return inner
}

// classify finds the kind of one symbol by its own scope and the enclosing ones.
func (r *resolver) classify(s *scope, y *symbol, bound names) {
	switch {
	case y.use&useGlobal != 0:
		if y.use&useNonlocal != 0 {
			r.failDirective(s, y.name, "name '%s' is nonlocal and global")
		}
		y.kind = kindGlobalExplicit
	case y.use&useNonlocal != 0:
		if s.block.Kind == syntax.ModuleBlock {
			r.failDirective(s, y.name, "nonlocal declaration not allowed at module level")
		}
		if !bound.has(y.name) {
			r.failDirective(s, y.name, "no binding for nonlocal '%s' found")
		}
		y.kind = kindFree
	case y.use&useBound != 0:
		y.kind = kindLocal
	case bound.has(y.name):
		y.kind = kindFree
	default:
		y.kind = kindGlobalImplicit
	}
}

func (r *resolver) failDirective(s *scope, name, format string) {
	msg := format
	if slices.Contains([]byte(format), '%') {
		msg = fmt.Sprintf(format, name)
	}
	fail(s.directives[name], msg)
}

// captured notes in s that an inner scope needs name: it becomes a cell of s or
// is handed on from outside, in which case it is added to free.
func captured(s *scope, name string, bound, free names) names {
	y := s.symbols[name]
	switch {
	case s.isClass() && name == "__class__":
		y = s.lookup(name)
		y.kind = kindCell
		return free
	case y == nil:
		y = s.lookup(name)
		y.kind = kindFree
	case s.isClass() && y.kind != kindFree:
		y.passFree = 1
	case y.kind == kindLocal:
		y.kind = kindCell
		return free
	}
	return free.with(name)
}

// canInline tells whether the comprehension c may run in the frame of s.
func (r *resolver) canInline(s, c *scope) bool {
	if !r.opt.Inline || s.isClass() || c.comp == nil || c.comp.Kind == syntax.GeneratorExp || c.block.IsGenerator || c.block.IsCoroutine {
		return false
	}
	if s.block.Kind == syntax.ModuleBlock && r.opt.Namespace {
		return false
	}
	for _, y := range c.order {
		if y.kind == kindCell {
			return false
		}
	}
	return true
}
