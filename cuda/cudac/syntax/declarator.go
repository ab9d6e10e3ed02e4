// This file parses declarators: pointers, names, array bounds and functions as types.

package syntax

import (
	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/word"
)

var pointerWords = map[string]bool{"const": true, "volatile": true, "__restrict__": true, "__restrict": true, "restrict": true}

// pointers reads what stands between a type and a name.
func (p *parser) pointers(t *Type) (*Type, bool) {
	ref := false
	for {
		switch {
		case p.accept("*"):
			t = PointerTo(t)
		case p.accept("&"):
			ref = true
		case p.accept("&&"):
			ref, p.moved = true, true
		case p.peek().Is("__host__") || p.peek().Is("__device__"): // CUDA takes them here, too: T & __host__ f()
			p.qualifier(p.said, &Type{})
		case p.peek().Kind == lex.Name && pointerWords[p.peek().Text]:
			u := *t
			p.qualifier(&specs{}, &u)
			t = &u
		default:
			return t, ref
		}
	}
}

// declarator reads pointers, the name and array bounds.
func (p *parser) declarator(base *Type) *Decl {
	p.moved = false
	d := &Decl{}
	d.Type, d.Ref = p.pointers(base)
	d.Move = p.moved
	d.pack = p.accept("...")
	if p.peek().Is("(") && (p.ahead(1).Is("&") || p.ahead(1).Is("*")) {
		p.nestedDeclarator(d)
		return d
	}
	d.Tok = p.peek()
	switch {
	case d.Tok.Kind == lex.Name:
		p.declaratorName(d)
	case !d.Tok.Is(")") && !d.Tok.Is(",") && !d.Tok.Is(">") && !d.Tok.Is("["):
		p.fail(d.Tok, "expected a name", "")
	}
	d.Type = p.bounds(d.Type)
	return d
}

// nestedDeclarator reads T (&name)[N], T (*name)[N] and T (*name[N])(parameters).
func (p *parser) nestedDeclarator(d *Decl) {
	p.take()
	inner := p.take()
	for p.accept("const") || p.accept("__restrict__") {
	}
	d.Tok = p.peek()
	if d.Tok.Kind == lex.Name {
		p.declaratorName(d)
	}
	list := p.bounds(Basic[word.Void]) // of an array of pointers
	p.expect(")", "after declarator")
	if p.peek().Is("(") {
		d.Type = p.functionType(d.Type)
	} else {
		d.Type = p.bounds(d.Type)
	}
	if inner.Is("&") {
		d.Ref = true
		return
	}
	d.Type = arrayLike(list, PointerTo(d.Type))
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
	f := &Function{Result: ret}
	p.Signature(f)
	t := &Type{Kind: word.Func, Elem: ret}
	for _, d := range f.Params {
		t.Params = append(t.Params, d.Type)
	}
	return t
}

// declaratorName reads the name that is declared; operators have the name "operator+".
func (p *parser) declaratorName(d *Decl) {
	for p.ahead(1).Is("::") && (p.spaces[p.peek().Text]) {
		p.at += 2
	}
	d.Name = p.take().Text
	if lex.Reserved[d.Name] {
		p.fail(d.Tok, "expected a name, found keyword '"+d.Name+"'", "")
	}
	if d.Name == "operator" {
		d.Name += p.operatorName()
	}
	if p.local {
		p.declared(d.Name)
	}
}

// operatorName reads what stands behind the word operator.
func (p *parser) operatorName() string {
	t := p.take()
	switch {
	case t.Is("(") || t.Is("["):
		close := map[string]string{"(": ")", "[": "]"}[t.Text]
		p.expect(close, "in operator name")
		return t.Text + close
	case t.Kind == lex.Punct:
		return t.Text
	case t.Is("new"), t.Is("delete"):
		if p.accept("[") {
			p.expect("]", "in operator name")
			return " " + t.Text + "[]"
		}
		return " " + t.Text
	}
	p.fail(t, "expected an operator", "")
	return ""
}

// bounds reads array bounds.
func (p *parser) bounds(t *Type) *Type {
	var dims []*Expr
	for p.accept("[") {
		var n *Expr
		if !p.peek().Is("]") {
			n = p.ternary()
		}
		dims = append(dims, n)
		p.expect("]", "after array bound")
	}
	for i := len(dims) - 1; i >= 0; i-- {
		t = &Type{Kind: word.Array, Elem: t, N: -1, Dim: dims[i]}
		if dims[i] != nil {
			if v, ok := Constant(dims[i], nil); ok && v > 0 && v < 1<<28 {
				t.N, t.Dim = int(v), nil
			}
		}
	}
	return t
}
