// This file parses lambdas.

package cudac

import "gputour/cuda/cudac/word"

// lambdaExpression reads [captures](parameters) { body }.
func (p *parser) lambdaExpression() *expr {
	e := &expr{op: "lambda", tok: p.take()}
	f := &function{name: "operator()", tok: e.tok, device: true, host: true, constant: true, ret: kindType(word.Auto)}
	e.fn = &lambda{f: f}
	p.captures(e.fn)
	for p.peek().is("__device__") || p.peek().is("__host__") {
		p.take()
	}
	if p.peek().is("(") {
		p.signature(f)
	}
	p.genericParams(f)
	if p.accept("->") {
		f.ret, f.retRef = p.pointers(p.typeName())
	}
	inside, tmpl := p.inside, p.tmpl
	p.tmpl = withParams(tmpl, f.template)
	f.body = p.block()
	p.inside, p.tmpl = inside, tmpl
	return e
}

// captures reads what stands in a lambda's brackets.
func (p *parser) captures(fn *lambda) {
	for !p.accept("]") {
		switch t := p.peek(); {
		case t.is("=") && (p.ahead(1).is("]") || p.ahead(1).is(",")):
			p.take()
			fn.byCopy = true
		case t.is("&") && (p.ahead(1).is("]") || p.ahead(1).is(",")):
			p.take()
			fn.byRef = true
		case t.is("*") && p.ahead(1).is("this"):
			p.at += 2
		case t.is("this"):
			p.take()
		default:
			c := capture{ref: p.accept("&")}
			c.tok = p.name("a name to capture")
			if p.accept("=") {
				c.init = p.initializer()
			}
			fn.captures = append(fn.captures, c)
		}
		if !p.peek().is("]") {
			p.expect(",", "between captures")
		}
	}
}

// genericParams makes a template's parameter of each parameter declared auto.
func (p *parser) genericParams(f *function) {
	for _, d := range f.params {
		if t := d.typ; t.Kind == word.Auto && t.dim == nil {
			name := "auto:" + d.name
			f.template = append(f.template, templateParam{name: name, isType: true})
			d.typ = &Type{Kind: word.Parameter, Name: name, Const: t.Const}
		}
	}
}

func withParams(outer map[string]bool, list []templateParam) map[string]bool {
	names := map[string]bool{}
	for name := range outer {
		names[name] = true
	}
	for _, tp := range list {
		names[tp.name] = names[tp.name] || tp.isType
	}
	return names
}
