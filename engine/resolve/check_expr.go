package resolve

import (
	"fmt"

	"gputour/engine/diag"
	"gputour/engine/syntax"
)

// This file checks expressions.

func (c *checker) values(list []syntax.Expr) {
	for _, e := range list {
		c.value(e)
	}
}

// elements checks what may hold starred expressions.
func (c *checker) elements(list []syntax.Expr) {
	for _, e := range list {
		if s, ok := e.(*syntax.Starred); ok {
			e = s.Value
		}
		c.value(e)
	}
}

// value checks an expression where a starred one may not stand.
func (c *checker) value(e syntax.Expr) {
	switch e := e.(type) {
	case nil, *syntax.Name, *syntax.Constant:
	case *syntax.Starred:
		fail(e.Span(), "can't use starred expression here")
	case *syntax.Attribute:
		c.value(e.Value)
	case *syntax.Call:
		c.warnCall(e)
		c.value(e.Func)
		c.arguments(e.Args, e.Keywords, e.Span())
	case *syntax.BinOp:
		c.value(e.Left)
		c.value(e.Right)
	case *syntax.Compare:
		c.warnCompare(e)
		c.value(e.Left)
		c.values(e.Comparators)
	case *syntax.Subscript:
		c.subscript(e)
	case *syntax.Slice:
		c.value(e.Lower)
		c.value(e.Upper)
		c.value(e.Step)
	case *syntax.BoolOp:
		c.values(e.Values)
	case *syntax.UnaryOp:
		c.value(e.Operand)
	case *syntax.IfExp:
		c.value(e.Test)
		c.value(e.Body)
		c.value(e.Orelse)
	case *syntax.List:
		c.elements(e.Elts)
	case *syntax.Tuple:
		c.elements(e.Elts)
	case *syntax.Set:
		c.elements(e.Elts)
	case *syntax.Dict:
		for i, v := range e.Values {
			c.value(e.Keys[i])
			c.value(v)
		}
	case *syntax.JoinedStr:
		c.values(e.Values)
	case *syntax.FormattedValue:
		c.value(e.Value)
		if e.Spec != nil {
			c.values(e.Spec.Values)
		}
	default:
		c.scopeValue(e)
	}
}

func (c *checker) scopeValue(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.NamedExpr:
		c.value(e.Value)
		c.target(e.Target)
	case *syntax.Lambda:
		c.params(e.Params, e.Span())
		c.inside(e.Block, func() { c.value(e.Body) })
	case *syntax.Comp:
		c.comp(e)
	case *syntax.Await:
		c.awaits(e)
		c.value(e.Value)
	case *syntax.Yield:
		c.yield(e.Span())
		c.value(e.Value)
	case *syntax.YieldFrom:
		c.yield(e.Span())
		if c.inAsync() {
			fail(e.Span(), "'yield from' inside async function")
		}
		c.value(e.Value)
	}
}

func (c *checker) yield(at diag.Span) {
	if !c.fn.isFunction {
		fail(at, "'yield' outside function")
	}
}

// awaits refuses an await where nothing can wait.
func (c *checker) awaits(e *syntax.Await) {
	switch {
	case c.topLevel():
	case !c.fn.isFunction:
		fail(e.Span(), "'await' outside function")
	case !c.inAsync() && c.block.Kind != syntax.CompBlock:
		fail(e.Span(), "'await' outside async function")
	}
}

// inAsync tells whether this is the body of an async def itself.
func (c *checker) inAsync() bool {
	return c.block.Kind == syntax.FunctionBlock && c.block.IsCoroutine
}

// topLevel tells whether this is a cell outside of functions, where a cell may wait.
func (c *checker) topLevel() bool { return c.await && c.block.Kind == syntax.ModuleBlock }

// asyncStmt refuses `async for` and `async with` outside of async functions.
func (c *checker) asyncStmt(async bool, at diag.Span, word string) {
	if async && !c.inAsync() && !c.topLevel() {
		fail(at, "'async "+word+"' outside async function")
	}
}

func (c *checker) comp(e *syntax.Comp) {
	if e.Block.IsCoroutine && e.Kind != syntax.GeneratorExp &&
		!c.inAsync() && c.block.Kind != syntax.CompBlock && !c.topLevel() {
		fail(e.Span(), "asynchronous comprehension outside of an asynchronous function")
	}
	c.value(e.Clauses[0].Iter)
	c.inside(e.Block, func() {
		for i, clause := range e.Clauses {
			if i > 0 {
				c.value(clause.Iter)
			}
			c.target(clause.Target)
			c.values(clause.Ifs)
		}
		c.value(e.Key)
		c.value(e.Elt)
	})
}

// arguments checks the arguments of a call or class at span.
func (c *checker) arguments(args []syntax.Expr, keywords []*syntax.Keyword, span diag.Span) {
	var seen map[string]bool
	for i, k := range keywords {
		switch {
		case k.Name == "":
			continue
		case k.Name == "__debug__":
			fail(span, "cannot assign to __debug__")
		case seen[k.Name]:
			fail(k.Span(), "keyword argument repeated: "+k.Name)
		}
		if seen == nil && i < len(keywords)-1 {
			seen = make(map[string]bool)
		}
		if seen != nil {
			seen[k.Name] = true
		}
	}
	c.elements(args)
	for _, k := range keywords {
		c.value(k.Value)
	}
}

func (c *checker) subscript(e *syntax.Subscript) {
	if e.Ctx == syntax.Load {
		c.warnSubscript(e)
	}
	c.value(e.Value)
	c.value(e.Index)
}

// target checks what is assigned to or deleted.
func (c *checker) target(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		c.binds(e, e.Span())
	case *syntax.Attribute:
		if e.Attr == "__debug__" {
			fail(e.Span(), "cannot assign to __debug__")
		}
		c.value(e.Value)
	case *syntax.Subscript:
		c.subscript(e)
	case *syntax.Starred:
		fail(e.Span(), "starred assignment target must be in a list or tuple")
	case *syntax.List:
		c.targets(e.Elts, e.Span())
	case *syntax.Tuple:
		c.targets(e.Elts, e.Span())
	}
}

// maxBeforeStar is how many targets may stand before a starred one.
const maxBeforeStar = 255

func (c *checker) targets(elts []syntax.Expr, span diag.Span) {
	star := false
	for i, e := range elts {
		if _, ok := e.(*syntax.Starred); !ok {
			continue
		}
		if star {
			fail(span, "multiple starred expressions in assignment")
		}
		if i > maxBeforeStar {
			fail(span, "too many expressions in star-unpacking assignment")
		}
		star = true
	}
	for _, e := range elts {
		if s, ok := e.(*syntax.Starred); ok {
			e = s.Value
		}
		c.target(e)
	}
}

func (c *checker) assert(s *syntax.Assert) {
	if t, ok := s.Test.(*syntax.Tuple); ok && len(t.Elts) > 0 {
		c.warn(s.Span(), "assertion is always true, perhaps remove parentheses?")
	}
	c.value(s.Test)
	c.value(s.Msg)
}

func (c *checker) warn(at diag.Span, format string, args ...any) {
	c.module.Warnings = append(c.module.Warnings, &diag.Diagnostic{
		Severity: diag.Warning, Code: "SyntaxWarning", Message: fmt.Sprintf(format, args...),
		File: c.module.Filename, Span: at,
	})
}
