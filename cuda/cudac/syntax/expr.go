// This file parses expressions and statements.

package syntax

import (
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/word"
)

// BinaryPower is the precedence of binary operators, from weak to strong.
var BinaryPower = map[string]int{"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}

// Assignments are the operators that change what is on their left, beside =.
var Assignments = map[string]bool{"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true, "|=": true, "^=": true, "<<=": true, ">>=": true}

func (p *parser) expression() *Expr {
	e := p.assignment()
	for p.peek().Is(",") {
		t := p.take()
		if p.peek().Is("...") {
			return p.foldRight(e, t)
		}
		e = &Expr{Op: ",", Tok: t, Kids: []*Expr{e, p.assignment()}}
	}
	return e
}

func (p *parser) assignment() *Expr {
	e := p.ternary()
	if t := p.peek(); t.Kind == lex.Punct && Assignments[t.Text] {
		p.take()
		p.enter(t)
		value := p.initializer()
		p.depth--
		return &Expr{Op: t.Text, Tok: t, Kids: []*Expr{e, value}}
	}
	return e
}

// initializer is an expression or a list in braces.
func (p *parser) initializer() *Expr {
	if !p.peek().Is("{") {
		return p.assignment()
	}
	e := &Expr{Op: "init", Tok: p.take()}
	p.enter(e.Tok)
	for !p.accept("}") {
		if dot := p.peek(); dot.Is(".") && p.ahead(1).Kind == lex.Name && (p.ahead(2).Is("=") || p.ahead(2).Is("{")) {
			p.take()
			member := p.take()
			p.accept("=")
			e.Kids = append(e.Kids, &Expr{Op: "designated", Tok: member, Name: member.Text, Kids: []*Expr{p.initializer()}})
		} else {
			e.Kids = append(e.Kids, p.packed(p.initializer()))
		}
		if !p.peek().Is("}") {
			p.expect(",", "in initializer")
		}
	}
	p.depth--
	return e
}

func (p *parser) ternary() *Expr {
	e := p.binary(1)
	if !p.peek().Is("?") {
		return e
	}
	t := p.take()
	p.enter(t)
	yes := p.assignment()
	p.expect(":", "in conditional expression")
	no := p.assignment()
	p.depth--
	return &Expr{Op: "?:", Tok: t, Kids: []*Expr{e, yes, no}}
}

func (p *parser) additive() *Expr { return p.binary(9) }

func (p *parser) binary(least int) *Expr {
	e := p.unary()
	for {
		t := p.peek()
		power := BinaryPower[t.Text]
		if t.Kind != lex.Punct || power < least || p.angle && t.Text[0] == '>' && t.Text != ">=" {
			return e
		}
		p.take()
		if p.peek().Is("...") {
			return p.foldRight(e, t)
		}
		p.enter(t)
		right := p.binary(power + 1)
		p.depth--
		e = &Expr{Op: t.Text, Tok: t, Kids: []*Expr{e, right}}
	}
}

// foldRight reads what follows (pattern op …: nothing, or op and a value.
func (p *parser) foldRight(e *Expr, op lex.Token) *Expr {
	p.take()
	f := &Expr{Op: "fold", Name: op.Text, Tok: op, Kids: []*Expr{e}}
	if p.accept(op.Text) {
		f.Kids = append(f.Kids, p.binary(BinaryPower[op.Text]+1))
	}
	return f
}

// foldLeft reads (... op pattern.
func (p *parser) foldLeft() *Expr {
	p.take()
	op := p.take()
	return &Expr{Op: "fold", Name: op.Text, Many: true, Tok: op, Kids: []*Expr{p.unary()}}
}

func (p *parser) unary() *Expr {
	t := p.peek()
	p.enter(t)
	defer func() { p.depth-- }()
	switch {
	case t.Is("++") || t.Is("--"):
		p.take()
		return &Expr{Op: "pre", Name: t.Text, Tok: t, Kids: []*Expr{p.unary()}}
	case t.Kind == lex.Punct && (t.Text == "-" || t.Text == "+" || t.Text == "!" || t.Text == "~" || t.Text == "*" || t.Text == "&"):
		p.take()
		return &Expr{Op: "unary", Name: t.Text, Tok: t, Kids: []*Expr{p.unary()}}
	case t.Is("sizeof"), t.Is("alignof"), t.Is("typeid"):
		return p.sizeof()
	case t.Is("offsetof") && p.ahead(1).Is("("):
		return p.offsetof()
	case t.Is("new"):
		return p.newExpression()
	case t.Is("delete"):
		p.take()
		e := &Expr{Op: "delete", Tok: t}
		if e.Many = p.accept("["); e.Many {
			p.expect("]", "after delete[")
		}
		e.Kids = []*Expr{p.unary()}
		return e
	case t.Is("("):
		return p.parenthesised()
	}
	return p.postfix(p.primary())
}

// parenthesised is a cast or an expression in parentheses.
func (p *parser) parenthesised() *Expr {
	t := p.take()
	back := p.angled(false)
	defer back()
	if p.startsType() && !p.calls() {
		typ := p.typeName()
		p.expect(")", "after type in cast")
		if p.peek().Is("{") {
			list := p.initializer()
			back()
			return p.postfix(&Expr{Op: "construct", Tok: t, Type: typ, Kids: list.Kids, Many: true})
		}
		back()
		return &Expr{Op: "cast", Tok: t, Type: typ, Kids: []*Expr{p.unary()}}
	}
	if p.peek().Is("...") {
		e := p.foldLeft()
		p.expect(")", "to match '('")
		return e
	}
	e := p.expression()
	p.expect(")", "to match '('")
	back()
	return p.postfix(e)
}

// calls reports that what begins with a type goes on as an expression: float4(…), S::f.
func (p *parser) calls() bool {
	i := p.typeEnd(p.at)
	end := p.token(i)
	if end.Is("(") && p.token(i+1).Is("*") && (p.token(i+2).Is(")") || p.token(i+2).Is("*")) { // T (*)[n]
		return false
	}
	return end.Is("(") || end.Is("{") || end.Is("::")
}

// newExpression reads new T, new T(…), new T[n] and new (where) T.
func (p *parser) newExpression() *Expr {
	e := &Expr{Op: "new", Tok: p.take()}
	if p.peek().Is("(") && p.ahead(p.namespaceEnd(p.at+1)-p.at).Is("nothrow") {
		p.at = p.matching(p.at)
	} else if p.accept("(") { // new (where) T
		e.Setup = p.callArgs()
	}
	base, _ := p.specifiers()
	e.Type, _ = p.pointers(base)
	switch {
	case p.accept("["):
		e.Many = true
		e.Kids = []*Expr{p.expression()}
		p.expect("]", "after the number of elements")
		e.Type = p.bounds(e.Type)
		if p.accept("(") {
			p.expect(")", "after (")
		} else if p.peek().Is("{") {
			p.initializer()
		}
	case p.accept("("):
		e.Kids = p.callArgs()
	case p.peek().Is("{"):
		e.Kids = p.initializer().Kids
	}
	return e
}

// offsetof reads offsetof(T, member).
func (p *parser) offsetof() *Expr {
	e := &Expr{Op: "offsetof", Tok: p.take()}
	p.take()
	e.Type = p.typeName()
	p.expect(",", "after the type")
	e.Name = p.name("a member").Text
	p.expect(")", "to match '('")
	return e
}

// sizeof reads sizeof, alignof or typeid, of a type or an expression.
func (p *parser) sizeof() *Expr {
	e := &Expr{Op: "sizeof", Tok: p.take()}
	e.Name = e.Tok.Text
	if e.Name == "typeid" {
		e.Op = e.Name
	}
	if p.accept("...") {
		p.expect("(", "after sizeof...")
		e.Op, e.Name = "name", "sizeof..."+p.name("a parameter pack").Text
		p.expect(")", "after sizeof...")
		return e
	}
	if p.peek().Is("(") {
		defer p.angled(false)()
		p.take()
		if p.startsType() && !p.makesObject() {
			e.Type = p.typeName()
		} else {
			e.Kids = []*Expr{p.expression()}
		}
		p.expect(")", "after sizeof")
		return e
	}
	e.Kids = []*Expr{p.unary()}
	return e
}

// makesObject reports whether what begins here with a type makes an object of it: T(x) or T{x}, and not T(*)[n].
func (p *parser) makesObject() bool {
	end := p.typeEnd(p.at)
	if !p.token(end).Is("(") {
		return p.token(end).Is("{")
	}
	next := p.token(end + 1)
	return !next.Is("*") && !next.Is("&") && !next.Is(")")
}

func (p *parser) primary() *Expr {
	t := p.peek()
	switch t.Kind {
	case lex.Number, lex.Char:
		p.take()
		return &Expr{Op: "num", Tok: t}
	case lex.String:
		p.take()
		e := &Expr{Op: "str", Tok: t, Name: unquote(t.Text)}
		for p.peek().Kind == lex.String {
			e.Name += unquote(p.take().Text)
		}
		return e
	case lex.Name:
		return p.named(t)
	}
	if t.Is("::") {
		return p.nameExpression()
	}
	if t.Is("[") {
		return p.lambdaExpression()
	}
	what := "'" + t.Text + "'"
	if t.Kind == lex.EOF {
		what = "the end of the cell"
	}
	p.fail(t, "expected expression before "+what, "")
	return nil
}

func (p *parser) named(t lex.Token) *Expr {
	switch t.Text {
	case "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast":
		p.take()
		p.expect("<", "after "+t.Text)
		typ := p.typeName()
		if !p.acceptClose() {
			p.expect(">", "after type in cast")
		}
		p.expect("(", "after cast")
		e := p.expression()
		p.expect(")", "to match '('")
		return &Expr{Op: "cast", Name: t.Text, Tok: t, Type: typ, Kids: []*Expr{e}}
	}
	if lex.Reserved[t.Text] && !typeWords[t.Text] && namedTypes[t.Text] == 0 && t.Text != "const" && t.Text != "struct" {
		p.fail(t, "expected expression before '"+t.Text+"'", "")
	}
	if p.startsType() && !p.token(p.typeEnd(p.at)).Is("::") {
		return p.construction(t)
	}
	return p.nameExpression()
}

// construction is T(…) or T{…}.
func (p *parser) construction(t lex.Token) *Expr {
	base, _ := p.specifiers()
	e := &Expr{Op: "construct", Tok: t, Type: base}
	if p.peek().Is("{") {
		e.Many = true
		e.Kids = p.initializer().Kids
		return e
	}
	p.expect("(", "after type name")
	e.Kids = p.callArgs()
	return e
}

// nameExpression is a name, behind namespaces or a class, with template arguments.
func (p *parser) nameExpression() *Expr {
	from := p.at
	p.at = p.namespaceEnd(p.at)
	e := &Expr{Op: "name", Tok: p.peek(), Outer: p.at > from}
	if e.Tok.Is("decltype") {
		e.Type, _ = p.specifiers()
	} else {
		p.name("a name")
	}
	e.Name = e.Tok.Text
	if e.Name == "operator" {
		e.Name += p.operatorName()
	}
	if g := p.generic(strings.TrimSuffix(e.Name, "_v")); g != nil && p.peek().Is("<") {
		e.Type = p.mention(g, e.Tok)
		if strings.HasSuffix(e.Name, "_v") && g.name != e.Name { // is_same_v<…>
			e.Name = "value"
			return e
		}
	} else if t := p.known(e.Name); t != nil && p.peek().Is("::") {
		if e.Type = t; t.Class != nil {
			e.Type = p.nested(t)
		}
	} else if p.tmpl[e.Name] != nil && p.peek().Is("::") {
		e.Type = &Type{Kind: word.Parameter, Name: e.Name}
	}
	for p.peek().Is("::") {
		if e.Type == nil {
			p.fail(e.Tok, "'"+e.Name+"' is not a class or a namespace", "")
		}
		p.take()
		e.Tok = p.name("a name")
		e.Name = e.Tok.Text
	}
	if p.peek().Is("<") && (p.isTemplate(e.Name) || p.extreme(e.Name)) && p.closing(p.at) > 0 {
		p.take()
		e.Args = p.templateArgs()
		if p.unit.constantTemplates[e.Name] {
			return &Expr{Op: "call", Tok: e.Tok, Kids: []*Expr{e}}
		}
	}
	return e
}

// isTemplate reports that a < behind a name begins template arguments.
func (p *parser) isTemplate(name string) bool {
	if p.unit.anyTemplate(name) {
		return true
	}
	if p.inside != nil && p.inside.Class != nil {
		for _, f := range p.inside.Methods(name) {
			if f.Template != nil {
				return true
			}
		}
	}
	return false
}

// extreme reports max<type>(…) or min<type>(…), which are no templates here: they take what the type makes of its arguments.
func (p *parser) extreme(name string) bool {
	end := p.closing(p.at)
	return (name == "max" || name == "min") && end > 0 && p.token(end).Is("(") && p.typeEnd(p.at+1) > p.at+1
}

// packed is a pattern that ... repeats, or what stands there.
func (p *parser) packed(e *Expr) *Expr {
	if t := p.peek(); p.accept("...") {
		return &Expr{Op: "pack", Tok: t, Kids: []*Expr{e}}
	}
	return e
}

func (p *parser) callArgs() []*Expr {
	defer p.angled(false)()
	var list []*Expr
	for !p.accept(")") {
		list = append(list, p.packed(p.initializer()))
		if !p.peek().Is(")") {
			if !p.peek().Is(",") {
				p.expect(")", "to match '('")
			}
			p.take()
		}
	}
	return list
}

func (p *parser) postfix(e *Expr) *Expr {
	for {
		t := p.peek()
		switch {
		case t.Is("(") && e.Op != "num" && e.Op != "str":
			p.take()
			args := p.callArgs()
			if e.Op == "name" && e.Name == "forward" && len(e.Args) == 1 && len(args) == 1 { // what it refers to stays what it is
				e = args[0]
				continue
			}
			if e.Op == "name" && len(e.Args) == 1 && (e.Name == "max" || e.Name == "min") && !p.isTemplate(e.Name) {
				for i, a := range args[:min(2, len(args))] {
					args[i] = &Expr{Op: "cast", Name: "static_cast", Tok: a.Tok, Type: e.Args[0].Type, Kids: []*Expr{a}}
				}
				e.Args = nil
			}
			e = &Expr{Op: "call", Tok: e.Tok, Kids: append([]*Expr{e}, args...)}
		case t.Is("["):
			p.take()
			i := p.expression()
			p.expect("]", "after array index")
			e = &Expr{Op: "index", Tok: t, Kids: []*Expr{e, i}}
		case t.Is(".") || t.Is("->"):
			p.take()
			p.accept("template")
			if p.accept("~") {
				p.fail(t, "a destructor cannot be called by name here", "")
			}
			name := p.name("a member name")
			op := "member"
			if t.Text == "->" {
				op = "arrow"
			}
			e = &Expr{Op: op, Tok: name, Name: name.Text, Kids: []*Expr{e}}
			if name.Text == "operator" {
				e.Name += p.operatorName()
			}
			if p.peek().Is("<") {
				if end := p.closing(p.at); end > 0 && p.token(end).Is("(") {
					p.take()
					e.Args = p.templateArgs()
				}
			}
		case t.Is("++") || t.Is("--"):
			p.take()
			e = &Expr{Op: "post", Name: t.Text, Tok: t, Kids: []*Expr{e}}
		case t.Is("<<<"):
			e = p.launch(e)
		default:
			return e
		}
	}
}

// launch reads kernel<<<grid, block, shared, stream>>>(…).
func (p *parser) launch(callee *Expr) *Expr {
	t := p.take()
	e := &Expr{Op: "launch", Tok: callee.Tok}
	for !p.accept(">>>") {
		e.Setup = append(e.Setup, p.initializer())
		if !p.peek().Is(">>>") {
			p.expect(",", "in the launch configuration")
		}
	}
	if n := len(e.Setup); n < 2 || n > 4 {
		p.fail(t, "a launch needs <<<grid, block>>>, and may name shared bytes and a stream", "")
	}
	p.expect("(", "after the launch configuration")
	e.Kids = append([]*Expr{callee}, p.callArgs()...)
	return e
}
