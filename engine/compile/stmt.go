package compile

import (
	"slices"

	"gputour/engine/bytecode"
	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// This file compiles statements, all but the compound ones that have files of their own.

func (c *compiler) body(stmts []syntax.Stmt) {
	for _, s := range stmts {
		c.stmt(s)
	}
}

func (c *compiler) stmt(s syntax.Stmt) {
	mark := c.top
	c.at(s)
	c.code.Starts = append(c.code.Starts, bytecode.Start{PC: int32(len(c.code.Instrs)), Live: uint8(c.top)})
	c.step(s)
	switch s := s.(type) {
	case *syntax.ExprStmt:
		c.exprStmt(s)
	case *syntax.Assign:
		c.assign(s)
	case *syntax.AugAssign:
		c.augAssign(s)
	case *syntax.AnnAssign:
		c.annAssign(s)
	case *syntax.Return:
		c.returnStmt(s)
	case *syntax.Delete:
		for _, t := range s.Targets {
			c.delete(t)
		}
	case *syntax.Break:
		c.leaveLoop(false)
	case *syntax.Continue:
		c.leaveLoop(true)
	case *syntax.Raise:
		c.raise(s)
	case *syntax.Assert:
		c.assert(s)
	case *syntax.Import:
		c.importStmt(s)
	case *syntax.ImportFrom:
		c.importFrom(s)
	case *syntax.If:
		c.ifStmt(s)
	case *syntax.While:
		c.while(s)
	case *syntax.For:
		if s.Async {
			c.asyncFor(s)
		} else {
			c.forStmt(s)
		}
	case *syntax.With:
		c.with(s.Items, s)
	case *syntax.Try:
		c.try(s)
	case *syntax.FunctionDef:
		c.functionDef(s)
	case *syntax.ClassDef:
		c.classDef(s)
	case *syntax.Match:
		c.match(s)
	case *syntax.TypeAlias:
		c.typeAlias(s)
	}
	c.top = mark
}

// step marks the beginning of a statement, where that is asked for. A while marks its
// condition instead.
func (c *compiler) step(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.While:
		if !isTrue(s.Test) {
			return
		}
	case *syntax.ExprStmt:
		if _, ok := s.Value.(*syntax.Constant); ok {
			return
		}
	}
	c.stepAt(s.Span())
}

func (c *compiler) stepAt(at diag.Span) {
	if c.steps {
		c.emit(bytecode.Step, 0, 0, 0, at.Start.Line)
	}
}

// exprStmt evaluates an expression for its effects; a constant has none.
func (c *compiler) exprStmt(s *syntax.ExprStmt) {
	if _, ok := s.Value.(*syntax.Constant); !ok {
		for _, made := range c.makersOf(s.Value, c.value(s.Value)) {
			c.code.Hints[made] |= bytecode.EndsResult
		}
		switch last := len(c.code.Instrs) - 1; c.code.Instrs[last].Op {
		case bytecode.CallKw, bytecode.CallMethodKw, bytecode.CallEx:
			c.code.Hints[last] |= bytecode.EndsResult
		}
	}
}

func (c *compiler) returnStmt(s *syntax.Return) {
	if e, ok := s.Value.(*syntax.IfExp); ok && len(c.blocks) == 0 {
		c.returnEither(e)
		return
	}
	cur := c.cur
	r := -1
	if s.Value != nil {
		r = c.value(s.Value)
		c.passes(c.makersOf(s.Value, r))
		if len(c.blocks) > 0 && !c.isTemp(r) { // clean-up code may rebind the variable
			t := c.alloc()
			c.emit(bytecode.Move, t, r, 0, 0)
			r = t
		}
	}
	c.unwindTo(0)
	c.cur = cur
	if r < 0 {
		c.emit(bytecode.ReturnNone, 0, 0, 0, 0)
	} else {
		c.emit(bytecode.Return, r, 0, 0, 0)
	}
	c.flow.dead = true
}

// returnEither returns a conditional's value by a return for either way: in a register that both wrote one would not know a variable's
// value, which the function ends to hold, from one that was made.
func (c *compiler) returnEither(e *syntax.IfExp) {
	orelse, top := newLabel(), c.top
	c.branch(e.Test, false, orelse)
	before := c.flow.save()
	c.returnStmt(&syntax.Return{Value: e.Body})
	c.flow.restore(before)
	c.top = top
	c.set(orelse)
	c.returnStmt(&syntax.Return{Value: e.Orelse})
}

func (c *compiler) raise(s *syntax.Raise) {
	n, exc, cause := 0, 0, 0
	if s.Exc != nil {
		n, exc = 1, c.value(s.Exc)
	}
	if s.Cause != nil {
		n, cause = 2, c.value(s.Cause)
	}
	c.emit(bytecode.Raise, exc, cause, n, 0)
	c.flow.dead = true
}

func (c *compiler) assert(s *syntax.Assert) {
	end := newLabel()
	c.branch(s.Test, true, end)
	before := c.flow.save()
	base := c.alloc()
	c.emit(bytecode.AssertError, base, 0, 0, 0)
	if s.Msg != nil {
		c.temp(s.Msg)
		c.emit(bytecode.Call, base, 1, base, c.site(""))
	}
	c.at(blamed(s))
	c.emit(bytecode.Raise, base, 0, 1, 0)
	c.flow.restore(before)
	c.set(end)
}

// blamed is the part of an assert statement that tracebacks mark: the last comparison
// that decides, or else the statement.
func blamed(s *syntax.Assert) syntax.Node {
	if e := lastComparison(s.Test); e != nil {
		return e
	}
	return s
}

func lastComparison(e syntax.Expr) syntax.Expr {
	var parts []syntax.Expr
	switch e := e.(type) {
	case *syntax.Compare:
		return e
	case *syntax.UnaryOp:
		if e.Op == syntax.Not {
			parts = []syntax.Expr{e.Operand}
		}
	case *syntax.BoolOp:
		parts = e.Values
	case *syntax.IfExp:
		parts = []syntax.Expr{e.Test, e.Body, e.Orelse}
	}
	for _, part := range slices.Backward(parts) {
		if found := lastComparison(part); found != nil {
			return found
		}
	}
	return nil
}

func (c *compiler) ifStmt(s *syntax.If) {
	orelse := newLabel()
	c.branch(s.Test, false, orelse)
	mark := c.flow.save()
	c.body(s.Body)
	after := c.flow.save()
	c.flow.restore(mark)
	if len(s.Orelse) == 0 {
		c.set(orelse)
	} else {
		end := newLabel()
		if !after.dead {
			c.jump(bytecode.Jump, 0, 0, 0, end)
		}
		c.set(orelse)
		c.body(s.Orelse)
		c.set(end)
	}
	c.flow.join(after)
}

func (c *compiler) importStmt(s *syntax.Import) {
	for _, a := range s.Aliases {
		old, mark := c.at(a), c.top
		c.cur = old
		r := c.alloc()
		c.emit(bytecode.ImportName, r, 0, 0, c.importEntry(bytecode.Import{Module: a.Path}))
		if a.AsName {
			c.importSubmodules(a.Path, r)
		}
		c.storeName(a.Name, r)
		c.top = mark
	}
}

// importSubmodules turns the package a of `import a.b.c as x` in r into a.b.c.
func (c *compiler) importSubmodules(path string, r int) {
	for i, part := range splitPath(path) {
		if i > 0 {
			c.emit(bytecode.ImportFrom, r, r, 0, c.name(part))
		}
	}
}

func splitPath(path string) []string {
	var parts []string
	start := 0
	for i := 0; i <= len(path); i++ {
		if i == len(path) || path[i] == '.' {
			parts = append(parts, path[start:i])
			start = i + 1
		}
	}
	return parts
}

func (c *compiler) importFrom(s *syntax.ImportFrom) {
	imp := bytecode.Import{Module: s.Module, Level: s.Level, From: []string{}}
	for _, a := range s.Aliases {
		imp.From = append(imp.From, a.Path)
	}
	m := c.alloc()
	c.emit(bytecode.ImportName, m, 0, 0, c.importEntry(imp))
	for _, a := range s.Aliases {
		if a.Name == nil {
			c.emit(bytecode.ImportStar, m, 0, 0, 0)
			continue
		}
		r := c.alloc()
		c.emit(bytecode.ImportFrom, r, m, 0, c.name(a.Path))
		c.storeName(a.Name, r)
	}
}

func (c *compiler) importEntry(i bytecode.Import) int {
	c.code.Imports = append(c.code.Imports, i)
	return len(c.code.Imports) - 1
}
