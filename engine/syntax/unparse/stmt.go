package unparse

import (
	"strings"

	"gputour/engine/syntax"
)

// This file writes statements as source text.

// Module writes a module as source text that reads back as the same tree,
// laid out as Python's ast.unparse does. Comments and layout are lost.
func Module(m *syntax.Module) string {
	p := printer{generous: true}
	if m.Expr != nil {
		p.expr(m.Expr, precTest)
		return p.String()
	}
	p.documented(m.Body)
	return p.String()
}

func (p *printer) line(parts ...string) {
	p.write(strings.Repeat("    ", p.indent))
	for _, s := range parts {
		p.write(s)
	}
}

func (p *printer) stmts(list []syntax.Stmt) {
	for _, s := range list {
		p.stmt(s)
	}
}

// documented writes a body that may begin with a docstring.
func (p *printer) documented(body []syntax.Stmt) {
	if doc, ok := syntax.Docstring(body); ok {
		p.line(quoteDocstring(doc), "\n")
		body = body[1:]
	}
	p.stmts(body)
}

// block writes a header's colon and the statements below it.
func (p *printer) block(body []syntax.Stmt) {
	p.write(":\n")
	p.indent++
	p.stmts(body)
	p.indent--
}

// definition writes the block of a function or a class, which may have a docstring.
func (p *printer) definition(body []syntax.Stmt) {
	p.write(":\n")
	p.indent++
	p.documented(body)
	p.indent--
}

func (p *printer) orelse(word string, body []syntax.Stmt) {
	if len(body) > 0 {
		p.line(word)
		p.block(body)
	}
}

// async writes the word where it is meant.
func (p *printer) async(meant bool) {
	if meant {
		p.write("async ")
	}
}

// phrase writes a word and an expression that may be missing.
func (p *printer) phrase(word string, e syntax.Expr) {
	if e != nil {
		p.write(word)
		p.expr(e, precTest)
	}
}

// statement writes an expression that stands alone, where a yield needs no parentheses.
func (p *printer) statement(e syntax.Expr) {
	text := printer{generous: true}
	text.expr(e, precTest)
	switch e.(type) {
	case *syntax.Yield, *syntax.YieldFrom:
		p.write(text.String()[1 : text.Len()-1])
	default:
		p.write(text.String())
	}
}

// target writes what is assigned to, where a tuple stands without parentheses.
func (p *printer) target(e syntax.Expr) {
	if t, ok := e.(*syntax.Tuple); ok && len(t.Elts) > 0 {
		p.expr(e, precTuple)
		return
	}
	p.expr(e, precTest)
}

func (p *printer) stmt(s syntax.Stmt) {
	p.decorators(s)
	p.line()
	switch s := s.(type) {
	case *syntax.ExprStmt:
		p.statement(s.Value)
		if s.Semicolon {
			p.write(";")
		}
	case *syntax.Assign:
		for _, t := range s.Targets {
			p.target(t)
			p.write(" = ")
		}
		p.expr(s.Value, precTest)
	case *syntax.AugAssign:
		p.expr(s.Target, precTest)
		p.write(" " + s.Op.String() + "= ")
		p.expr(s.Value, precTest)
	case *syntax.AnnAssign:
		p.annAssign(s)
	case *syntax.TypeAlias:
		p.write("type " + s.Name.ID)
		p.typeParams(s.TypeParams)
		p.phrase(" = ", s.Value)
	case *syntax.Return:
		p.write("return")
		p.phrase(" ", s.Value)
	case *syntax.Delete:
		p.write("del ")
		p.list(s.Targets, precTest)
	case *syntax.Pass:
		p.write("pass")
	case *syntax.Break:
		p.write("break")
	case *syntax.Continue:
		p.write("continue")
	case *syntax.Raise:
		p.write("raise")
		p.phrase(" ", s.Exc)
		p.phrase(" from ", s.Cause)
	case *syntax.Assert:
		p.write("assert ")
		p.expr(s.Test, precTest)
		if s.Msg != nil {
			p.write(", ")
			p.expr(s.Msg, precTest)
		}
	case *syntax.Global:
		p.write("global " + strings.Join(s.Names, ", "))
	case *syntax.Nonlocal:
		p.write("nonlocal " + strings.Join(s.Names, ", "))
	case *syntax.Import:
		p.write("import ")
		p.aliases(s.Aliases)
	case *syntax.ImportFrom:
		p.write("from " + strings.Repeat(".", s.Level) + s.Module + " import ")
		p.aliases(s.Aliases)
	default:
		p.compound(s)
		return
	}
	p.write("\n")
}

func (p *printer) aliases(list []*syntax.Alias) {
	for i, a := range list {
		if i > 0 {
			p.write(", ")
		}
		p.write(a.Path)
		if a.AsName {
			p.write(" as " + a.Name.ID)
		}
	}
}

func (p *printer) annAssign(s *syntax.AnnAssign) {
	if _, ok := s.Target.(*syntax.Name); ok && !s.Simple {
		p.write("(")
		p.expr(s.Target, precTest)
		p.write(")")
	} else {
		p.expr(s.Target, precTest)
	}
	p.write(": ")
	p.expr(s.Annotation, precTest)
	p.phrase(" = ", s.Value)
}

// decorators writes what stands before a function or a class: a blank line too.
func (p *printer) decorators(s syntax.Stmt) {
	var list []syntax.Expr
	switch s := s.(type) {
	case *syntax.FunctionDef:
		list = s.Decorators
	case *syntax.ClassDef:
		list = s.Decorators
	default:
		return
	}
	if p.Len() > 0 {
		p.write("\n")
	}
	for _, d := range list {
		p.line("@")
		p.expr(d, precTest)
		p.write("\n")
	}
}

func (p *printer) compound(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.If:
		p.ifStmt("if ", s)
	case *syntax.While:
		p.write("while ")
		p.expr(s.Test, precTest)
		p.block(s.Body)
		p.orelse("else", s.Orelse)
	case *syntax.For:
		p.async(s.Async)
		p.write("for ")
		p.target(s.Target)
		p.write(" in ")
		p.expr(s.Iter, precTest)
		p.block(s.Body)
		p.orelse("else", s.Orelse)
	case *syntax.With:
		p.with(s)
	case *syntax.Try:
		p.try(s)
	case *syntax.FunctionDef:
		p.async(s.Async)
		p.write("def " + s.Name.ID)
		p.typeParams(s.TypeParams)
		p.write("(")
		p.params(s.Params)
		p.write(")")
		p.phrase(" -> ", s.Returns)
		p.definition(s.Body)
	case *syntax.ClassDef:
		p.write("class " + s.Name.ID)
		p.typeParams(s.TypeParams)
		p.classBases(s)
		p.definition(s.Body)
	case *syntax.Match:
		p.write("match ")
		p.expr(s.Subject, precTest)
		p.write(":\n")
		p.indent++
		for _, c := range s.Cases {
			p.matchCase(c)
		}
		p.indent--
	}
}

func (p *printer) ifStmt(word string, s *syntax.If) {
	p.write(word)
	p.expr(s.Test, precTest)
	p.block(s.Body)
	if len(s.Orelse) == 1 {
		if next, ok := s.Orelse[0].(*syntax.If); ok {
			p.line()
			p.ifStmt("elif ", next)
			return
		}
	}
	p.orelse("else", s.Orelse)
}

func (p *printer) with(s *syntax.With) {
	p.async(s.Async)
	p.write("with ")
	for i, w := range s.Items {
		if i > 0 {
			p.write(", ")
		}
		p.expr(w.Context, precTest)
		if w.Target != nil {
			p.write(" as ")
			p.expr(w.Target, precTest)
		}
	}
	p.block(s.Body)
}

func (p *printer) try(s *syntax.Try) {
	p.write("try")
	p.block(s.Body)
	for _, h := range s.Handlers {
		p.line("except")
		if s.Star {
			p.write("*")
		}
		if h.Type != nil {
			p.write(" ")
			p.expr(h.Type, precTest)
		}
		if h.Name != nil {
			p.write(" as " + h.Name.ID)
		}
		p.block(h.Body)
	}
	p.orelse("else", s.Orelse)
	p.orelse("finally", s.Finally)
}

func (p *printer) classBases(s *syntax.ClassDef) {
	if len(s.Bases)+len(s.Keywords) == 0 {
		return
	}
	if len(s.Bases) == 1 && len(s.Keywords) == 0 {
		if g, ok := s.Bases[0].(*syntax.Comp); ok && g.Kind == syntax.GeneratorExp { // its own parentheses do not do
			p.write("(")
			p.comp(g)
			p.write(")")
			return
		}
	}
	p.arguments(s.Bases, s.Keywords)
}

func (p *printer) typeParams(list []*syntax.TypeParam) {
	if len(list) == 0 {
		return
	}
	p.write("[")
	for i, t := range list {
		if i > 0 {
			p.write(", ")
		}
		p.write([...]string{syntax.TypeVar: "", syntax.TypeVarTuple: "*", syntax.ParamSpec: "**"}[t.Kind] + t.Name.ID)
		if t.Bound != nil {
			p.write(": ")
			p.expr(t.Bound, precTest)
		}
	}
	p.write("]")
}
