// Package unparse writes trees as source text that reads back as the same trees.
package unparse

import (
	"strings"

	"gputour/engine/syntax"
)

// precedence orders what binds looser before what binds tighter.
type precedence int

const (
	precTuple precedence = iota
	precTest             // conditional expressions, lambda
	precOr
	precAnd
	precNot
	precCmp
	precBitOr
	precBitXor
	precBitAnd
	precShift
	precArith
	precTerm
	precFactor
	precPower
	precAwait
	precAtom
)

var operatorPrec = [...]precedence{
	syntax.Add: precArith, syntax.Sub: precArith, syntax.Mult: precTerm, syntax.MatMult: precTerm, syntax.Div: precTerm, syntax.FloorDiv: precTerm,
	syntax.Mod: precTerm, syntax.Pow: precPower, syntax.LShift: precShift, syntax.RShift: precShift, syntax.BitOr: precBitOr, syntax.BitXor: precBitXor,
	syntax.BitAnd: precBitAnd,
}

// Expr writes an expression as source text that reads back as the same tree,
// in the form that CPython gives annotations it keeps as strings.
func Expr(e syntax.Expr) string {
	var p printer
	p.expr(e, precTest)
	return p.String()
}

// printer writes a tree as text.
type printer struct {
	strings.Builder
	indent int
	// generous adds the parentheses that ast.unparse writes and annotations kept as strings do not have.
	generous bool
}

func (p *printer) write(s string) { p.WriteString(s) }

// group writes inner in parentheses if its precedence is too low for where it stands.
func (p *printer) group(at, prec precedence, inner func()) {
	if at > prec {
		p.write("(")
		defer p.write(")")
	}
	inner()
}

func (p *printer) list(elts []syntax.Expr, prec precedence) {
	for i, e := range elts {
		if i > 0 {
			p.write(", ")
		}
		p.expr(e, prec)
	}
}

func (p *printer) expr(e syntax.Expr, at precedence) {
	switch e := e.(type) {
	case nil:
	case *syntax.Name:
		p.write(e.ID)
	case *syntax.Constant:
		p.constant(e.Value)
	case *syntax.Attribute:
		p.attribute(e)
	case *syntax.Subscript:
		p.expr(e.Value, precAtom)
		p.write("[")
		p.expr(e.Index, precTuple)
		p.write("]")
	case *syntax.Slice:
		p.slice(e)
	case *syntax.Call:
		p.expr(e.Func, precAtom)
		p.arguments(e.Args, e.Keywords)
	case *syntax.Starred:
		p.write("*")
		p.expr(e.Value, precBitOr)
	case *syntax.List:
		p.write("[")
		p.list(e.Elts, precTest)
		p.write("]")
	case *syntax.Tuple:
		p.tuple(e, at)
	case *syntax.Set:
		p.write("{")
		p.list(e.Elts, precTest)
		p.write("}")
	case *syntax.Dict:
		p.dict(e)
	case *syntax.JoinedStr:
		p.joined(e)
	case *syntax.FormattedValue:
		p.joined(&syntax.JoinedStr{Values: []syntax.Expr{e}})
	case *syntax.Comp:
		p.comp(e)
	case *syntax.Await:
		p.group(at, precAwait, func() {
			p.write("await ")
			p.expr(e.Value, precAtom)
		})
	case *syntax.Yield:
		p.yield("yield", e.Value)
	case *syntax.YieldFrom:
		p.yield("yield from", e.Value)
	default:
		p.operator(e, at)
	}
}

func (p *printer) operator(e syntax.Expr, at precedence) {
	switch e := e.(type) {
	case *syntax.BoolOp:
		prec := precAnd
		if e.Op == syntax.Or {
			prec = precOr
		}
		p.group(at, prec, func() {
			for i, v := range e.Values {
				if i > 0 {
					p.write(" " + e.Op.String() + " ")
				}
				at := prec + 1
				if p.generous {
					at = min(at+precedence(i), precAtom)
				}
				p.expr(v, at)
			}
		})
	case *syntax.BinOp:
		p.binOp(e, at)
	case *syntax.UnaryOp:
		p.unaryOp(e, at)
	case *syntax.Compare:
		p.group(at, precCmp, func() {
			p.expr(e.Left, precCmp+1)
			for i, op := range e.Ops {
				p.write(" " + op.String() + " ")
				p.expr(e.Comparators[i], precCmp+1)
			}
		})
	case *syntax.IfExp:
		p.group(at, precTest, func() {
			p.expr(e.Body, precTest+1)
			p.write(" if ")
			p.expr(e.Test, precTest+1)
			p.write(" else ")
			p.expr(e.Orelse, precTest)
		})
	case *syntax.NamedExpr:
		p.group(at, precTuple, func() {
			p.write(e.Target.ID + " := ")
			p.expr(e.Value, precTest)
		})
	case *syntax.Lambda:
		p.group(at, precTest, func() {
			p.write("lambda")
			if len(e.Params.All()) > 0 {
				p.write(" ")
			}
			p.params(e.Params)
			p.write(": ")
			p.expr(e.Body, precTest)
		})
	}
}

func (p *printer) binOp(e *syntax.BinOp, at precedence) {
	prec := operatorPrec[e.Op]
	left, right := prec, prec+1
	if e.Op == syntax.Pow {
		left, right = prec+1, prec
	}
	p.group(at, prec, func() {
		p.expr(e.Left, left)
		p.write(" " + e.Op.String() + " ")
		p.expr(e.Right, right)
	})
}

func (p *printer) unaryOp(e *syntax.UnaryOp, at precedence) {
	prec, word := precFactor, e.Op.String()
	if e.Op == syntax.Not {
		prec, word = precNot, "not "
	}
	p.group(at, prec, func() {
		p.write(word)
		p.expr(e.Operand, prec)
	})
}

func (p *printer) constant(v any) { p.write(Constant(v)) }

// attribute writes `value.attr`; the dot must not run into an integer.
func (p *printer) attribute(e *syntax.Attribute) {
	p.expr(e.Value, precAtom)
	if c, ok := e.Value.(*syntax.Constant); ok {
		if s := Constant(c.Value); strings.Trim(s, "0123456789") == "" {
			p.write(" ")
		}
	}
	p.write("." + e.Attr)
}

func (p *printer) slice(e *syntax.Slice) {
	p.expr(e.Lower, precTest)
	p.write(":")
	p.expr(e.Upper, precTest)
	if e.Step != nil {
		p.write(":")
		p.expr(e.Step, precTest)
	}
}

func (p *printer) tuple(e *syntax.Tuple, at precedence) {
	if len(e.Elts) == 0 {
		p.write("()")
		return
	}
	p.group(at, precTuple, func() {
		p.list(e.Elts, precTest)
		if len(e.Elts) == 1 {
			p.write(",")
		}
	})
}

func (p *printer) dict(e *syntax.Dict) {
	p.write("{")
	for i, v := range e.Values {
		if i > 0 {
			p.write(", ")
		}
		if k := e.Keys[i]; k != nil {
			p.expr(k, precTest)
			p.write(": ")
			p.expr(v, precTest)
			continue
		}
		p.write("**")
		p.expr(v, precBitOr)
	}
	p.write("}")
}

func (p *printer) arguments(args []syntax.Expr, keywords []*syntax.Keyword) {
	if len(args) == 1 && len(keywords) == 0 && !p.generous {
		if g, ok := args[0].(*syntax.Comp); ok && g.Kind == syntax.GeneratorExp {
			p.comp(g)
			return
		}
	}
	p.write("(")
	for i, a := range args {
		if i > 0 {
			p.write(", ")
		}
		if s, ok := a.(*syntax.Starred); ok {
			p.write("*")
			p.expr(s.Value, precTest)
			continue
		}
		p.expr(a, precTest)
	}
	for i, k := range keywords {
		if i > 0 || len(args) > 0 {
			p.write(", ")
		}
		if k.Name == "" {
			p.write("**")
		} else {
			p.write(k.Name + "=")
		}
		p.expr(k.Value, precTest)
	}
	p.write(")")
}

var compBrackets = [...]string{syntax.ListComp: "[]", syntax.SetComp: "{}", syntax.DictComp: "{}", syntax.GeneratorExp: "()"}

func (p *printer) comp(e *syntax.Comp) {
	b := compBrackets[e.Kind]
	p.write(b[:1])
	if e.Kind == syntax.DictComp {
		p.expr(e.Key, precTest)
		p.write(": ")
	}
	p.expr(e.Elt, precTest)
	for _, c := range e.Clauses {
		if c.Async {
			p.write(" async")
		}
		p.write(" for ")
		p.expr(c.Target, precTuple)
		p.write(" in ")
		p.expr(c.Iter, precTest+1)
		for _, cond := range c.Ifs {
			p.write(" if ")
			p.expr(cond, precTest+1)
		}
	}
	p.write(b[1:])
}

func (p *printer) yield(word string, value syntax.Expr) {
	p.write("(" + word)
	if value != nil {
		p.write(" ")
		at := precTest
		if p.generous {
			at = precAtom
		}
		p.expr(value, at)
	}
	p.write(")")
}
