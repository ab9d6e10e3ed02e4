package resolve

import (
	"fmt"
	"maps"
	"math/big"

	"gputour/engine/diag"
	"gputour/engine/syntax"
	"gputour/engine/syntax/unparse"
)

// This file checks match statements.

// patternChecker checks one case.
type patternChecker struct {
	*checker
	// bound are the names that the pattern has captured so far.
	bound map[string]bool
	// at is the pattern last looked at, which CPython blames for a name.
	at diag.Span
	// irrefutable tells that a pattern that always matches may stand here.
	irrefutable bool
}

func (c *checker) match(s *syntax.Match) {
	c.value(s.Subject)
	for i, m := range s.Cases {
		p := &patternChecker{checker: c, bound: map[string]bool{}}
		p.irrefutable = m.Guard != nil || i == len(s.Cases)-1
		p.pattern(m.Pattern)
		c.value(m.Guard)
		c.stmts(m.Body)
	}
}

// store notes that the pattern captures n.
func (p *patternChecker) store(n *syntax.Name) {
	if n == nil {
		return
	}
	p.binds(n, p.at)
	if p.bound[n.ID] {
		fail(p.at, fmt.Sprintf("multiple assignments to name '%s' in pattern", n.ID))
	}
	p.bound[n.ID] = true
}

func (p *patternChecker) pattern(pat syntax.Pattern) {
	p.at = pat.Span()
	switch x := pat.(type) {
	case *syntax.MatchValue:
		p.value(x.Value)
	case *syntax.MatchSequence:
		p.sequence(x)
	case *syntax.MatchMapping:
		p.mapping(x)
	case *syntax.MatchClass:
		p.class(x)
	case *syntax.MatchStar:
		p.store(x.Name)
	case *syntax.MatchAs:
		p.as(x)
	case *syntax.MatchOr:
		p.or(x)
	}
}

// inner checks a pattern inside another, where any may stand.
func (p *patternChecker) inner(pat syntax.Pattern) {
	old := p.irrefutable
	p.irrefutable = true
	p.pattern(pat)
	p.irrefutable = old
}

func (p *patternChecker) as(x *syntax.MatchAs) {
	if x.Pattern != nil {
		p.pattern(x.Pattern)
	} else if !p.irrefutable {
		what := "wildcard"
		if x.Name != nil {
			what = fmt.Sprintf("name capture '%s'", x.Name.ID)
		}
		fail(p.at, what+" makes remaining patterns unreachable")
	}
	p.store(x.Name)
}

func (p *patternChecker) sequence(x *syntax.MatchSequence) {
	star := false
	for _, sub := range x.Patterns {
		if _, ok := sub.(*syntax.MatchStar); ok {
			if star {
				fail(x.Span(), "multiple starred names in sequence pattern")
			}
			star = true
		}
	}
	for _, sub := range x.Patterns {
		p.inner(sub)
	}
}

func (p *patternChecker) mapping(x *syntax.MatchMapping) {
	seen := map[any]bool{}
	for _, k := range x.Keys {
		v, text, ok := keyOf(k)
		if ok && seen[v] {
			fail(x.Span(), fmt.Sprintf("mapping pattern checks duplicate key (%s)", text))
		}
		seen[v] = ok || seen[v]
		p.value(k)
	}
	for _, sub := range x.Patterns {
		p.inner(sub)
	}
	p.store(x.Rest)
}

func (p *patternChecker) class(x *syntax.MatchClass) {
	for i, a := range x.KwdAttrs {
		at := x.KwdPattern[i].Span()
		if a == "__debug__" {
			fail(at, "cannot assign to __debug__")
		}
		for j := range i {
			if x.KwdAttrs[j] == a {
				fail(at, "attribute name repeated in class pattern: "+a)
			}
		}
	}
	p.value(x.Cls)
	for _, sub := range x.Patterns {
		p.inner(sub)
	}
	for _, sub := range x.KwdPattern {
		p.inner(sub)
	}
}

// or checks alternatives, which must capture the same names.
func (p *patternChecker) or(x *syntax.MatchOr) {
	before, allowed := p.bound, p.irrefutable
	var first map[string]bool
	for i, sub := range x.Patterns {
		p.bound = maps.Clone(before)
		p.irrefutable = allowed && i == len(x.Patterns)-1
		p.pattern(sub)
		if i == 0 {
			first = p.bound
		} else if !maps.Equal(first, p.bound) {
			fail(p.at, "alternative patterns bind different names")
		}
	}
	p.irrefutable = allowed
}

// keyOf returns a value that is equal for equal constant keys, and its repr.
func keyOf(e syntax.Expr) (key any, text string, ok bool) {
	switch e := e.(type) {
	case *syntax.Constant:
		return constantKey(e.Value), unparse.Constant(e.Value), true
	case *syntax.UnaryOp:
		if z, ok := number(e); ok {
			return z, numberText(e), true
		}
	case *syntax.BinOp:
		if z, ok := number(e); ok {
			return z, fmt.Sprintf("(%s%s%s)", numberText(e.Left), e.Op, numberText(e.Right)), true
		}
	}
	return nil, "", false
}

// constantKey makes one number of True, 1, 1.0 and 1+0j.
func constantKey(v any) any {
	switch v := v.(type) {
	case bool:
		if v {
			return complex(1, 0)
		}
		return complex(0, 0)
	case int64:
		if f := float64(v); int64(f) == v {
			return complex(f, 0)
		}
	case *big.Int:
		return "big " + v.String()
	case float64:
		return complex(v, 0)
	case string:
		return "str " + v
	case syntax.Bytes:
		return "bytes " + string(v)
	}
	return v
}

// number takes the value of a signed or complex literal.
func number(e syntax.Expr) (z complex128, ok bool) {
	switch e := e.(type) {
	case *syntax.Constant:
		z, ok = constantKey(e.Value).(complex128)
		return z, ok
	case *syntax.UnaryOp:
		z, ok = number(e.Operand)
		return -z, ok
	case *syntax.BinOp:
		a, ok1 := number(e.Left)
		b, ok2 := number(e.Right)
		if e.Op == syntax.Sub {
			b = -b
		}
		return a + b, ok1 && ok2
	}
	return 0, false
}

func numberText(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Constant:
		return unparse.Constant(e.Value)
	case *syntax.UnaryOp:
		if c, ok := e.Operand.(*syntax.Constant); ok && c.Value == int64(0) {
			return "0"
		}
		return "-" + numberText(e.Operand)
	}
	return ""
}
