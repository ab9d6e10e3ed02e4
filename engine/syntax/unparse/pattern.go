package unparse

import "gputour/engine/syntax"

// This file writes patterns as source text.

func (p *printer) matchCase(c *syntax.MatchCase) {
	p.line("case ")
	p.pattern(c.Pattern, patternTop)
	if c.Guard != nil {
		p.write(" if ")
		p.expr(c.Guard, precTuple)
	}
	p.block(c.Body)
}

// The places where a pattern may stand, from the loosest.
const (
	patternTop = iota
	patternAlternative
	patternClosed
)

func (p *printer) pattern(pat syntax.Pattern, at int) {
	switch x := pat.(type) {
	case *syntax.MatchValue:
		p.expr(x.Value, precTest)
	case *syntax.MatchSingleton:
		p.constant(x.Value)
	case *syntax.MatchSequence:
		p.write("[")
		p.patterns(x.Patterns)
		p.write("]")
	case *syntax.MatchMapping:
		p.mapping(x)
	case *syntax.MatchClass:
		p.classPattern(x)
	case *syntax.MatchStar:
		p.write("*" + captureText(x.Name))
	case *syntax.MatchAs:
		p.asPattern(x, at)
	case *syntax.MatchOr:
		open, end := p.parens(at > patternAlternative)
		p.write(open)
		for i, sub := range x.Patterns {
			if i > 0 {
				p.write(" | ")
			}
			p.pattern(sub, patternClosed)
		}
		p.write(end)
	}
}

func (p *printer) parens(needed bool) (open, end string) {
	if needed {
		return "(", ")"
	}
	return "", ""
}

func captureText(n *syntax.Name) string {
	if n == nil {
		return "_"
	}
	return n.ID
}

func (p *printer) patterns(list []syntax.Pattern) {
	for i, sub := range list {
		if i > 0 {
			p.write(", ")
		}
		p.pattern(sub, patternTop)
	}
}

func (p *printer) asPattern(x *syntax.MatchAs, at int) {
	if x.Pattern == nil {
		p.write(captureText(x.Name))
		return
	}
	open, end := p.parens(at > patternTop)
	p.write(open)
	p.pattern(x.Pattern, patternAlternative)
	p.write(" as " + x.Name.ID + end)
}

func (p *printer) mapping(x *syntax.MatchMapping) {
	p.write("{")
	for i, k := range x.Keys {
		if i > 0 {
			p.write(", ")
		}
		p.expr(k, precTest)
		p.write(": ")
		p.pattern(x.Patterns[i], patternTop)
	}
	if x.Rest != nil {
		if len(x.Keys) > 0 {
			p.write(", ")
		}
		p.write("**" + x.Rest.ID)
	}
	p.write("}")
}

func (p *printer) classPattern(x *syntax.MatchClass) {
	p.expr(x.Cls, precAtom)
	p.write("(")
	p.patterns(x.Patterns)
	for i, attr := range x.KwdAttrs {
		if i > 0 || len(x.Patterns) > 0 {
			p.write(", ")
		}
		p.write(attr + "=")
		p.pattern(x.KwdPattern[i], patternTop)
	}
	p.write(")")
}
