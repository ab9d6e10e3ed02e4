package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles reading, binding and deleting variables.

// cellReg is the register of cell i.
func (c *compiler) cellReg(i int32) int { return len(c.block.Locals) + int(i) }

func (c *compiler) load(n *syntax.Name, r int) {
	b := n.Binding
	switch b.Scope {
	case syntax.LocalScope:
		c.checkLocal(n)
		if int(b.Index) != r {
			c.emit(bytecode.Move, r, int(b.Index), 0, 0)
		}
	case syntax.CellScope:
		c.emit(bytecode.LoadCell, r, c.cellReg(b.Index), 0, int(b.Index))
	case syntax.FreeScope:
		c.emit(bytecode.LoadFree, r, 0, 0, int(b.Index))
	case syntax.ByNameScope:
		c.emit(bytecode.LoadName, r, 0, 0, c.global(n.ID))
	case syntax.ByNameOrFreeScope:
		c.emit(bytecode.LoadClassDeref, r, 0, 0, int(b.Index))
	default:
		c.emit(bytecode.LoadGlobal, r, 0, 0, c.global(n.ID))
	}
}

// storeName binds n to the value in r.
func (c *compiler) storeName(n *syntax.Name, r int) {
	b := n.Binding
	switch b.Scope {
	case syntax.LocalScope:
		if int(b.Index) != r {
			c.emit(bytecode.Move, int(b.Index), r, 0, 0)
		}
		c.flow.bind(int(b.Index))
	case syntax.CellScope:
		c.emit(bytecode.StoreCell, r, c.cellReg(b.Index), 0, int(b.Index))
	case syntax.FreeScope:
		c.emit(bytecode.StoreFree, r, 0, 0, int(b.Index))
	case syntax.ByNameScope, syntax.ByNameOrFreeScope:
		c.emit(bytecode.StoreName, r, 0, 0, c.global(n.ID))
	default:
		c.emit(bytecode.StoreGlobal, r, 0, 0, c.global(n.ID))
	}
}

func (c *compiler) deleteName(n *syntax.Name) {
	b := n.Binding
	switch b.Scope {
	case syntax.LocalScope:
		c.emit(bytecode.DelLocal, int(b.Index), 0, 0, 0)
		if !c.flow.dead {
			c.flow.bound[b.Index] = false
		}
	case syntax.CellScope:
		c.emit(bytecode.DelCell, 0, c.cellReg(b.Index), 0, int(b.Index))
	case syntax.FreeScope:
		c.emit(bytecode.DelFree, 0, 0, 0, int(b.Index))
	case syntax.ByNameScope, syntax.ByNameOrFreeScope:
		c.emit(bytecode.DelName, 0, 0, 0, c.global(n.ID))
	default:
		c.emit(bytecode.DelGlobal, 0, 0, 0, c.global(n.ID))
	}
}

// target returns the register that a value for e can be computed into directly:
// the variable's own where e is a local, or else a new temporary.
func (c *compiler) target(e syntax.Expr) int {
	if n, ok := e.(*syntax.Name); ok && n.Binding.Scope == syntax.LocalScope {
		return int(n.Binding.Index)
	}
	return c.alloc()
}

// special is a load or store of a name that the source does not spell, such as
// __annotations__, in the block's own namespace.
func (c *compiler) special(name string) *syntax.Name {
	n := &syntax.Name{ID: name}
	n.Binding.Scope = syntax.GlobalScope
	if c.code.Flags&bytecode.ByName != 0 {
		n.Binding.Scope = syntax.ByNameScope
	}
	return n
}
