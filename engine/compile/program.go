// Package compile lowers a resolved syntax tree to register bytecode.
//
// Every block of the source becomes a bytecode.Code. Unpacking, patterns and the statements with
// clean-up (try, with) are spelled out in instructions; RATIONALE.md says why the rest is as it is.
package compile

import (
	"gputour/engine/bytecode"
	"gputour/engine/syntax"
)

// Options are the choices of Module; the zero value compiles a file.
type Options struct {
	// Display makes the code return the value of a final expression statement
	// (unless a semicolon follows), as a notebook cell does.
	Display bool
	// Steps puts the instruction Step before each statement and each turn of a loop.
	Steps bool
}

// Program is a compiled source.
type Program struct {
	Code *bytecode.Code
	// HasValue tells that Code returns a value worth displaying: an expression's.
	HasValue bool
}

// Module compiles a tree that package resolve has been over. Any error is a *syntax.Error.
func Module(m *syntax.Module, opt Options) (p *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*syntax.Error)
			if !ok {
				panic(r)
			}
			p, err = nil, e
		}
	}()
	p = &Program{}
	build := func(walrus bool) *compiler {
		c := newCompiler(nil, m, m.Block)
		c.walrus, c.steps = walrus, opt.Steps
		if usesNamespace(m.Block) {
			c.code.Flags |= bytecode.ByName
		}
		c.moduleBody(m, opt, p)
		return c
	}
	c := build(false)
	if c.sawWalrus { // in `x + (x := 1)` the first x must be copied, not read in place: as child does
		c = build(true)
	}
	p.Code = c.finish()
	return p, nil
}

// usesNamespace tells whether the module's names were resolved with Options.Namespace.
func usesNamespace(b *syntax.Block) bool {
	for _, s := range b.Symbols {
		if s.Scope == syntax.ByNameScope {
			return true
		}
	}
	return false
}

func (c *compiler) moduleBody(m *syntax.Module, opt Options, p *Program) {
	if m.Expr != nil {
		c.emit(bytecode.Return, c.value(m.Expr), 0, 0, 0)
		p.HasValue = true
		return
	}
	c.code.Doc, c.code.HasDoc = syntax.Docstring(m.Body)
	c.flow.findDeleted(m.Body)
	if hasAnnotations(m.Body) {
		c.emit(bytecode.Annotations, 0, 0, 0, 0)
	}
	body := m.Body
	last := lastExpr(body)
	if !opt.Display || last == nil {
		c.body(body)
		c.end()
		return
	}
	c.body(body[:len(body)-1])
	c.at(last)
	c.step(last)
	c.emit(bytecode.Return, c.value(last.Value), 0, 0, 0)
	p.HasValue = true
}

func lastExpr(body []syntax.Stmt) *syntax.ExprStmt {
	if len(body) == 0 {
		return nil
	}
	s, ok := body[len(body)-1].(*syntax.ExprStmt)
	if !ok || s.Semicolon {
		return nil
	}
	return s
}
