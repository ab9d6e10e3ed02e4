package parse

import (
	"fmt"
	"unicode/utf8"

	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/scan"
)

// This file makes the errors that the error rules of grammar.txt report, with
// the text and place of CPython 3.11.

// report makes the error of an alternative that matched. nil means that there
// is none, and that the rule does not match; noError that it matches.
type report func(m *matcher, c *captures) *syntax.Error

var noError = &syntax.Error{}

// errorAt is a SyntaxError with a range.
func (m *matcher) errorAt(r syntax.Range, msg string) *syntax.Error {
	return &syntax.Error{Msg: msg, Start: r.Start, End: r.End}
}

// errorLast is an error at the last token that was looked at.
func (m *matcher) errorLast(class syntax.Class, msg string) *syntax.Error {
	r := m.tokenRange(m.fill-1, m.fill)
	if t := &m.toks[m.fill-1]; t.Col < 0 {
		r.Start.Col = m.columnOf(t) - 1
	}
	return &syntax.Error{Class: class, Msg: msg, Start: r.Start, End: r.End}
}

// tokenRange is the range of the tokens from i up to j. A token without text
// has no end, and its start is CPython's column -1.
func (m *matcher) tokenRange(i, j int) syntax.Range {
	first, last := &m.toks[i], &m.toks[j-1]
	r := syntax.Range{Start: first.Start(), End: last.Stop()}
	if last.EndCol < 0 {
		r.End = diag.Pos{}
	}
	return r
}

// columnOf returns the column at which a token without text stands. The end of
// the source stands behind the newline of the last line.
func (m *matcher) columnOf(t *scan.Token) int {
	start, extra := int(t.Off), 0
	if start == len(m.src) && start > 0 {
		start--
		extra = 1
	}
	end := start
	for start > 0 && m.src[start-1] != '\n' {
		start--
	}
	return utf8.RuneCountInString(m.src[start:end]) + extra
}

// nodeOf reads a named part again, with the parser, to have its tree.
func (m *matcher) nodeOf(c capture) syntax.Expr {
	p := &parser{src: m.src, toks: m.toks, i: c.start}
	return p.reread(c.rule)
}

// reread parses by the method that stands for a rule; nil if there is none.
func (p *parser) reread(rule string) (e syntax.Expr) {
	var err *syntax.Error
	defer func() {
		if err != nil {
			e = nil
		}
	}()
	defer p.recover(&err)
	switch rule {
	case "expression", "expression_without_error":
		return p.expression()
	case "disjunction":
		return p.disjunction()
	case "bitwise_or":
		return p.orExpr()
	case "star_expressions":
		return p.starExpressions()
	case "star_named_expression":
		return p.starNamed()
	case "starred_expression":
		return p.starred(p.expression)
	case "yield_expr":
		return p.yield()
	case "error_ann_assign_target", "NAME":
		return p.atom()
	}
	return nil
}

// rangeOf is the range of a named part: of its node if it is an expression,
// which has no parentheses around it, else of its tokens.
func (m *matcher) rangeOf(c capture) syntax.Range {
	if e := m.nodeOf(c); e != nil {
		s := e.Span()
		return syntax.Range{Start: s.Start, End: s.End}
	}
	if m.toks[c.end-1].Kind == scan.Comma && c.end-1 > c.start { // of a parameter
		c.end--
	}
	return m.tokenRange(c.start, c.end)
}

// fromTo is the range from part a to part b.
func (m *matcher) fromTo(c *captures) syntax.Range {
	return syntax.Range{Start: m.rangeOf(c.a).Start, End: m.rangeOf(c.b).End}
}

// atA reports a message at part a.
func atA(msg string) report {
	return func(m *matcher, c *captures) *syntax.Error { return m.errorAt(m.rangeOf(c.a), msg) }
}

// atAB reports a message from part a to part b.
func atAB(msg string) report {
	return func(m *matcher, c *captures) *syntax.Error { return m.errorAt(m.fromTo(c), msg) }
}

// atLast reports a message at the last token looked at.
func atLast(msg string) report {
	return func(m *matcher, _ *captures) *syntax.Error { return m.errorLast(syntax.SyntaxError, msg) }
}

// startingAt reports a message from part a to where the scanner was.
func startingAt(msg string) report {
	return func(m *matcher, c *captures) *syntax.Error {
		r := syntax.Range{Start: m.rangeOf(c.a).Start, End: m.toks[m.fill-1].Stop()}
		r.End.Col-- // CPython forgets to count from 1 here
		return m.errorAt(r, msg)
	}
}

// namingA reports a message with the kind of expression that part a is, at it.
func namingA(format string) report {
	return func(m *matcher, c *captures) *syntax.Error {
		return m.errorAt(m.rangeOf(c.a), fmt.Sprintf(format, exprName(m.nodeOf(c.a))))
	}
}

// indentAfter reports a missing block; the message names the line of part a.
func indentAfter(what string) report {
	return func(m *matcher, c *captures) *syntax.Error {
		t := &m.toks[c.a.start]
		name := what
		if name == "" {
			name = "'" + m.text(t) + "' statement"
		}
		return m.errorLast(syntax.IndentationError, fmt.Sprintf("expected an indented block after %s on line %d", name, t.Line))
	}
}

// targets says what an invalid target was meant for.
type targets uint8

const (
	starTargets targets = iota
	delTargets
	forTargets
)

// invalidTargetIn reports the first part of a that is no target.
func invalidTargetIn(kind targets) report {
	return func(m *matcher, c *captures) *syntax.Error {
		bad := invalidTarget(m.nodeOf(c.a), kind)
		if bad == nil {
			return nil
		}
		verb := "assign to"
		if kind == delTargets {
			verb = "delete"
		}
		s := bad.Span()
		return m.errorAt(syntax.Range{Start: s.Start, End: s.End}, fmt.Sprintf("cannot %s %s", verb, exprName(bad)))
	}
}

// invalidTarget returns the first expression in e that cannot be a target, or nil.
func invalidTarget(e syntax.Expr, kind targets) syntax.Expr {
	switch e := e.(type) {
	case nil, *syntax.Name, *syntax.Attribute, *syntax.Subscript:
		return nil
	case *syntax.List:
		return firstInvalid(e.Elts, kind)
	case *syntax.Tuple:
		return firstInvalid(e.Elts, kind)
	case *syntax.Starred:
		if kind == delTargets {
			return e
		}
		return invalidTarget(e.Value, kind)
	case *syntax.Compare:
		if kind != forTargets {
			return e
		}
		if e.Ops[0] == syntax.In {
			return invalidTarget(e.Left, kind)
		}
		return nil
	}
	return e
}

func firstInvalid(elts []syntax.Expr, kind targets) syntax.Expr {
	for _, e := range elts {
		if bad := invalidTarget(e, kind); bad != nil {
			return bad
		}
	}
	return nil
}

// exprName is CPython's name for a kind of expression.
func exprName(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Attribute:
		return "attribute"
	case *syntax.Subscript:
		return "subscript"
	case *syntax.Starred:
		return "starred"
	case *syntax.Name:
		return "name"
	case *syntax.List:
		return "list"
	case *syntax.Tuple:
		return "tuple"
	case *syntax.Lambda:
		return "lambda"
	case *syntax.Call:
		return "function call"
	case *syntax.Comp:
		return [...]string{"list comprehension", "set comprehension", "dict comprehension", "generator expression"}[e.Kind]
	case *syntax.Yield, *syntax.YieldFrom:
		return "yield expression"
	case *syntax.Await:
		return "await expression"
	case *syntax.Dict:
		return "dict literal"
	case *syntax.Set:
		return "set display"
	case *syntax.JoinedStr, *syntax.FormattedValue:
		return "f-string expression"
	case *syntax.Compare:
		return "comparison"
	case *syntax.IfExp:
		return "conditional expression"
	case *syntax.NamedExpr:
		return "named expression"
	case *syntax.Constant:
		switch v := e.Value.(type) {
		case nil:
			return "None"
		case bool:
			if v {
				return "True"
			}
			return "False"
		case syntax.Ellipsis:
			return "ellipsis"
		}
		return "literal"
	}
	return "expression"
}
