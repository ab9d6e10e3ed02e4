// This file parses declarators: pointers, names, array bounds and functions as types.

package cudac

import "gputour/cuda/cudac/word"

var pointerWords = map[string]bool{"const": true, "volatile": true, "__restrict__": true, "__restrict": true, "restrict": true}

// pointers reads what stands between a type and a name.
func (p *parser) pointers(t *Type) (*Type, bool) {
	ref := false
	for {
		switch {
		case p.accept("*"):
			t = pointerTo(t)
		case p.accept("&"):
			ref = true
		case p.accept("&&"):
			ref, p.moved = true, true
		case p.peek().kind == tokName && pointerWords[p.peek().text]:
			u := *t
			p.qualifier(&specs{}, &u)
			t = &u
		default:
			return t, ref
		}
	}
}

// declarator reads pointers, the name and array bounds.
func (p *parser) declarator(base *Type) *decl {
	p.moved = false
	d := &decl{}
	d.typ, d.ref = p.pointers(base)
	d.move = p.moved
	d.pack = p.accept("...")
	if p.peek().is("(") && (p.ahead(1).is("&") || p.ahead(1).is("*")) {
		p.nestedDeclarator(d)
		return d
	}
	d.tok = p.peek()
	switch {
	case d.tok.kind == tokName:
		p.declaratorName(d)
	case !d.tok.is(")") && !d.tok.is(",") && !d.tok.is(">") && !d.tok.is("["):
		p.fail(d.tok, "expected a name", "")
	}
	d.typ = p.bounds(d.typ)
	return d
}

// nestedDeclarator reads T (&name)[N], T (*name)[N] and T (*name[N])(parameters).
func (p *parser) nestedDeclarator(d *decl) {
	p.take()
	inner := p.take()
	for p.accept("const") || p.accept("__restrict__") {
	}
	d.tok = p.peek()
	if d.tok.kind == tokName {
		p.declaratorName(d)
	}
	list := p.bounds(basic[word.Void]) // of an array of pointers
	p.expect(")", "after declarator")
	if p.peek().is("(") {
		d.typ = p.functionType(d.typ)
	} else {
		d.typ = p.bounds(d.typ)
	}
	if inner.is("&") {
		d.ref = true
		return
	}
	d.typ = arrayLike(list, pointerTo(d.typ))
}

// arrayLike puts an element into the innermost place of an array's type.
func arrayLike(t, elem *Type) *Type {
	if t.Kind != word.Array {
		return elem
	}
	u := *t
	u.Elem = arrayLike(t.Elem, elem)
	return &u
}

// functionType reads a function's parameters as a type.
func (p *parser) functionType(ret *Type) *Type {
	f := &function{ret: ret}
	p.signature(f)
	t := &Type{Kind: word.Func, Elem: ret}
	for _, d := range f.params {
		t.params = append(t.params, d.typ)
	}
	return t
}

// declaratorName reads the name that is declared; operators have the name "operator+".
func (p *parser) declaratorName(d *decl) {
	for p.ahead(1).is("::") && (p.spaces[p.peek().text]) {
		p.at += 2
	}
	d.name = p.take().text
	if reserved[d.name] {
		p.fail(d.tok, "expected a name, found keyword '"+d.name+"'", "")
	}
	if d.name == "operator" {
		d.name += p.operatorName()
	}
	if p.local {
		p.declared(d.name)
	}
}

// operatorName reads what stands behind the word operator.
func (p *parser) operatorName() string {
	t := p.take()
	switch {
	case t.is("(") || t.is("["):
		close := map[string]string{"(": ")", "[": "]"}[t.text]
		p.expect(close, "in operator name")
		return t.text + close
	case t.kind == tokPunct:
		return t.text
	case t.is("new"), t.is("delete"):
		if p.accept("[") {
			p.expect("]", "in operator name")
			return " " + t.text + "[]"
		}
		return " " + t.text
	}
	p.fail(t, "expected an operator", "")
	return ""
}

// bounds reads array bounds.
func (p *parser) bounds(t *Type) *Type {
	var dims []*expr
	for p.accept("[") {
		var n *expr
		if !p.peek().is("]") {
			n = p.ternary()
		}
		dims = append(dims, n)
		p.expect("]", "after array bound")
	}
	for i := len(dims) - 1; i >= 0; i-- {
		t = &Type{Kind: word.Array, Elem: t, N: -1, dim: dims[i]}
		if dims[i] != nil {
			if v, ok := p.c.constant(dims[i], nil); ok && v > 0 && v < 1<<28 {
				t.N, t.dim = int(v), nil
			}
		}
	}
	return t
}

var reserved = map[string]bool{"if": true, "else": true, "for": true, "while": true, "do": true, "return": true, "switch": true, "case": true, "default": true, "break": true, "continue": true,
	"int": true, "float": true, "double": true, "char": true, "long": true, "short": true, "unsigned": true, "signed": true, "void": true, "bool": true, "sizeof": true, "struct": true, "class": true, "new": true, "delete": true, "const": true}
