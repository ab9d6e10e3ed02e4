// This file parses lambdas.

package syntax

import (
	"maps"

	"gputour/cuda/cudac/word"
)

// lambdaExpression reads [captures](parameters) { body }.
func (p *parser) lambdaExpression() *Expr {
	e := &Expr{Op: "lambda", Tok: p.take()}
	f := &Function{Name: "operator()", Tok: e.Tok, Device: true, Host: true, Constant: true, Result: kindType(word.Auto)}
	e.Lambda = &lambda{F: f}
	p.captures(e.Lambda)
	for p.peek().Is("__device__") || p.peek().Is("__host__") {
		p.take()
	}
	if p.peek().Is("(") {
		p.Signature(f)
	}
	p.genericParams(f)
	if p.accept("->") {
		f.Result, f.RetRef = p.pointers(p.typeName())
	}
	inside, tmpl := p.inside, p.tmpl
	p.tmpl = withParams(tmpl, f.Template)
	f.Body = p.block()
	p.inside, p.tmpl = inside, tmpl
	return e
}

// captures reads what stands in a lambda's brackets.
func (p *parser) captures(fn *lambda) {
	for !p.accept("]") {
		switch t := p.peek(); {
		case t.Is("=") && (p.ahead(1).Is("]") || p.ahead(1).Is(",")):
			p.take()
			fn.ByCopy = true
		case t.Is("&") && (p.ahead(1).Is("]") || p.ahead(1).Is(",")):
			p.take()
			fn.ByRef = true
		case t.Is("*") && p.ahead(1).Is("this"):
			p.at += 2
		case t.Is("this"):
			p.take()
		default:
			c := capture{Ref: p.accept("&")}
			c.Tok = p.name("a name to capture")
			if p.accept("=") {
				c.Init = p.initializer()
			}
			fn.Captures = append(fn.Captures, c)
		}
		if !p.peek().Is("]") {
			p.expect(",", "between captures")
		}
	}
}

// genericParams makes a template's parameter of each parameter declared auto.
func (p *parser) genericParams(f *Function) {
	for _, d := range f.Params {
		if t := d.Type; t.Kind == word.Auto && t.Dim == nil {
			name := "auto:" + d.Name
			f.Template = append(f.Template, TemplateParam{Name: name, IsType: true})
			d.Type = &Type{Kind: word.Parameter, Name: name, Const: t.Const}
		}
	}
}

func withParams(outer map[string]*Type, list []TemplateParam) map[string]*Type {
	names := map[string]*Type{}
	maps.Copy(names, outer)
	for _, tp := range list {
		if tp.IsType && names[tp.Name] == nil {
			names[tp.Name] = &Type{Kind: word.Parameter, Name: tp.Name}
		}
	}
	return names
}
