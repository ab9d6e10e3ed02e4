package resolve

import (
	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// This file refuses, and warns of, what CPython's compiler does after the names
// are known. It walks the statements in the order in which that compiles them,
// so that of several mistakes the same one is reported.

// checker walks one module.
type checker struct {
	module *syntax.Module
	// futureLine is the line of the last future import that comes in time.
	futureLine int
	fn         function
	// block is that of the function, comprehension, class or module around this place.
	block *syntax.Block
	await bool // see Options
}

// function is what the checker knows of the function or class it is in.
type function struct {
	isFunction bool
	inLoop     bool
	// inStar tells that an `except*` stands between here and the function,
	// starInLoop that one stands between here and the loop.
	inStar, starInLoop bool
	blocks             int // loops, with and try statements around this place
}

func check(m *syntax.Module, futureLine int, await bool) {
	c := &checker{module: m, futureLine: futureLine, block: m.Block, await: await}
	c.stmts(m.Body)
	c.value(m.Expr)
}

// inside walks a function's or class's body.
func (c *checker) inside(b *syntax.Block, walk func()) {
	old, outer := c.fn, c.block
	c.fn, c.block = function{isFunction: b.Kind != syntax.ClassBlock}, b
	walk()
	c.fn, c.block = old, outer
}

func (c *checker) stmts(list []syntax.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *checker) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.ExprStmt:
		c.value(s.Value)
	case *syntax.Assign:
		c.value(s.Value)
		for _, t := range s.Targets {
			c.target(t)
		}
	case *syntax.AugAssign:
		c.target(s.Target)
		c.value(s.Value)
	case *syntax.AnnAssign:
		c.annAssign(s)
	case *syntax.Return:
		c.jump(s.Span(), c.fn.isFunction, "'return' outside function", c.fn.inStar)
		if s.Value != nil && c.block.IsCoroutine && c.block.IsGenerator {
			fail(s.Span(), "'return' with value in async generator")
		}
		c.value(s.Value)
	case *syntax.Break:
		c.jump(s.Span(), c.fn.inLoop || c.fn.inStar, "'break' outside loop", c.fn.starInLoop)
	case *syntax.Continue:
		c.jump(s.Span(), c.fn.inLoop || c.fn.inStar, "'continue' not properly in loop", c.fn.starInLoop)
	case *syntax.Delete:
		for _, t := range s.Targets {
			c.target(t)
		}
	case *syntax.Raise:
		c.value(s.Exc)
		c.value(s.Cause)
	case *syntax.Assert:
		c.assert(s)
	case *syntax.Import:
		for _, a := range s.Aliases {
			c.binds(a.Name, s.Span())
		}
	case *syntax.ImportFrom:
		c.importFrom(s)
	default:
		c.compound(s)
	}
}

func (c *checker) jump(at diag.Span, allowed bool, msg string, star bool) {
	if !allowed {
		fail(at, msg)
	}
	if star {
		fail(at, "'break', 'continue' and 'return' cannot appear in an except* block")
	}
}

func (c *checker) importFrom(s *syntax.ImportFrom) {
	if s.Module == "__future__" && s.Level == 0 && s.Start.Line > c.futureLine {
		fail(s.Span(), "from __future__ imports must occur at the beginning of the file")
	}
	for _, a := range s.Aliases {
		c.binds(a.Name, s.Span())
	}
}

func (c *checker) annAssign(s *syntax.AnnAssign) {
	c.value(s.Value)
	if n, ok := s.Target.(*syntax.Name); ok && s.Value == nil {
		c.binds(n, s.Span())
	} else {
		c.target(s.Target)
	}
	if !c.module.FutureAnnotations {
		c.value(s.Annotation)
	}
}

func (c *checker) compound(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.If:
		c.value(s.Test)
		c.stmts(s.Body)
		c.stmts(s.Orelse)
	case *syntax.While:
		c.value(s.Test)
		c.loop(s.Span(), s.Body)
		c.stmts(s.Orelse)
	case *syntax.For:
		c.asyncStmt(s.Async, s.Span(), "for")
		c.value(s.Iter)
		c.target(s.Target)
		c.loop(s.Span(), s.Body)
		c.stmts(s.Orelse)
	case *syntax.With:
		c.asyncStmt(s.Async, s.Span(), "with")
		for _, w := range s.Items {
			c.value(w.Context)
			c.enter(s.Span(), 1)
			c.target(w.Target)
		}
		c.stmts(s.Body)
		c.fn.blocks -= len(s.Items)
	case *syntax.Try:
		c.try(s)
	case *syntax.Match:
		c.match(s)
	case *syntax.FunctionDef:
		c.functionDef(s)
	case *syntax.ClassDef:
		c.classDef(s)
	case *syntax.TypeAlias:
		c.value(s.Value)
	}
}

func (c *checker) loop(at diag.Span, body []syntax.Stmt) {
	old := c.fn
	c.enter(at, 1)
	c.fn.inLoop, c.fn.starInLoop = true, false
	c.stmts(body)
	c.fn = old
}

// maxBlocks is how many blocks may stand inside each other.
const maxBlocks = 20

// enter counts n blocks that begin at a statement or handler.
func (c *checker) enter(at diag.Span, n int) {
	if c.fn.blocks += n; c.fn.blocks > maxBlocks {
		fail(at, "too many statically nested blocks")
	}
}

func (c *checker) try(s *syntax.Try) {
	finally := 0
	if len(s.Finally) > 0 {
		finally = 1
	}
	c.enter(s.Span(), finally)
	c.tryExcept(s)
	c.stmts(s.Finally) // in a block again
	c.fn.blocks -= finally
}

func (c *checker) tryExcept(s *syntax.Try) {
	if len(s.Handlers) == 0 {
		c.stmts(s.Body)
		return
	}
	c.enter(s.Span(), 1)
	c.stmts(s.Body)
	c.fn.blocks--
	for i, h := range s.Handlers {
		if h.Type == nil && i < len(s.Handlers)-1 {
			fail(h.Span(), "default 'except:' must be last")
		}
		old := c.fn
		c.value(h.Type)
		c.enter(h.Span(), 2)
		c.binds(h.Name, h.Span())
		if s.Star {
			c.fn.inStar, c.fn.starInLoop = true, true
		}
		c.stmts(h.Body)
		c.fn = old
	}
	c.stmts(s.Orelse)
}

func (c *checker) functionDef(s *syntax.FunctionDef) {
	c.values(s.Decorators)
	c.params(s.Params, s.Span())
	if !c.module.FutureAnnotations {
		for _, a := range s.Params.All() {
			c.annotation(a.Annotation)
		}
		c.value(s.Returns)
	}
	c.inside(s.Block, func() { c.stmts(s.Body) })
	c.binds(s.Name, s.Span())
}

// annotation checks the annotation of a parameter, which may be starred.
func (c *checker) annotation(e syntax.Expr) {
	if s, ok := e.(*syntax.Starred); ok {
		e = s.Value
	}
	c.value(e)
}

// params checks the parameters of the function at span.
func (c *checker) params(ps *syntax.Params, span diag.Span) {
	for _, a := range ps.All() {
		c.binds(a.Name, span)
	}
	for _, a := range ps.All() {
		c.value(a.Default)
	}
}

func (c *checker) classDef(s *syntax.ClassDef) {
	c.values(s.Decorators)
	c.inside(s.Block, func() { c.stmts(s.Body) })
	c.arguments(s.Bases, s.Keywords, s.Span())
	c.binds(s.Name, s.Span())
}

// binds refuses to bind __debug__; at is what CPython blames.
func (c *checker) binds(n *syntax.Name, at diag.Span) {
	if n == nil || n.ID != "__debug__" {
		return
	}
	if n.Ctx == syntax.Del {
		fail(at, "cannot delete __debug__")
	}
	fail(at, "cannot assign to __debug__")
}
