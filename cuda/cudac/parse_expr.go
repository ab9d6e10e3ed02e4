// This file parses expressions and statements.

package cudac

// binaryPower is the precedence of binary operators, from weak to strong.
var binaryPower = map[string]int{"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}

var assignments = map[string]bool{"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true, "|=": true, "^=": true, "<<=": true, ">>=": true}

func (p *parser) expression() *expr {
	e := p.assignment()
	for p.peek().is(",") {
		t := p.take()
		e = &expr{op: ",", tok: t, kids: []*expr{e, p.assignment()}}
	}
	return e
}

func (p *parser) assignment() *expr {
	e := p.ternary()
	if t := p.peek(); t.kind == tokPunct && assignments[t.text] {
		p.take()
		p.enter(t)
		value := p.initializer()
		p.depth--
		return &expr{op: t.text, tok: t, kids: []*expr{e, value}}
	}
	return e
}

// initializer is an expression or a list in braces.
func (p *parser) initializer() *expr {
	if !p.peek().is("{") {
		return p.assignment()
	}
	e := &expr{op: "init", tok: p.take()}
	p.enter(e.tok)
	for !p.accept("}") {
		e.kids = append(e.kids, p.initializer())
		if !p.peek().is("}") {
			p.expect(",", "in initializer")
		}
	}
	p.depth--
	return e
}

func (p *parser) ternary() *expr {
	e := p.binary(1)
	if !p.peek().is("?") {
		return e
	}
	t := p.take()
	p.enter(t)
	yes := p.assignment()
	p.expect(":", "in conditional expression")
	no := p.assignment()
	p.depth--
	return &expr{op: "?:", tok: t, kids: []*expr{e, yes, no}}
}

func (p *parser) additive() *expr { return p.binary(9) }

func (p *parser) binary(least int) *expr {
	e := p.unary()
	for {
		t := p.peek()
		power := binaryPower[t.text]
		if t.kind != tokPunct || power < least {
			return e
		}
		p.take()
		p.enter(t)
		right := p.binary(power + 1)
		p.depth--
		e = &expr{op: t.text, tok: t, kids: []*expr{e, right}}
	}
}

func (p *parser) unary() *expr {
	t := p.peek()
	p.enter(t)
	defer func() { p.depth-- }()
	switch {
	case t.is("++") || t.is("--"):
		p.take()
		return &expr{op: "pre", name: t.text, tok: t, kids: []*expr{p.unary()}}
	case t.kind == tokPunct && (t.text == "-" || t.text == "+" || t.text == "!" || t.text == "~" || t.text == "*" || t.text == "&"):
		p.take()
		return &expr{op: "unary", name: t.text, tok: t, kids: []*expr{p.unary()}}
	case t.is("sizeof"):
		return p.sizeof()
	case t.is("("):
		p.take()
		if p.startsType() {
			typ := p.typeName()
			p.expect(")", "after type in cast")
			if p.peek().is("{") {
				list := p.initializer()
				return &expr{op: "construct", tok: t, typ: typ, kids: list.kids}
			}
			return &expr{op: "cast", tok: t, typ: typ, kids: []*expr{p.unary()}}
		}
		e := p.expression()
		p.expect(")", "to match '('")
		return p.postfix(e)
	}
	return p.postfix(p.primary())
}

func (p *parser) sizeof() *expr {
	e := &expr{op: "sizeof", tok: p.take()}
	if p.peek().is("(") {
		p.take()
		if p.startsType() {
			e.typ = p.typeName()
		} else {
			e.kids = []*expr{p.expression()}
		}
		p.expect(")", "after sizeof")
		return e
	}
	e.kids = []*expr{p.unary()}
	return e
}

func (p *parser) primary() *expr {
	t := p.peek()
	switch t.kind {
	case tokNumber, tokChar:
		p.take()
		return &expr{op: "num", tok: t}
	case tokString:
		p.take()
		e := &expr{op: "str", tok: t, name: unquote(t.text)}
		for p.peek().kind == tokString {
			e.name += unquote(p.take().text)
		}
		return e
	case tokName:
		return p.named(t)
	}
	what := "'" + t.text + "'"
	if t.kind == tokEOF {
		what = "the end of the cell"
	}
	p.fail(t, "expected expression before "+what, "")
	return nil
}

func (p *parser) named(t token) *expr {
	switch t.text {
	case "static_cast", "reinterpret_cast", "const_cast":
		p.take()
		p.expect("<", "after "+t.text)
		typ := p.typeName()
		p.expect(">", "after type in cast")
		p.expect("(", "after cast")
		e := p.expression()
		p.expect(")", "to match '('")
		return &expr{op: "cast", tok: t, typ: typ, kids: []*expr{e}}
	}
	if reserved[t.text] && !typeWords[t.text] {
		p.fail(t, "expected expression before '"+t.text+"'", "")
	}
	if p.startsType() {
		typ := p.typeName()
		e := &expr{op: "construct", tok: t, typ: typ}
		if p.peek().is("{") {
			e.kids = p.initializer().kids
			return e
		}
		p.expect("(", "after type name")
		e.kids = p.callArgs()
		return e
	}
	p.take()
	if t.text == "std" && p.accept("::") {
		t = p.name("a name")
	}
	e := &expr{op: "name", tok: t, name: t.text}
	for p.peek().is("::") {
		p.take()
		e.tok = p.name("a name")
		e.name = e.tok.text
	}
	if p.peek().is("<") && p.isTemplate(e.name) {
		p.take()
		for !p.accept(">") {
			var a templateArg
			if p.startsType() {
				a.typ = p.typeName()
			} else {
				a.val = p.additive()
			}
			e.args = append(e.args, a)
			if !p.peek().is(">") {
				p.expect(",", "in template arguments")
			}
		}
	}
	return e
}

func (p *parser) isTemplate(name string) bool {
	if p.unit == nil {
		return false
	}
	for _, f := range p.unit.functions[name] {
		if f.template != nil {
			return true
		}
	}
	return false
}

func (p *parser) callArgs() []*expr {
	var list []*expr
	for !p.accept(")") {
		list = append(list, p.initializer())
		if !p.peek().is(")") {
			if !p.peek().is(",") {
				p.expect(")", "to match '('")
			}
			p.take()
		}
	}
	return list
}

func (p *parser) postfix(e *expr) *expr {
	for {
		t := p.peek()
		switch {
		case t.is("("):
			p.take()
			e = &expr{op: "call", tok: e.tok, kids: append([]*expr{e}, p.callArgs()...)}
		case t.is("["):
			p.take()
			i := p.expression()
			p.expect("]", "after array index")
			e = &expr{op: "index", tok: t, kids: []*expr{e, i}}
		case t.is(".") || t.is("->"):
			p.take()
			name := p.name("a member name")
			op := "member"
			if t.text == "->" {
				op = "arrow"
			}
			e = &expr{op: op, tok: name, name: name.text, kids: []*expr{e}}
		case t.is("++") || t.is("--"):
			p.take()
			e = &expr{op: "post", name: t.text, tok: t, kids: []*expr{e}}
		case t.is("<<<"):
			p.fail(t, "a kernel is launched from Python here", "write name[grid, block](args) in a Python cell")
		default:
			return e
		}
	}
}
