// This file warns of classic mistakes in expressions and declarations.

package lower

import (
	"strings"

	"gputour/cuda/cudac/lex"
	"gputour/cuda/cudac/printf"
	"gputour/cuda/cudac/syntax"
	"gputour/cuda/cudac/word"
)

// checkInitial warns of an integer division that becomes a float.
func (l *lowering) checkInitial(o operand, t *syntax.Type) {
	if t.IsFloat() && o.v.typ.IsInt() {
		l.checkIntegerDivisionIn(o.e)
	}
}

// divides reports a division of integers, which drops the fraction.
func (l *lowering) divides(e *syntax.Expr) bool { return e.Op == "/" && l.divisions[e] }

// checkIntegerDivisionIn warns where the value of e becomes a float.
func (l *lowering) checkIntegerDivisionIn(e *syntax.Expr) {
	if l.divides(e) {
		l.warn(e.Tok, "make one side a float: "+floatHint(e), "integer division: the fraction is dropped before the result becomes a float")
	}
}

func floatHint(e *syntax.Expr) string {
	left := text(e.Kids[0])
	if left == "expression" {
		return "(float)(…) / …"
	}
	return "(float)" + left + " / …"
}

// checkIntegerDivision warns of a cast of a division whose operands are literals.
func (l *lowering) checkIntegerDivision(e *syntax.Expr) {
	if len(e.Kids) == 1 && l.divides(e.Kids[0]) && e.Kids[0].Kids[0].Op == "num" && e.Kids[0].Kids[1].Op == "num" {
		l.checkIntegerDivisionIn(e.Kids[0])
	}
}

// checkOperands warns of comparisons and products that mix what should not be mixed.
func (l *lowering) checkOperands(op string, a, b value, e *syntax.Expr) {
	if len(e.Kids) != 2 {
		return
	}
	switch {
	case op == "/" && a.typ.IsInt() && b.typ.IsInt() && !wholeQuotient(a, b) && !(b.konst != nil && l.counts(e.Kids[0])):
		l.divisions[e] = true
	case a.typ.IsFloat() && b.typ.IsInt() || a.typ.IsInt() && b.typ.IsFloat():
		for _, k := range e.Kids {
			if l.divides(k) && k.Kids[0].Op == "num" && k.Kids[1].Op == "num" {
				l.checkIntegerDivisionIn(k)
			}
		}
	case word.Compares(op):
		l.checkComparison(op, a, b, e)
	}
}

// counts reports a loop's counter: i / 16 is meant as it stands.
func (l *lowering) counts(e *syntax.Expr) bool {
	s := l.find(e.Name)
	return e.Op == "name" && s != nil && s.decl != nil && s.decl.Counter
}

// wholeQuotient reports literals that divide without a rest.
func wholeQuotient(a, b value) bool {
	return a.konst != nil && b.konst != nil && *b.konst != 0 && *a.konst%*b.konst == 0
}

// checkComparison warns of comparisons that are always true or take a negative number for
// a huge one.
func (l *lowering) checkComparison(op string, a, b value, e *syntax.Expr) {
	if !a.typ.IsInt() || !b.typ.IsInt() {
		return
	}
	wide := syntax.Common(a.typ, b.typ)
	switch {
	case a.typ.Kind >= word.I32 && a.typ.Kind.Unsigned() && b.konst != nil && *b.konst == 0 && b.typ.Kind == word.I32 && (op == ">=" || op == "<"):
		l.warn(e.Tok, "use a signed type to count down", "an unsigned value is compared %s 0, which is always %t", op, op == ">=")
	case !wide.Kind.Unsigned() || a.typ.Kind.Unsigned() == b.typ.Kind.Unsigned():
	case negative(a, e.Kids[0]) || negative(b, e.Kids[1]):
		l.warn(e.Tok, "cast the unsigned side to int", "comparison of signed and unsigned: a negative value would count as a huge one")
	}
}

// negative reports a signed value that may well be below zero.
func negative(v value, e *syntax.Expr) bool {
	if v.typ.Kind.Unsigned() {
		return false
	}
	if v.konst != nil {
		return int64(*v.konst) < 0
	}
	return e.Op == "-" || e.Op == "unary" && e.Name == "-"
}

// checkUnused warns of expressions that do nothing.
func (l *lowering) checkUnused(e *syntax.Expr, v value) {
	_, binary := syntax.BinaryPower[e.Op]
	if v.ref || v.typ == nil || v.typ.Kind == word.Struct || v.typ.Kind == word.Void {
		return
	}
	switch {
	case e.Op == "==":
		l.warn(e.Tok, "write = to assign", "the result of the comparison is not used")
	case binary && e.Op != "&&" && e.Op != "||", e.Op == "name", e.Op == "index", e.Op == "member", e.Op == "num":
		l.warn(e.Tok, "", "expression result unused")
	case e.Op == "unary" && e.Name == "*":
		l.warn(e.Tok, "write (*p)++ to change what it points to", "expression result unused")
	}
}

// checkScope warns of variables that nothing uses.
func (l *lowering) checkScope(s *scope) {
	if l.c.Failed() {
		return
	}
	for name, v := range s.names {
		d := v.decl
		if d == nil || v.used || name == "" || name[0] == '#' || v.broken || l.call.f.Template != nil {
			continue
		}
		if v.typ != nil && v.typ.Kind == word.Struct && (len(v.typ.Constructors()) > 0 || v.typ.Destructor() != nil) || d.External {
			continue
		}
		if strings.HasPrefix(l.call.f.Name, "operator") {
			continue
		}
		l.warn(d.Tok, "", "unused variable '%s'", name)
	}
}

// verbs are the directives of printf, by what they print.
const integerVerbs, floatVerbs = "diuxXoc", "feEgGFaA"

// checkFormat holds printf's arguments against its format.
func (l *lowering) checkFormat(f *formatter, c *call, i int) {
	if f.pieces == nil {
		return
	}
	list := c.args[i+1:]
	n := 0
	next := func(d *printf.Directive, verbs string) {
		if n >= len(list) {
			l.warn(c.at, "", "format '%s' has no argument", d.Text)
		} else {
			l.checkDirective(d, verbs, f.args[n], list[n])
		}
		n++
	}
	for _, p := range f.pieces {
		if p.D == nil {
			continue
		}
		if p.D.StarWidth {
			next(p.D, "d")
		}
		if p.D.StarPrecision {
			next(p.D, "d")
		}
		if p.D.Verb == 0 {
			l.warn(c.at, "write %% for a percent sign", "the format ends within a conversion")
			return
		}
		next(p.D, string(p.D.Verb))
	}
	if n < len(list) {
		l.warn(list[n].Tok, "", "more arguments than the format has conversions")
	}
}

// checkDirective holds one argument against its conversion.
func (l *lowering) checkDirective(d *printf.Directive, verb string, v value, e *syntax.Expr) {
	switch {
	case strings.Contains(integerVerbs, verb) && v.typ.Kind == word.F64:
		l.warn(e.Tok, "write %f or %g", "format '%s' expects an integer, but the argument is a floating-point number", d.Text)
	case strings.Contains(floatVerbs, verb) && v.typ.IsInt():
		l.warn(e.Tok, "write %d, or cast it to float", "format '%s' expects a floating-point number, but the argument is of type '%s'", d.Text, v.typ)
	case verb == "s" && v.typ.Kind != word.Pointer:
		l.warn(e.Tok, "", "format '%%s' expects a string, but the argument is of type '%s'", v.typ)
	case strings.Contains(integerVerbs, verb) && verb != "c" && v.typ.Size() == 8 && d.Length == "" && v.typ.IsInt():
		l.warn(e.Tok, "write %l"+verb, "format '%s' expects 4 bytes, but the argument is of type '%s'", d.Text, v.typ)
	}
}

// warnOnce warns of a function, however often it is inlined.
func (l *lowering) warnOnce(at lex.Token, hint, format string, args ...any) {
	l.warn(at, hint, format, args...)
}

// checkLaunch warns of what a launch passes to a kernel that cannot reach it.
func (l *lowering) checkLaunch(e *syntax.Expr, f *syntax.Function, args []operand) {
	for i, o := range args {
		if o.list || i >= len(f.Params) || f.Params[i].Type.Kind != word.Pointer && f.Params[i].Type.Kind != word.Parameter {
			continue
		}
		switch {
		case o.p != nil && o.p.typ.Kind == word.Array:
			l.warn(o.e.Tok, "copy it to memory of cudaMalloc with cudaMemcpy", "host array '%s' is passed to kernel '%s'", text(o.e), f.Name)
		case o.e.Op == "name" && l.hostPointers[o.e.Name]:
			l.warn(o.e.Tok, "copy it to memory of cudaMalloc with cudaMemcpy", "host pointer '%s' is passed to kernel '%s'", o.e.Name, f.Name)
		}
	}
}

// noteHostPointer remembers a pointer that is made by malloc or new.
func (l *lowering) noteHostPointer(d *syntax.Decl) {
	e := d.Init
	for e != nil && e.Op == "cast" {
		e = e.Kids[0]
	}
	if l.host && e != nil && (e.Op == "new" || e.Op == "call" && (e.Kids[0].Name == "malloc" || e.Kids[0].Name == "calloc")) {
		l.hostPointers[d.Name] = true
	}
}
