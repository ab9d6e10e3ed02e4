package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// This file compiles what opens a block of its own: functions, lambdas, classes
// and comprehensions.

func (c *compiler) functionDef(s *syntax.FunctionDef) {
	base := c.top
	c.decorators(s.Decorators)
	r := c.alloc()
	if s.ParamBlock != nil {
		c.generic(s.ParamBlock, s.TypeParams, r, func(in *compiler, r int) { in.function(s, r) })
	} else {
		c.function(s, r)
	}
	c.decorate(s.Decorators, base, r)
	c.storeName(s.Name, r)
}

// decorators evaluates each decorator into a temporary.
func (c *compiler) decorators(ds []syntax.Expr) {
	for _, d := range ds {
		c.temp(d)
	}
}

// decorate applies the decorators from base on, last first, to the value in r above them.
func (c *compiler) decorate(ds []syntax.Expr, base, r int) {
	cur := c.cur
	for i := len(ds) - 1; i >= 0; i-- {
		c.cur = bytecode.SpanOf(ds[i].Span())
		c.top = base + i + 2
		c.emit(bytecode.Move, base+i+1, r, 0, 0)
		c.emit(bytecode.Call, base+i, 1, r, c.site(""))
	}
	c.cur = cur
}

func (c *compiler) function(s *syntax.FunctionDef, r int) {
	parts, flags := c.functionParts(s.Params, s.Returns)
	child := c.child(s.Block, func(in *compiler) {
		in.parameters(s.Params)
		in.flow.findDeleted(s.Body)
		in.code.Doc, in.code.HasDoc = syntax.Docstring(s.Body)
		in.body(s.Body)
		in.end()
	})
	c.emit(bytecode.MakeFunction, r, parts, flags, child)
}

func (c *compiler) lambda(e *syntax.Lambda, r int) {
	parts, flags := c.functionParts(e.Params, nil)
	child := c.child(e.Block, func(in *compiler) {
		in.parameters(e.Params)
		in.cur = bytecode.SpanOf(e.Body.Span())
		v := in.value(e.Body)
		made := in.makersOf(e.Body, v)
		in.ends(in.emit(bytecode.Return, v, 0, 0, 0), made)
	})
	c.emit(bytecode.MakeFunction, r, parts, flags, child)
}

// end closes a block that returns None.
func (c *compiler) end() {
	if !c.flow.dead {
		c.emit(bytecode.ReturnNone, 0, 0, 0, 0)
	}
}

// child compiles an inner block and returns its index in Children. A block in
// which := may rebind an operand is compiled again with operands copied; it is
// known from then on, as the blocks around it may be compiled again, too.
func (c *compiler) child(b *syntax.Block, body func(*compiler)) int {
	in := newCompiler(c, c.module, b)
	in.walrus = c.rebind[b]
	body(in)
	if in.sawWalrus {
		c.rebind[b] = true
		in = newCompiler(c, c.module, b)
		in.walrus = true
		body(in)
	}
	c.code.Children = append(c.code.Children, in.finish())
	return len(c.code.Children) - 1
}

// parameters describes the parameters in the code and marks them bound.
func (c *compiler) parameters(p *syntax.Params) {
	k := c.code
	k.NumPosOnly, k.NumKwOnly = len(p.PosOnly), len(p.KwOnly)
	k.NumArgs = len(p.PosOnly) + len(p.Args)
	if p.VarArg != nil {
		k.Flags |= bytecode.VarArgs
	}
	if p.KwArg != nil {
		k.Flags |= bytecode.VarKeywords
	}
	for i := range k.NumParams() {
		c.flow.bound[i] = true
	}
}

// functionParts evaluates defaults and annotations into successive temporaries.
func (c *compiler) functionParts(p *syntax.Params, returns syntax.Expr) (first, flags int) {
	first = c.top
	if c.positionalDefaults(p) {
		flags |= bytecode.HasDefaults
	}
	if c.keywordDefaults(p) {
		flags |= bytecode.HasKwDefaults
	}
	if c.annotations(p, returns) {
		flags |= bytecode.HasAnnotations
	}
	return first, flags
}

func (c *compiler) positionalDefaults(p *syntax.Params) bool {
	var defaults []syntax.Expr
	for _, list := range [][]*syntax.Param{p.PosOnly, p.Args} {
		for _, a := range list {
			if a.Default != nil {
				defaults = append(defaults, a.Default)
			}
		}
	}
	if defaults == nil {
		return false
	}
	r := c.alloc()
	c.tuple(defaults, r)
	return true
}

func (c *compiler) keywordDefaults(p *syntax.Params) bool {
	r := -1
	for _, a := range p.KwOnly {
		if a.Default == nil {
			continue
		}
		if r < 0 {
			r = c.alloc()
			c.emit(bytecode.BuildDict, r, r, 0, 0)
		}
		c.dictEntry(r, a.Name.ID, func(v int) { c.into(a.Default, v) })
	}
	return r >= 0
}

// dictEntry adds the key and the value that fill computes to the dict in r.
func (c *compiler) dictEntry(r int, key string, fill func(v int)) {
	t := c.alloc()
	c.emit(bytecode.LoadConst, t, 0, 0, c.constant(key))
	fill(c.alloc())
	c.emit(bytecode.DictSet, r, t, t+1, 0)
	c.top = t
}

// annotations evaluates them in CPython's order: positional, positional-only,
// *args, keyword-only, **kwargs, result.
func (c *compiler) annotations(p *syntax.Params, returns syntax.Expr) bool {
	r := -1
	add := func(name string, e syntax.Expr) {
		if e == nil {
			return
		}
		if r < 0 {
			r = c.alloc()
			c.emit(bytecode.BuildDict, r, r, 0, 0)
		}
		c.dictEntry(r, name, func(v int) { c.annotation(e, v) })
	}
	all := append(append(append([]*syntax.Param{}, p.Args...), p.PosOnly...), p.VarArg)
	for _, a := range append(append(all, p.KwOnly...), p.KwArg) {
		if a != nil {
			add(a.Name.ID, a.Annotation)
		}
	}
	add("return", returns)
	return r >= 0
}

func (c *compiler) classDef(s *syntax.ClassDef) {
	base := c.top
	c.decorators(s.Decorators)
	r := c.alloc()
	if s.ParamBlock != nil {
		c.generic(s.ParamBlock, s.TypeParams, r, func(in *compiler, r int) { in.class(s, r) })
	} else {
		c.class(s, r)
	}
	c.decorate(s.Decorators, base, r)
	c.storeName(s.Name, r)
}

// class calls __build_class__(body, name, *bases, **keywords).
func (c *compiler) class(s *syntax.ClassDef, r int) {
	child := c.child(s.Block, func(in *compiler) { in.classBody(s) })
	base := c.top
	stars := anyStarred(s.Bases) || anyDoubleStarred(s.Keywords)
	c.allocN(3)
	c.emit(bytecode.BuildClass, base, 0, 0, 0)
	c.emit(bytecode.MakeFunction, base+1, 0, 0, child)
	c.emit(bytecode.LoadConst, base+2, 0, 0, c.constant(s.Name.ID))
	if !stars {
		n, names := c.arguments(s.Bases, s.Keywords)
		if names == nil {
			c.emit(bytecode.Call, base, n+2, r, c.site(""))
		} else {
			c.emit(bytecode.CallKw, base, n+2, r, c.kwNames(names))
		}
		return
	}
	call := c.alloc()
	c.emit(bytecode.Move, call, base, 0, 0)
	args := append([]syntax.Expr{&held{reg: base + 1}, &held{reg: base + 2}}, s.Bases...)
	c.callEx(args, s.Keywords, call, r)
}

// held is an expression whose value lies in a register already.
type held struct {
	syntax.Constant
	reg int
}

func (c *compiler) classBody(s *syntax.ClassDef) {
	t := c.alloc()
	c.load(c.special("__name__"), t)
	c.storeName(c.special("__module__"), t)
	c.emit(bytecode.LoadConst, t, 0, 0, c.constant(c.block.QualName))
	c.storeName(c.special("__qualname__"), t)
	if doc, ok := syntax.Docstring(s.Body); ok {
		c.emit(bytecode.LoadConst, t, 0, 0, c.constant(doc))
		c.storeName(c.special("__doc__"), t)
	}
	if hasAnnotations(s.Body) {
		c.emit(bytecode.Annotations, 0, 0, 0, 0)
	}
	c.body(s.Body)
	if c.block.ClassCell >= 0 {
		c.emit(bytecode.Move, t, c.cellReg(int32(c.block.ClassCell)), 0, 0)
		c.storeName(c.special("__classcell__"), t)
		c.emit(bytecode.Return, t, 0, 0, 0)
		return
	}
	c.emit(bytecode.ReturnNone, 0, 0, 0, 0)
}

// hasAnnotations tells whether the block has a variable annotation of its own.
func hasAnnotations(body []syntax.Stmt) bool {
	for _, s := range body {
		if a, ok := s.(*syntax.AnnAssign); ok && a.Simple {
			return true
		}
		for _, b := range syntax.Bodies(s) {
			if hasAnnotations(b) {
				return true
			}
		}
	}
	return false
}
