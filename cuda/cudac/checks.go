// This file warns of classic mistakes in expressions and declarations.

package cudac

import (
	"gputour/cuda/cudac/word"
	"strings"
)

// checkInitial warns of an integer division that becomes a float.
func (l *lowering) checkInitial(o operand, t *Type) {
	if t.isFloat() && o.v.typ.isInt() {
		l.checkIntegerDivisionIn(o.e)
	}
}

// divides reports a division of integers, which drops the fraction.
func (l *lowering) divides(e *expr) bool { return e.op == "/" && l.divisions[e] }

// checkIntegerDivisionIn warns where the value of e becomes a float.
func (l *lowering) checkIntegerDivisionIn(e *expr) {
	if l.divides(e) {
		l.warn(e.tok, "make one side a float: "+floatHint(e), "integer division: the fraction is dropped before the result becomes a float")
	}
}

func floatHint(e *expr) string {
	left := text(e.kids[0])
	if left == "expression" {
		return "(float)(…) / …"
	}
	return "(float)" + left + " / …"
}

// checkIntegerDivision warns of a cast of a division whose operands are literals.
func (l *lowering) checkIntegerDivision(e *expr) {
	if len(e.kids) == 1 && l.divides(e.kids[0]) && e.kids[0].kids[0].op == "num" && e.kids[0].kids[1].op == "num" {
		l.checkIntegerDivisionIn(e.kids[0])
	}
}

// checkOperands warns of comparisons and products that mix what should not be mixed.
func (l *lowering) checkOperands(op string, a, b value, e *expr) {
	if len(e.kids) != 2 {
		return
	}
	switch {
	case op == "/" && a.typ.isInt() && b.typ.isInt() && !wholeQuotient(a, b) && !(b.konst != nil && l.counts(e.kids[0])):
		l.divisions[e] = true
	case a.typ.isFloat() && b.typ.isInt() || a.typ.isInt() && b.typ.isFloat():
		for _, k := range e.kids {
			if l.divides(k) && k.kids[0].op == "num" && k.kids[1].op == "num" {
				l.checkIntegerDivisionIn(k)
			}
		}
	case word.Compares(op):
		l.checkComparison(op, a, b, e)
	}
}

// counts reports a loop's counter: i / 16 is meant as it stands.
func (l *lowering) counts(e *expr) bool {
	s := l.find(e.name)
	return e.op == "name" && s != nil && s.decl != nil && s.decl.counter
}

// wholeQuotient reports literals that divide without a rest.
func wholeQuotient(a, b value) bool {
	return a.konst != nil && b.konst != nil && *b.konst != 0 && *a.konst%*b.konst == 0
}

// checkComparison warns of comparisons that are always true or take a negative number for
// a huge one.
func (l *lowering) checkComparison(op string, a, b value, e *expr) {
	if !a.typ.isInt() || !b.typ.isInt() {
		return
	}
	wide := common(a.typ, b.typ)
	switch {
	case a.typ.Kind >= word.I32 && a.typ.Kind.Unsigned() && b.konst != nil && *b.konst == 0 && b.typ.Kind == word.I32 && (op == ">=" || op == "<"):
		l.warn(e.tok, "use a signed type to count down", "an unsigned value is compared %s 0, which is always %t", op, op == ">=")
	case !wide.Kind.Unsigned() || a.typ.Kind.Unsigned() == b.typ.Kind.Unsigned():
	case negative(a, e.kids[0]) || negative(b, e.kids[1]):
		l.warn(e.tok, "cast the unsigned side to int", "comparison of signed and unsigned: a negative value would count as a huge one")
	}
}

// negative reports a signed value that may well be below zero.
func negative(v value, e *expr) bool {
	if v.typ.Kind.Unsigned() {
		return false
	}
	if v.konst != nil {
		return int64(*v.konst) < 0
	}
	return e.op == "-" || e.op == "unary" && e.name == "-"
}

// checkUnused warns of expressions that do nothing.
func (l *lowering) checkUnused(e *expr, v value) {
	_, binary := binaryPower[e.op]
	if v.ref || v.typ == nil || v.typ.Kind == word.Struct || v.typ.Kind == word.Void {
		return
	}
	switch {
	case e.op == "==":
		l.warn(e.tok, "write = to assign", "the result of the comparison is not used")
	case binary && e.op != "&&" && e.op != "||", e.op == "name", e.op == "index", e.op == "member", e.op == "num":
		l.warn(e.tok, "", "expression result unused")
	case e.op == "unary" && e.name == "*":
		l.warn(e.tok, "write (*p)++ to change what it points to", "expression result unused")
	}
}

// checkScope warns of variables that nothing uses.
func (l *lowering) checkScope(s *scope) {
	if l.c.failed() {
		return
	}
	for name, v := range s.names {
		d := v.decl
		if d == nil || v.used || name == "" || name[0] == '#' || v.broken || l.call.f.template != nil {
			continue
		}
		if v.typ != nil && v.typ.Kind == word.Struct && (len(v.typ.constructors()) > 0 || v.typ.destructor() != nil) || d.external {
			continue
		}
		if strings.HasPrefix(l.call.f.name, "operator") {
			continue
		}
		l.warn(d.tok, "", "unused variable '%s'", name)
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
	next := func(d *directive, verbs string) {
		if n >= len(list) {
			l.warn(c.at, "", "format '%s' has no argument", d.text)
		} else {
			l.checkDirective(d, verbs, f.args[n], list[n])
		}
		n++
	}
	for _, p := range f.pieces {
		if p.d == nil {
			continue
		}
		if p.d.starWidth {
			next(p.d, "d")
		}
		if p.d.starPrecision {
			next(p.d, "d")
		}
		if p.d.verb == 0 {
			l.warn(c.at, "write %% for a percent sign", "the format ends within a conversion")
			return
		}
		next(p.d, string(p.d.verb))
	}
	if n < len(list) {
		l.warn(list[n].tok, "", "more arguments than the format has conversions")
	}
}

// checkDirective holds one argument against its conversion.
func (l *lowering) checkDirective(d *directive, verb string, v value, e *expr) {
	switch {
	case strings.Contains(integerVerbs, verb) && v.typ.Kind == word.F64:
		l.warn(e.tok, "write %f or %g", "format '%s' expects an integer, but the argument is a floating-point number", d.text)
	case strings.Contains(floatVerbs, verb) && v.typ.isInt():
		l.warn(e.tok, "write %d, or cast it to float", "format '%s' expects a floating-point number, but the argument is of type '%s'", d.text, v.typ)
	case verb == "s" && v.typ.Kind != word.Pointer:
		l.warn(e.tok, "", "format '%%s' expects a string, but the argument is of type '%s'", v.typ)
	case strings.Contains(integerVerbs, verb) && verb != "c" && v.typ.Size() == 8 && d.length == "" && v.typ.isInt():
		l.warn(e.tok, "write %l"+verb, "format '%s' expects 4 bytes, but the argument is of type '%s'", d.text, v.typ)
	}
}

// warnOnce warns of a function, however often it is inlined.
func (l *lowering) warnOnce(at token, hint, format string, args ...any) {
	l.warn(at, hint, format, args...)
}

// checkLaunch warns of what a launch passes to a kernel that cannot reach it.
func (l *lowering) checkLaunch(e *expr, f *function, args []operand) {
	for i, o := range args {
		if o.list || i >= len(f.params) || f.params[i].typ.Kind != word.Pointer && f.params[i].typ.Kind != word.Parameter {
			continue
		}
		switch {
		case o.p != nil && o.p.typ.Kind == word.Array:
			l.warn(o.e.tok, "copy it to memory of cudaMalloc with cudaMemcpy", "host array '%s' is passed to kernel '%s'", text(o.e), f.name)
		case o.e.op == "name" && l.hostPointers[o.e.name]:
			l.warn(o.e.tok, "copy it to memory of cudaMalloc with cudaMemcpy", "host pointer '%s' is passed to kernel '%s'", o.e.name, f.name)
		}
	}
}

// noteHostPointer remembers a pointer that is made by malloc or new.
func (l *lowering) noteHostPointer(d *decl) {
	e := d.init
	for e != nil && e.op == "cast" {
		e = e.kids[0]
	}
	if l.host && e != nil && (e.op == "new" || e.op == "call" && (e.kids[0].name == "malloc" || e.kids[0].name == "calloc")) {
		l.hostPointers[d.name] = true
	}
}
