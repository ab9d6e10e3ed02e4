package resolve

import (
	"cmp"
	"slices"

	"gputour/engine/syntax"
)

// This file numbers the variables and writes the bindings into the tree.

// assign numbers the variables of s, whose code runs in the frame of owner, and
// of the scopes inside it.
func (r *resolver) assign(s, owner *scope) {
	b := s.block
	if s == owner {
		r.assignFrame(s)
	} else {
		assignInlined(s, owner)
	}
	for _, c := range s.children {
		if c.block.Inlined {
			r.assign(c, owner)
		}
	}
	for _, c := range s.children {
		if !c.block.Inlined {
			r.assign(c, c)
			handOver(c, s)
		}
	}
	b.Symbols = make(map[string]syntax.Binding, len(s.order))
	for _, y := range s.order {
		b.Symbols[y.name] = r.binding(s, y, syntax.Load)
	}
}

// assignFrame numbers the variables of a scope with a frame of its own.
func (r *resolver) assignFrame(s *scope) {
	b := s.block
	b.ClassCell = -1
	for _, y := range s.order {
		r.spill(s, y)
		switch {
		case y.spill > 0:
		case y.kind == kindLocal:
			if s.isFrame() {
				y.index = int32(len(b.Locals))
				b.Locals = append(b.Locals, y.name)
			}
		case y.kind == kindCell:
			if y.use&useParam != 0 {
				y.local = int32(len(b.Locals))
				b.Locals = append(b.Locals, y.name)
			}
		}
	}
	for _, y := range sorted(s.order) {
		switch {
		case y.spill > 0:
		case y.kind == kindCell:
			y.index = int32(len(b.Cells))
			if s.isClass() {
				b.ClassCell = len(b.Cells)
			}
			b.Cells = append(b.Cells, syntax.CellVar{Name: y.name, Param: int(y.local)})
		case y.kind == kindFree:
			y.index = int32(len(b.Frees))
			b.Frees = append(b.Frees, syntax.FreeVar{Name: y.name})
		case y.passFree > 0:
			b.Frees = append(b.Frees, syntax.FreeVar{Name: y.name})
			y.passFree = int32(len(b.Frees))
		}
	}
}

// spill finds a place outside the slots for a variable for which there is none left.
func (r *resolver) spill(s *scope, y *symbol) {
	own := y.kind == kindLocal || y.kind == kindCell
	if r.opt.Slots == 0 || !own || !s.isFrame() || y.use&useParam != 0 {
		return
	}
	if s.slots++; s.slots > r.opt.Slots {
		s.block.Spilled = append(s.block.Spilled, y.name)
		y.spill = int32(len(s.block.Spilled))
	}
}

func sorted(order []*symbol) []*symbol {
	list := slices.Clone(order)
	slices.SortFunc(list, func(a, b *symbol) int { return cmp.Compare(a.name, b.name) })
	return list
}

// assignInlined gives the names of a comprehension hidden slots of the frame
// that it runs in. Their names begin with a dot, which no Python name does.
func assignInlined(s, owner *scope) {
	s.block.ClassCell = -1
	for _, y := range s.order {
		if y.kind == kindLocal && y.name != iteratorName {
			y.index = int32(len(owner.block.Locals))
			owner.block.Locals = append(owner.block.Locals, "."+y.name)
		}
	}
}

// handOver tells for each free variable of c where s, which makes the closure, has it.
func handOver(c, s *scope) {
	for i := range c.block.Frees {
		f := &c.block.Frees[i]
		f.From = capture(s, f.Name)
	}
}

// capture returns where the frame that runs s has the cell of name.
func capture(s *scope, name string) syntax.Binding {
	y := s.symbols[name]
	switch {
	case s.block.Inlined && (y == nil || y.kind == kindFree):
		return capture(s.parent, name)
	case y.spill > 0:
		return s.spilled(y)
	case y.kind == kindCell:
		return syntax.Binding{Scope: syntax.CellScope, Index: y.index}
	case y.passFree > 0:
		return syntax.Binding{Scope: syntax.FreeScope, Index: y.passFree - 1}
	}
	return syntax.Binding{Scope: syntax.FreeScope, Index: y.index}
}

// spilled is the binding of a spilled variable of s.
func (s *scope) spilled(y *symbol) syntax.Binding {
	return syntax.Binding{Scope: syntax.FreeScope, Index: int32(len(s.block.Frees)) + y.spill - 1}
}

// binding returns the variable that symbol y of s stands for in context ctx.
func (r *resolver) binding(s *scope, y *symbol, ctx syntax.Context) syntax.Binding {
	if y.spill > 0 {
		return s.spilled(y)
	}
	switch y.kind {
	case kindLocal:
		switch {
		case s.isFrame():
			return syntax.Binding{Scope: syntax.LocalScope, Index: y.index}
		case s.isClass() || r.opt.Namespace:
			return syntax.Binding{Scope: syntax.ByNameScope}
		}
	case kindCell:
		return syntax.Binding{Scope: syntax.CellScope, Index: y.index}
	case kindFree:
		if s.block.Inlined {
			return r.outer(s.parent, y.name)
		}
		if s.isClass() && ctx == syntax.Load {
			return syntax.Binding{Scope: syntax.ByNameOrFreeScope, Index: y.index}
		}
		return syntax.Binding{Scope: syntax.FreeScope, Index: y.index}
	case kindGlobalImplicit:
		if s.isClass() || s.block.Kind == syntax.ModuleBlock && r.opt.Namespace {
			return syntax.Binding{Scope: syntax.ByNameScope}
		}
	}
	return syntax.Binding{Scope: syntax.GlobalScope}
}

// outer returns the binding of a variable that an inlined comprehension inside s uses.
func (r *resolver) outer(s *scope, name string) syntax.Binding {
	return r.binding(s, s.symbols[name], syntax.Store)
}

// bind writes the bindings of s and of the scopes inside into the tree.
func (r *resolver) bind(s *scope) {
	for _, ref := range s.refs {
		ref.name.Binding = r.binding(s, ref.sym, ref.name.Ctx)
		ref.name.ID = ref.sym.name
	}
	for _, c := range s.children {
		r.bind(c)
	}
}
