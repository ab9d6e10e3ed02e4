package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles type parameters (PEP 695). The block of the parameters is a
// function without arguments that is called at once.

// generic compiles the block around a generic definition: it binds the parameters,
// runs define, and sets __type_params__ of the result, which goes to r.
func (c *compiler) generic(b *syntax.Block, params []*syntax.TypeParam, r int, define func(in *compiler, r int)) {
	child := c.child(b, func(in *compiler) {
		all := in.typeParams(params)
		v := in.alloc()
		define(in, v)
		in.emit(bytecode.StoreAttr, all, v, 0, in.site("__type_params__"))
		in.emit(bytecode.Return, v, 0, 0, 0)
	})
	base := c.alloc()
	c.emit(bytecode.MakeFunction, base, 0, 0, child)
	c.emit(bytecode.Call, base, 0, r, c.site(""))
}

// typeParams binds the parameters and returns the register of their tuple.
func (c *compiler) typeParams(params []*syntax.TypeParam) int {
	all := c.alloc()
	first := c.allocN(len(params))
	for i, p := range params {
		bound := c.alloc()
		c.lazy(p.Bound, p.Block, bound)
		c.emit(bytecode.MakeTypeParam, first+i, bound, int(p.Kind), c.constant(p.Name.ID))
		c.storeName(p.Name, first+i)
		c.top = bound
	}
	c.emit(bytecode.BuildTuple, all, first, len(params), 0)
	c.top = all + 1
	return all
}

// lazy makes a function of an expression that is evaluated when it is asked for.
func (c *compiler) lazy(e syntax.Expr, b *syntax.Block, r int) {
	if e == nil {
		c.emit(bytecode.LoadConst, r, 0, 0, c.constant(nil))
		return
	}
	child := c.child(b, func(in *compiler) { in.emit(bytecode.Return, in.value(e), 0, 0, 0) })
	c.emit(bytecode.MakeFunction, r, 0, 0, child)
}

func (c *compiler) typeAlias(s *syntax.TypeAlias) {
	r := c.alloc()
	if s.ParamBlock == nil {
		c.aliasObject(s, r)
	} else {
		child := c.child(s.ParamBlock, func(in *compiler) {
			v := in.alloc()
			in.aliasObject(s, v)
			in.emit(bytecode.Return, v, 0, 0, 0)
		})
		base := c.alloc()
		c.emit(bytecode.MakeFunction, base, 0, 0, child)
		c.emit(bytecode.Call, base, 0, r, c.site(""))
	}
	c.storeName(s.Name, r)
}

func (c *compiler) aliasObject(s *syntax.TypeAlias, r int) {
	t := c.allocN(3)
	c.emit(bytecode.LoadConst, t, 0, 0, c.constant(s.Name.ID))
	if s.ParamBlock == nil {
		c.emit(bytecode.BuildTuple, t+1, t+1, 0, 0)
	} else {
		c.emit(bytecode.Move, t+1, c.typeParams(s.TypeParams), 0, 0)
	}
	c.lazy(s.Value, s.Block, t+2)
	c.emit(bytecode.MakeTypeAlias, r, t, 0, 0)
}
