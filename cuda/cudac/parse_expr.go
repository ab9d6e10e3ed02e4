// This file parses expressions and statements.

package cudac

import (
	"gputour/cuda/cudac/word"
	"strings"
)

// binaryPower is the precedence of binary operators, from weak to strong.
var binaryPower = map[string]int{"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}

var assignments = map[string]bool{"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true, "|=": true, "^=": true, "<<=": true, ">>=": true}

func (p *parser) expression() *expr {
	e := p.assignment()
	for p.peek().is(",") {
		t := p.take()
		if p.peek().is("...") {
			return p.foldRight(e, t)
		}
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
		if dot := p.peek(); dot.is(".") && p.ahead(1).kind == tokName && (p.ahead(2).is("=") || p.ahead(2).is("{")) {
			p.take()
			member := p.take()
			p.accept("=")
			e.kids = append(e.kids, &expr{op: "designated", tok: member, name: member.text, kids: []*expr{p.initializer()}})
		} else {
			e.kids = append(e.kids, p.packed(p.initializer()))
		}
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
		if p.peek().is("...") {
			return p.foldRight(e, t)
		}
		p.enter(t)
		right := p.binary(power + 1)
		p.depth--
		e = &expr{op: t.text, tok: t, kids: []*expr{e, right}}
	}
}

// foldRight reads what follows (pattern op …: nothing, or op and a value.
func (p *parser) foldRight(e *expr, op token) *expr {
	p.take()
	f := &expr{op: "fold", name: op.text, tok: op, kids: []*expr{e}}
	if p.accept(op.text) {
		f.kids = append(f.kids, p.binary(binaryPower[op.text]+1))
	}
	return f
}

// foldLeft reads (... op pattern.
func (p *parser) foldLeft() *expr {
	p.take()
	op := p.take()
	return &expr{op: "fold", name: op.text, many: true, tok: op, kids: []*expr{p.unary()}}
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
	case t.is("sizeof"), t.is("alignof"), t.is("typeid"):
		return p.sizeof()
	case t.is("offsetof") && p.ahead(1).is("("):
		return p.offsetof()
	case t.is("new"):
		return p.newExpression()
	case t.is("delete"):
		p.take()
		e := &expr{op: "delete", tok: t}
		if e.many = p.accept("["); e.many {
			p.expect("]", "after delete[")
		}
		e.kids = []*expr{p.unary()}
		return e
	case t.is("("):
		return p.parenthesised()
	}
	return p.postfix(p.primary())
}

// parenthesised is a cast or an expression in parentheses.
func (p *parser) parenthesised() *expr {
	t := p.take()
	if p.startsType() && !p.calls() {
		typ := p.typeName()
		p.expect(")", "after type in cast")
		if p.peek().is("{") {
			list := p.initializer()
			return p.postfix(&expr{op: "construct", tok: t, typ: typ, kids: list.kids, many: true})
		}
		return &expr{op: "cast", tok: t, typ: typ, kids: []*expr{p.unary()}}
	}
	if p.peek().is("...") {
		e := p.foldLeft()
		p.expect(")", "to match '('")
		return e
	}
	e := p.expression()
	p.expect(")", "to match '('")
	return p.postfix(e)
}

// calls reports that what begins with a type goes on as an expression: float4(…), S::f.
func (p *parser) calls() bool {
	i := p.typeEnd(p.at)
	end := p.token(i)
	if end.is("(") && p.token(i+1).is("*") && (p.token(i+2).is(")") || p.token(i+2).is("*")) { // T (*)[n]
		return false
	}
	return end.is("(") || end.is("{") || end.is("::")
}

// newExpression reads new T, new T(…), new T[n] and new (where) T.
func (p *parser) newExpression() *expr {
	e := &expr{op: "new", tok: p.take()}
	if p.accept("(") { // new (where) T
		e.setup = p.callArgs()
	}
	base, _ := p.specifiers()
	e.typ, _ = p.pointers(base)
	switch {
	case p.accept("["):
		e.many = true
		e.kids = []*expr{p.expression()}
		p.expect("]", "after the number of elements")
		if p.accept("(") {
			p.expect(")", "after (")
		} else if p.peek().is("{") {
			p.initializer()
		}
	case p.accept("("):
		e.kids = p.callArgs()
	case p.peek().is("{"):
		e.kids = p.initializer().kids
	}
	return e
}

// offsetof reads offsetof(T, member).
func (p *parser) offsetof() *expr {
	e := &expr{op: "offsetof", tok: p.take()}
	p.take()
	e.typ = p.typeName()
	p.expect(",", "after the type")
	e.name = p.name("a member").text
	p.expect(")", "to match '('")
	return e
}

// sizeof reads sizeof, alignof or typeid, of a type or an expression.
func (p *parser) sizeof() *expr {
	e := &expr{op: "sizeof", tok: p.take()}
	e.name = e.tok.text
	if e.name == "typeid" {
		e.op = e.name
	}
	if p.accept("...") {
		p.expect("(", "after sizeof...")
		e.op, e.name = "name", "sizeof..."+p.name("a parameter pack").text
		p.expect(")", "after sizeof...")
		return e
	}
	if p.peek().is("(") {
		p.take()
		if p.startsType() && !p.makesObject() {
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

// makesObject reports whether what begins here with a type makes an object of it: T(x) or T{x}, and not T(*)[n].
func (p *parser) makesObject() bool {
	end := p.typeEnd(p.at)
	if !p.token(end).is("(") {
		return p.token(end).is("{")
	}
	next := p.token(end + 1)
	return !next.is("*") && !next.is("&") && !next.is(")")
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
	if t.is("::") {
		return p.nameExpression()
	}
	if t.is("[") {
		return p.lambdaExpression()
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
	case "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast":
		p.take()
		p.expect("<", "after "+t.text)
		typ := p.typeName()
		if !p.acceptClose() {
			p.expect(">", "after type in cast")
		}
		p.expect("(", "after cast")
		e := p.expression()
		p.expect(")", "to match '('")
		return &expr{op: "cast", name: t.text, tok: t, typ: typ, kids: []*expr{e}}
	}
	if reserved[t.text] && !typeWords[t.text] && namedTypes[t.text] == 0 && t.text != "const" && t.text != "struct" {
		p.fail(t, "expected expression before '"+t.text+"'", "")
	}
	if p.startsType() && !p.token(p.typeEnd(p.at)).is("::") {
		return p.construction(t)
	}
	return p.nameExpression()
}

// construction is T(…) or T{…}.
func (p *parser) construction(t token) *expr {
	base, _ := p.specifiers()
	e := &expr{op: "construct", tok: t, typ: base}
	if p.peek().is("{") {
		e.many = true
		e.kids = p.initializer().kids
		return e
	}
	p.expect("(", "after type name")
	e.kids = p.callArgs()
	return e
}

// nameExpression is a name, behind namespaces or a class, with template arguments.
func (p *parser) nameExpression() *expr {
	from := p.at
	p.at = p.namespaceEnd(p.at)
	e := &expr{op: "name", tok: p.peek(), outer: p.at > from}
	if e.tok.is("decltype") {
		e.typ, _ = p.specifiers()
	} else {
		p.name("a name")
	}
	e.name = e.tok.text
	if e.name == "operator" {
		e.name += p.operatorName()
	}
	if g := p.generics[strings.TrimSuffix(e.name, "_v")]; g != nil && p.peek().is("<") {
		e.typ = p.mention(g, e.tok)
		if strings.HasSuffix(e.name, "_v") && g.name != e.name { // is_same_v<…>
			e.name = "value"
			return e
		}
	} else if t := p.known(e.name); t != nil && p.peek().is("::") {
		e.typ = p.nested(t)
	} else if p.tmpl[e.name] && p.peek().is("::") {
		e.typ = &Type{Kind: word.Parameter, Name: e.name}
	}
	for p.peek().is("::") {
		if e.typ == nil {
			p.fail(e.tok, "'"+e.name+"' is not a class or a namespace", "")
		}
		p.take()
		e.tok = p.name("a name")
		e.name = e.tok.text
	}
	if p.peek().is("<") && p.isTemplate(e.name) && p.closing(p.at) > 0 {
		p.take()
		e.args = p.templateArgs()
		if p.unit.constantTemplates[e.name] {
			return &expr{op: "call", tok: e.tok, kids: []*expr{e}}
		}
	}
	return e
}

// isTemplate reports that a < behind a name begins template arguments.
func (p *parser) isTemplate(name string) bool {
	if p.unit.anyTemplate(name) {
		return true
	}
	if p.inside != nil && p.inside.class != nil {
		for _, f := range p.inside.methods(name) {
			if f.template != nil {
				return true
			}
		}
	}
	return false
}

// packed is a pattern that ... repeats, or what stands there.
func (p *parser) packed(e *expr) *expr {
	if t := p.peek(); p.accept("...") {
		return &expr{op: "pack", tok: t, kids: []*expr{e}}
	}
	return e
}

func (p *parser) callArgs() []*expr {
	var list []*expr
	for !p.accept(")") {
		list = append(list, p.packed(p.initializer()))
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
		case t.is("(") && e.op != "num" && e.op != "str":
			p.take()
			args := p.callArgs()
			if e.op == "name" && e.name == "forward" && len(e.args) == 1 && len(args) == 1 { // what it refers to stays what it is
				e = args[0]
				continue
			}
			e = &expr{op: "call", tok: e.tok, kids: append([]*expr{e}, args...)}
		case t.is("["):
			p.take()
			i := p.expression()
			p.expect("]", "after array index")
			e = &expr{op: "index", tok: t, kids: []*expr{e, i}}
		case t.is(".") || t.is("->"):
			p.take()
			p.accept("template")
			if p.accept("~") {
				p.fail(t, "a destructor cannot be called by name here", "")
			}
			name := p.name("a member name")
			op := "member"
			if t.text == "->" {
				op = "arrow"
			}
			e = &expr{op: op, tok: name, name: name.text, kids: []*expr{e}}
			if name.text == "operator" {
				e.name += p.operatorName()
			}
			if p.peek().is("<") {
				if end := p.closing(p.at); end > 0 && p.token(end).is("(") {
					p.take()
					e.args = p.templateArgs()
				}
			}
		case t.is("++") || t.is("--"):
			p.take()
			e = &expr{op: "post", name: t.text, tok: t, kids: []*expr{e}}
		case t.is("<<<"):
			e = p.launch(e)
		default:
			return e
		}
	}
}

// launch reads kernel<<<grid, block, shared, stream>>>(…).
func (p *parser) launch(callee *expr) *expr {
	t := p.take()
	e := &expr{op: "launch", tok: callee.tok}
	for !p.accept(">>>") {
		e.setup = append(e.setup, p.initializer())
		if !p.peek().is(">>>") {
			p.expect(",", "in the launch configuration")
		}
	}
	if n := len(e.setup); n < 2 || n > 4 {
		p.fail(t, "a launch needs <<<grid, block>>>, and may name shared bytes and a stream", "")
	}
	p.expect("(", "after the launch configuration")
	e.kids = append([]*expr{callee}, p.callArgs()...)
	return e
}
